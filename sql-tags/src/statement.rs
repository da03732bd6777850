//! From the SQL of a page to that of a driver: JDBC's `?` markers and `{…}` escapes.
//!
//! The scanner knows what is a literal, a quoted identifier, a comment or a dollar quote, and touches nothing in them.

use std::fmt::Write;

use crate::error::ErrorKind;
use crate::error::SqlError;

/// Whose SQL is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// PostgreSQL: markers become `$1`, `$2`, …
    Postgres,
    /// SQLite: markers stay.
    Sqlite,
}

/// A page's statement as the driver takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    pub(crate) text: String,
    /// How many `?` markers there were.
    pub(crate) markers: usize,
}

impl Statement {
    /// Translates a statement. `??` stands for an operator's `?`.
    pub(crate) fn parse(sql: &str, dialect: Dialect) -> Self {
        let mut scanner = Scanner {
            sql,
            at: 0,
            dialect,
            out: String::with_capacity(sql.len() + 8),
            markers: 0,
            copied: 0,
            escapes: Vec::new(),
        };
        scanner.run();
        Statement { text: scanner.out, markers: scanner.markers }
    }
}

struct Scanner<'a> {
    sql: &'a str,
    at: usize,
    dialect: Dialect,
    out: String,
    markers: usize,
    /// Everything before this byte is in `out`.
    copied: usize,
    /// The open `{`s: whether each is an escape whose `}` must go.
    escapes: Vec<bool>,
}

