//! Guesses what the author of a wrong expression meant.

use super::lexer::Kind;
use super::lexer::Lexer;
use super::lexer::Token;

/// A token in words, for "found …".
pub(super) fn describe(lexer: &Lexer<'_>, token: Token) -> String {
    let text = lexer.slice(token);
    match token.kind {
        Kind::End => "the end of the expression".into(),
        Kind::Integer | Kind::Float => format!("the number {}", shortened(text)),
        Kind::Text => format!("the text {}", shortened(text)),
        _ => format!("`{}`", shortened(text)),
    }
}

fn shortened(text: &str) -> String {
    const LONGEST: usize = 30;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

/// How to mend an expression that started at `start`, where `found` follows `previous` and should not.
pub(super) fn guess(
    lexer: &Lexer<'_>,
    start: usize,
    previous: Token,
    found: Token,
    closing: bool,
) -> Option<String> {
    let before = lexer.slice(previous);
    let text = lexer.slice(found);
    let touching = previous.end == found.start;
    Some(match (previous.kind, found.kind) {
        (Kind::Integer | Kind::Float, Kind::Identifier) if touching => {
            "numbers have no type suffix in EL: write 10 or 1.5".into()
        }
        (Kind::Plus, Kind::Plus) => "EL has no `++`; add with `a + b`, join texts with `a += b`".into(),
        (_, Kind::Plus) if is_operator(previous.kind) => "EL has no sign `+`; leave it out".into(),
        (Kind::Equal, Kind::Assign) if touching => "EL compares with `==` (or `eq`)".into(),
        (Kind::NotEqual, Kind::Assign) if touching => "EL compares with `!=` (or `ne`)".into(),
        (Kind::Assign, Kind::Greater | Kind::Less) if touching => "write `>=` or `<=` (`ge`, `le`)".into(),
        (Kind::Less, Kind::Greater) => "EL compares with `!=` (or `ne`)".into(),
        (Kind::Less, Kind::Modulo) => "scripting elements can't stand within an expression".into(),
        (_, Kind::Instanceof) => "`instanceof` is reserved and has no meaning yet".into(),
        (_, Kind::Arrow) => "a lambda within a larger expression needs parentheses: (x -> x + 1)".into(),
        (_, Kind::Identifier) if let Some(word) = word_meant(text) => word,
        (Kind::Identifier, _) if let Some(word) = word_meant(before) => word,
        (_, Kind::RightParen) if !is_operator(previous.kind) => "no `(` is open here".into(),
        _ if closing && lexer.text()[start..found.start].contains('\n') => {
            "is the closing `}` of the expression missing?".into()
        }
        (_, kind) if is_reserved(kind, text) => {
            format!("`{text}` is a reserved word; as a key write it in brackets: requestScope['{text}']")
        }
        _ => return None,
    })
}

fn is_operator(kind: Kind) -> bool {
    use Kind::*;
    matches!(
        kind,
        Not | And
            | Or
            | Equal
            | NotEqual
            | Less
            | Greater
            | LessEqual
            | GreaterEqual
            | Plus
            | Minus
            | Star
            | Divide
            | Modulo
            | Concat
            | Assign
            | Empty
            | Question
            | Colon
            | LeftParen
            | Comma
    )
}

/// Whether the token is a reserved word and not the sign of the same kind.
fn is_reserved(kind: Kind, text: &str) -> bool {
    kind != Kind::Identifier && text.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// What a name that stands where an operator should be was probably meant for.
fn word_meant(name: &str) -> Option<String> {
    const WORDS: [&str; 15] = [
        "and", "or", "not", "eq", "ne", "lt", "gt", "le", "ge", "empty", "div", "mod", "true", "false",
        "null",
    ];
    let lower = name.to_ascii_lowercase();
    if lower != name && WORDS.contains(&lower.as_str()) {
        return Some(format!("EL's words are in small letters: did you mean `{lower}`?"));
    }
    Some(match lower.as_str() {
        "equals" | "equal" | "is" => "did you mean `==` (or `eq`)?".into(),
        "isempty" | "notempty" | "isnull" | "undefined" | "nil" => {
            "test with `empty x`, `not empty x` or `x == null`".into()
        }
        "contains" | "in" | "like" => "did you mean the function `fn:contains(text, part)`?".into(),
        "then" | "else" | "if" => "a condition is written `test ? yes : no`".into(),
        "xor" => "did you mean `a != b`?".into(),
        _ => return None,
    })
}
