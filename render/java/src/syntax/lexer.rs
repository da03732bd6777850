//! Text to tokens (Java Language Specification 17, chapter 3).

use vespid_render::source::Span;
use vespid_render::value::Str;

use super::Problem;
use super::token::KEYWORDS;
use super::token::OPERATORS;
use super::token::Token;
use super::token::TokenKind;

/// Reads the tokens of one scripting element, whose code starts at `place`, or of a whole source.
pub(crate) fn lex(code: &str, place: Span, tokens: &mut Vec<Token>, problems: &mut Vec<Problem>) {
    let mut lexer = Lexer { code, at: 0, place, tokens, problems };
    while lexer.next() {}
}

struct Lexer<'a> {
    code: &'a str,
    at: usize,
    place: Span,
    tokens: &'a mut Vec<Token>,
    problems: &'a mut Vec<Problem>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        let code: &'a str = self.code;
        &code[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let char = self.peek()?;
        self.at += char.len_utf8();
        Some(char)
    }

    fn span(&self, from: usize) -> Span {
        let start = self.place.start as usize;
        Span::new(self.place.file, start + from, start + self.at)
    }

    fn push(&mut self, kind: TokenKind, from: usize) {
        let span = self.span(from);
        self.tokens.push(Token { kind, span });
    }

    fn problem(&mut self, message: impl Into<String>, from: usize) {
        let span = self.span(from);
        self.problems.push(Problem::new(message, span));
    }

    /// Reads one token; false at the end.
    fn next(&mut self) -> bool {
        self.skip_blanks();
        let from = self.at;
        let Some(char) = self.peek() else { return false };
        match char {
            '"' if self.rest().starts_with("\"\"\"") => self.text_block(from),
            '"' => self.text(from),
            '\'' => self.char(from),
            '0'..='9' => self.number(from),
            '.' if self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) => self.number(from),
            c if c == '_' || c == '$' || c.is_alphabetic() || c == '\\' => self.word(from),
            _ => match OPERATORS.iter().find(|operator| self.rest().starts_with(**operator)) {
                Some(operator) => {
                    self.at += operator.len();
                    self.push(TokenKind::Op(operator), from);
                }
                None => {
                    self.bump();
                    self.problem(format!("'{char}' has no place in Java"), from);
                }
            },
        }
        true
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{1a}');
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with("//") {
                self.at += trimmed.find(['\n', '\r']).unwrap_or(trimmed.len());
            } else if let Some(comment) = trimmed.strip_prefix("/*") {
                match comment.find("*/") {
                    Some(end) => self.at += end + 4,
                    None => {
                        let from = self.at;
                        self.at = self.code.len();
                        self.problem("the comment is not closed", from);
                    }
                }
            } else {
                return;
            }
        }
    }

    fn word(&mut self, from: usize) {
        let mut word = Str::new();
        loop {
            match self.peek() {
                Some('\\') => match self.unicode_escape() {
                    Some(unit) => word.push(char::from_u32(u32::from(unit)).unwrap_or('\u{fffd}')),
                    None => {
                        self.at += 1;
                        self.problem("a backslash has no place here", from);
                        break;
                    }
                },
                Some(char) if char == '_' || char == '$' || char.is_alphanumeric() => {
                    word.push(char);
                    self.bump();
                }
                _ => break,
            }
        }
        match KEYWORDS.iter().find(|keyword| **keyword == word) {
            Some(keyword) => self.push(TokenKind::Key(keyword), from),
            None if word.is_empty() => {}
            None => self.push(TokenKind::Word(word), from),
        }
    }

    /// `\uXXXX`, at which the lexer stands; what it stands for.
    fn unicode_escape(&mut self) -> Option<u16> {
        let rest = self.rest().strip_prefix("\\u")?;
        let digits = rest.trim_start_matches('u');
        let unit = digits.get(..4).and_then(|hex| u16::from_str_radix(hex, 16).ok())?;
        self.at += 2 + (rest.len() - digits.len()) + 4;
        Some(unit)
    }

    /// One character of a literal, as UTF-16 units; false: what follows can't be read.
    fn unit(&mut self, from: usize, into: &mut Vec<u16>) -> bool {
        if self.peek() != Some('\\') {
            let Some(char) = self.bump() else { return false };
            into.extend_from_slice(char.encode_utf16(&mut [0; 2]));
            return true;
        }
        if let Some(unit) = self.unicode_escape() {
            into.push(unit);
            return true;
        }
        self.at += 1;
        let Some(char) = self.bump() else { return false };
        let unit = match char {
            'b' => '\u{8}',
            't' => '\t',
            'n' => '\n',
            'f' => '\u{c}',
            'r' => '\r',
            's' => ' ',
            '"' | '\'' | '\\' => char,
            '0'..='7' => {
                let mut value = char as u32 - '0' as u32;
                let most = if char <= '3' { 2 } else { 1 };
                for _ in 0..most {
                    let Some(digit) = self.peek().and_then(|next| next.to_digit(8)) else { break };
                    value = value * 8 + digit;
                    self.at += 1;
                }
                char::from_u32(value).unwrap_or('\0')
            }
            _ => {
                self.problem(format!("'\\{char}' is no escape"), from);
                char
            }
        };
        into.extend_from_slice(unit.encode_utf16(&mut [0; 2]));
        true
    }

    fn text(&mut self, from: usize) {
        self.at += 1;
        let mut units = Vec::new();
        loop {
            match self.peek() {
                Some('"') => {
                    self.at += 1;
                    break;
                }
                None | Some('\n' | '\r') => {
                    self.problem("the string is not closed", from);
                    break;
                }
                _ => {
                    if !self.unit(from, &mut units) {
                        break;
                    }
                }
            }
        }
        self.push(TokenKind::Text(String::from_utf16_lossy(&units).into()), from);
    }

    /// A text block: the white space that its lines have in common is taken away (3.10.6).
    fn text_block(&mut self, from: usize) {
        self.at += 3;
        let Some(line_end) = self.rest().find('\n') else {
            self.at = self.code.len();
            return self.problem("a text block starts with a line end", from);
        };
        self.at += line_end + 1;
        let start = self.at;
        let bytes = self.code.as_bytes();
        let mut end = start;
        while end < bytes.len() && !self.code[end..].starts_with("\"\"\"") {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
            while end < bytes.len() && !self.code.is_char_boundary(end) {
                end += 1;
            }
        }
        if end >= bytes.len() {
            self.at = bytes.len();
            return self.problem("the text block is not closed", from);
        }
        let raw = self.code[start..end].replace("\r\n", "\n");
        let lines: Vec<&str> = raw.split('\n').collect();
        let last = lines.len() - 1;
        let indent = lines
            .iter()
            .enumerate()
            .filter(|(index, line)| *index == last || !line.trim().is_empty())
            .map(|(_, line)| line.len() - line.trim_start().len())
            .min()
            .unwrap_or(0);
        let stripped: Vec<&str> =
            lines.iter().map(|line| line.get(indent..).unwrap_or("").trim_end()).collect();
        let joined = stripped.join("\n");
        let mut units = Vec::new();
        let mut inner =
            Lexer { code: &joined, at: 0, place: self.place, tokens: self.tokens, problems: self.problems };
        while inner.peek().is_some() {
            if inner.rest().starts_with("\\\n") {
                inner.at += 2;
            } else if !inner.unit(0, &mut units) {
                break;
            }
        }
        self.at = end + 3;
        self.push(TokenKind::Text(String::from_utf16_lossy(&units).into()), from);
    }

    fn char(&mut self, from: usize) {
        self.at += 1;
        let mut units = Vec::new();
        let closed = !matches!(self.peek(), Some('\'' | '\n' | '\r') | None)
            && self.unit(from, &mut units)
            && self.peek() == Some('\'');
        if closed {
            self.at += 1;
        }
        if !closed || units.len() != 1 {
            self.problem("a character literal holds one character between single quotes", from);
        }
        self.push(TokenKind::Char(units.first().copied().unwrap_or(0)), from);
    }

    fn number(&mut self, from: usize) {
        let rest = self.rest();
        let lower = rest.get(..2).unwrap_or("").to_ascii_lowercase();
        let radix = match lower.as_str() {
            "0x" => 16,
            "0b" => 2,
            _ => 10,
        };
        let is_part = |at: usize, char: char| {
            let before = rest[..at].chars().next_back().unwrap_or(' ');
            char.is_ascii_alphanumeric()
                || char == '_'
                || (char == '.'
                    && !rest[at + 1..].starts_with(|c: char| c.is_alphabetic() && !"fFdDeE".contains(c)))
                || ("+-".contains(char) && radix == 10 && "eE".contains(before))
                || ("+-".contains(char) && radix == 16 && "pP".contains(before))
        };
        let end =
            rest.char_indices().find(|(at, char)| !is_part(*at, *char)).map_or(rest.len(), |(at, _)| at);
        let text = rest[..end].replace('_', "");
        self.at += end;
        let kind = number(&text, radix);
        match kind {
            Some(kind) => self.push(kind, from),
            None => {
                self.problem(format!("'{text}' is no number, or too large"), from);
                self.push(TokenKind::Int(0), from);
            }
        }
    }
}

