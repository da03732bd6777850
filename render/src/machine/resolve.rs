//! Names, members and conversions where the application has [resolvers](crate::el::ElResolver) of its own.

use super::Machine;
use super::expressions::member_type;
use super::expressions::set_member;
use super::property;
use crate::Result;
use crate::el::resolver;
use crate::error::Error;
use crate::program::Conversion;
use crate::program::Program;
use crate::value::Obj;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;
use crate::value::coerce::TypeTag;
use crate::value::ops;

impl Machine {
    /// Whether the application has resolvers of its own.
    #[inline]
    pub(super) fn resolves(&self) -> bool {
        !self.state.exchange.application().el_resolvers().is_empty()
    }

    /// What the name of a slot stands for: for the application's resolvers, else as a variable; `None`: nothing.
    pub(super) fn named(&mut self, program: &Program, slot: u32) -> Result<Option<Value>> {
        if self.resolves()
            && let Some(value) =
                self.resolve(&Value::Null, &Value::Str(program.slots.names()[slot as usize].clone()))?
        {
            return Ok(Some(value));
        }
        Ok(Some(self.variable(slot)).filter(|value| !value.is_null()))
    }

    fn resolve(&mut self, base: &Value, property: &Value) -> Result<Option<Value>> {
        let exchange = self.state.exchange.clone();
        for resolver in exchange.application().el_resolvers() {
            if let Some(value) = self.ask(resolver, |it| it.value(&exchange, base, property))? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Pops a property's name and a value and pushes the property.
    pub(super) fn resolve_member(&mut self) -> Result<()> {
        let name = self.pop();
        let base = self.pop();
        let value = self.member(&base, &name)?;
        self.push(value);
        Ok(())
    }

    /// A property or element.
    pub(super) fn member(&mut self, base: &Value, name: &Value) -> Result<Value> {
        let resolved = if base.is_null() || name.is_null() { None } else { self.resolve(base, name)? };
        resolved.map_or_else(|| property::index(base, name), Ok)
    }

    /// Lets a resolver set a property, or for a null base a name; false: none did.
    pub(super) fn resolve_set(&mut self, base: &Value, property: &Value, value: &Value) -> Result<bool> {
        let exchange = self.state.exchange.clone();
        for resolver in exchange.application().el_resolvers() {
            if self.ask(resolver, |it| it.set(&exchange, base, property, value))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Lets a resolver set a property or element; false: none did.
    pub(super) fn resolve_set_member(&mut self, base: &Value, name: &Value, value: &Value) -> Result<bool> {
        if base.is_null() || name.is_null() { Ok(false) } else { self.resolve_set(base, name, value) }
    }

    /// Sets a property or element.
    pub(super) fn set_member(&mut self, base: &Value, name: &Value, value: Value) -> Result<()> {
        if self.resolve_set_member(base, name, &value)? {
            return Ok(());
        }
        set_member(base, name, value)
    }

    /// The type that a property, or for a null base a name, can be set to, and whether it can; `None`: no resolver
    /// knows it.
    pub(super) fn resolve_type(&mut self, base: &Value, property: &Value) -> Result<Option<(Str, bool)>> {
        let exchange = self.state.exchange.clone();
        for resolver in exchange.application().el_resolvers() {
            match self.ask(resolver, |it| it.is_read_only(&exchange, base, property))? {
                None => {}
                Some(true) => return Ok(Some(("java.lang.Object".into(), false))),
                Some(false) => {
                    return Ok(Some((self.ask(resolver, |it| it.type_of(&exchange, base, property))?, true)));
                }
            }
        }
        Ok(None)
    }

    /// The type of a property or element, and whether it can be set.
    pub(super) fn member_type(&mut self, base: &Value, name: &Value) -> Result<(Str, bool)> {
        if !base.is_null()
            && !name.is_null()
            && let Some(known) = self.resolve_type(base, name)?
        {
            return Ok(known);
        }
        member_type(base, name)
    }

    /// Calls a method of the value below the arguments, which lie on the operand stack from `from` on.
    #[cold]
    #[inline(never)]
    pub(super) fn resolve_call(&mut self, method: &str, from: usize) -> Result<Value> {
        let base = self.stack[from - 1].clone();
        let args: Vec<Value> = self.stack[from..].iter().map(|arg| self.bound(arg)).collect();
        let exchange = self.state.exchange.clone();
        for resolver in exchange.application().el_resolvers() {
            if let Some(value) = self.ask(resolver, |it| it.invoke(&exchange, &base, method, &args))? {
                return Ok(value);
            }
        }
        self.call_on_object(method, from)
    }

    /// The failure of a method of the value below the arguments. Streams are EL's own: what they throw is specified.
    #[cold]
    pub(super) fn thrown_by(&self, from: usize, error: Error) -> Error {
        let is_els = |class: &str| matches!(class, "jakarta.el.Stream" | "jakarta.el.Optional");
        if self.stack.get(from - 1).and_then(Value::class_name).is_some_and(is_els) {
            error
        } else {
            thrown(error)
        }
    }

    /// Lets resolvers convert what lies on top of the operand stack.
    pub(super) fn convert(&mut self, conversion: Conversion) -> Result<()> {
        let top = self.stack.len() - 1;
        match conversion {
            Conversion::Text => self.convert_at(top, TypeTag::Str.name()),
            Conversion::Boolean => self.convert_at(top, TypeTag::BoxedBool.name()),
            Conversion::Concatenation => {
                if self.stack[top - 1].as_object().is_some_and(collects) {
                    return Ok(());
                }
                self.convert_at(top - 1, TypeTag::Str.name())?;
                self.convert_at(top, TypeTag::Str.name())
            }
            Conversion::Operands(operator) => {
                let (left, right) = (&self.stack[top - 1], &self.stack[top]);
                let Some(java_type) = ops::operand_type(operator, left, right) else { return Ok(()) };
                self.convert_at(top - 1, java_type.name())?;
                self.convert_at(top, java_type.name())
            }
        }
    }

    fn convert_at(&mut self, at: usize, java_type: &str) -> Result<()> {
        if self.stack[at].is_null() {
            return Ok(());
        }
        if let Some(converted) = resolver::convert(&self.state.exchange, &self.stack[at], java_type)? {
            self.stack[at] = converted;
        }
        Ok(())
    }

    /// Coerces the topmost values to the types of a function's parameters. Types that are known only in Java are not
    /// looked at; lambdas become such as Rust code may call.
    pub(super) fn coerce_arguments(&mut self, types: &[TypeTag]) -> Result<()> {
        let from = self.stack.len() - types.len();
        for (at, java_type) in (from..).zip(types) {
            let arg = self.bound(&self.stack[at]);
            let item;
            let java_type = match java_type {
                // A parameter that takes any number of arguments takes an array of them, too.
                TypeTag::Class(name) if at + 1 == self.stack.len() && !is_array(&arg) => {
                    item = name.strip_suffix("[]").map(TypeTag::parse);
                    item.as_ref().unwrap_or(java_type)
                }
                java_type => java_type,
            };
            let known = match java_type {
                TypeTag::Class(name) => {
                    coerce::is_known_class(name)
                        || self.state.exchange.application().registry().find_enumeration(name).is_some()
                }
                _ => true,
            };
            self.stack[at] =
                if known { resolver::coerce(&self.state.exchange, arg, java_type)? } else { arg };
        }
        Ok(())
    }
}

fn is_array(value: &Value) -> bool {
    value
        .as_object()
        .is_some_and(|object| object.as_list().is_some() && !object.class().is_a("java.util.List"))
        || value.is_null()
}

/// Whether an object takes in what is concatenated to it: a map, set or list.
fn collects(object: &Obj) -> bool {
    object.as_map().is_some() || object.class().is_a("java.util.Collection")
}

/// What a method or constructor throws is the cause of an `ELException`, as `BeanELResolver.invoke` has it. Errors of
/// EL itself stay what they are, and so does a budget's.
#[cold]
pub(super) fn thrown(error: Error) -> Error {
    if error.is_budget() || error.class_name().starts_with("jakarta.el.") {
        return error;
    }
    let wrapped = Error::el(format!("{}: {}", error.class_name(), error.message()));
    let wrapped = match error.hint() {
        Some(hint) => wrapped.with_hint(hint.clone()),
        None => wrapped,
    };
    wrapped.with_cause(error)
}
