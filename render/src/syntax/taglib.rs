//! The `taglib` directive (Pages 4.1, 1.10.2) and the prefixes that it declares.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Lookup;
use super::attributes::RawAttribute;
use super::parser::Parser;
use crate::diagnostic::closest;
use crate::source::Span;
use crate::tags::info::LibraryInfo;
use crate::value::Str;

/// The prefixes of a unit.
#[derive(Default)]
pub(super) struct Prefixes {
    declared: Vec<Prefix>,
    /// Prefixes of JSP documents, which mean nothing to files in standard syntax; functions have them.
    pub(super) documents: Vec<(Str, Arc<LibraryInfo>)>,
    /// Prefixes that were used in tags before (or without) being declared, and where first.
    undeclared: FxHashMap<Str, Span>,
}

/// A prefix and the library that it stands for.
pub(super) struct Prefix {
    pub(super) name: Str,
    /// `None`: it could not be had, which was reported.
    pub(super) library: Option<Arc<LibraryInfo>>,
    /// The `uri` or `tagdir`.
    target: Str,
    span: Span,
    /// A tag has it.
    used: bool,
}

impl Prefixes {
    pub(super) fn get(&self, name: &str) -> Option<&Prefix> {
        self.declared.iter().find(|prefix| prefix.name == name)
    }

    pub(super) fn use_in_tag(&mut self, name: &str) {
        if let Some(prefix) = self.declared.iter_mut().find(|prefix| prefix.name == name) {
            prefix.used = true;
        }
    }

    /// Prefixes of the unit's own file that no tag has.
    pub(super) fn without_tags(&self) -> Vec<(Str, Span)> {
        // A validator is a purpose of its own.
        let is_for_tags =
            |prefix: &Prefix| prefix.library.as_ref().is_some_and(|library| library.validator.is_none());
        let unused = |prefix: &&Prefix| !prefix.used && is_for_tags(prefix) && prefix.span.file == 0;
        self.declared.iter().filter(unused).map(|prefix| (prefix.name.clone(), prefix.span)).collect()
    }

    pub(super) fn missing_libraries(&self) -> Vec<Str> {
        let missing = self.declared.iter().filter(|prefix| prefix.library.is_none());
        missing.map(|prefix| prefix.name.clone()).collect()
    }

    pub(super) fn libraries(&self) -> Vec<(Str, Arc<LibraryInfo>)> {
        let declared = self.declared.iter();
        let declared = declared.filter_map(|prefix| Some((prefix.name.clone(), prefix.library.clone()?)));
        declared.chain(self.documents.iter().cloned()).collect()
    }

    pub(super) fn into_libraries(self) -> Vec<(Str, Arc<LibraryInfo>)> {
        let declared = self.declared.into_iter().filter_map(|prefix| Some((prefix.name, prefix.library?)));
        declared.chain(self.documents).collect()
    }
}

const RESERVED: [&str; 6] = ["jspx", "java", "javax", "jakarta", "servlet", "sun"];

