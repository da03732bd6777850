//! Expressions (Java Language Specification 17, chapter 15).

use vespid_render::source::Span;

use super::Parser;
use super::ast::Binary;
use super::ast::Expr;
use super::ast::ExprKind;
use super::ast::Lambda;
use super::ast::LambdaBody;
use super::ast::Param;
use super::ast::TypeKind;
use super::ast::TypeRef;
use super::ast::Unary;
use super::token::TokenKind;

/// The operators between operands, those that bind least first; `instanceof` stands with the comparisons.
const LEVELS: [&[(&[&str], Binary)]; 10] = [
    &[(&["||"], Binary::Or)],
    &[(&["&&"], Binary::And)],
    &[(&["|"], Binary::BitOr)],
    &[(&["^"], Binary::BitXor)],
    &[(&["&"], Binary::BitAnd)],
    &[(&["=="], Binary::Equal), (&["!="], Binary::NotEqual)],
    &[
        (&["<="], Binary::LessEqual),
        (&[">", "="], Binary::GreaterEqual),
        (&["<"], Binary::Less),
        (&[">"], Binary::Greater),
    ],
    &[
        (&[">", ">", ">"], Binary::ShiftRightUnsigned),
        (&[">", ">"], Binary::ShiftRight),
        (&["<<"], Binary::ShiftLeft),
    ],
    &[(&["+"], Binary::Add), (&["-"], Binary::Subtract)],
    &[(&["*"], Binary::Multiply), (&["/"], Binary::Divide), (&["%"], Binary::Remainder)],
];

const COMPARISONS: usize = 6;
const SHIFTS: usize = 7;

/// Assignments with an operator.
const ASSIGNMENTS: [(&[&str], Option<Binary>); 12] = [
    (&["="], None),
    (&["+="], Some(Binary::Add)),
    (&["-="], Some(Binary::Subtract)),
    (&["*="], Some(Binary::Multiply)),
    (&["/="], Some(Binary::Divide)),
    (&["%="], Some(Binary::Remainder)),
    (&["&="], Some(Binary::BitAnd)),
    (&["|="], Some(Binary::BitOr)),
    (&["^="], Some(Binary::BitXor)),
    (&["<<="], Some(Binary::ShiftLeft)),
    (&[">", ">", ">", "="], Some(Binary::ShiftRightUnsigned)),
    (&[">", ">", "="], Some(Binary::ShiftRight)),
];

