//! Conditional and range requests for files (RFC 9110, chapters 13 and 14).

use std::ops::Range;
use std::time::Duration;
use std::time::SystemTime;

use http::HeaderMap;
use http::HeaderName;
use http::header::IF_MATCH;
use http::header::IF_MODIFIED_SINCE;
use http::header::IF_NONE_MATCH;
use http::header::IF_RANGE;
use http::header::IF_UNMODIFIED_SINCE;
use http::header::RANGE;
use vespid_render::resources::Stamp;

/// What to answer for a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// All of it: 200.
    Whole,
    /// These bytes of it: 206.
    Part(Range<u64>),
    /// The client has it already: 304.
    NotModified,
    /// It is not what the client wants to change or continue: 412.
    PreconditionFailed,
    /// The range lies outside: 416.
    OutOfRange,
}

/// The strong entity tag of a file's version, in quotes.
pub(crate) fn entity_tag(stamp: Stamp) -> String {
    let modified = stamp.modified.duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    format!("\"{:x}-{:x}\"", stamp.len, modified.as_nanos())
}

/// Decides by the conditions in the order of RFC 9110, 13.2.2, then by the range.
pub(crate) fn decide(headers: &HeaderMap, stamp: Stamp, tag: &str) -> Verdict {
    if headers.contains_key(IF_MATCH) {
        if !lists(headers, IF_MATCH, tag, false) {
            return Verdict::PreconditionFailed;
        }
    } else if let Some(since) = date(headers, IF_UNMODIFIED_SINCE)
        && is_newer(stamp, since)
    {
        return Verdict::PreconditionFailed;
    }
    if headers.contains_key(IF_NONE_MATCH) {
        if lists(headers, IF_NONE_MATCH, tag, true) {
            return Verdict::NotModified;
        }
    } else if let Some(since) = date(headers, IF_MODIFIED_SINCE)
        && !is_newer(stamp, since)
    {
        return Verdict::NotModified;
    }
    let Some(range) = headers.get(RANGE).and_then(|value| value.to_str().ok()) else { return Verdict::Whole };
    if let Some(condition) = headers.get(IF_RANGE) {
        let is_current = condition.as_bytes() == tag.as_bytes()
            || date(headers, IF_RANGE).is_some_and(|since| !is_newer(stamp, since));
        if !is_current {
            return Verdict::Whole;
        }
    }
    part(range, stamp.len)
}

/// Whether the file is newer than a date of the whole second.
fn is_newer(stamp: Stamp, since: SystemTime) -> bool {
    stamp.modified.duration_since(since).is_ok_and(|later| later >= Duration::from_secs(1))
}

fn date(headers: &HeaderMap, name: HeaderName) -> Option<SystemTime> {
    httpdate::parse_http_date(headers.get(name)?.to_str().ok()?).ok()
}

/// Whether a list of entity tags holds `tag`. A weak tag equals a strong one only in the weak comparison.
fn lists(headers: &HeaderMap, name: HeaderName, tag: &str, is_weak: bool) -> bool {
    headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).any(|text| {
        // Our own tags hold no comma, so splitting there can't make one of two others.
        text.split(',').map(str::trim).any(|listed| {
            listed == "*" || listed == tag || (is_weak && listed.strip_prefix("W/") == Some(tag))
        })
    })
}

/// The one range asked for. Several ranges, other units and what is not understood get the whole file, as the
/// specification allows.
fn part(range: &str, len: u64) -> Verdict {
    let Some(("bytes", spec)) = range.split_once('=').map(|(unit, spec)| (unit.trim(), spec.trim())) else {
        return Verdict::Whole;
    };
    let number = |text: &str| -> Option<u64> {
        if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
    };
    let bounds = match spec.split_once('-') {
        Some(("", last)) => number(last).map(|count| (len.saturating_sub(count), len, count > 0 && len > 0)),
        Some((first, "")) => number(first).map(|first| (first, len, first < len)),
        Some((first, last)) => match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => {
                Some((first, last.saturating_add(1).min(len), first < len))
            }
            _ => None,
        },
        None => None,
    };
    match bounds {
        None => Verdict::Whole,
        Some((_, _, false)) => Verdict::OutOfRange,
        Some((start, end, true)) => Verdict::Part(start..end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODIFIED: &str = "Sun, 06 Nov 1994 08:49:37 GMT";

    fn verdict(lines: &[(HeaderName, &str)]) -> Verdict {
        // A file system's clock is finer than a header's.
        let modified = httpdate::parse_http_date(MODIFIED).unwrap() + Duration::from_millis(700);
        let stamp = Stamp { modified, len: 100 };
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(name, value.replace("TAG", &entity_tag(stamp)).parse().unwrap());
        }
        decide(&headers, stamp, &entity_tag(stamp))
    }

    #[test]
    fn a_client_that_has_the_file_gets_304() {
        use Verdict::*;
        for (name, value, expected) in [
            (IF_NONE_MATCH, "TAG", NotModified),
            (IF_NONE_MATCH, "\"x\", W/TAG", NotModified),
            (IF_NONE_MATCH, "*", NotModified),
            (IF_NONE_MATCH, "\"x\"", Whole),
            (IF_MODIFIED_SINCE, MODIFIED, NotModified),
            (IF_MODIFIED_SINCE, "Sun, 06 Nov 1994 08:49:36 GMT", Whole),
            (IF_MODIFIED_SINCE, "yesterday", Whole),
            (IF_MATCH, "TAG", Whole),
            (IF_MATCH, "W/TAG", PreconditionFailed),
            (IF_UNMODIFIED_SINCE, MODIFIED, Whole),
            (IF_UNMODIFIED_SINCE, "Sun, 06 Nov 1994 08:49:30 GMT", PreconditionFailed),
        ] {
            assert_eq!(verdict(&[(name.clone(), value)]), expected, "{name}: {value}");
        }
        // The tag decides where both are given.
        assert_eq!(verdict(&[(IF_NONE_MATCH, "\"x\""), (IF_MODIFIED_SINCE, MODIFIED)]), Whole);
    }

    #[test]
    fn one_range_is_served() {
        use Verdict::*;
        for (range, expected) in [
            ("bytes=0-9", Part(0..10)),
            ("bytes=90-", Part(90..100)),
            ("bytes=-5", Part(95..100)),
            ("bytes=-500", Part(0..100)),
            ("bytes=99-1000", Part(99..100)),
            ("bytes=100-", OutOfRange),
            ("bytes=-0", OutOfRange),
            ("bytes=5-2", Whole),
            ("bytes=0-1,3-4", Whole),
            ("bytes=+1-2", Whole),
            ("lines=0-1", Whole),
            ("bytes=-", Whole),
            ("bytes=0-99999999999999999999", Whole),
        ] {
            assert_eq!(verdict(&[(RANGE, range)]), expected, "{range}");
        }
        assert_eq!(verdict(&[(RANGE, "bytes=0-0"), (IF_RANGE, "TAG")]), Part(0..1));
        assert_eq!(verdict(&[(RANGE, "bytes=0-0"), (IF_RANGE, MODIFIED)]), Part(0..1));
        assert_eq!(verdict(&[(RANGE, "bytes=0-0"), (IF_RANGE, "\"other\"")]), Whole);
    }
}
