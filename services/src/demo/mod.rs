//! The demo: a small application that is part of the program.
//!
//! Its pages lie under `services/demo/` as they would in any web application; here are their data and their tags.

mod shop;
mod source;
mod tags;

use std::sync::Arc;

use anyhow::Context;
use vespid_render::registry::Registry;
use vespid_render::resources::MemoryResources;
use vespid_services::WebApp;
use vespid_sql_tags::DataSource;
use vespid_sql_tags::DataSourceOptions;
use vespid_sql_tags::DataSources;

/// Lists files under `services/demo/`: each path with the file's text.
macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demo", $path)))),*]
    };
}

/// The application's files.
const FILES: &[(&str, &str)] = files![
    "/WEB-INF/demo.tld",
    "/WEB-INF/not-found.jsp",
    "/WEB-INF/stock.sql",
    "/WEB-INF/tags/card.tag",
    "/WEB-INF/tags/link.tag",
    "/WEB-INF/tags/money.tag",
    "/WEB-INF/tags/page.tag",
    "/WEB-INF/tags/products.tag",
    "/WEB-INF/tags/sources.tag",
    "/WEB-INF/tags/stamp.tag",
    "/WEB-INF/tags/stars.tag",
    "/WEB-INF/web.xml",
    "/catalog.jsp",
    "/icon.svg",
    "/index.jsp",
    "/nest.svg",
    "/stock.jsp",
    "/streaming.jsp",
    "/style.css",
];

/// Rust behind the pages that they show as well.
const CODE: &[(&str, &str)] = &[("shop.rs", include_str!("shop.rs")), ("tags.rs", include_str!("tags.rs"))];

/// The text of a file of the demo.
fn file(path: &str) -> Option<&'static str> {
    FILES.iter().chain(CODE).find(|(known, _)| *known == path).map(|(_, text)| *text)
}

/// The demo at the root, with its database filled.
///
/// # Errors
/// Its descriptor or its database's script has errors.
pub(crate) async fn application() -> anyhow::Result<Arc<WebApp>> {
    let sources = DataSources::new();
    sources.add("jdbc/stock", stock().await.context("the demo's database can't be made")?);
    let files: MemoryResources = FILES.iter().copied().collect();
    Ok(WebApp::builder(Arc::new(files)).registry(registry()).data_sources(sources).build()?)
}

/// What the pages find by Java class names.
fn registry() -> Registry {
    let mut registry = Registry::new();
    shop::register(&mut registry);
    tags::register(&mut registry);
    registry
}

/// A database in memory, as `WEB-INF/stock.sql` makes it.
async fn stock() -> vespid_sql_tags::Result<DataSource> {
    let script = file("/WEB-INF/stock.sql").expect("the script is one of the files");
    let stock = DataSource::connect("sqlite::memory:", None, None, DataSourceOptions::default())?;
    stock.connection().await?.execute_script(script).await?;
    Ok(stock)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[tokio::test]
    async fn the_demo_has_no_fault() {
        let app = application().await.unwrap();
        let found = tokio::task::spawn_blocking(move || app.check()).await.unwrap();
        let text: Vec<_> = found.iter().map(|diagnostic| diagnostic.report().to_text()).collect();
        assert!(found.is_empty(), "{}", text.join("\n"));
    }

    #[test]
    fn no_file_is_forgotten() {
        fn walk(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let entry = entry.unwrap();
                let path = format!("{prefix}/{}", entry.file_name().into_string().unwrap());
                if entry.path().is_dir() {
                    walk(&entry.path(), &path, found);
                } else {
                    found.insert(path);
                }
            }
        }
        let mut found = BTreeSet::new();
        walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("demo"), "", &mut found);
        let listed: BTreeSet<String> = FILES.iter().map(|(path, _)| (*path).to_owned()).collect();
        assert_eq!(found, listed);
    }

    #[test]
    fn what_pages_show_of_themselves_is_there() {
        for (path, text) in FILES.iter().filter(|(path, _)| path.ends_with(".jsp")) {
            let shown = text.split("<t:sources files=\"").skip(1).filter_map(|rest| rest.split('"').next());
            for file in shown.flat_map(|files| files.split(' ')) {
                assert!(super::file(file).is_some(), "{path} shows {file}");
            }
        }
    }
}
