//! Web applications made for one test, in a directory that goes away with it.

use std::fs;
use std::path::Path;
use std::path::PathBuf;

use anyhow::Context;
use anyhow::Result;
use tempfile::TempDir;

/// A web application directory under construction; removed on drop.
#[derive(Debug)]
pub struct App {
    dir: TempDir,
}

impl App {
    /// An empty application directory.
    ///
    /// # Errors
    /// When no temporary directory can be made.
    pub fn new() -> Result<App> {
        let dir =
            tempfile::Builder::new().prefix("vespid-app-").tempdir().context("making an application")?;
        Ok(App { dir })
    }

    /// Writes one file, making its folders: a page, a tag file, `WEB-INF/web.xml`. Replaces what was there.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn file(&self, path: &str, content: impl AsRef<[u8]>) -> Result<&App> {
        // Pages are named by their context-relative paths.
        let target = self.path().join(path.trim_start_matches('/'));
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).with_context(|| format!("making the folder of {path}"))?;
        }
        fs::write(&target, content).with_context(|| format!("writing {path}"))?;
        Ok(self)
    }

    /// Copies a directory with all that is in it into the application.
    ///
    /// # Errors
    /// When something cannot be read or written.
    pub fn copy_of(source: &Path) -> Result<App> {
        let app = App::new()?;
        for file in files_under(source)? {
            let inside =
                file.strip_prefix(source).context("a file outside of the directory it was found in")?;
            let content = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
            app.file(&inside.to_string_lossy(), content)?;
        }
        Ok(app)
    }

    /// The application's directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.dir.path()
    }
}

/// Every file under a directory, in the order of their names.
fn files_under(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut waiting = vec![dir.to_path_buf()];
    while let Some(dir) = waiting.pop() {
        for entry in fs::read_dir(&dir).with_context(|| format!("reading {}", dir.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
