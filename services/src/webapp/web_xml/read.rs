//! From XML to [`WebXml`].

use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use roxmltree::Document;
use roxmltree::Node;
use roxmltree::ParsingOptions;
use vespid_render::application::PropertyGroup;
use vespid_render::context::ServletInfo;
use vespid_render::diagnostic::Diagnostic;
use vespid_render::source::Place;
use vespid_render::source::SourceFile;
use vespid_render::source::SourceMap;
use vespid_render::source::Span;
use vespid_render::syntax::PageSettings;
use vespid_render::value::Str;
use vespid_sql_tags::DataSourceOptions;
use vespid_streams::Charset;

use super::DataSourceRef;
use super::ErrorMatch;
use super::ErrorPage;
use super::Filter;
use super::FilterMapping;
use super::FilterMatch;
use super::JavaClass;
use super::JspFile;
use super::Mapping;
use super::ResourceRef;
use super::Servlet;
use super::ServletClass;
use super::UrlPattern;
use super::Version;
use super::WebXml;
use super::sees_requests_only;

/// More is no descriptor but an attack on the parser.
const MAX_NODES: u32 = 200_000;

/// Servlet classes of Java containers that stand for what Vespid does itself.
const PAGE_SERVLETS: &[&str] =
    &["org.apache.jasper.servlet.JspServlet", "org.eclipse.jetty.jsp.JettyJspServlet"];
const FILE_SERVLETS: &[&str] =
    &["org.apache.catalina.servlets.DefaultServlet", "org.eclipse.jetty.servlet.DefaultServlet"];

/// Elements that an application may rely on and that have no effect here.
const WITHOUT_EFFECT: &[(&str, &str)] = &[
    ("security-constraint", "protect these paths by a proxy or a tower layer before the application"),
    ("login-config", "let a proxy or a tower layer before the application see to logins"),
];

pub(super) fn read(bytes: &[u8]) -> (WebXml, Vec<Diagnostic>) {
    let file = Arc::new(SourceFile::new(WebXml::PATH, decode(bytes)));
    let text = file.text();
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let mut reader = Reader::new(&file);
    match Document::parse_with_options(text, options) {
        Ok(document) => {
            reader.root(document.root_element(), text);
            (reader.web_xml, reader.found)
        }
        Err(error) => {
            let at = offset(text, error.pos());
            reader.error(at..at, format!("this is not well-formed XML: {error}"));
            (WebXml::default(), reader.found)
        }
    }
}

/// The text of an XML file: by byte order mark, else by its declaration, else UTF-8.
fn decode(bytes: &[u8]) -> String {
    let (charset, bytes) = match Charset::for_bom(bytes) {
        Some((charset, len)) => (charset, &bytes[len..]),
        None => (declared(bytes).unwrap_or(Charset::UTF_8), bytes),
    };
    charset.decode(bytes).0.into_owned()
}

fn declared(bytes: &[u8]) -> Option<Charset> {
    let head = std::str::from_utf8(bytes.get(..bytes.iter().position(|byte| *byte == b'>')?)?).ok()?;
    let value =
        head.strip_prefix("<?xml")?.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let (quote, rest) =
        ['"', '\''].into_iter().find_map(|quote| Some((quote, value.strip_prefix(quote)?)))?;
    Charset::for_label(rest.split(quote).next()?)
}

/// The byte at a line and column (both from 1).
fn offset(text: &str, at: roxmltree::TextPos) -> usize {
    let line_start: usize =
        text.split_inclusive('\n').take(at.row.saturating_sub(1) as usize).map(str::len).sum();
    let line = &text[line_start..];
    line_start
        + line.char_indices().nth(at.col.saturating_sub(1) as usize).map_or(line.len(), |(offset, _)| offset)
}

struct Reader<'x> {
    sources: SourceMap,
    web_xml: WebXml,
    found: Vec<Diagnostic>,
    /// Mappings in order, resolved at the end: a mapping may come before its servlet.
    mappings: Vec<(Node<'x, 'x>, Str, UrlPattern)>,
}

/// A hint for a name that is none of these.
fn there_are(names: &[&str]) -> Option<String> {
    (!names.is_empty()).then(|| format!("there are: {}", names.join(", ")))
}

