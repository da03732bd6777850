//! What one look at an application's files found: versions and descriptions, each noted once.

use std::hash::Hash;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::PoisonError;

use rustc_hash::FxHashMap;

use super::descriptors::Descriptors;
use crate::diagnostic::Diagnostic;
use crate::resources::Resources;
use crate::resources::Stamp;
use crate::syntax::Lookup;
use crate::value::Str;

/// One look at the files: of one page that is compiled, or of all that are checked. Within it every file is taken to
/// stay as it was found first.
#[derive(Default)]
pub(super) struct Snapshot {
    stamps: Memo<Str, Option<Stamp>>,
    folders: Memo<Str, Lookup>,
    failures: Memo<Str, Arc<[Diagnostic]>>,
    descriptors: OnceLock<Arc<Descriptors>>,
}

impl Snapshot {
    /// The version of a file, noted before it is read for the first time: a change meanwhile is seen at the next check.
    pub(super) fn stamp(&self, path: &str, resources: &dyn Resources) -> Option<Stamp> {
        self.stamps.get_or(path, || resources.stamp(path))
    }

    /// The tag files of a folder, described once.
    pub(super) fn folder(&self, path: &str, describe: impl FnOnce() -> Lookup) -> Lookup {
        self.folders.get_or(path, describe)
    }

    /// The descriptors of the application's libraries, read once.
    pub(super) fn descriptors(&self, read: impl FnOnce() -> Arc<Descriptors>) -> Arc<Descriptors> {
        self.descriptors.get_or_init(read).clone()
    }

    /// What is wrong with a tag file that was compiled before.
    pub(super) fn failure(&self, path: &str) -> Option<Arc<[Diagnostic]>> {
        self.failures.get(path)
    }

    pub(super) fn set_failure(&self, path: Str, diagnostics: Arc<[Diagnostic]>) {
        self.failures.insert(path, diagnostics);
    }
}

/// Answers, by what was asked.
struct Memo<K, V>(Mutex<FxHashMap<K, V>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Memo(Mutex::default())
    }
}

impl<K: Hash + Eq + for<'a> From<&'a str> + std::borrow::Borrow<str>, V: Clone> Memo<K, V> {
    fn get(&self, key: &str) -> Option<V> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    fn insert(&self, key: K, value: V) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, value);
    }

    /// The first answer. Two threads may both look for it; that does no harm but work.
    fn get_or(&self, key: &str, ask: impl FnOnce() -> V) -> V {
        if let Some(known) = self.get(key) {
            return known;
        }
        let answer = ask();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(key.into()).or_insert(answer).clone()
    }
}
