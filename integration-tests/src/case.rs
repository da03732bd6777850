//! Conformance cases as data.
//!
//! `conformance/AREA/RULE/` is a web application of its own, named after the rule that it shows. A file
//! `case.toml` in it (or several, `NAME.case.toml`) says what is asked and what must come:
//!
//! ```toml
//! title = "jsp:param values come before those of the request"
//! section = "Pages 4.0, 5.6"
//!
//! [request]                     # all of it may be left out
//! method = "POST"               # default GET
//! path = "/page.jsp?a=1"        # inside the application; default /page.jsp
//! headers = { Cookie = "a=b" }
//! body = "a=2"
//!
//! [expect]                      # may be left out too
//! status = 200
//! headers = { Content-Type = "text/html;charset=UTF-8" }
//! absent = ["Set-Cookie"]       # header fields that must not be there
//! diagnostic = ["page.jsp:3:1"] # in place of a body: parts of the message on the error page
//! ```
//!
//! The exact bytes of the body stand in `NAME.expected` (`case.expected` for `case.toml`); `UPDATE=1` writes
//! them anew. Two further ways to run a case: `run = "render"` renders the page of `path` to standard output
//! with the model in `NAME.model.json`; `run = "check"` compiles the application and looks for the
//! `diagnostic` parts on the terminal. A case with a `diagnostic` that runs over HTTP (the default) is
//! checked in both places, since an error page and the terminal must tell the same.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::path::PathBuf;

use anyhow::Context;
use anyhow::Result;
use anyhow::bail;
use anyhow::ensure;
use serde::Deserialize;

use crate::binary;
use crate::binary::all_text;
use crate::diff::diff;
use crate::http::Connection;
use crate::http::Request;
use crate::http::Response;

/// One case of one rule.
#[derive(Debug, Clone)]
pub struct Case {
    /// `AREA/RULE`, with `:NAME` where the rule has several cases.
    pub name: String,
    /// The web application.
    dir: PathBuf,
    /// File name without `.case.toml`; `case` for the only one.
    stem: String,
    text: CaseText,
}

