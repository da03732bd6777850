//! What a page sees of its request.

use crate::value::Str;

/// The parts of a request that stay the same through includes and forwards.
#[derive(Clone, Debug)]
pub struct RequestHead {
    /// `GET`, `POST`…
    pub method: Str,
    /// `http` or `https`
    pub scheme: Str,
    /// `HTTP/1.1`
    pub protocol: Str,
    /// The host of the `Host` header.
    pub server_name: Str,
    /// The port of the `Host` header, or the scheme's own.
    pub server_port: u16,
    /// The client's address.
    pub remote_addr: Str,
    /// The client's port.
    pub remote_port: u16,
    /// Headers in order; names as sent.
    pub headers: Vec<(Str, Str)>,
    /// Cookies in order.
    pub cookies: Vec<(Str, Str)>,
    /// The client's languages, best first, as BCP 47 tags; never empty.
    pub locales: Vec<Str>,
    /// Where the application lies: empty for the root, else `/name`.
    pub context_path: Str,
}

impl Default for RequestHead {
    fn default() -> Self {
        RequestHead {
            method: "GET".into(),
            scheme: "http".into(),
            protocol: "HTTP/1.1".into(),
            server_name: "localhost".into(),
            server_port: 80,
            remote_addr: "127.0.0.1".into(),
            remote_port: 0,
            headers: Vec::new(),
            cookies: Vec::new(),
            locales: vec!["en".into()],
            context_path: Str::new(),
        }
    }
}

impl RequestHead {
    /// The first header of that name, in any case.
    pub fn header(&self, name: &str) -> Option<&Str> {
        self.headers.iter().find(|(header, _)| header.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// The paths of a request; a forward changes them (Servlet 6.1, 9.4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paths {
    /// As the client wrote it, without the query.
    pub request_uri: Str,
    /// The part that led to the page, context-relative.
    pub servlet_path: Str,
    /// What follows the servlet path.
    pub path_info: Option<Str>,
    /// What follows the `?`.
    pub query_string: Option<Str>,
}

/// Request parameters: in order, several values a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params {
    list: Vec<(Str, Vec<Str>)>,
}

impl Params {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a value behind those of the same name.
    pub fn add(&mut self, name: impl Into<Str>, value: impl Into<Str>) {
        let name = name.into();
        match self.list.iter_mut().find(|(known, _)| *known == name) {
            Some((_, values)) => values.push(value.into()),
            None => self.list.push((name, vec![value.into()])),
        }
    }

    /// The first value of a name.
    pub fn first(&self, name: &str) -> Option<&Str> {
        self.all(name)?.first()
    }

    /// All values of a name; at least one.
    pub fn all(&self, name: &str) -> Option<&[Str]> {
        self.list.iter().find(|(known, _)| known == name).map(|(_, values)| values.as_slice())
    }

    /// All names with their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Str, &[Str])> {
        self.list.iter().map(|(name, values)| (name, values.as_slice()))
    }

    /// The number of names.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// These parameters with `first` before them: the values of `jsp:param` take precedence (Pages 4.1, 5.6).
    #[must_use]
    pub fn with_first(&self, first: &[(Str, Str)]) -> Self {
        let mut all = Params::new();
        for (name, value) in first {
            all.add(name.clone(), value.clone());
        }
        for (name, values) in self.iter() {
            for value in values {
                all.add(name.clone(), value.clone());
            }
        }
        all
    }
}

impl<N: Into<Str>, V: Into<Str>> FromIterator<(N, V)> for Params {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(items: I) -> Self {
        let mut params = Params::new();
        for (name, value) in items {
            params.add(name, value);
        }
        params
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn params_of_an_include_come_before_those_of_the_request() {
        let request: Params = [("a", "1"), ("b", "2"), ("a", "3")].into_iter().collect();
        let merged = request.with_first(&[("a".into(), "0".into()), ("c".into(), "9".into())]);
        assert_eq!(merged.all("a").unwrap(), ["0", "1", "3"]);
        assert_eq!(merged.first("b").unwrap(), "2");
        assert_eq!(merged.first("c").unwrap(), "9");
        assert_eq!(request.all("a").unwrap(), ["1", "3"]);
    }
}
