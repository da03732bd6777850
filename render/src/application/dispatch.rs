//! Where include, forward and import lead.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;

use crate::Result;
use crate::context::Exchange;
use crate::value::Str;

/// Finds what answers a context-relative path: the host's routing, without filters of the outer request.
pub trait Dispatcher: Send + Sync + 'static {
    /// What answers `path` (normalised, starting with `/`, without a query).
    fn target(&self, path: &str) -> Target;

    /// What answers `path` of the host's application at `context` (empty for the root, else `/name`), for
    /// `c:import context`: a [`Target::Handler`], since the page knows nothing of that application. `None`: there is no
    /// such application, or it may not be reached.
    fn foreign(&self, context: &str, path: &str) -> Option<Target> {
        let _ = (context, path);
        None
    }
}

/// What answers a path.
pub enum Target {
    /// A page, by its context-relative source path.
    Page(Str),
    /// A file of the application, sent as it is.
    Static(Str),
    /// Code of the host.
    Handler(Arc<dyn Handler>),
    /// Nothing.
    Missing,
}

/// The future of a [`Handler`].
pub type HandlerFuture = Pin<Box<dyn Future<Output = Result<Outcome>> + Send>>;

/// Code of the host behind a path: what a servlet is to a Java container.
pub trait Handler: Send + Sync + 'static {
    /// Answers the exchange. Dropping the future cancels it.
    fn handle(&self, exchange: Arc<Exchange>) -> HandlerFuture;
}

impl<F, R> Handler for F
where
    F: Fn(Arc<Exchange>) -> R + Send + Sync + 'static,
    R: Future<Output = Result<Outcome>> + Send + 'static,
{
    fn handle(&self, exchange: Arc<Exchange>) -> HandlerFuture {
        Box::pin(self(exchange))
    }
}

/// What a [`Handler`] decides.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Goes on with another path of the application, such as the page that shows what the handler put into scopes.
    Forward(Str),
    /// A whole body; status, content type and headers are in the exchange's response.
    Body(Bytes),
}

/// Pages by their extension, everything else as it is: enough where there is no `web.xml`.
pub struct ByExtension;

impl Dispatcher for ByExtension {
    fn target(&self, path: &str) -> Target {
        if is_page(path) { Target::Page(path.into()) } else { Target::Static(path.into()) }
    }
}

/// Whether a path has the extension of a page (Pages 4.1, 1.1.6 and the default mappings of containers).
pub fn is_page(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| matches!(extension, "jsp" | "jspx" | "jspf" | "psp"))
}
