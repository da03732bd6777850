//! Expressions from text: where the parser stands, what it builds of what it finds, and how it complains.

use super::Base;
use super::SyntaxError;
use super::ast::BinaryOp;
use super::ast::Expr;
use super::ast::ExprKind;
use super::hints;
use super::lexer::Kind;
use super::lexer::Lexer;
use super::lexer::Token;
use crate::source::Span;

/// How deep an expression may nest, and how high its tree may grow: a chain of operators or properties counts each of
/// its links. It keeps everything that walks the tree far from the end of its stack.
pub const MAX_DEPTH: usize = 200;

pub(super) type Result<T> = std::result::Result<T, Box<SyntaxError>>;

/// Parses the expression that stands at the start of `text`, right after its `${` or `#{`, up to the `}` that closes
/// it, and gives it with the number of bytes before that `}`.
///
/// # Errors
/// The text is no expression, or no `}` follows it.
pub fn parse_expression(text: &str, base: Base<'_>) -> std::result::Result<(Expr, usize), SyntaxError> {
    let opening = base.span(0, 0);
    let opening = Span { start: opening.start.saturating_sub(2), ..opening };
    parse_delimited(text, 0, base, opening).map_err(|error| *error)
}

/// Parses a whole text as one expression without delimiters.
///
/// # Errors
/// The text is no expression, or something follows it.
pub fn parse_bare(text: &str, base: Base<'_>) -> std::result::Result<Expr, SyntaxError> {
    let mut parser = Parser::new(text, 0, base, None);
    parser.whole().map(|node| *node.expr).map_err(|error| *error)
}

/// Parses from byte `start` of `text` up to the `}` and gives its offset in `text`; `opening` is the place of the `${`.
pub(super) fn parse_delimited(
    text: &str,
    start: usize,
    base: Base<'_>,
    opening: Span,
) -> Result<(Expr, usize)> {
    let mut parser = Parser::new(text, start, base, Some(opening));
    let node = parser.whole()?;
    Ok((*node.expr, parser.token.start))
}

/// A part of the tree, with what the parser must know of it beyond the tree. Small, to keep recursion flat.
pub(super) struct Node {
    pub(super) expr: Box<Expr>,
    pub(super) start: usize,
    pub(super) height: usize,
}

pub(super) struct Parser<'a> {
    pub(super) lexer: Lexer<'a>,
    pub(super) base: Base<'a>,
    /// The token to be looked at.
    pub(super) token: Token,
    /// The token before it.
    pub(super) previous: Token,
    /// The place of the `${`, if a `}` must close the expression.
    opening: Option<Span>,
    start: usize,
    depth: usize,
    /// The last function with a prefix and where it ends: the usual reason for a missing `:`.
    pub(super) prefix_call: Option<(String, usize)>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, start: usize, base: Base<'a>, opening: Option<Span>) -> Self {
        let mut lexer = Lexer::new(text, start);
        let token = lexer.next();
        let previous = Token { kind: Kind::Bad, start, end: start };
        Parser { lexer, base, token, previous, opening, start, depth: 0, prefix_call: None }
    }

    /// A whole expression and its end.
    fn whole(&mut self) -> Result<Node> {
        let close = if self.opening.is_some() { Kind::RightBrace } else { Kind::End };
        if self.token.kind == close {
            let span = match self.opening {
                Some(opening) => opening.to(self.span(self.token)),
                None => self.span(self.token),
            };
            return Err(SyntaxError::new("the expression is empty", span).into());
        }
        let node = self.expression()?;
        if self.token.kind == close {
            return Ok(node);
        }
        Err(self.unexpected(if close == Kind::End { "an operator" } else { "an operator or `}`" }))
    }

    // Building.

    /// A node from `start` to the last token, one higher than its children.
    pub(super) fn node(&self, kind: ExprKind, start: usize, children: usize) -> Result<Node> {
        let span = self.base.span(start, self.previous.end);
        if children >= MAX_DEPTH {
            return Err(self.too_deep(span));
        }
        Ok(Node { expr: Box::new(Expr { kind, span }), start, height: children + 1 })
    }

    pub(super) fn join(
        &self,
        left: Node,
        right: Node,
        kind: impl FnOnce(Box<Expr>, Box<Expr>) -> ExprKind,
    ) -> Result<Node> {
        let height = left.height.max(right.height);
        self.node(kind(left.expr, right.expr), left.start, height)
    }

    pub(super) fn operator(&self, op: BinaryOp, left: Node, right: Node) -> Result<Node> {
        self.join(left, right, |left, right| ExprKind::Binary { op, left, right })
    }

    pub(super) fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(self.too_deep(self.span(self.token))) } else { Ok(()) }
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    // Tokens.

    pub(super) fn advance(&mut self) {
        self.previous = self.token;
        self.token = self.lexer.next();
    }

    pub(super) fn eat(&mut self, kind: Kind) -> bool {
        let found = self.token.kind == kind;
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect(&mut self, kind: Kind, expected: &str) -> Result<()> {
        if self.eat(kind) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    pub(super) fn expect_colon(&mut self) -> Result<()> {
        if self.eat(Kind::Colon) {
            return Ok(());
        }
        let mut error = self.unexpected("`:` and the value if the condition is false");
        if let Some((function, end)) = &self.prefix_call
            && *end == self.previous.end
        {
            let name = function.split_once(':').map_or("", |(_, name)| name);
            error.hint = Some(format!(
                "`{function}(…)` is read as a function with a prefix; put the function in parentheses: `: ({name}(…))`"
            ));
        }
        Err(error)
    }

    // Errors.

    pub(super) fn span(&self, token: Token) -> Span {
        self.base.span(token.start, token.end)
    }

    #[cold]
    fn too_deep(&self, span: Span) -> Box<SyntaxError> {
        let message = format!("the expression is nested or chained more than {MAX_DEPTH} levels deep");
        SyntaxError::new(message, span).with_hint("split it: keep parts in variables with <c:set>").into()
    }

    #[cold]
    pub(super) fn unexpected(&self, expected: &str) -> Box<SyntaxError> {
        if self.token.kind == Kind::Bad {
            let complaint = self.lexer.complain(self.token);
            let span = self.base.span(complaint.start, complaint.end);
            return SyntaxError { message: complaint.message, span, hint: complaint.hint }.into();
        }
        if let (Kind::End, Some(opening)) = (self.token.kind, self.opening) {
            let message =
                format!("the expression is not closed: expected {expected}, found the end of the text");
            return SyntaxError::new(message, opening).with_hint("close it with `}`").into();
        }
        let found = hints::describe(&self.lexer, self.token);
        SyntaxError {
            message: format!("expected {expected}, found {found}"),
            span: self.span(self.token),
            hint: hints::guess(&self.lexer, self.start, self.previous, self.token, self.opening.is_some()),
        }
        .into()
    }
}

#[cfg(test)]
#[path = "parser_tests.rs"]
pub(super) mod tests;
