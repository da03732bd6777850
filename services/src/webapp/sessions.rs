//! Session ids, sweeping and the session cookie.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use cookie::Cookie;
use cookie::SameSite;
use vespid_render::context::Exchange;
use vespid_render::context::MemorySessions;
use vespid_render::value::Str;

use super::web_xml::CookieConfig;

/// How often sessions that have ended are removed.
const SWEEP_EVERY: Duration = Duration::from_secs(60);

/// Sessions in memory that end after `max_inactive` without a request.
///
/// Within a Tokio runtime a task removes those that have ended, for as long as the sessions are in use.
pub(crate) fn memory_sessions(max_inactive: Duration) -> Arc<MemorySessions> {
    let sessions = Arc::new(MemorySessions::new(max_inactive, new_id));
    if let Ok(runtime) = tokio::runtime::Handle::try_current() {
        let sessions = Arc::downgrade(&sessions);
        runtime.spawn(async move {
            loop {
                tokio::time::sleep(SWEEP_EVERY).await;
                let Some(sessions) = sessions.upgrade() else { return };
                let left = sessions.sweep();
                tracing::trace!(left, "swept sessions");
            }
        });
    }
    sessions
}

/// 160 bits from the operating system's generator, in hexadecimal.
fn new_id() -> Str {
    let mut bits = [0; 20];
    #[expect(clippy::expect_used, reason = "no session may ever get an id that can be guessed")]
    getrandom::fill(&mut bits).expect("the operating system's random generator works");
    hexadecimal(&bits)
}

/// A short name for one failure, to find it in the log: 48 random bits.
pub(crate) fn reference() -> Str {
    let mut bits = [0; 6];
    // Nothing depends on it but the search in a log.
    let _ = getrandom::fill(&mut bits);
    hexadecimal(&bits)
}

fn hexadecimal(bytes: &[u8]) -> Str {
    let mut text = Str::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The `Set-Cookie` for a session that the client does not know of yet.
pub(crate) fn cookie(config: &CookieConfig, exchange: &Exchange) -> Option<String> {
    let session = exchange.session()?;
    if !session.is_new() || exchange.requested_session_id() == Some(session.id()) {
        return None;
    }
    let context_path = exchange.request.context_path.as_str();
    let path = config.path.as_deref().unwrap_or(if context_path.is_empty() { "/" } else { context_path });
    let mut cookie = Cookie::build((config.name.as_str(), session.id().as_str()))
        .path(path)
        .http_only(config.http_only)
        .secure(config.secure.unwrap_or(exchange.request.scheme == "https"));
    if let Some(domain) = &config.domain {
        cookie = cookie.domain(domain.as_str());
    }
    if let Some(seconds) = config.max_age_secs {
        cookie = cookie.max_age(cookie::time::Duration::seconds(i64::from(seconds)));
    }
    cookie = match config.same_site.as_str() {
        "Strict" => cookie.same_site(SameSite::Strict),
        "Lax" => cookie.same_site(SameSite::Lax),
        "None" => cookie.same_site(SameSite::None),
        _ => cookie,
    };
    Some(cookie.build().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_long_and_differ() {
        let (one, other) = (new_id(), new_id());
        assert_eq!(one.len(), 40);
        assert!(one.bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert_ne!(one, other);
    }
}
