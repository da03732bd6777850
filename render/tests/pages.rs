//! Pages in memory: what the engine does with them, without a server.

use std::sync::Arc;

use vespid_render::Result;
use vespid_render::Value;
use vespid_render::application::Application;
use vespid_render::application::Limits;
use vespid_render::context::Exchange;
use vespid_render::error::Origin;
use vespid_render::resources::MemoryResources;

/// Renders `/page.jsp` among these files.
fn render_with(files: &[(&str, &str)], attributes: &[(&str, Value)], limits: Limits) -> Result<String> {
    let files: MemoryResources = files.iter().map(|(path, text)| (*path, text.as_bytes().to_vec())).collect();
    let application = Application::builder(Arc::new(files)).limits(limits).build();
    let mut exchange = Exchange::builder(application.clone());
    for (name, value) in attributes {
        exchange = exchange.attribute(name, value.clone());
    }
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime starts");
    runtime.block_on(application.render_to_string("/page.jsp", exchange.build()))
}

fn render(page: &str) -> String {
    match render_with(&[("/page.jsp", page)], &[], Limits::default()) {
        Ok(text) => text,
        Err(error) => panic!("{error:#}"),
    }
}

const CORE: &str = r#"<%@ taglib prefix="c" uri="jakarta.tags.core" %>"#;

#[test]
fn template_text_and_expressions() {
    assert_eq!(render("a${1 + 2}b${'x'}${null}"), "a3bx");
    assert_eq!(
        render("${1 lt 2 and 2 lt 1} ${empty ''} ${not true} ${5 % 3} ${1 / 2}"),
        "false true false 2 0.5"
    );
    assert_eq!(render("${true ? 'y' : 'n'}${missing.x}${missing ?? 'd'}"), "yd");
}

#[test]
fn core_actions() {
    let page = format!(
        "{CORE}<c:set var=\"x\" value=\"${{3}}\"/><c:forEach begin=\"1\" end=\"${{x}}\" var=\"i\" varStatus=\"s\">\
         ${{i}}${{s.last ? '.' : ','}}</c:forEach><c:if test=\"${{x eq 3}}\">yes</c:if><c:out value=\"<a>\"/>\
         <c:choose> <c:when test=\"${{x gt 3}}\">big</c:when> <c:otherwise>small</c:otherwise> </c:choose>"
    );
    assert_eq!(render(&page), "1,2,3.yes&lt;a&gt;  small ");
}

#[test]
fn catch_gives_the_exception() {
    let page = format!("{CORE}<c:catch var=\"e\">a${{'x'.y}}b</c:catch>|${{e.message}}");
    assert_eq!(render(&page), "a|java.lang.String has no property 'y'");
}

#[test]
fn includes_and_tag_files() {
    let files = [
        (
            "/page.jsp",
            "<%@ taglib prefix=\"t\" tagdir=\"/WEB-INF/tags\" %><jsp:include page=\"/part.jsp?a=1\"><jsp:param name=\"b\" \
             value=\"${1+1}\"/></jsp:include>|<t:box title=\"T\"><jsp:attribute name=\"foot\">f${level}</jsp:attribute>\
             <jsp:body>body</jsp:body></t:box>|${level}",
        ),
        ("/part.jsp", "${param.a}${param.b}"),
        (
            "/WEB-INF/tags/box.tag",
            "<%@ attribute name=\"title\" required=\"true\" %><%@ attribute name=\"foot\" fragment=\"true\" %>\
             <%@ variable name-given=\"level\" scope=\"NESTED\" %><%@ taglib prefix=\"c\" uri=\"jakarta.tags.core\" %>\
             <c:set var=\"level\" value=\"L\"/>[${title}:<jsp:doBody/>:<jsp:invoke fragment=\"foot\"/>]",
        ),
    ];
    assert_eq!(render_with(&files, &[], Limits::default()).unwrap(), "12|[T:body:fL]|");
}

#[test]
fn an_include_of_nothing_is_the_pages_own_failure() {
    let include = "<jsp:include page=\"none.jsp\"><jsp:param name=\"a\" value=\"1\"/></jsp:include>";
    let error = render_with(&[("/page.jsp", include)], &[], Limits::default()).unwrap_err();
    assert_eq!((error.origin(), error.message().as_str()), (Origin::Page, "there is no page /none.jsp"));
    assert_eq!(error.places()[0].to_string(), "/page.jsp:1:1");
    // What it would have seen is gone with it.
    let caught = format!(
        "{CORE}<c:catch>{include}</c:catch>[${{param.a}}${{requestScope['jakarta.servlet.include.servlet_path']}}]"
    );
    assert_eq!(render(&caught), "[]");
}

#[test]
fn endless_pages_end_by_their_budget() {
    let limits = Limits { max_steps: 10_000, max_depth: 32, max_output_bytes: 100_000, ..Limits::default() };
    let endless = format!("{CORE}<c:forEach begin=\"0\" end=\"2000000000\"></c:forEach>");
    let error = render_with(&[("/page.jsp", &endless)], &[], limits.clone()).unwrap_err();
    assert!(error.is_budget() && error.message().contains("steps"), "{error:#}");
    let recursive = "<jsp:include page=\"/page.jsp\"/>";
    let error = render_with(&[("/page.jsp", recursive)], &[], limits.clone()).unwrap_err();
    assert!(error.is_budget() && error.message().contains("deep"), "{error:#}");
    let long = format!("{CORE}<c:forEach begin=\"0\" end=\"9000\">{}</c:forEach>", "x".repeat(100));
    let error = render_with(&[("/page.jsp", &long)], &[], limits).unwrap_err();
    assert!(error.is_budget() && error.message().contains("bytes"), "{error:#}");
}
