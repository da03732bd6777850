//! Coercion, arithmetic and comparison of random operands of every pair of types, held against the specification's
//! tables (Expression Language 6.1, 1.7 to 1.9 and 1.25).
//!
//! The tables stand here once more, rule by rule, over plain integers and fractions: nothing of the engine computes what
//! is expected.

mod operand;
mod tables;

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::LazyLock;

use num_bigint::BigInt;
use operand::Decimal;
use operand::Expected;
use operand::Fails;
use operand::Operand;
use operand::Operand::*;
use proptest::prelude::*;
use tables::Number;
use tables::arithmetic;
use tables::equal;
use tables::negated;
use tables::number;
use tables::order;
use vespid_render::Value;
use vespid_render::el::Evaluator;
use vespid_render::el::Expression;
use vespid_render::value::coerce;

static EVALUATOR: LazyLock<Evaluator> =
    LazyLock::new(|| Evaluator::new().import("java.time.Instant").import("java.util.Date"));

/// An expression, compiled once.
fn compiled(text: &str) -> Expression {
    thread_local! {
        static COMPILED: RefCell<HashMap<String, Expression>> = RefCell::default();
    }
    COMPILED.with_borrow_mut(|all| {
        all.entry(text.to_owned()).or_insert_with(|| EVALUATOR.compile(text).expect("it compiles")).clone()
    })
}

fn made(text: &str, n: i64) -> Value {
    let mut context = EVALUATOR.context();
    context.set("n", Value::Long(n));
    context.evaluate(&compiled(text)).expect("it has a value")
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<i8>().prop_map(|number| number.to_string()),
        any::<i64>().prop_map(|number| number.to_string()),
        (-1000i32..1000, 0u32..1000).prop_map(|(whole, fraction)| format!("{whole}.{fraction}")),
        (-99i32..99, -20i32..20).prop_map(|(digits, exponent)| format!("{digits}e{exponent}")),
        (-99i32..99, -9i32..9).prop_map(|(digits, exponent)| format!("{digits}.5E{exponent}")),
        proptest::sample::select(vec![
            "",
            "true",
            "FALSE",
            "True",
            "x",
            "zebra",
            "CLUB",
            "SPADE",
            "spade",
            "+7",
            "-",
            ".",
            "1.",
            ".5",
            "[1]",
            "𝄞",
            "\u{ffff}",
            "49",
            "1e",
            "99999999999999999999",
        ])
        .prop_map(str::to_owned),
    ]
}

fn operands() -> impl Strategy<Value = Operand> {
    let small = -3i64..4;
    prop_oneof![
        Just(Null),
        any::<bool>().prop_map(Bool),
        prop_oneof![0x30u16..0x7b, any::<u16>()].prop_map(Char),
        any::<i8>().prop_map(Byte),
        any::<i16>().prop_map(Short),
        prop_oneof![-3..4i32, any::<i32>()].prop_map(Int),
        prop_oneof![small.clone(), any::<i64>()].prop_map(Long),
        prop_oneof![small.clone().prop_map(|number| number as f32), any::<f32>()].prop_map(Float),
        prop_oneof![small.clone().prop_map(|number| number as f64), any::<f64>()].prop_map(Double),
        prop_oneof![small.clone().prop_map(BigInt::from), any::<i128>().prop_map(BigInt::from)].prop_map(Big),
        (prop_oneof![small.clone().prop_map(i128::from), any::<i128>()], -6i32..12)
            .prop_map(|(unscaled, scale)| Operand::Decimal(Decimal::new(unscaled, scale))),
        texts().prop_map(Text),
        (0..2usize).prop_map(Enum),
        (-5i64..5).prop_map(|seconds| Instant(seconds * 1000)),
        (-5i64..5).prop_map(|seconds| Date(seconds * 1000)),
        proptest::collection::vec(small, 0..3).prop_map(List),
    ]
}

/// The value of an expression of `a` and `b`; an error must be an `ELException`.
fn evaluated(text: &str, a: &Operand, b: &Operand) -> Expected<Value> {
    let mut context = EVALUATOR.context();
    context.set("a", a.value());
    context.set("b", b.value());
    context.evaluate(&compiled(text)).map_err(|error| {
        assert_eq!(error.class_name(), "jakarta.el.ELException", "{text} of {a:?} and {b:?}: {error:#}");
        Fails
    })
}

