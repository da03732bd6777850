//! `c:url`, `c:redirect` and `c:import` (Jakarta Tags 3.1, chapter 7).

use std::sync::Arc;

use bytes::Bytes;
use percent_encoding::AsciiSet;
use percent_encoding::NON_ALPHANUMERIC;
use percent_encoding::utf8_percent_encode;
use vespid_streams::Charset;

use super::Machine;
use super::waiting::IncludeReturn;
use super::waiting::IncludeTo;
use crate::Result;
use crate::application::Fetched;
use crate::application::is_absolute_url;
use crate::context::Exchange;
use crate::context::Head;
use crate::context::Redirect;
use crate::context::Scope;
use crate::context::charset;
use crate::error::Error;
use crate::error::class;
use crate::program::ImportSite;
use crate::program::ImportTo;
use crate::program::UrlSite;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;
use crate::value::java::Reader;
use crate::writer::write_error;
use crate::writer::write_value;

/// What `java.net.URLEncoder` writes as `%XX`, and the blank, which becomes `+` afterwards.
const URL_ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'-').remove(b'*').remove(b'_');

fn url_encode(text: &str) -> String {
    utf8_percent_encode(text, URL_ENCODED).to_string().replace("%20", "+")
}

/// Adds parameters to the query of a URL, before those that it has, as the reference implementation does.
fn with_params(mut url: String, params: &[(Str, Str)]) -> String {
    if params.is_empty() {
        return url;
    }
    let pairs: Vec<String> =
        params.iter().map(|(name, value)| format!("{}={}", url_encode(name), url_encode(value))).collect();
    let pairs = pairs.join("&");
    match url.find(['?', '#']) {
        Some(at) if url[at..].starts_with('?') => url.insert_str(at + 1, &format!("{pairs}&")),
        Some(at) => url.insert_str(at, &format!("?{pairs}")),
        None => url.push_str(&format!("?{pairs}")),
    }
    url
}

/// A URL without the session's id, which some containers write behind its path.
fn without_session(url: &str) -> String {
    let Some(at) = url.find(";jsessionid=") else { return url.to_owned() };
    let end = url[at + 1..].find([';', '?', '#']).map_or(url.len(), |end| at + 1 + end);
    format!("{}{}", &url[..at], &url[end..])
}

pub(super) fn tag_error(message: impl Into<ecow::EcoString>) -> Error {
    Error::new(class::JSP_TAG, message)
}

impl Machine {
    /// Pops parameters and context; no context for null.
    fn url_attributes(&mut self, site: &UrlSite) -> (Option<String>, Vec<(Str, Str)>) {
        let mut params = self.url_params(site.params);
        // A parameter without a name is none.
        params.retain(|(name, _)| !name.is_empty());
        let context = if site.context { self.pop() } else { Value::Null };
        ((!context.is_null()).then(|| coerce::to_text(&context).into_owned()), params)
    }

    /// The URL of `c:url` and `c:redirect` as a client understands it. Sessions are kept by cookies alone, so no session
    /// id is ever written into it.
    fn client_url(&mut self, site: &UrlSite, tag: &str) -> Result<String> {
        let (context, params) = self.url_attributes(site);
        let value = self.pop();
        let value = coerce::to_text(&value);
        let mut url = String::new();
        if !is_absolute_url(&value) {
            match &context {
                Some(context) => {
                    if !context.starts_with('/') || !value.starts_with('/') {
                        return Err(tag_error(format!(
                            "the context and the url of {tag} must start with '/', not '{context}' and '{value}'"
                        )));
                    }
                    url.push_str(context.trim_end_matches('/'));
                }
                None if value.starts_with('/') => url.push_str(&self.state.exchange.request.context_path),
                None => {}
            }
        }
        url.push_str(&value);
        Ok(with_params(url, &params))
    }

    /// `c:url`
    pub(super) fn url(&mut self, site: &UrlSite) -> Result<()> {
        let url = Value::str(self.client_url(site, "c:url")?);
        match &site.var {
            Some((name, scope)) => self.state.set(name, *scope, url),
            None => write_value(&mut self.state.out, &url),
        }
    }

    /// `c:redirect`: what was written so far is dropped, and the rest of the page is left out.
    #[inline(never)]
    pub(super) fn redirect(&mut self, site: &UrlSite) -> Result<()> {
        let url = self.client_url(site, "c:redirect")?;
        let location = self.state.exchange.absolute_url(&url);
        if self.state.out.is_committed() {
            return Err(Error::illegal_state("the page can't redirect: part of it was sent already")
                .with_hint("redirect before the buffer is flushed, or give the page a larger buffer"));
        }
        self.state.exchange.response.change("redirect", |head: &mut Head| {
            head.redirect = Some(Redirect { location: location.into(), status: 302 });
            Ok(())
        })?;
        self.skip_page()
    }

