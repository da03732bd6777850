//! What `java.sql.DriverManager` and JNDI find.

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::value::CallFuture;
use vespid_render::value::Value;
use vespid_render::value::coerce;

use super::connection::JdbcConnection;
use super::failed;
use super::over_time;
use crate::source::DataSource;
use crate::sources::DataSources;

impl DataSources {
    /// `DriverManager.getConnection`: by URL, or URL, user and password, or URL and properties.
    pub(crate) fn call_over_time(&self, method: &str, args: &[Value]) -> Option<CallFuture> {
        let ("getConnection", [url, login @ ..]) = (method, args) else { return None };
        let text = |value: &Value| match value {
            Value::Null => String::new(),
            value => coerce::to_text(value).into_owned(),
        };
        let (user, password) = match login {
            [] => (String::new(), String::new()),
            [properties] => {
                let entry = |key| properties.as_object()?.as_map()?.get_str(key);
                (text(&entry("user").unwrap_or_default()), text(&entry("password").unwrap_or_default()))
            }
            [user, password] => (text(user), text(password)),
            _ => return None,
        };
        let source = self.by_url(&text(url), &user, &password);
        Some(over_time(async move { JdbcConnection::open(source?).await }))
    }

    /// `Context.lookup`: the data source of a name.
    pub(crate) fn call_at_once(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        let ("lookup", [name]) = (method, args) else { return Ok(None) };
        let name = coerce::to_text(name);
        match self.by_name(&name) {
            Some(source) => Ok(Some(Value::new(source))),
            None => Err(Error::new(
                "javax.naming.NameNotFoundException",
                format!("Name [{name}] is not bound in this Context"),
            )
            .with_supers([
                "javax.naming.NamingException".into(),
                "java.lang.Exception".into(),
                "java.lang.Throwable".into(),
            ])
            .with_hint("name the data source in the configuration: [data_sources.\"jdbc/name\"]")),
        }
    }
}

impl DataSource {
    /// `getConnection`.
    pub(crate) fn call_over_time(&self, method: &str, args: &[Value]) -> Option<CallFuture> {
        if method != "getConnection" {
            return None;
        }
        if !args.is_empty() {
            return Some(Box::pin(async {
                Err(failed("0A000", "the login of the data source stands in its configuration"))
            }));
        }
        let source = self.clone();
        Some(over_time(async move { JdbcConnection::open(source).await }))
    }

    pub(crate) fn call_at_once(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(match (method, args) {
            ("getLoginTimeout", []) => {
                Some(Value::Int(i32::try_from(self.options().acquire_timeout.as_secs()).unwrap_or(i32::MAX)))
            }
            ("getLogWriter", []) | ("setLogWriter" | "setLoginTimeout", [_]) => Some(Value::Null),
            ("isWrapperFor", [_]) => Some(Value::Bool(false)),
            _ => None,
        })
    }
}
