//! Members of values: properties, elements, methods, with the rules of the resolvers of Jakarta Pages
//! (Expression Language 6.1, section 1 "Resolution of model objects").

use crate::Result;
use crate::diagnostic::closest;
use crate::error::Error;
use crate::error::class;
use crate::program::Access;
use crate::program::PropSite;
use crate::value::Obj;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;
use crate::value::java::EL_CLASS;

/// `target.name`, by the place's inline cache.
#[inline]
pub(crate) fn get(target: &Value, site: &PropSite) -> Result<Value> {
    match target {
        Value::Object(object) => {
            let class = object.class();
            match site.cached(class) {
                Some(Access::Property(index)) => object.property(index),
                Some(Access::Key) => Ok(map_value(object, &site.name)),
                _ => learn(object, site),
            }
        }
        Value::Null => Ok(Value::Null),
        other => Err(no_property(other, &site.name)),
    }
}

#[inline]
fn map_value(object: &Obj, key: &str) -> Value {
    object.as_map().and_then(|map| map.get_str(key)).unwrap_or_default()
}

#[cold]
#[inline(never)]
fn learn(object: &Obj, site: &PropSite) -> Result<Value> {
    let (access, value) = member(object, &site.name)?;
    site.remember(object.class(), access);
    Ok(value)
}

/// A member by name, and how it was found.
fn member(object: &Obj, name: &str) -> Result<(Access, Value)> {
    if object.as_map().is_some() {
        return Ok((Access::Key, map_value(object, name)));
    }
    if let Some(index) = object.class().property(name) {
        return Ok((Access::Property(index), object.property(index)?));
    }
    if let Some(value) = object.dynamic_property(name)? {
        return Ok((Access::ByName, value));
    }
    if let Some(list) = object.as_list()
        && let Ok(index) = name.parse::<usize>()
    {
        return Ok((Access::ByName, list.get(index).unwrap_or_default()));
    }
    Err(no_property(&Value::Object(object.clone()), name))
}

/// `target.name`, without a cache.
pub(crate) fn get_by_name(target: &Value, name: &str) -> Result<Value> {
    match target {
        Value::Null => Ok(Value::Null),
        Value::Object(object) => Ok(member(object, name)?.1),
        other => Err(no_property(other, name)),
    }
}

/// `target[index]`
pub(crate) fn index(target: &Value, index: &Value) -> Result<Value> {
    let object = match target {
        Value::Null => return Ok(Value::Null),
        Value::Object(object) => object,
        _ if index.is_null() => return Ok(Value::Null),
        other => return Err(no_property(other, &coerce::to_text(index))),
    };
    if let Some(map) = object.as_map() {
        return Ok(match index {
            Value::Str(key) => map.get_str(key),
            key => map.get(key),
        }
        .unwrap_or_default());
    }
    if index.is_null() {
        return Ok(Value::Null);
    }
    if let Some(list) = object.as_list()
        && let Some(at) = list_index(index)?
    {
        return Ok(list.get(at).unwrap_or_default());
    }
    Ok(member(object, &coerce::to_text(index))?.1)
}

/// An index into a list; `None`: the text is no number, so it may name a property. Negative indices find nothing.
pub(super) fn list_index(index: &Value) -> Result<Option<usize>> {
    Ok(match index {
        Value::Str(text) => match text.parse::<i64>() {
            Ok(at) => Some(usize::try_from(at).unwrap_or(usize::MAX)),
            Err(_) => None,
        },
        other => Some(usize::try_from(coerce::to_long(other)?).unwrap_or(usize::MAX)),
    })
}

/// Sets `target.name = value`.
pub(crate) fn set(target: &Value, name: &str, value: Value) -> Result<()> {
    let Value::Object(object) = target else {
        return Err(match target {
            Value::Null => {
                Error::new(class::PROPERTY_NOT_FOUND, format!("property '{name}' can't be set on null"))
            }
            other => no_property(other, name),
        });
    };
    if let Some(map) = object.as_map() {
        return map.put(Value::str(name), value).map(drop).map_err(not_writable);
    }
    match object.class().property(name) {
        Some(index) => object.set_property(index, value),
        None if object.class().name() == EL_CLASS => {
            Err(Error::new(class::PROPERTY_NOT_WRITABLE, format!("the static field '{name}' can't be set")))
        }
        None => match object.as_list().zip(name.parse::<usize>().ok()) {
            Some((list, at)) => list.set(at, value).map_err(not_writable),
            None => Err(no_property(target, name)),
        },
    }
}

/// Sets `target[index] = value`.
pub(crate) fn set_index(target: &Value, index: &Value, value: Value) -> Result<()> {
    if let Value::Object(object) = target {
        if let Some(map) = object.as_map() {
            return map.put(index.clone(), value).map(drop).map_err(not_writable);
        }
        if let Some(list) = object.as_list()
            && let Some(at) = list_index(index)?
        {
            return list.set(at, value).map_err(not_writable);
        }
    }
    set(target, &coerce::to_text(index), value)
}

#[cold]
fn not_writable(error: Error) -> Error {
    if error.class_name() == class::UNSUPPORTED {
        return Error::new(class::PROPERTY_NOT_WRITABLE, error.message().clone());
    }
    error
}

#[cold]
pub(crate) fn no_property(target: &Value, name: &str) -> Error {
    let class_name = target.class_name().unwrap_or("null");
    let error = Error::new(class::PROPERTY_NOT_FOUND, format!("{class_name} has no property '{name}'"));
    let names: Vec<Str> = match target {
        Value::Object(object) => object.class().properties().iter().map(|p| p.name.clone()).collect(),
        _ => Vec::new(),
    };
    match closest(name, names.iter().map(Str::as_str)) {
        Some(near) => error.with_hint(format!("did you mean '{near}'?")),
        None if names.is_empty() => error,
        None => error.with_hint(format!("it has {}", names.join(", "))),
    }
}
