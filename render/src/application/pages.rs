//! Compiled pages: one compilation for any number of waiting requests, weighed by memory, checked for changes.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering;

use moka::future::Cache;
use rustc_hash::FxBuildHasher;
use rustc_hash::FxHashMap;

use super::Application;
use super::snapshot::Snapshot;
use super::validation;
use crate::Result;
use crate::compile;
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::error::class;
use crate::program::Program;
use crate::program::Unit;
use crate::resources::Stamp;
use crate::source::Place;
use crate::syntax::UnitKind;
use crate::syntax::parse_unit;
use crate::tags::info::LibraryInfo;
use crate::tags::standard;
use crate::value::Str;

/// The compiled pages of an application.
pub(super) struct Pages {
    cache: Cache<Str, Arc<Page>, FxBuildHasher>,
    /// Tag files compiled for one page serve the others.
    tag_files: Mutex<FxHashMap<Str, Arc<Program>>>,
    /// Counts reloads: a page looked at in an earlier generation is looked at again.
    generation: AtomicU64,
}

/// What is known of one page.
struct Page {
    /// What requests get: the newest version that compiled, in development only the newest.
    outcome: Result<Arc<Unit>, Failure>,
    dependencies: Vec<(Str, Option<Stamp>)>,
    /// The version of the application's classes that it was compiled with, if it may use any.
    classes_version: Option<u64>,
    checked: AtomicU64,
}

#[derive(Clone)]
enum Failure {
    Missing,
    Diagnostics(Arc<[Diagnostic]>),
}

impl Pages {
    pub(super) fn new(max_bytes: u64) -> Self {
        let cache = Cache::builder()
            .weigher(|path: &Str, page: &Arc<Page>| {
                let unit = page.outcome.as_ref().map_or(1024, |unit| unit.weight_bytes());
                u32::try_from(path.len() + unit).unwrap_or(u32::MAX)
            })
            .max_capacity(max_bytes)
            .build_with_hasher(FxBuildHasher);
        Pages { cache, tag_files: Mutex::default(), generation: AtomicU64::new(1) }
    }

    pub(super) fn reload(&self) {
        self.generation.fetch_add(1, Ordering::AcqRel);
    }

    pub(super) async fn page(&self, application: &Arc<Application>, path: &str) -> Result<Arc<Unit>> {
        let known = self.cache.get(path).await;
        let generation = self.generation.load(Ordering::Acquire);
        if let Some(page) = &known {
            let checked = page.checked.load(Ordering::Acquire) == generation;
            if checked && !application.development {
                return page.outcome(path);
            }
        }
        self.refresh(application, path, known, generation).await
    }

    #[cold]
    async fn refresh(
        &self,
        application: &Arc<Application>,
        path: &str,
        known: Option<Arc<Page>>,
        generation: u64,
    ) -> Result<Arc<Unit>> {
        let key = Str::from(path);
        let (asked, name, seen) = (Arc::clone(application), key.clone(), known.clone());
        let checked = tokio::task::spawn_blocking(move || match &seen {
            // A page that failed is compiled again in development: what it lacked may not be among its dependencies.
            Some(page) if page.outcome.is_err() && asked.development => Checked::Changed,
            Some(page) if page.is_unchanged(&asked) => Checked::Unchanged,
            Some(_) => Checked::Changed,
            None if asked.resources.stamp(&name).is_none() => Checked::Missing,
            None => Checked::Changed,
        })
        .await
        .map_err(|error| broken_off(path, &error))?;
        match (checked, &known) {
            (Checked::Missing, _) => return Err(Error::not_found(path)),
            (Checked::Unchanged, Some(page)) => {
                page.checked.store(generation, Ordering::Release);
                return page.outcome(path);
            }
            _ => {}
        }
        let (asked, name, before) = (Arc::clone(application), key.clone(), known.clone());
        let entry = self
            .cache
            .entry(key.clone())
            .or_insert_with_if(
                async move {
                    let compiling = name.clone();
                    let made = tokio::task::spawn_blocking(move || {
                        let page = make(&asked, &compiling, generation);
                        keep_last_good(page, before.as_deref(), &asked, &compiling)
                    });
                    Arc::new(made.await.unwrap_or_else(|error| broken_page(&name, &error, generation)))
                },
                // Whoever waited for another's new version takes that.
                |current| known.as_ref().is_some_and(|known| Arc::ptr_eq(known, current)),
            )
            .await;
        let page = entry.into_value();
        if matches!(page.outcome, Err(Failure::Missing)) {
            self.cache.invalidate(&key).await;
        }
        page.outcome(path)
    }
}

