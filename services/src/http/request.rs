//! A request, read as far as every application needs it.

use std::net::Ipv4Addr;
use std::net::SocketAddr;

use bytes::Buf;
use bytes::Bytes;
use http::HeaderMap;
use http::Method;
use http::StatusCode;
use http::Version;
use http::header::CONTENT_LENGTH;
use http::header::HOST;
use http::request::Parts;
use http::uri::Authority;
use http_body_util::BodyExt;
use http_body_util::Limited;
use vespid_streams::Charset;

use super::Refusal;
use super::params::form_charset;
use super::target::RequestTarget;

/// Who is at the other end of a connection. Put it into a request's extensions where something else than
/// [`Server`](super::Server) accepts connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer {
    /// The client's address.
    pub remote: SocketAddr,
    /// The address that the client connected to.
    pub local: SocketAddr,
    /// Whether the connection is encrypted, so that the scheme is `https`.
    pub is_secure: bool,
}

impl Peer {
    /// A peer of which nothing is known.
    pub(crate) const UNKNOWN: Self = {
        let nowhere = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 0);
        Peer { remote: nowhere, local: nowhere, is_secure: false }
    };

    fn default_port(self) -> u16 {
        if self.is_secure { 443 } else { 80 }
    }
}

/// What a request may bring along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RequestLimits {
    /// Bytes of a form body.
    pub(crate) max_form_bytes: usize,
    /// Parameters of query and form together.
    pub(crate) max_params: usize,
}

impl Default for RequestLimits {
    /// 2 MiB, 1000 parameters.
    fn default() -> Self {
        RequestLimits { max_form_bytes: 2 << 20, max_params: 1000 }
    }
}

/// A request with its target, host and form body read.
pub(crate) struct Request {
    pub(crate) method: Method,
    pub(crate) version: Version,
    pub(crate) headers: HeaderMap,
    pub(crate) target: RequestTarget,
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) peer: Peer,
    /// The body of a form.
    pub(crate) form: Option<Bytes>,
    pub(crate) limits: RequestLimits,
}

impl Request {
    /// Reads target and host from a request's head.
    ///
    /// # Errors
    /// A head that could be understood in two ways.
    pub(crate) fn new(parts: Parts, limits: RequestLimits) -> Result<Self, Refusal> {
        let Parts { method, uri, version, headers, extensions, .. } = parts;
        let peer = extensions.get().copied().unwrap_or(Peer::UNKNOWN);
        let target = RequestTarget::parse(&uri)?;
        let (host, port) = host(uri.authority(), &headers, version, peer)?;
        Ok(Request { method, version, headers, target, host, port, peer, form: None, limits })
    }

    /// Reads the body if it is a form (Servlet 6.1, 3.1.1); other bodies stay unread.
    ///
    /// # Errors
    /// The body is too large or breaks off.
    pub(crate) async fn read_form<B>(&mut self, body: B) -> Result<(), Refusal>
    where
        B: http_body::Body,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let is_form = self.method == Method::POST && form_charset(&self.headers, Charset::UTF_8)?.is_some();
        if !is_form {
            return Ok(());
        }
        let max = self.limits.max_form_bytes;
        let too_large =
            || Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the form has more than {max} bytes"));
        // Refused before a byte is asked for: the client may be waiting for a `100 Continue`.
        let announced =
            self.headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
        if announced.is_some_and(|len| len > max as u64) {
            return Err(too_large());
        }
        // Boxed, so that requests without a form have no room for it.
        let collected = Box::pin(Limited::new(body, max).collect()).await.map_err(|error| {
            if error.is::<http_body_util::LengthLimitError>() {
                too_large()
            } else {
                Refusal::bad_request(format!("the form could not be read: {error}"))
            }
        })?;
        let mut collected = collected.aggregate();
        self.form = Some(collected.copy_to_bytes(collected.remaining()));
        Ok(())
    }

    /// `http` or `https`.
    pub(crate) fn scheme(&self) -> &'static str {
        if self.peer.is_secure { "https" } else { "http" }
    }
}

