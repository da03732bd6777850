//! `jakarta.servlet`: requests, responses, sessions, the application.

use std::any::Any;
use std::sync::Arc;
use std::sync::LazyLock;
use std::time::SystemTime;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::context::Exchange;
use vespid_render::context::Redirect;
use vespid_render::error::class;
use vespid_render::text::Locale;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::coerce;

use super::table::Native;
use super::util::enumeration;
use crate::vm::Array;
use crate::vm::Cx;

pub(super) const CLASSES: &[Native] = &[
    Native {
        methods: "getAttribute/1:Object setAttribute/2:void removeAttribute/1:void getAttributeNames:Enumeration \
                  getParameter/1:String getParameterValues/1:String[] getParameterNames:Enumeration \
                  getParameterMap:Map getCharacterEncoding:String setCharacterEncoding/1:void getContentLength:int \
                  getContentType:String getProtocol:String getScheme:String getServerName:String getServerPort:int \
                  getRemoteAddr:String getRemoteHost:String getRemotePort:int getLocalName:String \
                  getLocalAddr:String getLocalPort:int getLocale:Locale getLocales:Enumeration isSecure:boolean \
                  getRequestDispatcher/1:RequestDispatcher getRealPath/1:String getReader:? getInputStream:? \
                  getServletContext:ServletContext getDispatcherType:? isAsyncStarted:boolean \
                  isAsyncSupported:boolean getContentLengthLong:long",
        call: Some(request),
        complete: true,
        ..Native::new("jakarta.servlet.ServletRequest")
    },
    Native {
        supers: &["jakarta.servlet.ServletRequest"],
        methods: "getContextPath:String getServletPath:String getPathInfo:String getPathTranslated:String \
                  getRequestURI:String getRequestURL:StringBuffer getQueryString:String getMethod:String \
                  getHeader/1:String getHeaders/1:Enumeration getHeaderNames:Enumeration getIntHeader/1:int \
                  getDateHeader/1:long getCookies:Cookie[] getSession/0,1:HttpSession getRequestedSessionId:String \
                  isRequestedSessionIdValid:boolean isRequestedSessionIdFromCookie:boolean \
                  isRequestedSessionIdFromURL:boolean getRemoteUser:String getUserPrincipal:? isUserInRole/1:boolean \
                  getAuthType:String changeSessionId:String getParts:? getPart/1:? login/2:void logout:void",
        complete: true,
        ..Native::new("jakarta.servlet.http.HttpServletRequest")
    },
    Native {
        methods: "getCharacterEncoding:String getContentType:String setCharacterEncoding/1:void setContentType/1:void \
                  setContentLength/1:void setContentLengthLong/1:void setBufferSize/1:void getBufferSize:int \
                  flushBuffer:void resetBuffer:void reset:void isCommitted:boolean setLocale/1:void getLocale:Locale \
                  getWriter:PrintWriter getOutputStream:?",
        call: Some(response),
        complete: true,
        ..Native::new("jakarta.servlet.ServletResponse")
    },
    Native {
        supers: &["jakarta.servlet.ServletResponse"],
        methods: "setHeader/2:void addHeader/2:void setIntHeader/2:void addIntHeader/2:void setDateHeader/2:void \
                  addDateHeader/2:void containsHeader/1:boolean getHeader/1:String getHeaders/1:Collection \
                  getHeaderNames:Collection setStatus/1,2:void getStatus:int sendError/1,2:void \
                  sendRedirect/1,2:void addCookie/1:void encodeURL/1:String encodeRedirectURL/1:String \
                  encodeUrl/1:String encodeRedirectUrl/1:String",
        fields: "SC_OK:int SC_MOVED_PERMANENTLY:int SC_MOVED_TEMPORARILY:int SC_FOUND:int SC_SEE_OTHER:int \
                 SC_NOT_MODIFIED:int SC_BAD_REQUEST:int SC_UNAUTHORIZED:int SC_FORBIDDEN:int SC_NOT_FOUND:int \
                 SC_METHOD_NOT_ALLOWED:int SC_INTERNAL_SERVER_ERROR:int SC_SERVICE_UNAVAILABLE:int",
        field: Some(|name| {
            Some(Value::Int(match name {
                "SC_OK" => 200,
                "SC_MOVED_PERMANENTLY" => 301,
                "SC_MOVED_TEMPORARILY" | "SC_FOUND" => 302,
                "SC_SEE_OTHER" => 303,
                "SC_NOT_MODIFIED" => 304,
                "SC_BAD_REQUEST" => 400,
                "SC_UNAUTHORIZED" => 401,
                "SC_FORBIDDEN" => 403,
                "SC_NOT_FOUND" => 404,
                "SC_METHOD_NOT_ALLOWED" => 405,
                "SC_INTERNAL_SERVER_ERROR" => 500,
                "SC_SERVICE_UNAVAILABLE" => 503,
                _ => return None,
            }))
        }),
        complete: true,
        ..Native::new("jakarta.servlet.http.HttpServletResponse")
    },
    Native {
        methods: "getAttribute/1:Object setAttribute/2:void removeAttribute/1:void getAttributeNames:Enumeration \
                  getId:String getCreationTime:long getLastAccessedTime:long getMaxInactiveInterval:int \
                  setMaxInactiveInterval/1:void isNew:boolean invalidate:void getServletContext:ServletContext \
                  getValue/1:Object putValue/2:void removeValue/1:void getValueNames:String[]",
        call: Some(session),
        complete: true,
        ..Native::new("jakarta.servlet.http.HttpSession")
    },
    Native {
        methods: "getAttribute/1:Object setAttribute/2:void removeAttribute/1:void getAttributeNames:Enumeration \
                  getInitParameter/1:String getInitParameterNames:Enumeration getContextPath:String \
                  getServletContextName:String getServerInfo:String getMajorVersion:int getMinorVersion:int \
                  getEffectiveMajorVersion:int getEffectiveMinorVersion:int \
                  getRealPath/1:String getResource/1:? getResourceAsStream/1:? getResourcePaths/1:Set \
                  getRequestDispatcher/1:RequestDispatcher getNamedDispatcher/1:RequestDispatcher getContext/1:ServletContext \
                  getMimeType/1:String log/1,2:void getClassLoader:? getSessionTimeout:int",
        call: Some(context),
        complete: true,
        ..Native::new("jakarta.servlet.ServletContext")
    },
    Native {
        methods: "getServletName:String getServletContext:ServletContext getInitParameter/1:String \
                  getInitParameterNames:Enumeration",
        call: Some(|_, target, name, args| match (name, args) {
            ("getInitParameterNames", []) => {
                let names = vespid_render::value::methods::call_method(target, name, args)?;
                Ok(Some(super::util::enumerate(&names)))
            }
            _ => Ok(None),
        }),
        complete: true,
        ..Native::new("jakarta.servlet.ServletConfig")
    },
    Native {
        methods: "getName:String getValue:String setValue/1:void getPath:String setPath/1:void getDomain:String \
                  setDomain/1:void getMaxAge:int setMaxAge/1:void getSecure:boolean setSecure/1:void \
                  getComment:String setComment/1:void getVersion:int setVersion/1:void isHttpOnly:boolean \
                  setHttpOnly/1:void setAttribute/2:void getAttribute/1:String",
        make: Some(|_, args| match args {
            [name, value] => Ok(Some(cookie(&coerce::to_text(name), &coerce::to_text(value)))),
            _ => Ok(None),
        }),
        call: Some(cookie_call),
        complete: true,
        ..Native::new("jakarta.servlet.http.Cookie")
    },
    Native { methods: "getName:String", ..Native::new("java.security.Principal") },
];

