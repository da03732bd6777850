//! The maps among the implicit objects: scopes, parameters, headers, cookies, context parameters.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::LazyLock;

use super::class;
use crate::Result;
use crate::context::Exchange;
use crate::context::Params;
use crate::context::Scope;
use crate::value::Class;
use crate::value::Items;
use crate::value::Map;
use crate::value::MapView;
use crate::value::Object;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;
use crate::value::map_entries;

/// Implements [`Object`] for a map that only differs in its [`MapView`].
macro_rules! map_object {
    ($type:ty) => {
        impl Object for $type {
            fn class(&self) -> &Class {
                static CLASS: LazyLock<Class> = LazyLock::new(|| {
                    class("jakarta.servlet.jsp.el.ImplicitObjectMap", &["java.util.Map"], &[])
                });
                &CLASS
            }

            fn as_any(&self) -> &dyn Any {
                self
            }

            fn as_map(&self) -> Option<&dyn MapView> {
                Some(self)
            }

            fn iterate(self: Arc<Self>) -> Option<Items> {
                Some(map_entries(self))
            }

            fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
                Map::from_iter((0..).map_while(|position| self.entry(position))).write_text(out)
            }
        }
    };
}

/// A value of a list of strings as a string array.
fn array(values: impl IntoIterator<Item = Str>) -> Value {
    Value::list(values.into_iter().map(Value::Str))
}

/// The attributes of request, session or application scope.
pub(crate) struct ScopeMap {
    exchange: Arc<Exchange>,
    scope: Scope,
}

impl ScopeMap {
    pub(crate) fn new(exchange: Arc<Exchange>, scope: Scope) -> Self {
        ScopeMap { exchange, scope }
    }

    fn names(&self) -> Vec<Str> {
        let mut names = match self.scope {
            Scope::Page | Scope::Request => self.exchange.attributes.names(),
            Scope::Session => {
                self.exchange.session().map(|session| session.attributes.names()).unwrap_or_default()
            }
            Scope::Application => self.exchange.application().attributes().names(),
        };
        // In an order that is the same at each look.
        names.sort_unstable();
        names
    }
}

impl MapView for ScopeMap {
    fn len(&self) -> usize {
        self.names().len()
    }

    fn get(&self, key: &Value) -> Option<Value> {
        self.get_str(&coerce::to_text(key))
    }

    fn get_str(&self, key: &str) -> Option<Value> {
        match self.scope {
            Scope::Page | Scope::Request => self.exchange.attributes.get(key),
            Scope::Session => self.exchange.session()?.attributes.get(key),
            Scope::Application => self.exchange.application().attributes().get(key),
        }
    }

    fn entry(&self, position: usize) -> Option<(Value, Value)> {
        let name = self.names().into_iter().nth(position)?;
        let value = self.get_str(&name).unwrap_or_default();
        Some((Value::Str(name), value))
    }

    fn put(&self, key: Value, value: Value) -> Result<Option<Value>> {
        let name = Str::from(&*coerce::to_text(&key));
        let old = self.get_str(&name);
        match self.scope {
            Scope::Page | Scope::Request => self.exchange.attributes.set(name, value),
            Scope::Session => self.exchange.session_or_create()?.attributes.set(name, value),
            Scope::Application => self.exchange.application().attributes().set(name, value),
        }
        Ok(old)
    }

    fn remove(&self, key: &Value) -> Result<Option<Value>> {
        let name = coerce::to_text(key);
        Ok(match self.scope {
            Scope::Page | Scope::Request => self.exchange.attributes.remove(&name),
            Scope::Session => self.exchange.session().and_then(|session| session.attributes.remove(&name)),
            Scope::Application => self.exchange.application().attributes().remove(&name),
        })
    }
}

map_object!(ScopeMap);

/// `param` and `paramValues`.
pub(crate) struct Parameters {
    params: Arc<Params>,
    all: bool,
}

impl Parameters {
    pub(crate) fn first(exchange: &Exchange) -> Self {
        Parameters { params: exchange.params(), all: false }
    }

    pub(crate) fn all(exchange: &Exchange) -> Self {
        Parameters { params: exchange.params(), all: true }
    }

    fn value(&self, values: &[Str]) -> Value {
        if self.all {
            array(values.iter().cloned())
        } else {
            values.first().map_or(Value::Null, |value| Value::Str(value.clone()))
        }
    }
}

impl MapView for Parameters {
    fn len(&self) -> usize {
        self.params.len()
    }

