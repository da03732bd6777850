//! Absolute URLs for `c:import`: which hosts pages may reach, and how (Jakarta Tags 3.1, 7.4).

use std::fmt;
use std::net::IpAddr;
use std::net::SocketAddr;
use std::pin::pin;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::future::Either;
use futures::future::select;
use http::HeaderValue;
use http::Request;
use http::Response;
use http::StatusCode;
use http::Uri;
use http::header;
use http_body_util::BodyExt;
use http_body_util::Empty;
use http_body_util::LengthLimitError;
use http_body_util::Limited;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use percent_encoding::AsciiSet;
use percent_encoding::CONTROLS;
use percent_encoding::utf8_percent_encode;
use rustls::ClientConfig;
use rustls::RootCertStore;
use rustls::pki_types::ServerName;
use tokio::io::AsyncRead;
use tokio::io::AsyncWrite;
use tokio::net::TcpStream;
use tokio::net::lookup_host;
use tokio::sync::OnceCell;
use tokio_rustls::TlsConnector;
use vespid_render::Error;
use vespid_render::application::Fetched;
use vespid_render::application::Fetcher;
use vespid_render::application::Fetching;
use vespid_render::context::Exchange;
use vespid_render::error::class;
use vespid_render::paths;
use vespid_render::value::Str;

/// How many redirects are followed.
const MAX_REDIRECTS: usize = 5;

/// How many imports may lie within each other, each by HTTP: a page that imports itself comes to an end.
const MAX_DEPTH: u32 = 8;

/// Tells the depth to the server that is asked, which may be this one.
const DEPTH: &str = "vespid-import-depth";

/// What a request line may not hold as it is. Escapes that are there stay.
const PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// What `c:import` may get from other hosts: nothing but what is allowed here.
///
/// ```
/// use vespid_services::http::Imports;
///
/// let imports = Imports::new(["api.example", "*.shop.example:8443"])?.max_bytes(1 << 20);
/// # Ok::<(), vespid_services::http::HostError>(())
/// ```
pub struct Imports {
    hosts: Vec<AllowedHost>,
    private_addresses: bool,
    timeout: Duration,
    max_bytes: usize,
    tls: OnceCell<TlsConnector>,
}

/// A host that pages may reach: `api.example`, `api.example:8443`, `*.example`, `localhost:*`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AllowedHost {
    name: String,
    /// Names below it, in place of itself.
    below: bool,
    port: AllowedPort,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AllowedPort {
    /// That of the protocol.
    Default,
    Any,
    Only(u16),
}

/// A text that names no host.
#[derive(Debug)]
pub struct HostError(String);

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' names no host: write host, host:port, host:* or *.domain", self.0)
    }
}

impl std::error::Error for HostError {}

impl FromStr for AllowedHost {
    type Err = HostError;

    fn from_str(text: &str) -> Result<Self, HostError> {
        let wrong = || HostError(text.to_owned());
        let authority = text.trim();
        // The colons of an address in brackets are its own.
        let after = authority.rfind(']').map_or(0, |at| at + 1);
        let (name, port) = match authority[after..].rfind(':') {
            Some(colon) => (&authority[..after + colon], &authority[after + colon + 1..]),
            None => (authority, ""),
        };
        let port = match port {
            "" if name.len() == authority.len() => AllowedPort::Default,
            "*" => AllowedPort::Any,
            number => AllowedPort::Only(number.parse().map_err(|_| wrong())?),
        };
        let (name, below) = match name.strip_prefix("*.") {
            Some(domain) => (domain, true),
            None => (name, false),
        };
        if name.is_empty() || name.contains(['/', '@', '*', ' ']) {
            return Err(wrong());
        }
        Ok(AllowedHost { name: name.to_ascii_lowercase(), below, port })
    }
}

impl AllowedHost {
    fn allows(&self, host: &str, port: u16, default_port: u16) -> bool {
        let host = host.to_ascii_lowercase();
        let named = if self.below {
            host.strip_suffix(&self.name).is_some_and(|rest| rest.len() > 1 && rest.ends_with('.'))
        } else {
            host == self.name
        };
        named
            && match self.port {
                AllowedPort::Default => port == default_port,
                AllowedPort::Any => true,
                AllowedPort::Only(only) => port == only,
            }
    }
}

