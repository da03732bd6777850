//! What resolvers of expressions do with objects: the part of `jakarta.el`'s own resolvers that is no Java, and the
//! resolver of a page.

use std::any::Any;
use std::sync::LazyLock;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::context::Wrapped;
use vespid_render::el;
use vespid_render::error::class;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::coerce;

use super::super::lang::class_of;
use super::super::table::Native;
use super::turns;
use crate::vm::Array;
use crate::vm::Cx;
use crate::vm::Instance;
use crate::vm::Pending;

pub(in super::super) const CLASSES: &[Native] = &[
    Native {
        statics: "body:void isSkip/1:boolean property/2:Object setProperty/3:void propertyType/2:Class \
                  isReadOnly/2:boolean length/1:int item/2:Object setItem/3:void componentType/1:Class invoke/3:Object \
                  implicit/1:Object isImplicit/1:boolean bundle/2:Object rest/3:void unwrap:void xml/1:Object[] \
                  turns:Object turn/1:Object end/1:void",
        call_static: Some(engine),
        complete: true,
        ..Native::new("vespid.Engine")
    },
    Native { call: Some(page_resolver), ..Native::new("vespid.PageResolver") },
];

/// What Java classes of our own ask of the machine.
fn engine(cx: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match (name, args) {
        ("body", []) => {
            cx.page()?;
            cx.pending = Some(Pending::Body);
            Value::Null
        }
        ("rest", [request, response, to]) => {
            let of_source = |value: &Value| value.downcast_ref::<Instance>().is_some();
            let wrapped = (of_source(request) || of_source(response))
                .then(|| Wrapped { request: request.clone(), response: response.clone() });
            cx.page()?.exchange().set_wrapped(wrapped);
            cx.pending = Some(Pending::Rest { to: to.clone() });
            Value::Null
        }
        ("unwrap", []) => {
            cx.page()?.exchange().set_wrapped(None);
            Value::Null
        }
        ("turns", []) => turns::new(),
        ("turn", [turns]) => {
            cx.pending = Some(Pending::Call(turns::wait(turns)?));
            Value::Null
        }
        ("end", [turn]) => {
            turns::end(turn);
            Value::Null
        }
        ("isSkip", [thrown]) => Value::Bool(thrown.is_instance("jakarta.servlet.jsp.SkipPageException")),
        ("property", [base, name]) => {
            find(base, name)?;
            el::property(base, name)?
        }
        ("setProperty", [base, name, value]) => {
            find(base, name)?;
            el::set_property(base, name, value.clone())?;
            Value::Null
        }
        ("propertyType", [base, name]) => class_of(&find(base, name)?.0),
        ("isReadOnly", [base, name]) => Value::Bool(!find(base, name)?.1),
        ("length", [array]) => Value::Int(super::super::collections::all(array)?.len() as i32),
        ("item", [array, index]) => el::property(array, index)?,
        ("setItem", [array, index, value]) => {
            el::set_property(array, index, value.clone())?;
            Value::Null
        }
        ("componentType", [array]) => match array.downcast_ref::<Array>() {
            Some(array) => class_of(array.component()),
            None => class_of("java.lang.Object"),
        },
        ("invoke", [base, method, given]) => {
            let given = super::super::collections::all(given)?;
            let method = coerce::to_text(method);
            cx.invoke(base, &method, &given).map_err(|error| {
                if error.is_instance("java.lang.NoSuchMethodError") {
                    return Error::new(class::METHOD_NOT_FOUND, error.message().clone());
                }
                error
            })?
        }
        ("implicit", [name]) => {
            let name = coerce::to_text(name);
            if name == "pageContext" {
                return super::context::page_context(cx).map(Some);
            }
            cx.page()?.implicit_object(&name).unwrap_or_default()
        }
        ("xml", [document]) => super::super::xml::pieces(cx, document)?,
        ("bundle", [base, locale]) => super::super::bundles::bundle(cx, base, locale)?,
        ("isImplicit", [name]) => {
            Value::Bool(vespid_render::script::ScriptPage::is_implicit(&coerce::to_text(name)))
        }
        _ => return Ok(None),
    }))
}

/// The type of a bean's property, and whether it can be set.
///
/// # Errors
/// `PropertyNotFoundException`
fn find(base: &Value, name: &Value) -> Result<(Str, bool)> {
    let name = coerce::to_text(name);
    let class = base.as_object().map(|object| object.class());
    let found = class.and_then(|class| Some(&class.properties()[class.property(&name)?]));
    match found {
        Some(property) => Ok((property.java_type.clone(), property.writable)),
        None if name == "class" => Ok(("java.lang.Class".into(), false)),
        None => {
            let class = base.class_name().unwrap_or("null");
            Err(Error::new(class::PROPERTY_NOT_FOUND, format!("{class} has no property '{name}'")))
        }
    }
}

/// What `ELContext.getELResolver` gives in a page: names and properties as expressions have them.
pub(super) struct PageResolver;

impl Object for PageResolver {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            Class::new("vespid.PageResolver", &["jakarta.el.CompositeELResolver", "jakarta.el.ELResolver"])
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_same(&self, other: &Value) -> bool {
        other.downcast_ref::<PageResolver>().is_some()
    }
}

fn page_resolver(cx: &mut Cx<'_, '_>, _: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    if let ("getCommonPropertyType", [_, base]) = (name, args) {
        return Ok(Some(class_of(if base.is_null() { "java.lang.String" } else { "java.lang.Object" })));
    }
    let ("getValue" | "getType" | "setValue" | "isReadOnly" | "invoke", [context, base, property, rest @ ..]) =
        (name, args)
    else {
        return Ok(None);
    };
    cx.invoke(context, "setPropertyResolved", &[Value::Bool(true)])?;
    let text: Str = coerce::to_text(property).as_ref().into();
    let is_implicit = base.is_null() && vespid_render::script::ScriptPage::is_implicit(&text);
    let no_set = || Error::new(class::PROPERTY_NOT_WRITABLE, format!("'{text}' can't be set"));
    Ok(Some(match (name, rest) {
        ("getValue", []) if is_implicit => return engine(cx, "implicit", std::slice::from_ref(property)),
        ("getValue", []) if base.is_null() => cx.page()?.find(&text),
        ("getValue", []) => el::property(base, property)?,
        ("setValue", [_]) if is_implicit => return Err(no_set()),
        ("setValue", [value]) if base.is_null() => {
            let page = cx.page()?;
            let scope = page.scope_of(&text).unwrap_or(vespid_render::context::Scope::Page);
            page.set(&text, scope, value.clone())?;
            Value::Null
        }
        ("setValue", [value]) => {
            el::set_property(base, property, value.clone())?;
            Value::Null
        }
        ("isReadOnly", []) if base.is_null() => Value::Bool(is_implicit),
        ("isReadOnly", []) => Value::Bool(!el::property_type(base, property)?.1),
        ("getType", []) if is_implicit => Value::Null,
        ("getType", []) if base.is_null() => class_of("java.lang.Object"),
        ("getType", []) => match el::property_type(base, property)? {
            (java_type, true) => class_of(&java_type),
            (_, false) => Value::Null,
        },
        ("invoke", [_, given]) => {
            return engine(cx, "invoke", &[base.clone(), property.clone(), given.clone()]);
        }
        _ => return Ok(None),
    }))
}
