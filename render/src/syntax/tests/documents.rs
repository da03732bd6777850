use super::Files;
use super::UnitKind;
use super::dump;
use super::line;
use super::parse_unit;
use crate::source::Place;
use crate::syntax::tree::NodeKind;
use crate::syntax::tree::Prolog;

const JSP: &str = "xmlns:jsp='http://java.sun.com/JSP/Page'";

/// The tree of a document that nothing is wrong with.
fn tree(document: &str) -> String {
    let files = Files::with([("/page.jspx", document)]);
    let (unit, diagnostics) = parse_unit("/page.jspx", UnitKind::Page, &files);
    assert_eq!(diagnostics, [], "{document}");
    dump::unit(&unit.expect("a document that could be read"))
}

/// What is said of a document.
fn problems(document: &str) -> Vec<String> {
    let files = Files::with([("/page.jspx", document)]);
    parse_unit("/page.jspx", UnitKind::Page, &files).1.iter().map(line).collect()
}

#[test]
fn documents_and_pages_make_the_same_tree() {
    for (document, page) in [
        ("<a> <b c='1'/> x${y}</a>", "<a><b c=\"1\"/> x${y}</a>"),
        (
            "<x:if xmlns:x='urn:x' test='${a}'> <b/> </x:if>",
            "<%@taglib prefix='x' uri='urn:x'%><x:if test='${a}'><b/></x:if>",
        ),
        (
            "<a xmlns:jsp='http://java.sun.com/JSP/Page'><jsp:include page='p'> <jsp:param name='n' value='&lt;'/> </jsp:include></a>",
            "<a><jsp:include page='p'><jsp:param name='n' value='<'/></jsp:include></a>",
        ),
    ] {
        assert_eq!(tree(document), super::tree(page), "{document}");
    }
}

#[test]
fn expressions_know_their_places_behind_references_and_sections() {
    let files = Files::with([("/page.jspx", "<a>&lt;é\r\n<![CDATA[ & ${b}]]> ${c}</a>")]);
    let (unit, diagnostics) = parse_unit("/page.jspx", UnitKind::Page, &files);
    assert_eq!(diagnostics, []);
    let unit = unit.expect("a document that could be read");
    let places: Vec<String> = unit
        .body
        .iter()
        .filter(|node| matches!(node.kind, NodeKind::El(_)))
        .map(|node| unit.sources.place(node.span))
        .map(|Place { line, column, width, .. }| format!("{line}:{column}+{width}"))
        .collect();
    assert_eq!(places, ["2:13+4", "2:21+4"]);
}

#[test]
fn the_prolog_is_as_the_outputs_say() {
    let prolog = |document: &str, kind, path| {
        let files = Files::with([(path, document)]);
        parse_unit(path, kind, &files).0.expect("a document that could be read").prolog
    };
    let page = |body: &str| prolog(&format!("<a {JSP}>{body}</a>"), UnitKind::Page, "/page.jspx");
    let document = |xml_declaration| Prolog { is_document: true, xml_declaration, doctype: None };
    assert_eq!(page(""), document(true));
    assert_eq!(page("<jsp:output omit-xml-declaration='yes'/>"), document(false));
    let root = format!("<jsp:root {JSP} version='2.0'/>");
    assert_eq!(prolog(&root, UnitKind::Page, "/page.jspx"), document(false));
    assert_eq!(prolog("<a/>", UnitKind::TagFile, "/WEB-INF/tags/a.tagx"), document(false));
    let doctype = page("<jsp:output doctype-root-element='a' doctype-system='s&quot;'/>").doctype;
    assert_eq!(doctype.as_deref(), Some("<!DOCTYPE a SYSTEM 's\"'>\n"));
}

#[test]
fn what_is_wrong_is_told_at_its_place() {
    for (document, expected) in [
        (
            "<a>\n <b></a>",
            "2:5 page/xml: this is not well-formed XML: expected 'b' tag, not 'a' (a file in XML syntax must be \
             well-formed, and its prefixes declared)",
        ),
        ("<a>\n${b +}</a>", "2:6 el/syntax: "),
        ("<a b='x'\n c='${d +}'/>", "2:10 el/syntax: "),
    ] {
        let found = problems(document);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with(expected), "{} is not {expected}", found[0]);
    }
}

#[test]
fn no_bad_document_makes_it_panic() {
    let whole = format!(
        "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY e '<b>x</b>'>]><jsp:root {JSP} xmlns:x='urn:x' version='2.0'>\
         <jsp:output doctype-root-element='r' doctype-system='s'/><jsp:directive.page session='false'/>&e;\
         <x:if test='${{a}}'> <jsp:attribute name='var' trim='false'> v </jsp:attribute><jsp:body> é&#65;<![CDATA[<]]> \
         </jsp:body></x:if><jsp:text>${{1}} \\${{</jsp:text><jsp:scriptlet>a &lt; b</jsp:scriptlet><p q='%= 1 %'/></jsp:root>"
    );
    let try_out = |text: &str| {
        let files = Files::with([("/page.jspx", text)]);
        let _ = parse_unit("/page.jspx", UnitKind::Page, &files);
        let files = Files::with([("/WEB-INF/tags/a.tagx", text)]);
        let _ = parse_unit("/WEB-INF/tags/a.tagx", UnitKind::TagFile, &files);
    };
    for (at, c) in whole.char_indices() {
        try_out(&whole[..at]);
        let after = &whole[at + c.len_utf8()..];
        for replacement in ["", "<", ">", "\"", "'", "&", "{", "é", "\r", "jsp:"] {
            try_out(&format!("{}{replacement}{after}", &whole[..at]));
        }
    }
}
