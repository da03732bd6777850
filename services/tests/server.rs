//! The server over real sockets, with applications in memory.

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::Running;
use common::app;
use vespid_render::Value;
use vespid_render::application::Outcome;
use vespid_render::context::Exchange;
use vespid_services::Site;
use vespid_services::http::ServerLimits;

const PLAIN: &str = "<%@ page session=\"false\" contentType=\"text/plain;charset=UTF-8\" %>";

/// Pages as text, without sessions.
fn page(text: &str) -> &'static str {
    // Leaked by a test process that ends soon.
    Box::leak(format!("{PLAIN}{text}").into_boxed_str())
}

#[tokio::test]
async fn requests_in_a_row_and_ahead() {
    let server = Running::app(app(&[("/p.jsp", page("got ${param.q}"))])).await;
    let mut client = server.connect().await;
    for round in 0..3 {
        client.send(&format!("GET /p.jsp?q={round} HTTP/1.1\r\nHost: a\r\n\r\n")).await;
        let answer = client.answer(false).await;
        assert_eq!((answer.status, answer.body.as_str()), (200, format!("got {round}").as_str()));
        assert_eq!(answer.header("content-length"), Some("5"));
        assert_eq!(answer.header("content-type"), Some("text/plain;charset=UTF-8"));
    }
    let ahead: String = (0..5).map(|n| format!("GET /p.jsp?q={n} HTTP/1.1\r\nHost: a\r\n\r\n")).collect();
    client.send(&ahead).await;
    for n in 0..5 {
        assert_eq!(client.answer(false).await.body, format!("got {n}"));
    }
}

#[tokio::test]
async fn http_1_0_closes() {
    let server = Running::app(app(&[("/p.jsp", page("old"))])).await;
    let mut client = server.connect().await;
    client.send("GET /p.jsp HTTP/1.0\r\n\r\n").await;
    assert_eq!(client.answer(false).await.body, "old");
    assert!(client.is_closed().await);
}

#[tokio::test]
async fn head_tells_the_length_and_keeps_the_connection() {
    let server = Running::app(app(&[("/p.jsp", page("12345")), ("/f.txt", "123")])).await;
    let mut client = server.connect().await;
    for (path, length) in [("/p.jsp", "5"), ("/f.txt", "3")] {
        client.send(&format!("HEAD {path} HTTP/1.1\r\nHost: a\r\n\r\n")).await;
        assert_eq!(client.answer(true).await.header("content-length"), Some(length));
    }
    client.send("GET /p.jsp HTTP/1.1\r\nHost: a\r\n\r\n").await;
    assert_eq!(client.answer(false).await.body, "12345");
}

#[tokio::test]
async fn a_flushed_page_comes_in_chunks() {
    let long = "x".repeat(3000);
    let text = format!("<%@ page buffer=\"1kb\" %>{PLAIN}{long}");
    let server = Running::app(app(&[("/p.jsp", Box::leak(text.into_boxed_str()))])).await;
    let answer = server.ask("GET /p.jsp").await;
    assert_eq!(answer.header("transfer-encoding"), Some("chunked"));
    assert_eq!(answer.body, long);
}

#[tokio::test]
async fn a_failure_after_the_first_bytes_cuts_the_connection() {
    let text = format!("<%@ page buffer=\"1kb\" %>{PLAIN}{}${{'x' * 2}}end", "x".repeat(3000));
    let server = Running::app(app(&[("/p.jsp", Box::leak(text.into_boxed_str()))])).await;
    let mut client = server.connect().await;
    client.send("GET /p.jsp HTTP/1.1\r\nHost: a\r\n\r\n").await;
    assert_eq!(client.head().await.status, 200);
    let end = loop {
        match client.chunk().await {
            Ok(Some(_)) => {}
            end => break end,
        }
    };
    assert_eq!(end, Err("the connection was cut".to_owned()), "no last chunk: the client can tell");
}

