//! Tokens of EL expressions.

use super::identifier;

/// The kinds of tokens. Operators that have a word and a sign are one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Integer,
    Float,
    Text,
    Identifier,
    True,
    False,
    Null,
    Instanceof,
    Empty,
    Not,
    And,
    Or,
    Equal,
    NotEqual,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Plus,
    Minus,
    Star,
    Divide,
    Modulo,
    Concat,
    Assign,
    Arrow,
    Question,
    Colon,
    Comma,
    Semicolon,
    Dot,
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    /// The text is at its end.
    End,
    /// Something that is no token; [`Lexer::complain`] says what.
    Bad,
}

/// A token: its kind and its bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// What is wrong with a [`Kind::Bad`] token.
pub(super) struct Complaint {
    pub(super) message: String,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) hint: Option<String>,
}

/// Reads one token after the other; a copy of it looks ahead.
#[derive(Clone, Copy)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        Lexer { text, at }
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// The text of a token.
    pub(super) fn slice(&self, token: Token) -> &'a str {
        &self.text[token.start..token.end]
    }

    pub(super) fn next(&mut self) -> Token {
        let bytes = self.text.as_bytes();
        while matches!(bytes.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
        let start = self.at;
        let (kind, end) = self.scan(start);
        self.at = end;
        Token { kind, start, end }
    }

    fn scan(&self, start: usize) -> (Kind, usize) {
        let bytes = self.text.as_bytes();
        let Some(first) = bytes.get(start) else { return (Kind::End, start) };
        let second = bytes.get(start + 1).copied().unwrap_or(0);
        let one = |kind| (kind, start + 1);
        let two = |kind| (kind, start + 2);
        match (first, second) {
            (b'0'..=b'9', _) | (b'.', b'0'..=b'9') => self.number(start),
            (b'\'' | b'"', _) => match self.text_end(start) {
                Some(end) => (Kind::Text, end),
                None => (Kind::Bad, self.text.len()),
            },
            (b'$' | b'#', b'{') => two(Kind::Bad),
            (b'.', _) => one(Kind::Dot),
            (b'(', _) => one(Kind::LeftParen),
            (b')', _) => one(Kind::RightParen),
            (b'[', _) => one(Kind::LeftBracket),
            (b']', _) => one(Kind::RightBracket),
            (b'{', _) => one(Kind::LeftBrace),
            (b'}', _) => one(Kind::RightBrace),
            (b',', _) => one(Kind::Comma),
            (b';', _) => one(Kind::Semicolon),
            (b':', _) => one(Kind::Colon),
            (b'?', _) => one(Kind::Question),
            (b'=', b'=') => two(Kind::Equal),
            (b'=', _) => one(Kind::Assign),
            (b'!', b'=') => two(Kind::NotEqual),
            (b'!', _) => one(Kind::Not),
            (b'<', b'=') => two(Kind::LessEqual),
            (b'<', _) => one(Kind::Less),
            (b'>', b'=') => two(Kind::GreaterEqual),
            (b'>', _) => one(Kind::Greater),
            (b'&', b'&') => two(Kind::And),
            (b'|', b'|') => two(Kind::Or),
            (b'+', b'=') => two(Kind::Concat),
            (b'+', _) => one(Kind::Plus),
            (b'-', b'>') => two(Kind::Arrow),
            (b'-', _) => one(Kind::Minus),
            (b'*', _) => one(Kind::Star),
            (b'/', _) => one(Kind::Divide),
            (b'%', _) => one(Kind::Modulo),
            _ => self.word(start),
        }
    }

    /// `12`, `1.5`, `1.`, `.5`, `1e3`; letters behind it are the next token.
    fn number(&self, start: usize) -> (Kind, usize) {
        let bytes = self.text.as_bytes();
        let digits =
            |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let mut kind = Kind::Integer;
        let mut end = digits(start);
        if bytes.get(end) == Some(&b'.') {
            kind = Kind::Float;
            end = digits(end + 1);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let exponent = (end + 1 + sign).min(bytes.len());
            let exponent_end = digits(exponent);
            if exponent_end > exponent {
                kind = Kind::Float;
                end = exponent_end;
            }
        }
        (kind, end)
    }

    /// One past the closing quote of the text that opens at `start`; `None`: not closed or badly escaped.
    fn text_end(&self, start: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let quote = bytes[start];
        let mut at = start + 1;
        loop {
            at += memchr::memchr2(quote, b'\\', &bytes[at..])?;
            if bytes[at] == quote {
                return Some(at + 1);
            }
            if !matches!(bytes.get(at + 1), Some(b'\\' | b'\'' | b'"')) {
                return None;
            }
            at += 2;
        }
    }

    fn word(&self, start: usize) -> (Kind, usize) {
        let rest = &self.text[start..];
        let first = rest.chars().next().unwrap_or('\0');
        if !identifier::is_start(first) {
            return (Kind::Bad, start + first.len_utf8());
        }
        // A `$` before `{` opens a nested expression, which is always wrong, but must not pass for a name.
        let mut end = start + rest.find(|c| !identifier::is_part(c)).unwrap_or(rest.len());
        if self.text[start..end].ends_with('$') && self.text[end..].starts_with('{') {
            end -= 1;
        }
        let kind = match &self.text[start..end] {
            "true" => Kind::True,
            "false" => Kind::False,
            "null" => Kind::Null,
            "instanceof" => Kind::Instanceof,
            "empty" => Kind::Empty,
            "not" => Kind::Not,
            "and" => Kind::And,
            "or" => Kind::Or,
            "eq" => Kind::Equal,
            "ne" => Kind::NotEqual,
            "lt" => Kind::Less,
            "gt" => Kind::Greater,
            "le" => Kind::LessEqual,
            "ge" => Kind::GreaterEqual,
            "div" => Kind::Divide,
            "mod" => Kind::Modulo,
            _ => Kind::Identifier,
        };
        (kind, end)
    }

    /// What is wrong with a bad token.
    #[cold]
    pub(super) fn complain(&self, token: Token) -> Complaint {
        let complaint = |message: &str, hint: &str| Complaint {
            message: message.into(),
            start: token.start,
            end: token.end,
            hint: (!hint.is_empty()).then(|| hint.into()),
        };
        let rest = &self.text[token.start..];
        let first = rest.chars().next().unwrap_or('\0');
        match first {
            '\'' | '"' => self.complain_about_text(token.start),
            '$' | '#' if rest[1..].starts_with('{') => complaint(
                &format!("`{first}{{` can't stand within an expression"),
                "expressions don't nest; name the inner value directly: ${item[i]}, not ${item[${i}]}",
            ),
            '&' => complaint("`&` is no operator", "did you mean `&&` (or `and`)?"),
            '|' => complaint("`|` is no operator", "did you mean `||` (or `or`)?"),
            '^' | '~' => complaint(&format!("`{first}` is no operator"), "EL has no operators on bits"),
            '\\' => complaint(
                "a backslash can't stand outside quotes",
                "quotes need a backslash only where the attribute around the expression has the same quotes",
            ),
            '“' | '”' | '„' | '‘' | '’' | '«' | '»' => {
                complaint(&format!("`{first}` is no quote that EL knows"), "use ' or \"")
            }
            c if c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}') => complaint(
                &format!("the invisible character U+{:04X} can't stand here", u32::from(c)),
                "EL takes only blanks, tabs and line ends as space; type a plain blank in its place",
            ),
            c => complaint(&format!("the character `{}` can't stand here", c.escape_debug()), ""),
        }
    }

    fn complain_about_text(&self, start: usize) -> Complaint {
        let quote = self.text[start..].chars().next().unwrap_or('\'');
        let mut chars = self.text[start + 1..].char_indices();
        while let Some((at, c)) = chars.next() {
            let at = start + 1 + at;
            if c != '\\' {
                continue;
            }
            match chars.next() {
                Some((_, '\\' | '\'' | '"')) => {}
                Some((_, escaped)) => {
                    return Complaint {
                        message: format!("`\\{}` is no escape that EL knows", escaped.escape_debug()),
                        start: at,
                        end: at + 1 + escaped.len_utf8(),
                        hint: Some(r#"only \\, \' and \" are; write \\ for a backslash"#.into()),
                    };
                }
                None => break,
            }
        }
        // Mark the quote itself: the rest of the page is not what is wrong.
        Complaint {
            message: format!("the text that starts here has no closing {quote}"),
            start,
            end: start + 1,
            hint: None,
        }
    }
}

