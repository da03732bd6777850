//! Plain text tables.

use std::fmt;
use std::fmt::Display;
use std::fmt::Formatter;

/// Between two columns.
const GAP: &str = "  ";

/// A table with a header; the first column is flush left, the others, which hold figures, flush right.
#[derive(Debug)]
pub(crate) struct Table<const COLUMNS: usize> {
    header: [&'static str; COLUMNS],
    rows: Vec<[String; COLUMNS]>,
}

impl<const COLUMNS: usize> Table<COLUMNS> {
    pub(crate) fn new(header: [&'static str; COLUMNS]) -> Self {
        Self { header, rows: Vec::new() }
    }

    pub(crate) fn push(&mut self, row: [String; COLUMNS]) {
        self.rows.push(row);
    }

    fn widths(&self) -> [usize; COLUMNS] {
        let mut widths = self.header.map(width);
        for row in &self.rows {
            for (widest, cell) in widths.iter_mut().zip(row) {
                *widest = width(cell).max(*widest);
            }
        }
        widths
    }
}

impl<const COLUMNS: usize> Display for Table<COLUMNS> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let widths = self.widths();
        write_row(f, &self.header, &widths)?;
        for row in &self.rows {
            f.write_str("\n")?;
            write_row(f, row, &widths)?;
        }
        Ok(())
    }
}

/// `value` with `decimals`, or a dash if there is none.
pub(crate) fn optional(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "-".into(), |value| format!("{value:.decimals$}"))
}

fn write_row(f: &mut Formatter<'_>, cells: &[impl AsRef<str>], widths: &[usize]) -> fmt::Result {
    let last = cells.len().saturating_sub(1);
    for (column, (cell, &width)) in cells.iter().map(AsRef::as_ref).zip(widths).enumerate() {
        match column {
            // No blanks at the end of a line.
            0 if last == 0 => f.write_str(cell)?,
            0 => write!(f, "{cell:<width$}")?,
            _ => write!(f, "{GAP}{cell:>width$}")?,
        }
    }
    Ok(())
}

/// What the formatter counts when it pads.
fn width(cell: &str) -> usize {
    cell.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new(["page", "µs", "to askama"]);
        table.push(["hand".into(), "40.1".into(), "0.80".into()]);
        table.push(["catalog.jsp".into(), "1000.0".into(), "-".into()]);
        assert_eq!(
            table.to_string(),
            "page             µs  to askama\n\
             hand           40.1       0.80\n\
             catalog.jsp  1000.0          -"
        );
    }

    #[test]
    fn a_table_without_rows_is_its_header() {
        assert_eq!(Table::new(["page"]).to_string(), "page");
    }

    #[test]
    fn figures_that_are_not_there_are_dashes() {
        assert_eq!(optional(Some(1.256), 2), "1.26");
        assert_eq!(optional(None, 2), "-");
    }
}
