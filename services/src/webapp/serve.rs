//! Answering a request.

use std::sync::Arc;

use http::HeaderMap;
use http::HeaderValue;
use http::Method;
use http::StatusCode;
use vespid_render::Error;
use vespid_render::Value;
use vespid_render::application::Handler;
use vespid_render::application::Outcome;
use vespid_render::application::is_page;
use vespid_render::context::Exchange;
use vespid_render::context::ServletInfo;
use vespid_render::machine::PageStream;
use vespid_render::value::Str;
use vespid_streams::Charset;
use vespid_streams::PageBody;

use super::WebApp;
use super::failure::Failure;
use super::routes::Action;
use super::routes::Route;
use super::sessions::cookie;
use crate::http::PageResponse;
use crate::http::Placement;
use crate::http::Request;
use crate::http::Sent;
use crate::http::exchange;
use crate::http::forward;
use crate::http::redirect;
use crate::http::respond;
use crate::http::send_file;

/// Stops code that forwards to itself for ever.
const MAX_FORWARDS: usize = 16;

/// Extensions of page sources that are no pages of their own: fragments and tag files.
const SOURCES: &[&str] = &["jspf", "tag", "tagf", "tagx", "tld"];

/// What a route or a forward leads to.
pub(super) enum Target {
    Page(Str),
    Handler(Arc<dyn Handler>),
    File(Str),
    Missing,
}

impl Target {
    fn new(action: &Action, path: &str) -> Self {
        match action {
            Action::Page => Target::Page(path.into()),
            Action::JspFile(file) | Action::Servlet(file) => Target::Page(file.path.clone()),
            Action::Handler(handler) => Target::Handler(handler.clone()),
            Action::File => Target::File(path.into()),
            Action::Missing => Target::Missing,
        }
    }
}

/// What is to be done for a request, once nothing of it is needed any more but its exchange.
#[expect(clippy::large_enum_variant, reason = "taken apart where it arrives")]
enum Plan {
    /// This is the answer.
    Respond(PageResponse),
    /// A page or code answers.
    Run(Arc<Exchange>, Target),
    /// A page is compiled and does not run.
    Compile(Arc<Exchange>, Str),
}

/// What a request for precompilation asks for (Pages 4.1, 11.4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Precompilation {
    Compile,
    /// `false`: not even that; neither does the page run.
    Nothing,
    Invalid,
}

/// Whether a query asks for precompilation; `None`: it does not.
fn precompilation(query: Option<&str>) -> Option<Precompilation> {
    let mut pairs = query?.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    let (_, value) = pairs.find(|(name, _)| *name == "jsp_precompile")?;
    Some(match value {
        "" | "true" => Precompilation::Compile,
        "false" => Precompilation::Nothing,
        _ => Precompilation::Invalid,
    })
}

impl WebApp {
    /// Answers a request for a path of this application.
    ///
    /// What most requests do not come by is boxed, here and below: the room for it would be part of each of them.
    pub(crate) async fn serve(&self, request: Request, path: &str) -> PageResponse {
        self.start().await;
        let filtered =
            if self.filters.is_empty() { None } else { Box::pin(self.filtered(&request, path)).await };
        let planned = match filtered {
            Some(planned) => planned,
            None => self.plan(&request, path).await,
        };
        match planned {
            Ok(Plan::Respond(response)) => response,
            Ok(Plan::Run(exchange, target)) => {
                // Its headers hold on to the connection's read buffer, and a page may wait for long.
                drop(request);
                self.run(exchange, target).await
            }
            Ok(Plan::Compile(exchange, page)) => {
                drop(request);
                match Box::pin(self.application.page(&page)).await {
                    Ok(_) => PageResponse::default(),
                    Err(error) => Box::pin(self.fail(Some(exchange), &error.into())).await,
                }
            }
            Err(failure) => {
                let exchange = self.exchange(&request, path, None, None).ok();
                drop(request);
                Box::pin(self.fail(exchange, &failure)).await
            }
        }
    }

