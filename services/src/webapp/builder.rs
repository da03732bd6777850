//! Putting an application together.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use vespid_render::Value;
use vespid_render::application::Application;
use vespid_render::application::Handler;
use vespid_render::application::Limits;
use vespid_render::diagnostic::Diagnostic;
use vespid_render::registry::Registry;
use vespid_render::resources::Resources as _;
use vespid_render::tags::info::LibraryInfo;
use vespid_render::value::Str;
use vespid_sql_tags::DataSource;
use vespid_sql_tags::DataSources;

use super::Files;
use super::PatternError;
use super::Routes;
use super::Startup;
use super::UrlPattern;
use super::WebApp;
use super::WebXml;
use super::filters::Filters;
use super::jars::WithArchives;
use super::java_servlets::WithServlets;
use super::routes::Action;
use super::sessions::memory_sessions;
use super::web_xml::JspFile;
use super::web_xml::Servlet;
use super::web_xml::ServletClass;
use crate::http::Imports;

/// What containers take for welcome files without being told.
const WELCOME_FILES: [&str; 3] = ["index.html", "index.htm", "index.jsp"];

/// Time without a request after which a session ends, where `web.xml` does not say.
const SESSION_TIMEOUT: Duration = Duration::from_secs(30 * 60);

/// Makes a [`WebApp`].
pub struct WebAppBuilder {
    files: Arc<dyn Files>,
    name: Option<Str>,
    context_path: Str,
    development: bool,
    registry: Registry,
    libraries: Vec<LibraryInfo>,
    limits: Limits,
    init_params: Vec<(Str, Str)>,
    attributes: Vec<(Str, Value)>,
    data_sources: Option<DataSources>,
    session_timeout: Duration,
    scripting: bool,
    imports: Option<Arc<Imports>>,
    handlers: Vec<(Result<UrlPattern, PatternError>, Arc<dyn Handler>)>,
    servlets: Vec<(Str, Arc<dyn Handler>)>,
}

/// Why an application can't be served.
#[derive(Debug)]
#[non_exhaustive]
pub enum WebAppError {
    /// `web.xml` can't be read.
    Io(io::Error),
    /// `web.xml` has errors; there may be warnings among them.
    Descriptor(Vec<Diagnostic>),
    /// A handler was given for something that is no URL pattern.
    Pattern(PatternError),
}

impl fmt::Display for WebAppError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WebAppError::Io(error) => write!(f, "{} can't be read: {error}", WebXml::PATH),
            WebAppError::Descriptor(diagnostics) => {
                let mut reports =
                    diagnostics.iter().filter(|it| it.is_error()).map(|it| it.report().to_text());
                f.write_str(&reports.next().unwrap_or_default())?;
                reports.try_for_each(|report| write!(f, "\n{report}"))
            }
            WebAppError::Pattern(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WebAppError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            WebAppError::Io(error) => Some(error),
            WebAppError::Descriptor(_) | WebAppError::Pattern(_) => None,
        }
    }
}

impl WebAppBuilder {
    pub(super) fn new(files: Arc<dyn Files>) -> Self {
        WebAppBuilder {
            files,
            name: None,
            context_path: Str::new(),
            development: false,
            registry: Registry::new(),
            libraries: Vec::new(),
            limits: Limits::default(),
            init_params: Vec::new(),
            attributes: Vec::new(),
            data_sources: None,
            session_timeout: SESSION_TIMEOUT,
            scripting: true,
            imports: None,
            handlers: Vec::new(),
            servlets: Vec::new(),
        }
    }

