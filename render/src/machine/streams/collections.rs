//! Methods of Java's collections that take lambdas.

use super::is_lambda;
use crate::Result;
use crate::machine::Machine;
use crate::value::Entry;
use crate::value::Obj;
use crate::value::Value;
use crate::value::coerce;
use crate::value::methods;

impl Machine {
    /// `Iterable.forEach` and `Map.forEach`
    pub(super) fn for_each(&mut self, target: &Obj, action: &Value) -> Result<Value> {
        let items = target
            .clone()
            .iterate()
            .ok_or_else(|| coerce::cannot_convert(&Value::Object(target.clone()), "java.lang.Iterable"))?;
        let is_map = target.as_map().is_some();
        for item in items {
            let item = item?;
            match item.downcast_ref::<Entry>().filter(|_| is_map) {
                Some(entry) => self.call_function(action, &[entry.key.clone(), entry.value.clone()])?,
                None => self.call_function(action, &[item])?,
            };
        }
        Ok(Value::Null)
    }

    pub(super) fn map_operation(
        &mut self,
        target: &Obj,
        method: &str,
        args: &[Value],
    ) -> Result<Option<Value>> {
        let Some(map) = target.as_map() else { return Ok(None) };
        let present = |key: &Value| map.get(key).filter(|value| !value.is_null());
        // What the lambda gives becomes the key's value; null removes the key.
        let store = |key: &Value, value: Value| -> Result<Value> {
            if value.is_null() {
                map.remove(key)?;
            } else {
                map.put(key.clone(), value.clone())?;
            }
            Ok(value)
        };
        Ok(Some(match (method, args) {
            ("computeIfAbsent", [key, make]) => match present(key) {
                Some(value) => value,
                None => {
                    let value = self.call_function(make, std::slice::from_ref(key))?;
                    if value.is_null() { value } else { store(key, value)? }
                }
            },
            ("computeIfPresent", [key, change]) => match present(key) {
                Some(value) => {
                    let value = self.call_function(change, &[key.clone(), value])?;
                    store(key, value)?
                }
                None => Value::Null,
            },
            ("compute", [key, change]) => {
                let old = map.get(key).unwrap_or_default();
                let value = self.call_function(change, &[key.clone(), old])?;
                store(key, value)?
            }
            ("merge", [key, value, change]) => {
                let value = match present(key) {
                    Some(old) => self.call_function(change, &[old, value.clone()])?,
                    None => value.clone(),
                };
                store(key, value)?
            }
            ("replaceAll", [change]) => {
                let entries: Vec<_> = (0..).map_while(|at| map.entry(at)).collect();
                for (key, value) in entries {
                    let value = self.call_function(change, &[key.clone(), value])?;
                    map.put(key, value)?;
                }
                Value::Null
            }
            _ => return Ok(None),
        }))
    }

    pub(super) fn list_operation(
        &mut self,
        target: &Obj,
        method: &str,
        args: &[Value],
    ) -> Result<Option<Value>> {
        match (method, args) {
            ("removeIf", [test]) if is_lambda(test) => {
                let Some(items) = target.clone().iterate() else { return Ok(None) };
                let mut removed = Vec::new();
                for item in items {
                    let item = item?;
                    if self.test(test, &item)? {
                        removed.push(item);
                    }
                }
                let own = Value::Object(target.clone());
                let any = !removed.is_empty();
                match target.as_list() {
                    Some(_) => {
                        methods::call_method(&own, "removeAll", &[Value::list(removed)])?;
                    }
                    None => {
                        for item in removed {
                            methods::call_method(&own, "remove", &[item])?;
                        }
                    }
                }
                Ok(Some(Value::Bool(any)))
            }
            ("sort", [comparator]) if is_lambda(comparator) || comparator.is_null() => {
                let Some(list) = target.as_list() else { return Ok(None) };
                let mut items: Vec<Value> = (0..).map_while(|at| list.get(at)).collect();
                self.sort(&mut items, Some(comparator).filter(|comparator| !comparator.is_null()))?;
                for (at, item) in items.into_iter().enumerate() {
                    list.set(at, item)?;
                }
                Ok(Some(Value::Null))
            }
            ("replaceAll", [change]) if is_lambda(change) => {
                let Some(list) = target.as_list() else { return Ok(None) };
                for at in 0..list.len() {
                    let Some(item) = list.get(at) else { break };
                    let item = self.call_function(change, &[item])?;
                    list.set(at, item)?;
                }
                Ok(Some(Value::Null))
            }
            _ => Ok(None),
        }
    }
}