fn text(value: &Value) -> Str {
    coerce::to_text(value).as_ref().into()
}

fn exchange(cx: &mut Cx<'_, '_>) -> Result<Arc<Exchange>> {
    cx.page().map(|page| page.exchange().clone())
}

/// A dispatcher to a path that may be relative to the page's.
fn request_dispatcher(cx: &mut Cx<'_, '_>, path: &Value) -> Result<Value> {
    if path.is_null() {
        return Ok(Value::Null);
    }
    cx.page()?;
    Ok(super::pages::dispatcher(&text(path)))
}

/// Where the application's files would lie: pages see no place outside of it.
fn real_path(path: &Value) -> Value {
    if path.is_null() {
        return Value::Null;
    }
    let path = text(path);
    let slash = if path.starts_with('/') { "" } else { "/" };
    Value::str(format!("{slash}{path}"))
}

fn request(cx: &mut Cx<'_, '_>, _: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let exchange = exchange(cx)?;
    let head = &exchange.request;
    let first = |values: &str| exchange.request.header(values).cloned();
    Ok(Some(match (name, args) {
        ("getParameterValues", [name]) => match exchange.params().all(&text(name)) {
            Some(values) => {
                Array::of("java.lang.String", values.iter().map(|value| Value::Str(value.clone())).collect())
            }
            None => Value::Null,
        },
        ("getParameterNames", []) => {
            enumeration(exchange.params().iter().map(|(name, _)| Value::Str(name.clone())).collect())
        }
        ("getParameterMap", []) => {
            let params = exchange.params();
            let entries = params.iter().map(|(name, values)| {
                let values = values.iter().map(|value| Value::Str(value.clone())).collect();
                (Value::Str(name.clone()), Array::of("java.lang.String", values))
            });
            Value::map(entries.collect::<Vec<_>>())
        }
        ("getAttributeNames", []) => {
            enumeration(exchange.attributes.names().into_iter().map(Value::Str).collect())
        }
        ("getHeaderNames", []) => {
            let mut names: Vec<Str> = Vec::new();
            for (name, _) in &head.headers {
                if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                    names.push(name.clone());
                }
            }
            enumeration(names.into_iter().map(Value::Str).collect())
        }
        ("getHeaders", [name]) => {
            let name = text(name);
            let all = head.headers.iter().filter(|(own, _)| own.eq_ignore_ascii_case(&name));
            enumeration(all.map(|(_, value)| Value::Str(value.clone())).collect())
        }
        ("getIntHeader", [name]) => Value::Int(match first(&text(name)) {
            None => -1,
            Some(value) => value
                .trim()
                .parse()
                .map_err(|_| Error::new(class::NUMBER_FORMAT, format!("For input string: \"{value}\"")))?,
        }),
        ("getDateHeader", [name]) => match first(&text(name)) {
            None => Value::Long(-1),
            Some(value) => match super::dates::parse_http_date(&value) {
                Some(millis) => Value::Long(millis),
                None => return Err(Error::illegal_argument(format!("'{value}' is no date"))),
            },
        },
        ("getCookies", []) => {
            let cookies: Vec<Value> = head.cookies.iter().map(|(name, value)| cookie(name, value)).collect();
            if cookies.is_empty() { Value::Null } else { Array::of("jakarta.servlet.http.Cookie", cookies) }
        }
        ("getSession", [] | [Value::Bool(true)]) => {
            exchange.session_or_create()?;
            cx.page()?.implicit("session")
        }
        ("getSession", [Value::Bool(false)]) => cx.page()?.implicit("session"),
        ("isRequestedSessionIdValid", []) => {
            let id = exchange.requested_session_id();
            Value::Bool(exchange.session().is_some_and(|session| Some(session.id()) == id))
        }
        ("isRequestedSessionIdFromCookie", []) => Value::Bool(exchange.requested_session_id().is_some()),
        ("isRequestedSessionIdFromURL" | "isAsyncStarted" | "isAsyncSupported", []) => Value::Bool(false),
        ("getCharacterEncoding", []) => match first("content-type").as_deref().and_then(charset_of) {
            Some(charset) => Value::str(charset),
            None => exchange.attributes.get(ENCODING).unwrap_or_default(),
        },
        ("setCharacterEncoding", [name]) => {
            // Parameters were read already, as UTF-8 unless the request said otherwise.
            exchange.attributes.set(ENCODING, name.clone());
            Value::Null
        }
        ("getRequestDispatcher", [path]) => request_dispatcher(cx, path)?,
        ("getRealPath", [path]) => real_path(path),
        ("getServletContext", []) => cx.page()?.implicit("servletContext"),
        ("getLocale", []) => {
            let tag = head.locales.first().map_or("en", Str::as_str);
            super::util::locale_value(Locale::for_language_tag(tag))
        }
        ("getLocales", []) => {
            let mut locales: Vec<Value> = head
                .locales
                .iter()
                .map(|tag| Locale::for_language_tag(tag))
                .map(super::util::locale_value)
                .collect();
            if locales.is_empty() {
                locales.push(super::util::locale_value(Locale::new("en", "", "")));
            }
            enumeration(locales)
        }
        ("getRequestURL", []) => {
            let page = cx.page()?;
            let url =
                vespid_render::value::methods::call_method(&page.implicit("request"), "getRequestURL", &[])?;
            super::lang::buffer(&coerce::to_text(&url))
        }
        ("getLocalName", []) => Value::Str(head.server_name.clone()),
        ("getLocalAddr", []) => Value::str("127.0.0.1"),
        ("getLocalPort", []) => Value::Int(i32::from(head.server_port)),
        ("getPathTranslated", []) => match &exchange.paths().path_info {
            Some(info) => real_path(&Value::Str(info.clone())),
            None => Value::Null,
        },
        ("getRemoteUser" | "getUserPrincipal" | "getAuthType", []) => Value::Null,
        ("getContentLengthLong", []) => {
            Value::Long(first("content-length").and_then(|length| length.parse().ok()).unwrap_or(-1))
        }
        _ => return Ok(None),
    }))
}

