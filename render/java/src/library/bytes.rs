//! Streams of bytes over memory: `java.io.InputStream` and its kin.

use std::any::Any;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Class;
use vespid_render::value::ListView;
use vespid_render::value::Object;
use vespid_render::value::coerce;

use super::io;
use super::table::Native;
use crate::vm::Array;
use crate::vm::Cx;

const INPUT: &[&str] = &["java.io.InputStream"];

pub(super) const CLASSES: &[Native] = &[
    Native {
        supers: &["java.io.Closeable"],
        methods: "read/0,1,3:int available:int skip/1:long close:void mark/1:void reset:void markSupported:boolean \
                  readAllBytes:byte[]",
        call: Some(call),
        complete: true,
        ..Native::new("java.io.InputStream")
    },
    Native {
        supers: INPUT,
        make: Some(|_, args| match args {
            [bytes] => Ok(Some(input_stream(&bytes_of(bytes)?))),
            _ => Ok(None),
        }),
        complete: true,
        ..Native::new("java.io.ByteArrayInputStream")
    },
    Native {
        supers: INPUT,
        make: Some(|_, args| match args {
            // What lies in memory needs no buffer of its own.
            [stream, ..] if stream.downcast_ref::<Input>().is_some() => Ok(Some(stream.clone())),
            _ => Ok(None),
        }),
        complete: true,
        ..Native::new("java.io.BufferedInputStream")
    },
    Native {
        supers: &["java.io.Reader"],
        make: Some(|_, args| {
            let Some(input) = args.first().and_then(|stream| stream.downcast_ref::<Input>()) else {
                return Ok(None);
            };
            let charset = args.get(1).map_or("UTF-8".into(), |charset| coerce::to_text(charset).into_owned());
            let mut state = input.state();
            let text = io::decode(&state.bytes[state.at..], &charset)?;
            state.at = state.bytes.len();
            Ok(Some(io::reader_of(&text)))
        }),
        ..Native::new("java.io.InputStreamReader")
    },
];

/// An `InputStream` over bytes.
struct Input(Mutex<State>);

struct State {
    bytes: Box<[u8]>,
    at: usize,
    mark: usize,
}

impl Input {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Object for Input {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            let supers = ["java.io.BufferedInputStream", "java.io.InputStream", "java.io.Closeable"];
            Class::new("java.io.ByteArrayInputStream", &supers)
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// An `InputStream` over these bytes.
pub(crate) fn input_stream(bytes: &[u8]) -> Value {
    Value::new(Input(Mutex::new(State { bytes: bytes.into(), at: 0, mark: 0 })))
}

/// All that is left to read of a native `InputStream`; `None`: it is none.
pub(super) fn rest_of(stream: &Value) -> Option<Box<[u8]>> {
    let mut state = stream.downcast_ref::<Input>()?.state();
    let rest = state.bytes[state.at..].into();
    state.at = state.bytes.len();
    Some(rest)
}

/// The content of a `byte[]`.
fn bytes_of(value: &Value) -> Result<Vec<u8>> {
    let array: &Array = value
        .downcast_ref()
        .ok_or_else(|| Error::new(class::NULL_POINTER, "there are no bytes to read from"))?;
    Ok((0..array.length()).filter_map(|index| array.at(index)).map(|byte| byte as u8).collect())
}

fn call(_: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(input) = target.downcast_ref::<Input>() else { return Ok(None) };
    let mut state = input.state();
    let left = state.bytes.len() - state.at;
    Ok(Some(match (name, args) {
        ("read", []) => match state.bytes.get(state.at).copied() {
            Some(byte) => {
                state.at += 1;
                Value::Int(byte.into())
            }
            None => Value::Int(-1),
        },
        ("read", [array, rest @ ..]) => {
            let into: &Array = array
                .downcast_ref()
                .ok_or_else(|| Error::new(class::NULL_POINTER, "there is no array to read into"))?;
            let (from, count) = match rest {
                [from, count] => (coerce::to_int(from)?, coerce::to_int(count)?),
                _ => (0, into.length() as i32),
            };
            let (Ok(from), Ok(count)) = (usize::try_from(from), usize::try_from(count)) else {
                return Err(Error::new(class::INDEX_OUT_OF_BOUNDS, "the range lies outside of the array"));
            };
            if count > into.length().saturating_sub(from) {
                return Err(Error::new(class::INDEX_OUT_OF_BOUNDS, "the range lies outside of the array"));
            }
            if left == 0 && count > 0 {
                return Ok(Some(Value::Int(-1)));
            }
            let count = count.min(left);
            for index in 0..count {
                let byte = state.bytes[state.at + index] as i8;
                ListView::set(into, from + index, Value::Byte(byte))?;
            }
            state.at += count;
            Value::Int(count as i32)
        }
        ("available", []) => Value::Int(left as i32),
        ("skip", [count]) => {
            let count = usize::try_from(coerce::to_long(count)?).unwrap_or(0).min(left);
            state.at += count;
            Value::Long(count as i64)
        }
        ("mark", [_]) => {
            state.mark = state.at;
            Value::Null
        }
        ("reset", []) => {
            state.at = state.mark;
            Value::Null
        }
        ("markSupported", []) => Value::Bool(true),
        ("readAllBytes", []) => {
            let rest = Array::bytes(&state.bytes[state.at..]);
            state.at = state.bytes.len();
            rest
        }
        ("close", []) => Value::Null,
        _ => return Ok(None),
    }))
}
