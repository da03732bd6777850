//! The deployment descriptor `WEB-INF/web.xml` (Servlet 6.1, chapter 14; Pages 4.0, 3.3).
//!
//! Read leniently where containers do: any version, any namespace, elements in any order. Every fault names its place;
//! what Vespid does not do, but an application may rely on (filters, security constraints), is a warning.

mod read;
mod session;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use vespid_render::application::PageConfig;
use vespid_render::context::ServletInfo;
use vespid_render::diagnostic::Diagnostic;
use vespid_render::source::Place;
use vespid_render::value::Str;
use vespid_sql_tags::DataSourceOptions;
use vespid_streams::Charset;

pub use session::CookieConfig;

use super::UrlPattern;

/// What `web.xml` says. `Default` is an application without one.
#[derive(Clone, Debug, Default)]
pub struct WebXml {
    /// `version` of the root element, or of the DTD: `6.1`.
    pub version: Option<Version>,
    /// `display-name`
    pub display_name: Option<Str>,
    /// Context initialisation parameters in order.
    pub context_params: Vec<(Str, Str)>,
    /// Classes of listeners in order.
    pub listeners: Vec<JavaClass>,
    /// `welcome-file` in order; `None`: no list is given, so the server's own applies.
    pub welcome_files: Option<Vec<Str>>,
    /// Error pages in order.
    pub error_pages: Vec<ErrorPage>,
    /// MIME types by extension in lower case, without the dot.
    pub mime_types: HashMap<String, Str>,
    /// `session-timeout`: time without a request after which a session ends; zero: never.
    pub session_timeout: Option<Duration>,
    /// `cookie-config`
    pub cookie: CookieConfig,
    /// `request-character-encoding`
    pub request_charset: Option<Charset>,
    /// `metadata-complete`: what sources say of themselves by annotations does not count.
    pub metadata_complete: bool,
    /// Servlets by name.
    pub servlets: HashMap<Str, Servlet>,
    /// What servlet mappings map, in order.
    pub mappings: Vec<Mapping>,
    /// Servlets to be made ready before the first request, sorted by their `load-on-startup`.
    pub load_on_startup: Vec<(i32, Servlet)>,
    /// What URL patterns of property groups match is a page.
    pub page_patterns: Vec<UrlPattern>,
    /// `filter`s, those that something is mapped to, in order.
    pub filters: Vec<Filter>,
    /// What the filters are for, in order.
    pub filter_mappings: Vec<FilterMapping>,
    /// `jsp-config`
    pub page_config: PageConfig,
    /// `data-source`: databases that the application brings along.
    pub data_sources: Vec<DataSourceRef>,
    /// `resource-ref`s to databases: names that the application uses, and the server's names for them if said.
    pub data_source_refs: Vec<ResourceRef>,
}

/// A database of the descriptor.
#[derive(Clone, PartialEq, Eq)]
pub struct DataSourceRef {
    /// `java:app/jdbc/shop`
    pub name: Str,
    /// Its URL, also where `server-name` and `database-name` say it.
    pub url: Str,
    /// `user`
    pub user: Option<Str>,
    /// `password`
    pub password: Option<Str>,
    /// The options of its pool: `max-pool-size`, `login-timeout`, `max-statements`.
    pub options: DataSourceOptions,
    /// Where it is said.
    pub place: Place,
}

/// Never the password.
impl fmt::Debug for DataSourceRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DataSourceRef").field("name", &self.name).field("place", &self.place).finish()
    }
}

/// A reference to a database of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceRef {
    /// The name within the application: `jdbc/shop`.
    pub name: Str,
    /// `lookup-name` or `mapped-name`: the name that the server has for it.
    pub target: Option<Str>,
    /// Where it is said.
    pub place: Place,
}

/// A Java class that the descriptor names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaClass {
    /// Its full name.
    pub name: Str,
    /// Where it is said.
    pub place: Place,
}

/// Major and minor version of the Servlet specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u16, pub u16);

/// A page for an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorPage {
    /// Which errors.
    pub on: ErrorMatch,
    /// The page's context-relative path.
    pub location: Str,
}

/// Which errors an error page is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorMatch {
    /// A status.
    Status(u16),
    /// An exception of this Java class or one below it.
    Exception(Str),
    /// Any that no other error page is for.
    Any,
}

/// A URL pattern of a servlet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The pattern.
    pub pattern: UrlPattern,
    /// What it leads to.
    pub servlet: Servlet,
    /// Where it is said.
    pub place: Place,
}

/// A page that is a servlet of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JspFile {
    /// Its context-relative path.
    pub path: Str,
    /// Name and initialisation parameters.
    pub config: Arc<ServletInfo>,
}

/// A filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// The Java class.
    pub class: Str,
    /// Name and initialisation parameters.
    pub config: Arc<ServletInfo>,
    /// Where it is said.
    pub place: Place,
}

/// Which requests go through a filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterMapping {
    /// The filter's name.
    pub filter: Str,
    /// Which requests.
    pub on: FilterMatch,
}

/// Which requests a filter is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilterMatch {
    /// Those of a path.
    Path(UrlPattern),
    /// Those to the servlet of that name; `*`: to any.
    Servlet(Str),
}

/// What is said of a filter for other dispatchers than requests.
pub(super) fn sees_requests_only(filter: &str) -> String {
    format!("the filter '{filter}' sees requests only, not what is included or forwarded to")
}

/// A servlet that is a Java class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServletClass {
    /// The class's full name.
    pub class: Str,
    /// Name and initialisation parameters.
    pub config: Arc<ServletInfo>,
}

/// What a servlet is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Servlet {
    /// `jsp-file`: a page.
    JspFile(JspFile),
    /// `servlet-class`: a Java class, under whose name a handler may be registered.
    Class(ServletClass),
    /// The container's own for pages: the path is the page.
    Pages,
    /// The container's own for files.
    Files,
}

impl WebXml {
    /// Where the descriptor lies in an application.
    pub const PATH: &'static str = "/WEB-INF/web.xml";

    /// Reads a descriptor. What could be understood is there even when there are faults.
    pub fn parse(bytes: &[u8]) -> (Self, Vec<Diagnostic>) {
        read::read(bytes)
    }
}

#[cfg(test)]
mod tests;
