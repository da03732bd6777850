//! Templates as tables: text, and its parts with expressions in `«…»`.

use super::*;
use crate::el::parser::tests::show;

fn parts(template: &Template) -> String {
    template
        .parts
        .iter()
        .map(|part| match part {
            Part::Text(text) => text.to_string(),
            Part::Expr(part) => format!("{}«{}»", if part.deferred { "#" } else { "" }, show(&part.expr)),
        })
        .collect()
}

#[track_caller]
fn check(options: TemplateOptions, rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        match parse_template(text, Base::new(0, 0), options) {
            Ok(template) => assert_eq!(parts(&template), *expected, "{text}"),
            Err(error) => panic!("{text}: {error:?}"),
        }
    }
}

const TEXT: TemplateOptions =
    TemplateOptions { el_ignored: false, deferred: Deferred::Allowed, quoting: Quoting::Text };
const ATTRIBUTE: TemplateOptions = TemplateOptions { quoting: Quoting::Attribute, ..TEXT };

#[test]
fn expressions_are_found_in_text() {
    check(
        TEXT,
        &[
            ("", ""),
            ("plain", "plain"),
            ("${a}", "«a»"),
            ("a${b}c${d}${e}", "a«b»c«d»«e»"),
            ("#{a} #{b}", "#«a» #«b»"),
            ("${'}'}", "«\"}\"»"),
            ("${'${'}exprA}", "«\"${\"»exprA}"),
            ("${{'a':1}.a}}", "«{\"a\": Long(1)}.a»}"),
            ("$", "$"),
            ("$$", "$$"),
            ("#$#", "#$#"),
            ("$${a}", "$«a»"),
            ("$$${a}", "$$«a»"),
            ("##{a}", "##«a»"),
            ("$#{a}", "$#«a»"),
            ("$ {a}", "$ {a}"),
            ("größe ${ä} €", "größe «ä» €"),
        ],
    );
}

#[test]
fn template_text_escapes_only_the_signs() {
    check(
        TEXT,
        &[
            (r"\${a}", "${a}"),
            (r"\#{a}", "#{a}"),
            (r"\\${a}", r"\${a}"),
            (r"\\\${a}", r"\\${a}"),
            (r"\$500", "$500"),
            (r"\$${a}", "$«a»"),
            (r"${a}\${b}", "«a»${b}"),
            (r"a\b\\c\", r"a\b\\c\"),
            (r"${'\\$'}", "«\"\\\\$\"»"),
        ],
    );
}

#[test]
fn attributes_undo_their_quoting_first() {
    check(
        ATTRIBUTE,
        &[
            ("${a}", "«a»"),
            (r"\${a}", "${a}"),
            (r"\\${a}", r"\«a»"),
            (r"\\\${a}", r"\${a}"),
            (r"\\\\${a}", r"\\«a»"),
            (r"\\\\\${a}", r"\\${a}"),
            (r"\$500 \#1", "$500 #1"),
            (r#"${\"a\"}"#, "«\"a\"»"),
            (r#"\"it\'s\" &quot;&apos;&amp; \x"#, r#""it's" "'&amp; \x"#),
            (r"${'\\\\$'}", "«\"\\\\$\"»"),
            (r"${'\\\\${'}", "«\"\\\\${\"»"),
            (r"<\% %\> <% \>", r"<% %> <% \>"),
            (r"${a}\\${b}", r"«a»\«b»"),
            (r"ä\\ö&x;<y", r"ä\ö&x;<y"),
            (r"\", r"\"),
        ],
    );
}

#[test]
fn ignored_expressions_are_text() {
    let options = TemplateOptions { el_ignored: true, ..ATTRIBUTE };
    check(
        options,
        &[
            ("${a", "${a"),
            (r"\${a}", r"\${a}"),
            (r"\\${a}", r"\${a}"),
            (r"\\\${a}", r"\\${a}"),
            (r##"\"#{a}\""##, "\"#{a}\""),
        ],
    );
    check(TemplateOptions { el_ignored: true, ..TEXT }, &[(r"\${a} \\ #{", r"\${a} \\ #{")]);
}

#[test]
fn deferred_syntax_can_be_literal_or_refused() {
    check(
        TemplateOptions { deferred: Deferred::Literal, ..TEXT },
        &[("#{a", "#{a"), ("#{a}${b}", "#{a}«b»"), (r"\#{a}", "#{a}")],
    );
    check(
        TemplateOptions { deferred: Deferred::Literal, ..ATTRIBUTE },
        &[(r"\#{a}", r"\#{a}"), (r"\\#{a}", r"\#{a}")],
    );
    let refused = TemplateOptions { deferred: Deferred::Refused, ..TEXT };
    check(refused, &[(r"\#{a} # ${b}", "#{a} # «b»")]);
    let error = parse_template("a #{b}", Base::new(0, 0), refused).unwrap_err();
    assert_eq!((error.span.start, error.span.end), (2, 4));
    assert!(error.hint.is_some_and(|hint| hint.contains(r"\#{")));
}

#[test]
fn errors_are_marked_in_the_page() {
    let raw = r#"x \"${a \"b\"}"#;
    let error = parse_template(raw, Base::new(0, 100), ATTRIBUTE).unwrap_err();
    assert_eq!(error.message, "expected an operator or `}`, found the text \"b\"");
    assert_eq!(&raw[error.span.start as usize - 100..error.span.end as usize - 100], r#"\"b\""#);

    let error = parse_template("ab${c", Base::new(0, 10), TEXT).unwrap_err();
    assert_eq!((error.span.start, error.span.end), (12, 14));

    let error = parse_template("${a}#{b}", Base::new(0, 0), TEXT).unwrap_err();
    assert!(error.message.contains("mixed"));
    assert_eq!((error.span.start, error.span.end), (4, 8));
}

#[test]
fn places_lead_back_through_escapes() {
    let raw = r#"\\&quot;${ a.b + \"c\" }"#;
    let template = parse_template(raw, Base::new(1, 7), ATTRIBUTE).unwrap();
    assert_eq!(parts(&template), "\\\"«(a.b Add \"c\")»");
    let Part::Expr(part) = &template.parts[1] else { panic!() };
    let written = |span: Span| &raw[span.start as usize - 7..span.end as usize - 7];
    assert_eq!(written(part.span), r#"${ a.b + \"c\" }"#);
    assert_eq!(written(part.expr.span), r#"a.b + \"c\""#);
    assert_eq!(part.span.file, 1);
}

proptest::proptest! {
    /// Text without signs of EL stays as it is, whatever else is in it.
    #[test]
    fn text_without_signs_stays(text in r"[^$#]{0,40}") {
        let template = parse_template(&text, Base::new(0, 0), TEXT).unwrap();
        proptest::prop_assert_eq!(template.as_text(), Some(text.as_str()));
    }

    /// Any attribute is answered, with places on character boundaries.
    #[test]
    fn any_attribute_is_answered(text in r#"([$#]\{|[$#{}\\'"&<%>a]|&quot;|\PC){0,30}"#) {
        if let Err(error) = parse_template(&text, Base::new(0, 0), ATTRIBUTE) {
            proptest::prop_assert!(text.get(error.span.start as usize..error.span.end as usize).is_some());
        }
    }
}
