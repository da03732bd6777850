use std::cmp::Ordering;
use std::sync::Arc;

use super::*;
use crate::value::BigDecimal;
use crate::value::BigInt;
use crate::value::Entry;
use crate::value::Map;
use crate::value::Set;

fn call(target: &Value, method: &str, args: &[Value]) -> Result<Value> {
    // Java's arrays are equal to nothing but themselves; their items are looked at here.
    let value = call_method(target, method, args)?;
    match value.downcast_ref::<crate::value::Array>() {
        Some(array) => Ok(Value::list((0..array.len()).map(|index| array.get(index).unwrap()))),
        None => Ok(value),
    }
}

fn text(text: &str) -> Value {
    Value::str(text)
}

fn int(number: i32) -> Value {
    Value::Int(number)
}

fn texts(items: &[&str]) -> Value {
    Value::list(items.iter().copied().map(Value::str))
}

fn ints(items: &[i32]) -> Value {
    Value::list(items.iter().copied().map(Value::Int))
}

fn decimal(text: &str) -> Value {
    Value::BigDecimal(Arc::new(BigDecimal::parse(text).unwrap()))
}

fn big(number: i64) -> Value {
    Value::BigInt(Arc::new(BigInt::from(number)))
}

/// The results are what JDK 17 gives.
#[test]
fn methods_of_strings() {
    let wide = "aé€😀z";
    for (target, method, args, result) in [
        (wide, "length", vec![], int(6)),
        (wide, "charAt", vec![int(3)], Value::Char(55357)),
        (wide, "codePointAt", vec![int(3)], int(128_512)),
        (wide, "substring", vec![int(1), int(3)], text("é€")),
        (wide, "substring", vec![int(5)], text("z")),
        (wide, "substring", vec![text("5")], text("z")),
        (wide, "indexOf", vec![text("z")], int(5)),
        (wide, "lastIndexOf", vec![text("z"), int(9)], int(5)),
        (wide, "indexOf", vec![int(0x1F600)], int(3)),
        (wide, "indexOf", vec![int(-1)], int(-1)),
        (wide, "indexOf", vec![Value::Char(u16::from(b'z'))], int(5)),
        ("banana", "indexOf", vec![text("an"), int(2)], int(3)),
        ("banana", "lastIndexOf", vec![text("an")], int(3)),
        ("banana", "lastIndexOf", vec![text("an"), int(2)], int(1)),
        ("banana", "lastIndexOf", vec![text("an"), int(-1)], int(-1)),
        ("banana", "indexOf", vec![text("an"), int(-5)], int(1)),
        ("banana", "indexOf", vec![text(""), int(99)], int(6)),
        ("banana", "lastIndexOf", vec![text("")], int(6)),
        ("banana", "startsWith", vec![text("nan"), int(2)], Value::Bool(true)),
        ("banana", "startsWith", vec![text(""), int(7)], Value::Bool(false)),
        ("banana", "startsWith", vec![text(""), int(6)], Value::Bool(true)),
        ("banana", "startsWith", vec![text("b"), int(-1)], Value::Bool(false)),
        ("banana", "startsWith", vec![text("ban")], Value::Bool(true)),
        ("banana", "endsWith", vec![text("na")], Value::Bool(true)),
        ("banana", "contains", vec![text("nan")], Value::Bool(true)),
        ("banana", "contains", vec![text("x")], Value::Bool(false)),
        ("banana", "subSequence", vec![int(1), int(3)], text("an")),
        ("a,b,,c,,", "split", vec![text(",")], texts(&["a", "b", "", "c"])),
        ("a,b,,c,,", "split", vec![text(","), int(-1)], texts(&["a", "b", "", "c", "", ""])),
        ("a,b,,c,,", "split", vec![text(","), int(2)], texts(&["a", "b,,c,,"])),
        ("", "split", vec![text(",")], texts(&[""])),
        (",", "split", vec![text(",")], texts(&[])),
        (",a", "split", vec![text(",")], texts(&["", "a"])),
        ("abc", "split", vec![text("")], texts(&["a", "b", "c"])),
        ("abc", "split", vec![text(""), int(-1)], texts(&["a", "b", "c", ""])),
        ("abc", "split", vec![text(""), int(2)], texts(&["a", "bc"])),
        ("a.b", "split", vec![text("\\.")], texts(&["a", "b"])),
        ("a|b", "split", vec![text("[|]")], texts(&["a", "b"])),
        ("aaa", "replace", vec![text("a"), text("b")], text("bbb")),
        ("abc", "replace", vec![text(""), text("-")], text("-a-b-c-")),
        ("abc", "replace", vec![text("x"), text("-")], text("abc")),
        ("a.b.c", "replaceAll", vec![text("\\."), text("\\$")], text("a$b$c")),
        ("aXbX", "replaceFirst", vec![text("X"), text("-")], text("a-bX")),
        ("abc", "matches", vec![text("abc")], Value::Bool(true)),
        ("abc", "compareTo", vec![text("abd")], int(-1)),
        ("abc", "compareTo", vec![text("ab")], int(1)),
        ("a", "compareToIgnoreCase", vec![text("B")], int(-1)),
        ("Ab", "equalsIgnoreCase", vec![text("aB")], Value::Bool(true)),
        ("", "equalsIgnoreCase", vec![Value::Null], Value::Bool(false)),
        ("ab", "contentEquals", vec![text("ab")], Value::Bool(true)),
        ("ab", "repeat", vec![int(3)], text("ababab")),
        ("ab", "concat", vec![int(3)], text("ab3")),
        ("ab", "concat", vec![text("")], text("ab")),
        ("  x ", "strip", vec![], text("x")),
        ("  x ", "stripLeading", vec![], text("x ")),
        ("  x ", "stripTrailing", vec![], text("  x")),
        ("\u{2003}x\u{a0}", "strip", vec![], text("x\u{a0}")),
        ("\u{2003}x\n", "trim", vec![], text("\u{2003}x")),
        (" \t", "isBlank", vec![], Value::Bool(true)),
        (" \t", "isEmpty", vec![], Value::Bool(false)),
        ("straße", "toUpperCase", vec![], text("STRASSE")),
        ("ΑΣ", "toLowerCase", vec![], text("ας")),
        ("ab", "toCharArray", vec![], Value::list([97, 98].map(Value::Char))),
        ("ab", "intern", vec![], text("ab")),
        ("hello", "hashCode", vec![], int(99_162_322)),
        ("ab", "toString", vec![], text("ab")),
        ("1", "equals", vec![text("1")], Value::Bool(true)),
        ("1", "equals", vec![int(1)], Value::Bool(false)),
        ("1", "equals", vec![Value::Null], Value::Bool(false)),
    ] {
        assert_eq!(call(&text(target), method, &args).unwrap(), result, "'{target}'.{method}{args:?}");
    }
}