/// The child elements of that local name; descriptors come in three namespaces and without any.
fn children<'x>(node: Node<'x, 'x>, name: &'static str) -> impl Iterator<Item = Node<'x, 'x>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

fn child<'x>(node: Node<'x, 'x>, name: &'static str) -> Option<Node<'x, 'x>> {
    children(node, name).next()
}

/// The trimmed text of an element.
fn text(node: Node<'_, '_>) -> Str {
    let whole: String = node.descendants().filter(Node::is_text).filter_map(|it| it.text()).collect();
    whole.trim().into()
}

fn child_text(node: Node<'_, '_>, name: &'static str) -> Option<Str> {
    // Not through `child`: text of any lifetime will do.
    node.children().find(|child| child.is_element() && child.tag_name().name() == name).map(text)
}

impl<'x> Reader<'x> {
    fn new(file: &Arc<SourceFile>) -> Self {
        let mut sources = SourceMap::new();
        sources.add(file.clone());
        Reader { sources, web_xml: WebXml::default(), found: Vec::new(), mappings: Vec::new() }
    }

    fn place(&self, at: Range<usize>) -> Place {
        self.sources.place(Span::new(0, at.start, at.end))
    }

    fn error(&mut self, at: Range<usize>, message: impl Into<String>) {
        self.error_with_hint(at, message, None);
    }

    fn error_with_hint(&mut self, at: Range<usize>, message: impl Into<String>, hint: Option<String>) {
        let place = self.place(at);
        self.found.push(Diagnostic::error("web-xml/invalid", message, place).with_hint_if(hint));
    }

    fn warning(&mut self, at: Range<usize>, message: impl Into<String>, hint: Option<&str>) {
        let place = self.place(at);
        self.found.push(Diagnostic::warning("web-xml/no-effect", message, place).with_hint_if(hint));
    }

    fn root(&mut self, root: Node<'x, 'x>, source: &str) {
        if root.tag_name().name() != "web-app" {
            let message = format!("the root element is <{}>, not <web-app>", root.tag_name().name());
            self.error(root.range(), message);
            return;
        }
        self.web_xml.version = version(root, source);
        self.web_xml.metadata_complete = root.attribute("metadata-complete") == Some("true");
        self.web_xml.display_name = child_text(root, "display-name");
        for (name, hint) in WITHOUT_EFFECT {
            if let Some(node) = child(root, name) {
                self.warning(node.range(), format!("<{name}> has no effect in Vespid"), Some(hint));
            }
        }
        for node in children(root, "context-param") {
            self.context_param(node);
        }
        for node in children(root, "listener") {
            if let Some((class, node)) = self.required(node, "listener-class") {
                let place = self.place(node.range());
                self.web_xml.listeners.push(JavaClass { name: class, place });
            }
        }
        for node in children(root, "welcome-file-list") {
            let files = self.web_xml.welcome_files.get_or_insert_default();
            files.extend(children(node, "welcome-file").map(text).filter(|file| !file.is_empty()));
        }
        for node in children(root, "error-page") {
            self.error_page(node);
        }
        for node in children(root, "mime-mapping") {
            if let Some((extension, mime_type)) =
                self.required(node, "extension").zip(self.required(node, "mime-type"))
            {
                self.web_xml.mime_types.insert(extension.0.as_str().to_lowercase(), mime_type.0);
            }
        }
        for node in children(root, "session-config") {
            self.session_config(node);
        }
        if let Some(node) = child(root, "request-character-encoding") {
            self.web_xml.request_charset = self.parsed(node, "a known charset", Charset::for_label);
        }
        for node in children(root, "data-source") {
            self.data_source(node);
        }
        for node in children(root, "resource-ref") {
            self.resource_ref(node);
        }
        for node in children(root, "servlet") {
            self.servlet(node);
        }
        for node in children(root, "servlet-mapping") {
            self.servlet_mapping(node);
        }
        self.resolve_mappings();
        for node in children(root, "filter") {
            self.filter(node);
        }
        for node in children(root, "filter-mapping") {
            self.filter_mapping(node);
        }
        self.web_xml.load_on_startup.sort_by_key(|(order, _)| *order);
        // Before Servlet 2.4, `taglib` stood right under the root.
        for node in children(root, "jsp-config").chain(std::iter::once(root)) {
            for taglib in children(node, "taglib") {
                if let Some(((uri, _), (location, _))) =
                    self.required(taglib, "taglib-uri").zip(self.required(taglib, "taglib-location"))
                {
                    self.web_xml.page_config.taglibs.push((uri, location));
                }
            }
            for group in children(node, "jsp-property-group") {
                self.property_group(group);
            }
        }
        // Pages of applications older than Servlet 2.4 knew no expressions, and those older than 2.5 no `#{` (Pages 4.1,
        // 3.3.2 and 3.4.2).
        let older_than = |version| self.web_xml.version.is_some_and(|own| own < version);
        let defaults = PageSettings {
            el_ignored: older_than(Version(2, 4)).then_some(true),
            deferred_syntax_allowed_as_literal: older_than(Version(2, 5)).then_some(true),
            ..PageSettings::default()
        };
        self.web_xml.page_config.defaults = defaults;
    }

