//! The `include` directive (Pages 4.1, 1.10.3), preludes and codas.

use std::sync::Arc;

use super::MAX_FILES;
use super::MAX_INCLUDE_DEPTH;
use super::attributes::RawAttribute;
use super::loader::LoadError;
use super::parser::Parser;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::closest;
use crate::diagnostic::did_you_mean;
use crate::paths;
use crate::source::Place;
use crate::source::Span;
use crate::value::Str;

impl Parser<'_> {
    pub(super) fn include_directive(&mut self, attributes: &[RawAttribute<'_>], span: Span) {
        let mut file = None;
        for (index, raw) in attributes.iter().enumerate() {
            if self.known_attribute(raw, &attributes[..index], "include", &["file"]).is_some() {
                let computed = raw.value.contains("${") || raw.value.contains("<%=");
                let value = self.literal_value(raw);
                if computed {
                    let diagnostic = self
                        .error(
                            "page/not-literal",
                            raw.value_span,
                            "the include directive takes the name of a file, not an expression",
                        )
                        .with_hint("what is chosen at request time is included by <jsp:include page=\"…\"/>");
                    self.report(diagnostic);
                    return;
                }
                file = Some((value, raw.value_span));
            }
        }
        match file {
            Some((file, place)) => self.include(&file, place),
            None if attributes.is_empty() => self.directive_lacks("include", "file", span),
            None => {}
        }
    }

    /// Puts the content of a file into the element that is open. The file is named at `by`.
    pub(super) fn include(&mut self, file: &str, by: Span) {
        let Some(includer) = self.sources.file(by.file).map(|file| file.path().clone()) else { return };
        let Some(path) = paths::resolve_source(&includer, file) else {
            let diagnostic = self
                .error("page/bad-path", by, format!("`{file}` leads outside of the application"))
                .with_hint("a path that starts with `/` is relative to the root of the application");
            self.report(diagnostic);
            return;
        };
        if self.including.contains(&path) {
            let message = format!("{path} is included while it is being read, which would never end");
            let diagnostic = self
                .error("page/cyclic-include", by, message)
                .with_hint("remove one of the include directives");
            self.report(diagnostic);
            return;
        }
        if self.including.len() > MAX_INCLUDE_DEPTH || self.sources.files().len() >= MAX_FILES {
            let diagnostic = self
                .error("page/too-many-includes", by, "the page includes too many files")
                .with_hint(format!("at most {MAX_FILES} in all, and {MAX_INCLUDE_DEPTH} within each other"));
            self.stop(diagnostic);
            return;
        }
        self.dependencies.insert(path.clone());
        match self.loader.load(&path) {
            Ok(loaded) => {
                let number = self.sources.add_included(Arc::clone(&loaded.source), by);
                let nodes = self.file(&loaded, number, &path);
                self.append(nodes);
            }
            Err(error @ LoadError::TooLarge) => {
                let diagnostic = Self::load_problem(&path, &error, self.place(by));
                self.stop(diagnostic.with_chain(self.sources.chain(by.file)));
            }
            Err(_) if self.is_muted() || !self.failed_includes.insert((includer, by.start)) => {}
            Err(error) => {
                let mut diagnostic =
                    Self::load_problem(&path, &error, self.place(by)).with_chain(self.sources.chain(by.file));
                if matches!(error, LoadError::Missing) {
                    diagnostic.hint = self.path_hint(&path);
                }
                self.report(diagnostic);
            }
        }
    }

    /// Why a file can't be had, as a diagnostic.
    pub(super) fn load_problem(path: &str, error: &LoadError, place: Place) -> Diagnostic {
        match error {
            LoadError::Missing => {
                Diagnostic::error("page/missing-file", format!("there is no file {path}"), place)
            }
            LoadError::Unreadable(error) => {
                Diagnostic::error("page/unreadable-file", format!("{path} can't be read: {error}"), place)
            }
            LoadError::TooLarge => {
                Diagnostic::error("page/too-large", format!("with {path} the page becomes too large"), place)
            }
        }
    }

    /// Which file or folder was perhaps meant by a path that leads nowhere.
    pub(super) fn path_hint(&self, path: &str) -> Option<String> {
        let mut path = path.trim_end_matches('/');
        loop {
            let (folder, name) = (paths::folder(path), &path[path.rfind('/')? + 1..]);
            let list = self.host.list(if folder.is_empty() { "/" } else { folder }).ok().flatten();
            if let Some(list) = list {
                let names: Vec<&str> = list.iter().map(|name| name.trim_end_matches('/')).collect();
                if let Some(hint) = did_you_mean(name, names.iter().copied()) {
                    return Some(hint);
                }
                // Often only the extension is wrong.
                let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
                let stems: Vec<String> = names.iter().map(|name| stem(name)).collect();
                let found = closest(&stem(name), stems.iter().map(String::as_str))?;
                let index = stems.iter().position(|stem| stem == found)?;
                return Some(format!("did you mean `{}`?", names[index]));
            }
            if folder.is_empty() {
                return None;
            }
            path = folder;
        }
    }

    /// The path that `target` means in the file that `span` is in.
    pub(super) fn resolve(&self, target: &str, span: Span) -> Option<Str> {
        self.sources.file(span.file).and_then(|file| paths::resolve(file.path(), target))
    }
}