/// The request attribute in which the encoding that a page sets is kept.
const ENCODING: &str = "vespid.request.encoding";

fn charset_of(content_type: &str) -> Option<&str> {
    let (_, rest) = content_type.split_once("charset=")?;
    Some(rest.split(';').next().unwrap_or(rest).trim().trim_matches('"'))
}

fn response(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let exchange = exchange(cx)?;
    let response = &exchange.response;
    let header = |name: &str| {
        let head = response.head();
        head.headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.clone())
    };
    // What a page changes after the commit is ignored, as servlets have it; only errors and redirects fail.
    let ignored = response.is_committed();
    match (name, args) {
        (
            "setHeader" | "addHeader" | "setIntHeader" | "addIntHeader" | "setDateHeader" | "addDateHeader",
            [name_, value],
        ) => {
            let key = text(name_);
            if ignored || value.is_null() {
                return Ok(Some(Value::Null));
            }
            let value: Str = if name.ends_with("DateHeader") {
                super::dates::http_date(coerce::to_long(value)?).into()
            } else {
                text(value)
            };
            if key.eq_ignore_ascii_case("content-type") {
                response.head().set_content_type(&value)?;
            } else if name.starts_with("add") {
                response.head().add_header(&key, value);
            } else {
                response.head().set_header(&key, value);
            }
        }
        ("containsHeader", [name]) => return Ok(Some(Value::Bool(header(&text(name)).is_some()))),
        ("getHeader", [name]) => return Ok(Some(header(&text(name)).map_or(Value::Null, Value::Str))),
        ("getHeaders", [name]) => {
            let name = text(name);
            let head = response.head();
            let all = head.headers.iter().filter(|(own, _)| own.eq_ignore_ascii_case(&name));
            return Ok(Some(Value::list(
                all.map(|(_, value)| Value::Str(value.clone())).collect::<Vec<_>>(),
            )));
        }
        ("getHeaderNames", []) => {
            let head = response.head();
            return Ok(Some(Value::set(head.headers.iter().map(|(name, _)| Value::Str(name.clone())))));
        }
        ("setStatus", [status, ..]) => {
            if !ignored {
                response.head().status = u16::try_from(coerce::to_int(status)?).unwrap_or(500);
            }
        }
        ("sendError", [status]) => {
            let status = u16::try_from(coerce::to_int(status)?).unwrap_or(500);
            response.change("send an error", |head| {
                head.error = Some((status, None));
                Ok(())
            })?;
        }
        ("sendError", [status, message]) => {
            let status = u16::try_from(coerce::to_int(status)?).unwrap_or(500);
            let message = (!message.is_null()).then(|| text(message));
            response.change("send an error", |head| {
                head.error = Some((status, message));
                Ok(())
            })?;
        }
        ("sendRedirect", [location, ..]) => {
            let location = text(location);
            if cx.page()?.is_committed() {
                return Err(Error::illegal_state(
                    "a redirect can't be sent: part of the page was sent already",
                ));
            }
            response.change("redirect", |head| {
                head.redirect = Some(Redirect { location, status: 302 });
                Ok(())
            })?;
        }
        ("addCookie", [added]) => {
            if let Some(cookie) = added.downcast_ref::<Cookie>()
                && !ignored
            {
                response.head().add_header("Set-Cookie", cookie.header());
            }
        }
        ("encodeURL" | "encodeRedirectURL" | "encodeUrl" | "encodeRedirectUrl", [url]) => {
            return Ok(Some(url.clone()));
        }
        ("setContentType", [content_type]) => {
            if !ignored && !content_type.is_null() {
                response.head().set_content_type(&text(content_type))?;
            }
        }
        ("setCharacterEncoding", [name]) => {
            if !ignored && !name.is_null() {
                let mut head = response.head();
                let own = head.content_type.clone().unwrap_or_else(|| "text/html".into());
                head.set_content_type(&format!("{own};charset={}", text(name)))?;
            }
        }
        ("setLocale", [locale]) => {
            if !ignored {
                response.head().locale = Some(text(locale).replace("_", "-"));
            }
        }
        ("getLocale", []) => {
            let tag = response.head().locale.clone().unwrap_or_else(|| "en".into());
            return Ok(Some(super::util::locale_value(Locale::for_language_tag(&tag))));
        }
        ("setContentLength" | "setContentLengthLong" | "setBufferSize", [_]) => {}
        ("getBufferSize", []) => return Ok(Some(Value::Int(cx.page()?.buffer().0 as i32))),
        ("flushBuffer", []) => cx.page()?.flush()?,
        ("resetBuffer" | "reset", []) => {
            let page = cx.page()?;
            if page.is_committed() {
                return Err(Error::illegal_state("the response is already committed"));
            }
            page.clear(false)?;
            if name == "reset" {
                let mut head = response.head();
                head.headers.clear();
                head.status = 200;
            }
        }
        ("isCommitted", []) => return Ok(Some(Value::Bool(cx.page()?.is_committed()))),
        ("getWriter", []) => return Ok(Some(super::pages::out())),
        ("getOutputStream", []) => {
            return Err(Error::illegal_state("a page writes text: use out"));
        }
        ("getCharacterEncoding" | "getContentType" | "getStatus", []) => {
            return vespid_render::value::methods::call_method(target, name, args).map(Some);
        }
        _ => return Ok(None),
    }
    Ok(Some(Value::Null))
}

