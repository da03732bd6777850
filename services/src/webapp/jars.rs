//! Tag libraries (Pages 4.1, 7.2.1 and 8.4.2) and resource bundles in the archives under `WEB-INF/lib`.

use std::collections::HashMap;
use std::io;
use std::io::Cursor;
use std::io::ErrorKind;
use std::io::Read;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;

use bytes::Bytes;
use vespid_render::paths::ARCHIVE;
use vespid_render::resources::MemoryResources;
use vespid_render::resources::Resources;
use vespid_render::resources::Stamp;
use vespid_render::value::Str;
use zip::ZipArchive;
use zip::result::ZipError;

use super::Files;
use super::Found;

/// Most bytes of a file in an archive that is looked at. The largest real descriptors have half a million.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// Most bytes of all those files of one archive.
const MAX_ARCHIVE_BYTES: u64 = 64 << 20;

/// Files, and within those of `/WEB-INF/lib/*.jar` the descriptors and tag files under `META-INF` and the property files
/// and Java sources elsewhere: that of
/// `META-INF/a.tld` in `a.jar` has the path `/WEB-INF/lib/a.jar!/META-INF/a.tld`. Nothing of an archive is ever sent.
pub(super) struct WithArchives {
    files: Arc<dyn Files>,
    /// Archives that were read, in the versions that were read.
    archives: Mutex<HashMap<Str, (Stamp, Arc<MemoryResources>)>>,
}

impl WithArchives {
    pub(super) fn new(files: Arc<dyn Files>) -> Self {
        WithArchives { files, archives: Mutex::default() }
    }

    /// The archive of a path, its version, and the path within it; `None`: it leads to no archive that is there.
    fn find<'p>(&self, path: &'p str) -> io::Result<Option<(Stamp, Arc<MemoryResources>, &'p str)>> {
        let Some((archive, inside)) = split(path) else { return Ok(None) };
        let Some(stamp) = self.files.stamp(archive) else { return Ok(None) };
        let known = self.archives.lock().unwrap_or_else(PoisonError::into_inner).get(archive).cloned();
        if let Some((_, content)) = known.filter(|(known, _)| *known == stamp) {
            return Ok(Some((stamp, content, inside)));
        }
        let Some(bytes) = self.files.read(archive)? else { return Ok(None) };
        // One that is no archive is told of once a version.
        let content = read(&bytes).unwrap_or_else(|error| {
            tracing::warn!(%archive, %error, "the archive can't be read; what it has of tag libraries and bundles is not found");
            MemoryResources::new()
        });
        let content = Arc::new(content);
        let mut archives = self.archives.lock().unwrap_or_else(PoisonError::into_inner);
        archives.insert(archive.into(), (stamp, content.clone()));
        Ok(Some((stamp, content, inside)))
    }
}

/// The path of an archive and the path within it, if it leads into one.
fn split(path: &str) -> Option<(&str, &str)> {
    let (archive, inside) = path.split_once(ARCHIVE)?;
    let is_library = archive.ends_with(".jar") && archive.starts_with("/WEB-INF/lib/");
    is_library.then(|| (archive, &path[path.len() - inside.len() - 1..]))
}

/// Reads the descriptors, tag files, property files and Java sources of an archive.
fn read(bytes: &[u8]) -> Result<MemoryResources, ZipError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes))?;
    let content = MemoryResources::new();
    let mut left = MAX_ARCHIVE_BYTES;
    for index in 0..archive.len() {
        let file = archive.by_index(index)?;
        // A name that is no text can't be asked for.
        let Ok(name) = file.name().map(std::borrow::Cow::into_owned) else { continue };
        let counts = match name.strip_prefix("META-INF/") {
            Some(rest) => rest.ends_with(".tld") || (rest.starts_with("tags/") && !rest.ends_with('/')),
            None => name.ends_with(".properties") || name.ends_with(".java"),
        };
        // A path that is not as plain as any other could not be asked for.
        let is_plain = !name.contains('\\') && name.split('/').all(|part| !matches!(part, "" | "." | ".."));
        if !counts || !is_plain {
            continue;
        }
        let path = format!("/{name}");
        let limit = left.min(MAX_FILE_BYTES);
        let mut text = Vec::new();
        // What an archive says of its sizes is not to be believed.
        let read = file.take(limit + 1).read_to_end(&mut text)? as u64;
        if read > limit {
            return Err(io::Error::new(ErrorKind::InvalidData, format!("{path} is too large")).into());
        }
        left -= read;
        content.insert(path, text);
    }
    Ok(content)
}

