//! `java.util` beyond collections: iterators, tokenizers, `Arrays`, `Collections`, locales, random numbers.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::text::Locale;
use vespid_render::value::Class;
use vespid_render::value::Items;
use vespid_render::value::Object;
use vespid_render::value::coerce;
use vespid_render::value::methods::call_method;

use super::collections::all;
use super::table::Native;
use crate::vm::Array;
use crate::vm::Cx;

pub(super) const CLASSES: &[Native] = &[
    Native {
        statics: "asList/0+:List sort/1,2,3,4:void fill/2,4:void toString/1:String copyOf/2:? copyOfRange/3:? \
                  equals/2:boolean stream/1:? hashCode/1:int deepToString/1:String binarySearch/2:int",
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
    Native {
        supers: &["java.util.Enumeration"],
        methods: "hasMoreTokens:boolean nextToken/0,1:String countTokens:int",
        make: Some(|_, args| {
            let (text, delimiters, keep) = match args {
                [text] => (text, None, false),
                [text, delimiters] => (text, Some(delimiters), false),
                [text, delimiters, keep] => (text, Some(delimiters), *keep == Value::Bool(true)),
                _ => return Ok(None),
            };
            if text.is_null() {
                return Err(Error::new(class::NULL_POINTER, "the text is null"));
            }
            let delimiters =
                delimiters.map_or(" \t\n\r\u{c}".into(), |text| coerce::to_text(text).into_owned());
            let text: Vec<char> = coerce::to_text(text).chars().collect();
            let state = Mutex::new(Tokens { text, at: 0, delimiters, keep });
            Ok(Some(Value::new(Tokenizer(state))))
        }),
        call: Some(tokenizer),
        complete: true,
        ..Native::new("java.util.StringTokenizer")
    },
    Native {
        statics: "equals/2:boolean hash/0+:int hashCode/1:int toString/1,2:String requireNonNull/1,2:? \
                  isNull/1:boolean nonNull/1:boolean requireNonNullElse/2:? compare/3:int",
        call_static: Some(|cx, name, args| match (name, args) {
            ("requireNonNull", [Value::Null]) => Err(Error::new(class::NULL_POINTER, "")),
            ("requireNonNull", [Value::Null, message]) => {
                Err(Error::new(class::NULL_POINTER, coerce::to_text(message).as_ref()))
            }
            ("requireNonNull", [value, ..]) => Ok(Some(value.clone())),
            ("toString", [Value::Null, default]) => Ok(Some(default.clone())),
            ("toString", [value, ..]) => super::text(cx, value).map(|text| Some(Value::Str(text))),
            _ => Ok(None),
        }),
        complete: true,
        ..Native::new("java.util.Objects")
    },
    Native {
        methods: "isPresent:boolean isEmpty:boolean get:? orElse/1:? orElseGet/1:? orElseThrow/0,1:? ifPresent/1:void \
                  map/1:Optional filter/1:Optional flatMap/1:Optional",
        statics: "of/1:Optional ofNullable/1:Optional empty:Optional",
        call: Some(|cx, target, name, args| {
            let value = || call_method(target, "orElse", &[Value::Null]);
            Ok(Some(match (name, args) {
                ("orElseGet", [make]) => match value()? {
                    Value::Null => cx.invoke(make, "get", &[])?,
                    value => value,
                },
                ("ifPresent", [action]) => match value()? {
                    Value::Null => Value::Null,
                    value => cx.invoke(action, "accept", &[value]).map(|_| Value::Null)?,
                },
                ("orElseThrow", [make]) => match value()? {
                    Value::Null => return Err(super::error_of(&cx.invoke(make, "get", &[])?)),
                    value => value,
                },
                ("isEmpty", []) => Value::Bool(value()?.is_null()),
                _ => return Ok(None),
            }))
        }),
        ..Native::new("java.util.Optional")
    },
    Native {
        methods: "getLanguage:String getCountry:String getVariant:String getDisplayName/0,1:String toLanguageTag:String \
                  getDisplayLanguage/0,1:String getDisplayCountry/0,1:String getISO3Language:String",
        statics: "getDefault/0,1:Locale forLanguageTag/1:Locale getAvailableLocales:Locale[] setDefault/1:void",
        fields: "ENGLISH:Locale US:Locale UK:Locale GERMAN:Locale GERMANY:Locale FRENCH:Locale FRANCE:Locale \
                 ITALIAN:Locale ITALY:Locale JAPANESE:Locale JAPAN:Locale KOREAN:Locale KOREA:Locale CHINESE:Locale \
                 CHINA:Locale CANADA:Locale ROOT:Locale",
        field: Some(|name| {
            let locale = match name {
                "ENGLISH" => Locale::new("en", "", ""),
                "US" => Locale::us(),
                "UK" => Locale::new("en", "GB", ""),
                "GERMAN" => Locale::new("de", "", ""),
                "GERMANY" => Locale::new("de", "DE", ""),
                "FRENCH" => Locale::new("fr", "", ""),
                "FRANCE" => Locale::new("fr", "FR", ""),
                "ITALIAN" => Locale::new("it", "", ""),
                "ITALY" => Locale::new("it", "IT", ""),
                "JAPANESE" => Locale::new("ja", "", ""),
                "JAPAN" => Locale::new("ja", "JP", ""),
                "KOREAN" => Locale::new("ko", "", ""),
                "KOREA" => Locale::new("ko", "KR", ""),
                "CHINESE" => Locale::new("zh", "", ""),
                "CHINA" => Locale::new("zh", "CN", ""),
                "CANADA" => Locale::new("en", "CA", ""),
                "ROOT" => Locale::ROOT,
                _ => return None,
            };
            Some(locale_value(locale))
        }),
        make: Some(|_, args| {
            let text =
                |index: usize| args.get(index).map_or(String::new(), |arg| coerce::to_text(arg).into_owned());
            Ok((1..=3).contains(&args.len()).then(|| locale_value(Locale::new(&text(0), &text(1), &text(2)))))
        }),
        call_static: Some(|_, name, args| {
            Ok(Some(match (name, args) {
                ("getDefault", _) => locale_value(Locale::us()),
                ("forLanguageTag", [tag]) => locale_value(Locale::for_language_tag(&coerce::to_text(tag))),
                _ => return Ok(None),
            }))
        }),
        ..Native::new("java.util.Locale")
    },
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
                    let random = Mutex::new(scrambled(seed_of_now()));
                    let of = Random(random);
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
    Native {
        methods: "get:int set/1:void incrementAndGet:int getAndIncrement:int decrementAndGet:int getAndDecrement:int \
                  addAndGet/1:int getAndAdd/1:int intValue:int compareAndSet/2:boolean getAndSet/1:int",
        make: Some(|_, args| {
            let start = args.first().map_or(Ok(0), coerce::to_long)?;
            Ok(Some(Value::new(Counter { class: &ATOMIC_INT, value: start.into() })))
        }),
        call: Some(counter),
        complete: true,
        ..Native::new("java.util.concurrent.atomic.AtomicInteger")
    },
    Native {
        methods: "get:long set/1:void incrementAndGet:long getAndIncrement:long decrementAndGet:long \
                  getAndDecrement:long addAndGet/1:long getAndAdd/1:long longValue:long intValue:int \
                  compareAndSet/2:boolean getAndSet/1:long",
        make: Some(|_, args| {
            let start = args.first().map_or(Ok(0), coerce::to_long)?;
            Ok(Some(Value::new(Counter { class: &ATOMIC_LONG, value: start.into() })))
        }),
        call: Some(counter),
        complete: true,
        ..Native::new("java.util.concurrent.atomic.AtomicLong")
    },
];

static ATOMIC_INT: LazyLock<Class> =
    LazyLock::new(|| Class::new("java.util.concurrent.atomic.AtomicInteger", &["java.lang.Number"]));
static ATOMIC_LONG: LazyLock<Class> =
    LazyLock::new(|| Class::new("java.util.concurrent.atomic.AtomicLong", &["java.lang.Number"]));

struct Counter {
    class: &'static LazyLock<Class>,
    value: std::sync::atomic::AtomicI64,
}

impl Object for Counter {
    fn class(&self) -> &Class {
        self.class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", self.value.load(std::sync::atomic::Ordering::SeqCst))
    }
}

fn counter(_: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    use std::sync::atomic::Ordering::SeqCst;
    let Some(counter) = target.downcast_ref::<Counter>() else { return Ok(None) };
    let is_int = std::ptr::eq(counter.class, &raw const ATOMIC_INT);
    let value = &counter.value;
    let wrap = |number: i64| if is_int { Value::Int(number as i32) } else { Value::Long(number) };
    let change = |by: i64| {
        let mut before = 0;
        let _ = value.fetch_update(SeqCst, SeqCst, |old| {
            before = old;
            let new = old.wrapping_add(by);
            Some(if is_int { i64::from(new as i32) } else { new })
        });
        before
    };
    Ok(Some(match (name, args) {
        ("get" | "longValue", []) => wrap(value.load(SeqCst)),
        ("intValue", []) => Value::Int(value.load(SeqCst) as i32),
        ("set", [new]) => {
            value.store(coerce::to_long(new)?, SeqCst);
            Value::Null
        }
        ("getAndSet", [new]) => wrap(value.swap(coerce::to_long(new)?, SeqCst)),
        ("incrementAndGet", []) => wrap(change(1).wrapping_add(1)),
        ("decrementAndGet", []) => wrap(change(-1).wrapping_sub(1)),
        ("getAndIncrement", []) => wrap(change(1)),
        ("getAndDecrement", []) => wrap(change(-1)),
        ("addAndGet", [by]) => {
            let by = coerce::to_long(by)?;
            wrap(change(by).wrapping_add(by))
        }
        ("getAndAdd", [by]) => wrap(change(coerce::to_long(by)?)),
        ("compareAndSet", [old, new]) => {
            let (old, new) = (coerce::to_long(old)?, coerce::to_long(new)?);
            Value::Bool(value.compare_exchange(old, new, SeqCst, SeqCst).is_ok())
        }
        _ => return Ok(None),
    }))
}

/// A `java.util.Locale`.
pub(crate) struct JavaLocale(pub(crate) Locale);

impl Object for JavaLocale {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            let property = |name: &str| vespid_render::value::Property::read_only(name, "java.lang.String");
            Class::with_properties(
                "java.util.Locale",
                &[],
                vec![property("language"), property("country"), property("variant")],
            )
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> Result<Value> {
        Ok(Value::str(match index {
            0 => self.0.language(),
            1 => self.0.country(),
            _ => self.0.variant(),
        }))
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(Some(match (method, args) {
            ("toLanguageTag", []) => Value::str(self.0.to_language_tag()),
            _ => return Ok(None),
        }))
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<JavaLocale>().is_some_and(|other| other.0 == self.0)
    }

    fn hash_code(&self) -> i32 {
        match call_method(&Value::str(self.0.to_string()), "hashCode", &[]) {
            Ok(Value::Int(hash)) => hash,
            _ => 0,
        }
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", self.0)
    }
}

/// A locale as an object.
pub(super) fn locale_value(locale: Locale) -> Value {
    Value::new(JavaLocale(locale))
}

/// Items one after the other, as iterators and enumerations give them.
struct Cursor(Mutex<std::vec::IntoIter<Value>>);

impl Object for Cursor {
    fn class(&self) -> &Class {
        &super::functions::ITERATOR
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        Some(Box::new(std::iter::from_fn(move || {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).next().map(Ok)
        })))
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        let mut items = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Some(match (method, args) {
            ("hasNext" | "hasMoreElements", []) => Value::Bool(items.len() > 0),
            ("next" | "nextElement", []) => items
                .next()
                .ok_or_else(|| Error::new("java.util.NoSuchElementException", "there are no more items"))?,
            _ => return Ok(None),
        }))
    }
}

