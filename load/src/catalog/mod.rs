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

/// The beans, tags and functions as Java sources, for the application without those in Rust.
pub fn java() -> [(&'static str, &'static str); 8] {
    [
        ("/WEB-INF/classes/shop/Catalog.java", include_str!("../../apps/catalog/java/shop/Catalog.java")),
        ("/WEB-INF/classes/shop/Category.java", include_str!("../../apps/catalog/java/shop/Category.java")),
        ("/WEB-INF/classes/shop/EachTag.java", include_str!("../../apps/catalog/java/shop/EachTag.java")),
        ("/WEB-INF/classes/shop/Functions.java", include_str!("../../apps/catalog/java/shop/Functions.java")),
        ("/WEB-INF/classes/shop/LetTag.java", include_str!("../../apps/catalog/java/shop/LetTag.java")),
        ("/WEB-INF/classes/shop/Product.java", include_str!("../../apps/catalog/java/shop/Product.java")),
        ("/WEB-INF/classes/shop/ShowTag.java", include_str!("../../apps/catalog/java/shop/ShowTag.java")),
        ("/WEB-INF/classes/shop/StarsTag.java", include_str!("../../apps/catalog/java/shop/StarsTag.java")),
    ]
}

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
