//! EL's operator tables row by row: operands and result, which must have the right type too.

use super::*;
use crate::value::Map;
use crate::value::coerce::tests::Plain;
use crate::value::coerce::tests::Suit;
use crate::value::coerce::tests::big;
use crate::value::coerce::tests::decimal;

const NULL: Value = Value::Null;

fn long(value: i64) -> Value {
    Value::Long(value)
}

fn double(value: f64) -> Value {
    Value::Double(value)
}

fn text(value: &str) -> Value {
    Value::str(value)
}

fn char(c: char) -> Value {
    Value::Char(c as u16)
}

type Operator = fn(&Value, &Value) -> Result<Value>;

#[track_caller]
fn check(op: Operator, rows: &[(Value, Value, Value)]) {
    for (a, b, expected) in rows {
        match op(a, b) {
            Ok(result) => assert!(result == *expected, "{a:?}, {b:?}: {result:?}, not {expected:?}"),
            Err(error) => panic!("{a:?}, {b:?}: {error}"),
        }
    }
}

#[track_caller]
fn check_refused<T>(op: fn(&Value, &Value) -> Result<T>, rows: &[(Value, Value)]) {
    for (a, b) in rows {
        let Err(error) = op(a, b) else { panic!("{a:?}, {b:?}: taken") };
        assert_eq!(error.class_name(), class::EL, "{a:?}, {b:?}");
    }
}

#[test]
fn addition() {
    check(
        add,
        &[
            (NULL, NULL, long(0)),
            (NULL, long(2), long(2)),
            (Value::Int(1), Value::Int(2), long(3)),
            (Value::Int(i32::MAX), Value::Int(1), long(1 << 31)),
            (Value::Byte(1), Value::Short(2), long(3)),
            (long(i64::MAX), long(1), long(i64::MIN)),
            (char('A'), long(1), long(66)),
            (text("1"), text("2"), long(3)),
            (text(""), long(1), long(1)),
            (text("1.5"), long(1), double(2.5)),
            (text("1e2"), text("1"), double(101.0)),
            (double(0.1), double(0.2), double(0.1 + 0.2)),
            (Value::Float(1.5), long(1), double(2.5)),
            (long(1), double(0.5), double(1.5)),
            (NULL, double(0.5), double(0.5)),
            (big("10"), long(1), big("11")),
            (NULL, big("10"), big("10")),
            (big("10"), double(0.5), decimal("10.5")),
            (text("1.1"), big("1000000000000000000000"), decimal("1000000000000000000001.1")),
            (decimal("1.10"), long(1), decimal("2.10")),
            (decimal("1.10"), double(0.5), decimal("1.60")),
            (text(""), decimal("1"), decimal("1")),
            (decimal("1.0"), big("1"), decimal("2.0")),
        ],
    );
    check_refused(
        add,
        &[
            (Value::Bool(true), long(1)),
            (long(1), text("x")),
            (text("1.x"), long(1)),
            (Value::new(Plain("1")), long(1)),
            (decimal("1"), double(f64::NAN)),
            (decimal("1E+2000000000"), long(1)),
        ],
    );
}

#[test]
fn subtraction_and_multiplication() {
    check(
        subtract,
        &[
            (NULL, NULL, long(0)),
            (NULL, long(2), long(-2)),
            (Value::Int(i32::MIN), Value::Int(1), long(-(1 << 31) - 1)),
            (long(i64::MIN), long(1), long(i64::MAX)),
            (text("1"), text("4"), long(-3)),
            (text("1.1"), big("1000000000000000000000"), decimal("-999999999999999999998.9")),
            (double(1.5), Value::Int(1), double(0.5)),
        ],
    );
    check(
        multiply,
        &[
            (NULL, NULL, long(0)),
            (Value::Int(3), long(4), long(12)),
            (long(3), Value::Int(4), long(12)),
            (long(i64::MAX), long(2), long(-2)),
            (text("1.1"), big("1000000000000000000000"), decimal("1100000000000000000000.0")),
            (text(""), big("1"), big("0")),
            (decimal("1.50"), decimal("2.0"), decimal("3.000")),
            (double(1.5), long(2), double(3.0)),
        ],
    );
}

