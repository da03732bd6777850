//! `java.lang.Class`, and `java.lang.reflect` as far as the sandbox goes: methods and constructors of the application's
//! own classes.

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Str;
use vespid_render::value::coerce;

use super::lang::class_of;
use super::table::Native;
use crate::vm::Array;
use crate::vm::Cx;
use crate::vm::Kind;
use crate::vm::Pending;
use crate::vm::reflect;
use crate::vm::reflect::Mirror;
use crate::vm::reflect::Reflected;

pub(super) const CLASSES: &[Native] = &[
    Native {
        methods: "getName:String getSimpleName:String isInstance/1:boolean getPackage:? getTypeName:String \
                  isInterface:boolean isArray:boolean isPrimitive:boolean isEnum:boolean isRecord:boolean \
                  getCanonicalName:String cast/1:? getResourceAsStream/1:? getClassLoader:? newInstance:? \
                  getSuperclass:Class getPackageName:String isAssignableFrom/1:boolean getEnumConstants:Object[] \
                  getMethod/1+:Method getDeclaredMethod/1+:Method getMethods:Method[] getDeclaredMethods:Method[] \
                  getDeclaredConstructor:Constructor getConstructor:Constructor hashCode:int",
        statics: "forName/1,3:Class",
        call: Some(class_call),
        call_static: Some(|cx, name, args| match (name, args) {
            ("forName", [name, ..]) => for_name(cx, &coerce::to_text(name)).map(Some),
            _ => Ok(None),
        }),
        ..Native::new("java.lang.Class")
    },
    Native {
        methods: "getName:String invoke/1+:? getReturnType:Class getParameterTypes:Class[] getParameterCount:int \
                  isVarArgs:boolean setAccessible/1:void",
        call: Some(method_call),
        complete: true,
        ..Native::new("java.lang.reflect.Method")
    },
    Native {
        methods: "newInstance/0+:? setAccessible/1:void",
        call: Some(constructor_call),
        complete: true,
        ..Native::new("java.lang.reflect.Constructor")
    },
];

/// `Class.forName`
fn for_name(cx: &mut Cx<'_, '_>, name: &str) -> Result<Value> {
    if super::find(name).is_some() {
        return Ok(class_of(name));
    }
    let missing = || Error::new(class::CLASS_NOT_FOUND, Str::from(name));
    let Some(generation) = cx.generation.upgrade() else { return Err(missing()) };
    if let Some(module) = generation.compiled(name) {
        let slot = module.class(name).ok_or_else(missing)?;
        return Ok(reflect::class_object(&module, slot));
    }
    if !generation.may_have(name) {
        return Err(missing());
    }
    // Its source is read and compiled elsewhere.
    let Some(page) = cx.page.as_ref() else { return Err(missing()) };
    let (application, name) = (page.exchange().application().clone(), Str::from(name));
    cx.pending = Some(Pending::Call(Box::pin(async move {
        match application.find_class(&name).await? {
            Some(found) => Ok(found.class_object()),
            None => Err(Error::new(class::CLASS_NOT_FOUND, name)),
        }
    })));
    Ok(Value::Null)
}

fn class_call(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let text = target.to_string();
    let own = text.strip_prefix("class ").unwrap_or(&text);
    let mirror = reflect::mirror(target);
    Ok(Some(match (name, args) {
        ("getTypeName" | "getCanonicalName", []) => Value::str(own.replace('$', ".")),
        ("getPackageName", []) => Value::str(own.rsplit_once('.').map_or("", |(package, _)| package)),
        ("isInstance", [value]) => Value::Bool(crate::vm::instance_of(value, own)),
        ("isAssignableFrom", [other]) => Value::Bool(is_above(own, other)),
        ("isArray", []) => Value::Bool(own.starts_with('[')),
        ("isPrimitive", []) => Value::Bool(Kind::by_name(own).is_some()),
        ("isInterface", []) => Value::Bool(mirror.is_some_and(|mirror| mirror.info().is_interface)),
        ("isEnum", []) => {
            Value::Bool(mirror.is_some_and(|mirror| mirror.info().class.is_a("java.lang.Enum")))
        }
        ("isRecord", []) => Value::Bool(mirror.is_some_and(|mirror| mirror.info().is_record)),
        ("getSuperclass", []) => match mirror {
            Some(mirror) => superclass(mirror),
            None => Value::Null,
        },
        ("cast", [value]) => {
            if !value.is_null() && !crate::vm::instance_of(value, own) {
                let is = value.class_name().unwrap_or("null");
                return Err(Error::new(class::CLASS_CAST, format!("Cannot cast {is} to {own}")));
            }
            value.clone()
        }
        ("getEnumConstants", []) => match mirror {
            Some(mirror) => {
                reflect::static_field(cx, &mirror.module, mirror.slot, "$VALUES")?.unwrap_or_default()
            }
            None => Value::Null,
        },
        ("newInstance", []) => match mirror {
            Some(mirror) => reflect::instantiate(cx, &mirror.module, mirror.slot, &[])?,
            None => new_native(cx, own)?,
        },
        ("getDeclaredConstructor" | "getConstructor", []) => Value::new(Constructor(target.clone())),
        ("getMethod" | "getDeclaredMethod", [method, params @ ..]) => {
            let method = coerce::to_text(method);
            find_method(mirror, own, &method, params)?
        }
        ("getMethods" | "getDeclaredMethods", []) => match mirror {
            Some(mirror) => all_methods(mirror),
            None => return Err(closed(name, own)),
        },
        ("getClassLoader" | "getPackage" | "getResourceAsStream", _) => {
            return Err(Error::new(
                class::UNSUPPORTED,
                format!("Class.{name} is not there: pages run in a sandbox"),
            ));
        }
        _ => return Ok(None),
    }))
}

