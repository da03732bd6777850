//! `pageContext` and what hangs on it.

use std::any::Any;
use std::sync::Arc;
use std::sync::LazyLock;
use std::time::SystemTime;

use vespid_streams::BufferMode;
use vespid_streams::PageWriter;

use super::class;
use super::maps::ScopeMap;
use crate::Result;
use crate::context::Exchange;
use crate::context::Scope;
use crate::context::Session;
use crate::text::Locale;
use crate::value::Class;
use crate::value::Object;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;

/// Implements [`Object`] for a read-only bean: its class, its properties by index, its methods.
macro_rules! bean_object {
    ($type:ty, $name:literal, $supers:expr, [$(($property:literal, $java_type:literal)),* $(,)?]) => {
        impl Object for $type {
            fn class(&self) -> &Class {
                static CLASS: LazyLock<Class> =
                    LazyLock::new(|| class($name, $supers, &[$(($property, $java_type)),*]));
                &CLASS
            }

            fn as_any(&self) -> &dyn Any {
                self
            }

            fn property(&self, index: usize) -> Result<Value> {
                let name = self.class().properties().get(index).map_or("", |property| property.name.as_str());
                self.get(name)
            }

            fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
                self.invoke(method, args)
            }

            fn is_same(&self, other: &Value) -> bool {
                other.downcast_ref::<$type>().is_some_and(|other| other.identity() == self.identity())
            }

            fn equals(&self, other: &Value) -> bool {
                self.is_same(other)
            }

            fn hash_code(&self) -> i32 {
                self.identity() as i32
            }
        }
    };
}

/// Where something lies, which tells whether two objects stand for the same.
fn address<T: ?Sized>(of: &Arc<T>) -> usize {
    Arc::as_ptr(of).cast::<()>() as usize
}

fn text(text: &Str) -> Value {
    Value::Str(text.clone())
}

fn optional(text: Option<&Str>) -> Value {
    text.map_or(Value::Null, |text| Value::Str(text.clone()))
}

/// A language tag as a `java.util.Locale`.
fn locale(tag: &str) -> Value {
    Value::new(Locale::for_language_tag(tag))
}

/// The first argument as text.
fn first(args: &[Value]) -> Str {
    args.first().map_or_else(Str::new, |value| coerce::to_text(value).as_ref().into())
}

/// The request of an exchange as pages see it.
pub fn request_object(exchange: &Arc<Exchange>) -> Value {
    Value::new(Request(exchange.clone()))
}

/// The response of an exchange as pages see it.
pub fn response_object(exchange: &Arc<Exchange>) -> Value {
    Value::new(Response(exchange.clone()))
}

/// The application of an exchange as pages see it.
pub fn servlet_context(exchange: &Arc<Exchange>) -> Value {
    Value::new(ServletContext(exchange.clone()))
}

/// The configuration of the servlet of an exchange as pages see it.
pub fn servlet_config(exchange: &Arc<Exchange>) -> Value {
    Value::new(ServletConfig(exchange.clone()))
}

/// A session as pages see it, in the application of an exchange.
pub fn session_object(session: &Arc<Session>, exchange: &Arc<Exchange>) -> Value {
    Value::new(SessionObject(session.clone(), exchange.clone()))
}

/// The exchange of which an object of those above shows a part.
pub fn exchange_of(object: &Value) -> Option<&Arc<Exchange>> {
    if let Some(Request(exchange)) = object.downcast_ref() {
        return Some(exchange);
    }
    if let Some(Response(exchange)) = object.downcast_ref() {
        return Some(exchange);
    }
    if let Some(ServletContext(exchange)) = object.downcast_ref() {
        return Some(exchange);
    }
    if let Some(SessionObject(_, exchange)) = object.downcast_ref() {
        return Some(exchange);
    }
    object.downcast_ref::<ServletConfig>().map(|ServletConfig(exchange)| exchange)
}

/// The session that an object is.
pub fn session_of(object: &Value) -> Option<&Arc<Session>> {
    object.downcast_ref::<SessionObject>().map(|SessionObject(session, _)| session)
}

