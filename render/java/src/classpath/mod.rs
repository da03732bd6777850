//! The classes of an application that lie there as Java sources: found by name, parsed once, compiled on demand.
//!
//! ```text
//! a name ─▶ Index: which file ─▶ Source: its tree, what it refers to ─▶ all of that not compiled yet ─▶ Module
//! ```
//!
//! A class is compiled together with everything that it refers to and that is not compiled yet. So modules refer to
//! earlier ones only, and a class has one static state for the whole application.
//!
//! When a source changes, all classes are compiled anew, as [`Generation`]: objects of the old classes, in sessions
//! say, go on as they were.

mod builtin;
mod index;
mod source;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::sync::Weak;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;

use rustc_hash::FxHashMap;
use rustc_hash::FxHashSet;
use vespid_render::application::Application;
use vespid_render::diagnostic::Diagnostic;
use vespid_render::resources::Resources;
use vespid_render::resources::Stamp;
use vespid_render::source::SourceMap;
use vespid_render::value::Str;
use vespid_render::value::java::StaticClass;

use crate::compile::compile_sources;
use crate::library;
use crate::vm::Module;
use index::Index;
pub(crate) use index::moved;
pub(crate) use source::Source;
pub(crate) use source::Words;

/// The classes of one application, in the version that its files have.
#[derive(Default)]
pub(crate) struct ClassPath {
    current: Mutex<Option<Arc<Generation>>>,
    /// Whether the files are to be looked at again, whatever mode the application is in.
    stale: AtomicBool,
}

/// The classes as of one version of all files.
pub(crate) struct Generation {
    number: u64,
    index: Index,
    state: Mutex<State>,
    me: Weak<Generation>,
}

/// What is loaded so far.
#[derive(Default)]
struct State {
    /// By the full name of the class after which a file is called.
    sources: FxHashMap<Str, Arc<Source>>,
    modules: FxHashMap<Str, Arc<Module>>,
    /// The files by the numbers that spans have.
    map: SourceMap,
    stamps: Vec<(Str, Option<Stamp>)>,
    /// What is wrong in each file.
    diagnostics: FxHashMap<Str, Vec<Diagnostic>>,
}

/// A source and the module that its classes were compiled to.
#[derive(Clone)]
pub(crate) struct Unit {
    pub(crate) source: Arc<Source>,
    /// `None`: it is to be compiled.
    pub(crate) module: Option<Arc<Module>>,
}

impl ClassPath {
    /// Looks at the files again when the classes are asked for next.
    pub(crate) fn reload(&self) {
        self.stale.store(true, Ordering::Release);
    }

    /// The classes of the files as they were when they were looked at last. Blocks.
    pub(crate) fn current(&self, application: &Application) -> Arc<Generation> {
        let known = self.current.lock().unwrap_or_else(PoisonError::into_inner).clone();
        known.unwrap_or_else(|| self.generation(application))
    }

    /// The classes of the files as they are; in production, as they were at the last reload. Blocks.
    pub(crate) fn generation(&self, application: &Application) -> Arc<Generation> {
        let resources = application.resources().as_ref();
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let look = self.stale.swap(false, Ordering::AcqRel) || application.is_development();
        let number = match &*current {
            Some(known) if !look || known.is_unchanged(resources) => return known.clone(),
            Some(known) => known.number + 1,
            None => 1,
        };
        let made = Arc::new_cyclic(|me| Generation {
            number,
            index: Index::of(resources),
            state: Mutex::default(),
            me: me.clone(),
        });
        *current = Some(made.clone());
        made
    }
}

