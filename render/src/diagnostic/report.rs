//! Reports as text, JSON and HTML.

use std::borrow::Cow;
use std::fmt::Write as _;

use annotate_snippets::AnnotationKind;
use annotate_snippets::Element;
use annotate_snippets::Group;
use annotate_snippets::Level;
use annotate_snippets::Renderer;
use annotate_snippets::Snippet;
use serde::Serialize;
use serde::Serializer;
use serde::ser::SerializeStruct;

use super::Diagnostic;
use super::Related;
use super::Severity;
use crate::error::Error;
use crate::source::Place;

/// How many characters of the source line the HTML form shows on either side of the mark. Generated pages have lines of
/// megabytes.
const HTML_CONTEXT: usize = 160;

/// A diagnostic or a failure, ready to be shown.
#[derive(Clone, Debug, Serialize)]
pub struct Report<'a> {
    /// The diagnostic's code, or the exception's Java class name.
    pub code: &'a str,
    /// How bad it is; failures are errors.
    pub severity: Severity,
    /// What is wrong.
    pub message: Cow<'a, str>,
    /// Where, if it has a place.
    pub place: Option<&'a Place>,
    /// How to mend it.
    pub hint: Option<&'a str>,
    /// Other places that have to do with it.
    pub related: &'a [Related],
    /// What led to the place, nearest first.
    pub chain: &'a [Place],
    /// The exceptions that led to this one, nearest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<Cause<'a>>,
}

/// An exception that led to another one.
#[derive(Clone, Debug, Serialize)]
pub struct Cause<'a> {
    /// Its Java class name.
    pub class: &'a str,
    /// Its message.
    pub message: &'a str,
}

impl<'a> Report<'a> {
    pub(super) fn of_diagnostic(diagnostic: &'a Diagnostic) -> Self {
        Report {
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: Cow::Borrowed(&diagnostic.message),
            place: Some(&diagnostic.place),
            hint: diagnostic.hint.as_deref(),
            related: &diagnostic.related,
            chain: &diagnostic.chain,
            causes: Vec::new(),
        }
    }

    /// The text form: message, the source line with the place marked, hint, chain. Ends without a line end.
    pub fn to_text(&self) -> String {
        self.render(&Renderer::plain())
    }

    /// The text form with ANSI colours, for a terminal that shows them.
    pub fn to_ansi(&self) -> String {
        self.render(&Renderer::styled())
    }

    fn render(&self, renderer: &Renderer) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut elements: Vec<Element<'_>> = Vec::new();
        if let Some(place) = self.place {
            // Places on the line itself are marked there, others get a line of their own.
            let mut snippet = snippet(place).annotation(AnnotationKind::Primary.span(range(place)));
            for related in self.related {
                if same_line(&related.place, place) {
                    let mark = AnnotationKind::Context.span(range(&related.place));
                    snippet = snippet.annotation(mark.label(related.message.as_str()));
                }
            }
            elements.push(snippet.into());
        }
        for related in self.related {
            if self.place.is_none_or(|place| !same_line(&related.place, place)) {
                let mark = AnnotationKind::Context.span(range(&related.place));
                elements
                    .push(snippet(&related.place).annotation(mark.label(related.message.as_str())).into());
            }
        }
        for place in self.chain {
            elements.push(Level::NOTE.message(format!("reached from {place}")).into());
        }
        for cause in &self.causes {
            elements
                .push(Level::NOTE.message(format!("caused by {}: {}", cause.class, cause.message)).into());
        }
        if let Some(hint) = self.hint {
            elements.push(Level::HELP.message(hint).into());
        }
        let title = level.primary_title(self.message.as_ref()).id(self.code);
        renderer.render(&[Group::with_title(title).elements(elements)])
    }

    /// An HTML fragment, one `article`, everything from the page escaped. Style it by its classes: `diagnostic`,
    /// `error` or `warning`, `where`, `source`, `hint`, `related`, `chain`, `causes`.
    pub fn to_html(&self) -> String {
        let mut out = String::new();
        let class = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let _ = write!(out, "<article class=\"diagnostic {class}\">\n<h2>{}</h2>\n", Escaped(&self.message));
        out.push_str("<p class=\"where\">");
        if let Some(place) = self.place {
            let _ = write!(out, "<code>{}</code> ", Escaped(&place.to_string()));
        }
        let _ = writeln!(out, "<small>{}</small></p>", Escaped(self.code));
        if let Some(place) = self.place {
            source_line(&mut out, place);
        }
        if let Some(hint) = self.hint {
            let _ = writeln!(out, "<p class=\"hint\">{}</p>", Escaped(hint));
        }
        for related in self.related {
            let message = Escaped(&related.message);
            let place = related.place.to_string();
            let _ = writeln!(out, "<p class=\"related\">{message}: <code>{}</code></p>", Escaped(&place));
            source_line(&mut out, &related.place);
        }
        if !self.chain.is_empty() {
            out.push_str("<ol class=\"chain\">\n");
            for place in self.chain {
                let _ = writeln!(out, "<li>reached from <code>{}</code></li>", Escaped(&place.to_string()));
            }
            out.push_str("</ol>\n");
        }
        if !self.causes.is_empty() {
            out.push_str("<ol class=\"causes\">\n");
            for Cause { class, message } in &self.causes {
                let (class, message) = (Escaped(class), Escaped(message));
                let _ = writeln!(out, "<li>caused by <code>{class}</code>: {message}</li>");
            }
            out.push_str("</ol>\n");
        }
        out.push_str("</article>\n");
        out
    }
}

