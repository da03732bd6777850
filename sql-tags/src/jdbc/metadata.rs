//! `java.sql.ResultSetMetaData` and `DatabaseMetaData`.

use std::any::Any;
use std::sync::Arc;
use std::sync::LazyLock;

use vespid_render::Result;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Value;
use vespid_render::value::coerce;

use super::connection::isolation_level;
use super::failed;
use crate::connection::Isolation;
use crate::result::Columns;
use crate::source::DataSource;
use crate::statement::Dialect;

/// The columns of a result.
pub(super) struct ResultSetMetaData(pub(super) Arc<Columns>);

/// The constant of `java.sql.Types` and the Java class of a column's type, by the name that the database has for it.
fn sql_type(name: &str) -> (i32, &'static str) {
    let lower = name.to_ascii_lowercase();
    let base = lower.split('(').next().unwrap_or("").trim();
    match base {
        _ if base.starts_with('_') => (2003, "java.sql.Array"),
        "bool" | "boolean" => (-7, "java.lang.Boolean"),
        "int2" | "smallint" | "tinyint" => (5, "java.lang.Integer"),
        "int4" | "int" | "integer" | "mediumint" => (4, "java.lang.Integer"),
        "int8" | "bigint" | "oid" => (-5, "java.lang.Long"),
        "float4" => (7, "java.lang.Float"),
        "float8" | "real" | "double" | "double precision" | "float" => (8, "java.lang.Double"),
        "numeric" | "decimal" => (2, "java.math.BigDecimal"),
        "bpchar" | "char" | "character" => (1, "java.lang.String"),
        "date" => (91, "java.sql.Date"),
        "time" | "timetz" => (92, "java.sql.Time"),
        "timestamp" | "timestamptz" | "datetime" => (93, "java.sql.Timestamp"),
        "bytea" | "blob" => (-2, "[B"),
        "json" | "jsonb" | "uuid" | "inet" | "interval" => (1111, "java.lang.Object"),
        _ => (12, "java.lang.String"),
    }
}

impl Object for ResultSetMetaData {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("vespid.sql.ResultSetMetaData", &["java.sql.ResultSetMetaData"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        let columns = &self.0;
        let [column] = args else {
            return Ok(
                (method == "getColumnCount" && args.is_empty()).then(|| Value::Int(columns.len() as i32))
            );
        };
        let number = coerce::to_int(column)?;
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let index = index.filter(|index| *index < columns.len()).ok_or_else(|| {
            let count = columns.len();
            failed(
                "22023",
                format!("The column index is out of range: {number}, number of columns: {count}."),
            )
        })?;
        let declared = columns.type_name(index);
        Ok(Some(match method {
            "getColumnName" | "getColumnLabel" => Value::Str(columns.names()[index].clone()),
            "getColumnTypeName" => Value::str(declared),
            "getColumnType" => Value::Int(sql_type(declared).0),
            "getColumnClassName" => Value::str(sql_type(declared).1),
            "isNullable" => Value::Int(2),
            "isAutoIncrement" | "isWritable" | "isDefinitelyWritable" | "isCurrency" => Value::Bool(false),
            "isReadOnly" | "isSearchable" | "isCaseSensitive" => Value::Bool(true),
            "isSigned" => Value::Bool(matches!(sql_type(declared).0, -5 | 2 | 4 | 5 | 7 | 8)),
            "getPrecision" | "getScale" => Value::Int(0),
            "getColumnDisplaySize" => Value::Int(i32::MAX),
            "getTableName" | "getSchemaName" | "getCatalogName" => Value::str(""),
            _ => return Ok(None),
        }))
    }
}

/// What a database is.
pub(super) struct DatabaseMetaData(pub(super) DataSource);

impl Object for DatabaseMetaData {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("vespid.sql.DatabaseMetaData", &["java.sql.DatabaseMetaData"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        let postgres = self.0.dialect() == Dialect::Postgres;
        Ok(Some(match (method, args) {
            ("getDatabaseProductName", []) => Value::str(if postgres { "PostgreSQL" } else { "SQLite" }),
            ("getDriverName", []) => Value::str("Vespid"),
            ("getDriverVersion", []) => Value::str(env!("CARGO_PKG_VERSION")),
            ("getURL", []) => Value::str(self.0.name()),
            ("getIdentifierQuoteString", []) => Value::str("\""),
            (
                "supportsTransactions"
                | "supportsSavepoints"
                | "supportsBatchUpdates"
                | "supportsGetGeneratedKeys",
                [],
            ) => Value::Bool(true),
            ("supportsTransactionIsolationLevel", [level]) => {
                Value::Bool(super::isolation_of(coerce::to_int(level)?).is_some())
            }
            ("getDefaultTransactionIsolation", []) => Value::Int(isolation_level(if postgres {
                Isolation::ReadCommitted
            } else {
                Isolation::Serializable
            })),
            _ => return Ok(None),
        }))
    }
}
