//! Absolute URLs.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;

use crate::Result;
use crate::context::Exchange;
use crate::value::Str;

/// Gets what absolute URLs name, for `c:import`. Without one, no page reaches another host.
pub trait Fetcher: Send + Sync + 'static {
    /// Gets `url` for the page that answers `exchange`; nothing of its request goes along.
    ///
    /// An `Err` is what went wrong on the way: the URL is not allowed, the host does not answer. A status other than
    /// success is none.
    ///
    /// # Cancel safety
    /// Dropping the future ends the connection.
    fn fetch(self: Arc<Self>, url: &str, exchange: &Arc<Exchange>) -> Fetching;
}

/// The future of a [`Fetcher`].
pub type Fetching = Pin<Box<dyn Future<Output = Result<Fetched>> + Send>>;

/// What a URL had.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// The status of HTTP.
    pub status: u16,
    /// The `Content-Type`, if it was told.
    pub content_type: Option<Str>,
    /// The whole body.
    pub body: Bytes,
}
