//! Resolvers of an application's own (Expression Language 6.1, 1.5 and 1.25).

use std::sync::Arc;

use crate::Result;
use crate::context::Exchange;
use crate::error::Error;
use crate::error::class;
use crate::machine::property;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce::TypeTag;
use crate::value::java::JavaOptional;
use crate::value::methods;

/// An application's own rules for names, properties, methods and conversions in expressions: what a
/// `jakarta.el.ELResolver` is to a Java container.
///
/// Resolvers are asked in the order in which they were
/// [added](crate::application::ApplicationBuilder::el_resolver): after parameters of lambdas, EL variables and implicit
/// objects, before everything else (Pages 4.1, 2.9). The first that knows an answer gives it. An application without
/// resolvers pays nothing for them.
///
/// ```
/// use std::sync::Arc;
/// use vespid_render::{Result, Value};
/// use vespid_render::application::Application;
/// use vespid_render::context::Exchange;
/// use vespid_render::el::{ElResolver, Evaluator};
/// use vespid_render::resources::MemoryResources;
///
/// struct Version;
///
/// impl ElResolver for Version {
///     fn value(&self, _: &Arc<Exchange>, base: &Value, property: &Value) -> Result<Option<Value>> {
///         let wanted = base.is_null() && property.as_str() == Some("version");
///         Ok(wanted.then(|| Value::str("1.4")))
///     }
/// }
///
/// let application = Application::builder(Arc::new(MemoryResources::default())).el_resolver(Version).build();
/// let evaluator = Evaluator::over(application);
/// let text = evaluator.compile_template("version ${version}")?;
/// assert_eq!(evaluator.context().evaluate(&text)?.to_string(), "version 1.4");
/// # Ok::<(), vespid_render::Error>(())
/// ```
pub trait ElResolver: Send + Sync + 'static {
    /// Whether it finds the page while it is asked: Java code that wants its `JspContext`, say.
    fn wants_page(&self) -> bool {
        false
    }

    /// The property of a base, or for a null base the value of a name. `None`: others are to be asked.
    ///
    /// # Errors
    /// What the resolver throws; the expression fails with it.
    fn value(&self, exchange: &Arc<Exchange>, base: &Value, property: &Value) -> Result<Option<Value>>;

    /// Sets the property of a base, or for a null base the value of a name. False: others are to be asked. What this
    /// resolver [knows](Self::value) is read-only, if it does not say otherwise here.
    ///
    /// # Errors
    /// `PropertyNotWritableException` where the property can't be set.
    fn set(&self, exchange: &Arc<Exchange>, base: &Value, property: &Value, value: &Value) -> Result<bool> {
        let _ = value;
        match self.value(exchange, base, property)? {
            Some(_) => Err(Error::new(class::PROPERTY_NOT_WRITABLE, format!("'{property}' can't be set"))),
            None => Ok(false),
        }
    }

    /// Whether the property can't be set. `None`: others are to be asked.
    ///
    /// # Errors
    /// What the resolver throws.
    fn is_read_only(&self, exchange: &Arc<Exchange>, base: &Value, property: &Value) -> Result<Option<bool>> {
        Ok(self.value(exchange, base, property)?.map(|_| true))
    }

    /// The Java type that the property can be set to; where that may be anything, `java.lang.Object`. It is asked for
    /// what is not [read-only](Self::is_read_only).
    ///
    /// # Errors
    /// What the resolver throws.
    fn type_of(&self, exchange: &Arc<Exchange>, base: &Value, property: &Value) -> Result<Str> {
        let _ = (exchange, base, property);
        Ok("java.lang.Object".into())
    }

    /// Calls a method of a base, which is not null. `None`: others are to be asked. A lambda among the arguments is an
    /// `Arc<Lambda>` that can be invoked.
    ///
    /// # Errors
    /// What the method throws.
    fn invoke(
        &self,
        exchange: &Arc<Exchange>,
        base: &Value,
        method: &str,
        args: &[Value],
    ) -> Result<Option<Value>> {
        let _ = (exchange, base, method, args);
        Ok(None)
    }

    /// Converts a value to a Java type by its name, before EL's own rules are asked: for operands, conditions and
    /// printed text (`java.lang.String`), attributes, arguments of functions. `None`: others are to be asked.
    ///
    /// # Errors
    /// What the resolver throws.
    fn convert(&self, exchange: &Arc<Exchange>, value: &Value, java_type: &str) -> Result<Option<Value>> {
        let _ = (exchange, value, java_type);
        Ok(None)
    }
}

/// The property, element or entry of a base as expressions have it, without any resolver of the application.
///
/// # Errors
/// `PropertyNotFoundException` where there is none; what reading it throws.
pub fn property(base: &Value, name: &Value) -> Result<Value> {
    property::index(base, name)
}

