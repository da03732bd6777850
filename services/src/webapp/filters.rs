//! Filters among the application's sources (Servlet 6.1, chapter 6): which requests go through which of them.
//!
//! The filters of a request run as a page ([`WithServlets`]), and what answers it runs within that if it is a page, too.
//! Files and code of the host answer when the filters are through.

use std::sync::Arc;

use vespid_render::diagnostic::Diagnostic;
use vespid_render::value::Str;

use super::java_servlets::WithServlets;
use super::routes::Action;
use super::routes::Route;
use super::web_xml::Filter;
use super::web_xml::FilterMatch;
use super::web_xml::WebXml;

/// The filters of an application.
pub(super) struct Filters {
    files: Arc<WithServlets>,
    filters: Vec<Filter>,
    /// What each filter is for, in the order in which they run: by path, then by servlet (Servlet 6.1, 6.2.4).
    mappings: Vec<(usize, FilterMatch)>,
}

impl Filters {
    /// The filters of a descriptor whose sources are there; a warning for each other one.
    pub(super) fn new(
        files: Arc<WithServlets>,
        web_xml: &WebXml,
        runs_java: bool,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut filters = Vec::new();
        for filter in &web_xml.filters {
            if runs_java && files.has_source(&filter.class) {
                // So that it is looked at with all other pages.
                files.add_filters(&[filter]);
                filters.push(filter.clone());
                continue;
            }
            let message =
                format!("there is no source of the filter class {}: requests pass by it", filter.class);
            let hint =
                "put the source into /WEB-INF/classes, or wrap the service in a tower layer to do its work";
            let place = filter.place.clone();
            diagnostics.push(Diagnostic::warning("web-xml/no-filter", message, place).with_hint(hint));
        }
        let index = |name: &str| filters.iter().position(|filter| *filter.config.name == *name);
        let mapped =
            web_xml.filter_mappings.iter().filter_map(|it| Some((index(&it.filter)?, it.on.clone())));
        let (mut mappings, servlets): (Vec<_>, Vec<_>) =
            mapped.partition(|(_, on)| matches!(on, FilterMatch::Path(_)));
        mappings.extend(servlets);
        Filters { files, filters, mappings }
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.mappings.is_empty()
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.filters.len()
    }

    /// The page that sends a request through its filters; `None`: it has none.
    pub(super) fn page_for(&self, path: &str, route: &Route<'_>) -> Option<Str> {
        let servlet = match &route.action {
            Action::JspFile(file) | Action::Servlet(file) => Some(&*file.config.name),
            Action::Page => Some("jsp"),
            Action::File => Some("default"),
            Action::Handler(_) | Action::Missing => None,
        };
        let mut chain: Vec<&Filter> = Vec::new();
        for (filter, on) in &self.mappings {
            let fits = match on {
                FilterMatch::Path(pattern) => pattern.matches(path),
                FilterMatch::Servlet(name) => name == "*" || servlet.is_some_and(|servlet| *name == servlet),
            };
            let filter = &self.filters[*filter];
            if fits && !chain.iter().any(|known| std::ptr::eq(*known, filter)) {
                chain.push(filter);
            }
        }
        (!chain.is_empty()).then(|| self.files.add_filters(&chain))
    }
}
