//! Rust's own collections as unmodifiable lists and maps.

use std::any::Any;
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasher;
use std::hash::Hash;
use std::ops::Bound;
use std::sync::Arc;
use std::sync::LazyLock;

use indexmap::IndexMap;

use super::Entry;
use super::FEW_ENTRIES;
use super::abstracts;
use super::views;
use crate::Result;
use crate::value::Class;
use crate::value::Items;
use crate::value::ListView;
use crate::value::MapView;
use crate::value::Object;
use crate::value::ToValue;
use crate::value::Value;
use crate::writer::TextSink;

static LIST: LazyLock<Class> = LazyLock::new(|| {
    Class::new(
        "java.util.Collections$UnmodifiableRandomAccessList",
        &[
            "java.util.Collections$UnmodifiableList",
            "java.util.List",
            "java.util.Collection",
            "java.lang.Iterable",
            "java.util.RandomAccess",
        ],
    )
});

static MAP: LazyLock<Class> =
    LazyLock::new(|| Class::new("java.util.Collections$UnmodifiableMap", &["java.util.Map"]));

impl<T: ToValue + Send + Sync + 'static> ListView for Vec<T> {
    fn len(&self) -> usize {
        self.as_slice().len()
    }

    #[inline]
    fn get(&self, index: usize) -> Option<Value> {
        self.as_slice().get(index).map(ToValue::to_value)
    }
}

/// An unmodifiable `java.util.List`.
impl<T: ToValue + Send + Sync + 'static> Object for Vec<T> {
    fn class(&self) -> &Class {
        &LIST
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
        abstracts::write_items(
            abstracts::address(self),
            self.as_slice().len(),
            |index| ListView::get(self, index),
            out,
        )
    }
}

/// The parts of `Object` that are the same for every map of Rust's.
macro_rules! map_object {
    () => {
        fn class(&self) -> &Class {
            &MAP
        }

        fn as_any(&self) -> &dyn Any {
            self
        }

        fn as_map(&self) -> Option<&dyn MapView> {
            Some(self)
        }

        fn equals(&self, other: &Value) -> bool {
            abstracts::map_equals(self.iter().map(pair), other)
        }

        fn hash_code(&self) -> i32 {
            abstracts::entries_hash(self.iter().map(pair))
        }

        fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
            abstracts::write_entries(abstracts::address(self), self.iter().map(pair), out)
        }
    };
}

/// The parts of `MapView` that are the same for every map of Rust's.
macro_rules! map_view {
    () => {
        map_view!(|map, key| Self::get(map, key));
    };
    (|$map:ident, $key:ident| $find:expr) => {
        fn len(&self) -> usize {
            Self::len(self)
        }

        fn get(&self, key: &Value) -> Option<Value> {
            key.as_str().and_then(|key| MapView::get_str(self, key))
        }

        #[inline]
        fn get_str(&self, key: &str) -> Option<Value> {
            let ($map, $key) = (self, key);
            $find.map(ToValue::to_value)
        }

        fn write_str(&self, key: &str, out: &mut TextSink<'_>) -> Result<()> {
            let ($map, $key) = (self, key);
            $find.map_or(Ok(()), |value| value.write_to(out))
        }
    };
}

fn pair<K: ToValue, V: ToValue>((key, value): (&K, &V)) -> (Value, Value) {
    (key.to_value(), value.to_value())
}

fn entry<K: ToValue, V: ToValue>((key, value): (&K, &V)) -> Value {
    Value::new(Entry::new(key.to_value(), value.to_value()))
}

impl<K, V, S> MapView for IndexMap<K, V, S>
where
    K: ToValue + Borrow<str> + Hash + Eq + Send + Sync + 'static,
    V: ToValue + Send + Sync + 'static,
    S: BuildHasher + Send + Sync + 'static,
{
    map_view!(|map, key| if Self::len(map) <= FEW_ENTRIES {
        map.iter().find(|(known, _)| (*known).borrow() == key).map(|(_, value)| value)
    } else {
        Self::get(map, key)
    });

    fn entry(&self, position: usize) -> Option<(Value, Value)> {
        self.get_index(position).map(pair)
    }
}

/// An unmodifiable `java.util.Map` in the order of the `IndexMap`.
impl<K, V, S> Object for IndexMap<K, V, S>
where
    K: ToValue + Borrow<str> + Hash + Eq + Send + Sync + 'static,
    V: ToValue + Send + Sync + 'static,
    S: BuildHasher + Send + Sync + 'static,
{
    map_object!();

    fn iterate(self: Arc<Self>) -> Option<Items> {
        Some(views::map_entries(self))
    }
}

/// `entry` walks from the front: iterate rather than ask for one position after the other.
impl<K, V> MapView for BTreeMap<K, V>
where
    K: ToValue + Borrow<str> + Ord + Clone + Send + Sync + 'static,
    V: ToValue + Send + Sync + 'static,
{
    map_view!();

    fn entry(&self, position: usize) -> Option<(Value, Value)> {
        self.iter().nth(position).map(pair)
    }
}

/// An unmodifiable `java.util.Map` in the order of its keys.
impl<K, V> Object for BTreeMap<K, V>
where
    K: ToValue + Borrow<str> + Ord + Clone + Send + Sync + 'static,
    V: ToValue + Send + Sync + 'static,
{
    map_object!();

    fn iterate(self: Arc<Self>) -> Option<Items> {
        let mut last: Option<K> = None;
        Some(Box::new(std::iter::from_fn(move || {
            let start = last.take().map_or(Bound::Unbounded, Bound::Excluded);
            let (key, value) = self.range::<K, _>((start, Bound::Unbounded)).next()?;
            last = Some(key.clone());
            Some(Ok(entry((key, value))))
        })))
    }
}

/// `entry` walks from the front: iterate rather than ask for one position after the other.
impl<K, V, S> MapView for HashMap<K, V, S>
where
    K: ToValue + Borrow<str> + Hash + Eq + Send + Sync + 'static,
    V: ToValue + Send + Sync + 'static,
    S: BuildHasher + Send + Sync + 'static,
{
    map_view!();

    fn entry(&self, position: usize) -> Option<(Value, Value)> {
        self.iter().nth(position).map(pair)
    }
}

/// An unmodifiable `java.util.Map`; its order is the `HashMap`'s own and differs from run to run.
impl<K, V, S> Object for HashMap<K, V, S>
where
    K: ToValue + Borrow<str> + Hash + Eq + Send + Sync + 'static,
    V: ToValue + Send + Sync + 'static,
    S: BuildHasher + Send + Sync + 'static,
{
    map_object!();

    fn iterate(self: Arc<Self>) -> Option<Items> {
        // A hash map can't be entered in the middle, so its entries are taken out first.
        let entries: Vec<Value> = self.iter().map(entry).collect();
        Some(Box::new(entries.into_iter().map(Ok)))
    }
}
