//! Request parameters from the query string and from form bodies.

use std::borrow::Cow;

use http::HeaderMap;
use http::StatusCode;
use http::header::CONTENT_TYPE;
use percent_encoding::percent_decode;
use vespid_render::context::Params;
use vespid_streams::Charset;

use super::Refusal;
use super::target::check_escapes;

/// Adds the parameters in `text` (`application/x-www-form-urlencoded`), whose bytes are in `charset`.
///
/// # Errors
/// Malformed escapes, bytes that the charset does not know, or more than `max_count` parameters in all: looking up a
/// name takes time proportional to their number.
pub(crate) fn add_urlencoded(
    params: &mut Params,
    text: &[u8],
    charset: Charset,
    max_count: usize,
) -> Result<(), Refusal> {
    let mut left = max_count.saturating_sub(params.iter().map(|(_, values)| values.len()).sum());
    for pair in text.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty()) {
        if left == 0 {
            return Err(Refusal::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                format!("there are more than {max_count} parameters"),
            ));
        }
        left -= 1;
        let (name, value) = match pair.iter().position(|byte| *byte == b'=') {
            Some(at) => (&pair[..at], &pair[at + 1..]),
            None => (pair, &[][..]),
        };
        params.add(&*decode(name, charset)?, &*decode(value, charset)?);
    }
    Ok(())
}

fn decode(text: &[u8], charset: Charset) -> Result<Cow<'_, str>, Refusal> {
    let refuse = || Refusal::bad_request(format!("a parameter is not {charset}"));
    if !text.iter().any(|byte| matches!(byte, b'%' | b'+')) {
        let (decoded, is_malformed) = charset.decode(text);
        return if is_malformed { Err(refuse()) } else { Ok(decoded) };
    }
    check_escapes(text)?;
    let spaced: Cow<'_, [u8]> = if text.contains(&b'+') {
        text.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect::<Vec<_>>().into()
    } else {
        text.into()
    };
    let bytes: Cow<'_, [u8]> = percent_decode(&spaced).into();
    let (decoded, is_malformed) = charset.decode(&bytes);
    if is_malformed { Err(refuse()) } else { Ok(decoded.into_owned().into()) }
}

/// The charset of a form body, if this is one.
///
/// # Errors
/// A charset that is not known.
pub(crate) fn form_charset(headers: &HeaderMap, default: Charset) -> Result<Option<Charset>, Refusal> {
    let Some(content_type) = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()) else {
        return Ok(None);
    };
    let mut parts = content_type.split(';');
    if !parts.next().unwrap_or("").trim().eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        return Ok(None);
    }
    for part in parts {
        if let Some((name, value)) = part.split_once('=')
            && name.trim().eq_ignore_ascii_case("charset")
        {
            let label = value.trim().trim_matches('"');
            return Charset::for_label(label).map(Some).ok_or_else(|| {
                Refusal::new(
                    StatusCode::UNSUPPORTED_MEDIA_TYPE,
                    format!("the charset {label:?} is not known"),
                )
            });
        }
    }
    Ok(Some(default))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, charset: Charset) -> Result<Vec<(String, Vec<String>)>, Refusal> {
        let mut params = Params::new();
        add_urlencoded(&mut params, text.as_bytes(), charset, 4)?;
        let owned = |values: &[vespid_render::value::Str]| values.iter().map(ToString::to_string).collect();
        Ok(params.iter().map(|(name, values)| (name.to_string(), owned(values))).collect())
    }

    #[test]
    fn values_of_one_name_stay_together_in_order() {
        assert_eq!(
            parse("a=1&b=%C3%A4+x&a=2&&c", Charset::UTF_8).unwrap(),
            [
                ("a".to_owned(), vec!["1".to_owned(), "2".to_owned()]),
                ("b".to_owned(), vec!["ä x".to_owned()]),
                ("c".to_owned(), vec![String::new()]),
            ]
        );
    }

    #[test]
    fn bytes_are_in_the_charset_of_the_form() {
        assert_eq!(parse("a=%E4", Charset::ISO_8859_1).unwrap()[0].1, ["ä"]);
        assert_eq!(parse("a=%E4", Charset::UTF_8).unwrap_err().reason, "a parameter is not UTF-8");
    }

    #[test]
    fn malformed_and_too_many_are_refused() {
        assert_eq!(parse("a=%4", Charset::UTF_8).unwrap_err().status, StatusCode::BAD_REQUEST);
        assert!(parse("a&b&c&d", Charset::UTF_8).is_ok());
        assert_eq!(parse("a&b&c&d&e", Charset::UTF_8).unwrap_err().status, StatusCode::PAYLOAD_TOO_LARGE);
    }

    #[test]
    fn the_content_type_tells_the_charset() {
        let charset = |text: &str| {
            let headers = [(CONTENT_TYPE, text.parse().unwrap())].into_iter().collect();
            form_charset(&headers, Charset::UTF_8)
        };
        assert_eq!(charset("text/plain").unwrap(), None);
        assert_eq!(charset("Application/X-WWW-Form-Urlencoded").unwrap(), Some(Charset::UTF_8));
        assert_eq!(
            charset("application/x-www-form-urlencoded; charset=\"iso-8859-1\"").unwrap(),
            Some(Charset::ISO_8859_1)
        );
        assert!(charset("application/x-www-form-urlencoded; charset=nope").is_err());
    }
}
