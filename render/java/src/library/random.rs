//! `java.util.Random` and `UUID`.

use std::any::Any;
use std::fmt;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::coerce;

use super::table::Native;
use crate::vm::Cx;

pub(super) const CLASSES: &[Native] = &[
    Native {
        methods: "nextInt/0,1,2:int nextLong:long nextDouble:double nextFloat:float nextBoolean:boolean \
                  nextGaussian:double nextBytes/1:void setSeed/1:void",
        make: Some(|_, args| {
            let seed = match args {
                [] => seed_of_now(),
                [seed] => coerce::to_long(seed)?,
                _ => return Ok(None),
            };
            Ok(Some(Value::new(Random(Mutex::new(scrambled(seed))))))
        }),
        call: Some(random),
        complete: true,
        ..Native::new("java.util.Random")
    },
    Native {
        methods: "getMostSignificantBits:long getLeastSignificantBits:long",
        statics: "randomUUID:UUID fromString/1:UUID",
        call_static: Some(|_, name, args| {
            Ok(Some(match (name, args) {
                ("randomUUID", []) => {
                    let of = Random::new();
                    let (high, low) = (of.long() as u64, of.long() as u64);
                    let high = (high & !0xf000) | 0x4000;
                    let low = (low & 0x3fff_ffff_ffff_ffff) | 0x8000_0000_0000_0000;
                    Value::new(Uuid(high, low))
                }
                ("fromString", [text]) => {
                    let text = coerce::to_text(text);
                    let digits = text.replace('-', "");
                    match u128::from_str_radix(&digits, 16) {
                        Ok(bits) if digits.len() == 32 => Value::new(Uuid((bits >> 64) as u64, bits as u64)),
                        _ => return Err(Error::illegal_argument(format!("Invalid UUID string: {text}"))),
                    }
                }
                _ => return Ok(None),
            }))
        }),
        call: Some(|_, target, name, _| {
            let Some(uuid) = target.downcast_ref::<Uuid>() else { return Ok(None) };
            Ok(match name {
                "getMostSignificantBits" => Some(Value::Long(uuid.0 as i64)),
                "getLeastSignificantBits" => Some(Value::Long(uuid.1 as i64)),
                _ => None,
            })
        }),
        complete: true,
        ..Native::new("java.util.UUID")
    },
];

/// `java.util.Random`: its sequence for a seed is part of Java's specification.
pub(super) struct Random(Mutex<i64>);

impl Random {
    /// With a seed that nobody knows.
    pub(super) fn new() -> Self {
        Random(Mutex::new(scrambled(seed_of_now())))
    }

    fn bits(&self, bits: u32) -> i32 {
        let mut seed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *seed = seed.wrapping_mul(0x5_DEEC_E66D).wrapping_add(0xB) & ((1 << 48) - 1);
        (*seed >> (48 - bits)) as i32
    }

    fn long(&self) -> i64 {
        (i64::from(self.bits(32)) << 32).wrapping_add(i64::from(self.bits(32)))
    }

    pub(super) fn int(&self, bound: i32) -> i32 {
        if bound & bound.wrapping_neg() == bound {
            return ((i64::from(bound) * i64::from(self.bits(31))) >> 31) as i32;
        }
        loop {
            let bits = self.bits(31);
            let value = bits % bound;
            if bits.wrapping_sub(value).wrapping_add(bound - 1) >= 0 {
                return value;
            }
        }
    }

    fn double(&self) -> f64 {
        let bits = (i64::from(self.bits(26)) << 27) + i64::from(self.bits(27));
        bits as f64 / (1i64 << 53) as f64
    }
}

impl Object for Random {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("java.util.Random", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn scrambled(seed: i64) -> i64 {
    (seed ^ 0x5_DEEC_E66D) & ((1 << 48) - 1)
}

fn seed_of_now() -> i64 {
    use std::hash::BuildHasher;
    // Every `RandomState` has keys of its own.
    std::collections::hash_map::RandomState::new().hash_one(0) as i64
}

fn random(_: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(random) = target.downcast_ref::<Random>() else { return Ok(None) };
    Ok(Some(match (name, args) {
        ("nextInt", []) => Value::Int(random.bits(32)),
        ("nextInt", [bound]) => {
            let bound = coerce::to_int(bound)?;
            if bound <= 0 {
                return Err(Error::illegal_argument("bound must be positive"));
            }
            Value::Int(random.int(bound))
        }
        ("nextInt", [from, to]) => {
            let (from, to) = (coerce::to_int(from)?, coerce::to_int(to)?);
            if from >= to {
                return Err(Error::illegal_argument("bound must be greater than origin"));
            }
            Value::Int(from + random.int(to.wrapping_sub(from).max(1)))
        }
        ("nextLong", []) => Value::Long(random.long()),
        ("nextBoolean", []) => Value::Bool(random.bits(1) != 0),
        ("nextDouble", []) => Value::Double(random.double()),
        ("nextFloat", []) => Value::Float(random.bits(24) as f32 / (1 << 24) as f32),
        ("nextGaussian", []) => loop {
            let (a, b) = (2.0 * random.double() - 1.0, 2.0 * random.double() - 1.0);
            let s = a * a + b * b;
            if s < 1.0 && s != 0.0 {
                break Value::Double(a * (-2.0 * s.ln() / s).sqrt());
            }
        },
        ("setSeed", [seed]) => {
            *random.0.lock().unwrap_or_else(PoisonError::into_inner) = scrambled(coerce::to_long(seed)?);
            Value::Null
        }
        _ => return Ok(None),
    }))
}

struct Uuid(u64, u64);

impl Object for Uuid {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("java.util.UUID", &["java.lang.Comparable"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<Uuid>().is_some_and(|other| (other.0, other.1) == (self.0, self.1))
    }

    fn hash_code(&self) -> i32 {
        let both = self.0 ^ self.1;
        ((both >> 32) ^ both) as i32
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let (high, low) = (self.0, self.1);
        write!(
            out,
            "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
            high >> 32,
            (high >> 16) & 0xffff,
            high & 0xffff,
            low >> 48,
            low & 0xffff_ffff_ffff
        )
    }
}
