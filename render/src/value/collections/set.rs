//! `java.util.LinkedHashSet` and `java.util.TreeSet`.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::abstracts;
use super::depth;
use super::kind::SetKind;
use super::table::Table;
use crate::Result;
use crate::value::Class;
use crate::value::Items;
use crate::value::Object;
use crate::value::Value;

/// A `java.util.LinkedHashSet`: each item once, in the order in which they first came.
///
/// ```
/// use vespid_render::value::{Set, Value};
/// let set = Set::from_iter([Value::Int(2), Value::Int(1), Value::Int(2)]);
/// assert!(set.contains(&Value::Int(1)));
/// assert!(!set.insert(Value::Int(1)));
/// assert_eq!(Value::new(set).to_string(), "[2, 1]");
/// ```
#[derive(Default)]
pub struct Set {
    table: Table<()>,
    kind: SetKind,
}

impl Set {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty set of a class.
    pub(crate) fn of_kind(kind: SetKind) -> Self {
        Set { table: Table::default(), kind }
    }

    /// Its class.
    pub(crate) fn kind(&self) -> SetKind {
        self.kind
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether an equal item is in the set.
    pub fn contains(&self, item: &Value) -> bool {
        self.table.get(item).is_some()
    }

    /// Adds an item; false: an equal one was there.
    pub fn insert(&self, item: Value) -> bool {
        self.table.put(item, ()).is_none()
    }

    /// Adds an item as `add` of Java does; false: an equal one was there.
    ///
    /// # Errors
    /// The items of a `TreeSet` can't be compared.
    pub(crate) fn add(&self, item: Value) -> Result<bool> {
        match self.kind {
            SetKind::Linked => Ok(self.insert(item)),
            SetKind::Tree => Ok(self.table.put_in_order(item, ())?.is_none()),
        }
    }

    /// Removes an item; false: there was none equal to it.
    pub fn remove(&self, item: &Value) -> bool {
        self.table.remove(item).is_some()
    }

    /// Removes all items.
    pub fn clear(&self) {
        self.table.clear();
    }

    /// The item at a position in the order of iteration; `None` beyond the end.
    pub fn item(&self, position: usize) -> Option<Value> {
        self.table.entry(position).map(|(item, ())| item)
    }
}

impl FromIterator<Value> for Set {
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> Self {
        Set { table: items.into_iter().map(|item| (item, ())).collect(), kind: SetKind::default() }
    }
}

impl Object for Set {
    fn class(&self) -> &Class {
        self.kind.class()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        let mut position = 0;
        Some(Box::new(std::iter::from_fn(move || {
            let item = self.item(position)?;
            position += 1;
            Some(Ok(item))
        })))
    }

    fn size(&self) -> Option<usize> {
        Some(self.len())
    }

    fn equals(&self, other: &Value) -> bool {
        let Some(object) = other.as_object() else { return false };
        if !object.class().is_a("java.util.Set") || object.size() != Some(self.len()) {
            return false;
        }
        let Some(_level) = depth::equals(self.len()) else { return false };
        let Some(mut items) = object.clone().iterate() else { return false };
        items.all(|item| item.is_ok_and(|item| self.contains(&item)))
    }

    fn hash_code(&self) -> i32 {
        abstracts::entries_hash(self.table.entries().into_iter().map(|(item, ())| (item, Value::Null)))
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        abstracts::write_items(abstracts::address(self), self.len(), |position| self.item(position), out)
    }
}
