use super::*;
use std::collections::VecDeque;
use std::sync::Arc;

use futures::FutureExt;
use futures::TryStreamExt;
use http_body_util::BodyExt;

/// Gives its steps one a poll; `None` is a wait, which wakes at once.
struct Script {
    steps: VecDeque<Option<Result<Piece, &'static str>>>,
    alive: Arc<()>,
}

impl Script {
    fn new(steps: impl IntoIterator<Item = Option<Result<Piece, &'static str>>>) -> (Self, Arc<()>) {
        let alive = Arc::new(());
        (Self { steps: steps.into_iter().collect(), alive: alive.clone() }, alive)
    }
}

impl ChunkSource for Script {
    type Error = &'static str;

    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Result<Piece, &'static str>> {
        assert_eq!(Arc::strong_count(&self.alive), 2);
        match self.steps.pop_front().expect("polled after the end") {
            Some(step) => Poll::Ready(step),
            None => {
                cx.waker().wake_by_ref();
                Poll::Pending
            }
        }
    }
}

fn chunk(text: &'static str) -> Option<Result<Piece, &'static str>> {
    Some(Ok(Piece::Chunk(Bytes::from_static(text.as_bytes()))))
}

fn last(parts: &[&'static str]) -> Option<Result<Piece, &'static str>> {
    Some(Ok(Piece::Last(parts.iter().map(|part| Bytes::from_static(part.as_bytes())).collect())))
}

#[tokio::test]
async fn a_page_that_ends_in_its_buffer_is_whole() {
    let (mut page, alive) = Script::new([None, last(&["<p>", "x"])]);
    let first = start(&mut page).await.unwrap();
    let body = PageBody::new(first, page);
    assert!(body.is_whole());
    assert_eq!(Arc::strong_count(&alive), 1, "the page is dropped before its body is sent");
    assert_eq!(body.size_hint().exact(), Some(4));
    assert!(!body.is_end_stream());
    assert_eq!(body.collect().await.unwrap().to_bytes(), "<p>x");
}

#[tokio::test]
async fn a_page_that_commits_streams() {
    let (mut page, alive) = Script::new([chunk("a"), None, chunk(""), chunk("b"), last(&["c", "d"])]);
    let first = start(&mut page).await.unwrap();
    let mut body = PageBody::new(first, page);
    assert_eq!(body.size_hint().exact(), None);
    assert_eq!(body.next_chunk().await.unwrap().unwrap(), "a");
    assert_eq!(body.next_chunk().await.unwrap().unwrap(), "b");
    assert_eq!(body.next_chunk().await.unwrap().unwrap(), "c");
    assert_eq!((body.size_hint().exact(), Arc::strong_count(&alive)), (Some(1), 1));
    assert_eq!(body.next_chunk().await.unwrap().unwrap(), "d");
    assert!(body.is_end_stream());
    assert_eq!(body.next_chunk().await, None);
}

#[tokio::test]
async fn the_first_chunk_is_there_before_the_page_goes_on() {
    let (mut page, _alive) = Script::new([chunk("head"), None, last(&[])]);
    let first = start(&mut page).await.unwrap();
    let mut body = PageBody::new(first, page);
    assert_eq!(body.next_chunk().now_or_never().unwrap().unwrap().unwrap(), "head");
    assert!(body.next_chunk().now_or_never().is_none(), "waits with the page");
    assert_eq!(body.next_chunk().await, None);
}

#[tokio::test]
async fn an_empty_first_chunk_makes_a_streaming_body() {
    let (mut page, _alive) = Script::new([chunk(""), last(&["x"])]);
    let first = start(&mut page).await.unwrap();
    let body = PageBody::new(first, page);
    assert!(!body.is_whole());
    assert_eq!(body.collect().await.unwrap().to_bytes(), "x");
}

#[tokio::test]
async fn an_error_ends_the_body_and_drops_the_page() {
    let (mut page, alive) = Script::new([chunk("a"), Some(Err("broken"))]);
    let first = start(&mut page).await.unwrap();
    let mut body = PageBody::new(first, page);
    assert_eq!(body.next_chunk().await.unwrap().unwrap(), "a");
    assert_eq!(body.next_chunk().await, Some(Err("broken")));
    assert_eq!(Arc::strong_count(&alive), 1);
    assert_eq!(body.next_chunk().await, None);
}

#[tokio::test]
async fn an_error_before_the_first_chunk_leaves_the_page_to_its_owner() {
    let (mut page, alive) = Script::new([None, Some(Err("broken"))]);
    assert_eq!(start(&mut page).await.unwrap_err(), "broken");
    assert_eq!(Arc::strong_count(&alive), 2);
}

#[tokio::test]
async fn dropping_the_body_drops_the_page() {
    let (mut page, alive) = Script::new([chunk("a"), None]);
    let first = start(&mut page).await.unwrap();
    drop(PageBody::new(first, page));
    assert_eq!(Arc::strong_count(&alive), 1);
}

#[tokio::test]
async fn a_body_is_a_stream_on_demand() {
    let (mut page, _alive) = Script::new([chunk("a"), None, chunk("b"), last(&["c"])]);
    let first = start(&mut page).await.unwrap();
    let chunks: Vec<Bytes> = PageBody::new(first, page).into_stream().try_collect().await.unwrap();
    assert_eq!(chunks, ["a", "b", "c"]);
}

#[tokio::test]
async fn known_bytes() {
    let body = PageBody::<Infallible>::from_bytes("hello");
    assert_eq!(body.size_hint().exact(), Some(5));
    assert_eq!(body.collect().await.unwrap().to_bytes(), "hello");
    let body = PageBody::<Infallible>::empty();
    assert!(body.is_end_stream());
    assert_eq!(body.size_hint().exact(), Some(0));
}

#[tokio::test]
async fn a_generator_is_a_body() {
    let generator = async_stream::try_stream! {
        for part in ["a", "", "b"] {
            yield Bytes::from_static(part.as_bytes());
        }
    };
    let mut body =
        PageBody::<Box<dyn ChunkSource<Error = &'static str> + Send>>::from_sized_stream(2, generator);
    assert_eq!(body.size_hint().exact(), Some(2));
    assert_eq!(body.next_chunk().await.unwrap().unwrap(), "a");
    assert_eq!(body.size_hint().exact(), Some(1));
    assert_eq!(body.next_chunk().await.unwrap().unwrap(), "b");
    assert_eq!(body.next_chunk().await, None);
    assert!(body.is_end_stream());
}
