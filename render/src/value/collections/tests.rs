use std::collections::BTreeMap;
use std::collections::HashMap;
use std::sync::Arc;

use indexmap::IndexMap;

use super::*;
use crate::error::class;
use crate::value::BigDecimal;
use crate::value::BigInt;
use crate::value::ListView;
use crate::value::MapView;
use crate::value::Obj;
use crate::value::Object;
use crate::value::Str;
use crate::value::Value;

fn items(object: &Value) -> Vec<String> {
    let items = object.as_object().and_then(|object| object.clone().iterate()).expect("a collection");
    items.map(|item| item.unwrap().to_string()).collect()
}

fn sample_map() -> Map {
    Map::from_iter([
        (Value::str("a"), Value::Int(1)),
        (Value::str("b"), Value::Null),
        (Value::Null, Value::str("x")),
    ])
}

/// The numbers are what JDK 17 gives.
#[test]
fn hash_codes_are_javas() {
    let big = |text: &str| Value::BigInt(Arc::new(text.parse::<BigInt>().unwrap()));
    let decimal = |text: &str| Value::BigDecimal(Arc::new(BigDecimal::parse(text).unwrap()));
    for (value, hash) in [
        (Value::Null, 0),
        (Value::str("hello"), 99_162_322),
        (Value::str(""), 0),
        (Value::str("café 😀"), 548_522_946),
        (Value::str("Aa"), 2112),
        (Value::str("BB"), 2112),
        (Value::Int(-7), -7),
        (Value::Long(-7), 6),
        (Value::Long(1 << 40), 256),
        (Value::Double(1.5), 1_073_217_536),
        (Value::Double(-0.0), i32::MIN),
        (Value::Float(1.5), 1_069_547_520),
        (Value::Bool(true), 1231),
        (Value::Char(u16::from(b'x')), 120),
        (big("123456789012345678901234567890"), 1_915_528_825),
        (big("-5"), -5),
        (decimal("12.50"), 38_752),
        (decimal("-12345678901234567890.5"), -1_337_890_913),
        (Value::list([Value::Int(1), Value::str("two"), Value::Null, Value::Long(4)]), 111_733_552),
        (Value::list([]), 1),
        (Value::new(sample_map()), 314),
        (Value::new(MapPart::new(Arc::new(sample_map()), MapPartKind::Keys)), 195),
        (Value::new(MapPart::new(Arc::new(sample_map()), MapPartKind::Entries)), 314),
        (Value::new(Set::from_iter([3, 1, 2].map(Value::Int))), 6),
        (Value::new(Entry::new(Value::str("k"), Value::Int(2))), 105),
    ] {
        assert_eq!(hash_code(&value), hash, "{value:?}");
    }
}

#[test]
fn texts_are_javas() {
    let map: Obj = Arc::new(sample_map());
    for (value, text) in [
        (Value::list([]), "[]"),
        (Value::list([Value::Int(1), Value::Null, Value::list([Value::str("x")])]), "[1, null, [x]]"),
        (Value::map([]), "{}"),
        (Value::Object(map.clone()), "{a=1, b=null, null=x}"),
        (Value::new(MapPart::new(map.clone(), MapPartKind::Keys)), "[a, b, null]"),
        (Value::new(MapPart::new(map.clone(), MapPartKind::Values)), "[1, null, x]"),
        (Value::new(MapPart::new(map, MapPartKind::Entries)), "[a=1, b=null, null=x]"),
    ] {
        assert_eq!(value.to_string(), text);
    }
}

#[test]
fn a_list_changes_and_guards_its_ends() {
    let list = List::new();
    list.push(Value::Int(1));
    list.insert(0, Value::Int(0)).unwrap();
    list.insert(2, Value::Int(2)).unwrap();
    list.set(1, Value::str("one")).unwrap();
    assert_eq!(list.remove(0).unwrap(), Value::Int(0));
    assert_eq!(list.to_vec(), [Value::str("one"), Value::Int(2)]);
    for error in [
        list.set(2, Value::Null).unwrap_err(),
        list.insert(3, Value::Null).unwrap_err(),
        list.remove(2).unwrap_err(),
    ] {
        assert_eq!(error.class_name(), class::INDEX_OUT_OF_BOUNDS);
    }
    assert_eq!(ListView::get(&list, 2), None);
    list.clear();
    assert!(ListView::is_empty(&list));
}

