//! `java.util`'s collections: their classes, and the methods of all of them that only scripts call.

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Class;
use vespid_render::value::Obj;
use vespid_render::value::methods::call_method;

use super::lists::ARRAY_DEQUE;
use super::lists::COPY_LIST;
use super::lists::LINKED_LIST;
use super::lists::STACK;
use super::lists::VECTOR;
use super::lists::list_call;
use super::lists::list_of;
use super::maps::CONCURRENT_MAP;
use super::maps::HASH_MAP;
use super::maps::HASH_SET;
use super::maps::HASHTABLE;
use super::maps::IDENTITY_MAP;
use super::maps::LINKED_MAP;
use super::maps::LINKED_SET;
use super::maps::Order;
use super::maps::WEAK_MAP;
use super::maps::map_call;
use super::maps::map_of;
use super::maps::set_of;
use super::maps::sorted_map;
use super::maps::sorted_set;
use super::table::Native;
use crate::vm::Array;
use crate::vm::Cx;

const COLLECTION: &str = "size:int isEmpty:boolean add/1:boolean addAll/1,2:boolean contains/1:boolean \
                          containsAll/1:boolean remove/1:? removeAll/1:boolean retainAll/1:boolean clear:void \
                          iterator:Iterator toArray/0,1:Object[] removeIf/1:boolean stream:Stream parallelStream:Stream \
                          forEach/1:void";
const LIST: &str = "add/1:boolean add/2:void get/1:? set/2:? remove/1:? indexOf/1:int lastIndexOf/1:int subList/2:List \
                    sort/1:void listIterator/0,1:ListIterator replaceAll/1:void";
const LINKED: &str = "addFirst/1:void addLast/1:void getFirst:? getLast:? removeFirst:? removeLast:? peek:? poll:? \
                      push/1:void pop:? offer/1:boolean element:? peekFirst:? peekLast:? pollFirst:? pollLast:? \
                      elementAt/1:? addElement/1:void removeElement/1:boolean removeElementAt/1:void \
                      removeAllElements:void elements:Enumeration firstElement:? lastElement:? \
                      setElementAt/2:void insertElementAt/2:void empty:boolean search/1:int ensureCapacity/1:void \
                      trimToSize:void capacity:int clone:? toArray/0,1:Object[] descendingIterator:Iterator remove:?";
const MAP: &str = "size:int isEmpty:boolean get/1:? put/2:? containsKey/1:boolean containsValue/1:boolean \
                   remove/1,2:? putAll/1:void clear:void keySet:Set values:Collection entrySet:Set \
                   getOrDefault/2:? putIfAbsent/2:? computeIfAbsent/2:? computeIfPresent/2:? compute/2:? merge/3:? \
                   forEach/1:void replace/2:? keys:Enumeration elements:Enumeration contains/1:boolean \
                   clone:? firstKey:? lastKey:? headMap/1,2:? tailMap/1,2:? subMap/2:? descendingMap:? firstEntry:? \
                   lastEntry:? replaceAll/1:void floorKey/1:? ceilingKey/1:?";

const fn collection(
    name: &'static str,
    supers: &'static [&'static str],
    methods: &'static str,
    make: fn(&mut Cx<'_, '_>, &[Value]) -> Result<Option<Value>>,
) -> Native {
    Native { supers, methods, make: Some(make), complete: true, ..Native::new(name) }
}