/// An `Enumeration`, which is an `Iterator` too.
pub(super) fn enumeration(items: Vec<Value>) -> Value {
    Value::new(Cursor(Mutex::new(items.into_iter())))
}

/// An `Enumeration` of what can be iterated.
pub(super) fn enumerate(value: &Value) -> Value {
    enumeration(all(value).unwrap_or_default())
}

/// A `ListIterator`, which can remove and set.
struct ListCursor {
    list: Value,
    state: Mutex<(usize, Option<usize>)>,
}

impl Object for ListCursor {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            Class::new("vespid.ListIterator", &["java.util.ListIterator", "java.util.Iterator"])
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        let Some(list) = self.list.as_object().and_then(|object| object.as_list()) else { return Ok(None) };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, last) = &mut *state;
        let none = || Error::new("java.util.NoSuchElementException", "there are no more items");
        let nothing = || Error::illegal_state("there is no item to change");
        Ok(Some(match (method, args) {
            ("hasNext", []) => Value::Bool(*at < list.len()),
            ("next", []) => {
                let item = list.get(*at).ok_or_else(none)?;
                *last = Some(*at);
                *at += 1;
                item
            }
            ("hasPrevious", []) => Value::Bool(*at > 0),
            ("previous", []) => {
                let index = at.checked_sub(1).ok_or_else(none)?;
                *at = index;
                *last = Some(index);
                list.get(index).ok_or_else(none)?
            }
            ("nextIndex", []) => Value::Int(*at as i32),
            ("previousIndex", []) => Value::Int(*at as i32 - 1),
            ("remove", []) => {
                let index = last.take().ok_or_else(nothing)?;
                list.remove(index)?;
                *at = index;
                Value::Null
            }
            ("set", [item]) => {
                list.set(last.ok_or_else(nothing)?, item.clone())?;
                Value::Null
            }
            ("add", [item]) => {
                list.insert(*at, item.clone())?;
                *at += 1;
                Value::Null
            }
            _ => return Ok(None),
        }))
    }
}

