//! The shared catalog application: its model and its functions as Rust types.
//!
//! One set of types feeds every way to render the page, so that a comparison differs in the template engine
//! alone. The pages themselves are files in `apps/catalog/webapp`, and `apps/catalog/expected` holds their
//! exact output.

mod beans;
pub mod functions;
mod model;
mod tags;

pub use model::Catalog;
pub use model::Category;
pub use model::Product;
pub use tags::registry;

/// The files of the web application, by context-relative path.
pub fn webapp() -> [(&'static str, &'static str); 7] {
    [
        ("/catalog.jsp", include_str!("../../apps/catalog/webapp/catalog.jsp")),
        ("/catalog-jstl.jsp", include_str!("../../apps/catalog/webapp/catalog-jstl.jsp")),
        ("/WEB-INF/catalog.tld", include_str!("../../apps/catalog/webapp/WEB-INF/catalog.tld")),
        ("/WEB-INF/jsp/footer.jsp", include_str!("../../apps/catalog/webapp/WEB-INF/jsp/footer.jsp")),
        ("/WEB-INF/jspf/header.jspf", include_str!("../../apps/catalog/webapp/WEB-INF/jspf/header.jspf")),
        ("/WEB-INF/tags/product.tag", include_str!("../../apps/catalog/webapp/WEB-INF/tags/product.tag")),
        ("/WEB-INF/web.xml", include_str!("../../apps/catalog/webapp/WEB-INF/web.xml")),
    ]
}
