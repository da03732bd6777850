//! Deferred expressions: `#{…}` in attributes of tags that keep the expression and evaluate it when they like
//! (Expression Language 6.1, 1.2.1; Pages 4.1, 7.4.2).

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::LazyLock;

use super::Machine;
use super::PageHandle;
use super::TagContext;
use super::expressions::Reference;
use super::expressions::not_assignable;
use super::lambda::Home;
use super::lambda::Lambda;
use super::lambda::Level;
use super::loops::item_of;
use super::state::PageState;
use crate::Result;
use crate::application::Application;
use crate::context::Scope;
use crate::el::Target;
use crate::el::compile_deferred;
use crate::el::resolver;
use crate::error::Error;
use crate::error::class;
use crate::program::DeferredSite;
use crate::program::Program;
use crate::program::Unit;
use crate::value::Class;
use crate::value::Object;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce::TypeTag;
use crate::value::release;

/// What a deferred expression is evaluated in: the page, as a tag's handler has it in hands.
pub trait DeferredPage: sealed::Sealed {
    #[doc(hidden)]
    fn with_page<R>(&mut self, act: impl FnOnce(&mut Page<'_>) -> Result<R>) -> Result<R>;
}

/// The state of a page, for [`DeferredPage`].
#[doc(hidden)]
pub struct Page<'a>(&'a mut PageState);

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::TagContext<'_> {}
    impl Sealed for super::PageHandle {}
}

impl DeferredPage for TagContext<'_> {
    fn with_page<R>(&mut self, act: impl FnOnce(&mut Page<'_>) -> Result<R>) -> Result<R> {
        act(&mut Page(self.state))
    }
}

impl sealed::Sealed for crate::script::ScriptPage<'_> {}

impl DeferredPage for crate::script::ScriptPage<'_> {
    fn with_page<R>(&mut self, act: impl FnOnce(&mut Page<'_>) -> Result<R>) -> Result<R> {
        act(&mut Page(self.state_mut()))
    }
}

impl DeferredPage for PageHandle {
    fn with_page<R>(&mut self, act: impl FnOnce(&mut Page<'_>) -> Result<R>) -> Result<R> {
        self.with(|state| act(&mut Page(state)))?
    }
}

/// The value of a unit's expression with the variables of a page.
pub(crate) fn evaluate_in(page: &mut impl DeferredPage, unit: &Arc<Unit>) -> Result<Value> {
    page.with_page(|page| {
        let state = &mut *page.0;
        let names = unit.programs[0].slots.names();
        let values: Vec<_> = names.iter().map(|name| state.get(name, Scope::Page)).collect();
        let mut machine = Machine::bare(state.exchange.clone());
        std::mem::swap(&mut *machine.state, state);
        let before = machine.state.scope;
        machine.state.open_page(unit.clone(), 0);
        let scope = machine.state.scope;
        let base = machine.state.scopes[scope].base;
        for (slot, value) in values.into_iter().enumerate() {
            machine.state.vars[base + slot] = value.unwrap_or_default();
        }
        let home = machine.home();
        let result = machine.run_code(&home, 0, 0, Machine::pop);
        machine.state.close_scopes(scope);
        machine.state.scope = before;
        std::mem::swap(&mut *machine.state, state);
        result
    })
}

/// A deferred value expression: `jakarta.el.ValueExpression`.
///
/// A tag whose descriptor says `deferred-value` takes it as an attribute of the type
/// `Option<Arc<ValueExpression>>` and evaluates it while the page runs, as often as it likes.
///
/// Names that were mapped when it was made ([`ElResolver`](crate::el::ElResolver) is not asked for them) stay what they
/// were, whatever becomes of the mapping (Expression Language 6.1, 1.19).
pub struct ValueExpression(Kind);

enum Kind {
    /// As an attribute has it.
    Written(Deferred),
    /// An item of what an expression gives: the variable of a loop over deferred items.
    Item(Item),
}

/// A deferred method expression: `jakarta.el.MethodExpression`, for attributes that say `deferred-method`.
pub struct MethodExpression(Deferred);

struct Deferred {
    home: Home,
    site: u32,
    /// The mappings of names, null for those that were not mapped.
    captured: Vec<Value>,
}

struct Item {
    /// The expression.
    items: Value,
    index: i64,
    delims: Option<Value>,
}

impl Drop for Deferred {
    fn drop(&mut self) {
        // A mapping may hold one that holds one, and so on.
        release(self.captured.drain(..));
    }
}

impl Drop for Item {
    fn drop(&mut self) {
        release(std::iter::once(std::mem::take(&mut self.items)));
    }
}

/// Lets a machine of its own work on the page.
fn on_page<R>(page: &mut impl DeferredPage, act: impl FnOnce(&mut Machine) -> Result<R>) -> Result<R> {
    page.with_page(|page| {
        let state = &mut *page.0;
        let mut machine = Machine::bare(state.exchange.clone());
        std::mem::swap(&mut *machine.state, state);
        let result = act(&mut machine);
        std::mem::swap(&mut *machine.state, state);
        result
    })
}

impl Deferred {
    fn site(&self) -> &DeferredSite {
        &self.home.program().deferred[self.site as usize]
    }

