//! `c:import` of absolute URLs and of other applications: what is allowed, what ends it.

use std::io::Read;
use std::io::Write;
use std::net::TcpListener;
use std::thread;

use anyhow::Context;
use anyhow::Result;
use vespid_integration_tests::App;
use vespid_integration_tests::Server;
use vespid_integration_tests::http::Connection;
use vespid_integration_tests::http::Request;

/// Imports the URL in the parameter and tells what became of it.
const IMPORTING: &str = r#"<%@ page session="false" contentType="text/plain;charset=UTF-8" %><%@
taglib prefix="c" uri="jakarta.tags.core" %><c:catch var="e"><c:import url="${param.url}"/></c:catch>${empty e ? '' : e.message}"#;

fn app() -> Result<App> {
    let app = App::new()?;
    app.file("page.jsp", IMPORTING)?
        .file("itself.jsp", r#"<%@ page session="false" %><%@ taglib prefix="c" uri="jakarta.tags.core" %>.<c:import
            url="http://${header.host}/itself.jsp"/>"#)?
        .file("text.jsp", r#"<%@ page session="false" contentType="text/plain;charset=ISO-8859-1" pageEncoding="UTF-8" %>[ü ${param.a} ${param.url} ${requestScope.r}]"#)?
        .file("away.jsp", r#"<%@ page session="false" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><c:redirect url="${param.to}"/>"#)?
        .file("long.jsp", r#"<%@ page session="false" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><c:forEach begin="1" end="2000">1234567890</c:forEach>"#)?
        .file("forms.jsp", r#"<%@ page session="false" contentType="text/plain;charset=UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><c:set
            var="base" value="http://${header.host}"/><c:set var="r" scope="request" value="not seen"/><c:import url="${base}/text.jsp" var="text"><c:param
            name="a" value="1 & 2"/></c:import>${text}
<c:import url="${base}/text.jsp" varReader="reader"><c:out value="${reader}" escapeXml="false"/><c:out value="${reader}"/></c:import>${empty reader}
<c:import url="${base}/utf8.txt"/>
<c:import url="${base}/utf8.txt" charEncoding="UTF-8"/>"#)?
        .file("utf8.txt", "ü")?;
    Ok(app)
}

fn serve(app: &App, imports: &str) -> Result<Server> {
    app.file("WEB-INF/vespid.toml", format!("[imports]\n{imports}\n"))?;
    let config = app.path().join("WEB-INF/vespid.toml");
    Server::vespid(&["serve".as_ref(), app.path().as_os_str(), "--config".as_ref(), config.as_os_str()])
}

#[track_caller]
fn tells(server: &Server, url: &str, expected: &str) {
    let body = server.page(&format!("/page.jsp?url={url}")).expect("the page answers");
    assert!(body.contains(expected), "{url}: {body}\n{}", server.log());
}

#[test]
fn absolute_urls_are_fetched_without_the_request() {
    let app = app().unwrap();
    let server = serve(&app, "hosts = ['127.0.0.1:*']\nprivate_addresses = true").unwrap();
    assert_eq!(
        server.page("/forms.jsp?url=u").unwrap(),
        "[ü 1 & 2  ]\n[ü   ]true\nÃ¼\nü",
        "{}",
        server.log()
    );
    let origin = server.url("");
    tells(&server, &format!("{origin}/none.jsp"), &format!("404 {origin}/none.jsp"));
    tells(&server, &format!("{origin}/away.jsp?to=/text.jsp"), "[ü");
    tells(&server, "http://u:p@127.0.0.1/", "holds a user's name");
    tells(&server, "file:///etc/passwd", "only http and https");
    // A host that is allowed may not lead to one that is not.
    let elsewhere = format!("{origin}/away.jsp?to=http://other.example/");
    tells(&server, &elsewhere, "may not reach the host other.example");
    tells(&server, &format!("{origin}/away.jsp?to={origin}/away.jsp?to=/text.jsp"), "[ü");
    // What imports itself comes to an end.
    assert_eq!(server.get("/itself.jsp").unwrap().status, 500);
}

#[test]
fn nothing_is_fetched_unless_it_is_allowed() {
    let app = app().unwrap();
    let server = Server::production(app.path()).unwrap();
    tells(&server, &server.url("/text.jsp"), "is not allowed");
    let server = serve(&app, "hosts = ['api.example']").unwrap();
    tells(&server, &server.url("/text.jsp"), "may not reach the host 127.0.0.1:");
    let server = serve(&app, "hosts = ['127.0.0.1:*', 'localhost:*', '[::1]:*']").unwrap();
    tells(&server, &server.url("/text.jsp"), "has no address that is public");
    let port = server.address().port();
    tells(&server, &format!("http://localhost:{port}/text.jsp"), "has no address that is public");
    tells(&server, &format!("http://[::1]:{port}/text.jsp"), "has no address that is public");
}

#[test]
fn size_and_time_have_limits() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let app = app().unwrap();
    let settings = "hosts = ['127.0.0.1:*']\nprivate_addresses = true\nmax_bytes = 10000\ntimeout_secs = 1";
    let server = serve(&app, settings).unwrap();
    tells(&server, &server.url("/long.jsp"), "more than 10000 bytes");
    tells(&server, &format!("http://{}/", silent.local_addr().unwrap()), "took longer than 1s");
}

#[test]
fn a_client_that_goes_away_ends_the_import() -> Result<()> {
    let slow = TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}/", slow.local_addr()?);
    let app = app()?;
    let server = serve(&app, "hosts = ['127.0.0.1:*']\nprivate_addresses = true\ntimeout_secs = 600")?;
    let asked = thread::spawn(move || -> Result<usize> {
        let (mut stream, _) = slow.accept()?;
        let mut request = Vec::new();
        let mut piece = [0; 1024];
        while !request.ends_with(b"\r\n\r\n") {
            let read = stream.read(&mut piece)?;
            request.extend_from_slice(&piece[..read]);
        }
        // The head and a part of the body; the rest never comes.
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")?;
        CLIENT_MAY_GO.wait();
        // The server hangs up.
        Ok(stream.read(&mut piece).unwrap_or(0))
    });
    let mut client = Connection::open(server.address())?;
    client.send(&Request::new("GET", &format!("/page.jsp?url={url}")))?;
    CLIENT_MAY_GO.wait();
    drop(client);
    assert_eq!(asked.join().ok().context("the listener panicked")??, 0);
    Ok(())
}

static CLIENT_MAY_GO: std::sync::LazyLock<std::sync::Barrier> =
    std::sync::LazyLock::new(|| std::sync::Barrier::new(2));

#[test]
fn resources_of_other_applications_see_the_request() -> Result<()> {
    let apps = App::new()?;
    apps.file(
        "one/page.jsp",
        r#"<%@ page session="false" contentType="text/plain" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><c:set
            var="r" scope="request" value="R"/><c:set var="a" scope="application" value="A"/><c:catch var="e"><c:import
            context="/two" url="/WEB-INF/part.jsp?q=1"><c:param name="p" value="2"/></c:import><c:import
            context="/two" url="/a.txt"/></c:catch>${e.message}<c:catch var="e"><c:import context="/three" url="/a"/></c:catch>
${e.message}<c:catch var="e"><c:import context="two" url="/a"/></c:catch>
${e.message}"#,
    )?
    .file(
        "two/WEB-INF/part.jsp",
        r#"<%@ page session="false" %>${requestScope.r}${applicationScope.a} ${param.q}${param.p} ${pageContext.request.contextPath} "#,
    )?
    .file("two/a.txt", "text")?;
    let config = apps.path().join("vespid.toml");
    std::fs::write(&config, "[imports]\nother_applications = true\n")?;
    let server = |config: bool| {
        let mut arguments = vec!["serve".as_ref(), "--apps".as_ref(), apps.path().as_os_str()];
        if config {
            arguments.extend(["--config".as_ref(), apps.path().join("vespid.toml").leak().as_os_str()]);
        }
        Server::vespid(&arguments)
    };
    let body = server(true)?.page("/one/page.jsp")?;
    assert_eq!(
        body,
        "R 12 /two text\nthere is no application '/three' for c:import of '/a'\n\
         the context and the url of c:import must start with '/', not 'two' and '/a'"
    );
    let body = server(false)?.page("/one/page.jsp")?;
    assert!(body.starts_with("there is no application '/two'"), "{body}");
    Ok(())
}
