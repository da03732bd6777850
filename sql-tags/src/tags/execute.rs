//! `sql:query` and `sql:update` (10.3 and 10.4).

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Tag;
use vespid_render::context::Scope;
use vespid_render::machine::PageHandle;
use vespid_render::tags::Arrival;
use vespid_render::tags::AsyncTag;
use vespid_render::tags::End;
use vespid_render::tags::Parallel;
use vespid_render::value::Value;
use vespid_render::value::coerce;

use super::Given;
use super::MAX_ROWS;
use super::SqlParams;
use super::Target;
use super::data_source;
use super::early::Early;
use super::failure;
use super::link::Link;
use super::link::Source;
use super::rows;
use super::streamed::Streamed;
use super::transaction::OpenTransaction;
use crate::connection::RowLimit;

/// `sql:query`: a query whose [`ResultSet`](crate::ResultSet) becomes a variable.
#[derive(Default, Tag)]
#[tag(class = "org.apache.taglibs.standard.tag.rt.sql.QueryTag")]
pub struct QueryTag {
    #[attribute(required)]
    var: String,
    #[attribute]
    scope: Option<String>,
    #[attribute]
    sql: Given,
    #[attribute]
    data_source: Given,
    #[attribute]
    max_rows: Given,
    #[attribute]
    start_row: Given,
}

impl AsyncTag for QueryTag {
    async fn run(self, page: PageHandle) -> Result<End> {
        let query = Query {
            target: Target::new(Some(self.var), self.scope.as_deref())?,
            limit: limit(&page, &self.max_rows, &self.start_row)?,
            source: self.data_source,
        };
        query.run(&page, &self.sql).await
    }
}

/// `v:query`: as `sql:query`, with rows that can flow while the page goes over them, or started while the page goes on.
#[derive(Default, Tag)]
#[tag(class = "vespid.tags.Query")]
pub struct StreamQueryTag {
    #[attribute(required)]
    var: String,
    #[attribute]
    scope: Option<String>,
    #[attribute]
    sql: Given,
    #[attribute]
    data_source: Given,
    #[attribute]
    max_rows: Given,
    #[attribute]
    start_row: Given,
    #[attribute]
    stream: bool,
    #[attribute]
    start: Option<String>,
}

impl AsyncTag for StreamQueryTag {
    async fn run(self, page: PageHandle) -> Result<End> {
        let query = Query {
            target: Target::new(Some(self.var), self.scope.as_deref())?,
            limit: limit(&page, &self.max_rows, &self.start_row)?,
            source: self.data_source,
        };
        let early = match self.start.as_deref() {
            None => false,
            Some("early") => true,
            Some(other) => {
                return Err(Error::jsp(format!("'start' is '{other}'")).with_hint("early, or leave it out"));
            }
        };
        if early {
            return query.start(&page, &self.sql, self.stream).await;
        }
        if !self.stream {
            return query.run(&page, &self.sql).await;
        }
        if in_transaction(&page, &query.source)? {
            return Err(Error::jsp("within sql:transaction rows can't be streamed")
                .with_hint("leave out stream=\"true\", or query outside of the transaction"));
        }
        let (sql, params) = statement(&page, &self.sql).await?;
        let rows = data_source(&page, &query.source)?.own()?.query_stream(&sql, params);
        if let Some(target) = query.target {
            target.set(&page, Value::new(Streamed::new(sql, query.limit, rows)))?;
        }
        Ok(End::EvalPage)
    }
}

/// A query whose whole result becomes a variable.
struct Query {
    target: Option<Target>,
    limit: RowLimit,
    source: Given,
}

impl Query {
    /// Runs it, or leaves that to the `v:parallel` around it.
    async fn run(self, page: &PageHandle, sql: &Given) -> Result<End> {
        let Query { target, limit, source } = self;
        let parallel = page.with_parent(|_: &mut Parallel| ())?.is_some();
        if !parallel
            || in_transaction(page, &source)?
            || matches!(data_source(page, &source)?, Source::Java(_))
        {
            let work = Work::begin(page, sql, &source).await?;
            // Boxed, so that the many pages that wait for a connection don't carry the state of a running query.
            let query = work
                .run(page, async |link: &mut Link, sql, params| link.query(page, sql, params, limit).await);
            let result = Box::pin(query).await?;
            if let Some(target) = target {
                target.set(page, Value::new(result))?;
            }
            return Ok(End::EvalPage);
        }
        let (sql, params) = statement(page, sql).await?;
        let source = data_source(page, &source)?.own()?;
        let query = async move {
            let result = source.query(&sql, &params, limit).await.map_err(|error| failure(&sql, error))?;
            Ok(Box::new(move |page: &PageHandle| match target {
                Some(target) => target.set(page, Value::new(result)),
                None => Ok(()),
            }) as Arrival)
        };
        page.with_parent(|parallel: &mut Parallel| parallel.add(query))?;
        Ok(End::EvalPage)
    }
}

