//! Java's `byte[]`: the value of `bytea` and BLOB columns.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::LazyLock;

use vespid_render::value::Class;
use vespid_render::value::Items;
use vespid_render::value::ListView;
use vespid_render::value::Object;
use vespid_render::value::Value;

/// Bytes of a column: an array of `byte` to a page; prints as PostgreSQL shows it, `\x0aff`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binary(pub Box<[u8]>);

impl Binary {
    /// As PostgreSQL reads it.
    pub(crate) fn hex(&self) -> String {
        let mut text = String::with_capacity(2 + 2 * self.0.len());
        // Writing to a String can't fail.
        let _ = self.write_text(&mut text);
        text
    }
}

impl ListView for Binary {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, index: usize) -> Option<Value> {
        self.0.get(index).map(|byte| Value::Byte(*byte as i8))
    }
}

impl Object for Binary {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("[B", &["java.io.Serializable"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_list(&self) -> Option<&dyn ListView> {
        Some(self)
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        Some(Box::new((0..self.0.len()).map(move |index| Ok(Value::Byte(self.0[index] as i8)))))
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<Binary>().is_some_and(|other| other == self)
    }

    fn hash_code(&self) -> i32 {
        self.0.iter().fold(1i32, |hash, byte| hash.wrapping_mul(31).wrapping_add(i32::from(*byte as i8)))
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        out.write_str("\\x")?;
        for byte in &self.0 {
            out.write_char(DIGITS[usize::from(byte >> 4)].into())?;
            out.write_char(DIGITS[usize::from(byte & 15)].into())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_print_as_hex_and_read_as_signed() {
        let value = Value::new(Binary([0, 10, 255].into()));
        assert_eq!(value.to_string(), "\\x000aff");
        assert_eq!(value.as_object().unwrap().as_list().unwrap().get(2), Some(Value::Byte(-1)));
        assert_eq!(value, Value::new(Binary([0, 10, 255].into())));
    }
}