fn number(text: &str, radix: u32) -> Option<TokenKind> {
    let lower = text.to_ascii_lowercase();
    if radix == 10 && (lower.contains(['.', 'e']) || lower.ends_with(['f', 'd'])) {
        let digits = lower.trim_end_matches(['f', 'd']);
        return Some(if lower.ends_with('f') {
            TokenKind::Float(digits.parse().ok()?)
        } else {
            TokenKind::Double(digits.parse().ok()?)
        });
    }
    let (digits, long) = match lower.strip_suffix('l') {
        Some(digits) => (digits, true),
        None => (lower.as_str(), false),
    };
    if radix == 10 && (digits.len() == 1 || !digits.starts_with('0')) {
        return match (digits.parse::<u64>().ok()?, long) {
            (0x8000_0000, false) => Some(TokenKind::IntMin),
            (0x8000_0000_0000_0000, true) => Some(TokenKind::LongMin),
            (value, true) => i64::try_from(value).ok().map(TokenKind::Long),
            (value, false) => i32::try_from(value).ok().map(TokenKind::Int),
        };
    }
    let value = if radix == 10 {
        u64::from_str_radix(&digits[1..], 8).ok()?
    } else {
        u64::from_str_radix(&digits[2..], radix).ok()?
    };
    if long {
        Some(TokenKind::Long(value as i64))
    } else {
        u32::try_from(value).ok().map(|value| TokenKind::Int(value as i32))
    }
}
