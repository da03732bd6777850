use super::Files;
use super::UnitKind;
use super::dump;
use super::line;
use super::parse_unit;
use crate::syntax::describe_tag_file;
use crate::tags::info::AttributeKind;
use crate::tags::info::BodyContent;
use crate::tags::info::DynamicAttributes;
use crate::tags::info::HandlerInfo;
use crate::tags::info::TagInfo;
use crate::tags::info::VariableName;
use crate::tags::info::VariableScope;

const TAG: &str = "<%@tag body-content='empty' dynamic-attributes='rest' display-name='d' pageEncoding='UTF-8' import='a.B'%>
<%@ attribute name='a' required='true' rtexprvalue='false' %><%@attribute name='b' type='int[]'%>
<%@ attribute name='f' fragment='yes' required='true' description='d' %>
<%@ attribute name='v' deferredValueType='A' %><%@ attribute name='m' deferredMethod='true' %>
<%@ variable name-given='x' scope='AT_END' variable-class='X' declare='false' %>
<%@ variable name-from-attribute='a' alias='y' %><%@ include file='more.tagf' %>
<%@ taglib prefix='t' tagdir='/WEB-INF/tags' %><jsp:doBody var='z' scope='request'/><jsp:invoke fragment='f'/>";

fn files() -> Files {
    Files::with([
        ("/WEB-INF/tags/it.tag", TAG),
        ("/WEB-INF/tags/more.tagf", "<%@attribute name='more'%>"),
        ("/WEB-INF/tags/implicit.tld", "<taglib version='2.1'/>"),
        (
            "/page.jsp",
            "<%@taglib prefix='t' tagdir='/WEB-INF/tags/'%><t:it a='1' more='${m}'><jsp:attribute name='f'>${x}</jsp:attribute></t:it>",
        ),
    ])
}

fn check(tag: &TagInfo) {
    assert_eq!((tag.name.as_str(), tag.body_content), ("it", BodyContent::Empty));
    assert_eq!(tag.handler, HandlerInfo::TagFile("/WEB-INF/tags/it.tag".into()));
    assert_eq!(tag.dynamic_attributes, DynamicAttributes::Variable("rest".into()));
    let names: Vec<&str> = tag.attributes.iter().map(|attribute| attribute.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "f", "v", "m", "more"]);
    let [a, b, f, v, m, _] = tag.attributes.as_slice() else { panic!("{:?}", tag.attributes) };
    assert_eq!((a.required, a.rtexprvalue, a.java_type.as_str()), (true, false, "java.lang.String"));
    assert_eq!((b.required, b.rtexprvalue, b.java_type.as_str()), (false, true, "int[]"));
    assert_eq!((f.required, f.rtexprvalue, &f.kind), (true, true, &AttributeKind::Fragment));
    assert_eq!(v.kind, AttributeKind::DeferredValue("A".into()));
    assert_eq!(m.kind, AttributeKind::DeferredMethod("void methodname()".into()));
    let [x, y] = tag.variables.as_slice() else { panic!("{:?}", tag.variables) };
    assert_eq!(
        (&x.name, x.scope, x.declare),
        (&VariableName::Given("x".into()), VariableScope::AtEnd, false)
    );
    let name = VariableName::FromAttribute { attribute: "a".into(), alias: Some("y".into()) };
    assert_eq!((&y.name, y.scope, y.declare), (&name, VariableScope::Nested, true));
}

#[test]
fn directives_describe_the_tag() {
    let description = describe_tag_file("/WEB-INF/tags/it.tag", &files()).unwrap();
    check(&description.tag);
    assert_eq!(description.dependencies, ["/WEB-INF/tags/it.tag", "/WEB-INF/tags/more.tagf"]);
    assert!(describe_tag_file("/WEB-INF/tags/none.tag", &files()).is_none());
}