enum Checked {
    Missing,
    Unchanged,
    Changed,
}

impl Page {
    fn outcome(&self, path: &str) -> Result<Arc<Unit>> {
        match &self.outcome {
            Ok(unit) => Ok(unit.clone()),
            Err(Failure::Missing) => Err(Error::not_found(path)),
            Err(Failure::Diagnostics(diagnostics)) => Err(Error::translation(path, diagnostics.clone())),
        }
    }

    fn is_unchanged(&self, application: &Application) -> bool {
        let is_unchanged = |(path, stamp): &(Str, Option<Stamp>)| application.resources.stamp(path) == *stamp;
        self.dependencies.iter().all(is_unchanged)
            && (self.classes_version.is_none() || self.classes_version == application.classes_version())
    }
}

/// In production, a page whose new version does not compile stays as it was.
fn keep_last_good(page: Page, before: Option<&Page>, application: &Application, path: &str) -> Page {
    let (Err(Failure::Diagnostics(diagnostics)), Some(Page { outcome: Ok(unit), .. }), false) =
        (&page.outcome, before, application.development)
    else {
        return page;
    };
    for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.is_error()) {
        tracing::error!(
            page = path,
            "the new version does not compile and the last one is kept: {diagnostic}"
        );
    }
    Page { outcome: Ok(unit.clone()), ..page }
}

#[cold]
fn broken_off(path: &str, error: &tokio::task::JoinError) -> Error {
    Error::new(class::IO, format!("compiling {path} was broken off: {error}"))
}

fn broken_page(path: &str, error: &tokio::task::JoinError, generation: u64) -> Page {
    let diagnostic =
        Diagnostic::error("page/compiler", broken_off(path, error).message().as_str(), Place::of_file(path));
    Page {
        outcome: Err(Failure::Diagnostics(Arc::from([diagnostic]))),
        dependencies: Vec::new(),
        classes_version: None,
        checked: AtomicU64::new(generation),
    }
}

/// Compiles a page with the tag files that it reaches.
fn make(application: &Application, path: &str, generation: u64) -> Page {
    let started = std::time::Instant::now();
    let mut work = Assembly::new(application, Arc::default());
    let outcome = match work.page(path) {
        Some(unit) => Ok(Arc::new(unit)),
        None if work.diagnostics.is_empty() => Err(Failure::Missing),
        None => Err(Failure::Diagnostics(work.diagnostics.as_slice().into())),
    };
    tracing::debug!(page = path, ok = outcome.is_ok(), elapsed = ?started.elapsed(), "compiled");
    Page {
        outcome,
        dependencies: work.dependencies,
        classes_version: work.classes_version,
        checked: AtomicU64::new(generation),
    }
}

/// Brings a unit together: the page, then tag files as they are found.
pub(super) struct Assembly<'a> {
    application: &'a Application,
    snapshot: Arc<Snapshot>,
    programs: Vec<Arc<Program>>,
    pub(super) diagnostics: Vec<Diagnostic>,
    dependencies: Vec<(Str, Option<Stamp>)>,
    classes_version: Option<u64>,
}

impl<'a> Assembly<'a> {
    /// Nothing yet; files are looked at by way of the snapshot.
    pub(super) fn new(application: &'a Application, snapshot: Arc<Snapshot>) -> Self {
        Assembly {
            application,
            snapshot,
            programs: Vec::new(),
            diagnostics: Vec::new(),
            dependencies: Vec::new(),
            classes_version: None,
        }
    }

