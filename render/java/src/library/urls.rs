//! `java.net.URL`, as far as it is text: pages open no connections.

use std::any::Any;
use std::fmt;
use std::sync::LazyLock;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::coerce;

use super::table::Native;

pub(super) const CLASSES: &[Native] = &[Native {
    methods: "getProtocol:String getHost:String getPort:int getDefaultPort:int getPath:String getFile:String \
              getQuery:String getRef:String getAuthority:String getUserInfo:String toExternalForm:String",
    make: Some(|_, args| match args {
        [text] => url(&coerce::to_text(text)).map(Some),
        _ => Ok(None),
    }),
    call: Some(|_, target, name, args| {
        let (Some(url), []) = (target.downcast_ref::<Url>(), args) else { return Ok(None) };
        let optional = |text: &Option<Str>| text.clone().map_or(Value::Null, Value::Str);
        Ok(Some(match name {
            "getProtocol" => Value::Str(url.protocol.clone()),
            "getHost" => Value::Str(url.host.clone()),
            "getPort" => Value::Int(url.port),
            "getDefaultPort" => Value::Int(default_port(&url.protocol)),
            "getPath" => Value::Str(url.path.clone()),
            "getFile" => match &url.query {
                Some(query) => Value::str(format!("{}?{query}", url.path)),
                None => Value::Str(url.path.clone()),
            },
            "getQuery" => optional(&url.query),
            "getRef" => optional(&url.fragment),
            "getUserInfo" => optional(&url.user),
            "getAuthority" => Value::Str(url.authority.clone()),
            "toExternalForm" | "toString" => Value::Str(url.text.clone()),
            _ => return Ok(None),
        }))
    }),
    complete: true,
    ..Native::new("java.net.URL")
}];

struct Url {
    text: Str,
    protocol: Str,
    authority: Str,
    user: Option<Str>,
    host: Str,
    port: i32,
    path: Str,
    query: Option<Str>,
    fragment: Option<Str>,
}

impl Object for Url {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("java.net.URL", &["java.io.Serializable"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<Url>().is_some_and(|other| other.text == self.text)
    }

    fn hash_code(&self) -> i32 {
        match vespid_render::value::methods::call_method(&Value::Str(self.text.clone()), "hashCode", &[]) {
            Ok(Value::Int(hash)) => hash,
            _ => 0,
        }
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&self.text)
    }
}

fn default_port(protocol: &str) -> i32 {
    match protocol {
        "http" => 80,
        "https" => 443,
        "ftp" => 21,
        _ => -1,
    }
}

fn malformed(message: String) -> Error {
    Error::new("java.net.MalformedURLException", message).with_supers([
        "java.io.IOException".into(),
        "java.lang.Exception".into(),
        "java.lang.Throwable".into(),
    ])
}

fn url(text: &str) -> Result<Value> {
    let text = text.trim();
    let is_protocol = |protocol: &&str| {
        let mut chars = protocol.chars();
        chars.next().is_some_and(|first| first.is_ascii_alphabetic())
            && chars.all(|char| char.is_ascii_alphanumeric() || matches!(char, '.' | '+' | '-'))
    };
    let Some((protocol, rest)) = text.split_once(':').filter(|(protocol, _)| is_protocol(protocol)) else {
        return Err(malformed(format!("no protocol: {text}")));
    };
    let protocol = protocol.to_ascii_lowercase();
    if !matches!(protocol.as_str(), "http" | "https" | "file" | "ftp" | "jar" | "mailto") {
        return Err(malformed(format!("unknown protocol: {protocol}")));
    }
    let (rest, fragment) = match rest.split_once('#') {
        Some((rest, fragment)) => (rest, Some(Str::from(fragment))),
        None => (rest, None),
    };
    let (rest, query) = match rest.split_once('?') {
        Some((rest, query)) => (rest, Some(Str::from(query))),
        None => (rest, None),
    };
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", rest),
    };
    let (user, place) = match authority.rsplit_once('@') {
        Some((user, place)) => (Some(Str::from(user)), place),
        None => (None, authority),
    };
    let end_of_host = place.find(']').map_or(0, |end| end + 1);
    let (host, port) = match place[end_of_host..].find(':') {
        Some(colon) => {
            let (host, port) = place.split_at(end_of_host + colon);
            let port = &port[1..];
            let number = if port.is_empty() { Ok(-1) } else { port.parse::<u16>().map(i32::from) };
            (host, number.map_err(|_| malformed(format!("For input string: \"{port}\"")))?)
        }
        None => (place, -1),
    };
    Ok(Value::new(Url {
        text: text.into(),
        protocol: protocol.into(),
        authority: authority.into(),
        user,
        host: host.into(),
        port,
        path: path.into(),
        query,
        fragment,
    }))
}
