//! What a data source's URL says, for PostgreSQL and SQLite, in the native forms and in those of JDBC.

use std::fmt;
use std::time::Duration;

use percent_encoding::percent_decode_str;

use crate::error::ErrorKind;
use crate::error::Result;
use crate::error::SqlError;
use crate::source::DataSourceOptions;

/// A password; it never shows itself.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(pub(crate) String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<hidden>")
    }
}

/// Where the database is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Target {
    Postgres(PostgresTarget),
    Sqlite(SqliteTarget),
}

/// A PostgreSQL database.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PostgresTarget {
    /// Host name, address, or folder of a Unix socket, each with its port.
    pub(crate) hosts: Vec<(String, u16)>,
    pub(crate) user: Option<String>,
    pub(crate) password: Option<Secret>,
    pub(crate) database: Option<String>,
    pub(crate) application_name: Option<String>,
    /// Settings for the session, in the form of PostgreSQL's `options` (`-c search_path=shop`).
    pub(crate) session: Vec<String>,
    pub(crate) read_write: bool,
    pub(crate) encryption: Encryption,
    /// The file with the authorities that may have signed the server's certificate.
    pub(crate) root_certificate: Option<String>,
}

/// libpq's `sslmode`, in the order of what it protects from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Encryption {
    /// Never.
    Disable,
    /// Where the server has it; nothing is checked.
    #[default]
    Prefer,
    /// Always; nothing is checked.
    Require,
    /// Always, by a server that an authority has signed for.
    VerifyCa,
    /// As before, and it must have signed for this host.
    VerifyFull,
}

/// An SQLite database.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SqliteTarget {
    /// The file; `None`: in memory.
    pub(crate) path: Option<String>,
    pub(crate) read_only: bool,
    pub(crate) journal_mode: Option<String>,
    pub(crate) foreign_keys: Option<bool>,
    pub(crate) busy_timeout: Option<Duration>,
}

impl PostgresTarget {
    /// The database for messages: host, port and name, nothing else.
    pub(crate) fn describe(&self) -> String {
        let hosts: Vec<_> = self.hosts.iter().map(|(host, port)| format!("{host}:{port}")).collect();
        let database = self.database.as_deref().or(self.user.as_deref()).unwrap_or("");
        format!("PostgreSQL at {}/{database}", hosts.join(","))
    }
}

impl SqliteTarget {
    /// The database for messages.
    pub(crate) fn describe(&self) -> String {
        match &self.path {
            Some(path) => format!("SQLite file {path}"),
            None => "SQLite in memory".to_owned(),
        }
    }
}

pub(crate) fn bad(message: impl Into<String>) -> SqlError {
    SqlError::new(ErrorKind::Configuration, message)
}

/// Reads a URL. User and password given beside it win over those in it; options in its query win over `options`.
pub(crate) fn parse(
    url: &str,
    user: Option<&str>,
    password: Option<&str>,
    options: &mut DataSourceOptions,
) -> Result<Target> {
    let url = url.trim();
    let (jdbc, rest) = match url.strip_prefix("jdbc:") {
        Some(rest) => (true, rest),
        None => (false, url),
    };
    let Some((scheme, rest)) = rest.split_once(':') else {
        return Err(bad("the URL of the data source has no scheme")
            .with_hint("write postgres://host/database or sqlite:file"));
    };
    match scheme {
        "postgres" | "postgresql" => {
            let mut target = postgres(rest, jdbc, options)?;
            // JSTL's setDataSource may give empty strings; they mean nothing.
            if let Some(user) = user.filter(|user| !user.is_empty()) {
                target.user = Some(user.to_owned());
            }
            if let Some(password) = password.filter(|password| !password.is_empty()) {
                target.password = Some(Secret(password.to_owned()));
            }
            Ok(Target::Postgres(target))
        }
        "sqlite" => Ok(Target::Sqlite(sqlite(rest, jdbc, options)?)),
        other => Err(bad(format!("no driver for a data source of the kind '{other}'"))
            .with_hint("PostgreSQL (postgres://, jdbc:postgresql:) and SQLite (sqlite:) are built in")),
    }
}

