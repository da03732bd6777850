//! What to ask for, and where.

use std::net::SocketAddr;

use anyhow::Context;
use anyhow::bail;
use anyhow::ensure;
use http::Uri;

/// A URL whose host has been looked up and found allowed.
#[derive(Clone, Debug)]
pub(super) struct Target {
    url: String,
    /// Connections go to this very address; the name is not looked up again.
    address: SocketAddr,
    host: String,
    path_and_query: Uri,
}

impl Target {
    /// Reads `url` and looks up its host.
    ///
    /// # Errors
    /// Not an `http` URL, an unknown host, or a host other than this machine without `allow_remote`.
    pub(super) async fn resolve(url: &str, allow_remote: bool) -> anyhow::Result<Self> {
        let uri: Uri = url.parse().with_context(|| format!("{url:?} is not a URL"))?;
        ensure!(
            uri.scheme_str() == Some("http"),
            "{url:?} does not begin with http://; other schemes are not supported"
        );
        let (Some(authority), Some(host)) = (uri.authority(), uri.host()) else {
            bail!("{url:?} names no host")
        };
        let port = uri.port_u16().unwrap_or(80);
        // IPv6 addresses stand in brackets in a URL, but not in a look-up.
        let name = host.trim_start_matches('[').trim_end_matches(']');
        let addresses: Vec<_> = tokio::net::lookup_host((name, port))
            .await
            .with_context(|| format!("cannot find the host of {url}"))?
            .collect();
        let address = *addresses.first().with_context(|| format!("the host of {url} has no address"))?;
        if !allow_remote && let Some(remote) = addresses.iter().find(|address| !address.ip().is_loopback()) {
            bail!(
                "{url} is not on this machine ({}); load on other machines needs --allow-remote, and the consent \
                 of their owners",
                remote.ip()
            );
        }
        let path_and_query = uri.path_and_query().map_or("/", |path| path.as_str());
        Ok(Self {
            url: url.into(),
            address,
            host: authority.to_string(),
            path_and_query: path_and_query
                .parse()
                .with_context(|| format!("the path of {url} cannot be sent"))?,
        })
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The path without query, which decides about cookies.
    pub(super) fn path(&self) -> &str {
        self.path_and_query.path()
    }

    /// A GET request as it is sent, with these cookies.
    pub(super) fn request(&self, cookies: &str) -> String {
        let cookies = if cookies.is_empty() { String::new() } else { format!("cookie: {cookies}\r\n") };
        format!("GET {} HTTP/1.1\r\nhost: {}\r\n{cookies}\r\n", self.path_and_query, self.host)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_url_is_split_into_address_host_and_path() {
        let target = Target::resolve("http://127.0.0.1:8080/shop/catalog.jsp?a=1", false).await.unwrap();
        assert_eq!(target.address(), "127.0.0.1:8080".parse().unwrap());
        assert_eq!(target.path(), "/shop/catalog.jsp");
        assert_eq!(target.path(), "/shop/catalog.jsp");
        let line = "GET /shop/catalog.jsp?a=1 HTTP/1.1\r\nhost: 127.0.0.1:8080\r\n";
        assert_eq!(target.request(""), format!("{line}\r\n"));
        assert_eq!(target.request("a=1; b=2"), format!("{line}cookie: a=1; b=2\r\n\r\n"));
    }

    #[tokio::test]
    async fn ports_and_paths_have_defaults() {
        let target = Target::resolve("http://[::1]", false).await.unwrap();
        assert_eq!(target.address(), "[::1]:80".parse().unwrap());
        assert!(target.request("").starts_with("GET / HTTP/1.1\r\n"));
    }

    #[tokio::test]
    async fn other_machines_need_to_be_allowed() {
        let error = Target::resolve("http://192.0.2.1/", false).await.unwrap_err();
        assert!(error.to_string().contains("--allow-remote"), "{error}");
        assert!(Target::resolve("http://192.0.2.1/", true).await.is_ok());
        assert!(Target::resolve("http://0.0.0.0/", false).await.is_err());
    }

    #[tokio::test]
    async fn what_is_no_http_url_is_refused() {
        for url in ["https://127.0.0.1/", "127.0.0.1:80", "/catalog.jsp", "http://", "ftp://127.0.0.1", ""] {
            assert!(Target::resolve(url, true).await.is_err(), "{url}");
        }
    }
}
