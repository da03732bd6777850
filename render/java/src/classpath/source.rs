//! A source file, parsed.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use vespid_render::source::SourceFile;
use vespid_render::source::SourceMap;
use vespid_render::source::Span;
use vespid_render::value::Str;

use crate::syntax::Parser;
use crate::syntax::Problem;
use crate::syntax::ast::SourceUnit;
use crate::syntax::lex;
use crate::syntax::token::Token;
use crate::syntax::token::TokenKind;

/// A source file.
pub(crate) struct Source {
    /// The full name of the class after which the file is called.
    pub(crate) name: Str,
    pub(crate) tree: SourceUnit,
    pub(crate) problems: Vec<Problem>,
    /// Why its classes can't be used.
    pub(crate) broken: Option<Str>,
    /// The classes with sources that it may refer to.
    pub(super) references: Vec<Str>,
    pub(super) words: Words,
}

/// What code may speak of: enough to know which classes it may mean.
#[derive(Default)]
pub(crate) struct Words {
    /// The package whose classes go without imports.
    pub(crate) package: Option<Str>,
    /// Names of imports, and whether they are static.
    pub(crate) imports: Vec<(Str, bool)>,
    /// Single words.
    pub(crate) words: FxHashSet<Str>,
    /// Words with dots between them.
    pub(crate) names: FxHashSet<Str>,
}

impl Words {
    /// Adds the words of code.
    pub(crate) fn add(&mut self, tokens: &[Token]) {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            let TokenKind::Word(first) = &token.kind else { continue };
            let mut name = first.clone();
            self.words.insert(first.clone());
            while let (Some(TokenKind::Op(".")), Some(TokenKind::Word(next))) =
                (tokens.get(at).map(|token| &token.kind), tokens.get(at + 1).map(|token| &token.kind))
            {
                self.words.insert(next.clone());
                name.push('.');
                name.push_str(next);
                at += 2;
            }
            if name.len() > first.len() {
                self.names.insert(name);
            }
        }
    }
}

impl Source {
    /// Parses a file and gives it a number in the map.
    pub(super) fn parse(name: &Str, path: &Str, bytes: &[u8], map: &mut SourceMap) -> Self {
        let text: String = match std::str::from_utf8(bytes) {
            Ok(text) => text.trim_start_matches('\u{feff}').into(),
            // What is no UTF-8 is of the time before it.
            Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
        };
        let number = map.add(Arc::new(SourceFile::new(path.as_str(), text.as_str())));
        let (mut tokens, mut problems) = (Vec::new(), Vec::new());
        lex(&text, Span::new(number, 0, text.len()), &mut tokens, &mut problems);
        let (tree, more) = Parser::new(&tokens, Span::new(number, text.len(), text.len())).source();
        problems.extend(more);
        let package = name.rsplit_once('.').map_or("", |(package, _)| package);
        if tree.package != package {
            let message = match tree.package.as_str() {
                "" => format!("the file lies in the folder of the package {package}, but names no package"),
                own => format!("the file is of the package {own}, but does not lie in its folder"),
            };
            problems.push(Problem {
                code: "java/package",
                message,
                span: Span::new(number, 0, 1.min(text.len())),
                hint: Some("the class a.b.C is to be found in /WEB-INF/classes/a/b/C.java".into()),
                warning: false,
            });
        }
        let mut words = Words { package: Some(package.into()), ..Words::default() };
        words.imports = tree.imports.iter().map(|(name, is_static, _)| (name.clone(), *is_static)).collect();
        words.add(&tokens);
        let broken = problems.first().map(|first| {
            format!("{name} can't be used, because {path} does not compile: {}", first.message).into()
        });
        Source { name: name.clone(), tree, problems, broken, references: Vec::new(), words }
    }
}