#[tokio::test]
async fn files_have_versions_and_parts() {
    let server = Running::app(app(&[("/f.css", "0123456789"), ("/empty", "")])).await;
    let whole = server.ask("GET /f.css").await;
    assert_eq!((whole.status, whole.body.as_str()), (200, "0123456789"));
    assert_eq!(whole.header("content-type"), Some("text/css"));
    let tag = whole.header("etag").unwrap();
    let modified = whole.header("last-modified").unwrap();
    assert_eq!(server.ask(&format!("GET /f.css\r\nIf-None-Match: {tag}\r\n")).await.status, 304);
    assert_eq!(server.ask(&format!("GET /f.css\r\nIf-Modified-Since: {modified}\r\n")).await.status, 304);
    assert_eq!(server.ask("GET /f.css\r\nIf-Match: \"x\"\r\n").await.status, 412);
    let part = server.ask("GET /f.css\r\nRange: bytes=2-4\r\n").await;
    assert_eq!((part.status, part.body.as_str()), (206, "234"));
    assert_eq!(part.header("content-range"), Some("bytes 2-4/10"));
    let beyond = server.ask("GET /f.css\r\nRange: bytes=10-\r\n").await;
    assert_eq!((beyond.status, beyond.header("content-range")), (416, Some("bytes */10")));
    let empty = server.ask("GET /empty").await;
    assert_eq!((empty.status, empty.header("content-length")), (200, Some("0")));
    let posted = server.ask("POST /f.css\r\nContent-Length: 0\r\n").await;
    assert_eq!((posted.status, posted.header("allow")), (405, Some("GET, HEAD")));
}

#[tokio::test]
async fn large_files_are_streamed_from_disk() {
    let dir = tempfile::tempdir().unwrap();
    let content: String = (0..100_000).map(|n| format!("{n:05}")).collect();
    std::fs::write(dir.path().join("large.txt"), &content).unwrap();
    let files = Arc::new(vespid_services::DirResources::new(dir.path()).unwrap());
    let server = Running::app(vespid_services::WebApp::builder(files)).await;
    let whole = server.ask("GET /large.txt").await;
    assert_eq!(whole.header("content-length"), Some("500000"));
    assert!(whole.body == content);
    let tail = server.ask("GET /large.txt\r\nRange: bytes=100000-\r\n").await;
    assert_eq!(tail.status, 206);
    assert!(tail.body == content[100_000..]);
    let part = server.ask("GET /large.txt\r\nRange: bytes=499995-499999\r\n").await;
    assert_eq!(part.body, "99999");
}

#[tokio::test]
async fn sources_and_private_folders_are_never_sent() {
    let server = Running::app(app(&[
        ("/WEB-INF/web.xml", "<web-app/>"),
        ("/WEB-INF/tags/t.tag", "x"),
        ("/META-INF/x", "x"),
        ("/part.jspf", "x"),
    ]))
    .await;
    for path in [
        "/WEB-INF/web.xml",
        "/web-inf/web.xml",
        "/WEB-INF/",
        "/WEB-INF",
        "/WEB-INF/tags/t.tag",
        "/META-INF/x",
    ] {
        assert_eq!(server.ask(&format!("GET {path}")).await.status, 404, "{path}");
    }
    for path in [
        "/x/../WEB-INF/web.xml",
        "//WEB-INF/web.xml",
        "/./WEB-INF/web.xml",
        "/%57EB-INF/web.xml",
        "/WEB-INF;x/web.xml",
    ] {
        assert_eq!(server.ask(&format!("GET {path}")).await.status, 404, "{path}");
    }
    for path in ["/%2e%2e/x", "/x%2f..%2fWEB-INF/web.xml", "/../x", "/a%00"] {
        assert_eq!(server.ask(&format!("GET {path}")).await.status, 400, "{path}");
    }
}

#[tokio::test]
async fn folders_show_their_welcome_file() {
    let files = app(&[
        ("/index.jsp", page("root ${pageContext.request.servletPath}")),
        ("/sub/index.html", "sub"),
        ("/none/x.txt", "x"),
    ]);
    let server = Running::app(files.context_path("/shop")).await;
    assert_eq!(server.ask("GET /shop/").await.body, "root /index.jsp");
    assert_eq!(server.ask("GET /shop/sub/").await.body, "sub");
    assert_eq!(server.ask("GET /shop/none/").await.status, 404);
    for (path, location) in
        [("/shop", "/shop/"), ("/shop?a=1", "/shop/?a=1"), ("/shop/sub?b", "/shop/sub/?b")]
    {
        let answer = server.ask(&format!("GET {path}")).await;
        assert_eq!((answer.status, answer.header("location")), (302, Some(location)));
    }
    assert_eq!(server.ask("GET /shopping/").await.status, 404);
    assert_eq!(server.ask("GET /").await.status, 404);
}

