//! Cookies that the client sends.

use http::HeaderMap;
use http::header::COOKIE;
use vespid_render::value::Str;

/// The cookies of a request in order (RFC 6265, 5.4). Pairs without a name or a `=` are skipped, a pair of quotes
/// around a value does not belong to it.
pub(crate) fn parse(headers: &HeaderMap) -> Vec<(Str, Str)> {
    let mut cookies = Vec::new();
    for header in headers.get_all(COOKIE) {
        let text = String::from_utf8_lossy(header.as_bytes());
        for pair in text.split(';') {
            let Some((name, value)) = pair.split_once('=') else { continue };
            let (name, value) = (name.trim(), value.trim());
            if name.is_empty() {
                continue;
            }
            let value = value.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')).unwrap_or(value);
            cookies.push((name.into(), value.into()));
        }
    }
    cookies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_split_and_unquoted() {
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, "a=1; b = \"x y\";; =z; lone; c=d=e".parse().unwrap());
        headers.append(COOKIE, "f=; g=\"".parse().unwrap());
        let pairs: Vec<_> =
            parse(&headers).into_iter().map(|(name, value)| format!("{name}:{value}")).collect();
        assert_eq!(pairs, ["a:1", "b:x y", "c:d=e", "f:", "g:\""]);
    }
}
