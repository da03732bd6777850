//! `jakarta.servlet.jsp`: `out`, `pageContext` and what hangs on them.

use std::any::Any;
use std::sync::LazyLock;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::context::Scope;
use vespid_render::error::class;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::coerce;

use super::table::Native;
use crate::vm::Cx;
use crate::vm::Pending;

const WRITER: &str = "print/1:void println/0,1:void write/1,3:void append/1,3:this flush:void close:void \
                      printf/1+:this format/1+:this checkError:boolean";

pub(super) const CLASSES: &[Native] = &[
    Native {
        statics: "out:JspWriter pageContext:PageContext request:HttpServletRequest response:HttpServletResponse \
                  session:HttpSession application:ServletContext config:ServletConfig exception:Throwable \
                  getServletContext:ServletContext getServletConfig:ServletConfig getServletInfo:String \
                  getServletName:String getInitParameter/1:String getInitParameterNames:Enumeration log/1,2:void",
        call_static: Some(implicit),
        complete: true,
        ..Native::new("vespid.Page")
    },
    Native {
        supers: &["java.io.Writer"],
        methods: "newLine:void clear:void clearBuffer:void getBufferSize:int getRemaining:int isAutoFlush:boolean",
        fields: "NO_BUFFER:int DEFAULT_BUFFER:int UNBOUNDED_BUFFER:int",
        field: Some(|name| match name {
            "NO_BUFFER" => Some(Value::Int(0)),
            "DEFAULT_BUFFER" => Some(Value::Int(-1)),
            "UNBOUNDED_BUFFER" => Some(Value::Int(-2)),
            _ => None,
        }),
        call: Some(writer),
        complete: true,
        ..Native::new("jakarta.servlet.jsp.JspWriter")
    },
    Native { supers: &["java.io.Closeable"], methods: WRITER, ..Native::new("java.io.Writer") },
    Native {
        methods: "getAttribute/1,2:Object setAttribute/2,3:void removeAttribute/1,2:void findAttribute/1:Object \
                  getAttributesScope/1:int getAttributeNamesInScope/1:Enumeration getOut:JspWriter \
                  getELContext:? getExpressionEvaluator:? getVariableResolver:? pushBody/0,1:?  popBody:JspWriter",
        complete: true,
        ..Native::new("jakarta.servlet.jsp.JspContext")
    },
    Native {
        supers: &["jakarta.servlet.jsp.JspContext"],
        methods: "getRequest:HttpServletRequest getResponse:HttpServletResponse getSession:HttpSession \
                  getServletContext:ServletContext getServletConfig:ServletConfig getPage:Object \
                  getException:Exception include/1,2:void forward/1:void getErrorData:ErrorData \
                  handlePageException/1:void initialize/8:void release:void",
        fields: "PAGE_SCOPE:int REQUEST_SCOPE:int SESSION_SCOPE:int APPLICATION_SCOPE:int",
        field: Some(|name| match name {
            "PAGE_SCOPE" => Some(Value::Int(1)),
            "REQUEST_SCOPE" => Some(Value::Int(2)),
            "SESSION_SCOPE" => Some(Value::Int(3)),
            "APPLICATION_SCOPE" => Some(Value::Int(4)),
            "PAGE" => Some(Value::str("jakarta.servlet.jsp.jspPage")),
            _ => None,
        }),
        call: Some(page_context),
        complete: true,
        ..Native::new("jakarta.servlet.jsp.PageContext")
    },
    Native {
        methods: "getStatusCode:int getThrowable:Throwable getRequestURI:String getServletName:String \
                  getQueryString:String getMethod:String",
        complete: true,
        ..Native::new("jakarta.servlet.jsp.ErrorData")
    },
    Native {
        methods: "forward/2:void include/2:void",
        call: Some(dispatch),
        complete: true,
        ..Native::new("jakarta.servlet.RequestDispatcher")
    },
    Native {
        statics: "getDefaultFactory:JspFactory",
        methods: "getEngineInfo:JspEngineInfo getJspApplicationContext/1:?",
        call: Some(|_, _, name, args| match (name, args) {
            ("getEngineInfo", []) => Ok(Some(marker(&ENGINE_INFO))),
            _ => Ok(None),
        }),
        call_static: Some(|_, name, args| match (name, args) {
            ("getDefaultFactory", []) => Ok(Some(marker(&FACTORY))),
            _ => Ok(None),
        }),
        ..Native::new("jakarta.servlet.jsp.JspFactory")
    },
    Native {
        methods: "getSpecificationVersion:String",
        call: Some(|_, _, name, args| match (name, args) {
            ("getSpecificationVersion", []) => Ok(Some(Value::str("4.0"))),
            _ => Ok(None),
        }),
        ..Native::new("jakarta.servlet.jsp.JspEngineInfo")
    },
    Native { ..Native::new("jakarta.servlet.jsp.JspPage") },
    Native { supers: &["jakarta.servlet.jsp.JspPage"], ..Native::new("jakarta.servlet.jsp.HttpJspPage") },
];