impl Imports {
    /// Allows these hosts: `host` (at the port of the protocol), `host:port`, `host:*`, `*.domain` for all below it.
    ///
    /// # Errors
    /// A text that is none of this.
    pub fn new<'a>(hosts: impl IntoIterator<Item = &'a str>) -> Result<Self, HostError> {
        Ok(Imports {
            hosts: hosts.into_iter().map(str::parse).collect::<Result<_, _>>()?,
            private_addresses: false,
            timeout: Duration::from_secs(10),
            max_bytes: 4 << 20,
            tls: OnceCell::new(),
        })
    }

    /// Whether a host's name may lead to an address that is not public: of this machine, of a private network,
    /// link-local. It may not if nothing is said here, whatever the host is.
    #[must_use]
    pub fn private_addresses(mut self, allowed: bool) -> Self {
        self.private_addresses = allowed;
        self
    }

    /// How long an import may take as a whole; 10 seconds if not set.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// How many bytes may come; 4 MiB if not set.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// Follows redirects, each of which must be allowed as well.
    async fn get(&self, url: &str, depth: u32) -> Result<Fetched, Error> {
        let mut target = Target::parse(url)?;
        for _ in 0..=MAX_REDIRECTS {
            let response = self.get_once(&target, depth).await?;
            let location =
                response.headers().get(header::LOCATION).filter(|_| is_redirect(response.status()));
            let Some(location) = location else {
                let content_type = response.headers().get(header::CONTENT_TYPE);
                return Ok(Fetched {
                    status: response.status().as_u16(),
                    content_type: content_type
                        .map(|it| String::from_utf8_lossy(it.as_bytes()).as_ref().into()),
                    body: response.into_body(),
                });
            };
            let next = target.join(&String::from_utf8_lossy(location.as_bytes()))?;
            if target.secure && !next.secure {
                return Err(io(format!("{} redirects to {}, which is not encrypted", target.uri, next.uri)));
            }
            target = next;
        }
        Err(io(format!("{url} redirects more than {MAX_REDIRECTS} times")))
    }

    async fn get_once(&self, target: &Target, depth: u32) -> Result<Response<Bytes>, Error> {
        let failed = |error: &dyn fmt::Display| io(format!("{}: {error}", target.uri));
        let stream = self.connect(target).await?;
        let request = Request::get(target.uri.path_and_query().map_or("/", |path| path.as_str()))
            .header(header::HOST, target.host_header()?)
            .header(header::USER_AGENT, concat!("Vespid/", env!("CARGO_PKG_VERSION")))
            .header(header::ACCEPT, "*/*")
            .header(header::CONNECTION, "close")
            .header(DEPTH, depth)
            .body(Empty::<Bytes>::new())
            .map_err(|error| failed(&error))?;
        if !target.secure {
            return self.exchange(stream, request).await.map_err(|error| failed(&error));
        }
        let tls = self.tls.get_or_try_init(connector).await?;
        let name = ServerName::try_from(target.host.clone()).map_err(|error| failed(&error))?;
        let stream = tls.connect(name, stream).await.map_err(|error| failed(&error))?;
        self.exchange(stream, request).await.map_err(|error| failed(&error))
    }

    /// One request over a connection, which lives as long as this future.
    async fn exchange(
        &self,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        request: Request<Empty<Bytes>>,
    ) -> Result<Response<Bytes>, String> {
        let handshake = http1::handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = handshake.map_err(|error| error.to_string())?;
        let asking = pin!(async {
            let response = sender.send_request(request).await.map_err(|error| error.to_string())?;
            let (head, body) = response.into_parts();
            let body = Limited::new(body, self.max_bytes).collect().await.map_err(|error| {
                if error.is::<LengthLimitError>() {
                    format!("there are more than {} bytes", self.max_bytes)
                } else {
                    error.to_string()
                }
            })?;
            Ok(Response::from_parts(head, body.to_bytes()))
        });
        match select(asking, pin!(connection)).await {
            Either::Left((answered, _)) => answered,
            Either::Right((_, asking)) => asking.await,
        }
    }

    /// Connects to the host, if pages may reach it and one of its addresses.
    async fn connect(&self, target: &Target) -> Result<TcpStream, Error> {
        let default_port = if target.secure { 443 } else { 80 };
        let (host, port) = (&target.host, target.port);
        let name = if host.contains(':') { format!("[{host}]") } else { host.clone() };
        if !self.hosts.iter().any(|allowed| allowed.allows(&name, port, default_port)) {
            let known = if port == default_port { name } else { format!("{name}:{port}") };
            return Err(io(format!("pages may not reach the host {known}"))
                .with_hint("allow it in the server's configuration: [imports] hosts"));
        }
        let found: Vec<SocketAddr> = lookup_host((host.as_str(), port))
            .await
            .map_err(|error| io(format!("there is no host {host}: {error}")))?
            .collect();
        let mut last = None;
        let reachable = found.iter().filter(|address| self.private_addresses || is_public(address.ip()));
        for address in reachable {
            match TcpStream::connect(address).await {
                Ok(stream) => {
                    // A request is one small piece.
                    let _ = stream.set_nodelay(true);
                    return Ok(stream);
                }
                Err(error) => last = Some(error),
            }
        }
        Err(match last {
            Some(error) => io(format!("{host}:{port} does not answer: {error}")),
            None => io(format!("the host {host} has no address that is public"))
                .with_hint("allow others in the server's configuration: [imports] private_addresses"),
        })
    }
}

