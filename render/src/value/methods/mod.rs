//! Methods that EL can call on values: those of Java's classes that pages use.
//!
//! Arguments are coerced by EL's rules to the types of Java's parameters. Overloads are told apart by the number of
//! arguments, where it matters by their types. Of strings everything works by UTF-16 units; methods with regular
//! expressions take only those that stand for a plain text. `chars()`, `lines()`, `format()` and streams are not here.

mod collection;
mod legacy;
mod number;
pub mod regex;
mod string;
#[cfg(test)]
mod tests;
pub mod utf16;

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::LazyLock;

use super::Class;
use super::Obj;
use super::Object;
use super::Property;
use super::Str;
use super::Value;
use super::collections;
use super::object::ListView;
use super::object::MapView;
use crate::Result;
use crate::diagnostic::did_you_mean;
use crate::error::Error;
use crate::error::class;

/// The longest text that a method makes, in bytes: a page could double a text a few dozen times.
pub const MAX_TEXT_BYTES: usize = 16 << 20;

/// The most items that `addAll` and `putAll` let a collection have: a page could double a list a few dozen times.
pub const MAX_ITEMS: usize = 1 << 20;

/// What every object has.
const COMMON_NAMES: &[&str] = &["equals", "getClass", "hashCode", "toString"];

/// Calls a method: the object's own first, then those of its kind (string, number, list, map, …), then the getter or
/// setter of a property (`getTitle()`, `isPremium()`, `title()`, `setTitle(x)`), then those of every object.
///
/// # Errors
/// `MethodNotFoundException` where there is none of that name with so many arguments; `NullPointerException` for null;
/// what the method throws.
pub fn call_method(target: &Value, method: &str, args: &[Value]) -> Result<Value> {
    let result = match target {
        Value::Null => {
            return Err(Error::new(class::NULL_POINTER, format!("'{method}' can't be called on null")));
        }
        Value::Str(text) => string::call(text, method, args)?,
        Value::Object(object) => call_object(target, object, method, args)?,
        Value::Bool(value) => number::call_boolean(*value, method, args)?,
        Value::Char(unit) => number::call_character(*unit, method, args)?,
        number => number::call(number, method, args)?,
    };
    result.ok_or_else(|| no_method(target, method, args.len()))
}

fn call_object(target: &Value, object: &Obj, method: &str, args: &[Value]) -> Result<Option<Value>> {
    if let Some(value) = object.call(method, args)? {
        return Ok(Some(value));
    }
    let value = match kind(object) {
        Kind::List(list) => collection::call_list(object, list, method, args)?,
        Kind::Map(map) => collection::call_map(object, map, method, args)?,
        Kind::Collection => collection::call_collection(object, method, args)?,
        Kind::Other => None,
    };
    if value.is_some() {
        return Ok(value);
    }
    if let Some(value) = legacy::call(object, method, args)? {
        return Ok(Some(value));
    }
    match accessor(object, method, args)? {
        None => common(target, method, args),
        found => Ok(found),
    }
}

/// What an object's methods depend on.
enum Kind<'a> {
    List(&'a dyn ListView),
    Map(&'a dyn MapView),
    Collection,
    Other,
}

fn kind(object: &Obj) -> Kind<'_> {
    match (object.as_list(), object.as_map()) {
        (Some(list), _) => Kind::List(list),
        (_, Some(map)) => Kind::Map(map),
        _ if object.class().is_a("java.util.Collection") => Kind::Collection,
        _ => Kind::Other,
    }
}

/// What every object has, and `compareTo` of comparable ones.
fn common(target: &Value, method: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match (method, args) {
        ("toString", []) => match target {
            Value::Str(_) => target.clone(),
            other => {
                let mut text = Str::new();
                other.write_text(&mut text).map_err(|_| Error::el("the object has no text"))?;
                Value::Str(text)
            }
        },
        ("equals", [other]) => Value::Bool(target == other),
        ("hashCode", []) => Value::Int(collections::hash_code(target)),
        ("compareTo", [other]) => match target {
            Value::Object(object) if object.class().is_a("java.lang.Comparable") => {
                let order = object.compare(other).ok_or_else(|| {
                    let (own, other) = (object.class().name(), other.class_name().unwrap_or("null"));
                    Error::new(class::CLASS_CAST, format!("{own} can't be compared with {other}"))
                })?;
                Value::Int(order as i32)
            }
            _ => return Ok(None),
        },
        ("getClass", []) => match target.class_name() {
            Some(name) => class_object(name),
            None => return Ok(None),
        },
        _ => return Ok(None),
    }))
}

