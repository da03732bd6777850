//! `java.util.Arrays` and `Collections`.

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::coerce;
use vespid_render::value::methods::call_method;

use super::collections::all;
use super::iterators::enumerate;
use super::iterators::enumeration;
use super::random::Random;
use super::table::Native;
use crate::vm::Array;
use crate::vm::Cx;

pub(super) const CLASSES: &[Native] = &[
    Native {
        statics: "asList/0+:List sort/1,2,3,4:void fill/2,4:void toString/1:String copyOf/2:? copyOfRange/3:? \
                  equals/2:boolean stream/1,3:? setAll/2:void hashCode/1:int deepToString/1:String binarySearch/2:int",
        call_static: Some(arrays),
        complete: true,
        ..Native::new("java.util.Arrays")
    },
    Native {
        statics: "sort/1,2:void reverse/1:void shuffle/1,2:void emptyList:List emptyMap:Map emptySet:Set \
                  singletonList/1:List singleton/1:Set singletonMap/2:Map unmodifiableList/1:List \
                  unmodifiableMap/1:Map unmodifiableSet/1:Set unmodifiableCollection/1:Collection max/1,2:? \
                  min/1,2:? reverseOrder/0,1:Comparator synchronizedList/1:List synchronizedMap/1:Map \
                  enumeration/1:Enumeration addAll/1+:boolean frequency/2:int nCopies/2:List list/1:ArrayList \
                  swap/3:void emptyIterator:Iterator",
        fields: "EMPTY_LIST:List EMPTY_MAP:Map EMPTY_SET:Set",
        field: Some(|name| match name {
            "EMPTY_LIST" => Some(Value::list([])),
            "EMPTY_MAP" => Some(Value::map([])),
            "EMPTY_SET" => Some(Value::set([])),
            _ => None,
        }),
        call_static: Some(collections),
        complete: true,
        ..Native::new("java.util.Collections")
    },
];

fn arrays(cx: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let set = |target: &Value, from: usize, items: Vec<Value>| -> Result<()> {
        let Some(list) = target.as_object().and_then(|object| object.as_list()) else { return Ok(()) };
        for (offset, item) in items.into_iter().enumerate() {
            list.set(from + offset, item)?;
        }
        Ok(())
    };
    Ok(Some(match (name, args) {
        ("asList", args) => Value::list(super::strings::spread(args)),
        ("toString" | "deepToString", [Value::Null]) => Value::str("null"),
        ("toString", [array]) => {
            let mut texts = Vec::new();
            for item in all(array)? {
                texts.push(super::text(cx, &item)?);
            }
            Value::str(format!("[{}]", texts.join(", ")))
        }
        ("deepToString", [array]) => {
            let mut texts = Vec::new();
            for item in all(array)? {
                let nested = item.class_name().is_some_and(|name| name.starts_with('['));
                texts.push(match nested {
                    true => arrays(cx, "deepToString", &[item])?.unwrap_or_default().to_string(),
                    false => super::text(cx, &item)?.to_string(),
                });
            }
            Value::str(format!("[{}]", texts.join(", ")))
        }
        ("sort", [array]) | ("sort", [array, Value::Null]) => {
            let mut items = all(array)?;
            super::functions::sort(cx, &mut items, &Value::Null)?;
            set(array, 0, items)?;
            Value::Null
        }
        ("sort", [array, order]) => {
            let mut items = all(array)?;
            super::functions::sort(cx, &mut items, order)?;
            set(array, 0, items)?;
            Value::Null
        }
        ("sort", [array, from, to]) => {
            let (from, to) = (coerce::to_int(from)? as usize, coerce::to_int(to)? as usize);
            let items = all(array)?;
            let Some(part) = items.get(from..to) else {
                return Err(Error::new(class::INDEX_OUT_OF_BOUNDS, format!("no part from {from} to {to}")));
            };
            let mut part = part.to_vec();
            super::functions::sort(cx, &mut part, &Value::Null)?;
            set(array, from, part)?;
            Value::Null
        }
        ("fill", [array, value]) => {
            let count = all(array)?.len();
            set(array, 0, vec![value.clone(); count])?;
            Value::Null
        }
        ("fill", [array, from, to, value]) => {
            let (from, to) = (coerce::to_int(from)? as usize, coerce::to_int(to)? as usize);
            set(array, from, vec![value.clone(); to.saturating_sub(from).min(all(array)?.len())])?;
            Value::Null
        }
        ("copyOf" | "copyOfRange", [array, rest @ ..]) => {
            let component = match array.downcast_ref::<Array>() {
                Some(array) => array.component().clone(),
                None => "java.lang.Object".into(),
            };
            let (from, to) = match rest {
                [length] => (0, coerce::to_int(length)?),
                [from, to] => (coerce::to_int(from)?, coerce::to_int(to)?),
                _ => return Ok(None),
            };
            let length = usize::try_from(to - from)
                .map_err(|_| Error::new("java.lang.NegativeArraySizeException", (to - from).to_string()))?;
            cx.allocate(length * 24)?;
            let copy = Value::new(Array::new(&component, length));
            let items = all(array)?.into_iter().skip(from.max(0) as usize).take(length).collect();
            set(&copy, 0, items)?;
            copy
        }
        ("equals", [a, b]) => Value::Bool(match (a.is_null(), b.is_null()) {
            (false, false) => all(a)? == all(b)?,
            (a, b) => a && b,
        }),
        ("stream", [array, part @ ..]) => super::streams::of_array(array, part)?,
        ("setAll", [array, make]) => {
            for index in 0..all(array)?.len() {
                let item = cx.invoke(make, "apply", &[Value::Int(index as i32)])?;
                set(array, index, vec![item])?;
            }
            Value::Null
        }
        ("hashCode", [array]) => call_method(&Value::list(all(array)?), "hashCode", &[])?,
        ("binarySearch", [array, wanted]) => {
            let items = all(array)?;
            let (mut low, mut high) = (0i32, items.len() as i32 - 1);
            while low <= high {
                let middle = (low + high) / 2;
                match super::functions::natural(cx, &items[middle as usize], wanted)?.cmp(&0) {
                    std::cmp::Ordering::Less => low = middle + 1,
                    std::cmp::Ordering::Greater => high = middle - 1,
                    std::cmp::Ordering::Equal => return Ok(Some(Value::Int(middle))),
                }
            }
            Value::Int(-(low + 1))
        }
        _ => return Ok(None),
    }))
}

