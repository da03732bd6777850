//! The functions of the library `urn:shop:catalog`, and the few texts that every yardstick derives the same way.
//!
//! Each function comes as an appender (`push_…`) for code that owns its output, and as one that returns a
//! `String` for template engines.

use std::convert::Infallible;

/// Splits `text` into pieces that together are its escaped form, and hands each to `put`.
///
/// `& < > " '` become `&amp; &lt; &gt; &#034; &#039;`, as `c:out` writes them. Clean stretches are handed over
/// whole. Stops at the first error of `put`.
///
/// # Errors
/// What `put` returns.
pub fn escaped_pieces<E>(text: &str, mut put: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let replacement = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&#034;",
            b'\'' => "&#039;",
            _ => continue,
        };
        put(&text[from..at])?;
        put(replacement)?;
        from = at + 1;
    }
    put(&text[from..])
}

/// Appends `text`, escaped as by [`escaped_pieces`].
pub fn push_escaped(out: &mut String, text: &str) {
    let Ok(()) = escaped_pieces::<Infallible>(text, |piece| {
        out.push_str(piece);
        Ok(())
    });
}

/// `cat:esc`: `text` with the five characters of markup escaped.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    push_escaped(&mut out, text);
    out
}

/// Appends the slug of `text`: ASCII letters in lower case and digits; each other run is one dash, none at the ends.
pub fn push_slug(out: &mut String, text: &str) {
    let mut started = false;
    let mut dash = false;
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() {
            if dash && started {
                out.push('-');
            }
            (started, dash) = (true, false);
            out.push(char::from(byte.to_ascii_lowercase()));
        } else {
            dash = true;
        }
    }
}

/// `cat:slug`: see [`push_slug`].
pub fn slug(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_slug(&mut out, text);
    out
}

/// Hands `amount` in dollars to `put`, with grouping commas and two decimals; half a cent goes up. Stops at the first
/// error of `put`.
///
/// # Errors
/// What `put` returns.
pub fn money_pieces<E>(amount: f64, mut put: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    // Saturates beyond the range of i64, as Java's narrowing does.
    let cents = (amount * 100.0 + 0.5).floor() as i64;
    let mut buffer = itoa::Buffer::new();
    put("$")?;
    let mut whole = buffer.format(cents / 100);
    while whole.len() > 3 {
        let (group, rest) = whole.split_at((whole.len() - 1) % 3 + 1);
        put(group)?;
        put(",")?;
        whole = rest;
    }
    put(whole)?;
    let rest = (cents % 100).unsigned_abs();
    put(if rest < 10 { ".0" } else { "." })?;
    put(buffer.format(rest))
}

/// Appends `amount` in dollars, see [`money_pieces`].
pub fn push_money(out: &mut String, amount: f64) {
    let Ok(()) = money_pieces::<Infallible>(amount, |piece| {
        out.push_str(piece);
        Ok(())
    });
}

/// `cat:money`: see [`push_money`].
pub fn money(amount: f64) -> String {
    let mut out = String::with_capacity(16);
    push_money(&mut out, amount);
    out
}

/// `rating` full stars of five; ratings outside 0 to 5 count as the nearer end.
pub fn stars(rating: i32) -> &'static str {
    match rating {
        ..=0 => "☆☆☆☆☆",
        1 => "★☆☆☆☆",
        2 => "★★☆☆☆",
        3 => "★★★☆☆",
        4 => "★★★★☆",
        5.. => "★★★★★",
    }
}

/// The style class and the words of a stock badge.
pub fn stock_level(stock: i32) -> (&'static str, &'static str) {
    match stock {
        0 => ("out", "Sold out"),
        ..10 => ("low", "Few left"),
        _ => ("ok", "In stock"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_replaces_markup_only() {
        assert_eq!(escape("café"), "café");
        assert_eq!(escape("<a b=\"c\">'&'</a>"), "&lt;a b=&#034;c&#034;&gt;&#039;&amp;&#039;&lt;/a&gt;");
        assert_eq!(escape(""), "");
    }

    #[test]
    fn slug_has_single_inner_dashes() {
        assert_eq!(slug("Amber Jacket & Co"), "amber-jacket-co");
        assert_eq!(slug("  -- "), "");
        assert_eq!(slug("é2!"), "2");
        let mut out = String::from("item-");
        push_slug(&mut out, "- x -");
        assert_eq!(out, "item-x");
    }

    #[test]
    fn money_groups_and_rounds() {
        assert_eq!(money(0.0), "$0.00");
        assert_eq!(money(1234.5), "$1,234.50");
        assert_eq!(money(1_234_567.891), "$1,234,567.89");
        assert_eq!(money(999.995), "$1,000.00");
        assert_eq!(money(5.07), "$5.07");
    }

    #[test]
    fn ratings_outside_the_scale_are_clamped() {
        assert_eq!(stars(-1), stars(0));
        assert_eq!(stars(9), stars(5));
        assert_eq!(stars(3), "★★★☆☆");
    }

    #[test]
    fn stock_levels_change_at_nought_and_ten() {
        assert_eq!([0, 1, 9, 10].map(|n| stock_level(n).0), ["out", "low", "low", "ok"]);
    }
}
