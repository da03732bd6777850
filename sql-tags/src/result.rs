//! Query results: `jakarta.servlet.jsp.jstl.sql.Result` and its rows (Jakarta Tags 3.1, 10.3 and the javadoc of `Result`).
//!
//! All values of a result lie in one row-major array; a row that a page holds is the array and a number. So reading a
//! result costs no allocation per row beyond its values, and iterating one small one per row.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;
use std::sync::LazyLock;

use vespid_render::error::class;
use vespid_render::value::Class;
use vespid_render::value::Entry;
use vespid_render::value::Items;
use vespid_render::value::ListView;
use vespid_render::value::MapView;
use vespid_render::value::Object;
use vespid_render::value::Property;
use vespid_render::value::Str;
use vespid_render::value::Value;

use crate::connection::RowLimit;

/// Java's `String.CASE_INSENSITIVE_ORDER`: characters by their lower case, taken over the upper one.
fn compare_ignoring_case(a: &str, b: &str) -> Ordering {
    fn fold(c: char) -> char {
        if c.is_ascii() {
            return c.to_ascii_lowercase();
        }
        let upper = c.to_uppercase().next().unwrap_or(c);
        upper.to_lowercase().next().unwrap_or(upper)
    }
    a.chars().map(fold).cmp(b.chars().map(fold))
}

/// The columns of a result, shared by all its rows.
#[derive(Debug)]
pub struct Columns {
    names: Box<[Str]>,
    /// What the database calls the columns' types; empty where nobody knows.
    types: Box<[Str]>,
    /// What a row has as a map, in the order of names without regard to case: the column that gives the name and the
    /// one that gives the value. They differ where columns share a name: Java's `TreeMap` keeps the first key and the
    /// last value.
    keys: Box<[(u32, u32)]>,
}

impl Columns {
    /// Columns with these names.
    pub fn new(names: impl IntoIterator<Item = Str>) -> Self {
        let names: Box<[Str]> = names.into_iter().collect();
        let mut sorted: Vec<u32> = (0..names.len() as u32).collect();
        let name = |column: u32| names[column as usize].as_str();
        sorted.sort_by(|a, b| compare_ignoring_case(name(*a), name(*b)));
        let mut keys: Vec<(u32, u32)> = Vec::with_capacity(sorted.len());
        for column in sorted {
            match keys.last_mut() {
                Some((first, last)) if compare_ignoring_case(name(*first), name(column)).is_eq() => {
                    *last = column;
                }
                _ => keys.push((column, column)),
            }
        }
        Columns { names, types: Box::default(), keys: keys.into() }
    }

    /// The same columns with what the database calls their types.
    pub(crate) fn with_types(mut self, types: impl IntoIterator<Item = Str>) -> Self {
        self.types = types.into_iter().collect();
        self
    }

    /// What the database calls the type of a column; empty where that is not known.
    pub fn type_name(&self, column: usize) -> &str {
        self.types.get(column).map_or("", Str::as_str)
    }

    /// The names, in the order of the query.
    pub fn names(&self) -> &[Str] {
        &self.names
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The column of a name, whatever its case.
    pub fn find(&self, name: &str) -> Option<usize> {
        let key = self
            .keys
            .binary_search_by(|(first, _)| compare_ignoring_case(&self.names[*first as usize], name))
            .ok()?;
        Some(self.keys[key].1 as usize)
    }
}

/// Some rows of a query: a whole result, or a batch of a stream.
#[derive(Debug)]
pub struct Rows {
    columns: Arc<Columns>,
    values: Vec<Value>,
    count: usize,
}

impl Rows {
    /// No rows yet.
    pub(crate) fn new(columns: Arc<Columns>) -> Self {
        Rows { columns, values: Vec::new(), count: 0 }
    }

    /// Adds a row, which has one value for each column unless one of them fails.
    pub(crate) fn push<E>(&mut self, values: impl Iterator<Item = Result<Value, E>>) -> Result<(), E> {
        let before = self.values.len();
        for value in values {
            match value {
                Ok(value) => self.values.push(value),
                Err(error) => {
                    self.values.truncate(before);
                    return Err(error);
                }
            }
        }
        debug_assert_eq!(self.values.len() - before, self.columns.len());
        self.count += 1;
        Ok(())
    }

    pub(crate) fn shrink(&mut self) {
        self.values.shrink_to_fit();
    }

