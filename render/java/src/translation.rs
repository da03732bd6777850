//! Classes of an application's sources that look at tags and pages at translation: `TagExtraInfo` and
//! `TagLibraryValidator` (Pages 4.1, 7.4.1). Their own view of tag libraries is made by [`TRANSLATION`], in Java.

use std::sync::Arc;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::application::Application;
use vespid_render::error::class;
use vespid_render::script::ExtraFound;
use vespid_render::script::ExtraUse;
use vespid_render::script::ScriptClass;
use vespid_render::tags::PageData;
use vespid_render::tags::TagProblem;
use vespid_render::tags::ValidationMessage;
use vespid_render::tags::info::AttributeInfo;
use vespid_render::tags::info::AttributeKind;
use vespid_render::tags::info::BodyContent;
use vespid_render::tags::info::DynamicAttributes;
use vespid_render::tags::info::HandlerInfo;
use vespid_render::tags::info::LibraryInfo;
use vespid_render::tags::info::TagInfo;
use vespid_render::tags::info::VariableInfo;
use vespid_render::tags::info::VariableName;
use vespid_render::tags::info::VariableScope;
use vespid_render::value::Str;
use vespid_render::value::coerce;

use crate::library;

/// The class that makes the objects of `jakarta.servlet.jsp.tagext`.
const TRANSLATION: &str = "vespid.Translation";

fn translation(application: &Application) -> Result<Arc<dyn ScriptClass>> {
    application.class(TRANSLATION).ok_or_else(|| Error::new(class::CLASS_NOT_FOUND, TRANSLATION))
}

/// What a `TagExtraInfo` finds.
///
/// # Errors
/// What it throws.
pub(crate) fn look_at_tag(application: &Application, used: &ExtraUse<'_>) -> Result<ExtraFound> {
    let libraries =
        used.libraries.iter().map(|(prefix, library)| library_of(application, prefix, library, used));
    let libraries = libraries.collect::<Result<Vec<_>>>()?;
    let attributes = used.attributes.iter().map(|(name, value)| {
        Value::list([Value::Str(name.clone()), value.clone().map_or(Value::Null, Value::Str)])
    });
    let args = [
        Value::list(libraries),
        Value::str(used.prefix),
        Value::Str(used.tag.name.clone()),
        Value::list(attributes.collect::<Vec<_>>()),
    ];
    let found = items(&translation(application)?.call_static("lookAtTag", None, &args)?);
    let mut all = ExtraFound::default();
    for pair in items(found.first().unwrap_or(&Value::Null)) {
        all.problems.push(TagProblem::new(message_of(&pair).1));
    }
    for about in items(found.get(1).unwrap_or(&Value::Null)) {
        let [name, java_type, declare, scope] = &items(&about)[..] else { continue };
        all.variables.push(VariableInfo {
            name: VariableName::Given(text(name)),
            java_type: text(java_type),
            declare: *declare == Value::Bool(true),
            scope: match scope {
                Value::Int(1) => VariableScope::AtBegin,
                Value::Int(2) => VariableScope::AtEnd,
                _ => VariableScope::Nested,
            },
        });
    }
    Ok(all)
}

/// What a `TagLibraryValidator` finds.
///
/// # Errors
/// What it throws.
pub(crate) fn look_at_page(
    application: &Application,
    validator: Value,
    page: &PageData<'_>,
) -> Result<Vec<ValidationMessage>> {
    let params =
        page.params.iter().map(|(name, value)| (Value::Str(name.clone()), Value::Str(value.clone())));
    let args = [
        validator,
        Value::map(params.collect::<Vec<_>>()),
        Value::str(page.prefix),
        Value::str(page.uri),
        library::input_stream(page.xml.as_bytes()),
    ];
    let found = translation(application)?.call_static("lookAtPage", None, &args)?;
    let messages = items(&found).into_iter().map(|pair| {
        let (id, message) = message_of(&pair);
        match id {
            Some(id) => ValidationMessage::new(message).at(id),
            None => ValidationMessage::new(message),
        }
    });
    Ok(messages.collect())
}

fn items(list: &Value) -> Vec<Value> {
    let list = list.as_object().and_then(|object| object.as_list());
    list.map_or(Vec::new(), |list| (0..list.len()).filter_map(|index| list.get(index)).collect())
}

fn text(value: &Value) -> Str {
    coerce::to_text(value).as_ref().into()
}

fn message_of(pair: &Value) -> (Option<Str>, String) {
    let pair = items(pair);
    let id = pair.first().filter(|id| !id.is_null()).map(text);
    (id, pair.get(1).map_or_else(String::new, |message| text(message).to_string()))
}

