//! SQLite: pool, statements, transactions. All work is done on blocking threads.

mod columns;
mod stream;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering;
use std::time::Duration;

use deadpool::managed::Hook;
use deadpool::managed::HookError;
use deadpool_sqlite::Config;
use deadpool_sqlite::Manager;
use deadpool_sqlite::Object;
use deadpool_sqlite::Pool;
use deadpool_sqlite::Runtime;
use percent_encoding::AsciiSet;
use percent_encoding::CONTROLS;
use percent_encoding::utf8_percent_encode;
use rusqlite::InterruptHandle;
use tokio::runtime::Handle;
use vespid_render::value::Value;

use crate::connection::Isolation;
use crate::connection::RowLimit;
use crate::connection::Transaction;
use crate::error::ErrorKind;
use crate::error::Result;
use crate::error::SqlError;
use crate::result::ResultSet;
use crate::result::Rows;
use crate::source::DataSource;
use crate::source::DataSourceOptions;
use crate::source::Place;
use crate::source::PoolStatus;
use crate::source::within;
use crate::statement::Dialect;
use crate::statement::Statement;
use crate::url::SqliteTarget;

/// How long a statement waits for another connection's lock where the URL does not say.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// An SQLite database with its pool.
pub(crate) struct Source {
    name: String,
    /// `None` only while the source is being dropped.
    pool: Option<Pool>,
    /// Where connections are closed, which blocks and so needs a runtime, whoever drops the last of this.
    runtime: OnceLock<Handle>,
    options: DataSourceOptions,
    memory: Option<Memory>,
}

/// A database in memory, which lives as long as a connection to it: this one.
struct Memory {
    uri: String,
    keeper: Mutex<Option<rusqlite::Connection>>,
}

/// What must not stand in the path of an SQLite URI.
const PATH: &AsciiSet = &CONTROLS.add(b'%').add(b'?').add(b'#').add(b' ');

impl Source {
    pub(crate) fn new(target: SqliteTarget, options: &DataSourceOptions) -> Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = target.describe();
        let (uri, in_memory) = match &target.path {
            // The memdb VFS shares a database by name within the process, with the locks of a file.
            None => (format!("file:/vespid-{}?vfs=memdb", COUNT.fetch_add(1, Ordering::Relaxed)), true),
            Some(path) => {
                let mode = if target.read_only { "ro" } else { "rwc" };
                (format!("file:{}?mode={mode}", utf8_percent_encode(path, PATH)), false)
            }
        };
        let manager = Manager::from_config(&Config::new(PathBuf::from(&uri)), Runtime::Tokio1);
        let cache = options.statement_cache;
        let setup = Arc::new(target);
        let pool = Pool::builder(manager)
            .max_size(options.pool_size)
            .wait_timeout(Some(options.connect_timeout))
            .create_timeout(Some(options.connect_timeout))
            .recycle_timeout(Some(options.connect_timeout))
            .runtime(Runtime::Tokio1)
            .post_create(Hook::async_fn(
                move |connection: &mut <Manager as deadpool::managed::Manager>::Type, _| {
                    let setup = setup.clone();
                    Box::pin(async move {
                        connection
                            .interact(move |connection| set_up(connection, &setup, cache))
                            .await
                            .map_err(|error| HookError::message(error.to_string()))?
                            .map_err(HookError::Backend)
                    })
                },
            ))
            .build()
            .map_err(|error| SqlError::new(ErrorKind::Configuration, format!("{name}: {error}")))?;
        let memory = in_memory.then(|| Memory { uri, keeper: Mutex::new(None) });
        Ok(Source { name, pool: Some(pool), runtime: OnceLock::new(), options: options.clone(), memory })
    }

    fn pool(&self) -> &Pool {
        self.pool.as_ref().expect("the pool is there until the source is dropped")
    }

    pub(crate) fn status(&self, waiting: usize) -> PoolStatus {
        let status = self.pool().status();
        PoolStatus { max_size: status.max_size, size: status.size, available: status.available, waiting }
    }

    pub(crate) async fn acquire(&self, data_source: &DataSource, place: Place) -> Result<SqliteConnection> {
        let wrap = |error: rusqlite::Error| {
            let error = SqlError::sqlite(&error);
            SqlError::new(ErrorKind::Connection, format!("{}: {}", self.name, error.message()))
                .with_state("08001")
        };
        if let Some(memory) = &self.memory {
            let mut keeper = memory.keeper.lock().unwrap_or_else(PoisonError::into_inner);
            if keeper.is_none() {
                // Memory does not block.
                *keeper = Some(rusqlite::Connection::open(&memory.uri).map_err(wrap)?);
            }
        }
        let runtime = Handle::current();
        self.runtime.get_or_init(|| runtime.clone());
        let client = self.pool().get().await.map_err(|error| data_source.pool_error(error, wrap))?;
        let interrupt = client.try_lock().ok().map(|connection| connection.get_interrupt_handle());
        let Some(interrupt) = interrupt else {
            drop(Object::take(client));
            return Err(SqlError::new(
                ErrorKind::Connection,
                format!("{}: the connection is broken", self.name),
            ));
        };
        Ok(SqliteConnection {
            client: Some(client),
            runtime,
            interrupt: Arc::new(interrupt),
            name: self.name.clone(),
            query_timeout: self.options.query_timeout,
            running: None,
            transaction: Transaction::None,
            place: Some(place),
        })
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        let _entered = self.runtime.get().map(Handle::enter);
        self.pool = None;
    }
}