impl Scanner<'_> {
    fn run(&mut self) {
        let bytes = self.sql.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            let next = bytes.get(self.at + 1).copied();
            match byte {
                b'\'' => {
                    let escapes = self.dialect == Dialect::Postgres && self.is_escape_string();
                    self.quoted(b'\'', escapes);
                }
                b'"' => self.quoted(b'"', false),
                b'`' if self.dialect == Dialect::Sqlite => self.quoted(b'`', false),
                b'[' if self.dialect == Dialect::Sqlite => self.skip_past("]"),
                b'-' if next == Some(b'-') => self.skip_past("\n"),
                b'/' if next == Some(b'*') => self.block_comment(),
                b'$' if self.dialect == Dialect::Postgres && !self.follows_word() => self.dollar_quoted(),
                b'?' if next == Some(b'?') && self.dialect == Dialect::Postgres => {
                    self.replace(2, "?");
                }
                b'?' => {
                    self.markers += 1;
                    match self.dialect {
                        Dialect::Postgres => {
                            self.replace(1, "");
                            // Writing to a String can't fail.
                            let _ = write!(self.out, "${}", self.markers);
                        }
                        Dialect::Sqlite => self.at += 1,
                    }
                }
                b'{' => self.open_escape(),
                b'}' => match self.escapes.pop() {
                    Some(true) => self.replace(1, ""),
                    _ => self.at += 1,
                },
                _ => self.at += 1,
            }
        }
        self.at = bytes.len();
        self.replace(0, "");
    }

    /// Copies what was passed, leaves out `length` bytes and writes `text` for them.
    fn replace(&mut self, length: usize, text: &str) {
        self.out.push_str(&self.sql[self.copied..self.at]);
        self.out.push_str(text);
        self.at += length;
        self.copied = self.at;
    }

    /// Passes a literal or quoted name; the quote stands for itself when doubled.
    fn quoted(&mut self, quote: u8, backslashes: bool) {
        let bytes = self.sql.as_bytes();
        self.at += 1;
        while let Some(&byte) = bytes.get(self.at) {
            self.at += 1;
            if byte == b'\\' && backslashes {
                self.at += 1;
            } else if byte == quote {
                // A doubled quote opens at once again, which comes to the same.
                return;
            }
        }
        self.at = self.at.min(bytes.len());
    }

    /// Whether the quote here belongs to `E'…'`, in which a backslash escapes.
    fn is_escape_string(&self) -> bool {
        let before = &self.sql.as_bytes()[..self.at];
        match before.split_last() {
            Some((b'e' | b'E', rest)) => !rest.last().is_some_and(|byte| is_word(*byte)),
            _ => false,
        }
    }

    fn follows_word(&self) -> bool {
        self.at > 0 && is_word(self.sql.as_bytes()[self.at - 1])
    }

    fn skip_past(&mut self, end: &str) {
        self.at = self.sql[self.at..].find(end).map_or(self.sql.len(), |found| self.at + found + end.len());
    }

    /// Passes a comment; PostgreSQL's nest.
    fn block_comment(&mut self) {
        let bytes = self.sql.as_bytes();
        let mut depth = 0;
        while self.at < bytes.len() {
            match (bytes[self.at], bytes.get(self.at + 1)) {
                (b'/', Some(b'*')) if depth == 0 || self.dialect == Dialect::Postgres => {
                    depth += 1;
                    self.at += 2;
                }
                (b'*', Some(b'/')) => {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        return;
                    }
                }
                _ => self.at += 1,
            }
        }
    }

    /// Passes `$$…$$` or `$tag$…$tag$`; a `$1` is none.
    fn dollar_quoted(&mut self) {
        let rest = &self.sql[self.at + 1..];
        let tag_end =
            rest.bytes().position(|byte| !is_word(byte)).filter(|end| rest.as_bytes()[*end] == b'$');
        match tag_end {
            Some(end) if !rest.as_bytes()[0].is_ascii_digit() => {
                let tag = &self.sql[self.at..self.at + end + 2];
                self.at += tag.len();
                self.skip_past(tag);
            }
            _ => self.at += 1,
        }
    }

    /// `{d '…'}`, `{t '…'}`, `{ts '…'}`, `{fn …}`, `{oj …}` (JDBC 4.3, 13.4).
    fn open_escape(&mut self) {
        let rest = &self.sql[self.at + 1..];
        let inner = rest.trim_start();
        let word_length = inner.bytes().position(|byte| !is_word(byte)).unwrap_or(inner.len());
        let word = inner[..word_length].to_ascii_lowercase();
        let literal = match (word.as_str(), self.dialect) {
            ("d", Dialect::Postgres) => "DATE ",
            ("t", Dialect::Postgres) => "TIME ",
            ("ts", Dialect::Postgres) => "TIMESTAMP ",
            ("escape", _) => "ESCAPE ",
            ("limit", _) => "LIMIT ",
            ("d" | "t" | "ts", Dialect::Sqlite) | ("fn" | "oj", _) => "",
            _ => {
                self.escapes.push(false);
                self.at += 1;
                return;
            }
        };
        self.escapes.push(true);
        let after = inner[word_length..].trim_start();
        self.replace(1 + rest.len() - after.len(), literal);
        if word == "fn" {
            self.function();
        }
    }

    /// Writes the database's name for a function of JDBC (JDBC 4.3, appendix C), where they differ.
    fn function(&mut self) {
        let rest = &self.sql[self.at..];
        let length = rest.bytes().position(|byte| !is_word(byte)).unwrap_or(rest.len());
        let name = rest[..length].to_ascii_lowercase();
        let Some((_, own)) = functions(self.dialect).iter().find(|(jdbc, _)| *jdbc == name) else { return };
        // `current_date` and its like take no parentheses.
        let bare = own.starts_with("current_") || own.starts_with("local");
        let arguments = &rest[length..];
        let empty =
            arguments.find(')').filter(|end| arguments[..*end].trim_start_matches('(').trim().is_empty());
        match empty.filter(|_| bare) {
            Some(end) => self.replace(length + end + 1, own),
            None => self.replace(length, own),
        }
    }
}

/// Functions of JDBC under another name, and that name.
fn functions(dialect: Dialect) -> &'static [(&'static str, &'static str)] {
    match dialect {
        Dialect::Postgres => &[
            ("char", "chr"),
            ("curdate", "current_date"),
            ("curtime", "localtime"),
            ("database", "current_database"),
            ("ifnull", "coalesce"),
            ("lcase", "lower"),
            ("log", "ln"),
            ("log10", "log"),
            ("rand", "random"),
            ("truncate", "trunc"),
            ("ucase", "upper"),
            ("user", "current_user"),
        ],
        Dialect::Sqlite => &[
            ("ascii", "unicode"),
            ("ceiling", "ceil"),
            ("curdate", "current_date"),
            ("curtime", "current_time"),
            ("lcase", "lower"),
            ("log", "ln"),
            ("log10", "log10"),
            ("now", "current_timestamp"),
            ("rand", "random"),
            ("truncate", "trunc"),
            ("ucase", "upper"),
        ],
    }
}

