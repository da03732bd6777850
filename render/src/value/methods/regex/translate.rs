//! Java's syntax of regular expressions as the library's.
//!
//! What differs is written out: `\Q…\E`, classes that mean ASCII in Java, line ends, names of POSIX classes. Flags but for
//! the case are resolved here, since what `.`, `^` and `$` mean with them differs, too.

use super::flags;

/// A pattern as the library takes it.
pub(super) struct Translated {
    pub(super) text: String,
    /// Whether it asks for the end of the text, which in Java is before a last line end, too.
    pub(super) asks_for_end: bool,
    /// Whether it looks around or refers to groups, so that searches track back.
    pub(super) tracks_back: bool,
}

/// The flags that `(?…)` can change within a pattern.
const LETTERS: [(char, i32); 7] = [
    ('i', flags::CASE_INSENSITIVE),
    ('d', flags::UNIX_LINES),
    ('m', flags::MULTILINE),
    ('s', flags::DOTALL),
    ('u', flags::UNICODE_CASE),
    ('x', flags::COMMENTS),
    ('U', flags::UNICODE_CHARACTER_CLASS),
];

const LINE_ENDS: &str = "\\n\\r\\x{85}\\x{2028}\\x{2029}";
const SPACES: &str = " \\t\\x{a0}\\x{1680}\\x{180e}\\x{2000}-\\x{200a}\\x{202f}\\x{205f}\\x{3000}";
const VERTICAL_SPACES: &str = "\\n\\x0B\\f\\r\\x{85}\\x{2028}\\x{2029}";

struct Translator<'p> {
    rest: std::iter::Peekable<std::str::Chars<'p>>,
    out: String,
    /// The flags here, and those that the groups around go back to.
    flags: i32,
    outer: Vec<i32>,
    /// How many groups there are, as far as back references ask.
    groups: usize,
    /// Whether `$` means the very end, because the text has no line end there.
    plain_end: bool,
    asks_for_end: bool,
    tracks_back: bool,
}

/// Translates a pattern; `plain_end`: for texts without a line end at their end.
pub(super) fn translate(pattern: &str, flags: i32, plain_end: bool) -> Translated {
    let mut translator = Translator {
        rest: pattern.chars().peekable(),
        out: String::with_capacity(pattern.len() + 16),
        flags,
        outer: Vec::new(),
        groups: groups(pattern),
        plain_end,
        asks_for_end: false,
        tracks_back: false,
    };
    if flags & flags::LITERAL != 0 {
        translator.fold_case();
        pattern.chars().for_each(|char| translator.literal(char));
    } else {
        translator.fold_case();
        translator.run();
    }
    Translated {
        text: translator.out,
        asks_for_end: translator.asks_for_end,
        tracks_back: translator.tracks_back,
    }
}

/// The number of capturing groups, near enough to tell `\11` from `\1` with a `1` behind it.
fn groups(pattern: &str) -> usize {
    let mut count = 0;
    let mut chars = pattern.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\\' => drop(chars.next()),
            '(' if chars.peek() != Some(&'?') => count += 1,
            '(' => {
                let mut behind = chars.clone().skip(1);
                let named = behind.next() == Some('<') && behind.next().is_some_and(char::is_alphabetic);
                count += usize::from(named);
            }
            _ => {}
        }
    }
    count
}

