//! Members of values: properties, elements, methods, with the rules of the resolvers of Jakarta Pages
//! (Expression Language 6.1, section 1 "Resolution of model objects").

use crate::Result;
use crate::diagnostic::closest;
use crate::error::Error;
use crate::error::class;
use crate::program::Access;
use crate::program::PathSite;
use crate::program::PropSite;
use crate::value::Array;
use crate::value::ListView;
use crate::value::Member;
use crate::value::Object;
use crate::value::Property;
use crate::value::Value;
use crate::value::coerce;
use crate::value::java::EL_CLASS;
use crate::value::methods;
use crate::writer::TextSink;

/// What a path leads to from its variable.
#[inline]
pub(crate) fn follow(variable: &Value, path: &PathSite) -> Result<Value> {
    match in_place(variable, path) {
        Some(object) => of(object, &path.last),
        None => step_by_step(variable, path),
    }
}

/// Puts what a path leads to into a place.
#[inline(always)]
pub(crate) fn put(variable: &Value, path: &PathSite, place: &mut Value) -> Result<()> {
    visit(variable, path, |value| value.move_to(place))
}

/// Looks at what a path leads to.
#[inline(always)]
pub(crate) fn look<R>(variable: &Value, path: &PathSite, look: impl FnOnce(&Value) -> R) -> Result<R> {
    visit(variable, path, |value| {
        let seen = look(value);
        value.clear();
        seen
    })
}

/// Calls `visit` with what a path leads to, where it was made (see [`Value::replace_with`]); it is to be null afterwards.
#[inline(always)]
fn visit<R>(variable: &Value, path: &PathSite, visit: impl FnOnce(&mut Value) -> R) -> Result<R> {
    if let Some(object) = in_place(variable, path) {
        match path.last.known() {
            Access::Member(member) => {
                let mut found = object.member(member);
                if let Some(Ok(value)) = &mut found {
                    let visited = visit(value);
                    std::mem::forget(found);
                    return Ok(visited);
                }
            }
            Access::Key => {
                if let Some(map) = object.as_map() {
                    let mut found = map.get_str(&path.last.name);
                    if let Some(value) = &mut found {
                        let visited = visit(value);
                        std::mem::forget(found);
                        return Ok(visited);
                    }
                    return Ok(visit(&mut Value::Null));
                }
            }
            Access::ByName => {}
        }
    }
    Ok(visit(&mut follow(variable, path)?))
}

/// Writes what a path leads to, as EL does. Text of a bean or map gets there with no value made of it.
#[inline]
pub(crate) fn write(variable: &Value, path: &PathSite, out: &mut TextSink<'_>) -> Result<()> {
    if let Some(object) = in_place(variable, path) {
        match path.last.known() {
            Access::Member(member) => {
                if let Some(written) = object.write_member(member, out) {
                    return written;
                }
            }
            Access::Key => {
                if let Some(map) = object.as_map() {
                    return map.write_str(&path.last.name, out);
                }
            }
            Access::ByName => {}
        }
    }
    write_slowly(variable, path, out)
}

#[inline(never)]
fn write_slowly(variable: &Value, path: &PathSite, out: &mut TextSink<'_>) -> Result<()> {
    out.write_value(&follow(variable, path)?)
}

/// The object whose property the last one of a path is, if the way there goes through objects that can be looked at
/// where they lie: then nothing is counted as shared on the way.
#[inline]
fn in_place<'v>(variable: &'v Value, path: &PathSite) -> Option<&'v dyn Object> {
    let Value::Object(object) = variable else { return None };
    let mut object: &dyn Object = &**object;
    for site in &path.before {
        let Access::Member(member) = site.known() else { return None };
        object = object.member_object(member)?;
    }
    Some(object)
}

#[inline(never)]
fn step_by_step(variable: &Value, path: &PathSite) -> Result<Value> {
    let Some((first, rest)) = path.before.split_first() else { return get(variable, &path.last) };
    let mut value = get(variable, first)?;
    for site in rest {
        value = get(&value, site)?;
    }
    get(&value, &path.last)
}

/// `target.name`, by the place's inline cache.
pub(crate) fn get(target: &Value, site: &PropSite) -> Result<Value> {
    match target {
        Value::Object(object) => of(&**object, site),
        Value::Null => Ok(Value::Null),
        other => of_datum(other, &site.name),
    }
}

