//! Rust structs as Java beans.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::BuildHasher;
use std::hash::Hash;
use std::sync::Arc;
use std::sync::PoisonError;
use std::sync::RwLock;

use rustc_hash::FxBuildHasher;

use super::Class;
use super::ClassCell;
use super::Object;
use super::Value;
use super::coerce;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::writer::TextSink;

/// Something that lets one look at a bean: the bean itself, or its [`BeanCell`] for as long as the lock is held.
pub trait Receiver<T> {
    /// Looks at the bean.
    fn read<R>(&self, look: impl FnOnce(&T) -> R) -> R;
}

/// A change of a bean, ready to be made.
pub type Change<T> = Box<dyn FnOnce(&mut T)>;

/// A Rust struct as a Java bean; written by `#[derive(Bean)]`.
///
/// The derive also makes the struct an [`Object`] whose properties can be read. Where pages set properties
/// (`jsp:useBean` with `jsp:setProperty`, EL assignment), the bean lives in a [`BeanCell`].
///
/// ```
/// use std::sync::Arc;
/// use vespid_render::value::{Bean, BeanCell, Object, Str, Value};
///
/// #[derive(Bean, Default)]
/// #[bean(class = "shop.Product", getter(cheap = "is_cheap"), method(discounted(percent)))]
/// struct Product {
///     title: Str,
///     unit_price: f64,
///     tags: Arc<Vec<Str>>,
///     #[bean(skip)]
///     margin: f64,
/// }
///
/// impl Product {
///     fn is_cheap(&self) -> bool {
///         self.unit_price < 5.0
///     }
///     fn discounted(&self, percent: f64) -> f64 {
///         self.unit_price * (100.0 - percent) / 100.0
///     }
/// }
///
/// let mug = BeanCell::new(Product { title: "Mug".into(), unit_price: 4.0, ..Product::default() });
/// let class = mug.class();
/// let names: Vec<&str> = class.properties().iter().map(|property| property.name.as_str()).collect();
/// assert_eq!(names, ["title", "unitPrice", "tags", "cheap"]);
/// mug.set_property(1, Value::str("8.5")).unwrap();
/// assert_eq!(mug.property(1).unwrap(), Value::Double(8.5));
/// assert_eq!(mug.property(3).unwrap(), Value::Bool(false));
/// assert_eq!(mug.call("discounted", &[Value::Int(50)]).unwrap(), Some(Value::Double(4.25)));
/// ```
pub trait Bean: Send + Sync + Sized + 'static {
    /// The Java class with its properties.
    fn bean_class() -> &'static Class;

    /// Where [`bean_class`](Self::bean_class) keeps the class once it was made. Who asks here knows nothing of the
    /// class before that, and so needs no code to make it.
    #[doc(hidden)]
    fn class_cell() -> &'static ClassCell;

    /// The property with that index.
    ///
    /// # Errors
    /// What the getter reports; an index out of range is a `PropertyNotFoundException`.
    fn get(&self, index: usize) -> Result<Value>;

    /// Writes the text of the property with that index.
    ///
    /// # Errors
    /// As [`get`](Self::get), and what `out` reports.
    fn write(&self, index: usize, out: &mut TextSink<'_>) -> Result<()> {
        out.write_value(&self.get(index)?)
    }

    /// The object that the property with that index holds, where it lies; `None`: none, or not in a field.
    fn object(&self, index: usize) -> Option<&dyn Object> {
        let _ = index;
        None
    }

    /// Coerces a value to the type of the property with that index, by EL's rules, and gives the change that sets it.
    ///
    /// In two steps, since coercion may call back into any object (`toString`), this very bean as well, which must not
    /// be locked then.
    ///
    /// # Errors
    /// `PropertyNotWritableException` where it has no setter, `ELException` where the value can't be coerced.
    fn change(index: usize, value: &Value) -> Result<Change<Self>>;

    /// Sets the property with that index, with EL's coercion to its type.
    ///
    /// # Errors
    /// As [`change`](Self::change).
    fn set(&mut self, index: usize, value: &Value) -> Result<()> {
        Self::change(index, value)?(self);
        Ok(())
    }

    /// Calls a method named in `#[bean(method(…))]`; `None`: no such method.
    ///
    /// # Errors
    /// What the method reports, `IllegalArgumentException` for a wrong number of arguments, `ELException` for arguments
    /// that can't be coerced.
    fn invoke(receiver: &impl Receiver<Self>, method: &str, args: &[Value]) -> Result<Option<Value>> {
        let _ = (receiver, method, args);
        Ok(None)
    }

    /// Java's `compareTo`; `None`: not comparable with that.
    fn compare_with(&self, other: &Self) -> Option<Ordering> {
        let _ = other;
        None
    }

    /// Java's `equals`, never asked for the same object.
    fn equals_bean(&self, other: &Self) -> bool {
        let _ = other;
        false
    }

    /// Java's `hashCode`, for beans that have `equals`; `None`: by address.
    fn bean_hash(&self) -> Option<i32> {
        None
    }

    /// Java's `toString`; `None`, with nothing written: the class name with a number, as Java.
    fn write_bean(&self, out: &mut dyn fmt::Write) -> Option<fmt::Result> {
        let _ = out;
        None
    }
}

