//! Serving pages over HTTP: web applications, the server, and services for other Rust programs.
//!
//! ```no_run
//! # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
//! use std::sync::Arc;
//! use vespid_services::{DirResources, Server, Site, WebApp};
//!
//! let app = WebApp::builder(Arc::new(DirResources::new("shop")?)).build()?;
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
//! Server::new(Site::of(app)).run(listener, std::future::pending()).await;
//! # Ok(()) }
//! ```
//!
//! | module | what lives there |
//! | --- | --- |
//! | [`webapp`] | applications: files, `web.xml`, routes, sessions, error pages |
//! | [`Site`] | applications under their context paths |
//! | [`PageService`] | a site as a `tower::Service` |
//! | [`Views`] | pages as views of another Rust service |
//! | [`http`] | the server and the bodies of responses |
//!
//! A request goes `Server ─▶ Site ─▶ WebApp ─▶ page, handler or file`. What is *not* here: pages and expressions
//! (`vespid-render`), the writer and its chunks (`vespid-streams`).
#![forbid(unsafe_code)]

mod health;
pub mod http;
mod service;
mod site;
mod views;
pub mod webapp;

pub use crate::http::Body;
pub use crate::http::Peer;
pub use crate::http::Server;
pub use service::PageService;
pub use site::Site;
pub use site::SiteBuilder;
pub use views::View;
pub use views::Views;
pub use views::members;
pub use webapp::DirResources;
pub use webapp::Files;
pub use webapp::WebApp;
pub use webapp::WebAppBuilder;
pub use webapp::WebAppError;

/// The examples in the documents are compiled and run.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../README.md")]
    struct Readme;

    #[doc = include_str!("../../docs/expression-language.md")]
    struct ExpressionLanguage;

    #[doc = include_str!("../../docs/sql.md")]
    struct Sql;

    #[doc = include_str!("../../docs/jakarta-tags.md")]
    struct JakartaTags;

    #[doc = include_str!("../../docs/tag-handlers.md")]
    struct TagHandlers;
}
