use super::*;
use crate::registry::Registry;

/// Calls a static method of a class by its full name and gives the result's text with its class.
fn call(class: &str, method: &str, args: &[Value]) -> String {
    let class = StaticClass::find(class, &Registry::new()).unwrap_or_else(|| panic!("there is no {class}"));
    match class.call_static(method, args) {
        Ok(value) => {
            format!("{value} {}", value.class_name().map_or("null", |name| name.rsplit('.').next().unwrap()))
        }
        Err(error) => format!("{error}"),
    }
}

#[test]
fn static_methods_give_what_java_gives() {
    let int = Value::Int;
    for (class, method, args, expected) in [
        ("java.lang.Integer", "parseInt", vec![Value::str("-12")], "-12 Integer"),
        ("java.lang.Integer", "parseInt", vec![Value::str("ff"), int(16)], "255 Integer"),
        ("java.lang.Integer", "parseInt", vec![Value::str("2147483648")], "For input string: \"2147483648\""),
        ("java.lang.Integer", "toHexString", vec![int(-1)], "ffffffff String"),
        ("java.lang.Integer", "toString", vec![int(-255), int(16)], "-ff String"),
        ("java.lang.Integer", "compare", vec![int(3), int(5)], "-1 Integer"),
        ("java.lang.Integer", "sum", vec![int(i32::MAX), int(1)], "-2147483648 Integer"),
        ("java.lang.Long", "hashCode", vec![Value::Long(-1)], "0 Integer"),
        ("java.lang.Byte", "compare", vec![int(-100), int(100)], "-200 Integer"),
        ("java.lang.Double", "compare", vec![Value::Double(0.0), Value::Double(-0.0)], "1 Integer"),
        ("java.lang.Double", "compare", vec![Value::Double(f64::NAN), Value::Double(1.0)], "1 Integer"),
        ("java.lang.Double", "parseDouble", vec![Value::str("1e2")], "100.0 Double"),
        ("java.lang.Math", "max", vec![int(1), Value::Long(2)], "2 Long"),
        ("java.lang.Math", "max", vec![int(1), int(2)], "2 Integer"),
        ("java.lang.Math", "round", vec![Value::Double(-2.5)], "-2 Long"),
        ("java.lang.Math", "round", vec![Value::Double(0.499_999_999_999_999_94)], "0 Long"),
        ("java.lang.Math", "floorMod", vec![Value::Long(-7), Value::Long(3)], "2 Long"),
        ("java.lang.Math", "floorDiv", vec![int(-7), int(3)], "-3 Integer"),
        ("java.lang.Math", "floorDiv", vec![int(1), int(0)], "division by zero"),
        ("java.lang.Math", "rint", vec![Value::Double(2.5)], "2.0 Double"),
        (
            "java.lang.Math",
            "sqrt",
            vec![],
            "the static method 'sqrt' of java.lang.Math does not take no arguments",
        ),
        ("java.lang.Character", "toUpperCase", vec![Value::str("ß")], "ß Character"),
        ("java.lang.Character", "isDigit", vec![Value::str("7")], "true Boolean"),
        ("java.lang.String", "valueOf", vec![Value::Null], "null String"),
        (
            "java.lang.String",
            "join",
            vec![Value::str("-"), Value::list([int(1), Value::Null])],
            "1-null String",
        ),
        ("java.lang.String", "join", vec![Value::str("-"), Value::str("a"), Value::str("b")], "a-b String"),
        ("java.math.BigDecimal", "valueOf", vec![Value::Double(0.1)], "0.1 BigDecimal"),
        ("java.math.BigDecimal", "valueOf", vec![Value::Long(125), int(2)], "1.25 BigDecimal"),
        ("java.math.RoundingMode", "valueOf", vec![Value::str("FLOOR")], "FLOOR RoundingMode"),
        ("java.util.List", "of", vec![int(1), int(2)], "[1, 2] Collections$UnmodifiableRandomAccessList"),
        ("java.util.Objects", "hash", vec![int(1), int(2)], "994 Integer"),
        ("java.util.Optional", "ofNullable", vec![Value::Null], "Optional.empty Optional"),
        ("java.lang.Math", "maxx", vec![], "java.lang.Math has no static method 'maxx'"),
    ] {
        assert_eq!(call(class, method, &args), expected, "{class}.{method}");
    }
}

#[test]
fn wrong_names_have_a_hint() {
    let math = StaticClass::find("java.lang.Math", &Registry::new()).unwrap();
    let hint = math.call_static("maxx", &[]).unwrap_err().hint().cloned();
    assert_eq!(hint.as_deref(), Some("did you mean 'max'?"));
    let integer = StaticClass::find("java.lang.Integer", &Registry::new()).unwrap();
    let error = integer.dynamic_property("MAX_VALU").unwrap_err();
    assert!(error.is_instance(class::PROPERTY_NOT_FOUND));
    assert_eq!(error.hint().map(Str::as_str), Some("did you mean 'MAX_VALUE'?"));
}

#[test]
fn listed_members_are_there() {
    for class in GROUPS.iter().copied().flatten() {
        for field in class.fields {
            assert!((class.field)(field).is_some(), "{}.{field}", class.name);
        }
        for method in class.methods {
            let taken = (0..8).any(|count| {
                let args = vec![Value::str("1"); count];
                !matches!((class.call)(method, &args), Ok(None))
            });
            assert!(taken, "{}.{method} takes no arguments at all", class.name);
        }
    }
}
