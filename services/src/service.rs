//! Applications as a `tower::Service`, for axum, hyper and whatever else speaks `http`.

use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Context;
use std::task::Poll;

use http::Request;
use http::Response;
use tower_service::Service;

use crate::Site;
use crate::WebApp;
use crate::http::Body;

/// An application, or several, as a service.
///
/// A request's path counts from the root: an application that is nested under a path of the outer router gets that
/// path as its context path, and the router must leave it in place. Cloning shares the applications.
///
/// ```
/// # use std::sync::Arc;
/// # use vespid_render::resources::MemoryResources;
/// # use vespid_services::{PageService, WebApp};
/// # let files: MemoryResources = [("/index.jsp", "Hello")].into_iter().collect();
/// let app = WebApp::builder(Arc::new(files)).build().unwrap();
/// let router: axum::Router = axum::Router::new().fallback_service(PageService::new(app));
/// ```
#[derive(Clone)]
pub struct PageService {
    site: Arc<Site>,
}

impl PageService {
    /// One application.
    pub fn new(application: Arc<WebApp>) -> Self {
        PageService { site: Site::of(application) }
    }
}

impl From<Arc<Site>> for PageService {
    fn from(site: Arc<Site>) -> Self {
        PageService { site }
    }
}

impl<B> Service<Request<B>> for PageService
where
    B: http_body::Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let site = self.site.clone();
        Box::pin(async move { Ok(site.serve(request).await) })
    }
}

impl fmt::Debug for PageService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageService").field("applications", &self.site.applications().len()).finish()
    }
}
