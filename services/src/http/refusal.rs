//! Requests that are answered without any page: malformed, too large, not allowed.

use std::borrow::Cow;
use std::fmt;

use http::StatusCode;

/// Why a request is not served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    /// For the log and, in development, the client.
    pub(crate) reason: Cow<'static, str>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, reason: impl Into<Cow<'static, str>>) -> Self {
        Refusal { status, reason: reason.into() }
    }

    pub(crate) fn bad_request(reason: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, reason)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}
