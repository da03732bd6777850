//! Data sources on a real PostgreSQL server, which `VESPID_TEST_POSTGRES` names: types, statements, errors, transactions.

// Helpers of tests are tests too.
#![allow(clippy::unwrap_used)]

mod support;

use support::fails;
use support::fresh;
use support::open;
use support::scalar;
use support::server;
use support::serves;
use support::whole;
use vespid_render::Value;
use vespid_sql_tags::Binary;
use vespid_sql_tags::DataSource;
use vespid_sql_tags::DataSourceOptions;
use vespid_sql_tags::ErrorKind;
use vespid_sql_tags::Isolation;
use vespid_sql_tags::RowLimit;
use vespid_sql_tags::Temporal;
use vespid_sql_tags::TemporalKind;

#[tokio::test]
async fn columns_of_all_types_become_values() {
    let source = open(&server(), "pool_size=1");
    let cases = [
        ("true", "java.lang.Boolean true"),
        ("12::int2", "java.lang.Integer 12"),
        ("-7", "java.lang.Integer -7"),
        ("9223372036854775807", "java.lang.Long 9223372036854775807"),
        ("1.5::float4", "java.lang.Float 1.5"),
        ("1e100::float8", "java.lang.Double 1.0E100"),
        ("12.3400::numeric", "java.math.BigDecimal 12.3400"),
        ("-0.00001::numeric", "java.math.BigDecimal -0.00001"),
        ("1e-20::numeric", "java.math.BigDecimal 1E-20"),
        (
            "10000000000000000000000000000000000000000.5",
            "java.math.BigDecimal 10000000000000000000000000000000000000000.5",
        ),
        ("0::numeric(8,2)", "java.math.BigDecimal 0.00"),
        ("100000000::numeric", "java.math.BigDecimal 100000000"),
        ("'NaN'::numeric", "java.lang.Double NaN"),
        ("'ä€'::text", "java.lang.String ä€"),
        ("'x'::varchar(3)", "java.lang.String x"),
        ("'x'::char(3)", "java.lang.String x  "),
        ("'x'::name", "java.lang.String x"),
        ("'x'::\"char\"", "java.lang.String x"),
        (
            "'7d444840-9dc0-11d1-b245-5ffdce74fad2'::uuid",
            "java.lang.String 7d444840-9dc0-11d1-b245-5ffdce74fad2",
        ),
        ("'{\"b\":[1], \"a\": 1.5}'::json", "java.util.LinkedHashMap {\"b\": [1], \"a\": 1.5}"),
        ("'{\"a\":1}'::jsonb", "java.util.LinkedHashMap {\"a\": 1}"),
        ("'[1,\"x\"]'::jsonb", "java.util.ArrayList [1, \"x\"]"),
        ("'\"x\"'::jsonb", "java.lang.String x"),
        ("array['{\"a\":1}'::jsonb]", "java.util.ArrayList [{\"a\": 1}]"),
        ("'12.30'::money", "java.lang.String 12.30"),
        ("'(1,2]'::int4range", "java.lang.String [2,3)"),
        ("B'101'", "java.lang.String 101"),
        ("'08:00:2b:01:02:03'::macaddr", "java.lang.String 08:00:2b:01:02:03"),
        ("point(1.5, -2)", "java.lang.String (1.5,-2)"),
        ("row(1, 'a b', null)", "java.lang.String (1,\"a b\",)"),
        ("'\\x00ff'::bytea", "[B \\x00ff"),
        ("'2024-02-29'::date", "java.sql.Date 2024-02-29"),
        ("'infinity'::date", "java.sql.Date infinity"),
        ("'13:14:15.5'::time", "java.sql.Time 13:14:15"),
        ("'13:14:15+02'::timetz", "java.sql.Time 11:14:15"),
        ("'2024-02-29 13:14:15.25'::timestamp", "java.sql.Timestamp 2024-02-29 13:14:15.25"),
        ("'2024-02-29 13:14:15+01'::timestamptz", "java.sql.Timestamp 2024-02-29 12:14:15.0"),
        ("'1 year -2 days 3.5 seconds'::interval", "java.lang.String 1 year -2 days +00:00:03.5"),
        ("'10.0.0.1'::inet", "java.lang.String 10.0.0.1"),
        ("'10.0.0.0/8'::cidr", "java.lang.String 10.0.0.0/8"),
        ("array[1,null,3]", "java.util.ArrayList [1, null, 3]"),
        ("array[[1,2],[3,4]]", "java.util.ArrayList [[1, 2], [3, 4]]"),
        ("array[1.50, 2]", "java.util.ArrayList [1.50, 2]"),
        ("'{}'::text[]", "java.util.ArrayList []"),
        ("null::int", "null null"),
        ("null", "null null"),
        ("'open'", "java.lang.String open"),
        ("pg_sleep(0)", "null null"),
        ("'pg_class'::regclass::oid", "java.lang.Long 1259"),
    ];
    for (sql, expected) in cases {
        let value = scalar(&source, &format!("select {sql}"), &[]).await;
        assert_eq!(format!("{} {value}", value.class_name().unwrap_or("null")), expected, "{sql}");
    }
}