#[test]
fn strings_refuse_what_they_cannot() {
    for (method, args, kind) in [
        ("charAt", vec![int(3)], "java.lang.StringIndexOutOfBoundsException"),
        ("charAt", vec![int(-1)], class::INDEX_OUT_OF_BOUNDS),
        ("codePointAt", vec![int(3)], class::INDEX_OUT_OF_BOUNDS),
        ("substring", vec![int(4)], class::INDEX_OUT_OF_BOUNDS),
        ("substring", vec![int(2), int(1)], class::INDEX_OUT_OF_BOUNDS),
        ("substring", vec![text("x")], class::EL),
        ("contains", vec![Value::Null], class::NULL_POINTER),
        ("repeat", vec![int(-1)], class::ILLEGAL_ARGUMENT),
        ("matches", vec![text("[a")], "java.util.regex.PatternSyntaxException"),
        ("split", vec![text("a\\")], "java.util.regex.PatternSyntaxException"),
        ("replaceAll", vec![text("a"), text("$1")], class::ILLEGAL_ARGUMENT),
        ("replaceAll", vec![text("a"), text("\\")], class::ILLEGAL_ARGUMENT),
        ("substring", vec![], class::METHOD_NOT_FOUND),
        ("size", vec![], class::METHOD_NOT_FOUND),
    ] {
        let error = call(&text("abc"), method, &args).unwrap_err();
        assert!(error.is_instance(kind), "{method}{args:?}: {error:?}");
    }
    for (method, args) in [
        ("repeat", vec![int(i32::MAX)]),
        ("replace", vec![text("a"), text(&"x".repeat(100_000))]),
        ("concat", vec![text(&"x".repeat(MAX_TEXT_BYTES))]),
    ] {
        let long = text(&"a".repeat(1000));
        assert!(call(&long, method, &args).unwrap_err().is_budget(), "{method}");
    }
}

