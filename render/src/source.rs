//! Page sources and places in them.
//!
//! Every tree node and every instruction carries a [`Span`]: which file of the translation unit, and the bytes in it.
//! Lines and columns are worked out only when somebody looks, from [`SourceFile`].

use std::fmt;
use std::sync::{Arc, OnceLock};

use ecow::EcoString;

/// A range of bytes in one file of a translation unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Which file: a number of its [`SourceMap`].
    pub file: u32,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end` of file number `file`.
    #[must_use]
    pub fn new(file: u32, start: usize, end: usize) -> Self {
        // Sources over 4 GiB are refused when they are read, so positions fit.
        Span { file, start: start as u32, end: end as u32 }
    }

    /// The smallest span of this file that holds both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// The decoded text of one page, tag file, included file or descriptor.
pub struct SourceFile {
    path: EcoString,
    text: EcoString,
    line_starts: OnceLock<Vec<u32>>,
}

impl SourceFile {
    /// A source under its context-relative path (`/WEB-INF/tags/product.tag`).
    pub fn new(path: impl Into<EcoString>, text: impl Into<EcoString>) -> Self {
        SourceFile { path: path.into(), text: text.into(), line_starts: OnceLock::new() }
    }

    /// The context-relative path.
    pub fn path(&self) -> &EcoString {
        &self.path
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            std::iter::once(0)
                .chain(memchr::memchr_iter(b'\n', self.text.as_bytes()).map(|at| at as u32 + 1))
                .collect()
        })
    }

    /// Line and column of a byte, both from 1; the column counts characters.
    pub fn line_column(&self, at: u32) -> (u32, u32) {
        let starts = self.line_starts();
        let line = starts.partition_point(|start| *start <= at).max(1);
        let start = starts[line - 1] as usize;
        let end = (at as usize).clamp(start, self.text.len());
        let column = self.text.get(start..end).map_or(end - start, |text| text.chars().count());
        (line as u32, column as u32 + 1)
    }

    /// The text of a line (from 1) without its line end.
    pub fn line(&self, line: u32) -> &str {
        let starts = self.line_starts();
        let index = (line.max(1) - 1) as usize;
        let Some(start) = starts.get(index) else { return "" };
        let end = starts.get(index + 1).map_or(self.text.len(), |end| *end as usize);
        self.text[*start as usize..end].trim_end_matches(['\n', '\r'])
    }
}

impl fmt::Debug for SourceFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SourceFile").field("path", &self.path).field("bytes", &self.text.len()).finish()
    }
}

/// The files of one translation unit: the page, what it statically includes, preludes and codas.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<Arc<SourceFile>>,
    includers: Vec<Option<Span>>,
}

impl SourceMap {
    /// No files yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file and gives its number, used in spans.
    pub fn add(&mut self, file: Arc<SourceFile>) -> u32 {
        self.files.push(file);
        self.includers.push(None);
        (self.files.len() - 1) as u32
    }

    /// Adds a file that the directive at `by` includes. A file that is included twice has two numbers.
    pub fn add_included(&mut self, file: Arc<SourceFile>, by: Span) -> u32 {
        let number = self.add(file);
        self.includers[number as usize] = Some(by);
        number
    }

    /// The places of the include directives through which file `number` got into the unit, nearest first.
    pub fn chain(&self, number: u32) -> Vec<Place> {
        let includer = |number: u32| self.includers.get(number as usize).copied().flatten();
        std::iter::successors(includer(number), |by| includer(by.file)).map(|by| self.place(by)).collect()
    }

    /// The file of that number.
    pub fn file(&self, number: u32) -> Option<&Arc<SourceFile>> {
        self.files.get(number as usize)
    }

    /// All files, the page itself first.
    pub fn files(&self) -> &[Arc<SourceFile>] {
        &self.files
    }

    /// Resolves a span to something a person can read.
    pub fn place(&self, span: Span) -> Place {
        let Some(file) = self.file(span.file) else { return Place::default() };
        let (line, column) = file.line_column(span.start);
        let text = file.line(line);
        let (end_line, end_column) = file.line_column(span.end);
        let width = if end_line == line {
            end_column.saturating_sub(column)
        } else {
            text.chars().count() as u32 + 1 - column.min(text.chars().count() as u32 + 1)
        };
        Place { path: file.path.clone(), line, column, width: width.max(1), text: text.into() }
    }
}

/// A span made readable: page, line, column and the source line itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Context-relative path of the file.
    pub path: EcoString,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// How many characters to mark, at least 1.
    pub width: u32,
    /// The source line.
    pub text: EcoString,
}

impl Place {
    /// A file as a whole, where no line can be named.
    pub fn of_file(path: impl Into<EcoString>) -> Self {
        Place { path: path.into(), line: 1, column: 1, width: 1, text: EcoString::new() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.path, self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let file = SourceFile::new("/a.jsp", "ab\ncäd\r\n\nx");
        assert_eq!(file.line_column(0), (1, 1));
        assert_eq!(file.line_column(3), (2, 1));
        assert_eq!(file.line_column(6), (2, 3));
        assert_eq!(file.line_column(9), (3, 1));
        assert_eq!(file.line_column(10), (4, 1));
        assert_eq!(file.line(2), "cäd");
        assert_eq!(file.line(3), "");
        assert_eq!(file.line(9), "");
    }

    #[test]
    fn a_place_marks_the_span_within_its_line() {
        let mut map = SourceMap::new();
        let n = map.add(Arc::new(SourceFile::new("/a.jsp", "one\ntwo three\n")));
        let place = map.place(Span::new(n, 8, 13));
        assert_eq!((place.line, place.column, place.width), (2, 5, 5));
        assert_eq!(place.to_string(), "/a.jsp:2:5");
        assert_eq!(map.place(Span::new(n, 8, 14)).width, 5);
    }

    #[test]
    fn an_included_file_knows_its_chain() {
        let mut map = SourceMap::new();
        let file = |path: &str| Arc::new(SourceFile::new(path, "one\ntwo"));
        let page = map.add(file("/a.jsp"));
        let part = map.add_included(file("/b.jspf"), Span::new(page, 4, 7));
        let inner = map.add_included(file("/c.jspf"), Span::new(part, 0, 3));
        let chain = |number| map.chain(number).iter().map(Place::to_string).collect::<Vec<_>>();
        assert_eq!(chain(inner), ["/b.jspf:1:1", "/a.jsp:2:1"]);
        assert_eq!(chain(page), [""; 0]);
    }
}