#[tokio::test]
async fn text_of_the_server_and_ours_agree() {
    let source = open(&server(), "pool_size=1");
    for sql in [
        "(random() * 1e12)::numeric(20, 6)",
        "-(random() * 1e3)::numeric(9, 1)",
        "'-1 mons +3 days -04:05:06.789'::interval",
        "'25 mons 1 day'::interval",
        "'2001:db8::1/64'::inet",
        "'0044-03-15 BC'::date::text",
        "'[2024-01-01 10:00,2024-01-02)'::tsrange",
        "tstzrange('2024-01-01 10:00+00', null)",
        "'[2024-01-01,2024-02-01]'::daterange",
        "'{[1,2],[5,9)}'::int8multirange",
        "numrange(1.50, 2, '(]')",
        "'empty'::int4range",
        "row(1, 'a\"\\b', '', null, true, 1.5::float8, array['x y', null, 'null'], '2024-02-29'::date)",
        "row(1e20::float8, 0.00001::float8, 3::float8)",
        "'{\"a\": [1, {\"b\": null}]}'::jsonb",
        "'0/16B3748'::pg_lsn",
    ] {
        let sql = format!("select v, v::text from (select {sql} as v) s");
        let result = source.query(&sql, &[], RowLimit::ALL).await.unwrap();
        let row = result.rows().get(0).unwrap();
        assert_eq!(row[0].to_string(), row[1].to_string(), "{sql}");
    }
}

#[tokio::test]
async fn enums_and_domains_are_what_they_are_made_of() {
    let source = fresh("t_enums", "").await;
    let script = "create type mood as enum ('sad', 'ok'); create type pair as (a int, b mood[]); create domain positive as int check (value > 0);
        create table t (m mood, p positive, ms mood[])";
    source.connection().await.unwrap().execute_script(script).await.unwrap();
    let params = [Value::str("ok"), Value::str("5"), Value::list([Value::str("sad")])];
    source.execute("insert into t values (?, ?, ?)", &params).await.unwrap();
    let result =
        source.query("select * from t where m = ?", &[Value::str("ok")], RowLimit::ALL).await.unwrap();
    assert_eq!(result.rows().row(0).unwrap().to_string(), "{m=ok, ms=[sad], p=5}");
    let pair = scalar(&source, "select row(7, '{sad,ok}')::pair", &[]).await;
    assert_eq!(pair, Value::str("(7,\"{sad,ok}\")"));
    let json = Value::map([(Value::str("k"), Value::list([Value::Int(1), Value::str("a\"b")]))]);
    let back = scalar(&source, "select ?::jsonb", std::slice::from_ref(&json)).await;
    assert_eq!(back, json);
    assert_eq!(
        fails(&source, "select * from t where m = ?", &[Value::str("glad")]).await.state(),
        Some("22P02")
    );
}

#[tokio::test]
async fn a_type_that_can_not_be_shown_names_its_column() {
    let source = open(&server(), "pool_size=1");
    let error = fails(&source, "select 1 as a, circle(point(1, 2), 3) as spot", &[]).await;
    assert_eq!(error.kind(), ErrorKind::UnsupportedType);
    assert!(error.message().contains("'spot'") && error.message().contains("circle"), "{error}");
    assert!(error.hint().unwrap().contains("spot::text"));
    assert_eq!(scalar(&source, "select point(1, 2)::text", &[]).await, Value::str("(1,2)"));
    whole(&source).await;
}

