//! Faults in pages, told to those who can mend them and to nobody else. The translation errors one by one are
//! cases of `conformance/errors`; here is what goes beyond one page and one message.

use anyhow::Context;
use anyhow::Result;
use vespid_integration_tests::App;
use vespid_integration_tests::Server;
use vespid_integration_tests::binary;
use vespid_integration_tests::binary::all_text;
use vespid_integration_tests::case::plain_text;
use vespid_integration_tests::wait_until;

/// A page that fails in a tag file, which an included page uses.
fn failing() -> Result<App> {
    let app = App::new()?;
    app.file(
        "page.jsp",
        "<%@ page session=\"false\" %>\n<p>before</p>\n  <jsp:include page=\"parts/part.jsp\"/>\n<p>after</p>\n",
    )?
    .file(
        "parts/part.jsp",
        "<%@ page session=\"false\" %><%@ taglib prefix=\"t\" tagdir=\"/WEB-INF/tags\" %>\n\n<t:deep divisor=\"none\"/>\n",
    )?
    .file("WEB-INF/tags/deep.tag", "<%@ attribute name=\"divisor\" %>\n\n\n<b>${1 - divisor}</b>\n")?
    .file("fine.jsp", "<%@ page session=\"false\" %>fine")?;
    Ok(app)
}

/// Where the failure is and the way that led there.
const CHAIN: [&str; 3] = ["/WEB-INF/tags/deep.tag:4:", "/parts/part.jsp:3:", "/page.jsp:3:"];

#[test]
fn development_shows_the_place_and_the_way_to_it() -> Result<()> {
    let app = failing()?;
    let server = Server::development(app.path())?;
    let response = server.get("/page.jsp")?;
    assert_eq!(response.status, 500);
    let text = plain_text(&response.text());
    for place in CHAIN {
        assert!(text.contains(place), "{place} is not in:\n{text}");
    }
    assert!(text.contains("<b>${1 - divisor}</b>"), "the source line is not in:\n{text}");
    assert!(!text.contains("before"), "what the page wrote before is gone:\n{text}");
    assert_eq!(server.page("/fine.jsp")?, "fine");
    Ok(())
}

#[test]
fn production_tells_the_log_and_not_the_client() -> Result<()> {
    let app = failing()?;
    app.file("bad.jsp", "<%@ page session=\"false\" %>\n${1 +}\n")?;
    let server = Server::production(app.path())?;
    for (path, places) in [("/page.jsp", &CHAIN[..]), ("/bad.jsp", &["/bad.jsp:2:"][..])] {
        let response = server.get(path)?;
        assert_eq!(response.status, 500, "{path}");
        let body = response.text();
        for secret in ["divisor", "deep.tag", "ELException", ".jsp:", "${", &app.path().to_string_lossy()] {
            assert!(!body.contains(secret), "{path} tells {secret:?} to the client:\n{body}");
        }
        wait_until("the log has the whole chain", || {
            let log = server.log();
            Ok(places.iter().all(|place| log.contains(place)))
        })
        .with_context(|| server.log())?;
        assert!(
            shares_reference(&body, &server.log()),
            "no reference id leads from this page to the log:\n{body}"
        );
    }
    Ok(())
}

/// Whether a word with letters and digits, long enough to be unique, is both in the page and in the log.
fn shares_reference(page: &str, log: &str) -> bool {
    plain_text(page)
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .any(|word| word.len() >= 6 && word.contains(|c: char| c.is_ascii_digit()) && log.contains(word))
}

#[test]
fn check_tells_of_every_page() -> Result<()> {
    let app = App::new()?;
    app.file("good.jsp", "<%@ page session=\"false\" %>good")?;
    let good = binary::run(&["check".as_ref(), app.path().as_os_str()])?;
    assert!(good.status.success(), "{}", all_text(&good));

    app.file("one.jsp", "\n${1 +}\n${2 *}\n")?
        .file("folder/two.jsp", "<%@ include file=\"none.jspf\" %>")?
        .file("WEB-INF/tags/three.tag", "<jsp:doBody")?;
    let bad = binary::run(&["check".as_ref(), app.path().as_os_str()])?;
    assert_eq!(bad.status.code(), Some(1), "{}", all_text(&bad));
    let text = all_text(&bad);
    for part in ["/one.jsp:2:", "/one.jsp:3:", "/folder/two.jsp:1:", "/WEB-INF/tags/three.tag:1:"] {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
    assert!(!text.contains("good.jsp:"), "{text}");
    Ok(())
}

#[test]
fn check_of_what_is_no_application_fails() -> Result<()> {
    let app = App::new()?;
    let output = binary::run(&["check".as_ref(), app.path().join("nowhere").as_os_str()])?;
    assert!(!output.status.success());
    assert!(all_text(&output).contains("nowhere"), "{}", all_text(&output));
    Ok(())
}

#[test]
fn development_follows_edits_of_everything_that_a_page_is_made_of() -> Result<()> {
    let app = App::new()?;
    let page = |word: &str| {
        format!(
            "<%@ page session=\"false\" %><%@ taglib prefix=\"t\" tagdir=\"/WEB-INF/tags\" %>{word} <%@ include \
             file=\"part.jspf\" %> <t:tag/>"
        )
    };
    app.file("page.jsp", page("one"))?.file("part.jspf", "part")?.file("WEB-INF/tags/tag.tag", "tag")?;
    let server = Server::development(app.path())?;
    assert_eq!(server.page("/page.jsp")?, "one part tag");
    app.file("page.jsp", page("another"))?;
    assert_eq!(server.page("/page.jsp")?, "another part tag");
    app.file("part.jspf", "${1 + 1} parts")?;
    assert_eq!(server.page("/page.jsp")?, "another 2 parts tag");
    app.file("WEB-INF/tags/tag.tag", "longer tag")?;
    assert_eq!(server.page("/page.jsp")?, "another 2 parts longer tag");

    app.file("part.jspf", "${1 +}")?;
    let broken = server.get("/page.jsp")?;
    assert_eq!(broken.status, 500);
    assert!(plain_text(&broken.text()).contains("/part.jspf:1:"), "{}", broken.text());
    app.file("part.jspf", "mended")?;
    assert_eq!(server.page("/page.jsp")?, "another mended longer tag");
    Ok(())
}

#[test]
fn production_keeps_the_last_good_version_of_a_page() -> Result<()> {
    let app = App::new()?;
    app.file("page.jsp", "<%@ page session=\"false\" %>first")?;
    let server = Server::production(app.path())?;
    assert_eq!(server.page("/page.jsp")?, "first");

    app.file("page.jsp", "<%@ page session=\"false\" %>second")?;
    assert_eq!(server.page("/page.jsp")?, "first", "production looks at files when told to");
    server.signal("HUP")?;
    wait_until("the page is refreshed", || Ok(server.page("/page.jsp")? == "second"))?;

    app.file("page.jsp", "<%@ page session=\"false\" %>\n${third +}")?;
    server.signal("HUP")?;
    wait_until("the broken version is logged", || {
        assert_eq!(server.page("/page.jsp")?, "second");
        Ok(server.log().contains("/page.jsp:2:"))
    })?;

    app.file("page.jsp", "<%@ page session=\"false\" %>fourth")?;
    server.signal("HUP")?;
    wait_until("the mended page is served", || Ok(server.page("/page.jsp")? == "fourth"))
}
