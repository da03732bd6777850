//! Deferred expressions: `#{…}` in attributes of tags that keep the expression and evaluate it when they like
//! (Expression Language 6.1, 1.2.1; Pages 4.1, 7.4.2).

use std::any::Any;
use std::fmt;
use std::sync::LazyLock;

use super::Machine;
use super::PageHandle;
use super::TagContext;
use super::expressions::Reference;
use super::expressions::member_type;
use super::expressions::not_assignable;
use super::expressions::set_member;
use super::lambda::Home;
use super::lambda::Lambda;
use super::state::PageState;
use crate::Result;
use crate::context::Scope;
use crate::el::Target;
use crate::error::Error;
use crate::error::class;
use crate::program::DeferredSite;
use crate::program::Program;
use crate::value::Class;
use crate::value::Object;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce::TypeTag;

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

impl DeferredPage for PageHandle {
    fn with_page<R>(&mut self, act: impl FnOnce(&mut Page<'_>) -> Result<R>) -> Result<R> {
        self.with(|state| act(&mut Page(state)))?
    }
}

/// A deferred value expression: `jakarta.el.ValueExpression`.
///
/// A tag whose descriptor says `deferred-value` takes it as an attribute of the type
/// `Option<Arc<ValueExpression>>` and evaluates it while the page runs, as often as it likes.
pub struct ValueExpression(Deferred);

/// A deferred method expression: `jakarta.el.MethodExpression`, for attributes that say `deferred-method`.
pub struct MethodExpression(Deferred);

struct Deferred {
    home: Home,
    site: u32,
}

impl Deferred {
    fn site(&self) -> &DeferredSite {
        &self.home.program().deferred[self.site as usize]
    }

    /// Lets a machine of its own work on the page.
    fn run<R>(&self, page: &mut impl DeferredPage, act: impl FnOnce(&mut Machine) -> Result<R>) -> Result<R> {
        page.with_page(|page| {
            let state = &mut *page.0;
            let mut machine = Machine::bare(state.exchange.clone());
            std::mem::swap(&mut *machine.state, state);
            let result = act(&mut machine);
            std::mem::swap(&mut *machine.state, state);
            result
        })
    }

    /// Calls the method that the expression refers to, or gives the value of what has arguments of its own.
    fn invoke(&self, machine: &mut Machine, args: &[Value]) -> Result<Value> {
        let value = match self.reference(machine)? {
            None => self.value(machine)?,
            Some(Reference::Variable(name)) => {
                let callee = self.value(machine)?;
                if let Some(lambda) = callee.downcast_ref::<Lambda>() {
                    machine.call_lambda(lambda, args)?
                } else if let Some(method) = callee.downcast_ref::<MethodExpression>() {
                    method.0.invoke(machine, args)?
                } else {
                    let message = format!("the variable '{name}' holds no method expression or lambda");
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
                machine.call_with_lambdas(&crate::value::coerce::to_text(&name), from)?
            }
        };
        match &self.site().java_type {
            TypeTag::Class(name) if name == "void" => Ok(Value::Null),
            java_type => java_type.coerce(value),
        }
    }

    fn value(&self, machine: &mut Machine) -> Result<Value> {
        machine.run_code(&self.home, self.site().entry, machine.stack.len(), Machine::pop)
    }

    fn reference(&self, machine: &mut Machine) -> Result<Option<Reference>> {
        Ok(match self.site().target {
            None => None,
            Some(Target::Variable(slot)) => {
                let name = &self.home.program().slots.names()[slot as usize];
                // A tag file's attribute stands for the expression that the caller gave.
                let given = self.home.scope_in(&machine.state).map(|scope| machine.state.scopes[scope].base);
                let given = given.map(|base| machine.state.vars[base + slot as usize].clone());
                match given.as_ref().and_then(|given| given.downcast_ref::<ValueExpression>()) {
                    Some(given) => given.0.reference(machine)?,
                    None => Some(Reference::Variable(name.clone())),
                }
            }
            Some(Target::Member(entry)) => {
                Some(machine.run_code(&self.home, entry, machine.stack.len(), |machine| {
                    let property = machine.pop();
                    Reference::Member(machine.pop(), property)
                })?)
            }
        })
    }
}

impl ValueExpression {
    /// As it was written, with its delimiters.
    pub fn text(&self) -> &str {
        &self.0.site().text
    }

    /// The Java type that the value is coerced to.
    pub fn expected_type(&self) -> &str {
        self.0.site().java_type.name()
    }

    /// Evaluates the expression and coerces the value to the expected type.
    ///
    /// # Errors
    /// What the expression fails with, or where its value can't be coerced.
    pub fn value(&self, page: &mut impl DeferredPage) -> Result<Value> {
        let value = self.0.run(page, |machine| self.0.value(machine))?;
        self.0.site().java_type.coerce(value)
    }

    /// Assigns to what the expression refers to.
    ///
    /// # Errors
    /// `PropertyNotWritableException` where it is no variable, property or element, or is read-only;
    /// `PropertyNotFoundException` where there is no such property, or what has it is null.
    pub fn set(&self, page: &mut impl DeferredPage, value: Value) -> Result<()> {
        self.0.run(page, |machine| match self.0.reference(machine)? {
            None => Err(not_assignable()),
            Some(Reference::Variable(name)) => machine.set_from(&self.0.home, &name, value),
            Some(Reference::Member(base, name)) => set_member(&base, &name, value),
        })
    }

    /// The Java type that can be assigned; `None` for what nothing can be assigned to.
    ///
    /// # Errors
    /// As [`set`](Self::set), read-only aside.
    pub fn type_of(&self, page: &mut impl DeferredPage) -> Result<Option<Str>> {
        self.0.run(page, |machine| match self.0.reference(machine)? {
            None => Ok(None),
            Some(Reference::Variable(_)) => Ok(Some("java.lang.Object".into())),
            Some(Reference::Member(base, name)) => {
                member_type(&base, &name).map(|(java_type, _)| Some(java_type))
            }
        })
    }

    /// Whether nothing can be assigned.
    ///
    /// # Errors
    /// As [`type_of`](Self::type_of).
    pub fn is_read_only(&self, page: &mut impl DeferredPage) -> Result<bool> {
        self.0.run(page, |machine| match self.0.reference(machine)? {
            None => Ok(true),
            Some(Reference::Variable(_)) => Ok(false),
            Some(Reference::Member(base, name)) => member_type(&base, &name).map(|(_, writable)| !writable),
        })
    }
}

impl MethodExpression {
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
        self.0.run(page, |machine| self.0.invoke(machine, args))
    }
}

impl Machine {
    /// Pushes a deferred expression.
    pub(super) fn make_deferred(&mut self, program: &Program, number: u32) {
        let deferred = Deferred { home: self.home(), site: number };
        let is_method = program.deferred[number as usize].is_method;
        self.push(if is_method {
            Value::new(MethodExpression(deferred))
        } else {
            Value::new(ValueExpression(deferred))
        });
    }

    /// Puts the value of a deferred value expression in its place on the stack.
    pub(super) fn evaluate_deferred(&mut self) -> Result<()> {
        let value = self.pop();
        let evaluated = match value.downcast_ref::<ValueExpression>() {
            Some(expression) => {
                let value = expression.0.value(self)?;
                expression.0.site().java_type.coerce(value)?
            }
            None => value,
        };
        self.push(evaluated);
        Ok(())
    }

    /// Sets a variable as an assignment in that page would.
    fn set_from(&mut self, home: &Home, name: &str, value: Value) -> Result<()> {
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
