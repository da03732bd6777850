//! Servlets, filters and listeners that say in their sources what they are for: `@WebServlet`, `@WebFilter`,
//! `@WebListener` (Servlet 6.1, 8.1). What `web.xml` says of the same name or pattern goes before them.

use std::sync::Arc;

use vespid_java::Annotation;
use vespid_java::ElementValue;
use vespid_render::context::ServletInfo;
use vespid_render::diagnostic::Diagnostic;
use vespid_render::source::Place;
use vespid_render::value::Str;

use super::Files;
use super::UrlPattern;
use super::web_xml::Filter;
use super::web_xml::FilterMapping;
use super::web_xml::FilterMatch;
use super::web_xml::JavaClass;
use super::web_xml::Mapping;
use super::web_xml::Servlet;
use super::web_xml::ServletClass;
use super::web_xml::WebXml;
use super::web_xml::sees_requests_only;

const CLASSES: &str = "/WEB-INF/classes/";
const PACKAGES: &[&str] = &["jakarta.servlet.annotation", "javax.servlet.annotation"];

/// Folders within each other that are looked through; more is a circle of links.
const MAX_DEPTH: usize = 32;

/// Adds what the sources under `/WEB-INF/classes` say of themselves to a descriptor. Blocks.
pub(super) fn add(files: &dyn Files, web_xml: &mut WebXml, diagnostics: &mut Vec<Diagnostic>) {
    if web_xml.metadata_complete {
        return;
    }
    let given = Given {
        mapped: web_xml.mappings.iter().filter_map(|mapping| name(&mapping.servlet).cloned()).collect(),
        filters: web_xml.filter_mappings.iter().map(|mapping| mapping.filter.clone()).collect(),
    };
    for path in sources(files) {
        let Ok(Some(bytes)) = files.read(&path) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        if !text.contains("@Web") && !text.contains("servlet.annotation.Web") {
            continue;
        }
        for found in vespid_java::annotations(&path, &text, PACKAGES) {
            let added = match found {
                Ok(annotation) => given.annotation(annotation, web_xml),
                Err(place) => Err(warning("this annotation has an element that is no literal", None, &place)),
            };
            diagnostics.extend(added.err().map(|found| *found));
        }
    }
    web_xml.load_on_startup.sort_by_key(|(order, _)| *order);
}

