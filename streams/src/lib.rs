//! Bytes on their way out: from the text that a page writes to the body that hyper sends.
//!
//! | module | what lives there |
//! | --- | --- |
//! | [`writer`] | [`PageWriter`]: the JSP writer with its buffer, captures and output budget |
//! | [`rope`] | [`Rope`]: a queue of byte chunks that are never copied |
//! | [`text`] | [`StaticText`]: template text, encoded once and shared by all requests |
//! | [`escape`](mod@escape) | the escaper of `c:out` and `fn:escapeXml` |
//! | [`charset`] | [`Charset`]: decoding page sources and parameters, encoding responses |
//! | [`body`] | [`PageBody`]: a page as a hyper body, polled by hand |
//! | [`watch`] | [`Deadline`] and [`Observed`]: bodies that end in time and report how they ended |
//! | [`stall`] | [`StallGuard`]: a connection that fails when its client stops reading |
//! | [`reader`] | files and other readers as streams of chunks |
//!
//! The way of a page's output:
//!
//! ```text
//! machine ─▶ PageWriter ─▶ Rope ─▶ ChunkSource ─▶ PageBody ─▶ Deadline ─▶ Observed ─▶ hyper
//!            buffer, captures      one poll at a time, no task, no channel
//! ```
//!
//! What is *not* here: pages, expressions, HTTP heads, sockets. A [`ChunkSource`] is anything that
//! produces pieces when polled.
//!
//! **Back-pressure** is not polling: nothing in this crate runs by itself. A body that is not polled
//! does not run its page. **Cancel safety**: dropping a body drops its source and with it everything
//! that the source holds.
#![forbid(unsafe_code)]

pub mod body;
pub mod charset;
pub mod escape;
pub mod reader;
pub mod rope;
pub mod stall;
pub mod text;
pub mod watch;
pub mod writer;

pub use body::ChunkSource;
pub use body::PageBody;
pub use body::Piece;
pub use body::start;
pub use charset::Charset;
pub use rope::Rope;
pub use stall::StallGuard;
pub use text::StaticText;
pub use watch::Deadline;
pub use watch::Observed;
pub use writer::BufferMode;
pub use writer::Finished;
pub use writer::Mark;
pub use writer::PageWriter;
pub use writer::WriteError;
