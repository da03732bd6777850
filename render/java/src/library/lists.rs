//! Lists other than `ArrayList`, and what only scripts call of lists.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::LazyLock;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::Class;
use vespid_render::value::Items;
use vespid_render::value::List;
use vespid_render::value::ListView;
use vespid_render::value::Object;
use vespid_render::value::coerce;
use vespid_render::value::methods::call_method;

use super::collections::all;
use super::collections::class_like;
use super::collections::none;
use super::collections::remove_item;
use crate::vm::Cx;

pub(super) static LINKED_LIST: LazyLock<Class> = LazyLock::new(|| class_like("java.util.LinkedList"));

pub(super) static ARRAY_DEQUE: LazyLock<Class> = LazyLock::new(|| class_like("java.util.ArrayDeque"));

pub(super) static VECTOR: LazyLock<Class> = LazyLock::new(|| class_like("java.util.Vector"));

pub(super) static STACK: LazyLock<Class> = LazyLock::new(|| class_like("java.util.Stack"));

pub(super) static COPY_LIST: LazyLock<Class> =
    LazyLock::new(|| class_like("java.util.concurrent.CopyOnWriteArrayList"));

/// A list of another class than `ArrayList`.
struct JavaList {
    class: &'static LazyLock<Class>,
    items: List,
}

impl ListView for JavaList {
    fn len(&self) -> usize {
        self.items.len()
    }

    fn get(&self, index: usize) -> Option<Value> {
        self.items.get(index)
    }

    fn set(&self, index: usize, value: Value) -> Result<()> {
        self.items.set(index, value)
    }

    fn insert(&self, index: usize, value: Value) -> Result<()> {
        self.items.insert(index, value)
    }

    fn remove(&self, index: usize) -> Result<Value> {
        self.items.remove(index)
    }
}

impl Object for JavaList {
    fn class(&self) -> &Class {
        self.class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_list(&self) -> Option<&dyn ListView> {
        Some(self)
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        Some(vespid_render::value::list_items(self))
    }

    fn equals(&self, other: &Value) -> bool {
        Object::equals(&self.items, other)
    }

    fn hash_code(&self) -> i32 {
        Object::hash_code(&self.items)
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.items.write_text(out)
    }
}

pub(super) fn list_of(args: &[Value], class: Option<&'static LazyLock<Class>>) -> Result<Option<Value>> {
    let items = match args {
        [] | [Value::Int(_)] | [Value::Int(_), Value::Int(_)] => Vec::new(),
        [items] => all(items)?,
        _ => return Ok(None),
    };
    let items = List::from_iter(items);
    Ok(Some(match class {
        None => Value::new(items),
        Some(class) => Value::new(JavaList { class, items }),
    }))
}

pub(super) fn list_call(
    cx: &mut Cx<'_, '_>,
    target: &Value,
    list: &dyn ListView,
    name: &str,
    args: &[Value],
) -> Result<Option<Value>> {
    let at_end = |index: usize| list.get(index).ok_or_else(none);
    let last = list.len().wrapping_sub(1);
    let is_stack = target.class_name() == Some("java.util.Stack");
    Ok(Some(match (name, args) {
        // `add` is what most loops do.
        ("add" | "addElement" | "addLast" | "offer" | "offerLast", [item]) => {
            cx.allocate(24)?;
            list.insert(list.len(), item.clone())?;
            if name == "add" || name.starts_with("offer") { Value::Bool(true) } else { Value::Null }
        }
        ("sort", [order]) => {
            let mut items = all(target)?;
            super::functions::sort(cx, &mut items, order)?;
            for (index, item) in items.into_iter().enumerate() {
                list.set(index, item)?;
            }
            Value::Null
        }
        ("replaceAll", [change]) => {
            for index in 0..list.len() {
                let item = list.get(index).unwrap_or_default();
                list.set(index, cx.invoke(change, "apply", &[item])?)?;
            }
            Value::Null
        }
        ("push", [item]) if is_stack => {
            list.insert(list.len(), item.clone())?;
            item.clone()
        }
        ("pop", []) if is_stack => {
            if list.is_empty() {
                return Err(Error::new("java.util.EmptyStackException", ""));
            }
            list.remove(last)?
        }
        ("peek", []) if is_stack => {
            list.get(last).ok_or_else(|| Error::new("java.util.EmptyStackException", ""))?
        }
        ("empty", []) => Value::Bool(list.is_empty()),
        ("search", [item]) => {
            let found = (0..list.len()).rev().find(|index| list.get(*index).is_some_and(|own| own == *item));
            Value::Int(found.map_or(-1, |index| (list.len() - index) as i32))
        }
        ("push" | "addFirst" | "offerFirst", [item]) => {
            list.insert(0, item.clone())?;
            if name == "offerFirst" { Value::Bool(true) } else { Value::Null }
        }
        ("getFirst" | "element" | "firstElement", []) => at_end(0)?,
        ("getLast" | "lastElement", []) => at_end(last)?,
        ("peek" | "peekFirst", []) => list.get(0).unwrap_or_default(),
        ("peekLast", []) => list.get(last).unwrap_or_default(),
        ("poll" | "pollFirst", []) => {
            if list.is_empty() {
                Value::Null
            } else {
                list.remove(0)?
            }
        }
        ("pollLast", []) => {
            if list.is_empty() {
                Value::Null
            } else {
                list.remove(last)?
            }
        }
        ("pop" | "remove" | "removeFirst", []) => {
            at_end(0)?;
            list.remove(0)?
        }
        ("removeLast", []) => {
            at_end(last)?;
            list.remove(last)?
        }
        ("elementAt", [_]) => return call_method(target, "get", args).map(Some),
        ("removeElementAt", [index]) => {
            call_method(target, "remove", std::slice::from_ref(index))?;
            Value::Null
        }
        ("removeElement", [item]) => {
            let before = list.len();
            remove_item(target, item)?;
            Value::Bool(list.len() != before)
        }
        ("removeAllElements", []) => return call_method(target, "clear", &[]).map(Some),
        ("setElementAt", [item, index]) => {
            call_method(target, "set", &[index.clone(), item.clone()])?;
            Value::Null
        }
        ("insertElementAt", [item, index]) => {
            call_method(target, "add", &[index.clone(), item.clone()])?;
            Value::Null
        }
        ("elements", []) => super::iterators::enumeration(all(target)?),
        ("iterator" | "listIterator", []) => super::iterators::list_iterator(target.clone(), 0),
        ("listIterator", [from]) => {
            super::iterators::list_iterator(target.clone(), coerce::to_int(from)?.max(0) as usize)
        }
        ("descendingIterator", []) => {
            let mut items = all(target)?;
            items.reverse();
            super::iterators::enumeration(items)
        }
        ("ensureCapacity", [_]) | ("trimToSize", []) => Value::Null,
        ("capacity", []) => Value::Int(list.len().max(10) as i32),
        ("addAll", [index, items]) => {
            let from = coerce::to_int(index)?.max(0) as usize;
            for (at, item) in (from..).zip(all(items)?) {
                list.insert(at, item)?;
            }
            Value::Bool(true)
        }
        ("removeObject", [item]) => {
            let before = list.len();
            remove_item(target, item)?;
            Value::Bool(list.len() != before)
        }
        _ => return Ok(None),
    }))
}
