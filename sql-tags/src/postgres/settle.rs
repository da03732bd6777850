//! Making a connection clean again after a page has left it in the middle of something.
//!
//! A future that is dropped mid-query leaves the server at work and rows on their way. The query is cancelled, what is
//! still coming is drained by the client's connection task, a transaction is rolled back; only then the connection goes
//! back into its pool. Till then it counts as in use, so that a rush of impatient clients can't make the server work on
//! more statements than the pool allows. A connection that does not come to rest is closed, and the pool makes another.

use std::time::Duration;

use deadpool_postgres::Object;
use deadpool_postgres::tokio_postgres;
use tokio::io::AsyncRead;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio_postgres::NoTls;
use tokio_postgres::error::SqlState;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::source::Place;

/// How long a connection may take to come to rest.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a cancelled statement has to end before it is cancelled again; doubled each time.
const FIRST_PATIENCE: Duration = Duration::from_millis(50);
const LAST_PATIENCE: Duration = Duration::from_secs(1);

/// Where cancel requests go.
#[derive(Clone)]
pub(super) struct Server {
    /// Host and port, where there is only one server.
    pub(super) place: Option<(String, u16)>,
    /// How its connections are encrypted.
    pub(super) tls: Option<MakeRustlsConnect>,
}

/// Cleans a connection in the background and gives it back to its pool, or closes it.
pub(super) fn give_back_clean(
    client: Object,
    place: Option<Place>,
    server: Server,
    outstanding: bool,
    rollback: bool,
) {
    let doubtful = Doubtful { client: Some(client), _place: place };
    // Without a runtime there is nobody to wait for the server, so the connection is closed.
    let Ok(runtime) = Handle::try_current() else { return };
    runtime.spawn(async move {
        let clean = match &doubtful.client {
            Some(client) => settle(client, &server, outstanding, rollback).await,
            None => false,
        };
        if clean {
            doubtful.trust();
        } else {
            tracing::warn!("closing a database connection that did not come to rest after its page was gone");
        }
    });
}

/// A connection that is closed rather than given back, unless it proves clean. Holds also if the runtime shuts down.
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

/// Ends what is running and, if told, rolls back; whether the connection is clean after that.
pub(super) async fn settle(client: &Object, server: &Server, outstanding: bool, rollback: bool) -> bool {
    if client.is_closed() {
        return false;
    }
    let sql = if rollback { "ROLLBACK" } else { "" };
    let work = async {
        let mut patience = if outstanding { FIRST_PATIENCE } else { PATIENCE };
        loop {
            if outstanding && !cancel(client, server).await {
                return false;
            }
            // Behind whatever is still coming, and sent after the request has done its work, so that this is the last
            // statement which it can hit.
            match tokio::time::timeout(patience, client.batch_execute(sql)).await {
                Ok(Ok(())) => return true,
                Ok(Err(error)) if error.code() == Some(&SqlState::QUERY_CANCELED) => {}
                Ok(Err(_)) => return false,
                // A request that overtook the statement on its way to the server has cancelled nothing: once more.
                Err(_) => patience = (2 * patience).min(LAST_PATIENCE),
            }
        }
    };
    tokio::time::timeout(PATIENCE, work).await.unwrap_or(false)
}

/// Asks the server to cancel what runs; whether it is certain that the request has done its work.
///
/// The server closes the connection of a cancel request after the running statement was signalled. Without waiting for
/// that the signal could hit a later statement, which is another page's. Where it can't be known which of several
/// servers it is, the request is made and the connection not trusted any more.
async fn cancel(client: &Object, server: &Server) -> bool {
    let token = client.cancel_token();
    let Some((host, port)) = &server.place else {
        let asked = match server.tls.clone() {
            Some(tls) => token.cancel_query(tls).await,
            None => token.cancel_query(NoTls).await,
        };
        if let Err(error) = asked {
            tracing::warn!(%error, "a statement could not be cancelled");
        }
        return false;
    };
    let done = if host.starts_with('/') {
        unix(host, *port, &token).await
    } else {
        tcp(host, *port, &token, server.tls.clone()).await
    };
    match done {
        Ok(()) => true,
        Err(error) => {
            tracing::warn!(%error, "a statement could not be cancelled");
            false
        }
    }
}

type Outcome = Result<(), Box<dyn std::error::Error + Send + Sync>>;

async fn tcp(
    host: &str,
    port: u16,
    token: &tokio_postgres::CancelToken,
    tls: Option<MakeRustlsConnect>,
) -> Outcome {
    let mut socket = TcpStream::connect((host, port)).await?;
    match tls {
        None => token.cancel_query_raw(&mut socket, NoTls).await?,
        Some(mut tls) => {
            // The encrypted stream goes with the request; the end of it is seen by a second handle.
            let request = socket.into_std()?;
            socket = TcpStream::from_std(request.try_clone()?)?;
            let connect = MakeTlsConnect::<TcpStream>::make_tls_connect(&mut tls, host)?;
            token.cancel_query_raw(TcpStream::from_std(request)?, connect).await?;
        }
    }
    until_end(socket).await
}

#[cfg(unix)]
async fn unix(folder: &str, port: u16, token: &tokio_postgres::CancelToken) -> Outcome {
    let mut socket = tokio::net::UnixStream::connect(format!("{folder}/.s.PGSQL.{port}")).await?;
    token.cancel_query_raw(&mut socket, NoTls).await?;
    until_end(socket).await
}

#[cfg(not(unix))]
async fn unix(_folder: &str, _port: u16, _token: &tokio_postgres::CancelToken) -> Outcome {
    Err("no Unix sockets here".into())
}

/// Reads until the server has closed the connection of a request.
async fn until_end(mut socket: impl AsyncRead + Unpin) -> Outcome {
    let mut rest = [0; 64];
    while socket.read(&mut rest).await? > 0 {}
    Ok(())
}