fn set_up(
    connection: &mut rusqlite::Connection,
    target: &SqliteTarget,
    cache: usize,
) -> rusqlite::Result<()> {
    connection.busy_timeout(target.busy_timeout.unwrap_or(BUSY_TIMEOUT))?;
    connection.set_prepared_statement_cache_capacity(cache);
    if let Some(on) = target.foreign_keys {
        connection.pragma_update(None, "foreign_keys", on)?;
    }
    if let Some(mode) = &target.journal_mode {
        connection.pragma_update_and_check(None, "journal_mode", mode, |_| Ok(()))?;
    }
    Ok(())
}

/// A connection of an SQLite pool.
pub(crate) struct SqliteConnection {
    /// `None` only while the connection is being dropped.
    client: Option<Object>,
    runtime: Handle,
    interrupt: Arc<InterruptHandle>,
    name: String,
    query_timeout: Option<Duration>,
    /// What runs on a blocking thread, or may: the flag that stops it.
    running: Option<Stop>,
    transaction: Transaction,
    /// Goes after the client.
    place: Option<Place>,
}

/// Tells work on a blocking thread that nobody waits for it any more.
#[derive(Clone, Default)]
struct Stop(Arc<AtomicBool>);

impl Stop {
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What work on a blocking thread brings back: its result, and whether SQLite has ended the transaction by itself.
struct Done<T> {
    result: Result<T>,
    autocommit: bool,
}

impl SqliteConnection {
    pub(crate) fn transaction(&self) -> &Transaction {
        &self.transaction
    }

    fn client(&self) -> &Object {
        self.client.as_ref().expect("the client is there until the connection is dropped")
    }

    /// Makes the connection usable: ends what an abandoned future or stream has left running.
    async fn ready(&mut self) -> Result<()> {
        let Some(stop) = &self.running else { return Ok(()) };
        stop.set();
        let in_transaction = self.transaction.is_open();
        if !settle(self.client(), &self.interrupt).await {
            return Err(self.broken());
        }
        self.running = None;
        if in_transaction {
            self.transaction = Transaction::Gone("it was cancelled".to_owned());
        }
        Ok(())
    }

    fn broken(&self) -> SqlError {
        SqlError::new(ErrorKind::Connection, format!("{}: the connection is broken", self.name))
    }

