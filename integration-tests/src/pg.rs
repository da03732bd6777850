//! A real PostgreSQL: a database for each test, sessions on it, and a look at what the server is doing.

use std::env;
use std::process;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering;

use anyhow::Context;
use anyhow::Result;
use tokio::runtime::Builder;
use tokio::runtime::Runtime;
use tokio_postgres::Client;
use tokio_postgres::NoTls;
use tokio_postgres::SimpleQueryMessage;

/// A database that exists for one test; dropped with it, whoever is still connected.
#[derive(Debug)]
pub struct Database {
    name: String,
    /// URL of the whole server up to the database name.
    base: String,
    session: Session,
    server: Session,
}

impl Database {
    /// Creates an empty database on the server that `VESPID_TEST_POSTGRES` names.
    ///
    /// # Errors
    /// When the variable is not set or the server cannot be reached.
    pub fn create() -> Result<Database> {
        let url = env::var("VESPID_TEST_POSTGRES").context(
            "this test needs PostgreSQL, and VESPID_TEST_POSTGRES is not set: run it by ci/test, or by \
             `ci/with-services cargo test …`",
        )?;
        Database::create_at(&url)
    }

    /// Creates an empty database on the server of a URL.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub fn create_at(url: &str) -> Result<Database> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let (base, _) = url.rsplit_once('/').context("the server's URL has no /database")?;
        let server = Session::open(url)?;
        let name = format!("vespid_{}_{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        server.execute(&format!("CREATE DATABASE {name}"))?;
        let session = Session::open(&format!("{base}/{name}"))?;
        Ok(Database { name, base: base.to_owned(), session, server })
    }

    /// Its URL, as a page's `sql:setDataSource` takes it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("{}/{}", self.base, self.name)
    }

    /// A further session, for example to hold a lock.
    ///
    /// # Errors
    /// When the server takes no more.
    pub fn connect(&self) -> Result<Session> {
        Session::open(&self.url())
    }

    /// Runs statements in the database's own session.
    ///
    /// # Errors
    /// What the database says.
    pub fn execute(&self, sql: &str) -> Result<()> {
        self.session.execute(sql)
    }

    /// Runs a query in the database's own session; every value as text, NULL as none.
    ///
    /// # Errors
    /// What the database says.
    pub fn rows(&self, sql: &str) -> Result<Vec<Vec<Option<String>>>> {
        self.session.rows(sql)
    }

    /// How many statements with this text in them run in this database now, waiting for locks included.
    /// The test's own sessions do not count.
    ///
    /// # Errors
    /// What the database says.
    pub fn running(&self, text: &str) -> Result<usize> {
        self.count(&format!("state = 'active' AND position({} IN query) > 0", literal(text)))
    }

    /// How many connections others than the test hold to this database.
    ///
    /// # Errors
    /// What the database says.
    pub fn connections(&self) -> Result<usize> {
        self.count("true")
    }

    /// How many of them are in the midst of a transaction.
    ///
    /// # Errors
    /// What the database says.
    pub fn open_transactions(&self) -> Result<usize> {
        self.count("state LIKE 'idle in transaction%'")
    }

    fn count(&self, condition: &str) -> Result<usize> {
        let sql = format!(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = {} AND backend_type = 'client backend' \
             AND application_name <> {} AND ({condition})",
            literal(&self.name),
            literal(APPLICATION),
        );
        let rows = self.server.rows(&sql)?;
        let count = rows.first().and_then(|row| row.first().cloned().flatten()).context("no count")?;
        count.parse().with_context(|| format!("{count} is no count"))
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // A server that is gone has nothing to clean up, and a drop has nobody to tell.
        let _ = self.server.execute(&format!("DROP DATABASE {} WITH (FORCE)", self.name));
    }
}

/// How the test's own sessions call themselves, to be told from those of the server under test.
const APPLICATION: &str = "vespid-integration-tests";

/// One connection to PostgreSQL.
#[derive(Debug)]
pub struct Session {
    /// Drives the connection in the background.
    runtime: Runtime,
    client: Client,
}

impl Session {
    pub(crate) fn open(url: &str) -> Result<Session> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let mut config: tokio_postgres::Config = url.parse().with_context(|| format!("the URL {url}"))?;
        config.application_name(APPLICATION);
        let (client, connection) =
            runtime.block_on(config.connect(NoTls)).with_context(|| format!("connecting to {url}"))?;
        // Its end shows as an error of the client.
        runtime.spawn(connection);
        Ok(Session { runtime, client })
    }

    /// Runs statements.
    ///
    /// # Errors
    /// What the database says.
    pub fn execute(&self, sql: &str) -> Result<()> {
        self.runtime.block_on(self.client.batch_execute(sql)).with_context(|| format!("in {sql}"))
    }

    /// Runs a query; every value as text, NULL as none.
    ///
    /// # Errors
    /// What the database says.
    pub fn rows(&self, sql: &str) -> Result<Vec<Vec<Option<String>>>> {
        let messages =
            self.runtime.block_on(self.client.simple_query(sql)).with_context(|| format!("in {sql}"))?;
        let rows = messages.iter().filter_map(|message| match message {
            SimpleQueryMessage::Row(row) => {
                Some((0..row.len()).map(|idx| row.get(idx).map(str::to_owned)).collect())
            }
            _ => None,
        });
        Ok(rows.collect())
    }
}

/// A table that pages can be made to wait at: whoever reads it waits while the gate is closed.
///
/// Tests of waiting use it in place of a slow query, so that they know that the query has not ended.
#[derive(Debug)]
pub struct Gate {
    session: Session,
}

impl Gate {
    /// Creates the table `gate (word text)` with the row `open`, and closes it.
    ///
    /// # Errors
    /// What the database says.
    pub fn closed(database: &Database) -> Result<Gate> {
        database.execute("CREATE TABLE gate (word text); INSERT INTO gate VALUES ('open')")?;
        let session = database.connect()?;
        session.execute("BEGIN; LOCK TABLE gate IN ACCESS EXCLUSIVE MODE")?;
        Ok(Gate { session })
    }

    /// Lets all readers through.
    ///
    /// # Errors
    /// What the database says.
    pub fn open(self) -> Result<()> {
        self.session.execute("COMMIT")
    }
}

/// An SQL string literal.
fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
