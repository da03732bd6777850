//! Bad input of any size ends soon, with a diagnostic.

use proptest::prelude::*;

use super::Files;
use super::LIB;
use super::UnitKind;
use super::parse;
use super::parse_unit;
use crate::syntax::MAX_DIAGNOSTICS;
use crate::syntax::MAX_INCLUDE_DEPTH;
use crate::syntax::MAX_NESTING;

fn codes(page: &str) -> Vec<&'static str> {
    parse(page).1.iter().map(|diagnostic| diagnostic.code).collect()
}

#[test]
fn nesting_ends() {
    let nested = |depth: usize| format!("{LIB}{}{}", "<x:quiet>".repeat(depth), "</x:quiet>".repeat(depth));
    assert_eq!(codes(&nested(MAX_NESTING)), [""; 0]);
    assert_eq!(codes(&nested(MAX_NESTING + 1)), ["page/too-deep"]);
    assert_eq!(codes(&format!("{LIB}{}", "<x:quiet>".repeat(100_000))), ["page/too-deep"]);
}

#[test]
fn a_page_full_of_faults_is_told_of_some() {
    let (_, diagnostics) = parse(&format!("{LIB}{}", "<x:quiet none=''/>\n".repeat(10_000)));
    assert_eq!(diagnostics.len(), MAX_DIAGNOSTICS + 1);
    assert_eq!(diagnostics.last().unwrap().code, "page/too-many-problems");
}

#[test]
fn includes_end() {
    let names: Vec<String> = (0..=MAX_INCLUDE_DEPTH).map(|n| format!("/{n}.jspf")).collect();
    let texts: Vec<String> =
        (0..=MAX_INCLUDE_DEPTH).map(|n| format!("<%@include file='{}.jspf'%>", n + 1)).collect();
    let chain = names.iter().map(String::as_str).zip(texts.iter().map(String::as_str));
    let (_, diagnostics) = parse_unit("/0.jspf", UnitKind::Page, &Files::with(chain));
    assert_eq!(diagnostics.iter().map(|it| it.code).collect::<Vec<_>>(), ["page/too-many-includes"]);
    // Each file includes the next one ten times; the last one of them is not there.
    let texts: Vec<String> =
        (0..20).map(|n| format!("<%@include file='{}.jspf'%>", n + 1).repeat(10)).collect();
    let bomb = names.iter().map(String::as_str).zip(texts.iter().map(String::as_str));
    let (_, diagnostics) = parse_unit("/0.jspf", UnitKind::Page, &Files::with(bomb));
    let codes: Vec<&str> = diagnostics.iter().map(|it| it.code).collect();
    assert_eq!(codes, [["page/missing-file"; 10].as_slice(), &["page/too-many-includes"]].concat());
}

#[test]
fn open_expressions_and_quotes_take_no_square_of_time() {
    // None of these is looked at to its end again and again.
    for piece in [
        "<x:out value=\"<%= a",
        "${",
        "<x:out value=\"${a(\"b\" '/>",
        "${'",
        "<x:out value='",
        "<%@page info='",
        "<x:raw>",
        "#{\"",
        "<jsp:text>",
    ] {
        let (unit, diagnostics) = parse(&format!("{LIB}{}", piece.repeat(10_000)));
        assert!(unit.is_some());
        assert!(!diagnostics.is_empty(), "{piece}");
    }
}

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<x:if test='1'>",
        "</x:if>",
        "<x:out",
        " value=",
        "\"",
        "'",
        "/>",
        ">",
        "<",
        "<%",
        "%>",
        "<%=",
        "<%--",
        "--%>",
        "<%@ ",
        "page ",
        "include file=",
        "page.jsp",
        "import='a'",
        "taglib prefix='y' uri='urn:y'",
        "${",
        "#{",
        "}",
        "{",
        "\\",
        "\\$",
        "&quot;",
        "<jsp:",
        "attribute name='value'",
        "body",
        "text",
        "include page='a'",
        "</jsp:",
        "é",
        "\n",
        " ",
        "a",
        "<x:raw>",
        "</x:raw>",
        "<![CDATA[",
        "]]>",
        "<jsp:directive.",
        "=",
        "x:",
        "\u{FFFD}",
        "\0",
        "😀",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_gives_a_unit_and_diagnostics_that_can_be_shown(page in pieces()) {
        let (unit, diagnostics) = parse(&format!("{LIB}{page}"));
        prop_assert!(unit.is_some());
        let unit = unit.unwrap();
        super::dump::unit(&unit);
        for diagnostic in &diagnostics {
            prop_assert!(!diagnostic.message.is_empty());
            diagnostic.report().to_text();
            diagnostic.report().to_html();
        }
    }

    #[test]
    fn any_bytes_are_a_page_of_some_encoding(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        crate::syntax::encoding::decode(&bytes, UnitKind::Page, None);
        crate::tags::tld::read("/x.tld", &bytes);
    }
}
