//! Calls by name: natives here first, then those that `render` has for expressions.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::registry::Registry;
use vespid_render::value::Class;
use vespid_render::value::Items;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::java::StaticClass;
use vespid_render::value::methods::call_method;

use super::MAX_TEXT_BYTES;
use super::table::find;
use crate::vm::CallSite;
use crate::vm::Closure;
use crate::vm::Cx;
use crate::vm::Instance;
use crate::vm::Pending;

/// Methods that interfaces with one abstract method bring along.
pub(crate) fn is_default_method(name: &str) -> bool {
    matches!(
        name,
        "andThen"
            | "compose"
            | "negate"
            | "and"
            | "or"
            | "reversed"
            | "thenComparing"
            | "equals"
            | "hashCode"
            | "toString"
            | "getClass"
    )
}

/// Calls a method of a native object.
///
/// # Errors
/// What it throws, or that there is none.
pub(crate) fn call(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Value> {
    if let Value::Str(text) = target {
        if let Some(value) = super::strings::string(cx, text, name, args)? {
            return Ok(value);
        }
        return call_method(target, name, args).map_err(java_error);
    }
    if let Some(instance) = target.downcast_ref::<Instance>() {
        // `super.name()`: whatever stands behind the compiled classes.
        let name = name.strip_prefix("super ").unwrap_or(name);
        if instance.native().is_none()
            && let Some(value) = super::lang::instance(cx, target, instance, name, args)?
        {
            return Ok(value);
        }
        return match instance.native() {
            Some(native) => call(cx, &Value::Object(native.clone()), name, args),
            None => Err(no_method(target, name)),
        };
    }
    if target.downcast_ref::<Closure>().is_some()
        && let Some(value) = super::functions::default_method(cx, target, name, args)?
    {
        return Ok(value);
    }
    if let Some(native) = target.class_name().and_then(find) {
        for native in native.lineage() {
            if let Some(call) = native.call
                && let Some(value) = call(cx, target, name, args)?
            {
                return Ok(value);
            }
        }
    }
    if let Value::Object(object) = target {
        if let Some(future) = object.clone().call_async(name, args) {
            if cx.pending.is_some() {
                return Err(Error::illegal_state(format!(
                    "{name} can't wait within another call that waits"
                )));
            }
            cx.pending = Some(Pending::Call(future));
            return Ok(Value::Null);
        }
        if let Some(value) = super::collections::any(cx, target, object, name, args)? {
            return Ok(value);
        }
    }
    if target.downcast_ref::<vespid_render::value::Throwable>().is_some()
        && let Some(value) = super::throwables::call(cx, target, name, args)?
    {
        return Ok(value);
    }
    // Whatever an expression can call, and what only a map or bean has behind a getter.
    match call_method(target, name, args) {
        Err(error) if &**error.class_name() == class::METHOD_NOT_FOUND => match duck(target, name, args)? {
            Some(value) => Ok(value),
            None => Err(java_error(error)),
        },
        other => other.map_err(java_error),
    }
}

/// A getter or setter of something that has no such method but an entry or property of that name: a map or a model of
/// the host stands for a class that is not there.
fn duck(target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(map) = target.as_object().and_then(|object| object.as_map()) else { return Ok(None) };
    let rest =
        name.strip_prefix("get").or_else(|| name.strip_prefix("is")).or_else(|| name.strip_prefix("set"));
    let property = rest.filter(|rest| rest.starts_with(char::is_uppercase)).map_or_else(
        || name.to_owned(),
        |rest| {
            let mut chars = rest.chars();
            chars.next().into_iter().flat_map(char::to_lowercase).chain(chars).collect()
        },
    );
    match args {
        [] => Ok(Some(map.get_str(&property).unwrap_or_default())),
        [value] if name.starts_with("set") => {
            map.put(Value::str(property), value.clone())?;
            Ok(Some(Value::Null))
        }
        _ => Ok(None),
    }
}

/// Exceptions of expressions as Java's own would be.
fn java_error(error: Error) -> Error {
    let class = match &**error.class_name() {
        class::METHOD_NOT_FOUND => "java.lang.NoSuchMethodError",
        class::EL => class::ILLEGAL_ARGUMENT,
        _ => return error,
    };
    if error.is_budget() {
        return error;
    }
    let mut made = Error::new(class, error.message().clone());
    if let Some(hint) = error.hint() {
        made = made.with_hint(hint.clone());
    }
    made
}

#[cold]
fn no_method(target: &Value, name: &str) -> Error {
    let class = target.class_name().unwrap_or("null");
    Error::new(
        "java.lang.NoSuchMethodError",
        format!("{class} has no method '{name}' that takes such arguments"),
    )
}

fn render_class(name: &str) -> Option<Arc<StaticClass>> {
    StaticClass::find(name, &Registry::new())
}

/// Calls a static method.
///
/// # Errors
/// What it throws, or that there is none.
pub(crate) fn call_static(cx: &mut Cx<'_, '_>, site: &CallSite, args: &[Value]) -> Result<Value> {
    if let Some(native) = site.native
        && let Some(call) = native.call_static
        && let Some(value) = call(cx, &site.name, args)?
    {
        return Ok(value);
    }
    if let Some(class) = registered(cx, &site.class_name).or_else(|| render_class(&site.class_name)) {
        return class.call_static(&site.name, args).map_err(java_error);
    }
    Err(Error::new(
        "java.lang.NoSuchMethodError",
        format!("{} has no static method '{}' for such arguments", site.class_name, site.name),
    ))
}

/// A class that the application registers.
fn registered(cx: &mut Cx<'_, '_>, name: &str) -> Option<Arc<StaticClass>> {
    let page = cx.page.as_ref()?;
    StaticClass::find(name, page.exchange().application().registry())
}

/// Makes an object of a native class.
///
/// # Errors
/// What the constructor throws, or that there is none for such arguments.
pub(crate) fn construct(cx: &mut Cx<'_, '_>, site: &CallSite, args: &[Value]) -> Result<Value> {
    if let Some(native) = site.native
        && let Some(make) = native.make
        && let Some(value) = make(cx, args)?
    {
        return Ok(value);
    }
    if let Some(native) = site.native
        && native.is_a("java.lang.Throwable")
    {
        return Ok(super::throwables::make(native, args));
    }
    if let Some(class) = registered(cx, &site.class_name).or_else(|| render_class(&site.class_name)) {
        return class.construct(args).map_err(java_error);
    }
    Err(Error::new(
        "java.lang.NoSuchMethodError",
        format!("{} has no constructor for such arguments", site.class_name),
    ))
}

/// The value of a static field that never changes.
pub(crate) fn static_field(class_name: &str, field: &str) -> Option<Value> {
    if let Some(native) = find(class_name) {
        for native in native.lineage() {
            if let Some(value) = native.field.and_then(|find| find(field)) {
                return Some(value);
            }
        }
    }
    render_class(class_name).and_then(|class| class.field(field))
}

/// A field of something known only at run time.
///
/// # Errors
/// There is none.
pub(crate) fn get_field(target: &Value, name: &str) -> Result<Value> {
    if let Some(instance) = target.downcast_ref::<Instance>()
        && let Some(value) = instance.field(name)
    {
        return Ok(value);
    }
    let Some(object) = target.as_object() else {
        return Err(Error::new(
            class::NULL_POINTER,
            format!("Cannot read field \"{name}\" because the value is null"),
        ));
    };
    if name == "length"
        && let Some(list) = object.as_list()
    {
        return Ok(Value::Int(i32::try_from(list.len()).unwrap_or(i32::MAX)));
    }
    if let Some(index) = object.class().property(name) {
        return object.property(index);
    }
    if let Some(map) = object.as_map() {
        return Ok(map.get_str(name).unwrap_or_default());
    }
    match object.dynamic_property(name)? {
        Some(value) => Ok(value),
        None => Err(Error::new(
            "java.lang.NoSuchFieldError",
            format!("{} has no field '{name}'", object.class().name()),
        )),
    }
}

/// Sets a field of something known only at run time.
///
/// # Errors
/// There is none.
pub(crate) fn set_field(target: &Value, name: &str, value: Value) -> Result<()> {
    if let Some(instance) = target.downcast_ref::<Instance>()
        && instance.set_field(name, value.clone())?
    {
        return Ok(());
    }
    let Some(object) = target.as_object() else {
        return Err(Error::new(
            class::NULL_POINTER,
            format!("Cannot assign field \"{name}\" because the value is null"),
        ));
    };
    if let Some(index) = object.class().property(name) {
        return object.set_property(index, value);
    }
    if let Some(map) = object.as_map() {
        return map.put(Value::str(name), value).map(drop);
    }
    Err(Error::new("java.lang.NoSuchFieldError", format!("{} has no field '{name}'", object.class().name())))
}

/// An iterator as loops use it.
struct Cursor(Mutex<Items>);

impl Object for Cursor {
    fn class(&self) -> &Class {
        static CLASS: std::sync::LazyLock<Class> =
            std::sync::LazyLock::new(|| Class::new("vespid.Cursor", &["java.util.Iterator"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

/// An iterator over what an enhanced `for` goes through.
///
/// # Errors
/// It can't be iterated.
pub(crate) fn iterator(cx: &mut Cx<'_, '_>, value: &Value) -> Result<Value> {
    let Some(object) = value.as_object() else {
        return Err(if value.is_null() {
            Error::new(class::NULL_POINTER, "null can't be iterated")
        } else {
            Error::new(
                class::CLASS_CAST,
                format!("{} can't be iterated", value.class_name().unwrap_or("null")),
            )
        });
    };
    if let Some(instance) = value.downcast_ref::<Instance>()
        && instance.find("iterator", 0).is_some()
    {
        return cx.invoke(value, "iterator", &[]);
    }
    match object.clone().iterate() {
        Some(items) => Ok(Value::new(Cursor(Mutex::new(items)))),
        None => cx.invoke(value, "iterator", &[]),
    }
}

/// The next item; `None`: there is none.
///
/// # Errors
/// What getting it throws.
pub(crate) fn next(cx: &mut Cx<'_, '_>, iterator: &Value) -> Result<Option<Value>> {
    if let Some(cursor) = iterator.downcast_ref::<Cursor>() {
        return cursor.0.lock().unwrap_or_else(PoisonError::into_inner).next().transpose();
    }
    match cx.invoke(iterator, "hasNext", &[])? {
        Value::Bool(true) => cx.invoke(iterator, "next", &[]).map(Some),
        _ => Ok(None),
    }
}

/// The text of an object: `String.valueOf`.
///
/// # Errors
/// What its `toString` throws.
pub(crate) fn text(cx: &mut Cx<'_, '_>, value: &Value) -> Result<Str> {
    if let Some(instance) = value.downcast_ref::<Instance>()
        && instance.find("toString", 0).is_some()
    {
        let text = cx.invoke(value, "toString", &[])?;
        return Ok(text.to_string().into());
    }
    let mut text = Str::new();
    value
        .write_text(&mut text)
        .map_err(|_| Error::new("java.lang.RuntimeException", "the object's toString failed"))?;
    Ok(text)
}

#[cold]
pub(crate) fn too_long(bytes: usize) -> Error {
    Error::budget(format!("a text of {bytes} bytes is too long; {MAX_TEXT_BYTES} are allowed"))
}