impl Translator<'_> {
    fn has(&self, flag: i32) -> bool {
        self.flags & flag != 0
    }

    fn fold_case(&mut self) {
        if self.has(flags::CASE_INSENSITIVE) {
            self.out.push_str("(?i)");
        }
    }

    fn run(&mut self) {
        while let Some(char) = self.rest.next() {
            match char {
                '\\' => self.escape(false),
                '[' => self.class(),
                '(' => self.group(),
                ')' => {
                    self.out.push(')');
                    self.flags = self.outer.pop().unwrap_or(self.flags);
                }
                '.' if self.has(flags::DOTALL) => self.out.push_str("(?s:.)"),
                '.' if self.has(flags::UNIX_LINES) => self.out.push_str("[^\\n]"),
                '.' => self.out.push_str(&format!("[^{LINE_ENDS}]")),
                '^' if self.has(flags::MULTILINE) => {
                    // A last line end begins no line.
                    self.out.push_str(if self.has(flags::UNIX_LINES) {
                        "(?m:^)(?!\\z)"
                    } else {
                        "(?mR:^)(?!\\z)"
                    });
                }
                '^' => self.out.push_str("\\A"),
                '$' if self.has(flags::MULTILINE) => {
                    self.out.push_str(if self.has(flags::UNIX_LINES) { "(?m:$)" } else { "(?mR:$)" });
                }
                '$' => self.end(),
                '#' if self.has(flags::COMMENTS) => {
                    let _ = self.rest.by_ref().find(|char| *char == '\n');
                }
                char if self.has(flags::COMMENTS) && char.is_ascii_whitespace() => {}
                '*' | '+' | '?' | '}' => {
                    self.out.push(char);
                    self.tracks_back |= self.rest.peek() == Some(&'+');
                }
                '|' | '{' => self.out.push(char),
                char => self.literal(char),
            }
        }
    }

    /// The end of the text, or before a last line end.
    fn end(&mut self) {
        self.asks_for_end = true;
        self.out.push_str(match (self.plain_end, self.has(flags::UNIX_LINES)) {
            (true, _) => "\\z",
            (false, true) => "(?=\\n?\\z)",
            (false, false) => "(?=(?:\\r\\n|[\\n\\r\\x{85}\\x{2028}\\x{2029}])?\\z)(?<!\\r(?=\\n))",
        });
    }

    fn literal(&mut self, char: char) {
        let plain = !char.is_ascii()
            && char.is_alphabetic()
            && self.has(flags::CASE_INSENSITIVE)
            && !self.has(flags::UNICODE_CASE);
        match char {
            // The case of other letters counts, unless Unicode is asked for.
            char if plain => self.out.push_str(&format!("(?-i:{char})")),
            char if char.is_ascii_alphanumeric() || !char.is_ascii() => self.out.push(char),
            char => self.out.push_str(&format!("\\x{{{:x}}}", u32::from(char))),
        }
    }

    /// What begins with `(`: a group, flags, something that looks around.
    fn group(&mut self) {
        self.outer.push(self.flags);
        self.out.push('(');
        if self.rest.peek() != Some(&'?') {
            return;
        }
        let mut ahead = self.rest.clone();
        ahead.next();
        let (mut on, mut off, mut negative) = (0, 0, false);
        for char in ahead.by_ref() {
            match (char, LETTERS.iter().find(|(letter, _)| *letter == char)) {
                ('-', _) => negative = true,
                (_, Some((_, flag))) if negative => off |= flag,
                (_, Some((_, flag))) => on |= flag,
                (')' | ':', _) if on | off != 0 || char == ':' => {
                    self.flags = (self.flags | on) & !off;
                    self.out.push('?');
                    let was = self.outer.last().copied().unwrap_or(0);
                    if (was ^ self.flags) & flags::CASE_INSENSITIVE != 0 {
                        self.out.push_str(if self.has(flags::CASE_INSENSITIVE) { "i" } else { "-i" });
                    } else if char == ')' {
                        // What is left of `(?s)` is an empty group.
                        self.out.push(':');
                    }
                    self.out.push(char);
                    self.rest = ahead;
                    if char == ')' {
                        self.outer.pop();
                    }
                    return;
                }
                _ => break,
            }
        }
        // `?=`, `?<name>` and their kin are the same.
        self.rest.next();
        self.out.push('?');
        if let Some(kind) = self.rest.next() {
            self.out.push(kind);
            self.tracks_back |= kind != '<';
            if kind == '<' {
                match self.rest.peek() {
                    Some('=' | '!') => {
                        self.tracks_back = true;
                        self.out.extend(self.rest.next());
                    }
                    _ => {
                        for char in self.rest.by_ref() {
                            self.out.push(char);
                            if char == '>' {
                                break;
                            }
                        }
                    }
                }
            }
        }
    }

    /// A class in brackets, behind its `[`.
    fn class(&mut self) {
        self.out.push('[');
        if self.rest.next_if_eq(&'^').is_some() {
            self.out.push('^');
        }
        let mut first = true;
        while let Some(char) = self.rest.next() {
            match char {
                ']' if first => self.out.push_str("\\]"),
                ']' => {
                    self.out.push(']');
                    return;
                }
                '[' => self.class(),
                '\\' => self.escape(true),
                '&' if self.rest.peek() == Some(&'&') => {
                    self.rest.next();
                    self.out.push_str("&&");
                }
                '-' if self.rest.peek() == Some(&'-') => self.out.push_str("\\-"),
                '-' => self.out.push('-'),
                char if self.has(flags::COMMENTS) && char.is_ascii_whitespace() => continue,
                char if char.is_ascii_alphanumeric() || !char.is_ascii() => self.out.push(char),
                char => self.out.push_str(&format!("\\x{{{:x}}}", u32::from(char))),
            }
            first = false;
        }
    }

    /// A class of characters, by what stands within its brackets.
    fn set(&mut self, items: &str, negative: bool, in_class: bool) {
        match (in_class, negative) {
            (true, false) => self.out.push_str(items),
            (_, true) => self.out.push_str(&format!("[^{items}]")),
            (false, false) => self.out.push_str(&format!("[{items}]")),
        }
    }

    /// What begins with a backslash.
    fn escape(&mut self, in_class: bool) {
        let Some(char) = self.rest.next() else { return self.out.push('\\') };
        let unicode = self.has(flags::UNICODE_CHARACTER_CLASS);
        match char {
            'Q' => {
                let mut quoted = String::new();
                while let Some(char) = self.rest.next() {
                    if char == '\\' && self.rest.next_if_eq(&'E').is_some() {
                        break;
                    }
                    quoted.push(char);
                }
                quoted.chars().for_each(|char| self.code(u32::from(char), in_class));
            }
            'd' | 'D' | 'w' | 'W' | 's' | 'S' if unicode => {
                self.out.push('\\');
                self.out.push(char);
            }
            'd' | 'D' => self.set("0-9", char == 'D', in_class),
            'w' | 'W' => self.set("a-zA-Z0-9_", char == 'W', in_class),
            's' | 'S' => self.set(" \\t\\n\\x0B\\f\\r", char == 'S', in_class),
            'h' | 'H' => self.set(SPACES, char == 'H', in_class),
            'v' | 'V' => self.set(VERTICAL_SPACES, char == 'V', in_class),
            'R' => self.out.push_str(&format!("(?:\\r\\n|[{VERTICAL_SPACES}])")),
            'Z' => self.end(),
            'A' | 'z' | 'b' | 'B' | 'G' => {
                self.out.push('\\');
                self.out.push(char);
            }
            'k' => {
                self.tracks_back = true;
                self.out.push_str("\\k");
                for char in self.rest.by_ref() {
                    self.out.push(char);
                    if char == '>' {
                        break;
                    }
                }
            }
            '1'..='9' if !in_class => self.back_reference(char),
            'p' | 'P' => self.property(char == 'P', in_class),
            't' => self.code(9, in_class),
            'n' => self.code(10, in_class),
            'r' => self.code(13, in_class),
            'f' => self.code(12, in_class),
            'a' => self.code(7, in_class),
            'e' => self.code(27, in_class),
            'c' => {
                let control = self.rest.next().map_or(0, u32::from);
                self.code(control ^ 64, in_class);
            }
            '0' => {
                let mut code = 0;
                for _ in 0..3 {
                    let more = self.rest.peek().and_then(|char| char.to_digit(8));
                    let Some(digit) = more.filter(|digit| code * 8 + digit <= 0o377) else { break };
                    code = code * 8 + digit;
                    self.rest.next();
                }
                self.code(code, in_class);
            }
            'x' if self.rest.next_if_eq(&'{').is_some() => {
                let hex: String = self.rest.by_ref().take_while(|char| *char != '}').collect();
                self.hex(&hex, in_class);
            }
            'x' => {
                let hex: String = self.rest.by_ref().take(2).collect();
                self.hex(&hex, in_class);
            }
            'u' => {
                let hex: String = self.rest.by_ref().take(4).collect();
                self.unit(&hex, in_class);
            }
            // Letters without a meaning are errors, as they are in Java.
            char if char.is_ascii_alphabetic() => {
                self.out.push_str("\\i");
                self.out.push(char);
            }
            char => self.code(u32::from(char), in_class),
        }
    }

    /// A character by its number.
    fn code(&mut self, code: u32, in_class: bool) {
        match char::from_u32(code) {
            Some(char) if in_class && !char.is_ascii() => self.out.push(char),
            Some(char) if !in_class => self.literal(char),
            _ => self.out.push_str(&format!("\\x{{{code:x}}}")),
        }
    }

    fn hex(&mut self, hex: &str, in_class: bool) {
        match u32::from_str_radix(hex, 16) {
            Ok(code) => self.code(code, in_class),
            Err(_) => self.out.push_str(&format!("\\x{{{hex}}}")),
        }
    }

    /// `\uhhhh`; two halves are one character.
    fn unit(&mut self, hex: &str, in_class: bool) {
        let high = u32::from_str_radix(hex, 16).ok();
        let mut ahead = self.rest.clone();
        if let Some(high) = high.filter(|high| (0xd800..0xdc00).contains(high))
            && ahead.next() == Some('\\')
            && ahead.next() == Some('u')
        {
            let low: String = ahead.by_ref().take(4).collect();
            if let Ok(low @ 0xdc00..=0xdfff) = u32::from_str_radix(&low, 16) {
                self.rest = ahead;
                return self.code(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00), in_class);
            }
        }
        self.hex(hex, in_class);
    }

    /// `\n`: as many digits as there are groups for.
    fn back_reference(&mut self, first: char) {
        self.tracks_back = true;
        let mut group = first.to_digit(10).unwrap_or(0) as usize;
        while let Some(digit) = self.rest.peek().and_then(|char| char.to_digit(10)) {
            let more = group * 10 + digit as usize;
            if more > self.groups {
                break;
            }
            group = more;
            self.rest.next();
        }
        if group > self.groups {
            // A group that is not there never matched.
            self.out.push_str("(?!)");
        } else {
            self.out.push_str(&format!("(?:\\{group})"));
        }
    }

    /// `\p{…}`
    fn property(&mut self, negative: bool, in_class: bool) {
        let name: String = match self.rest.next() {
            Some('{') => self.rest.by_ref().take_while(|char| *char != '}').collect(),
            Some(char) => char.into(),
            None => String::new(),
        };
        let unicode = self.has(flags::UNICODE_CHARACTER_CLASS);
        let posix = match name.as_str() {
            "Alpha" | "Digit" | "Alnum" | "Punct" | "Space" | "Upper" | "Lower" | "XDigit" | "Graph"
            | "Print" | "Blank" | "Cntrl"
                if !unicode || matches!(name.as_str(), "Graph" | "Print" | "Blank" | "Cntrl" | "XDigit") =>
            {
                format!("[:{}:]", name.to_ascii_lowercase())
            }
            "ASCII" => "\\x00-\\x7F".into(),
            _ => {
                let sign = if negative { 'P' } else { 'p' };
                let name = match name.as_str() {
                    "javaLowerCase" | "IsLowercase" => "Lowercase",
                    "javaUpperCase" | "IsUppercase" => "Uppercase",
                    "javaWhitespace" | "IsWhite_Space" | "IsWhiteSpace" | "Space" => "White_Space",
                    "javaLetter" => "L",
                    "javaDigit" | "IsDigit" | "Digit" => "Nd",
                    "javaAlphabetic" | "IsAlphabetic" => "Alphabetic",
                    "Alpha" => "Alphabetic",
                    "Lower" => "Lowercase",
                    "Upper" => "Uppercase",
                    "Punct" | "IsPunctuation" => "P",
                    "IsLetter" => "L",
                    "IsIdeographic" => "Ideographic",
                    other => {
                        let other = other.split_once('=').map_or(other, |(_, value)| value);
                        other.strip_prefix("Is").or_else(|| other.strip_prefix("In")).unwrap_or(other)
                    }
                };
                return self.out.push_str(&format!("\\{sign}{{{name}}}"));
            }
        };
        self.set(&posix, negative, in_class);
    }
}
