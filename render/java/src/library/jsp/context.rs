//! `JspContext` and `PageContext` (Pages 4.1, 13.1.1 and 13.1.2).

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

use super::super::pages;
use super::super::table::Native;
use super::expressions;
use super::writer;
use crate::vm::Cx;
use crate::vm::Pending;

pub(in super::super) const CLASSES: &[Native] = &[
    Native {
        methods: "getAttribute/1,2:Object setAttribute/2,3:void removeAttribute/1,2:void findAttribute/1:Object \
                  getAttributesScope/1:int getAttributeNamesInScope/1:Enumeration getOut:JspWriter \
                  getELContext:ELContext pushBody/0:BodyContent pushBody/1:JspWriter popBody:JspWriter",
        complete: true,
        ..Native::new("jakarta.servlet.jsp.JspContext")
    },
    Native {
        supers: &["jakarta.servlet.jsp.JspContext"],
        methods: "getRequest:HttpServletRequest getResponse:HttpServletResponse getSession:HttpSession \
                  getServletContext:ServletContext getServletConfig:ServletConfig getPage:Object \
                  getException:Exception include/1,2:void forward/1:void getErrorData:ErrorData \
                  handlePageException/1:void initialize/8:void release:void",
        fields: "PAGE_SCOPE:int REQUEST_SCOPE:int SESSION_SCOPE:int APPLICATION_SCOPE:int PAGE:String \
                 PAGECONTEXT:String REQUEST:String RESPONSE:String CONFIG:String SESSION:String OUT:String \
                 APPLICATION:String EXCEPTION:String",
        field: Some(|name| {
            Some(Value::str(match name {
                "PAGE_SCOPE" => return Some(Value::Int(1)),
                "REQUEST_SCOPE" => return Some(Value::Int(2)),
                "SESSION_SCOPE" => return Some(Value::Int(3)),
                "APPLICATION_SCOPE" => return Some(Value::Int(4)),
                "PAGE" => "jakarta.servlet.jsp.jspPage",
                "PAGECONTEXT" => "jakarta.servlet.jsp.jspPageContext",
                "REQUEST" => "jakarta.servlet.jsp.jspRequest",
                "RESPONSE" => "jakarta.servlet.jsp.jspResponse",
                "CONFIG" => "jakarta.servlet.jsp.jspConfig",
                "SESSION" => "jakarta.servlet.jsp.jspSession",
                "OUT" => "jakarta.servlet.jsp.jspOut",
                "APPLICATION" => "jakarta.servlet.jsp.jspApplication",
                "EXCEPTION" => "jakarta.servlet.jsp.jspException",
                _ => return None,
            }))
        }),
        call: Some(call),
        complete: true,
        ..Native::new("jakarta.servlet.jsp.PageContext")
    },
];

/// `pageContext`: all that it can do is done with the page that runs.
struct Context;

impl Object for Context {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            Class::new("jakarta.servlet.jsp.PageContext", &["jakarta.servlet.jsp.JspContext"])
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_same(&self, other: &Value) -> bool {
        other.downcast_ref::<Context>().is_some()
    }

    fn equals(&self, other: &Value) -> bool {
        self.is_same(other)
    }

    fn hash_code(&self) -> i32 {
        1
    }
}

/// The page that runs as a `PageContext`.
pub(crate) fn page_context() -> Value {
    Value::new(Context)
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

/// A scope that there is: without a session there is none of its scope.
fn open_scope(cx: &mut Cx<'_, '_>, value: &Value) -> Result<Scope> {
    let scope = scope(value)?;
    if scope == Scope::Session && cx.page()?.implicit("session").is_null() {
        return Err(Error::illegal_state("the page takes no part in a session"));
    }
    Ok(scope)
}

fn not_null<'a>(value: &'a Value, what: &str) -> Result<&'a Value> {
    if value.is_null() { Err(Error::new(class::NULL_POINTER, format!("{what} is null"))) } else { Ok(value) }
}

fn name_of(value: &Value) -> Result<Str> {
    Ok(coerce::to_text(not_null(value, "the name of the attribute")?).as_ref().into())
}

/// What the names of the implicit objects begin with, by which they are attributes of the page.
const IMPLICIT: &str = "jakarta.servlet.jsp.jsp";

