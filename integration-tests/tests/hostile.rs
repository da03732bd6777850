//! Pages that would never end, and what they may not do: hurt others, or take the server with them.

use std::thread;

use anyhow::Context;
use anyhow::Result;
use anyhow::ensure;
use vespid_integration_tests::App;
use vespid_integration_tests::Server;
use vespid_integration_tests::case::plain_text;
use vespid_integration_tests::http::Connection;
use vespid_integration_tests::http::Request;

const DIRECTIVES: &str = "<%@ page session=\"false\" %><%@ taglib prefix=\"c\" uri=\"jakarta.tags.core\" %>\
    <%@ taglib prefix=\"t\" tagdir=\"/WEB-INF/tags\" %>";

fn app(body: &str) -> Result<App> {
    let app = App::new()?;
    app.file("hostile.jsp", format!("{DIRECTIVES}\n{body}\n"))?
        .file("fine.jsp", format!("{DIRECTIVES}fine"))?
        .file("WEB-INF/tags/again.tag", "<%@ taglib prefix=\"t\" tagdir=\"/WEB-INF/tags\" %>(<t:again/>)")?
        .file(
            "WEB-INF/tags/nest.tag",
            "<%@ taglib prefix=\"t\" tagdir=\"/WEB-INF/tags\" %><t:nest><jsp:doBody/></t:nest>",
        )?
        .file(
            "WEB-INF/classes/hostile/Bad.java",
            "package hostile; public class Bad { public static int value; static { if (value == 0) throw new \
             IllegalStateException(\"bad start\"); } }",
        )?
        .file(
            "WEB-INF/classes/hostile/Endless.java",
            "package hostile; public class Endless { public static int value = spin(); static int spin() { for \
             (int i = 0; ; i++) { if (i < 0) i = 0; } } }",
        )?
        .file(
            "WEB-INF/classes/hostile/Locks.java",
            "package hostile; public class Locks { static final Object A = new Object(), B = new Object(); static int \
             n; public static int take(boolean turned) { for (int i = 0; i < 100000; i++) { synchronized (turned ? \
             A : B) { synchronized (turned ? B : A) { n++; } } } return 1; } }",
        )?;
    Ok(app)
}

/// Asks for the hostile page; until it has ended other pages are answered. Gives its status and what it says.
fn run(body: &str) -> Result<(u16, String)> {
    let app = app(body)?;
    let mut server = Server::development(app.path())?;
    server.page("/fine.jsp")?;
    let address = server.address();
    let hostile = thread::spawn(move || {
        let mut connection = Connection::open(address)?;
        connection.exchange(&Request::new("GET", "/hostile.jsp"))
    });
    // At least once, and for as long as the other runs.
    loop {
        let over = hostile.is_finished();
        assert_eq!(server.page("/fine.jsp")?, "fine");
        if over {
            break;
        }
    }
    let response = hostile.join().ok().context("the client panicked")??;
    server.assert_alive()?;
    let text = plain_text(&response.text());
    ensure!(text.contains("hostile.jsp:2:"), "the page and its line are not named:\n{text}");
    Ok((response.status, text))
}

#[test]
fn an_endless_loop_ends_by_its_steps() -> Result<()> {
    let (status, text) = run("<c:forEach begin=\"0\" end=\"2147483646\"></c:forEach>")?;
    assert_eq!(status, 500);
    assert!(text.contains("steps"), "{text}");
    Ok(())
}

#[test]
fn nested_loops_share_the_steps() -> Result<()> {
    let body = "<c:forEach begin=\"1\" end=\"2000000\"><c:forEach begin=\"1\" end=\"2000000\"></c:forEach></c:forEach>";
    let (status, text) = run(body)?;
    assert_eq!(status, 500);
    assert!(text.contains("steps"), "{text}");
    Ok(())
}

#[test]
fn a_page_that_includes_itself_ends_by_its_depth() -> Result<()> {
    let (status, text) = run("<jsp:include page=\"hostile.jsp\"/>")?;
    assert_eq!(status, 500);
    assert!(text.contains("depth") || text.contains("deep"), "{text}");
    Ok(())
}

#[test]
fn a_page_that_forwards_to_itself_ends_by_its_forwards() -> Result<()> {
    let (status, text) = run("<jsp:forward page=\"hostile.jsp\"/>")?;
    assert_eq!(status, 500);
    assert!(text.contains("forwarded more than"), "{text}");
    Ok(())
}

#[test]
fn tag_files_that_use_themselves_end_by_their_depth() -> Result<()> {
    for body in ["<t:again/>", "<t:nest>x</t:nest>"] {
        let (status, text) = run(body)?;
        assert_eq!(status, 500);
        assert!(text.contains("depth") || text.contains("deep"), "{text}");
    }
    Ok(())
}

