//! A web application in a directory.

use std::fs;
use std::fs::File;
use std::fs::Metadata;
use std::io;
use std::io::ErrorKind;
use std::io::Read;
use std::path::Path;
use std::path::PathBuf;
use std::time::SystemTime;

use bytes::Bytes;
use vespid_render::resources::Resources;
use vespid_render::resources::Stamp;
use vespid_render::value::Str;

use super::Content;
use super::Files;
use super::Found;

/// The files under a directory.
///
/// The root is resolved once. Every path is resolved before it is used, and nothing outside of the root is ever
/// opened: a link within may lead elsewhere within, not out. Names match exactly, also where the file system does not
/// mind upper and lower case.
#[derive(Debug)]
pub struct DirResources {
    root: PathBuf,
}

impl DirResources {
    /// The files under `root`.
    ///
    /// # Errors
    /// There is no such directory, or it can't be read.
    pub fn new(root: impl AsRef<Path>) -> io::Result<Self> {
        let root = root.as_ref().canonicalize()?;
        if !root.is_dir() {
            return Err(io::Error::new(ErrorKind::NotADirectory, "not a directory"));
        }
        Ok(DirResources { root })
    }

    /// The directory, resolved.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The real path of a context-relative one; `None` if there is nothing that may be seen.
    fn resolve(&self, path: &str) -> io::Result<Option<PathBuf>> {
        let Some(relative) = path.strip_prefix('/') else { return Ok(None) };
        let relative = relative.strip_suffix('/').unwrap_or(relative);
        let is_clean = |segment: &str| !matches!(segment, "" | "." | "..");
        if relative.contains(['\\', '\0']) || !(relative.is_empty() || relative.split('/').all(is_clean)) {
            return Ok(None);
        }
        // On Windows a colon would start a drive or a stream of a file.
        if cfg!(windows) && relative.contains(':') {
            return Ok(None);
        }
        let Some(real) = found(self.root.join(relative).canonicalize())? else { return Ok(None) };
        let Ok(inside) = real.strip_prefix(&self.root) else { return Ok(None) };
        // Without links, names that differ only in case are another spelling of the same file, say of WEB-INF.
        let inside = inside.to_string_lossy();
        let is_other_case = inside != relative && inside.to_lowercase() == relative.to_lowercase();
        Ok(if is_other_case { None } else { Some(real) })
    }
}

impl Resources for DirResources {
    fn read(&self, path: &str) -> io::Result<Option<Bytes>> {
        match self.open(path)? {
            Found::File(_, Content::Bytes(bytes)) => Ok(Some(bytes)),
            Found::File(stamp, Content::File(mut file)) => {
                let mut bytes = Vec::with_capacity(usize::try_from(stamp.len).unwrap_or(0));
                file.read_to_end(&mut bytes)?;
                Ok(Some(bytes.into()))
            }
            Found::Folder | Found::Nothing => Ok(None),
        }
    }

    fn list(&self, path: &str) -> io::Result<Option<Vec<Str>>> {
        let Some(real) = self.resolve(path)? else { return Ok(None) };
        let Some(entries) = found(fs::read_dir(real))? else { return Ok(None) };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry?;
            // A name that is no Unicode can't be asked for.
            let Ok(name) = entry.file_name().into_string() else { continue };
            let path = format!("{}/{name}", path.trim_end_matches('/'));
            // Through `resolve`, so that links out of the root are not listed.
            if let Some(real) = self.resolve(&path)? {
                names.push(if real.is_dir() { format!("{name}/").into() } else { name.into() });
            }
        }
        names.sort();
        Ok(Some(names))
    }

    fn stamp(&self, path: &str) -> Option<Stamp> {
        let real = self.resolve(path).ok()??;
        let metadata = fs::metadata(real).ok()?;
        if path.ends_with('/') && !metadata.is_dir() {
            return None;
        }
        Some(stamp(&metadata))
    }
}

impl Files for DirResources {
    fn open(&self, path: &str) -> io::Result<Found> {
        let Some(real) = self.resolve(path)? else { return Ok(Found::Nothing) };
        let Some(metadata) = found(fs::metadata(&real))? else { return Ok(Found::Nothing) };
        if metadata.is_dir() {
            return Ok(Found::Folder);
        }
        // Opening a pipe would wait for its other end.
        if path.ends_with('/') || !metadata.is_file() {
            return Ok(Found::Nothing);
        }
        let Some(file) = found(File::open(&real))? else { return Ok(Found::Nothing) };
        // Asked again of the open file: it may have been replaced in between.
        let metadata = file.metadata()?;
        Ok(Found::File(stamp(&metadata), Content::File(file)))
    }
}

