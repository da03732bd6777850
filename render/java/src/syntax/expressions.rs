//! Expressions (Java Language Specification 17, chapter 15).

use vespid_render::source::Span;

use super::Parser;
use super::ast::Binary;
use super::ast::Call;
use super::ast::ClassDecl;
use super::ast::ClassKind;
use super::ast::Expr;
use super::ast::ExprKind;
use super::ast::Lambda;
use super::ast::LambdaBody;
use super::ast::Members;
use super::ast::Modifiers;
use super::ast::New;
use super::ast::Param;
use super::ast::TypeKind;
use super::ast::TypeRef;
use super::ast::Unary;
use super::parser::MAX_CHAIN;
use super::token::TokenKind;
use super::types::array_of;

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
                params.push(Param { java_type, name: self.name() });
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")");
        } else {
            let java_type = TypeRef { kind: TypeKind::Inferred, span: self.span() };
            params.push(Param { java_type, name: self.name() });
        }
        self.expect("->");
        let body =
            if self.is("{") { LambdaBody::Block(self.block()) } else { LambdaBody::Expr(self.expression()) };
        let span = from.to(self.last_span());
        Expr { kind: ExprKind::Lambda(Box::new(Lambda { params, body })), span }
    }

    fn primary(&mut self) -> Expr {
        let span = self.span();
        let simple = |kind| Expr { kind, span };
        let kind = match self.kind().clone() {
            TokenKind::Int(value) => ExprKind::Int(value),
            TokenKind::Long(value) => ExprKind::Long(value),
            TokenKind::Float(value) => ExprKind::Float(value),
            TokenKind::Double(value) => ExprKind::Double(value),
            TokenKind::Char(value) => ExprKind::Char(value),
            TokenKind::Text(value) => ExprKind::Text(value),
            TokenKind::Key("true") => ExprKind::Bool(true),
            TokenKind::Key("false") => ExprKind::Bool(false),
            TokenKind::Key("null") => ExprKind::Null,
            TokenKind::Key("this") => ExprKind::This,
            TokenKind::Key("new") => return self.creation(),
            TokenKind::Key("switch") => return self.switch_expression(),
            TokenKind::Key("super") => return self.on_super(),
            TokenKind::Op("(") => {
                self.at += 1;
                let inner = self.expression();
                self.expect(")");
                return inner;
            }
            TokenKind::Key(
                "int" | "long" | "char" | "byte" | "short" | "double" | "float" | "boolean" | "void",
            ) => {
                return self.type_member();
            }
            TokenKind::Word(word) => {
                if self.starts_type_member() {
                    return self.type_member();
                }
                self.at += 1;
                if self.is("(") {
                    return self.call(None, false, word, span);
                }
                return simple(ExprKind::Name(word));
            }
            TokenKind::IntMin | TokenKind::LongMin => {
                self.problem("the number is too large");
                ExprKind::Int(0)
            }
            _ => {
                let found = self.describe();
                self.problem(format!("an expression should stand here, not {found}"));
                // Brackets that close are left for whoever opened them.
                if !matches!(
                    self.kind(),
                    TokenKind::Op(")" | "]" | "}" | ";" | ",") | TokenKind::Host(_) | TokenKind::End
                ) {
                    self.at += 1;
                }
                return simple(ExprKind::Bad);
            }
        };
        self.at += 1;
        simple(kind)
    }

    /// Whether `Type[]::new`, `Type<…>::m`, `Type[].class` stand here.
    fn starts_type_member(&self) -> bool {
        let Some(end) = self.type_end(self.at) else { return false };
        match self.kind_of(end) {
            TokenKind::Op("::") => {
                matches!(self.kind_of(end - 1), TokenKind::Op("]" | ">"))
            }
            TokenKind::Op(".") => {
                matches!(self.kind_of(end - 1), TokenKind::Op("]"))
                    && matches!(self.kind_of(end + 1), TokenKind::Key("class"))
            }
            _ => false,
        }
    }

    fn type_member(&mut self) -> Expr {
        let java_type = self.type_ref();
        let from = java_type.span;
        if self.eat("::") {
            let name = if self.eat("new") { "new".into() } else { self.name() };
            let target = Box::new(Expr { kind: ExprKind::Bad, span: from });
            return Expr {
                kind: ExprKind::MethodRef(target, Some(java_type), name),
                span: from.to(self.last_span()),
            };
        }
        self.expect(".");
        self.expect("class");
        Expr { kind: ExprKind::ClassLiteral(java_type), span: from.to(self.last_span()) }
    }

    fn on_super(&mut self) -> Expr {
        let from = self.span();
        self.at += 1;
        if self.eat("::") {
            let name = self.name();
            let target = Box::new(Expr { kind: ExprKind::This, span: from });
            return Expr { kind: ExprKind::MethodRef(target, None, name), span: from.to(self.last_span()) };
        }
        self.expect(".");
        let name_span = self.span();
        let name = self.name();
        if self.is("(") {
            return self.call(None, true, name, name_span);
        }
        Expr { kind: ExprKind::SuperField(name), span: from.to(self.last_span()) }
    }

    fn call(
        &mut self,
        target: Option<Expr>,
        on_super: bool,
        name: vespid_render::value::Str,
        name_span: Span,
    ) -> Expr {
        let from = target.as_ref().map_or(name_span, |target| target.span);
        let args = self.arguments();
        let span = from.to(self.last_span());
        Expr { kind: ExprKind::Call(Box::new(Call { target, on_super, name, name_span, args })), span }
    }

    /// `(a, b)`
    pub(super) fn arguments(&mut self) -> Vec<Expr> {
        let mut args = Vec::new();
        self.expect("(");
        while !self.is(")") && !self.is_end() {
            let before = self.at;
            args.push(self.expression());
            if !self.eat(",") || self.at == before {
                break;
            }
        }
        self.expect(")");
        args
    }

    fn postfix(&mut self, mut value: Expr) -> Expr {
        for _ in 0..MAX_CHAIN {
            let from = value.span;
            if self.is(".") {
                self.at += 1;
                self.skip_type_arguments();
                let name_span = self.span();
                if self.eat("class") {
                    let java_type = TypeRef { kind: TypeKind::Named(dotted(&value)), span: from };
                    value = Expr { kind: ExprKind::ClassLiteral(java_type), span: from.to(self.last_span()) };
                    continue;
                }
                if self.eat("this") {
                    value =
                        Expr { kind: ExprKind::OuterThis(dotted(&value)), span: from.to(self.last_span()) };
                    continue;
                }
                if self.is("super") {
                    // `Interface.super.method()`
                    value = self.on_super();
                    continue;
                }
                if self.is("new") {
                    value = self.creation();
                    continue;
                }
                let name = self.name();
                if self.is("(") {
                    value = self.call(Some(value), false, name, name_span);
                } else {
                    value = Expr {
                        kind: ExprKind::Field(Box::new(value), name),
                        span: from.to(self.last_span()),
                    };
                }
            } else if self.is("[") {
                self.at += 1;
                let index = self.expression();
                self.expect("]");
                value = Expr {
                    kind: ExprKind::Index(Box::new(value), Box::new(index)),
                    span: from.to(self.last_span()),
                };
            } else if self.is("++") || self.is("--") {
                let up = self.is("++");
                self.at += 1;
                value = Expr {
                    kind: ExprKind::Step { target: Box::new(value), up, before: false },
                    span: from.to(self.last_span()),
                };
            } else if self.eat("::") {
                let name = if self.eat("new") { "new".into() } else { self.name() };
                value = Expr {
                    kind: ExprKind::MethodRef(Box::new(value), None, name),
                    span: from.to(self.last_span()),
                };
            } else {
                return value;
            }
        }
        self.problem(format!("a chain of more than {MAX_CHAIN} calls"));
        self.skip_statement();
        value
    }

    fn creation(&mut self) -> Expr {
        let from = self.span();
        self.expect("new");
        let class = self.type_without_array();
        if self.is("[") {
            let mut lengths = Vec::new();
            let mut more = 0;
            while self.eat("[") {
                if self.eat("]") {
                    more += 1;
                } else {
                    lengths.push(self.expression());
                    self.expect("]");
                }
            }
            let items = if lengths.is_empty() && self.is("{") {
                match self.items().kind {
                    ExprKind::Items(items) => Some(items),
                    _ => None,
                }
            } else {
                if lengths.is_empty() {
                    self.problem("an array needs its length or its items");
                }
                None
            };
            let span = from.to(self.last_span());
            return Expr { kind: ExprKind::NewArray { element: class, lengths, more, items }, span };
        }
        let args = if self.is("(") {
            self.arguments()
        } else {
            self.problem("'(' is missing behind the class");
            Vec::new()
        };
        let body = self.is("{").then(|| self.anonymous(&class));
        let span = from.to(self.last_span());
        Expr { kind: ExprKind::New(Box::new(New { class, args, body })), span }
    }

    /// The body of an anonymous class.
    pub(super) fn anonymous(&mut self, class: &TypeRef) -> ClassDecl {
        let span = class.span;
        let mut members = Members::default();
        self.expect("{");
        self.members(&mut members, "");
        ClassDecl {
            kind: ClassKind::Class,
            modifiers: Modifiers::default(),
            name: vespid_render::value::Str::new(),
            span,
            type_params: Vec::new(),
            extends: Some(class.clone()),
            implements: Vec::new(),
            components: Vec::new(),
            constants: Vec::new(),
            members,
        }
    }

    /// `{ a, b }`: the items of an array.
    pub(super) fn items(&mut self) -> Expr {
        let from = self.span();
        let read = |parser: &mut Self| {
            let mut items = Vec::new();
            parser.expect("{");
            while !parser.is("}") && !parser.is_end() {
                let before = parser.at;
                items.push(if parser.is("{") { parser.items() } else { parser.expression() });
                if !parser.eat(",") || parser.at == before {
                    break;
                }
            }
            parser.expect("}");
            items
        };
        let items = self.nested(read, Vec::new);
        Expr { kind: ExprKind::Items(items), span: from.to(self.last_span()) }
    }

    fn switch_expression(&mut self) -> Expr {
        let switch = self.switch();
        let span = switch.span;
        Expr { kind: ExprKind::Switch(Box::new(switch)), span }
    }

    /// The component type with `more` pairs of brackets behind it.
    pub(super) fn brackets(&mut self, mut java_type: TypeRef) -> TypeRef {
        while self.is("[") && self.is_at(1, "]") {
            self.at += 2;
            java_type = array_of(java_type);
        }
        java_type
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
