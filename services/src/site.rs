//! Several applications under their context paths.

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;

use futures::FutureExt;
use http::Request;
use http::Response;
use http::StatusCode;
use tracing::Instrument;
use vespid_render::diagnostic::Diagnostic;

use crate::WebApp;
use crate::health::Health;
use crate::http::AccessLog;
use crate::http::Body;
use crate::http::Entry;
use crate::http::PageResponse;
use crate::http::Peer;
use crate::http::Refusal;
use crate::http::RequestLimits;
use crate::http::head_only;
use crate::http::redirect;
use crate::webapp::refused;

/// Applications under their context paths, as one service.
pub struct Site {
    /// Longest context path first.
    applications: Vec<Arc<WebApp>>,
    limits: RequestLimits,
    access_log: AccessLog,
    development: bool,
    health: Health,
}

/// Makes a [`Site`].
pub struct SiteBuilder {
    site: Site,
    foreign_imports: bool,
}

impl Site {
    /// A site without applications.
    pub fn builder() -> SiteBuilder {
        SiteBuilder {
            site: Site {
                applications: Vec::new(),
                limits: RequestLimits::default(),
                access_log: AccessLog::Off,
                development: false,
                health: Health::default(),
            },
            foreign_imports: false,
        }
    }

    /// A site of one application.
    pub fn of(application: Arc<WebApp>) -> Arc<Self> {
        Site::builder().application(application).build()
    }

    /// The applications, longest context path first.
    pub fn applications(&self) -> &[Arc<WebApp>] {
        &self.applications
    }

    /// Looks at all pages again at their next request: for production, where nothing is checked otherwise.
    pub fn reload(&self) {
        for application in &self.applications {
            application.application().reload();
        }
    }

    /// Compiles the pages that descriptors want to be ready before the first request.
    pub async fn warm_up(&self) {
        for application in &self.applications {
            application.warm_up().await;
        }
    }

    /// Compiles every page of every application; by context path. Blocks: call it off the reactor.
    pub fn check(&self) -> Vec<(String, Vec<Diagnostic>)> {
        self.applications.iter().map(|it| (it.context_path().to_owned(), it.check())).collect()
    }

    /// Answers a request. The [`Peer`] is taken from its extensions.
    ///
    /// # Cancel safety
    /// Dropping the future or the response's body drops the page and what it waits for.
    pub async fn serve<B>(&self, request: Request<B>) -> Response<Body>
    where
        B: http_body::Body,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let peer = request.extensions().get().copied().unwrap_or(Peer::UNKNOWN);
        let entry = Entry::new(self.access_log, request.method(), request.uri(), request.version(), peer);
        let span = tracing::info_span!("request", method = %request.method(), path = request.uri().path());
        let method = request.method().clone();
        // A panic is a defect of ours, or of a handler's. It ends its request, not those behind it on the connection.
        // By reference: what waits here is large, and would be copied into each layer around it.
        let answer = pin!(self.answer(request));
        let answering = AssertUnwindSafe(answer.instrument(span.clone())).catch_unwind();
        let answered = answering.await.unwrap_or_else(|_| {
            tracing::error!(parent: &span, "answering the request panicked");
            refused(&Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "answering panicked"), self.development)
        });
        let response = head_only(&method, answered);
        let status = response.status();
        response.map(|body| Body::new(body, span, move |outcome| entry.ended(status, &outcome)))
    }

    async fn answer<B>(&self, request: Request<B>) -> PageResponse
    where
        B: http_body::Body,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let (parts, body) = request.into_parts();
        match self.route(parts, body).await {
            Ok(response) => response,
            Err(refusal) => refused(&refusal, self.development),
        }
    }

    async fn route<B>(&self, parts: http::request::Parts, body: B) -> Result<PageResponse, Refusal>
    where
        B: http_body::Body,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let mut request = crate::http::Request::new(parts, self.limits)?;
        let path = request.target.path.as_str();
        if let Some(told) = self.health.answer(&request.method, path, &self.applications).await {
            return told;
        }
        let Some((application, path)) = self.find(&request.target.path) else {
            let reason = format!("there is no application at {}", request.target.path);
            return Err(Refusal::new(StatusCode::NOT_FOUND, reason));
        };
        let application = application.clone();
        if path.is_empty() {
            // Relative links of the application's pages start from its folder.
            return Ok(redirect(&request.target.with_slash()));
        }
        let path = path.to_owned();
        request.read_form(body).await?;
        Ok(application.serve(request, &path).await)
    }

    /// The application for a path, and the path within it.
    fn find<'p>(&self, path: &'p str) -> Option<(&Arc<WebApp>, &'p str)> {
        self.applications.iter().find_map(|application| {
            let rest = path.strip_prefix(application.context_path())?;
            (rest.is_empty() || rest.starts_with('/')).then_some((application, rest))
        })
    }
}

impl SiteBuilder {
    /// Adds an application under its context path, in place of one of the same path.
    #[must_use]
    pub fn application(mut self, application: Arc<WebApp>) -> Self {
        self.site.development |= application.is_development();
        self.site.applications.retain(|known| known.context_path() != application.context_path());
        self.site.applications.push(application);
        self
    }

    /// How many bytes a form may have. 2 MiB if not set.
    #[must_use]
    pub fn max_form_bytes(mut self, bytes: usize) -> Self {
        self.site.limits.max_form_bytes = bytes;
        self
    }

    /// How many parameters query and form may have together. 1000 if not set.
    #[must_use]
    pub fn max_params(mut self, count: usize) -> Self {
        self.site.limits.max_params = count;
        self
    }

    /// A path that is answered with 200 as long as the server lives. It hides what an application has there.
    #[must_use]
    pub fn live_path(mut self, path: &str) -> Self {
        self.site.health.live = Some(path.to_owned());
        self
    }

    /// A path that is answered with 200 where all data sources with names answer, else with 503. It hides what an
    /// application has there.
    #[must_use]
    pub fn ready_path(mut self, path: &str) -> Self {
        self.site.health.ready = Some(path.to_owned());
        self
    }

    /// Whether each request gets a line in the log.
    #[must_use]
    pub fn access_log(mut self, log: AccessLog) -> Self {
        self.site.access_log = log;
        self
    }

    /// Whether pages may import resources of the site's other applications (`c:import context`), which sees their
    /// request. They may not if nothing is said here.
    #[must_use]
    pub fn foreign_imports(mut self, allowed: bool) -> Self {
        self.foreign_imports = allowed;
        self
    }

    /// The site.
    pub fn build(mut self) -> Arc<Site> {
        self.site.applications.sort_by_key(|it| std::cmp::Reverse(it.context_path().len()));
        if self.foreign_imports {
            for application in &self.site.applications {
                application.set_neighbours(self.site.applications.iter().map(Arc::downgrade).collect());
            }
        }
        Arc::new(self.site)
    }
}
