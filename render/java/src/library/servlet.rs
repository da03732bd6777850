//! `jakarta.servlet`: requests, sessions, the application.

use std::sync::Arc;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::context::Exchange;
use vespid_render::context::exchange_of;
use vespid_render::context::servlet_context;
use vespid_render::context::session_object;
use vespid_render::context::session_of;
use vespid_render::error::class;
use vespid_render::text::Locale;
use vespid_render::value::Str;
use vespid_render::value::coerce;

use super::cookies::cookie;
use super::iterators::enumeration;
use super::table::Native;
use crate::vm::Array;
use crate::vm::Cx;
use crate::vm::Pending;

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
                  getRealPath/1:String getResource/1:? getResourceAsStream/1:InputStream getResourcePaths/1:Set \
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
                Ok(Some(super::iterators::enumerate(&names)))
            }
            _ => Ok(None),
        }),
        complete: true,
        ..Native::new("jakarta.servlet.ServletConfig")
    },
    Native { methods: "getName:String", ..Native::new("java.security.Principal") },
];

pub(super) fn text(value: &Value) -> Str {
    coerce::to_text(value).as_ref().into()
}

/// The exchange of which an object shows a part; that of the page, if it does not say.
pub(super) fn exchange(cx: &mut Cx<'_, '_>, object: &Value) -> Result<Arc<Exchange>> {
    match exchange_of(object) {
        Some(exchange) => Ok(exchange.clone()),
        None => cx.page().map(|page| page.exchange().clone()),
    }
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

fn request(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let exchange = exchange(cx, target)?;
    let session = || exchange.session().map_or(Value::Null, |session| session_object(&session, &exchange));
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
            session()
        }
        ("getSession", [Value::Bool(false)]) => session(),
        ("isRequestedSessionIdValid", []) => {
            let id = exchange.requested_session_id();
            Value::Bool(exchange.session().is_some_and(|session| Some(session.id()) == id))
        }
        ("isRequestedSessionIdFromCookie", []) => Value::Bool(exchange.requested_session_id().is_some()),
        ("isRequestedSessionIdFromURL" | "isAsyncStarted" | "isAsyncSupported", []) => Value::Bool(false),
        ("getCharacterEncoding", []) => {
            let charset = exchange.request_charset();
            // Under the name that was given, if it is still the one.
            let told = first("content-type").as_deref().and_then(charset_of).map(Value::str);
            let names = [exchange.attributes.get(ENCODING), told];
            let is_meant = |name: &Value| {
                charset.is_some_and(|_| vespid_streams::Charset::for_label(&coerce::to_text(name)) == charset)
            };
            match names.into_iter().flatten().find(is_meant) {
                Some(name) => name,
                None => charset.map_or(Value::Null, |charset| Value::str(charset.name())),
            }
        }
        ("setCharacterEncoding", [name]) => {
            if !name.is_null() {
                exchange.set_request_charset(super::io::charset(&coerce::to_text(name))?)?;
                exchange.attributes.set(ENCODING, name.clone());
            }
            Value::Null
        }
        ("getRequestDispatcher", [path]) => request_dispatcher(cx, path)?,
        ("getRealPath", [path]) => real_path(path),
        ("getServletContext", []) => servlet_context(&exchange),
        ("getLocale", []) => {
            let tag = head.locales.first().map_or("en", Str::as_str);
            super::locales::locale_value(Locale::for_language_tag(tag))
        }
        ("getLocales", []) => {
            let mut locales: Vec<Value> = head
                .locales
                .iter()
                .map(|tag| Locale::for_language_tag(tag))
                .map(super::locales::locale_value)
                .collect();
            if locales.is_empty() {
                locales.push(super::locales::locale_value(Locale::new("en", "", "")));
            }
            enumeration(locales)
        }
        ("getRequestURL", []) => {
            let page = cx.page()?;
            let url =
                vespid_render::value::methods::call_method(&page.implicit("request"), "getRequestURL", &[])?;
            super::builders::buffer(&coerce::to_text(&url))
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

fn session(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let session = match session_of(target) {
        Some(session) => session.clone(),
        None => match exchange(cx, target)?.session() {
            Some(session) => session,
            None => return Err(Error::illegal_state("the session is no longer valid")),
        },
    };
    Ok(Some(match (name, args) {
        ("getAttributeNames", []) => {
            enumeration(session.attributes.names().into_iter().map(Value::Str).collect())
        }
        ("setMaxInactiveInterval", [seconds]) => {
            session.set_max_inactive_secs(u64::try_from(coerce::to_int(seconds)?).unwrap_or(0));
            Value::Null
        }
        ("getServletContext", []) => servlet_context(&exchange(cx, target)?),
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
    let exchange = exchange(cx, target)?;
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
        ("getResource", [_]) => Value::Null,
        ("getResourceAsStream" | "getResourcePaths", [path]) => {
            let Some(path) = vespid_render::paths::resolve("/", &text(path)) else {
                return Ok(Some(Value::Null));
            };
            let application = application.clone();
            let streams = name == "getResourceAsStream";
            cx.pending = Some(Pending::Call(Box::pin(async move {
                if streams {
                    let bytes = application.resource(&path).await?;
                    return Ok(bytes.map_or(Value::Null, |bytes| super::input_stream(&bytes)));
                }
                let folder = path.trim_end_matches('/');
                let names = application.resource_names(&format!("{folder}/")).await?;
                let paths = |names: Vec<Str>| {
                    names.into_iter().map(|name| Value::str(format!("{folder}/{name}"))).collect::<Vec<_>>()
                };
                Ok(names.map_or(Value::Null, |names| Value::set(paths(names))))
            })));
            Value::Null
        }
        _ => return Ok(None),
    }))
}
