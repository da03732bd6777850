//! The catalog page as plain Rust code that appends to a string: the floor that no template engine gets below.

use super::PAGE_CAPACITY;
use super::PageModel;
use crate::catalog::Product;
use crate::catalog::functions::push_escaped;
use crate::catalog::functions::push_money;
use crate::catalog::functions::push_slug;
use crate::catalog::functions::stars;
use crate::catalog::functions::stock_level;

/// Appends texts in order.
macro_rules! put {
    ($out:expr, $($text:expr),+ $(,)?) => { $( $out.push_str($text); )+ };
}

/// Renders the page.
pub fn render(model: &PageModel<'_>) -> String {
    let mut out = String::with_capacity(PAGE_CAPACITY);
    push_head(&mut out, model);
    push_navigation(&mut out, model);
    put!(out, "<main id=\"top\">\n");
    for (index, product) in model.catalog.products.iter().enumerate() {
        push_product(&mut out, product, index + 1);
    }
    put!(out, "\n</main>\n");
    push_footer(&mut out, model);
    put!(out, "\n</body>\n</html>\n");
    out
}

fn push_head(out: &mut String, model: &PageModel<'_>) {
    let catalog = model.catalog;
    let name = |index: usize| catalog.products.get(index).map_or("", |product| &product.name);
    put!(out, "\n\n\n\n<!DOCTYPE html>\n<html lang=\"en\">\n\n<head>\n<meta charset=\"UTF-8\">\n");
    put!(out, "<title>", &catalog.title, " – ", &catalog.season, " (");
    push_integer(out, catalog.products.len());
    put!(out, " products)</title>\n<link rel=\"stylesheet\" href=\"assets/catalog.css\">\n");
    put!(out, "<script defer src=\"assets/catalog.js\"></script>\n</head>\n");
    put!(out, "<body class=\"season-", &catalog.season, "\">\n<header class=\"top\">\n");
    put!(out, "<a class=\"brand\" href=\"catalog.jsp\">", &catalog.title, "</a>\n");
    put!(out, "<span class=\"user\">Hello, ", if model.user.is_empty() { "guest" } else { model.user });
    put!(out, "</span>\n<span class=\"lead\">From ", name(0), " to ", name(99), "</span>\n</header>\n");
}

fn push_navigation(out: &mut String, model: &PageModel<'_>) {
    put!(out, "\n<nav>\n<ul>\n");
    for category in &model.catalog.categories {
        put!(out, "\n<li><a href=\"#", &category.code, "\">");
        push_escaped(out, &category.name);
        put!(out, "</a> (");
        if let Some(&count) = model.catalog.counts.get(&category.code) {
            push_integer(out, count);
        }
        put!(out, ")</li>\n");
    }
    put!(out, "\n</ul>\n</nav>\n");
}

fn push_product(out: &mut String, product: &Product, position: usize) {
    let (level, label) = stock_level(product.stock);
    put!(out, "\n\n\n\n\n\n\n\n\n\n<article id=\"p");
    push_integer(out, product.id);
    put!(out, "\" class=\"product ", if position.is_multiple_of(2) { "even" } else { "odd" });
    put!(out, "\">\n<h3><a href=\"item/");
    push_slug(out, &product.name);
    put!(out, "-");
    push_integer(out, product.id);
    put!(out, "\">");
    push_escaped(out, &product.name);
    put!(out, "</a></h3>\n<span class=\"badge ", level, "\">", label, "</span>\n<p class=\"text\">");
    push_escaped(out, &product.description);
    put!(out, "</p>\n<p class=\"price\">");
    push_money(out, product.price);
    if product.premium {
        put!(out, " <em>members ");
        push_money(out, product.price * 0.8);
        put!(out, "</em>");
    }
    put!(out, "</p>\n\n<p class=\"meta\">");
    push_escaped(out, &product.category.name);
    put!(out, " · ", stars(product.rating), " · ");
    if product.stock > 0 {
        push_integer(out, product.stock);
    } else {
        put!(out, "no");
    }
    put!(out, " left</p>\n<ul class=\"tags", if product.tags.is_empty() { " none" } else { "" }, "\">");
    for tag in &product.tags {
        put!(out, "<li>", tag, "</li>");
    }
    let attribute = |name| product.attributes.get(name).map(String::as_str);
    put!(out, "</ul>\n<dl><dt>Look</dt><dd>", attribute("color").unwrap_or_default());
    put!(out, ", ", attribute("size").unwrap_or_default(), "</dd>");
    if let Some(material) = attribute("material") {
        put!(out, "<dt>Of</dt><dd>", material, "</dd>");
    }
    put!(out, "<dt>From</dt><dd>", attribute("made-in").unwrap_or("various"), "</dd></dl>\n\n</article>\n\n");
}

fn push_footer(out: &mut String, model: &PageModel<'_>) {
    let shown = model.catalog.products.len();
    put!(out, "\n<footer class=\"bottom\">\n<p>© ", model.year, " ", model.company, ". Shown: ");
    push_integer(out, shown);
    put!(out, " products", if shown > 50 { ", all on one page" } else { "" }, ".</p>\n");
    put!(out, "<p><a href=\"terms.html\">Terms</a> · <a href=\"privacy.html\">Privacy</a> · ");
    put!(out, "<a href=\"#top\">Top</a></p>\n</footer>\n");
}

fn push_integer(out: &mut String, number: impl itoa::Integer) {
    out.push_str(itoa::Buffer::new().format(number));
}
