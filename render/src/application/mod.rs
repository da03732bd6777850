//! A web application as the page engine sees it: its files, classes, tag libraries, configuration and compiled pages.

mod check;
mod config;
mod descriptors;
mod dispatch;
mod el_resolvers;
mod fetch;
mod libraries;
mod limits;
mod pages;
mod snapshot;
mod validation;

use std::sync::Arc;

use bytes::Bytes;
use indexmap::IndexMap;

pub use check::Checked;
pub use check::CheckedPage;
pub use config::PageConfig;
pub use config::PropertyGroup;
pub use dispatch::ByExtension;
pub use dispatch::Dispatcher;
pub use dispatch::Handler;
pub use dispatch::HandlerFuture;
pub use dispatch::Outcome;
pub use dispatch::Target;
pub use dispatch::is_page;
pub use fetch::Fetched;
pub use fetch::Fetcher;
pub use fetch::Fetching;
pub use limits::Limits;

use crate::Result;
use crate::context::Attributes;
use crate::context::Exchange;
use crate::el::ElResolver;
use crate::error::Error;
use crate::error::class;
use crate::l10n::BundleFiles;
use crate::machine::PageStream;
use crate::program::Unit;
use crate::registry::Registry;
use crate::resources::Resources;
use crate::script::ScriptClass;
use crate::script::ScriptEngine;
use crate::tags::info::LibraryInfo;
use crate::value::Str;
use crate::value::java::StaticClass;
use el_resolvers::ElResolvers;
use libraries::Libraries;
use pages::Pages;

/// A web application: everything that its pages share.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> vespid_render::Result<()> {
/// use std::sync::Arc;
/// use vespid_render::application::Application;
/// use vespid_render::context::Exchange;
/// use vespid_render::resources::MemoryResources;
/// use vespid_render::Value;
///
/// let files: MemoryResources = [("/hello.jsp", "<%@ page session=\"false\" %>Hello, ${name}!")].into_iter().collect();
/// let application = Application::builder(Arc::new(files)).build();
/// let exchange = Exchange::builder(application.clone()).attribute("name", Value::str("Ada")).build();
/// let body = application.render_to_string("/hello.jsp", exchange).await?;
/// assert_eq!(body, "Hello, Ada!");
/// # Ok(()) }
/// ```
pub struct Application {
    name: Str,
    context_path: Str,
    resources: Arc<dyn Resources>,
    registry: Registry,
    libraries: Libraries,
    bundles: BundleFiles,
    config: PageConfig,
    init_params: IndexMap<Str, Str>,
    attributes: Attributes,
    limits: Limits,
    dispatcher: Arc<dyn Dispatcher>,
    scripts: Option<Arc<dyn ScriptEngine>>,
    fetcher: Option<Arc<dyn Fetcher>>,
    development: bool,
    el_resolvers: ElResolvers,
    pages: Pages,
}

/// Makes an [`Application`].
pub struct ApplicationBuilder {
    application: Application,
    libraries: Vec<LibraryInfo>,
}

impl Application {
    /// An application over these files.
    pub fn builder(resources: Arc<dyn Resources>) -> ApplicationBuilder {
        ApplicationBuilder {
            application: Application {
                name: Str::new(),
                context_path: Str::new(),
                resources,
                registry: Registry::new(),
                libraries: Libraries::default(),
                bundles: BundleFiles::default(),
                config: PageConfig::default(),
                init_params: IndexMap::new(),
                attributes: Attributes::new(),
                limits: Limits::default(),
                dispatcher: Arc::new(ByExtension),
                scripts: None,
                fetcher: None,
                development: false,
                el_resolvers: ElResolvers::default(),
                pages: Pages::new(DEFAULT_CACHE_BYTES),
            },
            libraries: Vec::new(),
        }
    }

    /// `display-name`
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the application lies: empty for the root, else `/name`.
    pub fn context_path(&self) -> &Str {
        &self.context_path
    }

    /// The application's files.
    pub fn resources(&self) -> &Arc<dyn Resources> {
        &self.resources
    }

    /// Rust types under Java class names.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Adds a resolver for expressions (`JspApplicationContext.addELResolver`).
    ///
    /// # Errors
    /// `IllegalStateException`: expressions were compiled already, without it.
    pub fn add_el_resolver(&self, resolver: Arc<dyn ElResolver>) -> Result<()> {
        self.el_resolvers.add(resolver)
    }

    /// Resolvers of its own for expressions, in the order in which they are asked.
    pub(crate) fn el_resolvers(&self) -> &[Arc<dyn ElResolver>] {
        self.el_resolvers.settled()
    }

    /// Context parameters.
    pub fn init_params(&self) -> &IndexMap<Str, Str> {
        &self.init_params
    }

