//! The SQL tag library (Jakarta Tags 3.1, chapter 10).

mod early;
mod execute;
mod link;
mod param;
mod source;
mod streamed;
mod transaction;

use std::sync::Arc;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::context::Exchange;
use vespid_render::context::Scope;
use vespid_render::machine::PageHandle;
use vespid_render::registry::Registry;
use vespid_render::tags::TagAttributes;
use vespid_render::tags::TagCheck;
use vespid_render::tags::TagProblem;
use vespid_render::tags::TagUse;
use vespid_render::tags::info::BodyContent;
use vespid_render::tags::info::LibraryInfo;
use vespid_render::tags::info::TagInfo;
use vespid_render::tags::native;
use vespid_render::value::FromValue;
use vespid_render::value::Value;
use vespid_render::value::coerce;

pub use early::AwaitTag;
pub use execute::QueryTag;
pub use execute::StreamQueryTag;
pub use execute::UpdateTag;
pub use param::DateParamTag;
pub use param::ParamTag;
pub use param::SqlParams;
pub use source::SetDataSourceTag;
pub use transaction::TransactionTag;

use crate::source::DataSource;
use crate::sources::DataSources;
use link::Source;

/// The library's URI, and the older ones of the same library.
const URIS: &[&str] = &[
    "jakarta.tags.sql",
    "http://java.sun.com/jsp/jstl/sql",
    "http://java.sun.com/jstl/sql",
    "http://java.sun.com/jstl/sql_rt",
    "http://java.sun.com/jsp/jstl/sql_rt",
    "http://xmlns.jcp.org/jsp/jstl/sql",
];

/// A configuration setting.
struct Setting {
    /// What it is called as a context parameter.
    name: &'static str,
    /// The variables that hold it in their scopes, nearest first (`Config.set`).
    variables: [(&'static str, Scope); 4],
}

macro_rules! setting {
    ($name:literal) => {
        Setting {
            name: $name,
            variables: [
                (concat!($name, ".page"), Scope::Page),
                (concat!($name, ".request"), Scope::Request),
                (concat!($name, ".session"), Scope::Session),
                (concat!($name, ".application"), Scope::Application),
            ],
        }
    };
}

/// The data source (`Config.SQL_DATA_SOURCE`).
const DATA_SOURCE: Setting = setting!("jakarta.servlet.jsp.jstl.sql.dataSource");
/// The most rows (`Config.SQL_MAX_ROWS`).
const MAX_ROWS: Setting = setting!("jakarta.servlet.jsp.jstl.sql.maxRows");

/// The descriptions of the library, one for each of its URIs, and of `v:query` and `v:await`, for
/// [`ApplicationBuilder::library`](vespid_render::application::ApplicationBuilder::library).
pub fn libraries() -> Vec<LibraryInfo> {
    let tags = [
        tag::<QueryTag>("query", BodyContent::Jsp),
        tag::<UpdateTag>("update", BodyContent::Jsp),
        tag::<TransactionTag>("transaction", BodyContent::Jsp),
        tag::<SetDataSourceTag>("setDataSource", BodyContent::Empty),
        tag::<ParamTag>("param", BodyContent::Jsp),
        tag::<DateParamTag>("dateParam", BodyContent::Empty),
    ];
    URIS.iter()
        .map(|uri| LibraryInfo {
            uri: (*uri).into(),
            short_name: "sql".into(),
            tags: tags.to_vec(),
            ..LibraryInfo::default()
        })
        .chain([LibraryInfo {
            uri: native::URI.into(),
            short_name: "v".into(),
            tags: vec![
                tag::<StreamQueryTag>("query", BodyContent::Jsp),
                tag::<AwaitTag>("await", BodyContent::Empty),
            ],
            ..LibraryInfo::default()
        }])
        .collect()
}

/// Registers the handlers of the library, and the dates of `java.sql`.
pub fn register(registry: &mut Registry) {
    crate::jdbc::register(registry);
    registry
        .async_tag::<QueryTag>()
        .async_tag::<StreamQueryTag>()
        .async_tag::<AwaitTag>()
        .async_tag::<UpdateTag>()
        .async_tag::<TransactionTag>()
        .async_tag::<SetDataSourceTag>()
        .tag::<ParamTag>()
        .tag::<DateParamTag>();
}

fn tag<T: TagAttributes>(name: &str, body_content: BodyContent) -> Arc<TagInfo> {
    let mut tag = TagInfo::clone(&native::describe::<T>(name, body_content));
    for attribute in &mut tag.attributes {
        // Variables are named at translation.
        attribute.rtexprvalue = !matches!(attribute.name.as_str(), "var" | "scope");
    }
    tag.check = Some(TagCheck::new(check_variable));
    Arc::new(tag)
}

/// What the library's validator demands of `var` and `scope` (10.3 to 10.6, "Constraints").
fn check_variable(tag: &TagUse<'_>) -> std::result::Result<(), TagProblem> {
    if tag.literal("var") == Some("") {
        return Err(TagProblem::new("the attribute `var` is empty").at("var"));
    }
    let Some(scope) = tag.literal("scope") else { return Ok(()) };
    if Scope::by_name(scope).is_none() {
        return Err(TagProblem::new(format!("`{scope}` is no scope")).at("scope").with_hint(SCOPES));
    }
    // Without a variable, `sql:setDataSource` sets the configured data source in that scope.
    if !tag.has("var") && !tag.name().ends_with(":setDataSource") {
        return Err(TagProblem::new("the attribute `scope` stands without `var`").at("scope"));
    }
    Ok(())
}

/// What `scope` may be.
const SCOPES: &str = "page, request, session or application";

/// An attribute of which it matters whether it is given, even as null.
#[derive(Clone, Debug, Default)]
struct Given(Option<Value>);

impl FromValue<'_> for Given {
    const JAVA_TYPE: &'static str = "java.lang.Object";

    fn from_value(value: &Value) -> Result<Self> {
        Ok(Given(Some(value.clone())))
    }
}

/// Where an action leaves its result.
struct Target {
    name: String,
    scope: Scope,
}

impl Target {
    /// From `var` and `scope`; `None`: there is no `var`.
    fn new(var: Option<String>, scope: Option<&str>) -> Result<Option<Self>> {
        let scope_found = scope.map(scope_by_name).transpose()?;
        match var {
            Some(name) if name.is_empty() => Err(Error::jsp("the attribute 'var' is empty")),
            Some(name) => Ok(Some(Target { name, scope: scope_found.unwrap_or_default() })),
            None if scope.is_some() => Err(Error::jsp("the attribute 'scope' stands without 'var'")),
            None => Ok(None),
        }
    }

