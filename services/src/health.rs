//! Health: paths at which a site tells those who watch over it how it is.

use std::sync::Arc;
use std::time::Duration;
use std::time::Instant;

use bytes::Bytes;
use futures::future::join_all;
use http::HeaderValue;
use http::Method;
use http::Response;
use http::StatusCode;
use http::header;
use serde_json::json;
use tokio::sync::Mutex;
use vespid_sql_tags::DataSource;
use vespid_sql_tags::DataSources;
use vespid_streams::PageBody;

use crate::WebApp;
use crate::http::PageResponse;
use crate::http::Refusal;

/// How long an answer about readiness holds, so that asking often costs the databases nothing.
const FRESH: Duration = Duration::from_secs(1);
/// How long a data source has to answer. One whose pool is in use for longer is as good as down.
const PATIENCE: Duration = Duration::from_secs(5);

/// The paths, and the last answer.
#[derive(Default)]
pub(crate) struct Health {
    pub(crate) live: Option<String>,
    pub(crate) ready: Option<String>,
    last: Mutex<Option<(Instant, Readiness)>>,
}

/// Which data sources answer.
#[derive(Clone)]
struct Readiness(Vec<(String, bool)>);

impl Health {
    /// The answer to a request for one of the paths; `None`: it is for none of them.
    pub(crate) async fn answer(
        &self,
        method: &Method,
        path: &str,
        applications: &[Arc<WebApp>],
    ) -> Option<Result<PageResponse, Refusal>> {
        let live = self.live.as_deref() == Some(path);
        if !live && self.ready.as_deref() != Some(path) {
            return None;
        }
        if !matches!(*method, Method::GET | Method::HEAD) {
            return Some(Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "health is asked for by GET")));
        }
        Some(Ok(if live {
            told(StatusCode::OK, &json!({"status": "up"}))
        } else {
            // Boxed, so that the requests of all others have no room for it.
            Box::pin(self.readiness(applications)).await.response()
        }))
    }

    /// Asks the data sources, or repeats what they have just said. Those who ask at the same time share an answer.
    async fn readiness(&self, applications: &[Arc<WebApp>]) -> Readiness {
        let mut last = self.last.lock().await;
        if let Some((when, readiness)) = &*last
            && when.elapsed() < FRESH
        {
            return readiness.clone();
        }
        let asked = data_sources(applications).into_iter().map(|(name, source)| async move {
            let up = match tokio::time::timeout(PATIENCE, source.check()).await {
                Ok(Ok(_)) => true,
                Ok(Err(error)) => {
                    tracing::warn!(data_source = name, %error, "not ready");
                    false
                }
                Err(_) => {
                    tracing::warn!(data_source = name, "not ready: no answer within {PATIENCE:?}");
                    false
                }
            };
            (name, up)
        });
        let readiness = Readiness(join_all(asked).await);
        *last = Some((Instant::now(), readiness.clone()));
        readiness
    }
}

/// The named data sources of all applications, each once.
fn data_sources(applications: &[Arc<WebApp>]) -> Vec<(String, DataSource)> {
    let mut found: Vec<(String, DataSource)> = Vec::new();
    for application in applications {
        for (name, source) in DataSources::with(application.application(), DataSources::named) {
            if !found.iter().any(|(_, known)| *known == source) {
                found.push((name, source));
            }
        }
    }
    found
}

impl Readiness {
    /// Names and states; what is wrong stands in the log only.
    fn response(&self) -> PageResponse {
        let ready = self.0.iter().all(|(_, up)| *up);
        let word = |up: bool, yes, no| if up { yes } else { no };
        let sources: Vec<_> = self
            .0
            .iter()
            .map(|(name, up)| json!({"name": name, "status": word(*up, "up", "down")}))
            .collect();
        let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
        told(status, &json!({"status": word(ready, "ready", "not ready"), "dataSources": sources}))
    }
}

fn told(status: StatusCode, what: &serde_json::Value) -> PageResponse {
    let mut response = Response::new(PageBody::from_bytes(Bytes::from(format!("{what}\n"))));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
