//! Attributes of a scope that several tasks may share.

use std::sync::OnceLock;
use std::sync::PoisonError;
use std::sync::RwLock;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

use rustc_hash::FxHashMap;

use crate::value::Str;
use crate::value::Value;

/// The attributes of the request, a session or the application. No lock is held while a value is used.
#[derive(Default)]
pub struct Attributes {
    // The number of attributes, so that the common look-up in an empty scope takes no lock.
    len: AtomicUsize,
    map: RwLock<FxHashMap<Str, Value>>,
    /// Counts changes.
    version: AtomicU64,
    observer: OnceLock<Observer>,
}

/// Hears of changes: the name, the value before and the value now; `None`: there is none.
pub type Observer = Box<dyn Fn(&str, Option<&Value>, Option<&Value>) + Send + Sync>;

impl Attributes {
    /// No attributes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets somebody hear of every change from now on; the first one stays. It is called without a lock.
    pub fn observe(&self, observer: Observer) {
        // Whoever made the attributes says so once.
        let _ = self.observer.set(observer);
    }

    fn tell(&self, name: &str, before: Option<&Value>, now: Option<&Value>) {
        if let Some(observer) = self.observer.get() {
            observer(name, before, now);
        }
    }

    /// How often attributes have been changed: who keeps copies of values knows by it whether they are still right.
    #[inline]
    pub(crate) fn version(&self) -> u64 {
        self.version.load(Ordering::Acquire)
    }

    fn changed(&self, map: &FxHashMap<Str, Value>) {
        self.len.store(map.len(), Ordering::Release);
        self.version.fetch_add(1, Ordering::Release);
    }

    /// The attribute of that name.
    #[inline]
    pub fn get(&self, name: &str) -> Option<Value> {
        if self.len.load(Ordering::Acquire) == 0 {
            return None;
        }
        self.map.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Sets an attribute; null removes it.
    pub fn set(&self, name: impl Into<Str>, value: Value) {
        let name = name.into();
        if value.is_null() {
            self.remove(&name);
            return;
        }
        let seen = self.observer.get().map(|_| (name.clone(), value.clone()));
        let mut map = self.map.write().unwrap_or_else(PoisonError::into_inner);
        let old = map.insert(name, value);
        self.changed(&map);
        // An old value's destructor may do anything, so it runs without the lock.
        drop(map);
        if let Some((name, value)) = seen {
            self.tell(&name, old.as_ref(), Some(&value));
        }
        drop(old);
    }

    /// Sets an attribute unless there is one, and gives what is there then.
    ///
    /// # Errors
    /// What `make` reports.
    pub fn get_or_try_insert<E>(
        &self,
        name: &str,
        make: impl FnOnce() -> Result<Value, E>,
    ) -> Result<Value, E> {
        if let Some(value) = self.get(name) {
            return Ok(value);
        }
        let value = make()?;
        let mut map = self.map.write().unwrap_or_else(PoisonError::into_inner);
        let mut is_new = false;
        let there = map
            .entry(name.into())
            .or_insert_with(|| {
                is_new = true;
                value
            })
            .clone();
        self.changed(&map);
        drop(map);
        if is_new {
            self.tell(name, None, Some(&there));
        }
        Ok(there)
    }

    /// Removes an attribute and gives its value.
    pub fn remove(&self, name: &str) -> Option<Value> {
        if self.len.load(Ordering::Acquire) == 0 {
            return None;
        }
        let mut map = self.map.write().unwrap_or_else(PoisonError::into_inner);
        let old = map.remove(name);
        self.changed(&map);
        drop(map);
        if old.is_some() {
            self.tell(name, old.as_ref(), None);
        }
        old
    }

    /// The names, in no order.
    pub fn names(&self) -> Vec<Str> {
        self.map.read().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// Removes all.
    pub fn clear(&self) {
        let mut map = self.map.write().unwrap_or_else(PoisonError::into_inner);
        let old = std::mem::take(&mut *map);
        self.changed(&map);
        drop(map);
        for (name, value) in &old {
            self.tell(name, Some(value), None);
        }
        drop(old);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_removes() {
        let attributes = Attributes::new();
        attributes.set("a", Value::Int(1));
        assert_eq!(attributes.get("a"), Some(Value::Int(1)));
        attributes.set("a", Value::Null);
        assert_eq!(attributes.get("a"), None);
        assert!(attributes.names().is_empty());
    }

    #[test]
    fn the_first_value_stays() {
        let attributes = Attributes::new();
        let first: Result<_, ()> = attributes.get_or_try_insert("a", || Ok(Value::Int(1)));
        let second: Result<_, ()> = attributes.get_or_try_insert("a", || Ok(Value::Int(2)));
        assert_eq!((first, second), (Ok(Value::Int(1)), Ok(Value::Int(1))));
    }
}
