//! PostgreSQL: pool, statements, transactions.

mod decode;
mod params;
mod settle;
mod stream;
mod text;
mod tls;

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;

use deadpool_postgres::Manager;
use deadpool_postgres::ManagerConfig;
use deadpool_postgres::Object;
use deadpool_postgres::Pool;
use deadpool_postgres::QueueMode;
use deadpool_postgres::RecyclingMethod;
use deadpool_postgres::Runtime;
use deadpool_postgres::tokio_postgres;
use futures::StreamExt;
use rustc_hash::FxHashMap;
use tokio_postgres::Column;
use tokio_postgres::NoTls;
use tokio_postgres::config::SslMode;
use tokio_postgres::config::TargetSessionAttrs;
use vespid_render::value::Value;

use self::decode::Decoders;
use self::params::Param;
use self::settle::Server;
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
use crate::statement::wrong_count;
use crate::url::Encryption;
use crate::url::PostgresTarget;

/// A PostgreSQL database with its pool.
pub(crate) struct Source {
    name: String,
    pool: Pool,
    /// Where cancel requests go.
    server: Server,
    options: DataSourceOptions,
    /// Statements of pages that were seen, by their text.
    known: Mutex<FxHashMap<Box<str>, Arc<Known>>>,
}

/// A page's statement and what was learnt about it.
struct Known {
    statement: Statement,
    /// The server could work out the types of its parameters, or they had to be told; not set until it was prepared.
    prepared: AtomicBool,
    /// The types of its parameters must be told.
    typed: AtomicBool,
    /// How its rows were read last.
    decoders: Mutex<Option<Arc<Decoders>>>,
}

impl Known {
    /// How its rows are read, as long as their columns stay the same on whichever connection.
    fn decoders(&self, columns: &[Column]) -> Result<Arc<Decoders>> {
        let mut kept = self.decoders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = kept.as_ref().filter(|kept| kept.fit(columns)) {
            return Ok(kept.clone());
        }
        Ok(kept.insert(Arc::new(Decoders::new(columns)?)).clone())
    }
}

impl Source {
    pub(crate) fn new(target: PostgresTarget, options: &DataSourceOptions) -> Result<Self> {
        let name = target.describe();
        let tls = tls::connector(&target)?;
        let place = match target.hosts.as_slice() {
            [place] => Some(place.clone()),
            _ => None,
        };
        let server = Server { place, tls: tls.clone() };
        let config = client_config(target, options, tls.is_some());
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = match tls {
            Some(tls) => Manager::from_config(config, tls, recycling),
            None => Manager::from_config(config, NoTls, recycling),
        };
        let pool = Pool::builder(manager)
            .max_size(options.pool_size)
            // Nobody waits here for a connection that is in use (`Places`), and to take one back asks nothing of the server.
            .create_timeout(Some(options.connect_timeout))
            // The sessions used last are those that caches know.
            .queue_mode(QueueMode::Lifo)
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| SqlError::new(ErrorKind::Configuration, format!("{name}: {error}")))?;
        Ok(Source { name, pool, server, options: options.clone(), known: Mutex::default() })
    }

    pub(crate) fn status(&self, waiting: usize) -> PoolStatus {
        let status = self.pool.status();
        PoolStatus { max_size: status.max_size, size: status.size, available: status.available, waiting }
    }

    /// The statement of a page's SQL. When too many were seen, all of them, and what the connections hold prepared of
    /// them, are forgotten: pages that build ever new SQL must not fill client and server.
    fn statement(&self, sql: &str) -> Arc<Known> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(sql) {
            return found.clone();
        }
        if known.len() >= self.options.statement_cache {
            known.clear();
            self.pool.manager().statement_caches.clear();
        }
        let new = Arc::new(Known {
            statement: Statement::parse(sql, Dialect::Postgres),
            prepared: AtomicBool::new(false),
            typed: AtomicBool::new(false),
            decoders: Mutex::default(),
        });
        known.insert(sql.into(), new.clone());
        new
    }
}

fn client_config(
    target: PostgresTarget,
    options: &DataSourceOptions,
    encrypts: bool,
) -> tokio_postgres::Config {
    let mut config = tokio_postgres::Config::new();
    for (host, port) in target.hosts {
        config.host(host).port(port);
    }
    if let Some(user) = target.user {
        config.user(user);
    }
    if let Some(password) = target.password {
        config.password(password.0);
    }
    if let Some(database) = target.database {
        config.dbname(database);
    }
    if !target.session.is_empty() {
        config.options(target.session.join(" "));
    }
    if target.read_write {
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    }
    config
        .application_name(target.application_name.unwrap_or_else(|| "vespid".to_owned()))
        .ssl_mode(match target.encryption {
            _ if !encrypts => SslMode::Disable,
            Encryption::Disable | Encryption::Prefer => SslMode::Prefer,
            Encryption::Require | Encryption::VerifyCa | Encryption::VerifyFull => SslMode::Require,
        })
        .connect_timeout(options.connect_timeout);
    config
}