/// A property by its getter or setter.
fn accessor(object: &Obj, method: &str, args: &[Value]) -> Result<Option<Value>> {
    let properties = object.class().properties();
    let named = |prefix: &str| {
        let rest = method.strip_prefix(prefix).filter(|rest| !rest.is_empty())?;
        Some((rest, properties.iter().position(|property| is_accessor(rest, &property.name))))
    };
    match args {
        [] => {
            let getter = named("get").or_else(|| named("is"));
            let record = || properties.iter().position(|property| property.name == method);
            if let Some(index) = getter.and_then(|(_, index)| index).or_else(record) {
                return object.property(index).map(Some);
            }
            match getter {
                Some((rest, None)) => object.dynamic_property(&decapitalize(rest)),
                _ => object.dynamic_property(method),
            }
        }
        [value] => match named("set") {
            Some((_, Some(index))) => object.set_property(index, value.clone()).map(|()| Some(Value::Null)),
            _ => Ok(None),
        },
        _ => Ok(None),
    }
}

/// Whether `get…` with that rest is the getter of the property: `Title` of `title`, `URL` of `URL`, `aBC` of `aBC`.
fn is_accessor(rest: &str, property: &str) -> bool {
    let (mut capital, mut small) = (rest.chars(), property.chars());
    let (Some(first), Some(own)) = (capital.next(), small.next()) else { return false };
    let second_is_upper = capital.as_str().starts_with(char::is_uppercase);
    capital.as_str() == small.as_str()
        && if first == own { first.is_uppercase() || second_is_upper } else { own.to_uppercase().eq([first]) }
}

/// `java.beans.Introspector.decapitalize`
fn decapitalize(name: &str) -> String {
    let mut chars = name.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if first.is_uppercase() && second.is_uppercase() => name.to_owned(),
        (Some(first), _) => first.to_lowercase().chain(chars).collect(),
        (None, _) => String::new(),
    }
}

/// The names of all methods of a value, as far as they are known without calling.
fn names(target: &Value) -> Vec<&'static str> {
    let kinds: &[&[&'static str]] = match target {
        Value::Null => &[],
        Value::Str(_) => &[string::NAMES],
        Value::Bool(_) => &[number::BOOLEAN_NAMES],
        Value::Char(_) => &[number::CHARACTER_NAMES],
        Value::Float(_) | Value::Double(_) => &[number::NAMES, number::FLOAT_NAMES],
        Value::BigInt(_) => &[number::NAMES, number::BIG_INTEGER_NAMES],
        Value::BigDecimal(_) => &[number::NAMES, number::BIG_DECIMAL_NAMES],
        Value::Byte(_) | Value::Short(_) | Value::Int(_) | Value::Long(_) => &[number::NAMES],
        Value::Object(object) => match kind(object) {
            Kind::List(_) => &[collection::LIST_NAMES],
            Kind::Map(_) => &[collection::MAP_NAMES],
            Kind::Collection => &[collection::COLLECTION_NAMES],
            Kind::Other => &[],
        },
    };
    let more = target.as_object().map_or(&[][..], legacy::names);
    kinds.iter().chain(more).copied().chain([COMMON_NAMES]).flatten().copied().collect()
}

/// Java's `hashCode`; 0 for null.
pub(crate) fn hash_code(value: &Value) -> i32 {
    collections::hash_code(value)
}

/// An `Object[]`.
pub(crate) fn array(items: Vec<Value>) -> Value {
    Value::new(collections::Array::of_objects(items))
}

/// Sorts by Java's natural order, as EL compares (`<`): stable.
///
/// # Errors
/// What can't be compared, or is null.
pub(crate) fn sort_naturally(items: &mut [Value]) -> Result<()> {
    let mut failed = None;
    items.sort_by(|a, b| match natural_order(a, b) {
        Ok(order) => order,
        Err(error) => {
            failed.get_or_insert(error);
            std::cmp::Ordering::Equal
        }
    });
    failed.map_or(Ok(()), Err)
}

