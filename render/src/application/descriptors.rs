//! The taglib map of an application (Pages 4.1, 7.3.2 to 7.3.6): which URI stands for which descriptor.
//!
//! From highest to lowest: the libraries that Vespid and the host bring along, which stand in for every descriptor that
//! bears their URI; the map of `web.xml`; descriptors in the archives under `/WEB-INF/lib`; those under `/WEB-INF`.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;

use rustc_hash::FxHashMap;

use super::Application;
use crate::diagnostic::Diagnostic;
use crate::paths;
use crate::resources::Resources;
use crate::resources::Stamp;
use crate::tags::info::HandlerInfo;
use crate::tags::info::LibraryInfo;
use crate::tags::info::TagInfo;
use crate::tags::tld;
use crate::value::Str;

/// Folders within each other that are looked through; more is a circle of links.
const MAX_DEPTH: usize = 32;

/// The descriptors of an application by URI and by path.
#[derive(Default)]
pub(super) struct Descriptors {
    pub(super) by_uri: FxHashMap<Str, Described>,
}

/// A descriptor.
#[derive(Clone)]
pub(super) struct Described {
    /// Its `uri`, which a broken one may have too.
    uri: Str,
    pub(super) path: Str,
    pub(super) library: Result<Arc<LibraryInfo>, Vec<Diagnostic>>,
}

/// Descriptors that were read, with their versions: reading the map again reads only what has changed.
#[derive(Default)]
pub(super) struct Known(Mutex<FxHashMap<Str, (Option<Stamp>, Described)>>);

impl Descriptors {
    pub(super) fn read(application: &Application, known: &Known) -> Self {
        let reader = Reader { application, resources: application.resources().as_ref(), known };
        let mut descriptors = Descriptors::default();
        for (uri, location) in &application.config().taglibs {
            let Some(path) = paths::resolve("/WEB-INF/web.xml", location) else { continue };
            if let Some(described) = reader.describe(&descriptor_of(&path)) {
                descriptors.add_path(&path, &described);
                descriptors.by_uri.entry(uri.clone()).or_insert(described);
            }
        }
        let archives = reader.names("/WEB-INF/lib/");
        // In memory there may be the files of an archive without the archive itself.
        for archive in archives.iter().map(|name| name.strip_suffix(paths::ARCHIVE).unwrap_or(name)) {
            if !archive.ends_with(".jar") {
                continue;
            }
            let path: Str = format!("/WEB-INF/lib/{archive}").into();
            for found in reader.descriptors(&format!("{path}!/META-INF/")) {
                descriptors.add(&reader, &found);
            }
            if let Some(described) = descriptors.by_uri.get(&descriptor_of(&path)).cloned() {
                descriptors.add_path(&path, &described);
            }
        }
        for found in reader.descriptors("/WEB-INF/") {
            descriptors.add(&reader, &found);
        }
        descriptors
    }

    fn add(&mut self, reader: &Reader<'_>, path: &Str) {
        let Some(described) = reader.describe(path) else { return };
        if !described.uri.is_empty() {
            self.by_uri.entry(described.uri.clone()).or_insert_with(|| described.clone());
        }
        self.add_path(path, &described);
    }

    fn add_path(&mut self, path: &Str, described: &Described) {
        self.by_uri.entry(path.clone()).or_insert_with(|| described.clone());
    }
}

/// The descriptor at a TLD resource path, which may be an archive (Pages 4.1, 7.3.2).
fn descriptor_of(path: &Str) -> Str {
    if path.ends_with(".jar") { format!("{path}!/META-INF/taglib.tld").into() } else { path.clone() }
}

struct Reader<'a> {
    application: &'a Application,
    resources: &'a dyn Resources,
    known: &'a Known,
}

impl Reader<'_> {
    /// What is right in a folder, sorted.
    fn names(&self, folder: &str) -> Vec<Str> {
        let mut names = self.resources.list(folder).ok().flatten().unwrap_or_default();
        names.sort_unstable();
        names
    }

    /// The paths of all descriptors below a folder, those of the folder itself first.
    fn descriptors(&self, folder: &str) -> Vec<Str> {
        // Classes, archives and tag files are no place for descriptors (Pages 4.1, 7.3.1).
        const OTHERS: [&str; 3] = ["/WEB-INF/classes/", "/WEB-INF/lib/", "/WEB-INF/tags/"];
        let mut found = Vec::new();
        let mut folders = vec![(Str::from(folder), 0)];
        while let Some((folder, depth)) = folders.pop() {
            for name in self.names(&folder) {
                let path: Str = format!("{folder}{name}").into();
                if name.ends_with('/') && depth < MAX_DEPTH && !OTHERS.contains(&path.as_str()) {
                    folders.push((path, depth + 1));
                } else if name.ends_with(".tld") && name != "implicit.tld" {
                    found.push(path);
                }
            }
        }
        found
    }

    fn describe(&self, path: &Str) -> Option<Described> {
        let stamp = self.resources.stamp(path);
        let mut known = self.known.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((before, described)) = known.get(path)
            && *before == stamp
        {
            return Some(described.clone());
        }
        let bytes = self.resources.read(path).ok().flatten()?;
        let (library, diagnostics) = tld::read(path, &bytes);
        let uri = library.as_ref().map(|library| library.uri.clone()).unwrap_or_default();
        let broken = diagnostics.iter().any(Diagnostic::is_error);
        let library = match library {
            // Copies of the descriptors of well-known libraries name Java classes that are not here (Pages 4.1, 7.3.9).
            Some(library) => match self.application.library(&library.uri) {
                Some(own) => Ok(own),
                None if broken => Err(diagnostics),
                None => Ok(Arc::new(self.resolved(in_archive(library, path)))),
            },
            None => Err(diagnostics),
        };
        let described = Described { uri, path: path.clone(), library };
        known.insert(path.clone(), (stamp, described.clone()));
        Some(described)
    }
}

impl Reader<'_> {
    /// A library with the Rust types that stand for the classes of its checks.
    fn resolved(&self, mut library: LibraryInfo) -> LibraryInfo {
        let registry = self.application.registry();
        if let Some(info) = &mut library.validator {
            info.validator = self.application.find_validator(&info.class);
        }
        for tag in &mut library.tags {
            let check = tag.extra_class.as_ref().and_then(|class| registry.find_extra_info(class));
            if let Some(check) = check.cloned() {
                *tag = Arc::new(TagInfo { check: Some(check), ..TagInfo::clone(tag) });
            }
        }
        library
    }
}

/// The tag files of a descriptor in an archive are in the same archive (Pages 4.1, 8.4.2).
fn in_archive(mut library: LibraryInfo, path: &str) -> LibraryInfo {
    let Some((archive, _)) = path.split_once(paths::ARCHIVE) else { return library };
    for tag in &mut library.tags {
        if let HandlerInfo::TagFile(path) = &tag.handler {
            let handler = HandlerInfo::TagFile(format!("{archive}!{path}").into());
            *tag = Arc::new(TagInfo { handler, ..TagInfo::clone(tag) });
        }
    }
    library
}