/// An iterator over a list that can change it.
pub(super) fn list_iterator(list: Value, from: usize) -> Value {
    Value::new(ListCursor { list, state: Mutex::new((from, None)) })
}

/// A `StringTokenizer`.
struct Tokenizer(Mutex<Tokens>);

#[derive(Clone)]
struct Tokens {
    text: Vec<char>,
    at: usize,
    delimiters: String,
    keep: bool,
}

impl Tokens {
    fn skip(&mut self) {
        while !self.keep && self.text.get(self.at).is_some_and(|char| self.delimiters.contains(*char)) {
            self.at += 1;
        }
    }

    fn next(&mut self) -> Option<String> {
        self.skip();
        let first = *self.text.get(self.at)?;
        if self.keep && self.delimiters.contains(first) {
            self.at += 1;
            return Some(first.into());
        }
        let from = self.at;
        while self.text.get(self.at).is_some_and(|char| !self.delimiters.contains(*char)) {
            self.at += 1;
        }
        Some(self.text[from..self.at].iter().collect())
    }
}

impl Object for Tokenizer {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("java.util.StringTokenizer", &["java.util.Enumeration"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn tokenizer(_: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(tokenizer) = target.downcast_ref::<Tokenizer>() else { return Ok(None) };
    let mut tokens = tokenizer.0.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(Some(match (name, args) {
        ("hasMoreTokens" | "hasMoreElements", []) => {
            tokens.skip();
            Value::Bool(tokens.at < tokens.text.len())
        }
        ("nextToken" | "nextElement", args) => {
            if let [delimiters] = args {
                tokens.delimiters = coerce::to_text(delimiters).into_owned();
            }
            match tokens.next() {
                Some(token) => Value::str(token),
                None => return Err(Error::new("java.util.NoSuchElementException", "")),
            }
        }
        ("countTokens", []) => {
            let mut rest = tokens.clone();
            Value::Int(std::iter::from_fn(|| rest.next()).count() as i32)
        }
        _ => return Ok(None),
    }))
}

/// `java.util.Random`: its sequence for a seed is part of Java's specification.
struct Random(Mutex<i64>);

impl Random {
    fn bits(&self, bits: u32) -> i32 {
        let mut seed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *seed = seed.wrapping_mul(0x5_DEEC_E66D).wrapping_add(0xB) & ((1 << 48) - 1);
        (*seed >> (48 - bits)) as i32
    }

    fn long(&self) -> i64 {
        (i64::from(self.bits(32)) << 32).wrapping_add(i64::from(self.bits(32)))
    }

    fn int(&self, bound: i32) -> i32 {
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

fn arrays(cx: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let set = |target: &Value, from: usize, items: Vec<Value>| -> Result<()> {
        let Some(list) = target.as_object().and_then(|object| object.as_list()) else { return Ok(()) };
        for (offset, item) in items.into_iter().enumerate() {
            list.set(from + offset, item)?;
        }
        Ok(())
    };
    Ok(Some(match (name, args) {
        ("asList", args) => Value::list(super::lang::spread(args)),
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
            for item in super::lang::spread(items) {
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
        ("reverseOrder", []) => super::functions::reverse_order(&Value::Null),
        ("reverseOrder", [order]) => super::functions::reverse_order(order),
        ("max" | "min", [of, rest @ ..]) => {
            let mut items = all(of)?;
            super::functions::sort(cx, &mut items, rest.first().unwrap_or(&Value::Null))?;
            let found = if name == "max" { items.pop() } else { items.into_iter().next() };
            found.ok_or_else(|| Error::new("java.util.NoSuchElementException", ""))?
        }
        ("shuffle", [list, ..]) => {
            let mut items = all(list)?;
            let random = Random(Mutex::new(scrambled(seed_of_now())));
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
