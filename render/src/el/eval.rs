//! Expressions on their own, without a page.

use std::sync::Arc;

use super::Base;
use super::ast::ElExpr;
use super::ast::Template;
use super::template::TemplateOptions;
use super::template::parse_template;
use crate::Result;
use crate::application::Application;
use crate::compile;
use crate::context::Exchange;
use crate::context::Scope;
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::error::class;
use crate::machine::DeferredPage;
use crate::machine::Expressions;
use crate::machine::evaluate_in;
use crate::program::Unit;
use crate::resources::MemoryResources;
use crate::source::SourceFile;
use crate::source::SourceMap;
use crate::syntax::tree;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce::TypeTag;

/// What expressions are compiled against: functions and imports.
///
/// ```
/// use vespid_render::Value;
/// use vespid_render::el::Evaluator;
///
/// let evaluator = Evaluator::new();
/// let mut context = evaluator.context();
/// context.set("name", Value::str("Ada"));
/// let hello = evaluator.compile_template("Hello, ${name.toUpperCase()}!")?;
/// assert_eq!(context.evaluate(&hello)?.to_string(), "Hello, ADA!");
/// let sum = evaluator.compile("[1, 2, 3].stream().map(x -> x * x).sum()")?;
/// assert_eq!(context.evaluate(&sum)?, Value::Long(14));
/// # Ok::<(), vespid_render::Error>(())
/// ```
#[derive(Clone)]
pub struct Evaluator {
    application: Arc<Application>,
    imports: Vec<Str>,
    libraries: Vec<(Str, Str)>,
    error_on_not_found: bool,
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator {
    /// Nothing but the language, with the functions of Jakarta Tags under the prefix `fn`.
    pub fn new() -> Self {
        Self::over(Application::builder(Arc::new(MemoryResources::default())).build())
    }

    /// With the registered classes, resolvers and limits of an application.
    pub fn over(application: Arc<Application>) -> Self {
        let libraries = vec![("fn".into(), "jakarta.tags.functions".into())];
        Evaluator { application, imports: Vec::new(), libraries, error_on_not_found: false }
    }

    /// Imports a class (`java.util.ArrayList`), a package (`java.util.*`) or a static member
    /// (`static java.lang.Math.PI`). The package `java.lang` is always imported.
    #[must_use]
    pub fn import(mut self, name: impl Into<Str>) -> Self {
        self.imports.push(name.into());
        self
    }

    /// Takes the functions of a tag library that the application brings along, under a prefix.
    #[must_use]
    pub fn library(mut self, prefix: impl Into<Str>, uri: impl Into<Str>) -> Self {
        self.libraries.push((prefix.into(), uri.into()));
        self
    }

    /// Whether a name that nothing knows is an error, rather than null.
    #[must_use]
    pub fn error_on_not_found(mut self, error: bool) -> Self {
        self.error_on_not_found = error;
        self
    }

    /// Compiles an expression that stands without delimiters: `a + b`.
    ///
    /// # Errors
    /// [`Error::diagnostics`] says what is wrong with it, and where.
    pub fn compile(&self, text: &str) -> Result<Expression> {
        let (unit, base) = self.unit(text);
        let expr = super::parse_bare(text, base).map_err(|error| syntax_error(&unit, error))?;
        let span = expr.span;
        let part = super::ast::Part::Expr(ElExpr { expr, deferred: false, span });
        self.finish(&unit, text, &Template { parts: vec![part] })
    }

    /// Compiles text with expressions in it: `Hello, ${name}`, `#{user.name}`. Text without any is its own value.
    ///
    /// # Errors
    /// [`Error::diagnostics`] says what is wrong with it, and where.
    pub fn compile_template(&self, text: &str) -> Result<Expression> {
        let (unit, base) = self.unit(text);
        let template = parse_template(text, base, TemplateOptions::default())
            .map_err(|error| syntax_error(&unit, error))?;
        self.finish(&unit, text, &template)
    }

    /// A context without variables.
    pub fn context(&self) -> Context {
        Context::new(Exchange::builder(self.application.clone()).build())
    }

    fn unit(&self, text: &str) -> (tree::Unit, Base<'static>) {
        let mut sources = SourceMap::new();
        let file = sources.add(Arc::new(SourceFile::new("expression", text)));
        let libraries = self
            .libraries
            .iter()
            .filter_map(|(prefix, uri)| Some((prefix.clone(), self.application.library(uri)?)))
            .collect();
        let directives = tree::Directives {
            imports: self.imports.clone(),
            error_on_el_not_found: Some(self.error_on_not_found),
            ..tree::Directives::default()
        };
        let unit = tree::Unit { sources, directives, libraries, ..tree::Unit::default() };
        (unit, Base::new(file, 0))
    }

    fn finish(&self, unit: &tree::Unit, text: &str, template: &Template) -> Result<Expression> {
        let (program, target) =
            compile::compile_expression(unit, template, &self.application).map_err(failed)?;
        let unit = Arc::new(Unit { programs: vec![Arc::new(program)], links: vec![Vec::new()] });
        Ok(Expression { text: text.into(), unit, target })
    }
}

/// A program with one deferred expression, which no page was compiled with.
pub(crate) fn compile_deferred(
    application: &Arc<Application>,
    text: &str,
    java_type: &str,
    is_method: bool,
) -> Result<Arc<Unit>> {
    let evaluator = Evaluator::over(application.clone());
    let (unit, base) = evaluator.unit(text);
    let template =
        parse_template(text, base, TemplateOptions::default()).map_err(|error| syntax_error(&unit, error))?;
    let program = compile::compile_deferred(&unit, &template, application, text, java_type, is_method)
        .map_err(failed)?;
    Ok(Arc::new(Unit { programs: vec![Arc::new(program)], links: vec![Vec::new()] }))
}

fn syntax_error(unit: &tree::Unit, error: super::SyntaxError) -> Error {
    let diagnostic = Diagnostic::error("el/syntax", error.message, unit.sources.place(error.span))
        .with_hint_if(error.hint);
    failed(vec![diagnostic])
}

fn failed(diagnostics: Vec<Diagnostic>) -> Error {
    let assigns = diagnostics.first().is_some_and(|diagnostic| diagnostic.code == "el/assign");
    let class = if assigns { class::PROPERTY_NOT_WRITABLE } else { class::EL };
    Error::translation("the expression", diagnostics.into()).with_class(class)
}

/// A compiled expression: may be evaluated any number of times, against any context of the same application.
#[derive(Clone)]
pub struct Expression {
    text: Str,
    unit: Arc<Unit>,
    target: Option<Target>,
}

/// The code of an expression that something can be assigned to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// A variable, by its slot.
    Variable(u32),
    /// A variable that may be mapped to an expression, which the code has among its parameters.
    Mapped { local: u32, slot: u32 },
    /// A property: the code pushes base and property.
    Member(u32),
}