/// The results are what JDK 17 gives.
#[test]
fn methods_of_numbers_booleans_and_characters() {
    let char = |char: u8| Value::Char(u16::from(char));
    for (target, method, args, result) in [
        (Value::Double(300.7), "byteValue", vec![], Value::Byte(44)),
        (Value::Double(300.7), "shortValue", vec![], Value::Short(300)),
        (Value::Double(1e20), "intValue", vec![], int(i32::MAX)),
        (Value::Long((1 << 33) | 5), "intValue", vec![], int(5)),
        (int(3), "doubleValue", vec![], Value::Double(3.0)),
        (int(3), "floatValue", vec![], Value::Float(3.0)),
        (Value::Double(2.9), "longValue", vec![], Value::Long(2)),
        (Value::Byte(1), "compareTo", vec![int(5)], int(-4)),
        (int(1), "compareTo", vec![text("5")], int(-1)),
        (Value::Long(5), "compareTo", vec![int(5)], int(0)),
        (Value::Double(0.0), "compareTo", vec![Value::Double(-0.0)], int(1)),
        (Value::Double(f64::NAN), "compareTo", vec![Value::Double(1.0)], int(1)),
        (Value::Double(1.0), "compareTo", vec![Value::Double(f64::NAN)], int(-1)),
        (Value::Double(f64::NAN), "compareTo", vec![Value::Double(-f64::NAN)], int(0)),
        (Value::Double(f64::NAN), "isNaN", vec![], Value::Bool(true)),
        (Value::Float(f32::INFINITY), "isInfinite", vec![], Value::Bool(true)),
        (int(1), "equals", vec![Value::Long(1)], Value::Bool(false)),
        (int(1), "toString", vec![], text("1")),
        (Value::Long(1 << 40), "hashCode", vec![], int(256)),
        (char(b'a'), "compareTo", vec![char(b'c')], int(-2)),
        (char(b'a'), "charValue", vec![], char(b'a')),
        (char(b'a'), "toString", vec![], text("a")),
        (Value::Bool(true), "compareTo", vec![Value::Bool(false)], int(1)),
        (Value::Bool(true), "booleanValue", vec![], Value::Bool(true)),
        (Value::Bool(true), "hashCode", vec![], int(1231)),
        (decimal("2.345"), "setScale", vec![int(2), text("HALF_UP")], decimal("2.35")),
        (decimal("2.345"), "setScale", vec![int(2), int(6)], decimal("2.34")),
        (decimal("2.5"), "setScale", vec![int(2)], decimal("2.50")),
        (decimal("10"), "divide", vec![int(3), int(2), text("HALF_EVEN")], decimal("3.33")),
        (decimal("1.5"), "add", vec![decimal("2.25")], decimal("3.75")),
        (decimal("1.5"), "subtract", vec![int(1)], decimal("0.5")),
        (decimal("1.5"), "multiply", vec![decimal("1.5")], decimal("2.25")),
        (decimal("1E+3"), "toPlainString", vec![], text("1000")),
        (decimal("1.500"), "stripTrailingZeros", vec![], decimal("1.5")),
        (decimal("1.5"), "precision", vec![], int(2)),
        (decimal("-1.5"), "abs", vec![], decimal("1.5")),
        (decimal("-1.5"), "signum", vec![], int(-1)),
        (decimal("1.50"), "compareTo", vec![decimal("1.5")], int(0)),
        (decimal("1.50"), "equals", vec![decimal("1.5")], Value::Bool(false)),
        (decimal("1.9"), "toBigInteger", vec![], big(1)),
        (big(-7), "mod", vec![int(3)], big(2)),
        (big(-7), "remainder", vec![int(3)], big(-1)),
        (big(-7), "divide", vec![int(2)], big(-3)),
        (big(7), "add", vec![int(1)], big(8)),
        (big(7), "negate", vec![], big(-7)),
        (big(-7), "abs", vec![], big(7)),
        (big(7), "compareTo", vec![int(8)], int(-1)),
    ] {
        assert_eq!(call(&target, method, &args).unwrap(), result, "{target:?}.{method}{args:?}");
    }
    for (target, method, args, kind) in [
        (decimal("2.345"), "setScale", vec![int(2)], class::ARITHMETIC),
        (decimal("2.345"), "setScale", vec![int(2), text("half")], class::ILLEGAL_ARGUMENT),
        (big(1), "divide", vec![int(0)], class::ARITHMETIC),
        (big(1), "mod", vec![int(-1)], class::ARITHMETIC),
        (int(1), "compareTo", vec![text("x")], class::EL),
        (int(1), "isNaN", vec![], class::METHOD_NOT_FOUND),
    ] {
        let error = call(&target, method, &args).unwrap_err();
        assert_eq!(error.class_name(), kind, "{target:?}.{method}{args:?}");
    }
}

