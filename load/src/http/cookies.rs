//! The cookies of one connection.

/// More cookies than this are not kept; a server that sets a new one at each request must not fill the memory.
const COOKIE_LIMIT: usize = 50;

/// The cookies that answers have set for one request path of one server.
///
/// Attributes are read as far as a load generator needs: `Path` decides whether a cookie is for this path at all,
/// `Max-Age` of nought or less deletes it. `Domain`, `Secure` and `Expires` have no meaning here, since a jar
/// never meets another server and does not outlive its run.
#[derive(Debug)]
pub(super) struct CookieJar {
    request_path: String,
    cookies: Vec<(String, String)>,
}

impl CookieJar {
    pub(super) fn new(request_path: &str) -> Self {
        Self { request_path: request_path.into(), cookies: Vec::new() }
    }

    /// Keeps what a `Set-Cookie` of an answer sets; whether the cookies are other than before.
    pub(super) fn store(&mut self, set_cookie: &str) -> bool {
        let mut parts = set_cookie.split(';').map(str::trim);
        let Some((name, value)) = parts.next().and_then(|pair| pair.split_once('=')) else { return false };
        let mut is_deleted = false;
        let mut is_for_path = true;
        for (attribute, value) in parts.filter_map(|part| part.split_once('=')) {
            if attribute.eq_ignore_ascii_case("max-age") {
                is_deleted = value.parse().is_ok_and(|seconds: i64| seconds <= 0);
            } else if attribute.eq_ignore_ascii_case("path") {
                is_for_path = covers(value, &self.request_path);
            }
        }
        if name.is_empty() || !is_for_path {
            return false;
        }
        let place = self.cookies.iter().position(|(known, _)| known == name);
        match place {
            Some(place) if is_deleted => {
                self.cookies.remove(place);
                true
            }
            Some(place) if self.cookies[place].1 != value => {
                self.cookies[place].1 = value.into();
                true
            }
            None if !is_deleted && self.cookies.len() < COOKIE_LIMIT => {
                self.cookies.push((name.into(), value.into()));
                true
            }
            _ => false,
        }
    }

    /// The value of the `Cookie` header, empty if there is nothing to send.
    pub(super) fn header(&self) -> String {
        let pairs: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join("; ")
    }
}

/// Whether a cookie's path matches a request path, by RFC 6265 section 5.1.4.
fn covers(cookie_path: &str, request_path: &str) -> bool {
    // A path that does not begin with a slash stands for the default, which is where the request went.
    if !cookie_path.starts_with('/') {
        return true;
    }
    request_path
        .strip_prefix(cookie_path)
        .is_some_and(|rest| rest.is_empty() || cookie_path.ends_with('/') || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header_after(path: &str, set_cookies: &[&str]) -> String {
        let mut jar = CookieJar::new(path);
        for text in set_cookies {
            jar.store(text);
        }
        jar.header()
    }

    #[test]
    fn a_session_is_kept_and_sent_without_its_attributes() {
        let header =
            header_after("/shop/catalog.jsp", &["JSESSIONID=A1; Path=/shop; HttpOnly; SameSite=Lax"]);
        assert_eq!(header, "JSESSIONID=A1");
    }

    #[test]
    fn a_new_value_replaces_the_old_one() {
        let header = header_after("/", &["a=1", "b=x=y", "a=2"]);
        assert_eq!(header, "a=2; b=x=y");
    }

    #[test]
    fn max_age_of_nought_deletes() {
        assert_eq!(header_after("/", &["a=1", "a=; Max-Age=0"]), "");
        assert_eq!(header_after("/", &["a=1; max-age=60"]), "a=1");
    }

    #[test]
    fn cookies_of_other_paths_are_left_out() {
        assert_eq!(header_after("/shop", &["a=1; Path=/shopping"]), "");
        assert_eq!(header_after("/shopping", &["a=1; Path=/shop"]), "");
        assert_eq!(header_after("/shop/x", &["a=1; Path=/shop/"]), "a=1");
        assert_eq!(header_after("/shop/x", &["a=1; Path="]), "a=1");
    }

    #[test]
    fn what_is_no_cookie_is_passed_over() {
        assert_eq!(header_after("/", &["", "novalue", "=1", "; Path=/"]), "");
    }

    #[test]
    fn the_number_of_cookies_has_a_limit() {
        let mut jar = CookieJar::new("/");
        for number in 0..2 * COOKIE_LIMIT {
            jar.store(&format!("c{number}=1"));
        }
        assert_eq!(jar.header().split("; ").count(), COOKIE_LIMIT);
    }
}
