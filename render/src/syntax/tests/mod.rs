//! Tables: what pages become as trees, and what is said of bad ones.

mod directives;
mod documents;
mod dump;
mod host;
mod limits;
mod problems;
mod real_pages;
mod tag_files;
mod trees;

use host::Files;

use super::UnitKind;
use super::parse_unit;
use super::tree::Unit;
use crate::diagnostic::Diagnostic;

/// Declarations for pages that use the library of the tests.
const LIB: &str = r#"<%@taglib prefix="x" uri="urn:x"%>"#;

/// Parses `/page.jsp` with that text.
fn parse(page: &str) -> (Option<Unit>, Vec<Diagnostic>) {
    parse_unit("/page.jsp", UnitKind::Page, &Files::with([("/page.jsp", page)]))
}

/// The tree of a page that nothing is wrong with.
fn tree(page: &str) -> String {
    let (unit, diagnostics) = parse(page);
    assert_eq!(diagnostics, [], "{page}");
    dump::unit(&unit.expect("a page that could be read"))
}

/// The diagnostics of a page, one a line: column, code, message, hint.
fn problems(page: &str) -> Vec<String> {
    let (_, diagnostics) = parse(page);
    diagnostics.iter().map(line).collect()
}

fn line(diagnostic: &Diagnostic) -> String {
    let place = &diagnostic.place;
    let hint = diagnostic.hint.as_deref().map(|hint| format!(" ({hint})")).unwrap_or_default();
    let mark = if diagnostic.is_error() { "" } else { "warning " };
    format!("{}:{} {mark}{}: {}{hint}", place.line, place.column, diagnostic.code, diagnostic.message)
}

/// Pages, on a second line under the declaration of the library, and what is said of them.
fn check_problems(cases: &[(&str, &[&str])]) {
    for (page, expected) in cases {
        let found: Vec<String> = problems(&format!("{LIB}\n{page}"))
            .into_iter()
            .map(|line| line.strip_prefix("2:").map_or_else(|| line.clone(), str::to_owned))
            .collect();
        assert_eq!(found, *expected, "{page}");
    }
}
