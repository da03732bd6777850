//! The whole load generator against small servers in the same process, each with a behaviour of its own.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering;

use clap::Parser;
use tokio::io::AsyncBufReadExt;
use tokio::io::AsyncWriteExt;
use tokio::io::BufReader;
use tokio::net::TcpListener;
use tokio::net::TcpStream;

use super::run::Measured;
use super::*;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    options: HttpOptions,
}

fn options(arguments: &[&str]) -> HttpOptions {
    Line::parse_from(["http"].iter().chain(arguments)).options
}

/// Starts a server that answers each request with what `answer` makes of the connection's number, the request's
/// number on that connection and the request's head. An answer of `None` closes the connection.
async fn server(answer: impl Fn(u64, u64, &str) -> Option<String> + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let answer = Arc::new(answer);
    tokio::spawn(async move {
        for number in 0.. {
            let (stream, _) = listener.accept().await.unwrap();
            let answer = Arc::clone(&answer);
            tokio::spawn(async move { converse(stream, number, &*answer).await });
        }
    });
    address
}

async fn converse(
    stream: TcpStream,
    number: u64,
    answer: &(impl Fn(u64, u64, &str) -> Option<String> + ?Sized),
) {
    let mut stream = BufReader::new(stream);
    for request in 0.. {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if stream.read_line(&mut head).await.unwrap_or(0) == 0 {
                return;
            }
        }
        let Some(text) = answer(number, request, &head) else { return };
        if stream.write_all(text.as_bytes()).await.is_err() {
            return;
        }
    }
}

fn ok(headers: &str, body: &str) -> Option<String> {
    Some(format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n{headers}\r\n{body}", body.len()))
}

async fn measure(addresses: &[SocketAddr], arguments: &[&str]) -> anyhow::Result<(Report, Vec<Measured>)> {
    let urls: Vec<_> =
        addresses.iter().map(|address| format!("http://{address}/shop/catalog.jsp?a=1")).collect();
    let brief = ["--duration", "0.04", "--slice", "0.02", "--warm-up", "0", "--connections", "3"];
    let arguments: Vec<_> =
        urls.iter().map(String::as_str).chain(brief).chain(arguments.iter().copied()).collect();
    let options = options(&arguments);
    let measured = run::run(&options, options.pid.iter().map(|&pid| Process::new(pid)).collect()).await?;
    Ok((Report::new(&options, &measured), measured))
}

#[test]
fn seconds_may_have_a_fraction_but_end() {
    assert_eq!(parse_seconds("0.25"), Ok(Duration::from_millis(250)));
    assert_eq!(parse_seconds("0"), Ok(Duration::ZERO));
    for bad in ["-1", "NaN", "inf", "3601", "1e300", "ten", ""] {
        assert!(parse_seconds(bad).is_err(), "{bad}");
    }
}

#[test]
fn each_url_needs_its_own_pid() {
    let error = run(&options(&["http://127.0.0.1:1/", "http://127.0.0.1:2/", "--pid", "1"])).unwrap_err();
    assert!(error.to_string().contains("1 processes for 2 URLs"), "{error}");
}

#[tokio::test]
async fn connections_are_kept_alive_and_all_urls_are_measured() {
    let plain = server(|_, _, head| {
        assert!(head.starts_with("GET /shop/catalog.jsp?a=1 HTTP/1.1\r\n"), "{head}");
        assert!(head.to_lowercase().contains("host: 127.0.0.1:"), "{head}");
        ok("", "page")
    })
    .await;
    let chunked = server(|_, _, _| {
        Some("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\npag\r\n1\r\ne\r\n0\r\n\r\n".into())
    })
    .await;
    let (report, measured) = measure(&[plain, chunked], &[]).await.unwrap();
    report.verdict().unwrap();
    for target in &measured {
        assert_eq!((target.body_bytes, target.connects, target.slices.len()), (4, 3, 2));
        assert_eq!(target.total.body_bytes, 4 * target.total.answers());
        assert!(target.slices.iter().all(|slice| slice.answers_per_second > 0.0));
    }
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["targets"][0]["ratio_to_first"]["answers_per_second"], 1.0);
    assert!(json["targets"][1]["ratio_to_first"]["latency"].as_f64().unwrap() > 0.0);
    assert!(json["targets"][1]["process"].is_null());
    let text = report.lines().join("\n");
    assert!(text.contains("4 bytes a body, 3 connections made, status 200: "), "{text}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_process_is_sampled() {
    let address = server(|_, _, _| ok("", "page")).await;
    let pid = std::process::id().to_string();
    let (report, _) = measure(&[address], &["--pid", &pid]).await.unwrap();
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["targets"][0]["process"]["pid"], std::process::id());
    assert!(json["targets"][0]["process"]["resident_kib"].as_u64().unwrap() > 100);
    assert_eq!(json["targets"][0]["ratio_to_first"]["peak_resident"], 1.0);
}