fn implicit(cx: &mut Cx<'_, '_>, name: &str) -> Result<Value> {
    Ok(match name {
        "Page" => page(cx)?,
        "PageContext" => page_context(),
        "Request" => cx.page()?.implicit("request"),
        "Response" => cx.page()?.implicit("response"),
        "Config" => cx.page()?.implicit("servletConfig"),
        "Session" => cx.page()?.implicit("session"),
        "Out" => writer::current(cx)?,
        "Application" => cx.page()?.implicit("servletContext"),
        "Exception" => pages::exception(cx)?,
        _ => Value::Null,
    })
}

/// The object of the page.
fn page(cx: &mut Cx<'_, '_>) -> Result<Value> {
    match &cx.page_object {
        Some(page) => Ok(page.clone()),
        None => Ok(cx.page()?.implicit("page")),
    }
}

fn call(cx: &mut Cx<'_, '_>, target: &Value, method: &str, args: &[Value]) -> Result<Option<Value>> {
    if target.downcast_ref::<Context>().is_none() {
        return Ok(None);
    }
    let absolute = |path: &Value| Str::from(coerce::to_text(path).as_ref());
    Ok(Some(match (method, args) {
        ("getAttribute" | "findAttribute", [Value::Str(name)]) if name.starts_with(IMPLICIT) => {
            implicit(cx, &name[IMPLICIT.len()..])?
        }
        ("getAttribute", [name]) => cx.page()?.get(&name_of(name)?, Scope::Page).unwrap_or_default(),
        ("getAttribute", [name, of]) => {
            let name = name_of(name)?;
            let of = open_scope(cx, of)?;
            cx.page()?.get(&name, of).unwrap_or_default()
        }
        ("findAttribute", [name]) => cx.page()?.find(&name_of(name)?),
        ("setAttribute", [name, value]) => {
            cx.page()?.set(&name_of(name)?, Scope::Page, value.clone())?;
            Value::Null
        }
        ("setAttribute", [name, value, of]) => {
            let name = name_of(name)?;
            let of = open_scope(cx, of)?;
            cx.page()?.set(&name, of, value.clone())?;
            Value::Null
        }
        ("removeAttribute", [name]) => {
            cx.page()?.remove(&name_of(name)?, None)?;
            Value::Null
        }
        ("removeAttribute", [name, of]) => {
            let name = name_of(name)?;
            let of = open_scope(cx, of)?;
            cx.page()?.remove(&name, Some(of))?;
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
            let of = open_scope(cx, of)?;
            let names = cx.page()?.names(of);
            super::super::iterators::enumeration(names.into_iter().map(Value::Str).collect())
        }
        ("getOut", []) => writer::current(cx)?,
        ("pushBody", []) => writer::push(cx, Value::Null)?,
        ("pushBody", [to]) => writer::push(cx, to.clone())?,
        ("popBody", []) => writer::pop(cx)?,
        ("getELContext", []) => expressions::el_context(cx)?,
        ("getRequest", []) => cx.page()?.implicit("request"),
        ("getResponse", []) => cx.page()?.implicit("response"),
        ("getSession", []) => cx.page()?.implicit("session"),
        ("getServletContext", []) => cx.page()?.implicit("servletContext"),
        ("getServletConfig", []) => cx.page()?.implicit("servletConfig"),
        ("getException", []) => pages::exception(cx)?,
        ("getErrorData", []) => cx.page()?.implicit("errorData"),
        ("getPage", []) => page(cx)?,
        ("include", [path, flush @ ..]) => {
            cx.page()?;
            let flush = flush.first() != Some(&Value::Bool(false));
            cx.pending = Some(Pending::Include { path: absolute(path), flush });
            Value::Null
        }
        ("forward", [path]) => {
            cx.page()?;
            cx.pending = Some(Pending::Forward(absolute(path)));
            Value::Null
        }
        ("handlePageException", [error]) => {
            let error = super::super::error_of(not_null(error, "the exception")?);
            cx.page()?;
            cx.pending = Some(Pending::Fail(error));
            Value::Null
        }
        ("initialize" | "release", _) => Value::Null,
        _ => return Ok(None),
    }))
}