    fn run<R>(&self, machine: &mut Machine, entry: u32, take: impl FnOnce(&mut Machine) -> R) -> Result<R> {
        let from = machine.stack.len();
        machine.stack.extend_from_slice(&self.captured);
        machine.run_code(&self.home, entry, from, take)
    }

    fn value(&self, machine: &mut Machine) -> Result<Value> {
        self.run(machine, self.site().entry, Machine::pop)
    }

    fn reference(&self, machine: &mut Machine) -> Result<Option<Reference>> {
        let name = |slot: u32| self.home.program().slots.names()[slot as usize].clone();
        Ok(match self.site().target {
            None => None,
            Some(Target::Variable(slot)) => Some(Reference::Variable(name(slot))),
            Some(Target::Mapped { local, slot }) => Some(match &self.captured[local as usize] {
                Value::Null => Reference::Variable(name(slot)),
                mapping => Reference::Mapped(mapping.clone()),
            }),
            Some(Target::Member(entry)) => Some(self.run(machine, entry, |machine| {
                let property = machine.pop();
                Reference::Member(machine.pop(), property)
            })?),
        })
    }
}

impl Item {
    fn items(&self, machine: &mut Machine) -> Result<Value> {
        match self.items.downcast_ref::<ValueExpression>() {
            Some(items) => items.evaluate(machine),
            None => Ok(self.items.clone()),
        }
    }

    /// The list and the index in it, if the items are a list or array: what can be assigned to.
    fn element(&self, machine: &mut Machine) -> Result<Option<(Value, Value)>> {
        let items = self.items(machine)?;
        let is_list = items.as_object().is_some_and(|object| object.as_list().is_some());
        Ok(is_list.then_some((items, Value::Long(self.index))))
    }
}

impl ValueExpression {
    /// The item of a loop over what an expression gives.
    pub(super) fn of_item(items: Value, index: i64, delims: Option<Value>) -> Value {
        Value::new(ValueExpression(Kind::Item(Item { items, index, delims })))
    }

    /// As it was written, with its delimiters; for the variable of a loop, as its items were.
    pub fn text(&self) -> &str {
        match &self.0 {
            Kind::Written(deferred) => &deferred.site().text,
            Kind::Item(item) => item.items.downcast_ref::<ValueExpression>().map_or("", Self::text),
        }
    }

    /// The Java type that the value is coerced to.
    pub fn expected_type(&self) -> &str {
        match &self.0 {
            Kind::Written(deferred) => deferred.site().java_type.name(),
            Kind::Item(_) => "java.lang.Object",
        }
    }

    /// Evaluates the expression and coerces the value to the expected type.
    ///
    /// # Errors
    /// What the expression fails with, or where its value can't be coerced.
    pub fn value(&self, page: &mut impl DeferredPage) -> Result<Value> {
        on_page(page, |machine| self.evaluate(machine))
    }

    /// Assigns to what the expression refers to.
    ///
    /// # Errors
    /// `PropertyNotWritableException` where it is no variable, property or element, or is read-only;
    /// `PropertyNotFoundException` where there is no such property, or what has it is null.
    pub fn set(&self, page: &mut impl DeferredPage, value: Value) -> Result<()> {
        on_page(page, |machine| self.assign(machine, value))
    }

    /// The Java type that can be assigned; `None` for what nothing can be assigned to.
    ///
    /// # Errors
    /// As [`set`](Self::set), read-only aside.
    pub fn type_of(&self, page: &mut impl DeferredPage) -> Result<Option<Str>> {
        on_page(page, |machine| self.described(machine))
    }

    /// Whether nothing can be assigned.
    ///
    /// # Errors
    /// As [`type_of`](Self::type_of).
    pub fn is_read_only(&self, page: &mut impl DeferredPage) -> Result<bool> {
        self.type_of(page).map(|java_type| java_type.is_none())
    }

