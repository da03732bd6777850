//! Lets the validators of tag libraries look at a page (Pages 4.1, 7.4.1.2).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Application;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::Severity;
use crate::program::Program;
use crate::script::ScriptClass;
use crate::source::Place;
use crate::syntax::Host;
use crate::syntax::UnitKind;
use crate::syntax::tree::Unit;
use crate::syntax::xml_view;
use crate::tags::PageData;
use crate::tags::TagLibraryValidator;
use crate::tags::ValidationMessage;
use crate::tags::ValidatorInfo;

/// What the validators of all libraries that a page or tag file uses find. The XML view is made only if there is one.
pub(super) fn validate(
    unit: &Unit,
    kind: UnitKind,
    program: &Program,
    host: &dyn Host,
    application: &Application,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut view = None;
    let mut seen: FxHashMap<&str, bool> = FxHashMap::default();
    for (prefix, library) in &unit.libraries {
        let Some(info) = &library.validator else { continue };
        // A library with several prefixes is looked at once (Pages 4.1, 7.4.1.2).
        if std::mem::replace(seen.entry(&library.uri).or_default(), true) {
            continue;
        }
        let Some(looks) = Looks::of(info, application) else {
            let message = format!("pages are checked by {}, which is not registered", info.class);
            let mut diagnostic = Diagnostic::error("page/unregistered-check", message, info.place.clone())
                .with_hint("register a TagLibraryValidator under that class name, or lay its source under WEB-INF/classes");
            diagnostic.severity = Severity::Warning;
            found.push(diagnostic);
            continue;
        };
        if view.is_none() {
            view = xml_view(&program.path, kind, program.settings.content_type.as_deref(), host);
        }
        let Some(view) = &view else { break };
        let page = PageData {
            // One that is bound anew has its URI behind it.
            prefix: prefix.split('{').next().unwrap_or_default(),
            uri: &library.uri,
            path: &program.path,
            params: &info.params,
            xml: &view.text,
        };
        for problem in looks.at(&page, application) {
            let (place, chain) = problem
                .id
                .as_deref()
                .and_then(|id| view.place(id))
                .unwrap_or_else(|| (Place::of_file(program.path.clone()), Vec::new()));
            let diagnostic = Diagnostic::error("page/validator", problem.message.as_str(), place)
                .with_chain(chain)
                .with_hint(format!("this is what {} asks of pages", info.class));
            found.push(diagnostic);
        }
    }
    found
}

/// What stands behind the class of a validator.
enum Looks<'a> {
    /// A Rust type.
    Rust(&'a dyn TagLibraryValidator),
    /// A class of the application's sources.
    Class(Arc<dyn ScriptClass>),
}

impl<'a> Looks<'a> {
    fn of(info: &'a ValidatorInfo, application: &Application) -> Option<Self> {
        match &info.validator {
            Some(validator) => Some(Looks::Rust(validator.as_ref())),
            None => application.class(&info.class).map(Looks::Class),
        }
    }

    fn at(&self, page: &PageData<'_>, application: &Application) -> Vec<ValidationMessage> {
        match self {
            Looks::Rust(validator) => validator.validate(page),
            Looks::Class(class) => class.look_at_page(application, page).unwrap_or_else(|error| {
                vec![ValidationMessage::new(format!("the validator failed: {}: {error}", error.class_name()))]
            }),
        }
    }
}

#[cfg(test)]
#[path = "validation_tests.rs"]
mod tests;
