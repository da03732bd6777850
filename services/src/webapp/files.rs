//! Files of an application as the server sends them.

use std::fs::File;
use std::io;

use bytes::Bytes;
use vespid_render::resources::MemoryResources;
use vespid_render::resources::Resources;
use vespid_render::resources::Stamp;

/// The files of a web application, for pages ([`Resources`]) and to be sent as they are.
///
/// Beyond reading a file whole, a large one can be opened and sent in pieces. Calls may block.
pub trait Files: Resources {
    /// What is at a path, opened if it is a file. A path that ends in `/` is no file.
    ///
    /// # Errors
    /// What the file system reports, other than that nothing is there.
    fn open(&self, path: &str) -> io::Result<Found> {
        if path.ends_with('/') {
            return Ok(if self.list(path)?.is_some() { Found::Folder } else { Found::Nothing });
        }
        match (self.stamp(path), self.read(path)?) {
            (Some(stamp), Some(bytes)) => Ok(Found::File(stamp, Content::Bytes(bytes))),
            _ if self.list(path)?.is_some() => Ok(Found::Folder),
            _ => Ok(Found::Nothing),
        }
    }

    /// Whether calls wait for a device, so that they have to be made off the reactor.
    fn blocks(&self) -> bool {
        true
    }
}

/// What is at a path.
#[derive(Debug)]
pub enum Found {
    /// Nothing that may be seen.
    Nothing,
    /// A folder.
    Folder,
    /// A file and its version.
    File(Stamp, Content),
}

/// The content of an open file.
#[derive(Debug)]
pub enum Content {
    /// In memory.
    Bytes(Bytes),
    /// On disk, as long as its stamp says.
    File(File),
}

impl Files for MemoryResources {
    fn blocks(&self) -> bool {
        false
    }
}
