//! What a machine waits for, and what it does when that comes.

use std::future::Future;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Context;
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use vespid_streams::Charset;
use vespid_streams::Mark;

use super::urls::import_failed;
use super::urls::tag_error;
use crate::Result;
use crate::application::Application;
use crate::application::Fetched;
use crate::application::Outcome;
use crate::application::Target;
use crate::context::Exchange;
use crate::context::Params;
use crate::context::Scope;
use crate::error::Error;
use crate::error::Origin;
use crate::program::Unit;
use crate::script::Wait;
use crate::value::AsyncItems;
use crate::value::Str;
use crate::value::Value;

pub(super) type Finding = Pin<Box<dyn Future<Output = Result<Found>> + Send>>;

/// What the machine waits for before it goes on.
pub(super) struct Waiting {
    pub(super) future: Finding,
    pub(super) then: Option<Then>,
}

pub(super) enum Found {
    Page(Arc<Unit>),
    Bytes(Bytes),
    /// What a URL had, and that URL.
    Fetched(Fetched, String),
    Forward(Str),
    /// A loop's items, and whether more have come; not known where that takes long.
    Items(Box<dyn AsyncItems>, Option<bool>),
    /// Who waits knows what came.
    Nothing,
}

/// What to do with what arrives.
pub(super) enum Then {
    /// Run it as the page.
    Root { path: Str },
    /// Run it within the page.
    Include { back: Box<IncludeReturn> },
    /// Go on with the loop of that number.
    Round(u32),
    /// Go on where the code stands.
    GoOn,
}

/// What arrived.
pub(super) struct Arrived {
    pub(super) found: Found,
    pub(super) then: Then,
}

/// What an include puts back at its end.
pub(super) struct IncludeReturn {
    pub(super) params: Option<Arc<Params>>,
    pub(super) attributes: Vec<(&'static str, Option<Value>)>,
    pub(super) to: IncludeTo,
    /// A `c:import`, which fails in its own way.
    pub(super) is_import: bool,
    /// Where the output of an import began, which a failed one takes back as far as that is possible.
    pub(super) mark: Option<Mark>,
    /// What answers the request behind a filter: it is no include at all.
    pub(super) is_rest: bool,
    pub(super) path: Str,
    /// The response's status before, which an included page can't change (Servlet 6.1, 9.3).
    pub(super) status: u16,
    /// What the included page made of the status: an import looks at it.
    pub(super) ended_with: u16,
    /// The charset of what is no page.
    pub(super) encoding: Option<Charset>,
}

/// Where the text of an included resource goes.
pub(super) enum IncludeTo {
    Page,
    Var(Str, Scope),
    /// A page-scope variable, as a reader.
    Reader(Str),
}

impl IncludeReturn {
    pub(super) fn include() -> Self {
        IncludeReturn {
            params: None,
            attributes: Vec::new(),
            to: IncludeTo::Page,
            is_import: false,
            mark: None,
            is_rest: false,
            path: Str::default(),
            status: 200,
            ended_with: 200,
            encoding: None,
        }
    }

    pub(super) fn import(to: IncludeTo, encoding: Option<Charset>) -> Self {
        IncludeReturn { to, is_import: true, encoding, ..Self::include() }
    }

    /// What stands behind a filter has all rights of a page that answers a request.
    pub(super) fn rest() -> Self {
        IncludeReturn { is_rest: true, ..Self::include() }
    }

    pub(super) fn undo(&self, exchange: &Exchange) {
        if self.is_rest {
            return;
        }
        if let Some(params) = &self.params {
            exchange.set_params(params.clone());
        }
        for (name, value) in &self.attributes {
            exchange.attributes.set(*name, value.clone().unwrap_or_default());
        }
        if !exchange.response.is_committed() {
            exchange.response.head().status = self.status;
        }
    }

    /// The included page is done.
    pub(super) fn ended(&mut self, exchange: &Exchange) {
        self.ended_with = exchange.response.head().status;
        self.undo(exchange);
    }

    /// An import of what has no status of success fails (Jakarta Tags 3.1, 7.4).
    pub(super) fn check(&self) -> Result<()> {
        if self.is_import && self.ended_with != self.status && !(200..300).contains(&self.ended_with) {
            return Err(tag_error(format!("{} {}", self.ended_with, self.path)));
        }
        Ok(())
    }

    /// What the including page sees of a failure of the included one.
    pub(super) fn failed(&self, error: Error) -> Error {
        if self.is_import { import_failed(error) } else { error }
    }
}

impl Waiting {
    /// Waits for the page that answers the request.
    pub(super) fn root(application: Arc<Application>, path: &str) -> Self {
        let path = Str::from(path);
        let then = Some(Then::Root { path: path.clone() });
        Waiting { future: Box::pin(async move { application.page(&path).await.map(Found::Page) }), then }
    }

    /// Waits for a loop's items, and says so when it has waited that long.
    pub(super) fn items(mut items: Box<dyn AsyncItems>, patience: Option<Duration>, number: u32) -> Self {
        let future: Finding = Box::pin(async move {
            let more = poll_fn(|cx| items.poll_more(cx));
            let more = match patience {
                Some(patience) => tokio::time::timeout(patience, more).await.ok(),
                None => Some(more.await),
            };
            Ok(Found::Items(items, more.transpose()?))
        });
        Waiting { future, then: Some(Then::Round(number)) }
    }

    /// Waits for what a script waits for.
    pub(super) fn script(wait: Wait) -> Self {
        let future: Finding = Box::pin(async move {
            wait.await;
            Ok(Found::Nothing)
        });
        Waiting { future, then: Some(Then::GoOn) }
    }

    pub(super) fn target(exchange: &Arc<Exchange>, target: Target, path: &str, then: Then) -> Self {
        let application = exchange.application().clone();
        let exchange = exchange.clone();
        let future: Finding = match target {
            Target::Page(page) => Box::pin(async move { application.page(&page).await.map(Found::Page) }),
            Target::Static(file) => {
                Box::pin(async move { application.static_text(&file).await.map(Found::Bytes) })
            }
            Target::Handler(handler) => Box::pin(async move {
                Ok(match handler.handle(exchange).await? {
                    Outcome::Forward(path) => Found::Forward(path),
                    Outcome::Body(bytes) => Found::Bytes(bytes),
                })
            }),
            Target::Missing => Box::pin(std::future::ready(Err(Error::not_found(path)))),
        };
        Waiting { future, then: Some(then) }
    }

    pub(super) fn poll(&mut self, cx: &mut Context<'_>, exchange: &Exchange) -> Poll<Result<Arrived>> {
        let Poll::Ready(found) = self.future.as_mut().poll(cx) else { return Poll::Pending };
        let then = self.then.take().expect("a future is ready once");
        Poll::Ready(match (found, then) {
            (Ok(found), then) => Ok(Arrived { found, then }),
            (Err(error), Then::Include { back }) => {
                back.undo(exchange);
                // The page that was asked for is there: what it includes is its own affair.
                let is_missing = error.origin() == Origin::NotFound && !back.is_rest;
                let error = if is_missing { error.with_origin(Origin::Page) } else { error };
                Err(back.failed(error))
            }
            (Err(error), _) => Err(error),
        })
    }
}