/// The content of a `case.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseText {
    title: String,
    section: String,
    #[serde(default)]
    run: Run,
    #[serde(default)]
    request: RequestText,
    #[serde(default)]
    expect: ExpectText,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Run {
    #[default]
    Http,
    Render,
    Check,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RequestText {
    method: String,
    path: String,
    headers: BTreeMap<String, String>,
    body: String,
}

impl Default for RequestText {
    fn default() -> RequestText {
        RequestText {
            method: "GET".to_owned(),
            path: "/page.jsp".to_owned(),
            headers: BTreeMap::new(),
            body: String::new(),
        }
    }
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ExpectText {
    status: Option<u16>,
    headers: BTreeMap<String, String>,
    absent: Vec<String>,
    diagnostic: Vec<String>,
}

impl Case {
    /// All cases under a conformance folder, by area, in the order of their names.
    ///
    /// # Errors
    /// When a folder cannot be read, a rule has no case, or a case is not understood.
    pub fn all(root: &Path) -> Result<BTreeMap<String, Vec<Case>>> {
        let mut areas = BTreeMap::new();
        for area in folders(root)? {
            let mut cases = Vec::new();
            for rule in folders(&area)? {
                cases.extend(Case::of_rule(&name_of(&area), &rule)?);
            }
            areas.insert(name_of(&area), cases);
        }
        Ok(areas)
    }

    fn of_rule(area: &str, dir: &Path) -> Result<Vec<Case>> {
        let rule = name_of(dir);
        let mut cases = Vec::new();
        for entry in fs::read_dir(dir)? {
            let file = entry?.path();
            let file_name = name_of(&file);
            let (stem, name) = if file_name == "case.toml" {
                ("case", format!("{area}/{rule}"))
            } else if let Some(stem) = file_name.strip_suffix(".case.toml") {
                (stem, format!("{area}/{rule}:{stem}"))
            } else {
                continue;
            };
            let text = fs::read_to_string(&file)?;
            let text = toml::from_str(&text).with_context(|| format!("in {}", file.display()))?;
            cases.push(Case { name, dir: dir.to_path_buf(), stem: stem.to_owned(), text });
        }
        ensure!(!cases.is_empty(), "{} has no case.toml", dir.display());
        cases.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(cases)
    }

    /// Whether the case can be run against a server that is not Vespid.
    #[must_use]
    pub fn is_portable(&self) -> bool {
        self.text.run == Run::Http
    }

    /// Runs the case. `server` gives the address of the server on which the rule's application has the name of
    /// the rule as context path; it is asked only when the case talks HTTP.
    ///
    /// # Errors
    /// When the case does not hold, with all that is needed to see why.
    pub fn run(&self, server: impl FnOnce() -> Result<SocketAddr>) -> Result<()> {
        let outcome = match self.text.run {
            Run::Http => server().and_then(|address| self.run_http(address)),
            Run::Render => self.run_render(),
            Run::Check => self.run_check(),
        };
        outcome.with_context(|| {
            format!("{} ({})\nin {}", self.text.title, self.text.section, self.dir.display())
        })
    }

    fn run_http(&self, address: SocketAddr) -> Result<()> {
        let response = Connection::open(address)?.exchange(&self.request())?;
        self.check_head(&response)?;
        if self.text.expect.diagnostic.is_empty() {
            return self.check_body(&response.body());
        }
        if is_foreign() {
            // That it is an error all agree; how to say so is each server's own.
            return Ok(());
        }
        self.check_diagnostic("the error page", &plain_text(&response.text()))?;
        self.run_check()
    }

    fn request(&self) -> Request {
        let RequestText { method, path, headers, body } = &self.text.request;
        let context = self.dir.file_name().unwrap_or_default().to_string_lossy();
        let mut request = Request::new(method, &format!("/{context}{path}"));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        request.body = body.clone().into_bytes();
        request
    }

    fn check_head(&self, response: &Response) -> Result<()> {
        let expect = &self.text.expect;
        let status = expect.status.unwrap_or(if expect.diagnostic.is_empty() { 200 } else { 500 });
        if response.status != status {
            bail!(
                "status {} in place of {status}; the body:\n{}",
                response.status,
                plain_text(&response.text())
            );
        }
        for (name, value) in &expect.headers {
            let found = response.header(name);
            ensure!(found == Some(value), "{name} is {found:?} in place of {value:?}");
        }
        for name in &expect.absent {
            let found = response.header(name);
            ensure!(found.is_none(), "there is a header field {name}: {found:?}");
        }
        Ok(())
    }

    fn run_render(&self) -> Result<()> {
        let model = self.dir.join(format!("{}.model.json", self.stem));
        let page = self.text.request.path.trim_start_matches('/');
        let output = binary::run(&[
            "render".as_ref(),
            self.dir.as_os_str(),
            page.as_ref(),
            "--model".as_ref(),
            model.as_os_str(),
        ])?;
        ensure!(
            output.status.success(),
            "vespid render ended with {}:\n{}",
            output.status,
            all_text(&output)
        );
        self.check_body(&output.stdout)
    }

    fn run_check(&self) -> Result<()> {
        let output = binary::run(&["check".as_ref(), self.dir.as_os_str()])?;
        let text = all_text(&output);
        if self.text.expect.diagnostic.is_empty() {
            ensure!(output.status.success(), "vespid check finds fault:\n{text}");
            return Ok(());
        }
        ensure!(!output.status.success(), "vespid check finds no fault:\n{text}");
        self.check_diagnostic("the terminal", &text)
    }

    fn check_diagnostic(&self, place: &str, text: &str) -> Result<()> {
        for part in &self.text.expect.diagnostic {
            ensure!(text.contains(part.as_str()), "{place} does not say {part:?}, but:\n{text}");
        }
        Ok(())
    }

    fn check_body(&self, body: &[u8]) -> Result<()> {
        let file = self.dir.join(format!("{}.expected", self.stem));
        if env::var_os("UPDATE").is_some_and(|value| value == "1") {
            return fs::write(&file, body).with_context(|| format!("writing {}", file.display()));
        }
        let expected = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
        if body == expected {
            return Ok(());
        }
        bail!("{}", diff(&String::from_utf8_lossy(&expected), &String::from_utf8_lossy(body)))
    }
}

/// Whether the cases are being run against another server than Vespid, to check the cases themselves:
/// `VESPID_TEST_SERVERS=AREA=ADDRESS,…`.
#[must_use]
pub fn is_foreign() -> bool {
    env::var_os("VESPID_TEST_SERVERS").is_some()
}

/// The address that `VESPID_TEST_SERVERS` names for an area.
///
/// # Errors
/// When it names none.
pub fn foreign_address(area: &str) -> Result<SocketAddr> {
    let servers = env::var("VESPID_TEST_SERVERS")?;
    let address = servers.split(',').find_map(|pair| pair.strip_prefix(area)?.strip_prefix('='));
    let address = address.with_context(|| format!("VESPID_TEST_SERVERS names no server for {area}"))?;
    address.parse().with_context(|| format!("{address} is no address"))
}

/// The text of an HTML page without its tags, character references resolved: what a reader sees.
#[must_use]
pub fn plain_text(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        let Some(end) = rest[start..].find('>') else {
            rest = &rest[start..];
            break;
        };
        rest = &rest[start + end + 1..];
    }
    text.push_str(rest);
    // The ampersand last, so that no reference is resolved twice.
    for (reference, character) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#034;", "\""),
        ("&#39;", "'"),
        ("&#039;", "'"),
        ("&#x27;", "'"),
        ("&amp;", "&"),
    ] {
        text = text.replace(reference, character);
    }
    text
}

fn folders(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).with_context(|| format!("reading {}", dir.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::plain_text;

    #[test]
    fn plain_text_is_what_a_reader_sees() {
        assert_eq!(plain_text("<p class=\"a\">1 &lt; 2 &amp;amp; <b>3</b></p>"), "1 < 2 &amp; 3");
        assert_eq!(plain_text("a < b"), "a < b");
    }
}
