//! Which path of an application leads where.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::Weak;

use vespid_render::application::Dispatcher;
use vespid_render::application::Handler;
use vespid_render::application::Target;
use vespid_render::application::is_page;

use super::UrlPattern;
use super::WebApp;
use super::WebXml;
use super::foreign::Foreign;
use super::pattern::PatternMap;
use super::web_xml::JspFile;
use super::web_xml::Servlet;
use super::web_xml::ServletClass;

/// What a URL pattern leads to.
#[derive(Clone)]
pub(crate) enum Action {
    /// The path is a page.
    Page,
    /// A page, whatever the path.
    JspFile(JspFile),
    /// A servlet among the application's sources, by the page that runs it.
    Servlet(JspFile),
    /// Code.
    Handler(Arc<dyn Handler>),
    /// The path is a file, sent as it is.
    File,
    /// A Java class that nothing is registered for.
    Missing,
}

/// The routes of an application.
#[derive(Default)]
pub(crate) struct Routes {
    patterns: PatternMap<Action>,
    /// Applications whose resources pages of this one may import.
    pub(super) neighbours: OnceLock<Vec<Weak<WebApp>>>,
}

/// Where a path leads.
pub(crate) struct Route<'p> {
    pub(crate) action: Action,
    /// The part of the path that led there.
    pub(crate) servlet_path: &'p str,
    /// What follows it.
    pub(crate) path_info: Option<&'p str>,
}

impl Routes {
    /// The routes of `web.xml`, after those in Rust code: where both map a pattern, the code wins.
    ///
    /// `by_class` finds what stands for a servlet's Java class.
    pub(crate) fn new(
        handlers: Vec<(UrlPattern, Arc<dyn Handler>)>,
        web_xml: &WebXml,
        by_class: impl Fn(&ServletClass) -> Action,
    ) -> Self {
        let mut patterns = PatternMap::default();
        for (pattern, handler) in handlers {
            patterns.insert(pattern, Action::Handler(handler));
        }
        // What a property group matches is a page, also where a servlet has the very same pattern (Pages 4.1, 3.3.2);
        // a servlet that matches better wins.
        for pattern in &web_xml.page_patterns {
            patterns.insert(pattern.clone(), Action::Page);
        }
        for mapping in &web_xml.mappings {
            let action = match &mapping.servlet {
                Servlet::JspFile(file) => Action::JspFile(file.clone()),
                Servlet::Class(class) => by_class(class),
                Servlet::Pages => Action::Page,
                Servlet::Files => Action::File,
            };
            patterns.insert(mapping.pattern.clone(), action);
        }
        Routes { patterns, neighbours: OnceLock::new() }
    }

    /// Where `path` leads: by the patterns, else by what containers map without being told.
    pub(crate) fn find<'p>(&self, path: &'p str) -> Route<'p> {
        let Some(found) = self.patterns.find(path) else { return Route::by_extension(path) };
        // Pages need no pattern: their extension matches better than the default.
        if found.is_default && is_page(path) {
            return Route::by_extension(path);
        }
        let rest = &path[found.servlet_path.len()..];
        Route {
            action: found.value.clone(),
            servlet_path: found.servlet_path,
            path_info: (!rest.is_empty()).then_some(rest),
        }
    }
}

impl<'p> Route<'p> {
    fn by_extension(path: &'p str) -> Self {
        let action = if is_page(path) { Action::Page } else { Action::File };
        Route { action, servlet_path: path, path_info: None }
    }
}

impl Dispatcher for Routes {
    fn target(&self, path: &str) -> Target {
        match self.find(path).action {
            Action::Page => Target::Page(path.into()),
            Action::JspFile(file) | Action::Servlet(file) => Target::Page(file.path),
            Action::Handler(handler) => Target::Handler(handler),
            Action::File => Target::Static(path.into()),
            Action::Missing => Target::Missing,
        }
    }

    fn foreign(&self, context: &str, path: &str) -> Option<Target> {
        let mut neighbours = self.neighbours.get()?.iter().filter_map(Weak::upgrade);
        let application = neighbours.find(|it| it.context_path() == context)?;
        Some(Target::Handler(Arc::new(Foreign { application, path: path.to_owned() })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vespid_render::application::Outcome;

    fn routes() -> Routes {
        let (web_xml, faults) = WebXml::parse(
            b"<web-app><servlet><servlet-name>p</servlet-name><jsp-file>/WEB-INF/p.jsp</jsp-file></servlet>
            <servlet><servlet-name>c</servlet-name><servlet-class>shop.Cart</servlet-class></servlet>
            <servlet><servlet-name>u</servlet-name><servlet-class>shop.Unknown</servlet-class></servlet>
            <servlet-mapping><servlet-name>p</servlet-name><url-pattern>/p/*</url-pattern></servlet-mapping>
            <servlet-mapping><servlet-name>c</servlet-name><url-pattern>*.do</url-pattern></servlet-mapping>
            <servlet-mapping><servlet-name>u</servlet-name><url-pattern>/u</url-pattern></servlet-mapping>
            <servlet-mapping><servlet-name>u</servlet-name><url-pattern>/code</url-pattern></servlet-mapping>
            <servlet-mapping><servlet-name>default</servlet-name><url-pattern>/</url-pattern></servlet-mapping>
            <servlet-mapping><servlet-name>u</servlet-name><url-pattern>*.txt</url-pattern></servlet-mapping>
            <servlet-mapping><servlet-name>u</servlet-name><url-pattern>/u.txt</url-pattern></servlet-mapping>
            <jsp-config><jsp-property-group><url-pattern>*.txt</url-pattern></jsp-property-group></jsp-config></web-app>",
        );
        assert_eq!(faults, []);
        let handler: Arc<dyn Handler> = Arc::new(async |_| Ok(Outcome::Body("".into())));
        Routes::new(vec![("/code".parse().unwrap(), handler.clone())], &web_xml, |servlet| {
            if servlet.class == "shop.Cart" { Action::Handler(handler.clone()) } else { Action::Missing }
        })
    }

    #[test]
    fn every_path_leads_somewhere() {
        for (path, kind, servlet_path, path_info) in [
            ("/a.jsp", "page", "/a.jsp", None),
            ("/a.jspx", "page", "/a.jspx", None),
            ("/a.txt", "page", "/a.txt", None),
            ("/u.txt", "missing", "/u.txt", None),
            ("/a.css", "file", "/a.css", None),
            ("/dir/", "file", "/dir/", None),
            ("/p", "/WEB-INF/p.jsp", "/p", None),
            ("/p/x.jsp", "/WEB-INF/p.jsp", "/p", Some("/x.jsp")),
            ("/x/y.do", "handler", "/x/y.do", None),
            ("/u", "missing", "/u", None),
            ("/code", "handler", "/code", None),
        ] {
            let routes = routes();
            let route = routes.find(path);
            let found = match &route.action {
                Action::Page => "page",
                Action::JspFile(file) | Action::Servlet(file) => &file.path,
                Action::Handler(_) => "handler",
                Action::File => "file",
                Action::Missing => "missing",
            };
            assert_eq!(
                (found, route.servlet_path, route.path_info),
                (kind, servlet_path, path_info),
                "{path}"
            );
        }
    }
}
