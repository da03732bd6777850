//! When a request fails: the log, the application's error page, or the server's own.

use std::borrow::Cow;
use std::sync::Arc;

use http::HeaderValue;
use http::StatusCode;
use http::header;
use vespid_render::Error;
use vespid_render::Value;
use vespid_render::context::Exchange;
use vespid_render::context::Head;
use vespid_render::context::Paths;
use vespid_render::diagnostic::Diagnostic;
use vespid_render::diagnostic::Report;
use vespid_render::error::Origin;
use vespid_render::value::Str;

use super::WebApp;
use super::error_page;
use super::sessions::reference;
use super::web_xml::ErrorMatch;
use super::web_xml::ErrorPage;
use crate::http::PageResponse;
use crate::http::Refusal;

/// Why a request has no ordinary answer.
#[derive(Clone)]
pub(super) struct Failure {
    pub(super) status: StatusCode,
    /// For the application's error page, the log and, in development, the client.
    pub(super) message: Str,
    /// The exception, if there was one.
    pub(super) error: Option<Error>,
    /// The methods that are allowed.
    pub(super) allow: Option<&'static str>,
}

impl Failure {
    pub(super) fn status(status: StatusCode, message: impl Into<Str>) -> Self {
        Failure { status, message: message.into(), error: None, allow: None }
    }

    pub(super) fn not_allowed(allow: &'static str) -> Self {
        Failure {
            allow: Some(allow),
            ..Self::status(StatusCode::METHOD_NOT_ALLOWED, "the method is not allowed here")
        }
    }

    /// What is wrong, in full, for the log.
    fn report(&self) -> Cow<'_, str> {
        let Some(error) = &self.error else { return self.message.as_str().into() };
        match error.diagnostics() {
            Some(diagnostics) => {
                let reports: Vec<_> =
                    diagnostics.iter().map(|diagnostic| diagnostic.report().to_text()).collect();
                reports.join("\n").into()
            }
            None => Report::from(error).to_text().into(),
        }
    }

    /// Logs what is the server's or the application's fault; gives the name under which it stands there.
    fn log(&self) -> Option<Str> {
        if !self.status.is_server_error() {
            tracing::debug!(status = self.status.as_u16(), "{}", self.report());
            return None;
        }
        let reference = reference();
        // Within the message, since fields come behind its last line.
        tracing::error!("{} (reference {reference})\n{}", self.status, self.report());
        Some(reference)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let status = match error.origin() {
            Origin::NotFound => StatusCode::NOT_FOUND,
            Origin::Client => StatusCode::BAD_REQUEST,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Failure { error: Some(error.clone()), ..Self::status(status, error.message().clone()) }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Failure::status(refusal.status, refusal.reason.as_ref())
    }
}

/// The answer to a request that no application gets to see.
pub(crate) fn refused(refusal: &Refusal, development: bool) -> PageResponse {
    tracing::debug!(status = refusal.status.as_u16(), "{refusal}");
    let reason = development.then_some(refusal.reason.as_ref());
    error_page::plain(refusal.status, None, reason)
}

impl WebApp {
    /// Answers a request that failed. A request whose parameters can't be read has no exchange.
    pub(super) async fn fail(&self, exchange: Option<Arc<Exchange>>, failure: &Failure) -> PageResponse {
        let reference = failure.log();
        let page = match exchange {
            Some(exchange) => self.error_page(&exchange, failure).await,
            None => None,
        };
        let mut response = page.unwrap_or_else(|| self.own_error_page(failure, reference.as_deref()));
        if let Some(allow) = failure.allow {
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allow));
        }
        response
    }

    /// The application's own error page, if it has one and that does not fail itself.
    async fn error_page(&self, exchange: &Arc<Exchange>, failure: &Failure) -> Option<PageResponse> {
        let does_not_compile =
            failure.error.as_ref().is_some_and(|error| error.origin() == Origin::Translation);
        if does_not_compile && self.is_development() {
            // Whoever writes the page wants to see what is wrong with it.
            return None;
        }
        let location = find(&self.web_xml.error_pages, failure)?.location.clone();
        expose(exchange, failure);
        let request_uri = format!("{}{location}", exchange.request.context_path);
        let query_string = exchange.paths().query_string.clone();
        let paths = Paths {
            request_uri: request_uri.into(),
            servlet_path: location.clone(),
            path_info: None,
            query_string,
        };
        exchange.set_paths(Arc::new(paths));
        exchange.response.reopen(|head| {
            let mut headers = std::mem::take(&mut head.headers);
            headers.retain(|(name, _)| !describes_content(name));
            *head = Head { status: failure.status.as_u16(), headers, ..Head::default() };
        });
        match self.try_run(exchange, self.target(&location)).await {
            Ok(response) => Some(response),
            Err(second) => {
                tracing::error!(page = %location, "the error page failed itself\n{}", second.report());
                None
            }
        }
    }

    fn own_error_page(&self, failure: &Failure, reference: Option<&str>) -> PageResponse {
        if !self.is_development() {
            return error_page::plain(failure.status, reference, None);
        }
        match &failure.error {
            Some(error) => match error.diagnostics() {
                Some(diagnostics) => {
                    let fragments: String =
                        diagnostics.iter().map(Diagnostic::report).map(|it| it.to_html()).collect();
                    error_page::diagnostic(failure.status, reference, &fragments)
                }
                None => error_page::diagnostic(failure.status, reference, &Report::from(error).to_html()),
            },
            None => error_page::plain(failure.status, reference, Some(&failure.message)),
        }
    }
}

