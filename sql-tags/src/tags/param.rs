//! `sql:param` and `sql:dateParam` (10.7 and 10.8).

use std::any::Any;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Tag;
use vespid_render::machine::TagContext;
use vespid_render::tags::End;
use vespid_render::tags::Start;
use vespid_render::tags::Tag as Stepwise;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Value;
use vespid_render::value::methods::call_method;

use super::Given;
use crate::temporal::Temporal;
use crate::temporal::TemporalKind;

/// The parameters of the `sql:query` or `sql:update` around, which tags in Java see as their parent.
pub struct SqlParams {
    values: Mutex<Vec<Value>>,
    /// What tags see around it.
    parent: Value,
}

/// What takes parameters, by its name in Java.
const EXECUTION_TAG: &str = "jakarta.servlet.jsp.jstl.sql.SQLExecutionTag";

impl SqlParams {
    /// Gives the next `?` of the statement around a value (`addSQLParameter`), which may be that of a tag in Java.
    ///
    /// # Errors
    /// `JspTagException`: there is no statement around.
    pub fn add(page: &TagContext<'_>, value: Value) -> Result<()> {
        let Some(statement) = page.parent_object(EXECUTION_TAG) else {
            let error =
                Error::new(vespid_render::error::class::JSP_TAG, "the parameter belongs to no statement");
            return Err(error.with_hint("place it within sql:query or sql:update"));
        };
        call_method(&statement, "addSQLParameter", &[value]).map(drop)
    }

    pub(super) fn within(parent: Value) -> Arc<Self> {
        Arc::new(SqlParams { values: Mutex::default(), parent })
    }

    pub(super) fn take(&self) -> Vec<Value> {
        std::mem::take(&mut *self.values.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Object for SqlParams {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            let supers =
                [EXECUTION_TAG, "jakarta.servlet.jsp.tagext.Tag", "jakarta.servlet.jsp.tagext.JspTag"];
            Class::new("vespid.sql.Parameters", &supers)
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(match (method, args) {
            ("addSQLParameter", [value]) => {
                self.values.lock().unwrap_or_else(PoisonError::into_inner).push(value.clone());
                Some(Value::Null)
            }
            ("getParent", []) => Some(self.parent.clone()),
            _ => None,
        })
    }
}

/// `sql:param`: the value of the next `?`.
#[derive(Default, Tag)]
#[tag(class = "org.apache.taglibs.standard.tag.rt.sql.ParamTag")]
pub struct ParamTag {
    #[attribute]
    value: Given,
}

impl Stepwise for ParamTag {
    fn start(&mut self, _page: &mut TagContext<'_>) -> Result<Start> {
        Ok(if self.value.0.is_some() { Start::SkipBody } else { Start::EvalBodyBuffered })
    }

    fn end(&mut self, page: &mut TagContext<'_>) -> Result<End> {
        let value = match self.value.0.take() {
            Some(value) => value,
            None => Value::str(page.take_body().trim()),
        };
        SqlParams::add(page, value)?;
        Ok(End::EvalPage)
    }
}

/// `sql:dateParam`: a date, time or both for the next `?`.
#[derive(Default, Tag)]
#[tag(class = "org.apache.taglibs.standard.tag.rt.sql.DateParamTag")]
pub struct DateParamTag {
    #[attribute(required)]
    value: Given,
    #[attribute(name = "type")]
    kind: Option<String>,
}

impl Stepwise for DateParamTag {
    fn start(&mut self, page: &mut TagContext<'_>) -> Result<Start> {
        let kind = match self.kind.as_deref() {
            None | Some("timestamp") => TemporalKind::Timestamp,
            Some("date") => TemporalKind::Date,
            Some("time") => TemporalKind::Time,
            Some(other) => {
                return Err(Error::jsp(format!("'{other}' is no type of sql:dateParam"))
                    .with_hint("date, time or timestamp"));
            }
        };
        let value = self.value.0.take().unwrap_or_default();
        let param = if value.is_null() {
            Value::Null
        } else {
            let temporal = Temporal::from_value(&value, kind)?.ok_or_else(|| {
                let class = value.class_name().unwrap_or("null");
                Error::jsp(format!("the value of sql:dateParam is a {class}, not a java.util.Date"))
            })?;
            Value::new(temporal)
        };
        SqlParams::add(page, param)?;
        Ok(Start::SkipBody)
    }
}
