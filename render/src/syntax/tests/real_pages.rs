//! Syntax of real pages that a parser must survive: ordinary, odd, and wrong in ways that do no harm.

use super::LIB;
use super::parse;
use super::problems;
use super::tree;

fn survive(cases: &[(&str, &str)]) {
    for (page, expected) in cases {
        assert_eq!(tree(&format!("{LIB}{page}")), *expected, "{page}");
    }
}

#[test]
fn ordinary_pages() {
    survive(&[
        ("<a class=\"n<x:if test='${a}'> on</x:if>\">", r#""<a class=\"n" x:if(test=${a}){" on"} "\">""#),
        (
            "<script>var a = '${b}'; $(function(){ $('#c') })</script>",
            r#""<script>var a = '" ${b} "'; $(function(){ $('#c') })</script>""#,
        ),
        ("<a href=\"<%= u %>\">", r#""<a href=\"" Expression< u > "\">""#),
        (
            "<% if (a) { %>b<% } else { %>c<% } %>",
            r#"Scriptlet< if (a) { > "b" Scriptlet< } else { > "c" Scriptlet< } >"#,
        ),
        ("<%@page session='false'%><%@ page\r\n info='i'\r\n%>\r\na\rb\n", r#""\r\na\rb\n""#),
        (
            "<!-- <x:out value='1'/> ${a} <% b(); %> -->",
            r#""<!-- " x:out(value="1") " " ${a} " " Scriptlet< b(); > " -->""#,
        ),
        ("<x:if test='${a.b > 1 and c < 2}'>d</x:if>", r#"x:if(test=${a.b > 1 and c < 2}){"d"}"#),
        (
            "< x:if test='${a}'>b</x:if\n><\n  x:out value='a'/> < x",
            r#"x:if(test=${a}){"b"} x:out(value="a") " < x""#,
        ),
        ("<x:out value =\"a\" escapeXml= 'b'/>", r#"x:out(value="a" escapeXml="b")"#),
        ("<x:out value=\"<a href=\\\"b\\\">\"/>", r#"x:out(value="<a href=\"b\">")"#),
        (
            "<style>a { color: #{ } #fff }</style>".replace("#{", "#").as_str(),
            r#""<style>a { color: # } #fff }</style>""#,
        ),
        ("<![CDATA[ if (a < b && c) ]]>", r#""<![CDATA[ if (a < b && c) ]]>""#),
        ("<x:out value='${a ? \"b\" : \"\"}'/>", r#"x:out(value=${a ? "b" : ""})"#),
        ("</body></html></x></x:>", r#""</body></html></x></x:>""#),
        ("${a\n  .b}", "${a\n  .b}"),
    ]);
}

#[test]
fn rare_pages() {
    survive(&[
        ("<script>`\\${a} \\${b}`</script>", r#""<script>`${a} ${b}`</script>""#),
        ("<x:out value=\"\\${a}\"/>", r#"x:out(value="${a}")"#),
        ("<%-- a <%-- b --%> c --%>", r#"" c --%>""#),
        ("<x:out value=\"<x:out value='a'/>\"/>", r#"x:out(value="<x:out value='a'/>")"#),
        ("<x:out value=\"${f(\"a\")} b\"/>", r#"x:out(value=${f("a")}" b")"#),
        ("<%@taglib prefix='x' uri='urn:x'%><%@ taglib uri=\"urn:x\" prefix=\"x\" %>a", r#""a""#),
        ("<n:a b='${c}'><n:d/></n:a>", r#""<n:a b='" ${c} "'><n:d/></n:a>""#),
        ("<x:if test='${a == b} '>c</x:if>", r#"x:if(test=${a == b}" "){"c"}"#),
        ("<%@page import='static a.B.c, d.E.*'%>", ""),
        ("<%!%><%  %><%\n/* a */\n%>", ""),
        ("<x:out value=\"a\nb\"/>", r#"x:out(value="a\nb")"#),
    ]);
}

#[test]
fn java_keywords_are_properties() {
    for page in ["${a.class.name}", "${a.default}", "${a.do}", "${a.goto}", "${a.synchronized}"] {
        assert_eq!(tree(page), page);
    }
}

#[test]
fn harmless_faults_are_warned_of() {
    for (page, expected) in [
        ("<x:out value=\"<%=\"a\"%>\"/>", r#"x:out(value=Expression<"a">)"#),
        ("<x:out value=\"a<%=b%>c\"/>", r#"x:out(value="a<%=b%>c")"#),
        ("<x:out value='a'escapeXml='b'/>", r#"x:out(value="a" escapeXml="b")"#),
    ] {
        let (unit, diagnostics) = parse(&format!("{LIB}{page}"));
        assert!(diagnostics.len() == 1 && !diagnostics[0].is_error(), "{diagnostics:?}");
        assert_eq!(super::dump::unit(&unit.unwrap()), expected);
    }
    assert_eq!(problems("<%@page import='a.B;'%>").len(), 1);
}

#[test]
fn a_prefix_that_only_the_includer_declares_is_known_in_the_fragment() {
    let files = super::Files::with([
        ("/page.jsp", "<%@taglib prefix='x' uri='urn:x'%><%@include file='f.jspf'%>"),
        ("/f.jspf", "<x:out value='1'/>"),
    ]);
    let (unit, diagnostics) = super::parse_unit("/page.jsp", super::UnitKind::Page, &files);
    assert_eq!(diagnostics, []);
    assert_eq!(super::dump::unit(&unit.unwrap()), r#"x:out(value="1")"#);
}
