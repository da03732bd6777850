//! The one trait that everything but plain data implements.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Context;
use std::task::Poll;

use super::Class;
use super::Member;
use super::Value;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::writer::TextSink;

/// A shared object.
pub type Obj = Arc<dyn Object>;

/// What iteration over an object gives, one after the other.
pub type Items = Box<dyn Iterator<Item = Result<Value>> + Send>;

/// An object of a page: a bean, a collection, a date, a lambda, the request, a result row.
///
/// Only [`class`](Object::class), [`as_any`](Object::as_any) and what the object really can do need writing;
/// `#[derive(Bean)]` writes all of it for a struct. Objects are shared between requests, so changes go through interior
/// locks, which must not be held across calls back into values.
pub trait Object: Any + Send + Sync {
    /// The object's class: name, super types and properties. Must be the same for the life of the object.
    fn class(&self) -> &Class;

    /// For downcasts; always `self`.
    fn as_any(&self) -> &dyn Any;

    /// The bean property with that index in `class().properties()`.
    ///
    /// # Errors
    /// What the getter throws; an index out of range is a `PropertyNotFoundException`.
    fn property(&self, index: usize) -> Result<Value> {
        let _ = index;
        Err(Error::new(class::PROPERTY_NOT_FOUND, format!("{} has no such property", self.class().name())))
    }

    /// The bean property that an inline cache remembers; `None`: the object is of another class.
    ///
    /// One call where [`class`](Self::class) and [`property`](Self::property) would be two. There is no need to write
    /// it, nor the two that follow.
    ///
    /// # Errors
    /// As [`property`](Self::property).
    #[inline]
    fn member(&self, member: Member) -> Option<Result<Value>> {
        Some(self.property(member.index_in(self.class())?))
    }

    /// Writes the text of that property as EL does, if possible without making a value of it first; `None`: the object
    /// is of another class.
    ///
    /// # Errors
    /// As [`property`](Self::property), and what `out` reports.
    #[inline]
    fn write_member(&self, member: Member, out: &mut TextSink<'_>) -> Option<Result<()>> {
        Some(self.member(member)?.and_then(|value| out.write_value(&value)))
    }

    /// The object that the property holds, looked at where it lies; `None`: the object is of another class, the
    /// property holds something else, or it can only be [asked for](Self::member).
    #[inline]
    fn member_object(&self, member: Member) -> Option<&dyn Object> {
        let _ = member;
        None
    }

    /// Sets the bean property with that index, coercing the value to its type.
    ///
    /// # Errors
    /// `PropertyNotWritableException` for a property without a setter; `ELException` where the value can't be coerced.
    fn set_property(&self, index: usize, value: Value) -> Result<()> {
        let _ = value;
        let name = self.class().properties().get(index).map_or("?", |property| property.name.as_str());
        Err(Error::new(
            class::PROPERTY_NOT_WRITABLE,
            format!("property '{name}' of {} can't be set", self.class().name()),
        ))
    }

    /// A property by a name that the class does not list (dynamic beans, scripted instances); `None`: no such property.
    ///
    /// # Errors
    /// What the getter throws.
    fn dynamic_property(&self, name: &str) -> Result<Option<Value>> {
        let _ = name;
        Ok(None)
    }

    /// The object as a `java.util.List` or array: indexed access.
    fn as_list(&self) -> Option<&dyn ListView> {
        None
    }

    /// The object as a `java.util.Map`: access by key.
    fn as_map(&self) -> Option<&dyn MapView> {
        None
    }

    /// Iterates the object's items: elements of a collection, entries of a map. `None`: it is no collection.
    fn iterate(self: Arc<Self>) -> Option<Items> {
        None
    }

    /// The object's items where they come over time, such as the rows of a query that runs: `c:forEach` waits for each.
    /// Asked only of objects that [`iterate`](Self::iterate) nothing. `None`: it is no such collection.
    fn async_items(self: Arc<Self>) -> Option<Box<dyn AsyncItems>> {
        None
    }

    /// How many items [`iterate`](Self::iterate) gives, where that is known; `empty` and `fn:length` use it.
    fn size(&self) -> Option<usize> {
        self.as_list().map(ListView::len).or_else(|| self.as_map().map(MapView::len))
    }