fn stamp(metadata: &Metadata) -> Stamp {
    let len = if metadata.is_file() { metadata.len() } else { 0 };
    Stamp { modified: metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH), len }
}

/// Links in a circle; the standard library has no stable name for it.
const ELOOP: i32 = if cfg!(any(target_os = "linux", target_os = "android")) { 40 } else { 62 };

/// Turns the errors that mean "nothing there" into `None`.
fn found<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) => match error.kind() {
            ErrorKind::NotFound
            | ErrorKind::NotADirectory
            | ErrorKind::InvalidFilename
            | ErrorKind::InvalidInput => Ok(None),
            _ if error.raw_os_error() == Some(ELOOP) => Ok(None),
            _ => Err(error),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resources() -> (tempfile::TempDir, DirResources) {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("app");
        fs::create_dir_all(root.join("WEB-INF/tags")).unwrap();
        fs::write(root.join("a.jsp"), "A").unwrap();
        fs::write(root.join("WEB-INF/tags/x.tag"), "X").unwrap();
        fs::write(dir.path().join("secret"), "S").unwrap();
        (dir, DirResources::new(root).unwrap())
    }

    fn text(resources: &DirResources, path: &str) -> Option<String> {
        resources.read(path).unwrap().map(|bytes| String::from_utf8(bytes.to_vec()).unwrap())
    }

    #[test]
    fn files_and_folders_are_found() {
        let (_dir, resources) = resources();
        assert_eq!(text(&resources, "/a.jsp").as_deref(), Some("A"));
        assert_eq!(resources.stamp("/a.jsp").unwrap().len, 1);
        assert_eq!(resources.list("/").unwrap().unwrap(), ["WEB-INF/", "a.jsp"]);
        assert_eq!(resources.list("/WEB-INF/tags/").unwrap().unwrap(), ["x.tag"]);
        assert!(matches!(resources.open("/WEB-INF").unwrap(), Found::Folder));
        assert!(matches!(resources.open("/").unwrap(), Found::Folder));
        assert!(resources.stamp("/WEB-INF/").is_some());
    }

    #[test]
    fn nothing_else_is_found() {
        let (_dir, resources) = resources();
        let long = format!("/{}", "x".repeat(5000));
        for path in [
            "",
            "a.jsp",
            "/../secret",
            "/WEB-INF/../a.jsp",
            "/./a.jsp",
            "//a.jsp",
            "/a.jsp/",
            "/a.jsp/x",
            "/none",
            "/a.jsp\0",
            "/..\\secret",
            "/WEB-INF\\tags",
            &long,
        ] {
            assert!(matches!(resources.open(path).unwrap(), Found::Nothing), "{path}");
            assert_eq!(resources.read(path).unwrap(), None, "{path}");
            assert_eq!(resources.stamp(path), None, "{path}");
        }
        assert_eq!(resources.list("/none").unwrap(), None);
        assert_eq!(resources.list("/a.jsp").unwrap(), None);
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_inside() {
        let (dir, resources) = resources();
        let link = |target: &Path, name: &str| {
            std::os::unix::fs::symlink(target, resources.root().join(name)).unwrap();
        };
        link(Path::new("a.jsp"), "inside.jsp");
        link(&dir.path().join("secret"), "outside");
        link(dir.path(), "parent");
        link(Path::new("loop"), "loop");
        assert_eq!(text(&resources, "/inside.jsp").as_deref(), Some("A"));
        for path in ["/outside", "/parent/secret", "/loop"] {
            assert_eq!(text(&resources, path), None, "{path}");
        }
        assert_eq!(resources.list("/").unwrap().unwrap(), ["WEB-INF/", "a.jsp", "inside.jsp"]);
    }

    #[test]
    fn the_root_must_be_a_directory() {
        let (dir, _) = resources();
        assert!(DirResources::new(dir.path().join("secret")).is_err());
        assert!(DirResources::new(dir.path().join("none")).is_err());
    }
}