    /// The text of a child that must be there and not empty.
    fn required(&mut self, node: Node<'x, 'x>, name: &'static str) -> Option<(Str, Node<'x, 'x>)> {
        match child(node, name).map(|child| (text(child), child)) {
            Some((text, child)) if !text.is_empty() => Some((text, child)),
            _ => {
                let message = format!("<{}> has no <{name}>", node.tag_name().name());
                self.error(node.range(), message);
                None
            }
        }
    }

    /// The text of an element, read by `read`; a fault that says what was `expected` if that gives nothing.
    fn parsed<T>(
        &mut self,
        node: Node<'x, 'x>,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let text = text(node);
        let value = read(&text);
        if value.is_none() {
            let message = format!("<{}> must be {expected}, not '{text}'", node.tag_name().name());
            self.error(node.range(), message);
        }
        value
    }

    fn number<T: FromStr>(&mut self, node: Node<'x, 'x>) -> Option<T> {
        self.parsed(node, "a whole number", |text| text.parse().ok())
    }

    fn flag(&mut self, parent: Node<'x, 'x>, name: &'static str) -> Option<bool> {
        let node = child(parent, name)?;
        self.parsed(node, "true or false", |text| match text {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        })
    }

    /// A context-relative path that must start with a slash.
    fn absolute(&mut self, (path, node): (Str, Node<'x, 'x>)) -> Option<Str> {
        if path.starts_with('/') {
            return Some(path);
        }
        let message = format!("<{}> must start with a slash: '{path}'", node.tag_name().name());
        self.error_with_hint(node.range(), message, Some(format!("write /{path}")));
        None
    }

    fn pattern(&mut self, node: Node<'x, 'x>) -> Option<UrlPattern> {
        match text(node).parse() {
            Ok(pattern) => Some(pattern),
            Err(error) => {
                self.error(node.range(), error.to_string());
                None
            }
        }
    }

    fn context_param(&mut self, node: Node<'x, 'x>) {
        // An empty value is a value.
        let value = child_text(node, "param-value");
        if value.is_none() {
            self.error(node.range(), "<context-param> has no <param-value>");
        }
        if let Some(((name, at), value)) = self.required(node, "param-name").zip(value) {
            if self.web_xml.context_params.iter().any(|(known, _)| *known == name) {
                let message = format!("the context parameter '{name}' is given twice");
                self.error(at.range(), message);
                return;
            }
            self.web_xml.context_params.push((name, value));
        }
    }

