//! A page as the view of an axum handler: a model in, a streaming response out.
//!
//! ```sh
//! cargo run -p vespid-services --example axum_page
//! curl 'http://127.0.0.1:3000/products?most=2'
//! ```

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::get;
use serde::Serialize;
use vespid_render::resources::MemoryResources;
use vespid_services::PageService;
use vespid_services::Views;
use vespid_services::WebApp;

const PRODUCTS: &str = r#"<%@ page session="false" contentType="text/html;charset=UTF-8" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<h1>${shop}</h1>
<ul>
<c:forEach items="${products}" var="product" end="${(empty param.most ? 10 : param.most) - 1}">
<li><c:out value="${product.name}"/>: ${product.price}</li>
</c:forEach>
</ul>
"#;

#[derive(Serialize)]
struct Catalog {
    shop: &'static str,
    products: Vec<Product>,
}

#[derive(Serialize)]
struct Product {
    name: &'static str,
    price: f64,
}

async fn products(State(views): State<Views>, request: Request) -> impl IntoResponse {
    let (parts, _) = request.into_parts();
    let product = |name, price| Product { name, price };
    let model = Catalog {
        shop: "Harbor & Lane",
        products: vec![product("Mug", 4.5), product("Pen <blue>", 1.2), product("Lamp", 39.0)],
    };
    views.page("/WEB-INF/products.jsp").request(&parts).model(&model).respond().await
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A directory would be DirResources::new("webapp")?.
    let files: MemoryResources = [
        ("/WEB-INF/products.jsp", PRODUCTS),
        ("/index.jsp", "<%@ page session=\"false\" %><a href=\"products\">Products</a>"),
    ]
    .into_iter()
    .collect();
    let application = WebApp::builder(Arc::new(files)).build()?;

    let router = Router::new()
        .route("/products", get(products))
        .with_state(Views::new(application.clone()))
        // Everything else is the application's own: pages, files, error pages.
        .fallback_service(PageService::new(application));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
    axum::serve(listener, router).await?;
    Ok(())
}