#[test]
fn division() {
    check(
        divide,
        &[
            (NULL, NULL, long(0)),
            (long(1), long(2), double(0.5)),
            (Value::Int(6), Value::Int(3), double(2.0)),
            (long(1), long(0), double(f64::INFINITY)),
            (long(0), NULL, double(f64::NAN)),
            (text("7"), text("2"), double(3.5)),
            (double(1.0), Value::Float(4.0), double(0.25)),
            (big("7"), long(2), decimal("4")),
            (decimal("10.00"), long(3), decimal("3.33")),
            (long(10), decimal("4.00"), decimal("3")),
            (text("1.1"), big("1000000000000000000000"), decimal("0.0")),
        ],
    );
    check_refused(divide, &[(decimal("1"), long(0)), (big("1"), NULL), (Value::Bool(true), long(1))]);
    assert!(
        divide(&big("1"), &long(0))
            .unwrap_err()
            .cause()
            .is_some_and(|cause| cause.class_name() == class::ARITHMETIC)
    );
}

#[test]
fn remainder() {
    check(
        modulo,
        &[
            (NULL, NULL, long(0)),
            (long(7), long(3), long(1)),
            (long(-7), long(3), long(-1)),
            (Value::Int(7), Value::Int(-3), long(1)),
            (long(i64::MIN), long(-1), long(0)),
            (text("7"), long(4), long(3)),
            (double(7.5), long(2), double(1.5)),
            (text("7.5"), text("2"), double(1.5)),
            (decimal("7.50"), long(2), double(1.5)),
            (long(1), double(0.0), double(f64::NAN)),
            (big("-7"), long(3), big("-1")),
            (long(1), big("-9999999999999999999"), big("1")),
            (text("1.1"), big("1000000000000000000000"), double(1.1)),
        ],
    );
    check_refused(
        modulo,
        &[(long(1), long(0)), (long(1), NULL), (big("1"), long(0)), (Value::Bool(true), long(1))],
    );
}

#[test]
fn negation() {
    for (a, expected) in [
        (NULL, long(0)),
        (long(5), long(-5)),
        (long(i64::MIN), long(i64::MIN)),
        (Value::Int(5), Value::Int(-5)),
        (Value::Short(5), Value::Short(-5)),
        (Value::Byte(-128), Value::Byte(-128)),
        (Value::Float(1.5), Value::Float(-1.5)),
        (double(0.0), double(-0.0)),
        (big("5"), big("-5")),
        (decimal("1.50"), decimal("-1.50")),
        (text("5"), long(-5)),
        (text("1.5"), double(-1.5)),
        (text(""), long(0)),
    ] {
        assert!(negate(&a).unwrap() == expected, "{a:?}");
    }
    for bad in [Value::Bool(true), char('a'), text("x"), Value::new(Plain("1"))] {
        assert!(negate(&bad).unwrap_err().is_instance(class::EL), "{bad:?}");
    }
}

#[test]
fn concatenation_of_texts() {
    check(
        concat,
        &[
            (text("a"), text("b"), text("ab")),
            (NULL, NULL, text("")),
            (long(1), double(2.0), text("12.0")),
            (text("a long text, "), text("and another one"), text("a long text, and another one")),
            (Value::new(Suit("Spade", 0)), text("!"), text("Spade!")),
            (Value::list([long(1)]), text("x"), text("[1]x")),
            (text("x"), Value::list([long(1)]), text("x[1]")),
            (Value::list([]), Value::map([]), text("[]{}")),
        ],
    );
}