impl Resources for WithArchives {
    fn read(&self, path: &str) -> io::Result<Option<Bytes>> {
        if split(path).is_none() {
            return self.files.read(path);
        }
        match self.find(path)? {
            Some((_, archive, inside)) => archive.read(inside),
            None => Ok(None),
        }
    }

    fn list(&self, path: &str) -> io::Result<Option<Vec<Str>>> {
        if split(path).is_none() {
            return self.files.list(path);
        }
        match self.find(path)? {
            Some((_, archive, inside)) => archive.list(inside),
            None => Ok(None),
        }
    }

    fn stamp(&self, path: &str) -> Option<Stamp> {
        if split(path).is_none() {
            return self.files.stamp(path);
        }
        let (stamp, archive, inside) = self.find(path).ok()??;
        // A file changes with its archive.
        (archive.stamp(inside).is_some() || matches!(archive.list(inside), Ok(Some(_)))).then_some(stamp)
    }
}

impl Files for WithArchives {
    fn open(&self, path: &str) -> io::Result<Found> {
        if split(path).is_some() { Ok(Found::Nothing) } else { self.files.open(path) }
    }

    fn blocks(&self) -> bool {
        self.files.blocks()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn jar(files: &[(&str, &str)]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(text.as_bytes()).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn descriptors_and_tag_files_are_found_by_path() {
        let memory = Arc::new(MemoryResources::new());
        let content = [
            ("META-INF/a.tld", "A"),
            ("META-INF/tags/x/b.tag", "B"),
            ("META-INF/MANIFEST.MF", "M"),
            ("x/C.class", "C"),
            ("x/M.properties", "M"),
        ];
        memory.insert("/WEB-INF/lib/a.jar", jar(&content));
        memory.insert("/WEB-INF/lib/broken.jar", "PK");
        memory.insert("/other.jar", jar(&content));
        let files = WithArchives::new(memory.clone());
        let text =
            |path: &str| files.read(path).unwrap().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        assert_eq!(text("/WEB-INF/lib/a.jar!/META-INF/a.tld").as_deref(), Some("A"));
        assert_eq!(text("/WEB-INF/lib/a.jar!/META-INF/tags/x/b.tag").as_deref(), Some("B"));
        assert_eq!(text("/WEB-INF/lib/a.jar!/x/M.properties").as_deref(), Some("M"));
        assert_eq!(files.list("/WEB-INF/lib/a.jar!/META-INF/").unwrap().unwrap(), ["a.tld", "tags/"]);
        for path in [
            "/WEB-INF/lib/a.jar!/META-INF/MANIFEST.MF",
            "/WEB-INF/lib/a.jar!/x/C.class",
            "/WEB-INF/lib/a.jar!/META-INF/none.tld",
            "/WEB-INF/lib/none.jar!/META-INF/a.tld",
            "/WEB-INF/lib/broken.jar!/META-INF/a.tld",
            "/other.jar!/META-INF/a.tld",
        ] {
            assert_eq!(text(path), None, "{path}");
            assert_eq!(files.stamp(path), None, "{path}");
        }
        assert!(matches!(files.open("/WEB-INF/lib/a.jar!/META-INF/a.tld").unwrap(), Found::Nothing));
        let before = files.stamp("/WEB-INF/lib/a.jar!/META-INF/a.tld").unwrap();
        memory.insert("/WEB-INF/lib/a.jar", jar(&[("META-INF/a.tld", "A2")]));
        assert_eq!(text("/WEB-INF/lib/a.jar!/META-INF/a.tld").as_deref(), Some("A2"));
        assert_ne!(files.stamp("/WEB-INF/lib/a.jar!/META-INF/a.tld"), Some(before));
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let text = "x".repeat(MAX_FILE_BYTES as usize + 1);
        assert!(read(&jar(&[("META-INF/a.tld", &text)])).is_err());
    }
}
