use super::Files;
use super::LIB;
use super::UnitKind;
use super::dump;
use super::parse_unit;
use super::tree;
use crate::syntax::PageSettings;

fn check(cases: &[(&str, &str)]) {
    for (page, expected) in cases {
        assert_eq!(tree(page), *expected, "{page}");
    }
}

/// [`check`] with the library of the tests declared.
fn check_tags(cases: &[(&str, &str)]) {
    for (page, expected) in cases {
        assert_eq!(tree(&format!("{LIB}{page}")), *expected, "{page}");
    }
}

#[test]
fn template_text_is_kept_exactly() {
    check(&[
        ("", ""),
        (" a\r\n\tb\n", r#"" a\r\n\tb\n""#),
        ("a<%@page session='false'%>b\n<%@ page info='i' %>\n", r#""ab\n\n""#),
        ("a<%-- <%-- ${x} <jsp:y> --%>b<%----%>c", r#""abc""#),
        ("a < b <c> </d> <!-- ${x} --> $5 # {", r#""a < b <c> </d> <!-- " ${x} " --> $5 # {""#),
        ("<\\% \\${a} \\#{b} \\$ \\# \\\\ \\n \\\\${c}", r##""<% ${a} #{b} $ # \\\\ \\n \\${c}""##),
        (
            "<?xml version='1.0'?><%@page info='x'%>\n<![CDATA[ ${a} ]]>",
            r#""<?xml version='1.0'?>\n<![CDATA[ " ${a} " ]]>""#,
        ),
        ("<%@page pageEncoding='UTF-8'%><a:b c='${d}'>é</a:b></a:b>", r#""<a:b c='" ${d} "'>é</a:b></a:b>""#),
        ("$${a}$", r#""$" ${a} "$""#),
        ("<%@page isELIgnored='true'%>${a} \\${b} #{c}", r##""${a} \\${b} #{c}""##),
        ("${a}<%@page deferredSyntaxAllowedAsLiteral='true'%>#{c}", r##"${a} "#{c}""##),
        ("%\\> %>", r#""%\\> %>""#),
        ("<", r#""<""#),
        ("a\\", r#""a\\""#),
    ]);
}

#[test]
fn expressions_end_at_their_own_brace() {
    check(&[
        ("${'}'}a", r#"${'}'} "a""#),
        ("${{'k': {'l': 1}}}}", r#"${{'k': {'l': 1}}} "}""#),
        ("${a\n ==\n b}", "${a\n ==\n b}"),
        ("${\"it's\"}'", r#"${"it's"} "'""#),
    ]);
}

#[test]
fn white_space_beside_directives_can_be_trimmed() {
    check(&[
        (
            "<%@page trimDirectiveWhitespaces='true'%>\n<%@page session='false'%>\n\n<p>a</p>\n${a} ${b} <b>\n c ${d} e\n<%-- x --%>\n",
            r#""<p>a</p>\n" ${a} ${b} "<b>\n c " ${d} " e\n""#,
        ),
        ("\n<%@page trimDirectiveWhitespaces='true'%>\ntext\n<%@page session='false'%>x", r#""\ntext\nx""#),
    ]);
}

#[test]
fn custom_actions() {
    check_tags(&[
        ("<x:out/>", "x:out"),
        ("<x:out></x:out>", "x:out"),
        ("<x:out> </x:out >", r#"x:out{" "}"#),
        ("<x:out><%-- c --%></x:out>", "x:out{}"),
        ("<x:if test='${a}'>b<x:out value=\"c\"/></x:if\n>", r#"x:if(test=${a}){"b" x:out(value="c")}"#),
        ("<x:if test = \"a\"\n\tvar\n=\n'v' >${a}</x:if>", r#"x:if(test="a" var="v"){${a}}"#),
        (
            "<a href='<x:out value=\"${u}\"/>'><x:if test='1'></a></x:if>",
            r#""<a href='" x:out(value=${u}) "'>" x:if(test="1"){"</a>"}"#,
        ),
        (
            "<script>if (a < b) { x('<x:out value=\"1\"/>') }</script>",
            r#""<script>if (a < b) { x('" x:out(value="1") "') }</script>""#,
        ),
        ("<!-- <x:out/> -->", r#""<!-- " x:out " -->""#),
        ("<x:out value='a > b /> c'/>", r#"x:out(value="a > b /> c")"#),
        ("<x:out value='a\nb\r\nc'/>", r#"x:out(value="a\nb\r\nc")"#),
        ("<x:out value=\"<%= 1 > 0 %>\"/>", r#"x:out(value=Expression< 1 > 0 >)"#),
        ("<x:out value='<%= \"a\" %>'/>", r#"x:out(value=Expression< "a" >)"#),
        (
            "<x:out value='<%= \\\"a\\\" + \\'b\\' + \"%\\>\" %>'/>",
            r#"x:out(value=Expression< "a" + 'b' + "%>" >)"#,
        ),
        ("<x:any a='1' b-c.d='${e}' x:f='g'/>", r#"x:any(a="1" b-c.d=${e} x:f="g")"#),
        ("<x:out value=''/>", r#"x:out(value="")"#),
        (
            "<x:late value='#{a}' both='#{b}'/><x:late value='c' both='${d}'/>",
            r#"x:late(value=#{a} both=#{b}) x:late(value="c" both=${d})"#,
        ),
    ]);
}

#[test]
fn quoting_in_attributes() {
    check_tags(&[
        (r#"<x:out value="a\"b\'c\\d"/>"#, r#"x:out(value="a\"b'c\\d")"#),
        (r"<x:out value='a\'b&quot;&apos;&lt;'/>", r#"x:out(value="a'b\"'&lt;")"#),
        (r#"<x:out value='"' escapeXml="'"/>"#, r#"x:out(value="\"" escapeXml="'")"#),
        (r#"<x:out value="\${a} \#{b} $ # {"/>"#, r##"x:out(value="${a} #{b} $ # {")"##),
        (r#"<x:out value="<\% %\> \n"/>"#, r#"x:out(value="<% %> \\n")"#),
        (r#"<x:out value="${f(\"a\")}"/>"#, r#"x:out(value=${f(\"a\")})"#),
        (
            r#"<x:out value="${f("a")}" escapeXml='${g('b', 'c')}d'/>"#,
            r#"x:out(value=${f("a")} escapeXml=${g('b', 'c')}"d")"#,
        ),
        (r#"<x:out value="${f("a}")}${"b"}"/>"#, r#"x:out(value=${f("a}")}${"b"})"#),
        (r#"<x:out value='a${b}c${"d"}'/>"#, r#"x:out(value="a"${b}"c"${"d"})"#),
        (
            r#"<%@page isELIgnored="true"%><x:out value="${a" escapeXml="\${b}"/>"#,
            r#"x:out(value="${a" escapeXml="\\${b}")"#,
        ),
    ]);
    assert_eq!(
        tree(&format!("{LIB}<%@page deferredSyntaxAllowedAsLiteral='true'%><x:out value='#{{a}}'/>")),
        r##"x:out(value="#{a}")"##
    );
}

#[test]
fn bodies_by_kind() {
    check_tags(&[
        (
            "<x:raw a='${b}'> ${c} <x:out <% </x:rawer> </x:raw\n>d",
            r#"x:raw(a=${b}){" ${c} <x:out <% </x:rawer> "} "d""#,
        ),
        ("<x:raw></x:raw>", "x:raw"),
        (
            "<x:raw> <jsp:attribute name='a'>b</jsp:attribute> <jsp:body>${c}</jsp:body> </x:raw>",
            r#"x:raw(a="b"){"${c}"}"#,
        ),
        ("<x:empty a='1'></x:empty>", r#"x:empty(a="1")"#),
        ("<x:empty> <jsp:attribute name='a'>1</jsp:attribute> </x:empty>", r#"x:empty(a="1")"#),
        ("<x:quiet>${a}<x:out/></x:quiet>", "x:quiet{${a} x:out}"),
    ]);
}

#[test]
fn attributes_and_bodies_by_element() {
    check_tags(&[
        (
            "<x:out>\n <jsp:attribute name='value'>\n a ${b}\n </jsp:attribute>\n <jsp:body> c </jsp:body>\n</x:out>",
            r#"x:out(value={"a " ${b}}){" c "}"#,
        ),
        (
            "<x:out><jsp:attribute name='value' trim='false'> a </jsp:attribute></x:out>",
            r#"x:out(value=" a ")"#,
        ),
        ("<x:out><jsp:attribute name='x:value'/></x:out>", r#"x:out(value="")"#),
        ("<x:out><jsp:attribute name='value'> </jsp:attribute><jsp:body/></x:out>", r#"x:out(value="")"#),
        ("<x:out><jsp:body>a</jsp:body></x:out>", r#"x:out{"a"}"#),
        (
            "<x:frame><jsp:attribute name='head'> h </jsp:attribute><jsp:attribute name='title'>t</jsp:attribute></x:frame>",
            r#"x:frame(head={"h"} title="t")"#,
        ),
        ("<x:any><jsp:attribute name='z'>1</jsp:attribute></x:any>", r#"x:any(z="1")"#),
        (
            "<x:if test='1'><jsp:attribute name='var'> v </jsp:attribute><jsp:body><x:out/></jsp:body></x:if>",
            r#"x:if(test="1" var="v"){x:out}"#,
        ),
    ]);
}

#[test]
fn standard_actions() {
    check(&[
        (
            "<jsp:useBean id='a' class='A' scope='request'>\n<jsp:setProperty name='a' property='b' value='${c}'/></jsp:useBean>",
            r#"UseBean(id="a" class="A" scope="request"){"\n" SetProperty(name="a" property="b" value=${c})}"#,
        ),
        (
            "<jsp:useBean id='a' type='A' beanName='<%=b%>'/>",
            r#"UseBean(id="a" type="A" beanName=Expression<b>)"#,
        ),
        ("<jsp:setProperty name='a' property='*'/>", r#"SetProperty(name="a" property="*")"#),
        (
            "<jsp:getProperty name='a' property='b'></jsp:getProperty>",
            r#"GetProperty(name="a" property="b")"#,
        ),
        (
            "<jsp:include page='${a}.jsp' flush='true'>\n <jsp:param name='b' value='c'/> <%-- d --%>\n</jsp:include>",
            r#"Include(page=${a}".jsp" flush="true"){Param(name="b" value="c")}"#,
        ),
        (
            "<jsp:forward page='/a'><jsp:param name='b'><jsp:attribute name='value'>${c}</jsp:attribute></jsp:param></jsp:forward>",
            r#"Forward(page="/a"){Param(name="b" value={${c}})}"#,
        ),
        (
            "<jsp:include><jsp:attribute name='page'>/a</jsp:attribute><jsp:body><jsp:param name='b' value='1'/></jsp:body></jsp:include>",
            r#"Include(page="/a"){Param(name="b" value="1")}"#,
        ),
        (
            "<jsp:element name='h${n}'><jsp:attribute name='name' omit='${o}'>a</jsp:attribute><jsp:body>t</jsp:body></jsp:element>",
            r#"Element(name="h"${n} name="a" omit=${o}){"t"}"#,
        ),
        (
            "<jsp:text> a\n<![CDATA[<b> ${c}]]> ${d} \\${e} </jsp:text>f<jsp:text/>",
            r#"" a\n<b> ${c} " ${d} " ${e} f""#,
        ),
    ]);
}

#[test]
fn scripting_becomes_nodes_unless_it_is_comment() {
    check(&[
        (
            "<%! int a; %><% b(); %>\n<%=c%\\>d%>",
            r#"Declaration< int a; > Scriptlet< b(); > "\n" Expression<c%>d>"#,
        ),
        ("<% /** licence */ %>a<% // b %>c<%\n%>", r#""ac""#),
        ("<% for (;;) { %>a<% } %>", r#"Scriptlet< for (;;) { > "a" Scriptlet< } >"#),
        (
            "<jsp:scriptlet>a <![CDATA[< b]]></jsp:scriptlet><jsp:expression>c</jsp:expression><jsp:declaration/>",
            "Scriptlet<a < b> Expression<c>",
        ),
    ]);
}

#[test]
fn includes_are_put_in_place() {
    let files = Files::with([
        ("/a/page.jsp", "1<%@include file='../b/part.jspf'%>2<%@ include file=\"/c.jspf\" %>3<x:out/>"),
        ("/b/part.jspf", "\u{FEFF}<%@page import='q.R'%>[<%@include file='inner.jspf'%>]"),
        ("/b/inner.jspf", "${i}<%@page isELIgnored='false'%>"),
        ("/c.jspf", "<%@taglib prefix='x' uri='urn:x'%>\n"),
    ]);
    let (unit, diagnostics) = parse_unit("/a/page.jsp", UnitKind::Page, &files);
    assert_eq!(diagnostics, []);
    let unit = unit.unwrap();
    assert_eq!(dump::unit(&unit), r#""1" "[" ${i} "]" "2" "\n" "3" x:out"#);
    assert_eq!(unit.directives.imports, ["q.R"]);
    assert_eq!(unit.dependencies, ["/a/page.jsp", "/b/part.jspf", "/b/inner.jspf", "/c.jspf", "/x.tld"]);
    assert_eq!(unit.libraries.len(), 1);
}

#[test]
fn preludes_and_codas_surround_the_page() {
    let mut files = Files::with([
        ("/page.jsp", "<x:out/>"),
        ("/head.jspf", "<%@taglib prefix='x' uri='urn:x'%>head"),
        ("/foot.jspf", "foot"),
    ]);
    files.settings.preludes = vec!["/head.jspf".into()];
    files.settings.codas = vec!["/foot.jspf".into(), "/foot.jspf".into()];
    let (unit, diagnostics) = parse_unit("/page.jsp", UnitKind::Page, &files);
    assert_eq!(diagnostics, []);
    let unit = unit.unwrap();
    assert_eq!(dump::unit(&unit), r#""head" x:out "foot" "foot""#);
    assert_eq!(unit.sources.files()[0].path(), "/page.jsp");
}

#[test]
fn configuration_holds_unless_a_directive_says_otherwise() {
    let settings = PageSettings {
        el_ignored: Some(true),
        trim_directive_whitespaces: Some(true),
        deferred_syntax_allowed_as_literal: Some(true),
        ..PageSettings::default()
    };
    for (page, expected) in [
        ("${a}<%-- --%> <p>", r#""${a}<p>""#),
        ("${a}<%@page isELIgnored='false'%> #{b}", r##"${a} " #{b}""##),
    ] {
        let mut files = Files::with([("/page.jsp", page)]);
        files.settings = settings.clone();
        let (unit, diagnostics) = parse_unit("/page.jsp", UnitKind::Page, &files);
        assert_eq!((dump::unit(&unit.unwrap()).as_str(), diagnostics.as_slice()), (expected, [].as_slice()));
    }
}

#[test]
fn page_directives_are_merged() {
    let (unit, diagnostics) = super::parse(
        "<%@page language='java' contentType='text/html;charset=UTF-8' session='FALSE' buffer='16kb' \
         import='java.util.*, a.B'%>${1}<%@page autoFlush='true' errorPage='/e.jsp' isErrorPage='true' info='i' \
         extends='E' import='a.B,c.D' import='e.F' session='FALSE' trimDirectiveWhitespaces='false'%>\
         <jsp:directive.page errorOnELNotFound='true'/><jsp:directive.page import='g.H'> </jsp:directive.page>",
    );
    assert_eq!(diagnostics, []);
    let it = unit.unwrap().directives;
    assert_eq!(it.content_type.as_deref(), Some("text/html;charset=UTF-8"));
    assert_eq!((it.session, it.auto_flush, it.is_error_page), (Some(false), Some(true), Some(true)));
    assert_eq!((it.buffer_bytes, it.error_on_el_not_found), (Some(16_384), Some(true)));
    assert_eq!((it.error_page.as_deref(), it.extends.as_deref()), (Some("/e.jsp"), Some("E")));
    assert_eq!(it.imports, ["java.util.*", "a.B", "c.D", "e.F", "g.H"]);
    assert_eq!(it.page_encoding, None);
    let (unit, _) = super::parse("<%@page pageEncoding='utf8' buffer='none'%>");
    let it = unit.unwrap().directives;
    assert_eq!((it.page_encoding.as_deref(), it.buffer_bytes), (Some("UTF-8"), Some(0)));
}

#[test]
fn spans_point_at_what_was_written() {
    let page = format!("{LIB}ab<x:out value='c${{d}}'/>");
    let (unit, _) = super::parse(&page);
    let unit = unit.unwrap();
    let crate::syntax::tree::NodeKind::Custom(action) = &unit.body[1].kind else { panic!("{:?}", unit.body) };
    let slice = |span: crate::source::Span| &page[span.start as usize..span.end as usize];
    assert_eq!(slice(unit.body[0].span), "ab");
    assert_eq!(slice(unit.body[1].span), "<x:out value='c${d}'/>");
    assert_eq!(slice(action.attributes[0].span), "value='c${d}'");
    assert_eq!(slice(action.attributes[0].value_span), "c${d}");
}
