//! Arrays.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::PoisonError;
use std::sync::RwLock;
use std::sync::atomic::AtomicI8;
use std::sync::atomic::AtomicI16;
use std::sync::atomic::AtomicI32;
use std::sync::atomic::AtomicI64;
use std::sync::atomic::AtomicU16;
use std::sync::atomic::Ordering::Relaxed;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Class;
use vespid_render::value::ListView;
use vespid_render::value::Object;
use vespid_render::value::Property;
use vespid_render::value::Str;
use vespid_render::value::release;

use super::Kind;

/// A Java array: primitives lie as such, and each item can be read and written by any request without a lock.
pub(crate) struct Array {
    class: Arc<Class>,
    component: Str,
    pub(crate) items: Items,
}

/// The items of an array. `boolean` and `byte` share a kind of storage, `float` and `double` keep bits.
pub(crate) enum Items {
    Bool(Box<[AtomicI8]>),
    Byte(Box<[AtomicI8]>),
    Short(Box<[AtomicI16]>),
    Char(Box<[AtomicU16]>),
    Int(Box<[AtomicI32]>),
    Long(Box<[AtomicI64]>),
    Float(Box<[AtomicI64]>),
    Double(Box<[AtomicI64]>),
    Ref(RwLock<Box<[Value]>>),
}

/// The longest array, in items.
pub(crate) const MAX_LENGTH: usize = 1 << 24;

fn class_of(name: &str) -> Arc<Class> {
    let length = Property::read_only("length", "int");
    let supers = ["java.lang.Cloneable", "java.io.Serializable"];
    Arc::new(Class::with_properties(name, &supers, vec![length]))
}

/// The name of the array class of that component: `[I`, `[Ljava.lang.String;`.
pub(crate) fn array_name(component: &str) -> Str {
    let encoded = match component {
        "boolean" => "[Z",
        "byte" => "[B",
        "char" => "[C",
        "double" => "[D",
        "float" => "[F",
        "int" => "[I",
        "long" => "[J",
        "short" => "[S",
        array if array.starts_with('[') => return format!("[{array}").into(),
        class => return format!("[L{class};").into(),
    };
    encoded.into()
}

impl Array {
    /// An array of zeros, or nulls.
    pub(crate) fn new(component: &Str, length: usize) -> Self {
        static INTS: LazyLock<Arc<Class>> = LazyLock::new(|| class_of("[I"));
        static STRINGS: LazyLock<Arc<Class>> = LazyLock::new(|| class_of("[Ljava.lang.String;"));
        fn zeros<T: Default>(length: usize) -> Box<[T]> {
            std::iter::repeat_with(T::default).take(length).collect()
        }
        let items = match Kind::by_name(component) {
            Some(Kind::Bool) => Items::Bool(zeros(length)),
            Some(Kind::Byte) => Items::Byte(zeros(length)),
            Some(Kind::Short) => Items::Short(zeros(length)),
            Some(Kind::Char) => Items::Char(zeros(length)),
            Some(Kind::Int) => Items::Int(zeros(length)),
            Some(Kind::Long) => Items::Long(zeros(length)),
            Some(Kind::Float) => Items::Float(zeros(length)),
            Some(Kind::Double) => Items::Double(zeros(length)),
            _ => Items::Ref(RwLock::new(zeros(length))),
        };
        let class = match component.as_str() {
            "int" => INTS.clone(),
            "java.lang.String" => STRINGS.clone(),
            _ => class_of(&array_name(component)),
        };
        Array { class, component: component.clone(), items }
    }

    /// An array of these objects.
    pub(crate) fn of(component: &str, values: Vec<Value>) -> Value {
        let mut array = Array::new(&component.into(), 0);
        array.items = Items::Ref(RwLock::new(values.into_boxed_slice()));
        Value::new(array)
    }

    /// A `byte[]`.
    pub(crate) fn bytes(bytes: &[u8]) -> Value {
        Self::of_bits("byte", bytes.iter().map(|byte| i64::from(*byte as i8)))
    }

    /// An array of that primitive type.
    pub(crate) fn of_bits(component: &str, bits: impl ExactSizeIterator<Item = i64>) -> Value {
        let array = Array::new(&component.into(), bits.len());
        for (index, bits) in bits.enumerate() {
            array.put(index, bits);
        }
        Value::new(array)
    }

    pub(crate) fn component(&self) -> &Str {
        &self.component
    }

    pub(crate) fn kind(&self) -> Kind {
        match self.items {
            Items::Bool(_) => Kind::Bool,
            Items::Byte(_) => Kind::Byte,
            Items::Short(_) => Kind::Short,
            Items::Char(_) => Kind::Char,
            Items::Int(_) => Kind::Int,
            Items::Long(_) => Kind::Long,
            Items::Float(_) => Kind::Float,
            Items::Double(_) => Kind::Double,
            Items::Ref(_) => Kind::Ref,
        }
    }

