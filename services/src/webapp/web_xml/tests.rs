use super::*;

fn parse(inner: &str) -> (WebXml, Vec<Diagnostic>) {
    WebXml::parse(format!("<web-app version=\"6.0\">\n{inner}\n</web-app>").as_bytes())
}

fn sound(inner: &str) -> WebXml {
    let (web_xml, faults) = parse(inner);
    assert_eq!(faults, []);
    web_xml
}

/// The messages of all faults, errors marked by a `!`.
fn faults(inner: &str) -> Vec<String> {
    let mark = |fault: Diagnostic| format!("{}{}", if fault.is_error() { "!" } else { "" }, fault.message);
    parse(inner).1.into_iter().map(mark).collect()
}

#[test]
fn everything_is_read() {
    let web_xml = sound(
        "<display-name>Shop</display-name>
        <context-param><param-name>a</param-name><param-value> x &amp; y </param-value></context-param>
        <context-param><param-name>b</param-name><param-value></param-value></context-param>
        <welcome-file-list><welcome-file>start.jsp</welcome-file><welcome-file>i.html</welcome-file></welcome-file-list>
        <error-page><error-code>404</error-code><location>/gone.jsp</location></error-page>
        <error-page><exception-type>java.lang.Exception</exception-type><location>/broken.jsp</location></error-page>
        <error-page><location>/any.jsp</location></error-page>
        <mime-mapping><extension>WASM</extension><mime-type>application/wasm</mime-type></mime-mapping>
        <session-config><session-timeout>5</session-timeout><cookie-config><name>SID</name><path>/</path>
            <secure>true</secure><max-age>60</max-age><attribute><attribute-name>samesite</attribute-name>
            <attribute-value>strict</attribute-value></attribute></cookie-config></session-config>
        <request-character-encoding>ISO-8859-1</request-character-encoding>",
    );
    assert_eq!(web_xml.version, Some(Version(6, 0)));
    assert_eq!(web_xml.display_name.as_deref(), Some("Shop"));
    assert_eq!(web_xml.context_params, [("a".into(), "x & y".into()), ("b".into(), "".into())]);
    assert_eq!(web_xml.welcome_files.unwrap(), ["start.jsp", "i.html"]);
    let on: Vec<_> =
        web_xml.error_pages.iter().map(|page| (page.on.clone(), page.location.as_str())).collect();
    assert_eq!(
        on,
        [
            (ErrorMatch::Status(404), "/gone.jsp"),
            (ErrorMatch::Exception("java.lang.Exception".into()), "/broken.jsp"),
            (ErrorMatch::Any, "/any.jsp"),
        ]
    );
    assert_eq!(web_xml.mime_types["wasm"], "application/wasm");
    assert_eq!(web_xml.session_timeout, Some(Duration::from_secs(300)));
    assert_eq!(
        web_xml.cookie,
        CookieConfig {
            name: "SID".into(),
            path: Some("/".into()),
            secure: Some(true),
            max_age_secs: Some(60),
            same_site: "Strict".into(),
            ..CookieConfig::default()
        }
    );
    assert_eq!(web_xml.request_charset, Some(Charset::ISO_8859_1));
}

