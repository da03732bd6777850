//! `c:forEach` over items that come over time.

// Helpers of tests are tests too.
#![allow(clippy::unwrap_used)]

use std::any::Any;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::task::Context;
use std::task::Poll;

use futures::StreamExt;
use tokio::sync::mpsc;
use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::application::Application;
use vespid_render::context::Exchange;
use vespid_render::resources::MemoryResources;
use vespid_render::value::AsyncItems;
use vespid_render::value::Class;
use vespid_render::value::Object;

/// What a channel brings.
struct Feed {
    items: Mutex<Option<Channel>>,
}

struct Channel {
    receiver: mpsc::Receiver<Result<Value>>,
    ready: Option<Result<Value>>,
    dropped: Arc<AtomicBool>,
}

impl Drop for Channel {
    fn drop(&mut self) {
        self.dropped.store(true, Ordering::Relaxed);
    }
}

impl AsyncItems for Channel {
    fn next_ready(&mut self) -> Option<Result<Value>> {
        self.ready.take().or_else(|| self.receiver.try_recv().ok())
    }

    fn poll_more(&mut self, cx: &mut Context<'_>) -> Poll<Result<bool>> {
        self.receiver.poll_recv(cx).map(|item| {
            self.ready = item;
            Ok(self.ready.is_some())
        })
    }
}

