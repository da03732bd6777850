//! The page cache: one compilation for many, edits seen or kept out, versions that requests started with.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

use bytes::Bytes;
use futures::StreamExt;
use vespid_render::application::Application;
use vespid_render::context::Exchange;
use vespid_render::error::Origin;
use vespid_render::resources::MemoryResources;
use vespid_render::resources::Resources;
use vespid_render::resources::Stamp;
use vespid_render::value::Str;

/// Files in memory that count how often a page is read.
struct Counted {
    files: MemoryResources,
    reads: AtomicUsize,
}

impl Resources for Counted {
    fn read(&self, path: &str) -> io::Result<Option<Bytes>> {
        if path.ends_with(".jsp") {
            self.reads.fetch_add(1, Ordering::SeqCst);
        }
        self.files.read(path)
    }

    fn list(&self, path: &str) -> io::Result<Option<Vec<Str>>> {
        self.files.list(path)
    }

    fn stamp(&self, path: &str) -> Option<Stamp> {
        self.files.stamp(path)
    }
}

struct Fixture {
    files: Arc<Counted>,
    application: Arc<Application>,
}

impl Fixture {
    fn new(development: bool) -> Self {
        let files = MemoryResources::new();
        files.insert(
            "/page.jsp",
            "<%@ include file=\"part.jspf\" %><%@ taglib prefix=\"t\" tagdir=\"/WEB-INF/tags\" %><t:x/>",
        );
        files.insert("/part.jspf", "part 1 ");
        files.insert("/WEB-INF/tags/x.tag", "tag 1");
        let files = Arc::new(Counted { files, reads: AtomicUsize::new(0) });
        let application = Application::builder(files.clone()).development(development).build();
        Fixture { files, application }
    }

    fn edit(&self, path: &str, text: &'static str) {
        self.files.files.insert(path, text);
    }

    async fn page(&self) -> Result<String, vespid_render::Error> {
        let exchange = Exchange::builder(self.application.clone()).build();
        self.application.render_to_string("/page.jsp", exchange).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_first_requests_compile_once() {
    let fixture = Arc::new(Fixture::new(false));
    let requests = (0..100).map(|_| {
        let fixture = fixture.clone();
        tokio::spawn(async move { fixture.page().await })
    });
    for answer in futures::future::join_all(requests).await {
        assert_eq!(answer.unwrap().unwrap(), "part 1 tag 1");
    }
    assert_eq!(fixture.files.reads.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn in_development_an_edit_of_any_dependency_shows_at_the_next_request() {
    let fixture = Fixture::new(true);
    assert_eq!(fixture.page().await.unwrap(), "part 1 tag 1");
    fixture.edit("/part.jspf", "part 2 ");
    assert_eq!(fixture.page().await.unwrap(), "part 2 tag 1");
    fixture.edit("/WEB-INF/tags/x.tag", "tag 2");
    assert_eq!(fixture.page().await.unwrap(), "part 2 tag 2");
    let reads = fixture.files.reads.load(Ordering::SeqCst);
    assert_eq!(fixture.page().await.unwrap(), "part 2 tag 2");
    assert_eq!(fixture.files.reads.load(Ordering::SeqCst), reads, "an unchanged page is not read again");
}

#[tokio::test]
async fn in_production_edits_wait_for_a_reload() {
    let fixture = Fixture::new(false);
    assert_eq!(fixture.page().await.unwrap(), "part 1 tag 1");
    fixture.edit("/part.jspf", "part 2 ");
    assert_eq!(fixture.page().await.unwrap(), "part 1 tag 1");
    fixture.application.reload();
    assert_eq!(fixture.page().await.unwrap(), "part 2 tag 1");
}

#[tokio::test]
async fn in_production_a_version_that_does_not_compile_leaves_the_last_good_one() {
    let fixture = Fixture::new(false);
    assert_eq!(fixture.page().await.unwrap(), "part 1 tag 1");
    fixture.edit("/part.jspf", "${");
    fixture.application.reload();
    assert_eq!(fixture.page().await.unwrap(), "part 1 tag 1");
    fixture.edit("/part.jspf", "part 3 ");
    fixture.application.reload();
    assert_eq!(fixture.page().await.unwrap(), "part 3 tag 1");
}

#[tokio::test]
async fn in_development_a_version_that_does_not_compile_shows_its_diagnostics_until_it_is_mended() {
    let fixture = Fixture::new(true);
    assert_eq!(fixture.page().await.unwrap(), "part 1 tag 1");
    fixture.edit("/part.jspf", "one\n ${");
    let error = fixture.page().await.unwrap_err();
    assert_eq!(error.origin(), Origin::Translation);
    let place = &error.diagnostics().unwrap()[0].place;
    assert_eq!((place.path.as_str(), place.line, place.column), ("/part.jspf", 2, 2));
    fixture.edit("/part.jspf", "part 4 ");
    assert_eq!(fixture.page().await.unwrap(), "part 4 tag 1");
}

#[tokio::test]
async fn a_request_keeps_the_version_that_it_started_with() {
    let fixture = Fixture::new(true);
    fixture.edit("/page.jsp", "<%@ page buffer=\"1kb\" %><%@ include file=\"part.jspf\" %>");
    let long: &'static str = Box::leak("x".repeat(8 << 10).into_boxed_str());
    fixture.edit("/part.jspf", long);
    let exchange = Exchange::builder(fixture.application.clone()).build();
    let mut stream = fixture.application.render("/page.jsp", exchange);
    let mut text = stream.next().await.unwrap().unwrap().to_vec();
    fixture.edit("/part.jspf", "short");
    assert_eq!(fixture.page().await.unwrap(), "short");
    while let Some(chunk) = stream.next().await {
        text.extend_from_slice(&chunk.unwrap());
    }
    assert_eq!(text.len(), 8 << 10);
}

#[tokio::test]
async fn a_missing_page_is_not_remembered() {
    let fixture = Fixture::new(false);
    let exchange = || Exchange::builder(fixture.application.clone()).build();
    let missing = fixture.application.render_to_string("/new.jsp", exchange()).await.unwrap_err();
    assert_eq!(missing.origin(), Origin::NotFound);
    fixture.edit("/new.jsp", "here");
    assert_eq!(fixture.application.render_to_string("/new.jsp", exchange()).await.unwrap(), "here");
}
