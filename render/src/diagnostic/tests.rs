use super::*;
use crate::error::Error;

fn place(line: u32, column: u32, width: u32, text: &str) -> Place {
    Place { path: "/a.jsp".into(), line, column, width, text: text.into() }
}

fn sample() -> Diagnostic {
    Diagnostic::error(
        "page/unclosed-tag",
        "the tag <c:if> is not closed",
        place(3, 5, 18, "  ä <c:if test=\"${x}\">y"),
    )
    .with_hint("add </c:if>")
    .with_related("this end tag was found instead", place(9, 1, 12, "</c:forEach>"))
    .with_chain([place(1, 1, 3, "<%@ include file=\"b\" %>")])
}

#[test]
fn text_shows_the_line_the_mark_the_chain_and_the_hint() {
    assert_eq!(
        sample().report().to_text(),
        r#"error[page/unclosed-tag]: the tag <c:if> is not closed
 --> /a.jsp:3:5
  |
3 |   ä <c:if test="${x}">y
  |     ^^^^^^^^^^^^^^^^^^
  |
 ::: /a.jsp:9:1
  |
9 | </c:forEach>
  | ------------ this end tag was found instead
  |
  = note: reached from /a.jsp:1:1
  = help: add </c:if>"#
    );
}

#[test]
fn a_mark_beyond_the_end_of_the_line_is_shown_at_its_end() {
    for (column, width) in [(4, 1), (400, 7), (0, 0), (2, u32::MAX)] {
        let text = Diagnostic::warning("x/y", "m", place(1, column, width, "abc")).report().to_text();
        assert!(text.contains("1 | abc") && text.contains('^'), "{text}");
    }
    let empty = Diagnostic::warning("x/y", "m", place(1, 1, 1, "")).report().to_text();
    assert!(empty.starts_with("warning[x/y]: m\n --> /a.jsp:1:1"), "{empty}");
}

#[test]
fn two_places_on_one_line_share_it() {
    let text = Diagnostic::error("x/y", "given twice", place(1, 9, 5, "<c:x a=1 a=2>"))
        .with_related("first given here", place(1, 6, 3, "<c:x a=1 a=2>"))
        .report()
        .to_text();
    assert_eq!(text.matches("<c:x a=1 a=2>").count(), 1, "{text}");
    assert!(text.contains("--- ^^^^^") || text.contains("---^^^^^"), "{text}");
}

#[test]
fn failures_are_shown_like_diagnostics() {
    let mut error = Error::jsp("outer").with_cause(Error::el("inner")).with_hint("do this");
    error.push_place(place(2, 3, 4, "a ${b}"));
    error.push_place(place(7, 1, 1, "<t:x/>"));
    assert_eq!(
        Report::from(&error).to_text(),
        r"error[jakarta.servlet.jsp.JspException]: outer
 --> /a.jsp:2:3
  |
2 | a ${b}
  |   ^^^^
  |
  = note: reached from /a.jsp:7:1
  = note: caused by jakarta.el.ELException: inner
  = help: do this"
    );
    let text = Report::from(&Error::el("no place")).to_text();
    assert_eq!(text, "error[jakarta.el.ELException]: no place");
}

#[test]
fn html_escapes_everything_and_marks_the_place() {
    let html = sample().report().to_html();
    assert!(html.contains("<h2>the tag &lt;c:if&gt; is not closed</h2>"), "{html}");
    assert!(html.contains("<b>3</b>   ä <mark>&lt;c:if test=&#34;${x}&#34;&gt;</mark>y</pre>"), "{html}");
    assert!(!html.contains("<c:"), "{html}");
}

#[test]
fn html_cuts_long_lines() {
    let line = format!("{}HERE{}", "a".repeat(100_000), "b".repeat(100_000));
    let html = Diagnostic::error("x/y", "m", place(1, 100_001, 4, &line)).report().to_html();
    assert!(html.contains("a<mark>HERE</mark>b"), "{}", html.len());
    assert!(html.len() < 2_000);
}

#[test]
fn json_has_all_fields() {
    let json = serde_json::to_value(sample().report()).unwrap();
    assert_eq!(json["code"], "page/unclosed-tag");
    assert_eq!(json["severity"], "error");
    assert_eq!(json["place"]["line"], 3);
    assert_eq!(json["related"][0]["place"]["path"], "/a.jsp");
    assert_eq!(json["chain"][0]["column"], 1);
    assert_eq!(serde_json::to_value(sample()).unwrap()["hint"], "add </c:if>");
}

#[test]
fn one_line_names_place_code_and_message() {
    assert_eq!(sample().to_string(), "/a.jsp:3:5: error[page/unclosed-tag]: the tag <c:if> is not closed");
}