/// Certificates are checked against those that the system trusts.
async fn connector() -> Result<TlsConnector, Error> {
    let roots = tokio::task::spawn_blocking(|| {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        roots
    });
    let roots =
        roots.await.map_err(|error| io(format!("the system's certificates can't be read: {error}")))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| io(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}

impl Fetcher for Imports {
    fn fetch(self: Arc<Self>, url: &str, exchange: &Arc<Exchange>) -> Fetching {
        let url = url.to_owned();
        let depth = exchange.request.header(DEPTH).and_then(|depth| depth.parse::<u32>().ok()).unwrap_or(0);
        Box::pin(async move {
            if depth >= MAX_DEPTH {
                return Err(io(format!("{MAX_DEPTH} imports lie within each other"))
                    .with_hint("a page that imports itself by an absolute URL never ends"));
            }
            match tokio::time::timeout(self.timeout, self.get(&url, depth + 1)).await {
                Ok(fetched) => fetched,
                Err(_) => Err(io(format!("{url} took longer than {:?}", self.timeout))),
            }
        })
    }
}

#[cold]
fn io(message: impl Into<Str>) -> Error {
    Error::new(class::IO, message.into())
}

fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}

/// Where a URL leads.
#[derive(Debug)]
struct Target {
    uri: Uri,
    secure: bool,
    /// Without the brackets of an IPv6 address.
    host: String,
    port: u16,
}

impl Target {
    fn parse(url: &str) -> Result<Self, Error> {
        let wrong = |why: &str| io(format!("the URL '{url}' can't be imported: {why}"));
        let url = url.split('#').next().unwrap_or_default();
        let scheme = url.split_once(':').map_or("", |(scheme, _)| scheme);
        let secure = scheme.eq_ignore_ascii_case("https");
        if !secure && !scheme.eq_ignore_ascii_case("http") {
            return Err(wrong("only http and https can be"));
        }
        let uri: Uri =
            utf8_percent_encode(url, PATH).to_string().parse().map_err(|_| wrong("it is malformed"))?;
        let authority = uri.authority().ok_or_else(|| wrong("it names no host"))?;
        if authority.as_str().contains('@') {
            return Err(wrong("it holds a user's name"));
        }
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
        if host.is_empty() {
            return Err(wrong("it names no host"));
        }
        let port = authority.port_u16().unwrap_or(if secure { 443 } else { 80 });
        Ok(Target { uri, secure, host, port })
    }

    fn host_header(&self) -> Result<HeaderValue, Error> {
        let authority = self.uri.authority().map_or("", |authority| authority.as_str());
        HeaderValue::from_str(authority).map_err(|error| io(format!("{}: {error}", self.uri)))
    }

