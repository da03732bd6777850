//! `jakarta.servlet`: responses.

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::context::Redirect;
use vespid_render::text::Locale;
use vespid_render::value::Str;
use vespid_render::value::coerce;

use super::cookies::Cookie;
use super::servlet::exchange;
use super::servlet::text;
use super::table::Native;
use crate::vm::Cx;

pub(super) const CLASSES: &[Native] = &[
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
        fields: "SC_CONTINUE:int SC_SWITCHING_PROTOCOLS:int SC_OK:int SC_CREATED:int SC_ACCEPTED:int \
                 SC_NON_AUTHORITATIVE_INFORMATION:int SC_NO_CONTENT:int SC_RESET_CONTENT:int SC_PARTIAL_CONTENT:int \
                 SC_MULTIPLE_CHOICES:int SC_MOVED_PERMANENTLY:int SC_MOVED_TEMPORARILY:int SC_FOUND:int \
                 SC_SEE_OTHER:int SC_NOT_MODIFIED:int SC_USE_PROXY:int SC_TEMPORARY_REDIRECT:int \
                 SC_PERMANENT_REDIRECT:int SC_BAD_REQUEST:int SC_UNAUTHORIZED:int SC_PAYMENT_REQUIRED:int \
                 SC_FORBIDDEN:int SC_NOT_FOUND:int SC_METHOD_NOT_ALLOWED:int SC_NOT_ACCEPTABLE:int \
                 SC_PROXY_AUTHENTICATION_REQUIRED:int SC_REQUEST_TIMEOUT:int SC_CONFLICT:int SC_GONE:int \
                 SC_LENGTH_REQUIRED:int SC_PRECONDITION_FAILED:int SC_REQUEST_ENTITY_TOO_LARGE:int \
                 SC_REQUEST_URI_TOO_LONG:int SC_UNSUPPORTED_MEDIA_TYPE:int SC_REQUESTED_RANGE_NOT_SATISFIABLE:int \
                 SC_EXPECTATION_FAILED:int SC_INTERNAL_SERVER_ERROR:int SC_NOT_IMPLEMENTED:int SC_BAD_GATEWAY:int \
                 SC_SERVICE_UNAVAILABLE:int SC_GATEWAY_TIMEOUT:int SC_HTTP_VERSION_NOT_SUPPORTED:int",
        field: Some(|name| {
            Some(Value::Int(match name {
                "SC_CONTINUE" => 100,
                "SC_SWITCHING_PROTOCOLS" => 101,
                "SC_OK" => 200,
                "SC_CREATED" => 201,
                "SC_ACCEPTED" => 202,
                "SC_NON_AUTHORITATIVE_INFORMATION" => 203,
                "SC_NO_CONTENT" => 204,
                "SC_RESET_CONTENT" => 205,
                "SC_PARTIAL_CONTENT" => 206,
                "SC_MULTIPLE_CHOICES" => 300,
                "SC_MOVED_PERMANENTLY" => 301,
                "SC_MOVED_TEMPORARILY" | "SC_FOUND" => 302,
                "SC_SEE_OTHER" => 303,
                "SC_NOT_MODIFIED" => 304,
                "SC_USE_PROXY" => 305,
                "SC_TEMPORARY_REDIRECT" => 307,
                "SC_PERMANENT_REDIRECT" => 308,
                "SC_BAD_REQUEST" => 400,
                "SC_UNAUTHORIZED" => 401,
                "SC_PAYMENT_REQUIRED" => 402,
                "SC_FORBIDDEN" => 403,
                "SC_NOT_FOUND" => 404,
                "SC_METHOD_NOT_ALLOWED" => 405,
                "SC_NOT_ACCEPTABLE" => 406,
                "SC_PROXY_AUTHENTICATION_REQUIRED" => 407,
                "SC_REQUEST_TIMEOUT" => 408,
                "SC_CONFLICT" => 409,
                "SC_GONE" => 410,
                "SC_LENGTH_REQUIRED" => 411,
                "SC_PRECONDITION_FAILED" => 412,
                "SC_REQUEST_ENTITY_TOO_LARGE" => 413,
                "SC_REQUEST_URI_TOO_LONG" => 414,
                "SC_UNSUPPORTED_MEDIA_TYPE" => 415,
                "SC_REQUESTED_RANGE_NOT_SATISFIABLE" => 416,
                "SC_EXPECTATION_FAILED" => 417,
                "SC_INTERNAL_SERVER_ERROR" => 500,
                "SC_NOT_IMPLEMENTED" => 501,
                "SC_BAD_GATEWAY" => 502,
                "SC_SERVICE_UNAVAILABLE" => 503,
                "SC_GATEWAY_TIMEOUT" => 504,
                "SC_HTTP_VERSION_NOT_SUPPORTED" => 505,
                _ => return None,
            }))
        }),
        complete: true,
        ..Native::new("jakarta.servlet.http.HttpServletResponse")
    },
];

/// What is written follows the response's charset until part of it was sent.
fn write_in_its_charset(cx: &mut Cx<'_, '_>) {
    if let Ok(page) = cx.page() {
        page.write_in_its_charset();
    }
}

fn response(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let exchange = exchange(cx, target)?;
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
                write_in_its_charset(cx);
            }
        }
        ("setCharacterEncoding", [name]) => {
            if !ignored && !name.is_null() {
                let mut head = response.head();
                let own = head.content_type.clone().unwrap_or_else(|| "text/html".into());
                head.set_content_type(&format!("{own};charset={}", text(name)))?;
                drop(head);
                write_in_its_charset(cx);
            }
        }
        ("setLocale", [locale]) => {
            if !ignored {
                response.head().locale = Some(text(locale).replace("_", "-"));
            }
        }
        ("getLocale", []) => {
            let tag = response.head().locale.clone().unwrap_or_else(|| "en".into());
            return Ok(Some(super::locales::locale_value(Locale::for_language_tag(&tag))));
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
        ("getWriter", []) => return Ok(Some(super::jsp::writer::variable())),
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