#[tokio::test]
async fn parameters_take_the_types_of_the_statement() {
    let source = open(&server(), "pool_size=1");
    let date = Value::new(Temporal::parse(TemporalKind::Timestamp, "2024-02-29 13:00").unwrap());
    let bytes = Value::new(Binary([0, 255].into()));
    let list = Value::list([Value::Int(1), Value::str("2")]);
    let cases = [
        ("? + 1", Value::str("41"), "42"),
        ("? + 1", Value::Long(41), "42"),
        ("?::numeric * 2", Value::Double(0.1), "0.2"),
        ("?::date", date.clone(), "2024-02-29"),
        ("?::timestamptz", date.clone(), "2024-02-29 13:00:00.0"),
        ("?::date + 1", Value::str("2024-02-28"), "2024-02-29"),
        ("?::bytea", bytes, "\\x00ff"),
        ("?::int[]", list, "[1, 2]"),
        ("?::jsonb -> 'a'", Value::str("{\"a\": [1]}"), "[1]"),
        (
            "?::uuid",
            Value::str("7D444840-9dc0-11d1-b245-5ffdce74fad2"),
            "7d444840-9dc0-11d1-b245-5ffdce74fad2",
        ),
        ("?::bool", Value::Bool(true), "true"),
        ("?::interval", Value::str("90 min"), "01:30:00"),
        ("?", Value::str("plain"), "plain"),
        ("?::int", Value::Null, "null"),
        ("'a' || ?", Value::str("?'\\"), "a?'\\"),
        // The server can't tell these, so their classes do.
        ("concat(?, '')", Value::Int(5), "5"),
        ("pg_typeof(?)::text", Value::Long(5), "bigint"),
        ("jsonb_build_array(?)", Value::Bool(true), "[true]"),
    ];
    for (sql, value, expected) in cases {
        let shown = scalar(&source, &format!("select {sql}"), std::slice::from_ref(&value)).await.to_string();
        assert_eq!(shown, expected, "{sql} with {value:?}");
    }
    let rows =
        source.query("select generate_series(1, 9) limit ?", &[Value::Int(3)], RowLimit::ALL).await.unwrap();
    assert_eq!(rows.rows().len(), 3);
}

#[tokio::test]
async fn parameters_that_do_not_fit_are_named() {
    let source = open(&server(), "pool_size=1");
    let error = fails(&source, "select ?::int, ?::date", &[Value::Int(1), Value::Int(5)]).await;
    assert_eq!(error.message(), "parameter 2 is a java.lang.Integer, which can't be a date");
    let error = fails(&source, "select ? + 1", &[Value::str("many")]).await;
    assert_eq!(error.state(), Some("22P02"));
    assert!(error.message().contains("\"many\""), "{error}");
    let error = fails(&source, "select ?, '?' -- ?", &[]).await;
    assert_eq!(error.message(), "the statement has 1 parameter but 0 values were given");
    let error = fails(&source, "select 1", &[Value::Int(1)]).await;
    assert_eq!(error.message(), "the statement has 0 parameters but 1 value was given");
    assert_eq!(
        scalar(&source, "select $2::text || $1", &[Value::str("a"), Value::str("b")]).await,
        Value::str("ba")
    );
}

#[tokio::test]
async fn parameters_are_bound_never_spliced() {
    let source = fresh("t_bound", "").await;
    source.execute("create table t (s text, n int)", &[]).await.unwrap();
    for evil in
        ["'; drop table t; --", "\\'; drop table t; --", "$$; drop table t; $$", "1); drop table t; --"]
    {
        source.execute("insert into t (s) values (?)", &[Value::str(evil)]).await.unwrap();
        assert_eq!(
            scalar(&source, "select s from t where s = ?", &[Value::str(evil)]).await,
            Value::str(evil)
        );
        let list = Value::list([Value::str(evil)]);
        assert_eq!(scalar(&source, "select count(*) from t where s = any(?)", &[list]).await, Value::Long(1));
        fails(&source, "select * from t where n = ?", &[Value::str(evil)]).await;
    }
    assert_eq!(scalar(&source, "select count(*) from t", &[]).await, Value::Long(4));
}

