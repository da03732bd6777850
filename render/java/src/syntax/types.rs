//! Types, and the guess whether something is one.

use vespid_render::value::Str;

use super::Parser;
use super::ast::TypeKind;
use super::ast::TypeRef;
use super::token::TokenKind;

const PRIMITIVES: [&str; 9] = ["boolean", "byte", "char", "double", "float", "int", "long", "short", "void"];

impl Parser<'_> {
    /// Reads a type.
    pub(super) fn type_ref(&mut self) -> TypeRef {
        let mut java_type = self.type_without_array();
        while self.is("[") && self.is_at(1, "]") {
            self.at += 2;
            java_type = array_of(java_type);
        }
        java_type
    }

    /// A type up to the brackets behind it.
    pub(super) fn type_without_array(&mut self) -> TypeRef {
        self.annotations();
        let from = self.span();
        let kind = match self.kind() {
            TokenKind::Key(name) => match PRIMITIVES.iter().find(|primitive| *primitive == name) {
                Some(primitive) => {
                    self.at += 1;
                    TypeKind::Primitive(primitive)
                }
                None => self.named(),
            },
            TokenKind::Word(word) if word == "var" && !self.is_at(1, ".") => {
                self.at += 1;
                TypeKind::Inferred
            }
            _ => self.named(),
        };
        TypeRef { kind, span: from.to(self.last_span()) }
    }

    fn named(&mut self) -> TypeKind {
        let mut name = Str::new();
        loop {
            self.annotations();
            match self.word() {
                Some(part) => name.push_str(&part),
                None => {
                    let found = self.describe();
                    self.problem(format!("a type should stand here, not {found}"));
                    break;
                }
            }
            self.skip_type_arguments();
            if !(self.is(".") && matches!(self.kind_at(1), TokenKind::Word(_))) {
                break;
            }
            self.at += 1;
            name.push('.');
        }
        TypeKind::Named(name)
    }

    /// Leaves out `<…>`: generics are erased.
    pub(super) fn skip_type_arguments(&mut self) {
        if let Some(end) = self.type_arguments_end(self.at) {
            self.at = end;
        }
    }

    /// The token behind type arguments that start at `at`.
    fn type_arguments_end(&self, at: usize) -> Option<usize> {
        if !matches!(self.kind_of(at), TokenKind::Op("<")) {
            return None;
        }
        let mut depth = 0usize;
        let mut next = at;
        loop {
            match self.kind_of(next) {
                TokenKind::Op("<") => depth += 1,
                TokenKind::Op(">") => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(next + 1);
                    }
                }
                TokenKind::Word(_)
                | TokenKind::Op("," | "." | "?" | "&" | "[" | "]" | "@")
                | TokenKind::Key(
                    "extends" | "super" | "int" | "long" | "byte" | "char" | "short" | "float" | "double"
                    | "boolean",
                ) => {}
                _ => return None,
            }
            next += 1;
        }
    }

    /// Reads the names of type parameters `<T extends X, U>`.
    pub(super) fn type_params(&mut self) -> Vec<Str> {
        let Some(end) = self.type_arguments_end(self.at) else { return Vec::new() };
        let mut names = Vec::new();
        let mut depth = 0;
        while self.at < end {
            match self.kind() {
                TokenKind::Op("<") => depth += 1,
                TokenKind::Op(">") => depth -= 1,
                TokenKind::Word(word)
                    if depth == 1 && matches!(self.kind_of(self.at - 1), TokenKind::Op("<" | ",")) =>
                {
                    names.push(word.clone());
                }
                _ => {}
            }
            self.at += 1;
        }
        names
    }

    /// The token behind a type that starts at `at`, if what stands there can be one.
    pub(super) fn type_end(&self, at: usize) -> Option<usize> {
        let mut at = match self.kind_of(at) {
            TokenKind::Key(name) if PRIMITIVES.contains(name) => at + 1,
            TokenKind::Word(_) => {
                let mut at = at;
                loop {
                    let TokenKind::Word(_) = self.kind_of(at) else { return None };
                    at += 1;
                    if let Some(end) = self.type_arguments_end(at) {
                        at = end;
                    }
                    if !matches!(self.kind_of(at), TokenKind::Op(".")) {
                        break at;
                    }
                    at += 1;
                }
            }
            _ => return None,
        };
        while matches!(self.kind_of(at), TokenKind::Op("["))
            && matches!(self.kind_of(at + 1), TokenKind::Op("]"))
        {
            at += 2;
        }
        Some(at)
    }
}

/// The array of that component type.
pub(super) fn array_of(component: TypeRef) -> TypeRef {
    let span = component.span;
    TypeRef { kind: TypeKind::Array(Box::new(component)), span }
}
