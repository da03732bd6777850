//! The configuration file.

use std::collections::BTreeMap;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use anyhow::bail;
use serde::Deserialize;
use vespid_render::application::Limits;
use vespid_services::http::Imports;
use vespid_services::http::ServerLimits;
use vespid_sql_tags::DataSourceOptions;

use super::log::LogConfig;

/// `vespid.toml`. Every member may be left out; unknown ones are refused.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Config {
    /// Address to listen on.
    pub(super) listen: Option<String>,
    /// An application directory for the root. Relative to the file's folder.
    pub(super) dir: Option<PathBuf>,
    /// A directory whose folders are applications. Relative to the file's folder.
    pub(super) apps: Option<PathBuf>,
    /// Whether edits show at once and error pages explain themselves.
    pub(super) development: bool,
    pub(super) limits: LimitsConfig,
    pub(super) pages: PagesConfig,
    pub(super) sessions: SessionsConfig,
    pub(super) imports: ImportsConfig,
    pub(super) log: LogConfig,
    /// Databases by the name that pages write: `dataSource="jdbc/shop"`.
    pub(super) data_sources: BTreeMap<String, DataSourceConfig>,
    pub(super) health: HealthConfig,
}

/// Where those who watch over the server ask how it is. Nothing is there unless it is set.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct HealthConfig {
    /// Answered as long as the server lives.
    pub(super) live: Option<String>,
    /// Answered with 200 where all data sources answer, else with 503.
    pub(super) ready: Option<String>,
}

impl HealthConfig {
    /// # Errors
    /// A path does not begin with a slash.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        for path in [&self.live, &self.ready].into_iter().flatten() {
            if !path.starts_with('/') {
                bail!("the path '{path}' of [health] does not begin with a slash");
            }
        }
        Ok(())
    }
}

/// What clients may ask of the server.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct LimitsConfig {
    connections: Option<usize>,
    head_timeout_secs: Option<u64>,
    headers: Option<usize>,
    head_bytes: Option<usize>,
    stall_timeout_secs: Option<u64>,
    drain_timeout_secs: Option<u64>,
    pub(super) form_bytes: Option<usize>,
    pub(super) params: Option<usize>,
}

/// What pages may do, and what those of one request may use up.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PagesConfig {
    max_steps: Option<u64>,
    max_depth: Option<usize>,
    max_output_bytes: Option<usize>,
    max_time_secs: Option<u64>,
    /// Whether pages may open databases by URL, or only those of the configuration.
    pub(super) data_source_urls: bool,
    /// Whether Java in pages is run.
    pub(super) scripting: bool,
}

impl Default for PagesConfig {
    fn default() -> Self {
        PagesConfig {
            max_steps: None,
            max_depth: None,
            max_output_bytes: None,
            max_time_secs: None,
            data_source_urls: true,
            scripting: true,
        }
    }
}

/// Sessions.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct SessionsConfig {
    /// Minutes without a request after which a session ends, where `web.xml` does not say; 0: never.
    timeout_minutes: Option<u64>,
}

/// What `c:import` may get from elsewhere.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ImportsConfig {
    /// Hosts of absolute URLs: `host`, `host:port`, `host:*`, `*.domain`.
    hosts: Vec<String>,
    /// Whether they may have addresses that are not public.
    private_addresses: bool,
    timeout_secs: Option<u64>,
    max_bytes: Option<usize>,
    /// Whether pages may import resources of the other applications that are served.
    pub(super) other_applications: bool,
}

/// A database.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DataSourceConfig {
    /// `postgres://…` or `sqlite:…`; options of the pool in its query.
    pub(super) url: String,
    pub(super) user: Option<String>,
    password: Option<String>,
    /// An environment variable that holds the password.
    password_env: Option<String>,
    /// A file that holds the password, such as a container's secret. Relative to the configuration's folder.
    password_file: Option<PathBuf>,
    /// Options of the pool, which the URL's win over. A time is `500ms`, `5s`, `2m`.
    pool_size: Option<usize>,
    acquire_timeout: Option<String>,
    connect_timeout: Option<String>,
    query_timeout: Option<String>,
    statement_cache: Option<usize>,
}

/// Passwords show nowhere.
impl std::fmt::Debug for DataSourceConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DataSourceConfig")
            .field("user", &self.user)
            .field("password", &self.password.as_ref().map(|_| "<hidden>"))
            .field("password_env", &self.password_env)
            .field("password_file", &self.password_file)
            .finish()
    }
}

