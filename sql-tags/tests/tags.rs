//! The SQL tags in pages, on embedded SQLite (Jakarta Tags 3.1, chapter 10).

// Helpers of tests are tests too.
#![allow(clippy::unwrap_used)]

#[path = "support/pool.rs"]
mod pool;

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use pool::whole;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::application::Application;
use vespid_render::context::Exchange;
use vespid_render::registry::Registry;
use vespid_render::resources::MemoryResources;
use vespid_render::value::Str;
use vespid_sql_tags::DataSource;
use vespid_sql_tags::DataSourceOptions;
use vespid_sql_tags::DataSources;
use vespid_sql_tags::RowLimit;

const HEAD: &str = "<%@ page session=\"false\" %><%@ taglib prefix=\"c\" uri=\"jakarta.tags.core\" %>\
                    <%@ taglib prefix=\"sql\" uri=\"jakarta.tags.sql\" %>\
                    <%@ taglib prefix=\"v\" uri=\"urn:vespid:tags\" %>";

/// An application with a data source named `jdbc/shop`, which is the configured one too.
struct Shop {
    source: DataSource,
}

impl Shop {
    async fn new() -> Self {
        let source = DataSource::connect(
            "sqlite::memory:?pool_size=2&acquire_timeout=2s",
            None,
            None,
            DataSourceOptions::default(),
        )
        .unwrap();
        let script = "create table item (id integer primary key, name text not null unique, price numeric(10, 2),
                added timestamp);
            insert into item values (1, 'Mug', 4.5, '2024-02-29 10:00:00'), (2, 'Pot', 20, null), (3, 'Tea', null, null)";
        source.connection().await.unwrap().execute_script(script).await.unwrap();
        Shop { source }
    }

    fn application(&self, page: &str, params: &[(&str, &str)]) -> Arc<Application> {
        let files: MemoryResources =
            [("/page.jsp", format!("{HEAD}{page}").into_bytes())].into_iter().collect();
        let mut registry = Registry::new();
        vespid_sql_tags::register(&mut registry);
        let mut builder = Application::builder(Arc::new(files))
            .registry(registry)
            .init_param("jakarta.servlet.jsp.jstl.sql.dataSource", "jdbc/shop");
        for library in vespid_sql_tags::libraries() {
            builder = builder.library(library);
        }
        for (name, value) in params {
            builder = builder.init_param(*name, *value);
        }
        let application = builder.build();
        let sources = DataSources::new();
        sources.add("jdbc/shop", self.source.clone());
        sources.install(&application);
        application
    }

    async fn try_render(&self, page: &str) -> Result<String> {
        let application = self.application(page, &[]);
        let exchange = Exchange::builder(application.clone())
            .attribute("shop", Value::new(self.source.clone()))
            .attribute("evil", Value::str("x'; drop table item; --"))
            .attribute("one", Value::Int(1))
            .build();
        application.render_to_string("/page.jsp", exchange).await
    }

    async fn render(&self, page: &str) -> String {
        self.try_render(page).await.unwrap_or_else(|error| panic!("{page}: {error:#}"))
    }

    /// What a page's failing action reports: class, message and cause.
    async fn fails(&self, page: &str) -> String {
        let error = self.try_render(page).await.expect_err(page);
        assert!(error.is_instance("jakarta.servlet.jsp.JspException"), "{page}: {error:?}");
        assert_eq!(self.source.status().available, self.source.status().size, "{page}");
        error.message().to_string()
    }

    async fn count(&self) -> Value {
        self.source.query("select count(*) from item", &[], RowLimit::ALL).await.unwrap().scalar()
    }
}

