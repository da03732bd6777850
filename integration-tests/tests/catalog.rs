//! The catalog application, byte by byte, over HTTP: `vespid-load serve catalog` serves `load/apps/catalog`
//! with its beans, tags and functions.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use anyhow::Context;
use anyhow::Result;
use anyhow::ensure;
use vespid_integration_tests::App;
use vespid_integration_tests::Server;
use vespid_integration_tests::binary;
use vespid_integration_tests::diff::diff;
use vespid_integration_tests::http::Connection;
use vespid_integration_tests::http::Framing;
use vespid_integration_tests::http::Request;
use vespid_integration_tests::http::Response;
use vespid_integration_tests::repository;

const PAGES: [(&str, &str); 2] =
    [("/catalog.jsp", "catalog.html"), ("/catalog-jstl.jsp", "catalog-jstl.html")];

fn webapp() -> PathBuf {
    repository().join("load/apps/catalog/webapp")
}

fn expected(file: &str) -> Result<Vec<u8>> {
    let path = repository().join("load/apps/catalog/expected").join(file);
    fs::read(&path).with_context(|| format!("reading {}", path.display()))
}

fn serve() -> Result<Server> {
    Server::start(Command::new(binary::vespid_load()?).args(["serve", "catalog"]))
}

fn assert_page(response: &Response, file: &str) -> Result<()> {
    ensure!(response.status == 200, "status {}:\n{}", response.status, response.text());
    let expected = expected(file)?;
    if response.body() == expected {
        return Ok(());
    }
    anyhow::bail!("{file} differs:\n{}", diff(&String::from_utf8_lossy(&expected), &response.text()))
}

#[test]
fn both_pages_are_exact() -> Result<()> {
    let server = serve()?;
    for (page, file) in PAGES {
        let response = server.get(page)?;
        assert_page(&response, file)?;
        assert_eq!(response.header("content-type"), Some("text/html;charset=UTF-8"));
    }
    let jstl = server.get("/catalog-jstl.jsp")?;
    assert_eq!(jstl.header("content-language"), Some("en-US"), "set by fmt:setLocale");
    Ok(())
}

#[test]
fn the_page_is_exact_with_beans_and_tags_in_java() -> Result<()> {
    let server = Server::start(Command::new(binary::vespid_load()?).args(["serve", "catalog", "--java"]))?;
    for (page, file) in PAGES {
        assert_page(&server.get(page)?, file)?;
    }
    Ok(())
}

#[test]
fn the_welcome_file_is_the_catalog() -> Result<()> {
    assert_page(&serve()?.get("/")?, "catalog.html")
}

#[test]
fn a_session_is_made_once() -> Result<()> {
    let server = serve()?;
    let first = server.get("/catalog.jsp")?;
    let cookie = first.header("set-cookie").context("no session cookie")?;
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite"), "{cookie}");
    let pair = cookie.split(';').next().unwrap_or_default();
    assert!(pair.starts_with("JSESSIONID="), "{cookie}");
    let again = Connection::open(server.address())?
        .exchange(&Request::new("GET", "/catalog.jsp").header("Cookie", pair))?;
    assert_page(&again, "catalog.html")?;
    assert_eq!(again.header("set-cookie"), None, "the session is known");
    Ok(())
}

#[test]
fn a_small_buffer_changes_the_chunks_only() -> Result<()> {
    let app = App::copy_of(&webapp())?;
    for (page, _) in PAGES {
        let small = format!("<%@ page buffer=\"1kb\" %><%@ include file=\"{page}\" %>");
        app.file(&page.replace("catalog", "small"), small)?;
    }
    let server = Server::start(
        Command::new(binary::vespid_load()?).args(["serve", "catalog", "--dir"]).arg(app.path()),
    )?;
    for (page, file) in PAGES {
        let response = server.get(&page.replace("catalog", "small"))?;
        assert_page(&response, file)?;
        assert_eq!(response.framing, Framing::Chunked);
        assert!(response.chunks.len() > 1, "{} chunks", response.chunks.len());
    }
    Ok(())
}

#[test]
fn eight_clients_at_once() -> Result<()> {
    let server = serve()?;
    let address = server.address();
    let clients: Vec<_> = (0..8)
        .map(|client| {
            thread::spawn(move || -> Result<()> {
                let mut connection = Connection::open(address)?;
                for round in 0..10 {
                    let (page, file) = PAGES[(client + round) % PAGES.len()];
                    let response = connection.exchange(&Request::new("GET", page))?;
                    assert_page(&response, file)
                        .with_context(|| format!("client {client}, round {round}"))?;
                }
                Ok(())
            })
        })
        .collect();
    for client in clients {
        client.join().ok().context("a client panicked")??;
    }
    Ok(())
}

#[test]
fn the_sources_of_the_application_are_not_served() -> Result<()> {
    let server = serve()?;
    for path in [
        "/WEB-INF/web.xml",
        "/WEB-INF/tags/product.tag",
        "/web-inf/web.xml",
        "/WEB-INF",
        "/WEB-INF/",
        "//WEB-INF/web.xml",
        "/./WEB-INF/web.xml",
        "/x/../WEB-INF/web.xml",
        "/%57EB-INF/web.xml",
        "/WEB-INF%2fweb.xml",
        "/x/..%2fWEB-INF/web.xml",
        "/WEB-INF/web.xml;a=b",
        "/WEB-INF;a=b/web.xml",
        "/../webapp/WEB-INF/web.xml",
        "/WEB-INF\\web.xml",
        "/WEB-INF/web.xml%00.html",
        "/catalog.jsp%00",
        "/catalog.jsp/",
        "/catalog.jsp%20",
        "/catalog.JSP",
    ] {
        let response = server.get(path)?;
        let body = response.text();
        assert!(matches!(response.status, 400 | 404), "{path} gave {}:\n{body}", response.status);
        assert!(!body.contains("<web-app") && !body.contains("<%@"), "{path} gave a source:\n{body}");
    }
    Ok(())
}
