//! Exceptions as values: `c:catch var`, `pageContext.exception`, `exception` on error pages.

use std::any::Any;
use std::fmt;

use super::Class;
use super::Object;
use super::Property;
use super::Str;
use super::Value;
use crate::Result;
use crate::error::Error;

/// An [`Error`] as a `java.lang.Throwable`.
pub struct Throwable {
    error: Error,
    class: Class,
}

impl Throwable {
    /// Makes an error a value.
    pub fn new(error: Error) -> Self {
        let supers: Vec<&str> = error.super_classes().collect();
        let class = Class::with_properties(
            error.class_name().clone(),
            &supers,
            vec![
                Property::read_only("message", "java.lang.String"),
                Property::read_only("localizedMessage", "java.lang.String"),
                Property::read_only("cause", "java.lang.Throwable"),
                Property::read_only("rootCause", "java.lang.Throwable"),
                Property::read_only("stackTrace", "java.lang.StackTraceElement[]"),
            ],
        );
        Throwable { error, class }
    }

    /// An error as the object that was thrown, or as a new one.
    pub fn value(error: Error) -> Value {
        match error.thrown() {
            Some(thrown) => thrown.clone(),
            None => Value::new(Throwable::new(error)),
        }
    }

    /// The error itself.
    pub fn error(&self) -> &Error {
        &self.error
    }
}

impl Object for Throwable {
    fn class(&self) -> &Class {
        &self.class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> Result<Value> {
        Ok(match index {
            0 | 1 => Value::Str(self.error.message().clone()),
            2 | 3 => {
                self.error.cause().map_or(Value::Null, |cause| Value::new(Throwable::new(cause.clone())))
            }
            _ => {
                Value::list(self.error.places().iter().map(|place| Value::str(Str::from(place.to_string()))))
            }
        })
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}: {}", self.error.class_name(), self.error.message())
    }
}
