//! `java.sql`, `javax.sql` and `javax.naming`: the names of what data sources of the application do.
//!
//! The objects are the host's, and know their methods themselves; what waits for a database comes over time. How scripts
//! get at them is the object that the application has as [`DATA_SOURCES`].

use std::any::Any;
use std::sync::LazyLock;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::script::DATA_SOURCES;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::coerce;

use super::collections::all;
use super::table::Native;
use crate::vm::Array;
use crate::vm::Cx;
use crate::vm::Pending;

const STATEMENT: &str = "executeQuery/1:ResultSet executeUpdate/1,2:int executeLargeUpdate/1,2:long execute/1,2:boolean \
                         executeBatch:int[] addBatch/1:void clearBatch:void getResultSet:ResultSet getUpdateCount:int \
                         getMoreResults/0,1:boolean getGeneratedKeys:ResultSet setMaxRows/1:void getMaxRows:int \
                         setQueryTimeout/1:void getQueryTimeout:int setFetchSize/1:void getFetchSize:int \
                         getConnection:Connection close:void isClosed:boolean getWarnings:SQLWarning clearWarnings:void \
                         cancel:void closeOnCompletion:void setEscapeProcessing/1:void setFetchDirection/1:void \
                         setPoolable/1:void setCursorName/1:void setMaxFieldSize/1:void";

const PREPARED: &str = "executeQuery:ResultSet executeUpdate:int executeLargeUpdate:long execute:boolean addBatch:void \
                        clearParameters:void setNull/2,3:void setString/2:void setNString/2:void setInt/2:void \
                        setLong/2:void setShort/2:void setByte/2:void setDouble/2:void setFloat/2:void \
                        setBoolean/2:void setBigDecimal/2:void setBytes/2:void setDate/2,3:void setTime/2,3:void \
                        setTimestamp/2,3:void setObject/2,3,4:void";

const RESULT: &str = "next:boolean previous:boolean first:boolean last:boolean beforeFirst:void afterLast:void \
                      absolute/1:boolean relative/1:boolean isBeforeFirst:boolean isAfterLast:boolean isFirst:boolean \
                      isLast:boolean getRow:int wasNull:boolean findColumn/1:int getMetaData:ResultSetMetaData \
                      getStatement:Statement getType:int getConcurrency:int getFetchDirection:int getFetchSize:int \
                      getHoldability:int setFetchSize/1:void setFetchDirection/1:void getWarnings:SQLWarning \
                      clearWarnings:void close:void isClosed:boolean getString/1:String getNString/1:String \
                      getObject/1,2:? getBoolean/1:boolean getByte/1:byte getShort/1:short getInt/1:int getLong/1:long \
                      getFloat/1:float getDouble/1:double getBigDecimal/1,2:? getBytes/1:byte[] getDate/1,2:java.sql.Date \
                      getTime/1,2:java.sql.Time getTimestamp/1,2:java.sql.Timestamp";

const CONNECTION: &str = "createStatement/0,2,3:Statement prepareStatement/1,2,3,4:PreparedStatement commit:void \
                          rollback/0,1:void setSavepoint/0,1:Savepoint releaseSavepoint/1:void setAutoCommit/1:void \
                          getAutoCommit:boolean close:void isClosed:boolean isValid/1:boolean abort/1:void \
                          getTransactionIsolation:int setTransactionIsolation/1:void isReadOnly:boolean \
                          setReadOnly/1:void getMetaData:DatabaseMetaData nativeSQL/1:String getHoldability:int \
                          setHoldability/1:void getCatalog:String setCatalog/1:void getSchema:String setSchema/1:void \
                          getWarnings:SQLWarning clearWarnings:void setTypeMap/1:void getTypeMap:Map \
                          prepareCall/1,3,4:CallableStatement unwrap/1:? isWrapperFor/1:boolean";