#[tokio::test]
async fn types_are_told_within_a_transaction_too() {
    let source = open(&server(), "pool_size=1");
    let mut connection = source.connection().await.unwrap();
    connection.begin(None).await.unwrap();
    for _ in 0..2 {
        let result =
            connection.query("select concat(?, ?)", &[Value::Int(4), Value::str("2")], RowLimit::ALL).await;
        assert_eq!(result.unwrap().scalar(), Value::str("42"));
    }
    connection.commit().await.unwrap();
}

#[tokio::test]
async fn limits_tell_whether_there_were_more_rows() {
    let source = open(&server(), "pool_size=1");
    for in_transaction in [false, true] {
        let mut connection = source.connection().await.unwrap();
        if in_transaction {
            connection.begin(None).await.unwrap();
        }
        let mut seen = Vec::new();
        for (start, max) in
            [(0, None), (0, Some(2)), (1, Some(2)), (1, Some(1)), (5, Some(1)), (0, Some(0)), (2, None)]
        {
            let limit = RowLimit { start, max };
            let result = connection.query("select generate_series(1, 3) as n", &[], limit).await.unwrap();
            seen.push((result.rows().len(), result.is_limited_by_max_rows()));
        }
        assert_eq!(seen, [(3, false), (2, true), (2, false), (1, true), (0, false), (0, true), (1, false)]);
        // Only so many rows are computed outside of a transaction.
        if !in_transaction {
            let limit = RowLimit { start: 0, max: Some(3) };
            let million = "select generate_series(1, 100000000) as n";
            assert_eq!(connection.query(million, &[], limit).await.unwrap().rows().len(), 3);
        }
        connection.rollback().await.unwrap();
    }
    assert_eq!(source.status().size, 1);
}

#[tokio::test]
async fn a_changed_table_does_not_break_prepared_statements() {
    let source = fresh("t_stale", "pool_size=1").await;
    source
        .connection()
        .await
        .unwrap()
        .execute_script("create table t (a int); insert into t values (1)")
        .await
        .unwrap();
    assert_eq!(scalar(&source, "select * from t", &[]).await, Value::Int(1));
    source.execute("alter table t alter a type text", &[]).await.unwrap();
    assert_eq!(scalar(&source, "select * from t", &[]).await, Value::str("1"));
    source.execute("deallocate all", &[]).await.unwrap();
    assert_eq!(scalar(&source, "select * from t", &[]).await, Value::str("1"));
}

#[tokio::test]
async fn the_cache_of_statements_has_an_end() {
    let source = open(&server(), "pool_size=1&statement_cache=8");
    for number in 0..50 {
        assert_eq!(scalar(&source, &format!("select {number}"), &[]).await, Value::Int(number));
    }
    let Value::Long(prepared) = scalar(&source, "select count(*) from pg_prepared_statements", &[]).await
    else {
        panic!("no count");
    };
    assert!(prepared <= 9, "{prepared} statements are prepared");
}

#[tokio::test]
async fn updates_count_what_they_change() {
    let source = fresh("t_update", "").await;
    assert_eq!(source.execute("create table t (a int primary key)", &[]).await.unwrap(), 0);
    assert_eq!(source.execute("insert into t select generate_series(1, 5)", &[]).await.unwrap(), 5);
    assert_eq!(source.execute("delete from t where a > ?", &[Value::Int(3)]).await.unwrap(), 2);
    assert_eq!(source.execute("update t set a = a where a = 99", &[]).await.unwrap(), 0);
}