    /// The columns.
    pub fn columns(&self) -> &Arc<Columns> {
        &self.columns
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The values of a row, in the order of the columns; `None` beyond the end.
    pub fn get(&self, row: usize) -> Option<&[Value]> {
        let width = self.columns.len();
        (row < self.count).then(|| &self.values[row * width..(row + 1) * width])
    }

    /// A row as a page sees it in `rows`: a map by column name without regard to case.
    pub fn row(self: &Arc<Self>, row: usize) -> Option<Value> {
        (row < self.count).then(|| Value::new(Row { rows: self.clone(), row }))
    }
}

/// The result of a query: `jakarta.servlet.jsp.jstl.sql.Result`.
///
/// Properties: `rows`, `rowsByIndex`, `columnNames`, `rowCount`, `limitedByMaxRows`; each also by its getter.
#[derive(Clone, Debug)]
pub struct ResultSet {
    rows: Arc<Rows>,
    limited: bool,
}

impl ResultSet {
    pub(crate) fn new(mut rows: Rows, limited: bool) -> Self {
        rows.shrink();
        ResultSet { rows: Arc::new(rows), limited }
    }

    /// The rows that a limit takes of it.
    pub(crate) fn limited(&self, limit: RowLimit) -> Self {
        let mut rows = Rows::new(self.rows.columns().clone());
        for row in (0..self.rows.len()).filter(|row| limit.takes(*row)) {
            let values = self.rows.get(row).unwrap_or_default();
            let Ok(()) = rows.push(values.iter().cloned().map(Ok::<_, std::convert::Infallible>));
        }
        let limited = self.limited || (0..self.rows.len()).any(|row| limit.is_beyond(row));
        ResultSet::new(rows, limited)
    }

    /// A result without columns and rows.
    pub(crate) fn empty() -> Self {
        ResultSet::new(Rows::new(Arc::new(Columns::new([]))), false)
    }

    /// The rows.
    pub fn rows(&self) -> &Arc<Rows> {
        &self.rows
    }

    /// Whether the query had more rows than were wanted.
    pub fn is_limited_by_max_rows(&self) -> bool {
        self.limited
    }

    /// The first value of the first row: what `select count(*)` gives. Null where there is no row.
    pub fn scalar(&self) -> Value {
        self.rows.get(0).and_then(|row| row.first()).cloned().unwrap_or_default()
    }
}

const PROPERTIES: [(&str, &str); 5] = [
    ("rows", "java.util.SortedMap[]"),
    ("rowsByIndex", "java.lang.Object[][]"),
    ("columnNames", "java.lang.String[]"),
    ("rowCount", "int"),
    ("limitedByMaxRows", "boolean"),
];

impl ResultSet {
    /// The properties that are the rows.
    pub(crate) const ROWS: std::ops::Range<usize> = 0..2;

    pub(crate) fn java_class() -> &'static Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            let property = |(name, java_type): &(&str, &str)| Property::read_only(name, java_type);
            Class::with_properties(
                "jakarta.servlet.jsp.jstl.sql.ResultImpl",
                &["jakarta.servlet.jsp.jstl.sql.Result", "java.io.Serializable"],
                PROPERTIES.iter().map(property).collect(),
            )
        });
        &CLASS
    }

    /// The property that a method gets.
    pub(crate) fn getter(method: &str) -> Option<usize> {
        Some(match method {
            "getRows" => 0,
            "getRowsByIndex" => 1,
            "getColumnNames" => 2,
            "getRowCount" => 3,
            "isLimitedByMaxRows" => 4,
            _ => return None,
        })
    }
}

impl Object for ResultSet {
    fn class(&self) -> &Class {
        Self::java_class()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> vespid_render::Result<Value> {
        let view = |kind| Value::new(View { rows: self.rows.clone(), kind });
        Ok(match index {
            0 => view(ViewKind::Rows),
            1 => view(ViewKind::RowsByIndex),
            2 => view(ViewKind::ColumnNames),
            3 => Value::Int(i32::try_from(self.rows.len()).unwrap_or(i32::MAX)),
            4 => Value::Bool(self.limited),
            _ => {
                return Err(vespid_render::Error::new(
                    class::PROPERTY_NOT_FOUND,
                    "a Result has no such property",
                ));
            }
        })
    }

    fn call(&self, method: &str, args: &[Value]) -> vespid_render::Result<Option<Value>> {
        match ResultSet::getter(method).filter(|_| args.is_empty()) {
            Some(index) => self.property(index).map(Some),
            None => Ok(None),
        }
    }
}

/// One of a result's arrays.
struct View {
    rows: Arc<Rows>,
    kind: ViewKind,
}

#[derive(Clone, Copy)]
enum ViewKind {
    Rows,
    RowsByIndex,
    ColumnNames,
}

impl ListView for View {
    fn len(&self) -> usize {
        match self.kind {
            ViewKind::Rows | ViewKind::RowsByIndex => self.rows.len(),
            ViewKind::ColumnNames => self.rows.columns.len(),
        }
    }

