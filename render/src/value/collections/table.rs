//! The hash table under maps and sets: keys in the order of insertion.

use std::cmp::Ordering;
use std::hash::BuildHasher;
use std::hash::Hash;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::PoisonError;
use std::sync::RwLock;
use std::sync::RwLockReadGuard;
use std::sync::RwLockWriteGuard;

use indexmap::IndexMap;
use indexmap::map::RawEntryApiV1;
use indexmap::map::raw_entry_v1::RawEntryMut;
use rustc_hash::FxBuildHasher;

use super::FEW_ENTRIES;
use super::release;
use crate::Result;
use crate::value::Value;
use crate::value::methods::natural_order;

/// What keys are mapped to: a value, or nothing in a set.
pub(super) trait Part: Clone {
    fn into_value(self) -> Value;
}

impl Part for Value {
    fn into_value(self) -> Value {
        self
    }
}

impl Part for () {
    fn into_value(self) -> Value {
        Value::Null
    }
}

type Keys<V> = IndexMap<Value, V, FxBuildHasher>;

/// A table that asks keys for their hash and equality only while its lock is not held: a key may be an object that
/// leads back to this very table.
///
/// Most maps, of models above all, never change once they are made, so a table is read without a lock until the first
/// change, which goes to a copy. What it was made of stays as long as the table.
pub(super) struct Table<V: Part> {
    made: Keys<V>,
    changed: OnceLock<RwLock<Keys<V>>>,
}

/// The keys and values of a table while they are looked at.
enum Reading<'a, V> {
    Made(&'a Keys<V>),
    Changed(RwLockReadGuard<'a, Keys<V>>),
}

impl<V> Deref for Reading<'_, V> {
    type Target = Keys<V>;

    #[inline]
    fn deref(&self) -> &Keys<V> {
        match self {
            Reading::Made(keys) => keys,
            Reading::Changed(keys) => keys,
        }
    }
}

impl<V: Part> Default for Table<V> {
    fn default() -> Self {
        Table { made: Keys::default(), changed: OnceLock::new() }
    }
}

impl<V: Part> Table<V> {
    pub(super) fn len(&self) -> usize {
        self.read().len()
    }

    pub(super) fn get(&self, key: &Value) -> Option<V> {
        let hash = hash(key);
        let key = self.stored(hash, key)?;
        self.read().raw_entry_v1().from_hash(hash, |own| same(own, &key)).map(|(_, value)| value.clone())
    }

    /// The value of a string key, without a [`Value`] for it.
    pub(super) fn get_str(&self, key: &str) -> Option<V> {
        let keys = self.read();
        if keys.len() <= FEW_ENTRIES {
            let found = keys.iter().find(|(own, _)| own.as_str() == Some(key));
            return found.map(|(_, value)| value.clone());
        }
        let found = keys.raw_entry_v1().from_hash(hash(key), |own| own.as_str() == Some(key));
        found.map(|(_, value)| value.clone())
    }

    pub(super) fn entry(&self, position: usize) -> Option<(Value, V)> {
        self.read().get_index(position).map(|(key, value)| (key.clone(), value.clone()))
    }

    /// All entries as they are at this moment.
    pub(super) fn entries(&self) -> Vec<(Value, V)> {
        self.read().iter().map(|(key, value)| (key.clone(), value.clone())).collect()
    }

    /// Sets a key's value; a key that is there keeps its place.
    pub(super) fn put(&self, key: Value, value: V) -> Option<V> {
        let hash = hash(&key);
        let key = self.stored(hash, &key).unwrap_or(key);
        match self.write().raw_entry_mut_v1().from_hash(hash, |own| same(own, &key)) {
            RawEntryMut::Occupied(mut entry) => Some(entry.insert(value)),
            RawEntryMut::Vacant(entry) => {
                entry.insert_hashed_nocheck(hash, key, value);
                None
            }
        }
    }

    /// Sets a key's value; a new key takes its place in the natural order of keys.
    ///
    /// # Errors
    /// The keys can't be compared, or one is null.
    pub(super) fn put_in_order(&self, key: Value, value: V) -> Result<Option<V>> {
        let (mut low, mut high) = (0, self.len());
        // The only key is compared with itself, so that a wrong one does not get in.
        if low == high {
            natural_order(&key, &key)?;
        }
        while low < high {
            let middle = low + (high - low) / 2;
            let Some((other, _)) = self.entry(middle) else { break };
            match natural_order(&key, &other)? {
                Ordering::Less => high = middle,
                Ordering::Equal => return Ok(self.put(other, value)),
                Ordering::Greater => low = middle + 1,
            }
        }
        let before = self.put(key, value);
        let mut keys = self.write();
        let last = keys.len().saturating_sub(1);
        if before.is_none() && low <= last {
            keys.move_index(last, low);
        }
        Ok(before)
    }

    pub(super) fn remove(&self, key: &Value) -> Option<V> {
        let hash = hash(key);
        let key = self.stored(hash, key)?;
        match self.write().raw_entry_mut_v1().from_hash(hash, |own| same(own, &key)) {
            RawEntryMut::Occupied(entry) => Some(entry.shift_remove()),
            RawEntryMut::Vacant(_) => None,
        }
    }

    pub(super) fn clear(&self) {
        // The old values are dropped after the lock is released.
        let _old = std::mem::take(&mut *self.write());
    }

    /// The key as it is stored: for objects the equal one in the table, plain data is its own.
    fn stored(&self, hash: u64, key: &Value) -> Option<Value> {
        if !matches!(key, Value::Object(_)) {
            return Some(key.clone());
        }
        let mut candidates = Vec::new();
        self.read().raw_entry_v1().index_from_hash(hash, |own| {
            candidates.push(own.clone());
            false
        });
        candidates.into_iter().find(|own| own == key)
    }

    #[inline]
    fn read(&self) -> Reading<'_, V> {
        match self.changed.get() {
            None => Reading::Made(&self.made),
            Some(keys) => Reading::Changed(keys.read().unwrap_or_else(PoisonError::into_inner)),
        }
    }

    fn write(&self) -> RwLockWriteGuard<'_, Keys<V>> {
        let changed = self.changed.get_or_init(|| RwLock::new(self.made.clone()));
        changed.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<V: Part> Drop for Table<V> {
    fn drop(&mut self) {
        let changed =
            self.changed.get_mut().map(|keys| keys.get_mut().unwrap_or_else(PoisonError::into_inner));
        for keys in [Some(&mut self.made), changed].into_iter().flatten() {
            release::release(keys.drain(..).flat_map(|(key, value)| [key, value.into_value()]));
        }
    }
}

impl<V: Part> FromIterator<(Value, V)> for Table<V> {
    fn from_iter<I: IntoIterator<Item = (Value, V)>>(entries: I) -> Self {
        Table { made: Keys::from_iter(entries), changed: OnceLock::new() }
    }
}

/// The hash of a key: `Hash for Value` hashes a string as `str` does.
fn hash<K: Hash + ?Sized>(key: &K) -> u64 {
    FxBuildHasher.hash_one(key)
}

/// Equality that calls nothing: plain data by value, objects by identity.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => Arc::ptr_eq(a, b),
        (Value::Object(_), _) | (_, Value::Object(_)) => false,
        (a, b) => a == b,
    }
}
