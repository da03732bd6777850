//! `java.util.ArrayList` and its kin.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::PoisonError;
use std::sync::RwLock;
use std::sync::RwLockReadGuard;
use std::sync::RwLockWriteGuard;

use super::abstracts;
use super::kind::ListKind;
use super::release;
use super::views;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::value::Class;
use crate::value::Items;
use crate::value::ListView;
use crate::value::Object;
use crate::value::Value;

/// A `java.util.ArrayList`: a list that pages can change.
///
/// ```
/// use vespid_render::value::{List, ListView, Value};
/// let list = List::from_iter([Value::Int(1), Value::str("two")]);
/// list.push(Value::Null);
/// assert_eq!(list.len(), 3);
/// assert_eq!(Value::new(list).to_string(), "[1, two, null]");
/// ```
#[derive(Default)]
pub struct List {
    items: RwLock<Vec<Value>>,
    kind: ListKind,
}

impl List {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// The list as one of another class.
    #[must_use]
    pub(crate) fn of_kind(mut self, kind: ListKind) -> Self {
        self.kind = kind;
        self
    }

    /// Its class.
    pub(crate) fn kind(&self) -> ListKind {
        self.kind
    }

    /// Adds an item at the end.
    pub fn push(&self, value: Value) {
        self.write().push(value);
    }

    /// The items as they are at this moment.
    pub fn to_vec(&self) -> Vec<Value> {
        self.read().clone()
    }

    /// Removes all items.
    pub fn clear(&self) {
        // The old items are dropped after the lock is released: they may lead back here.
        let _old = std::mem::take(&mut *self.write());
    }

    fn read(&self) -> RwLockReadGuard<'_, Vec<Value>> {
        self.items.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Vec<Value>> {
        self.items.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for List {
    fn drop(&mut self) {
        let items = self.items.get_mut().unwrap_or_else(PoisonError::into_inner);
        release::release(items.drain(..));
    }
}

impl From<Vec<Value>> for List {
    fn from(items: Vec<Value>) -> Self {
        List { items: RwLock::new(items), kind: ListKind::default() }
    }
}

impl FromIterator<Value> for List {
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> Self {
        Vec::from_iter(items).into()
    }
}

impl ListView for List {
    fn len(&self) -> usize {
        self.read().len()
    }

    #[inline]
    fn get(&self, index: usize) -> Option<Value> {
        self.read().as_slice().get(index).cloned()
    }

    fn set(&self, index: usize, value: Value) -> Result<()> {
        let mut items = self.write();
        let len = items.len();
        let item = items.get_mut(index).ok_or_else(|| beyond(index, len))?;
        let _old = std::mem::replace(item, value);
        drop(items);
        Ok(())
    }

    fn insert(&self, index: usize, value: Value) -> Result<()> {
        let mut items = self.write();
        if index > items.len() {
            return Err(beyond(index, items.len()));
        }
        Vec::insert(&mut items, index, value);
        Ok(())
    }

    fn remove(&self, index: usize) -> Result<Value> {
        let mut items = self.write();
        if index >= items.len() {
            return Err(beyond(index, items.len()));
        }
        // Not `items.remove`: a `Vec` of values is a `ListView` itself.
        Ok(Vec::remove(&mut items, index))
    }
}

/// The exception for an index beyond the end.
#[cold]
pub(in crate::value) fn beyond(index: usize, len: usize) -> Error {
    Error::new(class::INDEX_OUT_OF_BOUNDS, format!("index {index} is beyond the end of a list of {len}"))
}

impl Object for List {
    fn class(&self) -> &Class {
        self.kind.class()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_list(&self) -> Option<&dyn ListView> {
        Some(self)
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        Some(views::list_items(self))
    }

    fn equals(&self, other: &Value) -> bool {
        abstracts::list_equals(self, other)
    }

    fn hash_code(&self) -> i32 {
        abstracts::list_hash(self)
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        abstracts::write_items(abstracts::address(self), self.len(), |index| self.get(index), out)
    }
}