#[tokio::test]
async fn errors_of_the_server_carry_state_detail_and_constraint() {
    let source = fresh("t_errors", "").await;
    source.execute("create table t (a int constraint only_once unique)", &[]).await.unwrap();
    source.execute("insert into t values (1)", &[]).await.unwrap();
    let error = source.execute("insert into t values (?)", &[Value::Int(1)]).await.unwrap_err();
    assert_eq!((error.state(), error.constraint()), (Some("23505"), Some("only_once")));
    assert!(error.message().contains("Key (a)=(1) already exists"), "{error}");
    let error = fails(&source, "select * from missing", &[]).await;
    assert_eq!(
        error.to_string(),
        "relation \"missing\" does not exist (at character 15 of the statement) [SQLState 42P01]"
    );
    let page: vespid_render::Error = error.into();
    assert_eq!(page.class_name(), "java.sql.SQLException");
    assert_eq!(fails(&source, "This Will Fail", &[]).await.state(), Some("42601"));
}

#[tokio::test]
async fn a_server_that_can_not_be_reached_is_named_without_password() {
    let source = open("postgres://ann:hush@127.0.0.1:1/shop", "");
    let error = fails(&source, "select 1", &[]).await;
    assert_eq!((error.kind(), error.state()), (ErrorKind::Connection, Some("08001")));
    assert!(error.message().starts_with("PostgreSQL at 127.0.0.1:1/shop: "), "{error}");
    assert!(error.message().contains("refused") && !format!("{error:?}").contains("hush"), "{error}");
    let wrong =
        DataSource::connect(&server(), Some("vespid_nobody"), Some("hush"), DataSourceOptions::default());
    let error = fails(&wrong.unwrap(), "select 1", &[]).await;
    assert_eq!(error.kind(), ErrorKind::Connection);
    assert!(error.state().unwrap().starts_with("28") && !format!("{error:?}").contains("hush"), "{error}");
    let mut url = server();
    url.truncate(url.rfind('/').unwrap());
    let error = fails(&open(&format!("{url}/vespid_nowhere"), ""), "select 1", &[]).await;
    assert_eq!((error.kind(), error.state()), (ErrorKind::Connection, Some("3D000")));
}

#[tokio::test]
async fn transactions_commit_roll_back_and_keep_their_isolation() {
    let source = fresh("t_transactions", "").await;
    source.execute("create table t (a int)", &[]).await.unwrap();
    let mut connection = source.connection().await.unwrap();
    for (isolation, name) in [
        (Some(Isolation::ReadUncommitted), "read uncommitted"),
        (Some(Isolation::ReadCommitted), "read committed"),
        (Some(Isolation::RepeatableRead), "repeatable read"),
        (Some(Isolation::Serializable), "serializable"),
        (None, "read committed"),
    ] {
        connection.begin(isolation).await.unwrap();
        let level =
            connection.query("select current_setting('transaction_isolation')", &[], RowLimit::ALL).await;
        assert_eq!(level.unwrap().scalar(), Value::str(name));
        connection.execute("insert into t values (1)", &[]).await.unwrap();
        assert_eq!(scalar(&source, "select count(*) from t", &[]).await, Value::Long(0));
        connection.rollback().await.unwrap();
    }
    assert_eq!(connection.commit().await.unwrap_err().state(), Some("25P01"));
    connection.begin(None).await.unwrap();
    assert_eq!(connection.begin(None).await.unwrap_err().state(), Some("25001"));
    connection.execute("insert into t values (1)", &[]).await.unwrap();
    connection.commit().await.unwrap();
    assert_eq!(scalar(&source, "select count(*) from t", &[]).await, Value::Long(1));
}

#[tokio::test]
async fn a_transaction_with_a_failed_statement_does_not_commit() {
    let source = fresh("t_failed", "pool_size=1").await;
    source.execute("create table t (a int)", &[]).await.unwrap();
    let mut connection = source.connection().await.unwrap();
    connection.begin(None).await.unwrap();
    connection.execute("insert into t values (1)", &[]).await.unwrap();
    connection.execute("insert into nowhere values (1)", &[]).await.unwrap_err();
    let error = connection.execute("insert into t values (2)", &[]).await.unwrap_err();
    assert_eq!(error.state(), Some("25P02"));
    let error = connection.commit().await.unwrap_err();
    assert_eq!(error.state(), Some("25P02"));
    assert!(error.message().contains("nowhere"), "{error}");
    assert!(!connection.in_transaction());
    serves(&mut connection).await;
    drop(connection);
    assert_eq!(scalar(&source, "select count(*) from t", &[]).await, Value::Long(0));
}
