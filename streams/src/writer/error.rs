//! Why the writer refuses.

/// Why the writer refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The buffer is full and `autoFlush` is off.
    #[error(
        "the page's buffer of {buffer_bytes} bytes is full and autoFlush is \"false\"; \
         give the page a larger buffer or autoFlush=\"true\""
    )]
    Overflow {
        /// Size of the buffer in bytes.
        buffer_bytes: usize,
    },
    /// `clear` after output was committed.
    #[error(
        "the output cannot be cleared: some of it has been flushed to the client already; \
         use clearBuffer, or give the page a buffer that is large enough"
    )]
    ClearAfterFlush,
    /// `flush` or `close` while a tag's body is captured.
    #[error(
        "flush is not allowed inside a tag's body whose output is captured; flush before or after the tag"
    )]
    FlushInBody,
    /// The page has produced as much output as it may.
    #[error(
        "the page has produced more than {max_bytes} bytes of output; raise the output limit if that is right"
    )]
    Budget {
        /// The limit in bytes.
        max_bytes: usize,
    },
    /// Output after `close`.
    #[error("the page's writer is closed")]
    Closed,
}
