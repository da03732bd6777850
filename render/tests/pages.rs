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

/// What a tag handler asks of the page beside its body.
mod page_context {
    use vespid_render::el::Evaluator;
    use vespid_render::machine::PageHandle;
    use vespid_render::registry::Registry;
    use vespid_render::tags::AsyncTag;
    use vespid_render::tags::End;

    use super::*;

    #[derive(Default, vespid_render::Tag)]
    #[tag(class = "shop.DoTag")]
    struct Do {
        #[attribute]
        include: Option<String>,
        #[attribute]
        text: Option<String>,
        #[attribute]
        forward: Option<String>,
        #[attribute]
        evaluate: Option<String>,
    }

    impl AsyncTag for Do {
        async fn run(self, mut page: PageHandle) -> Result<End> {
            page.write_str("(")?;
            if let Some(path) = &self.include
                && let Err(error) = page.include(path).await
            {
                page.write_str(error.message())?;
            }
            if let Some(path) = &self.text {
                let text = page.include_text(path).await?;
                page.write_str(&text.to_uppercase())?;
            }
            if let Some(text) = &self.evaluate {
                let evaluator = Evaluator::over(page.exchange().application().clone());
                let value = evaluator.compile(text)?.value_in(&mut page)?;
                page.write_str(&value.to_string())?;
            }
            if let Some(path) = &self.forward {
                page.forward(path).await?;
            }
            page.write_str(")")?;
            page.invoke_body().await?;
            Ok(End::EvalPage)
        }
    }

    fn render(page: &str) -> Result<String> {
        let descriptor = "<taglib version='4.1'><uri>urn:d</uri><tag><name>do</name><tag-class>shop.DoTag</tag-class>\
                          <body-content>JSP</body-content><dynamic-attributes>true</dynamic-attributes></tag></taglib>";
        let page = format!("<%@ taglib prefix='d' uri='urn:d' %>{CORE}{page}");
        let files: MemoryResources = [
            ("/WEB-INF/d.tld", descriptor.to_owned()),
            ("/page.jsp", page),
            ("/part.jsp", "part ${param.p}${x}<%@ page session='false' %>".to_owned()),
            ("/file.txt", "file".to_owned()),
            ("/bad.jsp", "${1 / 'x'}".to_owned()),
        ]
        .into_iter()
        .collect();
        let mut registry = Registry::new();
        registry.async_tag::<Do>();
        let application = Application::builder(Arc::new(files)).registry(registry).build();
        let exchange = Exchange::builder(application.clone()).attribute("x", Value::str("X"));
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime starts");
        runtime.block_on(application.render_to_string("/page.jsp", exchange.build()))
    }

    #[test]
    fn a_tag_includes_pages_and_files() {
        let page =
            "a<d:do include='part.jsp?p=1'>b</d:do><d:do text='/part.jsp' include='file.txt'/>c${param.p}";
        assert_eq!(render(page).unwrap(), "a(part 1X)b(filePART X)c");
        assert_eq!(render("<c:set var='n'>[<d:do include='part.jsp'/>]</c:set>${n}").unwrap(), "[(part X)]");
    }

    #[test]
    fn what_an_include_fails_with_is_the_tags_own_to_handle() {
        let text = render("<d:do include='none.jsp'/> <d:do include='bad.jsp'>!</d:do>").unwrap();
        assert!(text.contains("none.jsp") && text.ends_with(")!"), "{text}");
        assert!(render("<d:do text='bad.jsp'/>").is_err());
    }

    #[test]
    fn a_tag_forwards() {
        assert_eq!(render("lost<d:do forward='/part.jsp?p=2'>lost</d:do>lost").unwrap(), "part 2X");
        let late = render("<%@ page buffer='none' %>sent<d:do forward='/part.jsp'/>");
        assert!(late.is_err());
    }

    #[test]
    fn a_tag_evaluates_expressions_with_the_variables_of_the_page() {
        let page = "<c:set var='a' value='${20}'/><d:do evaluate='a + 1 += x += (v -> v + a)(2)'/>";
        assert_eq!(render(page).unwrap(), "(21X22)");
    }
}
