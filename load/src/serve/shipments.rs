//! The shipments service by Vespid.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use vespid_render::resources::MemoryResources;
use vespid_services::DirResources;
use vespid_services::Files;
use vespid_services::WebApp;
use vespid_sql_tags::DataSource;
use vespid_sql_tags::DataSources;

use crate::shipments;

/// The application over a database, from a folder or as it is compiled in.
///
/// # Errors
/// The folder can't be read, or its deployment descriptor is wrong.
pub(super) fn application(dir: Option<&Path>, source: DataSource) -> anyhow::Result<Arc<WebApp>> {
    let files: Arc<dyn Files> = match dir {
        Some(dir) => {
            Arc::new(DirResources::new(dir).with_context(|| format!("cannot serve {}", dir.display()))?)
        }
        None => Arc::new(shipments::webapp().into_iter().collect::<MemoryResources>()),
    };
    let sources = DataSources::new().allow_urls(false);
    sources.add(shipments::DATA_SOURCE, source);
    WebApp::builder(files).data_sources(sources).build().context("the application cannot be served")
}