/// Host and port that the client asked for (RFC 9112, 3.2).
fn host(
    authority: Option<&Authority>,
    headers: &HeaderMap,
    version: Version,
    peer: Peer,
) -> Result<(String, u16), Refusal> {
    let mut hosts = headers.get_all(HOST).iter();
    let header = hosts.next();
    if hosts.next().is_some() {
        return Err(Refusal::bad_request("there are two Host headers"));
    }
    let parsed;
    let authority = match (authority, header) {
        (Some(authority), _) => authority,
        (None, Some(value)) if !value.is_empty() => {
            parsed = Authority::try_from(value.as_bytes())
                .map_err(|_| Refusal::bad_request("the Host header is malformed"))?;
            &parsed
        }
        // An empty Host is allowed where the target has no authority.
        (None, found) => {
            if found.is_none() && version == Version::HTTP_11 {
                return Err(Refusal::bad_request("there is no Host header"));
            }
            return Ok((peer.local.ip().to_string(), peer.local.port()));
        }
    };
    if authority.as_str().contains('@') {
        return Err(Refusal::bad_request("the host has a user name"));
    }
    let port = match authority.port_u16() {
        Some(port) => port,
        // `host:` and `host` mean the scheme's own; a port that is no number does not.
        None if authority
            .as_str()
            .strip_prefix(authority.host())
            .is_some_and(|rest| matches!(rest, "" | ":")) =>
        {
            peer.default_port()
        }
        None => return Err(Refusal::bad_request("the port of the host is malformed")),
    };
    Ok((authority.host().to_owned(), port))
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::Full;

    const LIMITS: RequestLimits = RequestLimits { max_form_bytes: 10, max_params: 10 };

    fn read(builder: http::request::Builder) -> Result<Request, Refusal> {
        Request::new(builder.body(()).unwrap().into_parts().0, LIMITS)
    }

    #[test]
    fn host_and_port_come_from_target_or_header() {
        for (uri, host, expected) in [
            ("/", Some("example.org"), ("example.org", 80)),
            ("/", Some("example.org:8080"), ("example.org", 8080)),
            ("/", Some("[::1]:81"), ("[::1]", 81)),
            ("/", Some("example.org:"), ("example.org", 80)),
            ("http://other:1/", Some("example.org"), ("other", 1)),
            ("/", Some(""), ("127.0.0.1", 0)),
        ] {
            let mut builder = http::Request::builder().uri(uri);
            if let Some(host) = host {
                builder = builder.header(HOST, host);
            }
            let request = read(builder).unwrap();
            assert_eq!((request.host.as_str(), request.port), expected, "{uri} {host:?}");
        }
        let old = read(http::Request::builder().uri("/").version(Version::HTTP_10)).unwrap();
        assert_eq!(old.host, "127.0.0.1");
    }

    #[test]
    fn ambiguous_hosts_are_refused() {
        for hosts in [&[][..], &["a", "b"], &["a b"], &["user@a"], &["a:x"], &["a:99999"]] {
            let builder =
                hosts.iter().fold(http::Request::builder().uri("/"), |it, host| it.header(HOST, *host));
            assert_eq!(read(builder).err().map(|it| it.status), Some(StatusCode::BAD_REQUEST), "{hosts:?}");
        }
    }

    #[tokio::test]
    async fn forms_are_read_within_the_limit() {
        let request = |content_type: &str| {
            let builder = http::Request::post("http://a/").header("content-type", content_type);
            read(builder).unwrap()
        };
        let mut form = request("application/x-www-form-urlencoded");
        form.read_form(Full::new(Bytes::from("a=1"))).await.unwrap();
        assert_eq!(form.form.unwrap(), "a=1");

        let mut large = request("application/x-www-form-urlencoded");
        let refusal = large.read_form(Full::new(Bytes::from("a=123456789"))).await.unwrap_err();
        assert_eq!(refusal.status, StatusCode::PAYLOAD_TOO_LARGE);

        let mut other = request("text/plain");
        other.read_form(Full::new(Bytes::from("a=123456789"))).await.unwrap();
        assert_eq!(other.form, None);
    }
}