    /// A context parameter.
    pub fn init_param(&self, name: &str) -> Option<&Str> {
        self.init_params.get(name)
    }

    /// Application scope.
    pub fn attributes(&self) -> &Attributes {
        &self.attributes
    }

    /// What one request may use up.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Where include, forward and import lead.
    pub fn dispatcher(&self) -> &Arc<dyn Dispatcher> {
        &self.dispatcher
    }

    /// What gets absolute URLs, if pages may have any.
    pub fn fetcher(&self) -> Option<&Arc<dyn Fetcher>> {
        self.fetcher.as_ref()
    }

    /// Whether pages are checked for changes at each request, and diagnostics may be shown to the client.
    pub fn is_development(&self) -> bool {
        self.development
    }

    /// What runs the scripting elements of pages, if anything does.
    pub fn script_engine(&self) -> Option<&Arc<dyn ScriptEngine>> {
        self.scripts.as_ref()
    }

    /// The class of that full name among the application's own sources, if there is one and something to run it. Blocks.
    pub fn class(&self, name: &str) -> Option<Arc<dyn ScriptClass>> {
        self.scripts.as_ref()?.class(self, name)
    }

    /// As [`class`](Self::class), without blocking.
    ///
    /// # Errors
    /// Looking for it was broken off.
    pub async fn find_class(self: &Arc<Self>, name: &str) -> Result<Option<Arc<dyn ScriptClass>>> {
        let application = Arc::clone(self);
        let name = Str::from(name);
        tokio::task::spawn_blocking(move || application.class(&name))
            .await
            .map_err(|error| Error::new(class::IO, format!("looking for a class was broken off: {error}")))
    }

    /// What expressions can reach of a class without an object of it: of one of Java's, a registered one, or one of the
    /// application's sources. Blocks.
    pub(crate) fn static_class(&self, name: &str) -> Option<Arc<StaticClass>> {
        StaticClass::find(name, &self.registry)
            .or_else(|| self.class(name).map(|class| Arc::new(StaticClass::of_source(class))))
    }

    /// The version of the application's classes. Blocks.
    fn classes_version(&self) -> Option<u64> {
        Some(self.scripts.as_ref()?.classes_version(self))
    }

    pub(crate) fn config(&self) -> &PageConfig {
        &self.config
    }

    /// The tag library of that URI, of those that need no descriptor.
    pub(crate) fn library(&self, uri: &str) -> Option<Arc<LibraryInfo>> {
        self.libraries.built_in(uri)
    }

    /// Looks which bundles are classes of the application's sources. Blocks.
    fn refresh_bundle_classes(&self) {
        if let (Some(scripts), Some(version)) = (&self.scripts, self.classes_version()) {
            self.bundles.refresh_classes(version, || scripts.bundle_classes(self));
        }
    }

    /// The files of resource bundles.
    pub(crate) fn bundles(&self) -> &BundleFiles {
        &self.bundles
    }

    fn libraries(&self) -> &Libraries {
        &self.libraries
    }

    /// Answers an exchange with the page at a context-relative path. Nothing runs before the stream is polled.
    pub fn render(self: &Arc<Self>, path: &str, exchange: Arc<Exchange>) -> PageStream {
        PageStream::new(exchange, path)
    }

    /// Renders a page whole.
    ///
    /// # Errors
    /// What the page fails with; an `IOException` if the page's charset is not UTF-8 and its text is not either.
    pub async fn render_to_string(self: &Arc<Self>, path: &str, exchange: Arc<Exchange>) -> Result<String> {
        use futures::TryStreamExt;
        let chunks: Vec<Bytes> = self.render(path, exchange).try_collect().await?;
        String::from_utf8(chunks.concat()).map_err(|_| Error::new(class::IO, "the page's text is not UTF-8"))
    }

    /// The compiled page of that path; compiled at most once for any number of requests that wait for it.
    ///
    /// # Errors
    /// [`Error::diagnostics`] tells what is wrong with a page that does not compile; a missing page has the origin
    /// [`NotFound`](crate::error::Origin::NotFound).
    pub async fn page(self: &Arc<Self>, path: &str) -> Result<Arc<Unit>> {
        self.pages.page(self, path).await
    }

    /// Looks at every page again at its next request: for production, where nothing is checked otherwise. A page whose
    /// new version does not compile stays as it is.
    pub fn reload(&self) {
        self.libraries.forget();
        if let Some(scripts) = &self.scripts {
            scripts.reload();
        }
        self.pages.reload();
    }

    /// A file's text, to be written into a page as it is.
    pub(crate) async fn static_text(self: &Arc<Self>, path: &str) -> Result<Bytes> {
        self.resource(path).await?.ok_or_else(|| Error::not_found(path))
    }