/// Sets a property, element or entry.
///
/// # Errors
/// `PropertyNotFoundException`, `PropertyNotWritableException`; what setting it throws.
pub fn set_property(base: &Value, name: &Value, value: Value) -> Result<()> {
    property::set_index(base, name, value)
}

/// The Java type of a property, element or entry, and whether it can be set.
///
/// # Errors
/// `PropertyNotFoundException`
pub fn property_type(base: &Value, name: &Value) -> Result<(Str, bool)> {
    crate::machine::member_type(base, name)
}

/// Coerces a value to a Java type by its name as expressions do: by the application's resolvers, to its enums, by the
/// rules of the language (Expression Language 6.1, 1.23).
///
/// # Errors
/// It can't be coerced.
pub fn coerce_value(exchange: &Arc<Exchange>, value: Value, java_type: &str) -> Result<Value> {
    coerce(exchange, value, &TypeTag::parse(java_type))
}

/// Coerces a value: by the application's resolvers, to its enums, by EL's rules (Expression Language 6.1, 1.25).
#[inline]
pub(crate) fn coerce(exchange: &Arc<Exchange>, value: Value, java_type: &TypeTag) -> Result<Value> {
    let application = exchange.application();
    if !application.el_resolvers().is_empty()
        && let Some(converted) = convert(exchange, &value, java_type.name())?
    {
        return Ok(converted);
    }
    if let (TypeTag::Class(name), Value::Str(_)) = (java_type, &value)
        && let Some(constants) = application.registry().find_enumeration(name)
    {
        return constants.coerce(&value);
    }
    java_type.coerce(value)
}

/// As [`coerce`], where the value lies.
#[inline]
pub(crate) fn coerce_in_place(
    exchange: &Arc<Exchange>,
    value: &mut Value,
    java_type: &TypeTag,
) -> Result<()> {
    if java_type.fits(value) && exchange.application().el_resolvers().is_empty() {
        return Ok(());
    }
    convert_in_place(exchange, value, java_type)
}

#[inline(never)]
fn convert_in_place(exchange: &Arc<Exchange>, value: &mut Value, java_type: &TypeTag) -> Result<()> {
    *value = coerce(exchange, std::mem::take(value), java_type)?;
    Ok(())
}

/// What the application's resolvers make of a value.
pub(crate) fn convert(exchange: &Arc<Exchange>, value: &Value, java_type: &str) -> Result<Option<Value>> {
    for resolver in exchange.application().el_resolvers() {
        if let Some(converted) = resolver.convert(exchange, value, java_type)? {
            return Ok(Some(converted));
        }
    }
    Ok(None)
}

/// Lets expressions look into `java.util.Optional`: `OptionalELResolver` (Expression Language 6.1, 1.23).
///
/// Properties and methods of an Optional are those of what it holds, and null where it holds nothing; nothing can be
/// set. An Optional converts as what it holds. Applications [add](crate::application::ApplicationBuilder::el_resolver)
/// it, as they do in Java; otherwise Optionals are beans like any other.
#[derive(Clone, Copy, Debug, Default)]
pub struct OptionalResolver;

impl OptionalResolver {
    /// What a value holds if it is an Optional, through Optionals in Optionals.
    fn held(base: &Value) -> Option<Value> {
        let mut held = base.downcast_ref::<JavaOptional>()?.get().clone();
        while let Some(inner) = held.downcast_ref::<JavaOptional>() {
            held = inner.get().clone();
        }
        Some(held)
    }
}

impl ElResolver for OptionalResolver {
    fn value(&self, _: &Arc<Exchange>, base: &Value, property: &Value) -> Result<Option<Value>> {
        Self::held(base).map(|held| property::index(&held, property)).transpose()
    }

    fn set(&self, _: &Arc<Exchange>, base: &Value, property: &Value, _: &Value) -> Result<bool> {
        if Self::held(base).is_some() {
            return Err(Error::new(
                class::PROPERTY_NOT_WRITABLE,
                format!("'{property}' of a java.util.Optional can't be set"),
            ));
        }
        Ok(false)
    }

    fn is_read_only(&self, _: &Arc<Exchange>, base: &Value, _: &Value) -> Result<Option<bool>> {
        Ok(Self::held(base).map(|_| true))
    }

    fn invoke(&self, _: &Arc<Exchange>, base: &Value, method: &str, args: &[Value]) -> Result<Option<Value>> {
        match Self::held(base) {
            None => Ok(None),
            Some(Value::Null) => Ok(Some(Value::Null)),
            Some(held) => methods::call_method(&held, method, args).map(Some),
        }
    }

    fn convert(&self, _: &Arc<Exchange>, value: &Value, java_type: &str) -> Result<Option<Value>> {
        if value.is_instance(java_type) {
            return Ok(None);
        }
        Self::held(value).map(|held| TypeTag::parse(java_type).coerce(held)).transpose()
    }
}
