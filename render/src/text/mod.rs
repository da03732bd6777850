//! Formats as Java's `java.text` has them: patterns, rounding and locale data, for tags and scripting alike.
//!
//! Nothing here knows of pages: values and a [`Locale`] go in, text comes out.

mod affix;
mod currency;
mod data;
mod decimal_format;
mod digits;
mod layout;
mod locale;
mod pattern;
mod plain;
mod settings;
mod symbols;

pub use currency::Currency;
pub use decimal_format::DecimalFormat;
pub use locale::Locale;
pub use pattern::PatternError;
pub use symbols::Symbols;

#[cfg(test)]
mod proptests;
#[cfg(test)]
mod tests;
