//! Annotations of classes: what a source says of itself to those who deploy it. Only their text is read, so that a class
//! need not compile for it.

use std::sync::Arc;

use vespid_render::source::Place;
use vespid_render::source::SourceFile;
use vespid_render::source::SourceMap;
use vespid_render::source::Span;
use vespid_render::value::Str;

use crate::syntax::lex;
use crate::syntax::token::Token;
use crate::syntax::token::TokenKind;

/// More levels of values within each other are no annotation but an attack.
const MAX_DEPTH: usize = 16;

/// An annotation of a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// The full name of the class, with a `$` before the name of a nested one.
    pub class: Str,
    /// The simple name of the annotation.
    pub name: Str,
    /// What is between its parentheses.
    pub elements: Elements,
    /// Where it stands.
    pub place: Place,
}

/// The elements of an annotation by name; a single value is called `value`.
pub type Elements = Vec<(Str, ElementValue)>;

/// The value of an element.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ElementValue {
    /// An annotation's elements.
    Annotation(Elements),
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i32),
    /// Values in braces.
    List(Vec<ElementValue>),
    /// The name of a constant, as it is written.
    Name(Str),
    /// A text.
    Text(Str),
}

/// The annotations of these packages that classes in a source file have.
///
/// # Errors
/// The place of one whose elements are neither literals nor names.
pub fn annotations(path: &str, text: &str, packages: &[&str]) -> Vec<Result<Annotation, Place>> {
    let mut map = SourceMap::new();
    let number = map.add(Arc::new(SourceFile::new(path, text)));
    let (mut tokens, mut problems) = (Vec::new(), Vec::new());
    lex(text, Span::new(number, 0, text.len()), &mut tokens, &mut problems);
    Reader { tokens: &tokens, at: 0 }.read(&map, packages)
}

struct Reader<'t> {
    tokens: &'t [Token],
    at: usize,
}

