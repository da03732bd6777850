//! Web applications: files, deployment descriptor, routes, sessions, error pages.
//!
//! ```text
//! path ─▶ Routes ─▶ page ────▶ Application::render ─▶ head and body
//!            ├────▶ handler ─▶ forward to a page, or a body
//!            └────▶ file ────▶ Files::open, or the welcome file of a folder
//! ```

#[cfg(feature = "java")]
mod annotations;
mod builder;
mod dir;
mod error_page;
mod failure;
mod files;
mod filters;
mod foreign;
mod jars;
mod java_servlets;
mod listeners;
mod pattern;
mod routes;
mod serve;
mod sessions;
pub mod web_xml;

use std::sync::Arc;

use tokio::sync::OnceCell;

use vespid_render::application::Application;
use vespid_render::context::Exchange;
use vespid_render::context::MemorySessions;
use vespid_render::diagnostic::Diagnostic;
use vespid_render::value::Str;

pub use builder::WebAppBuilder;
pub use builder::WebAppError;
pub use dir::DirResources;
pub use files::Content;
pub use files::Files;
pub use files::Found;
pub use pattern::PatternError;
pub use pattern::UrlPattern;

pub(crate) use failure::refused;

use filters::Filters;
use listeners::Listeners;
use routes::Routes;
use web_xml::WebXml;

/// A web application, ready to answer requests.
pub struct WebApp {
    application: Arc<Application>,
    files: Arc<dyn Files>,
    routes: Arc<Routes>,
    filters: Filters,
    /// How many servlets there may be of the application's sources.
    java_servlets: usize,
    web_xml: WebXml,
    welcome_files: Vec<Str>,
    sessions: Arc<MemorySessions>,
    /// The application's listeners, once they have heard of its start.
    listeners: OnceCell<Arc<Listeners>>,
    /// What is to be ready before the first request.
    on_startup: Vec<Startup>,
    /// What is wrong with the descriptor, as long as it can be lived with.
    warnings: Vec<Diagnostic>,
}

/// What `load-on-startup` asks for.
enum Startup {
    /// A page is compiled.
    Compile(Str),
    /// A servlet is made, by this page.
    Run(Str),
}

impl WebApp {
    /// An application over these files. Its descriptor, if there is one, is read by [`WebAppBuilder::build`].
    pub fn builder(files: Arc<dyn Files>) -> WebAppBuilder {
        WebAppBuilder::new(files)
    }

    /// The application as the page engine sees it.
    pub fn application(&self) -> &Arc<Application> {
        &self.application
    }

    /// Where it lies: empty for the root, else `/name`.
    pub fn context_path(&self) -> &str {
        self.application.context_path()
    }

    /// Whether its error pages tell the client what is wrong.
    pub fn is_development(&self) -> bool {
        self.application.is_development()
    }

    /// What is wrong with `web.xml` and can be lived with.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Tells the application's listeners that it starts, unless they have heard, and makes ready what `web.xml` wants to
    /// be so before the first request (`load-on-startup`): pages are compiled, servlets made. What fails is logged, and
    /// tried again when it is asked for.
    pub async fn warm_up(&self) {
        self.start().await;
        for startup in &self.on_startup {
            let (page, done) = match startup {
                Startup::Compile(page) => (page, self.application.page(page).await.map(drop)),
                Startup::Run(page) => {
                    let exchange = Exchange::builder(self.application.clone()).build();
                    (page, self.application.render_to_string(page, exchange).await.map(drop))
                }
            };
            if let Err(error) = done {
                tracing::error!(%page, %error, "a servlet with load-on-startup can't be made ready");
            }
        }
    }

    /// Compiles every page and tag file, and tells what is wrong with them and with `web.xml`. Blocks: call it off the
    /// reactor.
    pub fn check(&self) -> Vec<Diagnostic> {
        let mut found = self.warnings.clone();
        found.extend(self.application.check());
        found
    }
}
