//! Compiles any bytes as a JSP document, as a tag file in XML syntax, and as a page that may be either: no panic, no
//! hang. A page in standard syntax includes it, so that the two syntaxes meet.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use vespid_render::application::Application;
use vespid_render::resources::MemoryResources;

fuzz_target!(|bytes: &[u8]| {
    let files = MemoryResources::new();
    files.insert("/page.jspx", bytes.to_vec());
    files.insert("/any.jsp", bytes.to_vec());
    files.insert("/WEB-INF/tags/fuzz.tagx", bytes.to_vec());
    files.insert("/WEB-INF/tags/x.tag", "<%@ attribute name=\"a\" %>${a}<jsp:doBody/>");
    files.insert("/part.jspf", "<b>${1}");
    files.insert("/including.jsp", "<%@ include file=\"page.jspx\" %>");
    for diagnostic in Application::builder(Arc::new(files)).build().check() {
        let _ = diagnostic.report().to_text();
    }
});