#[test]
fn methods_of_lists() {
    let list = texts(&["a", "b", "a"]);
    for (method, args, result, left) in [
        ("get", vec![text("1")], text("b"), "[a, b, a]"),
        ("size", vec![], int(3), "[a, b, a]"),
        ("isEmpty", vec![], Value::Bool(false), "[a, b, a]"),
        ("contains", vec![text("b")], Value::Bool(true), "[a, b, a]"),
        ("indexOf", vec![text("a")], int(0), "[a, b, a]"),
        ("lastIndexOf", vec![text("a")], int(2), "[a, b, a]"),
        ("indexOf", vec![Value::Null], int(-1), "[a, b, a]"),
        ("subList", vec![int(1), int(3)], texts(&["b", "a"]), "[a, b, a]"),
        ("add", vec![text("c")], Value::Bool(true), "[a, b, a, c]"),
        ("add", vec![int(0), text("z")], Value::Null, "[z, a, b, a, c]"),
        ("set", vec![int(1), text("y")], text("a"), "[z, y, b, a, c]"),
        ("remove", vec![int(0)], text("z"), "[y, b, a, c]"),
        ("remove", vec![text("b")], Value::Bool(true), "[y, a, c]"),
        ("remove", vec![Value::Long(0)], Value::Bool(false), "[y, a, c]"),
        ("addAll", vec![ints(&[1, 2])], Value::Bool(true), "[y, a, c, 1, 2]"),
        ("containsAll", vec![ints(&[2, 1])], Value::Bool(true), "[y, a, c, 1, 2]"),
        ("containsAll", vec![ints(&[3])], Value::Bool(false), "[y, a, c, 1, 2]"),
        ("removeAll", vec![Value::list([int(1), text("y")])], Value::Bool(true), "[a, c, 2]"),
        ("toArray", vec![], Value::list([text("a"), text("c"), int(2)]), "[a, c, 2]"),
        ("equals", vec![Value::list([text("a"), text("c"), int(2)])], Value::Bool(true), "[a, c, 2]"),
        ("hashCode", vec![], int(((31 + 97) * 31 + 99) * 31 + 2), "[a, c, 2]"),
        ("toString", vec![], text("[a, c, 2]"), "[a, c, 2]"),
        ("clear", vec![], Value::Null, "[]"),
    ] {
        assert_eq!(call(&list, method, &args).unwrap(), result, "{method}{args:?}");
        assert_eq!(list.to_string(), left, "{method}{args:?}");
    }
    for (method, args, kind) in [
        ("get", vec![int(0)], class::INDEX_OUT_OF_BOUNDS),
        ("get", vec![int(-1)], class::INDEX_OUT_OF_BOUNDS),
        ("set", vec![int(0), Value::Null], class::INDEX_OUT_OF_BOUNDS),
        ("add", vec![int(1), Value::Null], class::INDEX_OUT_OF_BOUNDS),
        ("remove", vec![int(0)], class::INDEX_OUT_OF_BOUNDS),
        ("subList", vec![int(0), int(1)], class::INDEX_OUT_OF_BOUNDS),
        ("addAll", vec![Value::Null], class::NULL_POINTER),
        ("addAll", vec![int(1)], class::EL),
        ("get", vec![], class::METHOD_NOT_FOUND),
    ] {
        assert_eq!(call(&list, method, &args).unwrap_err().class_name(), kind, "{method}{args:?}");
    }
    let fixed = Value::new(vec![1]);
    assert_eq!(call(&fixed, "get", &[int(0)]).unwrap(), int(1));
    for (method, args) in [("add", vec![int(1)]), ("clear", vec![]), ("remove", vec![int(0)])] {
        assert_eq!(call(&fixed, method, &args).unwrap_err().class_name(), class::UNSUPPORTED, "{method}");
    }
}

