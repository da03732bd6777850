//! Time zones as values: `java.util.TimeZone`.

use std::any::Any;
use std::fmt;
use std::sync::LazyLock;

use crate::Result;
use crate::text::Locale;
use crate::text::TimeZone;
use crate::value::Class;
use crate::value::Object;
use crate::value::Property;
use crate::value::Value;
use crate::value::coerce;
use crate::value::hash_code;

impl Object for TimeZone {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            Class::with_properties(
                "sun.util.calendar.ZoneInfo",
                &["java.util.TimeZone", "java.lang.Cloneable", "java.io.Serializable"],
                vec![
                    Property::read_only("ID", "java.lang.String"),
                    Property::read_only("displayName", "java.lang.String"),
                    Property::read_only("rawOffset", "int"),
                ],
            )
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> Result<Value> {
        Ok(match index {
            0 => Value::str(self.id()),
            1 => Value::str(self.display_name(false, true, &Locale::us())),
            _ => Value::Int(self.raw_offset()),
        })
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(Some(match (method, args) {
            ("getID", []) => Value::str(self.id()),
            ("getOffset", [millis]) => Value::Int(self.offset_at(coerce::to_long(millis)?)),
            _ => return Ok(None),
        }))
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<TimeZone>().is_some_and(|other| other.id() == self.id())
    }

    fn hash_code(&self) -> i32 {
        hash_code(&Value::str(self.id()))
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(self.id())
    }
}
