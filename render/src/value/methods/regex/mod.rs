//! Java's regular expressions.
//!
//! Patterns without back references and look-around run in time that grows with the text alone; what needs more tracks
//! back, for a bounded number of steps.

mod replacement;
mod translate;

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;
use std::sync::OnceLock;
use std::time::Duration;
use std::time::Instant;

use fancy_regex::Regex;
use fancy_regex::RegexBuilder;
use fancy_regex::RegexInput;

pub use self::replacement::no_group;
use self::translate::translate;
use super::check_text_length;
use crate::Result;
use crate::error::Error;
use crate::value::Str;

/// The flags of `java.util.regex.Pattern`.
pub mod flags {
    #![expect(missing_docs, reason = "they are Java's")]
    pub const UNIX_LINES: i32 = 1;
    pub const CASE_INSENSITIVE: i32 = 2;
    pub const COMMENTS: i32 = 4;
    pub const MULTILINE: i32 = 8;
    pub const LITERAL: i32 = 16;
    pub const DOTALL: i32 = 32;
    pub const UNICODE_CASE: i32 = 64;
    pub const CANON_EQ: i32 = 128;
    pub const UNICODE_CHARACTER_CLASS: i32 = 256;
}

/// What a pattern may take when it is compiled, in bytes and in instructions.
const MAX_PATTERN_BYTES: usize = 1 << 20;
const MAX_PATTERN_STEPS: usize = 1 << 16;

/// How often one search may track back.
const MAX_BACKTRACKS: usize = 1_000_000;

/// How long all searches of one replacement or split may take.
const MAX_TIME: Duration = Duration::from_secs(2);

/// How many patterns a thread keeps: pages use the same ones over and over.
const KEPT: usize = 32;

thread_local! {
    static RECENT: RefCell<Vec<Pattern>> = const { RefCell::new(Vec::new()) };
}

/// A compiled pattern: `java.util.regex.Pattern`.
#[derive(Clone)]
pub struct Pattern(Arc<Compiled>);

struct Compiled {
    source: Str,
    flags: i32,
    /// For texts without a line end at their end.
    plain: Regex,
    /// For all others, where the pattern asks for the end.
    before_line_end: Option<OnceLock<Regex>>,
    whole: OnceLock<Regex>,
    whole_before_line_end: OnceLock<Regex>,
    names: Box<[(Str, usize)]>,
    tracks_back: bool,
}

/// Where a pattern was found: the whole, then its groups, as bytes of the text.
pub type Groups = Box<[Option<Range<usize>>]>;

/// Where a search may find something.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Anywhere behind the start.
    No,
    /// At the start.
    Start,
    /// All of the text from the start on.
    Whole,
}

fn syntax_error(source: &str, error: &dyn std::fmt::Display) -> Error {
    Error::new(
        "java.util.regex.PatternSyntaxException",
        format!("the pattern '{source}' can't be used: {error}"),
    )
    .with_supers([
        "java.lang.IllegalArgumentException".into(),
        "java.lang.RuntimeException".into(),
        "java.lang.Exception".into(),
        "java.lang.Throwable".into(),
    ])
}

fn build(source: &str, text: &str) -> Result<Regex> {
    RegexBuilder::new(text)
        .backtrack_limit(MAX_BACKTRACKS)
        .delegate_size_limit(MAX_PATTERN_BYTES)
        .max_prog_size(MAX_PATTERN_STEPS)
        .build()
        .map_err(|error| syntax_error(source, &error))
}