#[tokio::test]
async fn a_session_is_kept_by_its_cookie() {
    let counter = "<%@ page contentType=\"text/plain\" %><%@ taglib prefix=\"c\" uri=\"jakarta.tags.core\" %>\
                   <c:set var=\"n\" scope=\"session\" value=\"${sessionScope.n + 1}\"/>${n}";
    let server = Running::app(app(&[("/n.jsp", counter)]).context_path("/a")).await;
    let first = server.ask("GET /a/n.jsp").await;
    let cookie = first.header("set-cookie").unwrap().to_owned();
    assert_eq!(first.body, "1");
    let (pair, attributes) = cookie.split_once("; ").unwrap();
    let (name, id) = pair.split_once('=').unwrap();
    assert_eq!((name, id.len() >= 32), ("JSESSIONID", true));
    for attribute in ["HttpOnly", "SameSite=Lax", "Path=/a"] {
        assert!(attributes.split("; ").any(|it| it == attribute), "{attribute} in {attributes}");
    }
    assert!(!attributes.contains("Secure"));
    let again = server.ask(&format!("GET /a/n.jsp\r\nCookie: x=1; {pair}\r\n")).await;
    assert_eq!((again.body.as_str(), again.header("set-cookie")), ("2", None));
    let forged = server.ask("GET /a/n.jsp\r\nCookie: JSESSIONID=guess\r\n").await;
    assert_eq!(forged.body, "1");
    assert!(!forged.header("set-cookie").unwrap().contains("guess"));
}

#[tokio::test]
async fn errors_lead_to_the_pages_of_the_application() {
    let files = app(&[
        (
            "/WEB-INF/web.xml",
            "<web-app><error-page><error-code>404</error-code><location>/WEB-INF/404.jsp</location></error-page>
            <error-page><exception-type>jakarta.el.ELException</exception-type><location>/WEB-INF/el.jsp</location>
            </error-page><error-page><error-code>405</error-code><location>/405.html</location></error-page></web-app>",
        ),
        ("/WEB-INF/404.jsp", page("no ${requestScope['jakarta.servlet.error.request_uri']}")),
        (
            "/WEB-INF/el.jsp",
            "<%@ page session=\"false\" isErrorPage=\"true\" contentType=\"text/plain\" %>\
             ${requestScope['jakarta.servlet.error.status_code']} ${exception.message != null}",
        ),
        ("/405.html", "not that way"),
        ("/bad.jsp", page("some text ${1 - 'x'}")),
    ]);
    let server = Running::app(files).await;
    for path in ["/none.jsp", "/none.css", "/none/"] {
        let missing = server.ask(&format!("GET {path}")).await;
        assert_eq!((missing.status, missing.body), (404, format!("no {path}")));
    }
    let failed = server.ask("GET /bad.jsp").await;
    assert_eq!(failed.status, 500);
    assert!(failed.body.starts_with("500 "), "{failed:?}");
    let put = server.ask("PUT /bad.jsp\r\nContent-Length: 0\r\n").await;
    assert_eq!((put.status, put.body.as_str()), (405, "not that way"));
    assert_eq!(put.header("allow"), Some("GET, HEAD, POST"));
}

#[tokio::test]
async fn production_says_nothing_and_development_everything() {
    let files = [("/bad.jsp", page("\n${1 - 'secret'}"))];
    let production = Running::app(app(&files)).await.ask("GET /bad.jsp").await;
    assert_eq!(production.status, 500);
    assert!(production.body.contains("Reference: <code>"), "{}", production.body);
    assert!(
        !production.body.contains("secret") && !production.body.contains("bad.jsp"),
        "{}",
        production.body
    );
    let development = Running::app(app(&files).development(true)).await.ask("GET /bad.jsp").await;
    assert_eq!(development.status, 500);
    assert!(development.body.contains("/bad.jsp:2:"), "{}", development.body);
    assert!(development.body.contains("secret"), "{}", development.body);
}

