//! What goes over the socket: HTTP/1.1 and 1.0, connections, static files, sessions, shutdown.

use std::thread;

use anyhow::Context;
use anyhow::Result;
use vespid_integration_tests::App;
use vespid_integration_tests::Server;
use vespid_integration_tests::http::Connection;
use vespid_integration_tests::http::Framing;
use vespid_integration_tests::http::Request;
use vespid_integration_tests::http::Response;

const PLAIN: &str = "<%@ page session=\"false\" contentType=\"text/html;charset=UTF-8\" %>";

fn app() -> Result<App> {
    let app = App::new()?;
    app.file("page.jsp", format!("{PLAIN}page ${{param.q}}"))?
        .file(
            "form.jsp",
            format!("{PLAIN}${{pageContext.request.method}} ${{param.a}} ${{paramValues.b[1]}}"),
        )?
        .file("long.jsp", format!("<%@ page buffer=\"1kb\" %>{PLAIN}{}end", "0123456789\n".repeat(1_000)))?
        .file(
            "counter.jsp",
            "<%@ taglib prefix=\"c\" uri=\"jakarta.tags.core\" %><c:set var=\"n\" scope=\"session\" \
             value=\"${sessionScope.n + 1}\"/>${n}",
        )?
        .file("style.css", "p { color: teal }\n")?
        .file("WEB-INF/secret.txt", "secret")?;
    Ok(app)
}

fn exchange(server: &Server, request: &Request) -> Result<Response> {
    Connection::open(server.address())?
        .exchange(request)
        .with_context(|| format!("{request:?}; the log:\n{}", server.log()))
}

#[test]
fn a_page_inside_its_buffer_has_a_length() -> Result<()> {
    let app = app()?;
    let server = Server::production(app.path())?;
    let response = server.get("/page.jsp?q=%C3%A9+x")?;
    assert_eq!(response.text(), "page é x");
    assert_eq!(response.framing, Framing::Length(9));
    assert_eq!(response.header("content-type"), Some("text/html;charset=UTF-8"));
    assert_eq!(response.header("set-cookie"), None);
    assert!(response.header("date").is_some());
    Ok(())
}

#[test]
fn requests_in_a_row_and_ahead_on_one_connection() -> Result<()> {
    let app = app()?;
    let server = Server::production(app.path())?;
    let mut connection = Connection::open(server.address())?;
    for round in ["1", "2", "3"] {
        let response = connection.exchange(&Request::new("GET", &format!("/page.jsp?q={round}")))?;
        assert_eq!(response.text(), format!("page {round}"));
    }
    let get = |target: &str| format!("GET {target} HTTP/1.1\r\nHost: test\r\n\r\n");
    let ahead = [get("/page.jsp?q=a"), get("/long.jsp"), get("/none"), get("/page.jsp?q=b")].concat();
    connection.send_raw(ahead.as_bytes())?;
    assert_eq!(connection.read_response()?.text(), "page a");
    let long = connection.read_response()?;
    assert!(long.text().ends_with("end"));
    assert_eq!(long.body().len(), 11_003);
    assert_eq!(connection.read_response()?.status, 404);
    assert_eq!(connection.read_response()?.text(), "page b");
    Ok(())
}

#[test]
fn http_1_0_ends_a_stream_by_closing() -> Result<()> {
    let app = app()?;
    let server = Server::production(app.path())?;
    let mut connection = Connection::open(server.address())?;
    connection.send_raw(b"GET /long.jsp HTTP/1.0\r\n\r\n")?;
    let response = connection.read_response()?;
    assert_eq!(response.framing, Framing::Close);
    assert_eq!(response.body().len(), 11_003);
    assert!(connection.is_closed()?);

    let mut connection = Connection::open(server.address())?;
    connection.send_raw(b"GET /page.jsp HTTP/1.0\r\n\r\n")?;
    assert_eq!(connection.read_response()?.text(), "page ");
    assert!(connection.is_closed()?);
    Ok(())
}

#[test]
fn head_is_get_without_body() -> Result<()> {
    let app = app()?;
    let server = Server::production(app.path())?;
    let mut connection = Connection::open(server.address())?;
    let response = connection.exchange(&Request::new("HEAD", "/page.jsp?q=1"))?;
    assert_eq!((response.status, response.header("content-length")), (200, Some("6")));
    assert_eq!(connection.exchange(&Request::new("GET", "/page.jsp?q=1"))?.text(), "page 1");
    Ok(())
}

#[test]
fn parameters_of_a_form_follow_those_of_the_query() -> Result<()> {
    let app = app()?;
    let server = Server::production(app.path())?;
    let mut request = Request::new("POST", "/form.jsp?b=query")
        .header("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8");
    request.body = b"a=caf%C3%A9+x&b=form".to_vec();
    assert_eq!(exchange(&server, &request)?.text(), "POST café x form");
    Ok(())
}