static OUT: LazyLock<Class> =
    LazyLock::new(|| Class::new("jakarta.servlet.jsp.JspWriter", &["java.io.Writer", "java.io.Closeable"]));
static PAGE_CONTEXT: LazyLock<Class> =
    LazyLock::new(|| Class::new("jakarta.servlet.jsp.PageContext", &["jakarta.servlet.jsp.JspContext"]));
static FACTORY: LazyLock<Class> = LazyLock::new(|| Class::new("jakarta.servlet.jsp.JspFactory", &[]));
static ENGINE_INFO: LazyLock<Class> = LazyLock::new(|| Class::new("jakarta.servlet.jsp.JspEngineInfo", &[]));
static DISPATCHER: LazyLock<Class> = LazyLock::new(|| Class::new("jakarta.servlet.RequestDispatcher", &[]));

/// An object that stands for something of the page that runs: all that it can do is done with the page.
struct Marker(&'static LazyLock<Class>);

impl Object for Marker {
    fn class(&self) -> &Class {
        self.0
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<Marker>().is_some_and(|other| std::ptr::eq(other.0, self.0))
    }

    fn hash_code(&self) -> i32 {
        std::ptr::from_ref(self.0) as usize as i32
    }
}

fn marker(class: &'static LazyLock<Class>) -> Value {
    Value::new(Marker(class))
}

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
        "out" => marker(&OUT),
        "pageContext" => marker(&PAGE_CONTEXT),
        "request" | "response" | "session" => cx.page()?.implicit(name),
        "application" => cx.page()?.implicit("servletContext"),
        "config" => cx.page()?.implicit("servletConfig"),
        "exception" => {
            let page = cx.page()?;
            match page.get("exception", Scope::Page) {
                Some(exception) => exception,
                None => page
                    .get("jakarta.servlet.error.exception", Scope::Request)
                    .or_else(|| page.get("jakarta.servlet.jsp.jspException", Scope::Request))
                    .unwrap_or_default(),
            }
        }
        _ => return Ok(None),
    }))
}

/// `out`
fn writer(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    if target.downcast_ref::<Marker>().is_none() {
        return Ok(None);
    }
    let text = |cx: &mut Cx<'_, '_>, value: &Value| -> Result<Str> {
        if value.class_name() == Some("[C") {
            return super::strings::char_text(value).map(Str::from);
        }
        super::text(cx, value)
    };
    match (name, args) {
        ("print", [value]) => {
            let text = text(cx, value)?;
            cx.page()?.write_str(&text)?;
        }
        ("println", [value]) => {
            let text = text(cx, value)?;
            let page = cx.page()?;
            page.write_str(&text)?;
            page.write_str("\n")?;
        }
        ("println" | "newLine", []) => cx.page()?.write_str("\n")?,
        ("write", [Value::Int(unit)]) => {
            let char = char::from_u32(*unit as u32 & 0xffff).unwrap_or('\u{fffd}');
            cx.page()?.write_str(char.encode_utf8(&mut [0; 4]))?;
        }
        ("write", [Value::Null]) => return Err(Error::new(class::NULL_POINTER, "null can't be written")),
        ("write" | "append", [value]) => {
            let text = text(cx, value)?;
            cx.page()?.write_str(&text)?;
        }
        ("write" | "append", [value, from, count]) => {
            let text = Value::Str(text(cx, value)?);
            let end = if name == "write" {
                Value::Int(coerce::to_int(from)?.saturating_add(coerce::to_int(count)?))
            } else {
                count.clone()
            };
            let part = vespid_render::value::methods::call_method(&text, "substring", &[from.clone(), end])?;
            cx.page()?.print(&part)?;
        }
        ("printf" | "format", [format, args @ ..]) => {
            let args = super::strings::spread(args);
            let text = super::format::format(cx, &coerce::to_text(format), &args)?;
            cx.page()?.write_str(&text)?;
        }
        ("flush", []) => cx.page()?.flush()?,
        ("close", []) => cx.page()?.flush()?,
        ("clear", []) => cx.page()?.clear(true)?,
        ("clearBuffer", []) => cx.page()?.clear(false)?,
        ("getBufferSize", []) => return Ok(Some(Value::Int(cx.page()?.buffer().0 as i32))),
        ("getRemaining", []) => return Ok(Some(Value::Int(cx.page()?.buffer().1 as i32))),
        ("isAutoFlush", []) => return Ok(Some(Value::Bool(cx.page()?.buffer().2))),
        ("checkError", []) => return Ok(Some(Value::Bool(false))),
        _ => return Ok(None),
    }
    Ok(Some(if matches!(name, "append" | "printf" | "format") { target.clone() } else { Value::Null }))
}

