//! What the demo's shop sells.

use std::sync::Arc;
use std::sync::LazyLock;

use vespid_render::Bean;
use vespid_render::Value;
use vespid_render::registry::Registry;
use vespid_render::value::Str;

/// All there is to buy.
#[derive(Bean)]
#[bean(class = "demo.Shop")]
struct Shop {
    #[bean(readonly)]
    shelves: Arc<Vec<Arc<Shelf>>>,
    #[bean(readonly)]
    products: Arc<Vec<Arc<Product>>>,
}

/// Where products of a kind stand.
#[derive(Bean)]
#[bean(class = "demo.Shelf")]
struct Shelf {
    #[bean(readonly)]
    code: Str,
    #[bean(readonly)]
    name: Str,
    /// Its colour on the page, in degrees.
    #[bean(readonly)]
    hue: i32,
}

/// Something to buy.
#[derive(Bean)]
#[bean(class = "demo.Product")]
struct Product {
    #[bean(readonly)]
    name: Str,
    #[bean(readonly)]
    note: Str,
    /// In euros.
    #[bean(readonly)]
    price: f64,
    /// Pieces left.
    #[bean(readonly)]
    stock: i32,
    /// One to five stars.
    #[bean(readonly)]
    rating: i32,
    #[bean(readonly)]
    tags: Arc<Vec<Str>>,
    #[bean(readonly)]
    shelf: Arc<Shelf>,
}

/// Code, name and hue of a shelf, and what stands on it.
type Row = (&'static str, &'static str, i32, &'static [Item]);

/// Name, note, price, stock, rating and tags of a product.
type Item = (&'static str, &'static str, f64, i32, i32, &'static [&'static str]);

const SHELVES: &[Row] = &[
    (
        "nest",
        "Nesting",
        38,
        &[
            (
                "Reed bundle",
                "Forty hollow stems, cut by hand, for mason bees.",
                9.5,
                84,
                5,
                &["Reed", "Outdoors"],
            ),
            (
                "Clay block",
                "Fired clay with smooth holes of four widths.",
                24.0,
                12,
                4,
                &["Clay", "Outdoors"],
            ),
            ("Bumblebee box", "Larch, with a porch that keeps the rain off.", 58.9, 3, 5, &["Larch"]),
        ],
    ),
    (
        "seed",
        "Seeds & plants",
        128,
        &[
            (
                "Meadow seed",
                "Twenty-six native flowers for fifty square metres.",
                7.25,
                310,
                5,
                &["Annual", "Sun"],
            ),
            ("Lavender plugs", "Six young plants that hum all July.", 12.4, 40, 4, &["Perennial", "Sun"]),
            (
                "Ivy, late",
                "The last nectar of the year, and the wasps know it.",
                6.8,
                0,
                3,
                &["Evergreen", "Shade"],
            ),
        ],
    ),
    (
        "tool",
        "Looking closer",
        205,
        &[
            ("Folding loupe", "Ten times, in brass, on a leather string.", 18.75, 27, 5, &["Brass", "10×"]),
            ("Insect net", "So soft that nobody loses a wing.", 32.0, 4, 4, &["Telescopic"]),
            ("Field lamp", "Warm red light for moths & other night guests.", 41.5, 16, 4, &["USB-C"]),
        ],
    ),
    (
        "book",
        "Books",
        345,
        &[
            (
                "Wasps of the hedgerow",
                "Two hundred species and where to wait for them.",
                27.8,
                33,
                5,
                &["Field guide"],
            ),
            (
                "Paper makers",
                "How a nest is built, cell by cell; with plates.",
                36.0,
                8,
                4,
                &["Natural history"],
            ),
            ("A patient hour", "Essays on doing nothing next to a flower.", 14.95, 2, 3, &["Essays"]),
        ],
    ),
];

/// Lets pages name the shop.
pub(super) fn register(registry: &mut Registry) {
    static SHOP: LazyLock<Value> = LazyLock::new(|| Value::new(Shop::new()));
    registry.constructor("demo.Shop", || Ok(SHOP.clone()));
}

impl Shop {
    fn new() -> Self {
        let mut shelves = Vec::new();
        let mut products = Vec::new();
        for (code, name, hue, items) in SHELVES {
            let shelf = Arc::new(Shelf { code: (*code).into(), name: (*name).into(), hue: *hue });
            products.extend(items.iter().map(|(name, note, price, stock, rating, tags)| {
                Arc::new(Product {
                    name: (*name).into(),
                    note: (*note).into(),
                    price: *price,
                    stock: *stock,
                    rating: *rating,
                    tags: Arc::new(tags.iter().map(|tag| (*tag).into()).collect()),
                    shelf: shelf.clone(),
                })
            }));
            shelves.push(shelf);
        }
        Shop { shelves: Arc::new(shelves), products: Arc::new(products) }
    }
}
