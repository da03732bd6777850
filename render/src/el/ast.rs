//! The syntax tree of EL expressions (Expression Language 6.1, section 2 "The grammar").

use crate::source::Span;
use crate::value::Str;
use crate::value::Value;

/// An expression and its place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands in the page.
    pub span: Span,
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `'text'`, `42` (`Long`), `4.2` (`Double`), `true`, `null`.
    Literal(Value),
    /// `name`
    Identifier(Str),
    /// `target.name`
    Property {
        /// What it is asked of.
        target: Box<Expr>,
        /// The name.
        name: Str,
    },
    /// `target[index]`
    Index {
        /// What it is asked of.
        target: Box<Expr>,
        /// The key or index.
        index: Box<Expr>,
    },
    /// `target.method(args)`
    Call {
        /// The object.
        target: Box<Expr>,
        /// The method's name.
        method: Str,
        /// The arguments.
        args: Vec<Expr>,
    },
    /// `target[method](args)`
    CallIndex {
        /// The object.
        target: Box<Expr>,
        /// Gives the method's name.
        method: Box<Expr>,
        /// The arguments.
        args: Vec<Expr>,
    },
    /// `prefix:name(args)`; without a prefix it may also call a lambda in a variable or construct an imported class.
    Function {
        /// The taglib prefix, if written.
        prefix: Option<Str>,
        /// The name.
        name: Str,
        /// The arguments.
        args: Vec<Expr>,
    },
    /// `callee(args)` where the callee is itself an expression: an immediate lambda call, `f(1)(2)`.
    Invoke {
        /// Gives the lambda.
        callee: Box<Expr>,
        /// The arguments.
        args: Vec<Expr>,
    },
    /// `-x`, `not x`, `empty x`
    Unary {
        /// The operator.
        op: UnaryOp,
        /// Its operand.
        operand: Box<Expr>,
    },
    /// `a + b` and all other operators of two operands.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// Left operand.
        left: Box<Expr>,
        /// Right operand.
        right: Box<Expr>,
    },
    /// `test ? yes : no`
    Ternary {
        /// The condition.
        test: Box<Expr>,
        /// If it holds.
        yes: Box<Expr>,
        /// If not.
        no: Box<Expr>,
    },
    /// `target = value`; the target is an identifier, property or index.
    Assign {
        /// What is set.
        target: Box<Expr>,
        /// To what.
        value: Box<Expr>,
    },
    /// `first; second`
    Sequence {
        /// Evaluated for its effects.
        first: Box<Expr>,
        /// The value of the whole.
        second: Box<Expr>,
    },
    /// `(a, b) -> body`
    Lambda {
        /// Parameter names.
        params: Vec<Str>,
        /// The body.
        body: Box<Expr>,
    },
    /// `[a, b]`
    List(Vec<Expr>),
    /// `{a, b}`
    Set(Vec<Expr>),
    /// `{k: v}`
    Map(Vec<(Expr, Expr)>),
}

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`
    Negate,
    /// `!`, `not`
    Not,
    /// `empty`
    Empty,
}

/// Operators of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, `div`
    Divide,
    /// `%`, `mod`
    Modulo,
    /// `+=`: string concatenation
    Concat,
    /// `==`, `eq`
    Equal,
    /// `!=`, `ne`
    NotEqual,
    /// `<`, `lt`
    Less,
    /// `>`, `gt`
    Greater,
    /// `<=`, `le`
    LessEqual,
    /// `>=`, `ge`
    GreaterEqual,
    /// `&&`, `and`
    And,
    /// `||`, `or`
    Or,
    /// `??`: the left operand unless it is null
    Coalesce,
    /// `?:`: the left operand if it is true (coerced to boolean), else the right one
    Elvis,
}

/// Text with expressions in it: an attribute value, `Hello ${name}`.
#[derive(Clone, Debug, Default)]
pub struct Template {
    /// In order; neighbouring texts are joined, empty ones left out.
    pub parts: Vec<Part>,
}

/// One part of a [`Template`].
#[derive(Clone, Debug)]
pub enum Part {
    /// Literal text, escapes undone.
    Text(Str),
    /// `${…}` or `#{…}`
    Expr(ElExpr),
}

/// One delimited expression.
#[derive(Clone, Debug)]
pub struct ElExpr {
    /// The expression between the delimiters.
    pub expr: Expr,
    /// Whether it was written `#{…}`.
    pub deferred: bool,
    /// The place with its delimiters.
    pub span: Span,
}

impl Expr {
    /// Gives the prefixes of functions other names; `None`: a prefix stays.
    pub(crate) fn rename_prefixes(&mut self, rename: &dyn Fn(&str) -> Option<Str>) {
        let all = |exprs: &mut Vec<Expr>| exprs.iter_mut().for_each(|expr| expr.rename_prefixes(rename));
        match &mut self.kind {
            ExprKind::Literal(_) | ExprKind::Identifier(_) => {}
            ExprKind::Property { target, .. } => target.rename_prefixes(rename),
            ExprKind::Index { target, index } => {
                target.rename_prefixes(rename);
                index.rename_prefixes(rename);
            }
            ExprKind::Call { target, args, .. } => {
                target.rename_prefixes(rename);
                all(args);
            }
            ExprKind::CallIndex { target, method, args } => {
                target.rename_prefixes(rename);
                method.rename_prefixes(rename);
                all(args);
            }
            ExprKind::Function { prefix, args, .. } => {
                if let Some(other) = prefix.as_deref().and_then(rename) {
                    *prefix = Some(other);
                }
                all(args);
            }
            ExprKind::Invoke { callee, args } => {
                callee.rename_prefixes(rename);
                all(args);
            }
            ExprKind::Unary { operand, .. } => operand.rename_prefixes(rename),
            ExprKind::Binary { left, right, .. } => {
                left.rename_prefixes(rename);
                right.rename_prefixes(rename);
            }
            ExprKind::Ternary { test, yes, no } => {
                test.rename_prefixes(rename);
                yes.rename_prefixes(rename);
                no.rename_prefixes(rename);
            }
            ExprKind::Assign { target, value } => {
                target.rename_prefixes(rename);
                value.rename_prefixes(rename);
            }
            ExprKind::Sequence { first, second } => {
                first.rename_prefixes(rename);
                second.rename_prefixes(rename);
            }
            ExprKind::Lambda { body, .. } => body.rename_prefixes(rename),
            ExprKind::List(items) | ExprKind::Set(items) => all(items),
            ExprKind::Map(entries) => {
                for (key, value) in entries {
                    key.rename_prefixes(rename);
                    value.rename_prefixes(rename);
                }
            }
        }
    }
}

impl Template {
    /// Gives the prefixes of functions other names; `None`: a prefix stays.
    pub(crate) fn rename_prefixes(&mut self, rename: &dyn Fn(&str) -> Option<Str>) {
        for part in &mut self.parts {
            if let Part::Expr(el) = part {
                el.expr.rename_prefixes(rename);
            }
        }
    }

    /// Only text.
    pub fn text(text: impl Into<Str>) -> Self {
        let text = text.into();
        Template { parts: if text.is_empty() { Vec::new() } else { vec![Part::Text(text)] } }
    }

    /// The text, where there is no expression.
    pub fn as_text(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// The expression, where there is one and nothing else.
    pub fn as_single(&self) -> Option<&ElExpr> {
        match self.parts.as_slice() {
            [Part::Expr(expr)] => Some(expr),
            _ => None,
        }
    }
}
