//! `java.lang`: objects, boxes, classes, enums and records.

use std::any::Any;
use std::sync::LazyLock;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::coerce;

use super::table::Native;
use crate::vm::Cx;

/// What every number has.
const NUMBER: &str = "intValue:int longValue:long doubleValue:double floatValue:float shortValue:short \
                      byteValue:byte compareTo/1:int";

const fn number(name: &'static str, statics: &'static str, fields: &'static str) -> Native {
    Native {
        supers: &["java.lang.Number", "java.lang.Comparable"],
        methods: "isNaN:boolean isInfinite:boolean",
        statics,
        fields,
        complete: true,
        ..Native::new(name)
    }
}

pub(super) const CLASSES: &[Native] = &[
    Native {
        methods: "equals/1:boolean hashCode:int toString:String getClass:Class notify:void notifyAll:void \
                  wait/0,1:void",
        make: Some(|_, args| match args {
            [] => Ok(Some(Value::new(Plain))),
            _ => Ok(None),
        }),
        call: Some(object),
        complete: true,
        ..Native::new("java.lang.Object")
    },
    Native { methods: "compareTo/1:int", complete: true, ..Native::new("java.lang.Comparable") },
    Native {
        methods: "iterator:Iterator forEach/1:void",
        complete: true,
        ..Native::new("java.lang.Iterable")
    },
    Native { methods: "run:void", complete: true, ..Native::new("java.lang.Runnable") },
    Native { methods: "close:void", complete: true, ..Native::new("java.lang.AutoCloseable") },
    Native { complete: true, ..Native::new("java.lang.Cloneable") },
    Native { complete: true, ..Native::new("java.io.Serializable") },
    Native {
        supers: &["java.io.Serializable"],
        methods: NUMBER,
        complete: true,
        ..Native::new("java.lang.Number")
    },
    number(
        "java.lang.Integer",
        "valueOf/1,2:Integer parseInt/1,2:int toString/1,2:String toHexString/1:String toOctalString/1:String \
         toBinaryString/1:String max/2:int min/2:int sum/2:int compare/2:int signum/1:int bitCount/1:int \
         hashCode/1:int decode/1:Integer parseUnsignedInt/1:int reverse/1:int",
        "MAX_VALUE:int MIN_VALUE:int SIZE:int BYTES:int",
    ),
    number(
        "java.lang.Long",
        "valueOf/1,2:Long parseLong/1,2:long toString/1,2:String toHexString/1:String toOctalString/1:String \
         toBinaryString/1:String max/2:long min/2:long sum/2:long compare/2:int signum/1:int bitCount/1:int \
         hashCode/1:int decode/1:Long",
        "MAX_VALUE:long MIN_VALUE:long SIZE:int BYTES:int",
    ),
    number(
        "java.lang.Short",
        "valueOf/1,2:Short parseShort/1,2:short toString/1:String compare/2:int hashCode/1:int",
        "MAX_VALUE:short MIN_VALUE:short SIZE:int BYTES:int",
    ),
    number(
        "java.lang.Byte",
        "valueOf/1,2:Byte parseByte/1,2:byte toString/1:String compare/2:int hashCode/1:int",
        "MAX_VALUE:byte MIN_VALUE:byte SIZE:int BYTES:int",
    ),
    number(
        "java.lang.Double",
        "valueOf/1:Double parseDouble/1:double toString/1:String compare/2:int isNaN/1:boolean \
         isInfinite/1:boolean isFinite/1:boolean max/2:double min/2:double sum/2:double hashCode/1:int",
        "MAX_VALUE:double MIN_VALUE:double NaN:double POSITIVE_INFINITY:double NEGATIVE_INFINITY:double SIZE:int \
         BYTES:int",
    ),
    number(
        "java.lang.Float",
        "valueOf/1:Float parseFloat/1:float toString/1:String compare/2:int isNaN/1:boolean \
         isInfinite/1:boolean isFinite/1:boolean hashCode/1:int",
        "MAX_VALUE:float MIN_VALUE:float NaN:float POSITIVE_INFINITY:float NEGATIVE_INFINITY:float SIZE:int \
         BYTES:int",
    ),
    Native {
        supers: &["java.lang.Comparable"],
        methods: "booleanValue:boolean compareTo/1:int",
        statics: "valueOf/1:Boolean parseBoolean/1:boolean toString/1:String compare/2:int hashCode/1:int \
                  logicalAnd/2:boolean logicalOr/2:boolean logicalXor/2:boolean getBoolean/1:boolean",
        fields: "TRUE:Boolean FALSE:Boolean",
        complete: true,
        ..Native::new("java.lang.Boolean")
    },
    Native {
        supers: &["java.lang.Comparable"],
        methods: "charValue:char compareTo/1:int",
        statics: "valueOf/1:Character toString/1:String compare/2:int isDigit/1:boolean isLetter/1:boolean \
                  isLetterOrDigit/1:boolean isAlphabetic/1:boolean isWhitespace/1:boolean isSpaceChar/1:boolean \
                  isUpperCase/1:boolean isLowerCase/1:boolean toUpperCase/1:char toLowerCase/1:char \
                  getNumericValue/1:int hashCode/1:int digit/2:int forDigit/2:char isISOControl/1:boolean \
                  isJavaIdentifierStart/1:boolean isJavaIdentifierPart/1:boolean isSurrogate/1:boolean",
        fields: "MAX_VALUE:char MIN_VALUE:char",
        call_static: Some(character_static),
        complete: true,
        ..Native::new("java.lang.Character")
    },
    Native {
        methods: "name:String ordinal:int compareTo/1:int getDeclaringClass:Class",
        complete: true,
        supers: &["java.lang.Comparable"],
        ..Native::new("java.lang.Enum")
    },
    Native { complete: true, ..Native::new("java.lang.Record") },
    Native { complete: true, ..Native::new("java.lang.Void") },
];