fn decode(text: &str) -> Result<String> {
    percent_decode_str(text)
        .decode_utf8()
        .map(std::borrow::Cow::into_owned)
        .map_err(|_| bad("the URL of the data source holds a percent escape that is not UTF-8"))
}

/// The pairs of a query string.
fn pairs(query: &str) -> impl Iterator<Item = Result<(String, String)>> {
    query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        Ok((decode(name)?, decode(value)?))
    })
}

fn postgres(rest: &str, jdbc: bool, options: &mut DataSourceOptions) -> Result<PostgresTarget> {
    let mut target = PostgresTarget::default();
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    let path = match place.strip_prefix("//") {
        Some(place) => {
            let (authority, path) = place.split_once('/').unwrap_or((place, ""));
            let hosts = match authority.rsplit_once('@') {
                Some((login, hosts)) => {
                    let (user, password) = login.split_once(':').map_or((login, None), |(u, p)| (u, Some(p)));
                    target.user = Some(decode(user)?).filter(|user| !user.is_empty());
                    target.password = password.map(decode).transpose()?.map(Secret);
                    hosts
                }
                None => authority,
            };
            for host in hosts.split(',').filter(|host| !host.is_empty()) {
                target.hosts.push(host_port(host)?);
            }
            path
        }
        // The short JDBC forms: `jdbc:postgresql:database` and `jdbc:postgresql:/`.
        None => place.trim_start_matches('/'),
    };
    target.database = Some(decode(path)?).filter(|name| !name.is_empty());
    let mut port = None;
    for pair in pairs(query) {
        let (name, value) = pair?;
        if options.set(&name, &value)? {
            continue;
        }
        match name.as_str() {
            "user" => target.user = Some(value),
            "password" => target.password = Some(Secret(value)),
            "dbname" => target.database = Some(value),
            "host" => target.hosts = value.split(',').map(|host| (host.to_owned(), DEFAULT_PORT)).collect(),
            "port" => port = Some(parse_port(&value)?),
            "sslmode" | "ssl" => target.encryption = encryption(&name, &value)?,
            "sslrootcert" => target.root_certificate = Some(value).filter(|file| file != "system"),
            "application_name" | "ApplicationName" => target.application_name = Some(value),
            "currentSchema" => target.session.push(format!("-c search_path={}", escape_session(&value))),
            "options" => target.session.push(value),
            "target_session_attrs" | "targetServerType" => match value.as_str() {
                "any" => target.read_write = false,
                "read-write" | "primary" | "master" => target.read_write = true,
                other => {
                    return Err(bad(format!("{name}={other} of the data source is not known"))
                        .with_hint("any or read-write"));
                }
            },
            "connectTimeout" | "loginTimeout" => {
                options.set("connect_timeout", &value)?;
            }
            // JDBC drivers pass over what they do not know, and old URLs are full of it.
            _ if jdbc => tracing::warn!(option = name, "option of a JDBC URL has no meaning here"),
            _ => return Err(bad(format!("the data source has no option '{name}'"))),
        }
    }
    if target.hosts.is_empty() {
        target.hosts.push(("localhost".to_owned(), DEFAULT_PORT));
    }
    if let Some(port) = port {
        for host in &mut target.hosts {
            host.1 = port;
        }
    }
    Ok(target)
}

/// PostgreSQL's port where the URL names none.
const DEFAULT_PORT: u16 = 5432;

fn parse_port(text: &str) -> Result<u16> {
    text.parse().map_err(|_| bad(format!("'{text}' is no port")))
}

/// A host with its port: `db`, `db:5433`, `[::1]:5433`, `%2Frun%2Fpostgresql`.
fn host_port(text: &str) -> Result<(String, u16)> {
    if let Some(rest) = text.strip_prefix('[') {
        let (address, port) =
            rest.split_once(']').ok_or_else(|| bad("an IPv6 address of the data source lacks its ']'"))?;
        let port = port.strip_prefix(':').map_or(Ok(DEFAULT_PORT), parse_port)?;
        return Ok((address.to_owned(), port));
    }
    match text.rsplit_once(':') {
        Some((host, port)) => Ok((decode(host)?, parse_port(port)?)),
        None => Ok((decode(text)?, DEFAULT_PORT)),
    }
}

