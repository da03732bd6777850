//! The request target: from what the client wrote to a path that can be trusted.
//!
//! Follows the canonicalisation of Servlet 6.1, 3.5.2: path parameters go, bytes are decoded, dot segments are
//! resolved, and whatever could mean two things to two readers is refused.

use std::borrow::Cow;

use http::Uri;
use percent_encoding::percent_decode_str;

use super::Refusal;

/// A request target, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RequestTarget {
    /// The path as the client wrote it.
    pub(crate) raw_path: String,
    /// The path decoded: starts with `/`, has no `.`, `..` or empty segments, no control characters. Ends in `/` where
    /// the client's did.
    pub(crate) path: String,
    /// What follows the `?`, as the client wrote it.
    pub(crate) query: Option<String>,
}

impl RequestTarget {
    /// Takes the target of a request apart. Absolute forms (`http://host/path`) are as good as paths.
    ///
    /// # Errors
    /// A path that is no path, leads above the root, is not UTF-8, or hides a separator.
    pub(crate) fn parse(uri: &Uri) -> Result<Self, Refusal> {
        // `http` gives an empty path for `*` only in authority forms; both are not for pages.
        let raw_path = match uri.path() {
            "" if uri.scheme().is_some() => "/",
            path if path.starts_with('/') => path,
            _ => return Err(Refusal::bad_request("the request target is not a path")),
        };
        Ok(RequestTarget {
            raw_path: raw_path.to_owned(),
            path: canonical(raw_path)?,
            query: uri.query().map(str::to_owned),
        })
    }

    /// The raw path and query with a slash appended to the path: where a folder's own address is.
    pub(crate) fn with_slash(&self) -> String {
        // A target like `//host` would be taken for another server's address.
        let path = self.raw_path.trim_start_matches('/');
        match &self.query {
            Some(query) => format!("/{path}/?{query}"),
            None => format!("/{path}/"),
        }
    }
}

/// Decodes and normalises a raw path.
fn canonical(raw: &str) -> Result<String, Refusal> {
    let mut segments: Vec<Cow<'_, str>> = Vec::new();
    let mut ends_in_slash = true;
    for raw_segment in raw.split('/').skip(1) {
        let (segment, has_params) = match raw_segment.split_once(';') {
            Some((segment, _)) => (segment, true),
            None => (raw_segment, false),
        };
        ends_in_slash = false;
        match segment {
            "" | "." | ".." if has_params => {
                return Err(Refusal::bad_request("a path segment of dots has parameters"));
            }
            "" | "." => ends_in_slash = true,
            ".." => {
                if segments.pop().is_none() {
                    return Err(Refusal::bad_request("the path leads above the root"));
                }
                ends_in_slash = true;
            }
            _ => segments.push(decode(segment)?),
        }
    }
    let mut path = String::with_capacity(raw.len() + 1);
    for segment in &segments {
        path.push('/');
        path.push_str(segment);
    }
    if path.is_empty() || ends_in_slash {
        path.push('/');
    }
    Ok(path)
}

fn decode(segment: &str) -> Result<Cow<'_, str>, Refusal> {
    if segment.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'%' | b'\\')) {
        return Ok(segment.into());
    }
    check_escapes(segment.as_bytes())?;
    let text = percent_decode_str(segment)
        .decode_utf8()
        .map_err(|_| Refusal::bad_request("the path is not UTF-8"))?;
    // What was written plainly has been dealt with by now, so these came as escapes.
    if text == "." || text == ".." || text.contains(['/', '\\']) {
        return Err(Refusal::bad_request("the path has an encoded separator or dot segment"));
    }
    if text.chars().any(char::is_control) {
        return Err(Refusal::bad_request("the path has a control character"));
    }
    Ok(text)
}

/// Checks that every `%` is followed by two hexadecimal digits.
pub(crate) fn check_escapes(text: &[u8]) -> Result<(), Refusal> {
    let mut rest = text;
    while let Some(at) = rest.iter().position(|byte| *byte == b'%') {
        match &rest[at + 1..] {
            [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => rest = &rest[at + 3..],
            _ => return Err(Refusal::bad_request("a % is not followed by two hexadecimal digits")),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(uri: &str) -> Result<String, String> {
        RequestTarget::parse(&uri.parse().unwrap()).map(|it| it.path).map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn paths_are_decoded_and_normalised() {
        for (uri, expected) in [
            ("/", "/"),
            ("/a/b.jsp?x=1", "/a/b.jsp"),
            ("/a//b", "/a/b"),
            ("//a", "/a"),
            ("/a/./b/../c", "/a/c"),
            ("/a/b/..", "/a/"),
            ("/a/.", "/a/"),
            ("/a/", "/a/"),
            ("/a%20b/%C3%A4", "/a b/ä"),
            ("/a;jsessionid=1/b.jsp;x", "/a/b.jsp"),
            ("/...", "/..."),
            ("http://host:80", "/"),
            ("http://host/a%2Eb", "/a.b"),
        ] {
            assert_eq!(path(uri).as_deref(), Ok(expected), "{uri}");
        }
    }

    #[test]
    fn what_could_mean_two_things_is_refused() {
        for uri in [
            "/..",
            "/a/../..",
            "/%2e%2e/x",
            "/a%2Fb",
            "/a%5cb",
            "/a%00",
            "/a%0Ab",
            "/%",
            "/%4",
            "/%zz",
            "/%ff",
            "/..;/a",
            "/;x/a",
            "/%C3",
            "*",
        ] {
            assert!(path(uri).is_err(), "{uri}");
        }
    }

    #[test]
    fn the_slash_goes_before_the_query() {
        let target = RequestTarget::parse(&"//evil/dir?a=1".parse().unwrap()).unwrap();
        assert_eq!(target.with_slash(), "/evil/dir/?a=1");
    }
}