#[test]
fn methods_of_maps_and_their_parts() {
    let map = Value::map([(text("a"), int(1)), (text("n"), Value::Null)]);
    for (method, args, result, left) in [
        ("get", vec![text("a")], int(1), "{a=1, n=null}"),
        ("get", vec![text("x")], Value::Null, "{a=1, n=null}"),
        ("getOrDefault", vec![text("x"), int(5)], int(5), "{a=1, n=null}"),
        ("getOrDefault", vec![text("n"), int(5)], Value::Null, "{a=1, n=null}"),
        ("containsKey", vec![text("n")], Value::Bool(true), "{a=1, n=null}"),
        ("containsValue", vec![Value::Null], Value::Bool(true), "{a=1, n=null}"),
        ("containsValue", vec![int(2)], Value::Bool(false), "{a=1, n=null}"),
        ("size", vec![], int(2), "{a=1, n=null}"),
        ("isEmpty", vec![], Value::Bool(false), "{a=1, n=null}"),
        ("put", vec![text("a"), int(2)], int(1), "{a=2, n=null}"),
        ("putIfAbsent", vec![text("n"), int(3)], Value::Null, "{a=2, n=3}"),
        ("putIfAbsent", vec![text("n"), int(4)], int(3), "{a=2, n=3}"),
        ("putAll", vec![Value::map([(text("z"), int(0))])], Value::Null, "{a=2, n=3, z=0}"),
        ("remove", vec![text("a")], int(2), "{n=3, z=0}"),
        ("remove", vec![text("a")], Value::Null, "{n=3, z=0}"),
        ("clear", vec![], Value::Null, "{}"),
    ] {
        assert_eq!(call(&map, method, &args).unwrap(), result, "{method}{args:?}");
        assert_eq!(map.to_string(), left, "{method}{args:?}");
    }
    call(&map, "put", &[text("k"), int(7)]).unwrap();
    let keys = call(&map, "keySet", &[]).unwrap();
    let values = call(&map, "values", &[]).unwrap();
    let entries = call(&map, "entrySet", &[]).unwrap();
    for (part, item, shown) in [
        (&keys, text("k"), "[k]"),
        (&values, int(7), "[7]"),
        (&entries, Value::new(Entry::new(text("k"), int(7))), "[k=7]"),
    ] {
        assert_eq!(part.to_string(), shown);
        assert_eq!(call(part, "contains", std::slice::from_ref(&item)).unwrap(), Value::Bool(true));
        assert_eq!(call(part, "contains", &[text("x")]).unwrap(), Value::Bool(false));
        assert_eq!(call(part, "size", &[]).unwrap(), int(1));
        assert_eq!(call(part, "add", &[item]).unwrap_err().class_name(), class::UNSUPPORTED);
    }
    // They show the map as it is.
    call(&map, "put", &[text("l"), int(8)]).unwrap();
    assert_eq!(keys.to_string(), "[k, l]");
    let entry = call(&call(&entries, "iterator", &[]).unwrap(), "next", &[]).unwrap();
    assert_eq!(call(&entry, "getKey", &[]).unwrap(), text("k"));
    assert_eq!(call(&entry, "getValue", &[]).unwrap(), int(7));
    assert_eq!(call(&map, "putAll", &[int(1)]).unwrap_err().class_name(), class::EL);
}

