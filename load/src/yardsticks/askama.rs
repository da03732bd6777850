//! The catalog page by askama, whose templates are compiled into Rust code: what Vespid is measured against.

use std::borrow::Borrow;
use std::fmt;
use std::fmt::Display;
use std::fmt::Formatter;

use askama::FastWritable;
use askama::Template;
use askama::Values;

use super::PAGE_CAPACITY;
use super::PageModel;
use crate::catalog::Catalog;
use crate::catalog::functions;

/// Renders the page.
///
/// # Errors
/// Never in practice: askama's error covers writers that fail, and a string does not.
pub fn render(model: &PageModel<'_>) -> askama::Result<String> {
    let &PageModel { catalog, company, user, year } = model;
    let mut out = String::with_capacity(PAGE_CAPACITY);
    Page { catalog, company, user, year, shown: catalog.products.len() }.render_into(&mut out)?;
    Ok(out)
}

/// Escaping is off because the JSP page escapes by `cat:esc` where it means to, and nowhere else.
#[derive(Template)]
#[template(path = "askama/catalog.html", escape = "none")]
struct Page<'a> {
    catalog: &'a Catalog,
    company: &'a str,
    user: &'a str,
    year: &'a str,
    shown: usize,
}

/// A text that is escaped while it is written, piece by piece, with no string in between.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        functions::escaped_pieces(self.0, |piece| f.write_str(piece))
    }
}

/// askama's own way around the formatting machinery, which it takes where a type offers it.
impl FastWritable for Escaped<'_> {
    fn write_into(&self, out: &mut dyn fmt::Write, _: &dyn Values) -> askama::Result<()> {
        functions::escaped_pieces(self.0, |piece| out.write_str(piece))?;
        Ok(())
    }
}

// What the template calls. Askama hands over fields by reference and computed values by value, hence `Borrow`.

fn esc(text: &str) -> Escaped<'_> {
    Escaped(text)
}

fn slug(text: &str) -> String {
    functions::slug(text)
}

fn money(amount: impl Borrow<f64>) -> String {
    functions::money(*amount.borrow())
}

fn stars(rating: &i32) -> &'static str {
    functions::stars(*rating)
}

fn stock_level(stock: &i32) -> (&'static str, &'static str) {
    functions::stock_level(*stock)
}