#[test]
fn a_map_keeps_the_order_in_which_keys_came() {
    let map = Map::new();
    for key in ["z", "a", "m"] {
        assert_eq!(map.insert(key, Value::str(key)), None);
    }
    assert_eq!(map.insert("z", Value::Int(1)), Some(Value::str("z")));
    assert_eq!(MapView::remove(&map, &Value::str("a")).unwrap(), Some(Value::str("a")));
    assert_eq!(MapView::remove(&map, &Value::str("a")).unwrap(), None);
    map.insert("a", Value::Int(2));
    let value = Value::new(map);
    assert_eq!(items(&value), ["z=1", "m=m", "a=2"]);
}

#[test]
fn keys_are_told_apart_by_class_and_found_by_equality() {
    let map = Map::from_iter([
        (Value::Int(1), Value::str("int")),
        (Value::Long(1), Value::str("long")),
        (Value::str("1"), Value::str("string")),
        (Value::list([Value::Int(1)]), Value::str("list")),
    ]);
    for (key, found) in [
        (Value::Int(1), Some("int")),
        (Value::Long(1), Some("long")),
        (Value::Short(1), None),
        (Value::str("1"), Some("string")),
        (Value::list([Value::Int(1)]), Some("list")),
        (Value::list([Value::Int(2)]), None),
        (Value::new(vec![1]), Some("list")),
    ] {
        assert_eq!(MapView::get(&map, &key), found.map(Value::str), "{key:?}");
    }
    assert_eq!(map.get_str("1"), Some(Value::str("string")));
    assert_eq!(map.get_str("2"), None);
}

#[test]
fn equality_is_by_items_and_kind() {
    let list = || Value::list([Value::Int(1), Value::str("a")]);
    let map = || Value::map([(Value::str("k"), Value::Int(1)), (Value::str("l"), Value::Int(2))]);
    let set = |items: &[i32]| Value::new(Set::from_iter(items.iter().copied().map(Value::Int)));
    let index_map = IndexMap::<String, i32>::from_iter([("l".to_owned(), 2), ("k".to_owned(), 1)]);
    let keys =
        |value: &Value| Value::new(MapPart::new(value.as_object().unwrap().clone(), MapPartKind::Keys));
    let strings = |items: &[&str]| Value::new(Set::from_iter(items.iter().copied().map(Value::str)));
    for (a, b, equal) in [
        (list(), list(), true),
        (list(), Value::list([Value::str("a"), Value::Int(1)]), false),
        (list(), Value::list([Value::Int(1)]), false),
        (Value::list([Value::Int(1)]), Value::list([Value::Long(1)]), false),
        (list(), set(&[1]), false),
        (map(), Value::map([(Value::str("l"), Value::Int(2)), (Value::str("k"), Value::Int(1))]), true),
        (map(), Value::new(index_map), true),
        (map(), Value::map([(Value::str("k"), Value::Int(1)), (Value::str("m"), Value::Int(2))]), false),
        (set(&[1, 2]), set(&[2, 1]), true),
        (set(&[1, 2]), set(&[1, 3]), false),
        (keys(&map()), strings(&["l", "k"]), true),
        (strings(&["l", "k"]), keys(&map()), true),
        (strings(&["l", "x"]), keys(&map()), false),
        (Value::list([Value::Int(1)]), Value::new(vec![1]), true),
        (Value::new(vec![1]), Value::list([Value::Int(1)]), true),
    ] {
        assert_eq!(a == b, equal, "{a:?} {b:?}");
        assert_eq!(b == a, equal, "{b:?} {a:?}");
        if equal {
            assert_eq!(hash_code(&a), hash_code(&b));
        }
    }
}