/// `pageContext`: `jakarta.servlet.jsp.PageContext`.
pub(crate) struct PageContext {
    exchange: Arc<Exchange>,
    exception: Value,
    out: Out,
    info: Option<Str>,
}

impl PageContext {
    fn identity(&self) -> usize {
        address(&self.exchange)
    }

    /// That of a page with this writer, and this text in `info`.
    pub(crate) fn new(
        exchange: Arc<Exchange>,
        exception: Value,
        writer: &PageWriter,
        info: Option<Str>,
    ) -> Self {
        let out = Out { mode: writer.mode(), remaining: writer.remaining() };
        PageContext { exchange, exception, out, info }
    }

    fn get(&self, name: &str) -> Result<Value> {
        let exchange = self.exchange.clone();
        Ok(match name {
            "request" => match exchange.wrapped() {
                Some(wrapped) => wrapped.request,
                None => Value::new(Request(exchange)),
            },
            "response" => match exchange.wrapped() {
                Some(wrapped) => wrapped.response,
                None => Value::new(Response(exchange)),
            },
            "session" => {
                let session = exchange.session();
                session.map_or(Value::Null, |session| Value::new(SessionObject(session, exchange)))
            }
            "servletContext" => Value::new(ServletContext(exchange)),
            "servletConfig" => Value::new(ServletConfig(exchange)),
            "exception" => self.exception.clone(),
            "out" => Value::new(self.out.clone()),
            "page" => Value::new(Page(self.info.clone())),
            "errorData" => match exchange.attributes.get("jakarta.servlet.error.status_code") {
                Some(status) => Value::new(ErrorData { exchange, status }),
                None => Value::Null,
            },
            _ => Value::Null,
        })
    }

    fn invoke(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(match (method, args.len()) {
            ("findAttribute", 1) => {
                let name = first(args);
                let found =
                    [Scope::Request, Scope::Session, Scope::Application].into_iter().find_map(|scope| {
                        crate::value::MapView::get_str(&ScopeMap::new(self.exchange.clone(), scope), &name)
                    });
                Some(found.unwrap_or_default())
            }
            _ => None,
        })
    }
}

bean_object!(
    PageContext,
    "jakarta.servlet.jsp.PageContext",
    &["jakarta.servlet.jsp.JspContext"],
    [
        ("request", "jakarta.servlet.ServletRequest"),
        ("response", "jakarta.servlet.ServletResponse"),
        ("session", "jakarta.servlet.http.HttpSession"),
        ("servletContext", "jakarta.servlet.ServletContext"),
        ("servletConfig", "jakarta.servlet.ServletConfig"),
        ("exception", "java.lang.Exception"),
        ("out", "jakarta.servlet.jsp.JspWriter"),
        ("page", "java.lang.Object"),
        ("errorData", "jakarta.servlet.jsp.ErrorData"),
    ]
);

/// `jakarta.servlet.jsp.JspWriter`, as it was when the page asked for it.
#[derive(Clone)]
struct Out {
    mode: BufferMode,
    remaining: usize,
}

impl Out {
    fn identity(&self) -> usize {
        std::ptr::from_ref(self) as usize
    }

    fn get(&self, name: &str) -> Result<Value> {
        let size = |bytes: usize| Value::Int(i32::try_from(bytes).unwrap_or(i32::MAX));
        Ok(match name {
            "bufferSize" => size(self.mode.size_bytes),
            "remaining" => size(self.remaining),
            _ => Value::Bool(self.mode.auto_flush),
        })
    }

    fn invoke(&self, _: &str, _: &[Value]) -> Result<Option<Value>> {
        Ok(None)
    }
}

bean_object!(
    Out,
    "jakarta.servlet.jsp.JspWriter",
    &["java.io.Writer"],
    [("bufferSize", "int"), ("remaining", "int"), ("autoFlush", "boolean")]
);

/// The page itself, as far as it says something of itself.
struct Page(Option<Str>);

impl Page {
    fn identity(&self) -> usize {
        std::ptr::from_ref(self) as usize
    }

    fn get(&self, _: &str) -> Result<Value> {
        Ok(optional(self.0.as_ref()))
    }