#[test]
fn concatenation_of_collections_changes_the_left_one() {
    let list = Value::list([long(1)]);
    let result = concat(&list, &Value::new(Set::from_iter([long(2), long(3)]))).unwrap();
    assert_eq!(result.to_string(), "[1, 2, 3]");
    assert_eq!(list.to_string(), "[1, 2, 3]");
    assert_eq!(concat(&list, &list).unwrap().to_string(), "[1, 2, 3, 1, 2, 3]");

    let set = Value::new(Set::from_iter([long(1)]));
    assert_eq!(concat(&set, &Value::list([long(1), long(2)])).unwrap().to_string(), "[1, 2]");

    let map = Value::map([(text("a"), long(1)), (text("b"), long(2))]);
    let other = Value::new(Map::from_iter([(text("b"), long(3)), (text("c"), long(4))]));
    assert_eq!(concat(&map, &other).unwrap().to_string(), "{a=1, b=3, c=4}");
    assert_eq!(map.to_string(), "{a=1, b=3, c=4}");
}

/// Operands that are equal, each by a rule of its own.
fn equal_pairs() -> Vec<(Value, Value)> {
    vec![
        (NULL, NULL),
        (long(1), long(1)),
        (Value::Int(1), long(1)),
        (Value::Int(1), Value::Byte(1)),
        (char('A'), long(65)),
        (long(1), text("1")),
        (long(0), text("")),
        (double(1.0), long(1)),
        (double(0.0), double(-0.0)),
        (Value::Float(0.5), text("0.5")),
        (big("5"), long(5)),
        (big("5"), text("5")),
        (decimal("1.5"), double(1.5)),
        (decimal("1.5"), text("1.5")),
        (decimal("1"), big("1")),
        (Value::Bool(true), text("TRUE")),
        (Value::Bool(false), text("x")),
        (text("a"), text("a")),
        (text("it"), Value::new(Plain("it"))),
        (Value::new(Suit("Spade", 0)), text("Spade")),
        (Value::new(Suit("Spade", 0)), Value::new(Suit("Spade", 0))),
        (Value::list([long(1)]), Value::list([long(1)])),
    ]
}

fn unequal_pairs() -> Vec<(Value, Value)> {
    vec![
        (NULL, long(0)),
        (NULL, text("")),
        (NULL, Value::Bool(false)),
        (long(1), long(2)),
        (Value::Int(1), text("2")),
        (double(f64::NAN), double(f64::NAN)),
        (double(1.5), long(1)),
        // Scales count, and a double becomes its exact value.
        (decimal("1.0"), decimal("1.00")),
        (decimal("1.0"), long(1)),
        (decimal("0.1"), double(0.1)),
        (Value::Bool(true), text("yes")),
        (text("a"), text("A")),
        (Value::new(Suit("Spade", 0)), text("Heart")),
        (Value::new(Suit("Spade", 0)), Value::new(Suit("Heart", 1))),
        (Value::new(Plain("a")), Value::new(Plain("a"))),
        (Value::list([long(1)]), Value::list([Value::Int(1)])),
    ]
}

#[test]
fn equality() {
    for (pairs, equal) in [(equal_pairs(), true), (unequal_pairs(), false)] {
        for (a, b) in pairs {
            assert_eq!(equals(&a, &b).unwrap(), equal, "{a:?} == {b:?}");
            assert_eq!(equals(&b, &a).unwrap(), equal, "{b:?} == {a:?}");
        }
    }
    let plain = Value::new(Plain("a"));
    assert!(equals(&plain, &plain).unwrap());
    check_refused(
        equals,
        &[
            (long(1), text("x")),
            (text("1.5"), long(1)),
            (Value::Bool(true), long(1)),
            (Value::Bool(true), Value::new(Plain("true"))),
            (double(1.0), Value::new(Plain("1"))),
            (Value::new(Suit("Spade", 0)), Value::new(Plain("Spade"))),
        ],
    );
}