    /// A `data-source` (Jakarta EE 10, EE.5.18): a URL, or the server and the database by name.
    fn data_source(&mut self, node: Node<'x, 'x>) {
        let Some((name, _)) = self.required(node, "name") else { return };
        let of = |name| child_text(node, name).filter(|text| !text.is_empty());
        let url = of("url").or_else(|| {
            let class = of("class-name")?;
            let database = of("database-name")?;
            if !class.contains("postgresql") {
                return None;
            }
            let server = of("server-name").unwrap_or_else(|| "localhost".into());
            let port = of("port-number").map(|port| format!(":{port}")).unwrap_or_default();
            Some(format!("jdbc:postgresql://{server}{port}/{database}").into())
        });
        let Some(url) = url else {
            let hint = "give it a <url> such as jdbc:postgresql://host/database";
            let message = format!("the data source '{name}' does not say which database it is");
            self.warning(node.range(), message, Some(hint));
            return;
        };
        let mut options = DataSourceOptions::default();
        for (element, option) in [
            ("max-pool-size", "pool_size"),
            ("login-timeout", "connect_timeout"),
            ("max-statements", "statement_cache"),
        ] {
            // 0 and -1 stand for what the server thinks best.
            let Some(value) = of(element).filter(|value| *value != "0" && *value != "-1") else { continue };
            if let Err(error) = options.set(option, &value) {
                let message =
                    format!("the <{element}> of the data source '{name}' has no effect: {}", error.message());
                self.warning(node.range(), message, None);
            }
        }
        let (user, password, place) = (of("user"), of("password"), self.place(node.range()));
        self.web_xml.data_sources.push(DataSourceRef { name, url, user, password, options, place });
    }

    fn resource_ref(&mut self, node: Node<'x, 'x>) {
        let Some((name, _)) = self.required(node, "res-ref-name") else { return };
        let kind = child_text(node, "res-type").filter(|kind| !kind.is_empty());
        if kind.as_deref().is_some_and(|kind| kind != "javax.sql.DataSource") {
            let message =
                format!("the <resource-ref> '{name}' has no effect in Vespid, being no data source");
            self.warning(node.range(), message, None);
            return;
        }
        let target = child_text(node, "lookup-name").or_else(|| child_text(node, "mapped-name"));
        let place = self.place(node.range());
        self.web_xml.data_source_refs.push(ResourceRef { name, target, place });
    }

    fn error_page(&mut self, node: Node<'x, 'x>) {
        let on = match (child(node, "error-code"), child(node, "exception-type")) {
            (Some(code), _) => {
                let read = |text: &str| text.parse().ok().filter(|status| (400..=599).contains(status));
                self.parsed(code, "a status from 400 to 599", read).map(ErrorMatch::Status)
            }
            (None, Some(class)) => Some(ErrorMatch::Exception(text(class))),
            (None, None) => Some(ErrorMatch::Any),
        };
        let location = self.required(node, "location").and_then(|location| self.absolute(location));
        if let Some((on, location)) = on.zip(location) {
            self.web_xml.error_pages.push(ErrorPage { on, location });
        }
    }

    fn session_config(&mut self, node: Node<'x, 'x>) {
        if let Some(timeout) = child(node, "session-timeout")
            && let Some(minutes) = self.number::<i32>(timeout)
        {
            // Zero and less: sessions never end by themselves.
            let minutes = u64::try_from(minutes).unwrap_or(0);
            self.web_xml.session_timeout = Some(Duration::from_secs(60 * minutes));
        }
        let Some(config) = child(node, "cookie-config") else { return };
        if let Some(name) = child(config, "name") {
            let is_token = |text: &str| {
                !text.is_empty()
                    && text.bytes().all(|b| b.is_ascii_graphic() && !b"()<>@,;:\\\"/[]?={}".contains(&b))
            };
            if let Some(name) = self.parsed(name, "a cookie name", |text| is_token(text).then(|| text.into()))
            {
                self.web_xml.cookie.name = name;
            }
        }
        self.web_xml.cookie.domain = child_text(config, "domain").filter(|text| !text.is_empty());
        self.web_xml.cookie.path = child_text(config, "path").filter(|text| !text.is_empty());
        if let Some(http_only) = self.flag(config, "http-only") {
            self.web_xml.cookie.http_only = http_only;
        }
        self.web_xml.cookie.secure = self.flag(config, "secure");
        if let Some(max_age) = child(config, "max-age")
            && let Some(seconds) = self.number::<i64>(max_age)
        {
            // Less than zero: until the browser is closed.
            self.web_xml.cookie.max_age_secs = u32::try_from(seconds).ok();
        }
        for attribute in children(config, "attribute") {
            let name = child_text(attribute, "attribute-name").unwrap_or_default();
            match child(attribute, "attribute-value") {
                Some(value) if name.eq_ignore_ascii_case("SameSite") => {
                    let known = ["Strict", "Lax", "None"];
                    let read = |text: &str| known.into_iter().find(|known| known.eq_ignore_ascii_case(text));
                    if let Some(same_site) = self.parsed(value, "Strict, Lax or None", read) {
                        self.web_xml.cookie.same_site = same_site.into();
                    }
                }
                _ => {
                    let message = format!("the cookie attribute '{name}' has no effect in Vespid");
                    self.warning(attribute.range(), message, None);
                }
            }
        }
    }