impl Object for Feed {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("test.Feed", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn async_items(self: Arc<Self>) -> Option<Box<dyn AsyncItems>> {
        self.items.lock().unwrap().take().map(|items| Box::new(items) as Box<dyn AsyncItems>)
    }
}

type Sender = mpsc::Sender<Result<Value>>;

fn feed() -> (Sender, Value, Arc<AtomicBool>) {
    let (sender, receiver) = mpsc::channel(2);
    let dropped = Arc::new(AtomicBool::new(false));
    let channel = Channel { receiver, ready: None, dropped: dropped.clone() };
    (sender, Value::new(Feed { items: Mutex::new(Some(channel)) }), dropped)
}

fn exchange(page: &str, feed: Value) -> (Arc<Application>, Arc<Exchange>) {
    let head = "<%@ page session=\"false\" %><%@ taglib prefix=\"c\" uri=\"jakarta.tags.core\" %>";
    let files: MemoryResources = [("/page.jsp", format!("{head}{page}").into_bytes())].into_iter().collect();
    let application = Application::builder(Arc::new(files)).build();
    let exchange = Exchange::builder(application.clone()).attribute("feed", feed).build();
    (application, exchange)
}

/// What a page makes of the numbers from 0 to 5, each of which it has to wait for.
async fn render(page: &str) -> String {
    let (sender, value, _) = feed();
    let (application, exchange) = exchange(page, value);
    let feeding = async move {
        for number in 0..6 {
            tokio::task::yield_now().await;
            // A loop with an end wants no more.
            if sender.send(Ok(Value::Int(number))).await.is_err() {
                break;
            }
        }
    };
    let (text, ()) = tokio::join!(application.render_to_string("/page.jsp", exchange), feeding);
    text.unwrap_or_else(|error| panic!("{page}: {error:#}"))
}

#[tokio::test]
async fn every_item_comes_in_its_turn() {
    assert_eq!(
        render("[<c:forEach items='${feed}' var='n'>${n}, </c:forEach>]").await,
        "[0, 1, 2, 3, 4, 5, ]"
    );
    assert_eq!(
        render("<c:forEach items='${feed}' var='n' begin='1' end='4' step='2'>${n} </c:forEach>.").await,
        "1 3 ."
    );
    assert_eq!(render("<c:forEach items='${feed}' begin='9'>x</c:forEach>.").await, ".");
}

#[tokio::test]
async fn the_last_item_is_known_to_be_the_last() {
    let page = "<c:forEach items='${feed}' var='n' varStatus='s'>${s.index}/${s.count}/${n}${s.last ? '.' : ','}</c:forEach>";
    assert_eq!(render(page).await, "0/1/0,1/2/1,2/3/2,3/4/3,4/5/4,5/6/5.");
    let page = "<c:forEach items='${feed}' var='n' varStatus='s' end='1'>${n}${s.last}</c:forEach>";
    assert_eq!(render(page).await, "0false1true");
}

#[tokio::test]
async fn loops_wait_within_loops_and_captured_bodies() {
    let page = "<c:forEach begin='1' end='2' var='i'><c:set var='text'>(<c:forEach items='${i eq 1 ? feed : null}' \
                var='n'>${n}<c:if test='${n eq 2}'>!</c:if></c:forEach>)</c:set>${i}${text}</c:forEach>";
    assert_eq!(render(page).await, "1(012!345)2()");
}

#[tokio::test]
async fn an_error_on_the_way_can_be_caught() {
    let (sender, value, dropped) = feed();
    let page = "<c:catch var='e'><c:forEach items='${feed}' var='n'>${n};</c:forEach></c:catch>${e.message}";
    let (application, exchange) = exchange(page, value);
    sender.send(Ok(Value::Int(1))).await.unwrap();
    let feeding = async move {
        tokio::task::yield_now().await;
        sender.send(Err(Error::jsp("cut off"))).await.unwrap();
    };
    let (text, ()) = tokio::join!(application.render_to_string("/page.jsp", exchange), feeding);
    assert_eq!(text.unwrap(), "1;cut off");
    assert!(dropped.load(Ordering::Relaxed));
}

#[tokio::test]
async fn an_error_names_the_loop() {
    let (sender, value, _) = feed();
    let (application, exchange) = exchange("\n<c:forEach items='${feed}'>x</c:forEach>", value);
    sender.send(Err(Error::jsp("cut off"))).await.unwrap();
    drop(sender);
    let error = application.render_to_string("/page.jsp", exchange).await.unwrap_err();
    assert_eq!(error.places()[0].line, 2, "{error:#}");
}

#[tokio::test]
async fn what_is_there_is_sent_while_items_are_late_and_a_dropped_page_drops_them() {
    let (sender, value, dropped) = feed();
    let (application, exchange) = exchange("<c:forEach items='${feed}' var='n'>${n};</c:forEach>", value);
    let mut page = application.render("/page.jsp", exchange);
    sender.send(Ok(Value::Int(1))).await.unwrap();
    assert_eq!(page.next().await.unwrap().unwrap(), "1;");
    sender.send(Ok(Value::Int(2))).await.unwrap();
    assert_eq!(page.next().await.unwrap().unwrap(), "2;");
    drop(page);
    assert!(dropped.load(Ordering::Relaxed) && sender.is_closed());
}

#[tokio::test]
async fn vespids_own_tags_wait_together_and_flush() {
    use tokio::sync::Barrier;
    use vespid_render::machine::PageHandle;
    use vespid_render::registry::Registry;
    use vespid_render::tags::AsyncTag;
    use vespid_render::tags::End;
    use vespid_render::tags::Parallel;
    use vespid_render::tags::info::BodyContent;
    use vespid_render::tags::info::LibraryInfo;
    use vespid_render::tags::native;

    static BOTH: LazyLock<Barrier> = LazyLock::new(|| Barrier::new(2));

    /// Waits for another one of its kind, which it can only do within a `v:parallel`.
    #[derive(Default, vespid_render::Tag)]
    #[tag(class = "test.MeetTag")]
    struct MeetTag {
        #[attribute(required)]
        name: String,
    }

    impl AsyncTag for MeetTag {
        async fn run(self, page: PageHandle) -> Result<End> {
            let left = page.with_parent(|parallel: &mut Parallel| {
                parallel.add(async move {
                    BOTH.wait().await;
                    Ok(Box::new(move |page: &PageHandle| page.write_str(&self.name)) as _)
                });
            })?;
            assert!(left.is_some());
            Ok(End::EvalPage)
        }
    }

    let mut registry = Registry::new();
    registry.async_tag::<MeetTag>();
    let library = LibraryInfo {
        uri: native::URI.into(),
        tags: vec![native::describe::<MeetTag>("meet", BodyContent::Empty)],
        ..LibraryInfo::default()
    };
    let page = "<%@ page session='false' %><%@ taglib prefix='v' uri='urn:vespid:tags' %>a<v:flush/>\
                <v:parallel><v:meet name='1'/>b<v:meet name='2'/></v:parallel>c";
    let files: MemoryResources = [("/page.jsp", page.as_bytes().to_vec())].into_iter().collect();
    let application = Application::builder(Arc::new(files)).registry(registry).library(library).build();
    let exchange = Exchange::builder(application.clone()).build();
    let mut stream = application.render("/page.jsp", exchange);
    assert_eq!(stream.next().await.unwrap().unwrap(), "a");
    let mut rest = Vec::new();
    while let Some(chunk) = stream.next().await {
        rest.extend_from_slice(&chunk.unwrap());
    }
    assert_eq!(String::from_utf8(rest).unwrap(), "b12c");
}