#[test]
fn output_without_end_ends_by_its_bytes() -> Result<()> {
    let line = "0123456789".repeat(1_000);
    let app = app(&format!("<c:forEach begin=\"1\" end=\"10000000\">{line}</c:forEach>"))?;
    let mut server = Server::production(app.path())?;
    let mut connection = Connection::open(server.address())?;
    connection.send(&Request::new("GET", "/hostile.jsp"))?;
    let (head, _) = connection.read_head()?;
    assert_eq!(head.status, 200, "the first bytes were fine");
    let mut seen = 0_u64;
    let end = loop {
        match connection.read_chunk() {
            Ok(Some(chunk)) => seen += chunk.bytes.len() as u64,
            other => break other,
        }
        ensure!(seen < 2 << 30, "two gigabytes, and no end");
    };
    assert!(end.is_err(), "a body that was cut off must not look complete ({seen} bytes)");
    server.assert_alive()?;
    assert_eq!(server.page("/fine.jsp")?, "fine");
    let log = server.log();
    assert!(log.contains("hostile.jsp:2:") && log.contains("bytes"), "{log}");
    Ok(())
}

#[test]
fn a_body_captured_without_end_ends_by_its_bytes() -> Result<()> {
    let line = "0123456789".repeat(1_000);
    let (status, text) =
        run(&format!("<c:set var=\"x\"><c:forEach begin=\"1\" end=\"10000000\">{line}</c:forEach></c:set>"))?;
    assert_eq!(status, 500);
    assert!(text.contains("bytes"), "{text}");
    Ok(())
}

#[test]
fn a_string_that_doubles_ends_by_its_bytes() -> Result<()> {
    let (status, _) = run(
        "<c:set var=\"x\" value=\"xxxxxxxxxx\"/><c:forEach begin=\"1\" end=\"100\"><c:set var=\"x\" value=\"${x}${x}\"/></c:forEach>",
    )?;
    assert_eq!(status, 500);
    Ok(())
}

#[test]
fn hostile_java_ends() -> Result<()> {
    for (body, says) in [
        ("<% for (int i = 0; i >= 0;) { } %>", "steps"),
        ("<%! int f(int n) { return f(n + 1) + 1; } %><%= f(0) %>", "StackOverflowError"),
        ("<% String s = \"x\"; while (s != null) { s = s + s; } %>", "bytes"),
        (
            "<% java.util.List l = new java.util.ArrayList(); while (l != null) { l.add(new int[100000]); } %>",
            "MiB",
        ),
        ("<%= hostile.Bad.value %>", "bad start"),
        ("<%= hostile.Endless.value %>", "steps"),
    ] {
        let (status, text) = run(body)?;
        assert_eq!(status, 500, "{body}");
        assert!(text.contains(says), "{body}: {text}");
    }
    Ok(())
}

#[test]
fn locks_taken_in_opposite_orders_hold_nobody_up() -> Result<()> {
    let app = app("<%= hostile.Locks.take(request.getParameter(\"turned\") != null) %>")?;
    let mut server = Server::development(app.path())?;
    let address = server.address();
    let requests = ["/hostile.jsp", "/hostile.jsp?turned=1", "/hostile.jsp", "/hostile.jsp?turned=1"];
    let clients = requests.map(|target| {
        thread::spawn(move || Connection::open(address)?.exchange(&Request::new("GET", target)))
    });
    for client in clients {
        let response = client.join().ok().context("the client panicked")??;
        assert_eq!((response.status, response.text().trim()), (200, "1"));
    }
    server.assert_alive()
}

#[test]
fn deeply_nested_sources_are_told_to_be_so() -> Result<()> {
    let deep = 100_000;
    let parentheses = format!("${{{}1{}}}", "(".repeat(deep), ")".repeat(deep));
    let actions = format!("{}x{}", "<c:if test=\"true\">".repeat(deep), "</c:if>".repeat(deep));
    let conditions = format!("${{{}1}}", "true?1:".repeat(deep));
    let signs = format!("${{{}1}}", "-".repeat(deep));
    let dots = format!("${{a{}}}", ".b".repeat(deep));
    for body in [parentheses, actions, conditions, signs, dots] {
        let app = app(&body)?;
        let mut server = Server::development(app.path())?;
        let response = server.get("/hostile.jsp")?;
        server.assert_alive().with_context(|| body[..40].to_owned())?;
        // A chain of properties may well be run; what nests must be refused or run, and not end the server.
        assert!(matches!(response.status, 200 | 500), "{}", response.status);
        assert_eq!(server.page("/fine.jsp")?, "fine");
    }
    Ok(())
}