/// Values within PostgreSQL's `options` end at blanks unless escaped.
fn escape_session(value: &str) -> String {
    value.replace('\\', "\\\\").replace(' ', "\\ ")
}

fn encryption(name: &str, value: &str) -> Result<Encryption> {
    Ok(match (name, value) {
        ("sslmode", "disable") | ("ssl", "false") => Encryption::Disable,
        ("sslmode", "allow" | "prefer") => Encryption::Prefer,
        ("sslmode", "require") => Encryption::Require,
        ("sslmode", "verify-ca") => Encryption::VerifyCa,
        // What JDBC's driver means by `ssl=true`.
        ("sslmode", "verify-full") | ("ssl", "true" | "") => Encryption::VerifyFull,
        _ => {
            return Err(bad(format!("{name}={value} of the data source is not known"))
                .with_hint("disable, allow, prefer, require, verify-ca or verify-full"));
        }
    })
}

fn sqlite(rest: &str, jdbc: bool, options: &mut DataSourceOptions) -> Result<SqliteTarget> {
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    let place = place.strip_prefix("//").unwrap_or(place);
    let path = decode(place)?;
    let mut target = SqliteTarget {
        path: Some(path).filter(|path| !path.is_empty() && path != ":memory:"),
        ..SqliteTarget::default()
    };
    for pair in pairs(query) {
        let (name, value) = pair?;
        if options.set(&name, &value)? {
            continue;
        }
        match name.as_str() {
            "mode" => match value.as_str() {
                "ro" => target.read_only = true,
                "rw" | "rwc" => target.read_only = false,
                "memory" => target.path = None,
                other => {
                    return Err(bad(format!("mode={other} of the data source is not ro, rwc or memory")));
                }
            },
            "journal_mode" => match value.to_ascii_lowercase().as_str() {
                mode @ ("delete" | "truncate" | "persist" | "memory" | "wal" | "off") => {
                    target.journal_mode = Some(mode.to_owned());
                }
                other => return Err(bad(format!("journal_mode={other} of the data source is not known"))),
            },
            "foreign_keys" => match value.to_ascii_lowercase().as_str() {
                "on" | "true" | "1" => target.foreign_keys = Some(true),
                "off" | "false" | "0" => target.foreign_keys = Some(false),
                other => {
                    return Err(bad(format!("foreign_keys={other} of the data source is not on or off")));
                }
            },
            "busy_timeout" => {
                // SQLite counts in milliseconds, so a bare number means those.
                let millis =
                    if value.bytes().all(|b| b.is_ascii_digit()) { format!("{value}ms") } else { value };
                target.busy_timeout = Some(crate::source::duration(&name, &millis)?);
            }
            _ if jdbc => tracing::warn!(option = name, "option of a JDBC URL has no meaning here"),
            _ => return Err(bad(format!("the data source has no option '{name}'"))),
        }
    }
    Ok(target)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn postgres_of(url: &str) -> PostgresTarget {
        match parse(url, None, None, &mut DataSourceOptions::default()).unwrap() {
            Target::Postgres(target) => target,
            Target::Sqlite(_) => panic!("not PostgreSQL: {url}"),
        }
    }

    fn sqlite_of(url: &str) -> SqliteTarget {
        match parse(url, None, None, &mut DataSourceOptions::default()).unwrap() {
            Target::Sqlite(target) => target,
            Target::Postgres(_) => panic!("not SQLite: {url}"),
        }
    }

    #[test]
    fn native_and_jdbc_forms_mean_the_same() {
        let native = postgres_of("postgres://ann:s%40fe@db.example:5433/shop?application_name=pages");
        let jdbc = postgres_of(
            "jdbc:postgresql://db.example:5433/shop?user=ann&password=s%40fe&ApplicationName=pages&foo=bar",
        );
        assert_eq!(native, jdbc);
        assert_eq!(native.hosts, [("db.example".to_owned(), 5433)]);
        assert_eq!(native.password, Some(Secret("s@fe".to_owned())));
    }

    #[test]
    fn short_forms_have_defaults() {
        assert_eq!(postgres_of("jdbc:postgresql:shop").describe(), "PostgreSQL at localhost:5432/shop");
        assert_eq!(postgres_of("postgresql://db/shop").hosts, [("db".to_owned(), 5432)]);
        assert_eq!(
            postgres_of("postgres:///shop?host=/run/pg&port=6000").hosts,
            [("/run/pg".to_owned(), 6000)]
        );
        assert_eq!(
            postgres_of("postgres://[::1]:7000,b/x").hosts,
            [("::1".to_owned(), 7000), ("b".to_owned(), 5432)]
        );
    }

    #[test]
    fn user_and_password_beside_the_url_win() {
        let target =
            parse("postgres://a:b@h/d", Some("u"), Some("p"), &mut DataSourceOptions::default()).unwrap();
        let Target::Postgres(target) = target else { panic!() };
        assert_eq!((target.user.as_deref(), target.password), (Some("u"), Some(Secret("p".into()))));
    }

    #[test]
    fn a_password_shows_nowhere() {
        let target = postgres_of("postgres://ann:hush@db/shop");
        assert!(!format!("{target:?} {}", target.describe()).contains("hush"));
    }

    #[test]
    fn encryption_is_that_of_libpq_and_jdbc() {
        let mode = |options: &str| postgres_of(&format!("postgres://h/d{options}")).encryption;
        assert_eq!(mode(""), Encryption::Prefer);
        assert_eq!(mode("?sslmode=disable"), Encryption::Disable);
        assert_eq!(mode("?sslmode=require"), Encryption::Require);
        assert_eq!(mode("?ssl=true&sslrootcert=/x.pem"), Encryption::VerifyFull);
    }

    #[test]
    fn sqlite_files_and_memory() {
        assert_eq!(sqlite_of("sqlite:data/shop.db").path.as_deref(), Some("data/shop.db"));
        assert_eq!(sqlite_of("sqlite:///srv/shop.db").path.as_deref(), Some("/srv/shop.db"));
        assert!(sqlite_of("jdbc:sqlite:shop.db?mode=ro").read_only);
        for memory in ["sqlite::memory:", "jdbc:sqlite::memory:", "jdbc:sqlite:", "sqlite:x?mode=memory"] {
            assert_eq!(sqlite_of(memory).path, None, "{memory}");
        }
        assert_eq!(sqlite_of("sqlite:x?busy_timeout=250").busy_timeout, Some(Duration::from_millis(250)));
    }

    #[test]
    fn pool_options_stand_in_the_query() {
        let mut options = DataSourceOptions::default();
        parse("sqlite:x?pool_size=3&acquire_timeout=250ms&query_timeout=0", None, None, &mut options)
            .unwrap();
        assert_eq!((options.pool_size, options.query_timeout), (3, None));
        assert_eq!(options.acquire_timeout, Duration::from_millis(250));
    }

    #[test]
    fn what_can_not_be_is_said() {
        let error =
            |url: &str| parse(url, None, None, &mut DataSourceOptions::default()).unwrap_err().to_string();
        assert!(error("postgres://h/d?sslmode=most").contains("sslmode=most"));
        assert!(error("jdbc:mysql://h/d").contains("'mysql'"));
        assert!(error("postgres://h/d?foo=1").contains("'foo'"));
        assert!(error("nonsense").contains("no scheme"));
        assert!(error("sqlite:x?pool_size=0").contains("pool_size=0"));
        assert!(error("postgres://h:port/d").contains("'port'"));
        assert!(error("sqlite:x?acquire_timeout=5h").contains("acquire_timeout=5h"));
    }
}
