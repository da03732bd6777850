//! Compiles any bytes as a JSP document, as a tag file in XML syntax, and as a page that may be either: no panic, no
//! hang. A page in standard syntax includes it, so that the two syntaxes meet; a document has it as its document type.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use vespid_render::application::Application;
use vespid_render::resources::MemoryResources;

#[path = "view.rs"]
mod view;

fuzz_target!(|bytes: &[u8]| {
    let files = MemoryResources::new();
    files.insert("/page.jspx", bytes.to_vec());
    files.insert("/any.jsp", bytes.to_vec());
    files.insert("/WEB-INF/tags/fuzz.tagx", bytes.to_vec());
    files.insert("/WEB-INF/tags/x.tag", "<%@ attribute name=\"a\" %>${a}<jsp:doBody/>");
    files.insert("/part.jspf", "<b>${1}");
    files.insert("/d.dtd", bytes.to_vec());
    files.insert("/typed.jspx", "<!DOCTYPE p SYSTEM 'd.dtd'><p><a/><b/></p>");
    files.insert(
        "/including.jsp",
        "<%@ taglib prefix=\"v\" uri=\"urn:v\" %><%@ include file=\"page.jspx\" %>",
    );
    files.insert("/WEB-INF/v.tld", view::DESCRIPTOR);
    for diagnostic in Application::builder(Arc::new(files)).registry(view::registry()).build().check() {
        let _ = diagnostic.report().to_text();
    }
});
