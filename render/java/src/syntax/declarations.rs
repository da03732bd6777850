//! Classes and their members (Java Language Specification 17, chapters 8 and 9).

use vespid_render::value::Str;

use super::Parser;
use super::ast::ClassDecl;
use super::ast::ClassKind;
use super::ast::EnumConstant;
use super::ast::FieldDecl;
use super::ast::Members;
use super::ast::MethodDecl;
use super::ast::Modifiers;
use super::ast::Param;
use super::token::TokenKind;
use super::types::array_of;

impl Parser<'_> {
    /// Leaves out annotations.
    pub(super) fn annotations(&mut self) {
        while self.is("@") && !self.is_at(1, "interface") {
            self.at += 1;
            self.dotted_name();
            if self.is("(") {
                match self.closing(self.at) {
                    Some(end) => self.at = end + 1,
                    None => {
                        self.problem("this '(' is not closed");
                        return;
                    }
                }
            }
        }
    }

    /// Reads modifiers and annotations.
    pub(super) fn modifiers(&mut self) -> Modifiers {
        let mut modifiers = Modifiers::default();
        loop {
            self.annotations();
            match self.kind() {
                TokenKind::Key("static") => modifiers.is_static = true,
                TokenKind::Key("abstract") => modifiers.is_abstract = true,
                TokenKind::Key("final") => modifiers.is_final = true,
                TokenKind::Key("public") => modifiers.is_public = true,
                TokenKind::Key("default") if !self.is_at(1, ":") && !self.is_at(1, "->") => {
                    modifiers.is_default = true;
                }
                TokenKind::Key("private") => modifiers.is_private = true,
                TokenKind::Key("protected" | "native" | "strictfp" | "transient" | "volatile") => {}
                TokenKind::Key("synchronized") if !self.is_at(1, "(") => {}
                TokenKind::Word(word)
                    if (word == "sealed" || word == "non")
                        && !self.is_at(1, "=")
                        && !self.is_at(1, ";")
                        && !self.is_at(1, "(")
                        && !self.is_at(1, ".") =>
                {
                    if word == "non" {
                        // `non-sealed`
                        self.at += 2;
                    }
                }
                _ => return modifiers,
            }
            self.at += 1;
        }
    }

    /// Reads a class, interface, enum, record or annotation, if one stands here.
    pub(super) fn class(&mut self, modifiers: Modifiers) -> Option<ClassDecl> {
        let kind = match self.kind() {
            TokenKind::Key("class") => ClassKind::Class,
            TokenKind::Key("interface") => ClassKind::Interface,
            TokenKind::Key("enum") => ClassKind::Enum,
            TokenKind::Op("@") if self.is_at(1, "interface") => {
                self.at += 1;
                ClassKind::Annotation
            }
            TokenKind::Word(word) if word == "record" && matches!(self.kind_at(1), TokenKind::Word(_)) => {
                ClassKind::Record
            }
            _ => return None,
        };
        self.at += 1;
        let span = self.span();
        let name = self.name();
        let type_params = self.type_params();
        let mut class = ClassDecl {
            kind,
            modifiers,
            name: name.clone(),
            span,
            type_params,
            extends: None,
            implements: Vec::new(),
            components: Vec::new(),
            constants: Vec::new(),
            members: Members::default(),
        };
        if kind == ClassKind::Record {
            let (params, _) = self.params();
            class.components = params;
        }
        loop {
            if self.eat("extends") {
                if kind == ClassKind::Interface {
                    self.types_into(&mut class.implements);
                } else {
                    class.extends = Some(self.type_ref());
                }
            } else if self.eat("implements")
                || (self.is_word("permits") && matches!(self.kind_at(1), TokenKind::Word(_)))
            {
                if self.is_word("permits") {
                    self.at += 1;
                    self.types_into(&mut Vec::new());
                } else {
                    self.types_into(&mut class.implements);
                }
            } else {
                break;
            }
        }
        self.expect("{");
        let read = |parser: &mut Self| {
            let mut constants = Vec::new();
            if kind == ClassKind::Enum {
                parser.constants(&mut constants);
            }
            let mut members = Members::default();
            parser.members(&mut members, &name);
            (constants, members)
        };
        (class.constants, class.members) = self.nested(read, || (Vec::new(), Members::default()));
        Some(class)
    }

    fn types_into(&mut self, types: &mut Vec<super::ast::TypeRef>) {
        types.push(self.type_ref());
        while self.eat(",") {
            types.push(self.type_ref());
        }
    }

    fn constants(&mut self, constants: &mut Vec<EnumConstant>) {
        loop {
            self.annotations();
            let span = self.span();
            let Some(name) = self.word() else { break };
            let args = if self.is("(") { self.arguments() } else { Vec::new() };
            let body = self.is("{").then(|| {
                let class = super::ast::TypeRef { kind: super::ast::TypeKind::Inferred, span };
                self.anonymous(&class)
            });
            constants.push(EnumConstant { name, args, body, span });
            if !self.eat(",") {
                break;
            }
        }
        if !self.is("}") {
            self.expect(";");
        }
    }

    /// Reads members up to the `}` of the class, and that.
    pub(super) fn members(&mut self, members: &mut Members, class: &str) {
        let opening = self.last_span();
        while !self.eat("}") {
            if self.is_end() {
                self.problem_at("this '{' is not closed", opening);
                return;
            }
            self.member(members, class);
        }
    }

    /// Reads one member of a class of that name.
    pub(super) fn member(&mut self, members: &mut Members, class: &str) {
        if self.eat(";") {
            return;
        }
        let before = self.at;
        if self.is("{") || (self.is("static") && self.is_at(1, "{")) {
            let is_static = self.eat("static");
            let fields = members.fields.len();
            let block = self.block();
            members.initialisers.push((is_static, block, fields));
            return;
        }
        let modifiers = self.modifiers();
        if let Some(class) = self.class(modifiers) {
            members.classes.push(class);
            return;
        }
        let type_params = self.type_params();
        let span = self.span();
        if let TokenKind::Word(word) = self.kind().clone() {
            let constructor = self.is_at(1, "(");
            if (constructor || self.is_at(1, "{")) && (word == class || class.is_empty()) && !class.is_empty()
            {
                self.at += 1;
                let (params, varargs) = if constructor { self.params() } else { (Vec::new(), false) };
                self.throws();
                let body = Some(self.block());
                members.methods.push(MethodDecl {
                    modifiers,
                    type_params,
                    returns: None,
                    name: "<init>".into(),
                    span,
                    params,
                    varargs,
                    body,
                    compact: !constructor,
                });
                return;
            }
        }
        if self.type_end(self.at).is_none() {
            let found = self.describe();
            self.problem(format!("a field, method or class should stand here, not {found}"));
            self.skip_to_member();
            if self.at == before {
                self.at += 1;
            }
            return;
        }
        let java_type = self.type_ref();
        if self.is("(") {
            self.problem_at("a method needs the type of what it returns", java_type.span);
            self.skip_to_member();
            return;
        }
        let span = self.span();
        if matches!(self.kind(), TokenKind::Word(_)) && self.is_at(1, "(") {
            let name: Str = self.name();
            let (params, varargs) = self.params();
            let returns = Some(self.brackets(java_type));
            self.throws();
            let body = if self.is("{") {
                Some(self.block())
            } else {
                if self.eat("default") {
                    self.expression();
                }
                self.expect(";");
                None
            };
            members.methods.push(MethodDecl {
                modifiers,
                type_params,
                returns,
                name,
                span,
                params,
                varargs,
                body,
                compact: false,
            });
            return;
        }
        loop {
            let variable = self.variable(&java_type);
            members.fields.push(FieldDecl { modifiers, variable });
            if !self.eat(",") {
                break;
            }
        }
        if !self.eat(";") {
            self.expect(";");
            self.skip_to_member();
        }
    }

    /// `(int a, String... b)`; true: the last takes any number of arguments.
    fn params(&mut self) -> (Vec<Param>, bool) {
        let mut params = Vec::new();
        let mut varargs = false;
        self.expect("(");
        while !self.is(")") && !self.is_end() {
            let is_final = self.modifiers().is_final;
            let mut java_type = self.type_ref();
            if self.eat("...") {
                varargs = true;
                java_type = array_of(java_type);
            }
            let name = self.name();
            let java_type = self.brackets(java_type);
            params.push(Param { java_type, name, is_final });
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")");
        (params, varargs)
    }

    fn throws(&mut self) {
        if self.eat("throws") {
            self.types_into(&mut Vec::new());
        }
    }
}
