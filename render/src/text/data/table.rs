//! Tables of locales as `render/locale-data` writes them: deflated text, a line for each locale.

use std::io::Read;

use flate2::read::DeflateDecoder;
use memchr::memmem;
use rustc_hash::FxHashMap;

use crate::text::Locale;

/// Between the items of a list.
pub(in crate::text) const ITEM: char = '\u{1f}';

pub(in crate::text) struct Table {
    text: String,
    lines: Vec<Line>,
    /// Lines by the locale's name in small letters.
    by_name: FxHashMap<String, usize>,
    root: usize,
}

/// What differs from the parent's, each behind a tab and a key.
struct Line {
    parent: Option<usize>,
    start: usize,
    end: usize,
}

impl Table {
    /// Inflates a table.
    pub(in crate::text) fn new(bytes: &[u8]) -> Self {
        let (length, bytes) = bytes.split_first_chunk().expect("tables begin with their length");
        let mut text = String::with_capacity(u32::from_le_bytes(*length) as usize);
        DeflateDecoder::new(bytes).read_to_string(&mut text).expect("the tables in the program are whole");
        let mut table = Table { text, lines: Vec::new(), by_name: FxHashMap::default(), root: 0 };
        let mut parents = Vec::new();
        let mut start = 0;
        for line in table.text.split('\n') {
            let end = start + line.len();
            // The first line tells the version, lines of regions begin with an @.
            if start > 0 && !line.starts_with('@') {
                let mut fields = line.splitn(3, '\t');
                let (name, parent) = (fields.next().unwrap_or(""), fields.next().unwrap_or(""));
                let behind = name.len() + 1 + parent.len();
                table.by_name.insert(name.to_ascii_lowercase(), table.lines.len());
                parents.push(parent.to_ascii_lowercase());
                table.lines.push(Line { parent: None, start: start + behind, end });
            }
            start = end + 1;
        }
        for (line, parent) in table.lines.iter_mut().zip(parents) {
            line.parent = table.by_name.get(&parent).copied();
        }
        table.root = table.by_name["und"];
        table
    }

    /// The version of CLDR that this was made of.
    #[cfg(test)]
    pub(in crate::text) fn version(&self) -> &str {
        self.text.split('\n').next().unwrap_or("")
    }

    /// Whether a line is that of the root.
    pub(in crate::text) fn is_root(&self, line: usize) -> bool {
        line == self.root
    }

    /// How many locales there are.
    pub(in crate::text) fn len(&self) -> usize {
        self.lines.len()
    }

    /// The names of all locales in small letters.
    pub(in crate::text) fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }

    /// The fields of a line such as `@weeks`.
    pub(in crate::text) fn special(&self, name: &str) -> impl Iterator<Item = &str> {
        let line = self.text.split('\n').find(|line| line.split('\t').next() == Some(name)).unwrap_or("");
        line.split('\t').skip(1)
    }

    /// The line of a locale's name.
    fn exact(&self, name: &str) -> Option<usize> {
        self.by_name.get(&name.to_ascii_lowercase()).copied()
    }

    /// The line of the locale or the nearest more general one.
    pub(in crate::text) fn nearest(&self, locale: &Locale) -> usize {
        let mut name = String::new();
        for candidate in locale.candidates() {
            name.clear();
            name.push_str(candidate.language());
            for part in [candidate.script(), candidate.country(), candidate.variant()] {
                if !part.is_empty() {
                    name.push('-');
                    name.push_str(part);
                }
            }
            if let Some(line) = self.exact(&name) {
                return line;
            }
        }
        self.root
    }

    /// What a locale or one that it takes from has behind a key.
    pub(in crate::text) fn find(&self, line: usize, key: &str) -> Option<&str> {
        let mut next = Some(line);
        let finder = memmem::Finder::new(key.as_bytes());
        while let Some(line) = next {
            let line = &self.lines[line];
            let text = &self.text[line.start..line.end];
            let mut from = 0;
            while let Some(at) = finder.find(&text.as_bytes()[from..]) {
                let at = from + at;
                if text.as_bytes()[..at].ends_with(b"\t") {
                    let value = &text[at + key.len()..];
                    return value.split('\t').next();
                }
                from = at + key.len();
            }
            next = line.parent;
        }
        None
    }

    /// The same as a list.
    pub(in crate::text) fn list<const N: usize>(&self, line: usize, key: &str) -> [&str; N] {
        let mut list = [""; N];
        let items = self.find(line, key).unwrap_or("").split(ITEM);
        for (place, item) in list.iter_mut().zip(items) {
            *place = item;
        }
        list
    }
}