impl DataSourceConfig {
    /// The password, if there is one. The end of a file's line does not belong to it.
    ///
    /// # Errors
    /// More than one place is named, or nothing is there.
    pub(super) fn password(&self) -> anyhow::Result<Option<String>> {
        match (&self.password, &self.password_env, &self.password_file) {
            (password, None, None) => Ok(password.clone()),
            (None, Some(name), None) => match std::env::var(name) {
                Ok(password) => Ok(Some(password)),
                Err(error) => bail!("its password_env names {name}: {error}"),
            },
            (None, None, Some(path)) => {
                let read = std::fs::read_to_string(path);
                let text =
                    read.with_context(|| format!("its password_file {} can't be read", path.display()))?;
                Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
            }
            _ => bail!("give one of password, password_env and password_file"),
        }
    }
}

impl DataSourceConfig {
    /// The options of its pool.
    ///
    /// # Errors
    /// One is not a number or time.
    pub(super) fn options(&self) -> anyhow::Result<DataSourceOptions> {
        let mut options = DataSourceOptions::default();
        let number = |number: Option<usize>| number.map(|number| number.to_string());
        for (name, value) in [
            ("pool_size", number(self.pool_size)),
            ("acquire_timeout", self.acquire_timeout.clone()),
            ("connect_timeout", self.connect_timeout.clone()),
            ("query_timeout", self.query_timeout.clone()),
            ("statement_cache", number(self.statement_cache)),
        ] {
            if let Some(value) = value {
                options.set(name, &value)?;
            }
        }
        Ok(options)
    }
}

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    /// It can't be read, or says something that is not understood; with line and column.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("{} can't be read", path.display()))?;
        let mut config: Config =
            toml::from_str(&text).with_context(|| format!("{} is not understood", path.display()))?;
        config.health.check()?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for dir in [&mut config.dir, &mut config.apps].into_iter().flatten() {
            *dir = folder.join(&*dir);
        }
        for file in config.data_sources.values_mut().filter_map(|source| source.password_file.as_mut()) {
            *file = folder.join(&*file);
        }
        Ok(config)
    }
}

impl LimitsConfig {
    pub(super) fn server(&self) -> ServerLimits {
        let default = ServerLimits::default();
        let seconds = |configured: Option<u64>, default| configured.map_or(default, Duration::from_secs);
        ServerLimits {
            max_connections: self.connections.unwrap_or(default.max_connections),
            head_timeout: seconds(self.head_timeout_secs, default.head_timeout),
            max_headers: self.headers.unwrap_or(default.max_headers),
            max_head_bytes: self.head_bytes.unwrap_or(default.max_head_bytes),
            stall_timeout: seconds(self.stall_timeout_secs, default.stall_timeout),
            drain_timeout: seconds(self.drain_timeout_secs, default.drain_timeout),
        }
    }
}

impl PagesConfig {
    pub(super) fn limits(&self) -> Limits {
        let default = Limits::default();
        Limits {
            max_steps: self.max_steps.unwrap_or(default.max_steps),
            max_depth: self.max_depth.unwrap_or(default.max_depth),
            max_output_bytes: self.max_output_bytes.unwrap_or(default.max_output_bytes),
            max_time: self.max_time_secs.map_or(default.max_time, Duration::from_secs),
            ..default
        }
    }
}

impl ImportsConfig {
    /// What is allowed; `None`: no host is.
    ///
    /// # Errors
    /// A text that names no host.
    pub(super) fn imports(&self) -> anyhow::Result<Option<Arc<Imports>>> {
        if self.hosts.is_empty() {
            return Ok(None);
        }
        let mut imports = Imports::new(self.hosts.iter().map(String::as_str)).context("[imports] hosts")?;
        imports = imports.private_addresses(self.private_addresses);
        if let Some(seconds) = self.timeout_secs {
            imports = imports.timeout(Duration::from_secs(seconds));
        }
        if let Some(bytes) = self.max_bytes {
            imports = imports.max_bytes(bytes);
        }
        Ok(Some(Arc::new(imports)))
    }
}