    /// `c:import`
    #[inline(never)]
    pub(super) fn import(&mut self, site: &ImportSite) -> Result<()> {
        let (context, params) = self.url_attributes(&site.url);
        let encoding = if site.encoding { self.pop() } else { Value::Null };
        let encoding = coerce::to_text(&encoding);
        let encoding = if encoding.is_empty() {
            None
        } else {
            Some(charset(&encoding).map_err(|error| tag_error(format!("c:import: {error}")))?)
        };
        let url = self.pop();
        let url = coerce::to_text(&url);
        if url.is_empty() {
            return Err(tag_error("the url of c:import is empty"));
        }
        let program = self.state.program();
        let to = match &site.to {
            ImportTo::Page => IncludeTo::Page,
            ImportTo::Var(name, scope) => IncludeTo::Var(name.clone(), *scope),
            ImportTo::Reader(slot) => IncludeTo::Reader(program.slots.names()[*slot as usize].clone()),
        };
        let back = IncludeReturn::import(to, encoding);
        if is_absolute_url(&url) {
            let url = with_params(url.into_owned(), &params);
            let exchange = self.state.exchange.clone();
            let Some(fetcher) = exchange.application().fetcher() else {
                return Err(tag_error(format!("c:import of the absolute URL '{url}' is not allowed"))
                    .with_hint("allow its host in the server's configuration: [imports] hosts"));
            };
            let fetching = Arc::clone(fetcher).fetch(&url, &exchange);
            self.wait_for_url(fetching, url, back);
            return Ok(());
        }
        let url = without_session(&url);
        match context {
            None => self.start_include(&url, params, back),
            Some(context) => {
                if !context.starts_with('/') || !url.starts_with('/') {
                    return Err(tag_error(format!(
                        "the context and the url of c:import must start with '/', not '{context}' and '{url}'"
                    )));
                }
                if context.trim_end_matches('/') == self.state.exchange.request.context_path {
                    return self.start_include(&url, params, back);
                }
                self.start_foreign(&context, &url, params, back)
            }
        }
    }

    /// An import of another application's resource, of which the host makes text.
    fn start_foreign(
        &mut self,
        context: &str,
        url: &str,
        params: Vec<(Str, Str)>,
        back: IncludeReturn,
    ) -> Result<()> {
        let (path, query, params) = self.locate(url, params)?;
        let exchange = self.state.exchange.clone();
        let target = exchange.application().dispatcher().foreign(context.trim_end_matches('/'), &path);
        let Some(target) = target else {
            return Err(tag_error(format!("there is no application '{context}' for c:import of '{url}'"))
                .with_hint("import by an absolute URL, or serve that application beside this one"));
        };
        self.include_target(&format!("{context}{path}"), query, &params, target, back);
        Ok(())
    }

    /// Hands imported text to where it goes.
    pub(super) fn deliver_import(&mut self, to: &IncludeTo, text: &str) -> Result<()> {
        match to {
            IncludeTo::Page => self.state.out.write_str(text).map_err(write_error),
            IncludeTo::Var(name, scope) => self.state.set(name, *scope, Value::str(text)),
            IncludeTo::Reader(name) => self.state.set(name, Scope::Page, Value::new(Reader::new(text))),
        }
    }
}

/// The text of what a URL had: by the given charset, else by the one of its type, else ISO-8859-1.
///
/// # Errors
/// `JspException` with URL and status, where that is none of success.
pub(super) fn fetched_text(fetched: &Fetched, url: &str, encoding: Option<Charset>) -> Result<String> {
    if !(200..300).contains(&fetched.status) {
        return Err(tag_error(format!("{} {url}", fetched.status)));
    }
    let told = || {
        let content_type = fetched.content_type.as_deref()?;
        let mut parameters = content_type.split(';').skip(1).filter_map(|part| part.split_once('='));
        let (_, charset) = parameters.find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"))?;
        Charset::for_label(charset.trim().trim_matches(['"', '\'']))
    };
    let charset = encoding.or_else(told).unwrap_or_else(latin);
    Ok(charset.decode(&fetched.body).0.into_owned())
}

/// The text of a file or of what code answered: in UTF-8 if it is that, else in ISO-8859-1.
pub(super) fn resource_text(bytes: &Bytes, encoding: Option<Charset>) -> String {
    match (encoding, std::str::from_utf8(bytes)) {
        (None, Ok(text)) => text.to_owned(),
        (None, Err(_)) => latin().decode(bytes).0.into_owned(),
        (Some(charset), _) => charset.decode(bytes).0.into_owned(),
    }
}

fn latin() -> Charset {
    Charset::for_label("ISO-8859-1").unwrap_or(Charset::UTF_8)
}

