//! Expressions that are evaluated on their own, and those that tags keep: value, assignment, type.

use std::sync::Arc;

use super::Machine;
use super::property;
use crate::Result;
use crate::context::Exchange;
use crate::context::Scope;
use crate::el::Target;
use crate::error::Error;
use crate::error::class;
use crate::program::Unit;
use crate::value::Array;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce::TypeTag;

/// A machine that evaluates expressions, one after the other.
pub(crate) struct Expressions {
    machine: Machine,
}

/// What an expression refers to.
pub(super) enum Reference {
    Variable(Str),
    Member(Value, Value),
    /// A name that is mapped to an expression.
    Mapped(Value),
}

impl Expressions {
    pub(crate) fn new(exchange: Arc<Exchange>) -> Self {
        Expressions { machine: Machine::bare(exchange) }
    }

    pub(crate) fn exchange(&self) -> &Arc<Exchange> {
        self.machine.exchange()
    }

    /// The value of a unit's expression.
    pub(crate) fn value(&mut self, unit: &Arc<Unit>) -> Result<Value> {
        self.run(unit, 0, Machine::pop)
    }

    fn run<R>(&mut self, unit: &Arc<Unit>, entry: u32, take: impl FnOnce(&mut Machine) -> R) -> Result<R> {
        let machine = &mut self.machine;
        machine.budget.restart();
        let state = &mut *machine.state;
        // The same expression is likely to be evaluated again, so its scope stays open.
        let is_open = state.units.first().is_some_and(|open| Arc::ptr_eq(open, unit));
        if !is_open {
            state.close_scopes(0);
            state.open_page(unit.clone(), 0);
        }
        if !is_open || !state.is_bound() {
            state.bind();
        }
        state.scope = 0;
        machine.base = 0;
        machine.pc = entry;
        let program = &unit.programs[0];
        let result = match machine.run(unit, program) {
            Ok(_) => Ok(take(machine)),
            Err(mut error) => {
                error.push_place(program.place(machine.pc.saturating_sub(1)));
                Err(error)
            }
        };
        machine.stack.clear();
        self.keep_variables();
        result
    }

    /// What was assigned to new names stays, as a variable of the context.
    fn keep_variables(&mut self) {
        let state = &mut self.machine.state;
        if state.scopes.len() > 1 {
            state.close_scopes(1);
        }
        if state.vars.iter().any(|value| !value.is_null()) || state.scopes[0].extra.is_some() {
            state.keep_page_vars();
            state.close_scopes(0);
        }
    }

    fn reference(&mut self, unit: &Arc<Unit>, target: Option<Target>) -> Result<Option<Reference>> {
        Ok(match target {
            None => None,
            // Only deferred expressions of pages take mappings along.
            Some(Target::Variable(slot) | Target::Mapped { slot, .. }) => {
                Some(Reference::Variable(unit.programs[0].slots.names()[slot as usize].clone()))
            }
            Some(Target::Member(entry)) => Some(self.run(unit, entry, |machine| {
                let property = machine.pop();
                Reference::Member(machine.pop(), property)
            })?),
        })
    }

    /// See [`Context::assign`](crate::el::Context::assign).
    pub(crate) fn assign(&mut self, unit: &Arc<Unit>, target: Option<Target>, value: Value) -> Result<()> {
        match self.reference(unit, target)? {
            None | Some(Reference::Mapped(_)) => Err(not_assignable()),
            Some(Reference::Variable(name)) => {
                if self.machine.resolve_set(&Value::Null, &Value::Str(name.clone()), &value)? {
                    return Ok(());
                }
                let state = &mut self.machine.state;
                let scope = [Scope::Request, Scope::Session, Scope::Application]
                    .into_iter()
                    .find(|scope| state.get(&name, *scope).is_some());
                state.set(&name, scope.unwrap_or(Scope::Request), value)?;
                Ok(())
            }
            Some(Reference::Member(base, name)) => self.machine.set_member(&base, &name, value),
        }
    }

    pub(crate) fn type_of(&mut self, unit: &Arc<Unit>, target: Option<Target>) -> Result<Option<Str>> {
        match self.reference(unit, target)? {
            None | Some(Reference::Mapped(_)) => Ok(None),
            Some(Reference::Variable(name)) => self.machine.name_type(&name),
            Some(Reference::Member(base, name)) => {
                let (java_type, writable) = self.machine.member_type(&base, &name)?;
                Ok(writable.then_some(java_type))
            }
        }
    }
}

impl Machine {
    /// The type that a variable can be set to; `None`: it can't be set.
    pub(super) fn name_type(&mut self, name: &Str) -> Result<Option<Str>> {
        let known = self.resolve_type(&Value::Null, &Value::Str(name.clone()))?;
        Ok(match known {
            None => Some("java.lang.Object".into()),
            Some((java_type, writable)) => writable.then_some(java_type),
        })
    }
}

/// The exception for an assignment to something that is no lvalue.
#[cold]
pub(super) fn not_assignable() -> Error {
    Error::new(class::PROPERTY_NOT_WRITABLE, "nothing can be assigned to this expression")
        .with_hint("only variables, properties and elements can be set")
}

fn member_of_null(name: &Value) -> Error {
    let name = crate::value::coerce::to_text(name);
    Error::new(class::PROPERTY_NOT_FOUND, format!("null has no property '{name}'"))
}

/// Sets a property or element.
pub(super) fn set_member(base: &Value, name: &Value, value: Value) -> Result<()> {
    if base.is_null() || name.is_null() {
        return Err(member_of_null(name));
    }
    property::set_index(base, name, value)
}

/// The type of a property or element, and whether it can be set.
pub(crate) fn member_type(base: &Value, name: &Value) -> Result<(Str, bool)> {
    if base.is_null() || name.is_null() {
        return Err(member_of_null(name));
    }
    let object: Str = "java.lang.Object".into();
    let Value::Object(own) = base else {
        return Err(property::no_property(base, &crate::value::coerce::to_text(name)));
    };
    if own.as_map().is_some() {
        return Ok((object, own.class().name() != "java.util.Collections$UnmodifiableMap"));
    }
    if let Some(list) = own.as_list()
        && let Some(at) = property::list_index(name)?
    {
        if at >= list.len() {
            return Err(property::no_element(at, list.len()));
        }
        let item = match own.as_any().downcast_ref::<Array>() {
            Some(array) => TypeTag::parse(array.component_type()).name().into(),
            None => object,
        };
        return Ok((item, !own.class().is_a("java.util.Collections$UnmodifiableList")));
    }
    let name = crate::value::coerce::to_text(name);
    if let Some(index) = own.class().property(&name) {
        let property = &own.class().properties()[index];
        return Ok((property.java_type.clone(), property.writable));
    }
    // A member that only reading finds: a dynamic property, a static field.
    let value = property::get_by_name(base, &name)?;
    Ok((value.class_name().map_or(object, Str::from), false))
}