    fn invoke(&self, _: &str, _: &[Value]) -> Result<Option<Value>> {
        Ok(None)
    }
}

bean_object!(
    Page,
    "jakarta.servlet.jsp.HttpJspPage",
    &["jakarta.servlet.jsp.JspPage", "jakarta.servlet.Servlet"],
    [("servletInfo", "java.lang.String")]
);

/// `jakarta.servlet.http.HttpServletRequest`
struct Request(Arc<Exchange>);

impl Request {
    fn identity(&self) -> usize {
        address(&self.0)
    }

    fn get(&self, name: &str) -> Result<Value> {
        let exchange = &self.0;
        let request = &exchange.request;
        Ok(match name {
            "contextPath" => text(&request.context_path),
            "servletPath" => text(&exchange.paths().servlet_path),
            "pathInfo" => optional(exchange.paths().path_info.as_ref()),
            "requestURI" => text(&exchange.paths().request_uri),
            "requestURL" => {
                let default_port = if request.scheme == "https" { 443 } else { 80 };
                let port = if request.server_port == default_port {
                    String::new()
                } else {
                    format!(":{}", request.server_port)
                };
                let uri = &exchange.paths().request_uri;
                Value::str(format!("{}://{}{port}{uri}", request.scheme, request.server_name))
            }
            "queryString" => optional(exchange.paths().query_string.as_ref()),
            "method" => text(&request.method),
            "scheme" => text(&request.scheme),
            "protocol" => text(&request.protocol),
            "serverName" => text(&request.server_name),
            "serverPort" => Value::Int(i32::from(request.server_port)),
            "remoteAddr" | "remoteHost" => text(&request.remote_addr),
            "remotePort" => Value::Int(i32::from(request.remote_port)),
            "secure" => Value::Bool(request.scheme == "https"),
            "locale" => locale(request.locales.first().map_or("en", Str::as_str)),
            "characterEncoding" => {
                self.0.request_charset().map_or(Value::Null, |charset| Value::str(charset.name()))
            }
            "locales" => Value::list(request.locales.iter().map(|tag| locale(tag))),
            "requestedSessionId" => optional(exchange.requested_session_id()),
            "contentType" => optional(request.header("content-type")),
            "contentLength" => {
                let length = request.header("content-length").and_then(|length| length.parse().ok());
                Value::Int(length.unwrap_or(-1))
            }
            "session" => {
                let session = exchange.session();
                session.map_or(Value::Null, |session| Value::new(SessionObject(session, exchange.clone())))
            }
            _ => Value::Null,
        })
    }

    fn invoke(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        let exchange = &self.0;
        Ok(Some(match (method, args.len()) {
            ("getParameter", 1) => exchange.param(&first(args)).map_or(Value::Null, Value::Str),
            ("getParameterValues", 1) => exchange
                .params()
                .all(&first(args))
                .map_or(Value::Null, |values| Value::list(values.iter().map(text))),
            ("getHeader", 1) => optional(exchange.request.header(&first(args))),
            ("getAttribute", 1) => exchange.attributes.get(&first(args)).unwrap_or_default(),
            ("setAttribute", 2) => {
                exchange.attributes.set(first(args), args[1].clone());
                Value::Null
            }
            ("removeAttribute", 1) => {
                exchange.attributes.remove(&first(args));
                Value::Null
            }
            // Roles come with the host's login; nobody has one before that.
            ("isUserInRole", 1) => Value::Bool(false),
            _ => return Ok(None),
        }))
    }
}

bean_object!(
    Request,
    "jakarta.servlet.http.HttpServletRequest",
    &["jakarta.servlet.ServletRequest"],
    [
        ("contextPath", "java.lang.String"),
        ("servletPath", "java.lang.String"),
        ("pathInfo", "java.lang.String"),
        ("requestURI", "java.lang.String"),
        ("requestURL", "java.lang.StringBuffer"),
        ("queryString", "java.lang.String"),
        ("method", "java.lang.String"),
        ("scheme", "java.lang.String"),
        ("protocol", "java.lang.String"),
        ("serverName", "java.lang.String"),
        ("serverPort", "int"),
        ("remoteAddr", "java.lang.String"),
        ("remoteHost", "java.lang.String"),
        ("remotePort", "int"),
        ("remoteUser", "java.lang.String"),
        ("userPrincipal", "java.security.Principal"),
        ("secure", "boolean"),
        ("locale", "java.util.Locale"),
        ("locales", "java.util.Enumeration"),
        ("requestedSessionId", "java.lang.String"),
        ("contentType", "java.lang.String"),
        ("characterEncoding", "java.lang.String"),
        ("contentLength", "int"),
        ("session", "jakarta.servlet.http.HttpSession"),
    ]
);