impl Reader<'_> {
    fn read(mut self, map: &SourceMap, packages: &[&str]) -> Vec<Result<Annotation, Place>> {
        let mut found = Vec::new();
        let (mut package, mut imports) = (Str::new(), Vec::new());
        // Names of the classes around, each with the depth of its braces.
        let (mut around, mut depth): (Vec<(Str, usize)>, usize) = (Vec::new(), 0);
        let mut pending = Vec::new();
        while let Some(token) = self.tokens.get(self.at) {
            let span = token.span;
            self.at += 1;
            match &token.kind {
                TokenKind::Key("package") if depth == 0 => package = self.name(),
                TokenKind::Key("import") => {
                    let name = self.name();
                    imports.push(if self.eat(".") { format!("{name}.*") } else { name.to_string() });
                }
                TokenKind::Op("@") if !self.is_key("interface") => {
                    let name = self.name();
                    let elements = if self.is("(") { self.elements(0) } else { Some(Vec::new()) };
                    let is_meant = |package: &&str| match name.strip_prefix(*package) {
                        Some(rest) => rest.starts_with('.') && !rest[1..].contains('.'),
                        None => imports.iter().any(|import| {
                            let rest = import.strip_prefix(*package).and_then(|rest| rest.strip_prefix('.'));
                            rest.is_some_and(|rest| rest == "*" || *rest == *name)
                        }),
                    };
                    if packages.iter().any(is_meant) {
                        let simple = name.rsplit('.').next().unwrap_or(&name).into();
                        pending.push((simple, elements, map.place(span)));
                    }
                }
                TokenKind::Key("class") if !self.is_after_dot() => {
                    let own = self.name();
                    let mut class = package.to_string();
                    for (index, (name, _)) in around.iter().chain([&(own.clone(), 0)]).enumerate() {
                        match index {
                            0 if class.is_empty() => {}
                            0 => class.push('.'),
                            _ => class.push('$'),
                        }
                        class.push_str(name);
                    }
                    found.extend(pending.drain(..).map(|(name, elements, place): (Str, _, Place)| {
                        let class = class.as_str().into();
                        elements
                            .map(|elements| Annotation { class, name, elements, place: place.clone() })
                            .ok_or(place)
                    }));
                    around.push((own, depth));
                }
                TokenKind::Op("{") => {
                    pending.clear();
                    depth += 1;
                }
                TokenKind::Op("}") => {
                    pending.clear();
                    depth = depth.saturating_sub(1);
                    while around.last().is_some_and(|(_, outside)| *outside >= depth) {
                        around.pop();
                    }
                }
                TokenKind::Op(";") => pending.clear(),
                _ => {}
            }
        }
        found
    }

    fn kind(&self) -> Option<&TokenKind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    fn is(&self, op: &str) -> bool {
        matches!(self.kind(), Some(TokenKind::Op(found)) if *found == op)
    }

    fn is_key(&self, key: &str) -> bool {
        matches!(self.kind(), Some(TokenKind::Key(found)) if *found == key)
    }

    fn eat(&mut self, op: &str) -> bool {
        let is = self.is(op);
        self.at += usize::from(is);
        is
    }

    /// Whether the token that was taken last is the end of `a.class`.
    fn is_after_dot(&self) -> bool {
        let before = self.at.checked_sub(2).and_then(|at| self.tokens.get(at));
        before.is_some_and(|token| token.kind == TokenKind::Op("."))
    }

    /// Words with dots between them, up to a dot that no word follows.
    fn name(&mut self) -> Str {
        let mut name = Str::new();
        if self.is_key("static") {
            self.at += 1;
        }
        while let Some(TokenKind::Word(word)) = self.kind() {
            name.push_str(&word.clone());
            self.at += 1;
            let goes_on =
                matches!(self.tokens.get(self.at + 1).map(|token| &token.kind), Some(TokenKind::Word(_)));
            if !(self.is(".") && goes_on) {
                break;
            }
            name.push('.');
            self.at += 1;
        }
        name
    }

    /// What is between parentheses; `None`: something that is no constant is among it.
    fn elements(&mut self, depth: usize) -> Option<Elements> {
        let mut elements = Elements::new();
        if !self.eat("(") {
            return Some(elements);
        }
        while !self.eat(")") {
            let is_named = matches!(self.kind(), Some(TokenKind::Word(_)))
                && matches!(self.tokens.get(self.at + 1).map(|token| &token.kind), Some(TokenKind::Op("=")));
            let name = if is_named { self.name() } else { "value".into() };
            self.at += usize::from(is_named);
            elements.push((name, self.value(depth)?));
            if !self.eat(",") && !self.is(")") {
                return None;
            }
        }
        Some(elements)
    }

    fn value(&mut self, depth: usize) -> Option<ElementValue> {
        if depth > MAX_DEPTH {
            return None;
        }
        if self.eat("{") {
            let mut values = Vec::new();
            while !self.eat("}") {
                values.push(self.value(depth + 1)?);
                if !self.eat(",") && !self.is("}") {
                    return None;
                }
            }
            return Some(ElementValue::List(values));
        }
        if self.eat("@") {
            self.name();
            return self.elements(depth + 1).map(ElementValue::Annotation);
        }
        let is_negative = self.eat("-");
        let value = match self.kind()?.clone() {
            TokenKind::Int(number) => ElementValue::Int(if is_negative { -number } else { number }),
            TokenKind::Key("true") => ElementValue::Bool(true),
            TokenKind::Key("false") => ElementValue::Bool(false),
            TokenKind::Text(mut text) => {
                self.at += 1;
                while self.eat("+") {
                    let Some(TokenKind::Text(more)) = self.kind() else { return None };
                    text.push_str(&more.clone());
                    self.at += 1;
                }
                return Some(ElementValue::Text(text));
            }
            TokenKind::Word(_) => return Some(ElementValue::Name(self.name())),
            _ => return None,
        };
        self.at += 1;
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_of_classes_are_read() {
        let text = r#"package a;
            import w.An;
            @Other @An(value = {"/x", "/" + "y"}, order = -1, on = true, kinds = Kind.ONE, inner = @w.In(name = "n"))
            public class B { @w.An("z") static class C { Class<?> c = B.class; } @An int field; void m() {} }
            @An(1 + 2) class D {}"#;
        let found = annotations("/B.java", text, &["w"]);
        let text = |text: &str| ElementValue::Text(text.into());
        let [Ok(first), Ok(nested), Err(place)] = &found[..] else { panic!("{found:?}") };
        assert_eq!((&*first.class, &*first.name, first.place.line), ("a.B", "An", 3));
        let expected = vec![
            ("value".into(), ElementValue::List(vec![text("/x"), text("/y")])),
            ("order".into(), ElementValue::Int(-1)),
            ("on".into(), ElementValue::Bool(true)),
            ("kinds".into(), ElementValue::Name("Kind.ONE".into())),
            ("inner".into(), ElementValue::Annotation(vec![("name".into(), text("n"))])),
        ];
        assert_eq!(first.elements, expected);
        assert_eq!((&*nested.class, &nested.elements), ("a.B$C", &vec![("value".into(), text("z"))]));
        assert_eq!(place.line, 5);
    }
}
