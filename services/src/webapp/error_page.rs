//! Error pages of the server itself, where the application has none.

use http::HeaderValue;
use http::Response;
use http::StatusCode;
use http::header;
use vespid_streams::PageBody;
use vespid_streams::escape::escape;

use crate::http::PageResponse;

/// The style of both pages. The classes under `.diagnostic` are those of the engine's reports.
const STYLE: &str = include_str!("error_page.css");

/// A page with the status and, where there is one, the name of the failure in the log. `reason` is for developers.
pub(super) fn plain(status: StatusCode, reference: Option<&str>, reason: Option<&str>) -> PageResponse {
    let mut main = String::new();
    if let Some(reason) = reason.filter(|reason| !reason.is_empty()) {
        main.push_str(&format!("<p>{}</p>\n", escape(reason)));
    }
    page(status, reference, &main)
}

/// A page that shows the engine's reports, which are well-formed HTML.
pub(super) fn diagnostic(status: StatusCode, reference: Option<&str>, reports: &str) -> PageResponse {
    page(status, reference, reports)
}

fn page(status: StatusCode, reference: Option<&str>, main: &str) -> PageResponse {
    let title = match status.canonical_reason() {
        Some(reason) => format!("{} {reason}", status.as_u16()),
        None => status.as_u16().to_string(),
    };
    let reference = match reference {
        Some(reference) => format!("<p class=\"reference\">Reference: <code>{reference}</code></p>\n"),
        None => String::new(),
    };
    let html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<main>\n<h1>{title}</h1>\n{main}{reference}</main>\n</body>\n</html>\n"
    );
    let mut response = Response::new(PageBody::from_bytes(html));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html;charset=UTF-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