/// A new object of a native class, as `new` makes it.
fn new_native(cx: &mut Cx<'_, '_>, name: &str) -> Result<Value> {
    let made = match super::find(name).and_then(|native| native.make) {
        Some(make) => make(cx, &[])?,
        None => None,
    };
    made.ok_or_else(|| closed("newInstance", name))
}

#[cold]
fn closed(method: &str, name: &str) -> Error {
    let message =
        format!("Class.{method} of {name}: there is reflection on the application's own classes only");
    Error::new(class::UNSUPPORTED, message)
}

fn is_above(name: &str, other: &Value) -> bool {
    let text = other.to_string();
    let other_name = text.strip_prefix("class ").unwrap_or(&text);
    reflect::mirror(other).is_some_and(|mirror| mirror.info().class.is_a(name))
        || super::is_subclass(other_name, name)
        || (name == "java.lang.Object" && Kind::by_name(other_name).is_none())
}

fn superclass(mirror: &Mirror) -> Value {
    let info = mirror.info();
    match (&info.superclass, info.native_super) {
        (Some(above), _) => {
            let (module, slot) = above.resolve(&mirror.module);
            reflect::class_object(&module, slot)
        }
        (None, Some(native)) => class_of(native.name),
        (None, None) if info.is_interface => Value::Null,
        (None, None) => class_of("java.lang.Object"),
    }
}

/// The method that takes parameters of these classes.
fn find_method(mirror: Option<&Mirror>, own: &str, method: &str, params: &[Value]) -> Result<Value> {
    let Some(mirror) = mirror else { return Err(closed("getMethod", own)) };
    let params: Vec<Value> = match params {
        [Value::Null] => Vec::new(),
        [one] => match one.as_object().and_then(|object| object.as_list()) {
            Some(list) => (0..list.len()).filter_map(|at| list.get(at)).collect(),
            None => vec![one.clone()],
        },
        params => params.to_vec(),
    };
    let names: Vec<Str> = params
        .iter()
        .map(|class| {
            let text = class.to_string();
            text.strip_prefix("class ").unwrap_or(&text).into()
        })
        .collect();
    match mirror.methods(method).into_iter().find(|found| found.method().types == names) {
        Some(found) => Ok(Value::new(found)),
        None => {
            let message = format!("{own}.{method}({})", names.join(", "));
            Err(Error::new("java.lang.NoSuchMethodException", message).with_supers([
                "java.lang.ReflectiveOperationException".into(),
                "java.lang.Exception".into(),
                "java.lang.Throwable".into(),
            ]))
        }
    }
}

fn all_methods(mirror: &Mirror) -> Value {
    let mut names: Vec<&Str> = mirror.info().by_name.keys().filter(|name| !name.starts_with('<')).collect();
    names.sort_unstable();
    let methods = names.into_iter().flat_map(|name| mirror.methods(name)).map(Value::new).collect();
    Array::of("java.lang.reflect.Method", methods)
}

fn method_call(_: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(reflected) = target.downcast_ref::<Reflected>() else { return Ok(None) };
    let method = reflected.method();
    Ok(Some(match (name, args) {
        ("getName", []) => Value::Str(method.name.clone()),
        ("getParameterCount", []) => Value::Int(method.types.len() as i32),
        ("getParameterTypes", []) => {
            Array::of("java.lang.Class", method.types.iter().map(|name| class_of(name)).collect())
        }
        ("getReturnType", []) => class_of(method.returns.name()),
        ("isVarArgs", []) => Value::Bool(method.varargs),
        ("setAccessible", [_]) => Value::Null,
        _ => return Ok(None),
    }))
}

/// `java.lang.reflect.Constructor` without parameters.
struct Constructor(Value);

impl vespid_render::value::Object for Constructor {
    fn class(&self) -> &vespid_render::value::Class {
        static CLASS: std::sync::LazyLock<vespid_render::value::Class> = std::sync::LazyLock::new(|| {
            vespid_render::value::Class::new("java.lang.reflect.Constructor", &[])
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

fn constructor_call(
    cx: &mut Cx<'_, '_>,
    target: &Value,
    name: &str,
    args: &[Value],
) -> Result<Option<Value>> {
    let Some(constructor) = target.downcast_ref::<Constructor>() else { return Ok(None) };
    match (name, reflect::mirror(&constructor.0)) {
        ("newInstance", Some(mirror)) => {
            reflect::instantiate(cx, &mirror.module, mirror.slot, args).map(Some)
        }
        ("newInstance", None) if args.is_empty() => {
            let class = constructor.0.to_string();
            new_native(cx, class.strip_prefix("class ").unwrap_or(&class)).map(Some)
        }
        ("setAccessible", _) => Ok(Some(Value::Null)),
        _ => Ok(None),
    }
}