#[tokio::test]
async fn forms_are_parameters_after_those_of_the_query() {
    let server =
        Running::app(app(&[("/f.jsp", page("${param.a} ${paramValues.b[0]} ${paramValues.b[1]}"))])).await;
    let mut client = server.connect().await;
    let body = "a=caf%E9+x&b=form";
    let head = "POST /f.jsp?b=query HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded; charset=latin1";
    client.send(&format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len())).await;
    assert_eq!(client.answer(false).await.body, "café x query form");

    let mut client = server.connect().await;
    client.send(&format!("{head}\r\nContent-Length: 3000000\r\nExpect: 100-continue\r\n\r\n")).await;
    assert_eq!(client.head().await.status, 413, "refused before anything is sent");
}

#[tokio::test]
async fn code_answers_or_hands_on_to_a_page() {
    let files = app(&[
        ("/WEB-INF/hello.jsp", page("Hello ${name} at ${pageContext.request.requestURI}")),
        (
            "/WEB-INF/web.xml",
            "<web-app><servlet><servlet-name>s</servlet-name><servlet-class>shop.Cart</servlet-class></servlet>
            <servlet-mapping><servlet-name>s</servlet-name><url-pattern>*.do</url-pattern></servlet-mapping></web-app>",
        ),
    ]);
    let files = files
        .handler("/hello/*", async |exchange: Arc<Exchange>| {
            let name = exchange.paths().path_info.clone().unwrap_or_default();
            exchange.attributes.set("name", Value::str(name.trim_start_matches('/')));
            Ok(Outcome::Forward("/WEB-INF/hello.jsp".into()))
        })
        .handler("/loop", async |_: Arc<Exchange>| Ok(Outcome::Forward("/loop".into())))
        .servlet("shop.Cart", async |exchange: Arc<Exchange>| {
            exchange.response.head().set_content_type("application/json")?;
            exchange.response.head().status = 201;
            Ok(Outcome::Body("{}".into()))
        });
    let server = Running::app(files).await;
    assert_eq!(server.ask("GET /hello/Ada").await.body, "Hello Ada at /WEB-INF/hello.jsp");
    let json = server.ask("DELETE /x/y.do").await;
    assert_eq!(
        (json.status, json.header("content-type"), json.body.as_str()),
        (201, Some("application/json"), "{}")
    );
    assert_eq!(server.ask("GET /loop").await.status, 500);
}

#[tokio::test]
async fn a_handler_that_panics_ends_its_own_request_only() {
    let files = app(&[("/p.jsp", page("fine"))])
        .handler("/panic", async |_: Arc<Exchange>| -> vespid_render::Result<Outcome> {
            panic!("on purpose")
        });
    let server = Running::app(files).await;
    let mut client = server.connect().await;
    client.send("GET /panic HTTP/1.1\r\nHost: a\r\n\r\nGET /p.jsp HTTP/1.1\r\nHost: a\r\n\r\n").await;
    assert_eq!(client.answer(false).await.status, 500);
    assert_eq!(client.answer(false).await.body, "fine");
}

#[tokio::test]
async fn applications_lie_side_by_side() {
    let at = |path: &str| {
        let text = page("${pageContext.request.contextPath}|${pageContext.request.servletPath}");
        app(&[("/index.jsp", text)]).context_path(path).build().unwrap()
    };
    let site = Site::builder().application(at("")).application(at("/a")).application(at("/a/b")).build();
    let server = Running::site(site, ServerLimits::default()).await;
    for (path, expected) in
        [("/", "|/index.jsp"), ("/a/", "/a|/index.jsp"), ("/a/b/index.jsp", "/a/b|/index.jsp")]
    {
        assert_eq!(server.ask(&format!("GET {path}")).await.body, expected);
    }
    assert_eq!(server.ask("GET /a/b").await.header("location"), Some("/a/b/"));
}

