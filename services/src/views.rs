//! Pages as views of other Rust services: a model and a page in, a streaming response out.

use std::sync::Arc;

use http::Method;
use http::Response;
use http::Version;
use http::request::Parts;
use serde::Serialize;
use vespid_render::Error;
use vespid_render::Value;
use vespid_render::value::Str;
use vespid_render::value::ToValue;

use crate::WebApp;
use crate::http::AccessLog;
use crate::http::Body;
use crate::http::Entry;
use crate::http::PageResponse;
use crate::http::Peer;
use crate::http::Request;
use crate::http::RequestLimits;
use crate::http::head_only;
use crate::webapp::refused;

/// The pages of an application as views. Cloning shares the application.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// # use std::sync::Arc;
/// # use http_body_util::BodyExt;
/// # use vespid_render::resources::MemoryResources;
/// # use vespid_services::{Views, WebApp};
/// #[derive(serde::Serialize)]
/// struct Cart { owner: &'static str, items: Vec<&'static str> }
///
/// let files: MemoryResources = [("/cart.jsp", "${owner} has ${items.size()} items")].into_iter().collect();
/// let views = Views::new(WebApp::builder(Arc::new(files)).build().unwrap());
/// let cart = Cart { owner: "Ada", items: vec!["mug", "pen"] };
/// let response = views.page("/cart.jsp").model(&cart).respond().await;
/// let body = response.into_body().collect().await.unwrap().to_bytes();
/// assert_eq!(body, "Ada has 2 items");
/// # });
/// ```
#[derive(Clone)]
pub struct Views {
    application: Arc<WebApp>,
}

/// A page about to be answered with.
#[must_use = "a view does nothing until it responds"]
pub struct View {
    application: Arc<WebApp>,
    page: Str,
    attributes: Vec<(Str, Value)>,
    error: Option<Error>,
    parts: Parts,
}

impl Views {
    /// The pages of an application.
    pub fn new(application: Arc<WebApp>) -> Self {
        Views { application }
    }

    /// The page at a context-relative path, also under `WEB-INF`.
    pub fn page(&self, path: &str) -> View {
        let (mut parts, ()) = http::Request::new(()).into_parts();
        parts.method = Method::GET;
        // The oldest version, so that no Host header is missed.
        parts.version = Version::HTTP_10;
        View {
            application: self.application.clone(),
            page: if path.starts_with('/') { path.into() } else { format!("/{path}").into() },
            attributes: Vec::new(),
            error: None,
            parts,
        }
    }
}

impl View {
    /// The request that the page answers: its parameters, headers, cookies and session.
    pub fn request(mut self, parts: &Parts) -> Self {
        self.parts = parts.clone();
        self
    }

    /// The members of a model as request attributes. What can't be serialised, or has no members, is a failure of the
    /// page.
    pub fn model<T: Serialize + ?Sized>(mut self, model: &T) -> Self {
        match Value::from_serialize(model).and_then(|model| members(&model)) {
            Ok(members) => self.attributes.extend(members),
            Err(error) => self.error = Some(error),
        }
        self
    }

    /// A request attribute.
    pub fn attribute(mut self, name: impl Into<Str>, value: impl ToValue) -> Self {
        self.attributes.push((name.into(), value.to_value()));
        self
    }

    /// Runs the page up to its first chunk, which fixes the head; the rest comes as the body is read.
    ///
    /// A page that fails before that is answered by the application's error page, or by the server's own.
    ///
    /// # Cancel safety
    /// Dropping the future or the body drops the page.
    pub async fn respond(self) -> Response<Body> {
        let peer = self.parts.extensions.get().copied().unwrap_or(Peer::UNKNOWN);
        let entry = Entry::new(AccessLog::Off, &self.parts.method, &self.parts.uri, self.parts.version, peer);
        let method = self.parts.method.clone();
        let response = head_only(&method, self.run().await);
        let status = response.status();
        let span = tracing::Span::current();
        response.map(|body| Body::new(body, span, move |outcome| entry.ended(status, &outcome)))
    }

    async fn run(self) -> PageResponse {
        let request = match Request::new(self.parts, RequestLimits::default()) {
            Ok(request) => request,
            Err(refusal) => return refused(&refusal, self.application.is_development()),
        };
        self.application.view(request, &self.page, self.attributes, self.error).await
    }
}

/// The members of a model by name: what [`View::model`] makes attributes of.
///
/// # Errors
/// The model is neither a struct nor a map.
pub fn members(model: &Value) -> Result<Vec<(Str, Value)>, Error> {
    let Some(map) = model.as_object().and_then(|object| object.as_map()) else {
        return Err(Error::illegal_argument("the model is neither a struct nor a map")
            .with_hint("give it a name: .attribute(\"name\", value)"));
    };
    let entries = (0..map.len()).filter_map(|position| map.entry(position));
    Ok(entries.map(|(name, value)| (name.to_string().into(), value)).collect())
}