    fn servlet(&mut self, node: Node<'x, 'x>) {
        let Some((name, at)) = self.required(node, "servlet-name") else { return };
        let servlet = if let Some(file) = child(node, "jsp-file") {
            let Some(path) = self.absolute((text(file), file)) else { return };
            let config = Arc::new(ServletInfo { name: name.clone(), init_params: self.init_params(node) });
            Servlet::JspFile(JspFile { path, config })
        } else {
            let Some((class, _)) = self.required(node, "servlet-class") else { return };
            match class.as_str() {
                class if PAGE_SERVLETS.contains(&class) => Servlet::Pages,
                class if FILE_SERVLETS.contains(&class) => Servlet::Files,
                _ => {
                    let config =
                        Arc::new(ServletInfo { name: name.clone(), init_params: self.init_params(node) });
                    Servlet::Class(ServletClass { class, config })
                }
            }
        };
        if let Some(node) = child(node, "load-on-startup")
            && let Some(order) = self.number::<i32>(node)
            && order >= 0
        {
            self.web_xml.load_on_startup.push((order, servlet.clone()));
        }
        if self.web_xml.servlets.insert(name.clone(), servlet).is_some() {
            self.error(at.range(), format!("there are two servlets named '{name}'"));
        }
    }

    fn filter(&mut self, node: Node<'x, 'x>) {
        let Some((name, at)) = self.required(node, "filter-name") else { return };
        let Some((class, _)) = self.required(node, "filter-class") else { return };
        if self.web_xml.filters.iter().any(|known| known.config.name == name) {
            self.error(at.range(), format!("there are two filters named '{name}'"));
            return;
        }
        let place = self.place(node.range());
        let config = Arc::new(ServletInfo { name, init_params: self.init_params(node) });
        self.web_xml.filters.push(Filter { class, config, place });
    }

    fn filter_mapping(&mut self, node: Node<'x, 'x>) {
        let Some((name, at)) = self.required(node, "filter-name") else { return };
        if !self.web_xml.filters.iter().any(|known| known.config.name == name) {
            let names: Vec<&str> =
                self.web_xml.filters.iter().map(|filter| filter.config.name.as_str()).collect();
            let hint = there_are(&names);
            self.error_with_hint(at.range(), format!("there is no filter named '{name}'"), hint);
            return;
        }
        let dispatchers: Vec<Str> = children(node, "dispatcher").map(text).collect();
        if dispatchers.iter().any(|kind| *kind != "REQUEST") {
            let hint = "map it to the paths of the requests";
            self.warning(at.range(), sees_requests_only(&name), Some(hint));
            if !dispatchers.iter().any(|kind| *kind == "REQUEST") {
                return;
            }
        }
        for pattern in children(node, "url-pattern") {
            if let Some(pattern) = self.pattern(pattern) {
                let on = FilterMatch::Path(pattern);
                self.web_xml.filter_mappings.push(FilterMapping { filter: name.clone(), on });
            }
        }
        for servlet in children(node, "servlet-name") {
            let on = FilterMatch::Servlet(text(servlet));
            self.web_xml.filter_mappings.push(FilterMapping { filter: name.clone(), on });
        }
    }

