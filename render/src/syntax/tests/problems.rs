use super::Files;
use super::LIB;
use super::UnitKind;
use super::check_problems;
use super::line;
use super::parse;
use super::parse_unit;

#[test]
fn tags_and_their_ends() {
    check_problems(&[
        (
            "<p><x:if test='1'>a",
            &["4 page/unclosed-tag: <x:if> is not closed (add </x:if>, or close it right away: <x:if … />)"],
        ),
        (
            "<x:if test='1'><x:out>a</x:if>",
            &[
                "16 page/unclosed-tag: <x:out> is not closed (add </x:out>, or close it right away: <x:out … />)",
            ],
        ),
        ("a</x:if>b", &["2 page/stray-end-tag: </x:if> closes nothing (remove it, or add the start tag)"]),
        (
            "<x:if test='1'>a</x:iff>b",
            &[
                "17 page/stray-end-tag: </x:iff> closes nothing; <x:if> is open here (</x:if> is expected first)",
            ],
        ),
        (
            "<x:if test='1'>a</x:out>b</x:if>",
            &[
                "17 page/stray-end-tag: </x:out> closes nothing; <x:if> is open here (</x:if> is expected first)",
            ],
        ),
        ("<x:out/", &["1 page/unclosed-start-tag: <x:out> is not closed (add `>` at its end)"]),
        ("<x:out value='a'", &["1 page/unclosed-start-tag: <x:out> is not closed (add `>` at its end)"]),
        (
            "<x:out value='a' <b>c</b>",
            &["1 page/unclosed-start-tag: <x:out> is not closed (add `>` at its end)"],
        ),
        (
            "<x:out value='a>b",
            &[
                "14 page/unclosed-value: the value of `value` is not closed (add ' where it ends)",
                "1 page/unclosed-tag: <x:out> is not closed (add </x:out>, or close it right away: <x:out … />)",
            ],
        ),
        (
            "<x:out value=a/>b",
            &[r#"8 page/bad-attribute: the value of `value` must be in quotes (write value="…")"#],
        ),
        (
            "<x:out value/>",
            &[r#"8 page/bad-attribute: the attribute `value` has no value (write value="…")"#],
        ),
        (
            "<x:out value='a'escapeXml='b'/>",
            &["17 warning page/missing-space: there should be white space before `escapeXml`"],
        ),
        (
            r#"<x:out value='a' "b"/>"#,
            &[
                r#"18 page/bad-attribute: `"b"` is no attribute of <x:out> (attributes are written name="value")"#,
            ],
        ),
        (
            r#"<x:out value="<x:out value="a"/>"/>"#,
            &[
                "29 page/bad-attribute: `a` follows the value of `value` (a quote within a value must be escaped, or the value put into the other quotes)",
            ],
        ),
        (
            "</x:if",
            &[
                "1 page/unclosed-end-tag: the end tag </x:if is not closed (add `>`)",
                "1 page/stray-end-tag: </x:if> closes nothing (remove it, or add the start tag)",
            ],
        ),
    ]);
}

#[test]
fn what_a_tag_takes() {
    check_problems(&[
        (
            "<x:fi test='1'/>",
            &["2 page/unknown-tag: the library urn:x has no tag `fi` (did you mean <x:if>?)"],
        ),
        (
            "<x:out valeu='1'/>",
            &["8 page/unknown-attribute: <x:out> has no attribute `valeu` (did you mean `value`?)"],
        ),
        (
            "<x:quiet z='1'/>",
            &["10 page/unknown-attribute: <x:quiet> has no attribute `z` (it has no attributes)"],
        ),
        ("<x:if/>", &["1 page/missing-attribute: <x:if> needs the attribute `test`"]),
        ("<x:two/>", &["1 page/missing-attribute: <x:two> needs the attributes `a`, `b`"]),
        (
            "<x:out value='1' value='2'/>",
            &["18 page/duplicate-attribute: the attribute `value` is given twice (leave one of them out)"],
        ),
        (
            "<x:out value='1'><jsp:attribute name='value'>2</jsp:attribute></x:out>",
            &["39 page/duplicate-attribute: the attribute `value` is given twice (leave one of them out)"],
        ),
        (
            "<x:two a='${1}' b='<%=1%>'/>",
            &[
                "11 page/not-literal: the value of `a` must be known when the page is translated (write it as plain text, without an expression)",
                "23 page/not-literal: the value of `b` must be known when the page is translated (write it as plain text, without an expression)",
            ],
        ),
        (
            "<x:two a='1' b='2'><jsp:attribute name='a'>${x}</jsp:attribute></x:two>",
            &[
                "44 page/not-literal: the value of this attribute must be known when the page is translated (only text can stand here)",
                "41 page/duplicate-attribute: the attribute `a` is given twice (leave one of them out)",
            ],
        ),
        (
            "<x:two b='2'><jsp:attribute name='a'>${x}</jsp:attribute></x:two>",
            &[
                "38 page/not-literal: the value of this attribute must be known when the page is translated (only text can stand here)",
            ],
        ),
        (
            "<x:frame head='h'/>",
            &[
                r#"10 page/fragment-attribute: `head` is a fragment, which is given by `jsp:attribute` (<jsp:attribute name="head">…</jsp:attribute> in the body of <x:frame>)"#,
            ],
        ),
        (
            "<x:out value='#{a}'/>",
            &[
                r#"15 page/not-literal: `value` takes no deferred expression `#{…}` (write `${…}`, or `\#{` for the characters themselves)"#,
            ],
        ),
        (
            "<x:late value='${a}'/>",
            &["16 page/not-literal: `value` takes only deferred expressions (write `#{…}`)"],
        ),
        (
            "<x:late both='${a}#{b}'/>",
            &[
                "19 el/syntax: `${…}` and `#{…}` can't be mixed in one value (use the same delimiter for all of them, or join within one: ${a += b})",
            ],
        ),
        (
            "<x:any q:a='1'/>",
            &["8 page/undeclared-prefix: the prefix of the attribute `q:a` is not declared"],
        ),
        (
            "<x:quiet><% a(); %><x:out><%= b %></x:out></x:quiet>",
            &[
                "10 page/scripting-not-allowed: scripting elements can't stand in the body of this tag, which is scriptless (use EL and tags instead)",
                "27 page/scripting-not-allowed: scripting elements can't stand in the body of this tag, which is scriptless (use EL and tags instead)",
            ],
        ),
        ("<x:out value='${1 +}'/>", &["20 el/syntax: expected a value, found `}`"]),
        (
            r#"<x:out value="<%="a"%>"/>"#,
            &[
                r#"15 warning page/quote-in-expression: " within "<%= … %>" should be escaped (write \", or put the value into the other quotes)"#,
            ],
        ),
        (
            r#"<x:out value="a<%=b%>"/>"#,
            &[
                r#"16 warning page/mixed-expression: beside other text in an attribute, `<%= … %>` is not evaluated (make it one expression: <%= "text" + value %>)"#,
            ],
        ),
        (
            "<y:out/>",
            &[
                r#"1 warning page/undeclared-prefix: <y:out> is template text: its prefix is not declared (<%@ taglib prefix="y" uri="urn:y" %>)"#,
            ],
        ),
    ]);
}

#[test]
fn bodies_and_named_attributes() {
    check_problems(&[
        (
            "<x:empty>a</x:empty>",
            &["10 page/body-not-empty: <x:empty> can't have a body (close it right away: />)"],
        ),
        (
            "<x:empty> </x:empty>",
            &[
                "1 page/body-not-empty: <x:empty> can't have a body, not even white space (close it right away: />)",
            ],
        ),
        (
            "<x:empty><x:out/>${a}</x:empty>",
            &["10 page/body-not-empty: <x:empty> can't have a body (close it right away: />)"],
        ),
        (
            "<jsp:attribute name='a'>b</jsp:attribute>",
            &[
                "1 page/misplaced-action: <jsp:attribute> can stand only right in an action (attributes of template text are written as they are)",
            ],
        ),
        (
            "<p><jsp:body>b</jsp:body></p>",
            &[
                "4 page/misplaced-action: <jsp:body> can stand only right in an action (attributes of template text are written as they are)",
            ],
        ),
        (
            "<x:out>a<jsp:attribute name='value'>b</jsp:attribute></x:out>",
            &[
                "9 page/misplaced-action: <jsp:attribute> must come first in <x:out> (put the other content into <jsp:body>…</jsp:body>)",
            ],
        ),
        (
            "<x:out><jsp:attribute name='value'>b</jsp:attribute>c</x:out>",
            &[
                "53 page/body-beside-attributes: beside `jsp:attribute` and `jsp:body` there can be nothing else in <x:out> (put the content into <jsp:body>…</jsp:body>)",
            ],
        ),
        (
            "<x:out><jsp:body>b</jsp:body><jsp:attribute name='value'/></x:out>",
            &[
                "30 page/misplaced-action: <jsp:attribute> can't stand behind <jsp:body> (put it before <jsp:body>)",
            ],
        ),
        (
            "<x:out><jsp:attribute name='valeu'>b</jsp:attribute></x:out>",
            &["29 page/unknown-attribute: <x:out> has no attribute `valeu` (did you mean `value`?)"],
        ),
        (
            "<x:out><jsp:attribute>b</jsp:attribute></x:out>",
            &["8 page/missing-attribute: <jsp:attribute> needs the attribute `name`"],
        ),
        (
            "<x:out><jsp:attribute name='value'><jsp:attribute name='b'/></jsp:attribute></x:out>",
            &[
                "36 page/misplaced-action: <jsp:attribute> can stand only right in an action (attributes of template text are written as they are)",
            ],
        ),
        ("<x:out><jsp:body a='1'/></x:out>", &["18 page/unknown-attribute: <jsp:body> has no attributes"]),
    ]);
}

#[test]
fn standard_actions() {
    check_problems(&[
        (
            "<jsp:incldue page='a'/>",
            &[
                "1 page/unknown-action: there is no standard action <jsp:incldue> (did you mean <jsp:include>?)",
            ],
        ),
        (
            "<jsp:plugin type='applet'>a</jsp:plugin>",
            &[
                "1 page/unknown-action: <jsp:plugin> was removed in Pages 4.0 (browsers have no plug-ins any more; remove it)",
            ],
        ),
        (
            "<jsp:output omit-xml-declaration='true'/>",
            &["1 page/unknown-action: <jsp:output> can stand only in files in XML syntax (remove it)"],
        ),
        (
            "<jsp:param name='a' value='b'/>",
            &[
                "1 page/misplaced-param: `jsp:param` can stand only in `jsp:include` and `jsp:forward` (other tags have parameters of their own, such as <c:param>)",
            ],
        ),
        (
            "<jsp:include page='a'>b<x:out/></jsp:include>",
            &[
                "23 page/only-params: only `jsp:param` can stand in <jsp:include> (put it before or behind the action)",
            ],
        ),
        (
            "<jsp:include page='a' fluhs='true'/>",
            &["23 page/unknown-attribute: <jsp:include> has no attribute `fluhs` (did you mean `flush`?)"],
        ),
        ("<jsp:include/>", &["1 page/missing-attribute: <jsp:include> needs the attribute `page`"]),
        (
            "<jsp:include page='a' flush='maybe'/>",
            &["30 warning page/bad-value: `flush` is true or false; `maybe` means false"],
        ),
        (
            "<jsp:useBean id='a'/>",
            &[
                r#"1 page/bad-combination: <jsp:useBean> needs a `class` or a `type` (class="…" names the class of the bean)"#,
            ],
        ),
        (
            "<jsp:useBean id='a' class='A' beanName='B' scope='pgae'/>",
            &[
                "31 page/bad-combination: <jsp:useBean> has a `class` or a `beanName`, not both (`beanName` goes with `type`)",
                "51 page/bad-value: there is no scope `pgae` (did you mean `page`?)",
            ],
        ),
        (
            "<jsp:useBean id='a' class='A'/><jsp:useBean id='a' class='B'/>",
            &[
                "49 page/duplicate-declaration: the bean `a` is declared twice (after the first <jsp:useBean> the bean can be used everywhere below)",
            ],
        ),
        (
            "<jsp:useBean id='${a}' class='A'/>",
            &["18 warning page/not-literal: `id` takes no expression; this is used as it is written"],
        ),
        (
            "<jsp:useBean id='<%=a%>' class='A'/>",
            &["21 page/not-literal: the value of `id` must be known when the page is translated"],
        ),
        (
            "<jsp:setProperty name='a' property='*' value='1'/>",
            &[
                r#"40 page/bad-combination: property="*" sets properties from all parameters of the request (leave this out)"#,
            ],
        ),
        (
            "<jsp:setProperty name='a' property='b' value='1' param='c'/>",
            &[
                "40 page/bad-combination: <jsp:setProperty> has a `param` or a `value`, not both (leave one of them out)",
            ],
        ),
        (
            "<jsp:getProperty name='a' property='b'>c</jsp:getProperty>",
            &["40 page/body-not-empty: <jsp:getProperty> can't have a body (close it right away: />)"],
        ),
        (
            "<jsp:doBody/>",
            &[
                "1 page/misplaced-action: <jsp:doBody> can stand only in tag files (a page has no body and no fragments of a caller)",
            ],
        ),
        (
            "<jsp:text>a<b></jsp:text>",
            &[
                "12 page/markup-in-text: only text and expressions can stand in <jsp:text> (within <![CDATA[…]]> a `<` is text)",
            ],
        ),
        ("<jsp:text>a", &["1 page/unclosed-tag: <jsp:text> is not closed (add </jsp:text>)"]),
        (
            "<jsp:getProperty name='a' property='b'><jsp:attribute name='name'>${c}</jsp:attribute></jsp:getProperty>",
            &[
                "67 page/not-literal: the value of this attribute must be known when the page is translated (only text can stand here)",
                "61 page/duplicate-attribute: the attribute `name` is given twice (leave one of them out)",
            ],
        ),
    ]);
}

#[test]
fn expressions_comments_and_scripting() {
    check_problems(&[
        ("${1 +}", &["6 el/syntax: expected a value, found `}`"]),
        ("${a b}", &["5 el/syntax: expected an operator or `}`, found `b`"]),
        (
            "<p>${a</p> b }",
            &[
                r#"4 el/unclosed: the expression is not closed (add `}` where it ends, or write `\${` for the characters themselves)"#,
            ],
        ),
        (
            "${",
            &[
                r#"1 el/unclosed: the expression is not closed (add `}` where it ends, or write `\${` for the characters themselves)"#,
            ],
        ),
        (
            "#{a}",
            &[
                r#"1 page/deferred-in-text: a deferred expression `#{…}` can't stand in template text (write `${…}`, or `\#{` for the characters themselves)"#,
            ],
        ),
        ("<%-- a", &["1 page/unclosed-comment: the comment is not closed (add `--%>` where it ends)"]),
        ("<% a", &["1 page/unclosed-scripting: `<%` is not closed (add `%>` where it ends)"]),
        ("<%= a", &["1 page/unclosed-scripting: `<%=` is not closed (add `%>` where it ends)"]),
        ("<%! a", &["1 page/unclosed-scripting: `<%!` is not closed (add `%>` where it ends)"]),
        ("<jsp:scriptlet>a", &["1 page/unclosed-tag: <jsp:scriptlet> is not closed (add </jsp:scriptlet>)"]),
    ]);
}

#[test]
fn a_problem_is_shown_with_its_line_and_what_belongs_to_it() {
    let (_, diagnostics) = parse(&format!("{LIB}\n<ul>\n  <x:if test=\"${{a}}\">\n</ul>\n<x:out>b\n</x:if>"));
    assert_eq!(
        diagnostics[0].report().to_text(),
        r"error[page/unclosed-tag]: <x:out> is not closed
 --> /page.jsp:5:1
  |
5 | <x:out>b
  | ^^^^^^^
  |
 ::: /page.jsp:6:1
  |
6 | </x:if>
  | ------- this end tag was found instead
  |
  = help: add </x:out>, or close it right away: <x:out … />"
    );
    assert_eq!(diagnostics.len(), 1);
}

#[test]
fn a_problem_in_an_included_file_shows_the_way_there() {
    let files = Files::with([
        ("/page.jsp", "1\n  <%@include file='a.jspf'%>"),
        ("/a.jspf", "<%@include file='b/b.jspf'%><%@include file='b/b.jspf'%>"),
        ("/b/b.jspf", "\n${1 +}\n<%@include file='../a.jspf'%>\n</jsp:include>"),
    ]);
    let (unit, diagnostics) = parse_unit("/page.jsp", UnitKind::Page, &files);
    let shown: Vec<String> = diagnostics.iter().map(|it| format!("{} {}", it.place.path, line(it))).collect();
    assert_eq!(
        shown,
        [
            "/b/b.jspf 2:6 el/syntax: expected a value, found `}`",
            "/b/b.jspf 3:18 page/cyclic-include: /a.jspf is included while it is being read, which would never end (remove one of the include directives)",
            "/b/b.jspf 4:1 page/stray-end-tag: </jsp:include> closes nothing (an element must be opened and closed in the same file)",
        ]
    );
    let chain: Vec<String> = diagnostics[0].chain.iter().map(ToString::to_string).collect();
    assert_eq!(chain, ["/a.jspf:1:18", "/page.jsp:2:20"]);
    assert!(unit.is_some());
}
