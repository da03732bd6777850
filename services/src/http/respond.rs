//! From the head that a page has set to a response.

use http::HeaderName;
use http::HeaderValue;
use http::Method;
use http::Response;
use http::StatusCode;
use http::header;
use percent_encoding::AsciiSet;
use percent_encoding::CONTROLS;
use percent_encoding::utf8_percent_encode;
use vespid_render::context::Head;
use vespid_render::machine::PageStream;
use vespid_streams::PageBody;

use super::PageResponse;

/// What a `Location` may not hold as it is. Escapes that are there stay.
const LOCATION: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'\\').add(b'^').add(b'`');

/// Headers that describe the connection or the body's length, which are not the page's to set.
const OF_THE_CONNECTION: &[HeaderName] = &[
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
    header::TRAILER,
];

/// The response of a page: a redirect if it asked for one, else what it wrote.
pub(crate) fn respond(head: &Head, body: PageBody<PageStream>) -> PageResponse {
    let (status, body) = match &head.redirect {
        Some(redirect) => (redirect.status, PageBody::empty()),
        None => (head.status, body),
    };
    let mut response = Response::new(body);
    // A page can set any number; what is no status is a fault of the page.
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or_else(|_| {
        tracing::warn!(status, "a page set a status that does not exist");
        StatusCode::INTERNAL_SERVER_ERROR
    });
    let headers = response.headers_mut();
    for (name, value) in &head.headers {
        append(headers, name, value);
    }
    match &head.redirect {
        Some(redirect) => {
            let location = utf8_percent_encode(&redirect.location, LOCATION).to_string();
            if let Ok(location) = HeaderValue::try_from(location) {
                headers.insert(header::LOCATION, location);
            }
        }
        None => {
            if let Some(content_type) = head.content_type_header() {
                append(headers, "content-type", &content_type);
            }
        }
    }
    if let Some(locale) = &head.locale
        && !headers.contains_key(header::CONTENT_LANGUAGE)
    {
        append(headers, "content-language", locale);
    }
    response
}

/// Adds a header unless it is malformed: a line break in a value must not become another header.
pub(super) fn append(headers: &mut http::HeaderMap, name: &str, value: &str) {
    match (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_bytes(value.as_bytes())) {
        (Ok(name), _) if OF_THE_CONNECTION.contains(&name) => {
            tracing::debug!(%name, "a page set a header of the connection, which is left out");
        }
        (Ok(name), Ok(value)) => {
            headers.append(name, value);
        }
        _ => tracing::warn!(name, value, "a page set a malformed header, which is left out"),
    }
}

/// Drops the body of a response to `HEAD`; its length stays known.
pub(crate) fn head_only(method: &Method, response: PageResponse) -> PageResponse {
    if method != Method::HEAD {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    if let Some(len) = http_body::Body::size_hint(&body).exact()
        && !parts.headers.contains_key(header::CONTENT_LENGTH)
        && may_have_body(parts.status)
    {
        parts.headers.insert(header::CONTENT_LENGTH, len.into());
    }
    Response::from_parts(parts, PageBody::empty())
}

fn may_have_body(status: StatusCode) -> bool {
    !status.is_informational() && status != StatusCode::NO_CONTENT && status != StatusCode::NOT_MODIFIED
}

/// Sends the client to another address.
pub(crate) fn redirect(location: &str) -> PageResponse {
    let mut response = Response::new(PageBody::empty());
    *response.status_mut() = StatusCode::FOUND;
    append(response.headers_mut(), header::LOCATION.as_str(), location);
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use vespid_render::context::Redirect;

    #[test]
    fn the_page_decides_status_and_headers() {
        let mut head = Head { status: 201, locale: Some("de-CH".into()), ..Head::default() };
        head.set_content_type("text/html;charset=UTF-8").unwrap();
        head.add_header("X-A", "1");
        head.add_header("X-A", "2");
        head.add_header("Content-Length", "99");
        head.add_header("X-Bad", "a\r\nSet-Cookie: b");
        head.add_header("no name", "x");
        let response = respond(&head, PageBody::from_bytes("x"));
        assert_eq!(response.status(), 201);
        let mut headers: Vec<_> = response
            .headers()
            .iter()
            .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
            .collect();
        headers.sort();
        assert_eq!(
            headers,
            ["content-language: de-CH", "content-type: text/html;charset=UTF-8", "x-a: 1", "x-a: 2"]
        );
    }

    #[test]
    fn a_redirect_has_no_body_and_an_ascii_location() {
        let redirect = Some(Redirect { location: "/ä b?x=%20\r\n".into(), status: 302 });
        let mut head = Head { redirect, ..Head::default() };
        head.set_content_type("text/html").unwrap();
        let response = respond(&head, PageBody::from_bytes("x"));
        assert_eq!(response.status(), 302);
        assert_eq!(response.headers()["location"], "/%C3%A4%20b?x=%20%0D%0A");
        assert!(!response.headers().contains_key("content-type"));
        assert!(http_body::Body::is_end_stream(response.body()));
    }

    #[test]
    fn the_length_survives_head() {
        let response = head_only(&Method::HEAD, respond(&Head::default(), PageBody::from_bytes("four")));
        assert_eq!(response.headers()["content-length"], "4");
        assert!(http_body::Body::is_end_stream(response.body()));
        let status = Head { status: 204, ..Head::default() };
        let response = head_only(&Method::HEAD, respond(&status, PageBody::empty()));
        assert!(!response.headers().contains_key("content-length"));
    }
}