    pub(crate) fn length(&self) -> usize {
        match &self.items {
            Items::Bool(items) | Items::Byte(items) => items.len(),
            Items::Short(items) => items.len(),
            Items::Char(items) => items.len(),
            Items::Int(items) => items.len(),
            Items::Long(items) | Items::Float(items) | Items::Double(items) => items.len(),
            Items::Ref(items) => items.read().unwrap_or_else(PoisonError::into_inner).len(),
        }
    }

    /// The bits of a primitive item; `None` beyond the end, or where items are references.
    #[inline]
    pub(crate) fn at(&self, index: usize) -> Option<i64> {
        Some(match &self.items {
            Items::Int(items) => i64::from(items.get(index)?.load(Relaxed)),
            Items::Bool(items) | Items::Byte(items) => i64::from(items.get(index)?.load(Relaxed)),
            Items::Short(items) => i64::from(items.get(index)?.load(Relaxed)),
            Items::Char(items) => i64::from(items.get(index)?.load(Relaxed)),
            Items::Long(items) | Items::Float(items) | Items::Double(items) => {
                items.get(index)?.load(Relaxed)
            }
            Items::Ref(_) => return None,
        })
    }

    /// Sets a primitive item; false beyond the end, or where items are references.
    #[inline]
    pub(crate) fn put(&self, index: usize, bits: i64) -> bool {
        fn set<T>(items: &[T], index: usize, set: impl FnOnce(&T)) -> bool {
            items.get(index).map(set).is_some()
        }
        match &self.items {
            Items::Int(items) => set(items, index, |item| item.store(bits as i32, Relaxed)),
            Items::Bool(items) | Items::Byte(items) => {
                set(items, index, |item| item.store(bits as i8, Relaxed))
            }
            Items::Short(items) => set(items, index, |item| item.store(bits as i16, Relaxed)),
            Items::Char(items) => set(items, index, |item| item.store(bits as u16, Relaxed)),
            Items::Long(items) | Items::Float(items) | Items::Double(items) => {
                set(items, index, |item| item.store(bits, Relaxed))
            }
            Items::Ref(_) => false,
        }
    }
}

#[cold]
pub(crate) fn outside(index: i64, length: usize) -> Error {
    Error::new(
        "java.lang.ArrayIndexOutOfBoundsException",
        format!("Index {index} out of bounds for length {length}"),
    )
    .with_supers([
        class::INDEX_OUT_OF_BOUNDS.into(),
        "java.lang.RuntimeException".into(),
        "java.lang.Exception".into(),
        "java.lang.Throwable".into(),
    ])
}

impl ListView for Array {
    fn len(&self) -> usize {
        self.length()
    }

    fn get(&self, index: usize) -> Option<Value> {
        match &self.items {
            Items::Ref(items) => items.read().unwrap_or_else(PoisonError::into_inner).get(index).cloned(),
            _ => self.at(index).map(|bits| self.kind().boxed(bits)),
        }
    }

    fn set(&self, index: usize, value: Value) -> Result<()> {
        let length = self.length();
        let outside = || outside(index as i64, length);
        match &self.items {
            Items::Ref(items) => {
                let mut items = items.write().unwrap_or_else(PoisonError::into_inner);
                *items.get_mut(index).ok_or_else(outside)? = value;
                Ok(())
            }
            _ => {
                let set = self.put(index, self.kind().unbox(&value)?);
                if set { Ok(()) } else { Err(outside()) }
            }
        }
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        if let Items::Ref(items) = &mut self.items {
            let items = items.get_mut().unwrap_or_else(PoisonError::into_inner);
            release(items.iter_mut().map(std::mem::take));
        }
    }
}

impl Object for Array {
    fn class(&self) -> &Class {
        &self.class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, _index: usize) -> Result<Value> {
        Ok(Value::Int(i32::try_from(self.length()).unwrap_or(i32::MAX)))
    }

    fn as_list(&self) -> Option<&dyn ListView> {
        Some(self)
    }

    fn iterate(self: Arc<Self>) -> Option<vespid_render::value::Items> {
        Some(vespid_render::value::list_items(self))
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(match (method, args) {
            ("clone", []) => {
                let copy = Array::new(&self.component, self.length());
                for index in 0..self.length() {
                    if let Some(value) = self.get(index) {
                        ListView::set(&copy, index, value)?;
                    }
                }
                Some(Value::new(copy))
            }
            _ => None,
        })
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}@{:x}", self.class.name(), self.hash_code())
    }
}