const fn interface(name: &'static str, supers: &'static [&'static str], methods: &'static str) -> Native {
    Native { supers, methods, complete: true, ..Native::new(name) }
}

pub(super) const CLASSES: &[Native] = &[
    interface("java.util.Collection", &["java.lang.Iterable"], COLLECTION),
    Native {
        statics: "of/0+:List copyOf/1:List",
        ..interface("java.util.List", &["java.util.Collection"], LIST)
    },
    Native {
        statics: "of/0+:Set copyOf/1:Set",
        ..interface(
            "java.util.Set",
            &["java.util.Collection"],
            "first:? last:? headSet/1,2:? tailSet/1,2:? pollFirst:? clone:?",
        )
    },
    interface("java.util.SortedSet", &["java.util.Set"], ""),
    interface("java.util.Queue", &["java.util.Collection"], LINKED),
    interface("java.util.Deque", &["java.util.Queue"], ""),
    Native {
        statics: "of/0,2,4,6,8,10,12,14,16,18,20:Map copyOf/1:Map entry/2:Entry ofEntries/0+:Map",
        ..interface("java.util.Map", &[], MAP)
    },
    interface("java.util.SortedMap", &["java.util.Map"], ""),
    interface("java.util.concurrent.ConcurrentMap", &["java.util.Map"], ""),
    Native {
        statics: "comparingByKey/0,1:Comparator comparingByValue/0,1:Comparator",
        call_static: Some(|_, name, args| super::functions::by_entry(name, args)),
        ..interface("java.util.Map.Entry", &[], "getKey:? getValue:? setValue/1:?")
    },
    interface("java.util.Iterator", &[], "hasNext:boolean next:? remove:void forEachRemaining/1:void"),
    interface(
        "java.util.ListIterator",
        &["java.util.Iterator"],
        "hasPrevious:boolean previous:? nextIndex:int previousIndex:int add/1:void set/1:void",
    ),
    interface("java.util.Enumeration", &[], "hasMoreElements:boolean nextElement:? asIterator:Iterator"),
    interface("java.util.RandomAccess", &[], ""),
    interface("java.util.AbstractCollection", &["java.util.Collection"], ""),
    interface("java.util.AbstractList", &["java.util.AbstractCollection", "java.util.List"], ""),
    interface("java.util.AbstractMap", &["java.util.Map"], ""),
    interface("java.util.Dictionary", &[], ""),
    collection(
        "java.util.ArrayList",
        &["java.util.AbstractList", "java.util.RandomAccess"],
        "ensureCapacity/1:void trimToSize:void clone:?",
        |_, args| list_of(args, None),
    ),
    collection("java.util.LinkedList", &["java.util.AbstractList", "java.util.Deque"], LINKED, |_, args| {
        list_of(args, Some(&LINKED_LIST))
    }),
    collection(
        "java.util.ArrayDeque",
        &["java.util.AbstractCollection", "java.util.Deque"],
        LINKED,
        |_, args| list_of(args, Some(&ARRAY_DEQUE)),
    ),
    collection(
        "java.util.Vector",
        &["java.util.AbstractList", "java.util.RandomAccess"],
        LINKED,
        |_, args| list_of(args, Some(&VECTOR)),
    ),
    collection(
        "java.util.Stack",
        &["java.util.Vector"],
        "push/1:? pop:? peek:? empty:boolean search/1:int",
        |_, args| list_of(args, Some(&STACK)),
    ),
    collection("java.util.concurrent.CopyOnWriteArrayList", &["java.util.List"], "", |_, args| {
        list_of(args, Some(&COPY_LIST))
    }),
    collection("java.util.HashMap", &["java.util.AbstractMap"], "", |_, args| {
        map_of(args, &HASH_MAP, Order::Hash)
    }),
    collection("java.util.LinkedHashMap", &["java.util.HashMap"], "", |_, args| {
        map_of(args, &LINKED_MAP, Order::Insertion)
    }),
    collection("java.util.Hashtable", &["java.util.Dictionary", "java.util.Map"], "", |_, args| {
        map_of(args, &HASHTABLE, Order::Table)
    }),
    collection(
        "java.util.concurrent.ConcurrentHashMap",
        &["java.util.AbstractMap", "java.util.concurrent.ConcurrentMap"],
        "",
        |_, args| map_of(args, &CONCURRENT_MAP, Order::Hash),
    ),
    collection("java.util.WeakHashMap", &["java.util.AbstractMap"], "", |_, args| {
        map_of(args, &WEAK_MAP, Order::Hash)
    }),
    collection("java.util.IdentityHashMap", &["java.util.AbstractMap"], "", |_, args| {
        map_of(args, &IDENTITY_MAP, Order::Hash)
    }),
    collection("java.util.TreeMap", &["java.util.AbstractMap", "java.util.SortedMap"], "", sorted_map),
    collection("java.util.HashSet", &["java.util.AbstractCollection", "java.util.Set"], "", |_, args| {
        set_of(args, &HASH_SET, Order::Hash)
    }),
    collection("java.util.LinkedHashSet", &["java.util.HashSet"], "", |_, args| {
        set_of(args, &LINKED_SET, Order::Insertion)
    }),
    collection("java.util.TreeSet", &["java.util.AbstractCollection", "java.util.SortedSet"], "", sorted_set),
];

/// A class with the super types that the tables name.
pub(super) fn class_like(name: &'static str) -> Class {
    let supers: Vec<&str> = super::find(name).map_or(Vec::new(), |native| {
        native.lineage().into_iter().skip(1).map(|native| native.name).collect()
    });
    Class::new(name, &supers)
}

/// The items of whatever can be iterated.
///
/// # Errors
/// It can't be.
pub(crate) fn all(value: &Value) -> Result<Vec<Value>> {
    match value.as_object().and_then(|object| object.clone().iterate()) {
        Some(items) => items.collect(),
        None if value.is_null() => Err(Error::new(class::NULL_POINTER, "the collection is null")),
        None => Err(Error::new(
            class::CLASS_CAST,
            format!("{} is no collection", value.class_name().unwrap_or("null")),
        )),
    }
}

#[cold]
pub(super) fn none() -> Error {
    Error::new("java.util.NoSuchElementException", "the collection is empty")
}

/// Methods of every list, map and collection that only scripts call.
pub(super) fn any(
    cx: &mut Cx<'_, '_>,
    target: &Value,
    object: &Obj,
    name: &str,
    args: &[Value],
) -> Result<Option<Value>> {
    if let Some(list) = object.as_list() {
        if let Some(value) = list_call(cx, target, list, name, args)? {
            return Ok(Some(value));
        }
    } else if let Some(map) = object.as_map() {
        return map_call(cx, target, map, name, args);
    }
    if !object.class().is_a("java.util.Collection") && !object.class().is_a("java.util.Iterator") {
        return Ok(None);
    }
    Ok(Some(match (name, args) {
        ("stream" | "parallelStream", []) => match object.clone().iterate() {
            Some(items) => super::streams::of(crate::vm::Kind::Ref, items),
            None => return Ok(None),
        },
        ("forEach" | "forEachRemaining", [action]) => {
            for item in all(target)? {
                cx.invoke(action, "accept", &[item])?;
            }
            Value::Null
        }
        ("removeIf", [test]) => {
            let mut changed = false;
            for item in all(target)? {
                if cx.invoke(test, "test", std::slice::from_ref(&item))? == Value::Bool(true) {
                    remove_item(target, &item)?;
                    changed = true;
                }
            }
            Value::Bool(changed)
        }
        ("retainAll", [kept]) => {
            let kept = all(kept)?;
            let mut changed = false;
            for item in all(target)? {
                if !kept.contains(&item) {
                    remove_item(target, &item)?;
                    changed = true;
                }
            }
            Value::Bool(changed)
        }
        ("removeAll", [gone]) => {
            let gone = all(gone)?;
            let mut changed = false;
            for item in all(target)? {
                if gone.contains(&item) {
                    remove_item(target, &item)?;
                    changed = true;
                }
            }
            Value::Bool(changed)
        }
        ("toArray", [_]) => {
            let component = args[0]
                .downcast_ref::<Array>()
                .map_or("java.lang.Object".into(), |array| array.component().clone());
            Array::of(&component, all(target)?)
        }
        ("toArray", []) => Array::of("java.lang.Object", all(target)?),
        ("clone", []) => {
            let class = object.class().name().to_owned();
            let native = super::find(&class).and_then(|native| native.make);
            match native {
                Some(make) => return make(cx, std::slice::from_ref(target)),
                None => return Ok(None),
            }
        }
        _ => return Ok(None),
    }))
}

pub(super) fn remove_item(target: &Value, item: &Value) -> Result<()> {
    if let Some(list) = target.as_object().and_then(|object| object.as_list()) {
        let at = (0..list.len()).find(|index| list.get(*index).is_some_and(|own| own == *item));
        if let Some(at) = at {
            list.remove(at)?;
        }
        return Ok(());
    }
    call_method(target, "remove", std::slice::from_ref(item)).map(drop)
}