impl Expression {
    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Evaluates the expression in the page that a tag runs in. It sees the variables of all scopes; what it assigns to
    /// variables of the page scope is lost.
    ///
    /// # Errors
    /// What the expression fails with.
    pub fn value_in(&self, page: &mut impl DeferredPage) -> Result<Value> {
        evaluate_in(page, &self.unit)
    }
}

/// Variables, and what it takes to evaluate expressions with them. One context serves one thread at a time; keep it
/// where many expressions are evaluated.
pub struct Context {
    expressions: Expressions,
}

impl Context {
    /// The variables of an exchange: its attributes, those of its session and of its application.
    pub fn new(exchange: Arc<Exchange>) -> Self {
        Context { expressions: Expressions::new(exchange) }
    }

    /// The exchange, whose request attributes are the context's variables.
    pub fn exchange(&self) -> &Arc<Exchange> {
        self.expressions.exchange()
    }

    /// Sets a variable; null removes it.
    pub fn set(&mut self, name: &str, value: Value) {
        self.exchange().attributes.set(name, value);
    }

    /// A variable; null if there is none.
    pub fn get(&self, name: &str) -> Value {
        self.exchange().attributes.get(name).unwrap_or_default()
    }

    /// Evaluates an expression. What it assigns to names that are not known yet becomes variables of the context.
    ///
    /// # Errors
    /// What the expression fails with; [`Error::places`] marks the place within it.
    #[inline]
    pub fn evaluate(&mut self, expression: &Expression) -> Result<Value> {
        self.expressions.value(&expression.unit)
    }

    /// Evaluates an expression and coerces its value to a Java type.
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate), and where the value can't be coerced.
    pub fn evaluate_to(&mut self, expression: &Expression, java_type: &str) -> Result<Value> {
        let value = self.evaluate(expression)?;
        super::resolver::coerce(self.exchange(), value, &TypeTag::parse(java_type))
    }

    /// Assigns a value to what the expression refers to.
    ///
    /// # Errors
    /// `PropertyNotWritableException` where the expression is no variable, property or element, or is read-only;
    /// `PropertyNotFoundException` where there is no such property, or what has it is null.
    pub fn assign(&mut self, expression: &Expression, value: Value) -> Result<()> {
        self.expressions.assign(&expression.unit, expression.target, value)
    }

    /// The Java type that can be assigned to what the expression refers to; `None` for what is no variable, property or
    /// element, or is read-only.
    ///
    /// # Errors
    /// As [`assign`](Self::assign), read-only aside.
    pub fn type_of(&mut self, expression: &Expression) -> Result<Option<Str>> {
        self.expressions.type_of(&expression.unit, expression.target)
    }

    /// Whether nothing can be assigned to what the expression refers to.
    ///
    /// # Errors
    /// As [`type_of`](Self::type_of).
    pub fn is_read_only(&mut self, expression: &Expression) -> Result<bool> {
        self.type_of(expression).map(|java_type| java_type.is_none())
    }

    /// A variable of any scope.
    pub fn find(&self, name: &str, scope: Scope) -> Value {
        let exchange = self.exchange();
        match scope {
            Scope::Page | Scope::Request => exchange.attributes.get(name),
            Scope::Session => exchange.session().and_then(|session| session.attributes.get(name)),
            Scope::Application => exchange.application().attributes().get(name),
        }
        .unwrap_or_default()
    }
}

/// Compiles and evaluates an expression without delimiters: where one context serves only once.
///
/// # Errors
/// As [`Evaluator::compile`] and [`Context::evaluate`].
///
/// ```
/// use vespid_render::Value;
/// use vespid_render::el;
/// let value = el::evaluate("price * 2", &[("price", Value::Double(1.5))])?;
/// assert_eq!(value, Value::Double(3.0));
/// # Ok::<(), vespid_render::Error>(())
/// ```
pub fn evaluate(text: &str, variables: &[(&str, Value)]) -> Result<Value> {
    let evaluator = Evaluator::new();
    let mut context = evaluator.context();
    for (name, value) in variables {
        context.set(name, value.clone());
    }
    context.evaluate(&evaluator.compile(text)?)
}
