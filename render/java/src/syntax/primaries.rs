//! Primary expressions and what stands behind them: calls, fields, indices, new objects.

use vespid_render::source::Span;

use super::Parser;
use super::ast::Call;
use super::ast::ClassDecl;
use super::ast::ClassKind;
use super::ast::Expr;
use super::ast::ExprKind;
use super::ast::Members;
use super::ast::Modifiers;
use super::ast::New;
use super::ast::TypeKind;
use super::ast::TypeRef;
use super::expressions::dotted;
use super::parser::MAX_CHAIN;
use super::token::TokenKind;
use super::types::array_of;

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Expr {
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

    pub(super) fn postfix(&mut self, mut value: Expr) -> Expr {
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
