//! The data sources of one application: by name, as JNDI has them, and by what pages write.

use std::any::Any;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;

use vespid_render::application::Application;
use vespid_render::script::DATA_SOURCES;
use vespid_render::value::CallFuture;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Value;

use crate::error::ErrorKind;
use crate::error::Result;
use crate::error::SqlError;
use crate::source::DataSource;
use crate::source::DataSourceOptions;

/// Where names lie in JNDI, which pages leave out or write.
const JNDI_ROOTS: [&str; 5] = ["java:comp/env/", "java:comp/", "java:module/", "java:app/", "java:global/"];

/// A name without the place in JNDI before it.
fn plain(name: &str) -> &str {
    JNDI_ROOTS.iter().find_map(|root| name.strip_prefix(root)).unwrap_or(name)
}

/// How many data sources pages may open by URL: a URL made of a request's parameters must not open one per request.
const MAX_BY_URL: usize = 64;

/// The data sources of one application.
///
/// ```
/// # fn set_up(application: &vespid_render::application::Application) -> vespid_sql_tags::Result<()> {
/// use vespid_sql_tags::{DataSource, DataSourceOptions, DataSources};
///
/// let sources = DataSources::new();
/// sources.add("jdbc/shop", DataSource::connect("sqlite:shop.db", None, None, DataSourceOptions::default())?);
/// sources.install(application);
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct DataSources {
    named: Mutex<HashMap<String, DataSource>>,
    by_url: Mutex<HashMap<Login, DataSource>>,
    urls_allowed: bool,
    options: DataSourceOptions,
}

/// What pages open a data source by; it holds a password, so it never shows itself.
#[derive(PartialEq, Eq, Hash)]
struct Login {
    url: String,
    user: String,
    password: String,
}

impl std::fmt::Debug for Login {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Login")
    }
}

impl Default for DataSources {
    fn default() -> Self {
        Self::new()
    }
}

impl DataSources {
    /// None yet; pages may open data sources by URL.
    pub fn new() -> Self {
        DataSources {
            named: Mutex::default(),
            by_url: Mutex::default(),
            urls_allowed: true,
            options: DataSourceOptions::default(),
        }
    }

    /// Whether pages may open data sources by URL, or only use those with names.
    #[must_use]
    pub fn allow_urls(mut self, allowed: bool) -> Self {
        self.urls_allowed = allowed;
        self
    }

    /// The options of data sources that pages open by URL, as far as the URL does not say.
    #[must_use]
    pub fn options(mut self, options: DataSourceOptions) -> Self {
        self.options = options;
        self
    }

    /// Adds a data source under a name (`jdbc/shop`), in place of one of that name before.
    pub fn add(&self, name: &str, source: DataSource) {
        self.named.lock().unwrap_or_else(PoisonError::into_inner).insert(plain(name).to_owned(), source);
    }

    /// The data source of a name, with or without `java:comp/env/`, `java:app/` or their like before it.
    pub fn by_name(&self, name: &str) -> Option<DataSource> {
        self.named.lock().unwrap_or_else(PoisonError::into_inner).get(plain(name)).cloned()
    }

    /// The data sources with names, in their order.
    pub fn named(&self) -> Vec<(String, DataSource)> {
        let mut named: Vec<(String, DataSource)> = {
            let named = self.named.lock().unwrap_or_else(PoisonError::into_inner);
            named.iter().map(|(name, source)| (name.clone(), source.clone())).collect()
        };
        named.sort_by(|a, b| a.0.cmp(&b.0));
        named
    }

    /// Asks every data source with a name whether it answers, all at once; by name, with the time that it took.
    pub async fn health(&self) -> Vec<(String, Result<Duration>)> {
        let asked =
            self.named().into_iter().map(|(name, source)| async move { (name, source.check().await) });
        futures::future::join_all(asked).await
    }

    /// Gives them to the pages of an application.
    pub fn install(self, application: &Application) {
        application.attributes().set(DATA_SOURCES, Value::new(self));
    }

    /// Lets `act` work with the data sources of an application, which has empty ones if none were installed.
    pub fn with<R>(application: &Application, act: impl FnOnce(&DataSources) -> R) -> R {
        let made = application.attributes().get_or_try_insert(DATA_SOURCES, || {
            Ok::<_, std::convert::Infallible>(Value::new(DataSources::new()))
        });
        match &made {
            Ok(value) => match value.downcast_ref::<DataSources>() {
                Some(sources) => act(sources),
                // A page has put something else in their place.
                None => act(&DataSources::new().allow_urls(false)),
            },
            Err(never) => match *never {},
        }
    }