/// A connection of a PostgreSQL pool.
pub(crate) struct PgConnection {
    /// `None` only while the connection is being dropped.
    client: Option<Object>,
    source: Arc<Source>,
    /// The server works for us, or may: what was sent last was not answered to its end.
    outstanding: bool,
    /// A portal's own transaction is open, or may be.
    portal: bool,
    /// The server is gone, or will not come to rest: the connection must be replaced.
    lost: bool,
    transaction: Transaction,
    /// Goes after the client.
    place: Option<Place>,
}

impl PgConnection {
    pub(crate) async fn acquire(
        source: &Arc<Source>,
        data_source: &DataSource,
        place: Place,
    ) -> Result<Self> {
        let client = source.pool.get().await.map_err(|error| {
            data_source.pool_error(error, |error| {
                let error = SqlError::postgres(&error, &source.name);
                if error.state() == Some("08006") { error.with_state("08001") } else { error }
            })
        })?;
        Ok(PgConnection {
            client: Some(client),
            source: source.clone(),
            outstanding: false,
            portal: false,
            lost: false,
            transaction: Transaction::None,
            place: Some(place),
        })
    }

    pub(crate) fn transaction(&self) -> &Transaction {
        &self.transaction
    }

    fn client(&self) -> &Object {
        self.client.as_ref().expect("the client is there until the connection is dropped")
    }

    fn error(&self, error: &tokio_postgres::Error) -> SqlError {
        SqlError::postgres(error, &self.source.name)
    }

    /// Makes the connection usable: ends what an abandoned future or stream has left on the server.
    async fn ready(&mut self) -> Result<()> {
        if self.outstanding {
            let in_transaction = self.transaction.is_open();
            let rollback = in_transaction || self.portal;
            if settle::settle(self.client(), &self.source.server, true, rollback).await {
                self.outstanding = false;
                self.portal = false;
            } else {
                self.lost = true;
            }
            if in_transaction {
                self.transaction = Transaction::Gone("it was cancelled".to_owned());
            }
        }
        if self.lost {
            let message = format!("{}: the connection was lost", self.source.name);
            return Err(SqlError::new(ErrorKind::Connection, message));
        }
        Ok(())
    }

    /// Runs a page's statement, unless its transaction can only be rolled back.
    async fn exchange<T>(&mut self, work: impl AsyncFnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.ready().await?;
        self.transaction.may_run()?;
        self.run(work).await
    }

    /// Runs one exchange with the server under the query time-out, on a connection that is ready.
    ///
    /// `outstanding` stays set when the future is dropped or the time is over; it is cleared when the server has answered
    /// to the end, with an error or without.
    async fn run<T>(&mut self, work: impl AsyncFnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let timeout = self.source.options.query_timeout;
        self.outstanding = true;
        let result = within(timeout, work(self)).await;
        let Err(error) = &result else {
            self.outstanding = false;
            return result;
        };
        self.failed(error);
        result
    }

    /// Notes what an error says of the connection. One that the server has sent ends its work, and the client rolls back
    /// a portal's transaction by itself.
    fn failed(&mut self, error: &SqlError) {
        self.outstanding = error.kind() == ErrorKind::Timeout;
        self.portal &= self.outstanding;
        self.lost |= error.kind() == ErrorKind::Connection;
        // What was refused on this side has never reached the server.
        let by_server =
            matches!(error.kind(), ErrorKind::Database | ErrorKind::Connection | ErrorKind::Timeout);
        if by_server && matches!(self.transaction, Transaction::Open) {
            self.transaction = Transaction::Failed(error.to_string());
        }
    }

    async fn command(&mut self, sql: &str) -> Result<()> {
        self.run(async |this| this.client().batch_execute(sql).await.map_err(|error| this.error(&error)))
            .await
    }

    pub(crate) async fn query(&mut self, sql: &str, params: &[Value], limit: RowLimit) -> Result<ResultSet> {
        let known = self.source.statement(sql);
        check_count(&known, params)?;
        self.exchange(async |this| match this.query_once(&known, params, limit).await {
            Err(error) if this.is_stale(&error, &known, params) => {
                this.query_once(&known, params, limit).await
            }
            result => result,
        })
        .await
    }

