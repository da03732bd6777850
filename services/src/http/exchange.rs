//! From a request to the exchange that pages see.

use std::net::IpAddr;
use std::sync::Arc;

use http::HeaderMap;
use http::Version;
use vespid_render::Error;
use vespid_render::Value;
use vespid_render::application::Application;
use vespid_render::context::Exchange;
use vespid_render::context::Params;
use vespid_render::context::Paths;
use vespid_render::context::RequestHead;
use vespid_render::context::ServletInfo;
use vespid_render::context::SessionStore;
use vespid_render::paths::resolve;
use vespid_render::value::Str;
use vespid_streams::Charset;

use super::Refusal;
use super::Request;
use super::cookies;
use super::languages;
use super::params::add_urlencoded;
use super::params::form_charset;

/// Where in an application a request leads.
pub(crate) struct Placement<'a> {
    pub(crate) application: &'a Arc<Application>,
    pub(crate) servlet_path: &'a str,
    pub(crate) path_info: Option<&'a str>,
    /// The servlet that answers, if `web.xml` says more of it.
    pub(crate) servlet: Option<Arc<ServletInfo>>,
    pub(crate) sessions: Arc<dyn SessionStore>,
    pub(crate) session_cookie: &'a str,
    /// The charset of parameters where the request does not say.
    pub(crate) charset: Charset,
}

/// The exchange for a request.
///
/// # Errors
/// Parameters that can't be decoded, or too many.
pub(crate) fn exchange(request: &Request, placement: &Placement<'_>) -> Result<Arc<Exchange>, Refusal> {
    let mut params = Params::new();
    let max_params = request.limits.max_params;
    if let Some(query) = &request.target.query {
        // Browsers write queries of forms in the page's charset, links in UTF-8; there is no header to tell.
        add_urlencoded(&mut params, query.as_bytes(), Charset::UTF_8, max_params)?;
    }
    let query_params = request.form.is_some().then(|| params.clone());
    if let Some(form) = &request.form {
        let charset = form_charset(&request.headers, placement.charset)?.unwrap_or(placement.charset);
        match add_urlencoded(&mut params, form, charset, max_params) {
            Ok(()) => {}
            // A form that does not say what it is may be of any charset, which the page may know (`fmt:requestEncoding`).
            Err(refusal) if named_charset(&request.headers).is_some() => return Err(refusal),
            Err(refusal) => {
                let latin = Charset::for_label("ISO-8859-1").ok_or(refusal)?;
                params = query_params.clone().unwrap_or_default();
                add_urlencoded(&mut params, form, latin, max_params)?;
            }
        }
    }
    let cookies = cookies::parse(&request.headers);
    let is_session = |(name, _): &&(Str, Str)| name == placement.session_cookie;
    let session_id = cookies.iter().find(is_session).map(|(_, value)| value.clone());
    let head = RequestHead {
        method: request.method.as_str().into(),
        scheme: request.scheme().into(),
        protocol: protocol(request.version).into(),
        server_name: request.host.as_str().into(),
        server_port: request.port,
        remote_addr: address_text(request.peer.remote.ip()),
        remote_port: request.peer.remote.port(),
        headers: headers(&request.headers),
        cookies,
        locales: languages::parse(&request.headers),
        context_path: placement.application.context_path().clone(),
    };
    let paths = Paths {
        request_uri: request.target.raw_path.as_str().into(),
        servlet_path: placement.servlet_path.into(),
        path_info: placement.path_info.map(Str::from),
        query_string: request.target.query.as_deref().map(Str::from),
    };
    let servlet = placement.servlet.clone().unwrap_or_default();
    let mut builder = Exchange::builder(placement.application.clone())
        .servlet(servlet)
        .request(head)
        .paths(paths)
        .params(params)
        .request_charset(named_charset(&request.headers))
        .sessions(placement.sessions.clone(), session_id);
    if let (Some(query_params), Some(form)) = (query_params, request.form.clone()) {
        builder = builder.form(move |charset| {
            let mut params = query_params.clone();
            add_urlencoded(&mut params, &form, charset, max_params)
                .map_err(|refusal| Error::illegal_argument(refusal.to_string()))?;
            Ok(params)
        });
    }
    Ok(builder.build())
}

/// The charset in the `Content-Type`, if it is one that is known.
fn named_charset(headers: &HeaderMap) -> Option<Charset> {
    let content_type = headers.get(http::header::CONTENT_TYPE)?.to_str().ok()?;
    let mut parameters = content_type.split(';').skip(1).filter_map(|parameter| parameter.split_once('='));
    let (_, charset) = parameters.find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"))?;
    Charset::for_label(charset.trim().trim_matches('"'))
}

/// An address as text, without the detours of a format, since each request has one.
fn address_text(address: IpAddr) -> Str {
    let IpAddr::V4(address) = address else { return address.to_string().into() };
    let mut text = Str::new();
    for (index, octet) in address.octets().into_iter().enumerate() {
        if index > 0 {
            text.push('.');
        }
        text.push_str(itoa::Buffer::new().format(octet));
    }
    text
}

fn protocol(version: Version) -> &'static str {
    match version {
        Version::HTTP_09 => "HTTP/0.9",
        Version::HTTP_10 => "HTTP/1.0",
        Version::HTTP_2 => "HTTP/2.0",
        Version::HTTP_3 => "HTTP/3.0",
        _ => "HTTP/1.1",
    }
}

fn headers(map: &HeaderMap) -> Vec<(Str, Str)> {
    let text = |value: &http::HeaderValue| match value.to_str() {
        Ok(text) => text.into(),
        Err(_) => String::from_utf8_lossy(value.as_bytes()).as_ref().into(),
    };
    map.iter().map(|(name, value)| (name.as_str().into(), text(value))).collect()
}

/// Moves an exchange on to another path, as a forward does (Servlet 6.1, 9.4); gives the path without its query.
/// `None`: the path leads outside of the application.
pub(crate) fn forward(exchange: &Exchange, to: &str) -> Option<Str> {
    let (path, query) = to.split_once('?').map_or((to, None), |(path, query)| (path, Some(query)));
    let before = exchange.paths();
    let path = resolve(&before.servlet_path, path)?;
    if let Some(query) = query {
        let mut params = Params::new();
        // What does not decode is the code's own text: better a parameter less than no page.
        let _ = add_urlencoded(&mut params, query.as_bytes(), Charset::UTF_8, usize::MAX);
        let first: Vec<_> = params
            .iter()
            .flat_map(|(name, values)| values.iter().map(|value| (name.clone(), value.clone())))
            .collect();
        exchange.set_params(Arc::new(exchange.params().with_first(&first)));
    }
    if exchange.attributes.get("jakarta.servlet.forward.request_uri").is_none() {
        let optional = |text: &Option<Str>| text.clone().map_or(Value::Null, Value::Str);
        for (name, value) in [
            ("request_uri", Value::Str(before.request_uri.clone())),
            ("context_path", Value::Str(exchange.request.context_path.clone())),
            ("servlet_path", Value::Str(before.servlet_path.clone())),
            ("path_info", optional(&before.path_info)),
            ("query_string", optional(&before.query_string)),
        ] {
            exchange.attributes.set(format!("jakarta.servlet.forward.{name}"), value);
        }
    }
    exchange.set_paths(Arc::new(Paths {
        request_uri: format!("{}{path}", exchange.request.context_path).into(),
        servlet_path: path.clone(),
        path_info: None,
        query_string: query.map(Str::from).or_else(|| before.query_string.clone()),
    }));
    Some(path)
}