#[test]
fn servlets_are_mapped_wherever_they_stand() {
    let web_xml = sound(
        "<servlet-mapping><servlet-name>p</servlet-name><url-pattern>/p</url-pattern><url-pattern>/q/*</url-pattern>
        </servlet-mapping>
        <servlet-mapping><servlet-name>c</servlet-name><url-pattern>*.do</url-pattern></servlet-mapping>
        <servlet-mapping><servlet-name>jsp</servlet-name><url-pattern>*.html</url-pattern></servlet-mapping>
        <servlet-mapping><servlet-name>default</servlet-name><url-pattern>/static/*</url-pattern></servlet-mapping>
        <servlet><servlet-name>p</servlet-name><jsp-file>/p.jsp</jsp-file>
            <init-param><param-name>a</param-name><param-value>1</param-value></init-param>
            <init-param><param-name>b</param-name><param-value/></init-param>
            <load-on-startup>2</load-on-startup></servlet>
        <servlet><servlet-name>first</servlet-name><jsp-file>/first.jsp</jsp-file>
            <load-on-startup>0</load-on-startup></servlet>
        <servlet><servlet-name>late</servlet-name><jsp-file>/late.jsp</jsp-file>
            <load-on-startup>-1</load-on-startup></servlet>
        <servlet><servlet-name>c</servlet-name><servlet-class>shop.Cart</servlet-class></servlet>",
    );
    let config = ServletInfo {
        name: "p".into(),
        init_params: vec![("a".into(), "1".into()), ("b".into(), "".into())],
    };
    let file = JspFile { path: "/p.jsp".into(), config: Arc::new(config) };
    let first = web_xml.load_on_startup.iter().map(|(_, servlet)| match servlet {
        Servlet::JspFile(file) => file.path.as_str(),
        _ => "",
    });
    assert_eq!(first.collect::<Vec<_>>(), ["/first.jsp", "/p.jsp"]);
    let mappings: Vec<_> =
        web_xml.mappings.iter().map(|it| (it.pattern.to_string(), it.servlet.clone())).collect();
    assert_eq!(
        mappings,
        [
            ("/p".into(), Servlet::JspFile(file.clone())),
            ("/q/*".into(), Servlet::JspFile(file)),
            (
                "*.do".into(),
                Servlet::Class(ServletClass {
                    class: "shop.Cart".into(),
                    config: Arc::new(ServletInfo { name: "c".into(), init_params: Vec::new() }),
                })
            ),
            ("*.html".into(), Servlet::Pages),
            ("/static/*".into(), Servlet::Files),
        ]
    );
}

#[test]
fn property_groups_and_libraries_are_read() {
    let web_xml = sound(
        "<jsp-config><taglib><taglib-uri>urn:x</taglib-uri><taglib-location>/WEB-INF/x.tld</taglib-location></taglib>
        <jsp-property-group><url-pattern>*.jsp</url-pattern><url-pattern>/a/*</url-pattern>
            <el-ignored>true</el-ignored><page-encoding>UTF-8</page-encoding>
            <include-prelude>/p1.jspf</include-prelude><include-prelude>/p2.jspf</include-prelude>
            <include-coda>/c.jspf</include-coda><trim-directive-whitespaces>true</trim-directive-whitespaces>
            <buffer>1kb</buffer></jsp-property-group></jsp-config>
        <taglib><taglib-uri>urn:old</taglib-uri><taglib-location>/old.tld</taglib-location></taglib>",
    );
    let config = web_xml.page_config;
    assert_eq!(
        config.taglibs,
        [("urn:x".into(), "/WEB-INF/x.tld".into()), ("urn:old".into(), "/old.tld".into())]
    );
    assert_eq!(web_xml.page_patterns, [UrlPattern::Extension("jsp".into()), UrlPattern::Prefix("/a".into())]);
    let [group] = &config.groups[..] else { panic!("one group") };
    assert_eq!(group.url_patterns, ["*.jsp", "/a/*"]);
    assert_eq!((group.settings.el_ignored, group.settings.scripting_invalid), (Some(true), None));
    assert_eq!(group.settings.preludes, ["/p1.jspf", "/p2.jspf"]);
    assert_eq!(group.settings.codas, ["/c.jspf"]);
    assert_eq!(group.buffer_bytes, Some(1024));
}

#[test]
fn old_descriptors_with_a_dtd_are_read() {
    let (web_xml, faults) = WebXml::parse(
        b"<?xml version='1.0' encoding='ISO-8859-1'?>
        <!DOCTYPE web-app PUBLIC '-//Sun Microsystems, Inc.//DTD Web Application 2.3//EN'
            'http://java.sun.com/dtd/web-app_2_3.dtd'>
        <web-app><display-name>Caf\xE9</display-name></web-app>",
    );
    assert_eq!(faults, []);
    assert_eq!(web_xml.version, Some(Version(2, 3)));
    assert_eq!(web_xml.display_name.as_deref(), Some("Café"));
    let settings = web_xml.page_config.group_for("/a.jsp").settings;
    assert_eq!(settings.el_ignored, Some(true), "pages of that age know no expressions");
    assert_eq!(web_xml.page_patterns, []);
}

#[test]
fn external_entities_are_not_read() {
    let (web_xml, faults) = WebXml::parse(
        b"<!DOCTYPE web-app [<!ENTITY x SYSTEM 'file:///etc/hostname'>]>
        <web-app><display-name>[&x;]</display-name></web-app>",
    );
    assert_eq!(web_xml.display_name, None);
    assert!(faults[0].message.contains("entity"), "{faults:?}");
}

#[test]
fn every_fault_is_told_with_its_place() {
    let source =
        "<web-app>\n<error-page>\n<error-code>200</error-code><location>/x</location></error-page></web-app>";
    let (_, found) = WebXml::parse(source.as_bytes());
    assert_eq!(found[0].message, "<error-code> must be a status from 400 to 599, not '200'");
    let place = &found[0].place;
    assert_eq!((place.to_string().as_str(), place.width), ("/WEB-INF/web.xml:3:1", 28));

    for (inner, expected) in [
        ("<error-page><error-code>404</error-code></error-page>", "!<error-page> has no <location>"),
        (
            "<error-page><error-code>404</error-code><location>x</location></error-page>",
            "!<location> must start with a slash: 'x'",
        ),
        ("<context-param><param-name>a</param-name></context-param>", "!<context-param> has no <param-value>"),
        (
            "<session-config><session-timeout>x</session-timeout></session-config>",
            "!<session-timeout> must be a whole number, not 'x'",
        ),
        (
            "<servlet-mapping><servlet-name>x</servlet-name><url-pattern>/</url-pattern></servlet-mapping>",
            "!there is no servlet named 'x'",
        ),
        ("<jsp-config><jsp-property-group/></jsp-config>", "!<jsp-property-group> has no <url-pattern>"),
        (
            "<jsp-config><jsp-property-group><url-pattern>/</url-pattern><is-xml>yes</is-xml></jsp-property-group>
            </jsp-config>",
            "!<is-xml> must be true or false, not 'yes'",
        ),
        ("<security-constraint/>", "<security-constraint> has no effect in Vespid"),
    ] {
        assert_eq!(faults(inner), [expected], "{inner}");
    }
}

#[test]
fn what_is_no_descriptor_is_one_fault() {
    let (_, found) = WebXml::parse(b"<web-app>\n  <a></b>\n</web-app>");
    assert_eq!(found.len(), 1);
    assert!(found[0].message.starts_with("this is not well-formed XML"), "{found:?}");
    assert!(found[0].place.line == 2, "{found:?}");
    for bytes in [&b""[..], b"\xff\xfe", b"<x/>", b"\0", b"<?xml encoding=\xde\xb4>"] {
        assert!(WebXml::parse(bytes).1.iter().any(Diagnostic::is_error));
    }
}

#[test]
fn data_sources_are_read_and_show_no_password() {
    let web_xml = sound(
        "<data-source><name>java:app/jdbc/shop</name><class-name>org.postgresql.ds.PGSimpleDataSource</class-name>
            <server-name>db</server-name><port-number>5433</port-number><database-name>shop</database-name>
            <user>ann</user><password>hush</password><login-timeout>3</login-timeout>
            <max-pool-size>7</max-pool-size><max-statements>0</max-statements></data-source>
        <resource-ref><res-ref-name>jdbc/main</res-ref-name><res-type>javax.sql.DataSource</res-type>
            <lookup-name>java:app/jdbc/shop</lookup-name></resource-ref>",
    );
    let source = &web_xml.data_sources[0];
    assert_eq!(source.url, "jdbc:postgresql://db:5433/shop");
    assert_eq!(source.password.as_deref(), Some("hush"));
    assert!(!format!("{source:?}").contains("hush"));
    assert_eq!((source.options.pool_size, source.options.connect_timeout), (7, Duration::from_secs(3)));
    assert_eq!(source.options.statement_cache, 256);
    assert_eq!(web_xml.data_source_refs[0].target.as_deref(), Some("java:app/jdbc/shop"));
    assert_eq!(
        faults("<data-source><name>x</name><class-name>com.Other</class-name></data-source>"),
        ["the data source 'x' does not say which database it is"]
    );
}
