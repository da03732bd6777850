//! `java.util.LinkedHashMap` and its kin.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::abstracts;
use super::kind::MapKind;
use super::table::Table;
use super::views;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::value::Class;
use crate::value::Items;
use crate::value::MapView;
use crate::value::Object;
use crate::value::Str;
use crate::value::Value;

/// A `java.util.LinkedHashMap`: a map that pages can change, in the order in which keys first came.
///
/// ```
/// use vespid_render::value::{Map, MapView, Value};
/// let map = Map::new();
/// map.insert("name", Value::str("Mug"));
/// map.insert("price", Value::Double(4.5));
/// assert_eq!(map.get_str("name"), Some(Value::str("Mug")));
/// assert_eq!(Value::new(map).to_string(), "{name=Mug, price=4.5}");
/// ```
#[derive(Default)]
pub struct Map {
    table: Table<Value>,
    kind: MapKind,
}

impl Map {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty map of a class.
    pub(crate) fn of_kind(kind: MapKind) -> Self {
        Map { table: Table::default(), kind }
    }

    /// Its class.
    pub(crate) fn kind(&self) -> MapKind {
        self.kind
    }

    /// Sets the value of a string key and gives the one before.
    pub fn insert(&self, key: impl Into<Str>, value: Value) -> Option<Value> {
        self.table.put(Value::Str(key.into()), value)
    }

    /// The entries as they are at this moment.
    pub fn to_vec(&self) -> Vec<(Value, Value)> {
        self.table.entries()
    }

    /// Removes all entries.
    pub fn clear(&self) {
        self.table.clear();
    }
}

impl FromIterator<(Value, Value)> for Map {
    fn from_iter<I: IntoIterator<Item = (Value, Value)>>(entries: I) -> Self {
        Map { table: Table::from_iter(entries), kind: MapKind::default() }
    }
}

impl Extend<(Str, Value)> for Map {
    fn extend<I: IntoIterator<Item = (Str, Value)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl MapView for Map {
    fn len(&self) -> usize {
        self.table.len()
    }

    fn get(&self, key: &Value) -> Option<Value> {
        match key {
            Value::Str(key) => self.table.get_str(key),
            key => self.table.get(key),
        }
    }

    #[inline]
    fn get_str(&self, key: &str) -> Option<Value> {
        self.table.get_str(key)
    }

    fn entry(&self, position: usize) -> Option<(Value, Value)> {
        self.table.entry(position)
    }

    fn put(&self, key: Value, value: Value) -> Result<Option<Value>> {
        if self.kind == MapKind::Tree {
            return self.table.put_in_order(key, value);
        }
        if self.kind.refuses_null() && (key.is_null() || value.is_null()) {
            return Err(Error::new(class::NULL_POINTER, format!("a {} takes no null", self.class().name())));
        }
        Ok(self.table.put(key, value))
    }

    fn remove(&self, key: &Value) -> Result<Option<Value>> {
        Ok(self.table.remove(key))
    }
}

impl Object for Map {
    fn class(&self) -> &Class {
        self.kind.class()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_map(&self) -> Option<&dyn MapView> {
        Some(self)
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        Some(views::map_entries(self))
    }

    fn equals(&self, other: &Value) -> bool {
        abstracts::map_equals(self.to_vec().into_iter(), other)
    }

    fn hash_code(&self) -> i32 {
        abstracts::entries_hash(self.to_vec().into_iter())
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        abstracts::write_entries(abstracts::address(self), self.to_vec().into_iter(), out)
    }
}
