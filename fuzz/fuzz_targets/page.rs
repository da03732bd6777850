//! Compiles any bytes as a page and as a tag file in standard syntax, and a page that includes it: no panic, no hang.
//! Another page includes it, so that what it leaves open meets other text.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use vespid_render::application::Application;
use vespid_render::resources::MemoryResources;

#[path = "view.rs"]
mod view;

fuzz_target!(|bytes: &[u8]| {
    let files = MemoryResources::new();
    files.insert("/page.jsp", bytes.to_vec());
    files.insert("/WEB-INF/tags/fuzz.tag", bytes.to_vec());
    files.insert("/WEB-INF/tags/x.tag", "<%@ attribute name=\"a\" %>${a}<jsp:doBody/>");
    files.insert("/part.jspf", "<b>${1}");
    files.insert(
        "/including.jsp",
        "<%@ taglib prefix=\"t\" tagdir=\"/WEB-INF/tags\" %><t:x a=\"1\"><%@ include file=\"page.jsp\" %></t:x>",
    );
    files.insert("/viewed.jsp", "<%@ taglib prefix=\"v\" uri=\"urn:v\" %><%@ include file=\"page.jsp\" %>");
    files.insert("/WEB-INF/v.tld", view::DESCRIPTOR);
    for diagnostic in Application::builder(Arc::new(files)).registry(view::registry()).build().check() {
        let _ = diagnostic.report().to_text();
    }
});
