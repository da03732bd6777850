//! `java.util`'s collections beyond what expressions make: their classes, orders and the methods that only scripts call.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Class;
use vespid_render::value::Items;
use vespid_render::value::List;
use vespid_render::value::ListView;
use vespid_render::value::Map;
use vespid_render::value::MapView;
use vespid_render::value::Obj;
use vespid_render::value::Object;
use vespid_render::value::coerce;
use vespid_render::value::methods::call_method;

use super::table::Native;
use crate::vm::Array;
use crate::vm::Cx;

const COLLECTION: &str = "size:int isEmpty:boolean add/1:boolean addAll/1,2:boolean contains/1:boolean \
                          containsAll/1:boolean remove/1:? removeAll/1:boolean retainAll/1:boolean clear:void \
                          iterator:Iterator toArray/0,1:Object[] removeIf/1:boolean stream:? parallelStream:? \
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
    interface(
        "java.util.Map.Entry",
        &[],
        "getKey:? getValue:? setValue/1:? comparingByKey:? comparingByValue:?",
    ),
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
    collection(
        "java.util.Properties",
        &["java.util.Hashtable"],
        "getProperty/1,2:String setProperty/2:Object propertyNames:Enumeration stringPropertyNames:Set load/1:void",
        |_, args| map_of(args, &PROPERTIES, Order::Hash),
    ),
    collection("java.util.HashSet", &["java.util.AbstractCollection", "java.util.Set"], "", |_, args| {
        set_of(args, &HASH_SET, Order::Hash)
    }),
    collection("java.util.LinkedHashSet", &["java.util.HashSet"], "", |_, args| {
        set_of(args, &LINKED_SET, Order::Insertion)
    }),
    collection("java.util.TreeSet", &["java.util.AbstractCollection", "java.util.SortedSet"], "", sorted_set),
];

static LINKED_LIST: LazyLock<Class> = LazyLock::new(|| class_like("java.util.LinkedList"));
static ARRAY_DEQUE: LazyLock<Class> = LazyLock::new(|| class_like("java.util.ArrayDeque"));
static VECTOR: LazyLock<Class> = LazyLock::new(|| class_like("java.util.Vector"));
static STACK: LazyLock<Class> = LazyLock::new(|| class_like("java.util.Stack"));
static COPY_LIST: LazyLock<Class> = LazyLock::new(|| class_like("java.util.concurrent.CopyOnWriteArrayList"));
static HASH_MAP: LazyLock<Class> = LazyLock::new(|| class_like("java.util.HashMap"));
static LINKED_MAP: LazyLock<Class> = LazyLock::new(|| class_like("java.util.LinkedHashMap"));
static HASHTABLE: LazyLock<Class> = LazyLock::new(|| class_like("java.util.Hashtable"));
static CONCURRENT_MAP: LazyLock<Class> =
    LazyLock::new(|| class_like("java.util.concurrent.ConcurrentHashMap"));
static WEAK_MAP: LazyLock<Class> = LazyLock::new(|| class_like("java.util.WeakHashMap"));
static IDENTITY_MAP: LazyLock<Class> = LazyLock::new(|| class_like("java.util.IdentityHashMap"));
static TREE_MAP: LazyLock<Class> = LazyLock::new(|| class_like("java.util.TreeMap"));
static PROPERTIES: LazyLock<Class> = LazyLock::new(|| class_like("java.util.Properties"));
static HASH_SET: LazyLock<Class> = LazyLock::new(|| class_like("java.util.HashSet"));
static LINKED_SET: LazyLock<Class> = LazyLock::new(|| class_like("java.util.LinkedHashSet"));
static TREE_SET: LazyLock<Class> = LazyLock::new(|| class_like("java.util.TreeSet"));

/// A class with the super types that the tables name.
fn class_like(name: &'static str) -> Class {
    let supers: Vec<&str> = super::find(name).map_or(Vec::new(), |native| {
        native.lineage().into_iter().skip(1).map(|native| native.name).collect()
    });
    Class::new(name, &supers)
}

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

