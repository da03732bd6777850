//! Data sources: a database by URL and the pool of connections to it.

use std::any::Any;
use std::fmt;
use std::pin::pin;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::time::Instant;

use async_stream::try_stream;
use deadpool::managed::HookError;
use deadpool::managed::PoolError;
use deadpool::managed::TimeoutType;
use futures::Stream;
use futures::StreamExt;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::Semaphore;
use vespid_render::value::CallFuture;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Value;

use crate::connection::Connection;
use crate::connection::RowLimit;
use crate::error::ErrorKind;
use crate::error::Result;
use crate::error::SqlError;
use crate::postgres;
use crate::result::ResultSet;
use crate::result::Rows;
use crate::sqlite;
use crate::statement::Dialect;
use crate::url;
use crate::url::Target;

/// What a data source allows itself. Each stands in the URL too: `sqlite:shop.db?pool_size=4&query_timeout=5s`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DataSourceOptions {
    /// The most connections at a time; 10.
    pub pool_size: usize,
    /// How long a page waits for a connection when all are in use; 10 seconds.
    pub acquire_timeout: Duration,
    /// How long making a connection may take; 10 seconds.
    pub connect_timeout: Duration,
    /// How long a statement may run until it is cancelled, and a stream may take for its next rows; `None`: for ever.
    /// 60 seconds.
    pub query_timeout: Option<Duration>,
    /// How many statements are kept prepared; 256.
    pub statement_cache: usize,
}

impl Default for DataSourceOptions {
    fn default() -> Self {
        DataSourceOptions {
            pool_size: 10,
            acquire_timeout: Duration::from_secs(10),
            connect_timeout: Duration::from_secs(10),
            query_timeout: Some(Duration::from_secs(60)),
            statement_cache: 256,
        }
    }
}