#[test]
fn methods_of_sets_and_iterators() {
    let set = Value::new(Set::from_iter([int(1)]));
    for (method, args, result, left) in [
        ("add", vec![int(2)], Value::Bool(true), "[1, 2]"),
        ("add", vec![int(2)], Value::Bool(false), "[1, 2]"),
        ("addAll", vec![ints(&[2, 3])], Value::Bool(true), "[1, 2, 3]"),
        ("contains", vec![int(3)], Value::Bool(true), "[1, 2, 3]"),
        ("containsAll", vec![ints(&[3, 1])], Value::Bool(true), "[1, 2, 3]"),
        ("remove", vec![int(1)], Value::Bool(true), "[2, 3]"),
        ("size", vec![], int(2), "[2, 3]"),
        ("isEmpty", vec![], Value::Bool(false), "[2, 3]"),
    ] {
        assert_eq!(call(&set, method, &args).unwrap(), result, "{method}{args:?}");
        assert_eq!(set.to_string(), left, "{method}{args:?}");
    }
    let iterator = call(&set, "iterator", &[]).unwrap();
    for number in [2, 3] {
        assert_eq!(call(&iterator, "hasNext", &[]).unwrap(), Value::Bool(true));
        assert_eq!(call(&iterator, "hasNext", &[]).unwrap(), Value::Bool(true));
        assert_eq!(call(&iterator, "next", &[]).unwrap(), int(number));
    }
    assert_eq!(call(&iterator, "hasNext", &[]).unwrap(), Value::Bool(false));
    assert_eq!(call(&iterator, "next", &[]).unwrap_err().class_name(), "java.util.NoSuchElementException");
    call(&set, "clear", &[]).unwrap();
    assert_eq!(set.to_string(), "[]");
}

#[test]
fn a_collection_may_be_added_to_itself_but_not_for_ever() {
    let list = ints(&[1, 2]);
    call(&list, "addAll", std::slice::from_ref(&list)).unwrap();
    assert_eq!(list.to_string(), "[1, 2, 1, 2]");
    let error =
        (0..30).find_map(|_| call(&list, "addAll", std::slice::from_ref(&list)).err()).expect("a limit");
    assert!(error.is_budget());
}

#[derive(crate::value::Bean, Default)]
#[bean(class = "shop.Product", getter(premium = "is_premium"), method(title = "own_title", sum(a, b)))]
struct Product {
    title: Str,
    #[bean(rename = "URL")]
    url: Str,
    unit_price: f64,
}

impl Product {
    fn is_premium(&self) -> bool {
        self.unit_price > 10.0
    }

    fn own_title(&self) -> String {
        format!("own {}", self.title)
    }

    fn sum(&self, a: i32, b: i32) -> i32 {
        a + b
    }
}

#[test]
fn getters_and_setters_of_beans() {
    let bean =
        crate::value::BeanCell::value(Product { title: "Mug".into(), url: "/m".into(), unit_price: 4.0 });
    for (method, args, result) in [
        ("getTitle", vec![], text("Mug")),
        ("title", vec![], text("own Mug")),
        ("getURL", vec![], text("/m")),
        ("unitPrice", vec![], Value::Double(4.0)),
        ("isPremium", vec![], Value::Bool(false)),
        ("setUnitPrice", vec![text("20")], Value::Null),
        ("isPremium", vec![], Value::Bool(true)),
        ("sum", vec![int(1), text("2")], int(3)),
    ] {
        assert_eq!(call(&bean, method, &args).unwrap(), result, "{method}");
    }
    for (method, args, kind) in [
        ("gettitle", vec![], class::METHOD_NOT_FOUND),
        ("get", vec![], class::METHOD_NOT_FOUND),
        ("getTitle", vec![int(1)], class::METHOD_NOT_FOUND),
        ("setPremium", vec![int(1)], class::PROPERTY_NOT_WRITABLE),
        ("setUnitPrice", vec![text("x")], class::EL),
        ("sum", vec![int(1)], class::ILLEGAL_ARGUMENT),
    ] {
        assert_eq!(call(&bean, method, &args).unwrap_err().class_name(), kind, "{method}");
    }
}

