//! The catalog page by other means than Vespid: what a Rust team would otherwise write.
//!
//! All give the page of `apps/catalog/expected/catalog.html`, save a few bytes of white space where a template
//! language cannot place a line end like a JSP page does.

pub mod askama;
pub mod hand;
pub mod minijinja;

use crate::catalog::Catalog;

/// Bytes to reserve for a page: what it takes and some room, so that no yardstick pays for growing.
const PAGE_CAPACITY: usize = 52 * 1024;

/// What a page sees of the request and the application besides the catalog.
#[derive(Debug)]
pub struct PageModel<'a> {
    /// The bean in application scope.
    pub catalog: &'a Catalog,
    /// The context parameter `company`.
    pub company: &'a str,
    /// The session attribute `user`; empty if there is none.
    pub user: &'a str,
    /// The parameter `year` of the included footer.
    pub year: &'a str,
}

impl<'a> PageModel<'a> {
    /// The model of a first request: no session attribute, the parameters of the page and of `web.xml`.
    pub fn new(catalog: &'a Catalog) -> Self {
        Self { catalog, company: "Harbor Lane Goods", user: "", year: "2024" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPECTED: &str = include_str!("../../apps/catalog/expected/catalog.html");

    /// The page with every run of white space as one space.
    fn without_white_space_runs(page: &str) -> String {
        page.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn assert_is_the_catalog_page(page: &str) {
        let (page_words, expected_words) =
            (without_white_space_runs(page), without_white_space_runs(EXPECTED));
        let different =
            page_words.split(' ').zip(expected_words.split(' ')).find(|(page, expected)| page != expected);
        assert_eq!(different, None);
        assert_eq!(page_words.len(), expected_words.len());
        let white_space = page.len().abs_diff(EXPECTED.len());
        assert!(white_space * 50 < EXPECTED.len(), "{white_space} bytes of white space more or less");
    }

    #[test]
    fn hand_written_page_is_the_catalog_page_to_the_byte() {
        assert_eq!(hand::render(&PageModel::new(&Catalog::new())), EXPECTED);
    }

    #[test]
    fn askama_page_is_the_catalog_page() {
        assert_is_the_catalog_page(&askama::render(&PageModel::new(&Catalog::new())).unwrap());
    }

    #[test]
    fn minijinja_page_is_the_catalog_page() {
        let catalog = Catalog::new();
        let model = PageModel::new(&catalog);
        assert_is_the_catalog_page(&minijinja::CompiledPage::new(&model).unwrap().render().unwrap());
    }

    #[test]
    fn a_user_of_the_session_is_greeted_by_all() {
        let catalog = Catalog::new();
        let model = PageModel { user: "Ada", ..PageModel::new(&catalog) };
        let pages = [
            hand::render(&model),
            askama::render(&model).unwrap(),
            minijinja::CompiledPage::new(&model).unwrap().render().unwrap(),
        ];
        for page in pages {
            assert!(page.contains("Hello, Ada</span>") && !page.contains("guest"));
        }
    }
}