impl Parser<'_> {
    /// Reads an expression.
    pub(super) fn expression(&mut self) -> Expr {
        let span = self.span();
        self.nested(Self::assignment, move || Expr { kind: ExprKind::Bad, span })
    }

    fn assignment(&mut self) -> Expr {
        if self.is_lambda() {
            return self.lambda();
        }
        let target = self.conditional();
        let found = ASSIGNMENTS.iter().find(|(parts, _)| {
            self.is_joined(parts) && !(parts.len() == 1 && parts[0] == "=" && self.is_joined(&["=", "="]))
        });
        let Some((parts, operator)) = found else { return target };
        self.at += parts.len();
        if !matches!(
            target.kind,
            ExprKind::Name(_)
                | ExprKind::Field(..)
                | ExprKind::SuperField(_)
                | ExprKind::Index(..)
                | ExprKind::Bad
        ) {
            self.problem_at("only variables, fields and elements of arrays can be assigned", target.span);
        }
        let value = if operator.is_none() && self.is("{") { self.items() } else { self.expression() };
        let span = target.span.to(value.span);
        Expr {
            kind: ExprKind::Assign { target: Box::new(target), operator: *operator, value: Box::new(value) },
            span,
        }
    }

    /// An expression without assignment.
    pub(super) fn ternary(&mut self) -> Expr {
        self.nested_conditional()
    }

    fn conditional(&mut self) -> Expr {
        let condition = self.chain();
        if !self.eat("?") {
            return condition;
        }
        let then = self.expression();
        self.expect(":");
        let other = if self.is_lambda() { self.lambda() } else { self.nested_conditional() };
        let span = condition.span.to(other.span);
        Expr { kind: ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(other)), span }
    }

    fn nested_conditional(&mut self) -> Expr {
        let span = self.span();
        self.nested(Self::conditional, move || Expr { kind: ExprKind::Bad, span })
    }

    fn operator(&self, level: usize) -> Option<(usize, Binary)> {
        let (parts, operator) = LEVELS[level].iter().find(|(parts, _)| self.is_joined(parts))?;
        // `>` of a shift or of an assignment with one is no comparison.
        let longer: &[&[&str]] = match level {
            COMPARISONS => &[&[">", ">"]],
            SHIFTS => &[&[">", ">", "="], &[">", ">", ">", "="]],
            _ => &[],
        };
        if longer.iter().any(|parts| self.is_joined(parts))
            && !(level == SHIFTS && *operator == Binary::ShiftLeft)
        {
            return None;
        }
        Some((parts.len(), *operator))
    }

    /// Operands with operators between them: a stack of operators, so that levels cost no depth.
    fn chain(&mut self) -> Expr {
        let mut operands = vec![self.unary()];
        let mut operators: Vec<(usize, Binary, Span)> = Vec::new();
        loop {
            if self.is("instanceof") {
                reduce(&mut operands, &mut operators, COMPARISONS);
                self.at += 1;
                self.eat("final");
                let java_type = self.type_ref();
                let name = self.word();
                let Some(value) = operands.pop() else { break };
                let span = value.span.to(self.last_span());
                operands.push(Expr { kind: ExprKind::InstanceOf(Box::new(value), java_type, name), span });
                continue;
            }
            let found = (0..LEVELS.len()).find_map(|level| Some((level, self.operator(level)?)));
            let Some((level, (tokens, operator))) = found else { break };
            reduce(&mut operands, &mut operators, level + 1);
            operators.push((level, operator, self.span()));
            self.at += tokens;
            operands.push(self.unary());
        }
        reduce(&mut operands, &mut operators, 0);
        operands.remove(0)
    }

    fn unary(&mut self) -> Expr {
        let from = self.span();
        self.nested(Self::unary_within, move || Expr { kind: ExprKind::Bad, span: from })
    }

    fn unary_within(&mut self) -> Expr {
        let from = self.span();
        for (text, up) in [("++", true), ("--", false)] {
            if self.eat(text) {
                let target = self.unary();
                let span = from.to(target.span);
                return Expr { kind: ExprKind::Step { target: Box::new(target), up, before: true }, span };
            }
        }
        if self.is("-") && matches!(self.kind_at(1), TokenKind::IntMin | TokenKind::LongMin) {
            let kind = if *self.kind_at(1) == TokenKind::IntMin {
                ExprKind::Int(i32::MIN)
            } else {
                ExprKind::Long(i64::MIN)
            };
            self.at += 2;
            return Expr { kind, span: from.to(self.last_span()) };
        }
        for (text, operator) in
            [("+", Unary::Plus), ("-", Unary::Minus), ("!", Unary::Not), ("~", Unary::Complement)]
        {
            if self.eat(text) {
                let value = self.unary();
                let span = from.to(value.span);
                return Expr { kind: ExprKind::Unary(operator, Box::new(value)), span };
            }
        }
        if let Some(cast) = self.cast() {
            return cast;
        }
        let primary = self.primary();
        self.postfix(primary)
    }

    /// `(Type) value`, if that is what stands here.
    fn cast(&mut self) -> Option<Expr> {
        if !self.is("(") {
            return None;
        }
        let mut end = self.type_end(self.at + 1)?;
        while matches!(self.kind_of(end), TokenKind::Op("&")) {
            end = self.type_end(end + 1)?;
        }
        if !matches!(self.kind_of(end), TokenKind::Op(")")) {
            return None;
        }
        let primitive = matches!(self.kind_at(1), TokenKind::Key(_))
            && !matches!(self.kind_of(end - 1), TokenKind::Op("]"));
        let starts_value = match self.kind_of(end + 1) {
            TokenKind::Word(_) => true,
            TokenKind::Key(name) => matches!(
                *name,
                "this"
                    | "super"
                    | "new"
                    | "null"
                    | "true"
                    | "false"
                    | "switch"
                    | "int"
                    | "long"
                    | "char"
                    | "byte"
                    | "short"
                    | "double"
                    | "float"
                    | "boolean"
                    | "void"
            ),
            TokenKind::Op("(" | "!" | "~") => true,
            TokenKind::Op("+" | "-" | "++" | "--") => primitive,
            TokenKind::Op(_) | TokenKind::End | TokenKind::Host(_) => false,
            _ => true,
        };
        if !starts_value {
            return None;
        }
        let from = self.span();
        self.at += 1;
        let java_type = self.type_ref();
        while self.eat("&") {
            self.type_ref();
        }
        self.expect(")");
        let value = if self.is_lambda() { self.lambda() } else { self.unary() };
        let span = from.to(value.span);
        Some(Expr { kind: ExprKind::Cast(java_type, Box::new(value)), span })
    }

    fn is_lambda(&self) -> bool {
        match self.kind() {
            TokenKind::Word(_) => self.is_at(1, "->"),
            TokenKind::Op("(") => match self.kind_at(1) {
                TokenKind::Op(")") => self.is_at(2, "->"),
                TokenKind::Word(_) | TokenKind::Key(_) => self
                    .closing(self.at)
                    .is_some_and(|end| matches!(self.kind_of(end + 1), TokenKind::Op("->"))),
                _ => false,
            },
            _ => false,
        }
    }

    fn lambda(&mut self) -> Expr {
        let from = self.span();
        let mut params = Vec::new();
        if self.eat("(") {
            while !self.is(")") && !self.is_end() {
                self.eat("final");
                let inferred =
                    matches!(self.kind(), TokenKind::Word(_)) && (self.is_at(1, ",") || self.is_at(1, ")"));
                let java_type = if inferred {
                    TypeRef { kind: TypeKind::Inferred, span: self.span() }
                } else {
                    self.type_ref()
                };
                params.push(Param { java_type, name: self.name(), is_final: false });
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")");
        } else {
            let java_type = TypeRef { kind: TypeKind::Inferred, span: self.span() };
            params.push(Param { java_type, name: self.name(), is_final: false });
        }
        self.expect("->");
        let body =
            if self.is("{") { LambdaBody::Block(self.block()) } else { LambdaBody::Expr(self.expression()) };
        let span = from.to(self.last_span());
        Expr { kind: ExprKind::Lambda(Box::new(Lambda { params, body })), span }
    }
}

/// Puts together what operators of this level or one that binds more have on both sides.
fn reduce(operands: &mut Vec<Expr>, operators: &mut Vec<(usize, Binary, Span)>, level: usize) {
    while let Some(&(top, ..)) = operators.last().filter(|(own, ..)| *own >= level) {
        let count = operators.iter().rev().take_while(|(own, ..)| *own == top).count();
        let operators = operators.split_off(operators.len() - count);
        let operands_of = operands.split_off(operands.len() - count - 1);
        let span = operands_of.iter().fold(operands_of[0].span, |span, operand| span.to(operand.span));
        let operators = operators.into_iter().map(|(_, operator, span)| (operator, span)).collect();
        operands.push(Expr { kind: ExprKind::Chain(operands_of, operators), span });
    }
}

/// The name `a.b.C` that was read as an expression.
pub(crate) fn dotted(value: &Expr) -> vespid_render::value::Str {
    match &value.kind {
        ExprKind::Name(name) => name.clone(),
        ExprKind::Field(target, name) => {
            let mut all = dotted(target);
            all.push('.');
            all.push_str(name);
            all
        }
        _ => "?".into(),
    }
}
