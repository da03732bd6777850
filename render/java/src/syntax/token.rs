//! Tokens of Java.

use vespid_render::source::Span;
use vespid_render::value::Str;

/// One token and its place.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind {
    /// An identifier or a word that is special only in some places (`var`, `record`, `yield`).
    Word(Str),
    /// A reserved word, `true`, `false` and `null` included.
    Key(&'static str),
    /// An operator or separator.
    Op(&'static str),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Char(u16),
    Text(Str),
    /// `2147483648` and `9223372036854775808L`, which only stand behind a minus.
    IntMin,
    LongMin,
    /// What the page does between its scripting elements.
    Host(Host),
    End,
}

/// A piece of the page between scripting elements, as the parser of Java meets it: a statement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Host {
    /// Runs a segment of the page's instructions.
    Segment(u32),
    /// The expression up to the next `ExpressionEnd` is written to the page.
    Print,
    /// The expression up to the next `ExpressionEnd` is an attribute's value, of which the segment goes on.
    Push(u32),
    ExpressionEnd,
    /// An action whose bodies hold scripting elements: the segment that starts it.
    Region(u32),
    /// The next body of the innermost action starts.
    Body,
    /// It ends: the segment that goes on behind it.
    BodyEnd(u32),
    RegionEnd,
    /// A scripting variable (name, class) that takes the value of the attribute of its name.
    Variable(Str, Str),
}

/// Java's reserved words (Java Language Specification 17, 3.9) and the literals that look like them.
pub(crate) const KEYWORDS: &[&str] = &[
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "while",
];

/// Operators and separators, longest first. `>>` and its kin are put together by the parser, which must tell them from
/// the ends of type arguments.
pub(crate) const OPERATORS: &[&str] = &[
    "...", "<<=", "->", "::", "==", "!=", "<=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "&=", "|=",
    "^=", "%=", "<<", "(", ")", "{", "}", "[", "]", ";", ",", ".", "@", "=", ">", "<", "!", "~", "?", ":",
    "+", "-", "*", "/", "&", "|", "^", "%",
];
