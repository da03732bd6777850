//! Rows of a query that runs while the page goes over them.

use std::any::Any;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::task::Context;
use std::task::Poll;
use std::task::ready;

use futures::Stream;
use vespid_render::Error;
use vespid_render::Result;
use vespid_render::value::AsyncItems;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Property;
use vespid_render::value::Value;

use super::failure;
use crate::connection::RowLimit;
use crate::result::Rows;

type Batches = Pin<Box<dyn Stream<Item = crate::Result<Arc<Rows>>> + Send>>;

/// The result of a `v:query` with `stream="true"`: its `rows`, over which one `c:forEach` may go.
///
/// The query begins with the loop, holds a connection until its end, and is cancelled when the loop is left before.
#[derive(Clone)]
pub(super) struct Streamed(Arc<Source>);

struct Source {
    sql: String,
    limit: RowLimit,
    /// `None` once a loop has begun.
    batches: Mutex<Option<Batches>>,
}

impl Streamed {
    pub(super) fn new(
        sql: String,
        limit: RowLimit,
        batches: impl Stream<Item = crate::Result<Arc<Rows>>> + Send + 'static,
    ) -> Self {
        Streamed(Arc::new(Source { sql, limit, batches: Mutex::new(Some(Box::pin(batches))) }))
    }
}

impl Object for Streamed {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            let rows = Property::read_only("rows", "java.lang.Iterable");
            Class::with_properties("vespid.sql.StreamedResult", &[], vec![rows])
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, _: usize) -> Result<Value> {
        Ok(Value::new(self.clone()))
    }

    fn dynamic_property(&self, name: &str) -> Result<Option<Value>> {
        match name {
            "rowsByIndex" | "columnNames" | "rowCount" | "limitedByMaxRows" => {
                Err(Error::jsp(format!("a streamed result has no '{name}': its rows are not kept"))
                    .with_hint("leave out stream=\"true\" to have the whole result"))
            }
            _ => Ok(None),
        }
    }

    fn async_items(self: Arc<Self>) -> Option<Box<dyn AsyncItems>> {
        let batches = self.0.batches.lock().unwrap_or_else(PoisonError::into_inner).take();
        let items = RowItems { result: self.0.clone(), batches, batch: None, at: 0, index: 0, begun: false };
        Some(Box::new(items))
    }
}

/// The rows as a loop takes them.
struct RowItems {
    result: Arc<Source>,
    /// `None`: there are no more, or another loop has had them.
    batches: Option<Batches>,
    batch: Option<Arc<Rows>>,
    /// The next row of the batch.
    at: usize,
    /// Its number in the query.
    index: usize,
    begun: bool,
}

impl AsyncItems for RowItems {
    fn next_ready(&mut self) -> Option<Result<Value>> {
        let batch = self.batch.as_ref()?;
        loop {
            if self.result.limit.is_beyond(self.index) {
                // Ends the query.
                self.batches = None;
                self.batch = None;
                return None;
            }
            let row = batch.row(self.at)?;
            self.at += 1;
            self.index += 1;
            if self.result.limit.takes(self.index - 1) {
                return Some(Ok(row));
            }
        }
    }

    fn poll_more(&mut self, cx: &mut Context<'_>) -> Poll<Result<bool>> {
        let Some(batches) = &mut self.batches else {
            return Poll::Ready(if self.begun {
                Ok(false)
            } else {
                Err(Error::jsp("the rows of a streamed query can be gone over once only")
                    .with_hint("leave out stream=\"true\" to keep the whole result"))
            });
        };
        self.begun = true;
        match ready!(batches.as_mut().poll_next(cx)) {
            Some(Ok(batch)) => {
                self.batch = Some(batch);
                self.at = 0;
                Poll::Ready(Ok(true))
            }
            None => {
                self.batches = None;
                Poll::Ready(Ok(false))
            }
            Some(Err(error)) => {
                self.batches = None;
                Poll::Ready(Err(failure(&self.result.sql, error)))
            }
        }
    }
}