#[tokio::test]
async fn a_query_by_attribute_and_by_body() {
    let shop = Shop::new().await;
    let page = r#"<sql:query var="r" sql="select name, price from item where id < 3 order by id"/>
        <c:forEach items="${r.rows}" var="row">${row.NAME}=${row.price};</c:forEach>${r.rowCount}"#;
    assert_eq!(shop.render(page).await.trim(), "Mug=4.50;Pot=20.00;2");
    let page = r#"<sql:query var="r">
            select * from item where id = ? or name = ?
            <sql:param value="${one}"/>
            <sql:param> Tea </sql:param>
        </sql:query><c:forEach items="${r.rowsByIndex}" var="row">${row[1]}<c:forEach items="${row}" var="v">[${v}]</c:forEach>
        </c:forEach><c:forEach items="${r.columnNames}" var="n">${n} </c:forEach>"#;
    let text = shop.render(page).await;
    let text: Vec<_> = text.split_whitespace().collect();
    assert_eq!(
        text.join(" "),
        "Mug[1][Mug][4.50][2024-02-29 10:00:00.0] Tea[3][Tea][][] id name price added"
    );
}

#[tokio::test]
async fn parameters_are_values_not_text() {
    let shop = Shop::new().await;
    let page = r#"<sql:update var="n">insert into item (id, name) values (?, ?)<sql:param value="${9}"/>
        <sql:param value="${evil}"/></sql:update>${n}
        <sql:query var="r" sql="select name from item where id = ?"><sql:param value="9"/></sql:query>
        ${r.rows[0].name eq evil}
        <sql:query var="r" sql="select count(*) as n from item where price is ?"><sql:param value="${null}"/></sql:query>
        ${r.rows[0].n}"#;
    let text = shop.render(page).await;
    assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["1", "true", "2"]);
}

#[tokio::test]
async fn dates_are_parameters_of_their_kind() {
    let shop = Shop::new().await;
    let page = r#"<sql:query var="r" sql="select added from item where id = 1"/><c:set var="d" value="${r.rows[0].added}"/>
        <c:forEach items="date,time,timestamp" var="kind"><sql:query var="r" sql="select ? as d">
        <sql:dateParam value="${d}" type="${kind}"/></sql:query>[${r.rows[0].d}]</c:forEach>
        <sql:query var="r" sql="select ? as d"><sql:dateParam value="${null}"/></sql:query>${empty r.rows[0].d}
        ${d.year + 1900}"#;
    let text = shop.render(page).await;
    assert_eq!(
        text.split_whitespace().collect::<Vec<_>>().join(" "),
        "[2024-02-29][10:00:00][2024-02-29 10:00:00] true 2024"
    );
}

#[tokio::test]
async fn rows_are_limited_by_attribute_and_by_configuration() {
    let shop = Shop::new().await;
    let page = r#"<sql:query var="r" sql="select * from item" maxRows="2" startRow="1"/>${r.rowCount}${r.limitedByMaxRows}
        <sql:query var="r" sql="select * from item" maxRows="2"/>${r.rowCount}${r.limitedByMaxRows}
        <c:set var="jakarta.servlet.jsp.jstl.sql.maxRows.page" value="1"/>
        <sql:query var="r" sql="select * from item"/>${r.rowCount}
        <sql:query var="r" sql="select * from item" maxRows="-1"/>${r.rowCount}"#;
    let text = shop.render(page).await;
    assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["2false", "2true", "1", "3"]);
    let application = shop.application(
        r#"<sql:query var="r" sql="select * from item"/>${r.rowCount}"#,
        &[("jakarta.servlet.jsp.jstl.sql.maxRows", "2")],
    );
    let exchange = Exchange::builder(application.clone()).build();
    assert_eq!(application.render_to_string("/page.jsp", exchange).await.unwrap(), "2");
}

#[tokio::test]
async fn variables_go_to_their_scope() {
    let shop = Shop::new().await;
    let page = r#"<sql:query var="a" scope="request" sql="select 1 as n"/><sql:update var="b" scope="application"
        sql="delete from item where id = 99"/>${requestScope.a.rows[0].n}${pageScope.a}${applicationScope.b}"#;
    assert_eq!(shop.render(page).await, "10");
}

