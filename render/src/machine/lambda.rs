//! Lambda expressions (Expression Language 6.1, "Lambda Expressions").
//!
//! # Implementation
//! A lambda's body is code of its page that is jumped over. Its parameters are no variables of the page but values on
//! the operand stack: arguments first, then what the lambda captured, the parameters of lambdas around it. Calling it
//! runs that code by a nested call of the machine's loop, which is synchronous, since nothing in EL waits.

use std::any::Any;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::LazyLock;

use super::Machine;
use super::PageState;
use super::resolve::thrown;
use crate::Result;
use crate::context::Exchange;
use crate::context::Scope;
use crate::diagnostic::closest;
use crate::error::Error;
use crate::error::class;
use crate::program::EXPRESSION;
use crate::program::LambdaSite;
use crate::program::NameImport;
use crate::program::NameSite;
use crate::program::Program;
use crate::program::Unit;
use crate::value::Class;
use crate::value::Object;
use crate::value::Str;
use crate::value::Value;
use crate::value::release;

/// How deep lambdas may call each other, also through collection operations: each call takes native stack.
pub const MAX_LAMBDA_DEPTH: u32 = 64;

/// A lambda expression as a value: `jakarta.el.LambdaExpression`.
///
/// It belongs to the page or tag file whose code it is, and sees that page's variables as they are when it is called.
/// Called after its page has ended, it sees an empty page scope, and the parameters that it captured.
pub struct Lambda {
    home: Home,
    /// The site in the program.
    site: u32,
    /// Parameters of lambdas around it, innermost first.
    captured: Vec<Value>,
    /// For a call by Rust code: the exchange, and the page's variables as they were when the code got the lambda.
    bound: Option<Bound>,
}

/// Code that outlives the instruction that made a value of it, and the page scope that it belongs to.
#[derive(Clone)]
pub(super) struct Home {
    unit: Arc<Unit>,
    /// The program in the unit.
    index: u32,
    /// The page scope: its place among the machine's scopes, and the number by which that is known to be the same one.
    scope: usize,
    serial: u64,
}

impl Home {
    pub(super) fn program(&self) -> &Arc<Program> {
        &self.unit.programs[self.index as usize]
    }

    /// Of code that belongs to no page: it runs with the variables of whichever page evaluates it.
    pub(super) fn floating(unit: Arc<Unit>) -> Self {
        Home { unit, index: 0, scope: usize::MAX, serial: 0 }
    }

    /// The place of its page scope, if that is still there.
    pub(super) fn scope_in(&self, state: &PageState) -> Option<usize> {
        state.scopes.get(self.scope).filter(|scope| scope.serial == self.serial).map(|_| self.scope)
    }
}

struct Bound {
    exchange: Arc<Exchange>,
    vars: Vec<Value>,
}

impl Lambda {
    fn info(&self) -> &LambdaSite {
        &self.home.program().lambdas[self.site as usize]
    }

    /// The names of its parameters.
    pub fn params(&self) -> &[Str] {
        &self.info().params
    }

    /// Calls the lambda from Rust code that got it as an argument, be it of a bean's method or of a tag.
    ///
    /// It sees the variables of the page as they were when the argument was given; what it assigns to variables of the
    /// page stays with this call.
    ///
    /// # Errors
    /// What the body fails with; an `ELException` for too few arguments, or where the lambda was not given as an
    /// argument but found by other means.
    pub fn invoke(&self, args: &[Value]) -> Result<Value> {
        let Some(bound) = &self.bound else {
            return Err(Error::el(
                "a lambda can be called only by the page, or by the method that it is an argument of",
            ));
        };
        let mut machine = Machine::bare(bound.exchange.clone());
        machine.state.open_page(self.home.unit.clone(), self.home.index);
        machine.state.vars[..bound.vars.len()].clone_from_slice(&bound.vars);
        machine.state.scopes[0].serial = self.home.serial;
        let home = Home { scope: 0, ..self.home.clone() };
        let here = Lambda { home, site: self.site, captured: self.captured.clone(), bound: None };
        machine.call_lambda(&here, args)
    }
}

impl Drop for Lambda {
    fn drop(&mut self) {
        // A lambda may hold one that holds one, and so on.
        release(self.captured.drain(..));
    }
}