    /// Answers with a page that code names, whatever the request's own path.
    pub(crate) async fn view(
        &self,
        request: Request,
        page: &str,
        attributes: Vec<(Str, Value)>,
        error: Option<Error>,
    ) -> PageResponse {
        let exchange = match self.exchange(&request, page, None, None) {
            Ok(exchange) => exchange,
            Err(failure) => return Box::pin(self.fail(None, &failure)).await,
        };
        drop(request);
        for (name, value) in attributes {
            exchange.attributes.set(name, value);
        }
        match error {
            Some(error) => self.fail(Some(exchange), &error.into()).await,
            None => self.run(exchange, Target::Page(page.into())).await,
        }
    }

    /// Sends a request through its filters; `None`: it has none, or they let it pass to what is no page and said nothing.
    async fn filtered(&self, request: &Request, path: &str) -> Option<Result<Plan, Failure>> {
        if is_private(path) {
            return None;
        }
        let welcome = self.welcome_page(path).await;
        let path = welcome.as_deref().unwrap_or(path);
        let route = self.routes.find(path);
        let page = self.filters.page_for(path, &route)?;
        let planned = match self.dynamic(request, &route, path) {
            Ok(planned) => planned,
            Err(failure) => return Some(Err(failure)),
        };
        let Plan::Run(exchange, target) = planned else { return Some(Ok(planned)) };
        if matches!(target, Target::Page(_)) {
            return Some(Ok(Plan::Run(exchange, Target::Page(page))));
        }
        let answered = match self.application.render(&page, exchange.clone()).start().await {
            Ok(_) if exchange.has_passed() => None,
            Ok(body) => Some(self.finish(&exchange, body)),
            Err(error) => Some(Err(error.into())),
        };
        match answered {
            Some(Ok(response)) => return Some(Ok(Plan::Respond(response))),
            Some(Err(failure)) => {
                return Some(Ok(Plan::Respond(self.fail(Some(exchange), &failure).await)));
            }
            None => {}
        }
        if matches!(target, Target::File(_)) {
            let mut planned = self.plan(request, path).await;
            if let Ok(Plan::Respond(response)) = &mut planned {
                add_headers(response, &exchange);
            }
            return Some(planned);
        }
        exchange.response.reopen(|_| {});
        Some(Ok(Plan::Run(exchange, target)))
    }

    /// The page that stands for a folder, if the first welcome file that is there is one.
    async fn welcome_page(&self, folder: &str) -> Option<String> {
        if !folder.ends_with('/') || !matches!(self.routes.find(folder).action, Action::File) {
            return None;
        }
        for name in &self.welcome_files {
            let path = format!("{folder}{}", name.trim_start_matches('/'));
            let is_page = match self.routes.find(&path).action {
                Action::Servlet(_) | Action::JspFile(_) => return Some(path),
                Action::Page => true,
                _ => false,
            };
            if self.exists(&path).await {
                return is_page.then_some(path);
            }
        }
        None
    }

    async fn plan(&self, request: &Request, path: &str) -> Result<Plan, Failure> {
        if is_private(path) {
            return Err(Failure::status(StatusCode::NOT_FOUND, "it lies in a folder that is never served"));
        }
        let route = self.routes.find(path);
        match &route.action {
            Action::File => Box::pin(self.file(request, path)).await,
            Action::Missing => Err(Failure::status(StatusCode::NOT_FOUND, "no handler is registered for it")),
            _ => self.dynamic(request, &route, path),
        }
    }

    /// Sends a file, or what stands for a folder.
    async fn file(&self, request: &Request, path: &str) -> Result<Plan, Failure> {
        if is_source(path) {
            return Err(Failure::status(StatusCode::NOT_FOUND, "sources of pages are never sent"));
        }
        match self.send(path, &request.method, &request.headers).await? {
            Sent::Response(_) if !matches!(request.method, Method::GET | Method::HEAD) => {
                Err(Failure::not_allowed("GET, HEAD"))
            }
            Sent::Response(response) => Ok(Plan::Respond(response)),
            Sent::Folder if path.ends_with('/') => self.welcome(request, path).await,
            Sent::Folder => Ok(Plan::Respond(redirect(&request.target.with_slash()))),
            Sent::Nothing => Err(Failure::status(StatusCode::NOT_FOUND, "there is no such file")),
        }
    }