fn session(cx: &mut Cx<'_, '_>, _: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let exchange = exchange(cx)?;
    let Some(session) = exchange.session() else {
        return Err(Error::illegal_state("the session is no longer valid"));
    };
    Ok(Some(match (name, args) {
        ("getAttributeNames", []) => {
            enumeration(session.attributes.names().into_iter().map(Value::Str).collect())
        }
        ("setMaxInactiveInterval", [seconds]) => {
            session.set_max_inactive_secs(u64::try_from(coerce::to_int(seconds)?).unwrap_or(0));
            Value::Null
        }
        ("getServletContext", []) => cx.page()?.implicit("servletContext"),
        ("getValue", [name]) => session.attributes.get(&text(name)).unwrap_or_default(),
        ("putValue", [name, value]) => {
            session.attributes.set(text(name), value.clone());
            Value::Null
        }
        ("removeValue", [name]) => {
            session.attributes.remove(&text(name));
            Value::Null
        }
        ("getValueNames", []) => {
            Array::of("java.lang.String", session.attributes.names().into_iter().map(Value::Str).collect())
        }
        _ => return Ok(None),
    }))
}

fn context(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let exchange = exchange(cx)?;
    let application = exchange.application();
    Ok(Some(match (name, args) {
        ("getAttributeNames", []) => {
            enumeration(application.attributes().names().into_iter().map(Value::Str).collect())
        }
        ("getInitParameterNames", []) => {
            enumeration(application.init_params().keys().map(|name| Value::Str(name.clone())).collect())
        }
        ("getRealPath", [path]) => real_path(path),
        ("getRequestDispatcher", [path]) => request_dispatcher(cx, path)?,
        ("getNamedDispatcher", [_]) => Value::Null,
        ("getContext", [path]) => {
            let path = text(path);
            if path.starts_with(application.context_path().as_str()) { target.clone() } else { Value::Null }
        }
        ("getMimeType", [name]) => super::io::mime_type(&text(name)).map_or(Value::Null, Value::str),
        // Nobody reads what a page logs but who looks for it.
        ("log", _) => Value::Null,
        ("getEffectiveMajorVersion", []) => Value::Int(6),
        ("getEffectiveMinorVersion", []) => Value::Int(1),
        ("getSessionTimeout", []) => Value::Int(30),
        ("getResource" | "getResourceAsStream", [_]) => Value::Null,
        ("getResourcePaths", [_]) => Value::Null,
        _ => return Ok(None),
    }))
}

