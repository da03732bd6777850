//! Scripting elements (Pages 4.1, 1.12). They become nodes; whether they can be run is not the parser's business.

use super::cursor::Cursor;
use super::elements::Item;
use super::elements::find_end_tag;
use super::parser::Parser;
use super::tree::Node;
use super::tree::NodeKind;
use super::tree::Scripting;
use super::tree::ScriptingKind;
use crate::source::Span;
use crate::value::Str;

impl Parser<'_> {
    /// Reads `<% … %>`, `<%= … %>` or `<%! … %>`.
    pub(super) fn script(&mut self, cursor: &mut Cursor<'_>, kind: ScriptingKind) {
        let start = cursor.at;
        cursor.at += if kind == ScriptingKind::Scriptlet { 2 } else { 3 };
        let opening = cursor.span(start);
        let Some(range) = cursor.until("%>") else {
            let message = format!("`{}` is not closed", &cursor.text[start..cursor.at]);
            let diagnostic =
                self.error("page/unclosed-scripting", opening, message).with_hint("add `%>` where it ends");
            self.report(diagnostic);
            cursor.at = cursor.text.len();
            return;
        };
        let code = Str::from(cursor.text[range.clone()].replace("%\\>", "%>"));
        let place = cursor.span_of(range);
        self.scripting(kind, code, place, cursor.span(start));
    }

    /// Reads `<jsp:scriptlet>…</jsp:scriptlet>` and its kin.
    pub(super) fn xml_script(&mut self, cursor: &mut Cursor<'_>, kind: ScriptingKind) {
        let start = cursor.at;
        let name = match kind {
            ScriptingKind::Declaration => "jsp:declaration",
            ScriptingKind::Expression => "jsp:expression",
            ScriptingKind::Scriptlet => "jsp:scriptlet",
        };
        cursor.at += 1 + name.len();
        let (attributes, ending) =
            self.attributes(cursor, start, &format!("<{name}>"), super::attributes::Owner::Tag);
        self.no_attributes(name, &attributes);
        if ending == super::attributes::Ending::Closed {
            return;
        }
        let opening = cursor.span(start);
        let from = cursor.at;
        let Some(end) = find_end_tag(cursor, name) else {
            let diagnostic = self
                .error("page/unclosed-tag", opening, format!("<{name}> is not closed"))
                .with_hint(format!("add </{name}>"));
            self.report(diagnostic);
            cursor.at = cursor.text.len();
            return;
        };
        let code = without_cdata(&cursor.text[from..end]);
        self.scripting(kind, code, Span::new(cursor.file, from, end), cursor.span(start));
    }

    pub(super) fn scripting(&mut self, kind: ScriptingKind, code: Str, place: Span, span: Span) {
        if let Some(view) = &mut self.view {
            view.script(kind, &code, span);
        }
        if kind != ScriptingKind::Expression && is_comment(&code) {
            return;
        }
        if self.flags.scripting_invalid {
            self.scripting_forbidden(span);
        }
        if self.admit(Item::Script, span) {
            self.push(Node { kind: NodeKind::Scripting(Scripting { kind, code, span: place }), span });
        }
    }
}

impl Parser<'_> {
    /// Reports scripting where `scripting-invalid` forbids it (Pages 4.1, 3.3.3).
    pub(super) fn scripting_forbidden(&mut self, span: Span) {
        let message = "the configuration of the application forbids scripting elements";
        let diagnostic =
            self.error("page/scripting-not-allowed", span, message).with_hint("use EL and tags instead");
        self.report(diagnostic);
    }
}

/// Whether Java code holds nothing but white space and comments.
fn is_comment(code: &str) -> bool {
    let mut rest = code;
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return true;
        }
        let end = if rest.starts_with("//") {
            rest.find('\n')
        } else if let Some(comment) = rest.strip_prefix("/*") {
            match comment.find("*/") {
                Some(at) => Some(at + 4),
                // Java would complain.
                None => return false,
            }
        } else {
            return false;
        };
        rest = &rest[end.unwrap_or(rest.len())..];
    }
}

/// Text with its CDATA sections opened.
pub(super) fn without_cdata(text: &str) -> Str {
    let mut out = Str::new();
    let mut rest = text;
    while let Some((before, section)) = rest.split_once("<![CDATA[") {
        out.push_str(before);
        let (inside, after) = section.split_once("]]>").unwrap_or((section, ""));
        out.push_str(inside);
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_no_code() {
        for (code, expected) in [
            (" ", true),
            ("// x", true),
            ("/* a */ // b\n /** c */", true),
            ("/* a */ x();", false),
            ("/* a", false),
            ("// a\n x();", false),
            ("\"// a\"", false),
            ("/*/", false),
        ] {
            assert_eq!(is_comment(code), expected, "{code}");
        }
    }

    #[test]
    fn cdata_sections_are_opened() {
        assert_eq!(without_cdata("a <![CDATA[ b < c ]]> d"), "a  b < c  d");
        assert_eq!(without_cdata("<![CDATA[x"), "x");
    }
}
