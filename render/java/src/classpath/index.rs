//! Which classes have sources, and where.

use rustc_hash::FxHashMap;
use rustc_hash::FxHashSet;
use vespid_render::paths::ARCHIVE;
use vespid_render::resources::Resources;
use vespid_render::resources::Stamp;
use vespid_render::value::Str;

use super::builtin;
use super::source::Words;
use crate::compile::full_name;

const CLASSES: &str = "/WEB-INF/classes/";

const LIBRARIES: &str = "/WEB-INF/lib/";

const EXTENSION: &str = ".java";

/// Folders within each other that are looked through; more is a circle of links.
const MAX_DEPTH: usize = 32;

/// The source files under `/WEB-INF/classes` and in the archives of `/WEB-INF/lib`.
pub(super) struct Index {
    /// The paths of files, by package and by the simple name of the class after which they are called.
    packages: FxHashMap<Str, FxHashMap<Str, Str>>,
    /// The first names of all packages.
    roots: FxHashSet<Str>,
    seen: Vec<Folder>,
}

/// A folder or archive that was looked through.
struct Folder {
    path: Str,
    stamp: Option<Stamp>,
    /// What is in it, where folders have no stamps.
    content: Option<Vec<Str>>,
}

impl Index {
    /// Looks through all folders. What comes first on the class path wins. Blocks.
    pub(super) fn of(resources: &dyn Resources) -> Self {
        let mut index =
            Index { packages: FxHashMap::default(), roots: FxHashSet::default(), seen: Vec::new() };
        index.look(resources, CLASSES);
        let mut archives = resources.list(LIBRARIES).ok().flatten().unwrap_or_default();
        archives.sort_unstable();
        index.note(resources, LIBRARIES, &archives);
        for archive in archives.iter().map(|name| name.strip_suffix(ARCHIVE).unwrap_or(name)) {
            if archive.ends_with(".jar") {
                let path: Str = format!("{LIBRARIES}{archive}").into();
                let stamp = resources.stamp(&path);
                index.seen.push(Folder { path, stamp, content: None });
                index.look(resources, &format!("{LIBRARIES}{archive}{ARCHIVE}"));
            }
        }
        for (path, _) in builtin::SOURCES {
            let Some((folder, class)) = path.strip_suffix(EXTENSION).and_then(|path| path.rsplit_once('/'))
            else {
                continue;
            };
            let path = format!("{}{path}", builtin::ROOT);
            index.add(&folder.replace('/', "."), class, path.into());
        }
        index
    }

    fn add(&mut self, package: &str, class: &str, path: Str) {
        let root = package.split('.').next().unwrap_or_default();
        self.roots.insert(root.into());
        self.packages.entry(package.into()).or_default().entry(class.into()).or_insert(path);
    }

    fn look(&mut self, resources: &dyn Resources, root: &str) {
        let mut folders = vec![(Str::from(root), 0)];
        while let Some((folder, depth)) = folders.pop() {
            let content = resources.list(&folder).ok().flatten().unwrap_or_default();
            if !root.contains(ARCHIVE) {
                self.note(resources, &folder, &content);
            }
            let package: Str = folder[root.len()..].trim_end_matches('/').replace('/', ".").into();
            for name in &content {
                if name.ends_with('/') {
                    if depth < MAX_DEPTH {
                        folders.push((format!("{folder}{name}").into(), depth + 1));
                    }
                } else if let Some(class) = name.strip_suffix(EXTENSION) {
                    self.add(&package, class, format!("{folder}{name}").into());
                }
            }
        }
    }

    fn note(&mut self, resources: &dyn Resources, folder: &str, content: &[Str]) {
        let path = folder.trim_end_matches('/');
        let stamp = resources.stamp(path);
        let content = stamp.is_none().then(|| content.to_vec());
        self.seen.push(Folder { path: path.into(), stamp, content });
    }

    /// Whether no file came or went.
    pub(super) fn is_unchanged(&self, resources: &dyn Resources) -> bool {
        self.seen.iter().all(|folder| {
            resources.stamp(&folder.path) == folder.stamp
                && folder.content.as_ref().is_none_or(|content| {
                    let mut now = resources.list(&folder.path).ok().flatten().unwrap_or_default();
                    now.sort_unstable();
                    let mut before = content.clone();
                    before.sort_unstable();
                    before == now
                })
        })
    }

    /// The path of the file called after a class.
    pub(super) fn path(&self, name: &str) -> Option<&Str> {
        let (package, simple) = name.rsplit_once('.').unwrap_or(("", name));
        self.packages.get(package)?.get(simple)
    }

    /// The class after which the file is called that a name leads to: `a.b.C` for `a.b.C`, `a.b.C.D` and `a.b.C$D`.
    pub(super) fn top_level(&self, name: &str) -> Option<Str> {
        if self.path(name).is_some() {
            return Some(name.into());
        }
        if let Some(moved) = moved(name) {
            return self.top_level(&moved);
        }
        if !self.roots.contains(name.split(['.', '$']).next()?) && !self.roots.contains("") {
            return None;
        }
        let ends = name.char_indices().filter(|(_, char)| matches!(char, '.' | '$')).map(|(at, _)| at);
        ends.map(|end| &name[..end]).find(|prefix| self.path(prefix).is_some()).map(Str::from)
    }

    /// All classes of the application after which files are called.
    pub(super) fn names(&self, is_native: &dyn Fn(&str) -> bool) -> Vec<Str> {
        let mut names: Vec<Str> = Vec::new();
        for (package, classes) in &self.packages {
            let own = classes.iter().filter(|(_, path)| !path.starts_with(builtin::ROOT));
            names.extend(own.map(|(class, _)| full_name(package, class)));
        }
        names.retain(|name| !is_native(name));
        names.sort_unstable();
        names
    }

    /// The classes with sources that words may mean.
    pub(super) fn meant(&self, words: &Words, is_native: &dyn Fn(&str) -> bool) -> Vec<Str> {
        let mut packages: Vec<Str> = words.package.iter().cloned().collect();
        let mut found: Vec<Str> = Vec::new();
        for (import, is_static) in &words.imports {
            match import.strip_suffix(".*") {
                Some(package) if !is_static && self.packages.contains_key(package) => {
                    packages.push(package.into());
                }
                Some(package) if !is_static && moved(package).is_some() => packages.extend(moved(package)),
                Some(class) => found.extend(self.top_level(class)),
                None => found.extend(self.top_level(import)),
            }
        }
        for name in &words.names {
            found.extend(self.top_level(name));
        }
        for package in packages {
            let Some(classes) = self.packages.get(&package) else { continue };
            let meant = classes.keys().filter(|class| words.words.contains(*class));
            found.extend(meant.map(|class| full_name(&package, class)));
        }
        found.sort_unstable();
        found.dedup();
        found.retain(|name| !is_native(name));
        found
    }
}

/// The present name of a class or package of Jakarta EE that is written with its former one.
pub(crate) fn moved(name: &str) -> Option<Str> {
    let rest = name.strip_prefix("javax.")?;
    ["servlet", "el"].contains(&rest.split('.').next()?).then(|| format!("jakarta.{rest}").into())
}
