//! Java's enums.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;
use std::sync::Weak;

use super::Class;
use super::Object;
use super::Str;
use super::Value;
use crate::Result;
use crate::diagnostic::closest;
use crate::error::Error;
use crate::error::class;

/// A Java enum: its name and constants. Pages reach it once it is [registered](crate::registry::Registry::enumeration).
///
/// ```
/// use vespid_render::value::{EnumClass, ops, Value};
/// let suit = EnumClass::new("cards.Suit", &["CLUB", "DIAMOND", "HEART", "SPADE"]);
/// let heart = suit.value_of("HEART").unwrap();
/// assert!(ops::equals(&heart, &Value::str("HEART")).unwrap());
/// assert!(suit.value_of("SWORD").is_err());
/// ```
pub struct EnumClass {
    class: Arc<Class>,
    constants: Vec<Arc<EnumConstant>>,
}

/// A constant of a Java enum.
pub struct EnumConstant {
    of: Weak<EnumClass>,
    class: Arc<Class>,
    name: Str,
    ordinal: i32,
}

impl EnumClass {
    /// An enum with these constants, in order.
    pub fn new(name: &str, constants: &[&str]) -> Arc<Self> {
        const SUPERS: &[&str] = &["java.lang.Enum", "java.lang.Comparable", "java.io.Serializable"];
        let class = Arc::new(Class::new(name, SUPERS));
        Arc::new_cyclic(|own: &Weak<EnumClass>| EnumClass {
            class: class.clone(),
            constants: (0..)
                .zip(constants)
                .map(|(ordinal, constant)| {
                    Arc::new(EnumConstant {
                        of: own.clone(),
                        class: class.clone(),
                        name: Str::from(*constant),
                        ordinal,
                    })
                })
                .collect(),
        })
    }

    /// The Java class name.
    pub fn name(&self) -> &str {
        self.class.name()
    }

    /// All constants, in order.
    pub fn values(&self) -> Vec<Value> {
        self.constants.iter().map(|constant| Value::object(constant.clone())).collect()
    }

    /// `Enum.valueOf`
    ///
    /// # Errors
    /// `IllegalArgumentException` where there is no constant of that name.
    pub fn value_of(&self, name: &str) -> Result<Value> {
        if let Some(constant) = self.constants.iter().find(|constant| constant.name == name) {
            return Ok(Value::object(constant.clone()));
        }
        let error = Error::illegal_argument(format!("the enum {} has no constant '{name}'", self.name()));
        Err(match closest(name, self.constants.iter().map(|constant| constant.name.as_str())) {
            Some(near) => error.with_hint(format!("did you mean '{near}'?")),
            None => error,
        })
    }

    /// The value as a constant of this enum (Expression Language 6.1, "Coerce A to an Enum Type T"): null and the empty
    /// text are null.
    ///
    /// # Errors
    /// `ELException` where it is neither a constant of the enum nor the name of one.
    pub fn coerce(&self, value: &Value) -> Result<Value> {
        match value {
            Value::Null => Ok(Value::Null),
            Value::Str(name) if name.is_empty() => Ok(Value::Null),
            Value::Str(name) => self.value_of(name).map_err(|cause| {
                let error = Error::el(cause.message().clone());
                let error = match cause.hint() {
                    Some(hint) => error.with_hint(hint.clone()),
                    None => error,
                };
                error.with_cause(cause)
            }),
            Value::Object(object) if object.class().is_a(self.name()) => Ok(value.clone()),
            other => Err(super::coerce::cannot_convert(other, self.name())),
        }
    }
}

impl EnumConstant {
    /// The constant's name.
    pub fn name(&self) -> &Str {
        &self.name
    }

    /// The constant's place among those of its enum, from 0.
    pub fn ordinal(&self) -> i32 {
        self.ordinal
    }

    /// Another value as a constant of the same enum.
    ///
    /// # Errors
    /// As [`EnumClass::coerce`].
    pub(super) fn coerce_like(&self, other: &Value) -> Result<Value> {
        match self.of.upgrade() {
            Some(class) => class.coerce(other),
            // Nobody holds the enum any more; its constants still know each other.
            None => Ok(other.clone()),
        }
    }

    fn order(&self, other: &Value) -> Option<Ordering> {
        let other: &EnumConstant = other.downcast_ref()?;
        (self.class.name() == other.class.name()).then(|| self.ordinal.cmp(&other.ordinal))
    }
}

impl Object for EnumConstant {
    fn class(&self) -> &Class {
        &self.class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn dynamic_property(&self, name: &str) -> Result<Option<Value>> {
        Ok(match name {
            "declaringClass" => Some(super::methods::class_object(self.class.name())),
            _ => None,
        })
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(Some(match (method, args) {
            ("name" | "toString", []) => Value::Str(self.name.clone()),
            ("ordinal", []) => Value::Int(self.ordinal),
            ("compareTo", [other]) => match other.downcast_ref::<EnumConstant>() {
                Some(other) if other.class.name() == self.class.name() => {
                    Value::Int(self.ordinal - other.ordinal)
                }
                _ => {
                    let other = other.class_name().unwrap_or("null");
                    let message = format!("{} can't be compared with {other}", self.class.name());
                    return Err(Error::new(class::CLASS_CAST, message));
                }
            },
            // Through an instance EL reaches static methods too.
            ("values", []) => match self.of.upgrade() {
                Some(of) => Value::list(of.values()),
                None => return Ok(None),
            },
            _ => return Ok(None),
        }))
    }

    fn compare(&self, other: &Value) -> Option<Ordering> {
        self.order(other)
    }

    fn equals(&self, other: &Value) -> bool {
        self.order(other) == Some(Ordering::Equal)
    }

    fn hash_code(&self) -> i32 {
        super::collections::hash_code(&Value::Str(self.name.clone()))
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::ops;

    #[test]
    fn constants_equal_their_names_and_have_an_order() {
        let size = EnumClass::new("shop.Size", &["SMALL", "LARGE"]);
        let (small, large) = (size.value_of("SMALL").unwrap(), size.value_of("LARGE").unwrap());
        assert!(ops::equals(&small, &Value::str("SMALL")).unwrap());
        assert!(!ops::equals(&small, &large).unwrap());
        assert_eq!(ops::compare(&small, &large).unwrap(), Some(Ordering::Less));
        let other = EnumClass::new("shop.Other", &["SMALL"]).values();
        assert!(ops::equals(&small, &other[0]).is_err());
    }

    #[test]
    fn texts_are_coerced_to_constants() {
        let size = EnumClass::new("shop.Size", &["SMALL", "LARGE"]);
        assert_eq!(size.coerce(&Value::str("")).unwrap(), Value::Null);
        assert_eq!(size.coerce(&Value::str("LARGE")).unwrap().to_string(), "LARGE");
        let error = size.coerce(&Value::str("LARG")).unwrap_err();
        assert!(error.is_instance(class::EL));
        assert_eq!(error.hint().map(ecow::EcoString::as_str), Some("did you mean 'LARGE'?"));
        assert!(size.coerce(&Value::Long(0)).is_err());
    }
}