    /// Where a `Location` leads from here.
    fn join(&self, location: &str) -> Result<Self, Error> {
        let base = &self.uri;
        let origin = format!(
            "{}://{}",
            base.scheme_str().unwrap_or("http"),
            base.authority().map_or("", |authority| authority.as_str())
        );
        if vespid_render::application::is_absolute_url(location) {
            return Self::parse(location);
        }
        if let Some(rest) = location.strip_prefix("//") {
            return Self::parse(&format!("{}://{rest}", base.scheme_str().unwrap_or("http")));
        }
        if location.starts_with('?') {
            return Self::parse(&format!("{origin}{}{location}", base.path()));
        }
        let (path, rest) = location.split_at(location.find(['?', '#']).unwrap_or(location.len()));
        let path = paths::resolve(base.path(), path)
            .ok_or_else(|| io(format!("{base} redirects to '{location}', which leads nowhere")))?;
        Self::parse(&format!("{origin}{path}{rest}"))
    }
}

/// Whether an address is one of the public internet.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            !(v4.is_unspecified()
                || v4.is_loopback()
                || v4.is_private()
                || v4.is_link_local()
                || v4.is_broadcast()
                || v4.is_documentation()
                || v4.is_multicast()
                || a == 0
                || a >= 240
                // Carriers' networks, protocol assignments, benchmarks.
                || (a == 100 && (64..128).contains(&b))
                || (a, b, c) == (192, 0, 0)
                || (a == 198 && (18..20).contains(&b)))
        }
        IpAddr::V6(v6) => {
            // Addresses that stand for one of IPv4 are as public as that.
            let inner = v6.to_ipv4_mapped().or_else(|| match v6.segments() {
                [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0, 0, 0, 0, 0, 0, high, low] => {
                    Some(((u32::from(high) << 16) | u32::from(low)).into())
                }
                [0x2002, high, low, ..] => Some(((u32::from(high) << 16) | u32::from(low)).into()),
                _ => None,
            });
            match inner {
                Some(v4) => is_public(IpAddr::V4(v4)),
                None => {
                    !(v6.is_multicast()
                        || v6.is_unique_local()
                        || v6.is_unicast_link_local()
                        || matches!(v6.segments(), [0x2001, 0xdb8, ..] | [0xfec0..=0xfeff, ..]))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_allowed_by_name_and_port() {
        for (allowed, host, port, expected) in [
            ("api.example", "API.example", 443, true),
            ("api.example", "api.example", 8443, false),
            ("api.example:8443", "api.example", 8443, true),
            ("api.example:*", "api.example", 1, true),
            ("api.example", "x.api.example", 443, false),
            ("*.example", "api.example", 443, true),
            ("*.example", "a.b.example", 443, true),
            ("*.example", "example", 443, false),
            ("*.example", "badexample", 443, false),
            ("[::1]:80", "[::1]", 80, true),
        ] {
            let allowed: AllowedHost = allowed.parse().unwrap();
            assert_eq!(allowed.allows(host, port, 443), expected, "{allowed:?} {host}:{port}");
        }
        for wrong in ["", "*", "http://x", "a:b", "a:", "u@h", "*.x*"] {
            assert!(wrong.parse::<AllowedHost>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn private_addresses_are_known_in_every_disguise() {
        for address in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "0.1.2.3",
            "100.64.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "192.0.0.8",
            "::",
            "::1",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::127.0.0.1",
            "64:ff9b::a00:1",
            "2002:7f00:1::",
            "2001:db8::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in ["1.1.1.1", "100.128.0.1", "2606:4700::1111", "::ffff:1.1.1.1"] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn locations_lead_on_from_where_they_are() {
        let base = Target::parse("http://h:81/a/b?c#d").unwrap();
        assert_eq!(
            (base.host.as_str(), base.port, base.uri.to_string().as_str()),
            ("h", 81, "http://h:81/a/b?c")
        );
        for (location, expected) in [
            ("https://x/y", "https://x/y"),
            ("//x/y", "http://x/y"),
            ("/y?z", "http://h:81/y?z"),
            ("y", "http://h:81/a/y"),
            ("../y", "http://h:81/y"),
            ("?z", "http://h:81/a/b?z"),
            ("/a b", "http://h:81/a%20b"),
        ] {
            assert_eq!(base.join(location).unwrap().uri.to_string(), expected);
        }
        for wrong in ["ftp://h/x", "http://u:p@h/", "file:///etc/passwd", "http:///x", "http://h h/"] {
            assert!(Target::parse(wrong).is_err(), "{wrong}");
        }
    }
}