/// All sources under `/WEB-INF/classes`, sorted.
fn sources(files: &dyn Files) -> Vec<Str> {
    let mut paths = Vec::new();
    let mut folders = vec![(Str::from(CLASSES), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for name in files.list(&folder).ok().flatten().unwrap_or_default() {
            let path: Str = format!("{folder}{name}").into();
            if name.ends_with(".java") {
                paths.push(path);
            } else if name.ends_with('/') && depth < MAX_DEPTH {
                folders.push((path, depth + 1));
            }
        }
    }
    paths.sort_unstable();
    paths
}

fn warning(message: impl Into<String>, hint: Option<&str>, place: &Place) -> Box<Diagnostic> {
    Box::new(Diagnostic::warning("web-xml/annotation", message, place.clone()).with_hint_if(hint))
}

fn name(servlet: &Servlet) -> Option<&Str> {
    match servlet {
        Servlet::Class(class) => Some(&class.config.name),
        Servlet::JspFile(file) => Some(&file.config.name),
        Servlet::Files | Servlet::Pages => None,
    }
}

/// What the descriptor says by itself.
struct Given {
    /// Names of servlets that have mappings.
    mapped: Vec<Str>,
    /// Names of filters that have mappings.
    filters: Vec<Str>,
}

impl Given {
    fn annotation(&self, annotation: Annotation, web_xml: &mut WebXml) -> Result<(), Box<Diagnostic>> {
        match annotation.name.as_str() {
            "WebServlet" => self.servlet(&annotation, web_xml),
            "WebFilter" => self.filter(&annotation, web_xml),
            "WebListener" => {
                if web_xml.listeners.iter().all(|known| known.name != annotation.class) {
                    let Annotation { class, place, .. } = annotation;
                    web_xml.listeners.push(JavaClass { name: class, place });
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn servlet(&self, annotation: &Annotation, web_xml: &mut WebXml) -> Result<(), Box<Diagnostic>> {
        let config = Arc::new(config(annotation, "name")?);
        if self.mapped.contains(&config.name) {
            return Ok(());
        }
        let servlet = web_xml.servlets.get(&config.name).cloned();
        let is_given = servlet.is_some();
        let class = annotation.class.clone();
        let servlet = servlet.unwrap_or(Servlet::Class(ServletClass { class, config }));
        let patterns = patterns(annotation)?;
        if patterns.is_empty() {
            return Err(warning(
                "@WebServlet names no URL pattern",
                Some("write @WebServlet(\"/path\")"),
                &annotation.place,
            ));
        }
        for pattern in patterns {
            if web_xml.mappings.iter().all(|known| known.pattern != pattern) {
                let (servlet, place) = (servlet.clone(), annotation.place.clone());
                web_xml.mappings.push(Mapping { pattern, servlet, place });
            }
        }
        if let Some(ElementValue::Int(order)) = element(annotation, "loadOnStartup")
            && *order >= 0
            && !is_given
        {
            web_xml.load_on_startup.push((*order, servlet));
        }
        Ok(())
    }

    fn filter(&self, annotation: &Annotation, web_xml: &mut WebXml) -> Result<(), Box<Diagnostic>> {
        let config = Arc::new(config(annotation, "filterName")?);
        let name = config.name.clone();
        if self.filters.contains(&name) {
            return Ok(());
        }
        let kinds = element(annotation, "dispatcherTypes").map(items).unwrap_or_default();
        let is_request = |kind: &&ElementValue| matches!(kind, ElementValue::Name(name) if name.rsplit('.').next() == Some("REQUEST"));
        if !kinds.is_empty() && !kinds.iter().any(is_request) {
            return Err(warning(sees_requests_only(&name), None, &annotation.place));
        }
        let servlets = texts(annotation, "servletNames")?.into_iter().map(FilterMatch::Servlet);
        let on: Vec<FilterMatch> =
            patterns(annotation)?.into_iter().map(FilterMatch::Path).chain(servlets).collect();
        if web_xml.filters.iter().all(|known| known.config.name != name) {
            let (class, place) = (annotation.class.clone(), annotation.place.clone());
            web_xml.filters.push(Filter { class, config, place });
        }
        let mappings = on.into_iter().map(|on| FilterMapping { filter: name.clone(), on });
        web_xml.filter_mappings.extend(mappings);
        Ok(())
    }
}

fn element<'a>(annotation: &'a Annotation, name: &str) -> Option<&'a ElementValue> {
    annotation.elements.iter().find(|(known, _)| known == name).map(|(_, value)| value)
}

/// The values of an array, which a single one may stand for.
fn items(value: &ElementValue) -> Vec<&ElementValue> {
    match value {
        ElementValue::List(values) => values.iter().collect(),
        value => vec![value],
    }
}

fn texts(annotation: &Annotation, name: &str) -> Result<Vec<Str>, Box<Diagnostic>> {
    let values = element(annotation, name).map(items).unwrap_or_default();
    values.into_iter().map(|value| text(annotation, name, value)).collect()
}

fn text(annotation: &Annotation, name: &str, value: &ElementValue) -> Result<Str, Box<Diagnostic>> {
    match value {
        ElementValue::Text(text) => Ok(text.clone()),
        _ => {
            let message = format!("'{name}' of @{} is no literal text", annotation.name);
            Err(warning(message, Some("write the text itself"), &annotation.place))
        }
    }
}

fn patterns(annotation: &Annotation) -> Result<Vec<UrlPattern>, Box<Diagnostic>> {
    let mut texts_of_both = texts(annotation, "value")?;
    texts_of_both.extend(texts(annotation, "urlPatterns")?);
    let read = |text: Str| text.parse::<UrlPattern>();
    let patterns: Result<_, _> = texts_of_both.into_iter().map(read).collect();
    patterns.map_err(|error| warning(error.to_string(), None, &annotation.place))
}

/// Name and parameters; one without a name is called like its class.
fn config(annotation: &Annotation, name_element: &str) -> Result<ServletInfo, Box<Diagnostic>> {
    let name = texts(annotation, name_element)?.into_iter().next().filter(|name| !name.is_empty());
    let mut init_params = Vec::new();
    for param in element(annotation, "initParams").map(items).unwrap_or_default() {
        let ElementValue::Annotation(elements) = param else { continue };
        let of = |wanted: &str| {
            let found = elements.iter().find(|(known, _)| known == wanted);
            found.map(|(name, value)| text(annotation, name, value)).transpose()
        };
        if let (Some(name), Some(value)) = (of("name")?, of("value")?) {
            init_params.push((name, value));
        }
    }
    Ok(ServletInfo { name: name.unwrap_or_else(|| annotation.class.clone()), init_params })
}

#[cfg(test)]
mod tests {
    use vespid_render::resources::MemoryResources;

    use super::*;
    use crate::WebApp;

    #[test]
    fn what_is_wrong_with_annotations_is_told() {
        let head = "import jakarta.servlet.annotation.*;";
        let files = [
            ("A", "@WebServlet class A {}"),
            ("B", "@WebServlet(\"b\") class B {}"),
            ("C", "@WebServlet(Paths.C) class C {}"),
            ("D", "@WebFilter(urlPatterns = \"/*\", dispatcherTypes = {DispatcherType.ERROR}) class D {}"),
            ("E", "@WebServlet(\"/\" + 1) class E {}"),
            ("F", "@Web(\"f\") class F {}"),
        ]
        .map(|(name, text)| (format!("{CLASSES}{name}.java"), format!("{head} {text}")));
        let files: MemoryResources = files.into_iter().collect();
        let app = WebApp::builder(Arc::new(files)).build().unwrap();
        let told: Vec<_> = app.warnings().iter().map(|it| (&*it.place.path, &*it.message)).collect();
        assert_eq!(told.len(), 5, "{told:?}");
        for ((path, message), (file, part)) in told.iter().zip([
            ("A", "no URL pattern"),
            ("B", "'b' is no URL pattern"),
            ("C", "no literal text"),
            ("D", "requests only"),
            ("E", "no literal"),
        ]) {
            assert!(path.ends_with(&format!("/{file}.java")) && message.contains(part), "{path}: {message}");
        }
    }
}