#[test]
fn order() {
    use Ordering::*;
    for (a, b, expected) in [
        (NULL, NULL, Some(Equal)),
        (NULL, long(1), None),
        (text("a"), NULL, None),
        (long(1), long(2), Some(Less)),
        (Value::Int(3), long(2), Some(Greater)),
        (char('A'), long(66), Some(Less)),
        (long(10), text("9"), Some(Greater)),
        (text("10"), text("9"), Some(Less)),
        (double(1.5), long(1), Some(Greater)),
        (double(f64::NAN), long(1), None),
        (Value::Float(-1.0), Value::Float(-1.0), Some(Equal)),
        (big("1010"), big("10"), Some(Greater)),
        (big("5"), text("6"), Some(Less)),
        (decimal("1.0"), decimal("1.00"), Some(Equal)),
        (decimal("1.0"), text("1.1"), Some(Less)),
        (Value::Bool(false), Value::Bool(true), Some(Less)),
        (text("a"), text("b"), Some(Less)),
        (text("a"), text("ab"), Some(Less)),
        (text("b"), Value::new(Plain("a")), Some(Greater)),
        (Value::Bool(true), text("false"), Some(Greater)),
        (Value::Bool(true), text("TRUE"), Some(Equal)),
        (Value::new(Suit("Spade", 0)), Value::new(Suit("Heart", 1)), Some(Less)),
        (Value::new(Suit("Spade", 0)), text("Heart"), Some(Greater)),
        (Value::list([long(1)]), Value::list([long(1)]), Some(Equal)),
    ] {
        assert_eq!(compare(&a, &b).unwrap(), expected, "{a:?}, {b:?}");
        assert_eq!(compare(&b, &a).unwrap(), expected.map(Ordering::reverse), "{b:?}, {a:?}");
    }
    check_refused(
        compare,
        &[
            (long(1), text("x")),
            (long(1), Value::Bool(true)),
            (Value::new(Plain("a")), Value::new(Plain("a"))),
            (Value::Bool(true), Value::new(Plain("a"))),
        ],
    );
}

#[test]
fn texts_are_ordered_by_utf16_units() {
    for (a, b) in
        [("", "a"), ("a", "ä"), ("😀", "\u{ff5e}"), ("x😀", "x😁"), ("é", "ê"), ("ab", "abc"), ("Z", "a")]
    {
        assert_eq!(compare_text(a, b), Ordering::Less, "{a} {b}");
        assert_eq!(compare_text(b, a), Ordering::Greater, "{b} {a}");
        assert_eq!(compare_text(a, a), Ordering::Equal);
    }
}

#[test]
fn emptiness() {
    for value in [NULL, text(""), Value::list([]), Value::map([]), Value::new(Set::new())] {
        assert!(is_empty(&value), "{value:?}");
    }
    for value in [text(" "), long(0), Value::Bool(false), Value::list([NULL]), Value::new(Plain(""))] {
        assert!(!is_empty(&value), "{value:?}");
    }
}

#[test]
fn not_coerces_to_boolean() {
    for (value, result) in [(NULL, true), (text(""), true), (text("true"), false), (Value::Bool(true), false)]
    {
        assert_eq!(not(&value).unwrap(), result);
    }
    assert!(not(&long(1)).is_err());
}

/// Values of every kind that takes part in arithmetic.
fn operands() -> impl proptest::strategy::Strategy<Value = Value> {
    use proptest::prelude::*;
    prop_oneof![
        Just(Value::Null),
        any::<i8>().prop_map(Value::Byte),
        any::<i16>().prop_map(Value::Short),
        any::<i32>().prop_map(Value::Int),
        any::<i64>().prop_map(Value::Long),
        any::<f32>().prop_map(Value::Float),
        any::<f64>().prop_map(Value::Double),
        any::<u16>().prop_map(Value::Char),
        any::<i128>().prop_map(|value| Value::BigInt(Arc::new(value.into()))),
        (any::<i64>(), -40..40_i32)
            .prop_map(|(unscaled, scale)| Value::BigDecimal(Arc::new(BigDecimal::new(unscaled, scale)))),
        any::<i32>().prop_map(|value| Value::str(value.to_string())),
        any::<f32>().prop_map(|value| Value::str(Value::Float(value).to_string())),
        any::<bool>().prop_map(Value::Bool),
        Just(Value::str("")),
        Just(Value::str("word")),
    ]
}

