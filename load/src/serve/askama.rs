//! What a Rust team would write without Vespid: a hyper handler and an askama template.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::HeaderValue;
use http::Method;
use http::Request;
use http::Response;
use http::StatusCode;
use http::header::ALLOW;
use http::header::CONTENT_TYPE;
use http_body_util::Full;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use hyper_util::rt::TokioTimer;
use tokio::net::TcpListener;

use crate::catalog::Catalog;
use crate::yardsticks::PageModel;
use crate::yardsticks::askama;

/// Wait after a failed accept, which mostly means that there are no more file descriptors.
const PAUSE_AFTER_FAILED_ACCEPT: Duration = Duration::from_millis(50);

/// Serves the page to all connections of `listener`, for ever.
pub(super) async fn serve(listener: TcpListener) {
    let catalog = Arc::new(Catalog::new());
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE_AFTER_FAILED_ACCEPT).await;
            continue;
        };
        // Without it answers wait for acknowledgements; the connection works all the same.
        let _ = stream.set_nodelay(true);
        let catalog = Arc::clone(&catalog);
        tokio::spawn(async move {
            let service =
                service_fn(|request| std::future::ready(Ok::<_, Infallible>(answer(&catalog, &request))));
            let mut builder = http1::Builder::new();
            // An error here is a client that went away.
            let _ = builder.timer(TokioTimer::new()).serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

/// The page, whatever the path is.
fn answer<B>(catalog: &Catalog, request: &Request<B>) -> Response<Full<Bytes>> {
    // hyper itself leaves out the body of an answer to HEAD.
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = Response::new(Full::default());
        *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
        response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    match askama::render(&PageModel::new(catalog)) {
        Ok(page) => {
            let mut response = Response::new(Full::from(page));
            let html = HeaderValue::from_static("text/html;charset=UTF-8");
            response.headers_mut().insert(CONTENT_TYPE, html);
            response
        }
        Err(_) => {
            let mut response = Response::new(Full::default());
            *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
            response
        }
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    async fn answer_to(method: Method) -> (Response<()>, Bytes) {
        let request = Request::builder().method(method).uri("/any").body(()).unwrap();
        let (head, body) = answer(&Catalog::new(), &request).into_parts();
        (Response::from_parts(head, ()), body.collect().await.unwrap().to_bytes())
    }

    #[tokio::test]
    async fn get_is_answered_with_the_page() {
        let (head, body) = answer_to(Method::GET).await;
        assert_eq!(
            (head.status(), head.headers()[CONTENT_TYPE].as_bytes()),
            (StatusCode::OK, &b"text/html;charset=UTF-8"[..])
        );
        assert_eq!(body, askama::render(&PageModel::new(&Catalog::new())).unwrap());
    }

    #[tokio::test]
    async fn other_methods_are_told_what_is_allowed() {
        let (head, body) = answer_to(Method::POST).await;
        assert_eq!(
            (head.status(), head.headers()[ALLOW].as_bytes()),
            (StatusCode::METHOD_NOT_ALLOWED, &b"GET, HEAD"[..])
        );
        assert!(body.is_empty());
    }
}