impl<'a> From<&'a Error> for Report<'a> {
    fn from(error: &'a Error) -> Self {
        let places = error.places();
        let causes = std::iter::successors(error.cause(), |cause| cause.cause())
            .map(|cause| Cause { class: cause.class_name(), message: cause.message() })
            .collect();
        Report {
            code: error.class_name(),
            severity: Severity::Error,
            message: Cow::Borrowed(error.message()),
            place: places.first(),
            hint: error.hint().map(ecow::EcoString::as_str),
            related: &[],
            chain: places.get(1..).unwrap_or_default(),
            causes,
        }
    }
}

fn same_line(a: &Place, b: &Place) -> bool {
    a.path == b.path && a.line == b.line
}

fn snippet<'a>(place: &'a Place) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    Snippet::source(place.text.as_str()).path(place.path.as_str()).line_start(place.line as usize)
}

/// The bytes of the line that are marked.
fn range(place: &Place) -> std::ops::Range<usize> {
    let byte = |column: usize| place.text.char_indices().nth(column).map_or(place.text.len(), |(at, _)| at);
    let start = place.column.saturating_sub(1) as usize;
    byte(start)..byte(start + place.width as usize)
}

/// The line with its place marked, as HTML.
fn source_line(out: &mut String, place: &Place) {
    let range = range(place);
    let (before, after) = (&place.text[..range.start], &place.text[range.end..]);
    let skip = before.char_indices().rev().nth(HTML_CONTEXT).map_or(0, |(at, _)| at);
    let keep = after.char_indices().nth(HTML_CONTEXT).map_or(after.len(), |(at, _)| at);
    let _ = write!(out, "<pre class=\"source\"><b>{}</b> ", place.line);
    out.push_str(if skip > 0 { "…" } else { "" });
    let _ = write!(out, "{}", Escaped(&before[skip..]));
    let _ = write!(out, "<mark>{}</mark>", Escaped(&place.text[range]));
    let _ = write!(out, "{}", Escaped(&after[..keep]));
    out.push_str(if keep < after.len() { "…" } else { "" });
    out.push_str("</pre>\n");
}

/// Text within HTML.
struct Escaped<'a>(&'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for piece in self.0.split_inclusive(['<', '>', '&', '"', '\'']) {
            let (text, special) = match piece.as_bytes().last() {
                Some(b'<') => (&piece[..piece.len() - 1], "&lt;"),
                Some(b'>') => (&piece[..piece.len() - 1], "&gt;"),
                Some(b'&') => (&piece[..piece.len() - 1], "&amp;"),
                Some(b'"') => (&piece[..piece.len() - 1], "&#34;"),
                Some(b'\'') => (&piece[..piece.len() - 1], "&#39;"),
                _ => (piece, ""),
            };
            f.write_str(text)?;
            f.write_str(special)?;
        }
        Ok(())
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Place", 5)?;
        out.serialize_field("path", self.path.as_str())?;
        out.serialize_field("line", &self.line)?;
        out.serialize_field("column", &self.column)?;
        out.serialize_field("width", &self.width)?;
        out.serialize_field("text", self.text.as_str())?;
        out.end()
    }
}