fn collections(cx: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match (name, args) {
        ("sort", [list]) => cx.invoke(list, "sort", &[Value::Null])?,
        ("sort", [list, order]) => cx.invoke(list, "sort", std::slice::from_ref(order))?,
        (
            "unmodifiableList"
            | "unmodifiableMap"
            | "unmodifiableSet"
            | "unmodifiableCollection"
            | "synchronizedList"
            | "synchronizedMap",
            [of],
        ) => of.clone(),
        ("enumeration", [of]) => enumerate(of),
        ("emptyIterator", []) => enumeration(Vec::new()),
        ("list", [of]) => Value::list(all(of)?),
        ("addAll", [to, items @ ..]) => {
            let mut changed = false;
            for item in super::strings::spread(items) {
                changed |= cx.invoke(to, "add", &[item])? == Value::Bool(true);
            }
            Value::Bool(changed)
        }
        ("frequency", [of, item]) => Value::Int(all(of)?.iter().filter(|own| *own == item).count() as i32),
        ("nCopies", [count, item]) => {
            let count = coerce::to_int(count)?.max(0) as usize;
            cx.allocate(count * 24)?;
            Value::list(vec![item.clone(); count])
        }
        ("singleton", [item]) => Value::set([item.clone()]),
        ("singletonMap", [key, value]) => Value::map([(key.clone(), value.clone())]),
        ("reverseOrder", []) => super::functions::reverse_order(&Value::Null)?,
        ("reverseOrder", [order]) => super::functions::reverse_order(order)?,
        ("max" | "min", [of, rest @ ..]) => {
            let mut items = all(of)?;
            super::functions::sort(cx, &mut items, rest.first().unwrap_or(&Value::Null))?;
            let found = if name == "max" { items.pop() } else { items.into_iter().next() };
            found.ok_or_else(|| Error::new("java.util.NoSuchElementException", ""))?
        }
        ("shuffle", [list, ..]) => {
            let mut items = all(list)?;
            let random = Random::new();
            for index in (1..items.len()).rev() {
                items.swap(index, random.int(index as i32 + 1) as usize);
            }
            if let Some(list) = list.as_object().and_then(|object| object.as_list()) {
                for (index, item) in items.into_iter().enumerate() {
                    list.set(index, item)?;
                }
            }
            Value::Null
        }
        ("swap", [list, a, b]) => {
            let (first, second) = (
                cx.invoke(list, "get", std::slice::from_ref(a))?,
                cx.invoke(list, "get", std::slice::from_ref(b))?,
            );
            cx.invoke(list, "set", &[a.clone(), second])?;
            cx.invoke(list, "set", &[b.clone(), first])?;
            Value::Null
        }
        _ => return Ok(None),
    }))
}