const META: &str = "getColumnCount:int getColumnName/1:String getColumnLabel/1:String getColumnTypeName/1:String \
                    getColumnType/1:int getColumnClassName/1:String isNullable/1:int isAutoIncrement/1:boolean \
                    isWritable/1:boolean isDefinitelyWritable/1:boolean isCurrency/1:boolean isReadOnly/1:boolean \
                    isSearchable/1:boolean isCaseSensitive/1:boolean isSigned/1:boolean getPrecision/1:int \
                    getScale/1:int getColumnDisplaySize/1:int getTableName/1:String getSchemaName/1:String \
                    getCatalogName/1:String";

const fn interface(name: &'static str, supers: &'static [&'static str], methods: &'static str) -> Native {
    Native { supers, methods, complete: true, ..Native::new(name) }
}

/// A class of which applications name no more than the type.
const fn named(name: &'static str) -> Native {
    interface(name, &[], "")
}

/// A driver, which there is to be loaded: the URL tells which database it is.
const fn driver(name: &'static str) -> Native {
    Native {
        supers: &["java.sql.Driver"],
        make: Some(|_, args| Ok(args.is_empty().then(|| Value::new(Named(&DRIVER))))),
        complete: true,
        ..Native::new(name)
    }
}

const CLOSEABLE: &[&str] = &["java.lang.AutoCloseable"];

pub(super) const CLASSES: &[Native] = &[
    Native {
        statics: "getConnection/1,2,3:Connection registerDriver/1:void deregisterDriver/1:void setLoginTimeout/1:void \
                  getLoginTimeout:int setLogWriter/1:void println/1:void",
        call_static: Some(|cx, name, args| match name {
            "getConnection" => ask(cx, name, args),
            "getLoginTimeout" => Ok(Some(Value::Int(0))),
            _ => Ok(Some(Value::Null)),
        }),
        complete: true,
        ..Native::new("java.sql.DriverManager")
    },
    interface(
        "java.sql.Driver",
        &[],
        "acceptsURL/1:boolean connect/2:Connection getMajorVersion:int getMinorVersion:int",
    ),
    driver("org.postgresql.Driver"),
    driver("org.sqlite.JDBC"),
    interface(
        "javax.sql.DataSource",
        &[],
        "getConnection/0,2:Connection getLoginTimeout:int setLoginTimeout/1:void getLogWriter:PrintWriter \
         setLogWriter/1:void getParentLogger:? unwrap/1:? isWrapperFor/1:boolean",
    ),
    Native {
        fields: "TRANSACTION_NONE:int TRANSACTION_READ_UNCOMMITTED:int TRANSACTION_READ_COMMITTED:int \
                 TRANSACTION_REPEATABLE_READ:int TRANSACTION_SERIALIZABLE:int",
        field: Some(|name| {
            Some(Value::Int(match name {
                "TRANSACTION_NONE" => 0,
                "TRANSACTION_READ_UNCOMMITTED" => 1,
                "TRANSACTION_READ_COMMITTED" => 2,
                "TRANSACTION_REPEATABLE_READ" => 4,
                "TRANSACTION_SERIALIZABLE" => 8,
                _ => return None,
            }))
        }),
        ..interface("java.sql.Connection", CLOSEABLE, CONNECTION)
    },
    Native {
        fields: "RETURN_GENERATED_KEYS:int NO_GENERATED_KEYS:int SUCCESS_NO_INFO:int EXECUTE_FAILED:int \
                 CLOSE_CURRENT_RESULT:int KEEP_CURRENT_RESULT:int CLOSE_ALL_RESULTS:int",
        field: Some(|name| {
            Some(Value::Int(match name {
                "RETURN_GENERATED_KEYS" | "CLOSE_CURRENT_RESULT" => 1,
                "NO_GENERATED_KEYS" | "KEEP_CURRENT_RESULT" => 2,
                "CLOSE_ALL_RESULTS" | "EXECUTE_FAILED" => 3,
                "SUCCESS_NO_INFO" => -2,
                _ => return None,
            }))
        }),
        call: Some(batch),
        ..interface("java.sql.Statement", CLOSEABLE, STATEMENT)
    },
    interface("java.sql.PreparedStatement", &["java.sql.Statement"], PREPARED),
    interface("java.sql.CallableStatement", &["java.sql.PreparedStatement"], ""),
    Native {
        fields: "TYPE_FORWARD_ONLY:int TYPE_SCROLL_INSENSITIVE:int TYPE_SCROLL_SENSITIVE:int CONCUR_READ_ONLY:int \
                 CONCUR_UPDATABLE:int FETCH_FORWARD:int FETCH_REVERSE:int FETCH_UNKNOWN:int \
                 HOLD_CURSORS_OVER_COMMIT:int CLOSE_CURSORS_AT_COMMIT:int",
        field: Some(|name| {
            Some(Value::Int(match name {
                "FETCH_FORWARD" => 1000,
                "FETCH_REVERSE" => 1001,
                "FETCH_UNKNOWN" => 1002,
                "TYPE_FORWARD_ONLY" => 1003,
                "TYPE_SCROLL_INSENSITIVE" => 1004,
                "TYPE_SCROLL_SENSITIVE" => 1005,
                "CONCUR_READ_ONLY" => 1007,
                "CONCUR_UPDATABLE" => 1008,
                "HOLD_CURSORS_OVER_COMMIT" => 1,
                "CLOSE_CURSORS_AT_COMMIT" => 2,
                _ => return None,
            }))
        }),
        call: Some(bytes),
        ..interface("java.sql.ResultSet", CLOSEABLE, RESULT)
    },
    interface("java.sql.ResultSetMetaData", &[], META),
    interface(
        "java.sql.DatabaseMetaData",
        &[],
        "getDatabaseProductName:String getDriverName:String getDriverVersion:String getURL:String \
         getIdentifierQuoteString:String supportsTransactions:boolean supportsSavepoints:boolean \
         supportsBatchUpdates:boolean supportsGetGeneratedKeys:boolean supportsTransactionIsolationLevel/1:boolean \
         getDefaultTransactionIsolation:int",
    ),
    interface("java.sql.Savepoint", &[], "getSavepointName:String getSavepointId:int"),
    named("java.sql.Array"),
    named("java.sql.Blob"),
    named("java.sql.Clob"),
    interface("java.sql.NClob", &["java.sql.Clob"], ""),
    named("java.sql.SQLXML"),
    named("java.sql.Struct"),
    named("java.sql.ParameterMetaData"),
    Native {
        fields: TYPE_NAMES,
        field: Some(|name| TYPES.iter().find(|(own, _)| *own == name).map(|(_, number)| Value::Int(*number))),
        complete: true,
        ..Native::new("java.sql.Types")
    },
    temporal("java.sql.Date", "toLocalDate:LocalDate"),
    temporal("java.sql.Time", "toLocalTime:LocalTime"),
    temporal("java.sql.Timestamp", "toLocalDateTime:LocalDateTime getNanos:int"),
    interface("javax.naming.Context", &[], "lookup/1:? close:void"),
    Native {
        supers: &["javax.naming.Context"],
        methods: "lookup/1:? close:void",
        statics: "doLookup/1:?",
        make: Some(|_, args| Ok((args.len() < 2).then(|| Value::new(Naming("".into()))))),
        call: Some(|cx, target, name, args| match (target.downcast_ref::<Naming>(), name, args) {
            (Some(naming), "lookup", [name]) => look_up(cx, &naming.0, name),
            (Some(_), "close", []) => Ok(Some(Value::Null)),
            _ => Ok(None),
        }),
        call_static: Some(|cx, name, args| match (name, args) {
            ("doLookup", [name]) => look_up(cx, "", name),
            _ => Ok(None),
        }),
        complete: true,
        ..Native::new("javax.naming.InitialContext")
    },
];

const fn temporal(name: &'static str, methods: &'static str) -> Native {
    Native {
        supers: &["java.util.Date"],
        methods,
        statics: "valueOf/1:this from/1:this",
        ..Native::new(name)
    }
}

const TYPES: [(&str, i32); 26] = [
    ("BIT", -7),
    ("TINYINT", -6),
    ("SMALLINT", 5),
    ("INTEGER", 4),
    ("BIGINT", -5),
    ("FLOAT", 6),
    ("REAL", 7),
    ("DOUBLE", 8),
    ("NUMERIC", 2),
    ("DECIMAL", 3),
    ("CHAR", 1),
    ("VARCHAR", 12),
    ("LONGVARCHAR", -1),
    ("NVARCHAR", -9),
    ("DATE", 91),
    ("TIME", 92),
    ("TIMESTAMP", 93),
    ("BINARY", -2),
    ("VARBINARY", -3),
    ("NULL", 0),
    ("OTHER", 1111),
    ("ARRAY", 2003),
    ("BLOB", 2004),
    ("CLOB", 2005),
    ("BOOLEAN", 16),
    ("TIMESTAMP_WITH_TIMEZONE", 2014),
];

const TYPE_NAMES: &str = "BIT:int TINYINT:int SMALLINT:int INTEGER:int BIGINT:int FLOAT:int REAL:int DOUBLE:int \
                          NUMERIC:int DECIMAL:int CHAR:int VARCHAR:int LONGVARCHAR:int NVARCHAR:int DATE:int TIME:int \
                          TIMESTAMP:int BINARY:int VARBINARY:int NULL:int OTHER:int ARRAY:int BLOB:int CLOB:int \
                          BOOLEAN:int TIMESTAMP_WITH_TIMEZONE:int";

static DRIVER: LazyLock<Class> = LazyLock::new(|| Class::new("org.postgresql.Driver", &["java.sql.Driver"]));

/// An object that is no more than its class.
struct Named(&'static LazyLock<Class>);

impl Object for Named {
    fn class(&self) -> &Class {
        self.0
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A context of JNDI: a place in the tree of names.
struct Naming(String);

impl Object for Naming {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("javax.naming.InitialContext", &["javax.naming.Context"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The data sources of the application.
fn data_sources(cx: &mut Cx<'_, '_>) -> Result<Value> {
    let application = cx.page()?.exchange().application().clone();
    application.attributes().get(DATA_SOURCES).ok_or_else(|| {
        Error::new(class::SQL, "the application has no data sources")
            .with_supers(["java.lang.Exception".into(), "java.lang.Throwable".into()])
            .with_code("08001", 0)
    })
}

/// Asks the data sources for what comes over time.
fn ask(cx: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let sources = data_sources(cx)?;
    cx.invoke(&sources, name, args).map(Some)
}

fn look_up(cx: &mut Cx<'_, '_>, place: &str, name: &Value) -> Result<Option<Value>> {
    let name = format!("{place}{}", coerce::to_text(name));
    let is_place =
        |name: &str| matches!(name, "java:comp" | "java:comp/env") || (place.is_empty() && name.is_empty());
    if is_place(name.trim_end_matches('/')) {
        let place = name.trim_end_matches('/');
        let place = if place.is_empty() { String::new() } else { format!("{place}/") };
        return Ok(Some(Value::new(Naming(place))));
    }
    let sources = data_sources(cx)?;
    cx.invoke(&sources, "lookup", &[Value::str(name)]).map(Some)
}

/// `executeBatch` gives an array of Java's.
fn batch(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    if name != "executeBatch" {
        return Ok(None);
    }
    let counts = target.as_object().and_then(|object| object.clone().call_async(name, args));
    let Some(counts) = counts else { return Ok(None) };
    cx.pending = Some(Pending::Call(Box::pin(async move { array("int", &counts.await?) })));
    Ok(Some(Value::Null))
}

/// `getBytes` gives an array of Java's.
fn bytes(_: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    if name != "getBytes" {
        return Ok(None);
    }
    let found = vespid_render::value::methods::call_method(target, name, args)?;
    Ok(Some(match found {
        Value::Null => Value::Null,
        found => array("byte", &found)?,
    }))
}

/// An array of numbers as Java has it.
fn array(component: &str, items: &Value) -> Result<Value> {
    let bits = all(items)?.iter().map(coerce::to_long).collect::<Result<Vec<i64>>>()?;
    Ok(Array::of_bits(component, bits.into_iter()))
}