/// Java's natural order of two values.
///
/// # Errors
/// They can't be compared, or one is null.
pub(crate) fn natural_order(a: &Value, b: &Value) -> Result<std::cmp::Ordering> {
    match super::ops::compare(a, b)? {
        Some(order) => Ok(order),
        None if a.is_null() || b.is_null() => {
            Err(Error::new(class::NULL_POINTER, "null has no place in an order"))
        }
        // NaN is above all other numbers and equal to itself.
        None => {
            let is_nan = |value: &Value| super::coerce::to_double(value).is_ok_and(f64::is_nan);
            Ok(is_nan(a).cmp(&is_nan(b)))
        }
    }
}

/// Refuses texts so long that a page can only want them to do harm.
pub(crate) fn check_text_length(bytes: usize) -> Result<()> {
    if bytes > MAX_TEXT_BYTES {
        return Err(Error::budget(format!(
            "the text would be {bytes} bytes long; {MAX_TEXT_BYTES} are allowed"
        )));
    }
    Ok(())
}

/// Refuses collections so large that a page can only want them to do harm.
pub(crate) fn check_items(own: usize, more: usize) -> Result<()> {
    if own.saturating_add(more) > MAX_ITEMS {
        return Err(Error::budget(format!(
            "the collection would hold {} items; {MAX_ITEMS} are allowed",
            own.saturating_add(more)
        )));
    }
    Ok(())
}

#[cold]
fn no_method(target: &Value, method: &str, args: usize) -> Error {
    let class = target.class_name().unwrap_or("null");
    let names = names(target);
    if names.contains(&method) {
        let s = if args == 1 { "" } else { "s" };
        let message = format!("'{method}' of {class} does not take {args} argument{s}");
        return Error::new(class::METHOD_NOT_FOUND, message);
    }
    let error = Error::new(class::METHOD_NOT_FOUND, format!("{class} has no method '{method}'"));
    let properties = target.as_object().map_or(&[][..], |object| object.class().properties());
    let hint = did_you_mean(method, names).or_else(|| {
        let getters: Vec<String> = properties.iter().map(getter_name).collect();
        did_you_mean(method, getters.iter().map(String::as_str))
    });
    match hint {
        Some(hint) => error.with_hint(hint),
        None => error,
    }
}

/// `getTitle` of `title`.
fn getter_name(property: &Property) -> String {
    let mut chars = property.name.chars();
    let prefix = if property.java_type == "boolean" { "is" } else { "get" };
    prefix.chars().chain(chars.next().into_iter().flat_map(char::to_uppercase)).chain(chars).collect()
}

/// `Class` of that name.
pub(crate) fn class_object(name: &str) -> Value {
    Value::new(ClassObject(name.into(), None))
}

/// What a `java.lang.Class` stands for, as who made it knows it.
pub type ClassDetail = Arc<dyn Any + Send + Sync>;

/// A `java.lang.Class` of which somebody knows more than the name.
pub fn class_object_of(name: &str, detail: ClassDetail) -> Value {
    Value::new(ClassObject(name.into(), Some(detail)))
}

/// What [`class_object_of`] was given for a `java.lang.Class`; `None`: it is none, or has no more than a name.
pub fn class_detail(value: &Value) -> Option<&ClassDetail> {
    value.downcast_ref::<ClassObject>()?.1.as_ref()
}

/// A `java.lang.Class`, as far as its name goes.
struct ClassObject(Str, Option<ClassDetail>);

impl ClassObject {
    fn simple_name(&self) -> &str {
        self.0.rsplit(['.', '$']).next().unwrap_or(&self.0)
    }
}

impl Object for ClassObject {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            let property = |name: &str| Property::read_only(name, "java.lang.String");
            Class::with_properties("java.lang.Class", &[], vec![property("name"), property("simpleName")])
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> Result<Value> {
        Ok(if index == 0 { Value::Str(self.0.clone()) } else { Value::str(self.simple_name()) })
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<ClassObject>().is_some_and(|other| other.0 == self.0)
    }

    fn hash_code(&self) -> i32 {
        collections::hash_code(&Value::Str(self.0.clone()))
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "class {}", self.0)
    }
}