/// `jakarta.servlet.http.HttpServletResponse`
struct Response(Arc<Exchange>);

impl Response {
    fn identity(&self) -> usize {
        address(&self.0)
    }

    fn get(&self, name: &str) -> Result<Value> {
        let response = &self.0.response;
        Ok(match name {
            "status" => Value::Int(i32::from(response.head().status)),
            "contentType" => response.head().content_type_header().map_or(Value::Null, Value::str),
            "characterEncoding" => Value::str(response.head().charset.name()),
            "committed" => Value::Bool(response.is_committed()),
            "locale" => response.head().locale.as_deref().map_or(Value::Null, locale),
            _ => Value::Null,
        })
    }

    fn invoke(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        let response = &self.0.response;
        match (method, args.len()) {
            ("encodeURL" | "encodeRedirectURL", 1) => return Ok(Some(args[0].clone())),
            ("setHeader", 2) => response.change("set a header", |head| {
                head.set_header(&first(args), first(&args[1..]));
                Ok(())
            })?,
            ("addHeader", 2) => response.change("add a header", |head| {
                head.add_header(&first(args), first(&args[1..]));
                Ok(())
            })?,
            ("setStatus", 1) => {
                let status = coerce::to_long(&args[0])?;
                response.change("set the status", |head| {
                    head.status = u16::try_from(status).unwrap_or(500);
                    Ok(())
                })?;
            }
            ("setContentType", 1) => {
                response.change("set the content type", |head| head.set_content_type(&first(args)))?;
            }
            _ => return Ok(None),
        }
        Ok(Some(Value::Null))
    }
}

bean_object!(
    Response,
    "jakarta.servlet.http.HttpServletResponse",
    &["jakarta.servlet.ServletResponse"],
    [
        ("status", "int"),
        ("contentType", "java.lang.String"),
        ("characterEncoding", "java.lang.String"),
        ("committed", "boolean"),
        ("locale", "java.util.Locale"),
    ]
);

/// `jakarta.servlet.http.HttpSession`
struct SessionObject(Arc<Session>, Arc<Exchange>);

impl SessionObject {
    fn identity(&self) -> usize {
        address(&self.0)
    }

    fn get(&self, name: &str) -> Result<Value> {
        let session = &self.0;
        Ok(match name {
            "id" => text(session.id()),
            "new" => Value::Bool(session.is_new()),
            "creationTime" => {
                let passed = session.created().duration_since(SystemTime::UNIX_EPOCH);
                Value::Long(passed.map_or(0, |passed| passed.as_millis() as i64))
            }
            "lastAccessedTime" => Value::Long(session.last_accessed_ms() as i64),
            "maxInactiveInterval" => {
                Value::Int(i32::try_from(session.max_inactive_secs()).unwrap_or(i32::MAX))
            }
            _ => Value::Null,
        })
    }

    fn invoke(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        let session = &self.0;
        Ok(Some(match (method, args.len()) {
            ("getAttribute", 1) => session.attributes.get(&first(args)).unwrap_or_default(),
            ("setAttribute", 2) => {
                session.attributes.set(first(args), args[1].clone());
                Value::Null
            }
            ("removeAttribute", 1) => {
                session.attributes.remove(&first(args));
                Value::Null
            }
            ("invalidate", 0) => {
                session.invalidate();
                Value::Null
            }
            _ => return Ok(None),
        }))
    }
}

