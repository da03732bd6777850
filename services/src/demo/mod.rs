//! The demo: a small application that is part of the program.

use std::sync::Arc;

use vespid_render::resources::MemoryResources;
use vespid_services::WebApp;
use vespid_services::WebAppError;

/// Lists files under `services/demo/`: each path with the file's bytes.
macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/demo", $path)).as_slice())),*]
    };
}

/// The application's files.
const FILES: &[(&str, &[u8])] = files!["/WEB-INF/web.xml", "/index.jsp", "/style.css"];

/// The demo at the root.
///
/// # Errors
/// Its descriptor has errors.
pub(crate) fn application() -> Result<Arc<WebApp>, WebAppError> {
    let files: MemoryResources = FILES.iter().copied().collect();
    WebApp::builder(Arc::new(files)).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demo_has_no_fault() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let _entered = runtime.enter();
        let found = application().unwrap().check();
        let text: Vec<_> = found.iter().map(|diagnostic| diagnostic.report().to_text()).collect();
        assert!(found.is_empty(), "{}", text.join("\n"));
    }
}
