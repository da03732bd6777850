//! JSON columns: objects and arrays as maps and lists, which print as JSON again.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::LazyLock;

use serde_json::Value as Parsed;
use vespid_render::value::BigInt;
use vespid_render::value::Class;
use vespid_render::value::Entry;
use vespid_render::value::Items;
use vespid_render::value::ListView;
use vespid_render::value::MapView;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::Value;
use vespid_render::value::json;

/// The value of a JSON text; `None`: it is none that fits here, being deeper than 128 levels for one.
pub(crate) fn parse(text: &str) -> Option<Value> {
    serde_json::from_str::<Parsed>(text).ok().map(value)
}

fn value(parsed: Parsed) -> Value {
    match parsed {
        Parsed::Null => Value::Null,
        Parsed::Bool(value) => Value::Bool(value),
        Parsed::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => i32::try_from(number).map_or(Value::Long(number), Value::Int),
            (None, Some(number)) => Value::BigInt(Arc::new(BigInt::from(number))),
            (None, None) => number.as_f64().map_or(Value::Null, Value::Double),
        },
        Parsed::String(text) => Value::str(text),
        Parsed::Array(items) => Value::new(JsonArray(items.into_iter().map(value).collect())),
        Parsed::Object(members) => Value::new(JsonObject::new(members)),
    }
}

/// A JSON array.
struct JsonArray(Box<[Value]>);

impl ListView for JsonArray {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, index: usize) -> Option<Value> {
        self.0.get(index).cloned()
    }
}

impl Object for JsonArray {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            Class::new(
                "java.util.ArrayList",
                &["java.util.List", "java.util.Collection", "java.lang.Iterable", "java.io.Serializable"],
            )
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_list(&self) -> Option<&dyn ListView> {
        Some(self)
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        Some(Box::new((0..self.0.len()).map(move |index| Ok(self.0[index].clone()))))
    }

    fn equals(&self, other: &Value) -> bool {
        let Some(other) = other.as_object().and_then(|object| object.as_list()) else { return false };
        other.len() == self.0.len()
            && self.0.iter().enumerate().all(|(index, item)| other.get(index).as_ref() == Some(item))
    }

    /// Java's `List.hashCode` is that of the items; what has none of its own counts as one.
    fn hash_code(&self) -> i32 {
        self.0.iter().fold(1i32, |hash, item| {
            let entry = Entry::new(item.clone(), Value::Null);
            hash.wrapping_mul(31).wrapping_add(entry.hash_code())
        })
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        // All that came from JSON goes back.
        out.write_str(&json::list_text(self).unwrap_or_default())
    }
}

/// A JSON object, its members in their order.
struct JsonObject {
    members: Box<[(Str, Value)]>,
    /// The members by name.
    sorted: Box<[u32]>,
}

impl JsonObject {
    fn new(members: serde_json::Map<String, Parsed>) -> Self {
        let members: Box<[(Str, Value)]> =
            members.into_iter().map(|(name, member)| (Str::from(name), value(member))).collect();
        let mut sorted: Box<[u32]> = (0..members.len() as u32).collect();
        sorted.sort_by(|a, b| members[*a as usize].0.cmp(&members[*b as usize].0));
        JsonObject { members, sorted }
    }
}

impl MapView for JsonObject {
    fn len(&self) -> usize {
        self.members.len()
    }

    fn get(&self, key: &Value) -> Option<Value> {
        self.get_str(key.as_str()?)
    }

    fn get_str(&self, key: &str) -> Option<Value> {
        let place =
            self.sorted.binary_search_by(|member| self.members[*member as usize].0.as_str().cmp(key)).ok()?;
        Some(self.members[self.sorted[place] as usize].1.clone())
    }

    fn entry(&self, position: usize) -> Option<(Value, Value)> {
        self.members.get(position).map(|(name, member)| (Value::Str(name.clone()), member.clone()))
    }
}

impl Object for JsonObject {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            Class::new("java.util.LinkedHashMap", &["java.util.Map", "java.io.Serializable"])
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_map(&self) -> Option<&dyn MapView> {
        Some(self)
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        let entry = move |position: usize| self.entry(position);
        Some(Box::new((0..).map_while(move |position| {
            let (key, value) = entry(position)?;
            Some(Ok(Value::new(Entry::new(key, value))))
        })))
    }

    fn equals(&self, other: &Value) -> bool {
        let Some(other) = other.as_object().and_then(|object| object.as_map()) else { return false };
        other.len() == self.members.len()
            && self.members.iter().all(|(name, member)| other.get_str(name).as_ref() == Some(member))
    }

    fn hash_code(&self) -> i32 {
        let hash =
            |(name, member): &(Str, Value)| Entry::new(Value::Str(name.clone()), member.clone()).hash_code();
        self.members.iter().fold(0i32, |sum, member| sum.wrapping_add(hash(member)))
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&json::map_text(self).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &str) -> String {
        parse(text).map_or("-".into(), |value| format!("{} {value}", value.class_name().unwrap_or("null")))
    }

    #[test]
    fn objects_and_arrays_print_as_json() {
        assert_eq!(
            show(r#"{"b":[1,"x\n\"",null,true],"a":{"c":1.5}}"#),
            r#"java.util.LinkedHashMap {"b": [1, "x\n\"", null, true], "a": {"c": 1.5}}"#
        );
        assert_eq!(show("[]"), "java.util.ArrayList []");
        assert_eq!(show("12345678901"), "java.lang.Long 12345678901");
        assert_eq!(show("18446744073709551615"), "java.math.BigInteger 18446744073709551615");
        assert_eq!(show("\"x\""), "java.lang.String x");
        assert_eq!(show("null"), "null null");
        assert_eq!(show("{"), "-");
        assert_eq!(show(&"[".repeat(100_000)), "-");
    }

    #[test]
    fn members_are_found_and_equal_those_of_maps() {
        let object = parse(r#"{"b": 2, "a": 1}"#).unwrap();
        let map = object.as_object().unwrap().as_map().unwrap();
        assert_eq!((map.get_str("a"), map.get_str("c")), (Some(Value::Int(1)), None));
        let same = Value::map([(Value::str("a"), Value::Int(1)), (Value::str("b"), Value::Int(2))]);
        assert_eq!(object, same);
        assert_eq!(object.as_object().unwrap().hash_code(), same.as_object().unwrap().hash_code());
        assert_eq!(parse("[1, 2]").unwrap(), Value::list([Value::Int(1), Value::Int(2)]));
    }
}
