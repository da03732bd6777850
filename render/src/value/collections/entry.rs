//! `java.util.Map.Entry`.

use std::any::Any;
use std::fmt;
use std::sync::LazyLock;

use super::abstracts;
use super::depth;
use super::release;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::value::Class;
use crate::value::Object;
use crate::value::Property;
use crate::value::Value;

/// An entry of a map as iteration gives it, with the properties `key` and `value`.
pub struct Entry {
    /// The key.
    pub key: Value,
    /// The value that the key had when the iteration came to it.
    pub value: Value,
}

impl Entry {
    /// An entry.
    pub fn new(key: Value, value: Value) -> Self {
        Entry { key, value }
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        release([std::mem::take(&mut self.key), std::mem::take(&mut self.value)].into_iter());
    }
}

impl Object for Entry {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            let property = |name: &str| Property::read_only(name, "java.lang.Object");
            Class::with_properties(
                "java.util.AbstractMap$SimpleImmutableEntry",
                &["java.util.Map$Entry", "java.util.Map.Entry", "java.io.Serializable"],
                vec![property("key"), property("value")],
            )
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    #[inline]
    fn property(&self, index: usize) -> Result<Value> {
        match index {
            0 => Ok(self.key.clone()),
            1 => Ok(self.value.clone()),
            _ => Err(Error::new(
                class::PROPERTY_NOT_FOUND,
                "a map's entry has the properties 'key' and 'value'",
            )),
        }
    }

    fn equals(&self, other: &Value) -> bool {
        let Some(other) = other.downcast_ref::<Entry>() else { return false };
        let Some(_level) = depth::equals(2) else { return false };
        self.key == other.key && self.value == other.value
    }

    fn hash_code(&self) -> i32 {
        let Some(_level) = depth::hash(2) else { return 0 };
        abstracts::hash_code(&self.key) ^ abstracts::hash_code(&self.value)
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.key.write_text(out)?;
        out.write_char('=')?;
        self.value.write_text(out)
    }
}