fn map<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::map(entries.map(|(name, value)| (Value::str(name), value)))
}

fn optional(text: Option<&Str>) -> Value {
    text.map_or(Value::Null, |text| Value::Str(text.clone()))
}

/// A library as a map.
fn library_of(
    application: &Application,
    prefix: &Str,
    library: &LibraryInfo,
    used: &ExtraUse<'_>,
) -> Result<Value> {
    let is_own = prefix == used.prefix;
    let tags = library.tags.iter().map(|tag| {
        // Those of other libraries are told of, but do not look at this use.
        let extra = tag.extra_class.as_ref().filter(|_| is_own).and_then(|class| application.class(class));
        let extra = extra.map(|class| class.instantiate(&[])).transpose()?;
        Ok(tag_of(tag, extra.unwrap_or_default()))
    });
    let functions = library.functions.iter().map(|function| {
        map([
            ("name", Value::Str(function.name.clone())),
            ("className", Value::Str(function.class.clone())),
            ("signature", Value::Str(function.signature.clone())),
        ])
    });
    let texts = &library.texts;
    Ok(map([
        ("prefix", Value::Str(prefix.clone())),
        ("uri", Value::Str(library.uri.clone())),
        ("shortName", Value::Str(library.short_name.clone())),
        ("description", optional(texts.description.as_ref())),
        ("version", optional(texts.version.as_ref())),
        ("requiredVersion", optional(texts.required_version.as_ref())),
        ("tags", Value::list(tags.collect::<Result<Vec<_>>>()?)),
        ("functions", Value::list(functions.collect::<Vec<_>>())),
    ]))
}

/// A tag as a map.
fn tag_of(tag: &TagInfo, extra: Value) -> Value {
    let (class, path) = match &tag.handler {
        HandlerInfo::Class(class) => (Value::Str(class.clone()), Value::Null),
        HandlerInfo::TagFile(path) => (Value::Null, Value::Str(path.clone())),
        HandlerInfo::BuiltIn(_) => (Value::Null, Value::Null),
    };
    let body_content = match tag.body_content {
        BodyContent::Jsp => "JSP",
        BodyContent::Empty => "empty",
        BodyContent::Scriptless => "scriptless",
        BodyContent::TagDependent => "tagdependent",
    };
    let variables = tag.variables.iter().map(|variable| {
        let (given, from) = match &variable.name {
            VariableName::Given(name) => (Value::Str(name.clone()), Value::Null),
            VariableName::FromAttribute { attribute, .. } => (Value::Null, Value::Str(attribute.clone())),
        };
        let scope = match variable.scope {
            VariableScope::Nested => 0,
            VariableScope::AtBegin => 1,
            VariableScope::AtEnd => 2,
        };
        map([
            ("given", given),
            ("fromAttribute", from),
            ("className", Value::Str(variable.java_type.clone())),
            ("declare", Value::Bool(variable.declare)),
            ("scope", Value::Int(scope)),
        ])
    });
    let texts = &tag.texts;
    map([
        ("name", Value::Str(tag.name.clone())),
        ("className", class),
        ("path", path),
        ("bodyContent", Value::str(body_content)),
        ("description", optional(texts.description.as_ref())),
        ("displayName", optional(texts.display_name.as_ref())),
        ("smallIcon", optional(texts.small_icon.as_ref())),
        ("largeIcon", optional(texts.large_icon.as_ref())),
        ("dynamic", Value::Bool(tag.dynamic_attributes != DynamicAttributes::No)),
        ("extra", extra),
        ("attributes", Value::list(tag.attributes.iter().map(attribute_of).collect::<Vec<_>>())),
        ("variables", Value::list(variables.collect::<Vec<_>>())),
    ])
}

fn attribute_of(attribute: &AttributeInfo) -> Value {
    let (expected, signature) = match &attribute.kind {
        AttributeKind::DeferredValue(java_type) => (Value::Str(java_type.clone()), Value::Null),
        AttributeKind::DeferredMethod(signature) => (Value::Null, Value::Str(signature.clone())),
        AttributeKind::Value | AttributeKind::Fragment => (Value::Null, Value::Null),
    };
    map([
        ("name", Value::Str(attribute.name.clone())),
        ("required", Value::Bool(attribute.required)),
        ("type", Value::Str(attribute.java_type.clone())),
        ("requestTime", Value::Bool(attribute.rtexprvalue)),
        ("fragment", Value::Bool(attribute.kind == AttributeKind::Fragment)),
        ("expectedType", expected),
        ("signature", signature),
    ])
}