    pub(crate) async fn execute(&mut self, sql: &str, params: &[Value]) -> Result<u64> {
        let known = self.source.statement(sql);
        check_count(&known, params)?;
        self.exchange(async |this| match this.execute_once(&known, params).await {
            Err(error) if this.is_stale(&error, &known, params) => this.execute_once(&known, params).await,
            result => result,
        })
        .await
    }

    pub(crate) async fn execute_script(&mut self, script: &str) -> Result<()> {
        self.exchange(async |this| {
            this.client().batch_execute(script).await.map_err(|error| this.error(&error))
        })
        .await
    }

    pub(crate) async fn begin(&mut self, isolation: Option<Isolation>) -> Result<()> {
        self.transaction.may_begin()?;
        self.ready().await?;
        let sql = match isolation {
            None => "BEGIN",
            Some(Isolation::ReadUncommitted) => "BEGIN ISOLATION LEVEL READ UNCOMMITTED",
            Some(Isolation::ReadCommitted) => "BEGIN ISOLATION LEVEL READ COMMITTED",
            Some(Isolation::RepeatableRead) => "BEGIN ISOLATION LEVEL REPEATABLE READ",
            Some(Isolation::Serializable) => "BEGIN ISOLATION LEVEL SERIALIZABLE",
        };
        // Set before it is sent: should we be dropped on the way, a transaction may be open.
        self.transaction = Transaction::Open;
        let result = self.command(sql).await;
        if result.is_err() && !self.outstanding {
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
        let result = self.command("COMMIT").await;
        // A commit that the server refuses (a deferred constraint, a serialization failure) ends the transaction too.
        if !self.outstanding {
            self.transaction = Transaction::None;
        }
        result
    }

    pub(crate) async fn rollback(&mut self) -> Result<()> {
        if self.transaction.is_open() {
            // Settling rolls back.
            self.ready().await?;
            if !matches!(self.transaction, Transaction::Gone(_)) {
                self.command("ROLLBACK").await?;
            }
            self.transaction = Transaction::None;
        }
        Ok(())
    }

    pub(crate) async fn rollback_to(&mut self, savepoint: &str) -> Result<()> {
        self.transaction.may_roll_back()?;
        self.ready().await?;
        self.transaction.may_roll_back()?;
        self.command(&format!("ROLLBACK TO SAVEPOINT {savepoint}")).await?;
        self.transaction = Transaction::Open;
        Ok(())
    }

    /// Prepares a statement, or takes it from the connection's cache.
    ///
    /// The server works out the types of the parameters from where they stand, so a text can be compared with a number or
    /// a date. Where it can't (`select concat(?, ?)`), they are told by the Java classes of the values, as JDBC does.
    async fn prepare(&self, known: &Known, params: &[Value]) -> Result<tokio_postgres::Statement> {
        let client = self.client();
        let text = &known.statement.text;
        if known.typed.load(Ordering::Relaxed) {
            let types: Vec<_> = params.iter().map(params::type_of_class).collect();
            return client.prepare_typed_cached(text, &types).await.map_err(|error| self.error(&error));
        }
        // A failed attempt must not cost the transaction; once it has worked there are no attempts any more.
        let guarded =
            self.transaction.is_open() && !params.is_empty() && !known.prepared.load(Ordering::Relaxed);
        if guarded {
            client.batch_execute("SAVEPOINT vespid_prepare").await.map_err(|error| self.error(&error))?;
        }
        let prepared = match client.prepare_cached(text).await {
            Err(error) if !params.is_empty() && wants_types(&error) => {
                if guarded {
                    client
                        .batch_execute("ROLLBACK TO SAVEPOINT vespid_prepare")
                        .await
                        .map_err(|error| self.error(&error))?;
                }
                let types: Vec<_> = params.iter().map(params::type_of_class).collect();
                match client.prepare_typed_cached(text, &types).await {
                    Ok(statement) => {
                        known.typed.store(true, Ordering::Relaxed);
                        Ok(statement)
                    }
                    // The first message speaks of the statement as the page has it.
                    Err(_) => Err(error),
                }
            }
            other => other,
        }
        .map_err(|error| self.error(&error))?;
        if guarded {
            client
                .batch_execute("RELEASE SAVEPOINT vespid_prepare")
                .await
                .map_err(|error| self.error(&error))?;
        }
        known.prepared.store(true, Ordering::Relaxed);
        Ok(prepared)
    }

    /// Whether an error only means that a table was changed behind a prepared statement; it is forgotten then, and can
    /// be tried once more unless a transaction is lost.
    fn is_stale(&self, error: &SqlError, known: &Known, params: &[Value]) -> bool {
        // 0A000 `cached plan must not change result type`, 26000 `prepared statement … does not exist`.
        let stale = error.state() == Some("26000")
            || error.state() == Some("0A000") && error.message().starts_with("cached plan");
        if !stale {
            return false;
        }
        let types: Vec<_> = params.iter().map(params::type_of_class).collect();
        let cache = &self.client().statement_cache;
        cache.remove(&known.statement.text, &[]);
        cache.remove(&known.statement.text, &types);
        self.client().clear_type_cache();
        !self.transaction.is_open()
    }

    async fn query_once(&mut self, known: &Known, values: &[Value], limit: RowLimit) -> Result<ResultSet> {
        let statement = self.prepare(known, values).await?;
        let params = params::encode(values, statement.params())?;
        let decoders = known.decoders(statement.columns())?;
        match limit.fetch() {
            // Within a transaction all rows are read and those beyond the limit thrown away: to stop them would fail it.
            Some(fetch) if !self.transaction.is_open() => {
                self.query_portal(&statement, &params, &decoders, limit, fetch).await
            }
            _ => self.query_all(&statement, &params, &decoders, limit).await,
        }
    }

    async fn query_all(
        &self,
        statement: &tokio_postgres::Statement,
        params: &[Param],
        decoders: &Decoders,
        limit: RowLimit,
    ) -> Result<ResultSet> {
        let rows = self.client().query_raw(statement, params).await.map_err(|error| self.error(&error))?;
        let mut rows = std::pin::pin!(rows);
        let mut taken = Rows::new(decoders.columns().clone());
        let mut limited = false;
        let mut index = 0;
        let mut failed = None;
        // To the end even if a value can't be shown: what is half read would have to be cancelled.
        while let Some(row) = rows.next().await {
            let row = row.map_err(|error| self.error(&error))?;
            if failed.is_none() && limit.takes(index) {
                failed = taken.push(decoders.row(&row)).err();
            }
            limited |= limit.is_beyond(index);
            index += 1;
        }
        failed.map_or(Ok(ResultSet::new(taken, limited)), Err)
    }

    /// Reads no more rows than are wanted, through a portal, which needs a transaction of its own.
    async fn query_portal(
        &mut self,
        statement: &tokio_postgres::Statement,
        params: &[Param],
        decoders: &Decoders,
        limit: RowLimit,
        fetch: usize,
    ) -> Result<ResultSet> {
        let PgConnection { client, source, portal: in_portal, .. } = self;
        let client = client.as_mut().expect("the client is there until the connection is dropped");
        let error = |error: tokio_postgres::Error| SqlError::postgres(&error, &source.name);
        *in_portal = true;
        let transaction = client.transaction().await.map_err(error)?;
        let portal = transaction.bind_raw(statement, params).await.map_err(error)?;
        let fetch = i32::try_from(fetch).unwrap_or(i32::MAX);
        let rows = transaction.query_portal(&portal, fetch).await.map_err(error)?;
        let mut taken = Rows::new(decoders.columns().clone());
        let mut limited = false;
        for (index, row) in rows.iter().enumerate() {
            if limit.takes(index) {
                taken.push(decoders.row(row))?;
            }
            limited |= limit.is_beyond(index);
        }
        drop(portal);
        transaction.commit().await.map_err(error)?;
        *in_portal = false;
        Ok(ResultSet::new(taken, limited))
    }

    async fn execute_once(&self, known: &Known, values: &[Value]) -> Result<u64> {
        let statement = self.prepare(known, values).await?;
        let params = params::encode(values, statement.params())?;
        self.client().execute_raw(&statement, &params).await.map_err(|error| self.error(&error))
    }
}

/// Before anything is sent: are there as many values as markers? A statement with PostgreSQL's own `$1` has no markers.
fn check_count(known: &Known, params: &[Value]) -> Result<()> {
    let markers = known.statement.markers;
    if markers == params.len() || markers == 0 && known.statement.text.contains('$') {
        return Ok(());
    }
    Err(wrong_count(markers, params.len()))
}

/// Whether preparing failed only because the types of parameters could not be worked out.
fn wants_types(error: &tokio_postgres::Error) -> bool {
    // indeterminate_datatype, datatype_mismatch, ambiguous_function, undefined_function
    error.code().is_some_and(|code| matches!(code.code(), "42P18" | "42804" | "42725" | "42883"))
}

impl Drop for PgConnection {
    fn drop(&mut self) {
        let Some(client) = self.client.take() else { return };
        if self.lost {
            drop(Object::take(client));
        } else if self.outstanding || self.portal || self.transaction.is_open() {
            // A portal's transaction was dropped before, and its rollback is on the way; a cancel request can hit that.
            let rollback = self.transaction.is_open() || self.portal && self.outstanding;
            let place = self.place.take();
            settle::give_back_clean(client, place, self.source.server.clone(), self.outstanding, rollback);
        }
    }
}
