//! The parser's own tools: looking at tokens, reporting, going on after errors; source files.

use vespid_render::source::Span;
use vespid_render::value::Str;

use super::Problem;
use super::ast::Members;
use super::ast::SourceUnit;
use super::ast::Stmt;
use super::token::Token;
use super::token::TokenKind;

/// How deep blocks, expressions and classes may nest.
const MAX_DEPTH: usize = 200;

/// The longest chain of calls and fields `a.b().c…`.
pub(super) const MAX_CHAIN: usize = 1000;

/// After so many problems the rest is not told.
const MAX_PROBLEMS: usize = 50;

/// Reads tokens as Java.
pub(crate) struct Parser<'a> {
    tokens: &'a [Token],
    pub(super) at: usize,
    pub(super) problems: Vec<Problem>,
    depth: usize,
    end: Token,
    /// The token at which a problem was told last.
    pub(super) stuck: usize,
}

impl<'a> Parser<'a> {
    /// A parser of these tokens; `end` is the place behind them.
    pub(crate) fn new(tokens: &'a [Token], end: Span) -> Self {
        Parser {
            tokens,
            at: 0,
            problems: Vec::new(),
            depth: 0,
            end: Token { kind: TokenKind::End, span: end },
            stuck: usize::MAX,
        }
    }

    /// The statements of a page, in a row.
    pub(crate) fn page(mut self) -> (Vec<Stmt>, Vec<Problem>) {
        let mut statements = Vec::new();
        while !self.is_end() {
            if self.eat("}") {
                self.problem_before("there is a '}' too many");
                continue;
            }
            statements.push(self.statement());
        }
        (statements, self.problems)
    }

    /// The members of the page's class: all its declarations in a row.
    pub(crate) fn declarations(mut self) -> (Members, Vec<Problem>) {
        let mut members = Members::default();
        while !self.is_end() {
            if self.eat("}") {
                self.problem_before("there is a '}' too many");
                continue;
            }
            self.member(&mut members, "");
        }
        (members, self.problems)
    }

    /// A source file.
    pub(crate) fn source(mut self) -> (SourceUnit, Vec<Problem>) {
        let mut unit = SourceUnit::default();
        self.annotations();
        if self.eat("package") {
            unit.package = self.dotted_name();
            self.expect(";");
        }
        loop {
            if self.eat(";") {
                continue;
            }
            if !self.eat("import") {
                break;
            }
            let from = self.span();
            let is_static = self.eat("static");
            let mut name = self.dotted_name();
            if self.eat(".") {
                self.expect("*");
                name.push_str(".*");
            }
            let span = from.to(self.last_span());
            self.expect(";");
            unit.imports.push((name, is_static, span));
        }
        while !self.is_end() {
            if self.eat(";") {
                continue;
            }
            if self.eat("}") {
                self.problem_before("there is a '}' too many");
                continue;
            }
            let modifiers = self.modifiers();
            match self.class(modifiers) {
                Some(class) => unit.classes.push(class),
                None => {
                    self.problem("a class, interface, enum or record should stand here");
                    self.skip_to_member();
                }
            }
        }
        (unit, self.problems)
    }

    pub(super) fn token(&self) -> &Token {
        self.tokens.get(self.at).unwrap_or(&self.end)
    }

    pub(super) fn kind(&self) -> &TokenKind {
        &self.token().kind
    }

    pub(super) fn kind_at(&self, ahead: usize) -> &TokenKind {
        &self.tokens.get(self.at + ahead).unwrap_or(&self.end).kind
    }

    pub(super) fn span(&self) -> Span {
        self.token().span
    }

    pub(super) fn last_span(&self) -> Span {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(self.end.span, |token| token.span)
    }

    pub(super) fn is_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Whether a keyword or operator stands here.
    pub(super) fn is(&self, text: &str) -> bool {
        self.is_at(0, text)
    }

    pub(super) fn is_at(&self, ahead: usize, text: &str) -> bool {
        matches!(self.kind_at(ahead), TokenKind::Key(own) | TokenKind::Op(own) if *own == text)
    }

    /// Whether a word that is not reserved stands here.
    pub(super) fn is_word(&self, text: &str) -> bool {
        matches!(self.kind(), TokenKind::Word(word) if word == text)
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.is(text);
        self.at += usize::from(found);
        found
    }

