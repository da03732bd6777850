//! Compiling all pages of an application to see what is wrong with them.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;
use std::thread;

use rustc_hash::FxHashSet;

use super::Application;
use super::is_page;
use super::pages::Assembly;
use super::snapshot::Snapshot;
use crate::diagnostic::Diagnostic;
use crate::resources::Resources;
use crate::source::Place;
use crate::value::Str;

/// Threads that check at the same time, however many processors there are: each holds a page in memory.
const MAX_THREADS: usize = 32;

/// A page or tag file that was checked.
#[derive(Clone, Debug)]
pub struct CheckedPage {
    /// Its context-relative path.
    pub path: Str,
    /// What is wrong with it, with the files that it includes and the tag files that it reaches.
    pub diagnostics: Vec<Diagnostic>,
}

impl CheckedPage {
    /// Whether it can be served.
    pub fn compiles(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// What [`Application::check_pages`] found.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// All pages and tag files, by path.
    pub pages: Vec<CheckedPage>,
    /// What is wrong with the classes of the application's sources.
    pub classes: Vec<Diagnostic>,
    /// What kept the application's folders from being looked through.
    pub unreadable: Vec<Diagnostic>,
}

impl Checked {
    /// All that was found, in order of pages, then of classes. What is wrong with a file that many pages share is told once.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut told = FxHashSet::default();
        let of_pages = self.pages.iter().flat_map(|page| &page.diagnostics);
        let all = self.unreadable.iter().chain(of_pages).chain(&self.classes);
        all.filter(|it| told.insert(it.to_string())).cloned().collect()
    }
}

impl Application {
    /// Compiles every page and tag file of the application and tells what is wrong, by path, each thing once. Blocks:
    /// call it off the reactor.
    pub fn check(&self) -> Vec<Diagnostic> {
        self.check_pages(|_, _| {}).diagnostics()
    }

    /// Compiles every page and tag file of the application, on all processors. `progress` is told, from any thread, how
    /// many are done and how many there are. Blocks: call it off the reactor.
    pub fn check_pages(&self, progress: impl Fn(usize, usize) + Sync) -> Checked {
        let mut unreadable = Vec::new();
        let paths = page_paths(self.resources().as_ref(), &mut unreadable);
        let snapshot = Arc::new(Snapshot::default());
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let pages = Mutex::new(Vec::with_capacity(paths.len()));
        let work = || {
            while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                let page = check_page(self, path, &snapshot);
                pages.lock().unwrap_or_else(PoisonError::into_inner).push(page);
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, paths.len());
            }
        };
        let threads =
            thread::available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS).min(paths.len());
        thread::scope(|scope| {
            for _ in 1..threads {
                // Without another thread, this one does all.
                let _ = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
            }
            work();
        });
        let mut pages = pages.into_inner().unwrap_or_else(PoisonError::into_inner);
        pages.sort_unstable_by(|one: &CheckedPage, other| one.path.cmp(&other.path));
        let classes = self.script_engine().map_or(Vec::new(), |engine| engine.check_classes(self));
        Checked { pages, classes, unreadable }
    }
}

/// As much as the main thread has: what is bounded for it is bounded for these.
const STACK_BYTES: usize = 8 << 20;

fn check_page(application: &Application, path: &Str, snapshot: &Arc<Snapshot>) -> CheckedPage {
    let mut work = Assembly::new(application, snapshot.clone());
    if is_tag_file(path) {
        work.tag_file(path);
    } else {
        work.page(path);
    }
    CheckedPage { path: path.clone(), diagnostics: work.diagnostics }
}

fn is_tag_file(path: &str) -> bool {
    path.ends_with(".tag") || path.ends_with(".tagx")
}

