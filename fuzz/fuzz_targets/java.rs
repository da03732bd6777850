//! Compiles any text as Java: a page whose scriptlets and declarations it is, and a class among the application's sources
//! that another page makes: no panic, no hang.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use vespid_java::Java;
use vespid_render::application::Application;
use vespid_render::resources::MemoryResources;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let files = MemoryResources::new();
    files.insert("/page.jsp", text.to_string());
    files.insert("/scriptlet.jsp", format!("<% {text} %>"));
    files.insert("/declaration.jsp", format!("<%! {text} %><%= this %>"));
    files.insert("/class.jsp", "<%@ page import=\"f.F\" %><%= new F() %>");
    files.insert("/WEB-INF/classes/f/F.java", format!("package f; public class F {{ {text} }}"));
    files.insert("/WEB-INF/classes/f/G.java", text.to_string());
    let application =
        Application::builder(Arc::new(files)).script_engine(Arc::new(Java::new())).build();
    for diagnostic in application.check() {
        let _ = diagnostic.report().to_text();
    }
});
