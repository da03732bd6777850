//! `sql:transaction` (10.5).

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Tag;
use vespid_render::machine::PageHandle;
use vespid_render::tags::AsyncTag;
use vespid_render::tags::End;

use super::Given;
use super::data_source;
use super::failure;
use super::link::Link;
use crate::connection::Isolation;

/// What the statements within a transaction find: its connection, unless one of them is at work with it.
pub(super) struct OpenTransaction(Option<Link>);

impl OpenTransaction {
    pub(super) fn take(&mut self) -> Option<Link> {
        self.0.take()
    }

    pub(super) fn put_back(&mut self, connection: Link) {
        self.0 = Some(connection);
    }
}

/// `sql:transaction`: the statements in the body take effect together or not at all.
///
/// A page that leaves the body before its end (an error, a forward, a client that goes away) rolls back.
#[derive(Default, Tag)]
#[tag(class = "org.apache.taglibs.standard.tag.rt.sql.TransactionTag")]
pub struct TransactionTag {
    #[attribute]
    data_source: Given,
    #[attribute]
    isolation: Option<String>,
}

impl AsyncTag for TransactionTag {
    async fn run(self, page: PageHandle) -> Result<End> {
        let isolation = self
            .isolation
            .as_deref()
            .map(str::parse::<Isolation>)
            .transpose()
            .map_err(|error| failure("sql:transaction", error))?;
        let source = data_source(&page, &self.data_source)?;
        let failed = |error| failure("sql:transaction", error);
        let mut connection: Link = source.connection(&page).await.map_err(failed)?;
        connection.begin(&page, isolation).await.map_err(failed)?;
        page.provide(OpenTransaction(Some(connection)))?;
        let outcome = page.invoke_body().await;
        let Some(mut connection) = page.take_provided::<OpenTransaction>()?.and_then(|mut open| open.take())
        else {
            // The statement that had it is gone, and the connection with it.
            return outcome.and(Err(Error::jsp("the transaction lost its connection")));
        };
        let outcome = match outcome {
            Ok(()) => connection.commit(&page).await.map_err(failed),
            Err(error) => Err(error),
        };
        let ended = async {
            if outcome.is_err() {
                connection.rollback(&page).await?;
            }
            connection.restore(&page).await?;
            connection.close(&page).await
        };
        if let Err(second) = ended.await {
            // The first error is the page's; dropping the connection rolls back in any case.
            tracing::warn!(error = %second, "ending a transaction");
        }
        outcome?;
        Ok(End::EvalPage)
    }
}