#[test]
fn a_session_lives_in_its_cookie() -> Result<()> {
    let app = app()?;
    let server = Server::production(app.path())?;
    let first = server.get("/counter.jsp")?;
    assert_eq!(first.text(), "1");
    let cookie = first.header("set-cookie").context("no cookie")?;
    let pair = cookie.split(';').next().unwrap_or_default();
    let again = Request::new("GET", "/counter.jsp").header("Cookie", pair);
    assert_eq!(exchange(&server, &again)?.text(), "2");
    assert_eq!(exchange(&server, &again)?.text(), "3");
    assert_eq!(server.page("/counter.jsp")?, "1", "another client, another session");
    let forged = Request::new("GET", "/counter.jsp").header("Cookie", "JSESSIONID=0123456789abcdef");
    let response = exchange(&server, &forged)?;
    assert_eq!(response.text(), "1");
    let fresh = response.header("set-cookie").context("an unknown id must not be taken over")?;
    assert!(!fresh.contains("0123456789abcdef"), "{fresh}");
    Ok(())
}

#[test]
fn static_files_know_their_version_and_their_parts() -> Result<()> {
    let app = app()?;
    let server = Server::production(app.path())?;
    let whole = server.get("/style.css")?;
    assert_eq!((whole.status, whole.text().as_str()), (200, "p { color: teal }\n"));
    assert_eq!(whole.header("content-type").map(|it| it.starts_with("text/css")), Some(true));
    let tag = whole.header("etag").context("no ETag")?;
    let modified = whole.header("last-modified").context("no Last-Modified")?;

    let same = exchange(&server, &Request::new("GET", "/style.css").header("If-None-Match", tag))?;
    assert_eq!((same.status, same.body().len()), (304, 0));
    let same = exchange(&server, &Request::new("GET", "/style.css").header("If-Modified-Since", modified))?;
    assert_eq!(same.status, 304);
    let part = exchange(&server, &Request::new("GET", "/style.css").header("Range", "bytes=4-8"))?;
    assert_eq!((part.status, part.text().as_str()), (206, "color"));
    assert_eq!(part.header("content-range"), Some("bytes 4-8/18"));
    let beyond = exchange(&server, &Request::new("GET", "/style.css").header("Range", "bytes=99-"))?;
    assert_eq!(beyond.status, 416);
    assert_eq!(exchange(&server, &Request::new("DELETE", "/style.css"))?.status, 405);
    assert_eq!(server.get("/WEB-INF/secret.txt")?.status, 404);
    Ok(())
}

#[test]
fn nonsense_is_answered_or_cut_off_and_hurts_nobody() -> Result<()> {
    let app = app()?;
    let mut server = Server::production(app.path())?;
    let many_headers: String = (0..10_000).map(|n| format!("X-{n}: y\r\n")).collect();
    let requests = [
        "\r\n\r\n".to_owned(),
        "no http\r\n\r\n".to_owned(),
        "GET / HTTP/9.9\r\n\r\n".to_owned(),
        "GET /page.jsp HTTP/1.1\r\n\r\n".to_owned(),
        "GET /page.jsp HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n".to_owned(),
        "GET /page.jsp HTTP/1.1\r\nHost: a\r\nBroken\r\n\r\n".to_owned(),
        format!("GET /page.jsp?q={} HTTP/1.1\r\nHost: a\r\n\r\n", "x".repeat(1 << 20)),
        format!("GET /page.jsp HTTP/1.1\r\nHost: a\r\n{many_headers}\r\n"),
        "GET /page.jsp?q=%zz&%=%&=&&a=%ff HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(),
        "GET /page%00.jsp HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(),
        "GET http://elsewhere/page.jsp HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(),
        "GET * HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(),
    ];
    for request in requests {
        let mut connection = Connection::open(server.address())?;
        // A server may close before it has read everything.
        let _ = connection.send_raw(request.as_bytes());
        if let Ok(response) = connection.read_response() {
            assert!(response.status < 500, "{} for {:.60}", response.status, request);
        }
        server.assert_alive()?;
        assert_eq!(server.page("/page.jsp?q=1")?, "page 1");
    }
    Ok(())
}

#[test]
fn shutdown_lets_pages_end() -> Result<()> {
    let app = app()?;
    let mut server = Server::production(app.path())?;
    let mut idle = Connection::open(server.address())?;
    assert_eq!(idle.exchange(&Request::new("GET", "/page.jsp?q=1"))?.text(), "page 1");

    // A page in the midst of its output, held there by a client that has not read it all.
    app.file(
        "slow.jsp",
        format!(
            "{PLAIN}<%@ taglib prefix=\"c\" uri=\"jakarta.tags.core\" %><c:forEach begin=\"1\" end=\"100000\">{}\
             </c:forEach>end",
            "0123456789".repeat(10)
        ),
    )?;
    let mut busy = Connection::open(server.address())?;
    busy.send(&Request::new("GET", "/slow.jsp"))?;
    busy.read_head()?;
    busy.read_chunk()?.context("no first chunk")?;

    server.signal("TERM")?;
    let reader = thread::spawn(move || -> Result<String> {
        let mut tail = String::new();
        while let Some(chunk) = busy.read_chunk()? {
            tail = String::from_utf8_lossy(&chunk.bytes).into_owned();
        }
        Ok(tail)
    });
    let tail = reader.join().ok().context("the client panicked")??;
    assert!(tail.ends_with("end"), "the page was cut off: {tail}");
    let status = server.wait()?;
    assert!(status.success(), "{status}; the log:\n{}", server.log());
    assert!(idle.is_closed()?, "idle connections are closed");
    Ok(())
}