/// All pages and tag files, in order.
fn page_paths(resources: &dyn Resources, unreadable: &mut Vec<Diagnostic>) -> Vec<Str> {
    let mut paths = Vec::new();
    let mut folders = vec![Str::from("/")];
    while let Some(folder) = folders.pop() {
        let names = match resources.list(&folder) {
            Ok(names) => names.unwrap_or_default(),
            Err(error) => {
                let message = format!("{folder} can't be read: {error}");
                unreadable.push(Diagnostic::error("app/unreadable", message, Place::of_file(folder)));
                continue;
            }
        };
        for name in names {
            let path: Str = format!("{folder}{name}").into();
            if name.ends_with('/') {
                folders.push(path);
            } else if (is_page(&path) && !path.ends_with(".jspf")) || is_tag_file(&path) {
                paths.push(path);
            }
        }
    }
    paths.sort_unstable();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::MemoryResources;

    fn application(files: impl IntoIterator<Item = (String, String)>) -> Arc<Application> {
        let files: MemoryResources = files.into_iter().collect();
        Application::builder(Arc::new(files)).build()
    }

    #[test]
    fn every_page_is_checked_once_and_shared_faults_are_told_once() {
        let include = r#"<%@ include file="/head.jspf" %>"#;
        let pages = (0..100).map(|n| (format!("/{n:02}.jsp"), include.to_owned()));
        let fragment = ("/head.jspf".to_owned(), "${1 +}".to_owned());
        let sound = ("/x/sound.jsp".to_owned(), "${1 + 1}".to_owned());
        let application = application(pages.chain([fragment, sound]));
        let most = AtomicUsize::new(0);
        let checked = application.check_pages(|done, all| {
            assert_eq!(all, 101);
            most.fetch_max(done, Ordering::Relaxed);
        });
        assert_eq!(most.into_inner(), 101);
        let paths: Vec<&str> = checked.pages.iter().map(|page| page.path.as_str()).collect();
        assert!(paths.is_sorted() && paths.len() == 101, "{paths:?}");
        let sound: Vec<&str> =
            checked.pages.iter().filter(|page| page.compiles()).map(|page| page.path.as_str()).collect();
        assert_eq!(sound, ["/x/sound.jsp"]);
        let told: Vec<_> = checked.diagnostics().iter().map(|it| it.place.path.clone()).collect();
        assert_eq!(told, ["/head.jspf"]);
    }

    #[test]
    fn a_broken_tag_file_is_told_once_and_breaks_its_pages() {
        let page = r#"<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %><t:bad/><t:good/>"#;
        let application = application(
            [
                ("/a.jsp", page),
                ("/b.jsp", page),
                ("/c.jsp", r#"<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %><t:good/>"#),
                ("/WEB-INF/tags/bad.tag", "${"),
                ("/WEB-INF/tags/good.tag", "x"),
            ]
            .map(|(path, text)| (path.to_owned(), text.to_owned())),
        );
        let checked = application.check_pages(|_, _| {});
        let broken: Vec<&str> =
            checked.pages.iter().filter(|page| !page.compiles()).map(|page| page.path.as_str()).collect();
        assert_eq!(broken, ["/WEB-INF/tags/bad.tag", "/a.jsp", "/b.jsp"]);
        assert_eq!(checked.diagnostics().len(), 1);
    }

    #[test]
    fn what_a_page_is_full_of_is_told_once_beside_what_the_parser_finds() {
        let page = r#"<%@ taglib prefix="z" uri="urn:none" %><% a(); %>${z:f(1)}<%= b %><z:tag/>"#;
        let application = application([("/a.jsp".to_owned(), page.to_owned())]);
        let codes: Vec<_> = application.check().iter().map(|it| it.code).collect();
        assert_eq!(codes, ["page/unknown-library", "page/scripting"]);
    }

    #[test]
    fn functions_with_an_open_end_take_any_number_of_arguments() {
        let library = r#"<taglib version="2.1"><uri>urn:f</uri><function><name>join</name>
            <function-class>shop.F</function-class>
            <function-signature>java.lang.String join(java.lang.String, java.lang.Object...)</function-signature>
            </function></taglib>"#;
        let page = r#"<%@ taglib prefix="f" uri="urn:f" %>"#;
        let pages =
            [("/0.jsp", "${f:join()}"), ("/1.jsp", "${f:join('-')}"), ("/3.jsp", "${f:join('-', 1, 2)}")];
        let mut files = vec![("/WEB-INF/f.tld".to_owned(), library.to_owned())];
        files.extend(pages.map(|(path, text)| (path.to_owned(), format!("{page}{text}"))));
        let codes: Vec<_> = application(files).check().iter().map(|it| it.code).collect();
        assert_eq!(codes, ["el/arguments", "el/unregistered-function", "el/unregistered-function"]);
    }
}