#[test]
fn the_unit_of_a_tag_file_has_the_same_description() {
    let (unit, diagnostics) = parse_unit("/WEB-INF/tags/it.tag", UnitKind::TagFile, &files());
    assert_eq!(diagnostics, []);
    let unit = unit.unwrap();
    check(unit.tag.as_ref().unwrap());
    assert!(
        dump::unit(&unit).ends_with(r#"DoBody(var="z" scope="request") Invoke(fragment="f")"#),
        "{}",
        dump::unit(&unit)
    );
}

#[test]
fn pages_use_tag_files_by_folder_and_by_descriptor() {
    let (unit, diagnostics) = parse_unit("/page.jsp", UnitKind::Page, &files());
    assert_eq!(diagnostics, []);
    let unit = unit.unwrap();
    assert_eq!(dump::unit(&unit), r#"t:it(a="1" more=${m} f={${x}})"#);
    assert_eq!(
        unit.dependencies,
        ["/page.jsp", "/WEB-INF/tags", "/WEB-INF/tags/it.tag", "/WEB-INF/tags/more.tagf"]
    );
    let files = Files::with([
        ("/WEB-INF/tags/it.tag", TAG),
        ("/WEB-INF/tags/more.tagf", ""),
        (
            "/WEB-INF/t.tld",
            "<taglib><tag-file><name>that</name><path>/WEB-INF/tags/it.tag</path></tag-file></taglib>",
        ),
        (
            "/a/page.jsp",
            "<%@taglib prefix='t' uri='../WEB-INF/t.tld'%><t:that a='1' free='2'><jsp:attribute name='f'/></t:that>",
        ),
    ]);
    let (unit, diagnostics) = parse_unit("/a/page.jsp", UnitKind::Page, &files);
    assert_eq!(diagnostics, []);
    assert_eq!(dump::unit(&unit.unwrap()), r#"t:that(a="1" free="2" f={})"#);
}

#[test]
fn what_is_wrong_with_the_directives_of_a_tag_file() {
    for (tag, expected) in [
        (
            "<%@page session='false'%>",
            "1:1 page/misplaced-directive: the directive `page` can't be used here (a tag file has no `page` directive; use `tag`)",
        ),
        (
            "<%@tag body-content='JSP'%>",
            "1:22 page/bad-value: a tag file's body can't be `JSP` (it is `scriptless`, `empty` or `tagdependent`)",
        ),
        (
            "<%@tag session='false'%>",
            "1:8 page/unknown-attribute: the directive `tag` has no attribute `session`",
        ),
        (
            "<%@attribute type='x'%>",
            "1:1 page/missing-attribute: the directive `attribute` needs the attribute `name`",
        ),
        (
            "<%@attribute name='a'%><%@attribute name='a'%>",
            "1:43 page/duplicate-declaration: the attribute `a` is declared twice",
        ),
        (
            "<%@attribute name='a' type='int'%>",
            "1:29 page/bad-value: the type of an attribute can't be the primitive `int` (write java.lang.Integer)",
        ),
        (
            "<%@attribute name='a' fragment='true' type='x'%>",
            "1:39 page/bad-combination: a fragment has no `type`",
        ),
        (
            "<%@attribute name='a' required='perhaps'%>",
            "1:33 page/bad-value: `required` is true or false, not `perhaps`",
        ),
        (
            "<%@attribute name='a' deferredValue='true' deferredMethod='true'%>",
            "1:1 page/bad-combination: an attribute is a deferred value or a deferred method, not both",
        ),
        (
            "<%@attribute name='a'%><%@variable name-given='a'%>",
            "1:24 page/duplicate-declaration: `a` is the name of something else already",
        ),
        (
            "<%@tag dynamic-attributes='a'%><%@attribute name='a'%>",
            "1:28 page/duplicate-declaration: `a` is the name of something else already",
        ),
        (
            "<%@variable scope='NESTED'%>",
            "1:1 page/bad-combination: a variable needs `name-given` or `name-from-attribute`",
        ),
        (
            "<%@variable name-given='a' alias='b'%>",
            "1:1 page/bad-combination: `alias` goes with `name-from-attribute` only",
        ),
        (
            "<%@variable name-given='a' scope='LATER'%>",
            "1:35 page/bad-value: there is no scope `LATER` of variables (it is NESTED, AT_BEGIN or AT_END)",
        ),
        (
            "<%@variable name-given='a'%><%@variable name-given='a'%>",
            "1:29 page/duplicate-declaration: this variable is declared twice",
        ),
        (
            "<%@variable name-from-attribute='a' alias='b'%>",
            "1:1 page/bad-combination: there is no attribute `a` to name this variable (<%@ attribute name=\"a\" required=\"true\" rtexprvalue=\"false\" %>)",
        ),
        (
            "<%@attribute name='a' required='true'%><%@variable name-from-attribute='a' alias='b'%>",
            "1:40 page/bad-combination: the attribute `a`, which names this variable, must be a String, required, and no rtexprvalue (<%@ attribute name=\"a\" required=\"true\" rtexprvalue=\"false\" %>)",
        ),
    ] {
        let files = Files::with([
            ("/WEB-INF/tags/t.tag", tag),
            ("/WEB-INF/tags/implicit.tld", "<taglib version='2.1'/>"),
        ]);
        let (_, diagnostics) = parse_unit("/WEB-INF/tags/t.tag", UnitKind::TagFile, &files);
        let found: Vec<String> = diagnostics.iter().map(line).collect();
        assert_eq!(found, [expected], "{tag}");
    }
}

#[test]
fn a_thing_may_be_said_twice_if_it_is_the_same_thing() {
    let tag = "<%@tag body-content='empty' display-name='a' dynamic-attributes='b' body-content='empty'%>\
               <%@tag display-name='a' dynamic-attributes='b' isELIgnored='false' import='x.Y' import='x.Y'%>";
    for (more, expected) in [
        ("", None),
        ("<%@tag display-name='c'%>", Some("page/conflicting-attribute")),
        ("<%@tag body-content='scriptless'%>", Some("page/conflicting-attribute")),
        ("<%@tag dynamic-attributes='c'%>", Some("page/conflicting-attribute")),
    ] {
        let files = Files::with([("/WEB-INF/tags/t.tag", format!("{tag}{more}").as_str())]);
        let (_, diagnostics) = parse_unit("/WEB-INF/tags/t.tag", UnitKind::TagFile, &files);
        assert_eq!(diagnostics.first().map(|it| it.code), expected, "{more}");
        assert!(diagnostics.len() < 2);
    }
}

#[test]
fn the_version_of_a_folder_decides_what_a_deferred_expression_is() {
    for (descriptor, expected) in [
        (None, [""].as_slice()),
        (Some("<taglib version='2.0'/>"), &[""]),
        (Some("<taglib version='2.1'/>"), &["", "page/deferred-in-text"]),
    ] {
        let tag = ("/WEB-INF/tags/t.tag", "#{a}");
        let files =
            Files::with([tag].into_iter().chain(descriptor.map(|text| ("/WEB-INF/tags/implicit.tld", text))));
        let (unit, diagnostics) = parse_unit("/WEB-INF/tags/t.tag", UnitKind::TagFile, &files);
        let codes: Vec<&str> = diagnostics.iter().map(|it| it.code).collect();
        assert_eq!(codes, expected[1..], "{descriptor:?}");
        assert!(unit.unwrap().dependencies.contains(&"/WEB-INF/tags/implicit.tld".into()));
    }
}
