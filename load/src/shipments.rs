//! The shipments service: pages and JSON views on a table of 100,000 shipments, on PostgreSQL or SQLite.
//!
//! The pages are files in `apps/shipments/webapp`, and `apps/shipments/setup-*.sql` makes the tables.

use anyhow::Context;
use vespid_sql_tags::DataSource;
use vespid_sql_tags::Dialect;

/// The name by which the pages know their database.
pub const DATA_SOURCE: &str = "jdbc/shipments";

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        /// The files of the web application, by context-relative path.
        pub fn webapp() -> Vec<(&'static str, &'static str)> {
            vec![$(($path, include_str!(concat!("../apps/shipments/webapp", $path)))),*]
        }
    };
}

files![
    "/WEB-INF/delayed.jspf",
    "/WEB-INF/events.jspf",
    "/WEB-INF/routes.jspf",
    "/WEB-INF/shipment.jspf",
    "/WEB-INF/volumes.jspf",
    "/WEB-INF/web.xml",
    "/api/delayed.jsp",
    "/api/events.jsp",
    "/api/export.jsp",
    "/api/point.jsp",
    "/api/routes.jsp",
    "/api/shipment.jsp",
    "/api/volumes.jsp",
    "/delayed.jsp",
    "/health.jsp",
    "/ready.jsp",
    "/routes.jsp",
    "/shipment.jsp",
    "/volumes.jsp",
];

/// Makes the tables anew, with the same rows each time.
///
/// # Errors
/// What the database reports.
pub async fn set_up(source: &DataSource) -> anyhow::Result<()> {
    let script = match source.dialect() {
        Dialect::Postgres => include_str!("../apps/shipments/setup-postgres.sql"),
        Dialect::Sqlite => include_str!("../apps/shipments/setup-sqlite.sql"),
    };
    let mut connection = source.connection().await.context("no connection to set the tables up")?;
    connection.execute_script(script).await.context("the tables could not be set up")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use vespid_render::context::Exchange;
    use vespid_render::context::Params;
    use vespid_render::resources::MemoryResources;
    use vespid_services::WebApp;
    use vespid_sql_tags::DataSourceOptions;
    use vespid_sql_tags::DataSources;

    use super::*;

    async fn served() -> (Arc<WebApp>, DataSource) {
        let source =
            DataSource::connect("sqlite::memory:", None, None, DataSourceOptions::default()).unwrap();
        set_up(&source).await.unwrap();
        let sources = DataSources::new();
        sources.add(DATA_SOURCE, source.clone());
        let files = Arc::new(webapp().into_iter().collect::<MemoryResources>());
        let app = WebApp::builder(files).data_sources(sources).build().unwrap();
        assert!(app.warnings().is_empty());
        (app, source)
    }

    async fn get(app: &WebApp, path: &str, params: &[(&str, &str)]) -> String {
        let mut given = Params::new();
        for (name, value) in params {
            given.add(*name, *value);
        }
        let exchange = Exchange::builder(app.application().clone()).params(given).build();
        let page = app.application().render_to_string(path, exchange).await;
        page.unwrap_or_else(|error| panic!("{path}: {error:#}")).trim().to_owned()
    }

    #[tokio::test]
    async fn the_pages_show_the_same_rows_each_time() {
        let (app, _) = served().await;
        assert_eq!(
            get(&app, "/api/point.jsp", &[("id", "TRK00000042")]).await,
            r#"{"destination": "Oslo", "due": "2026-04-13", "origin": "Le Havre", "status": "in_transit", "tracking_id": "TRK00000042", "weight_kg": 16.04}"#
        );
        let routes = get(&app, "/api/routes.jsp", &[]).await;
        assert_eq!(routes.matches("\"shipments\": 2500").count(), 40);
        assert!(get(&app, "/shipment.jsp", &[("id", "TRK00000042")]).await.contains("<h1>TRK00000042</h1>"));
        assert!(
            get(&app, "/shipment.jsp", &[("id", "<b>' OR 1=1 --")]).await.contains("no shipment &lt;b&gt;")
        );
        let delayed = get(&app, "/api/delayed.jsp", &[("page", "2; DROP TABLE shipment")]).await;
        assert!(delayed.starts_with(r#"{"page": 1, "more": true"#), "{delayed}");
        assert!(get(&app, "/api/delayed.jsp", &[("page", "250")]).await.contains("\"more\": false"));
        assert_eq!(get(&app, "/api/export.jsp", &[]).await.matches("tracking_id").count(), 100_000);
        assert_eq!(get(&app, "/health.jsp", &[]).await, r#"{"status": "up"}"#);
        assert_eq!(get(&app, "/ready.jsp", &[]).await, r#"{"status": "ready"}"#);
    }
}
