//! Tag libraries by URI (Pages 4.1, 7.3): those that Vespid and the host bring along, those of the application's
//! descriptors, and folders of tag files.

use std::collections::hash_map::Entry;
use std::io;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;

use bytes::Bytes;
use rustc_hash::FxHashMap;

use super::Application;
use super::descriptors::Descriptors;
use super::descriptors::Known;
use super::snapshot::Snapshot;
use crate::diagnostic::Diagnostic;
use crate::registry::Function;
use crate::registry::Registry;
use crate::resources::Stamp;
use crate::script::ExtraFound;
use crate::script::ExtraUse;
use crate::script::ScriptTag;
use crate::source::Place;
use crate::syntax::Host;
use crate::syntax::Lookup;
use crate::syntax::PageSettings;
use crate::syntax::describe_tag_file;
use crate::tags::TagLibraryValidator;
use crate::tags::fmt;
use crate::tags::functions;
use crate::tags::info::FunctionInfo;
use crate::tags::info::HandlerInfo;
use crate::tags::info::LibraryInfo;
use crate::tags::info::TagInfo;
use crate::tags::native;
use crate::tags::standard;
use crate::tags::stepwise::TagClass;
use crate::tags::tld;
use crate::tags::validators;
use crate::value::Str;
use crate::value::Value;

/// The libraries of an application.
#[derive(Default)]
pub(super) struct Libraries {
    built_in: FxHashMap<Str, Arc<LibraryInfo>>,
    /// Descriptors of the application by URI, read when they are first needed. In development they are read for each
    /// compilation.
    descriptors: Mutex<Option<Arc<Descriptors>>>,
    known: Known,
    read_always: bool,
}

impl Libraries {
    pub(super) fn new(brought: Vec<LibraryInfo>, read_always: bool) -> Self {
        let mut by_uri: FxHashMap<Str, LibraryInfo> = FxHashMap::default();
        for library in standard::libraries().into_iter().chain([native::library()]).chain(brought) {
            match by_uri.entry(library.uri.clone()) {
                Entry::Vacant(place) => drop(place.insert(library)),
                // What comes later wins.
                Entry::Occupied(mut known) => {
                    let known = known.get_mut();
                    known.tags.splice(..0, library.tags);
                    known.functions.splice(..0, library.functions);
                }
            }
        }
        let built_in = by_uri.into_iter().map(|(uri, library)| (uri, Arc::new(library))).collect();
        Libraries { built_in, descriptors: Mutex::default(), known: Known::default(), read_always }
    }

    /// A library that Vespid or the host brings along.
    pub(super) fn built_in(&self, uri: &str) -> Option<Arc<LibraryInfo>> {
        self.built_in.get(uri).cloned()
    }

    /// Reads descriptors anew at the next compilation.
    pub(super) fn forget(&self) {
        *self.descriptors.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn descriptors(&self, application: &Application) -> Arc<Descriptors> {
        let mut known = self.descriptors.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.as_ref() {
            return known.clone();
        }
        let read = Arc::new(Descriptors::read(application, &self.known));
        if !self.read_always {
            *known = Some(read.clone());
        }
        read
    }
}

impl Application {
    /// The parser's view of the application.
    pub(super) fn host(&self, snapshot: Arc<Snapshot>) -> ApplicationHost<'_> {
        let descriptors = snapshot.descriptors(|| self.libraries().descriptors(self));
        ApplicationHost { application: self, descriptors, snapshot }
    }

    /// The classes of the listeners that the descriptors of tag libraries name, each once (Pages 4.1, 7.1.9). Blocks.
    pub fn library_listeners(&self) -> Vec<Str> {
        let descriptors = self.libraries().descriptors(self);
        let mut paths: Vec<_> = descriptors.by_uri.values().collect();
        paths.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        let mut classes: Vec<Str> = Vec::new();
        for class in paths.iter().filter_map(|it| it.library.as_ref().ok()).flat_map(|it| &it.listeners) {
            if !classes.contains(class) {
                classes.push(class.clone());
            }
        }
        classes
    }

    /// What is behind a static Java method: a function in Rust, or the method of a class of the application's sources.
    pub(crate) fn find_function(&self, info: &FunctionInfo) -> Option<Arc<dyn Function>> {
        let (class, method) = (&info.class, &info.method);
        if let Some(function) = self
            .registry()
            .find_function(class, method)
            .or_else(|| brought_along().find_function(class, method))
        {
            return Some(function.clone());
        }
        let class = self.class(class)?;
        if !class.has_static_method(method) {
            return None;
        }
        let (method, types) = (method.clone(), info.params.clone());
        Some(Arc::new(move |args: &[Value]| class.call_static(&method, Some(&types), args)))
    }

    /// The Rust type behind the Java class name of a validator.
    pub(super) fn find_validator(&self, class: &str) -> Option<Arc<dyn TagLibraryValidator>> {
        self.registry().find_validator(class).or_else(|| brought_along().find_validator(class)).cloned()
    }

    /// The tag handler of that class among the application's sources. Blocks.
    pub(crate) fn find_script_tag(&self, class: &str) -> Option<Arc<dyn ScriptTag>> {
        self.class(class)?.tag_handler(self)
    }

    /// The Rust tag handler behind a Java class name.
    pub(crate) fn find_tag_class(&self, class: &str) -> Option<TagClass> {
        self.registry().tag_class(class).or_else(|| brought_along().tag_class(class)).cloned()
    }
}

