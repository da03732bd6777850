//! The languages that a client prefers.

use http::HeaderMap;
use http::header::ACCEPT_LANGUAGE;
use vespid_render::value::Str;

/// What a client is taken to read that does not say.
const DEFAULT: &str = "en";

/// The tags of `Accept-Language`, best first; ranges of equal weight stay in order. `*`, weight 0 and whatever is not
/// understood are skipped. Never empty.
pub(crate) fn parse(headers: &HeaderMap) -> Vec<Str> {
    let mut weighed: Vec<(u16, &str)> = Vec::new();
    for header in headers.get_all(ACCEPT_LANGUAGE) {
        for range in header.to_str().unwrap_or("").split(',') {
            let mut parts = range.split(';');
            let tag = parts.next().unwrap_or("").trim();
            let is_tag = tag.starts_with(|c: char| c.is_ascii_alphabetic())
                && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            let weight = parts.find_map(|part| part.trim().strip_prefix("q="));
            let weight = weight.map_or(Some(1.0), |text| text.trim().parse::<f32>().ok());
            match weight {
                Some(weight) if is_tag && weight > 0.0 && weight <= 1.0 => {
                    weighed.push(((weight * 1000.0) as u16, tag));
                }
                _ => {}
            }
        }
    }
    weighed.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    if weighed.is_empty() {
        return vec![DEFAULT.into()];
    }
    weighed.into_iter().map(|(_, tag)| tag.into()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_language_comes_first() {
        for (text, expected) in [
            ("de-CH, de;q=0.9, en;q=0.8", &["de-CH", "de", "en"][..]),
            ("en;q=0.5,fr;q=0.7,it;q=0.7", &["fr", "it", "en"]),
            ("*;q=0.1, es;q=0, nl", &["nl"]),
            ("*", &["en"]),
            ("äö, 1, x;q=2, y;q=z", &["en"]),
            ("", &["en"]),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, http::HeaderValue::from_bytes(text.as_bytes()).unwrap());
            assert_eq!(parse(&headers), expected, "{text}");
        }
        assert_eq!(parse(&HeaderMap::new()), ["en"]);
    }
}