impl Parser<'_> {
    pub(super) fn taglib_directive(&mut self, attributes: &[RawAttribute<'_>], span: Span) {
        let (mut uri, mut tagdir, mut prefix) = (None, None, None);
        for (index, raw) in attributes.iter().enumerate() {
            let name =
                self.known_attribute(raw, &attributes[..index], "taglib", &["uri", "tagdir", "prefix"]);
            let Some(name) = name else { continue };
            let value = Some((self.literal_value(raw), raw.value_span));
            match name {
                "uri" => uri = value,
                "tagdir" => tagdir = value,
                _ => prefix = value,
            }
        }
        let Some((prefix, prefix_span)) = prefix else {
            self.directive_lacks("taglib", "prefix", span);
            return;
        };
        let well_formed = super::cursor::name_at(&prefix, false) == Some(prefix.as_str());
        if !well_formed || prefix == "jsp" {
            let (message, hint) = if well_formed {
                (format!("the prefix `{prefix}` is that of the standard actions"), "choose another one")
            } else {
                (format!("`{prefix}` can't be a prefix"), "a prefix is a name without colons, such as `c`")
            };
            let diagnostic = self.error("page/bad-prefix", prefix_span, message).with_hint(hint);
            self.report(diagnostic);
            return;
        }
        if RESERVED.contains(&prefix.as_str()) {
            // Tomcat minds no more than the prefix of the standard actions.
            let message = format!("the prefix `{prefix}` is reserved");
            let diagnostic =
                self.warning("page/bad-prefix", prefix_span, message).with_hint("choose another one");
            self.report(diagnostic);
        }
        let (target, target_span, is_folder) = match (uri, tagdir) {
            (Some((uri, place)), None) => (uri, place, false),
            (None, Some((folder, place))) => (folder, place, true),
            (None, None) => return self.directive_lacks("taglib", "uri` or `tagdir", span),
            (Some(_), Some((_, place))) => {
                let message = "a taglib directive has a `uri` or a `tagdir`, not both";
                let diagnostic = self.error("page/bad-combination", place, message);
                self.report(diagnostic);
                return;
            }
        };
        if let Some(before) = self.prefixes.get(&prefix) {
            if before.target != target {
                let message = format!("the prefix `{prefix}` stands for another library already");
                let diagnostic = self
                    .error("page/prefix-conflict", prefix_span, message)
                    .with_related(format!("here for {}", before.target), self.place(before.span))
                    .with_hint("choose another prefix");
                self.report(diagnostic);
            }
            return;
        }
        if let Some(first) = self.prefixes.undeclared.get(&prefix) {
            let message = format!("the prefix `{prefix}` was used before it is declared");
            let diagnostic = self
                .error("page/prefix-conflict", prefix_span, message)
                .with_related("used here", self.place(*first))
                .with_hint("put the taglib directive before the first tag");
            self.report(diagnostic);
        }
        let library =
            if is_folder { self.folder(&target, target_span) } else { self.library(&target, target_span) };
        if self.view.is_some() {
            // As JSP documents name libraries (Pages 4.1, 10.1.5).
            let direct = target.contains(':') || matches!(self.host.library(&target), Lookup::Found { .. });
            let named = match self.resolve(&target, target_span) {
                _ if is_folder => format!("urn:jsptagdir:{target}"),
                Some(path) if target.starts_with('/') || !direct => format!("urn:jsptld:{path}"),
                _ => target.to_string(),
            };
            if let Some(view) = &mut self.view {
                view.namespace(&prefix, &named);
            }
        }
        self.prefixes.declared.push(Prefix { name: prefix, library, target, span, used: false });
    }

    /// The library under a URI; if there is none, that is reported.
    pub(super) fn library(&mut self, uri: &str, span: Span) -> Option<Arc<LibraryInfo>> {
        let mut found = self.host.library(uri);
        let is_relative = !uri.contains(':') && !uri.starts_with('/');
        if is_relative
            && matches!(found, Lookup::Missing)
            && let Some(path) = self.resolve(uri, span)
        {
            found = self.host.library(&path);
        }
        if !matches!(found, Lookup::Missing) {
            return self.found(found, span);
        }
        let known = self.host.known_libraries();
        let hint = if uri.starts_with('/') || (is_relative && uri.ends_with(".tld")) {
            self.resolve(uri, span).and_then(|path| self.path_hint(&path))
        } else {
            None
        };
        let hint = hint
            .or_else(|| {
                let uris = known.iter().map(|(uri, _)| uri.as_str());
                closest(uri, uris).map(|uri| format!("did you mean `{uri}`?"))
            })
            .unwrap_or_else(|| "is its TLD under /WEB-INF, or does the server provide it?".into());
        let message = format!("there is no tag library `{uri}`");
        let diagnostic = self.error("page/unknown-library", span, message).with_hint(hint);
        self.report(diagnostic);
        None
    }

    /// The library of a folder of tag files; if there is none, that is reported.
    pub(super) fn folder(&mut self, folder: &str, span: Span) -> Option<Arc<LibraryInfo>> {
        let path = folder.trim_end_matches('/');
        let inside =
            |root: &str| path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        if !(inside("/WEB-INF/tags") || inside("/META-INF/tags")) || path.split('/').any(|part| part == "..")
        {
            let diagnostic = self
                .error("page/bad-path", span, format!("`{folder}` is not under /WEB-INF/tags"))
                .with_hint("tag files are in the folder /WEB-INF/tags and in folders below it");
            self.report(diagnostic);
            return None;
        }
        match self.host.tag_folder(path) {
            Lookup::Missing => {
                self.dependencies.insert(path.into());
                let hint = self.path_hint(path);
                let message = format!("there is no folder {folder} with tag files");
                let diagnostic = self.error("page/unknown-library", span, message).with_hint_if(hint);
                self.report(diagnostic);
                None
            }
            found => self.found(found, span),
        }
    }

    pub(super) fn found(&mut self, found: Lookup, span: Span) -> Option<Arc<LibraryInfo>> {
        match found {
            Lookup::Found { library, dependencies } => {
                self.dependencies.extend(dependencies);
                Some(library)
            }
            Lookup::Missing => None,
            Lookup::Broken(diagnostics) => {
                if diagnostics.is_empty() {
                    let diagnostic =
                        self.error("page/broken-library", span, "this tag library can't be used");
                    self.report(diagnostic);
                }
                for diagnostic in diagnostics {
                    let chain = std::iter::once(self.place(span)).chain(self.sources.chain(span.file));
                    self.report(diagnostic.with_chain(chain));
                }
                None
            }
        }
    }

    /// Remembers a tag whose prefix is not declared, which makes it template text.
    pub(super) fn undeclared_prefix(&mut self, prefix: &str, local: &str, span: Span) {
        if self.prefixes.undeclared.contains_key(prefix) {
            return;
        }
        self.prefixes.undeclared.insert(prefix.into(), span);
        let tag = format!("{prefix}:{local}");
        if self.flags.undeclared_prefix_is_error {
            let message = format!("the prefix of <{tag}> is not declared");
            let diagnostic =
                self.error("page/undeclared-prefix", span, message).with_hint("add a taglib directive");
            self.report(diagnostic);
            return;
        }
        // XML vocabularies have prefixes too; only a prefix that usually belongs to a library is suspicious.
        let known = self.host.known_libraries();
        if let Some((uri, _)) = known.iter().find(|(_, usual)| usual == prefix) {
            let diagnostic = self
                .warning(
                    "page/undeclared-prefix",
                    span,
                    format!("<{tag}> is template text: its prefix is not declared"),
                )
                .with_hint(format!("<%@ taglib prefix=\"{prefix}\" uri=\"{uri}\" %>"));
            self.report(diagnostic);
        }
    }
}
