//! The response head, which pages change until the first byte goes out.

use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;

use vespid_streams::Charset;

use crate::Result;
use crate::error::Error;
use crate::value::Str;

/// Status, headers and content type of a response.
#[derive(Clone, Debug)]
pub struct Head {
    /// HTTP status; 200 at first.
    pub status: u16,
    /// Headers in order, without `Content-Type`.
    pub headers: Vec<(Str, Str)>,
    /// MIME type without its charset: `text/html`.
    pub content_type: Option<Str>,
    /// The charset of the text.
    pub charset: Charset,
    /// Whether the charset is to be named in `Content-Type`.
    pub name_charset: bool,
    /// The response's language, as a BCP 47 tag: `Content-Language`.
    pub locale: Option<Str>,
    /// An error to answer with in place of what was written (`sendError`).
    pub error: Option<(u16, Option<Str>)>,
    /// Where to send the client (`sendRedirect`).
    pub redirect: Option<Redirect>,
}

/// A redirect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// The `Location`.
    pub location: Str,
    /// 302 unless said otherwise.
    pub status: u16,
}

impl Default for Head {
    fn default() -> Self {
        Head {
            status: 200,
            headers: Vec::new(),
            content_type: None,
            charset: Charset::UTF_8,
            name_charset: false,
            locale: None,
            error: None,
            redirect: None,
        }
    }
}

impl Head {
    /// Sets a header in place of all of the same name.
    pub fn set_header(&mut self, name: &str, value: impl Into<Str>) {
        self.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.headers.push((name.into(), value.into()));
    }

    /// Adds a header.
    pub fn add_header(&mut self, name: &str, value: impl Into<Str>) {
        self.headers.push((name.into(), value.into()));
    }

    /// The value of the `Content-Type` header, if a type is set.
    pub fn content_type_header(&self) -> Option<String> {
        let content_type = self.content_type.as_ref()?;
        Some(if self.name_charset {
            [content_type, ";charset=", self.charset.name()].concat()
        } else {
            content_type.to_string()
        })
    }

    /// Sets type and charset from text like `text/html; charset=UTF-8`.
    ///
    /// # Errors
    /// `IllegalArgumentException` for a charset that is not known.
    pub fn set_content_type(&mut self, text: &str) -> Result<()> {
        let mut parts = text.split(';');
        let mut content_type = Str::from(parts.next().unwrap_or("").trim());
        for part in parts {
            match part.trim().split_once('=') {
                Some((name, value)) if name.trim().eq_ignore_ascii_case("charset") => {
                    self.charset = charset(value.trim().trim_matches('"'))?;
                    self.name_charset = true;
                }
                _ => {
                    content_type.push(';');
                    content_type.push_str(part.trim());
                }
            }
        }
        self.content_type = Some(content_type);
        Ok(())
    }
}

/// A charset by its name.
pub(crate) fn charset(label: &str) -> Result<Charset> {
    Charset::for_label(label).ok_or_else(|| {
        Error::illegal_argument(format!("the charset '{label}' is not known"))
            .with_hint("use a name such as UTF-8, ISO-8859-1 or windows-1252")
    })
}

/// The response of an exchange.
#[derive(Default)]
pub struct Response {
    head: Mutex<Head>,
    committed: AtomicBool,
}

impl Response {
    /// The head for changing; what is changed after the commit has no effect.
    pub fn head(&self) -> MutexGuard<'_, Head> {
        self.head.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the head has been sent or is about to be.
    pub fn is_committed(&self) -> bool {
        self.committed.load(Ordering::Acquire)
    }

    /// Fixes the head: from now on it belongs to the wire.
    pub fn commit(&self) {
        self.committed.store(true, Ordering::Release);
    }

    /// Takes back a commit of which nothing has been sent, and changes the head: for the host, when it answers with an
    /// error page in place of what a page wrote.
    pub fn reopen(&self, change: impl FnOnce(&mut Head)) {
        change(&mut self.head());
        self.committed.store(false, Ordering::Release);
    }

    /// Changes the head unless it is committed.
    ///
    /// # Errors
    /// `IllegalStateException` after the commit: `what` names the attempt.
    pub fn change(&self, what: &str, change: impl FnOnce(&mut Head) -> Result<()>) -> Result<()> {
        if self.is_committed() {
            return Err(Error::illegal_state(format!("{what}: the response is already committed"))
                .with_hint("do it before the page's buffer is flushed, or give the page a larger buffer"));
        }
        change(&mut self.head())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_type_and_charset_are_told_apart() {
        let mut head = Head::default();
        head.set_content_type("text/html; Charset=\"utf-8\"").unwrap();
        assert_eq!(head.content_type.as_deref(), Some("text/html"));
        assert_eq!(head.content_type_header().unwrap(), "text/html;charset=UTF-8");
        assert!(head.set_content_type("text/html;charset=nope").is_err());
    }

    #[test]
    fn a_committed_head_can_no_longer_change() {
        let response = Response::default();
        response.commit();
        let error = response.change("set the status", |_| Ok(())).unwrap_err();
        assert!(error.message().contains("already committed"));
    }
}
