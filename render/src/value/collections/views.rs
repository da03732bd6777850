//! Iteration over anything with a list or map view, and a map's `keySet`, `values` and `entrySet`.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::LazyLock;

use super::Entry;
use super::abstracts;
use super::depth;
use crate::value::Class;
use crate::value::Items;
use crate::value::Obj;
use crate::value::Object;
use crate::value::Value;

/// Iterates an object's list view by index: what [`Object::iterate`] of a list gives.
///
/// Items added on the way are met, as long as the list does not end before. Nothing for an object without a list view.
pub fn list_items(list: Obj) -> Items {
    let mut index = 0;
    Box::new(std::iter::from_fn(move || {
        let item = list.as_list()?.get(index)?;
        index += 1;
        Some(Ok(item))
    }))
}

/// Iterates an object's map view by position, as [`Entry`] objects: what [`Object::iterate`] of a map gives.
///
/// Nothing for an object without a map view.
pub fn map_entries(map: Obj) -> Items {
    let mut position = 0;
    Box::new(std::iter::from_fn(move || {
        let (key, value) = map.as_map()?.entry(position)?;
        position += 1;
        Some(Ok(Value::new(Entry::new(key, value))))
    }))
}

/// Which part of a map's entries a [`MapPart`] shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapPartKind {
    /// `keySet()`
    Keys,
    /// `values()`
    Values,
    /// `entrySet()`
    Entries,
}

/// A map's `keySet()`, `values()` or `entrySet()`: shows the map as it is, copies nothing.
///
/// If the map's own iteration gives anything, it must be [`Entry`] objects.
pub struct MapPart {
    map: Obj,
    kind: MapPartKind,
}

impl MapPart {
    /// Part of a map; of an object without a map view nothing.
    pub fn new(map: Obj, kind: MapPartKind) -> Self {
        MapPart { map, kind }
    }

    /// Whether an equal item is there.
    pub fn contains(&self, item: &Value) -> bool {
        let Some(map) = self.map.as_map() else { return false };
        match self.kind {
            MapPartKind::Keys => map.get(item).is_some(),
            MapPartKind::Values => self.items().any(|own| own == *item),
            MapPartKind::Entries => item
                .downcast_ref::<Entry>()
                .is_some_and(|entry| map.get(&entry.key).is_some_and(|value| value == entry.value)),
        }
    }

    /// The map's own iteration, which may be better than one by position.
    fn entries(&self) -> Items {
        self.map.clone().iterate().unwrap_or_else(|| map_entries(self.map.clone()))
    }

    /// The map's entries as they are at this moment.
    pub(in crate::value) fn pairs(&self) -> Vec<(Value, Value)> {
        self.entries()
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let pair = entry.downcast_ref::<Entry>()?;
                Some((pair.key.clone(), pair.value.clone()))
            })
            .collect()
    }

    /// The items as they are at this moment.
    fn items(&self) -> impl ExactSizeIterator<Item = Value> + use<> {
        let kind = self.kind;
        self.pairs().into_iter().map(move |(key, value)| match kind {
            MapPartKind::Keys => key,
            MapPartKind::Values => value,
            MapPartKind::Entries => Value::new(Entry::new(key, value)),
        })
    }
}

impl Object for MapPart {
    fn class(&self) -> &Class {
        const SET: &[&str] =
            &["java.util.AbstractSet", "java.util.Set", "java.util.Collection", "java.lang.Iterable"];
        static KEYS: LazyLock<Class> =
            LazyLock::new(|| Class::new("java.util.LinkedHashMap$LinkedKeySet", SET));
        static ENTRIES: LazyLock<Class> =
            LazyLock::new(|| Class::new("java.util.LinkedHashMap$LinkedEntrySet", SET));
        static VALUES: LazyLock<Class> = LazyLock::new(|| {
            Class::new(
                "java.util.LinkedHashMap$LinkedValues",
                &["java.util.AbstractCollection", "java.util.Collection", "java.lang.Iterable"],
            )
        });
        match self.kind {
            MapPartKind::Keys => &KEYS,
            MapPartKind::Values => &VALUES,
            MapPartKind::Entries => &ENTRIES,
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        let kind = self.kind;
        Some(Box::new(self.entries().map(move |entry| {
            let entry = entry?;
            Ok(match (kind, entry.downcast_ref::<Entry>()) {
                (MapPartKind::Keys, Some(pair)) => pair.key.clone(),
                (MapPartKind::Values, Some(pair)) => pair.value.clone(),
                _ => entry,
            })
        })))
    }

    fn size(&self) -> Option<usize> {
        self.map.size()
    }

    fn equals(&self, other: &Value) -> bool {
        // A map's values are a bare collection, equal to nothing but themselves.
        let Some(object) = other.as_object().filter(|_| self.kind != MapPartKind::Values) else {
            return false;
        };
        if !object.class().is_a("java.util.Set") || object.size() != self.size() {
            return false;
        }
        let Some(_level) = depth::equals(self.size().unwrap_or(0)) else { return false };
        let Some(mut items) = object.clone().iterate() else { return false };
        items.all(|item| item.is_ok_and(|item| self.contains(&item)))
    }

    fn hash_code(&self) -> i32 {
        match self.kind {
            MapPartKind::Values => abstracts::address(self) as usize as i32,
            _ => abstracts::entries_hash(self.items().map(|item| (item, Value::Null))),
        }
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let mut items = self.items();
        abstracts::write_items(abstracts::address(self), items.len(), |_| items.next(), out)
    }
}
