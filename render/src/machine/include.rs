//! Include and forward: other pages, files and handlers of the application (Pages 4.1, 5.4 and 5.5; Servlet 6.1, 9).

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;

use super::Machine;
use super::Stop;
use super::frame::Frame;
use super::frame::Kind;
use super::loops::Round;
use super::urls::fetched_text;
use super::urls::resource_text;
use super::waiting::Arrived;
use super::waiting::Finding;
use super::waiting::Found;
use super::waiting::IncludeReturn;
use super::waiting::IncludeTo;
use super::waiting::Then;
use super::waiting::Waiting;
use crate::Result;
use crate::application::Fetching;
use crate::application::Target;
use crate::context::Paths;
use crate::error::Error;
use crate::paths::resolve;
use crate::program::IncludeSite;
use crate::program::Program;
use crate::value::Str;
use crate::value::Throwable;
use crate::value::Value;
use crate::value::coerce;
use crate::writer::write_error;

/// A path, its query, and parameters.
pub(super) type Located = (Str, Option<Str>, Vec<(Str, Str)>);

/// How long a loop waits for its next item before the page sends what it has.
const FLUSH_AFTER: Duration = Duration::from_millis(20);

impl Machine {
    /// Goes on with what arrived.
    pub(super) fn arrive(&mut self, arrived: Arrived) -> Result<()> {
        match (arrived.then, arrived.found) {
            (Then::Root { path }, Found::Page(unit)) => {
                let settings = &unit.page().settings;
                self.start_page(settings, &path)?;
                self.state.open_page(unit.clone(), 0);
                self.expose_exception(unit.page());
                // An error page that does not know that it is one answers as any other.
                if std::mem::take(&mut self.failed) && settings.is_error_page {
                    self.state.exchange.response.head().status = 500;
                }
                let scope = self.state.scope;
                self.push_code(scope, 0, Kind::Page)
            }
            (Then::Root { .. }, Found::Bytes(bytes)) => {
                if std::mem::take(&mut self.failed) {
                    self.state.exchange.response.head().status = 500;
                }
                self.write_bytes(&bytes)
            }
            (Then::Root { .. }, Found::Forward(path)) => {
                self.budget.forward()?;
                self.go_on_with(&path, None);
                Ok(())
            }
            (Then::Include { back }, Found::Page(unit)) => {
                let is_rest = back.is_rest;
                if is_rest {
                    self.start_page(&unit.page().settings, &back.path)?;
                } else if unit.page().settings.session && self.state.exchange.has_sessions() {
                    // An included page may join a session; it can no longer start one after the commit.
                    if !self.state.exchange.response.is_committed() {
                        self.state.exchange.session_or_create()?;
                    }
                }
                if !matches!(back.to, IncludeTo::Page) {
                    self.state.out.push_capture();
                }
                let calling = self.state.scope;
                self.state.open_page(unit, 0);
                let scope = self.state.scope;
                self.state.scopes[scope].is_included = !is_rest;
                let pushed = self.push_code(scope, 0, Kind::Include(back));
                if pushed.is_err() {
                    self.state.close_scopes(scope);
                    self.state.scope = calling;
                }
                pushed
            }
            (Then::Include { back }, Found::Bytes(bytes)) => {
                back.undo(&self.state.exchange);
                self.deliver_import(&back.to, &resource_text(&bytes, back.encoding))?;
                self.tell_tag();
                Ok(())
            }
            (Then::Include { back }, Found::Fetched(fetched, url)) => {
                let text = fetched_text(&fetched, &url, back.encoding)?;
                self.deliver_import(&back.to, &text)
            }
            (Then::Include { back }, Found::Forward(path)) => {
                self.budget.call(self.frames.len())?;
                let target = self.state.exchange.application().dispatcher().target(&path);
                let then = Then::Include { back };
                self.waiting = Some(Waiting::target(&self.state.exchange, target, &path, then));
                Ok(())
            }
            (Then::Round(number), Found::Items(items, Some(more))) => {
                self.put_items(more.then_some(items));
                self.round_again(number)
            }
            (Then::Round(number), Found::Items(items, None)) => {
                // What has come so far need not wait for what comes late.
                if self.state.out.capture_depth() == 0 && self.state.out.mode().auto_flush {
                    self.state.out.flush().map_err(write_error)?;
                }
                self.waiting = Some(Waiting::items(items, None, number));
                Ok(())
            }
            (Then::GoOn, _) => Ok(()),
            (Then::Round(_), _) | (_, Found::Items(..)) => unreachable!("only loops wait for items"),
            (_, Found::Nothing) => unreachable!("who waits for nothing goes on where it stands"),
            (Then::Root { .. }, Found::Fetched(..)) => unreachable!("only imports wait for URLs"),
        }
    }