#[test]
fn classes_have_names() {
    let class = call(&text("x"), "getClass", &[]).unwrap();
    assert_eq!(class.to_string(), "class java.lang.String");
    assert_eq!(call(&class, "getSimpleName", &[]).unwrap(), text("String"));
    assert_eq!(
        call(&call(&Value::new(Map::new()), "getClass", &[]).unwrap(), "getName", &[]).unwrap(),
        text("java.util.LinkedHashMap")
    );
    assert_eq!(class, call(&text("y"), "getClass", &[]).unwrap());
}

#[test]
fn unknown_methods_come_with_a_hint() {
    for (target, method, hint) in [
        (text("x"), "lenght", Some("length")),
        (text("x"), "tolowercase", Some("toLowerCase")),
        (Value::list([]), "szie", Some("size")),
        (Value::map([]), "keyset", Some("keySet")),
        (int(1), "intvalue", Some("intValue")),
        (Value::new(Product::default()), "getTitel", Some("getTitle")),
        (Value::new(Product::default()), "ispremium", Some("isPremium")),
        (text("x"), "frobnicate", None),
    ] {
        let error = call(&target, method, &[]).unwrap_err();
        assert_eq!(error.class_name(), class::METHOD_NOT_FOUND);
        match hint {
            Some(hint) => assert!(error.hint().is_some_and(|text| text.contains(hint)), "{error:?}"),
            None => assert_eq!(error.hint(), None),
        }
    }
    let error = call(&text("x"), "charAt", &[]).unwrap_err();
    assert_eq!(error.message(), "'charAt' of java.lang.String does not take 0 arguments");
    assert_eq!(call(&Value::Null, "x", &[]).unwrap_err().class_name(), class::NULL_POINTER);
}

/// Every name that hints may give is a method: with some number of arguments it is found.
#[test]
fn all_listed_names_exist() {
    for make in [
        || text("abc"),
        || int(1),
        || Value::Double(1.0),
        || big(1),
        || decimal("1"),
        || Value::Bool(true),
        || Value::Char(97),
        || Value::list([int(1)]),
        || Value::map([(int(1), int(1))]),
        || Value::new(Set::from_iter([int(1)])),
    ] as [fn() -> Value; 10]
    {
        for name in names(&make()) {
            let found = (0..4).any(|count| match call(&make(), name, &vec![int(1); count]) {
                Ok(_) => true,
                Err(error) => error.class_name() != class::METHOD_NOT_FOUND,
            });
            assert!(found, "{:?} has no {name}", make());
        }
    }
}

#[test]
fn comparable_beans_keep_their_order() {
    #[derive(crate::value::Bean, PartialEq, PartialOrd)]
    #[bean(class = "shop.Rank", ord, eq)]
    struct Rank {
        place: i32,
    }
    let (first, second) = (Value::new(Rank { place: 1 }), Value::new(Rank { place: 2 }));
    assert_eq!(crate::value::ops::compare(&first, &second).unwrap(), Some(Ordering::Less));
    assert_eq!(call(&first, "compareTo", std::slice::from_ref(&second)).unwrap(), int(-1));
    assert_eq!(call(&first, "compareTo", &[int(1)]).unwrap_err().class_name(), class::CLASS_CAST);
}

