//! XML views as validators see them, and what becomes of their messages. The views of included files are those of the
//! specification's examples (Pages 4.1, 10.3), in our words.

use std::sync::Arc;
use std::sync::Mutex;

use crate::Result;
use crate::Value;
use crate::application::Application;
use crate::machine::TagContext;
use crate::registry::Registry;
use crate::resources::MemoryResources;
use crate::tags::PageData;
use crate::tags::Start;
use crate::tags::Tag;
use crate::tags::TagExtraInfo;
use crate::tags::TagLibraryValidator;
use crate::tags::TagProblem;
use crate::tags::TagUse;
use crate::tags::ValidationMessage;
use crate::tags::info::VariableInfo;
use crate::tags::info::VariableName;
use crate::tags::info::VariableScope;
use crate::value::Str;

/// Keeps the views that it sees, and complains of every element named `bad`.
#[derive(Clone, Default)]
struct Watcher(Arc<Mutex<Vec<String>>>);

impl TagLibraryValidator for Watcher {
    fn validate(&self, page: &PageData<'_>) -> Vec<ValidationMessage> {
        let limit = page.param("limit").unwrap_or("none");
        self.0
            .lock()
            .unwrap()
            .push(format!("{} {} {} {limit}\n{}", page.path, page.prefix, page.uri, page.xml));
        let document = roxmltree::Document::parse(page.xml).expect("the view is well-formed");
        let jsp = "http://java.sun.com/JSP/Page";
        let ids: Vec<_> = document
            .descendants()
            .filter(roxmltree::Node::is_element)
            .map(|element| element.attribute((jsp, "id")).expect("every element has its id"))
            .collect();
        let in_order: Vec<_> = (0..ids.len()).map(|id| id.to_string()).collect();
        assert_eq!(ids, in_order);
        let bad = document.descendants().filter(|element| element.has_tag_name("bad"));
        bad.map(|element| ValidationMessage::new("this is bad").at(element.attribute((jsp, "id")).unwrap()))
            .collect()
    }
}

const DESCRIPTOR: &str = r#"<taglib version="4.1"><tlib-version>1</tlib-version><short-name>w</short-name>
<uri>urn:watch</uri><validator><validator-class>shop.Watcher</validator-class>
<init-param><param-name>limit</param-name><param-value>3</param-value></init-param></validator>
<tag><name>x</name><tag-class>shop.X</tag-class><tei-class>shop.XInfo</tei-class><body-content>JSP</body-content>
<dynamic-attributes>true</dynamic-attributes></tag></taglib>"#;

#[derive(Default, crate::Tag)]
#[tag(class = "shop.X")]
struct X {
    #[attribute(dynamic)]
    attributes: Vec<(Str, Value)>,
}

impl Tag for X {
    fn start(&mut self, _: &mut TagContext<'_>) -> Result<Start> {
        Ok(if self.attributes.is_empty() { Start::SkipBody } else { Start::EvalBody })
    }
}

struct XInfo;

impl TagExtraInfo for XInfo {
    fn validate(&self, tag: &TagUse<'_>) -> Vec<TagProblem> {
        ["low", "high"]
            .into_iter()
            .filter(|name| tag.literal(name) == Some("0"))
            .map(|name| TagProblem::new(format!("{name} can't be 0")).at(name))
            .collect()
    }

    fn variables(&self, tag: &TagUse<'_>) -> Vec<VariableInfo> {
        let name = tag.literal("var").map(|name| VariableInfo {
            name: VariableName::Given(name.into()),
            java_type: "java.lang.String".into(),
            declare: true,
            scope: VariableScope::AtEnd,
        });
        name.into_iter().collect()
    }
}

fn application(files: &[(&str, &str)], registry: Registry) -> Arc<Application> {
    let all: MemoryResources = files
        .iter()
        .chain(&[("/WEB-INF/w.tld", DESCRIPTOR)])
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
        .collect();
    Application::builder(Arc::new(all)).registry(registry).build()
}

fn registry(watcher: Watcher) -> Registry {
    let mut registry = Registry::new();
    registry.validator("shop.Watcher", watcher).extra_info("shop.XInfo", XInfo).tag::<X>();
    registry
}

/// The view of `/page.jsp` or `/page.jspx`, without its ids, behind what else the validator is told.
fn view(files: &[(&str, &str)]) -> String {
    let watcher = Watcher::default();
    let application = application(files, registry(watcher.clone()));
    let problems = application.check();
    assert!(problems.iter().all(|it| !it.is_error()), "{problems:?}");
    let seen = watcher.0.lock().unwrap();
    let seen = seen.iter().find(|seen| seen.starts_with("/page.")).expect("the page was looked at");
    let mut parts = seen.split(":id=\"");
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        // The prefix before `:id` goes, too.
        text.truncate(text.rfind(' ').unwrap());
        text.push_str(part.split_once('"').unwrap().1);
    }
    text
}