    /// Does work on a blocking thread, under the query time-out.
    async fn interact<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut rusqlite::Connection, &Stop) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.ready().await?;
        self.transaction.may_run()?;
        let stop = Stop::default();
        self.running = Some(stop.clone());
        let in_transaction = self.transaction.is_open();
        let done = within(self.query_timeout, async {
            self.client()
                .interact(move |connection| {
                    let result = if stop.is_set() { Err(interrupted()) } else { work(connection, &stop) };
                    Done { result, autocommit: connection.is_autocommit() }
                })
                .await
                .map_err(|error| SqlError::new(ErrorKind::Database, format!("{}: {error}", self.name)))
        })
        .await;
        let done = match done {
            Ok(done) => done,
            Err(error) => {
                if error.kind() != ErrorKind::Timeout {
                    self.running = None;
                } else if in_transaction {
                    self.transaction = Transaction::Failed(error.to_string());
                }
                return Err(error);
            }
        };
        self.running = None;
        if let Err(error) = &done.result {
            // Unlike PostgreSQL, SQLite goes on after a failed statement, unless it had to roll back.
            if in_transaction && done.autocommit {
                self.transaction = Transaction::Gone(error.to_string());
            }
        }
        done.result
    }

    pub(crate) async fn query(&mut self, sql: &str, params: &[Value], limit: RowLimit) -> Result<ResultSet> {
        let statement = Statement::parse(sql, Dialect::Sqlite);
        let params = columns::encode(params)?;
        self.interact(move |connection, stop| {
            let mut prepared = prepare(connection, &statement, &params)?;
            let decoders = columns::Decoders::new(&prepared);
            let mut taken = Rows::new(decoders.columns().clone());
            let mut rows = prepared.raw_query();
            let mut index = 0;
            let mut limited = false;
            while let Some(row) = rows.next().map_err(|error| SqlError::sqlite(&error))? {
                if stop.is_set() {
                    return Err(interrupted());
                }
                if limit.is_beyond(index) {
                    limited = true;
                    break;
                }
                if limit.takes(index) {
                    taken.push(decoders.row(row))?;
                }
                index += 1;
            }
            Ok(ResultSet::new(taken, limited))
        })
        .await
    }

    pub(crate) async fn execute(&mut self, sql: &str, params: &[Value]) -> Result<u64> {
        let statement = Statement::parse(sql, Dialect::Sqlite);
        let params = columns::encode(params)?;
        self.interact(move |connection, stop| {
            let before = connection.total_changes();
            {
                let mut prepared = prepare(connection, &statement, &params)?;
                let mut rows = prepared.raw_query();
                while rows.next().map_err(|error| SqlError::sqlite(&error))?.is_some() {
                    if stop.is_set() {
                        return Err(interrupted());
                    }
                }
            }
            // `changes` is that of the last statement that changed anything; was it this one?
            Ok(if connection.total_changes() == before { 0 } else { connection.changes() })
        })
        .await
    }

    pub(crate) async fn execute_script(&mut self, script: &str) -> Result<()> {
        let script = script.to_owned();
        self.interact(move |connection, _| {
            connection.execute_batch(&script).map_err(|error| SqlError::sqlite(&error))
        })
        .await
    }

    /// Begins a transaction. Every level is served by SQLite's own, which is serializable; it takes the lock for writing
    /// at once, since one that begins to write later may find that it can't any more.
    pub(crate) async fn begin(&mut self, _isolation: Option<Isolation>) -> Result<()> {
        self.transaction.may_begin()?;
        self.ready().await?;
        self.transaction = Transaction::Open;
        let result = self.execute_script("BEGIN IMMEDIATE").await;
        if result.is_err() && self.running.is_none() {
            self.transaction = Transaction::None;
        }
        result
    }

    pub(crate) async fn commit(&mut self) -> Result<()> {
        if self.transaction.is_open() {
            self.ready().await?;
        }
        match &self.transaction {
            Transaction::None => return Err(Transaction::not_open()),
            Transaction::Open => {}
            Transaction::Failed(cause) | Transaction::Gone(cause) => {
                let error = Transaction::rolled_back(cause);
                self.rollback().await?;
                return Err(error);
            }
        }
        let result = self.execute_script("COMMIT").await;
        if let (Err(error), None) = (&result, &self.running) {
            // A commit that fails (a deferred constraint) leaves SQLite's transaction open.
            let error = error.clone();
            self.transaction = Transaction::Open;
            self.rollback().await?;
            return Err(error);
        }
        if self.running.is_none() {
            self.transaction = Transaction::None;
        }
        result
    }

    pub(crate) async fn rollback(&mut self) -> Result<()> {
        if !self.transaction.is_open() {
            return Ok(());
        }
        if self.running.is_some() {
            // Settling rolls back.
            self.ready().await?;
        } else if !settle(self.client(), &self.interrupt).await {
            return Err(self.broken());
        }
        self.transaction = Transaction::None;
        Ok(())
    }

    pub(crate) async fn rollback_to(&mut self, savepoint: &str) -> Result<()> {
        self.transaction.may_roll_back()?;
        self.execute_script(&format!("ROLLBACK TO SAVEPOINT {savepoint}")).await
    }
}