impl Generation {
    /// A number that no other version of the files has.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_unchanged(&self, resources: &dyn Resources) -> bool {
        self.index.is_unchanged(resources)
            && self.state().stamps.iter().all(|(path, stamp)| resources.stamp(path) == *stamp)
    }

    /// The sources that words of a page or source may mean, and all that those refer to, compiled. Blocks, and may take
    /// the compiler's stack.
    ///
    /// Gives what was found wrong in sources that were compiled for it, too.
    pub(crate) fn demand(&self, application: &Application, words: &Words) -> (Vec<Unit>, Vec<Diagnostic>) {
        let names = self.index.meant(words, &|name| is_native(application, name));
        self.load(application, names)
    }

    /// The classes of the application whose source has a word in it, and those of other locales: `Messages_de` beside
    /// `Messages`. Blocks.
    pub(crate) fn bundles_with(&self, application: &Application, word: &str) -> Vec<Str> {
        let names = self.index.names(&|name| is_native(application, name));
        let finder = memchr::memmem::Finder::new(word);
        let mut found: Vec<Str> = Vec::new();
        // Names are sorted, so that a base name comes before those that it begins.
        for name in names {
            let is_of_locale = found
                .iter()
                .any(|base| name.strip_prefix(base.as_str()).is_some_and(|locale| locale.starts_with('_')));
            let has_word = || {
                let path = self.index.path(&name)?;
                let bytes = application.resources().read(path).ok().flatten()?;
                finder.find(&bytes)
            };
            if is_of_locale || has_word().is_some() {
                found.push(name);
            }
        }
        found
    }

    /// The module that has the class of that full name, `a.b.C` or `a.b.C.D`, compiled with all that it refers to.
    pub(crate) fn find(&self, application: &Application, name: &str) -> Option<Arc<Module>> {
        let top = self.index.top_level(name)?;
        if is_native(application, &top) {
            return None;
        }
        self.load(application, vec![top]);
        self.compiled(name)
    }

    /// Whether there may be a source of the class of that full name.
    pub(crate) fn may_have(&self, name: &str) -> bool {
        self.index.top_level(name).is_some()
    }

    /// To be held by modules.
    pub(crate) fn me(&self) -> Weak<Generation> {
        self.me.clone()
    }

    /// The module that the class of that full name was compiled to, if it was.
    pub(crate) fn compiled(&self, name: &str) -> Option<Arc<Module>> {
        let top = self.index.top_level(name)?;
        self.state().modules.get(&top).cloned()
    }

    /// Compiles everything and gives what is wrong with it, by file.
    pub(crate) fn check(&self, application: &Application) -> Vec<Diagnostic> {
        self.load(application, self.index.names(&|name| is_native(application, name)));
        let state = self.state();
        let mut found: Vec<Diagnostic> = state.diagnostics.values().flatten().cloned().collect();
        found.sort_by(|a, b| {
            (&a.place.path, a.place.line, a.place.column).cmp(&(&b.place.path, b.place.line, b.place.column))
        });
        found
    }

    fn load(&self, application: &Application, names: Vec<Str>) -> (Vec<Unit>, Vec<Diagnostic>) {
        let mut state = self.state();
        let mut seen: FxHashSet<Str> = names.iter().cloned().collect();
        let mut todo = names;
        let mut units: Vec<Unit> = Vec::new();
        while let Some(name) = todo.pop() {
            let Some(source) = self.source(application, &mut state, &name) else { continue };
            for reference in &source.references {
                if seen.insert(reference.clone()) {
                    todo.push(reference.clone());
                }
            }
            let module = state.modules.get(&name).cloned();
            units.push(Unit { source, module });
        }
        if units.iter().all(|unit| unit.module.is_some()) {
            return (units, Vec::new());
        }
        let compiled = compile_sources(&units, state.map.clone(), application.registry(), self.me.clone());
        for unit in units.iter_mut().filter(|unit| unit.module.is_none()) {
            state.modules.insert(unit.source.name.clone(), compiled.module.clone());
            unit.module = Some(compiled.module.clone());
        }
        for diagnostic in &compiled.diagnostics {
            let path = Str::from(diagnostic.place.path.as_str());
            state.diagnostics.entry(path).or_default().push(diagnostic.clone());
        }
        (units, compiled.diagnostics)
    }

    fn source(&self, application: &Application, state: &mut State, name: &Str) -> Option<Arc<Source>> {
        if let Some(known) = state.sources.get(name) {
            return Some(known.clone());
        }
        let path = self.index.path(name)?;
        let mut source = match builtin::text(path) {
            Some(text) => Source::parse(name, path, text.as_bytes(), &mut state.map),
            None => {
                let resources = application.resources().as_ref();
                state.stamps.push((path.clone(), resources.stamp(path)));
                let bytes = resources.read(path).ok().flatten()?;
                Source::parse(name, path, &bytes, &mut state.map)
            }
        };
        source.references = self.index.meant(&source.words, &|name| is_native(application, name));
        // What describes a bean, and what makes one of text, is found by name (`java.beans`).
        let beside = ["BeanInfo", "Editor"].map(|end| Str::from(format!("{name}{end}")));
        source.references.extend(beside.into_iter().filter(|name| self.index.path(name).is_some()));
        source.words = Words::default();
        let source = Arc::new(source);
        state.sources.insert(name.clone(), source.clone());
        Some(source)
    }
}

impl Drop for Generation {
    fn drop(&mut self) {
        // Static fields may hold objects of the classes, which hold the modules.
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        for module in state.modules.values() {
            module.release();
        }
    }
}

/// Whether a class is there natively, so that a source of its name is not looked at.
fn is_native(application: &Application, name: &str) -> bool {
    library::find(name).is_some() || StaticClass::find(name, application.registry()).is_some()
}
