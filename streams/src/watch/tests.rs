use super::*;
use std::sync::Arc;
use std::sync::Mutex;

use bytes::Bytes;
use futures::Stream;
use http_body_util::BodyExt;

use crate::ChunkSource;
use crate::PageBody;
use crate::Piece;

/// Never polled: the bodies here come from streams.
struct NoPage;

impl ChunkSource for NoPage {
    type Error = &'static str;

    fn poll_chunk(&mut self, _: &mut Context<'_>) -> Poll<Result<Piece, &'static str>> {
        Poll::Ready(Err("not a page"))
    }
}

type TestBody = PageBody<NoPage>;

/// One chunk after each of the waits; `alive` is held as long as the stream is there.
fn after_waits(
    waits: Vec<u64>,
    alive: Arc<()>,
) -> impl Stream<Item = Result<Bytes, &'static str>> + Send + 'static {
    async_stream::stream! {
        for wait in waits {
            tokio::time::sleep(Duration::from_secs(wait)).await;
            yield Ok(Bytes::from_static(b"x"));
        }
        drop(alive);
    }
}

fn limits(total: Option<u64>, idle: Option<u64>) -> TimeLimits {
    TimeLimits { total: total.map(Duration::from_secs), idle: idle.map(Duration::from_secs) }
}

/// How many bytes came, and the error if one did.
async fn run(waits: Vec<u64>, limits: TimeLimits) -> (usize, Option<DeadlineError<&'static str>>) {
    let alive = Arc::new(());
    let body = TestBody::from_stream(after_waits(waits, alive.clone()));
    let mut body = Deadline::new(body, limits, Instant::now());
    let mut got = 0;
    let error = loop {
        match body.frame().await {
            Some(Ok(frame)) => got += frame.into_data().unwrap().len(),
            Some(Err(error)) => break Some(error),
            None => break None,
        }
    };
    assert_eq!(Arc::strong_count(&alive), 1, "the inner body is dropped with the end");
    assert!(body.frame().await.is_none());
    (got, error)
}

#[tokio::test(start_paused = true)]
async fn a_body_in_time_passes() {
    assert_eq!(run(vec![0, 4, 4], limits(Some(10), Some(5))).await, (3, None));
    assert_eq!(run(vec![0, 4000, 4000], limits(None, None)).await, (3, None));
}

#[tokio::test(start_paused = true)]
async fn the_total_cuts_a_body_off() {
    let began = Instant::now();
    let expected = Some(DeadlineError::Total(Duration::from_secs(10)));
    assert_eq!(run(vec![4, 4, 4], limits(Some(10), Some(5))).await, (2, expected));
    assert_eq!(began.elapsed().as_secs(), 10);
}

#[tokio::test(start_paused = true)]
async fn a_long_silence_cuts_a_body_off() {
    let began = Instant::now();
    let expected = Some(DeadlineError::Idle(Duration::from_secs(5)));
    assert_eq!(run(vec![4, 4, 6], limits(Some(100), Some(5))).await, (2, expected));
    assert_eq!(began.elapsed().as_secs(), 13);
}

#[tokio::test(start_paused = true)]
async fn a_body_that_never_waits_is_cut_off_as_well() {
    let endless = futures::stream::repeat_with(|| Ok(Bytes::from_static(b"x")));
    let mut body = Deadline::new(TestBody::from_stream(endless), limits(Some(3), None), Instant::now());
    for _ in 0..3 {
        assert!(body.frame().await.unwrap().is_ok());
        tokio::time::advance(Duration::from_secs(1)).await;
    }
    assert_eq!(body.frame().await.unwrap().unwrap_err(), DeadlineError::Total(Duration::from_secs(3)));
    assert!(body.frame().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn the_total_counts_from_the_start_of_the_request() {
    let started = Instant::now();
    tokio::time::advance(Duration::from_secs(5)).await;
    let mut body = Deadline::new(TestBody::from_bytes("late"), limits(Some(5), None), started);
    assert_eq!(body.size_hint().exact(), Some(4));
    let error = body.frame().await.unwrap().unwrap_err();
    assert_eq!(error.to_string(), "the response was not finished within 5s and has been cut off");
}

#[tokio::test]
async fn an_error_of_the_body_passes_through() {
    let failing = futures::stream::iter([Ok(Bytes::from_static(b"x")), Err("broken")]);
    let mut body = Deadline::new(TestBody::from_stream(failing), limits(Some(60), Some(60)), Instant::now());
    assert!(body.frame().await.unwrap().is_ok());
    assert_eq!(body.frame().await.unwrap().unwrap_err(), DeadlineError::Body("broken"));
}

type Log = Arc<Mutex<Vec<String>>>;

fn observed(body: TestBody) -> (Observed<TestBody, impl FnOnce(Outcome<'_, &'static str>)>, Log) {
    let log = Log::default();
    let report = log.clone();
    let body = Observed::new(body, move |outcome: Outcome<'_, &'static str>| {
        report.lock().unwrap().push(format!("{} {:?}", outcome.bytes_sent, outcome.ended));
    });
    (body, log)
}

#[tokio::test]
async fn a_body_read_to_its_end_is_complete() {
    let stream = futures::stream::iter(["ab", "c"].map(|part| Ok(Bytes::from_static(part.as_bytes()))));
    let (body, log) = observed(TestBody::from_stream(stream));
    assert_eq!(body.collect().await.unwrap().to_bytes(), "abc");
    assert_eq!(*log.lock().unwrap(), ["3 Complete"]);
}

#[tokio::test]
async fn a_known_body_is_complete_without_asking_for_the_end() {
    let (mut body, log) = observed(TestBody::from_bytes("abc"));
    assert!(body.frame().await.unwrap().is_ok());
    drop(body);
    assert_eq!(*log.lock().unwrap(), ["3 Complete"]);
    let (body, log) = observed(TestBody::empty());
    drop(body);
    assert_eq!(*log.lock().unwrap(), ["0 Complete"]);
}

#[tokio::test]
async fn a_body_dropped_early_lost_its_client() {
    let stream = futures::stream::iter(["ab", "c"].map(|part| Ok(Bytes::from_static(part.as_bytes()))));
    let (mut body, log) = observed(TestBody::from_stream(stream));
    assert!(body.frame().await.unwrap().is_ok());
    drop(body);
    assert_eq!(*log.lock().unwrap(), ["2 ClientGone"]);
}

#[tokio::test]
async fn a_failed_body_reports_its_error_once() {
    let failing = futures::stream::iter([Ok(Bytes::from_static(b"x")), Err("broken")]);
    let (mut body, log) = observed(TestBody::from_stream(failing));
    while body.frame().await.is_some() {}
    drop(body);
    assert_eq!(*log.lock().unwrap(), ["1 Failed(\"broken\")"]);
}
