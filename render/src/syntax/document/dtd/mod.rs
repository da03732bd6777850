//! Validation of JSP documents by their document type (Pages 4.1, 6.2.5; XML 1.0, chapters 3 and 4).
//!
//! The internal subset counts, and an external one that is a file of the application; nothing is fetched from elsewhere.
//! A document type that declares no element is only there for its entities, and validates nothing.

mod declarations;
mod model;
mod validate;

pub(super) use declarations::DocumentType;
pub(super) use declarations::Problem;
pub(super) use validate::invalid;

/// The `<!DOCTYPE …>` of a well-formed document.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Doctype<'t> {
    /// The name of the top element.
    pub(super) root: &'t str,
    /// The system identifier of the external subset.
    pub(super) system: Option<&'t str>,
    /// What stands between the brackets.
    pub(super) internal: &'t str,
    /// The byte at which it starts.
    pub(super) start: usize,
}

/// Finds the document type declaration of a well-formed document.
pub(super) fn doctype(text: &str) -> Option<Doctype<'_>> {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start_matches(super::scan::is_xml_space).len();
        let rest = text[at..].strip_prefix('\u{FEFF}').unwrap_or(&text[at..]);
        at = text.len() - rest.len();
        let end = match rest {
            _ if rest.starts_with("<?") => "?>",
            _ if rest.starts_with("<!--") => "-->",
            _ if rest.starts_with("<!DOCTYPE") => break,
            _ => return None,
        };
        at += rest.find(end)? + end.len();
    }
    let start = at;
    let mut scan = declarations::Scan::new(&text[at + "<!DOCTYPE".len()..]);
    let root = scan.name()?;
    let system = match scan.name() {
        Some("SYSTEM") => Some(scan.literal()?),
        Some("PUBLIC") => {
            scan.literal()?;
            Some(scan.literal()?)
        }
        _ => None,
    };
    scan.space();
    let internal = if scan.eat("[") { scan.subset()? } else { "" };
    Some(Doctype { root, system, internal, start })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn document_types_are_found() {
        let found = |text| doctype(text).map(|it| (it.root, it.system, it.internal, it.start));
        assert_eq!(
            found(
                "<?xml version='1.0'?><!-- <!DOCTYPE x> -->\n<!DOCTYPE a [<!ENTITY e ']>'> <!-- ' ] -->]><a/>"
            ),
            Some(("a", None, "<!ENTITY e ']>'> <!-- ' ] -->", 43))
        );
        assert_eq!(
            found("<!DOCTYPE a:b PUBLIC '-//x' \"d.dtd\"><a:b/>"),
            Some(("a:b", Some("d.dtd"), "", 0))
        );
        assert_eq!(found("<!DOCTYPE a SYSTEM 'd' [<?p ]?>]>"), Some(("a", Some("d"), "<?p ]?>", 0)));
        assert_eq!(found("<a><!DOCTYPE b></a>"), None);
    }

    /// What is wrong with a document, in order.
    fn problems(text: &str) -> Vec<String> {
        let found = doctype(text).expect("there is a document type");
        let document_type = match DocumentType::read(found.internal, None, &mut |_| None) {
            Ok(document_type) => document_type,
            Err(Problem(message)) => return vec![message],
        };
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let document = roxmltree::Document::parse_with_options(text, options).unwrap();
        invalid(&document, found.root, &document_type).into_iter().map(|(_, message)| message).collect()
    }

    #[test]
    fn content_follows_its_model() {
        let content = |model: &str, content: &str| {
            problems(&format!(
                "<!DOCTYPE a [<!ELEMENT a {model}><!ELEMENT b EMPTY><!ELEMENT c ANY><!ELEMENT d (#PCDATA)>]><a>{content}</a>"
            ))
            .join("; ")
        };
        for (model, good) in [
            ("(b, c)", "<b/> <!-- x --><c>t<b/></c>"),
            ("(b|c)*", ""),
            ("(b|c)*", "<b/><c/><b/>"),
            ("(b?, (c+ | d))", "<c/><c/>"),
            ("(b?, (c+ | d))", "<b/><d>x</d>"),
            ("((b, c)+, b)", "<b/><c/><b/><c/><b/>"),
            ("(#PCDATA)", "text"),
            ("(#PCDATA | b | c)*", "x<b/>y<c/>"),
            ("ANY", "x<d/>"),
            ("EMPTY", ""),
        ] {
            assert_eq!(content(model, good), "", "{model}: {good}");
        }
        for (model, bad, message) in [
            ("(b, c)", "<b/>", "<a> ends too early: it holds (b, c)"),
            ("(b, c)", "<c/>", "<c> can't stand here: <a> holds (b, c)"),
            ("(b|c)", "<b/><c/>", "<c> can't stand here: <a> holds (b|c)"),
            ("(b*)", "x", "text can't stand here: <a> holds (b*)"),
            ("(#PCDATA | b)*", "<d/>", "<d> can't stand here: <a> holds (#PCDATA | b)*"),
            ("(#PCDATA)", "<b/>", "<b> can't stand here: <a> holds (#PCDATA)"),
            ("EMPTY", " ", "<a> must be empty"),
            ("ANY", "<e/>", "the document type has no element <e>"),
            ("(b+", "", "the declaration of the element a can't be read"),
            ("(b,c|d)", "", "the declaration of the element a can't be read"),
        ] {
            assert_eq!(content(model, bad), message, "{model}: {bad}");
        }
    }

    #[test]
    fn attributes_are_as_declared() {
        let attributes = |list: &str, written: &str| {
            problems(&format!(
                "<!DOCTYPE a [<!ELEMENT a (b*)><!ELEMENT b EMPTY><!ATTLIST b {list}>]><a><b {written}/></a>"
            ))
            .join("; ")
        };
        for (list, good) in [
            ("x CDATA #IMPLIED y CDATA #REQUIRED", "y=''"),
            ("x (p|q) 'p'", "x=' q '"),
            ("x CDATA #FIXED '1'", "x='1'"),
            ("x NMTOKEN #IMPLIED", "x='1-a'"),
            ("x NMTOKENS #IMPLIED", "x=' 1 a'"),
            ("x ID #IMPLIED y IDREF #IMPLIED", "x='i' y='i'"),
            ("xmlns:n CDATA #IMPLIED n:x CDATA #IMPLIED", "xmlns:n='urn:n' n:x=''"),
        ] {
            assert_eq!(attributes(list, good), "", "{list}: {good}");
        }
        for (list, bad, message) in [
            ("x CDATA #REQUIRED", "", "<b> needs the attribute `x`"),
            ("x CDATA #IMPLIED", "y=''", "<b> has no attribute `y`"),
            ("x CDATA #IMPLIED", "xmlns='urn:n'", "<b> has no attribute `xmlns`"),
            ("x (p|q) 'p'", "x='r'", "`x` of <b> is p or q, not `r`"),
            ("x CDATA #FIXED '1'", "x='2'", "`x` of <b> is `1`, not `2`"),
            ("x NMTOKEN #IMPLIED", "x='a b'", "`x` of <b> can't be `a b`"),
            ("x ID #IMPLIED", "x='1'", "`x` of <b> can't be `1`"),
            ("x IDREF #IMPLIED", "x='i'", "no element has the id `i`"),
            ("x WRONG #IMPLIED", "", "the declaration of the attributes of b can't be read"),
        ] {
            assert_eq!(attributes(list, bad), message, "{list}: {bad}");
        }
        let twice =
            problems("<!DOCTYPE a [<!ELEMENT a (a*)><!ATTLIST a i ID #IMPLIED>]><a i='x'><a i='x'/></a>");
        assert_eq!(twice, ["two elements have the id `x`"]);
    }

    #[test]
    fn the_top_element_is_named() {
        assert_eq!(problems("<!DOCTYPE b [<!ELEMENT a ANY>]><a/>"), ["the top element is <a>, not <b>"]);
        assert!(problems("<!DOCTYPE b [<!ENTITY e 'x'>]><a>&e;</a>").is_empty(), "it declares no element");
    }

    #[test]
    fn external_subsets_have_parameter_entities_and_sections() {
        let mut files = |name: &str| {
            match name {
            "a.dtd" => Some(
                "<?xml version='1.0' encoding='UTF-8'?><!ENTITY % content '(b|c)*'><!ENTITY % more SYSTEM 'b.dtd'>\
                 <!ELEMENT a %content;>%more;<![INCLUDE[<!ELEMENT c EMPTY>]]><![IGNORE[<!ELEMENT d <![x[ ]]> ]]>"
                    .to_owned(),
            ),
            "b.dtd" => Some("<!ELEMENT b EMPTY>".to_owned()),
            _ => None,
        }
        };
        let mut read = |internal: &str| {
            let document_type = DocumentType::read(internal, Some("a.dtd"), &mut files).unwrap();
            let document = roxmltree::Document::parse("<a><b/><c/><d/></a>").unwrap();
            let found = invalid(&document, "a", &document_type);
            found.into_iter().map(|(_, message)| message).collect::<Vec<_>>().join("; ")
        };
        assert_eq!(read(""), "<d> can't stand here: <a> holds (b|c)*; the document type has no element <d>");
        // The internal subset wins.
        assert_eq!(read("<!ENTITY % content 'ANY'><!ELEMENT d EMPTY>"), "");
        let bomb = "<!ENTITY % a 'xxxxxxxxxx'>".to_owned()
            + &(1..30).map(|n| format!("<!ENTITY % a{n} '{}'>", "%a;".repeat(20))).collect::<String>();
        assert!(DocumentType::read(&bomb, None, &mut |_| None).is_ok());
        let circle = "<!ENTITY % a '&#37;a;'> %a;";
        assert!(DocumentType::read(circle, None, &mut |_| None).is_err());
    }
}