    /// Answers a request for a folder by its first welcome file (Servlet 6.1, 10.10).
    async fn welcome(&self, request: &Request, folder: &str) -> Result<Plan, Failure> {
        for name in &self.welcome_files {
            let path = format!("{folder}{}", name.trim_start_matches('/'));
            let route = self.routes.find(&path);
            match &route.action {
                Action::File => {
                    if let Sent::Response(response) =
                        self.send(&path, &request.method, &request.headers).await?
                    {
                        return Ok(Plan::Respond(response));
                    }
                }
                Action::Page if !self.exists(&path).await => {}
                Action::Missing => {}
                _ => return self.dynamic(request, &route, &path),
            }
        }
        Err(Failure::status(StatusCode::NOT_FOUND, "the folder has no welcome file"))
    }

    /// Answers by a page or by code.
    fn dynamic(&self, request: &Request, route: &Route<'_>, path: &str) -> Result<Plan, Failure> {
        let is_page = matches!(route.action, Action::Page | Action::JspFile(_));
        if is_page && !matches!(request.method, Method::GET | Method::HEAD | Method::POST) {
            return Err(Failure::not_allowed("GET, HEAD, POST"));
        }
        let servlet = match &route.action {
            Action::JspFile(file) | Action::Servlet(file) => Some(file.config.clone()),
            _ => None,
        };
        let exchange = self.exchange(request, route.servlet_path, route.path_info, servlet)?;
        let target = Target::new(&route.action, path);
        if is_page
            && let Target::Page(page) = &target
            && let Some(asked) = precompilation(request.target.query.as_deref())
        {
            return match asked {
                Precompilation::Compile => Ok(Plan::Compile(exchange, page.clone())),
                Precompilation::Nothing => Ok(Plan::Respond(PageResponse::default())),
                Precompilation::Invalid => Err(Error::new(
                    vespid_render::error::class::SERVLET,
                    "jsp_precompile has no value, or is true or false",
                )
                .into()),
            };
        }
        Ok(Plan::Run(exchange, target))
    }

    /// The exchange for a request.
    fn exchange(
        &self,
        request: &Request,
        servlet_path: &str,
        path_info: Option<&str>,
        servlet: Option<Arc<ServletInfo>>,
    ) -> Result<Arc<Exchange>, Failure> {
        let placement = Placement {
            application: &self.application,
            servlet_path,
            path_info,
            servlet,
            sessions: self.sessions.clone(),
            session_cookie: &self.web_xml.cookie.name,
            charset: self.web_xml.request_charset.unwrap_or(Charset::UTF_8),
        };
        exchange(request, &placement).map_err(Failure::from)
    }

    async fn exists(&self, path: &str) -> bool {
        if !self.files.blocks() {
            return self.files.stamp(path).is_some();
        }
        let (files, path) = (self.files.clone(), path.to_owned());
        tokio::task::spawn_blocking(move || files.stamp(&path).is_some()).await.unwrap_or(false)
    }

    async fn send(&self, path: &str, method: &Method, headers: &HeaderMap) -> Result<Sent, Failure> {
        let sent = send_file(&self.files, path, self.content_type(path), method, headers).await;
        sent.map_err(|error| {
            Error::new(vespid_render::error::class::IO, format!("{path} can't be read: {error}")).into()
        })
    }

    fn content_type(&self, path: &str) -> HeaderValue {
        let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
        if let Some(known) = self.web_xml.mime_types.get(&extension.to_lowercase())
            && let Ok(value) = HeaderValue::from_str(known)
        {
            return value;
        }
        let guessed = mime_guess::from_ext(extension).first_raw().unwrap_or("application/octet-stream");
        HeaderValue::from_static(guessed)
    }

    /// Runs pages and code until one answers; a failure is answered as well.
    async fn run(&self, exchange: Arc<Exchange>, target: Target) -> PageResponse {
        let tell = |method| {
            if let Some(listeners) = self.listeners.get() {
                listeners.request(method, &exchange);
            }
        };
        tell("requestInitialized");
        let response = match self.try_run(&exchange, target).await {
            Ok(response) => response,
            Err(failure) => Box::pin(self.fail(Some(exchange.clone()), &failure)).await,
        };
        // A response that is streamed goes on after this.
        tell("requestDestroyed");
        response
    }