#[inline]
fn of(object: &dyn Object, site: &PropSite) -> Result<Value> {
    match site.known() {
        Access::Member(member) => {
            if let Some(found) = object.member(member) {
                return found;
            }
        }
        Access::Key => {
            if let Some(map) = object.as_map() {
                return Ok(map.get_str(&site.name).unwrap_or_default());
            }
        }
        Access::ByName => {}
    }
    learn(object, site)
}

#[cold]
#[inline(never)]
fn learn(object: &dyn Object, site: &PropSite) -> Result<Value> {
    let (access, value) = by_name(object, &site.name)?;
    site.remember(access);
    Ok(value)
}

/// A property by name, and where it was found.
fn by_name(object: &dyn Object, name: &str) -> Result<(Access, Value)> {
    if let Some(map) = object.as_map() {
        return Ok((Access::Key, map.get_str(name).unwrap_or_default()));
    }
    let class = object.class();
    if let Some(index) = class.property(name) {
        return Ok((Access::Member(Member::new(class, index)), object.property(index)?));
    }
    if let Some(value) = object.dynamic_property(name)? {
        return Ok((Access::ByName, value));
    }
    if let Some(list) = object.as_list()
        && let Ok(index) = name.parse::<usize>()
    {
        return Ok((Access::ByName, list.get(index).unwrap_or_default()));
    }
    if name == "class" {
        return Ok((Access::ByName, methods::class_object(class.name())));
    }
    if object.as_list().is_some() {
        return Err(no_index(class.name(), name));
    }
    Err(not_found(class.name(), class.properties(), name))
}

/// `target.name`, without a cache.
pub(crate) fn get_by_name(target: &Value, name: &str) -> Result<Value> {
    match target {
        Value::Null => Ok(Value::Null),
        Value::Object(object) => Ok(by_name(&**object, name)?.1),
        other => of_datum(other, name),
    }
}

/// A property of plain data: like every object, it has a class.
#[cold]
fn of_datum(value: &Value, name: &str) -> Result<Value> {
    match value.class_name().filter(|_| name == "class") {
        Some(class) => Ok(methods::class_object(class)),
        None => Err(no_property(value, name)),
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
    Ok(by_name(&**object, &coerce::to_text(index))?.1)
}

/// An index into a list; `None`: the text is no number, so it may name a property. Negative indices find nothing.
pub(super) fn list_index(index: &Value) -> Result<Option<usize>> {
    Ok(match index {
        Value::Str(text) => match text.parse::<i64>() {
            Ok(at) => Some(usize::try_from(at).unwrap_or(usize::MAX)),
            Err(_) => None,
        },
        Value::Bool(second) => Some(usize::from(*second)),
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
            Some((list, at)) => set_element(&**object, list, at, value),
            None if object.as_list().is_some() => Err(no_index(object.class().name(), name)),
            None => Err(no_property(target, name)),
        },
    }
}

/// Sets an element of a list or array, which takes what can be coerced to the type of its items.
fn set_element(object: &dyn Object, list: &dyn ListView, at: usize, value: Value) -> Result<()> {
    if at >= list.len() {
        return Err(no_element(at, list.len()));
    }
    let value = match object.as_any().downcast_ref::<Array>() {
        Some(array) => coerce::coerce(value, array.component_type())?,
        None => value,
    };
    list.set(at, value).map_err(not_writable)
}

/// There is no element at an index.
#[cold]
pub(super) fn no_element(at: usize, len: usize) -> Error {
    let index = if at == usize::MAX { "a negative index".to_owned() } else { format!("index {at}") };
    Error::new(class::PROPERTY_NOT_FOUND, format!("{index} is outside of a list of {len}"))
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
            return set_element(&**object, list, at, value);
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
    let properties = target.as_object().map_or(&[][..], |object| object.class().properties());
    not_found(target.class_name().unwrap_or("null"), properties, name)
}

/// Lists and arrays have elements by index, and no properties.
#[cold]
fn no_index(class_name: &str, name: &str) -> Error {
    let error = Error::illegal_argument(format!("'{name}' is no index of a {class_name}"));
    match name {
        "length" | "size" => {
            error.with_hint("the number of elements is size() of a list, length of an array")
        }
        _ => error,
    }
}

#[cold]
fn not_found(class_name: &str, properties: &[Property], name: &str) -> Error {
    let error = Error::new(class::PROPERTY_NOT_FOUND, format!("{class_name} has no property '{name}'"));
    let names: Vec<&str> = properties.iter().map(|property| property.name.as_str()).collect();
    match closest(name, names.iter().copied()) {
        Some(near) => error.with_hint(format!("did you mean '{near}'?")),
        None if names.is_empty() => error,
        None => error.with_hint(format!("it has {}", names.join(", "))),
    }
}