impl SessionsConfig {
    pub(super) fn timeout(&self) -> Option<Duration> {
        self.timeout_minutes.map(|minutes| Duration::from_secs(minutes.saturating_mul(60)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_can_be_said() {
        let config: Config = toml::from_str(
            r#"
            listen = "0.0.0.0:80"
            apps = "apps"
            development = true
            [limits]
            connections = 10
            drain_timeout_secs = 5
            form_bytes = 1000
            [pages]
            max_steps = 7
            max_time_secs = 3
            data_source_urls = false
            [sessions]
            timeout_minutes = 2
            [imports]
            hosts = ["api.example"]
            private_addresses = true
            timeout_secs = 1
            max_bytes = 1000
            other_applications = true
            [log]
            format = "json"
            access = false
            filter = "warn"
            [data_sources."jdbc/shop"]
            url = "sqlite::memory:"
            pool_size = 3
            acquire_timeout = "250ms"
            connect_timeout = "2s"
            query_timeout = "0"
            statement_cache = 7
            [health]
            live = "/live"
            ready = "/ready"
            "#,
        )
        .unwrap();
        let server = config.limits.server();
        assert_eq!((server.max_connections, server.drain_timeout), (10, Duration::from_secs(5)));
        assert_eq!(server.max_headers, ServerLimits::default().max_headers);
        let pages = config.pages.limits();
        assert_eq!((pages.max_steps, pages.max_time), (7, Duration::from_secs(3)));
        assert_eq!(config.sessions.timeout(), Some(Duration::from_secs(120)));
        assert_eq!(config.data_sources["jdbc/shop"].url, "sqlite::memory:");
        let options = config.data_sources["jdbc/shop"].options().unwrap();
        assert_eq!((options.pool_size, options.statement_cache, options.query_timeout), (3, 7, None));
        assert_eq!(options.acquire_timeout, Duration::from_millis(250));
        assert_eq!(options.connect_timeout, Duration::from_secs(2));
        assert_eq!(config.health.ready.as_deref(), Some("/ready"));
        assert!(config.imports.imports().unwrap().is_some() && config.imports.other_applications);
        assert!(!config.log.access && config.development && !config.pages.data_source_urls);
    }

    #[test]
    fn what_is_misspelt_is_told_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vespid.toml");
        std::fs::write(&path, "listen = \"a\"\n[limits]\nconections = 1\n").unwrap();
        let error = format!("{:#}", Config::read(&path).unwrap_err());
        assert!(error.contains("line 3") && error.contains("conections"), "{error}");
    }

    #[test]
    fn what_can_not_be_is_told() {
        let config: Config = toml::from_str("[health]\nlive = \"live\"").unwrap();
        assert!(config.health.check().unwrap_err().to_string().contains("'live'"));
        let config: Config =
            toml::from_str("[data_sources.a]\nurl = \"sqlite:x\"\nquery_timeout = \"soon\"").unwrap();
        let error = config.data_sources["a"].options().unwrap_err().to_string();
        assert!(error.contains("query_timeout=soon"), "{error}");
    }

    #[test]
    fn folders_count_from_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vespid.toml");
        std::fs::write(&path, "apps = \"apps\"\ndir = \"/srv/shop\"\n").unwrap();
        let config = Config::read(&path).unwrap();
        assert_eq!(config.apps.unwrap(), folder.path().join("apps"));
        assert_eq!(config.dir.unwrap(), Path::new("/srv/shop"));
    }

    #[test]
    fn passwords_come_from_files_and_show_nowhere() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vespid.toml");
        let source = |lines: &str| {
            std::fs::write(&path, format!("[data_sources.shop]\nurl = \"sqlite:x\"\n{lines}\n")).unwrap();
            Config::read(&path).unwrap().data_sources.remove("shop").unwrap()
        };
        std::fs::write(folder.path().join("secret"), "hush \n").unwrap();
        assert_eq!(source("password_file = \"secret\"").password().unwrap().as_deref(), Some("hush "));
        assert_eq!(source("").password().unwrap(), None);
        assert!(!format!("{:?}", source("password = \"hush\"")).contains("hush"));
        let error = source("password_env = \"VESPID_NO_SUCH_VARIABLE\"").password().unwrap_err();
        assert!(error.to_string().contains("VESPID_NO_SUCH_VARIABLE"), "{error}");
        let error = source("password = \"hush\"\npassword_env = \"X\"").password().unwrap_err();
        assert!(error.to_string().contains("one of") && !error.to_string().contains("hush"));
    }
}
