//! Rows as they come: through a portal, a batch at a time.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use async_stream::try_stream;
use deadpool_postgres::Object;
use deadpool_postgres::tokio_postgres;
use futures::Stream;
use futures::StreamExt;
use vespid_render::value::Value;

use super::PgConnection;
use super::check_count;
use super::decode::Decoders;
use super::params;
use super::params::Param;
use crate::connection::BATCH;
use crate::connection::RowStream;
use crate::error::ErrorKind;
use crate::error::Result;
use crate::error::SqlError;
use crate::result::Rows;
use crate::source::within;

/// How many rows the first batch has: the first row must not wait for the second, which may be long in coming.
const FIRST_BATCH: usize = 1;

/// A statement ready to run.
struct Prepared {
    statement: tokio_postgres::Statement,
    params: Vec<Param>,
    decoders: Arc<Decoders>,
    timeout: Option<Duration>,
    /// The data source's name, for errors.
    name: String,
}

impl PgConnection {
    /// The rows of a query in batches.
    ///
    /// Outside of a transaction a portal hands out so many rows at a time, so the server computes no further than the
    /// page reads, and between two batches nothing runs that would have to be cancelled. Within the page's transaction
    /// the client can't have a portal; rows are read as they come then, and back-pressure is that of the socket.
    pub(crate) fn query_stream<'a>(
        &'a mut self,
        sql: &'a str,
        values: &'a [Value],
    ) -> impl Stream<Item = Result<Arc<Rows>>> + Send + 'a {
        try_stream! {
            let known = self.source.statement(sql);
            check_count(&known, values)?;
            let prepared = self
                .exchange(async |this| {
                    let statement = this.prepare(&known, values).await?;
                    let params = params::encode(values, statement.params())?;
                    let decoders = known.decoders(statement.columns())?;
                    let timeout = this.source.options.query_timeout;
                    Ok(Prepared { statement, params, decoders, timeout, name: this.source.name.clone() })
                })
                .await?;
            let in_transaction = self.transaction.is_open();
            self.outstanding = true;
            self.portal = !in_transaction;
            let mut failure = None;
            {
                let PgConnection { client, outstanding, .. } = &mut *self;
                let client = client.as_mut().expect("the client is there until the connection is dropped");
                let mut batches: RowStream<'_> =
                    if in_transaction { as_they_come(client, prepared) } else { by_portal(client, prepared, outstanding) };
                while let Some(batch) = batches.next().await {
                    match batch {
                        Ok(batch) => yield batch,
                        Err(error) => failure = Some(error),
                    }
                }
            }
            match failure {
                None => {
                    self.outstanding = false;
                    self.portal = false;
                }
                Some(error) => {
                    self.failed(&error);
                    // Broken off in the middle: more rows are on their way.
                    self.outstanding |= in_transaction && error.kind() == ErrorKind::UnsupportedType;
                    Err(error)?;
                }
            }
        }
    }
}

/// Batches through a portal in a transaction of its own. `outstanding` is cleared while the server rests.
fn by_portal<'a>(client: &'a mut Object, prepared: Prepared, outstanding: &'a mut bool) -> RowStream<'a> {
    let Prepared { statement, params, decoders, timeout, name } = prepared;
    Box::pin(try_stream! {
        let wrap = |error: tokio_postgres::Error| SqlError::postgres(&error, &name);
        let transaction = within(timeout, async { client.transaction().await.map_err(wrap) }).await?;
        let portal = within(timeout, async { transaction.bind_raw(&statement, &params).await.map_err(wrap) }).await?;
        // The first rows are wanted soon, the others cheaply.
        let mut wanted = FIRST_BATCH;
        loop {
            *outstanding = true;
            let fetched = async { transaction.query_portal(&portal, wanted as i32).await.map_err(wrap) };
            let rows = within(timeout, fetched).await?;
            // Until the next batch is asked for. Dropping the transaction here rolls it back.
            *outstanding = false;
            if !rows.is_empty() {
                let mut batch = Rows::new(decoders.columns().clone());
                for row in &rows {
                    batch.push(decoders.row(row))?;
                }
                yield Arc::new(batch);
            }
            if rows.len() < wanted {
                break;
            }
            wanted = (wanted * 4).min(BATCH);
        }
        *outstanding = true;
        drop(portal);
        within(timeout, async { transaction.commit().await.map_err(wrap) }).await?;
    })
}

/// Batches of the rows that have arrived.
fn as_they_come(client: &Object, prepared: Prepared) -> RowStream<'_> {
    let Prepared { statement, params, decoders, timeout, name } = prepared;
    Box::pin(try_stream! {
        let wrap = |error: tokio_postgres::Error| SqlError::postgres(&error, &name);
        let rows = within(timeout, async { client.query_raw(&statement, &params).await.map_err(wrap) }).await?;
        let mut rows: Pin<Box<_>> = Box::pin(rows.ready_chunks(BATCH));
        while let Some(chunk) = within(timeout, async { Ok(rows.next().await) }).await? {
            let mut batch = Rows::new(decoders.columns().clone());
            for row in chunk {
                batch.push(decoders.row(&row.map_err(wrap)?))?;
            }
            yield Arc::new(batch);
        }
    })
}
