//! Files sent as they are.

use std::fs::File;
use std::io;
use std::io::Read;
use std::io::Seek;
use std::io::SeekFrom;
use std::sync::Arc;

use bytes::Bytes;
use futures::TryStreamExt;
use http::HeaderMap;
use http::HeaderValue;
use http::Method;
use http::Response;
use http::StatusCode;
use http::header;
use vespid_render::Error;
use vespid_render::resources::Stamp;
use vespid_streams::PageBody;
use vespid_streams::reader::READ_CHUNK_BYTES;
use vespid_streams::reader::read_exactly;

use super::PageResponse;
use super::conditional::Verdict;
use super::conditional::decide;
use super::conditional::entity_tag;
use crate::webapp::Content;
use crate::webapp::Files;
use crate::webapp::Found;

/// Up to this many bytes are read at once and sent as one body; more is streamed.
const WHOLE_BYTES: u64 = 4 * READ_CHUNK_BYTES as u64;

/// What [`send_file`] found.
#[expect(clippy::large_enum_variant, reason = "taken apart where it arrives, and mostly a response")]
pub(crate) enum Sent {
    /// The answer.
    Response(PageResponse),
    /// A folder is there.
    Folder,
    /// Nothing is there.
    Nothing,
}

/// What is read of a file before the answer is made.
enum Opened {
    Whole(Bytes),
    Stream(File),
    /// No body is needed.
    Head,
}

/// Sends a file as conditions and range of the request ask for. `method` is `GET` or `HEAD`.
///
/// # Errors
/// What the file system reports.
pub(crate) async fn send_file(
    files: &Arc<dyn Files>,
    path: &str,
    content_type: HeaderValue,
    method: &Method,
    headers: &HeaderMap,
) -> io::Result<Sent> {
    let is_head = method == Method::HEAD;
    let (stamp, tag, verdict, opened) = if files.blocks() {
        let (files, path, headers) = (files.clone(), path.to_owned(), headers.clone());
        let opening = move || open(&*files, &path, &headers, is_head);
        match tokio::task::spawn_blocking(opening).await.map_err(io::Error::other)?? {
            Ok(opened) => opened,
            Err(sent) => return Ok(sent),
        }
    } else {
        match open(&**files, path, headers, is_head)? {
            Ok(opened) => opened,
            Err(sent) => return Ok(sent),
        }
    };
    Ok(Sent::Response(response(stamp, &tag, &verdict, opened, content_type)))
}

type Decided = (Stamp, String, Verdict, Opened);

fn open(
    files: &dyn Files,
    path: &str,
    headers: &HeaderMap,
    is_head: bool,
) -> io::Result<Result<Decided, Sent>> {
    let (stamp, content) = match files.open(path)? {
        Found::File(stamp, content) => (stamp, content),
        Found::Folder => return Ok(Err(Sent::Folder)),
        Found::Nothing => return Ok(Err(Sent::Nothing)),
    };
    let tag = entity_tag(stamp);
    let verdict = decide(headers, stamp, &tag);
    let range = match &verdict {
        Verdict::Whole => 0..stamp.len,
        Verdict::Part(range) => range.clone(),
        Verdict::NotModified | Verdict::PreconditionFailed | Verdict::OutOfRange => 0..0,
    };
    let opened = match content {
        _ if is_head || range.is_empty() => Opened::Head,
        // A range of a length in memory fits into memory.
        Content::Bytes(bytes) => Opened::Whole(bytes.slice(range.start as usize..range.end as usize)),
        Content::File(mut file) => {
            if range.start > 0 {
                file.seek(SeekFrom::Start(range.start))?;
            }
            let len = range.end - range.start;
            if len <= WHOLE_BYTES {
                let mut bytes = Vec::with_capacity(len as usize);
                file.take(len).read_to_end(&mut bytes)?;
                if (bytes.len() as u64) < len {
                    return Err(io::Error::new(
                        io::ErrorKind::UnexpectedEof,
                        format!("{path} shrank while it was read"),
                    ));
                }
                Opened::Whole(bytes.into())
            } else {
                Opened::Stream(file)
            }
        }
    };
    Ok(Ok((stamp, tag, verdict, opened)))
}

fn response(
    stamp: Stamp,
    tag: &str,
    verdict: &Verdict,
    opened: Opened,
    content_type: HeaderValue,
) -> PageResponse {
    let (status, range) = match verdict {
        Verdict::Whole => (StatusCode::OK, Some(0..stamp.len)),
        Verdict::Part(range) => (StatusCode::PARTIAL_CONTENT, Some(range.clone())),
        Verdict::NotModified => (StatusCode::NOT_MODIFIED, None),
        Verdict::PreconditionFailed => (StatusCode::PRECONDITION_FAILED, None),
        Verdict::OutOfRange => (StatusCode::RANGE_NOT_SATISFIABLE, None),
    };
    let len = range.as_ref().map_or(0, |range| range.end - range.start);
    let body = match opened {
        Opened::Head => PageBody::empty(),
        Opened::Whole(bytes) => PageBody::from_bytes(bytes),
        Opened::Stream(file) => {
            let chunks = read_exactly(tokio::fs::File::from_std(file), len);
            PageBody::from_sized_stream(
                len,
                chunks.map_err(|error| {
                    Error::new(
                        vespid_render::error::class::IO,
                        format!("the file can't be read to its end: {error}"),
                    )
                }),
            )
        }
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    let mut insert = |name, text: String| {
        if let Ok(value) = HeaderValue::try_from(text) {
            headers.insert(name, value);
        }
    };
    insert(header::ETAG, tag.to_owned());
    insert(header::LAST_MODIFIED, httpdate::fmt_http_date(stamp.modified));
    insert(header::ACCEPT_RANGES, "bytes".to_owned());
    match verdict {
        Verdict::Part(range) => {
            insert(header::CONTENT_RANGE, format!("bytes {}-{}/{}", range.start, range.end - 1, stamp.len));
        }
        Verdict::OutOfRange => insert(header::CONTENT_RANGE, format!("bytes */{}", stamp.len)),
        _ => {}
    }
    if range.is_some() {
        insert(header::CONTENT_LENGTH, len.to_string());
        headers.insert(header::CONTENT_TYPE, content_type);
    }
    response
}