    pub(super) fn evaluate(&self, machine: &mut Machine) -> Result<Value> {
        match &self.0 {
            Kind::Written(deferred) => {
                let value = deferred.value(machine)?;
                resolver::coerce(machine.exchange(), value, &deferred.site().java_type)
            }
            Kind::Item(item) => {
                let items = item.items(machine)?;
                item_of(&items, item.delims.as_ref(), item.index)
            }
        }
    }

    pub(super) fn assign(&self, machine: &mut Machine, value: Value) -> Result<()> {
        // Mappings may lead to mappings.
        let _level = Level::enter()?;
        match &self.0 {
            Kind::Written(deferred) => match deferred.reference(machine)? {
                None => Err(not_assignable()),
                Some(Reference::Variable(name)) => machine.set_from(&deferred.home, &name, value),
                Some(Reference::Member(base, name)) => machine.set_member(&base, &name, value),
                Some(Reference::Mapped(mapping)) => match mapping.downcast_ref::<ValueExpression>() {
                    Some(expression) => expression.assign(machine, value),
                    None => Err(not_assignable()),
                },
            },
            Kind::Item(item) => match item.element(machine)? {
                Some((list, index)) => machine.set_member(&list, &index, value),
                None => Err(not_assignable()),
            },
        }
    }

    /// The type that can be assigned.
    fn described(&self, machine: &mut Machine) -> Result<Option<Str>> {
        let _level = Level::enter()?;
        let (base, name) = match &self.0 {
            Kind::Written(deferred) => match deferred.reference(machine)? {
                None => return Ok(None),
                Some(Reference::Variable(name)) => return machine.name_type(&name),
                Some(Reference::Member(base, name)) => (base, name),
                Some(Reference::Mapped(mapping)) => {
                    return match mapping.downcast_ref::<ValueExpression>() {
                        Some(expression) => expression.described(machine),
                        None => Ok(None),
                    };
                }
            },
            Kind::Item(item) => match item.element(machine)? {
                Some(element) => element,
                None => return Ok(None),
            },
        };
        let (java_type, writable) = machine.member_type(&base, &name)?;
        Ok(writable.then_some(java_type))
    }
}

impl ValueExpression {
    /// An expression that no page was compiled with (`ExpressionFactory.createValueExpression`): each time it is
    /// evaluated it sees the variables of the page that runs.
    ///
    /// # Errors
    /// [`Error::diagnostics`] says what is wrong with it, and where.
    pub fn compile(application: &Arc<Application>, text: &str, java_type: &str) -> Result<Value> {
        let home = Home::floating(compile_deferred(application, text, java_type, false)?);
        Ok(Value::new(ValueExpression(Kind::Written(Deferred { home, site: 0, captured: Vec::new() }))))
    }

    /// The base and the property that the expression refers to; `None` where it is no property.
    ///
    /// # Errors
    /// What evaluating the base fails with.
    pub fn target(&self, page: &mut impl DeferredPage) -> Result<Option<(Value, Value)>> {
        on_page(page, |machine| match &self.0 {
            Kind::Written(deferred) => Ok(match deferred.reference(machine)? {
                Some(Reference::Member(base, name)) => Some((base, name)),
                _ => None,
            }),
            Kind::Item(item) => item.element(machine),
        })
    }

    /// Whether it is text without any expression.
    pub fn is_literal(&self) -> bool {
        matches!(&self.0, Kind::Written(deferred) if deferred.site().is_literal)
    }
}

impl MethodExpression {
    /// A method expression that no page was compiled with (`ExpressionFactory.createMethodExpression`).
    ///
    /// # Errors
    /// As [`ValueExpression::compile`].
    pub fn compile(
        application: &Arc<Application>,
        text: &str,
        returns: &str,
        params: &[Str],
    ) -> Result<Value> {
        let signature = format!("{returns} method({})", params.join(", "));
        let home = Home::floating(compile_deferred(application, text, &signature, true)?);
        Ok(Value::new(MethodExpression(Deferred { home, site: 0, captured: Vec::new() })))
    }

    /// The type of the result, as the signature has it.
    pub fn return_type(&self) -> &str {
        self.0.site().java_type.name()
    }

    /// The types of the parameters, as the signature has them.
    pub fn param_types(&self) -> &[Str] {
        &self.0.site().params
    }

    /// Whether it is text without any expression.
    pub fn is_literal(&self) -> bool {
        self.0.site().is_literal
    }

