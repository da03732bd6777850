//! Rows as they come: a cursor on a blocking thread that sends batches over a bounded channel.

use std::sync::Arc;

use async_stream::try_stream;
use futures::Stream;
use tokio::sync::mpsc;
use vespid_render::value::Value;

use super::SqliteConnection;
use super::Stop;
use super::columns;
use super::interrupted;
use super::prepare;
use crate::connection::BATCH;
use crate::error::ErrorKind;
use crate::error::Result;
use crate::error::SqlError;
use crate::result::Rows;
use crate::source::within;
use crate::statement::Dialect;
use crate::statement::Statement;

impl SqliteConnection {
    /// The rows of a query in batches. The thread waits when the page is slower than the cursor: one batch is made while
    /// another waits to be taken.
    pub(crate) fn query_stream<'a>(
        &'a mut self,
        sql: &'a str,
        values: &'a [Value],
    ) -> impl Stream<Item = Result<Arc<Rows>>> + Send + 'a {
        try_stream! {
            self.ready().await?;
            self.transaction.may_run()?;
            let statement = Statement::parse(sql, Dialect::Sqlite);
            let params = columns::encode(values)?;
            let (sender, mut receiver) = mpsc::channel(1);
            let stop = Stop::default();
            self.running = Some(stop.clone());
            let timeout = self.query_timeout;
            // Owns nothing of the connection's state, so that `running` can be cleared below.
            let work = self.client.as_ref().expect("the client is there until the connection is dropped").interact(
                move |connection| {
                    if let Err(error) = run(connection, &statement, &params, &stop, &sender) {
                        // Nobody listens where the page is gone.
                        let _ = sender.blocking_send(Err(error));
                    }
                },
            );
            let mut work = std::pin::pin!(work);
            let mut working = true;
            loop {
                let batch = within(timeout, async {
                    loop {
                        tokio::select! {
                            biased;
                            batch = receiver.recv() => return Ok(batch),
                            done = &mut work, if working => {
                                working = false;
                                done.map_err(|error| SqlError::new(ErrorKind::Database, error.to_string()))?;
                            }
                        }
                    }
                })
                .await?;
                match batch {
                    Some(batch) => yield Arc::new(batch?),
                    None => break,
                }
            }
            // The channel closes as the closure ends; the connection is free when its future is done.
            if working {
                work.await.map_err(|error| SqlError::new(ErrorKind::Database, error.to_string()))?;
            }
            self.running = None;
        }
    }
}

fn run(
    connection: &rusqlite::Connection,
    statement: &Statement,
    params: &[rusqlite::types::Value],
    stop: &Stop,
    sender: &mpsc::Sender<Result<Rows>>,
) -> Result<()> {
    let mut prepared = prepare(connection, statement, params)?;
    let decoders = columns::Decoders::new(&prepared);
    let mut batch = Rows::new(decoders.columns().clone());
    let mut rows = prepared.raw_query();
    while let Some(row) = rows.next().map_err(|error| SqlError::sqlite(&error))? {
        if stop.is_set() {
            return Err(interrupted());
        }
        batch.push(decoders.row(row))?;
        if batch.len() == BATCH {
            let full = std::mem::replace(&mut batch, Rows::new(decoders.columns().clone()));
            if sender.blocking_send(Ok(full)).is_err() {
                return Ok(());
            }
        }
    }
    if !batch.is_empty() {
        let _ = sender.blocking_send(Ok(batch));
    }
    Ok(())
}