bean_object!(
    SessionObject,
    "jakarta.servlet.http.HttpSession",
    &[],
    [
        ("id", "java.lang.String"),
        ("new", "boolean"),
        ("creationTime", "long"),
        ("lastAccessedTime", "long"),
        ("maxInactiveInterval", "int"),
    ]
);

/// `jakarta.servlet.ServletConfig`
struct ServletConfig(Arc<Exchange>);

impl ServletConfig {
    fn identity(&self) -> usize {
        address(&self.0)
    }

    fn get(&self, name: &str) -> Result<Value> {
        let servlet = self.0.servlet();
        Ok(match name {
            "servletName" => text(&servlet.name),
            "servletContext" => Value::new(ServletContext(self.0.clone())),
            "initParameterNames" => Value::list(servlet.init_params.iter().map(|(name, _)| text(name))),
            _ => Value::Null,
        })
    }

    fn invoke(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(Some(match (method, args.len()) {
            ("getInitParameter", 1) => optional(self.0.servlet().init_param(&first(args))),
            _ => return Ok(None),
        }))
    }
}

bean_object!(
    ServletConfig,
    "jakarta.servlet.ServletConfig",
    &[],
    [
        ("servletName", "java.lang.String"),
        ("servletContext", "jakarta.servlet.ServletContext"),
        ("initParameterNames", "java.util.Enumeration"),
    ]
);

/// `jakarta.servlet.ServletContext`
struct ServletContext(Arc<Exchange>);

impl ServletContext {
    fn identity(&self) -> usize {
        address(self.0.application())
    }

    fn get(&self, name: &str) -> Result<Value> {
        let application = self.0.application();
        Ok(match name {
            "contextPath" => text(&self.0.request.context_path),
            "servletContextName" => Value::str(application.name()),
            "serverInfo" => Value::str(concat!("Vespid/", env!("CARGO_PKG_VERSION"))),
            "majorVersion" => Value::Int(6),
            "minorVersion" => Value::Int(1),
            _ => Value::Null,
        })
    }

    fn invoke(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        let application = self.0.application();
        Ok(Some(match (method, args.len()) {
            ("getInitParameter", 1) => optional(application.init_param(&first(args))),
            ("getAttribute", 1) => application.attributes().get(&first(args)).unwrap_or_default(),
            ("setAttribute", 2) => {
                application.attributes().set(first(args), args[1].clone());
                Value::Null
            }
            ("removeAttribute", 1) => {
                application.attributes().remove(&first(args));
                Value::Null
            }
            _ => return Ok(None),
        }))
    }
}

bean_object!(
    ServletContext,
    "jakarta.servlet.ServletContext",
    &[],
    [
        ("contextPath", "java.lang.String"),
        ("servletContextName", "java.lang.String"),
        ("serverInfo", "java.lang.String"),
        ("majorVersion", "int"),
        ("minorVersion", "int"),
    ]
);

/// `jakarta.servlet.jsp.ErrorData`
struct ErrorData {
    exchange: Arc<Exchange>,
    status: Value,
}

impl ErrorData {
    fn identity(&self) -> usize {
        address(&self.exchange)
    }

    fn get(&self, name: &str) -> Result<Value> {
        let attribute = |name: &str| self.exchange.attributes.get(name).unwrap_or_default();
        Ok(match name {
            "statusCode" => self.status.clone(),
            "throwable" => attribute("jakarta.servlet.error.exception"),
            "requestURI" => attribute("jakarta.servlet.error.request_uri"),
            "servletName" => attribute("jakarta.servlet.error.servlet_name"),
            "queryString" => attribute("jakarta.servlet.error.query_string"),
            "method" => attribute("jakarta.servlet.error.method"),
            _ => Value::Null,
        })
    }

    fn invoke(&self, _method: &str, _args: &[Value]) -> Result<Option<Value>> {
        Ok(None)
    }
}

bean_object!(
    ErrorData,
    "jakarta.servlet.jsp.ErrorData",
    &[],
    [
        ("statusCode", "int"),
        ("throwable", "java.lang.Throwable"),
        ("requestURI", "java.lang.String"),
        ("servletName", "java.lang.String"),
        ("queryString", "java.lang.String"),
        ("method", "java.lang.String"),
    ]
);