#[test]
fn regular_expressions_are_javas() {
    use super::regex::Anchor;
    use super::regex::Pattern;
    use super::regex::flags;
    use super::regex::whole;

    // Pattern, flags, text, what is found, as Java finds it.
    let cases: &[(&str, i32, &str, &[&str])] = &[
        ("a(?=b)", 0, "acab", &["a"]),
        ("(?<!\\d)\\d{2}(?!\\d)", 0, "1 22 333 44", &["22", "44"]),
        ("(\\w)\\1", 0, "hello book", &["ll", "oo"]),
        ("(?<q>['\"]).*?\\k<q>", 0, "say 'a' or \"b\"", &["'a'", "\"b\""]),
        ("(a)\\11", 0, "aa1", &["aa1"]),
        ("x*", 0, "axb", &["", "x", "", ""]),
        ("a++b", 0, "aaab", &["aaab"]),
        ("a++ab", 0, "aaab", &[]),
        ("(?>a|ab)c", 0, "abc", &[]),
        ("^.*$", 0, "one\r\ntwo\n", &[]),
        ("o$", 0, "two\n", &["o"]),
        ("two\\Z", 0, "two\r\n", &["two"]),
        ("two\\z", 0, "two\n", &[]),
        ("(?m)^", 0, "a\nb\n", &["", ""]),
        ("^\\w+$", flags::MULTILINE, "a\r\nbc\nd", &["a", "bc", "d"]),
        ("a.b", 0, "a\nb a\rb axb", &["axb"]),
        ("a.b", flags::DOTALL, "a\nb", &["a\nb"]),
        ("(?s:a.b)|c.d", 0, "a\nb c\nd", &["a\nb"]),
        ("(?s)a.b", 0, "a\nb", &["a\nb"]),
        ("éA", flags::CASE_INSENSITIVE, "ÉA éa", &["éa"]),
        ("éA", flags::CASE_INSENSITIVE | flags::UNICODE_CASE, "ÉA éa", &["ÉA", "éa"]),
        ("a(?i)b|c", 0, "aB C Ab", &["aB", "C"]),
        ("a (b) # the rest\n c", flags::COMMENTS, "abc", &["abc"]),
        ("a.c", flags::LITERAL, "abc a.c", &["a.c"]),
        ("\\Qa.c\\E+", 0, "abc a.cc", &["a.cc"]),
        ("[a-z&&[^aeiou]]+", 0, "hello", &["h", "ll"]),
        ("[]a]+", 0, "]a[", &["]a"]),
        ("[\\w.-]+@[\\w.-]+", 0, "to a.b-c@d.e now", &["a.b-c@d.e"]),
        ("\\p{Upper}\\p{Lower}+", 0, "Abc É", &["Abc"]),
        ("\\p{Lu}\\p{IsAlphabetic}", 0, "Éa", &["Éa"]),
        ("\\u0041\\x42\\0103\\t", 0, "ABC\t", &["ABC\t"]),
        ("\\uD83D\\uDE00", 0, "😀", &["😀"]),
        ("\\h\\R\\v", 0, "\u{a0}\r\n\u{b}", &["\u{a0}\r\n\u{b}"]),
        ("\\w\\d\\s", 0, "é٣ a1 ", &["a1 "]),
        ("\\w\\d", flags::UNICODE_CHARACTER_CLASS, "é٣", &["é٣"]),
        ("(a)?b\\1", 0, "b aba", &["aba"]),
        ("}]{", flags::LITERAL, "}]{", &["}]{"]),
    ];
    for (source, flags, text, expected) in cases {
        let pattern = Pattern::new(source, *flags).expect(source);
        let found: Vec<&str> =
            pattern.find_all(text).map(|found| &text[whole(&found.expect(source))]).collect();
        assert_eq!(&found, expected, "{source} in {text:?}");
    }
    let whole_text = |source: &str, text: &str| {
        Pattern::new(source, 0).expect(source).find(text, 0, Anchor::Whole).expect(source).is_some()
    };
    assert!(whole_text("a|ab", "ab") && whole_text("^\\d+$", "12") && !whole_text("^\\d+$", "12\n"));
    assert!(!whole_text("a", "ba"));
    let replaced = |source: &str, text: &str, new: &str| {
        Pattern::new(source, 0).expect(source).replaced(text, new, true).map(std::borrow::Cow::into_owned)
    };
    assert_eq!(replaced("a*", "aab", "X").expect("fits"), "XXbX");
    assert_eq!(replaced("(?<d>\\d+)", "a12", "<${d}|$1|$10|\\$>").expect("fits"), "a<12|12|120|$>");
    assert!(replaced("a", "a", "$1").is_err() && replaced("a", "a", "\\").is_err());
    // Tracking back has an end.
    let slow = Pattern::new("^(?:(a|aa)\\1?)+$", 0).expect("right");
    let found = slow.find(&format!("{}c", "a".repeat(60)), 0, Anchor::No);
    assert!(found.expect_err("bounded").is_budget());
}