#[test]
fn a_page_becomes_elements_and_text() {
    let page = "<%@ taglib prefix=\"w\" uri=\"urn:watch\" %><%@ page import=\"a.B\" pageEncoding=\"ISO-8859-1\" %>\n\
                <p title=\"&amp;\"><%-- gone --%>${a < 1} \\${b} <\\% é</p>\n\
                <w:x a='<%= \"%\\>\" %>' b=\"\\\\${c} '\"><jsp:attribute name=\"d\">e</jsp:attribute>\
                <jsp:body>f<jsp:text>g<![CDATA[<]]></jsp:text></jsp:body></w:x><jsp:include page=\"/page.jsp\"/>";
    let watcher = Watcher::default();
    // Scripting is refused so far, but only by the compiler.
    let with_script = application(&[("/page.jsp", page)], registry(watcher.clone()));
    assert_eq!(with_script.check()[0].code, "page/scripting");
    assert!(watcher.0.lock().unwrap().is_empty(), "a page with errors needs no validator");
    assert_eq!(
        view(&[("/page.jsp", &page.replace("<%= \"%\\>\" %>", "\\'"))]),
        "/page.jsp w urn:watch 3\n<jsp:root xmlns:jsp=\"http://java.sun.com/JSP/Page\" xmlns:w=\"urn:watch\" \
         version=\"2.0\"><jsp:directive.page import=\"a.B\" pageEncoding=\"UTF-8\" \
         contentType=\"text/html;charset=ISO-8859-1\"></jsp:directive.page><jsp:text>\n\
         &lt;p title=\"&amp;amp;\"&gt;${a &lt; 1} \\${b} &lt;% Ã©&lt;/p&gt;\n</jsp:text>\
         <w:x a=\"'\" b=\"${'\\\\'}${c} '\"><jsp:attribute name=\"d\"><jsp:text>e</jsp:text></jsp:attribute>\
         <jsp:body><jsp:text>f</jsp:text><jsp:text>g&lt;</jsp:text></jsp:body></w:x>\
         <jsp:include page=\"/page.jsp\"></jsp:include></jsp:root>"
    );
}

#[test]
fn what_a_directive_says_twice_stands_once() {
    let page = "<%@ page info='x' info='x' import='a.B' import='c.*' %><%@ taglib prefix='w' uri='urn:watch' %><w:x/>";
    let seen = view(&[("/page.jsp", page)]);
    assert!(seen.contains("<jsp:directive.page info=\"x\" import=\"a.B, c.*\" contentType="), "{seen}");
}

#[test]
fn a_document_stays_as_it_is() {
    let page = "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY e \"x\">]>\n<a xmlns:w=\"urn:watch\">\n <b c=\"1 &lt; &e;\"/>\
                <w:x><![CDATA[<&>]]></w:x></a>";
    assert_eq!(
        view(&[("/page.jspx", page)]),
        "/page.jspx w urn:watch 3\n<jsp:root xmlns:jsp=\"http://java.sun.com/JSP/Page\" version=\"2.0\">\
         <jsp:directive.page contentType=\"text/xml;charset=UTF-8\" pageEncoding=\"UTF-8\"></jsp:directive.page>\
         <a xmlns:w=\"urn:watch\">\n <b c=\"1 &lt; x\"></b><w:x>&lt;&amp;&gt;</w:x></a></jsp:root>"
    );
    // The page may use the prefix itself.
    let seen = view(&[(
        "/page.jspx",
        "<j:root xmlns:j=\"http://java.sun.com/JSP/Page\" xmlns:w=\"urn:watch\" version=\"2.1\">\
         <jsp:a xmlns:jsp=\"urn:other\"/><j:text>t</j:text></j:root>",
    )]);
    assert!(seen.contains("<jsp1:root xmlns:jsp1=\"http://java.sun.com/JSP/Page\" "), "{seen}");
    assert!(
        seen.ends_with("<jsp:a xmlns:jsp=\"urn:other\"></jsp:a><j:text>t</j:text></jsp1:root>"),
        "{seen}"
    );
}

#[test]
fn included_documents_are_free_of_the_default_namespace() {
    let seen = view(&[
        (
            "/page.jspx",
            "<a xmlns:w=\"urn:watch\"><b xmlns=\"urn:1\"><jsp:directive.include file=\"/in.xml\" \
                        xmlns:jsp=\"http://java.sun.com/JSP/Page\"/></b></a>",
        ),
        (
            "/in.xml",
            "<jsp:root xmlns:jsp=\"http://java.sun.com/JSP/Page\" xmlns:y=\"urn:y\" version=\"2.0\"><c><y:d/></c>\
                     </jsp:root>",
        ),
    ]);
    let inner = "<b xmlns=\"urn:1\"><c xmlns:jsp=\"http://java.sun.com/JSP/Page\" xmlns:y=\"urn:y\" xmlns=\"\">\
                 <y:d></y:d></c></b>";
    assert!(seen.contains(inner), "{seen}");
}