/// A byte of an identifier; those of other scripts count too.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// As many values as parameters are wanted.
pub(crate) fn wrong_count(wanted: usize, given: usize) -> SqlError {
    let markers = if wanted == 1 { "1 parameter".to_owned() } else { format!("{wanted} parameters") };
    let values = if given == 1 { "1 value was".to_owned() } else { format!("{given} values were") };
    SqlError::new(ErrorKind::Parameter, format!("the statement has {markers} but {values} given"))
        .with_state("07001")
        .with_hint("each ? takes one sql:param; an operator's ? is written ??")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn postgres(sql: &str) -> (String, usize) {
        let statement = Statement::parse(sql, Dialect::Postgres);
        (statement.text, statement.markers)
    }

    #[test]
    fn markers_become_numbers() {
        assert_eq!(postgres("a = ? and b in (?,?)"), ("a = $1 and b in ($2,$3)".into(), 3));
        assert_eq!(postgres("select 1"), ("select 1".into(), 0));
        assert_eq!(postgres("?"), ("$1".into(), 1));
        assert_eq!(postgres(""), (String::new(), 0));
    }

    #[test]
    fn what_is_quoted_stays() {
        for sql in [
            "select 'a?' , 'it''s ?', \"odd?name\"",
            r"select E'\'?' , e'\\', '\'",
            "select 1 -- ?\n, 2",
            "select 1 -- ?",
            "/* ? /* ? */ ? */ select 1",
            "select $$ ? $$, $x$ ? $$ ? $x$",
            "select 'open ?",
            "select $a$ open ?",
            "select 'ä?€'",
        ] {
            assert_eq!(postgres(sql), (sql.to_owned(), 0));
        }
    }

    #[test]
    fn after_what_is_quoted_markers_count_again() {
        assert_eq!(postgres(r"'\' = ?"), (r"'\' = $1".into(), 1));
        assert_eq!(postgres("name'?' ?").0, "name'?' $1");
        assert_eq!(postgres("x$1$ ? $1$").0, "x$1$ $1 $1$");
        assert_eq!(postgres("$1 = ?").0, "$1 = $1");
        assert_eq!(postgres("-- a\n?").0, "-- a\n$1");
    }

    #[test]
    fn a_doubled_mark_is_the_operator() {
        assert_eq!(postgres("doc ?? 'key' and doc ??| ? "), ("doc ? 'key' and doc ?| $1 ".into(), 1));
    }

    #[test]
    fn escapes_of_jdbc() {
        assert_eq!(
            postgres("values ({d '1961-08-30'}, {t '20:20:20'}, { ts '2001-08-30 20:20:20' })").0,
            "values (DATE '1961-08-30', TIME '20:20:20', TIMESTAMP '2001-08-30 20:20:20' )"
        );
        assert_eq!(postgres("select {fn upper({fn trim(?)})}").0, "select upper(trim($1))");
        assert_eq!(postgres("select {fn UCASE(?)}, {fn curdate()}").0, "select upper($1), current_date");
        assert_eq!(
            postgres("where a like ? {escape '|'} {limit ?}").0,
            "where a like $1 ESCAPE '|' LIMIT $2"
        );
        assert_eq!(Statement::parse("select {fn now( )}", Dialect::Sqlite).text, "select current_timestamp");
        assert_eq!(postgres("select '{d x}', {x}").0, "select '{d x}', {x}");
        assert_eq!(
            Statement::parse("values ({d '1961-08-30'}, ?)", Dialect::Sqlite).text,
            "values ('1961-08-30', ?)"
        );
    }

    #[test]
    fn sqlite_keeps_its_markers() {
        let statement =
            Statement::parse("select [a?], `b?`, '?', ? /* ? */ from t where x = ?", Dialect::Sqlite);
        assert_eq!(statement.text, "select [a?], `b?`, '?', ? /* ? */ from t where x = ?");
        assert_eq!(statement.markers, 2);
    }
}