    /// The bytes of a file of the application; `None`: there is none at that path.
    ///
    /// # Errors
    /// `IOException`: it can't be read.
    pub async fn resource(self: &Arc<Self>, path: &str) -> Result<Option<Bytes>> {
        self.with_resources(path, Resources::read).await
    }

    /// What lies right in a folder of the application, by name; folders end in `/`. `None`: there is no such folder.
    ///
    /// # Errors
    /// `IOException`: it can't be read.
    pub async fn resource_names(self: &Arc<Self>, folder: &str) -> Result<Option<Vec<Str>>> {
        self.with_resources(folder, Resources::list).await
    }

    /// Asks the files for something, where that may block.
    async fn with_resources<T: Send + 'static>(
        self: &Arc<Self>,
        path: &str,
        ask: impl FnOnce(&dyn Resources, &str) -> std::io::Result<T> + Send + 'static,
    ) -> Result<T> {
        let application = Arc::clone(self);
        let name = Str::from(path);
        let asked = tokio::task::spawn_blocking(move || ask(application.resources.as_ref(), &name)).await;
        match asked {
            Ok(Ok(found)) => Ok(found),
            Ok(Err(error)) => Err(Error::new(class::IO, format!("{path} can't be read: {error}"))),
            Err(error) => Err(Error::new(class::IO, format!("reading {path} was broken off: {error}"))),
        }
    }
}

/// What compiled pages may take in memory, roughly.
const DEFAULT_CACHE_BYTES: u64 = 256 << 20;

impl ApplicationBuilder {
    /// `display-name`
    #[must_use]
    pub fn name(mut self, name: impl Into<Str>) -> Self {
        self.application.name = name.into();
        self
    }

    /// Where the application lies: empty for the root, else `/name`.
    #[must_use]
    pub fn context_path(mut self, path: impl Into<Str>) -> Self {
        self.application.context_path = path.into();
        self
    }

    /// Rust types under Java class names.
    #[must_use]
    pub fn registry(mut self, registry: Registry) -> Self {
        self.application.registry = registry;
        self
    }

    /// A tag library that a Rust crate brings along; its handlers are in the registry.
    #[must_use]
    pub fn library(mut self, library: LibraryInfo) -> Self {
        self.libraries.push(library);
        self
    }

    /// A context parameter.
    #[must_use]
    pub fn init_param(mut self, name: impl Into<Str>, value: impl Into<Str>) -> Self {
        self.application.init_params.insert(name.into(), value.into());
        self
    }

    /// The deployment descriptor's `jsp-config`.
    #[must_use]
    pub fn page_config(mut self, config: PageConfig) -> Self {
        self.application.config = config;
        self
    }

    /// Adds a resolver for expressions (`JspApplicationContext.addELResolver`); those added first are asked first.
    #[must_use]
    pub fn el_resolver(self, resolver: impl ElResolver) -> Self {
        let known = self.application.el_resolvers.add(Arc::new(resolver));
        debug_assert!(known.is_ok(), "nothing was compiled before the application is built");
        self
    }

    /// What one request may use up.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.application.limits = limits;
        self
    }

    /// Where include, forward and import lead.
    #[must_use]
    pub fn dispatcher(mut self, dispatcher: Arc<dyn Dispatcher>) -> Self {
        self.application.dispatcher = dispatcher;
        self
    }

    /// What runs the scripting elements of pages; without it they are errors.
    #[must_use]
    pub fn script_engine(mut self, engine: Arc<dyn ScriptEngine>) -> Self {
        self.application.scripts = Some(engine);
        self
    }

    /// What gets absolute URLs for `c:import`; without it there are none.
    #[must_use]
    pub fn fetcher(mut self, fetcher: Arc<dyn Fetcher>) -> Self {
        self.application.fetcher = Some(fetcher);
        self
    }

    /// Whether pages are checked for changes at each request, and diagnostics may be shown to the client.
    #[must_use]
    pub fn development(mut self, development: bool) -> Self {
        self.application.development = development;
        self
    }

    /// How many bytes compiled pages may take, roughly; those used least go first.
    #[must_use]
    pub fn cache_bytes(mut self, bytes: u64) -> Self {
        self.application.pages = Pages::new(bytes);
        self
    }

    /// The application.
    pub fn build(mut self) -> Arc<Application> {
        self.application.libraries = Libraries::new(self.libraries, self.application.development);
        Arc::new(self.application)
    }
}

/// Whether a URL has a scheme (`https:`), so that it leads out of the application (Jakarta Tags 3.1, 7.1).
pub fn is_absolute_url(url: &str) -> bool {
    let Some((scheme, _)) = url.split_once(':') else { return false };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}