#[test]
fn taglib_directives_count_for_all() {
    let seen = view(&[
        (
            "/page.jspx",
            "<d xmlns:jsp=\"http://java.sun.com/JSP/Page\"><jsp:directive.include file=\"one.jspf\"/> \
                        <jsp:directive.include file=\"two.jspf\"/></d>",
        ),
        ("/one.jspf", "<%@ taglib prefix=\"x\" uri=\"urn:watch\" %><x:x/>"),
        (
            "/two.jspf",
            "<%@ taglib prefix=\"t\" tagdir=\"/WEB-INF/tags\" %><%@ taglib prefix=\"p\" uri=\"/WEB-INF/w.tld\" %><x:x/>",
        ),
        ("/WEB-INF/tags/t.tag", ""),
    ]);
    assert!(
        seen.starts_with(
            "/page.jspx x urn:watch 3\n<jsp:root xmlns:jsp=\"http://java.sun.com/JSP/Page\" xmlns:x=\"urn:watch\" \
             xmlns:t=\"urn:jsptagdir:/WEB-INF/tags\" xmlns:p=\"urn:jsptld:/WEB-INF/w.tld\""
        ),
        "{seen}"
    );
    assert!(seen.ends_with("<x:x></x:x> <x:x></x:x></d></jsp:root>"), "{seen}");
}

#[test]
fn messages_are_told_at_the_element_of_their_id() {
    let files = [
        (
            "/page.jspx",
            "<a xmlns:w=\"urn:watch\">\n<b/>\n<jsp:directive.include file=\"in.jspx\" \
                        xmlns:jsp=\"http://java.sun.com/JSP/Page\"/></a>",
        ),
        ("/in.jspx", "<c>\n\n  <bad/></c>"),
    ];
    let problems = application(&files, registry(Watcher::default())).check();
    let [problem] = problems.as_slice() else { panic!("{problems:?}") };
    assert_eq!((problem.code, problem.message.as_str()), ("page/validator", "this is bad"));
    assert_eq!((problem.place.to_string().as_str(), problem.place.width), ("/in.jspx:3:3", 6));
    assert_eq!(problem.chain[0].to_string(), "/page.jspx:3:30");
}

#[test]
fn checks_that_are_not_there_are_told_where_they_are_named() {
    let mut registry = Registry::new();
    registry.tag::<X>();
    let problems =
        application(&[("/page.jsp", "<%@ taglib prefix=\"w\" uri=\"urn:watch\" %><w:x/><w:x/>")], registry)
            .check();
    let shown: Vec<_> = problems.iter().map(|it| (it.code, it.is_error(), it.place.to_string())).collect();
    assert_eq!(
        shown,
        [
            ("page/unregistered-check", false, "/page.jsp:1:41".to_owned()),
            ("page/unregistered-check", false, "/WEB-INF/w.tld:2:32".to_owned()),
        ]
    );
}

#[test]
fn prefixes_that_nothing_has_are_told() {
    let library = r#"<%@ taglib prefix="w" uri="urn:watch" %>"#;
    let functions = r#"<%@ taglib prefix="fn" uri="jakarta.tags.functions" %>"#;
    let page = format!("{library}{functions}<%@ taglib prefix=\"c\" uri=\"jakarta.tags.core\" %>");
    let files = [
        ("/a.jsp", format!("{page}${{fn:length(x)}}").as_str()),
        ("/b.jsp", &format!("{page}<c:if test=\"${{fn:length(x) > 1}}\"><w:x/></c:if>")),
        ("/c.jsp", &format!("{page}<%@ include file=\"d.jspf\" %>")),
        ("/d.jspf", &format!("{library}<w:x/><c:out value=\"${{fn:trim('')}}\"/>")),
        ("/only-declares.jsp", &page),
    ]
    .map(|(path, text)| (path, text.to_owned()));
    let files: Vec<_> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let problems = application(&files, registry(Watcher::default())).check();
    let shown: Vec<_> =
        problems.iter().map(|it| (it.code, it.message.as_str(), it.place.to_string())).collect();
    assert_eq!(shown, [("page/unused-prefix", "the prefix `c` is not used", "/a.jsp:1:95".to_owned()),]);
}

#[test]
fn extra_info_finds_all_that_is_wrong() {
    let page = "<%@ taglib prefix=\"w\" uri=\"urn:watch\" %><w:x low=\"0\" high=\"0\" var=\"v\"/>";
    let problems = application(&[("/page.jsp", page)], registry(Watcher::default())).check();
    let shown: Vec<_> = problems.iter().map(|it| (it.message.as_str(), it.place.column)).collect();
    assert_eq!(shown, [("low can't be 0", 46), ("high can't be 0", 54)]);
}

#[test]
fn variables_are_named_in_one_place() {
    let page = "<%@ taglib prefix=\"w\" uri=\"urn:watch\" %><w:x var=\"v\"/><w:x/>";
    let both = DESCRIPTOR.replace(
        "<dynamic-attributes>",
        "<variable><name-given>n</name-given></variable><dynamic-attributes>",
    );
    let files: MemoryResources =
        [("/page.jsp", page.to_owned()), ("/WEB-INF/w.tld", both)].into_iter().collect();
    let application = Application::builder(Arc::new(files)).registry(registry(Watcher::default())).build();
    let problems = application.check();
    let [problem] = problems.as_slice() else { panic!("{problems:?}") };
    assert_eq!((problem.code, problem.place.column), ("page/tag-use", 41));
}
