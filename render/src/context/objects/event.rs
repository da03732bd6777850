//! What listeners of an application hear of.

use std::any::Any;

use crate::Result;
use crate::value::Class;
use crate::value::Object;
use crate::value::Property;
use crate::value::Value;

/// An event of a class such as `jakarta.servlet.ServletContextEvent`, with its properties by name.
pub fn event(class: &str, properties: Vec<(&str, Value)>) -> Value {
    let described =
        properties.iter().map(|(name, _)| Property::read_only(name, "java.lang.Object")).collect();
    let class = Class::with_properties(class, &["java.util.EventObject"], described);
    Value::new(Event { class, values: properties.into_iter().map(|(_, value)| value).collect() })
}

struct Event {
    class: Class,
    values: Vec<Value>,
}

impl Object for Event {
    fn class(&self) -> &Class {
        &self.class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> Result<Value> {
        Ok(self.values.get(index).cloned().unwrap_or_default())
    }
}