/// The functions library and Vespid's own tags, registered once.
fn brought_along() -> &'static Registry {
    static REGISTRY: std::sync::OnceLock<Registry> = std::sync::OnceLock::new();
    REGISTRY.get_or_init(|| {
        let mut registry = Registry::new();
        functions::register(&mut registry, standard::FUNCTIONS_CLASS);
        native::register(&mut registry);
        validators::register(&mut registry);
        fmt::register(&mut registry);
        registry
    })
}

/// What the parser asks of the application.
pub(super) struct ApplicationHost<'a> {
    application: &'a Application,
    descriptors: Arc<Descriptors>,
    snapshot: Arc<Snapshot>,
}

impl ApplicationHost<'_> {
    /// The version of a file that was read, or else the one that is there.
    pub(super) fn stamp(&self, path: &str) -> Option<Stamp> {
        self.snapshot.stamp(path, self.application.resources().as_ref())
    }

    /// The tag files of a folder.
    fn describe_folder(&self, folder: &str) -> Lookup {
        let Ok(Some(names)) = self.list(folder) else { return Lookup::Missing };
        let mut tags: Vec<Arc<TagInfo>> = Vec::new();
        let mut dependencies = vec![Str::from(folder)];
        let mut problems = Vec::new();
        for name in names {
            let path: Str = format!("{folder}/{name}").into();
            if name == "implicit.tld" {
                if let Ok(Some(bytes)) = self.read(&path) {
                    problems.extend(tld::implicit_problems(&path, &bytes));
                }
                dependencies.push(path);
                continue;
            }
            if !(name.ends_with(".tag") || name.ends_with(".tagx")) {
                continue;
            }
            if let Some(description) = describe_tag_file(&path, self) {
                let name = &description.tag.name;
                if tags.iter().any(|other| other.name == *name) {
                    let message = format!("there are two tag files for the tag `{name}` in {folder}");
                    let place = Place::of_file(path.clone());
                    problems.push(
                        Diagnostic::error("tld/duplicate-tag", message, place)
                            .with_hint("rename one of them"),
                    );
                }
                tags.push(description.tag);
                dependencies.extend(description.dependencies);
            }
        }
        if problems.iter().any(Diagnostic::is_error) {
            return Lookup::Broken(problems);
        }
        let inside = folder.strip_prefix("/WEB-INF/tags/").unwrap_or("tags");
        let library = LibraryInfo {
            uri: folder.into(),
            short_name: inside.replace('/', "-").into(),
            tags,
            ..LibraryInfo::default()
        };
        Lookup::Found { library: Arc::new(library), dependencies }
    }
}

impl Host for ApplicationHost<'_> {
    fn read(&self, path: &str) -> io::Result<Option<Bytes>> {
        self.stamp(path);
        self.application.resources().read(path)
    }

    fn list(&self, folder: &str) -> io::Result<Option<Vec<Str>>> {
        self.stamp(folder);
        self.application.resources().list(folder)
    }

    fn library(&self, uri: &str) -> Lookup {
        if let Some(described) = self.descriptors.by_uri.get(uri) {
            let library = match &described.library {
                Ok(library) => library,
                Err(diagnostics) => return Lookup::Broken(diagnostics.clone()),
            };
            let mut dependencies = vec![described.path.clone()];
            let mut library = library.clone();
            if library.uri.is_empty() {
                Arc::make_mut(&mut library).uri = uri.into();
            }
            if library.tags.iter().any(|tag| matches!(tag.handler, HandlerInfo::TagFile(_))) {
                // What a tag file says of itself may have changed without its descriptor.
                dependencies.extend(tld::describe_tag_files(Arc::make_mut(&mut library), self));
            }
            return Lookup::Found { library, dependencies };
        }
        match self.application.libraries().built_in.get(uri) {
            Some(library) => Lookup::Found { library: library.clone(), dependencies: Vec::new() },
            None => Lookup::Missing,
        }
    }

    fn tag_folder(&self, folder: &str) -> Lookup {
        let folder = folder.trim_end_matches('/');
        self.snapshot.folder(folder, || self.describe_folder(folder))
    }

    fn deferred_is_text(&self, tag_file: &str) -> Option<bool> {
        let libraries =
            self.descriptors.by_uri.values().filter_map(|described| described.library.as_ref().ok());
        let is_it =
            |tag: &Arc<TagInfo>| matches!(&tag.handler, HandlerInfo::TagFile(path) if path == tag_file);
        libraries.flat_map(|library| &library.tags).find(|tag| is_it(tag)).map(|tag| tag.deferred_is_text)
    }

    fn known_libraries(&self) -> Vec<(Str, Str)> {
        let described =
            self.descriptors.by_uri.values().filter_map(|described| described.library.as_ref().ok());
        let mut known: Vec<(Str, Str)> = described
            .chain(self.application.libraries().built_in.values())
            .map(|library| (library.uri.clone(), library.short_name.clone()))
            .collect();
        known.sort_unstable();
        known.dedup();
        known
    }

    fn look_at_tag(&self, class: &str, used: &ExtraUse<'_>) -> Option<crate::Result<ExtraFound>> {
        Some(self.application.class(class)?.look_at_tag(self.application, used))
    }

    fn settings(&self, path: &str) -> PageSettings {
        self.application.config().group_for(path).settings
    }
}