    /// The name shown to people; else `display-name`.
    #[must_use]
    pub fn name(mut self, name: impl Into<Str>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Where it lies: empty (or `/`) for the root, else `/name`.
    #[must_use]
    pub fn context_path(mut self, path: &str) -> Self {
        self.context_path = path.trim_end_matches('/').into();
        self
    }

    /// Whether edits show at once and error pages tell the client what is wrong.
    #[must_use]
    pub fn development(mut self, development: bool) -> Self {
        self.development = development;
        self
    }

    /// Rust types under Java class names.
    #[must_use]
    pub fn registry(mut self, registry: Registry) -> Self {
        self.registry = registry;
        self
    }

    /// A tag library that a Rust crate brings along.
    #[must_use]
    pub fn library(mut self, library: LibraryInfo) -> Self {
        self.libraries.push(library);
        self
    }

    /// What one request may use up.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// A context parameter; it wins over one of the same name in `web.xml`.
    #[must_use]
    pub fn init_param(mut self, name: impl Into<Str>, value: impl Into<Str>) -> Self {
        self.init_params.push((name.into(), value.into()));
        self
    }

    /// The databases that pages find by name, and whether they may open others by URL, which they may if nothing is
    /// said here. The SQL tags themselves are always there.
    #[must_use]
    pub fn data_sources(mut self, sources: DataSources) -> Self {
        self.data_sources = Some(sources);
        self
    }

    /// An attribute of application scope.
    #[must_use]
    pub fn attribute(mut self, name: impl Into<Str>, value: Value) -> Self {
        self.attributes.push((name.into(), value));
        self
    }

    /// Time without a request after which a session ends, where `web.xml` does not say; zero: never. 30 minutes if not
    /// set.
    #[must_use]
    pub fn session_timeout(mut self, timeout: Duration) -> Self {
        self.session_timeout = timeout;
        self
    }

    /// Whether Java in pages is run, which it is if nothing is said here; without it pages that have any do not compile.
    /// A build without the feature `java` has nothing to run it.
    #[must_use]
    pub fn scripting(mut self, scripting: bool) -> Self {
        self.scripting = scripting;
        self
    }

    /// What `c:import` may get from other hosts; without it, nothing.
    #[must_use]
    pub fn imports(mut self, imports: Arc<Imports>) -> Self {
        self.imports = Some(imports);
        self
    }

    /// Code behind a URL pattern (`/cart`, `/api/*`, `*.do`). It gets the exchange, puts what a page is to show into its
    /// attributes, and decides.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use vespid_render::{Value, application::Outcome, context::Exchange, resources::MemoryResources};
    /// # use vespid_services::WebApp;
    /// let files: MemoryResources = [("/WEB-INF/hello.jsp", "Hello, ${name}!")].into_iter().collect();
    /// let app = WebApp::builder(Arc::new(files)).handler("/hello", async |exchange: Arc<Exchange>| {
    ///     exchange.attributes.set("name", exchange.param("name").map_or(Value::str("you"), Value::Str));
    ///     Ok(Outcome::Forward("/WEB-INF/hello.jsp".into()))
    /// });
    /// # app.build().unwrap();
    /// ```
    #[must_use]
    pub fn handler(mut self, pattern: &str, handler: impl Handler) -> Self {
        self.handlers.push((pattern.parse(), Arc::new(handler)));
        self
    }

    /// Code in place of the Java class of a `<servlet-class>`: `web.xml` keeps saying which paths lead there.
    #[must_use]
    pub fn servlet(mut self, class: impl Into<Str>, handler: impl Handler) -> Self {
        self.servlets.push((class.into(), Arc::new(handler)));
        self
    }

    /// Reads `WEB-INF/web.xml` and puts the application together. Blocks for as long as reading that file takes.
    ///
    /// # Errors
    /// The descriptor can't be read or has errors, or a handler's pattern is none.
    pub fn build(self) -> Result<Arc<WebApp>, WebAppError> {
        let files = Arc::new(WithServlets::new(Arc::new(WithArchives::new(self.files))));
        let (mut web_xml, mut diagnostics) = match files.read(WebXml::PATH).map_err(WebAppError::Io)? {
            Some(bytes) => WebXml::parse(&bytes),
            None => (WebXml::default(), Vec::new()),
        };
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Err(WebAppError::Descriptor(diagnostics));
        }
        let runs_java = cfg!(feature = "java") && self.scripting;
        #[cfg(feature = "java")]
        if runs_java {
            super::annotations::add(&*files, &mut web_xml, &mut diagnostics);
        }
        let mut handlers = Vec::with_capacity(self.handlers.len());
        for (pattern, handler) in self.handlers {
            handlers.push((pattern.map_err(WebAppError::Pattern)?, handler));
        }
        let servlets = self.servlets;
        let find = |servlet: &ServletClass| {
            if let Some((_, handler)) = servlets.iter().find(|(known, _)| *known == servlet.class) {
                return Action::Handler(handler.clone());
            }
            if runs_java && files.has_source(&servlet.class) {
                return Action::Servlet(JspFile { path: files.add(servlet), config: servlet.config.clone() });
            }
            Action::Missing
        };
        // What stands for each servlet is found once, since that looks for files.
        let mut found: HashMap<(Str, Str), Action> = HashMap::new();
        let key = |servlet: &ServletClass| (servlet.class.clone(), servlet.config.name.clone());
        let mapped = web_xml.mappings.iter().map(|mapping| &mapping.servlet);
        for servlet in mapped.chain(web_xml.load_on_startup.iter().map(|(_, servlet)| servlet)) {
            if let Servlet::Class(servlet) = servlet {
                found.entry(key(servlet)).or_insert_with(|| find(servlet));
            }
        }
        let by_class = |servlet: &ServletClass| found.get(&key(servlet)).cloned().unwrap_or(Action::Missing);
        for mapping in &web_xml.mappings {
            if let Servlet::Class(servlet) = &mapping.servlet
                && matches!(by_class(servlet), Action::Missing)
            {
                let class = &servlet.class;
                let message = format!("nothing is there for the servlet class {class}");
                let hint = format!(
                    "put its source into /WEB-INF/classes, or register a handler: .servlet(\"{class}\", handler)"
                );
                let place = mapping.place.clone();
                diagnostics.push(Diagnostic::warning("web-xml/no-handler", message, place).with_hint(hint));
            }
        }
        let routes = Arc::new(Routes::new(handlers, &web_xml, by_class));
        let on_startup = web_xml.load_on_startup.iter().filter_map(|(_, servlet)| match servlet {
            Servlet::JspFile(file) => Some(Startup::Compile(file.path.clone())),
            Servlet::Class(servlet) if matches!(by_class(servlet), Action::Servlet(_)) => {
                Some(Startup::Run(files.add_start(servlet)))
            }
            _ => None,
        });
        let on_startup = on_startup.collect();
        let java_servlets = files.servlets();
        let filters = Filters::new(files.clone(), &web_xml, runs_java, &mut diagnostics);

        let mut registry = self.registry;
        vespid_sql_tags::register(&mut registry);
        let mut builder = Application::builder(files.clone())
            .name(self.name.or_else(|| web_xml.display_name.clone()).unwrap_or_default())
            .context_path(self.context_path)
            .registry(registry)
            .limits(self.limits)
            .page_config(web_xml.page_config.clone())
            .dispatcher(routes.clone())
            .development(self.development);
        #[cfg(feature = "java")]
        if self.scripting {
            builder = builder.script_engine(Arc::new(vespid_java::Java::new()));
        }
        for (name, value) in web_xml.context_params.iter().cloned().chain(self.init_params) {
            builder = builder.init_param(name, value);
        }
        for library in vespid_sql_tags::libraries().into_iter().chain(self.libraries) {
            builder = builder.library(library);
        }
        let welcome_files =
            web_xml.welcome_files.clone().unwrap_or_else(|| WELCOME_FILES.map(Str::from).to_vec());
        let sessions = memory_sessions(web_xml.session_timeout.unwrap_or(self.session_timeout));
        if let Some(imports) = self.imports {
            builder = builder.fetcher(imports);
        }
        let application = builder.build();
        let sources = self.data_sources.unwrap_or_default();
        add_data_sources(&sources, &web_xml, &mut diagnostics);
        sources.install(&application);
        for (name, value) in self.attributes {
            application.attributes().set(name, value);
        }
        Ok(Arc::new(WebApp {
            application,
            files,
            routes,
            filters,
            java_servlets,
            web_xml,
            welcome_files,
            sessions,
            listeners: tokio::sync::OnceCell::new(),
            on_startup,
            warnings: diagnostics,
        }))
    }
}