    fn get(&self, index: usize) -> Option<Value> {
        match self.kind {
            ViewKind::Rows => self.rows.row(index),
            ViewKind::RowsByIndex => (index < self.rows.len())
                .then(|| Value::new(RowArray { rows: self.rows.clone(), row: index })),
            ViewKind::ColumnNames => self.rows.columns.names.get(index).cloned().map(Value::Str),
        }
    }
}

impl Object for View {
    fn class(&self) -> &Class {
        static ROWS: LazyLock<Class> =
            LazyLock::new(|| Class::new("[Ljava.util.SortedMap;", &["java.io.Serializable"]));
        static BY_INDEX: LazyLock<Class> =
            LazyLock::new(|| Class::new("[[Ljava.lang.Object;", &["java.io.Serializable"]));
        static NAMES: LazyLock<Class> =
            LazyLock::new(|| Class::new("[Ljava.lang.String;", &["java.io.Serializable"]));
        match self.kind {
            ViewKind::Rows => &ROWS,
            ViewKind::RowsByIndex => &BY_INDEX,
            ViewKind::ColumnNames => &NAMES,
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_list(&self) -> Option<&dyn ListView> {
        Some(self)
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        Some(items(self))
    }
}

/// A row as an array, in the order of the columns.
struct RowArray {
    rows: Arc<Rows>,
    row: usize,
}

impl ListView for RowArray {
    fn len(&self) -> usize {
        self.rows.columns.len()
    }

    fn get(&self, index: usize) -> Option<Value> {
        self.rows.get(self.row)?.get(index).cloned()
    }
}

impl Object for RowArray {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("[Ljava.lang.Object;", &["java.io.Serializable"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_list(&self) -> Option<&dyn ListView> {
        Some(self)
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        Some(items(self))
    }
}

/// A row as a map: a `java.util.TreeMap` with `String.CASE_INSENSITIVE_ORDER`.
struct Row {
    rows: Arc<Rows>,
    row: usize,
}

impl MapView for Row {
    fn len(&self) -> usize {
        self.rows.columns.keys.len()
    }

    fn get(&self, key: &Value) -> Option<Value> {
        self.get_str(key.as_str()?)
    }

    fn get_str(&self, key: &str) -> Option<Value> {
        let column = self.rows.columns.find(key)?;
        self.rows.get(self.row)?.get(column).cloned()
    }

    fn entry(&self, position: usize) -> Option<(Value, Value)> {
        let columns = &self.rows.columns;
        let (name, value) = columns.keys.get(position)?;
        let values = self.rows.get(self.row)?;
        Some((Value::Str(columns.names[*name as usize].clone()), values[*value as usize].clone()))
    }
}

impl Object for Row {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            Class::new(
                "java.util.TreeMap",
                &[
                    "java.util.AbstractMap",
                    "java.util.NavigableMap",
                    "java.util.SortedMap",
                    "java.util.Map",
                    "java.lang.Cloneable",
                    "java.io.Serializable",
                ],
            )
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_map(&self) -> Option<&dyn MapView> {
        Some(self)
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        let mut position = 0;
        Some(Box::new(std::iter::from_fn(move || {
            let (key, value) = self.entry(position)?;
            position += 1;
            Some(Ok(Value::new(Entry::new(key, value))))
        })))
    }

    /// Java's `AbstractMap.equals`: another map with the same entries.
    fn equals(&self, other: &Value) -> bool {
        let Some(other) = other.as_object().and_then(|object| object.as_map()) else { return false };
        other.len() == self.len()
            && (0..self.len()).all(|position| {
                self.entry(position)
                    .is_some_and(|(key, value)| other.get(&key).is_some_and(|its| its == value))
            })
    }

    fn hash_code(&self) -> i32 {
        let entries = (0..self.len()).filter_map(|position| self.entry(position));
        entries.fold(0i32, |sum, (key, value)| sum.wrapping_add(Entry::new(key, value).hash_code()))
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_char('{')?;
        for position in 0..self.len() {
            let Some((key, value)) = self.entry(position) else { break };
            if position > 0 {
                out.write_str(", ")?;
            }
            key.write_text(out)?;
            out.write_char('=')?;
            value.write_text(out)?;
        }
        out.write_char('}')
    }
}

fn items<T: ListView + 'static>(list: Arc<T>) -> Items {
    Box::new((0..list.len()).map_while(move |index| list.get(index).map(Ok)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(names: &[&str], rows: &[&[Value]]) -> ResultSet {
        let mut table = Rows::new(Arc::new(Columns::new(names.iter().map(|name| Str::from(*name)))));
        for row in rows {
            table.push(row.iter().cloned().map(Ok::<_, ()>)).unwrap();
        }
        ResultSet::new(table, false)
    }

    fn property(value: &Value, name: &str) -> Value {
        let object = value.as_object().unwrap();
        object.property(object.class().property(name).unwrap()).unwrap()
    }

    fn at(value: &Value, index: usize) -> Value {
        value.as_object().unwrap().as_list().unwrap().get(index).unwrap()
    }

    #[test]
    fn rows_are_maps_without_regard_to_case() {
        let value = Value::new(result(&["Id", "lastName"], &[&[Value::Int(1), Value::str("Kent")]]));
        let row = at(&property(&value, "rows"), 0);
        let map = row.as_object().unwrap().as_map().unwrap();
        assert_eq!(map.get_str("LASTNAME"), Some(Value::str("Kent")));
        assert_eq!(map.get_str("id"), Some(Value::Int(1)));
        assert_eq!(map.get_str("name"), None);
        assert_eq!(map.get(&Value::Int(1)), None);
        assert!(row.is_instance("java.util.SortedMap"));
    }

    #[test]
    fn rows_by_index_and_names_keep_the_order_of_the_query() {
        let value =
            Value::new(result(&["b", "A"], &[&[Value::Int(1), Value::Int(2)], &[Value::Null, Value::Null]]));
        assert_eq!(at(&property(&value, "columnNames"), 0), Value::str("b"));
        assert_eq!(at(&at(&property(&value, "rowsByIndex"), 0), 1), Value::Int(2));
        assert_eq!(at(&property(&value, "rows"), 0).to_string(), "{A=2, b=1}");
        assert_eq!(property(&value, "rowCount"), Value::Int(2));
        assert_eq!(property(&value, "limitedByMaxRows"), Value::Bool(false));
    }

    #[test]
    fn of_columns_with_the_same_name_the_first_names_and_the_last_counts() {
        let value = Value::new(result(&["n", "x", "N"], &[&[Value::Int(1), Value::Int(2), Value::Int(3)]]));
        assert_eq!(at(&property(&value, "rows"), 0).to_string(), "{n=3, x=2}");
        assert_eq!(at(&property(&value, "rowsByIndex"), 0).as_object().unwrap().size(), Some(3));
    }

    #[test]
    fn getters_work_as_methods() {
        let result = result(&["a"], &[&[Value::Int(7)]]);
        assert_eq!(result.call("getRowCount", &[]).unwrap(), Some(Value::Int(1)));
        assert_eq!(result.call("isLimitedByMaxRows", &[]).unwrap(), Some(Value::Bool(false)));
        assert!(result.call("getSize", &[]).unwrap().is_none());
        assert_eq!(result.scalar(), Value::Int(7));
    }

    #[test]
    fn iteration_gives_every_row_and_entry() {
        let value = Value::new(result(
            &["a", "b"],
            &[&[Value::Int(1), Value::Int(2)], &[Value::Int(3), Value::Int(4)]],
        ));
        let rows = property(&value, "rows");
        let texts: Vec<_> = rows
            .as_object()
            .unwrap()
            .clone()
            .iterate()
            .unwrap()
            .map(|row| row.unwrap().to_string())
            .collect();
        assert_eq!(texts, ["{a=1, b=2}", "{a=3, b=4}"]);
        let entries = at(&rows, 1).as_object().unwrap().clone().iterate().unwrap();
        assert_eq!(
            entries.map(|entry| property(&entry.unwrap(), "key").to_string()).collect::<Vec<_>>(),
            ["a", "b"]
        );
    }

    #[test]
    fn names_of_other_scripts_match_without_regard_to_case() {
        let columns = Columns::new(["Größe", "ÉTÉ"].map(Str::from));
        assert_eq!(columns.find("GRÖßE"), Some(0));
        assert_eq!(columns.find("été"), Some(1));
    }

    #[test]
    fn a_row_equals_a_map_with_the_same_entries() {
        let value = Value::new(result(&["b", "a"], &[&[Value::Int(1), Value::Null]]));
        let row = at(&property(&value, "rows"), 0);
        let map = Value::map([(Value::str("a"), Value::Null), (Value::str("b"), Value::Int(1))]);
        assert_eq!(row, map);
        assert_eq!(row.as_object().unwrap().hash_code(), map.as_object().unwrap().hash_code());
        assert_ne!(row, Value::map([(Value::str("a"), Value::Null), (Value::str("b"), Value::Int(2))]));
    }

    #[test]
    fn a_result_without_columns_still_counts_its_rows() {
        let value = Value::new(result(&[], &[&[], &[]]));
        assert_eq!(property(&value, "rowCount"), Value::Int(2));
        assert_eq!(at(&property(&value, "rows"), 1).to_string(), "{}");
    }
}