#[tokio::test]
async fn each_connection_has_a_session_of_its_own() {
    let sessions = Arc::new(AtomicU64::new(0));
    let started = Arc::clone(&sessions);
    let address = server(move |number, request, head| {
        let cookie = format!("cookie: JSESSIONID={number}\r\n");
        assert_eq!(head.to_lowercase().contains(&cookie.to_lowercase()), request > 0, "{head}");
        if request == 0 {
            started.fetch_add(1, Ordering::Relaxed);
            return ok(&format!("Set-Cookie: JSESSIONID={number}; Path=/shop; HttpOnly\r\n"), "a first page");
        }
        ok("", "page")
    })
    .await;
    let (report, measured) = measure(&[address], &["--cookies"]).await.unwrap();
    report.verdict().unwrap();
    // One for the first answers, one for each of the connections under load.
    assert_eq!(sessions.load(Ordering::Relaxed), 1 + measured[0].connects);
}

#[tokio::test]
async fn without_cookies_none_is_sent() {
    let address = server(|_, _, head| {
        assert!(!head.to_lowercase().contains("cookie"), "{head}");
        ok("Set-Cookie: a=1\r\n", "page")
    })
    .await;
    measure(&[address], &[]).await.unwrap().0.verdict().unwrap();
}

#[tokio::test]
async fn bodies_that_differ_are_told() {
    let address = server(|_, request, _| ok("", if request == 2 { "pagX" } else { "page" })).await;
    let (report, measured) = measure(&[address], &[]).await.unwrap();
    assert_eq!(measured[0].total.unexpected_bodies, 3);
    let error = report.verdict().unwrap_err();
    assert!(error.to_string().contains("3 bodies other than the first"), "{error}");
    measure(&[address], &["--body", "length"]).await.unwrap().0.verdict().unwrap();
}

#[tokio::test]
async fn error_statuses_are_told() {
    let address = server(|_, _, _| Some("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n".into())).await;
    let (report, measured) = measure(&[address], &[]).await.unwrap();
    assert_eq!(measured[0].total.error_answers(), measured[0].total.answers());
    assert!(report.verdict().is_err());
}

#[tokio::test]
async fn a_server_that_closes_after_an_answer_is_connected_to_anew() {
    let address = server(|_, _, _| ok("Connection: close\r\n", "page")).await;
    let (report, measured) = measure(&[address], &[]).await.unwrap();
    report.verdict().unwrap();
    // The warm-up of each connection is an answer too, but not counted.
    assert_eq!(measured[0].connects, measured[0].total.answers() + 3);
}

#[tokio::test]
async fn broken_connections_and_time_outs_are_failures() {
    let address = server(|number, request, _| match (number, request) {
        // The first answers, and one of each connection for the warm-up.
        (0, _) | (_, 0) => ok("", "page"),
        // Half an answer.
        (1, _) => Some("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npa".into()),
        _ => None,
    })
    .await;
    let (report, measured) = measure(&[address], &["--timeout", "0.4"]).await.unwrap();
    let failures = &measured[0].total.failures;
    assert_eq!(failures.keys().copied().collect::<Vec<_>>(), ["exchange", "timeout"]);
    assert!(measured[0].total.last_failure.is_some());
    let error = report.verdict().unwrap_err();
    assert!(error.to_string().contains("requests without an answer"), "{error}");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let error = measure(&[address], &[]).await.unwrap_err();
    let text = format!("{error:#}");
    assert!(
        text.starts_with(&format!("http://{address}/shop/catalog.jsp?a=1 does not answer: cannot connect")),
        "{text}"
    );
}