/// The error page for a failure: the one for the nearest exception class, else for its cause, else for the status, else
/// the one for everything (Servlet 6.1, 10.9.2).
fn find<'p>(pages: &'p [ErrorPage], failure: &Failure) -> Option<&'p ErrorPage> {
    let by_class = |error: &Error| {
        let matching = pages.iter().filter_map(|page| match &page.on {
            ErrorMatch::Exception(class) if error.is_instance(class) => Some((class, page)),
            _ => None,
        });
        // Of two classes that match, the nearer one is an instance of the other.
        matching.reduce(|best, next| if is_below(next.0, best.0) { next } else { best }).map(|(_, page)| page)
    };
    let errors = std::iter::successors(failure.error.as_ref(), |error| error.cause());
    // Only a servlet exception is looked through, yet what a page's own code threw often comes wrapped here.
    errors
        .filter_map(by_class)
        .next()
        .or_else(|| pages.iter().find(|page| page.on == ErrorMatch::Status(failure.status.as_u16())))
        .or_else(|| pages.iter().find(|page| page.on == ErrorMatch::Any))
}

/// Whether the exception class `class` is the same as `other` or below it.
fn is_below(class: &str, other: &str) -> bool {
    Error::new(class, "").is_instance(other)
}

/// Request attributes that tell an error page what happened (Servlet 6.1, 10.9.1).
fn expose(exchange: &Exchange, failure: &Failure) {
    if let Some(error) = &failure.error {
        exchange.expose_error(error, failure.status.as_u16());
        exchange.set_error(Some(error.clone()));
        return;
    }
    let paths = exchange.paths();
    for (name, value) in [
        ("status_code", Value::Int(i32::from(failure.status.as_u16()))),
        ("message", Value::Str(failure.message.clone())),
        ("request_uri", Value::Str(paths.request_uri.clone())),
        ("query_string", paths.query_string.clone().map_or(Value::Null, Value::Str)),
        ("method", Value::Str(exchange.request.method.clone())),
    ] {
        exchange.attributes.set(format!("jakarta.servlet.error.{name}"), value);
    }
}

/// Whether a header speaks of the content that an error page takes the place of.
fn describes_content(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.starts_with("content-")
        || matches!(name.as_str(), "etag" | "last-modified" | "cache-control" | "expires" | "accept-ranges")
}

#[cfg(test)]
mod tests {
    use super::*;
    use vespid_render::error::class;

    fn found(failure: &Failure) -> Option<String> {
        let page = |on, location: &str| ErrorPage { on, location: location.into() };
        let exception = |name: &str| ErrorMatch::Exception(name.into());
        let pages = [
            page(exception("java.lang.Throwable"), "/throwable"),
            page(exception(class::EL), "/el"),
            page(exception("java.lang.RuntimeException"), "/runtime"),
            page(ErrorMatch::Status(404), "/404"),
            page(ErrorMatch::Any, "/any"),
        ];
        find(&pages, failure).map(|page| page.location.to_string())
    }

    #[test]
    fn the_nearest_class_wins() {
        for (class, expected) in [
            (class::PROPERTY_NOT_FOUND, "/el"),
            (class::EL, "/el"),
            (class::ILLEGAL_STATE, "/runtime"),
            (class::SQL, "/throwable"),
        ] {
            assert_eq!(found(&Error::new(class, "x").into()).as_deref(), Some(expected), "{class}");
        }
    }

    #[test]
    fn the_status_counts_where_no_class_matches() {
        let failure = |status| Failure::status(status, "x");
        assert_eq!(found(&failure(StatusCode::NOT_FOUND)).as_deref(), Some("/404"));
        assert_eq!(found(&failure(StatusCode::FORBIDDEN)).as_deref(), Some("/any"));
    }
}
