//! The beans of the catalog: 100 products made by formula, so that every implementation has the same data.

use std::sync::Arc;

use indexmap::IndexMap;
use serde::Serialize;

const ADJECTIVES: [&str; 10] =
    ["Amber", "Brisk", "Cedar", "Dapper", "Ember", "Fjord", "Granite", "Harbor", "Indigo", "Juniper"];
const NOUNS: [&str; 13] = [
    "Kettle", "Lantern", "Backpack", "Notebook", "Chair", "Teapot", "Blanket", "Compass", "Speaker", "Mug",
    "Bicycle", "Jacket", "Clock",
];
const LEADS: [&str; 6] = [
    "A dependable",
    "An award-winning",
    "Our \"signature\"",
    "A lightweight",
    "A hand-made",
    "The customers' favourite",
];
const USES: [&str; 7] = [
    "long weekends",
    "small kitchens",
    "trips < 3 days",
    "rainy commutes",
    "café tables",
    "gift & holiday lists",
    "rooms > 20 m²",
];
const TAGS: [&str; 12] = [
    "new", "eco", "travel", "gift", "outdoor", "office", "kids", "premium", "classic", "compact", "durable",
    "vegan",
];
const COLORS: [&str; 8] = ["black", "white", "crimson", "teal", "navy", "olive", "sand", "plum"];
const SIZES: [&str; 5] = ["XS", "S", "M", "L", "XL"];
const MATERIALS: [&str; 7] = ["oak", "steel", "cotton", "glass", "leather", "cork", "wool"];
const COUNTRIES: [&str; 9] =
    ["Portugal", "Japan", "Norway", "Kenya", "Chile", "Canada", "Italy", "India", "Estonia"];
const CATEGORIES: [(&str, &str); 6] = [
    ("kitchen", "Kitchen & Table"),
    ("living", "Living"),
    ("travel", "Travel"),
    ("office", "Office"),
    ("garden", "Garden"),
    ("sport", "Sport"),
];

/// The whole catalog, the bean `shop.Catalog`.
#[derive(Debug, Serialize)]
pub struct Catalog {
    /// The name of the shop's catalog.
    pub title: String,
    /// The season it is for.
    pub season: String,
    /// All products, by their number.
    pub products: Vec<Arc<Product>>,
    /// The shelves, in the order in which pages list them.
    pub categories: Vec<Arc<Category>>,
    /// The number of products by category code, in the order of the categories.
    pub counts: IndexMap<String, i32>,
}

/// One shelf of the shop, the bean `shop.Category`.
#[derive(Debug, Serialize)]
pub struct Category {
    /// The code, an anchor in the page.
    pub code: String,
    /// The name that readers see.
    pub name: String,
}

/// One product, the bean `shop.Product`.
#[derive(Debug, Serialize)]
pub struct Product {
    /// The number, from 1.
    pub id: i32,
    /// The name.
    pub name: String,
    /// A sentence about it.
    pub description: String,
    /// The price in dollars.
    pub price: f64,
    /// Keywords, at most three.
    pub tags: Vec<String>,
    /// Looks and origin by name: `color` and `size` always, `material` and `made-in` sometimes.
    pub attributes: IndexMap<String, String>,
    /// How many there are in the store.
    pub stock: i32,
    /// Stars, 1 to 5.
    pub rating: i32,
    /// The shelf that it stands on.
    pub category: Arc<Category>,
    /// Whether members get a discount.
    pub premium: bool,
}

impl Catalog {
    /// How many products there are.
    pub const SIZE: u32 = 100;

    /// Makes the catalog by its formula.
    pub fn new() -> Self {
        let categories =
            CATEGORIES.map(|(code, name)| Arc::new(Category { code: code.into(), name: name.into() }));
        let products: Vec<_> =
            (1..=Self::SIZE).map(|number| Arc::new(Product::numbered(number, &categories))).collect();
        let mut counts: IndexMap<_, _> =
            categories.iter().map(|category| (category.code.clone(), 0)).collect();
        for product in &products {
            counts[&product.category.code] += 1;
        }
        Self {
            title: "Harbor Lane Catalog".into(),
            season: "Autumn".into(),
            products,
            categories: categories.into(),
            counts,
        }
    }
}

impl Default for Catalog {
    fn default() -> Self {
        Self::new()
    }
}

impl Product {
    fn numbered(number: u32, categories: &[Arc<Category>]) -> Self {
        let i = number;
        let noun = pick(&NOUNS, i * 7);
        let price = f64::from(499 + (i * 7919) % 249_500) / 100.0;
        let rating = 1 + (i * 3 + i / 7) % 5;
        let tag_count = if i.is_multiple_of(25) { 0 } else { 1 + i % 3 };
        let stock = if i.is_multiple_of(10) { 0 } else { (i * 37) % 60 };
        let warranty = if i.is_multiple_of(4) {
            format!(", with a {}-year warranty.", 2 + i % 5)
        } else {
            String::from(".")
        };
        let mut attributes = IndexMap::new();
        attributes.insert("color".into(), pick(&COLORS, i * 3).into());
        attributes.insert("size".into(), pick(&SIZES, i).into());
        if !i.is_multiple_of(3) {
            attributes.insert("material".into(), pick(&MATERIALS, i * 11).into());
        }
        if !i.is_multiple_of(5) {
            attributes.insert("made-in".into(), pick(&COUNTRIES, i * 13).into());
        }
        Self {
            id: i.cast_signed(),
            name: format!(
                "{} {noun}{}",
                pick(&ADJECTIVES, i),
                if i.is_multiple_of(9) { " & Co" } else { "" }
            ),
            description: format!(
                "{} {} for {}{warranty}",
                pick(&LEADS, i),
                noun.to_lowercase(),
                pick(&USES, i * 5)
            ),
            price,
            tags: (0..tag_count).map(|j| pick(&TAGS, i + 5 * j).into()).collect(),
            attributes,
            stock: stock.cast_signed(),
            rating: rating.cast_signed(),
            category: Arc::clone(&categories[(i * 5 + i / 10) as usize % categories.len()]),
            premium: price >= 1000.0 && rating >= 4,
        }
    }
}

/// The text at `number` in `list`, starting again from the front after its end.
fn pick(list: &[&'static str], number: u32) -> &'static str {
    list[number as usize % list.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up_in_the_order_of_the_categories() {
        let catalog = Catalog::new();
        assert_eq!(catalog.counts.values().sum::<i32>(), 100);
        assert!(catalog.counts.keys().eq(catalog.categories.iter().map(|category| &category.code)));
    }

    #[test]
    fn products_follow_the_formula() {
        let catalog = Catalog::new();
        let first = &catalog.products[0];
        assert_eq!((first.id, first.name.as_str(), first.stock, first.rating), (1, "Brisk Compass", 37, 4));
        assert_eq!(first.tags, ["eco", "kids"]);
        assert!((first.price - 84.18).abs() < 1e-9 && !first.premium);
        let last = &catalog.products[99];
        assert_eq!((last.name.as_str(), last.stock, last.tags.len()), ("Amber Jacket", 0, 0));
        assert!(!last.attributes.contains_key("made-in") && last.attributes.contains_key("material"));
    }
}
