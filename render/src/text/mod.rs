//! Formats as Java's `java.text` has them: patterns, rounding and locale data, for tags and scripting alike.
//!
//! Nothing here knows of pages: values and a [`Locale`] go in, text comes out.

mod affix;
mod choice_format;
mod currency;
mod data;
mod date;
mod decimal_format;
mod digits;
mod layout;
mod locale;
mod message_format;
mod number_parse;
mod parse_position;
mod pattern;
mod plain;
mod settings;
mod symbols;
mod time_zone;
mod zone_aliases;
mod zone_names;

pub use choice_format::ChoiceFormat;
pub use currency::Currency;
pub use data::DateSymbols;
pub use date::SimpleDateFormat;
pub use date::Style;
use date::calendar::Weeks;
pub use decimal_format::DecimalFormat;
pub use locale::Locale;
pub use message_format::MessageFormat;
pub use parse_position::ParsePosition;
pub use pattern::PatternError;
pub use symbols::Symbols;
pub use time_zone::TimeZone;

#[cfg(test)]
mod proptests;
#[cfg(test)]
mod tests;
