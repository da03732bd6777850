//! A server in this process, and a client that sees every byte.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that can't go on fails")]

use std::sync::Arc;

use tokio::io::AsyncReadExt;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use vespid_render::resources::MemoryResources;
use vespid_services::Server;
use vespid_services::Site;
use vespid_services::WebApp;
use vespid_services::WebAppBuilder;
use vespid_services::http::ServerLimits;
use vespid_services::http::Shutdown;

/// An application of these files.
pub(crate) fn app(files: &[(&'static str, &'static str)]) -> WebAppBuilder {
    let files: MemoryResources = files.iter().copied().collect();
    WebApp::builder(Arc::new(files))
}

/// A running server.
pub(crate) struct Running {
    pub(crate) address: std::net::SocketAddr,
    stop: oneshot::Sender<()>,
    server: JoinHandle<Shutdown>,
}

impl Running {
    pub(crate) async fn site(site: Arc<Site>, limits: ServerLimits) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let server = Server::new(site).limits(limits);
        let server = tokio::spawn(async move {
            server
                .run(listener, async {
                    let _ = stopped.await;
                })
                .await
        });
        Running { address, stop, server }
    }

    pub(crate) async fn app(builder: WebAppBuilder) -> Self {
        Running::site(Site::of(builder.build().unwrap()), ServerLimits::default()).await
    }

    pub(crate) async fn connect(&self) -> Client {
        Client { stream: TcpStream::connect(self.address).await.unwrap(), buffer: Vec::new() }
    }

    /// One request on a connection of its own; `head` is request line and headers without `Host`.
    pub(crate) async fn ask(&self, head: &str) -> Answer {
        let mut client = self.connect().await;
        let (line, headers) = head.split_once("\r\n").unwrap_or((head, ""));
        client.send(&format!("{line} HTTP/1.1\r\nHost: test\r\n{headers}\r\n")).await;
        client.answer(line.starts_with("HEAD")).await
    }

    /// Tells the server to stop, without waiting for it.
    pub(crate) fn stop(self) -> JoinHandle<Shutdown> {
        self.stop.send(()).unwrap();
        self.server
    }
}

pub(crate) struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// A response as it came.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

impl Client {
    pub(crate) async fn send(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).await.unwrap();
    }

    /// Reads more; tells whether there was something.
    async fn fill(&mut self) -> bool {
        self.stream.read_buf(&mut self.buffer).await.is_ok_and(|count| count > 0)
    }

    async fn line(&mut self) -> String {
        loop {
            if let Some(at) = self.buffer.windows(2).position(|pair| pair == b"\r\n") {
                let line: Vec<u8> = self.buffer.drain(..at + 2).collect();
                return String::from_utf8_lossy(&line[..at]).into_owned();
            }
            assert!(self.fill().await, "the connection ended within a line: {:?}", self.buffer);
        }
    }

    async fn exactly(&mut self, count: usize) -> String {
        while self.buffer.len() < count {
            assert!(self.fill().await, "the connection ended before its length");
        }
        let bytes: Vec<u8> = self.buffer.drain(..count).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    pub(crate) async fn head(&mut self) -> Answer {
        let status_line = self.line().await;
        let status = status_line.split(' ').nth(1).and_then(|text| text.parse().ok()).expect(&status_line);
        let mut headers = Vec::new();
        loop {
            let line = self.line().await;
            let Some((name, value)) = line.split_once(": ") else { break };
            headers.push((name.to_owned(), value.to_owned()));
        }
        Answer { status, headers, body: String::new() }
    }

    /// The next chunk; `None` after the last, an error text if the connection breaks off.
    pub(crate) async fn chunk(&mut self) -> Result<Option<String>, String> {
        loop {
            if self.buffer.windows(2).any(|pair| pair == b"\r\n") {
                break;
            }
            if !self.fill().await {
                return Err("the connection was cut".to_owned());
            }
        }
        let size = usize::from_str_radix(&self.line().await, 16).unwrap();
        let chunk = self.exactly(size).await;
        self.line().await;
        Ok((size > 0).then_some(chunk))
    }

    pub(crate) async fn answer(&mut self, is_head: bool) -> Answer {
        let mut answer = self.head().await;
        if is_head || answer.status == 304 {
            return answer;
        }
        if answer.header("transfer-encoding") == Some("chunked") {
            while let Some(chunk) = self.chunk().await.unwrap() {
                answer.body.push_str(&chunk);
            }
        } else if let Some(length) = answer.header("content-length") {
            answer.body = self.exactly(length.parse().unwrap()).await;
        } else {
            while self.fill().await {}
            answer.body = String::from_utf8_lossy(&std::mem::take(&mut self.buffer)).into_owned();
        }
        answer
    }

    /// Whether the server closes the connection, with nothing more in it.
    pub(crate) async fn is_closed(&mut self) -> bool {
        while self.fill().await {}
        self.buffer.is_empty()
    }
}