/// A `jakarta.servlet.http.Cookie`.
pub(super) struct Cookie {
    name: Str,
    fields: std::sync::Mutex<Fields>,
}

#[derive(Clone, Default)]
struct Fields {
    value: Str,
    path: Option<Str>,
    domain: Option<Str>,
    comment: Option<Str>,
    max_age: Option<i32>,
    secure: bool,
    http_only: bool,
}

impl Cookie {
    fn fields(&self) -> std::sync::MutexGuard<'_, Fields> {
        self.fields.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn header(&self) -> String {
        let fields = self.fields();
        let mut text = format!("{}={}", self.name, fields.value);
        if let Some(age) = fields.max_age.filter(|age| *age >= 0) {
            text.push_str(&format!("; Max-Age={age}; Expires="));
            let now = SystemTime::now()
                .duration_since(SystemTime::UNIX_EPOCH)
                .map_or(0, |now| now.as_millis() as i64);
            let until = if age == 0 { 10_000 } else { now + i64::from(age) * 1000 };
            text.push_str(&super::dates::http_date(until));
        }
        for (name, value) in [("Domain", &fields.domain), ("Path", &fields.path)] {
            if let Some(value) = value {
                text.push_str(&format!("; {name}={value}"));
            }
        }
        if fields.secure {
            text.push_str("; Secure");
        }
        if fields.http_only {
            text.push_str("; HttpOnly");
        }
        text
    }
}

