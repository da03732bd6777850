//! Queries that run while the page goes on: `v:query` with `start="early"`, and `v:await`.

use std::any::Any;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::LazyLock;
use std::task::Context;
use std::task::Poll;
use std::task::ready;

use futures::FutureExt;
use futures::future::BoxFuture;
use futures::future::Shared;
use tokio::task::JoinHandle;
use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Tag;
use vespid_render::machine::PageHandle;
use vespid_render::tags::AsyncTag;
use vespid_render::tags::End;
use vespid_render::value::AsyncItems;
use vespid_render::value::Class;
use vespid_render::value::Items;
use vespid_render::value::Object;
use vespid_render::value::Value;

use super::Given;
use super::failure;
use crate::error::ErrorKind;
use crate::error::SqlError;
use crate::result::ResultSet;

/// The result of a query that was started early. Whoever waits for it is `v:await`, or a loop over its rows; after that it
/// is as any other result.
///
/// The query is a task of its own, since the page does not poll it while it goes on. It ends with the last of this.
#[derive(Clone)]
pub(super) struct Early(Arc<Inner>);

struct Inner {
    sql: String,
    result: Shared<BoxFuture<'static, crate::Result<ResultSet>>>,
}

impl Early {
    /// Starts the query.
    pub(super) fn start(
        sql: String,
        query: impl Future<Output = crate::Result<ResultSet>> + Send + 'static,
    ) -> Self {
        let task = Task(tokio::spawn(query));
        Early(Arc::new(Inner { sql, result: task.boxed().shared() }))
    }

    /// Waits for the result.
    async fn arrive(&self) -> Result<()> {
        self.0.result.clone().await.map(drop).map_err(|error| failure(&self.0.sql, error))
    }

    /// The result, once it was waited for. Whether the query is done does not matter before: a page must not work or fail
    /// by chance.
    fn arrived(&self) -> Result<&ResultSet> {
        match self.0.result.peek() {
            Some(Ok(result)) => Ok(result),
            Some(Err(error)) => Err(failure(&self.0.sql, error.clone())),
            None => Err(Error::jsp("the query was started early and not waited for yet")
                .with_hint("place <v:await value=\"${…}\"/> before, or go over its rows by c:forEach")),
        }
    }
}

/// A task that is ended when nobody wants its result.
struct Task(JoinHandle<crate::Result<ResultSet>>);

impl Future for Task {
    type Output = crate::Result<ResultSet>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let ended = ready!(Pin::new(&mut self.0).poll(cx));
        // It is aborted only when this is dropped.
        Poll::Ready(ended.unwrap_or_else(|error| {
            Err(SqlError::new(ErrorKind::Database, format!("the query's task ended: {error}")))
        }))
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Object for Early {
    fn class(&self) -> &Class {
        ResultSet::java_class()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> Result<Value> {
        match self.0.result.peek() {
            None if ResultSet::ROWS.contains(&index) => {
                Ok(Value::new(EarlyRows { result: self.clone(), property: index }))
            }
            _ => self.arrived()?.property(index),
        }
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        match ResultSet::getter(method).filter(|_| args.is_empty()) {
            Some(index) => self.property(index).map(Some),
            None => Ok(None),
        }
    }
}

/// The rows of a query that was not waited for yet: only a loop can go over them.
struct EarlyRows {
    result: Early,
    property: usize,
}

impl Object for EarlyRows {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("vespid.sql.EarlyRows", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn async_items(self: Arc<Self>) -> Option<Box<dyn AsyncItems>> {
        let EarlyRows { result, property } = &*self;
        let waiting = result.0.result.clone();
        Some(Box::new(Arriving { result: result.clone(), property: *property, waiting, items: None }))
    }
}

/// The rows as a loop takes them.
struct Arriving {
    result: Early,
    property: usize,
    waiting: Shared<BoxFuture<'static, crate::Result<ResultSet>>>,
    /// Set once the result is there.
    items: Option<Items>,
}

impl AsyncItems for Arriving {
    fn next_ready(&mut self) -> Option<Result<Value>> {
        self.items.as_mut()?.next()
    }

    fn poll_more(&mut self, cx: &mut Context<'_>) -> Poll<Result<bool>> {
        if self.items.is_some() {
            return Poll::Ready(Ok(false));
        }
        let result = ready!(self.waiting.poll_unpin(cx));
        let rows = match result {
            Ok(result) => result.property(self.property)?,
            Err(error) => return Poll::Ready(Err(failure(&self.result.0.sql, error))),
        };
        let items = rows.as_object().and_then(|rows| rows.clone().iterate());
        self.items = Some(items.unwrap_or_else(|| Box::new(std::iter::empty())));
        Poll::Ready(Ok(true))
    }
}

/// `v:await`: waits for a query that was started early; does nothing for any other value.
#[derive(Default, Tag)]
#[tag(class = "vespid.tags.Await")]
pub struct AwaitTag {
    #[attribute(required)]
    value: Given,
}

impl AsyncTag for AwaitTag {
    async fn run(self, _page: PageHandle) -> Result<End> {
        let early = self.value.0.as_ref().and_then(|value| value.downcast_ref::<Early>());
        if let Some(early) = early {
            early.arrive().await?;
        }
        Ok(End::EvalPage)
    }
}
