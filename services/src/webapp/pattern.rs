//! URL patterns of servlet mappings (Servlet 6.1, 12.2).

use std::fmt;
use std::str::FromStr;

/// A URL pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum UrlPattern {
    /// `/x`, or the empty pattern for the application's root `/`: this path alone.
    Exact(String),
    /// `/x/*`: the path `/x` and all under it; the text is without the `/*`.
    Prefix(String),
    /// `*.x`: the extension `x` in the last segment.
    Extension(String),
    /// `/`: what no other pattern matches.
    Default,
}

/// A text that is no URL pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    text: String,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no URL pattern: it must be like /path, /path/*, *.extension or /", self.text)
    }
}

impl std::error::Error for PatternError {}

impl FromStr for UrlPattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let is_name = |text: &str| !text.is_empty() && !text.contains(['/', '*']);
        if text == "/" {
            return Ok(UrlPattern::Default);
        }
        if let Some(prefix) = text.strip_suffix("/*")
            && (prefix.is_empty() || prefix.starts_with('/'))
        {
            return Ok(UrlPattern::Prefix(prefix.to_owned()));
        }
        if let Some(extension) = text.strip_prefix("*.")
            && is_name(extension)
        {
            return Ok(UrlPattern::Extension(extension.to_owned()));
        }
        match text {
            "" => Ok(UrlPattern::Exact("/".to_owned())),
            _ if text.starts_with('/') => Ok(UrlPattern::Exact(text.to_owned())),
            _ => Err(PatternError { text: text.to_owned() }),
        }
    }
}

impl UrlPattern {
    /// Whether a path is one of those that the pattern names.
    pub(crate) fn matches(&self, path: &str) -> bool {
        rank(self, path).is_some()
    }
}

impl fmt::Display for UrlPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UrlPattern::Exact(path) if path == "/" => Ok(()),
            UrlPattern::Exact(path) => f.write_str(path),
            UrlPattern::Prefix(prefix) => write!(f, "{prefix}/*"),
            UrlPattern::Extension(extension) => write!(f, "*.{extension}"),
            UrlPattern::Default => f.write_str("/"),
        }
    }
}

/// Things under URL patterns, found by the rules of Servlet 6.1, 12.1: an exact match, else the longest prefix, else
/// the extension, else the default.
#[derive(Clone, Debug)]
pub(crate) struct PatternMap<T> {
    entries: Vec<(UrlPattern, T)>,
}

/// What [`PatternMap::find`] gives.
#[derive(Debug)]
pub(crate) struct Match<'m, 'p, T> {
    pub(crate) value: &'m T,
    /// How much of the path the pattern itself names: the servlet path. The rest is the path info.
    pub(crate) servlet_path: &'p str,
    /// Whether only the default pattern matches.
    pub(crate) is_default: bool,
}

impl<T> Default for PatternMap<T> {
    fn default() -> Self {
        PatternMap { entries: Vec::new() }
    }
}

impl<T> PatternMap<T> {
    /// Puts a value under a pattern unless there is one; tells whether it did.
    pub(crate) fn insert(&mut self, pattern: UrlPattern, value: T) -> bool {
        let is_new = self.entries.iter().all(|(known, _)| *known != pattern);
        if is_new {
            self.entries.push((pattern, value));
        }
        is_new
    }

    /// The value for a path. Applications have a handful of patterns, so all are looked at.
    pub(crate) fn find<'m, 'p>(&'m self, path: &'p str) -> Option<Match<'m, 'p, T>> {
        let mut best: Option<(usize, Match<'m, 'p, T>)> = None;
        for (pattern, value) in &self.entries {
            let Some((rank, servlet_path)) = rank(pattern, path) else { continue };
            if best.as_ref().is_none_or(|(other, _)| rank > *other) {
                best = Some((rank, Match { value, servlet_path, is_default: rank == 0 }));
            }
        }
        best.map(|(_, found)| found)
    }
}

/// How well a pattern matches (more is better), and the servlet path.
fn rank<'p>(pattern: &UrlPattern, path: &'p str) -> Option<(usize, &'p str)> {
    match pattern {
        UrlPattern::Exact(exact) => (exact == path).then_some((usize::MAX, path)),
        UrlPattern::Prefix(prefix) => {
            let rest = path.strip_prefix(prefix.as_str())?;
            (rest.is_empty() || rest.starts_with('/')).then(|| (2 + prefix.len(), &path[..prefix.len()]))
        }
        UrlPattern::Extension(extension) => {
            let name = &path[path.rfind('/').map_or(0, |at| at + 1)..];
            name.rsplit_once('.').filter(|(_, found)| found == extension).map(|_| (1, path))
        }
        UrlPattern::Default => Some((0, path)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_and_written() {
        for text in ["/a", "/a/*", "/*", "*.do", "/", ""] {
            assert_eq!(text.parse::<UrlPattern>().unwrap().to_string(), text);
        }
        for text in ["a", "*", "*.", "*.a/b", "a/*", "*.*"] {
            assert!(text.parse::<UrlPattern>().is_err(), "{text}");
        }
    }

    #[test]
    fn exact_before_prefix_before_extension_before_default() {
        let mut map = PatternMap::default();
        for text in ["/", "*.jsp", "/*", "/a/*", "/a/b/*", "/a/b.jsp", ""] {
            map.insert(text.parse().unwrap(), text);
        }
        for (path, pattern, servlet_path) in [
            ("/a/b.jsp", "/a/b.jsp", "/a/b.jsp"),
            ("/a/b/c.jsp", "/a/b/*", "/a/b"),
            ("/a/b", "/a/b/*", "/a/b"),
            ("/a/bc", "/a/*", "/a"),
            ("/ab.jsp", "/*", ""),
            ("/", "", "/"),
        ] {
            let found = map.find(path).unwrap();
            assert_eq!((*found.value, found.servlet_path), (pattern, servlet_path), "{path}");
        }
        let mut map = PatternMap::default();
        assert!(map.insert("/".parse().unwrap(), 0));
        assert!(map.insert("*.jsp".parse().unwrap(), 1));
        assert!(!map.insert("*.jsp".parse().unwrap(), 2));
        assert_eq!(*map.find("/x.jsp").unwrap().value, 1);
        assert_eq!(*map.find("/x.jsp/y").unwrap().value, 0);
        assert_eq!(*map.find("/x").unwrap().value, 0);
    }
}
