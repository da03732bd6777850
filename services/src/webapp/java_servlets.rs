//! Servlets and filters among the application's Java sources (Servlet 6.1, chapters 2 and 6).
//!
//! Each is run by a page of one scriptlet that nobody has written: so it streams, waits, forwards and fails as pages
//! do, and a source that has changed is compiled anew. These pages lie in a folder that is never served.

use std::fmt::Write;
use std::io;
use std::sync::Arc;

use bytes::Bytes;
use vespid_render::context::ServletInfo;
use vespid_render::paths::ARCHIVE;
use vespid_render::resources::MemoryResources;
use vespid_render::resources::Resources;
use vespid_render::resources::Stamp;
use vespid_render::value::Str;

use super::Files;
use super::Found;
use super::WebApp;
use super::web_xml::Filter;
use super::web_xml::ServletClass;

/// Where the pages lie.
const FOLDER: &str = "/WEB-INF/vespid/";

/// Files, and the pages that run servlets and filters.
pub(super) struct WithServlets {
    files: Arc<dyn Files>,
    pages: MemoryResources,
}

impl WithServlets {
    pub(super) fn new(files: Arc<dyn Files>) -> Self {
        WithServlets { files, pages: MemoryResources::new() }
    }

    /// Whether there is a source of the class, in the application or in an archive of it.
    pub(super) fn has_source(&self, class: &str) -> bool {
        let outermost = class.split('$').next().unwrap_or(class);
        let file = format!("{}.java", outermost.replace('.', "/"));
        if self.files.stamp(&format!("/WEB-INF/classes/{file}")).is_some() {
            return true;
        }
        let archives = self.files.list("/WEB-INF/lib").ok().flatten().unwrap_or_default();
        let mut archives = archives.iter().filter(|name| name.ends_with(".jar"));
        archives.any(|archive| self.files.stamp(&format!("/WEB-INF/lib/{archive}{ARCHIVE}{file}")).is_some())
    }

    /// How many servlets have a page.
    pub(super) fn servlets(&self) -> usize {
        // Memory is always read.
        self.pages.list(&format!("{FOLDER}servlets/")).ok().flatten().map_or(0, |pages| pages.len())
    }

    /// Makes the page that answers requests to a servlet, and gives its path.
    pub(super) fn add(&self, servlet: &ServletClass) -> Str {
        self.page("servlets", servlet, &["request", "response"], "service")
    }

    /// Makes the page that makes a servlet ready, and gives its path.
    pub(super) fn add_start(&self, servlet: &ServletClass) -> Str {
        self.page("start", servlet, &[], "start")
    }

    fn page(&self, folder: &str, servlet: &ServletClass, objects: &[&str], method: &str) -> Str {
        let ServletClass { class, config } = servlet;
        let call = format!("vespid.Servlets.{method}({})", arguments(class, config, objects));
        self.script(format!("{FOLDER}{folder}/{}.jsp", file_name(&config.name)), &call)
    }

    /// Makes the page that sends a request through these filters, unless it is there, and gives its path.
    pub(super) fn add_filters(&self, filters: &[&Filter]) -> Str {
        let names: Vec<String> = filters.iter().map(|filter| file_name(&filter.config.name)).collect();
        let path = format!("{FOLDER}filters/{}.jsp", names.join("+"));
        if self.pages.stamp(&path).is_some() {
            return path.into();
        }
        let mut call = String::from("vespid.Filters.run(request, response");
        for Filter { class, config, .. } in filters {
            call.push_str(", vespid.Filters.filter(");
            call.push_str(&arguments(class, config, &[]));
            call.push(')');
        }
        call.push(')');
        self.script(path, &call)
    }

    fn script(&self, path: String, call: &str) -> Str {
        let path = Str::from(path);
        self.pages.insert(path.clone(), format!("<%@ page session=\"false\" %><% {call}; %>"));
        path
    }
}

impl WebApp {
    /// Takes the filters and servlets that were made out of service (Servlet 6.1, 2.3.4 and 6.2.1). What one throws is
    /// logged and keeps no other from it. They can't wait here.
    pub(super) fn destroy_servlets(&self) {
        for (class, most) in [("vespid.Filters", self.filters.len()), ("vespid.Servlets", self.java_servlets)]
        {
            if most == 0 {
                continue;
            }
            let Some(class) = self.application.class(class) else { continue };
            for _ in 0..most {
                if let Err(error) = class.call_static("destroyNext", None, &[]) {
                    tracing::error!(%error, "a servlet or filter failed when it was taken out of service");
                }
            }
        }
    }
}

/// The arguments of a call that finds a servlet or filter, or makes it.
fn arguments(class: &str, config: &ServletInfo, objects: &[&str]) -> String {
    let mut arguments = format!("{}, {}::new, application", literal(&config.name), class.replace('$', "."));
    let params = config.init_params.iter().flat_map(|(name, value)| [literal(name), literal(value)]);
    for argument in objects.iter().map(|object| (*object).to_owned()).chain(params) {
        arguments.push_str(", ");
        arguments.push_str(&argument);
    }
    arguments
}

/// A literal of Java with nothing in it that a page or Java's lexer could take for something else.
fn literal(text: &str) -> String {
    let mut literal = String::from("\"");
    for unit in text.encode_utf16() {
        match char::from_u32(u32::from(unit)).filter(char::is_ascii_alphanumeric) {
            Some(plain) => literal.push(plain),
            // Strings take any text.
            None => drop(write!(literal, "\\u{unit:04x}")),
        }
    }
    literal.push('"');
    literal
}

/// A file name for the name of a servlet, different for each.
fn file_name(name: &str) -> String {
    let mut file = String::new();
    for char in name.chars() {
        match char {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '.' => file.push(char),
            // Strings take any text.
            other => drop(write!(file, "_{:x}_", u32::from(other))),
        }
    }
    file
}

impl Resources for WithServlets {
    fn read(&self, path: &str) -> io::Result<Option<Bytes>> {
        if path.starts_with(FOLDER) { self.pages.read(path) } else { self.files.read(path) }
    }

    fn list(&self, path: &str) -> io::Result<Option<Vec<Str>>> {
        if path.starts_with(FOLDER.trim_end_matches('/')) {
            return self.pages.list(path);
        }
        let mut names = self.files.list(path)?;
        // Who looks for all pages finds these, too.
        if path.trim_end_matches('/') == "/WEB-INF"
            && self.pages.list(FOLDER)?.is_some()
            && let Some(names) = &mut names
        {
            names.push("vespid/".into());
        }
        Ok(names)
    }

    fn stamp(&self, path: &str) -> Option<Stamp> {
        if path.starts_with(FOLDER) { self.pages.stamp(path) } else { self.files.stamp(path) }
    }
}

impl Files for WithServlets {
    fn open(&self, path: &str) -> io::Result<Found> {
        self.files.open(path)
    }

    fn blocks(&self) -> bool {
        self.files.blocks()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_hold_any_text() {
        assert_eq!(literal("a\"%>\\"), r#""a\u0022\u0025\u003e\u005c""#);
        assert_eq!(literal("😀"), r#""\ud83d\ude00""#);
        assert_eq!(file_name("a/../b c"), "a_2f_.._2f_b_20_c");
    }
}