/// The text within its quotes, escapes undone; for a [`Kind::Text`] token.
pub(super) fn unquote(quoted: &str) -> crate::value::Str {
    let mut rest = &quoted[1..quoted.len() - 1];
    let mut text = crate::value::Str::with_capacity(rest.len());
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        text.push_str(&rest[..at]);
        let escaped = rest[at + 1..].chars().next().map_or(0, char::len_utf8);
        text.push_str(&rest[at + 1..at + 1 + escaped]);
        rest = &rest[at + 1 + escaped..];
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        let mut lexer = Lexer::new(text, 0);
        let mut kinds = Vec::new();
        loop {
            let token = lexer.next();
            if token.kind == Kind::End {
                return kinds;
            }
            kinds.push(token.kind);
        }
    }

    #[test]
    fn the_longest_token_wins() {
        use Kind::*;
        assert_eq!(kinds("a+=b+ =c"), [Identifier, Concat, Identifier, Plus, Assign, Identifier]);
        assert_eq!(kinds("a==-1->b"), [Identifier, Equal, Minus, Integer, Arrow, Identifier]);
        assert_eq!(
            kinds("1.5.5 1. .5 1e5 1e 1.e3 1.x"),
            [Float, Float, Float, Float, Float, Integer, Identifier, Float, Float, Identifier]
        );
        assert_eq!(kinds("1eq 1"), [Integer, Equal, Integer]);
        assert_eq!(
            kinds("nota not a emptyx empty x"),
            [Identifier, Not, Identifier, Identifier, Empty, Identifier]
        );
        assert_eq!(
            kinds("a??b?:c ? :d"),
            [
                Identifier, Question, Question, Identifier, Question, Colon, Identifier, Question, Colon,
                Identifier
            ]
        );
    }

    #[test]
    fn every_operator_has_its_kind() {
        use Kind::*;
        for (text, kind) in [
            ("&&", And),
            ("and", And),
            ("||", Or),
            ("or", Or),
            ("!", Not),
            ("not", Not),
            ("==", Equal),
            ("eq", Equal),
            ("!=", NotEqual),
            ("ne", NotEqual),
            ("<", Less),
            ("lt", Less),
            (">", Greater),
            ("gt", Greater),
            ("<=", LessEqual),
            ("le", LessEqual),
            (">=", GreaterEqual),
            ("ge", GreaterEqual),
            ("/", Divide),
            ("div", Divide),
            ("%", Modulo),
            ("mod", Modulo),
            ("*", Star),
            ("+", Plus),
            ("-", Minus),
            ("+=", Concat),
            ("=", Assign),
            ("->", Arrow),
            ("empty", Empty),
            ("instanceof", Instanceof),
            ("true", True),
            ("false", False),
            ("null", Null),
            (";", Semicolon),
            (",", Comma),
            (".", Dot),
            ("(", LeftParen),
            (")", RightParen),
            ("[", LeftBracket),
            ("]", RightBracket),
            ("{", LeftBrace),
            ("}", RightBrace),
        ] {
            assert_eq!(kinds(text), [kind], "{text}");
        }
    }

    #[test]
    fn quotes_and_backslashes_are_undone() {
        for (quoted, text) in [
            ("'a'", "a"),
            ("\"it's\"", "it's"),
            (r"'it\'s'", "it's"),
            (r#""\"\'\\""#, r#""'\"#),
            ("''", ""),
            ("'${'", "${"),
            ("'}'", "}"),
        ] {
            assert_eq!(kinds(quoted), [Kind::Text], "{quoted}");
            assert_eq!(unquote(quoted), text);
        }
        for bad in ["'a", "'a\\", r"'\n'", "\"a'"] {
            assert_eq!(kinds(bad), [Kind::Bad], "{bad}");
        }
    }
}
