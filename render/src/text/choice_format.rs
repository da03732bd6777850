//! `java.text.ChoiceFormat`: a text for each range of numbers.

use super::ParsePosition;
use super::parse_position::has_at;
use crate::Error;
use crate::Result;
use crate::error::class;
use crate::value::number::parse_double;
use crate::value::number::write_double;

/// A `java.text.ChoiceFormat`, by a pattern such as `0#none|1#one|1<many`.
///
/// ```
/// let format = vespid_render::text::ChoiceFormat::new("0#none|1#one|1<many").unwrap();
/// assert_eq!([0.5, 1.0, 2.0].map(|number| format.choose(number)), [Some("none"), Some("one"), Some("many")]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceFormat {
    /// From which number on each text is taken, in ascending order.
    choices: Vec<(f64, String)>,
}

impl ChoiceFormat {
    /// Reads a pattern: numbers, `#`, `≤` or `<`, and texts, separated by `|`.
    ///
    /// # Errors
    /// `IllegalArgumentException` if a number is none, or not greater than the one before.
    pub fn new(pattern: &str) -> Result<Self> {
        let malformed = |why: &str| {
            Error::illegal_argument(format!("the choice pattern {pattern:?} is malformed: {why}"))
        };
        let mut choices: Vec<(f64, String)> = Vec::new();
        // The number and the text of a choice; the number's value once its sign was read.
        let (mut number, mut text) = (String::new(), String::new());
        let mut limit = None;
        let mut quoted = false;
        let mut letters = pattern.chars().peekable();
        while let Some(c) = letters.next() {
            let segment = if limit.is_none() { &mut number } else { &mut text };
            match c {
                '\'' if letters.next_if_eq(&'\'').is_some() => segment.push('\''),
                '\'' => quoted = !quoted,
                c if quoted => segment.push(c),
                '<' | '#' | '\u{2264}' if limit.is_none() => {
                    let value =
                        read_limit(number.trim()).ok_or_else(|| malformed("a number is missing or none"))?;
                    let value = if c == '<' && value.is_finite() { value.next_up() } else { value };
                    if choices.last().is_some_and(|(last, _)| value.is_nan() || value <= *last) {
                        return Err(malformed("the numbers must ascend"));
                    }
                    number.clear();
                    limit = Some(value);
                }
                '|' => {
                    if let Some(limit) = limit.take() {
                        choices.push((limit, std::mem::take(&mut text)));
                    }
                    number.clear();
                }
                c => segment.push(c),
            }
        }
        if let Some(limit) = limit {
            choices.push((limit, text));
        }
        Ok(ChoiceFormat { choices })
    }

    /// The text of the last range that begins at or before the number, or the first text; none of an empty pattern.
    pub fn choose(&self, number: f64) -> Option<&str> {
        let behind = self
            .choices
            .iter()
            .position(|(limit, _)| number.is_nan() || number < *limit)
            .unwrap_or(self.choices.len());
        self.choices.get(behind.saturating_sub(1)).map(|(_, text)| text.as_str())
    }

    /// Appends the text of a number.
    ///
    /// # Errors
    /// `ArrayIndexOutOfBoundsException` if the pattern has no choice.
    pub fn format(&self, number: f64, out: &mut String) -> Result<()> {
        out.push_str(self.chosen(number)?);
        Ok(())
    }

    pub(super) fn chosen(&self, number: f64) -> Result<&str> {
        self.choose(number).ok_or_else(|| {
            Error::new("java.lang.ArrayIndexOutOfBoundsException", "the choice pattern has no choice")
                .with_supers([class::INDEX_OUT_OF_BOUNDS.into()])
        })
    }

    /// Reads the longest of the texts that stands at a position, and gives where its range begins; NaN if none does,
    /// with the error index set.
    pub fn parse(&self, text: &str, position: &mut ParsePosition) -> f64 {
        let start = position.index;
        let mut best = (start, f64::NAN);
        for (limit, choice) in &self.choices {
            if has_at(text, start, choice) && start + choice.len() > best.0 {
                best = (start + choice.len(), *limit);
                if best.0 == text.len() {
                    break;
                }
            }
        }
        position.index = best.0;
        if best.0 == start {
            position.error_index = Some(start);
        }
        best.1
    }

    /// A pattern that gives the same choices.
    pub fn to_pattern(&self) -> String {
        let mut pattern = String::new();
        for (n, (limit, text)) in self.choices.iter().enumerate() {
            if n > 0 {
                pattern.push('|');
            }
            // Whichever is written shorter: from the number on, or above the one before.
            let below = limit.next_down();
            let rest = |number: f64| (number - number.round_ties_even()).abs();
            if rest(*limit) <= rest(below) {
                push_limit(*limit, &mut pattern);
                pattern.push('#');
            } else {
                push_limit(below, &mut pattern);
                pattern.push('<');
            }
            let quote = text.contains(['<', '#', '\u{2264}', '|']);
            if quote {
                pattern.push('\'');
            }
            pattern.push_str(&text.replace('\'', "''"));
            if quote {
                pattern.push('\'');
            }
        }
        pattern
    }
}

fn read_limit(text: &str) -> Option<f64> {
    match text {
        "∞" => Some(f64::INFINITY),
        "-∞" => Some(f64::NEG_INFINITY),
        text => parse_double(text),
    }
}

fn push_limit(limit: f64, out: &mut String) {
    if limit.is_infinite() {
        out.push_str(if limit < 0.0 { "-∞" } else { "∞" });
        return;
    }
    // Writing to a string can't fail.
    let _ = write_double(limit, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_begin_at_or_behind_their_numbers() {
        let format = ChoiceFormat::new("-∞<neg|0#zero|1.0<more|'2|'#no").unwrap_err();
        assert!(format.to_string().contains("a number is missing"), "{format}");
        let format = ChoiceFormat::new("-1#is negative|0\u{2264}is ''0''|1#is one|2<is '|'").unwrap();
        for (number, text) in [
            (f64::NEG_INFINITY, "is negative"),
            (-0.5, "is negative"),
            (0.0, "is '0'"),
            (1.5, "is one"),
            (2.0, "is one"),
            (2.1, "is |"),
            (f64::INFINITY, "is |"),
            (f64::NAN, "is negative"),
        ] {
            assert_eq!(format.choose(number), Some(text), "{number}");
        }
        assert_eq!(format.to_pattern(), "-1.0#is negative|0.0#is ''0''|1.0#is one|2.0<'is |'");
        assert_eq!(ChoiceFormat::new(&format.to_pattern()).unwrap(), format);
    }

    #[test]
    fn the_longest_text_is_read() {
        let format = ChoiceFormat::new("0#a|1#ab|2#b").unwrap();
        let mut position = ParsePosition::default();
        assert_eq!((format.parse("abc", &mut position), position.index), (1.0, 2));
        let mut position = ParsePosition::default();
        assert!(format.parse("c", &mut position).is_nan());
        assert_eq!(position.error_index, Some(0));
    }

    #[test]
    fn numbers_must_ascend() {
        for pattern in ["1#a|1#b", "2#a|1#b", "x#a", "#a"] {
            assert!(ChoiceFormat::new(pattern).is_err(), "{pattern}");
        }
        assert!(ChoiceFormat::new("").unwrap().format(1.0, &mut String::new()).is_err());
    }
}
