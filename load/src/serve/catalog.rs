//! The catalog application by Vespid: its pages as files, its beans, tags and functions as Rust types or Java sources.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use vespid_render::registry::Registry;
use vespid_render::resources::MemoryResources;
use vespid_services::DirResources;
use vespid_services::Files;
use vespid_services::WebApp;

use crate::catalog;

/// The application, from a folder or as it is compiled in; `java`: with beans, tags and functions in Java.
///
/// # Errors
/// The folder can't be read, or its deployment descriptor is wrong.
pub(super) fn application(dir: Option<&Path>, java: bool) -> anyhow::Result<Arc<WebApp>> {
    let files: Arc<dyn Files> = match dir {
        Some(dir) => {
            Arc::new(DirResources::new(dir).with_context(|| format!("cannot serve {}", dir.display()))?)
        }
        None => {
            let sources = catalog::java().into_iter().filter(|_| java);
            Arc::new(catalog::webapp().into_iter().chain(sources).collect::<MemoryResources>())
        }
    };
    let registry = if java { Registry::new() } else { catalog::registry() };
    WebApp::builder(files).registry(registry).build().context("the application cannot be served")
}
