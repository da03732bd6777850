//! The Optional of streams, and the methods of Optionals that take lambdas.

use std::any::Any;
use std::fmt;
use std::sync::LazyLock;

use super::Stream;
use super::function;
use crate::Result;
use crate::error::Error;
use crate::machine::Machine;
use crate::value::Class;
use crate::value::Obj;
use crate::value::Object;
use crate::value::Value;
use crate::value::java::JavaOptional;
use crate::value::methods;
use crate::value::release;

/// The Optional of a stream's result, which is not `java.util.Optional` (Expression Language 6.1, "Optional").
pub(super) struct StreamOptional(pub(super) Option<Value>);

impl StreamOptional {
    pub(super) fn value(value: Option<Value>) -> Value {
        Value::new(StreamOptional(value))
    }
}

impl Drop for StreamOptional {
    fn drop(&mut self) {
        release(self.0.take().into_iter());
    }
}

impl Object for StreamOptional {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("jakarta.el.Optional", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(Some(match (method, args) {
            ("get", []) => self
                .0
                .clone()
                .ok_or_else(|| Error::el("the Optional is empty").with_hint("give a value with orElse"))?,
            ("orElse", [other]) => self.0.clone().unwrap_or_else(|| other.clone()),
            _ => return Ok(None),
        }))
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<StreamOptional>().is_some_and(|other| self.0 == other.0)
    }

    fn hash_code(&self) -> i32 {
        self.0.as_ref().map_or(0, methods::hash_code)
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match &self.0 {
            Some(value) => write!(out, "Optional[{value}]"),
            None => out.write_str("Optional.empty"),
        }
    }
}

impl Machine {
    pub(super) fn optional_operation(
        &mut self,
        held: Option<&Value>,
        method: &str,
        args: &[Value],
    ) -> Result<Option<Value>> {
        Ok(Some(match (method, args, held) {
            ("ifPresent", [action], Some(held)) => {
                self.call_function(action, std::slice::from_ref(held))?;
                Value::Null
            }
            ("ifPresent", [action], None) => {
                function(action)?;
                Value::Null
            }
            ("orElseGet", [_], Some(held)) => held.clone(),
            ("orElseGet", [other], None) => self.call_function(other, &[])?,
            _ => return Ok(None),
        }))
    }

    pub(super) fn java_optional_operation(
        &mut self,
        target: &Obj,
        held: Option<&Value>,
        method: &str,
        args: &[Value],
    ) -> Result<Option<Value>> {
        let own = || Value::Object(target.clone());
        Ok(Some(match (method, args, held) {
            ("map", [_], None) | ("flatMap", [_], None) | ("filter", [_], None) | ("or", [_], Some(_)) => {
                own()
            }
            ("map", [mapper], Some(held)) => {
                JavaOptional::value(self.call_function(mapper, std::slice::from_ref(held))?)
            }
            ("flatMap", [mapper], Some(held)) => self.call_function(mapper, std::slice::from_ref(held))?,
            ("filter", [test], Some(held)) => {
                if self.test(test, held)? {
                    own()
                } else {
                    JavaOptional::value(Value::Null)
                }
            }
            ("or", [other], None) => self.call_function(other, &[])?,
            ("ifPresentOrElse", [action, _], Some(held)) => {
                self.call_function(action, std::slice::from_ref(held))?;
                Value::Null
            }
            ("ifPresentOrElse", [_, otherwise], None) => {
                self.call_function(otherwise, &[])?;
                Value::Null
            }
            ("orElseThrow", [_], Some(held)) => held.clone(),
            ("stream", [], held) => {
                Stream::over(Box::new(held.cloned().into_iter().map(Ok).collect::<Vec<_>>().into_iter()))
            }
            _ => return self.optional_operation(held, method, args),
        }))
    }
}
