use super::*;
use crate::error::class;
use crate::value::Map;
use crate::value::Set;

fn int(number: i32) -> Value {
    Value::Int(number)
}

#[test]
fn rust_becomes_java() {
    macro_rules! cases {
        ($($rust:expr => $type:literal $value:expr;)*) => {$(
            assert_eq!(java_type(&$rust), $type, "{}", stringify!($rust));
            assert_eq!($rust.to_value(), $value, "{}", stringify!($rust));
        )*};
    }
    fn java_type<T: ToValue>(_: &T) -> &'static str {
        T::JAVA_TYPE
    }
    cases! {
        true => "boolean" Value::Bool(true);
        1i8 => "byte" Value::Byte(1);
        1u8 => "short" Value::Short(1);
        1i16 => "short" Value::Short(1);
        1u16 => "int" Value::Int(1);
        1i32 => "int" Value::Int(1);
        1u32 => "long" Value::Long(1);
        1i64 => "long" Value::Long(1);
        1u64 => "long" Value::Long(1);
        1usize => "long" Value::Long(1);
        u64::MAX => "long" Value::BigInt(Arc::new(BigInt::from(u64::MAX)));
        1f32 => "float" Value::Float(1.0);
        1f64 => "double" Value::Double(1.0);
        'x' => "char" Value::Char(120);
        '😀' => "char" Value::str("😀");
        "x" => "java.lang.String" Value::str("x");
        String::from("x") => "java.lang.String" Value::str("x");
        Str::from("x") => "java.lang.String" Value::str("x");
        Arc::<str>::from("x") => "java.lang.String" Value::str("x");
        Some(1) => "java.lang.Integer" Value::Int(1);
        None::<bool> => "java.lang.Boolean" Value::Null;
        Some("x") => "java.lang.String" Value::str("x");
        vec![1, 2] => "java.util.List" Value::list([int(1), int(2)]);
        Arc::new(vec![1, 2]) => "java.lang.Object" Value::list([int(1), int(2)]);
        BigInt::from(1) => "java.math.BigInteger" Value::BigInt(Arc::new(BigInt::from(1)));
        BigDecimal::new(15, 1) => "java.math.BigDecimal" Value::BigDecimal(Arc::new(BigDecimal::new(15, 1)));
        int(1) => "java.lang.Object" int(1);
        () => "void" Value::Null;
    }
}

#[test]
fn java_becomes_rust_by_els_rules() {
    macro_rules! cases {
        ($($type:ty: $value:expr => $rust:expr;)*) => {$(
            assert_eq!(<$type>::from_value(&$value).unwrap(), $rust, "{} from {:?}", stringify!($type), $value);
        )*};
    }
    cases! {
        bool: Value::str("TRUE") => true;
        bool: Value::Null => false;
        i32: Value::str("12") => 12;
        i32: Value::Null => 0;
        i32: Value::Double(2.9) => 2;
        u8: int(255) => 255;
        u32: Value::Long(4_000_000_000) => 4_000_000_000;
        u64: Value::BigInt(Arc::new(BigInt::from(u64::MAX))) => u64::MAX;
        usize: Value::str("7") => 7;
        f64: int(2) => 2.0;
        char: Value::str("😀x") => '😀';
        char: Value::Char(120) => 'x';
        String: int(5) => "5";
        String: Value::Null => "";
        Str: Value::Bool(true) => "true";
        Option<i32>: Value::Null => None;
        Option<i32>: Value::str("3") => Some(3);
        Option<String>: Value::Null => None;
        Value: int(1) => int(1);
        &Value: int(1) => &int(1);
        Vec<i32>: Value::list([Value::str("1"), int(2)]) => [1, 2];
        Vec<String>: Value::new(Set::from_iter([int(1)])) => ["1"];
        BigInt: int(3) => BigInt::from(3);
        BigDecimal: Value::str("1.50") => BigDecimal::new(150, 2);
    }
}

#[test]
fn text_is_borrowed_and_objects_are_shared() {
    let text = Value::str("a text that is longer than fifteen bytes");
    let borrowed = Cow::from_value(&text).unwrap();
    assert!(matches!(borrowed, Cow::Borrowed(borrowed) if std::ptr::eq(borrowed, text.as_str().unwrap())));

    let map = Arc::new(Map::new());
    let back = Arc::<Map>::from_value(&Value::object(map.clone())).unwrap();
    assert!(Arc::ptr_eq(&map, &back));
    assert!(Obj::from_value(&Value::object(map)).is_ok());
}

#[test]
fn what_does_not_fit_is_an_el_exception() {
    macro_rules! cases {
        ($($type:ty: $value:expr;)*) => {$(
            let error = <$type>::from_value(&$value).map(|_| ()).unwrap_err();
            assert_eq!(error.class_name(), class::EL, "{} from {:?}", stringify!($type), $value);
        )*};
    }
    cases! {
        i32: Value::str("x");
        u8: int(256);
        u8: int(-1);
        u64: Value::BigInt(Arc::new(BigInt::from(-1)));
        bool: int(1);
        Arc<Map>: Value::list([]);
        Arc<Map>: Value::Null;
        Obj: int(1);
        Vec<i32>: int(1);
        Vec<i32>: Value::list([Value::str("x")]);
    }
}

#[test]
fn results_of_getters_may_fail() {
    assert_eq!(Ok::<_, Error>(1).returned().unwrap(), int(1));
    assert_eq!("x".returned().unwrap(), Value::str("x"));
    assert!(Err::<i32, _>(Error::el("no")).returned().is_err());
    assert_eq!(<Result<i32> as Returned>::JAVA_TYPE, "int");
}
