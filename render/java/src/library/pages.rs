//! `jakarta.servlet.jsp`: `out`, `pageContext` and what hangs on them.

use std::any::Any;
use std::sync::LazyLock;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::context::Scope;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::coerce;

use super::table::Native;
use crate::vm::Cx;
use crate::vm::Pending;

pub(super) const CLASSES: &[Native] = &[
    Native {
        statics: "out:JspWriter pageContext:PageContext request:HttpServletRequest response:HttpServletResponse \
                  session:HttpSession application:ServletContext config:ServletConfig exception:Throwable \
                  getServletContext:ServletContext getServletConfig:ServletConfig getServletInfo:String \
                  getServletName:String getJspContext:JspContext getInitParameter/1:String getInitParameterNames:Enumeration log/1,2:void",
        call_static: Some(implicit),
        complete: true,
        ..Native::new("vespid.Page")
    },
    Native {
        methods: "forward/2:void include/2:void",
        call: Some(dispatch),
        complete: true,
        ..Native::new("jakarta.servlet.RequestDispatcher")
    },
    Native { ..Native::new("jakarta.servlet.jsp.JspPage") },
    Native { supers: &["jakarta.servlet.jsp.JspPage"], ..Native::new("jakarta.servlet.jsp.HttpJspPage") },
];

static DISPATCHER: LazyLock<Class> = LazyLock::new(|| Class::new("jakarta.servlet.RequestDispatcher", &[]));

/// The implicit objects (Pages 4.1, 1.8.3).
fn implicit(cx: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match name {
        "enumValueOf" => {
            let [values, name] = args else { return Ok(None) };
            let name = coerce::to_text(name);
            let found = super::collections::all(values)?.into_iter().find(|value| {
                value.downcast_ref::<crate::vm::Instance>().and_then(|instance| instance.field("$name"))
                    == Some(Value::str(name.as_ref()))
            });
            found.ok_or_else(|| Error::illegal_argument(format!("No enum constant {name}")))?
        }
        "getServletContext" => cx.page()?.implicit("servletContext"),
        "getServletConfig" => cx.page()?.implicit("servletConfig"),
        "getServletName" => {
            let config = cx.page()?.implicit("servletConfig");
            cx.invoke(&config, "getServletName", &[])?
        }
        "getInitParameter" | "getInitParameterNames" => {
            let config = cx.page()?.implicit("servletConfig");
            cx.invoke(&config, name, args)?
        }
        "log" => Value::Null,
        "currentOut" => super::jsp::writer::current(cx)?,
        "out" => super::jsp::writer::variable(),
        "pageContext" | "getJspContext" => super::jsp::context::page_context(cx)?,
        "request" | "response" | "session" => cx.page()?.implicit(name),
        "application" => cx.page()?.implicit("servletContext"),
        "config" => cx.page()?.implicit("servletConfig"),
        "exception" => exception(cx)?,
        _ => return Ok(None),
    }))
}

/// What an error page is about.
pub(super) fn exception(cx: &mut Cx<'_, '_>) -> Result<Value> {
    let page = cx.page()?;
    Ok(match page.get("exception", Scope::Page) {
        Some(exception) => exception,
        None => page
            .get("jakarta.servlet.error.exception", Scope::Request)
            .or_else(|| page.get("jakarta.servlet.jsp.jspException", Scope::Request))
            .unwrap_or_default(),
    })
}

/// A `RequestDispatcher` to a path.
struct Dispatcher(Str);

impl Object for Dispatcher {
    fn class(&self) -> &Class {
        &DISPATCHER
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// What leads to a path of the application.
pub(super) fn dispatcher(path: &str) -> Value {
    Value::new(Dispatcher(path.into()))
}

fn dispatch(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(dispatcher) = target.downcast_ref::<Dispatcher>() else { return Ok(None) };
    cx.page()?;
    cx.pending = Some(match (name, args) {
        ("forward", [_, _]) => Pending::Forward(dispatcher.0.clone()),
        ("include", [_, _]) => Pending::Include { path: dispatcher.0.clone(), flush: false },
        _ => return Ok(None),
    });
    Ok(Some(Value::Null))
}
