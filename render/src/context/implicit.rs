//! The implicit objects of EL (Pages 4.1, 2.2.3).

use std::sync::Arc;

use super::Exchange;
use super::Scope;
use super::objects::Cookies;
use super::objects::Headers;
use super::objects::InitParams;
use super::objects::PageContext;
use super::objects::Parameters;
use super::objects::ScopeMap;
use crate::Result;
use crate::machine::PageState;
use crate::machine::property;
use crate::program::Implicit;
use crate::value::Str;
use crate::value::Value;

/// An implicit object as a value. `pageScope` is the page's variables as they are at this moment.
pub(crate) fn object(state: &PageState, object: Implicit) -> Value {
    let exchange = &state.exchange;
    match object {
        Implicit::PageContext => Value::new(page_context(state)),
        Implicit::PageScope => {
            Value::map(state.page_vars().into_iter().map(|(name, value)| (Value::Str(name), value)))
        }
        Implicit::RequestScope => scope_map(exchange, Scope::Request),
        Implicit::SessionScope => scope_map(exchange, Scope::Session),
        Implicit::ApplicationScope => scope_map(exchange, Scope::Application),
        Implicit::Param => Value::new(Parameters::first(exchange)),
        Implicit::ParamValues => Value::new(Parameters::all(exchange)),
        Implicit::Header => Value::new(Headers::first(exchange)),
        Implicit::HeaderValues => Value::new(Headers::all(exchange)),
        Implicit::Cookie => Value::new(Cookies::new(exchange)),
        Implicit::InitParam => Value::new(InitParams::new(exchange)),
    }
}

fn scope_map(exchange: &Arc<Exchange>, scope: Scope) -> Value {
    Value::new(ScopeMap::new(exchange.clone(), scope))
}

fn page_context(state: &PageState) -> PageContext {
    let exception = state.get("exception", Scope::Page).unwrap_or_default();
    PageContext::new(state.exchange.clone(), exception, &state.out, state.program().settings.info.clone())
}

/// `object.name`, where that needs no object in between.
pub(crate) fn property(state: &PageState, object: Implicit, name: &Str) -> Result<Value> {
    let exchange = &state.exchange;
    Ok(match object {
        Implicit::PageContext => return property::get_by_name(&Value::new(page_context(state)), name),
        Implicit::PageScope => state.get(name, Scope::Page).unwrap_or_default(),
        Implicit::RequestScope => state.get(name, Scope::Request).unwrap_or_default(),
        Implicit::SessionScope => state.get(name, Scope::Session).unwrap_or_default(),
        Implicit::ApplicationScope => state.get(name, Scope::Application).unwrap_or_default(),
        Implicit::Param => exchange.param(name).map_or(Value::Null, Value::Str),
        Implicit::Header => {
            exchange.request.header(name).map_or(Value::Null, |value| Value::Str(value.clone()))
        }
        Implicit::InitParam => {
            exchange.application().init_param(name).map_or(Value::Null, |value| Value::Str(value.clone()))
        }
        Implicit::ParamValues | Implicit::HeaderValues | Implicit::Cookie => {
            let map = self::object(state, object);
            return property::get_by_name(&map, name);
        }
    })
}