impl DataSourceOptions {
    /// Sets an option by its name, as URLs and configurations have it: `pool_size`, `acquire_timeout`, `connect_timeout`,
    /// `query_timeout` (0: none), `statement_cache`. Whether there is one of that name.
    ///
    /// # Errors
    /// [`ErrorKind::Configuration`]: the value is no number or time (`500ms`, `5s`, `2m`, seconds).
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool> {
        match name {
            "pool_size" => {
                self.pool_size = value.parse().ok().filter(|size| *size > 0).ok_or_else(|| {
                    url::bad(format!("pool_size={value} of the data source is not a number from 1 on"))
                })?;
            }
            "acquire_timeout" => self.acquire_timeout = duration(name, value)?,
            "connect_timeout" => self.connect_timeout = duration(name, value)?,
            "query_timeout" => {
                self.query_timeout = Some(duration(name, value)?).filter(|timeout| !timeout.is_zero());
            }
            "statement_cache" => {
                self.statement_cache = value.parse().map_err(|_| {
                    url::bad(format!("statement_cache={value} of the data source is not a number"))
                })?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// `5`, `5s`, `500ms`, `2m`: seconds where no unit stands.
pub(crate) fn duration(name: &str, value: &str) -> Result<Duration> {
    let digits = value.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let millis = match &value[digits.len()..] {
        "ms" => Some(1),
        "" | "s" => Some(1000),
        "m" => Some(60_000),
        _ => None,
    };
    millis
        .and_then(|unit| digits.parse::<u64>().ok()?.checked_mul(unit))
        .map(Duration::from_millis)
        .ok_or_else(|| {
            url::bad(format!("{name}={value} of the data source is no time"))
                .with_hint("write 500ms, 5s or 2m")
        })
}

/// How a pool stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolStatus {
    /// The most connections at a time.
    pub max_size: usize,
    /// Connections that exist.
    pub size: usize,
    /// Of these, how many are free.
    pub available: usize,
    /// Pages that wait for one.
    pub waiting: usize,
}

/// A database with its pool of connections: Java's `javax.sql.DataSource` to pages.
///
/// Cloning shares the pool. Connections are made when the first is wanted.
#[derive(Clone)]
pub struct DataSource(Arc<Inner>);

struct Inner {
    name: String,
    options: DataSourceOptions,
    pool: Pool,
    places: Places,
}

/// The queue before the pool: one place for each connection that there may be at a time.
///
/// The pool has a queue too, but what waits in it carries everything that making a connection needs. Thousands of pages
/// may wait, so they do that here, where it costs no more than a link of the queue and a timer.
struct Places {
    free: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// A place taken; dropped after the connection went back into its pool or was closed.
pub(crate) type Place = OwnedSemaphorePermit;

impl Places {
    /// Waits for a place; `None` if there was none within that time.
    async fn take(&self, patience: Duration) -> Option<Place> {
        if let Ok(place) = self.free.clone().try_acquire_owned() {
            return Some(place);
        }
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let _counted = Counted(&self.waiting);
        // The semaphore is never closed.
        tokio::time::timeout(patience, self.free.clone().acquire_owned()).await.ok()?.ok()
    }
}

/// One that waits, while it does.
struct Counted<'a>(&'a AtomicUsize);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

enum Pool {
    Postgres(Arc<postgres::Source>),
    Sqlite(Box<sqlite::Source>),
}

impl DataSource {
    /// A data source by URL: `postgres://user@host/database`, `jdbc:postgresql://host:port/database?user=…`,
    /// `sqlite:file`, `sqlite::memory:`, `jdbc:sqlite:file`. Nothing is connected yet.
    ///
    /// User and password given here win over those in the URL, options in the URL over `options`. A database in memory
    /// lives as long as its data source and is shared by the pool's connections.
    ///
    /// # Errors
    /// [`ErrorKind::Configuration`]: the URL can't be read, or wants what is not there (another database, TLS).
    pub fn connect(
        url: &str,
        user: Option<&str>,
        password: Option<&str>,
        mut options: DataSourceOptions,
    ) -> Result<Self> {
        let (name, pool) = match url::parse(url, user, password, &mut options)? {
            Target::Postgres(target) => {
                (target.describe(), Pool::Postgres(Arc::new(postgres::Source::new(target, &options)?)))
            }
            Target::Sqlite(target) => {
                (target.describe(), Pool::Sqlite(Box::new(sqlite::Source::new(target, &options)?)))
            }
        };
        let places = Places {
            free: Arc::new(Semaphore::new(options.pool_size.min(Semaphore::MAX_PERMITS))),
            waiting: AtomicUsize::new(0),
        };
        Ok(DataSource(Arc::new(Inner { name, options, pool, places })))
    }

    /// What it is called in messages: kind and place, never user or password.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Its options.
    pub fn options(&self) -> &DataSourceOptions {
        &self.0.options
    }

    /// Whose SQL it speaks.
    pub fn dialect(&self) -> Dialect {
        match &self.0.pool {
            Pool::Postgres(_) => Dialect::Postgres,
            Pool::Sqlite(_) => Dialect::Sqlite,
        }
    }

    /// How its pool stands.
    pub fn status(&self) -> PoolStatus {
        let waiting = self.0.places.waiting.load(Ordering::Relaxed);
        match &self.0.pool {
            Pool::Postgres(source) => source.status(waiting),
            Pool::Sqlite(source) => source.status(waiting),
        }
    }

    /// Takes a connection out of the pool, making one if there is none; dropping it gives it back.
    ///
    /// # Errors
    /// [`ErrorKind::PoolExhausted`] after the acquire time-out, [`ErrorKind::Connection`] where none can be made.
    ///
    /// # Cancel safety
    /// Dropping the future leaves the queue; a connection being made goes to the pool or is closed.
    pub async fn connection(&self) -> Result<Connection> {
        let place = self.0.places.take(self.0.options.acquire_timeout).await;
        let place = place.ok_or_else(|| self.exhausted())?;
        // Boxed, so that those who wait for a place carry nothing of what making a connection needs.
        match &self.0.pool {
            Pool::Postgres(source) => {
                let acquire = postgres::PgConnection::acquire(source, self, place);
                Box::pin(acquire).await.map(Connection::postgres)
            }
            Pool::Sqlite(source) => Box::pin(source.acquire(self, place)).await.map(Connection::sqlite),
        }
    }

    /// Whether the database answers: takes a connection and runs the shortest query. Gives the time that it took.
    ///
    /// # Errors
    /// As [`connection`](Self::connection) and [`Connection::query`].
    pub async fn check(&self) -> Result<Duration> {
        let begun = Instant::now();
        self.query("select 1", &[], RowLimit::ALL).await?;
        Ok(begun.elapsed())
    }

    /// Takes a connection, queries, and gives it back; see [`Connection::query`].
    ///
    /// # Errors
    /// As [`connection`](Self::connection) and [`Connection::query`].
    pub async fn query(&self, sql: &str, params: &[Value], limit: RowLimit) -> Result<ResultSet> {
        self.connection().await?.query(sql, params, limit).await
    }

    /// Takes a connection, executes, and gives it back; see [`Connection::execute`].
    ///
    /// # Errors
    /// As [`connection`](Self::connection) and [`Connection::execute`].
    pub async fn execute(&self, sql: &str, params: &[Value]) -> Result<u64> {
        self.connection().await?.execute(sql, params).await
    }

    /// Takes a connection when first polled and gives batches of rows as they come; see [`Connection::query_stream`].
    /// Dropping the stream cancels the query and gives the connection back.
    pub fn query_stream(
        &self,
        sql: &str,
        params: Vec<Value>,
    ) -> impl Stream<Item = Result<Arc<Rows>>> + Send + use<> {
        let source = self.clone();
        let sql = sql.to_owned();
        try_stream! {
            let mut connection = source.connection().await?;
            let mut rows = std::pin::pin!(connection.query_stream(&sql, &params));
            while let Some(batch) = rows.next().await {
                yield batch?;
            }
        }
    }

    fn exhausted(&self) -> SqlError {
        let options = &self.0.options;
        SqlError::new(
            ErrorKind::PoolExhausted,
            format!(
                "{}: all {} connections of the pool were in use for {:?}",
                self.0.name, options.pool_size, options.acquire_timeout
            ),
        )
        .with_hint(format!(
            "raise pool_size (now {}) or acquire_timeout of the data source, or make its queries faster",
            options.pool_size
        ))
    }

    /// Why the pool gave no connection.
    pub(crate) fn pool_error<E>(&self, error: PoolError<E>, connect: impl FnOnce(E) -> SqlError) -> SqlError {
        let options = &self.0.options;
        match error {
            PoolError::Timeout(TimeoutType::Wait) => self.exhausted(),
            PoolError::Timeout(_) => SqlError::new(
                ErrorKind::Connection,
                format!("{}: no connection within {:?}", self.0.name, options.connect_timeout),
            )
            .with_state("08001"),
            PoolError::Backend(error) => connect(error),
            PoolError::Closed => {
                SqlError::new(ErrorKind::Connection, format!("{}: the data source is closed", self.0.name))
            }
            PoolError::PostCreateHook(HookError::Backend(error)) => connect(error),
            PoolError::NoRuntimeSpecified | PoolError::PostCreateHook(HookError::Message(_)) => {
                SqlError::new(
                    ErrorKind::Connection,
                    format!("{}: the connection could not be set up", self.0.name),
                )
            }
        }
    }
}

/// The same pool.
impl PartialEq for DataSource {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for DataSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DataSource").field("name", &self.0.name).field("status", &self.status()).finish()
    }
}

impl Object for DataSource {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("javax.sql.DataSource", &[]));
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

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<DataSource>().is_some_and(|other| self == other)
    }

    fn hash_code(&self) -> i32 {
        Arc::as_ptr(&self.0).cast::<()>() as usize as i32
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "javax.sql.DataSource({})", self.0.name)
    }
}

/// Waits no longer than the query time-out.
pub(crate) async fn within<T>(timeout: Option<Duration>, work: impl Future<Output = Result<T>>) -> Result<T> {
    let Some(limit) = timeout else { return work.await };
    // By reference: what a statement needs is large, and would be copied into the time-out.
    let work = pin!(work);
    match tokio::time::timeout(limit, work).await {
        Ok(result) => result,
        Err(_) => Err(SqlError::new(ErrorKind::Timeout, format!("the statement ran longer than {limit:?}"))
            .with_hint("raise query_timeout of the data source or make the query faster")),
    }
}