    /// An included page comes to its end: captured text goes to its variable.
    pub(super) fn include_done(&mut self, back: &IncludeReturn) -> Result<()> {
        if !matches!(back.to, IncludeTo::Page) {
            let text = self.state.out.pop_capture();
            let delivered = back.check().and_then(|()| self.deliver_import(&back.to, &text));
            self.state.out.recycle(text);
            delivered?;
        }
        if let Err(error) = back.check() {
            self.take_back(back);
            return Err(error);
        }
        self.tell_tag();
        Ok(())
    }

    /// What a failed import has written is not the page's (Jakarta Tags 3.1, 7.4), unless part of it was sent already.
    pub(super) fn take_back(&mut self, back: &IncludeReturn) {
        if let Some(mark) = back.mark {
            self.state.out.rewind(mark);
        }
    }

    /// A tag that has asked for what was included goes on.
    fn tell_tag(&mut self) {
        if let Some(Frame::Async(run)) = self.frames.last_mut() {
            run.body_done(&mut self.state.out);
        }
    }

    /// Waits for the next item of the innermost loop.
    pub(super) fn wait_for_item(&mut self, number: u32) -> Stop {
        let items = self.take_items();
        self.waiting = Some(Waiting::items(items, Some(FLUSH_AFTER), number));
        Stop::Switch
    }

    /// Goes on with the innermost loop, which has waited.
    fn round_again(&mut self, number: u32) -> Result<()> {
        let program = Arc::clone(self.state.program());
        let site = &program.loops[number as usize];
        match self.loop_round(site) {
            Round::Item => {
                self.budget.step()?;
                self.go_to(site.body);
            }
            Round::End => self.go_to(site.exit),
            Round::Wait => drop(self.wait_for_item(number)),
            Round::Failed(error) => return Err(error),
        }
        Ok(())
    }

    fn write_bytes(&mut self, bytes: &Bytes) -> Result<()> {
        self.state.out.write_str(&String::from_utf8_lossy(bytes)).map_err(write_error)
    }

    /// What a page's directives say of the response.
    fn start_page(&mut self, settings: &crate::program::Settings, path: &str) -> Result<()> {
        let exchange = &self.state.exchange;
        if !exchange.response.is_committed() {
            if let Some(content_type) = &settings.content_type {
                exchange.response.head().set_content_type(content_type)?;
            }
            let charset = exchange.response.head().charset;
            self.state.out.set_charset(charset);
            let mode = vespid_streams::BufferMode {
                size_bytes: settings.buffer_bytes,
                auto_flush: settings.auto_flush,
            };
            // What a filter collects has no buffer of the page's own.
            if self.state.out.capture_depth() == 0 {
                self.state.out.set_mode(mode).map_err(write_error)?;
            }
        }
        if settings.session && exchange.has_sessions() {
            exchange.session_or_create()?;
        }
        if exchange.paths().servlet_path.is_empty() {
            let request_uri: Str = format!("{}{path}", exchange.request.context_path).into();
            exchange.set_paths(Arc::new(Paths {
                request_uri,
                servlet_path: path.into(),
                ..Paths::default()
            }));
        }
        Ok(())
    }

    fn expose_exception(&mut self, program: &Program) {
        if !program.settings.is_error_page {
            return;
        }
        if let Some(error) = self.state.exchange.error() {
            let scope = self.state.scope;
            self.state.set_page_var(scope, "exception", Throwable::value(error));
        }
    }

    /// The page that relative paths start from: tag files count as part of the page that calls them.
    pub(super) fn base_path(&self) -> Str {
        let mut scope = &self.state.scopes[self.state.scope];
        while let Some(call) = &scope.call {
            scope = &self.state.scopes[call.caller];
        }
        scope.program(&self.state.units).path.clone()
    }

    /// Pops `count` pairs of parameter name and value.
    pub(super) fn pop_params(&mut self, count: u32) -> Vec<(Str, Str)> {
        let mut values = self.pop_many(2 * count as usize).into_iter();
        let mut params = Vec::with_capacity(count as usize);
        while let (Some(name), Some(value)) = (values.next(), values.next()) {
            params.push((coerce::to_text(&name).as_ref().into(), coerce::to_text(&value).as_ref().into()));
        }
        params
    }