fn ends_line(text: &str) -> bool {
    text.ends_with(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'])
}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// `PatternSyntaxException`
    pub fn new(source: &str, flags: i32) -> Result<Self> {
        let known = RECENT.with_borrow(|recent| {
            recent.iter().find(|known| known.0.source == source && known.0.flags == flags).cloned()
        });
        if let Some(known) = known {
            return Ok(known);
        }
        let translated = translate(source, flags, true);
        let plain = build(source, &translated.text)?;
        let names = plain.capture_names().enumerate();
        let names = names.filter_map(|(group, name)| Some((name?.into(), group))).collect();
        let pattern = Pattern(Arc::new(Compiled {
            source: source.into(),
            flags,
            plain,
            before_line_end: translated.asks_for_end.then(OnceLock::new),
            whole: OnceLock::new(),
            whole_before_line_end: OnceLock::new(),
            names,
            tracks_back: translated.tracks_back,
        }));
        RECENT.with_borrow_mut(|recent| {
            recent.truncate(KEPT - 1);
            recent.insert(0, pattern.clone());
        });
        Ok(pattern)
    }

    /// The pattern as it was written.
    pub fn source(&self) -> &Str {
        &self.0.source
    }

    /// Its flags.
    pub fn flags(&self) -> i32 {
        self.0.flags
    }

    /// How many groups it has, without the whole.
    pub fn group_count(&self) -> usize {
        self.0.plain.captures_len() - 1
    }

    /// Whether it looks around or refers to groups, so that a search may track back many times.
    pub fn tracks_back(&self) -> bool {
        self.0.tracks_back
    }

    /// The groups that have names.
    pub fn names(&self) -> &[(Str, usize)] {
        &self.0.names
    }

    /// The group of a name.
    pub fn group(&self, name: &str) -> Option<usize> {
        self.0.names.iter().find(|(known, _)| known == name).map(|(_, group)| *group)
    }

    /// The expression that goes for a text.
    fn regex(&self, text: &str, anchor: Anchor) -> Result<&Regex> {
        let compiled = &*self.0;
        let late = compiled.before_line_end.as_ref().filter(|_| ends_line(text));
        let (place, plain) = match (anchor, late) {
            (Anchor::Whole, None) => (&compiled.whole, true),
            (Anchor::Whole, Some(_)) => (&compiled.whole_before_line_end, false),
            (_, None) => return Ok(&compiled.plain),
            (_, Some(late)) => (late, false),
        };
        if let Some(known) = place.get() {
            return Ok(known);
        }
        let translated = translate(&compiled.source, compiled.flags, plain).text;
        let translated = match anchor {
            Anchor::Whole => format!("(?:{translated})\\z"),
            _ => translated,
        };
        let built = build(&compiled.source, &translated)?;
        Ok(place.get_or_init(|| built))
    }

    /// Finds the pattern from a byte of the text on.
    ///
    /// # Errors
    /// It takes too many steps.
    pub fn find(&self, text: &str, from: usize, anchor: Anchor) -> Result<Option<Groups>> {
        if from > text.len() {
            return Ok(None);
        }
        let input = RegexInput::new(text).from_pos(from).anchored(anchor != Anchor::No);
        let found = self.regex(text, anchor)?.captures_input(input).map_err(|_| self.too_long())?;
        Ok(found.map(|found| found.iter().map(|group| group.map(|group| group.range())).collect()))
    }

    #[cold]
    fn too_long(&self) -> Error {
        Error::budget(format!("the pattern '{}' takes too many steps with this text", self.0.source))
            .with_hint("look for repetitions within repetitions, such as (a+)+")
    }

    /// Everything that is found one after the other.
    pub fn find_all<'p, 't>(&'p self, text: &'t str) -> FindAll<'p, 't> {
        FindAll { pattern: self, text, from: 0, deadline: None }
    }

    /// `split`: trailing empty parts go with a limit of 0; a match of no width at the start gives no part.
    ///
    /// # Errors
    /// It takes too many steps.
    pub fn parts<'t>(&self, text: &'t str, limit: i32) -> Result<Vec<&'t str>> {
        let mut parts: Vec<&str> = Vec::new();
        let mut last = 0;
        for found in self.find_all(text) {
            if limit > 0 && parts.len() as i32 >= limit - 1 {
                break;
            }
            let found = whole(&found?);
            if found.end == 0 || (found.is_empty() && found.start >= text.len()) {
                continue;
            }
            parts.push(&text[last..found.start]);
            last = found.end;
        }
        if parts.is_empty() {
            return Ok(vec![text]);
        }
        parts.push(&text[last..]);
        if limit == 0 {
            while parts.last().is_some_and(|part| part.is_empty()) {
                parts.pop();
            }
        }
        Ok(parts)
    }

    /// `replaceAll` and `replaceFirst`
    ///
    /// # Errors
    /// The replacement names groups that are not there; the text would be too long.
    pub fn replaced<'t>(&self, text: &'t str, new: &str, all: bool) -> Result<Cow<'t, str>> {
        let mut out = String::new();
        let mut last = None;
        for found in self.find_all(text) {
            let found = found?;
            out.push_str(&text[last.unwrap_or(0)..whole(&found).start]);
            self.expand(text, &found, new, &mut out)?;
            check_text_length(out.len())?;
            last = Some(whole(&found).end);
            if !all {
                break;
            }
        }
        let Some(last) = last else { return Ok(Cow::Borrowed(text)) };
        out.push_str(&text[last..]);
        check_text_length(out.len())?;
        Ok(Cow::Owned(out))
    }
}

/// Where the whole was found.
pub fn whole(groups: &Groups) -> Range<usize> {
    groups.first().cloned().flatten().unwrap_or_default()
}

/// What [`Pattern::find_all`] gives.
pub struct FindAll<'p, 't> {
    pattern: &'p Pattern,
    text: &'t str,
    from: usize,
    deadline: Option<Instant>,
}

impl Iterator for FindAll<'_, '_> {
    type Item = Result<Groups>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.pattern.find(self.text, self.from, Anchor::No).transpose()?;
        match &found {
            Ok(groups) => {
                self.from = behind(self.text, &whole(groups));
                if self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
                    return Some(Err(self.pattern.too_long()));
                }
                self.deadline.get_or_insert_with(|| Instant::now() + MAX_TIME);
            }
            Err(_) => self.from = self.text.len() + 1,
        }
        Some(found)
    }
}

/// Where the search goes on behind what was found: behind nothing, one character further.
pub fn behind(text: &str, found: &Range<usize>) -> usize {
    match found.is_empty() {
        false => found.end,
        true => found.end + text[found.end..].chars().next().map_or(1, char::len_utf8),
    }
}

/// `String.matches`
///
/// # Errors
/// `PatternSyntaxException`
pub fn matches(pattern: &str, text: &str) -> Result<bool> {
    Ok(Pattern::new(pattern, 0)?.find(text, 0, Anchor::Whole)?.is_some())
}

/// `String.replaceAll` and `replaceFirst`
///
/// # Errors
/// `PatternSyntaxException`; the text would be too long.
pub fn replaced<'t>(pattern: &str, text: &'t str, new: &str, all: bool) -> Result<Cow<'t, str>> {
    Pattern::new(pattern, 0)?.replaced(text, new, all)
}

/// `String.split`
///
/// # Errors
/// `PatternSyntaxException`
pub fn parts<'t>(pattern: &str, text: &'t str, limit: i32) -> Result<Vec<&'t str>> {
    Pattern::new(pattern, 0)?.parts(text, limit)
}
