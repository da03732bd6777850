//! The descriptions of the libraries that Vespid brings along: core, fmt and functions of Jakarta Tags, under their
//! current URI and all older ones.

use std::sync::Arc;

use super::TagCheck;
use super::TagProblem;
use super::TagUse;
use super::functions;
use super::info::AttributeInfo;
use super::info::AttributeKind;
use super::info::BodyContent;
use super::info::BuiltIn;
use super::info::DynamicAttributes;
use super::info::FunctionInfo;
use super::info::HandlerInfo;
use super::info::LibraryInfo;
use super::info::TagInfo;
use super::info::Texts;
use crate::context::Scope;
use crate::value::Str;

/// The class name under which the functions library is registered.
pub(crate) const FUNCTIONS_CLASS: &str = "org.apache.taglibs.standard.functions.Functions";

const CORE_URIS: &[&str] = &[
    "jakarta.tags.core",
    "http://java.sun.com/jsp/jstl/core",
    "http://java.sun.com/jstl/core",
    "http://java.sun.com/jstl/core_rt",
    "http://java.sun.com/jsp/jstl/core_rt",
    "http://xmlns.jcp.org/jsp/jstl/core",
];
const FMT_URIS: &[&str] = &[
    "jakarta.tags.fmt",
    "http://java.sun.com/jsp/jstl/fmt",
    "http://java.sun.com/jstl/fmt",
    "http://java.sun.com/jstl/fmt_rt",
    "http://java.sun.com/jsp/jstl/fmt_rt",
    "http://xmlns.jcp.org/jsp/jstl/fmt",
];
const FUNCTIONS_URIS: &[&str] = &[
    "jakarta.tags.functions",
    "http://java.sun.com/jsp/jstl/functions",
    "http://xmlns.jcp.org/jsp/jstl/functions",
];