    /// Resolves the page attribute: the path and the parameters of its query.
    pub(super) fn locate(&self, written: &str, mut params: Vec<(Str, Str)>) -> Result<Located> {
        let (path, query) =
            written.split_once('?').map_or((written, None), |(path, query)| (path, Some(query)));
        let base = self.base_path();
        let resolved = resolve(&base, path).ok_or_else(|| {
            Error::jsp(format!("'{written}' leads outside of the application"))
                .with_hint("start the path with / to count from the application's root")
        })?;
        for pair in query.unwrap_or("").split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            params.push((decode(name), decode(value)));
        }
        Ok((resolved, query.map(Str::from), params))
    }

    /// `jsp:include`: the path and its parameters are on the stack.
    #[inline(never)]
    pub(super) fn include(&mut self, site: &IncludeSite) -> Result<()> {
        let params = self.pop_params(site.params);
        let written = self.pop();
        if site.flush && self.state.out.capture_depth() == 0 {
            self.state.out.flush().map_err(write_error)?;
        }
        self.start_include(&coerce::to_text(&written), params, IncludeReturn::include())
    }

    /// Includes a path of this application.
    pub(super) fn start_include(
        &mut self,
        written: &str,
        params: Vec<(Str, Str)>,
        back: IncludeReturn,
    ) -> Result<()> {
        let (path, query, params) = self.locate(written, params)?;
        let target = self.state.exchange.application().dispatcher().target(&path);
        self.include_target(&path, query, &params, target, back);
        Ok(())
    }

    /// Waits for what a URL has.
    pub(super) fn wait_for_url(&mut self, fetching: Fetching, url: String, back: IncludeReturn) {
        let future: Finding = Box::pin(async move { Ok(Found::Fetched(fetching.await?, url)) });
        self.waiting = Some(Waiting { future, then: Some(Then::Include { back: Box::new(back) }) });
    }

    /// Includes what answers a path.
    pub(super) fn include_target(
        &mut self,
        path: &str,
        query: Option<Str>,
        params: &[(Str, Str)],
        target: Target,
        mut back: IncludeReturn,
    ) {
        let path = Str::from(path);
        let exchange = self.state.exchange.clone();
        let old_params = if params.is_empty() {
            None
        } else {
            let merged = exchange.params().with_first(params);
            Some(exchange.set_params(Arc::new(merged)))
        };
        let context_path = &exchange.request.context_path;
        let uri: Str =
            if context_path.is_empty() { path.clone() } else { format!("{context_path}{path}").into() };
        let mut attributes = Vec::with_capacity(4);
        for (name, value) in [
            ("jakarta.servlet.include.request_uri", Value::Str(uri)),
            ("jakarta.servlet.include.context_path", Value::Str(context_path.clone())),
            ("jakarta.servlet.include.servlet_path", Value::Str(path.clone())),
            ("jakarta.servlet.include.query_string", query.map_or(Value::Null, Value::Str)),
        ] {
            attributes.push((name, exchange.attributes.get(name)));
            exchange.attributes.set(name, value);
        }
        back.params = old_params;
        back.attributes = attributes;
        back.path = path.clone();
        back.mark = (back.is_import && matches!(back.to, IncludeTo::Page)).then(|| self.state.out.mark());
        back.status = exchange.response.head().status;
        let then = Then::Include { back: Box::new(back) };
        self.waiting = Some(Waiting::target(&exchange, target, &path, then));
    }

    /// `jsp:forward`: what was written so far is dropped, the target goes on in the page's place.
    #[inline(never)]
    pub(super) fn forward(&mut self, site: &IncludeSite) -> Result<()> {
        let params = self.pop_params(site.params);
        let written = self.pop();
        self.forward_to(&coerce::to_text(&written), params)
    }

    /// What was written so far is dropped, the target goes on in the page's place.
    ///
    /// # Errors
    /// Part of the page was sent already; the path leads outside.
    pub(super) fn forward_to(&mut self, written: &str, params: Vec<(Str, Str)>) -> Result<()> {
        let (path, query, params) = self.locate(written, params)?;
        let exchange = self.state.exchange.clone();
        if self.state.out.is_committed() {
            return Err(Error::illegal_state("the page can't forward: part of it was sent already")
                .with_hint("forward before the buffer is flushed, or give the page a larger buffer"));
        }
        // Everything that can fail has to, while the place of the action is still known.
        self.budget.forward()?;
        let behind_filter = self.leave_for_forward();
        self.state.out.clear_buffer();
        if !params.is_empty() {
            let merged = exchange.params().with_first(&params);
            exchange.set_params(Arc::new(merged));
        }
        let before = exchange.paths();
        if exchange.attributes.get("jakarta.servlet.forward.request_uri").is_none() {
            for (name, value) in [
                ("jakarta.servlet.forward.request_uri", Value::Str(before.request_uri.clone())),
                ("jakarta.servlet.forward.context_path", Value::Str(exchange.request.context_path.clone())),
                ("jakarta.servlet.forward.servlet_path", Value::Str(before.servlet_path.clone())),
                (
                    "jakarta.servlet.forward.path_info",
                    before.path_info.clone().map_or(Value::Null, Value::Str),
                ),
                (
                    "jakarta.servlet.forward.query_string",
                    before.query_string.clone().map_or(Value::Null, Value::Str),
                ),
            ] {
                exchange.attributes.set(name, value);
            }
        }
        let request_uri: Str = format!("{}{path}", exchange.request.context_path).into();
        let query_string = query.or_else(|| before.query_string.clone());
        exchange.set_paths(Arc::new(Paths {
            request_uri,
            servlet_path: path.clone(),
            path_info: None,
            query_string,
        }));
        self.go_on_with(&path, behind_filter);
        Ok(())
    }

    /// Ends what runs for a forward. Behind a filter that is all but the filter, which goes on when the target has ended:
    /// gives what the target returns to.
    fn leave_for_forward(&mut self) -> Option<Box<IncludeReturn>> {
        let is_rest = |frame: &Frame| match frame {
            Frame::Code(frame) => matches!(&frame.kind, Kind::Include(back) if back.is_rest),
            _ => false,
        };
        let Some(rest) = self.frames.iter().rposition(is_rest) else {
            self.leave_all();
            return None;
        };
        self.leave_frames(rest);
        Some(Box::new(IncludeReturn::rest()))
    }

    /// Waits for what answers a path, to run it as the page, or in its place behind a filter.
    fn go_on_with(&mut self, path: &str, behind_filter: Option<Box<IncludeReturn>>) {
        let exchange = self.state.exchange.clone();
        let target = exchange.application().dispatcher().target(path);
        let then = match behind_filter {
            Some(mut back) => {
                back.path = path.into();
                Then::Include { back }
            }
            None => Then::Root { path: path.into() },
        };
        self.waiting = Some(Waiting::target(&exchange, target, path, then));
    }

    /// A filter lets the request pass (Servlet 6.1, 6.2.2): a page that answers it runs within the filter; what else there
    /// is, the host asks when the filters are through.
    pub(super) fn start_rest(&mut self) {
        let paths = self.state.exchange.paths();
        let path = format!("{}{}", paths.servlet_path, paths.path_info.as_deref().unwrap_or_default());
        let target = self.state.exchange.application().dispatcher().target(&path);
        if matches!(target, Target::Page(_)) {
            let back = Box::new(IncludeReturn { path: path.as_str().into(), ..IncludeReturn::rest() });
            let then = Then::Include { back };
            self.waiting = Some(Waiting::target(&self.state.exchange, target, &path, then));
        } else {
            self.state.exchange.pass();
            self.waiting = Some(Waiting::script(Box::pin(std::future::ready(()))));
        }
    }

    /// The page failed: its error page takes over, if it has one and nothing was sent.
    pub(super) fn page_failed(&mut self, program: &Program, error: Error) -> Result<()> {
        let exchange = self.state.exchange.clone();
        let Some(error_page) = &program.settings.error_page else { return Err(error) };
        // What an unbuffered page has written can be taken back as long as nobody has it; its status is sent.
        let is_committed = self.state.out.is_committed();
        if is_committed && !self.state.out.retract() || exchange.error().is_some() {
            return Err(error);
        }
        let Some(path) = resolve(&program.path, error_page) else { return Err(error) };
        self.budget.forward()?;
        self.leave_all();
        self.state.out.clear_buffer();
        exchange.expose_error(&error, 500);
        exchange.set_error(Some(error));
        self.failed = !is_committed;
        self.go_on_with(&path, None);
        Ok(())
    }
}

/// Undoes `%XX` and `+` of a query, as UTF-8.
fn decode(text: &str) -> Str {
    let spaced = text.replace('+', " ");
    percent_encoding::percent_decode_str(&spaced).decode_utf8_lossy().as_ref().into()
}
