//! The connection of an action: of a data source of ours, or of one in Java.

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::error::class;
use vespid_render::machine::PageHandle;
use vespid_render::value::Str;
use vespid_render::value::Value;
use vespid_render::value::coerce;

use crate::connection::Connection;
use crate::connection::Isolation;
use crate::connection::RowLimit;
use crate::jdbc::Cursor;
use crate::jdbc::isolation_level;
use crate::result::Columns;
use crate::result::ResultSet;
use crate::result::Rows;
use crate::source::DataSource;

/// Where an action gets its connection.
pub(super) enum Source {
    Own(DataSource),
    /// A class of the application that is a `javax.sql.DataSource`.
    Java(Value),
}

impl Source {
    /// A data source whose rows can come while the page goes on.
    ///
    /// # Errors
    /// It is one in Java.
    pub(super) fn own(self) -> Result<DataSource> {
        match self {
            Source::Own(source) => Ok(source),
            Source::Java(source) => {
                let class = source.class_name().unwrap_or("null").to_owned();
                Err(Error::jsp(format!("the data source is a {class}, whose queries the page waits for"))
                    .with_hint("use sql:query, or a data source of the configuration"))
            }
        }
    }

    /// As variables have it.
    pub(super) fn value(self) -> Value {
        match self {
            Source::Own(source) => Value::new(source),
            Source::Java(source) => source,
        }
    }

    pub(super) async fn connection(&self, page: &PageHandle) -> Result<Link> {
        match self {
            Source::Own(source) => Ok(Link::Own(source.connection().await?)),
            Source::Java(source) => match page.call(source, "getConnection", &[]).await? {
                Value::Null => Err(Error::new(class::SQL, "the data source gave no connection")),
                connection => Ok(Link::Java { connection, isolation: None }),
            },
        }
    }
}

/// A connection that an action works with.
pub(super) enum Link {
    Own(Connection),
    /// A `java.sql.Connection`, maybe of the application's own, so that all that is asked of it goes by its methods.
    Java {
        connection: Value,
        /// The level that it had before the transaction changed it.
        isolation: Option<Value>,
    },
}

impl Link {
    pub(super) async fn query(
        &mut self,
        page: &PageHandle,
        sql: &str,
        params: &[Value],
        limit: RowLimit,
    ) -> Result<ResultSet> {
        let connection = match self {
            Link::Own(connection) => return Ok(connection.query(sql, params, limit).await?),
            Link::Java { connection, .. } => &*connection,
        };
        let statement = prepare(page, connection, sql, params).await?;
        let result = async {
            if let Some(max) = limit.fetch().and_then(|max| i32::try_from(max).ok()) {
                page.call(&statement, "setMaxRows", &[Value::Int(max)]).await?;
            }
            let rows = page.call(&statement, "executeQuery", &[]).await?;
            read(page, &rows, limit).await
        };
        let result = result.await;
        let closed = page.call(&statement, "close", &[]).await;
        result.and_then(|rows| closed.map(|_| rows))
    }

    pub(super) async fn execute(&mut self, page: &PageHandle, sql: &str, params: &[Value]) -> Result<u64> {
        let connection = match self {
            Link::Own(connection) => return Ok(connection.execute(sql, params).await?),
            Link::Java { connection, .. } => &*connection,
        };
        let statement = prepare(page, connection, sql, params).await?;
        let count = page.call(&statement, "executeUpdate", &[]).await;
        let closed = page.call(&statement, "close", &[]).await;
        let count = coerce::to_long(&count?)?;
        closed.map(|_| u64::try_from(count).unwrap_or(0))
    }

    pub(super) async fn begin(&mut self, page: &PageHandle, wanted: Option<Isolation>) -> Result<()> {
        match self {
            Link::Own(connection) => connection.begin(wanted).await?,
            Link::Java { connection, isolation } => {
                let before = page.call(connection, "getTransactionIsolation", &[]).await?;
                if before == Value::Int(0) {
                    return Err(Error::jsp("the data source knows no transactions"));
                }
                let wanted = wanted.map(|wanted| Value::Int(isolation_level(wanted)));
                if let Some(wanted) = wanted.filter(|wanted| *wanted != before) {
                    page.call(connection, "setTransactionIsolation", &[wanted]).await?;
                    *isolation = Some(before);
                }
                page.call(connection, "setAutoCommit", &[Value::Bool(false)]).await?;
            }
        }
        Ok(())
    }

    pub(super) async fn commit(&mut self, page: &PageHandle) -> Result<()> {
        match self {
            Link::Own(connection) => connection.commit().await?,
            Link::Java { connection, .. } => drop(page.call(connection, "commit", &[]).await?),
        }
        Ok(())
    }

    pub(super) async fn rollback(&mut self, page: &PageHandle) -> Result<()> {
        match self {
            Link::Own(connection) => connection.rollback().await?,
            Link::Java { connection, .. } => drop(page.call(connection, "rollback", &[]).await?),
        }
        Ok(())
    }

    /// Ends a transaction: the connection is as it was before.
    pub(super) async fn restore(&mut self, page: &PageHandle) -> Result<()> {
        if let Link::Java { connection, isolation } = self {
            if let Some(before) = isolation.take() {
                page.call(connection, "setTransactionIsolation", &[before]).await?;
            }
            page.call(connection, "setAutoCommit", &[Value::Bool(true)]).await?;
        }
        Ok(())
    }

    /// Gives it back.
    pub(super) async fn close(self, page: &PageHandle) -> Result<()> {
        if let Link::Java { connection, .. } = self {
            page.call(&connection, "close", &[]).await?;
        }
        Ok(())
    }
}

async fn prepare(page: &PageHandle, connection: &Value, sql: &str, params: &[Value]) -> Result<Value> {
    let statement = page.call(connection, "prepareStatement", &[Value::str(sql)]).await?;
    for (index, param) in (1..).zip(params) {
        page.call(&statement, "setObject", &[Value::Int(index), param.clone()]).await?;
    }
    Ok(statement)
}

/// The rows of a `java.sql.ResultSet`.
async fn read(page: &PageHandle, rows: &Value, limit: RowLimit) -> Result<ResultSet> {
    if let Some(own) = rows.downcast_ref::<Cursor>() {
        return Ok(own.rows().limited(limit));
    }
    let about = page.call(rows, "getMetaData", &[]).await?;
    let count = coerce::to_int(&page.call(&about, "getColumnCount", &[]).await?)?;
    let mut names = Vec::new();
    for column in 1..=count {
        let name = page.call(&about, "getColumnLabel", &[Value::Int(column)]).await?;
        names.push(Str::from(coerce::to_text(&name).as_ref()));
    }
    let mut read = Rows::new(std::sync::Arc::new(Columns::new(names)));
    let mut limited = false;
    let mut row = 0;
    while page.call(rows, "next", &[]).await? == Value::Bool(true) {
        if limit.is_beyond(row) {
            limited = true;
            break;
        }
        if limit.takes(row) {
            let mut values = Vec::new();
            for column in 1..=count {
                values.push(page.call(rows, "getObject", &[Value::Int(column)]).await?);
            }
            read.push(values.into_iter().map(Ok::<_, Error>))?;
        }
        row += 1;
    }
    Ok(ResultSet::new(read, limited))
}