/// One tag: its name, its body, its attributes. `!` before a name: required; `=` before it: literal only; `#`: it
/// also takes a deferred expression.
type Row = (&'static str, BodyContent, &'static [&'static str]);

const CORE: &[Row] = &[
    ("out", BodyContent::Jsp, &["!value", "default", "escapeXml"]),
    ("set", BodyContent::Jsp, &["=var", "#value", "target", "property", "=scope"]),
    ("remove", BodyContent::Empty, &["!=var", "=scope"]),
    ("if", BodyContent::Jsp, &["!test", "=var", "=scope"]),
    ("choose", BodyContent::Jsp, &[]),
    ("when", BodyContent::Jsp, &["!test"]),
    ("otherwise", BodyContent::Jsp, &[]),
    ("forEach", BodyContent::Jsp, &["#items", "begin", "end", "step", "=var", "=varStatus"]),
    ("forTokens", BodyContent::Jsp, &["!#items", "!delims", "begin", "end", "step", "=var", "=varStatus"]),
    ("catch", BodyContent::Jsp, &["=var"]),
    ("url", BodyContent::Jsp, &["!value", "context", "=var", "=scope"]),
    ("import", BodyContent::Jsp, &["!url", "=var", "=scope", "=varReader", "context", "charEncoding"]),
    ("redirect", BodyContent::Jsp, &["!url", "context"]),
    ("param", BodyContent::Jsp, &["!name", "value"]),
];

const FMT: &[Row] = &[(
    "formatNumber",
    BodyContent::Jsp,
    &[
        "value",
        "type",
        "pattern",
        "currencyCode",
        "currencySymbol",
        "groupingUsed",
        "maxIntegerDigits",
        "minIntegerDigits",
        "maxFractionDigits",
        "minFractionDigits",
        "=var",
        "=scope",
    ],
)];

/// The other actions of the library, which are run by handlers: their class behind the package, and then as a [`Row`].
const FMT_TAGS: &[(&str, Row)] = &[
    ("SetLocaleTag", ("setLocale", BodyContent::Empty, &["!value", "variant", "=scope"])),
    ("BundleTag", ("bundle", BodyContent::Jsp, &["!basename", "prefix"])),
    ("SetBundleTag", ("setBundle", BodyContent::Empty, &["!basename", "=var", "=scope"])),
    ("MessageTag", ("message", BodyContent::Jsp, &["key", "bundle", "=var", "=scope"])),
    ("ParamTag", ("param", BodyContent::Jsp, &["value"])),
    ("RequestEncodingTag", ("requestEncoding", BodyContent::Empty, &["value"])),
    ("TimeZoneTag", ("timeZone", BodyContent::Jsp, &["!value"])),
    ("SetTimeZoneTag", ("setTimeZone", BodyContent::Empty, &["!value", "=var", "=scope"])),
    (
        "ParseNumberTag",
        (
            "parseNumber",
            BodyContent::Jsp,
            &["value", "type", "pattern", "parseLocale", "integerOnly", "=var", "=scope"],
        ),
    ),
    (
        "FormatDateTag",
        (
            "formatDate",
            BodyContent::Empty,
            &["!value", "type", "dateStyle", "timeStyle", "pattern", "timeZone", "=var", "=scope"],
        ),
    ),
    (
        "ParseDateTag",
        (
            "parseDate",
            BodyContent::Jsp,
            &[
                "value",
                "type",
                "dateStyle",
                "timeStyle",
                "pattern",
                "timeZone",
                "parseLocale",
                "=var",
                "=scope",
            ],
        ),
    ),
];

/// Whether a URI is one of the formatting library.
pub(crate) fn is_fmt(uri: &str) -> bool {
    FMT_URIS.contains(&uri)
}

/// All libraries, one for each URI.
pub(crate) fn libraries() -> Vec<LibraryInfo> {
    let mut all = Vec::new();
    for (uris, prefix, built_in, rows) in
        [(CORE_URIS, "c", BuiltIn::Core, CORE), (FMT_URIS, "fmt", BuiltIn::Fmt, FMT)]
    {
        let mut tags: Vec<Arc<TagInfo>> =
            rows.iter().map(|row| Arc::new(tag(HandlerInfo::BuiltIn(built_in), row))).collect();
        if built_in == BuiltIn::Fmt {
            tags.extend(FMT_TAGS.iter().map(|(class, row)| {
                let class = format!("org.apache.taglibs.standard.tag.rt.fmt.{class}").into();
                Arc::new(tag(HandlerInfo::Class(class), row))
            }));
        }
        all.extend(uris.iter().map(|uri| LibraryInfo {
            uri: (*uri).into(),
            short_name: prefix.into(),
            tags: tags.clone(),
            ..LibraryInfo::default()
        }));
    }
    let functions: Vec<FunctionInfo> = functions::all()
        .iter()
        .map(|function| FunctionInfo {
            name: function.name.into(),
            class: FUNCTIONS_CLASS.into(),
            method: function.name.into(),
            params: vec!["java.lang.Object".into(); function.arity],
            returns: "java.lang.Object".into(),
            signature: Str::new(),
        })
        .collect();
    all.extend(FUNCTIONS_URIS.iter().map(|uri| LibraryInfo {
        uri: (*uri).into(),
        short_name: "fn".into(),
        tags: Vec::new(),
        functions: functions.clone(),
        ..LibraryInfo::default()
    }));
    all
}

fn tag(handler: HandlerInfo, (name, body_content, attributes): &Row) -> TagInfo {
    TagInfo {
        name: (*name).into(),
        handler,
        body_content: *body_content,
        attributes: attributes.iter().map(|written| attribute(written)).collect(),
        variables: Vec::new(),
        dynamic_attributes: DynamicAttributes::No,
        deferred_is_text: false,
        extra_class: None,
        check: Some(TagCheck::new(check)),
        texts: Texts::default(),
    }
}

/// What goes for all actions (2.3, 2.7 and the constraints of each): a variable has a name, its scope is one of four, and
/// there is no scope without it.
fn check(tag: &TagUse<'_>) -> Result<(), TagProblem> {
    if tag.literal("var") == Some("") {
        return Err(TagProblem::new(format!("the variable of {} has no name", tag.name())).at("var"));
    }
    let local = tag.name().rsplit(':').next().unwrap_or_default();
    let of_body = match local {
        "set" | "param" | "formatNumber" | "parseNumber" | "parseDate" => "value",
        "out" => "default",
        _ => "",
    };
    if tag.has(of_body) && tag.has_content() {
        return Err(TagProblem::new(format!("{} has both '{of_body}' and a body", tag.name()))
            .at(of_body)
            .with_hint("leave out one of them"));
    }
    if local == "set" && tag.has("var") && tag.has("target") {
        return Err(TagProblem::new(format!("{} sets a variable or a property, not both", tag.name()))
            .at("target")
            .with_hint("leave out var, or target and property"));
    }
    if let Some(scope) = tag.literal("scope") {
        if Scope::by_name(scope).is_none() {
            return Err(TagProblem::new(format!("there is no scope '{scope}'"))
                .at("scope")
                .with_hint("the scopes are page, request, session and application"));
        }
        if !tag.has("var") && !matches!(local, "setLocale" | "setBundle" | "setTimeZone" | "set") {
            return Err(TagProblem::new(format!("{} has a scope but no variable", tag.name()))
                .at("scope")
                .with_hint("give it var, or leave out scope"));
        }
    }
    Ok(())
}

fn attribute(written: &str) -> AttributeInfo {
    let (required, rest) = marked(written, '!');
    let (literal, rest) = marked(rest, '=');
    let (deferred, name) = marked(rest, '#');
    let object: Str = "java.lang.Object".into();
    AttributeInfo {
        name: name.into(),
        required,
        rtexprvalue: !literal,
        kind: if deferred { AttributeKind::DeferredValue(object.clone()) } else { AttributeKind::Value },
        java_type: object,
    }
}

/// Whether the text starts with a mark, and the text without it.
fn marked(text: &str, mark: char) -> (bool, &str) {
    text.strip_prefix(mark).map_or((false, text), |rest| (true, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_uri_has_its_tags() {
        let all = libraries();
        let core = all.iter().find(|library| library.uri == "http://java.sun.com/jstl/core_rt").unwrap();
        let set = core.tag("set").unwrap();
        assert!(!set.attribute("var").unwrap().1.rtexprvalue);
        assert!(core.tag("remove").unwrap().attribute("var").unwrap().1.required);
        let functions = all.iter().find(|library| library.uri == "jakarta.tags.functions").unwrap();
        assert_eq!(functions.function("substring").unwrap().params.len(), 3);
    }
}
