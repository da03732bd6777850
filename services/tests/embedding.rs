//! Applications within other Rust services, without a server.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod common;

use bytes::Bytes;
use common::app;
use http::Request;
use http::Response;
use http_body_util::BodyExt;
use http_body_util::Full;
use tower_service::Service;
use vespid_services::Body;
use vespid_services::PageService;
use vespid_services::Views;

async fn text(response: Response<Body>) -> String {
    String::from_utf8(response.into_body().collect().await.unwrap().to_bytes().to_vec()).unwrap()
}

#[tokio::test]
async fn a_service_answers_any_request() {
    let files =
        app(&[("/p.jsp", "<%@ page session=\"false\" %>${pageContext.request.serverName} ${param.a}")]);
    let mut service = PageService::new(files.build().unwrap());
    let request = Request::post("http://example.org/p.jsp")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Full::new(Bytes::from("a=1")))
        .unwrap();
    assert_eq!(text(service.call(request).await.unwrap()).await, "example.org 1");
    let missing = Request::get("http://example.org/none").body(Full::<Bytes>::default()).unwrap();
    assert_eq!(service.call(missing).await.unwrap().status(), 404);
}

#[tokio::test]
async fn a_view_sees_the_request_and_the_model() {
    #[derive(serde::Serialize)]
    struct Model {
        names: Vec<&'static str>,
    }
    let page = "<%@ page session=\"false\" %>${names[param.index]} ${extra} ${header['X-A']}";
    let views = Views::new(app(&[("/WEB-INF/v.jsp", page)]).build().unwrap());
    let request = Request::get("http://a/anything?index=1").header("x-a", "h").body(()).unwrap();
    let (parts, ()) = request.into_parts();
    let view = views.page("WEB-INF/v.jsp").request(&parts).model(&Model { names: vec!["x", "y"] });
    let response = view.attribute("extra", 7).respond().await;
    assert_eq!(response.headers()["content-type"], "text/html;charset=ISO-8859-1");
    assert_eq!(text(response).await, "y 7 h");
}

#[tokio::test]
async fn a_view_that_fails_is_answered_like_a_page_that_fails() {
    let web_xml =
        "<web-app><error-page><error-code>500</error-code><location>/e.jsp</location></error-page></web-app>";
    let files = app(&[
        ("/WEB-INF/web.xml", web_xml),
        ("/e.jsp", "<%@ page session=\"false\" %>sorry"),
        ("/bad.jsp", "<%@ page session=\"false\" %>${1 - 'x'}"),
        ("/good.jsp", "<%@ page session=\"false\" %>good"),
    ]);
    let views = Views::new(files.build().unwrap());
    for view in [views.page("/bad.jsp"), views.page("/good.jsp").model(&17)] {
        let response = view.respond().await;
        assert_eq!(response.status(), 500);
        assert_eq!(text(response).await, "sorry");
    }
    assert_eq!(views.page("/none.jsp").respond().await.status(), 404);
}
