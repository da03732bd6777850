//! `sql:param` and `sql:dateParam` (10.7 and 10.8).

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Tag;
use vespid_render::machine::TagContext;
use vespid_render::tags::End;
use vespid_render::tags::Start;
use vespid_render::tags::Tag as Stepwise;
use vespid_render::value::Value;

use super::Given;
use crate::temporal::Temporal;
use crate::temporal::TemporalKind;

/// The parameters of the `sql:query` or `sql:update` around: `SQLExecutionTag`.
///
/// A tag of one's own adds some by `page.parent::<SqlParams>()`.
#[derive(Debug, Default)]
pub struct SqlParams(Vec<Value>);

impl SqlParams {
    /// Gives the next `?` a value (`addSQLParameter`).
    pub fn add(&mut self, value: Value) {
        self.0.push(value);
    }

    pub(super) fn into_values(self) -> Vec<Value> {
        self.0
    }
}

fn add(page: &mut TagContext<'_>, value: Value) -> Result<()> {
    let params = page
        .parent::<SqlParams>()
        .ok_or_else(|| {
            Error::new(vespid_render::error::class::JSP_TAG, "the parameter belongs to no statement")
        })
        .map_err(|error| error.with_hint("place it within sql:query or sql:update"))?;
    params.add(value);
    Ok(())
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
        add(page, value)?;
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
        add(page, param)?;
        Ok(Start::SkipBody)
    }
}
