//! Java's arrays of objects.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::LazyLock;

use super::List;
use super::abstracts;
use super::views;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::value::Class;
use crate::value::Items;
use crate::value::ListView;
use crate::value::Object;
use crate::value::Property;
use crate::value::Value;

/// A Java array: its length is fixed and is the property `length`; its items can be set.
///
/// ```
/// use vespid_render::value::{Array, ListView, Value};
/// let array = Array::new("int", [Value::Int(1), Value::Int(2)]);
/// array.set(0, Value::Int(7)).unwrap();
/// assert_eq!(array.get(0), Some(Value::Int(7)));
/// assert!(array.insert(2, Value::Int(3)).is_err());
/// ```
pub struct Array {
    class: Arc<Class>,
    items: List,
}

impl Array {
    /// An array of that component type (`int`, `java.lang.String`).
    pub fn new(component: &str, items: impl IntoIterator<Item = Value>) -> Self {
        static STRINGS: LazyLock<Arc<Class>> = LazyLock::new(|| Arc::new(class_of("[Ljava.lang.String;")));
        static CHARS: LazyLock<Arc<Class>> = LazyLock::new(|| Arc::new(class_of("[C")));
        let items = items.into_iter().collect();
        match component {
            "java.lang.String" => return Array { class: STRINGS.clone(), items },
            "char" => return Array { class: CHARS.clone(), items },
            _ => {}
        }
        let encoded = match component {
            "boolean" => "[Z".into(),
            "byte" => "[B".into(),
            "double" => "[D".into(),
            "float" => "[F".into(),
            "int" => "[I".into(),
            "long" => "[J".into(),
            "short" => "[S".into(),
            array if array.starts_with('[') => format!("[{array}"),
            class => format!("[L{class};"),
        };
        Array { class: Arc::new(class_of(&encoded)), items }
    }

    /// The Java type of its items.
    pub fn component_type(&self) -> &str {
        let encoded = self.class.name().strip_prefix('[').unwrap_or_default();
        match encoded {
            "Z" => "boolean",
            "B" => "byte",
            "C" => "char",
            "D" => "double",
            "F" => "float",
            "I" => "int",
            "J" => "long",
            "S" => "short",
            // An array of arrays has their class for its component.
            other => other.strip_prefix('L').and_then(|class| class.strip_suffix(';')).unwrap_or(other),
        }
    }

    /// An `Object[]`.
    pub fn of_objects(items: impl IntoIterator<Item = Value>) -> Self {
        static CLASS: LazyLock<Arc<Class>> = LazyLock::new(|| Arc::new(class_of("[Ljava.lang.Object;")));
        Array { class: CLASS.clone(), items: items.into_iter().collect() }
    }
}

fn class_of(name: &str) -> Class {
    let length = Property::read_only("length", "int");
    Class::with_properties(name, &["java.lang.Cloneable", "java.io.Serializable"], vec![length])
}

impl ListView for Array {
    fn len(&self) -> usize {
        self.items.len()
    }

    #[inline]
    fn get(&self, index: usize) -> Option<Value> {
        self.items.get(index)
    }

    fn set(&self, index: usize, value: Value) -> Result<()> {
        self.items.set(index, value)
    }
}

impl Object for Array {
    fn class(&self) -> &Class {
        &self.class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> Result<Value> {
        match index {
            0 => Ok(Value::Int(i32::try_from(self.items.len()).unwrap_or(i32::MAX))),
            _ => Err(Error::new(class::PROPERTY_NOT_FOUND, "an array has no property but 'length'")),
        }
    }

    fn as_list(&self) -> Option<&dyn ListView> {
        Some(self)
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        Some(views::list_items(self))
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}@{:x}", self.class.name(), abstracts::address(self) as usize as i32)
    }
}