#[test]
fn rust_collections_are_unmodifiable_lists_and_maps() {
    let list: Value = Value::object(Arc::new(vec!["x".to_owned(), "y".to_owned()]));
    assert_eq!(list.to_string(), "[x, y]");
    assert_eq!(items(&list), ["x", "y"]);
    let view = list.as_object().unwrap().as_list().unwrap();
    assert_eq!((view.len(), view.get(1), view.get(2)), (2, Some(Value::str("y")), None));
    assert_eq!(view.set(0, Value::Null).unwrap_err().class_name(), class::UNSUPPORTED);

    let entries = [("b", 2.5), ("a", 1.0)];
    let maps = [
        Value::new(IndexMap::<Str, f64>::from_iter(entries.map(|(key, value)| (Str::from(key), value)))),
        Value::new(BTreeMap::<String, f64>::from_iter(entries.map(|(key, value)| (key.to_owned(), value)))),
        Value::new(HashMap::<&'static str, f64>::from_iter(entries)),
    ];
    for (map, order) in maps.iter().zip([Some(["b=2.5", "a=1.0"]), Some(["a=1.0", "b=2.5"]), None]) {
        let view = map.as_object().unwrap().as_map().unwrap();
        assert_eq!(view.len(), 2);
        assert_eq!(view.get_str("b"), Some(Value::Double(2.5)));
        assert_eq!(view.get(&Value::str("a")), Some(Value::Double(1.0)));
        assert_eq!(view.get(&Value::Int(1)), None);
        assert_eq!(view.put(Value::str("c"), Value::Null).unwrap_err().class_name(), class::UNSUPPORTED);
        let mut found = items(map);
        if let Some(order) = order {
            assert_eq!(found, order);
            assert_eq!(map.to_string(), format!("{{{}}}", order.join(", ")));
            assert_eq!(view.entry(1).unwrap().0.to_string(), order[1][..1]);
        }
        found.sort();
        assert_eq!(found, ["a=1.0", "b=2.5"]);
        assert!(map.is_instance("java.util.Map"));
    }
}

#[test]
fn collections_that_hold_themselves_have_text_hash_and_equality() {
    let list = Arc::new(List::new());
    list.push(Value::Int(1));
    list.push(Value::object(list.clone()));
    assert_eq!(Value::object(list.clone()).to_string(), "[1, (this Collection)]");

    let map = Arc::new(Map::new());
    map.insert("self", Value::object(map.clone()));
    assert_eq!(Value::object(map.clone()).to_string(), "{self=(this Map)}");

    // Each holds the other: Java's stack would overflow.
    list.push(Value::object(map.clone()));
    map.insert("list", Value::object(list.clone()));
    let text = Value::object(list.clone()).to_string();
    assert!(text.contains("...") && text.len() < 100_000, "{}", text.len());
    assert_eq!(hash_code(&Value::object(list.clone())), hash_code(&Value::object(list.clone())));

    let other = Arc::new(List::from_iter(list.to_vec()));
    other.set(1, Value::object(other.clone())).unwrap();
    let _either = Value::object(list.clone()) == Value::object(other.clone());

    // Let go of the circles.
    list.clear();
    other.clear();
    map.clear();
}

#[test]
fn a_map_may_be_its_own_key() {
    let map = Arc::new(Map::new());
    let key = Value::object(map.clone());
    map.put(key.clone(), Value::Int(1)).unwrap();
    map.put(key.clone(), Value::Int(2)).unwrap();
    assert!(Value::object(map.clone()).to_string().contains("(this Map)=2"));
    map.clear();
    assert_eq!(map.get(&key), None);
}

#[test]
fn what_doubles_at_every_level_ends() {
    let mut value = Value::list([Value::Int(1)]);
    for _ in 0..60 {
        value = Value::list([value.clone(), value]);
    }
    let mut text = String::new();
    value.write_text(&mut text).unwrap();
    assert!(text.contains("..."));
    let _hash = hash_code(&value);
    let mut other = Value::list([Value::Int(1)]);
    for _ in 0..60 {
        other = Value::list([other.clone(), other]);
    }
    let _either = value == other;
}

#[test]
fn deep_nesting_is_dropped_without_recursion() {
    let mut value = Value::Null;
    for level in 0..200_000 {
        value = match level % 3 {
            0 => Value::list([value]),
            1 => Value::map([(Value::str("k"), value)]),
            _ => Value::new(Set::from_iter([value])),
        };
    }
    drop(value);
}

#[test]
fn iteration_survives_changes_on_the_way() {
    let list = Arc::new(List::from_iter([1, 2, 3].map(Value::Int)));
    let mut seen = Vec::new();
    for item in list.clone().iterate().unwrap() {
        seen.push(item.unwrap());
        if seen.len() == 1 {
            ListView::remove(&*list, 2).unwrap();
        }
    }
    assert_eq!(seen, [1, 2].map(Value::Int));
}

#[test]
fn a_set_holds_each_item_once() {
    let set = Set::from_iter([Value::str("a"), Value::list([]), Value::list([]), Value::str("a")]);
    assert_eq!((set.len(), set.is_empty()), (2, false));
    assert!(set.contains(&Value::list([])));
    assert!(set.remove(&Value::str("a")) && !set.remove(&Value::str("a")));
    assert_eq!(set.item(0), Some(Value::list([])));
    set.clear();
    assert_eq!(Value::new(set).to_string(), "[]");
}
