//! Statements (Java Language Specification 17, chapter 14), and pieces of the page among them.

use vespid_render::source::Span;

use super::Parser;
use super::ast::Case;
use super::ast::Catch;
use super::ast::Expr;
use super::ast::ExprKind;
use super::ast::Point;
use super::ast::Region;
use super::ast::Stmt;
use super::ast::StmtKind;
use super::ast::Switch;
use super::ast::Try;
use super::ast::TypeRef;
use super::ast::Variable;
use super::token::Host;
use super::token::TokenKind;

impl Parser<'_> {
    /// `{ … }`
    pub(super) fn block(&mut self) -> Vec<Stmt> {
        let opening = self.span();
        self.expect("{");
        let mut statements = Vec::new();
        while !self.is("}") {
            if self.is_end() || self.closes_region() {
                self.problem_at("this '{' is not closed", opening);
                return statements;
            }
            statements.push(self.statement());
        }
        self.at += 1;
        statements
    }

    /// Whether a body of an action ends here, beyond which no block reaches.
    fn closes_region(&self) -> bool {
        matches!(self.kind(), TokenKind::Host(Host::BodyEnd(_) | Host::RegionEnd))
    }

    /// Reads a statement; something is read in any case.
    pub(super) fn statement(&mut self) -> Stmt {
        let from = self.span();
        let before = self.at;
        let kind = self.nested(Self::statement_within, || StmtKind::Empty);
        if self.at == before && !self.is_end() {
            self.at += 1;
        }
        Stmt { kind, span: from.to(self.last_span()) }
    }

    fn statement_within(&mut self) -> StmtKind {
        match self.kind().clone() {
            TokenKind::Host(host) => self.host(&host),
            TokenKind::Op("{") => StmtKind::Block(self.block()),
            TokenKind::Op(";") => {
                self.at += 1;
                StmtKind::Empty
            }
            TokenKind::Key(key) => self.keyword(key),
            TokenKind::Op("@") => self.declaration(),
            TokenKind::Word(word) => {
                if self.is_at(1, ":") && !self.is_at(1, "::") {
                    self.at += 2;
                    return StmtKind::Labelled(word, Box::new(self.statement()));
                }
                if word == "yield" && !self.is_at(1, "=") && !self.is_at(1, ".") && !self.is_at(1, "++") {
                    self.at += 1;
                    let value = self.expression();
                    self.expect(";");
                    return StmtKind::Yield(value);
                }
                if self.starts_class() {
                    return self.declaration();
                }
                if self.starts_local() { self.local(false) } else { self.expression_statement() }
            }
            _ => self.expression_statement(),
        }
    }

    fn host(&mut self, host: &Host) -> StmtKind {
        self.at += 1;
        match host {
            Host::Segment(segment) => StmtKind::Segment(*segment),
            Host::Print => StmtKind::Print(self.host_expression()),
            Host::Push(segment) => StmtKind::Push(*segment, self.host_expression()),
            Host::Variable(name, class) => StmtKind::Sync(name.clone(), class.clone()),
            Host::Region(start) => {
                let mut points = Vec::new();
                loop {
                    match *self.kind() {
                        TokenKind::Host(Host::Push(segment)) => {
                            self.at += 1;
                            points.push(Point::Value(self.host_expression(), segment));
                        }
                        TokenKind::Host(Host::Body) => {
                            self.at += 1;
                            let (body, after) = self.region_body();
                            points.push(Point::Body(body, after));
                        }
                        _ => break,
                    }
                }
                if *self.kind() == TokenKind::Host(Host::RegionEnd) {
                    self.at += 1;
                }
                StmtKind::Region(Box::new(Region { start: *start, points }))
            }
            // What is left over of an expression or body that could not be read, which was reported.
            Host::ExpressionEnd | Host::Body | Host::BodyEnd(_) | Host::RegionEnd => StmtKind::Empty,
        }
    }

    /// The body of an action, and the segment behind it.
    fn region_body(&mut self) -> (Vec<Stmt>, u32) {
        let mut body = Vec::new();
        while !self.is_end() && !self.closes_region() {
            if self.is("}") {
                self.problem("this '}' closes nothing within the body of the action around it");
                self.at += 1;
                continue;
            }
            body.push(self.statement());
        }
        match *self.kind() {
            TokenKind::Host(Host::BodyEnd(after)) => {
                self.at += 1;
                (body, after)
            }
            _ => (body, 0),
        }
    }

    /// The expression of a scripting element, up to its end.
    fn host_expression(&mut self) -> Expr {
        if *self.kind() == TokenKind::Host(Host::ExpressionEnd) {
            self.problem("an expression should stand here");
            self.at += 1;
            return Expr { kind: ExprKind::Bad, span: self.last_span() };
        }
        let value = self.expression();
        if self.is(";") && *self.kind_at(1) == TokenKind::Host(Host::ExpressionEnd) {
            self.problem("an expression ends without a semicolon");
            self.at += 1;
        }
        if *self.kind() != TokenKind::Host(Host::ExpressionEnd) {
            let found = self.describe();
            self.problem(format!("the expression should end before {found}"));
            while !self.is_end() && *self.kind() != TokenKind::Host(Host::ExpressionEnd) {
                self.at += 1;
            }
        }
        self.at += 1;
        value
    }

    fn expression_statement(&mut self) -> StmtKind {
        let value = self.expression();
        let does_something = matches!(
            value.kind,
            ExprKind::Call(_)
                | ExprKind::Assign { .. }
                | ExprKind::Step { .. }
                | ExprKind::New(_)
                | ExprKind::Bad
                | ExprKind::Switch(_)
        );
        if !does_something {
            self.problem_at("this is no statement: its value is not used", value.span);
        }
        if self.is(";") {
            self.at += 1;
        } else {
            self.expect(";");
            self.skip_statement();
        }
        StmtKind::Expr(value)
    }

    fn keyword(&mut self, key: &'static str) -> StmtKind {
        match key {
            "if" => {
                self.at += 1;
                let condition = self.condition();
                let then = Box::new(self.statement());
                let other = self.eat("else").then(|| Box::new(self.statement()));
                StmtKind::If(condition, then, other)
            }
            "while" => {
                self.at += 1;
                let condition = self.condition();
                StmtKind::While(condition, Box::new(self.statement()))
            }
            "do" => {
                self.at += 1;
                let body = Box::new(self.statement());
                self.expect("while");
                let condition = self.condition();
                self.expect(";");
                StmtKind::DoWhile(body, condition)
            }
            "for" => self.for_statement(),
            "break" | "continue" => {
                self.at += 1;
                let label = self.word();
                self.expect(";");
                if key == "break" { StmtKind::Break(label) } else { StmtKind::Continue(label) }
            }
            "return" => {
                self.at += 1;
                let value = (!self.is(";")).then(|| self.expression());
                self.expect(";");
                StmtKind::Return(value)
            }
            "throw" => {
                self.at += 1;
                let value = self.expression();
                self.expect(";");
                StmtKind::Throw(value)
            }
            "switch" => {
                let switch = self.switch();
                StmtKind::Switch(Box::new(switch))
            }
            "try" => self.try_statement(),
            "synchronized" => {
                self.at += 1;
                let lock = self.condition();
                StmtKind::Synchronized(lock, self.block())
            }
            "assert" => {
                self.at += 1;
                let condition = self.expression();
                let message = self.eat(":").then(|| self.expression());
                self.expect(";");
                StmtKind::Assert(condition, message)
            }
            "this" | "super" if self.is_at(1, "(") => {
                self.at += 1;
                let args = self.arguments();
                self.expect(";");
                StmtKind::Construct { on_super: key == "super", args }
            }
            "final" | "abstract" | "static" | "class" | "interface" | "enum" | "strictfp" => {
                self.declaration()
            }
            "int" | "long" | "char" | "byte" | "short" | "double" | "float" | "boolean" => {
                if self.starts_local() { self.local(false) } else { self.expression_statement() }
            }
            "else" => {
                self.problem("this 'else' has no 'if' before it");
                self.at += 1;
                StmtKind::Empty
            }
            "catch" | "finally" => {
                self.problem(format!("this '{key}' has no 'try' before it"));
                self.at += 1;
                StmtKind::Empty
            }
            "case" | "default" => {
                self.problem(format!("'{key}' stands only within a switch"));
                self.at += 1;
                StmtKind::Empty
            }
            "public" | "private" | "protected" => {
                self.problem(format!("'{key}' stands only before members of a class"));
                self.at += 1;
                StmtKind::Empty
            }
            _ => self.expression_statement(),
        }
    }

    fn condition(&mut self) -> Expr {
        self.expect("(");
        let condition = self.expression();
        self.expect(")");
        condition
    }

    /// Whether a class is declared here, modifiers before it included.
    fn starts_class(&self) -> bool {
        match self.kind() {
            TokenKind::Key("class" | "interface" | "enum") => true,
            TokenKind::Word(word) => {
                word == "record"
                    && matches!(self.kind_at(1), TokenKind::Word(_))
                    && (self.is_at(2, "(") || self.is_at(2, "<"))
            }
            _ => false,
        }
    }

    /// A local class or a variable, with modifiers before it.
    fn declaration(&mut self) -> StmtKind {
        let modifiers = self.modifiers();
        if self.starts_class()
            && let Some(class) = self.class(modifiers)
        {
            return StmtKind::LocalClass(Box::new(class));
        }
        if self.starts_local() {
            return self.local(modifiers.is_final);
        }
        let found = self.describe();
        self.problem(format!("a variable or class should stand here, not {found}"));
        self.skip_statement();
        StmtKind::Empty
    }

    /// Whether a type and a name stand here.
    fn starts_local(&self) -> bool {
        let Some(end) = self.type_end(self.at) else { return false };
        matches!(self.kind_of(end), TokenKind::Word(_))
            && !matches!(self.kind_of(end + 1), TokenKind::Op("(" | "." | "->" | "::"))
    }

    fn local(&mut self, is_final: bool) -> StmtKind {
        let variables = self.variables(is_final);
        self.expect(";");
        StmtKind::Local(variables)
    }

    /// `int a = 1, b[]`
    fn variables(&mut self, is_final: bool) -> Vec<Variable> {
        let java_type = self.type_ref();
        let mut variables = Vec::new();
        loop {
            variables.push(Variable { is_final, ..self.variable(&java_type) });
            if !self.eat(",") {
                return variables;
            }
        }
    }

    /// A name with its value.
    pub(super) fn variable(&mut self, java_type: &TypeRef) -> Variable {
        let span = self.span();
        let name = self.name();
        let java_type = self.brackets(java_type.clone());
        let value = self.eat("=").then(|| if self.is("{") { self.items() } else { self.expression() });
        Variable { java_type, name, value, is_final: false, span }
    }

    fn for_statement(&mut self) -> StmtKind {
        self.at += 1;
        self.expect("(");
        let is_final = self.modifiers().is_final;
        if let Some(end) = self.type_end(self.at)
            && matches!(self.kind_of(end), TokenKind::Word(_))
            && matches!(self.kind_of(end + 1), TokenKind::Op(":"))
        {
            let java_type = self.type_ref();
            let name = self.name();
            self.expect(":");
            let items = self.expression();
            self.expect(")");
            return StmtKind::ForEach { java_type, name, items, body: Box::new(self.statement()) };
        }
        let mut init = Vec::new();
        if !self.is(";") {
            let span = self.span();
            if self.starts_local() {
                init.push(Stmt { kind: StmtKind::Local(self.variables(is_final)), span });
            } else {
                for value in self.expressions() {
                    let span = value.span;
                    init.push(Stmt { kind: StmtKind::Expr(value), span });
                }
            }
        }
        self.expect(";");
        let condition = (!self.is(";")).then(|| self.expression());
        self.expect(";");
        let update = if self.is(")") { Vec::new() } else { self.expressions() };
        self.expect(")");
        StmtKind::For { init, condition, update, body: Box::new(self.statement()) }
    }

    fn expressions(&mut self) -> Vec<Expr> {
        let mut all = vec![self.expression()];
        while self.eat(",") {
            all.push(self.expression());
        }
        all
    }

    /// `switch`, statement or expression.
    pub(super) fn switch(&mut self) -> Switch {
        let from = self.span();
        self.at += 1;
        let subject = self.condition();
        self.expect("{");
        let mut cases = Vec::new();
        let mut arrows = false;
        while !self.is("}") && !self.is_end() && !self.closes_region() {
            // Between `switch` and its first `case` a page has nothing but blanks.
            if let TokenKind::Host(Host::Segment(_)) = self.kind()
                && cases.is_empty()
            {
                self.at += 1;
                continue;
            }
            let before = self.at;
            let mut case = Case { labels: Vec::new(), is_default: false, body: Vec::new(), value: false };
            loop {
                if self.eat("case") {
                    loop {
                        if self.eat("default") {
                            case.is_default = true;
                        } else {
                            let label = self.case_label();
                            case.labels.push(label);
                        }
                        if !self.eat(",") {
                            break;
                        }
                    }
                } else if self.eat("default") {
                    case.is_default = true;
                } else {
                    let found = self.describe();
                    self.problem(format!("'case' or 'default' should stand here, not {found}"));
                    self.skip_statement();
                    break;
                }
                if self.is("->") {
                    arrows = true;
                    break;
                }
                self.expect(":");
                if !(self.is("case") || self.is("default")) {
                    break;
                }
            }
            if self.eat("->") {
                if self.is("{") || self.is("throw") {
                    case.body.push(self.statement());
                } else {
                    let value = self.expression();
                    let span = value.span;
                    self.expect(";");
                    case.value = true;
                    case.body.push(Stmt { kind: StmtKind::Expr(value), span });
                }
            } else {
                while !(self.is("case")
                    || self.is("default")
                    || self.is("}")
                    || self.is_end()
                    || self.closes_region())
                {
                    case.body.push(self.statement());
                }
            }
            if self.at == before {
                self.at += 1;
            }
            cases.push(case);
        }
        self.expect("}");
        Switch { subject, cases, arrows, span: from.to(self.last_span()) }
    }

    /// A label: a constant. `X ->` is no lambda here.
    fn case_label(&mut self) -> Expr {
        if let TokenKind::Word(word) = self.kind().clone()
            && self.is_at(1, "->")
        {
            let span = self.span();
            self.at += 1;
            return Expr { kind: ExprKind::Name(word), span };
        }
        self.ternary()
    }

    fn try_statement(&mut self) -> StmtKind {
        let opening = self.span();
        self.at += 1;
        let mut resources = Vec::new();
        if self.eat("(") {
            while !self.is(")") && !self.is_end() {
                self.eat("final");
                if self.starts_local() {
                    let java_type = self.type_ref();
                    resources.push(self.variable(&java_type));
                } else {
                    let value = self.expression();
                    resources.push(unnamed(value));
                }
                if !self.eat(";") {
                    break;
                }
            }
            self.expect(")");
        }
        let body = self.block();
        let mut catches = Vec::new();
        loop {
            if !self.eat("catch") {
                break;
            }
            self.expect("(");
            self.eat("final");
            let mut types = vec![self.type_ref()];
            while self.eat("|") {
                types.push(self.type_ref());
            }
            let name = self.name();
            self.expect(")");
            catches.push(Catch { types, name, body: self.block() });
        }
        let finally = self.eat("finally").then(|| self.block());
        if catches.is_empty() && finally.is_none() && resources.is_empty() {
            self.problem_at("this 'try' has neither 'catch' nor 'finally'", opening);
        }
        StmtKind::Try(Box::new(Try { resources, body, catches, finally }))
    }
}

/// A resource that is a variable already.
fn unnamed(value: Expr) -> Variable {
    let span: Span = value.span;
    let java_type = TypeRef { kind: super::ast::TypeKind::Inferred, span };
    Variable { java_type, name: vespid_render::value::Str::new(), value: Some(value), is_final: true, span }
}