/// `new Object()`
struct Plain;

impl Object for Plain {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("java.lang.Object", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A `java.lang.Class` of that name.
pub(crate) fn class_of(name: &str) -> Value {
    // `getClass` of an object of that class is how `render` makes one.
    struct Of(Class);
    impl Object for Of {
        fn class(&self) -> &Class {
            &self.0
        }
        fn as_any(&self) -> &dyn Any {
            self
        }
    }
    let of = Value::new(Of(Class::new(name, &[])));
    vespid_render::value::methods::call_method(&of, "getClass", &[]).unwrap_or_default()
}

/// What every object has beyond what expressions call.
pub(super) fn object(
    _: &mut Cx<'_, '_>,
    target: &Value,
    name: &str,
    args: &[Value],
) -> Result<Option<Value>> {
    Ok(Some(match (name, args) {
        ("equals", [other]) => Value::Bool(target == other),
        ("hashCode", []) => return vespid_render::value::methods::call_method(target, name, args).map(Some),
        ("notify" | "notifyAll", []) => Value::Null,
        ("wait", _) => return Err(Error::new(class::UNSUPPORTED, "a page can't wait for another")),
        ("toString", []) => Value::str(target.to_string()),
        ("getClass", []) => class_of(target.class_name().unwrap_or("java.lang.Object")),
        _ => return Ok(None),
    }))
}

/// What instances of compiled classes have that declare nothing of it: what every object, enum constant and record has.
pub(super) fn instance(
    cx: &mut Cx<'_, '_>,
    target: &Value,
    of: &crate::vm::Instance,
    name: &str,
    args: &[Value],
) -> Result<Option<Value>> {
    let constant = of.field("$name");
    let ordinal = |of: &crate::vm::Instance| match of.field("$ordinal") {
        Some(Value::Int(ordinal)) => ordinal,
        _ => 0,
    };
    let same = |other: &Value| crate::vm::dynamic::same(target, other);
    Ok(Some(match (name, args, constant) {
        ("name" | "toString", [], Some(name)) => name,
        ("ordinal", [], Some(_)) => Value::Int(ordinal(of)),
        ("compareTo", [other], Some(_)) => match other.downcast_ref::<crate::vm::Instance>() {
            Some(other) => Value::Int(ordinal(of) - ordinal(other)),
            None => return Err(Error::new(class::NULL_POINTER, "null is no constant")),
        },
        ("getDeclaringClass", [], Some(_)) => class_of(Object::class(of).name()),
        ("toString", [], None) if of.info().is_record => {
            let mut text = format!("{}[", Object::class(of).name().rsplit(['.', '$']).next().unwrap_or(""));
            for (index, field) in of.info().fields.iter().filter(|field| !field.is_static).enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                let value = of.field(&field.name).unwrap_or_default();
                text.push_str(&format!("{}={}", field.name, super::text(cx, &value)?));
            }
            text.push(']');
            Value::str(text)
        }
        ("equals", [other], None) if of.info().is_record => {
            let other = other.downcast_ref::<crate::vm::Instance>();
            Value::Bool(other.is_some_and(|other| {
                Object::class(other).id() == Object::class(of).id()
                    && of.info().fields.iter().all(|field| of.field(&field.name) == other.field(&field.name))
            }))
        }
        ("hashCode", [], None) if of.info().is_record => {
            let mut hash = 0i32;
            for field in of.info().fields.iter().filter(|field| !field.is_static) {
                let value = of.field(&field.name).unwrap_or_default();
                let own = match value {
                    Value::Null => 0,
                    value => coerce::to_int(&cx.invoke(&value, "hashCode", &[])?)?,
                };
                hash = hash.wrapping_mul(31).wrapping_add(own);
            }
            Value::Int(hash)
        }
        ("equals", [other], _) => Value::Bool(same(other)),
        ("hashCode", [], _) => Value::Int(of.identity()),
        ("toString", [], _) => {
            let hash = cx.invoke(target, "hashCode", &[])?;
            Value::str(format!("{}@{:x}", Object::class(of).name(), coerce::to_int(&hash)?))
        }
        ("getClass", [], _) => crate::vm::reflect::class_object(&of.module, of.class),
        ("notify" | "notifyAll", [], _) => Value::Null,
        _ => return Ok(None),
    }))
}

fn character_static(_: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let [value, ..] = args else { return Ok(None) };
    let point = match value {
        Value::Char(unit) => u32::from(*unit),
        Value::Int(point) => *point as u32,
        _ => return Ok(None),
    };
    let char = char::from_u32(point).unwrap_or('\u{fffd}');
    Ok(Some(match name {
        "isSpaceChar" => Value::Bool(matches!(char, ' ' | '\u{a0}' | '\u{3000}' | '\u{2000}'..='\u{200a}')),
        "isISOControl" => Value::Bool(point <= 0x1f || (0x7f..=0x9f).contains(&point)),
        "isJavaIdentifierStart" => Value::Bool(char.is_alphabetic() || char == '_' || char == '$'),
        "isJavaIdentifierPart" => Value::Bool(char.is_alphanumeric() || char == '_' || char == '$'),
        "isSurrogate" => Value::Bool((0xd800..=0xdfff).contains(&point)),
        "digit" => {
            let radix = coerce::to_int(args.get(1).unwrap_or(&Value::Int(10)))?;
            Value::Int(char.to_digit(radix.clamp(2, 36) as u32).map_or(-1, |digit| digit as i32))
        }
        "forDigit" => {
            let radix = coerce::to_int(args.get(1).unwrap_or(&Value::Int(10)))?;
            Value::Char(char::from_digit(point, radix.clamp(2, 36) as u32).map_or(0, |char| char as u16))
        }
        "hashCode" => Value::Int(point as i32),
        _ => return Ok(None),
    }))
}