    /// The data source of a URL and login; the same one each time, with one pool.
    ///
    /// # Errors
    /// [`ErrorKind::Configuration`]: as [`DataSource::connect`], or URLs are not allowed in pages.
    pub fn by_url(&self, url: &str, user: &str, password: &str) -> Result<DataSource> {
        if !self.urls_allowed {
            return Err(SqlError::new(
                ErrorKind::Configuration,
                "pages may not open data sources by URL here",
            )
            .with_hint("name the data source in the configuration and use its name"));
        }
        let login = Login { url: url.to_owned(), user: user.to_owned(), password: password.to_owned() };
        let mut known = self.by_url.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(source) = known.get(&login) {
            return Ok(source.clone());
        }
        if known.len() >= MAX_BY_URL {
            return Err(SqlError::new(
                ErrorKind::Configuration,
                format!(
                    "pages have opened {MAX_BY_URL} data sources by URL, which are as many as there may be"
                ),
            )
            .with_hint(
                "name the data sources in the configuration, and make no URLs of a request's parameters",
            ));
        }
        let source = DataSource::connect(url, Some(user), Some(password), self.options.clone())?;
        known.insert(login, source.clone());
        Ok(source)
    }

    /// The data source that a string of a page means: a name, else `url[,[driver][,[user][,password]]]` with `\` before
    /// a comma or `\` that belongs to a part (Jakarta Tags 3.1, 10.1.1).
    ///
    /// # Errors
    /// [`ErrorKind::Configuration`]: it is neither.
    pub fn by_text(&self, text: &str) -> Result<DataSource> {
        if let Some(source) = self.by_name(text) {
            return Ok(source);
        }
        let parts = split(text);
        let part = |index: usize| parts.get(index).map_or("", String::as_str);
        if !part(0).contains(':') {
            // The text may be a mistyped login, so only its first part is shown.
            let error = SqlError::new(
                ErrorKind::Configuration,
                format!("there is no data source named '{}'", part(0)),
            );
            return Err(error.with_hint("name it in the configuration, or write its URL"));
        }
        self.by_url(part(0), part(2), part(3))
    }
}

/// The parts between commas.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let c = match c {
            ',' => {
                parts.push(String::new());
                continue;
            }
            '\\' => chars.next().unwrap_or('\\'),
            c => c,
        };
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).collect()
}

impl Object for DataSources {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("vespid.sql.DataSources", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn call(&self, method: &str, args: &[Value]) -> vespid_render::Result<Option<Value>> {
        self.call_at_once(method, args)
    }

    fn call_async(self: Arc<Self>, method: &str, args: &[Value]) -> Option<CallFuture> {
        self.call_over_time(method, args)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_divided_by_commas_that_are_not_escaped() {
        assert_eq!(
            split("jdbc:postgresql:x , org.Driver,ann,a\\,b\\\\c"),
            ["jdbc:postgresql:x", "org.Driver", "ann", "a,b\\c"]
        );
        assert_eq!(split("a"), ["a"]);
        assert_eq!(split("a,,"), ["a", "", ""]);
    }

    #[test]
    fn names_win_over_urls_and_the_same_url_is_the_same_source() {
        let sources = DataSources::new();
        let memory =
            || DataSource::connect("sqlite::memory:", None, None, DataSourceOptions::default()).unwrap();
        sources.add("java:comp/env/jdbc/shop", memory());
        assert!(sources.by_text("jdbc/shop").is_ok());
        assert!(sources.by_text("java:comp/env/jdbc/shop").is_ok());
        let a = sources.by_text("sqlite:x.db").unwrap();
        let b = sources.by_url("sqlite:x.db", "", "").unwrap();
        assert_eq!(Value::new(a), Value::new(b));
    }

    #[test]
    fn what_is_neither_is_refused_without_its_password() {
        let error = DataSources::new().by_text("invalid,invalid,ann,hush").unwrap_err();
        assert_eq!(error.to_string(), "there is no data source named 'invalid'");
        let error = DataSources::new().allow_urls(false).by_text("sqlite:x.db").unwrap_err();
        assert!(error.to_string().contains("by URL"), "{error}");
    }

    #[test]
    fn urls_of_request_parameters_come_to_an_end() {
        let sources = DataSources::new();
        let opened = (0..1000).filter(|n| sources.by_url(&format!("sqlite:{n}.db"), "", "").is_ok()).count();
        assert_eq!(opened, MAX_BY_URL);
    }
}