    /// Calls a method beyond those that every list, map or object has; `None`: no such method.
    ///
    /// # Errors
    /// What the method throws, or an `IllegalArgumentException` for unfit arguments.
    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        let _ = (method, args);
        Ok(None)
    }

    /// Calls a method whose result comes over time, such as one of a database: who calls waits without a thread. Asked
    /// before all other methods, by code that can wait; expressions can't. `None`: no such method.
    ///
    /// # Cancel safety
    /// Dropping the future ends what it does.
    fn call_async(self: Arc<Self>, method: &str, args: &[Value]) -> Option<CallFuture> {
        let _ = (method, args);
        None
    }

    /// What a request keeps that got this object of a method whose result came over time, and drops when it ends: it gives
    /// back what others wait for, such as the connection of a pool, whoever still holds the object.
    fn kept_by_request(&self) -> Option<Box<dyn Any + Send>> {
        None
    }

    /// Java's `compareTo`; `None`: not comparable with that.
    fn compare(&self, other: &Value) -> Option<Ordering> {
        let _ = other;
        None
    }

    /// Java's `equals` with another value; the same object is always equal and never asked.
    fn equals(&self, other: &Value) -> bool {
        let _ = other;
        false
    }

    /// Whether its properties may want the page of the action that asks for them.
    fn wants_page(&self) -> bool {
        false
    }

    /// Whether this stands for the same Java object as another one of the host's: `==` for objects that are made anew
    /// whenever they are asked for, such as requests. The same object is never asked.
    fn is_same(&self, other: &Value) -> bool {
        let _ = other;
        false
    }

    /// Java's `hashCode`; must agree with [`equals`](Self::equals).
    fn hash_code(&self) -> i32 {
        std::ptr::from_ref(self).cast::<()>() as usize as i32
    }

    /// Java's `toString`.
    ///
    /// # Errors
    /// Only what `out` reports.
    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}@{:x}", self.class().name(), self.hash_code())
    }
}

/// The result of a method that comes over time.
pub type CallFuture = Pin<Box<dyn Future<Output = Result<Value>> + Send>>;

/// Items that come over time, some at once.
///
/// # Cancel safety
/// Dropping it ends whatever makes the items.
pub trait AsyncItems: Send {
    /// The next item, if it is at hand.
    ///
    /// # Errors
    /// What making this item failed with; no item comes after it.
    fn next_ready(&mut self) -> Option<Result<Value>>;

    /// Waits for more when none is at hand; false: that was all.
    ///
    /// # Errors
    /// What ended the items.
    fn poll_more(&mut self, cx: &mut Context<'_>) -> Poll<Result<bool>>;
}

/// Indexed access to a `java.util.List` or an array.
pub trait ListView: Send + Sync {
    /// The number of items.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The item at an index; `None` beyond the end.
    fn get(&self, index: usize) -> Option<Value>;

    /// Replaces the item at an index.
    ///
    /// # Errors
    /// `UnsupportedOperationException` where the list can't be changed, `IndexOutOfBoundsException` beyond the end.
    fn set(&self, index: usize, value: Value) -> Result<()> {
        let _ = (index, value);
        Err(Error::new(class::UNSUPPORTED, "the list can't be changed"))
    }

    /// Adds an item at an index (`len()`: at the end).
    ///
    /// # Errors
    /// `UnsupportedOperationException` where the list can't be changed, `IndexOutOfBoundsException` beyond the end.
    fn insert(&self, index: usize, value: Value) -> Result<()> {
        let _ = (index, value);
        Err(Error::new(class::UNSUPPORTED, "the list can't be changed"))
    }

    /// Removes and gives the item at an index.
    ///
    /// # Errors
    /// `UnsupportedOperationException` where the list can't be changed, `IndexOutOfBoundsException` beyond the end.
    fn remove(&self, index: usize) -> Result<Value> {
        let _ = index;
        Err(Error::new(class::UNSUPPORTED, "the list can't be changed"))
    }
}

/// Access to a `java.util.Map` by key.
pub trait MapView: Send + Sync {
    /// The number of entries.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a key; `None`: no such key.
    fn get(&self, key: &Value) -> Option<Value>;

    /// The value of a key that is a string: the common case, without making a [`Value`] of it.
    fn get_str(&self, key: &str) -> Option<Value> {
        self.get(&Value::str(key))
    }

    /// Writes the text of a string key's value as EL does, if possible without making a [`Value`] of it; nothing if there
    /// is no such key.
    ///
    /// # Errors
    /// What `out` reports.
    fn write_str(&self, key: &str, out: &mut TextSink<'_>) -> Result<()> {
        match self.get_str(key) {
            Some(value) => out.write_value(&value),
            None => Ok(()),
        }
    }

    /// The entry at a position in the order of iteration; `None` beyond the end.
    fn entry(&self, position: usize) -> Option<(Value, Value)>;

    /// Sets the value of a key and gives the one before.
    ///
    /// # Errors
    /// `UnsupportedOperationException` where the map can't be changed.
    fn put(&self, key: Value, value: Value) -> Result<Option<Value>> {
        let _ = (key, value);
        Err(Error::new(class::UNSUPPORTED, "the map can't be changed"))
    }

    /// Removes a key and gives its value.
    ///
    /// # Errors
    /// `UnsupportedOperationException` where the map can't be changed.
    fn remove(&self, key: &Value) -> Result<Option<Value>> {
        let _ = key;
        Err(Error::new(class::UNSUPPORTED, "the map can't be changed"))
    }
}
