//! Files and other readers as streams of chunks.

use std::io;

use bytes::Bytes;
use bytes::BytesMut;
use futures::Stream;
use tokio::io::AsyncRead;
use tokio::io::AsyncReadExt;

/// How much is read at a time. Each read of a file is a hop to another thread, so it is not small.
pub const READ_CHUNK_BYTES: usize = 64 * 1024;

/// The next `len` bytes of `reader` as chunks of at most [`READ_CHUNK_BYTES`].
///
/// One chunk is read when it is asked for; nothing is read ahead. Cancel safe: dropping the stream drops
/// the reader.
///
/// # Errors
///
/// The reader's own; [`io::ErrorKind::UnexpectedEof`] if it ends early, as when the file shrank.
pub fn read_exactly(
    mut reader: impl AsyncRead + Unpin + Send + 'static,
    len: u64,
) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
    async_stream::try_stream! {
        let mut left = len;
        while left > 0 {
            let wanted = usize::try_from(left).unwrap_or(usize::MAX).min(READ_CHUNK_BYTES);
            let mut chunk = BytesMut::with_capacity(wanted);
            // `read_buf` may be given a little more room than asked for, hence the limit.
            let read = (&mut reader).take(wanted as u64).read_buf(&mut chunk).await?;
            if read == 0 {
                Err(io::Error::new(
                    io::ErrorKind::UnexpectedEof,
                    format!("the source ended {left} bytes before its announced length of {len}"),
                ))?;
            }
            left -= read as u64;
            yield chunk.freeze();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::pin::pin;

    use futures::StreamExt;
    use futures::TryStreamExt;

    #[tokio::test]
    async fn reads_the_announced_length_and_no_more() {
        let source: Vec<u8> = (0..=255).cycle().take(3 * READ_CHUNK_BYTES).collect();
        let len = 2 * READ_CHUNK_BYTES + 10;
        let chunks: Vec<Bytes> =
            read_exactly(io::Cursor::new(source.clone()), len as u64).try_collect().await.unwrap();
        assert_eq!(
            chunks.iter().map(Bytes::len).collect::<Vec<_>>(),
            [READ_CHUNK_BYTES, READ_CHUNK_BYTES, 10]
        );
        assert_eq!(chunks.concat(), source[..len]);
    }

    #[tokio::test]
    async fn a_source_that_ends_early_is_an_error() {
        let mut stream = pin!(read_exactly(&b"abc"[..], 5));
        assert_eq!(stream.next().await.unwrap().unwrap(), "abc");
        let error = stream.next().await.unwrap().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(error.to_string(), "the source ended 2 bytes before its announced length of 5");
        assert!(stream.next().await.is_none());
    }

    #[tokio::test]
    async fn nothing_is_nothing() {
        assert!(pin!(read_exactly(&b"abc"[..], 0)).next().await.is_none());
    }
}