fn list_of(args: &[Value], class: Option<&'static LazyLock<Class>>) -> Result<Option<Value>> {
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

/// The items of whatever can be iterated.
///
/// # Errors
/// It can't be.
pub(super) fn all(value: &Value) -> Result<Vec<Value>> {
    match value.as_object().and_then(|object| object.clone().iterate()) {
        Some(items) => items.collect(),
        None if value.is_null() => Err(Error::new(class::NULL_POINTER, "the collection is null")),
        None => Err(Error::new(
            class::CLASS_CAST,
            format!("{} is no collection", value.class_name().unwrap_or("null")),
        )),
    }
}

/// In which order a map or set goes through its keys.
#[derive(Clone)]
enum Order {
    Insertion,
    /// As `java.util.HashMap`: by buckets.
    Hash,
    /// As `java.util.Hashtable`: by buckets, the last one first.
    Table,
    /// By a comparator, or by the natural order where that is null.
    Sorted(Value),
}

/// A map or set with an order of its own.
struct Ordered {
    class: &'static LazyLock<Class>,
    entries: Map,
    is_set: bool,
    order: Order,
    state: Mutex<State>,
}

/// The order of the keys as they were, and the buckets of the hash table.
struct State {
    keys: Option<Arc<[Value]>>,
    capacity: usize,
}

impl Ordered {
    fn new(class: &'static LazyLock<Class>, order: Order, is_set: bool, capacity: Option<i32>) -> Self {
        let table = matches!(order, Order::Table);
        let capacity = match capacity {
            Some(wanted) if table => usize::try_from(wanted).unwrap_or(11).clamp(1, 1 << 24),
            Some(wanted) => usize::try_from(wanted).unwrap_or(16).clamp(1, 1 << 24).next_power_of_two(),
            None if table => 11,
            None => 16,
        };
        Ordered {
            class,
            entries: Map::new(),
            is_set,
            order,
            state: Mutex::new(State { keys: None, capacity }),
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The keys changed.
    fn changed(&self) {
        let mut state = self.state();
        state.keys = None;
        let count = self.entries.len();
        // A `Hashtable` notes what it began with.
        if let Order::Hash = self.order {
            while count > state.capacity * 3 / 4 {
                state.capacity *= 2;
            }
        }
    }

    /// The keys in order.
    fn keys(&self) -> Arc<[Value]> {
        let state = self.state();
        if let Some(keys) = &state.keys {
            return keys.clone();
        }
        let capacity = state.capacity;
        drop(state);
        let mut keys: Vec<Value> = self.entries.to_vec().into_iter().map(|(key, _)| key).collect();
        match &self.order {
            Order::Insertion => {}
            Order::Hash => keys.sort_by_cached_key(|key| {
                let hash = hash(key) as u32;
                (hash ^ (hash >> 16)) as usize & (capacity - 1)
            }),
            Order::Table => keys = table_order(keys, capacity),
            Order::Sorted(order) => keys.sort_by(|a, b| compared(order, a, b)),
        }
        let keys: Arc<[Value]> = keys.into();
        self.state().keys = Some(keys.clone());
        keys
    }

    fn add(&self, key: Value, value: Value) -> Result<Option<Value>> {
        if let Order::Sorted(order) = &self.order {
            if key.is_null() && order.is_null() {
                return Err(Error::new(class::NULL_POINTER, "null has no place in an order"));
            }
            // Keys that compare as equal are the same.
            let known =
                self.keys().iter().find(|known| compared(order, known, &key) == Ordering::Equal).cloned();
            if let Some(known) = known {
                return MapView::put(&self.entries, known, value);
            }
        }
        if matches!(self.order, Order::Table) && (key.is_null() || value.is_null()) {
            return Err(Error::new(class::NULL_POINTER, "a Hashtable holds no nulls"));
        }
        let before = self.entries.len();
        let old = MapView::put(&self.entries, key, value)?;
        if self.entries.len() != before {
            self.changed();
        }
        Ok(old)
    }

    fn take(&self, key: &Value) -> Result<Option<Value>> {
        let old = MapView::remove(&self.entries, key)?;
        if old.is_some() {
            self.changed();
        }
        Ok(old)
    }
}

/// The order of a `Hashtable` of that capacity at first, into which the keys came in this order: entries go to the front
/// of their bucket, also when the table grows, and the last bucket comes first.
fn table_order(keys: Vec<Value>, mut capacity: usize) -> Vec<Value> {
    let bucket = |key: &Value, capacity: usize| (hash(key) & 0x7fff_ffff) as usize % capacity;
    let mut buckets: Vec<Vec<Value>> = vec![Vec::new(); capacity];
    // Each bucket lies the wrong way round, so that its front is its end.
    for (count, key) in keys.into_iter().enumerate() {
        if count >= (capacity as f64 * 0.75) as usize {
            capacity = capacity * 2 + 1;
            let old = std::mem::replace(&mut buckets, vec![Vec::new(); capacity]);
            for key in old.into_iter().rev().flat_map(|bucket| bucket.into_iter().rev()) {
                buckets[bucket(&key, capacity)].push(key);
            }
        }
        buckets[bucket(&key, capacity)].push(key);
    }
    buckets.into_iter().rev().flat_map(|bucket| bucket.into_iter().rev()).collect()
}

fn hash(value: &Value) -> i32 {
    match call_method(value, "hashCode", &[]) {
        Ok(Value::Int(hash)) => hash,
        _ => 0,
    }
}

fn compared(order: &Value, a: &Value, b: &Value) -> Ordering {
    let result = Cx::outside(|cx| match order {
        Value::Null => super::functions::natural(cx, a, b),
        order => {
            cx.invoke(order, "compare", &[a.clone(), b.clone()]).and_then(|order| coerce::to_int(&order))
        }
    });
    result.map_or(Ordering::Equal, |order| order.cmp(&0))
}

impl MapView for Ordered {
    fn len(&self) -> usize {
        self.entries.len()
    }

    fn get(&self, key: &Value) -> Option<Value> {
        MapView::get(&self.entries, key)
    }

    fn entry(&self, position: usize) -> Option<(Value, Value)> {
        let keys = self.keys();
        let key = keys.get(position)?;
        Some((key.clone(), MapView::get(&self.entries, key).unwrap_or_default()))
    }

    fn put(&self, key: Value, value: Value) -> Result<Option<Value>> {
        self.add(key, value)
    }

    fn remove(&self, key: &Value) -> Result<Option<Value>> {
        self.take(key)
    }
}

impl Object for Ordered {
    fn class(&self) -> &Class {
        self.class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_map(&self) -> Option<&dyn MapView> {
        (!self.is_set).then_some(self)
    }

    fn size(&self) -> Option<usize> {
        Some(self.entries.len())
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        if self.is_set {
            let keys = self.keys();
            return Some(Box::new((0..keys.len()).map(move |index| Ok(keys[index].clone()))));
        }
        Some(vespid_render::value::map_entries(self))
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        if !self.is_set {
            if let ("clear", []) = (method, args) {
                self.entries.clear();
                self.changed();
                return Ok(Some(Value::Null));
            }
            return Ok(None);
        }
        Ok(Some(match (method, args) {
            ("add", [item]) => {
                let before = self.entries.len();
                self.add(item.clone(), Value::Bool(true))?;
                Value::Bool(self.entries.len() != before)
            }
            ("addAll", [items]) => {
                let before = self.entries.len();
                for item in all(items)? {
                    self.add(item, Value::Bool(true))?;
                }
                Value::Bool(self.entries.len() != before)
            }
            ("remove", [item]) => Value::Bool(self.take(item)?.is_some()),
            ("contains", [item]) => Value::Bool(MapView::get(&self.entries, item).is_some()),
            ("clear", []) => {
                self.entries.clear();
                self.changed();
                Value::Null
            }
            ("first", []) => self.keys().first().cloned().ok_or_else(none)?,
            ("last", []) => self.keys().last().cloned().ok_or_else(none)?,
            _ => return Ok(None),
        }))
    }

    fn equals(&self, other: &Value) -> bool {
        if self.is_set {
            let Some(object) = other.as_object().filter(|object| object.class().is_a("java.util.Set")) else {
                return false;
            };
            let Some(items) = object.clone().iterate() else { return false };
            object.size() == Some(self.entries.len())
                && items.flatten().all(|item| MapView::get(&self.entries, &item).is_some())
        } else {
            Object::equals(&self.entries, other)
        }
    }

    fn hash_code(&self) -> i32 {
        if self.is_set {
            self.keys().iter().fold(0i32, |sum, key| sum.wrapping_add(hash(key)))
        } else {
            Object::hash_code(&self.entries)
        }
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let keys = self.keys();
        if self.is_set {
            return List::from_iter(keys.iter().cloned()).write_text(out);
        }
        let ordered: Vec<(Value, Value)> = keys
            .iter()
            .map(|key| (key.clone(), MapView::get(&self.entries, key).unwrap_or_default()))
            .collect();
        Map::from_iter(ordered).write_text(out)
    }
}

#[cold]
fn none() -> Error {
    Error::new("java.util.NoSuchElementException", "the collection is empty")
}

fn filled(map: Ordered, from: &Value) -> Result<Option<Value>> {
    let Some(source) = from.as_object() else {
        return Err(Error::new(class::NULL_POINTER, "the map is null"));
    };
    if map.is_set {
        for item in all(from)? {
            map.add(item, Value::Bool(true))?;
        }
    } else if let Some(entries) = source.as_map() {
        let mut position = 0;
        while let Some((key, value)) = entries.entry(position) {
            map.add(key, value)?;
            position += 1;
        }
    }
    Ok(Some(Value::new(map)))
}

fn map_of(args: &[Value], class: &'static LazyLock<Class>, order: Order) -> Result<Option<Value>> {
    match args {
        [] => Ok(Some(Value::new(Ordered::new(class, order, false, None)))),
        [Value::Int(capacity), ..] => {
            Ok(Some(Value::new(Ordered::new(class, order, false, Some(*capacity)))))
        }
        [from] => {
            let count = from.as_object().and_then(|object| object.size()).unwrap_or(0);
            let capacity = (count as f64 / 0.75 + 1.0) as i32;
            let capacity = matches!(order, Order::Hash).then_some(capacity);
            filled(Ordered::new(class, order, false, capacity), from)
        }
        _ => Ok(None),
    }
}

fn set_of(args: &[Value], class: &'static LazyLock<Class>, order: Order) -> Result<Option<Value>> {
    match args {
        [] => Ok(Some(Value::new(Ordered::new(class, order, true, None)))),
        [Value::Int(capacity), ..] => Ok(Some(Value::new(Ordered::new(class, order, true, Some(*capacity))))),
        [from] => {
            let count = from.as_object().and_then(|object| object.size()).unwrap_or(0);
            let capacity = ((count as f64 / 0.75) as i32 + 1).max(16);
            filled(Ordered::new(class, order, true, Some(capacity)), from)
        }
        _ => Ok(None),
    }
}

fn is_order(value: &Value) -> bool {
    value.is_null()
        || value.is_instance("java.util.Comparator")
        || value.downcast_ref::<crate::vm::Closure>().is_some()
}

fn sorted_map(_: &mut Cx<'_, '_>, args: &[Value]) -> Result<Option<Value>> {
    let make = |order: Value| Ordered::new(&TREE_MAP, Order::Sorted(order), false, None);
    match args {
        [] => Ok(Some(Value::new(make(Value::Null)))),
        [order] if is_order(order) => Ok(Some(Value::new(make(order.clone())))),
        [from] => filled(make(Value::Null), from),
        _ => Ok(None),
    }
}

fn sorted_set(_: &mut Cx<'_, '_>, args: &[Value]) -> Result<Option<Value>> {
    let make = |order: Value| Ordered::new(&TREE_SET, Order::Sorted(order), true, None);
    match args {
        [] => Ok(Some(Value::new(make(Value::Null)))),
        [order] if is_order(order) => Ok(Some(Value::new(make(order.clone())))),
        [from] => filled(make(Value::Null), from),
        _ => Ok(None),
    }
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

fn remove_item(target: &Value, item: &Value) -> Result<()> {
    if let Some(list) = target.as_object().and_then(|object| object.as_list()) {
        let at = (0..list.len()).find(|index| list.get(*index).is_some_and(|own| own == *item));
        if let Some(at) = at {
            list.remove(at)?;
        }
        return Ok(());
    }
    call_method(target, "remove", std::slice::from_ref(item)).map(drop)
}

fn list_call(
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
        ("elements", []) => super::util::enumeration(all(target)?),
        ("iterator" | "listIterator", []) => super::util::list_iterator(target.clone(), 0),
        ("listIterator", [from]) => {
            super::util::list_iterator(target.clone(), coerce::to_int(from)?.max(0) as usize)
        }
        ("descendingIterator", []) => {
            let mut items = all(target)?;
            items.reverse();
            super::util::enumeration(items)
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

fn map_call(
    cx: &mut Cx<'_, '_>,
    target: &Value,
    map: &dyn MapView,
    name: &str,
    args: &[Value],
) -> Result<Option<Value>> {
    let entries = || -> Vec<(Value, Value)> { (0..).map_while(|position| map.entry(position)).collect() };
    Ok(Some(match (name, args) {
        ("put", [key, value]) => {
            cx.allocate(64)?;
            map.put(key.clone(), value.clone())?.unwrap_or_default()
        }
        ("forEach", [action]) => {
            for (key, value) in entries() {
                cx.invoke(action, "accept", &[key, value])?;
            }
            Value::Null
        }
        ("computeIfAbsent", [key, make]) => match map.get(key).filter(|value| !value.is_null()) {
            Some(value) => value,
            None => {
                let value = cx.invoke(make, "apply", std::slice::from_ref(key))?;
                if !value.is_null() {
                    map.put(key.clone(), value.clone())?;
                }
                value
            }
        },
        ("computeIfPresent" | "compute", [key, make]) => {
            let old = map.get(key).unwrap_or_default();
            if old.is_null() && name == "computeIfPresent" {
                return Ok(Some(Value::Null));
            }
            let value = cx.invoke(make, "apply", &[key.clone(), old])?;
            if value.is_null() {
                map.remove(key)?;
            } else {
                map.put(key.clone(), value.clone())?;
            }
            value
        }
        ("merge", [key, value, join]) => {
            let value = match map.get(key).filter(|old| !old.is_null()) {
                Some(old) => cx.invoke(join, "apply", &[old, value.clone()])?,
                None => value.clone(),
            };
            if value.is_null() {
                map.remove(key)?;
            } else {
                map.put(key.clone(), value.clone())?;
            }
            value
        }
        ("replaceAll", [change]) => {
            for (key, value) in entries() {
                let value = cx.invoke(change, "apply", &[key.clone(), value])?;
                map.put(key, value)?;
            }
            Value::Null
        }
        ("replace", [key, value]) => match map.get(key) {
            Some(_) => map.put(key.clone(), value.clone())?.unwrap_or_default(),
            None => Value::Null,
        },
        ("keys" | "propertyNames", []) => {
            super::util::enumeration(entries().into_iter().map(|(key, _)| key).collect())
        }
        ("elements", []) => super::util::enumeration(entries().into_iter().map(|(_, value)| value).collect()),
        ("contains", [value]) => Value::Bool(entries().iter().any(|(_, own)| own == value)),
        ("firstKey", []) => map.entry(0).ok_or_else(none)?.0,
        ("lastKey", []) => map.entry(map.len().wrapping_sub(1)).ok_or_else(none)?.0,
        ("stringPropertyNames", []) => Value::set(entries().into_iter().map(|(key, _)| key)),
        ("getProperty", [key]) => match map.get(key) {
            Some(value @ Value::Str(_)) => value,
            _ => Value::Null,
        },
        ("getProperty", [key, default]) => match map.get(key) {
            Some(value @ Value::Str(_)) => value,
            _ => default.clone(),
        },
        ("setProperty", [key, value]) => map.put(key.clone(), value.clone())?.unwrap_or_default(),
        ("clone", []) => {
            let class = target.class_name().unwrap_or_default().to_owned();
            match super::find(&class).and_then(|native| native.make) {
                Some(make) => return make(cx, std::slice::from_ref(target)),
                None => return Ok(None),
            }
        }
        _ => return Ok(None),
    }))
}
