//! Reads any bytes as a deployment descriptor: no panic, no hang.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vespid_services::webapp::web_xml::WebXml;

fuzz_target!(|bytes: &[u8]| {
    let (web_xml, diagnostics) = WebXml::parse(bytes);
    for path in ["/", "/a.jsp", "/a/b.jspx", "/a/b/c.d"] {
        let _ = web_xml.page_config.group_for(path);
    }
    for diagnostic in diagnostics {
        let _ = diagnostic.report().to_text();
    }
});
