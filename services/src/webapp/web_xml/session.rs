//! `session-config`.

use vespid_render::value::Str;

/// How the session cookie is sent (`session-config/cookie-config`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CookieConfig {
    /// Its name.
    pub name: Str,
    /// `Domain`
    pub domain: Option<Str>,
    /// `Path`; `None`: the application's context path.
    pub path: Option<Str>,
    /// `HttpOnly`
    pub http_only: bool,
    /// `Secure`; `None`: for requests that came by TLS.
    pub secure: Option<bool>,
    /// `Max-Age` in seconds; `None`: until the browser is closed.
    pub max_age_secs: Option<u32>,
    /// `SameSite`; empty: not sent.
    pub same_site: Str,
}

impl Default for CookieConfig {
    fn default() -> Self {
        CookieConfig {
            name: "JSESSIONID".into(),
            domain: None,
            path: None,
            http_only: true,
            secure: None,
            max_age_secs: None,
            same_site: "Lax".into(),
        }
    }
}