    /// Runs pages and code until one answers.
    pub(super) async fn try_run(
        &self,
        exchange: &Arc<Exchange>,
        mut target: Target,
    ) -> Result<PageResponse, Failure> {
        for _ in 0..MAX_FORWARDS {
            let handler = match target {
                Target::Page(page) => {
                    let body = self.application.render(&page, exchange.clone()).start().await?;
                    return self.finish(exchange, body);
                }
                // Conditions and ranges are for the address that the client knows, which is another.
                Target::File(path) => {
                    return match Box::pin(self.send(&path, &Method::GET, &HeaderMap::new())).await? {
                        Sent::Response(response) => Ok(with_status(response, exchange)),
                        Sent::Folder | Sent::Nothing => Err(Error::not_found(&path).into()),
                    };
                }
                Target::Missing => return Err(Error::not_found(&exchange.paths().servlet_path).into()),
                Target::Handler(handler) => handler,
            };
            target = match handler.handle(exchange.clone()).await? {
                Outcome::Body(bytes) => return self.finish(exchange, PageBody::from_bytes(bytes)),
                Outcome::Forward(to) => {
                    let path = forward(exchange, &to).ok_or_else(|| {
                        Error::illegal_argument(format!(
                            "the forward to '{to}' leads outside of the application"
                        ))
                    })?;
                    self.target(&path)
                }
            };
        }
        Err(Error::budget("the request was forwarded more than 16 times").into())
    }

    /// What answers a path that code names: nothing is private to it.
    pub(super) fn target(&self, path: &str) -> Target {
        Target::new(&self.routes.find(path).action, path)
    }

    /// Makes the response of what a page or code wrote and set.
    fn finish(&self, exchange: &Exchange, body: PageBody<PageStream>) -> Result<PageResponse, Failure> {
        let cookie = cookie(&self.web_xml.cookie, exchange);
        let mut head = exchange.response.head();
        if let Some((status, message)) = head.error.take() {
            drop(head);
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            return Err(Failure::status(status, message.unwrap_or_default()));
        }
        if let Some(cookie) = cookie {
            head.add_header("set-cookie", cookie);
        }
        Ok(respond(&head, body))
    }
}

/// Adds the headers that filters have set to the response of a file.
fn add_headers(response: &mut PageResponse, exchange: &Exchange) {
    for (name, value) in &exchange.response.head().headers {
        if let (Ok(name), Ok(value)) =
            (http::HeaderName::try_from(name.as_str()), HeaderValue::from_str(value))
        {
            response.headers_mut().append(name, value);
        }
    }
}

/// A file that is sent in place of an error keeps the error's status.
fn with_status(mut response: PageResponse, exchange: &Exchange) -> PageResponse {
    if let Ok(status) = StatusCode::from_u16(exchange.response.head().status) {
        *response.status_mut() = status;
    }
    response
}

/// Whether a path lies in a folder whose files only pages and the engine may read, however it is spelt: some file
/// systems do not mind case.
fn is_private(path: &str) -> bool {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or("");
    ["WEB-INF", "META-INF"].iter().any(|folder| first.eq_ignore_ascii_case(folder))
}

/// Whether a file is the source of a page, and so is never sent.
fn is_source(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    is_page(path) || SOURCES.iter().any(|source| extension.eq_ignore_ascii_case(source))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precompilation_is_asked_for_in_the_query() {
        for (query, expected) in [
            (None, None),
            (Some("a=jsp_precompile&xjsp_precompile"), None),
            (Some("jsp_precompile"), Some(Precompilation::Compile)),
            (Some("a=b&jsp_precompile=true&c"), Some(Precompilation::Compile)),
            (Some("jsp_precompile=false"), Some(Precompilation::Nothing)),
            (Some("jsp_precompile=maybe"), Some(Precompilation::Invalid)),
        ] {
            assert_eq!(precompilation(query), expected, "{query:?}");
        }
    }

    #[test]
    fn private_folders_and_sources_are_known() {
        for path in ["/WEB-INF", "/WEB-INF/", "/web-inf/x", "/META-INF/MANIFEST.MF"] {
            assert!(is_private(path), "{path}");
        }
        for path in ["/", "/a/WEB-INF/x", "/WEB-INFO"] {
            assert!(!is_private(path), "{path}");
        }
        assert!(is_source("/a.jsp") && is_source("/a.JSPF") && is_source("/t.tag"));
        assert!(!is_source("/a.css") && !is_source("/tag"));
    }
}