fn scope(value: &Value) -> Result<Scope> {
    Ok(match coerce::to_int(value)? {
        1 => Scope::Page,
        2 => Scope::Request,
        3 => Scope::Session,
        4 => Scope::Application,
        other => return Err(Error::illegal_argument(format!("there is no scope {other}"))),
    })
}

fn name_of(value: &Value) -> Result<Str> {
    match value {
        Value::Null => Err(Error::new(class::NULL_POINTER, "an attribute needs a name")),
        other => Ok(coerce::to_text(other).as_ref().into()),
    }
}

/// `pageContext`
fn page_context(cx: &mut Cx<'_, '_>, target: &Value, method: &str, args: &[Value]) -> Result<Option<Value>> {
    let absolute = |path: &Value| Str::from(coerce::to_text(path).as_ref());
    Ok(Some(match (method, args) {
        ("getAttribute", [name]) => cx.page()?.get(&name_of(name)?, Scope::Page).unwrap_or_default(),
        ("getAttribute", [name, of]) => cx.page()?.get(&name_of(name)?, scope(of)?).unwrap_or_default(),
        ("findAttribute", [name]) => cx.page()?.find(&name_of(name)?),
        ("setAttribute", [name, value]) => {
            cx.page()?.set(&name_of(name)?, Scope::Page, value.clone())?;
            Value::Null
        }
        ("setAttribute", [name, value, of]) => {
            cx.page()?.set(&name_of(name)?, scope(of)?, value.clone())?;
            Value::Null
        }
        ("removeAttribute", [name]) => {
            cx.page()?.remove(&name_of(name)?, None)?;
            Value::Null
        }
        ("removeAttribute", [name, of]) => {
            cx.page()?.remove(&name_of(name)?, Some(scope(of)?))?;
            Value::Null
        }
        ("getAttributesScope", [name]) => Value::Int(match cx.page()?.scope_of(&name_of(name)?) {
            None => 0,
            Some(Scope::Page) => 1,
            Some(Scope::Request) => 2,
            Some(Scope::Session) => 3,
            Some(Scope::Application) => 4,
        }),
        ("getAttributeNamesInScope", [of]) => {
            let names = cx.page()?.names(scope(of)?);
            super::iterators::enumeration(names.into_iter().map(Value::Str).collect())
        }
        ("getOut", []) => marker(&OUT),
        ("getRequest", []) => cx.page()?.implicit("request"),
        ("getResponse", []) => cx.page()?.implicit("response"),
        ("getSession", []) => cx.page()?.implicit("session"),
        ("getServletContext", []) => cx.page()?.implicit("servletContext"),
        ("getServletConfig", []) => cx.page()?.implicit("servletConfig"),
        ("getException", []) => return implicit(cx, "exception", &[]),
        ("getErrorData", []) => cx.page()?.implicit("errorData"),
        ("getPage", []) => target.clone(),
        ("include", [path, ..]) => {
            cx.page()?;
            cx.pending = Some(Pending::Include(absolute(path)));
            Value::Null
        }
        ("forward", [path]) => {
            cx.page()?;
            cx.pending = Some(Pending::Forward(absolute(path)));
            Value::Null
        }
        ("handlePageException", [error]) => return Err(super::error_of(error)),
        _ => return Ok(None),
    }))
}

/// What pages write to.
pub(super) fn out() -> Value {
    marker(&OUT)
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
        ("include", [_, _]) => Pending::Include(dispatcher.0.clone()),
        _ => return Ok(None),
    });
    Ok(Some(Value::Null))
}
