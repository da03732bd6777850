//! From directories to applications.

use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use vespid_services::DirResources;
use vespid_services::WebApp;
use vespid_services::WebAppBuilder;

/// The folder of the application at the root.
const ROOT: &str = "ROOT";

/// An application over a directory.
///
/// # Errors
/// There is no such directory.
pub(super) fn over(dir: &Path) -> anyhow::Result<WebAppBuilder> {
    let files = DirResources::new(dir).with_context(|| format!("{} can't be served", dir.display()))?;
    Ok(WebApp::builder(Arc::new(files)))
}

/// The folders right in a directory with their context paths: `ROOT` is the root, `a#b` lies at `/a/b`.
///
/// # Errors
/// The directory can't be read.
pub(super) fn folders(apps: &Path) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let read = || format!("{} can't be read", apps.display());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(apps).with_context(read)? {
        let path = entry.with_context(read)?.path();
        // Whoever keeps a folder out of sight does not want it served.
        if let Some(name) = path.file_name().and_then(|name| name.to_str())
            && !name.starts_with('.')
            && path.is_dir()
        {
            let context_path =
                if name == ROOT { String::new() } else { format!("/{}", name.replace('#', "/")) };
            found.push((context_path, path));
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_folder_is_an_application() {
        let apps = tempfile::tempdir().unwrap();
        for name in ["ROOT", "shop", "a#b", ".git"] {
            std::fs::create_dir(apps.path().join(name)).unwrap();
        }
        std::fs::write(apps.path().join("notes.txt"), "").unwrap();
        let paths: Vec<_> = folders(apps.path()).unwrap().into_iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["", "/a/b", "/shop"]);
        assert!(folders(&apps.path().join("none")).is_err());
    }
}
