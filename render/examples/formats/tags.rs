//! The calls made by pages, with the `fmt` tags.

use std::sync::Arc;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::application::Application;
use vespid_render::context::Exchange;
use vespid_render::resources::MemoryResources;
use vespid_render::text::Locale;

use crate::ours;

/// What all pages begin with.
const HEAD: &str = "<%@ page session=\"false\" contentType=\"text/plain;charset=UTF-8\" %><%@ taglib prefix=\"fmt\" uri=\"jakarta.tags.fmt\" \
                    %><fmt:setLocale value=\"${locale}\"/>";

/// A page for each kind of call. An attribute that a call does not give is null, which is as if it were not there.
const PAGES: &[(&str, &str)] = &[
    (
        "number",
        "<fmt:formatNumber value='${value}' type='${type}' pattern='${pattern}' currencyCode='${code}'/>",
    ),
    ("integer", "<fmt:formatNumber value='${value}' maxFractionDigits='0'/>"),
    (
        "parse-number",
        "<fmt:parseNumber value='${value}' type='${type}' pattern='${pattern}' integerOnly='${integer}' \
         var='it'/>${it.class.simpleName} ${it}",
    ),
    (
        "date",
        "<fmt:formatDate value='${value}' type='${type}' dateStyle='${dateStyle}' timeStyle='${timeStyle}' \
         pattern='${pattern}' timeZone='${zone}'/>",
    ),
    (
        "parse-date",
        "<fmt:parseDate value='${value}' type='${type}' dateStyle='${dateStyle}' timeStyle='${timeStyle}' \
         pattern='${pattern}' timeZone='${zone}' var='it'/>${it.time}",
    ),
    (
        "message",
        "<fmt:setBundle basename='all'/><fmt:message key='${key}'><fmt:param value='${a}'/><fmt:param \
         value='${b}'/><fmt:param value='${c}'/><fmt:param value='${d}'/><fmt:param value='${e}'/></fmt:message>",
    ),
];

/// Pages with the tags, and a bundle of all messages for every locale.
pub(crate) struct Tags {
    application: Arc<Application>,
    runtime: tokio::runtime::Runtime,
}

/// What of a call the tags can do as well; `None`: nothing. They have one way to round, read strictly, and take an empty
/// pattern or text as none.
pub(crate) fn call(mut call: Vec<String>) -> Option<Vec<String>> {
    // Locales without data, for which the tags look further.
    let locale = call[1].as_str();
    let known =
        locale != "und" && locale != "xx-YY" && Locale::for_language_tag(locale).to_language_tag() == locale;
    let pattern = call.get(2)?;
    let can = match call[0].as_str() {
        "number" => !pattern.is_empty() && call[3] == "HALF_EVEN" && !call[4].starts_with('s'),
        "parse-number" => {
            let plain = !pattern.is_empty() && !pattern.starts_with("@currency ") && !call[3].contains('b');
            // An instance for whole numbers reads whole numbers only.
            plain && !call[4].is_empty()
        }
        "date" => !pattern.is_empty(),
        "parse-date" => {
            call[4] = "now".to_owned();
            !call[2].is_empty() && !call[5].is_empty()
        }
        "message" => !pattern.is_empty(),
        _ => false,
    };
    (known && can).then_some(call)
}

/// What Java gives, as far as pages can show it.
pub(crate) fn shown(theirs: &str) -> &str {
    match theirs.rsplit_once(" to ") {
        _ if theirs.starts_with('!') || theirs.starts_with("at ") => "!",
        Some((value, _)) => value,
        None => theirs,
    }
}

/// The name of a pattern in the bundle.
fn key(pattern: &str) -> String {
    pattern.encode_utf16().map(|unit| format!("{unit:04x}")).collect()
}

impl Tags {
    pub(crate) fn new(calls: &[Vec<String>]) -> Result<Self> {
        let files: MemoryResources =
            PAGES.iter().map(|(kind, page)| (format!("/{kind}.jsp"), format!("{HEAD}{page}"))).collect();
        let mut bundle = String::new();
        for call in calls.iter().filter(|call| call[0] == "message") {
            let text: String = call[2].encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
            bundle.push_str(&format!("{}={text}\n", key(&call[2])));
        }
        for call in calls.iter().filter(|call| call[0] == "message") {
            let locale = call[1].replace('-', "_");
            files.insert(format!("/WEB-INF/classes/all_{locale}.properties"), bundle.clone());
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .map_err(|error| Error::illegal_state(error.to_string()))?;
        Ok(Tags { application: Application::builder(Arc::new(files)).build(), runtime })
    }

    /// What the page of a call writes; `!` if it fails.
    pub(crate) fn call(&self, call: &[String]) -> String {
        let mut page = call[0].as_str();
        let mut given: Vec<(&str, Value)> = Vec::new();
        let mut give = |name, value: &str| given.push((name, Value::str(value)));
        give("locale", &call[1]);
        match (page, call[2].as_str()) {
            ("message", pattern) => {
                give("key", &key(pattern));
                let values = call[3..].iter().map(|text| ours::value(text));
                given.extend(["a", "b", "c", "d", "e"].into_iter().zip(values));
            }
            ("number", "@integer") => page = "integer",
            ("parse-number", "@integer") => give("integer", "true"),
            (_, "@number") => {}
            (_, "@percent") => give("type", "percent"),
            (_, "@currency") => give("type", "currency"),
            (_, pattern) => match (pattern.strip_prefix("@currency "), pattern.strip_prefix('@')) {
                (Some(code), _) => {
                    give("type", "currency");
                    give("code", code);
                }
                (None, Some(styles)) => {
                    let style = |at: usize| ["full", "long", "medium", "short"].get(at).copied();
                    let at = |index: usize| styles[index..=index].parse().ok().and_then(style);
                    let (date, time) = (at(0), at(1));
                    give(
                        "type",
                        ["both", "date", "time"]
                            [if time.is_none() { 1 } else { usize::from(date.is_none()) * 2 }],
                    );
                    give("dateStyle", date.unwrap_or("default"));
                    give("timeStyle", time.unwrap_or("default"));
                }
                (None, None) => give("pattern", pattern),
            },
        }
        match call[0].as_str() {
            "number" => given.push(("value", ours::value(&call[4]))),
            "parse-number" => {
                if call[3].contains('i') {
                    given.push(("integer", Value::str("true")));
                }
                given.push(("value", Value::str(call[4].as_str())));
            }
            "date" => given.push(("value", ours::value(&format!("t{}", call[4])))),
            "parse-date" => given.push(("value", Value::str(call[5].as_str()))),
            _ => {}
        }
        if call[0].ends_with("date") {
            given.push(("zone", Value::str(call[3].as_str())));
        }
        let exchange = given
            .into_iter()
            .fold(Exchange::builder(self.application.clone()), |exchange, (name, value)| {
                exchange.attribute(name, value)
            })
            .build();
        let path = format!("/{page}.jsp");
        let written = self.application.render_to_string(&path, exchange);
        self.runtime.block_on(written).unwrap_or_else(|_| "!".to_owned())
    }
}