impl Object for Lambda {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("jakarta.el.LambdaExpression", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn write_text(&self, out: &mut dyn std::fmt::Write) -> std::fmt::Result {
        let program = self.home.program();
        let span = program.spans[self.info().entry as usize];
        let place = program.sources.place(span);
        write!(
            out,
            "LambdaExpression({}) at {}:{}:{}",
            self.params().join(", "),
            place.path,
            place.line,
            place.column
        )
    }
}

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// One lambda call on this thread; ends when dropped.
pub(super) struct Level;

impl Level {
    pub(super) fn enter() -> Result<Self> {
        let depth = DEPTH.get();
        if depth >= MAX_LAMBDA_DEPTH {
            return Err(Error::budget(format!("lambdas call each other more than {MAX_LAMBDA_DEPTH} deep"))
                .with_hint("look for a lambda that calls itself without end"));
        }
        DEPTH.set(depth + 1);
        Ok(Level)
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get().saturating_sub(1));
    }
}

impl Machine {
    /// Pushes a lambda of the program that runs.
    pub(super) fn make_lambda(&mut self, program: &Program, number: u32) {
        let site = &program.lambdas[number as usize];
        let captured = self.stack[self.locals..][..site.captured as usize].to_vec();
        let home = self.home();
        self.push(Value::new(Lambda { home, site: number, captured, bound: None }));
    }

    /// Where the code belongs that runs.
    pub(super) fn home(&mut self) -> Home {
        let at = self.state.scope;
        let serial = self.state.serial();
        let scope = &self.state.scopes[at];
        let unit = self.state.units[scope.unit as usize].clone();
        Home { unit, index: scope.index, scope: at, serial }
    }

    /// Runs code up to its `EndLambda`, with what lies on the operand stack from `locals` on as its parameters, and then
    /// gives what `take` takes of the machine.
    pub(super) fn run_code<R>(
        &mut self,
        home: &Home,
        entry: u32,
        locals: usize,
        take: impl FnOnce(&mut Self) -> R,
    ) -> Result<R> {
        let _level = Level::enter()?;
        self.budget.lambda()?;
        let (pc, base, own_locals, scope) = (self.pc, self.base, self.locals, self.state.scope);
        let own = self.state.scopes.get(home.scope).filter(|scope| scope.serial == home.serial);
        let opened = own.is_none();
        if opened {
            let vars = (home.serial == 0).then(|| {
                let names = home.program().slots.names().iter();
                names.map(|name| self.state.get(name, Scope::Page).unwrap_or_default()).collect::<Vec<_>>()
            });
            self.state.open_page(home.unit.clone(), home.index);
            if let Some(vars) = vars {
                let base = self.state.base();
                self.state.vars[base..base + vars.len()].clone_from_slice(&vars);
            }
        } else {
            self.state.scope = home.scope;
        }
        let runs_in = self.state.scope;
        self.base = self.state.scopes[runs_in].base;
        self.locals = locals;
        self.pc = entry;
        let program = home.program();
        let result = match self.run(&home.unit, program) {
            Ok(_) => Ok(take(self)),
            Err(mut error) => {
                error.push_place(program.place(self.pc.saturating_sub(1)));
                Err(error)
            }
        };
        self.stack.truncate(locals);
        if opened {
            // What an expression on its own assigns stays with its context, also what a lambda of it assigns later.
            if program.path() == EXPRESSION {
                self.state.keep_page_vars();
            }
            self.state.close_scopes(runs_in);
        }
        (self.pc, self.base, self.locals, self.state.scope) = (pc, base, own_locals, scope);
        result
    }

    /// Pops `argc` arguments and gives the lambda's value for them.
    pub(super) fn call_on_stack(&mut self, lambda: &Lambda, argc: usize) -> Result<Value> {
        let from = self.stack.len() - argc;
        let site = lambda.info();
        if argc < site.params.len() {
            let message = format!(
                "the lambda takes {} arguments ({}), not {argc}",
                site.params.len(),
                site.params.join(", ")
            );
            return Err(Error::el(message));
        }
        // Further arguments are ignored.
        self.stack.truncate(from + site.params.len());
        self.stack.extend_from_slice(&lambda.captured);
        self.run_code(&lambda.home, site.entry, from, Self::pop)
    }