#[tokio::test]
async fn too_much_of_a_head_is_refused() {
    let limits = ServerLimits { max_head_bytes: 2000, max_headers: 10, ..ServerLimits::default() };
    let site = Site::of(app(&[("/p.jsp", page("x"))]).build().unwrap());
    let server = Running::site(site, limits).await;
    assert_eq!(server.ask(&format!("GET /p.jsp\r\nA: {}\r\n", "x".repeat(3000))).await.status, 431);
    let many: String = (0..20).map(|n| format!("A{n}: x\r\n")).collect();
    assert_eq!(server.ask(&format!("GET /p.jsp\r\n{many}")).await.status, 431);
    assert_eq!(server.ask("GET /p.jsp").await.status, 200);
}

#[tokio::test]
async fn a_slow_head_ends_its_connection() {
    let limits = ServerLimits { head_timeout: Duration::from_millis(50), ..ServerLimits::default() };
    let site = Site::of(app(&[("/p.jsp", page("x"))]).build().unwrap());
    let server = Running::site(site, limits).await;
    let mut client = server.connect().await;
    client.send("GET /p.jsp HTTP/1.1\r\nHost:").await;
    assert!(client.is_closed().await);
}

#[tokio::test]
async fn stopping_waits_for_responses_and_closes_idle_connections() {
    let (release, released) = tokio::sync::watch::channel(false);
    let (entered, mut has_entered) = tokio::sync::mpsc::channel(1);
    let files = app(&[("/p.jsp", page("x"))]).handler("/slow", move |_: Arc<Exchange>| {
        let (mut released, entered) = (released.clone(), entered.clone());
        async move {
            let _ = entered.send(()).await;
            let _ = released.wait_for(|released| *released).await;
            Ok(Outcome::Body("done".into()))
        }
    });
    let server = Running::app(files).await;
    let mut idle = server.connect().await;
    idle.send("GET /p.jsp HTTP/1.1\r\nHost: a\r\n\r\n").await;
    assert_eq!(idle.answer(false).await.body, "x");
    let mut busy = server.connect().await;
    busy.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n").await;
    has_entered.recv().await.unwrap();

    let address = server.address;
    let ending = server.stop();
    assert!(idle.is_closed().await);
    assert!(tokio::net::TcpStream::connect(address).await.is_err(), "no new connections");
    assert!(!ending.is_finished());
    release.send(true).unwrap();
    assert_eq!(busy.answer(false).await.body, "done");
    assert_eq!(ending.await.unwrap().cut, 0);
}

#[tokio::test]
async fn a_response_that_does_not_end_is_cut_at_the_limit() {
    let limits = ServerLimits { drain_timeout: Duration::from_millis(50), ..ServerLimits::default() };
    let (entered, mut has_entered) = tokio::sync::mpsc::channel(1);
    let files = app(&[]).handler("/never", move |_: Arc<Exchange>| {
        let entered = entered.clone();
        async move {
            let _ = entered.send(()).await;
            std::future::pending().await
        }
    });
    let server = Running::site(Site::of(files.build().unwrap()), limits).await;
    let mut busy = server.connect().await;
    busy.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n").await;
    has_entered.recv().await.unwrap();
    assert_eq!(server.stop().await.unwrap().cut, 1);
    assert!(busy.is_closed().await);
}

#[tokio::test]
async fn a_client_that_goes_away_takes_its_page_along() {
    struct Guard(tokio::sync::mpsc::Sender<()>);
    impl Drop for Guard {
        fn drop(&mut self) {
            let _ = self.0.try_send(());
        }
    }
    let (entered, mut has_entered) = tokio::sync::mpsc::channel(1);
    let (dropped, mut was_dropped) = tokio::sync::mpsc::channel(1);
    let files = app(&[]).handler("/never", move |_: Arc<Exchange>| {
        let (entered, guard) = (entered.clone(), Guard(dropped.clone()));
        async move {
            let _guard = guard;
            let _ = entered.send(()).await;
            std::future::pending().await
        }
    });
    let server = Running::app(files).await;
    let mut client = server.connect().await;
    client.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n").await;
    has_entered.recv().await.unwrap();
    drop(client);
    was_dropped.recv().await.unwrap();
}