impl Object for Cookie {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("jakarta.servlet.http.Cookie", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn cookie(name: &str, value: &str) -> Value {
    let fields = Fields { value: value.into(), ..Fields::default() };
    Value::new(Cookie { name: name.into(), fields: std::sync::Mutex::new(fields) })
}

fn cookie_call(_: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(cookie) = target.downcast_ref::<Cookie>() else { return Ok(None) };
    let mut fields = cookie.fields();
    let optional = |text: &Option<Str>| text.clone().map_or(Value::Null, Value::Str);
    let given = |value: &Value| (!value.is_null()).then(|| text(value));
    Ok(Some(match (name, args) {
        ("getName", []) => Value::Str(cookie.name.clone()),
        ("getValue", []) => Value::Str(fields.value.clone()),
        ("getPath", []) => optional(&fields.path),
        ("getDomain", []) => optional(&fields.domain),
        ("getComment", []) => optional(&fields.comment),
        ("getMaxAge", []) => Value::Int(fields.max_age.unwrap_or(-1)),
        ("getSecure", []) => Value::Bool(fields.secure),
        ("isHttpOnly", []) => Value::Bool(fields.http_only),
        ("getVersion", []) => Value::Int(0),
        ("getAttribute", [_]) => Value::Null,
        (setter, [value, ..]) => {
            match setter {
                "setValue" => fields.value = given(value).unwrap_or_default(),
                "setPath" => fields.path = given(value),
                "setDomain" => fields.domain = given(value),
                "setComment" => fields.comment = given(value),
                "setMaxAge" => fields.max_age = Some(coerce::to_int(value)?),
                "setSecure" => fields.secure = *value == Value::Bool(true),
                "setHttpOnly" => fields.http_only = *value == Value::Bool(true),
                "setVersion" | "setAttribute" => {}
                _ => return Ok(None),
            }
            Value::Null
        }
        _ => return Ok(None),
    }))
}
