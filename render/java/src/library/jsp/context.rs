//! `JspContext` and `PageContext` (Pages 4.1, 13.1.1 and 13.1.2).

use std::any::Any;
use std::sync::LazyLock;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::context::Scope;
use vespid_render::error::class;
use vespid_render::script::ScriptPage;
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

/// `pageContext` of a page, or `jspContext` of a tag file, by its number.
struct Context(u64);

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
        other.downcast_ref::<Context>().is_some_and(|other| other.0 == self.0)
    }

    fn equals(&self, other: &Value) -> bool {
        self.is_same(other)
    }

    fn hash_code(&self) -> i32 {
        self.0 as i32
    }
}

/// The page that runs as a `PageContext`.
///
/// # Errors
/// There is none.
pub(crate) fn page_context(cx: &mut Cx<'_, '_>) -> Result<Value> {
    Ok(Value::new(Context(cx.page()?.scope_number())))
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
        "PageContext" => page_context(cx)?,
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

/// A page-scope attribute. A deferred attribute of a tag file is one, too (Pages 4.1, 8.5.2).
fn page_attribute(page: &mut ScriptPage<'_>, name: &str) -> Option<Value> {
    page.get(name, Scope::Page).or_else(|| page.mapped(name))
}

fn scope_of(cx: &mut Cx<'_, '_>, number: u64, name: &Value) -> Result<Option<Scope>> {
    let name = name_of(name)?;
    Ok(cx.page()?.within_scope(number, |page| page.scope_of(&name)))
}

/// The object of the page.
fn page(cx: &mut Cx<'_, '_>) -> Result<Value> {
    match &cx.page_object {
        Some(page) => Ok(page.clone()),
        None => Ok(cx.page()?.implicit("page")),
    }
}

fn call(cx: &mut Cx<'_, '_>, target: &Value, method: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(Context(number)) = target.downcast_ref() else { return Ok(None) };
    let number = *number;
    let absolute = |path: &Value| Str::from(coerce::to_text(path).as_ref());
    Ok(Some(match (method, args) {
        ("getAttribute" | "findAttribute", [Value::Str(name)]) if name.starts_with(IMPLICIT) => {
            implicit(cx, &name[IMPLICIT.len()..])?
        }
        ("getAttribute", [name]) => {
            let name = name_of(name)?;
            cx.page()?.within_scope(number, |page| page_attribute(page, &name)).unwrap_or_default()
        }
        ("getAttribute", [name, of]) => {
            let name = name_of(name)?;
            let of = open_scope(cx, of)?;
            cx.page()?
                .within_scope(number, |page| match of {
                    Scope::Page => page_attribute(page, &name),
                    of => page.get(&name, of),
                })
                .unwrap_or_default()
        }
        ("findAttribute", [name]) => {
            let name = name_of(name)?;
            cx.page()?.within_scope(number, |page| match page_attribute(page, &name) {
                Some(found) => found,
                None => page.find(&name),
            })
        }
        ("setAttribute", [name, value]) => {
            let name = name_of(name)?;
            cx.page()?.within_scope(number, |page| page.set(&name, Scope::Page, value.clone()))?;
            Value::Null
        }
        ("setAttribute", [name, value, of]) => {
            let name = name_of(name)?;
            let of = open_scope(cx, of)?;
            cx.page()?.within_scope(number, |page| page.set(&name, of, value.clone()))?;
            Value::Null
        }
        ("removeAttribute", [name]) => {
            let name = name_of(name)?;
            cx.page()?.within_scope(number, |page| page.remove(&name, None))?;
            Value::Null
        }
        ("removeAttribute", [name, of]) => {
            let name = name_of(name)?;
            let of = open_scope(cx, of)?;
            cx.page()?.within_scope(number, |page| page.remove(&name, Some(of)))?;
            Value::Null
        }
        ("getAttributesScope", [name]) => Value::Int(match scope_of(cx, number, name)? {
            None => 0,
            Some(Scope::Page) => 1,
            Some(Scope::Request) => 2,
            Some(Scope::Session) => 3,
            Some(Scope::Application) => 4,
        }),
        ("getAttributeNamesInScope", [of]) => {
            let of = open_scope(cx, of)?;
            let names = cx.page()?.within_scope(number, |page| page.names(of));
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
