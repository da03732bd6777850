//! The demo that `vespid` without arguments serves, in a real browser.

use anyhow::Context;
use anyhow::Result;
use anyhow::ensure;
use vespid_integration_tests::Server;
use vespid_integration_tests::browser;
use vespid_integration_tests::case::plain_text;

fn demo() -> Result<Server> {
    Server::vespid::<&str>(&[])
}

/// The targets of the links in a document that lie on its own server.
fn links(html: &str) -> Vec<String> {
    // Within tags only: the pages show sources, whose text has links as well.
    let tags = html.split('<').filter_map(|rest| rest.split('>').next());
    let targets = tags.filter_map(|tag| tag.split_once(" href=\"")?.1.split('"').next());
    let mut links: Vec<String> = targets
        .filter(|target| !target.contains("://") && !target.starts_with('#') && !target.starts_with("data:"))
        .map(|target| format!("/{}", target.trim_start_matches("./").trim_start_matches('/')))
        .collect();
    links.sort();
    links.dedup();
    links
}

#[test]
fn every_link_leads_somewhere() -> Result<()> {
    let server = demo()?;
    let front = browser::dump_dom(&server.url("/"))?;
    let links = links(&front);
    ensure!(links.len() >= 3, "the front page has few links: {links:?}\n{front}");
    for link in links {
        let response = server.get(&link)?;
        assert_eq!(response.status, 200, "{link}:\n{}", response.text());
    }
    Ok(())
}

#[test]
fn pages_show_their_source() -> Result<()> {
    let server = demo()?;
    let front = browser::dump_dom(&server.url("/"))?;
    let mut sources = String::new();
    for link in links(&front) {
        let response = server.get(&link)?;
        if response.header("content-type").is_some_and(|kind| kind.starts_with("text/html")) {
            sources.push_str(&plain_text(&browser::dump_dom(&server.url(&link))?));
        }
    }
    for piece in ["<%@ taglib", "<c:forEach", "<sql:query"] {
        assert!(sources.contains(piece), "no page shows {piece:?}");
    }
    Ok(())
}

#[test]
fn no_page_of_the_demo_reports_an_error() -> Result<()> {
    let server = demo()?;
    let front = browser::dump_dom(&server.url("/"))?;
    for link in links(&front) {
        server.page(&link)?;
    }
    let log = server.log();
    assert!(!log.contains("ERROR") && !log.contains("panicked"), "{log}");
    Ok(())
}

#[test]
fn the_front_page_is_drawn() -> Result<()> {
    let server = demo()?;
    let folder = tempfile::tempdir()?;
    let picture = folder.path().join("front.png");
    browser::screenshot(&server.url("/"), 1280, 900, &picture)?;
    let bytes = std::fs::read(&picture).context("reading the picture")?;
    assert!(bytes.starts_with(b"\x89PNG"), "no picture");
    // An empty page of this size compresses to about 5 KB.
    assert!(bytes.len() > 15_000, "{} bytes: an empty page?", bytes.len());
    Ok(())
}