    /// Compiles a page and all tag files that it reaches. `None`: the page can't be used; without a diagnostic, there
    /// is no such file.
    pub(super) fn page(&mut self, path: &str) -> Option<Unit> {
        let page = self.compile(path, UnitKind::Page)?;
        self.programs.push(Arc::new(page));
        let mut links = Vec::new();
        let mut at = 0;
        let mut failed = false;
        while let Some(program) = self.programs.get(at).cloned() {
            let mut link = Vec::new();
            for callee in &program.callees {
                let known = self
                    .programs
                    .iter()
                    .skip(1)
                    .position(|known| known.path == *callee)
                    .map(|index| index + 1);
                let index = match known {
                    Some(index) => index,
                    None => match self.tag_file(callee) {
                        Some(program) => {
                            self.programs.push(program);
                            self.programs.len() - 1
                        }
                        None => {
                            failed = true;
                            continue;
                        }
                    },
                };
                link.push(index as u32);
            }
            links.push(link);
            at += 1;
        }
        if failed { None } else { Some(Unit { programs: std::mem::take(&mut self.programs), links }) }
    }

    /// Compiles a tag file, unless that was done already.
    pub(super) fn tag_file(&mut self, path: &Str) -> Option<Arc<Program>> {
        if let Some(diagnostics) = self.snapshot.failure(path) {
            self.diagnostics.extend(diagnostics.iter().cloned());
            return None;
        }
        let tag_files = &self.application.pages.tag_files;
        let known = tag_files.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        if let Some(program) = known {
            let resources = self.application.resources.as_ref();
            let is_unchanged = |(path, stamp): &(Str, _)| self.snapshot.stamp(path, resources) == *stamp;
            let version = program.classes_version;
            if program.dependencies.iter().all(is_unchanged)
                && (version.is_none() || version == self.application.classes_version())
            {
                self.classes_version = self.classes_version.or(version);
                self.dependencies.extend(program.dependencies.iter().cloned());
                return Some(program);
            }
        }
        let before = self.diagnostics.len();
        let Some(program) = self.compile(path, UnitKind::TagFile) else {
            self.snapshot.set_failure(path.clone(), self.diagnostics[before..].into());
            return None;
        };
        let program = Arc::new(program);
        tag_files.lock().unwrap_or_else(PoisonError::into_inner).insert(path.clone(), program.clone());
        Some(program)
    }

    fn compile(&mut self, path: &str, kind: UnitKind) -> Option<Program> {
        let host = self.application.host(self.snapshot.clone());
        let (unit, diagnostics) = parse_unit(path, kind, &host);
        let failed = diagnostics.iter().any(Diagnostic::is_error);
        let Some(unit) = unit else {
            self.diagnostics.extend(diagnostics);
            self.dependencies.push((path.into(), host.stamp(path)));
            return None;
        };
        let mut dependencies = vec![(Str::from(path), host.stamp(path))];
        for dependency in &unit.dependencies {
            if dependencies.iter().all(|(known, _)| known != dependency) {
                dependencies.push((dependency.clone(), host.stamp(dependency)));
            }
        }
        if unit.libraries.iter().any(|(_, library)| standard::is_fmt(&library.uri)) {
            dependencies.extend(self.application.bundles().refresh(self.application.resources.as_ref()));
            self.application.refresh_bundle_classes();
        }
        self.dependencies.extend(dependencies.iter().cloned());
        // Looked at before anything is compiled, so that a change in between is seen.
        let classes_version = self.application.classes_version();
        // What the parser has mended is compiled as well, to find what else is wrong; but a place that the parser
        // complains of needs no second complaint.
        let (program, mut found) = match compile::compile(&unit, path, self.application) {
            Ok((program, warnings)) => (Some(program), warnings),
            Err(diagnostics) => (None, diagnostics),
        };
        found.retain(|it| diagnostics.iter().all(|other| other.place != it.place));
        self.diagnostics.extend(diagnostics);
        self.diagnostics.extend(found);
        let mut program = program.filter(|_| !failed)?;
        let is_by_class = |library: &LibraryInfo| {
            library.validator.as_ref().is_some_and(|validator| validator.validator.is_none())
        };
        if program.uses_classes || unit.libraries.iter().any(|(_, library)| is_by_class(library)) {
            program.classes_version = classes_version;
            self.classes_version = self.classes_version.or(classes_version);
        }
        let refused = validation::validate(&unit, kind, &program, &host, self.application);
        let is_refused = refused.iter().any(Diagnostic::is_error);
        self.diagnostics.extend(refused);
        if is_refused {
            return None;
        }
        program.dependencies = dependencies;
        Some(program)
    }
}