    /// Whether operators stand here, one right behind the other (`>` `>` is a shift).
    pub(super) fn is_joined(&self, parts: &[&str]) -> bool {
        parts.iter().enumerate().all(|(ahead, part)| {
            self.is_at(ahead, part)
                && (ahead == 0
                    || self.tokens[self.at + ahead - 1].span.end == self.tokens[self.at + ahead].span.start)
        })
    }

    pub(super) fn expect(&mut self, text: &str) {
        if self.eat(text) {
            return;
        }
        let found = self.describe();
        // What is missing is missing behind what stands before, rather than at what comes next.
        let at = match text {
            ";" | ")" | "]" | "}" => self.last_span(),
            _ => self.span(),
        };
        self.problem_at(format!("'{text}' is missing before {found}"), at);
    }

    /// What stands here, for messages.
    pub(super) fn describe(&self) -> String {
        match self.kind() {
            TokenKind::Word(word) => format!("'{word}'"),
            TokenKind::Key(text) | TokenKind::Op(text) => format!("'{text}'"),
            TokenKind::End => "the end of the code".into(),
            TokenKind::Host(_) => "what follows on the page".into(),
            _ => "the literal".into(),
        }
    }

    /// Reports something at the token that stands here, once for each token.
    pub(super) fn problem(&mut self, message: impl Into<String>) {
        let span = self.span();
        self.problem_at(message, span);
    }

    fn problem_before(&mut self, message: impl Into<String>) {
        let span = self.last_span();
        self.problem_at(message, span);
    }

    pub(super) fn problem_at(&mut self, message: impl Into<String>, span: Span) {
        if self.stuck == self.at || self.problems.len() >= MAX_PROBLEMS {
            return;
        }
        self.stuck = self.at;
        self.problems.push(Problem::new(message, span));
    }

    /// Runs what nests, unless it nests too deep.
    pub(super) fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> T,
        otherwise: impl FnOnce() -> T,
    ) -> T {
        if self.depth >= MAX_DEPTH {
            self.problem(format!("the code nests more than {MAX_DEPTH} deep"));
            self.at = self.tokens.len();
            return otherwise();
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    pub(super) fn word(&mut self) -> Option<Str> {
        let TokenKind::Word(word) = self.kind() else { return None };
        let word = word.clone();
        self.at += 1;
        Some(word)
    }

    /// A name; an empty one where it is missing, which is reported.
    pub(super) fn name(&mut self) -> Str {
        match self.word() {
            Some(word) => word,
            None => {
                let found = self.describe();
                self.problem(format!("a name should stand here, not {found}"));
                Str::new()
            }
        }
    }

    /// `a.b.c`, of which the dot before what is no name is left alone.
    pub(super) fn dotted_name(&mut self) -> Str {
        let mut name = self.name();
        while self.is(".") && matches!(self.kind_at(1), TokenKind::Word(_)) {
            self.at += 1;
            name.push('.');
            name.push_str(&self.name());
        }
        name
    }

    /// Leaves out the rest of a statement that can't be read.
    pub(super) fn skip_statement(&mut self) {
        let mut depth = 0;
        while !self.is_end() {
            match self.kind() {
                TokenKind::Op("{" | "(" | "[") => depth += 1,
                TokenKind::Op("}") if depth <= 0 => return,
                TokenKind::Op("}" | ")" | "]") => depth -= 1,
                TokenKind::Op(";") if depth <= 0 => {
                    self.at += 1;
                    return;
                }
                TokenKind::Host(_) => return,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Leaves out what is no member of a class, up to the next `;` or behind the next block.
    pub(super) fn skip_to_member(&mut self) {
        let mut depth = 0;
        while !self.is_end() {
            match self.kind() {
                TokenKind::Op("{") => depth += 1,
                TokenKind::Op("}") if depth == 0 => return,
                TokenKind::Op("}") => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        return;
                    }
                }
                TokenKind::Op(";") if depth == 0 => {
                    self.at += 1;
                    return;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// The place of the token that closes the bracket at `at`, if there is one.
    pub(super) fn closing(&self, at: usize) -> Option<usize> {
        let mut depth = 0usize;
        for (offset, token) in self.tokens.get(at..)?.iter().enumerate() {
            match token.kind {
                TokenKind::Op("(" | "[" | "{") => depth += 1,
                TokenKind::Op(")" | "]" | "}") => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at + offset);
                    }
                }
                _ => {}
            }
        }
        None
    }

    pub(super) fn kind_of(&self, at: usize) -> &TokenKind {
        &self.tokens.get(at).unwrap_or(&self.end).kind
    }
}
