//! Where page sources come from.

use std::collections::HashMap;
use std::io;
use std::sync::PoisonError;
use std::sync::RwLock;
use std::time::SystemTime;

use bytes::Bytes;

use crate::value::Str;

/// The files of one web application: a directory, an archive, embedded in the binary, or in memory.
///
/// The files of an archive are under its path and `!`: `/WEB-INF/lib/a.jar!/META-INF/a.tld`. Only tag libraries,
/// resource bundles and Java sources are looked for there, and only in archives in `/WEB-INF/lib`.
///
/// Paths are context-relative, start with `/`, use `/` and are already normalised (no `.`, `..` or double slash), so an
/// implementation only has to keep links from leading outside of its root. Calls may block: the engine makes them off
/// the reactor.
pub trait Resources: Send + Sync + 'static {
    /// The bytes of a file; `None`: there is no such file.
    ///
    /// # Errors
    /// What the file system reports, other than that the file is missing.
    fn read(&self, path: &str) -> io::Result<Option<Bytes>>;

    /// The files and folders right in a folder, by name; folders end in `/`. `None`: there is no such folder.
    ///
    /// # Errors
    /// What the file system reports, other than that the folder is missing.
    fn list(&self, path: &str) -> io::Result<Option<Vec<Str>>>;

    /// A mark that changes when the file does; `None`: there is no such file (or folder).
    fn stamp(&self, path: &str) -> Option<Stamp>;
}

/// A mark of a file's version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Last modification.
    pub modified: SystemTime,
    /// Length in bytes.
    pub len: u64,
}

/// Files in memory: embedded applications and tests.
#[derive(Default)]
pub struct MemoryResources {
    files: RwLock<HashMap<Str, (Bytes, Stamp)>>,
}

impl MemoryResources {
    /// No files yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds or replaces a file; `path` starts with `/`.
    pub fn insert(&self, path: impl Into<Str>, content: impl Into<Bytes>) {
        let content = content.into();
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        let path = path.into();
        let mut modified = SystemTime::now();
        if let Some((_, stamp)) = files.get(&path) {
            // Two changes within the clock's grain must still differ.
            modified = modified.max(stamp.modified + std::time::Duration::from_nanos(1));
        }
        let stamp = Stamp { modified, len: content.len() as u64 };
        files.insert(path, (content, stamp));
    }

    /// Removes a file.
    pub fn remove(&self, path: &str) {
        self.files.write().unwrap_or_else(PoisonError::into_inner).remove(path);
    }
}

impl<P: Into<Str>, C: Into<Bytes>> FromIterator<(P, C)> for MemoryResources {
    fn from_iter<I: IntoIterator<Item = (P, C)>>(files: I) -> Self {
        let resources = MemoryResources::new();
        for (path, content) in files {
            resources.insert(path, content);
        }
        resources
    }
}

impl Resources for MemoryResources {
    fn read(&self, path: &str) -> io::Result<Option<Bytes>> {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        Ok(files.get(path).map(|(content, _)| content.clone()))
    }

    fn list(&self, path: &str) -> io::Result<Option<Vec<Str>>> {
        let folder = format!("{}/", path.trim_end_matches('/'));
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        let mut names: Vec<Str> = files
            .keys()
            .filter_map(|file| file.strip_prefix(folder.as_str()))
            .map(|rest| rest.find('/').map_or_else(|| rest.into(), |at| rest[..=at].into()))
            .collect();
        names.sort();
        names.dedup();
        Ok(if names.is_empty() { None } else { Some(names) })
    }

    fn stamp(&self, path: &str) -> Option<Stamp> {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        files.get(path).map(|(_, stamp)| *stamp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_list_their_files_and_folders_once() {
        let files: MemoryResources = [
            ("/a.jsp", "1"),
            ("/WEB-INF/tags/x.tag", "2"),
            ("/WEB-INF/tags/y.tag", "3"),
            ("/WEB-INF/web.xml", "4"),
        ]
        .into_iter()
        .collect();
        assert_eq!(files.list("/").unwrap().unwrap(), ["WEB-INF/", "a.jsp"]);
        assert_eq!(files.list("/WEB-INF/tags").unwrap().unwrap(), ["x.tag", "y.tag"]);
        assert_eq!(files.list("/none").unwrap(), None);
    }

    #[test]
    fn a_change_changes_the_stamp() {
        let files = MemoryResources::new();
        files.insert("/a.jsp", "1");
        let before = files.stamp("/a.jsp");
        files.insert("/a.jsp", "2");
        assert_ne!(before, files.stamp("/a.jsp"));
        assert_eq!(files.read("/a.jsp").unwrap().unwrap(), "2");
    }
}