/// The same number, or both NaN, or both failed.
fn same(a: &Result<Value>, b: &Result<Value>) -> bool {
    match (a, b) {
        (Ok(a), Ok(b)) => a == b,
        (Err(a), Err(b)) => a.class_name() == b.class_name(),
        _ => false,
    }
}

proptest::proptest! {
    #[test]
    fn sums_and_products_do_not_depend_on_the_order(a in operands(), b in operands()) {
        proptest::prop_assert!(same(&add(&a, &b), &add(&b, &a)), "{a:?} + {b:?}");
        proptest::prop_assert!(same(&multiply(&a, &b), &multiply(&b, &a)), "{a:?} * {b:?}");
    }

    /// The inline cases are the general ones, only sooner.
    #[test]
    fn shortcuts_agree_with_the_tables(a in operands(), b in operands()) {
        for (fast, op) in [
            (add as Operator, Arithmetic::Add), (subtract, Arithmetic::Subtract), (multiply, Arithmetic::Multiply),
        ] {
            proptest::prop_assert!(same(&fast(&a, &b), &arithmetic(op, &a, &b)), "{a:?} {b:?}");
        }
        proptest::prop_assert!(same(&divide(&a, &b), &divide_any(&a, &b)), "{a:?} / {b:?}");
        proptest::prop_assert!(same(&modulo(&a, &b), &modulo_any(&a, &b)), "{a:?} % {b:?}");
        let order = |result: Result<Option<Ordering>>| result.map_err(|error| error.to_string());
        proptest::prop_assert_eq!(order(compare(&a, &b)), order(compare_any(&a, &b)));
        if !a.is_null() && !b.is_null() {
            let equality = |result: Result<bool>| result.map_err(|error| error.to_string());
            proptest::prop_assert_eq!(equality(equals(&a, &b)), equality(equals_any(&a, &b)));
        }
    }

    #[test]
    fn results_have_the_promised_types(a in operands(), b in operands()) {
        let is = |value: &Value, kind: fn(&Value) -> bool| kind(value);
        if let Ok(sum) = add(&a, &b) {
            let decimal = [&a, &b].into_iter().any(|value| is(value, is_big_decimal));
            let big = [&a, &b].into_iter().any(|value| is(value, is_big_int));
            let floating = [&a, &b].into_iter().any(|value| is(value, is_floating));
            let expected = match (decimal || big && floating, floating, big) {
                (true, _, _) => "java.math.BigDecimal",
                (_, true, _) => "java.lang.Double",
                (_, _, true) => "java.math.BigInteger",
                _ => "java.lang.Long",
            };
            proptest::prop_assert_eq!(sum.class_name(), Some(expected));
        }
        if let Ok(quotient) = divide(&a, &b) && !(a.is_null() && b.is_null()) {
            proptest::prop_assert!(matches!(quotient, Value::Double(_) | Value::BigDecimal(_)));
        }
    }

    #[test]
    fn equality_and_order_are_symmetric(a in operands(), b in operands()) {
        let flipped = compare(&b, &a).ok().map(|order| order.map(Ordering::reverse));
        proptest::prop_assert_eq!(compare(&a, &b).ok(), flipped, "{:?} {:?}", a, b);
        proptest::prop_assert_eq!(equals(&a, &b).ok(), equals(&b, &a).ok(), "{:?} {:?}", a, b);
    }

    #[test]
    fn negating_twice_gives_the_number_back(a in operands()) {
        if let Ok(once) = negate(&a) && !matches!(a, Value::Str(_) | Value::Null) {
            proptest::prop_assert_eq!(negate(&once).unwrap(), a);
        }
    }

    #[test]
    fn texts_compare_as_their_utf16(a: String, b: String) {
        proptest::prop_assert_eq!(compare_text(&a, &b), a.encode_utf16().cmp(b.encode_utf16()));
    }
}