#[tokio::test]
async fn data_sources_by_object_name_login_and_url() {
    let shop = Shop::new().await;
    let page = r#"<sql:query var="r" dataSource="${shop}" sql="select count(*) as n from item"/>${r.rows[0].n}
        <sql:query var="r" dataSource="java:comp/env/jdbc/shop" sql="select count(*) as n from item"/>${r.rows[0].n}
        <sql:setDataSource url="sqlite::memory:" driver="org.sqlite.JDBC" user="" password="" var="mine"/>
        <sql:update dataSource="${mine}" sql="create table t (a)"/>
        <sql:setDataSource dataSource="sqlite::memory:,org.sqlite.JDBC"/>
        <sql:query var="r" sql="select count(*) as n from t"/>${r.rows[0].n}
        <sql:setDataSource dataSource="jdbc/shop" scope="request"/>
        <c:remove var="jakarta.servlet.jsp.jstl.sql.dataSource.page"/>
        <sql:query var="r" sql="select count(*) as n from item"/>${r.rows[0].n}"#;
    let text = shop.render(page).await;
    assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["3", "3", "0", "3"]);
}

#[tokio::test]
async fn a_transaction_commits_at_its_end() {
    let shop = Shop::new().await;
    let page = r#"<sql:transaction isolation="serializable">a<sql:update sql="delete from item where id = ?"><sql:param
        value="1"/></sql:update><sql:query var="r" sql="select count(*) as n from item"/>${r.rows[0].n}</sql:transaction>"#;
    assert_eq!(shop.render(page).await, "a2");
    assert_eq!(shop.count().await, Value::Int(2));
}