    fn init_params(&mut self, servlet: Node<'x, 'x>) -> Vec<(Str, Str)> {
        let mut params: Vec<(Str, Str)> = Vec::new();
        for node in children(servlet, "init-param") {
            // An empty value is a value.
            let value = child_text(node, "param-value");
            if value.is_none() {
                self.error(node.range(), "<init-param> has no <param-value>");
            }
            if let Some(((name, at), value)) = self.required(node, "param-name").zip(value) {
                if params.iter().any(|(known, _)| *known == name) {
                    self.error(at.range(), format!("the parameter '{name}' is given twice"));
                } else {
                    params.push((name, value));
                }
            }
        }
        params
    }

    fn servlet_mapping(&mut self, node: Node<'x, 'x>) {
        let Some((name, at)) = self.required(node, "servlet-name") else { return };
        for pattern in children(node, "url-pattern") {
            if let Some(pattern) = self.pattern(pattern) {
                self.mappings.push((at, name.clone(), pattern));
            }
        }
    }

    fn resolve_mappings(&mut self) {
        for (at, name, pattern) in std::mem::take(&mut self.mappings) {
            let servlet = match (self.web_xml.servlets.get(&name), name.as_str()) {
                (Some(servlet), _) => servlet.clone(),
                // Containers bring these two along under these names.
                (None, "jsp") => Servlet::Pages,
                (None, "default") => Servlet::Files,
                (None, _) => {
                    let mut names: Vec<&str> = self.web_xml.servlets.keys().map(Str::as_str).collect();
                    names.sort_unstable();
                    let hint = there_are(&names);
                    self.error_with_hint(at.range(), format!("there is no servlet named '{name}'"), hint);
                    continue;
                }
            };
            if self.web_xml.mappings.iter().any(|mapping| mapping.pattern == pattern) {
                let message = format!("the URL pattern '{pattern}' is mapped twice");
                self.error(at.range(), message);
                continue;
            }
            let place = self.place(at.range());
            self.web_xml.mappings.push(Mapping { pattern, servlet, place });
        }
    }

    fn property_group(&mut self, node: Node<'x, 'x>) {
        let mut group = PropertyGroup::default();
        for pattern in children(node, "url-pattern") {
            if let Some(pattern) = self.pattern(pattern) {
                group.url_patterns.push(pattern.to_string().into());
                self.web_xml.page_patterns.push(pattern);
            }
        }
        if group.url_patterns.is_empty() {
            self.error(node.range(), "<jsp-property-group> has no <url-pattern>");
            return;
        }
        let settings = &mut group.settings;
        settings.el_ignored = self.flag(node, "el-ignored");
        settings.scripting_invalid = self.flag(node, "scripting-invalid");
        settings.is_xml = self.flag(node, "is-xml");
        settings.page_encoding = child_text(node, "page-encoding");
        settings.deferred_syntax_allowed_as_literal = self.flag(node, "deferred-syntax-allowed-as-literal");
        settings.trim_directive_whitespaces = self.flag(node, "trim-directive-whitespaces");
        settings.error_on_undeclared_namespace = self.flag(node, "error-on-undeclared-namespace");
        settings.preludes.extend(children(node, "include-prelude").map(text));
        settings.codas.extend(children(node, "include-coda").map(text));
        group.default_content_type = child_text(node, "default-content-type");
        group.error_on_el_not_found = self.flag(node, "error-on-el-not-found");
        if let Some(buffer) = child(node, "buffer") {
            group.buffer_bytes = self.parsed(buffer, "none or a size like 8kb", buffer_bytes);
        }
        self.web_xml.page_config.groups.push(group);
    }
}

/// A buffer's size: `none` is 0, else kilobytes.
fn buffer_bytes(text: &str) -> Option<usize> {
    if text == "none" {
        return Some(0);
    }
    text.strip_suffix("kb")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

/// The version of the root element, or of the DTD that stood for it before.
fn version(root: Node<'_, '_>, source: &str) -> Option<Version> {
    let read = |text: &str| {
        let (major, minor) = text.split_once('.')?;
        Some(Version(major.trim().parse().ok()?, minor.trim().parse().ok()?))
    };
    match root.attribute("version") {
        Some(version) => read(version),
        None => {
            let doctype = &source[..root.range().start];
            let (_, rest) = doctype.split_once("//DTD Web Application ")?;
            read(rest.split("//").next()?)
        }
    }
}