impl Drop for SqliteConnection {
    fn drop(&mut self) {
        // A connection that does not go back is closed on the runtime's blocking threads.
        let _entered = self.runtime.enter();
        let Some(client) = self.client.take() else { return };
        let stop = self.running.take();
        if stop.is_none() && !self.transaction.is_open() {
            return;
        }
        if let Some(stop) = stop {
            stop.set();
        }
        let doubtful = Doubtful { client: Some(client), _place: self.place.take() };
        let interrupt = self.interrupt.clone();
        self.runtime.spawn(async move {
            let clean = match &doubtful.client {
                Some(client) => settle(client, &interrupt).await,
                None => false,
            };
            if clean {
                doubtful.trust();
            }
        });
    }
}

/// A connection that is closed rather than given back, unless it proves clean.
struct Doubtful {
    client: Option<Object>,
    /// Goes after the client.
    _place: Option<Place>,
}

impl Doubtful {
    fn trust(mut self) {
        self.client = None;
    }
}

impl Drop for Doubtful {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            drop(Object::take(client));
        }
    }
}

/// How often a statement is interrupted until it heeds it: it may not yet have begun when it is told first.
const INTERRUPT_EVERY: Duration = Duration::from_millis(10);

/// Interrupts what runs on the connection's thread and rolls back; whether it is clean after that.
async fn settle(client: &Object, interrupt: &InterruptHandle) -> bool {
    let rollback = client.interact(|connection| {
        // An interrupt meant for the statement before may hit the rollback: once more then.
        for _ in 0..3 {
            if connection.is_autocommit() {
                return true;
            }
            if let Err(error) = connection.execute_batch("ROLLBACK") {
                tracing::debug!(%error, "rollback");
            }
        }
        connection.is_autocommit()
    });
    let mut rollback = std::pin::pin!(rollback);
    loop {
        interrupt.interrupt();
        tokio::select! {
            biased;
            clean = &mut rollback => return clean.unwrap_or(false),
            () = tokio::time::sleep(INTERRUPT_EVERY) => {}
        }
    }
}

fn interrupted() -> SqlError {
    SqlError::new(ErrorKind::Database, "interrupted").with_state("57014")
}

/// Prepares a statement, or takes it from the connection's cache, and binds its parameters.
fn prepare<'a>(
    connection: &'a rusqlite::Connection,
    statement: &Statement,
    params: &[rusqlite::types::Value],
) -> Result<rusqlite::CachedStatement<'a>> {
    let mut prepared =
        connection.prepare_cached(&statement.text).map_err(|error| SqlError::sqlite(&error))?;
    let wanted = prepared.parameter_count();
    if wanted != params.len() {
        return Err(crate::statement::wrong_count(wanted, params.len()));
    }
    for (index, param) in params.iter().enumerate() {
        prepared.raw_bind_parameter(index + 1, param).map_err(|error| SqlError::sqlite(&error))?;
    }
    Ok(prepared)
}