impl<T: Bean> Receiver<T> for T {
    #[inline]
    fn read<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        look(self)
    }
}

/// A bean that pages can change: the struct behind a lock.
pub struct BeanCell<T>(RwLock<T>);

impl<T: Bean> BeanCell<T> {
    /// Makes a bean changeable.
    pub fn new(bean: T) -> Self {
        BeanCell(RwLock::new(bean))
    }

    /// Reads the struct; a writer waits so long.
    pub fn with<R>(&self, read: impl FnOnce(&T) -> R) -> R {
        read(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the struct; everyone else waits so long.
    pub fn update<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads two beans at once, which are not the same.
    fn with_both<R>(&self, other: &Self, read: impl FnOnce(&T, &T) -> R) -> R {
        // Always in one order, since two threads might compare in opposite directions while writers wait for both.
        if std::ptr::from_ref(self) < std::ptr::from_ref(other) {
            self.with(|own| other.with(|other| read(own, other)))
        } else {
            other.with(|other| self.with(|own| read(own, other)))
        }
    }

    /// A value that pages can read and change.
    pub fn value(bean: T) -> Value {
        Value::Object(Arc::new(BeanCell::new(bean)))
    }
}

impl<T: Bean> Receiver<T> for BeanCell<T> {
    fn read<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        self.with(look)
    }
}

impl<T: Bean> Object for BeanCell<T> {
    fn class(&self) -> &Class {
        T::bean_class()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> Result<Value> {
        self.with(|bean| bean.get(index))
    }

    fn set_property(&self, index: usize, value: Value) -> Result<()> {
        let change = T::change(index, &value)?;
        self.update(change);
        Ok(())
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        T::invoke(self, method, args)
    }

    fn compare(&self, other: &Value) -> Option<Ordering> {
        let other: &Self = other.downcast_ref()?;
        if std::ptr::eq(self, other) {
            return Some(Ordering::Equal);
        }
        self.with_both(other, T::compare_with)
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref().is_some_and(|other| self.with_both(other, T::equals_bean))
    }

    fn hash_code(&self) -> i32 {
        self.with(Bean::bean_hash).unwrap_or(std::ptr::from_ref(self) as usize as i32)
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        // Written outside the lock: the output may be slow, or may fail.
        let mut text = String::new();
        match self.with(|bean| bean.write_bean(&mut text)) {
            Some(written) => written.and_then(|()| out.write_str(&text)),
            None => write!(out, "{}@{:x}", T::bean_class().name(), self.hash_code()),
        }
    }
}

// What the code written by the derive calls.

/// There is no property of that index.
#[doc(hidden)]
#[cold]
pub fn no_property<T: Bean>(index: usize) -> Error {
    let class = T::bean_class().name();
    Error::new(class::PROPERTY_NOT_FOUND, format!("{class} has no property number {index}"))
}

/// The property of that index has no setter, or there is none.
#[doc(hidden)]
#[cold]
pub fn not_writable<T: Bean>(index: usize) -> Error {
    let class = T::bean_class();
    match class.properties().get(index) {
        Some(property) => Error::new(
            class::PROPERTY_NOT_WRITABLE,
            format!("property '{}' of {} can't be set", property.name, class.name()),
        ),
        None => no_property::<T>(index),
    }
}

/// A property or parameter can't take the value given.
#[doc(hidden)]
#[cold]
pub fn not_coerced<T: Bean>(name: &str, error: Error) -> Error {
    let class = T::bean_class().name();
    Error::el(format!("'{name}' of {class} can't take that value: {}", error.message())).with_cause(error)
}

/// A method was called with another number of arguments than it takes.
#[doc(hidden)]
#[cold]
pub fn wrong_arguments<T: Bean>(signatures: &str, given: usize) -> Error {
    let class = T::bean_class().name();
    let s = if given == 1 { "" } else { "s" };
    Error::illegal_argument(format!("{given} argument{s} given, but {class} has {signatures}"))
}

/// `hashCode` by a struct's `Hash`.
#[doc(hidden)]
pub fn bean_hash<T: Hash>(bean: &T) -> i32 {
    FxBuildHasher.hash_one(bean) as i32
}

/// A copy of the bean in a value.
#[doc(hidden)]
pub fn clone_bean<T: Bean + Object + Clone>(value: &Value) -> Result<T> {
    if let Some(bean) = value.downcast_ref::<T>() {
        return Ok(bean.clone());
    }
    if let Some(cell) = value.downcast_ref::<BeanCell<T>>() {
        return Ok(cell.with(T::clone));
    }
    Err(coerce::cannot_convert(value, T::bean_class().name()))
}