    fn set(&self, page: &PageHandle, value: Value) -> Result<()> {
        page.set(&self.name, self.scope, value)
    }
}

fn scope_by_name(name: &str) -> Result<Scope> {
    Scope::by_name(name).ok_or_else(|| Error::jsp(format!("'{name}' is no scope")).with_hint(SCOPES))
}

/// A failed access as the tags report it: a `JspException` with the `SQLException` as its cause.
fn failure(context: &str, error: impl Into<Error>) -> Error {
    let error = error.into();
    if error.is_budget() {
        return error;
    }
    let hint = error.hint().cloned();
    let result = Error::jsp(format!("{context}: {}", error.message())).with_cause(error);
    match hint {
        Some(hint) => result.with_hint(hint),
        None => result,
    }
}

impl Setting {
    /// The setting: the variable of the nearest scope, else the context parameter (`Config.find`).
    fn find(&self, page: &PageHandle) -> Result<Option<Value>> {
        for (variable, scope) in self.variables {
            if let Some(value) = page.get(variable, scope)? {
                return Ok(Some(value));
            }
        }
        Ok(page.exchange().application().init_param(self.name).cloned().map(Value::Str))
    }

    /// Sets it in a scope.
    fn set(&self, page: &PageHandle, scope: Scope, value: Value) -> Result<()> {
        let variable = self.variables.iter().find(|(_, of)| *of == scope);
        variable.map_or(Ok(()), |(variable, scope)| page.set(variable, *scope, value))
    }
}

/// The data source of an action: that of its attribute, else the configured one (10.2 "Database Access").
fn data_source(page: &PageHandle, attribute: &Given) -> Result<Source> {
    let value = match &attribute.0 {
        Some(Value::Null) => return Err(Error::jsp("the attribute 'dataSource' is null")),
        Some(value) => value.clone(),
        None => DATA_SOURCE.find(page)?.ok_or_else(|| {
            Error::jsp("there is no data source")
                .with_hint("give the attribute 'dataSource', or set one before with sql:setDataSource")
        })?,
    };
    data_source_of(page.exchange(), &value)
}

/// The data source that a value is, names, or tells how to reach.
fn data_source_of(exchange: &Exchange, value: &Value) -> Result<Source> {
    if let Some(source) = value.downcast_ref::<DataSource>() {
        return Ok(Source::Own(source.clone()));
    }
    if value.is_instance("javax.sql.DataSource") {
        return Ok(Source::Java(value.clone()));
    }
    let Value::Str(text) = value else {
        let class = value.class_name().unwrap_or("null");
        return Err(Error::jsp(format!("the data source is a {class}, neither a DataSource nor a String")));
    };
    DataSources::with(exchange.application(), |sources| sources.by_text(text))
        .map(Source::Own)
        .map_err(|error| failure("the data source can't be used", error))
}

/// A whole number for an attribute or setting that means rows.
fn rows(name: &str, value: &Value) -> Result<i64> {
    let number = coerce::coerce(value.clone(), "java.lang.Long").map_err(|error| {
        Error::jsp(format!("'{name}' is not a number: {}", coerce::to_text(value))).with_cause(error)
    })?;
    match number {
        Value::Long(number) => Ok(number),
        _ => Err(Error::jsp(format!("'{name}' is not a number"))),
    }
}
