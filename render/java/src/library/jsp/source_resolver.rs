//! `JspApplicationContext`: resolvers of expressions and listeners that the application's own Java adds.

use std::any::Any;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::Weak;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::application::Application;
use vespid_render::context::Exchange;
use vespid_render::context::event;
use vespid_render::context::exchange_of;
use vespid_render::el::ElResolver;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Str;

use super::super::lang::class_of;
use super::super::table::Native;
use super::expressions;
use crate::vm::Array;
use crate::vm::Cx;
use crate::vm::Instance;

/// The attribute of the application that holds its `ELContextListener`s.
const LISTENERS: &str = "vespid.el.contextListeners";

pub(in super::super) const CLASSES: &[Native] = &[
    Native {
        methods: "getExpressionFactory:ExpressionFactory addELResolver/1:void addELContextListener/1:void",
        call: Some(application_context),
        complete: true,
        ..Native::new("jakarta.servlet.jsp.JspApplicationContext")
    },
    Native {
        methods: "contextCreated/1:void",
        complete: true,
        ..Native::new("jakarta.el.ELContextListener")
    },
    Native {
        supers: &["java.util.EventObject"],
        methods: "getELContext:ELContext",
        complete: true,
        ..Native::new("jakarta.el.ELContextEvent")
    },
];

/// The `JspApplicationContext` of an application.
struct ApplicationContext(Weak<Application>);

impl Object for ApplicationContext {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("jakarta.servlet.jsp.JspApplicationContext", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_same(&self, other: &Value) -> bool {
        other.downcast_ref::<ApplicationContext>().is_some_and(|other| other.0.ptr_eq(&self.0))
    }

    fn equals(&self, other: &Value) -> bool {
        self.is_same(other)
    }

    fn hash_code(&self) -> i32 {
        self.0.as_ptr() as usize as i32
    }
}

/// `JspFactory.getJspApplicationContext`
///
/// # Errors
/// The argument is no application of this server.
pub(super) fn of(servlet_context: &Value) -> Result<Value> {
    let exchange = exchange_of(servlet_context)
        .ok_or_else(|| Error::illegal_argument("the ServletContext is that of no application"))?;
    Ok(Value::new(ApplicationContext(Arc::downgrade(exchange.application()))))
}

fn application_context(
    _: &mut Cx<'_, '_>,
    target: &Value,
    name: &str,
    args: &[Value],
) -> Result<Option<Value>> {
    let Some(ApplicationContext(application)) = target.downcast_ref() else { return Ok(None) };
    let application =
        || application.upgrade().ok_or_else(|| Error::illegal_state("the application has ended"));
    Ok(Some(match (name, args) {
        ("getExpressionFactory", []) => expressions::factory(),
        ("addELResolver" | "addELContextListener", [Value::Null]) => {
            return Err(Error::new(vespid_render::error::class::NULL_POINTER, "there is nothing to add"));
        }
        ("addELResolver", [resolver]) => {
            application()?.add_el_resolver(Arc::new(SourceResolver::of(resolver)))?;
            Value::Null
        }
        ("addELContextListener", [listener]) => {
            let application = application()?;
            let known = application.attributes().get(LISTENERS);
            let mut all = known.map_or(Ok(Vec::new()), |known| super::super::collections::all(&known))?;
            all.push(listener.clone());
            application.attributes().set(LISTENERS, Array::of("jakarta.el.ELContextListener", all));
            Value::Null
        }
        _ => return Ok(None),
    }))
}

/// Tells the listeners of the application of a page's `ELContext`.
///
/// # Errors
/// What one throws.
pub(super) fn context_created(cx: &mut Cx<'_, '_>, context: &Value) -> Result<()> {
    let Some(listeners) = cx.page()?.exchange().application().attributes().get(LISTENERS) else {
        return Ok(());
    };
    let event =
        event("jakarta.el.ELContextEvent", vec![("ELContext", context.clone()), ("source", context.clone())]);
    for listener in super::super::collections::all(&listeners)? {
        cx.invoke(&listener, "contextCreated", std::slice::from_ref(&event))?;
    }
    Ok(())
}

/// An `ELResolver` of the application's own Java.
struct SourceResolver {
    object: Value,
    /// Whether it has a method of its own for that.
    converts: bool,
    invokes: bool,
}

impl SourceResolver {
    fn of(object: &Value) -> Self {
        let has = |name: &str, argc: usize| {
            object.downcast_ref::<Instance>().and_then(|instance| {
                let found = instance.find(name, argc)?;
                Some(found.method(&instance.module).class != "ELResolver")
            }) == Some(true)
        };
        SourceResolver {
            object: object.clone(),
            converts: has("convertToType", 3),
            invokes: has("invoke", 5),
        }
    }

    /// Calls a method; gives nothing where the resolver says that it knows no answer.
    fn ask(&self, method: &str, args: &[&Value]) -> Result<Option<Value>> {
        Cx::outside(|cx| {
            let context = expressions::any_context(cx)?;
            cx.invoke(&context, "setPropertyResolved", &[Value::Bool(false)])?;
            let args: Vec<Value> = std::iter::once(&context).chain(args.iter().copied()).cloned().collect();
            let value = cx.invoke(&self.object, method, &args)?;
            let resolved = cx.invoke(&context, "isPropertyResolved", &[])? == Value::Bool(true);
            Ok(resolved.then_some(value))
        })
    }
}

impl ElResolver for SourceResolver {
    fn wants_page(&self) -> bool {
        true
    }

    fn value(&self, _: &Arc<Exchange>, base: &Value, property: &Value) -> Result<Option<Value>> {
        self.ask("getValue", &[base, property])
    }

    fn set(&self, _: &Arc<Exchange>, base: &Value, property: &Value, value: &Value) -> Result<bool> {
        Ok(self.ask("setValue", &[base, property, value])?.is_some())
    }

    fn is_read_only(&self, _: &Arc<Exchange>, base: &Value, property: &Value) -> Result<Option<bool>> {
        let answer = self.ask("isReadOnly", &[base, property])?;
        Ok(answer.map(|read_only| read_only == Value::Bool(true)))
    }

    fn type_of(&self, _: &Arc<Exchange>, base: &Value, property: &Value) -> Result<Str> {
        match self.ask("getType", &[base, property])? {
            Some(class) if !class.is_null() => expressions::class_name(&class),
            _ => Ok("java.lang.Object".into()),
        }
    }

    fn invoke(&self, _: &Arc<Exchange>, base: &Value, method: &str, args: &[Value]) -> Result<Option<Value>> {
        if !self.invokes {
            return Ok(None);
        }
        let args = Array::of("java.lang.Object", args.to_vec());
        self.ask("invoke", &[base, &Value::str(method), &Value::Null, &args])
    }

    fn convert(&self, _: &Arc<Exchange>, value: &Value, java_type: &str) -> Result<Option<Value>> {
        if !self.converts {
            return Ok(None);
        }
        self.ask("convertToType", &[value, &class_of(java_type)])
    }
}