    /// What has the method, and the method's name; `None` where the expression names none.
    ///
    /// # Errors
    /// What evaluating it fails with.
    pub fn target(&self, page: &mut impl DeferredPage) -> Result<Option<(Value, Str)>> {
        on_page(page, |machine| {
            Ok(match self.0.reference(machine)? {
                Some(Reference::Member(base, name)) => {
                    Some((base, crate::value::coerce::to_text(&name).as_ref().into()))
                }
                _ => None,
            })
        })
    }

    /// As it was written, with its delimiters.
    pub fn text(&self) -> &str {
        &self.0.site().text
    }

    /// Calls the method. Where the expression has arguments of its own, or is a literal, `args` are left aside. The
    /// result is coerced to the return type of the signature.
    ///
    /// # Errors
    /// `MethodNotFoundException` where there is no such method; `PropertyNotFoundException` where what has it is null;
    /// what the method throws.
    pub fn invoke(&self, page: &mut impl DeferredPage, args: &[Value]) -> Result<Value> {
        on_page(page, |machine| self.call(machine, args))
    }

    fn call(&self, machine: &mut Machine, args: &[Value]) -> Result<Value> {
        let _level = Level::enter()?;
        let value = match self.0.reference(machine)? {
            None => self.0.value(machine)?,
            Some(Reference::Variable(_) | Reference::Mapped(_)) => {
                let callee = self.0.value(machine)?;
                if let Some(lambda) = callee.downcast_ref::<Lambda>() {
                    machine.call_lambda(lambda, args)?
                } else if let Some(method) = callee.downcast_ref::<MethodExpression>() {
                    method.call(machine, args)?
                } else {
                    let message = format!("{} holds no method expression or lambda", self.text());
                    return Err(Error::new(class::METHOD_NOT_FOUND, message));
                }
            }
            Some(Reference::Member(base, name)) if base.is_null() => {
                let name = crate::value::coerce::to_text(&name);
                return Err(Error::new(class::PROPERTY_NOT_FOUND, format!("null has no method '{name}'")));
            }
            Some(Reference::Member(base, name)) => {
                machine.push(base);
                machine.stack.extend_from_slice(args);
                let from = machine.stack.len() - args.len();
                let value = machine.resolve_call(&crate::value::coerce::to_text(&name), from)?;
                machine.stack.truncate(from - 1);
                value
            }
        };
        match &self.0.site().java_type {
            TypeTag::Class(name) if name == "void" => Ok(Value::Null),
            java_type => resolver::coerce(machine.exchange(), value, java_type),
        }
    }
}

impl Machine {
    /// Pushes a deferred expression.
    pub(super) fn make_deferred(&mut self, program: &Program, number: u32) {
        let site = &program.deferred[number as usize];
        let vars = &self.state.vars[self.base..];
        let captured = site.captures.iter().map(|slot| vars[*slot as usize].clone()).collect();
        let deferred = Deferred { home: self.home(), site: number, captured };
        self.push(if site.is_method {
            Value::new(MethodExpression(deferred))
        } else {
            Value::new(ValueExpression(Kind::Written(deferred)))
        });
    }

    /// Sets a variable as an assignment in that page would.
    fn set_from(&mut self, home: &Home, name: &Str, value: Value) -> Result<()> {
        if self.resolve_set(&Value::Null, &Value::Str(name.clone()), &value)? {
            return Ok(());
        }
        let before = self.state.scope;
        if let Some(scope) = home.scope_in(&self.state) {
            self.state.scope = scope;
        }
        let scope = self.state.scope_of(name).unwrap_or(Scope::Page);
        let set = self.state.set(name, scope, value);
        self.state.scope = before;
        set
    }
}

macro_rules! object {
    ($type:ident, $name:literal) => {
        impl Object for $type {
            fn class(&self) -> &Class {
                static CLASS: LazyLock<Class> =
                    LazyLock::new(|| Class::new($name, &["jakarta.el.Expression", "java.io.Serializable"]));
                &CLASS
            }

            fn as_any(&self) -> &dyn Any {
                self
            }

            fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
                Ok(match (method, args) {
                    ("getExpressionString", []) => Some(Value::str(self.text())),
                    _ => None,
                })
            }

            fn equals(&self, other: &Value) -> bool {
                other.downcast_ref::<$type>().is_some_and(|other| other.text() == self.text())
            }

            fn hash_code(&self) -> i32 {
                crate::value::methods::hash_code(&Value::str(self.text()))
            }

            fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
                out.write_str(self.text())
            }
        }
    };
}

object!(ValueExpression, "jakarta.el.ValueExpression");
object!(MethodExpression, "jakarta.el.MethodExpression");
