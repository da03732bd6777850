//! The catalog application by Vespid: its pages as files, its beans, tags and functions as Rust types.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use vespid_render::resources::MemoryResources;
use vespid_services::DirResources;
use vespid_services::Files;
use vespid_services::WebApp;

use crate::catalog;

/// The application, from a folder or as it is compiled in.
///
/// # Errors
/// The folder can't be read, or its deployment descriptor is wrong.
pub(super) fn application(dir: Option<&Path>) -> anyhow::Result<Arc<WebApp>> {
    let files: Arc<dyn Files> = match dir {
        Some(dir) => {
            Arc::new(DirResources::new(dir).with_context(|| format!("cannot serve {}", dir.display()))?)
        }
        None => Arc::new(catalog::webapp().into_iter().collect::<MemoryResources>()),
    };
    WebApp::builder(files).registry(catalog::registry()).build().context("the application cannot be served")
}
