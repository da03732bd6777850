//! Imports of another application's resources (`c:import context`; Jakarta Tags 3.1, 7.4).

use std::sync::Arc;
use std::sync::Weak;

use bytes::Bytes;
use futures::TryStreamExt;
use vespid_render::Error;
use vespid_render::application::Handler;
use vespid_render::application::HandlerFuture;
use vespid_render::application::Outcome;
use vespid_render::application::Target;
use vespid_render::context::Attributes;
use vespid_render::context::Exchange;
use vespid_render::context::Paths;
use vespid_render::error::class;

use super::WebApp;

/// How often code may forward before it is taken for endless.
const MAX_FORWARDS: usize = 16;

impl WebApp {
    /// Tells the application of the others whose resources its pages may import.
    pub(crate) fn set_neighbours(&self, applications: Vec<Weak<WebApp>>) {
        // An application of several sites sees the neighbours that it got first.
        let _ = self.routes.neighbours.set(applications);
    }
}

/// A path of another application.
pub(super) struct Foreign {
    pub(super) application: Arc<WebApp>,
    pub(super) path: String,
}

impl Handler for Foreign {
    fn handle(&self, exchange: Arc<Exchange>) -> HandlerFuture {
        let (foreign, path) = (self.application.clone(), self.path.clone());
        Box::pin(async move {
            let mut request = exchange.request.clone();
            request.context_path = foreign.application.context_path().clone();
            let paths = Paths {
                request_uri: format!("{}{path}", request.context_path).into(),
                servlet_path: path.as_str().into(),
                ..Paths::default()
            };
            // It sees the request and nothing else: not this application, not the session.
            let inner = Exchange::builder(foreign.application.clone())
                .request(request)
                .paths(paths)
                .params((*exchange.params()).clone())
                .build();
            copy(&exchange.attributes, &inner.attributes);
            let text = text(&foreign, &inner, path).await;
            copy(&inner.attributes, &exchange.attributes);
            text.map(Outcome::Body)
        })
    }
}

fn copy(from: &Attributes, to: &Attributes) {
    for name in from.names() {
        if let Some(value) = from.get(&name) {
            to.set(name, value);
        }
    }
}

/// What answers a path, as text in UTF-8.
async fn text(foreign: &WebApp, exchange: &Arc<Exchange>, mut path: String) -> Result<Bytes, Error> {
    for _ in 0..MAX_FORWARDS {
        match foreign.application.dispatcher().target(&path) {
            Target::Page(page) => {
                let stream = foreign.application.render(&page, exchange.clone());
                let chunks: Vec<Bytes> = stream.try_collect().await?;
                let charset = exchange.response.head().charset;
                return Ok(Bytes::from(charset.decode(&chunks.concat()).0.into_owned()));
            }
            Target::Static(file) => {
                let resources = foreign.application.resources().clone();
                let name = file.clone();
                let read = tokio::task::spawn_blocking(move || resources.read(&name)).await;
                return match read {
                    Ok(Ok(Some(bytes))) => Ok(bytes),
                    Ok(Ok(None)) => Err(Error::not_found(&file)),
                    Ok(Err(error)) => Err(Error::new(class::IO, format!("{file} can't be read: {error}"))),
                    Err(error) => {
                        Err(Error::new(class::IO, format!("reading {file} was broken off: {error}")))
                    }
                };
            }
            Target::Handler(handler) => match handler.handle(exchange.clone()).await? {
                Outcome::Body(bytes) => return Ok(bytes),
                Outcome::Forward(to) => path = to.to_string(),
            },
            Target::Missing => return Err(Error::not_found(&path)),
        }
    }
    Err(Error::budget("an import was forwarded more than 16 times"))
}