/// Adds the descriptor's data sources, where the server's configuration has none of these names, and lets its references
/// lead to them.
fn add_data_sources(sources: &DataSources, web_xml: &WebXml, diagnostics: &mut Vec<Diagnostic>) {
    for source in web_xml.data_sources.iter().filter(|source| sources.by_name(&source.name).is_none()) {
        let (user, password) = (source.user.as_deref(), source.password.as_deref());
        match DataSource::connect(&source.url, user, password, source.options.clone()) {
            Ok(connected) => sources.add(&source.name, connected),
            Err(error) => {
                let message = format!("the data source '{}' can't be used: {error}", source.name);
                let problem = Diagnostic::warning("web-xml/data-source", message, source.place.clone());
                diagnostics.push(problem.with_hint_if(error.hint()));
            }
        }
    }
    for wanted in &web_xml.data_source_refs {
        match wanted.target.as_deref().and_then(|target| sources.by_name(target)) {
            _ if sources.by_name(&wanted.name).is_some() => {}
            Some(source) => sources.add(&wanted.name, source),
            None => {
                let message = format!("there is no data source named '{}'", wanted.name);
                let hint = format!("give the server's configuration one: [data_sources.\"{}\"]", wanted.name);
                let problem = Diagnostic::warning("web-xml/data-source", message, wanted.place.clone());
                diagnostics.push(problem.with_hint(hint));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use vespid_render::resources::MemoryResources;

    use super::*;

    #[test]
    fn names_of_the_descriptor_lead_to_data_sources() {
        let descriptor = "<web-app version='6.0'>
            <data-source><name>java:app/jdbc/own</name><url>sqlite::memory:</url></data-source>
            <data-source><name>jdbc/odd</name><url>oracle:x</url></data-source>
            <resource-ref><res-ref-name>jdbc/main</res-ref-name><lookup-name>java:app/jdbc/own</lookup-name></resource-ref>
            <resource-ref><res-ref-name>jdbc/given</res-ref-name></resource-ref>
            <resource-ref><res-ref-name>jdbc/none</res-ref-name></resource-ref></web-app>";
        let files: MemoryResources = [(WebXml::PATH, descriptor)].into_iter().collect();
        let sources = DataSources::new();
        let given =
            DataSource::connect("sqlite::memory:", None, None, vespid_sql_tags::DataSourceOptions::default())
                .unwrap();
        sources.add("jdbc/given", given);
        let app = WebApp::builder(Arc::new(files)).data_sources(sources).build().unwrap();
        let found = |name: &str| {
            DataSources::with(app.application(), |sources| sources.by_name(name)).map(Value::new)
        };
        assert!(found("java:comp/env/jdbc/main").is_some() && found("jdbc/given").is_some());
        assert_eq!(found("jdbc/main"), found("java:app/jdbc/own"));
        let warnings: Vec<_> = app.warnings().iter().map(|warning| warning.message.as_str()).collect();
        assert_eq!(warnings.len(), 2, "{warnings:?}");
        assert!(warnings[0].contains("'oracle'") && warnings[1].contains("'jdbc/none'"), "{warnings:?}");
    }
}
