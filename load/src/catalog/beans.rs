//! The catalog's beans for Vespid, under their Java class names.
//!
//! The model itself is plain Rust, as other template engines want it; what pages read is shared by pointer, so that no
//! request copies text or lists.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use vespid_render::Bean;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::Value;

use super::model;

/// `shop.Catalog`
#[derive(Bean)]
#[bean(class = "shop.Catalog")]
pub(super) struct Catalog {
    #[bean(readonly)]
    title: Str,
    #[bean(readonly)]
    season: Str,
    #[bean(readonly)]
    products: Arc<Vec<Arc<Product>>>,
    #[bean(readonly)]
    categories: Arc<Vec<Arc<Category>>>,
    #[bean(readonly)]
    counts: Arc<IndexMap<Str, i32, FxBuildHasher>>,
}

/// `shop.Category`
#[derive(Bean)]
#[bean(class = "shop.Category")]
pub(super) struct Category {
    #[bean(readonly)]
    code: Str,
    #[bean(readonly)]
    name: Str,
}

/// `shop.Product`
#[derive(Bean)]
#[bean(class = "shop.Product")]
pub(super) struct Product {
    #[bean(readonly)]
    id: i32,
    #[bean(readonly)]
    name: Str,
    #[bean(readonly)]
    description: Str,
    #[bean(readonly)]
    price: f64,
    #[bean(readonly)]
    tags: Arc<Vec<Str>>,
    #[bean(readonly)]
    attributes: Arc<IndexMap<Str, Str, FxBuildHasher>>,
    #[bean(readonly)]
    stock: i32,
    #[bean(readonly)]
    rating: i32,
    #[bean(readonly)]
    category: Arc<Category>,
    #[bean(readonly)]
    premium: bool,
}

impl Catalog {
    /// The catalog as a value that `jsp:useBean` can keep.
    pub(super) fn value() -> Value {
        let bean: Arc<dyn Object> = Arc::new(Self::from(&model::Catalog::new()));
        Value::Object(bean)
    }
}

impl From<&model::Catalog> for Catalog {
    fn from(catalog: &model::Catalog) -> Self {
        let categories: Vec<Arc<Category>> = catalog
            .categories
            .iter()
            .map(|category| {
                Arc::new(Category {
                    code: category.code.as_str().into(),
                    name: category.name.as_str().into(),
                })
            })
            .collect();
        let shelf = |code: &str| {
            let shelf = categories.iter().find(|category| category.code == code);
            Arc::clone(shelf.expect("every product stands on a shelf of the catalog"))
        };
        let products = catalog
            .products
            .iter()
            .map(|product| {
                Arc::new(Product {
                    id: product.id,
                    name: product.name.as_str().into(),
                    description: product.description.as_str().into(),
                    price: product.price,
                    tags: Arc::new(product.tags.iter().map(|tag| tag.as_str().into()).collect()),
                    attributes: Arc::new(
                        product
                            .attributes
                            .iter()
                            .map(|(name, value)| (name.as_str().into(), value.as_str().into()))
                            .collect(),
                    ),
                    stock: product.stock,
                    rating: product.rating,
                    category: shelf(&product.category.code),
                    premium: product.premium,
                })
            })
            .collect();
        Self {
            title: catalog.title.as_str().into(),
            season: catalog.season.as_str().into(),
            products: Arc::new(products),
            counts: Arc::new(
                catalog.counts.iter().map(|(code, count)| (code.as_str().into(), *count)).collect(),
            ),
            categories: Arc::new(categories),
        }
    }
}
