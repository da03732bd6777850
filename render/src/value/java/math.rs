//! `java.math`: `BigDecimal`, `BigInteger`, `RoundingMode`.

use std::sync::Arc;
use std::sync::LazyLock;

use super::NativeClass;
use crate::error::Error;
use crate::error::class;
use crate::value::BigDecimal;
use crate::value::BigInt;
use crate::value::EnumClass;
use crate::value::Value;
use crate::value::coerce;
use crate::value::number;

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        name: "java.math.BigDecimal",
        fields: &[
            "ONE",
            "ROUND_CEILING",
            "ROUND_DOWN",
            "ROUND_FLOOR",
            "ROUND_HALF_DOWN",
            "ROUND_HALF_EVEN",
            "ROUND_HALF_UP",
            "ROUND_UNNECESSARY",
            "ROUND_UP",
            "TEN",
            "TWO",
            "ZERO",
        ],
        methods: &["valueOf"],
        field: |name| match name.strip_prefix("ROUND_") {
            Some(mode) => {
                let number = MODES.iter().position(|known| *known == mode)?;
                Some(Value::Int(number as i32))
            }
            None => Some(decimal(BigDecimal::from(BigInt::from(constant(name)?)))),
        },
        call: |method, args| {
            Ok(Some(match (method, args) {
                ("valueOf", [Value::Float(_) | Value::Double(_)]) => {
                    let number = coerce::to_double(&args[0])?;
                    decimal(
                        BigDecimal::value_of_double(number).ok_or_else(|| no_number(&number.to_string()))?,
                    )
                }
                ("valueOf", [value]) => decimal(BigDecimal::from(BigInt::from(coerce::to_long(value)?))),
                ("valueOf", [unscaled, scale]) => {
                    decimal(BigDecimal::new(coerce::to_long(unscaled)?, coerce::to_int(scale)?))
                }
                _ => return Ok(None),
            }))
        },
        make: Some(|args| {
            Ok(Some(match args {
                [Value::Str(text)] => decimal(BigDecimal::parse(text).ok_or_else(|| no_number(text))?),
                [value] => decimal(coerce::to_big_decimal(value)?),
                [unscaled, scale] => {
                    decimal(BigDecimal::new(coerce::to_big_int(unscaled)?, coerce::to_int(scale)?))
                }
                _ => return Ok(None),
            }))
        }),
    },
    NativeClass {
        name: "java.math.BigInteger",
        fields: &["ONE", "TEN", "TWO", "ZERO"],
        methods: &["valueOf"],
        field: |name| Some(integer(BigInt::from(constant(name)?))),
        call: |method, args| {
            Ok(match (method, args) {
                ("valueOf", [value]) => Some(integer(BigInt::from(coerce::to_long(value)?))),
                _ => None,
            })
        },
        make: Some(|args| {
            Ok(Some(match args {
                [text] => {
                    let text = coerce::to_text(text);
                    integer(number::parse_big_integer(&text).ok_or_else(|| no_number(&text))?)
                }
                _ => return Ok(None),
            }))
        }),
    },
    NativeClass {
        name: "java.math.RoundingMode",
        fields: MODES,
        methods: &["valueOf", "values"],
        field: |name| ROUNDING.value_of(name).ok(),
        call: |method, args| super::enum_call(&ROUNDING, method, args),
        make: None,
    },
];

const MODES: &[&str] =
    &["UP", "DOWN", "CEILING", "FLOOR", "HALF_UP", "HALF_DOWN", "HALF_EVEN", "UNNECESSARY"];

static ROUNDING: LazyLock<Arc<EnumClass>> = LazyLock::new(|| EnumClass::new("java.math.RoundingMode", MODES));

fn constant(name: &str) -> Option<i64> {
    Some(match name {
        "ZERO" => 0,
        "ONE" => 1,
        "TWO" => 2,
        "TEN" => 10,
        _ => return None,
    })
}

fn decimal(value: BigDecimal) -> Value {
    Value::BigDecimal(Arc::new(value))
}

fn integer(value: BigInt) -> Value {
    Value::BigInt(Arc::new(value))
}

#[cold]
fn no_number(text: &str) -> Error {
    Error::new(class::NUMBER_FORMAT, format!("For input string: \"{text}\""))
}