/// What an import fails with (Jakarta Tags 3.1, 7.4 "Null & Error Handling"): a `JspException` over the cause, without
/// the exceptions that only pass it on.
pub(super) fn import_failed(error: Error) -> Error {
    if error.is_budget() || error.diagnostics().is_some() {
        return error;
    }
    let mut root = &error;
    while let Some(cause) = root
        .cause()
        .filter(|_| [class::SERVLET, class::JSP, class::JSP_TAG].contains(&root.class_name().as_str()))
    {
        root = cause;
    }
    let message = format!("{}: {}", root.class_name(), root.message());
    let root = root.clone();
    error.wrapped(class::JSP, message, root)
}

impl Exchange {
    /// A URL with scheme and host, as this request named them: for `Location`.
    pub fn absolute_url(&self, url: &str) -> String {
        if is_absolute_url(url) {
            return url.to_owned();
        }
        let request = &self.request;
        let is_default =
            matches!((request.scheme.as_str(), request.server_port), ("http", 80) | ("https", 443));
        let mut absolute = format!("{}:", request.scheme);
        if url.starts_with("//") {
            return absolute + url;
        }
        absolute.push_str("//");
        absolute.push_str(&request.server_name);
        if !is_default {
            absolute.push_str(&format!(":{}", request.server_port));
        }
        let path_end = url.find(['?', '#']).unwrap_or(url.len());
        let (path, rest) = url.split_at(path_end);
        let base = self.paths();
        if path.is_empty() {
            absolute.push_str(&base.request_uri);
        } else if path.starts_with('/') {
            absolute.push_str(path);
        } else {
            match crate::paths::resolve(&base.request_uri, path) {
                Some(resolved) => absolute.push_str(&resolved),
                None => absolute.push_str(&format!("/{}", path.trim_start_matches("../"))),
            }
        }
        absolute + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::application::Application;
    use crate::context::Paths;
    use crate::context::RequestHead;
    use crate::resources::MemoryResources;

    #[test]
    fn parameters_go_before_those_that_are_there() {
        let params = [("a b".into(), "1&2".into()), ("ü".into(), "".into())];
        for (url, expected) in [
            ("/x", "/x?a+b=1%262&%C3%BC="),
            ("/x?y=1", "/x?a+b=1%262&%C3%BC=&y=1"),
            ("/x#f?", "/x?a+b=1%262&%C3%BC=#f?"),
        ] {
            assert_eq!(with_params(url.into(), &params), expected);
        }
    }

    #[test]
    fn the_session_is_taken_out() {
        for (url, expected) in [
            ("/a;jsessionid=1?b", "/a?b"),
            ("/a;jsessionid=1", "/a"),
            ("/a;x=1", "/a;x=1"),
            ("/a;jsessionid=1;x=2#f", "/a;x=2#f"),
        ] {
            assert_eq!(without_session(url), expected);
        }
    }

    #[test]
    fn the_charset_is_that_of_the_attribute_the_type_or_latin() {
        let fetched = |content_type: Option<&str>| Fetched {
            status: 200,
            content_type: content_type.map(Str::from),
            body: Bytes::from_static("ü".as_bytes()),
        };
        let text = |content_type, encoding| fetched_text(&fetched(content_type), "u", encoding).unwrap();
        assert_eq!(text(None, None), "Ã¼");
        assert_eq!(text(Some("text/plain; charset=\"utf-8\""), None), "ü");
        assert_eq!(text(Some("text/plain; charset=nonsense"), None), "Ã¼");
        assert_eq!(text(Some("text/plain"), Some(Charset::UTF_8)), "ü");
        let missing = Fetched { status: 404, ..fetched(None) };
        assert_eq!(fetched_text(&missing, "http://h/x", None).unwrap_err().message(), "404 http://h/x");
    }

    #[test]
    fn locations_are_absolute() {
        let application = Application::builder(Arc::new(MemoryResources::new())).build();
        let request = RequestHead { server_name: "h".into(), server_port: 8080, ..RequestHead::default() };
        let paths = Paths { request_uri: "/app/a/b.jsp".into(), ..Paths::default() };
        let exchange = Exchange::builder(application).request(request).paths(paths).build();
        for (url, expected) in [
            ("https://x/y", "https://x/y"),
            ("//x/y", "http://x/y"),
            ("/x?y", "http://h:8080/x?y"),
            ("c.jsp#f", "http://h:8080/app/a/c.jsp#f"),
            ("../c.jsp", "http://h:8080/app/c.jsp"),
            ("../../../c.jsp", "http://h:8080/c.jsp"),
            ("?y", "http://h:8080/app/a/b.jsp?y"),
        ] {
            assert_eq!(exchange.absolute_url(url), expected, "{url}");
        }
    }
}
