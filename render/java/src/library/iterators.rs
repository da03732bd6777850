//! Iterators and enumerations.

use std::any::Any;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::Class;
use vespid_render::value::Items;
use vespid_render::value::Object;

use super::collections::all;

/// Items one after the other, as iterators and enumerations give them.
struct Cursor(Mutex<std::vec::IntoIter<Value>>);

impl Object for Cursor {
    fn class(&self) -> &Class {
        &super::functions::ITERATOR
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        Some(Box::new(std::iter::from_fn(move || {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).next().map(Ok)
        })))
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        let mut items = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Some(match (method, args) {
            ("hasNext" | "hasMoreElements", []) => Value::Bool(items.len() > 0),
            ("next" | "nextElement", []) => items
                .next()
                .ok_or_else(|| Error::new("java.util.NoSuchElementException", "there are no more items"))?,
            _ => return Ok(None),
        }))
    }
}

/// An `Enumeration`, which is an `Iterator` too.
pub(super) fn enumeration(items: Vec<Value>) -> Value {
    Value::new(Cursor(Mutex::new(items.into_iter())))
}

/// An `Enumeration` of what can be iterated.
pub(super) fn enumerate(value: &Value) -> Value {
    enumeration(all(value).unwrap_or_default())
}

/// A `ListIterator`, which can remove and set.
struct ListCursor {
    list: Value,
    state: Mutex<(usize, Option<usize>)>,
}

impl Object for ListCursor {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            Class::new("vespid.ListIterator", &["java.util.ListIterator", "java.util.Iterator"])
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        Some(Box::new(std::iter::from_fn(move || match self.call("hasNext", &[]) {
            Ok(Some(Value::Bool(true))) => self.call("next", &[]).transpose(),
            _ => None,
        })))
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        let Some(list) = self.list.as_object().and_then(|object| object.as_list()) else { return Ok(None) };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, last) = &mut *state;
        let none = || Error::new("java.util.NoSuchElementException", "there are no more items");
        let nothing = || Error::illegal_state("there is no item to change");
        Ok(Some(match (method, args) {
            ("hasNext", []) => Value::Bool(*at < list.len()),
            ("next", []) => {
                let item = list.get(*at).ok_or_else(none)?;
                *last = Some(*at);
                *at += 1;
                item
            }
            ("hasPrevious", []) => Value::Bool(*at > 0),
            ("previous", []) => {
                let index = at.checked_sub(1).ok_or_else(none)?;
                *at = index;
                *last = Some(index);
                list.get(index).ok_or_else(none)?
            }
            ("nextIndex", []) => Value::Int(*at as i32),
            ("previousIndex", []) => Value::Int(*at as i32 - 1),
            ("remove", []) => {
                let index = last.take().ok_or_else(nothing)?;
                list.remove(index)?;
                *at = index;
                Value::Null
            }
            ("set", [item]) => {
                list.set(last.ok_or_else(nothing)?, item.clone())?;
                Value::Null
            }
            ("add", [item]) => {
                list.insert(*at, item.clone())?;
                *at += 1;
                Value::Null
            }
            _ => return Ok(None),
        }))
    }
}

/// An iterator over a list that can change it.
pub(super) fn list_iterator(list: Value, from: usize) -> Value {
    Value::new(ListCursor { list, state: Mutex::new((from, None)) })
}
