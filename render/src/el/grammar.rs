//! The grammar of EL expressions (Expression Language 6.1, "Collected Syntax"), by recursive descent, from the weakest
//! operators to the strongest.
//!
//! Where the specification's grammar leaves room it is read so that no page changes its meaning, and a few forms that
//! it leaves out are taken because they can mean only one thing: reserved words as property names (`list.empty`),
//! calls of any parenthesised expression (`(c ? f : g)(1)`) and of what a method returns (`a.b()(1)`).

use num_bigint::BigInt;

use super::SyntaxError;
use super::ast::BinaryOp;
use super::ast::Expr;
use super::ast::ExprKind;
use super::ast::UnaryOp;
use super::lexer::Kind;
use super::lexer::Token;
use super::lexer::unquote;
use super::parser::Node;
use super::parser::Parser;
use super::parser::Result;
use crate::value::Str;
use crate::value::Value;
use crate::value::number;

impl Parser<'_> {
    /// `a; b`
    pub(super) fn expression(&mut self) -> Result<Node> {
        self.enter()?;
        let mut first = self.assignment()?;
        while self.eat(Kind::Semicolon) {
            let second = self.assignment()?;
            first = self.join(first, second, |first, second| ExprKind::Sequence { first, second })?;
        }
        self.leave();
        Ok(first)
    }

    /// `a = b`, `x -> b`, or anything stronger.
    fn assignment(&mut self) -> Result<Node> {
        if self.at_lambda() {
            return self.lambda();
        }
        let target = self.ternary()?;
        if self.token.kind == Kind::Assign { self.assign(target) } else { Ok(target) }
    }

    fn assign(&mut self, target: Node) -> Result<Node> {
        self.advance();
        self.enter()?;
        let value = self.assignment()?;
        self.leave();
        self.join(target, value, |target, value| ExprKind::Assign { target, value })
    }

    /// Whether `x ->` or `(x, y) ->` comes.
    fn at_lambda(&self) -> bool {
        let mut ahead = self.lexer;
        match self.token.kind {
            Kind::Identifier => ahead.next().kind == Kind::Arrow,
            Kind::LeftParen => {
                let mut token = ahead.next();
                if token.kind != Kind::RightParen {
                    loop {
                        if token.kind != Kind::Identifier {
                            return false;
                        }
                        match ahead.next().kind {
                            Kind::Comma => token = ahead.next(),
                            Kind::RightParen => break,
                            _ => return false,
                        }
                    }
                }
                ahead.next().kind == Kind::Arrow
            }
            _ => false,
        }
    }

    /// `x -> body`, `(x, y) -> body`; only where [`at_lambda`](Self::at_lambda) says so.
    fn lambda(&mut self) -> Result<Node> {
        let start = self.token.start;
        let mut params = Vec::new();
        while self.token.kind != Kind::Arrow {
            if self.token.kind == Kind::Identifier {
                params.push(Str::from(self.lexer.slice(self.token)));
            }
            self.advance();
        }
        self.advance();
        self.enter()?;
        let body = if self.at_lambda() { self.lambda()? } else { self.ternary()? };
        self.leave();
        if self.token.kind == Kind::Assign {
            let error =
                SyntaxError::new("a lambda's body can't be an assignment as it is", self.span(self.token))
                    .with_hint("put the assignment in parentheses: x -> (a = x)");
            return Err(error.into());
        }
        let height = body.height;
        self.node(ExprKind::Lambda { params, body: body.expr }, start, height)
    }

    /// `a ? b : c`, `a ?: b`, `a ?? b`, or anything stronger.
    fn ternary(&mut self) -> Result<Node> {
        let test = self.binary(0)?;
        if self.eat(Kind::Question) { self.choice(test) } else { Ok(test) }
    }

    fn choice(&mut self, test: Node) -> Result<Node> {
        self.enter()?;
        let node = if self.eat(Kind::Question) {
            let right = self.ternary()?;
            self.operator(BinaryOp::Coalesce, test, right)?
        } else if self.eat(Kind::Colon) {
            let right = self.ternary()?;
            self.operator(BinaryOp::Elvis, test, right)?
        } else {
            let yes = self.ternary()?;
            self.expect_colon()?;
            let no = self.ternary()?;
            let height = test.height.max(yes.height).max(no.height);
            let kind = ExprKind::Ternary { test: test.expr, yes: yes.expr, no: no.expr };
            self.node(kind, test.start, height)?
        };
        self.leave();
        Ok(node)
    }

    /// Operators of two operands that bind as strong as `weakest` or stronger.
    fn binary(&mut self, weakest: u8) -> Result<Node> {
        let mut left = self.unary()?;
        while let Some((op, strength)) = binary_operator(self.token.kind)
            && strength >= weakest
        {
            self.advance();
            self.enter()?;
            let right = self.binary(strength + 1)?;
            self.leave();
            left = self.operator(op, left, right)?;
        }
        Ok(left)
    }

    /// `-a`, `!a`, `empty a`, or anything stronger.
    fn unary(&mut self) -> Result<Node> {
        match self.token.kind {
            Kind::Minus => self.prefixed(UnaryOp::Negate),
            Kind::Not => self.prefixed(UnaryOp::Not),
            Kind::Empty => self.prefixed(UnaryOp::Empty),
            _ => self.postfix(),
        }
    }

    fn prefixed(&mut self, op: UnaryOp) -> Result<Node> {
        let start = self.token.start;
        self.advance();
        self.enter()?;
        let operand = self.unary()?;
        self.leave();
        // The smallest long has no positive counterpart, so its literal is known only together with its sign.
        if let (UnaryOp::Negate, ExprKind::Literal(Value::BigInt(value))) = (op, &operand.expr.kind)
            && i64::try_from(-&**value) == Ok(i64::MIN)
        {
            return self.node(ExprKind::Literal(Value::Long(i64::MIN)), start, 0);
        }
        self.node(ExprKind::Unary { op, operand: operand.expr }, start, operand.height)
    }

    /// `a.b`, `a[b]`, `a.b(c)`, `f(a)(b)`.
    fn postfix(&mut self) -> Result<Node> {
        let parenthesised = self.token.kind == Kind::LeftParen;
        let mut node = self.primary()?;
        let mut callable = parenthesised || matches!(node.expr.kind, ExprKind::Function { .. });
        loop {
            node = match self.token.kind {
                Kind::Dot => self.member(node)?,
                Kind::LeftBracket => self.item(node)?,
                Kind::LeftParen if callable => self.invocation(node)?,
                _ => return Ok(node),
            };
            callable = true;
        }
    }

    /// `.name`, `.name(args)`
    fn member(&mut self, target: Node) -> Result<Node> {
        self.advance();
        let name = self.property_name()?;
        if self.token.kind != Kind::LeftParen {
            return self.node(ExprKind::Property { target: target.expr, name }, target.start, target.height);
        }
        let (args, height) = self.arguments()?;
        let kind = ExprKind::Call { target: target.expr, method: name, args };
        self.node(kind, target.start, height.max(target.height))
    }

    /// `[index]`, `[name](args)`
    fn item(&mut self, target: Node) -> Result<Node> {
        self.advance();
        let index = self.expression()?;
        self.expect(Kind::RightBracket, "`]`")?;
        let height = target.height.max(index.height);
        if self.token.kind != Kind::LeftParen {
            let kind = ExprKind::Index { target: target.expr, index: index.expr };
            return self.node(kind, target.start, height);
        }
        let (args, args_height) = self.arguments()?;
        let kind = ExprKind::CallIndex { target: target.expr, method: index.expr, args };
        self.node(kind, target.start, height.max(args_height))
    }

    /// `(args)` behind something that may be a lambda
    fn invocation(&mut self, callee: Node) -> Result<Node> {
        let (args, height) = self.arguments()?;
        let kind = ExprKind::Invoke { callee: callee.expr, args };
        self.node(kind, callee.start, height.max(callee.height))
    }

    /// Literals, names, functions, parentheses, lists, sets and maps.
    fn primary(&mut self) -> Result<Node> {
        match self.token.kind {
            Kind::Identifier => self.name(),
            Kind::Integer | Kind::Float | Kind::Text | Kind::True | Kind::False | Kind::Null => {
                self.literal()
            }
            Kind::LeftParen => self.parentheses(),
            Kind::LeftBracket => {
                let start = self.token.start;
                let (items, height) = self.list(Kind::RightBracket, "`,` or `]`")?;
                self.node(ExprKind::List(items), start, height)
            }
            Kind::LeftBrace => self.set_or_map(),
            _ => Err(self.unexpected("a value")),
        }
    }

    fn parentheses(&mut self) -> Result<Node> {
        let start = self.token.start;
        self.advance();
        let mut inner = self.expression()?;
        self.expect(Kind::RightParen, "`)`")?;
        // The parentheses belong to the place of the expression, for its marks and for what is built on it.
        inner.expr.span = self.base.span(start, self.previous.end);
        Ok(Node { start, ..inner })
    }

    fn literal(&mut self) -> Result<Node> {
        let value = self.literal_value(self.token)?;
        let start = self.token.start;
        self.advance();
        self.node(ExprKind::Literal(value), start, 0)
    }

    fn literal_value(&self, token: Token) -> Result<Value> {
        let text = self.lexer.slice(token);
        Ok(match token.kind {
            Kind::True => Value::Bool(true),
            Kind::False => Value::Bool(false),
            Kind::Null => Value::Null,
            Kind::Text => Value::Str(unquote(text)),
            Kind::Integer => match text.parse() {
                Ok(value) => Value::Long(value),
                Err(_) => {
                    Value::BigInt(self.big_number::<BigInt>(token, number::parse_big_integer(text))?.into())
                }
            },
            _ => match text.parse::<f64>() {
                Ok(value) if value.is_finite() => Value::Double(value),
                _ => Value::BigDecimal(self.big_number(token, number::BigDecimal::parse(text))?.into()),
            },
        })
    }

    fn big_number<T>(&self, token: Token, value: Option<T>) -> Result<T> {
        value.ok_or_else(|| SyntaxError::new("the number has too many digits", self.span(token)).into())
    }

    /// `a`, `f(x)`, `p:f(x)`
    fn name(&mut self) -> Result<Node> {
        let start = self.token.start;
        let mut name = Str::from(self.lexer.slice(self.token));
        let mut prefix = None;
        self.advance();
        if self.token.kind == Kind::Colon {
            let mut ahead = self.lexer;
            let local = ahead.next();
            if local.kind != Kind::Identifier || ahead.next().kind != Kind::LeftParen {
                return self.node(ExprKind::Identifier(name), start, 0);
            }
            self.advance();
            self.advance();
            prefix = Some(std::mem::replace(&mut name, Str::from(self.lexer.slice(local))));
        }
        if self.token.kind != Kind::LeftParen {
            return self.node(ExprKind::Identifier(name), start, 0);
        }
        let (args, height) = self.arguments()?;
        if let Some(prefix) = &prefix {
            self.prefix_call = Some((format!("{prefix}:{name}"), self.previous.end));
        }
        self.node(ExprKind::Function { prefix, name, args }, start, height)
    }

    fn property_name(&mut self) -> Result<Str> {
        let text = self.lexer.slice(self.token);
        // Reserved words are signs elsewhere, but can be nothing but names here.
        let is_name = self.token.kind == Kind::Identifier
            || self.token.kind != Kind::Bad && text.starts_with(|c: char| c.is_ascii_alphabetic());
        if !is_name {
            return Err(self.unexpected("the name of a property or method after `.`"));
        }
        self.advance();
        Ok(text.into())
    }

    fn arguments(&mut self) -> Result<(Vec<Expr>, usize)> {
        self.list(Kind::RightParen, "`,` or `)`")
    }

    /// Expressions with commas between them, with their brackets; also the height of the highest.
    fn list(&mut self, close: Kind, expected: &str) -> Result<(Vec<Expr>, usize)> {
        let mut items = Vec::new();
        let mut height = 0;
        self.advance();
        if self.eat(close) {
            return Ok((items, height));
        }
        loop {
            let item = self.expression()?;
            height = height.max(item.height);
            items.push(*item.expr);
            if !self.eat(Kind::Comma) {
                self.expect(close, expected)?;
                return Ok((items, height));
            }
        }
    }

    /// `{a, b}` and `{k: v}`; `{}` is the empty set, which becomes a map where one is wanted.
    fn set_or_map(&mut self) -> Result<Node> {
        let start = self.token.start;
        let mut items = Vec::new();
        let mut entries = Vec::new();
        let mut height = 0;
        self.advance();
        if self.eat(Kind::RightBrace) {
            return self.node(ExprKind::Set(items), start, height);
        }
        loop {
            let item = self.expression()?;
            height = height.max(item.height);
            if self.token.kind == Kind::Colon && items.is_empty() {
                self.advance();
                let value = self.expression()?;
                height = height.max(value.height);
                entries.push((*item.expr, *value.expr));
            } else if entries.is_empty() && self.token.kind != Kind::Colon {
                items.push(*item.expr);
            } else {
                let error =
                    SyntaxError::new("a set can't have keys and a map can't do without", item.expr.span)
                        .with_hint("write {'key': value, …} for a map, {value, …} for a set");
                return Err(error.into());
            }
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::RightBrace, "`,` or `}`")?;
        let kind = if entries.is_empty() { ExprKind::Set(items) } else { ExprKind::Map(entries) };
        self.node(kind, start, height)
    }
}

/// The operator and how strong it binds.
fn binary_operator(kind: Kind) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        Kind::Or => (BinaryOp::Or, 1),
        Kind::And => (BinaryOp::And, 2),
        Kind::Equal => (BinaryOp::Equal, 3),
        Kind::NotEqual => (BinaryOp::NotEqual, 3),
        Kind::Less => (BinaryOp::Less, 4),
        Kind::Greater => (BinaryOp::Greater, 4),
        Kind::LessEqual => (BinaryOp::LessEqual, 4),
        Kind::GreaterEqual => (BinaryOp::GreaterEqual, 4),
        Kind::Concat => (BinaryOp::Concat, 5),
        Kind::Plus => (BinaryOp::Add, 6),
        Kind::Minus => (BinaryOp::Subtract, 6),
        Kind::Star => (BinaryOp::Multiply, 7),
        Kind::Divide => (BinaryOp::Divide, 7),
        Kind::Modulo => (BinaryOp::Modulo, 7),
        _ => return None,
    })
}