/// A float as Java prints and compares it, by its bits.
fn float(value: f32) -> Value {
    Value::Float(if value.is_nan() { f32::NAN } else { value })
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(),
        (Value::Double(a), Value::Double(b)) => a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(),
        _ => a.class_name() == b.class_name() && number(a) == number(b),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn arithmetic_is_that_of_the_tables(a in operands(), b in operands()) {
        for op in ["+", "-", "*", "/", "%"] {
            let found = evaluated(&format!("a {op} b"), &a, &b).map(|value| number(&value));
            prop_assert_eq!(found, arithmetic(op, &a, &b), "{:?} {} {:?}", a, op, b);
        }
        let (found, expected) = (evaluated("-a", &a, &b).map(|value| number(&value)), negated(&a));
        let alike = match (&found, &expected) {
            (Ok(Number::Same(found)), Ok(Number::Same(expected))) => same(found, expected),
            _ => found == expected,
        };
        prop_assert!(alike, "-{:?} is {:?}, not {:?}", a, found, expected);
    }

    #[test]
    fn comparison_is_that_of_the_tables(a in operands(), b in operands()) {
        let holds = |text: &str| evaluated(text, &a, &b);
        let is = |wanted: Expected<bool>| wanted.map(Value::Bool);
        let equality = equal(&a, &b);
        prop_assert_eq!(holds("a == b"), is(equality), "{:?} == {:?}", a, b);
        prop_assert_eq!(holds("a ne b"), is(equality.map(|equal| !equal)), "{:?} ne {:?}", a, b);
        let ordered = order(&a, &b);
        for (text, wanted) in [
            ("a < b", &[Ordering::Less][..]),
            ("a <= b", &[Ordering::Less, Ordering::Equal]),
            ("a gt b", &[Ordering::Greater]),
            ("a ge b", &[Ordering::Greater, Ordering::Equal]),
        ] {
            let expected = ordered.map(|order| order.is_some_and(|order| wanted.contains(&order)));
            prop_assert_eq!(holds(text), is(expected), "{} of {:?} and {:?}", text, a, b);
        }
    }

    #[test]
    fn coercion_is_that_of_the_tables(a in operands()) {
        for (java_type, boxed) in [
            ("byte", "java.lang.Byte"),
            ("short", "java.lang.Short"),
            ("int", "java.lang.Integer"),
            ("long", "java.lang.Long"),
            ("float", "java.lang.Float"),
            ("double", "java.lang.Double"),
            ("", "java.math.BigInteger"),
            ("", "java.math.BigDecimal"),
            ("char", "java.lang.Character"),
            ("boolean", "java.lang.Boolean"),
        ] {
            let expected = match (java_type, boxed) {
                ("byte", _) => a.to_narrow("byte").map(|number| Value::Byte(number as i8)),
                ("short", _) => a.to_narrow("short").map(|number| Value::Short(number as i16)),
                ("int", _) => a.to_narrow("int").map(|number| Value::Int(number as i32)),
                ("long", _) => a.to_long().map(Value::Long),
                ("float", _) => a.to_float().map(float),
                ("double", _) => a.to_double().map(Value::Double),
                ("char", _) => a.to_char().map(Value::Char),
                ("boolean", _) => a.to_boolean().map(Value::Bool),
                (_, "java.math.BigInteger") => a.to_big().map(|number| Big(number).value()),
                _ => a.to_decimal().map(|number| Operand::Decimal(number).value()),
            };
            for (name, null) in [(java_type, false), (boxed, a.is_null())] {
                if name.is_empty() {
                    continue;
                }
                let expected = if null { Ok(Value::Null) } else { expected.clone() };
                let found = coerce::coerce(a.value(), name).map_err(|error| {
                    assert_eq!(error.class_name(), "jakarta.el.ELException");
                    Fails
                });
                let alike = match (&found, &expected) {
                    (Ok(found), Ok(expected)) => same(found, expected),
                    (found, expected) => found.is_err() == expected.is_err(),
                };
                prop_assert!(alike, "{:?} to {} is {:?}, not {:?}", a, name, found, expected);
            }
        }
        if let Some(text) = a.to_text() {
            prop_assert_eq!(coerce::coerce(a.value(), "java.lang.String").ok(), Some(Value::str(&text)));
        }
        let millis = |value: Value| (value.class_name() == Some("java.time.Instant")).then(|| value.to_string());
        let instant = coerce::coerce(a.value(), "java.time.Instant").ok().and_then(millis);
        let expected = a.to_millis().ok().and_then(|at| millis(Instant(at).value()));
        prop_assert_eq!(instant, expected, "{:?} to an Instant", a);
    }
}