#[tokio::test]
async fn a_transaction_with_an_error_rolls_back() {
    let shop = Shop::new().await;
    for body in [
        r#"<sql:update sql="delete from item"/><sql:update sql="This Will Fail"/>"#,
        r#"<sql:update sql="delete from item"/>${one.missing}"#,
        r#"<sql:update sql="delete from item"/><c:set var="x" value="${one.missing}"/>"#,
    ] {
        let page =
            format!(r#"<c:catch var="e"><sql:transaction>{body}</sql:transaction></c:catch>${{empty e}}"#);
        assert_eq!(shop.render(&page).await, "false");
        assert_eq!(shop.count().await, Value::Int(3), "{body}");
    }
    // The failing statement's own exception comes out.
    let page = r#"<sql:transaction><sql:update sql="delete from item"/><sql:update sql="This Will Fail"/></sql:transaction>"#;
    assert!(shop.fails(page).await.starts_with("This Will Fail: near"));
}

#[tokio::test]
async fn errors_name_the_statement_and_have_the_sql_exception_as_cause() {
    let shop = Shop::new().await;
    let page = r#"<c:catch var="e"><sql:query var="r">select * from nowhere</sql:query></c:catch>${e.message}|${e.cause.message}"#;
    let text = shop.render(page).await;
    assert_eq!(
        text,
        "select * from nowhere: no such table: nowhere [SQLState 42000]|no such table: nowhere [SQLState 42000]"
    );
    let error = shop
        .try_render(r#"<sql:update sql="insert into item values (1, 'x', 1, null)"/>"#)
        .await
        .unwrap_err();
    assert_eq!(error.cause().unwrap().class_name(), "java.sql.SQLException");
    assert!(error.places()[0].path == "/page.jsp", "{error:#}");
}

#[tokio::test]
async fn wrong_use_is_told() {
    let shop = Shop::new().await;
    let cases = [
        (r#"<sql:query var="r" dataSource="${null}" sql="select 1"/>"#, "'dataSource' is null"),
        (r#"<sql:query var="r" dataSource="${one}" sql="select 1"/>"#, "is a java.lang.Integer"),
        (r#"<sql:query var="r" dataSource="nope,x,y,hush" sql="select 1"/>"#, "no data source named 'nope'"),
        (r#"<sql:query var="r" sql="select 1" maxRows="-2"/>"#, "'maxRows' is -2"),
        (r#"<sql:query var="r" sql="select 1" maxRows="${'many'}"/>"#, "'maxRows' is not a number: many"),
        (r#"<sql:query var="r"> </sql:query>"#, "no statement"),
        (r#"<sql:query var="r" sql="${null}"/>"#, "no statement"),
        (r#"<sql:query var="r" sql="select ?"/>"#, "1 parameter but 0 values were given"),
        (r#"<sql:transaction isolation="chaos"></sql:transaction>"#, "'chaos' is no isolation level"),
        (r#"<sql:transaction dataSource="${null}"></sql:transaction>"#, "'dataSource' is null"),
        (
            r#"<sql:transaction><sql:query var="r" dataSource="${shop}" sql="select 1"/></sql:transaction>"#,
            "no other data source than the transaction's",
        ),
        (r#"<sql:param value="1"/>"#, "belongs to no statement"),
        (
            r#"<sql:query var="r" sql="select ?"><sql:dateParam value="1"/></sql:query>"#,
            "not a java.util.Date",
        ),
        (
            r#"<sql:query var="r" sql="select ?"><sql:dateParam value="${null}" type="year"/></sql:query>"#,
            "'year' is no type",
        ),
        (r#"<sql:setDataSource dataSource="${null}"/>"#, "'dataSource' is null"),
        (r#"<sql:setDataSource var="x"/>"#, "neither 'dataSource' nor 'url'"),
        (r#"<sql:setDataSource url="jdbc:mysql://h/d"/>"#, "no driver for a data source of the kind 'mysql'"),
    ];
    for (page, message) in cases {
        let told = shop.fails(page).await;
        assert!(told.contains(message), "{page}: {told}");
        assert!(!told.contains("hush"), "{told}");
    }
    assert_eq!(shop.count().await, Value::Int(3));
}

#[tokio::test]
async fn every_uri_of_the_library_is_known() {
    let shop = Shop::new().await;
    for library in vespid_sql_tags::libraries() {
        let page = format!(
            r#"<%@ taglib prefix="s" uri="{}" %><s:query var="r" sql="select 1 as n"/>${{r.rows[0].n}}"#,
            library.uri
        );
        assert_eq!(shop.render(&page).await, "1");
    }
}

#[tokio::test]
async fn a_page_dropped_mid_query_leaves_the_pool_whole_and_nothing_done() {
    let shop = Shop::new().await;
    let endless = "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n";
    for page in [
        format!(r#"<sql:query var="r" sql="{endless}"/>"#),
        format!(
            r#"<sql:transaction><sql:update sql="delete from item"/><sql:query var="r" sql="{endless}"/></sql:transaction>"#
        ),
    ] {
        let application = shop.application(&page, &[]);
        // Compiled before, so that the time below goes into the query.
        application.page("/page.jsp").await.unwrap();
        let mut stream = application.render("/page.jsp", Exchange::builder(application.clone()).build());
        assert!(tokio::time::timeout(Duration::from_millis(100), stream.next()).await.is_err());
        assert!(shop.source.status().available < shop.source.status().size);
        drop(stream);
        whole(&shop.source).await;
        assert_eq!(shop.count().await, Value::Int(3));
    }
}

#[tokio::test]
async fn tags_of_ones_own_can_add_parameters() {
    use vespid_render::machine::TagContext;
    use vespid_render::tags::Start;

    /// Adds the length of a text.
    #[derive(Default, vespid_render::Tag)]
    #[tag(class = "shop.LengthParam")]
    struct LengthParam {
        #[attribute(required)]
        of: Str,
    }

    impl vespid_render::tags::Tag for LengthParam {
        fn start(&mut self, page: &mut TagContext<'_>) -> Result<Start> {
            vespid_sql_tags::tags::SqlParams::add(page, Value::Int(self.of.len() as i32))?;
            Ok(Start::SkipBody)
        }
    }

    let files: MemoryResources = [
        (
            "/WEB-INF/own.tld",
            &br#"<taglib xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0"><tlib-version>1</tlib-version>
                <short-name>o</short-name><uri>own</uri><tag><name>len</name><tag-class>shop.LengthParam</tag-class>
                <body-content>empty</body-content><attribute><name>of</name><required>true</required></attribute></tag></taglib>"#[..],
        ),
        (
            "/page.jsp",
            &br#"<%@ page session="false" %><%@ taglib prefix="o" uri="own" %><%@ taglib prefix="sql" uri="jakarta.tags.sql"
                %><sql:query var="r" dataSource="sqlite::memory:" sql="select ? * 2 as n"><o:len of="four"/></sql:query>${r.rows[0].n}"#[..],
        ),
    ]
    .into_iter()
    .map(|(path, text)| (path, text.to_vec()))
    .collect();
    let mut registry = Registry::new();
    vespid_sql_tags::register(&mut registry);
    registry.tag::<LengthParam>();
    let mut builder = Application::builder(Arc::new(files)).registry(registry);
    for library in vespid_sql_tags::libraries() {
        builder = builder.library(library);
    }
    let application = builder.build();
    let exchange = Exchange::builder(application.clone()).build();
    assert_eq!(application.render_to_string("/page.jsp", exchange).await.unwrap(), "8");
}

#[tokio::test]
async fn variables_are_checked_at_translation() {
    let shop = Shop::new().await;
    let wrong = [
        (r#"<sql:query var="" sql="select 1"/>"#, "`var` is empty"),
        (r#"<sql:query var="r" scope="nowhere" sql="select 1"/>"#, "`nowhere` is no scope"),
        (r#"<sql:update scope="page" sql="delete from item"/>"#, "stands without `var`"),
        (r#"<sql:setDataSource scope="nowhere" url="sqlite::memory:"/>"#, "`nowhere` is no scope"),
        (r#"<sql:query sql="select 1"/>"#, "needs the attribute `var`"),
    ];
    for (page, expected) in wrong {
        let error = shop.try_render(&format!("<c:catch>{page}</c:catch>")).await.unwrap_err();
        assert!(
            error.diagnostics().is_some() && format!("{error:#}").contains(expected),
            "{page}: {error:#}"
        );
    }
    let page = r#"<sql:setDataSource scope="request" url="sqlite::memory:"/>ok"#;
    assert_eq!(shop.render(page).await, "ok");
}

/// A recursive query that gives so many numbers.
const NUMBERS: &str =
    "with recursive t(n) as (select 1 union all select n + 1 from t where n < ?) select n from t";

#[tokio::test]
async fn rows_flow_while_the_page_goes_over_them() {
    let shop = Shop::new().await;
    let page = format!(
        r#"<v:query var="r" stream="true" sql="{NUMBERS}"><sql:param value="${{1000}}"/></v:query><c:forEach
        items="${{r.rows}}" var="row"><c:if test="${{row.N % 250 eq 0}}">${{row.n}} </c:if></c:forEach>"#
    );
    assert_eq!(shop.render(&page).await, "250 500 750 1000 ");
    let page = format!(
        r#"<v:query var="r" stream="true" maxRows="3" startRow="299">{NUMBERS}<sql:param value="${{1000000000}}"/></v:query><c:forEach
        items="${{r}}" var="row" varStatus="s">${{row.n}}${{s.last}} </c:forEach>"#
    );
    assert_eq!(shop.render(&page).await, "300false 301false 302true ");
    // An unstreamed one is as sql:query.
    let page = r#"<v:query var="r" sql="select * from item"/>${r.rowCount}"#;
    assert_eq!(shop.render(page).await, "3");
}

#[tokio::test]
async fn what_streamed_rows_are_not_for_is_told() {
    let shop = Shop::new().await;
    let query = r#"<v:query var="r" stream="true" sql="select * from item"/>"#;
    let cases = [
        (format!("{query}${{r.rowCount}}"), "has no 'rowCount'"),
        (format!(r#"{query}<c:forEach items="${{r.rows}}"/><c:forEach items="${{r.rows}}"/>"#), "once only"),
        (format!("<sql:transaction>{query}</sql:transaction>"), "can't be streamed"),
        (
            r#"<v:query var="r" stream="true" sql="This Will Fail"/><c:forEach items="${r.rows}"/>"#
                .to_owned(),
            "This Will Fail: near \"This\"",
        ),
    ];
    for (page, expected) in cases {
        let error = shop.try_render(&page).await.expect_err(&page);
        assert!(error.message().contains(expected), "{page}: {error:#}");
        whole(&shop.source).await;
    }
}

#[tokio::test]
async fn queries_of_a_parallel_end_together() {
    let shop = Shop::new().await;
    let page = r#"<v:parallel><sql:query var="a" sql="select 1 as n"/><v:query var="b" scope="request">select ? as n
        <sql:param value="2"/></v:query>[${a.rows[0].n}]</v:parallel>${a.rows[0].n}${requestScope.b.rows[0].n}"#;
    assert_eq!(shop.render(page).await, "[]12");
    let page = r#"<v:parallel><sql:query var="a" sql="select 1 as n"/><sql:query var="b" sql="This Will Fail"/></v:parallel>"#;
    let error = shop.try_render(page).await.expect_err(page);
    assert!(error.is_instance("jakarta.servlet.jsp.JspException"), "{error:?}");
    assert!(error.message().contains("This Will Fail"), "{error:#}");
    // The other query is abandoned in the middle.
    whole(&shop.source).await;
}

#[tokio::test]
async fn an_early_query_is_waited_for_by_its_loop_or_by_await() {
    let shop = Shop::new().await;
    let early = |var: &str, sql: &str| format!(r#"<v:query var="{var}" start="early" sql="{sql}"/>"#);
    let page = early("a", "select 1 as n union select 2")
        + r#"<c:forEach items="${a.rows}" var="r" varStatus="at">${r.n}${at.last}|</c:forEach>${a.rowCount}"#;
    assert_eq!(shop.render(&page).await, "1false|2true|2");
    let page = early("a", "select 1 as n")
        + r#"<v:await value="${a}"/>${a.rows[0].n}${a.getRowCount()}<c:forEach items="${a.rowsByIndex}" var="r">${r[0]}</c:forEach><v:await value="${a}"/><v:await value="x"/>"#;
    assert_eq!(shop.render(&page).await, "111");
    // Whether it is ready by chance does not matter.
    let page = early("a", "select 1 as n") + "${a.rowCount}";
    assert!(shop.fails(&page).await.contains("not waited for yet"));
    let page = early("a", "This Will Fail")
        + "on <c:catch var='no'><v:await value='${a}'/></c:catch>${no.message}<c:forEach items='${a.rows}' var='r'/>";
    assert!(shop.fails(&page).await.contains("This Will Fail"));
    // One that nobody waits for fails nobody.
    assert_eq!(shop.render(&(early("a", "This Will Fail") + "fine")).await, "fine");
    for (page, expected) in [
        (r#"<v:query var="a" start="late" sql="select 1"/>"#, "'start' is 'late'"),
        (r#"<v:query var="a" start="early" stream="true" sql="select 1"/>"#, "not both"),
        (r#"<v:query var="a" scope="session" start="early" sql="select 1"/>"#, "ends with its page"),
        (
            r#"<sql:transaction><v:query var="a" start="early" sql="select 1"/></sql:transaction>"#,
            "within sql:transaction",
        ),
    ] {
        let message = shop.fails(page).await;
        assert!(message.contains(expected), "{page}: {message}");
    }
}