    fn get(&self, key: &Value) -> Option<Value> {
        self.get_str(&coerce::to_text(key))
    }

    fn get_str(&self, key: &str) -> Option<Value> {
        self.params.all(key).map(|values| self.value(values))
    }

    fn entry(&self, position: usize) -> Option<(Value, Value)> {
        let (name, values) = self.params.iter().nth(position)?;
        Some((Value::Str(name.clone()), self.value(values)))
    }
}

map_object!(Parameters);

/// `header` and `headerValues`.
pub(crate) struct Headers {
    exchange: Arc<Exchange>,
    all: bool,
}

impl Headers {
    pub(crate) fn first(exchange: &Arc<Exchange>) -> Self {
        Headers { exchange: exchange.clone(), all: false }
    }

    pub(crate) fn all(exchange: &Arc<Exchange>) -> Self {
        Headers { exchange: exchange.clone(), all: true }
    }

    fn names(&self) -> Vec<&Str> {
        let mut names: Vec<&Str> = Vec::new();
        for (name, _) in &self.exchange.request.headers {
            if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                names.push(name);
            }
        }
        names
    }
}

impl MapView for Headers {
    fn len(&self) -> usize {
        self.names().len()
    }

    fn get(&self, key: &Value) -> Option<Value> {
        self.get_str(&coerce::to_text(key))
    }

    fn get_str(&self, key: &str) -> Option<Value> {
        let headers = &self.exchange.request.headers;
        let mut values = headers
            .iter()
            .filter(|(name, _)| name.eq_ignore_ascii_case(key))
            .map(|(_, value)| value.clone())
            .peekable();
        values.peek()?;
        if self.all { Some(array(values)) } else { values.next().map(Value::Str) }
    }

    fn entry(&self, position: usize) -> Option<(Value, Value)> {
        let name = (*self.names().get(position)?).clone();
        let value = self.get_str(&name)?;
        Some((Value::Str(name), value))
    }
}

map_object!(Headers);

/// `cookie`: each cookie by its name.
pub(crate) struct Cookies {
    exchange: Arc<Exchange>,
}

impl Cookies {
    pub(crate) fn new(exchange: &Arc<Exchange>) -> Self {
        Cookies { exchange: exchange.clone() }
    }
}

impl MapView for Cookies {
    fn len(&self) -> usize {
        self.exchange.request.cookies.len()
    }

    fn get(&self, key: &Value) -> Option<Value> {
        self.get_str(&coerce::to_text(key))
    }

    fn get_str(&self, key: &str) -> Option<Value> {
        let (name, value) = self.exchange.request.cookies.iter().find(|(name, _)| name == key)?;
        Some(Value::new(Cookie { name: name.clone(), value: value.clone() }))
    }

    fn entry(&self, position: usize) -> Option<(Value, Value)> {
        let (name, value) = self.exchange.request.cookies.get(position)?;
        let cookie = Cookie { name: name.clone(), value: value.clone() };
        Some((Value::Str(name.clone()), Value::new(cookie)))
    }
}

map_object!(Cookies);

/// `jakarta.servlet.http.Cookie`
struct Cookie {
    name: Str,
    value: Str,
}

impl Object for Cookie {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            class(
                "jakarta.servlet.http.Cookie",
                &[],
                &[("name", "java.lang.String"), ("value", "java.lang.String")],
            )
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> Result<Value> {
        Ok(Value::Str(if index == 0 { self.name.clone() } else { self.value.clone() }))
    }
}

/// `initParam`: context parameters.
pub(crate) struct InitParams {
    exchange: Arc<Exchange>,
}

impl InitParams {
    pub(crate) fn new(exchange: &Arc<Exchange>) -> Self {
        InitParams { exchange: exchange.clone() }
    }
}

impl MapView for InitParams {
    fn len(&self) -> usize {
        self.exchange.application().init_params().len()
    }

    fn get(&self, key: &Value) -> Option<Value> {
        self.get_str(&coerce::to_text(key))
    }

    fn get_str(&self, key: &str) -> Option<Value> {
        self.exchange.application().init_param(key).map(|value| Value::Str(value.clone()))
    }

    fn entry(&self, position: usize) -> Option<(Value, Value)> {
        let (name, value) = self.exchange.application().init_params().get_index(position)?;
        Some((Value::Str(name.clone()), Value::Str(value.clone())))
    }
}

map_object!(InitParams);