    /// The lambda's value for these arguments.
    pub(super) fn call_lambda(&mut self, lambda: &Lambda, args: &[Value]) -> Result<Value> {
        self.stack.extend_from_slice(args);
        self.call_on_stack(lambda, args.len())
    }

    /// Pops `argc` arguments and a lambda and pushes what the lambda gives.
    pub(super) fn invoke(&mut self, argc: usize) -> Result<()> {
        let at = self.stack.len() - argc - 1;
        let callee = std::mem::take(&mut self.stack[at]);
        let Some(lambda) = callee.downcast_ref::<Lambda>() else {
            let what = crate::value::coerce::describe(&callee);
            return Err(Error::el(format!("{what} is no lambda that could be called")));
        };
        let value = self.call_on_stack(lambda, argc)?;
        self.pop();
        self.push(value);
        Ok(())
    }

    /// A function without a prefix (Expression Language 6.1, "Evaluating functions").
    pub(super) fn call_name(&mut self, program: &Program, site: &NameSite) -> Result<()> {
        let argc = site.argc as usize;
        let variable = self.named(program, site.slot)?.unwrap_or_default();
        if let Some(lambda) = variable.downcast_ref::<Lambda>() {
            let value = self.call_on_stack(lambda, argc)?;
            self.push(value);
            return Ok(());
        }
        let from = self.stack.len() - argc;
        let value = match &site.import {
            Some(NameImport::Class(class)) => class.construct(&self.stack[from..]).map_err(thrown)?,
            Some(NameImport::Method(class)) => {
                class.call_static(&site.name, &self.stack[from..]).map_err(thrown)?
            }
            None if variable.is_null() => return Err(self.no_function(program, &site.name)),
            None => {
                let has = variable.class_name().unwrap_or("null");
                return Err(Error::el(format!(
                    "the variable '{}' is a {has} and can't be called",
                    site.name
                )));
            }
        };
        self.stack.truncate(from);
        self.push(value);
        Ok(())
    }

    #[cold]
    fn no_function(&self, program: &Program, name: &str) -> Error {
        let error = Error::new(class::EL, format!("there is no function '{name}'"));
        let variables = self.state.page_vars();
        let lambdas = variables.iter().filter(|(_, value)| value.downcast_ref::<Lambda>().is_some());
        let names = lambdas.map(|(name, _)| name.as_str());
        let near = closest(name, names).filter(|near| *near != name);
        let hint = match near {
            Some(near) => format!("did you mean '{near}'?"),
            None if program.names.is_empty() => return error,
            None => "functions of tag libraries are called with their prefix, as fn:length(x); classes need an import".into(),
        };
        error.with_hint(hint)
    }

    /// `errorOnELNotFound`: nothing is known by that name.
    #[cold]
    pub(super) fn unknown_name(&self, name: &str) -> Error {
        let error = Error::new(class::PROPERTY_NOT_FOUND, format!("there is no variable '{name}'"));
        let exchange = &self.state.exchange;
        let session = exchange.session().map(|session| session.attributes.names()).unwrap_or_default();
        let names: Vec<Str> = self
            .state
            .page_vars()
            .into_iter()
            .map(|(name, _)| name)
            .chain(exchange.attributes.names())
            .chain(session)
            .chain(exchange.application().attributes().names())
            .collect();
        match closest(name, names.iter().map(Str::as_str)) {
            Some(near) => error.with_hint(format!("did you mean '{near}'?")),
            None => error,
        }
    }

    /// The value as Rust code gets it: a lambda in it may be called.
    pub(super) fn bound(&self, value: &Value) -> Value {
        value.downcast_ref::<Lambda>().map_or_else(|| value.clone(), |lambda| self.bind(lambda))
    }

    /// The lambda as Rust code may call it: with the page's variables as they are.
    pub(super) fn bind(&self, lambda: &Lambda) -> Value {
        let home = lambda.home.clone();
        let scope = self.state.scopes.get(home.scope).filter(|scope| scope.serial == home.serial);
        let vars = scope.map_or_else(Vec::new, |scope| {
            self.state.vars[scope.base..][..scope.program(&self.state.units).slots.len()].to_vec()
        });
        let bound = Some(Bound { exchange: self.state.exchange.clone(), vars });
        Value::new(Lambda { home, site: lambda.site, captured: lambda.captured.clone(), bound })
    }
}