impl Query {
    /// Starts it and goes on.
    async fn start(self, page: &PageHandle, sql: &Given, stream: bool) -> Result<End> {
        let Query { target, limit, source } = self;
        if stream {
            return Err(Error::jsp("a query is started early, or its rows are streamed, not both")
                .with_hint("leave out one of start=\"early\" and stream=\"true\""));
        }
        if in_transaction(page, &source)? {
            return Err(Error::jsp("within sql:transaction no query can be started early")
                .with_hint("leave out start=\"early\", or query outside of the transaction"));
        }
        if target.as_ref().is_some_and(|it| matches!(it.scope, Scope::Session | Scope::Application)) {
            return Err(Error::jsp("a query that is started early ends with its page")
                .with_hint("give it the scope page or request"));
        }
        let (sql, params) = statement(page, sql).await?;
        let source = data_source(page, &source)?.own()?;
        let text = sql.clone();
        let early = Early::start(sql, async move { source.query(&text, &params, limit).await });
        if let Some(target) = target {
            target.set(page, Value::new(early))?;
        }
        Ok(End::EvalPage)
    }
}

/// Which rows are wanted: `maxRows` and `startRow`, with the configured default.
fn limit(page: &PageHandle, max_rows: &Given, start_row: &Given) -> Result<RowLimit> {
    let max = match &max_rows.0 {
        Some(value) if !value.is_null() => rows("maxRows", value)?,
        _ => match MAX_ROWS.find(page)? {
            Some(value) => rows(MAX_ROWS.name, &value)?,
            None => -1,
        },
    };
    if max < -1 {
        return Err(Error::jsp(format!("'maxRows' is {max}")).with_hint("give -1 for no limit"));
    }
    let start = match &start_row.0 {
        Some(value) if !value.is_null() => rows("startRow", value)?,
        _ => 0,
    };
    Ok(RowLimit { start: usize::try_from(start).unwrap_or(0), max: usize::try_from(max).ok() })
}

/// Whether there is a transaction around, which allows for no other data source.
fn in_transaction(page: &PageHandle, source: &Given) -> Result<bool> {
    let within = page.with_parent(|_: &mut OpenTransaction| ())?.is_some();
    if within && source.0.is_some() {
        return Err(Error::jsp(
            "within sql:transaction there is no other data source than the transaction's",
        )
        .with_hint("leave out the attribute 'dataSource'"));
    }
    Ok(within)
}

/// The statement of an attribute or the body, with the parameters that the body gives.
async fn statement(page: &PageHandle, sql: &Given) -> Result<(String, Vec<Value>)> {
    let mut text = String::new();
    let mut params = Vec::new();
    if page.has_body() {
        let taken = SqlParams::within(page.parent_object()?);
        page.provide_object(Value::Object(taken.clone()))?;
        text = page.body_text().await?;
        page.provide_object(Value::Null)?;
        params = taken.take();
    }
    let sql = match &sql.0 {
        Some(value) => coerce::to_text(value).into_owned(),
        None => text,
    };
    let sql = sql.trim().to_owned();
    if sql.is_empty() {
        return Err(Error::jsp("there is no statement").with_hint("give the attribute 'sql' or a body"));
    }
    Ok((sql, params))
}

/// `sql:update`: a statement whose count of changed rows becomes a variable.
#[derive(Default, Tag)]
#[tag(class = "org.apache.taglibs.standard.tag.rt.sql.UpdateTag")]
pub struct UpdateTag {
    #[attribute]
    var: Option<String>,
    #[attribute]
    scope: Option<String>,
    #[attribute]
    sql: Given,
    #[attribute]
    data_source: Given,
}

impl AsyncTag for UpdateTag {
    async fn run(self, page: PageHandle) -> Result<End> {
        let target = Target::new(self.var, self.scope.as_deref())?;
        let work = Work::begin(&page, &self.sql, &self.data_source).await?;
        let update =
            work.run(&page, async |link: &mut Link, sql, params| link.execute(&page, sql, params).await);
        let count = Box::pin(update).await?;
        if let Some(target) = target {
            target.set(&page, Value::Int(i32::try_from(count).unwrap_or(i32::MAX)))?;
        }
        Ok(End::EvalPage)
    }
}

/// A statement with its parameters and the connection that it runs on.
struct Work {
    sql: String,
    params: Vec<Value>,
    link: Link,
    /// The connection is that of the transaction around.
    shared: bool,
}

impl Work {
    /// Evaluates the body for the statement or its parameters, then takes a connection: a body that waits holds none.
    async fn begin(page: &PageHandle, sql: &Given, source: &Given) -> Result<Self> {
        let within = in_transaction(page, source)?;
        let (sql, params) = statement(page, sql).await?;
        let link = if within {
            let taken = page.with_parent(OpenTransaction::take)?.flatten();
            taken.ok_or_else(|| Error::jsp("the transaction is at work with another statement"))?
        } else {
            let source = data_source(page, source)?;
            source.connection(page).await.map_err(|error| failure(&sql, error))?
        };
        Ok(Work { sql, params, link, shared: within })
    }

    /// Runs the statement and gives the connection back. When the page is dropped meanwhile, it goes with the connection.
    async fn run<T>(
        mut self,
        page: &PageHandle,
        statement: impl AsyncFnOnce(&mut Link, &str, &[Value]) -> Result<T>,
    ) -> Result<T> {
        let result = statement(&mut self.link, &self.sql, &self.params).await;
        let link = self.link;
        let closed = if self.shared {
            page.with_parent(|transaction: &mut OpenTransaction| transaction.put_back(link))?;
            Ok(())
        } else {
            link.close(page).await
        };
        result.and_then(|value| closed.map(|()| value)).map_err(|error| failure(&self.sql, error))
    }
}
