//! Static members and constructors of Java's classes, as far as expressions in pages use them
//! (Expression Language 6.1, "Static Field and Method Reference" and "Constructor Reference").
//!
//! A page reaches those of `java.lang` by their simple names, others after an import. What is there is listed in
//! `docs/expression-language.md`.

mod io;
mod l10n;
mod lang;
mod math;
mod time;
mod util;

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::Class;
use super::Object;
use super::Str;
use super::Value;
use crate::Result;
use crate::diagnostic::closest;
use crate::error::Error;
use crate::error::class;
use crate::registry::Function;
use crate::registry::Registry;
use crate::script::ScriptClass;

pub use io::Reader;
pub(in crate::value) use time::day_of_week;
pub(in crate::value) use time::month;
pub use util::JavaOptional;

/// What is known of one of Java's own classes.
pub(in crate::value) struct NativeClass {
    pub(in crate::value) name: &'static str,
    pub(in crate::value) fields: &'static [&'static str],
    pub(in crate::value) methods: &'static [&'static str],
    /// The value of a static field.
    pub(in crate::value) field: fn(&str) -> Option<Value>,
    /// Calls a static method; `None`: it takes other arguments.
    pub(in crate::value) call: Call,
    /// Calls a constructor; `None`: it takes other arguments.
    pub(in crate::value) make: Option<Make>,
}

type Make = fn(&[Value]) -> Result<Option<Value>>;

type Call = fn(&str, &[Value]) -> Result<Option<Value>>;

/// The classes of one group.
const GROUPS: [&[NativeClass]; 6] =
    [io::CLASSES, l10n::CLASSES, lang::CLASSES, math::CLASSES, time::CLASSES, util::CLASSES];

fn native(name: &str) -> Option<&'static NativeClass> {
    GROUPS.iter().copied().flatten().find(|class| class.name == name)
}

/// Makes an instance of one of Java's classes without arguments, as `jsp:useBean` does; `None`: it has no such
/// constructor here.
pub(crate) fn instantiate(class: &str) -> Option<Result<Value>> {
    let make = native(class)?.make?;
    make(&[]).transpose()
}

/// What every enum has besides its constants.
fn enum_call(of: &super::EnumClass, method: &str, args: &[Value]) -> Result<Option<Value>> {
    match (method, args) {
        ("values", []) => Ok(Some(Value::list(of.values()))),
        ("valueOf", [name]) => of.value_of(&super::coerce::to_text(name)).map(Some),
        _ => Ok(None),
    }
}

/// A class as an expression sees it: `jakarta.el.ELClass`, whose members are the class's static members.
pub struct StaticClass {
    name: Str,
    native: Option<&'static NativeClass>,
    constants: FxHashMap<Str, Value>,
    functions: FxHashMap<Str, Arc<dyn Function>>,
    make: Option<Arc<dyn Function>>,
    source: Option<Arc<dyn ScriptClass>>,
}

impl StaticClass {
    /// The class of that full name, if it is one of Java's that are known here, or registered.
    pub fn find(name: &str, registry: &Registry) -> Option<Arc<Self>> {
        let native = native(name);
        let statics = registry.statics(name);
        if native.is_none() && statics.is_none() {
            return None;
        }
        let (constants, functions, make) = match statics {
            Some(statics) => {
                (statics.constants.iter().cloned().collect(), statics.functions.clone(), statics.make)
            }
            None => Default::default(),
        };
        Some(Arc::new(StaticClass { name: name.into(), native, constants, functions, make, source: None }))
    }

    /// A class of the application's sources.
    pub(crate) fn of_source(class: Arc<dyn ScriptClass>) -> Self {
        StaticClass {
            name: class.class().name().into(),
            native: None,
            constants: FxHashMap::default(),
            functions: FxHashMap::default(),
            make: None,
            source: Some(class),
        }
    }

    /// The full class name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether there is a static method of that name.
    pub fn has_method(&self, name: &str) -> bool {
        self.functions.contains_key(name)
            || self.native.is_some_and(|native| native.methods.contains(&name))
            || self.source.as_ref().is_some_and(|source| source.has_static_method(name))
    }

    /// The value of a static field.
    pub fn field(&self, name: &str) -> Option<Value> {
        if let Some(source) = &self.source {
            return source.static_field(name).ok()?;
        }
        self.constants.get(name).cloned().or_else(|| self.native.and_then(|native| (native.field)(name)))
    }

    /// Calls a static method.
    ///
    /// # Errors
    /// `MethodNotFoundException` where there is none for such arguments; what the method throws.
    pub fn call_static(&self, method: &str, args: &[Value]) -> Result<Value> {
        if let Some(source) = &self.source {
            return source.call_static(method, None, args);
        }
        if let Some(function) = self.functions.get(method) {
            return function.call(args);
        }
        if let Some(native) = self.native
            && let Some(value) = (native.call)(method, args)?
        {
            return Ok(value);
        }
        Err(self.no_method(method, args.len()))
    }

    /// Calls a constructor.
    ///
    /// # Errors
    /// `MethodNotFoundException` where there is none for such arguments; what the constructor throws.
    pub fn construct(&self, args: &[Value]) -> Result<Value> {
        if let Some(source) = &self.source {
            return source.instantiate(args);
        }
        if let Some(make) = &self.make {
            return make.call(args);
        }
        if let Some(make) = self.native.and_then(|native| native.make)
            && let Some(value) = make(args)?
        {
            return Ok(value);
        }
        let message = format!("{} has no constructor that takes {}", self.name, arguments(args.len()));
        Err(Error::new(class::METHOD_NOT_FOUND, message))
    }

    #[cold]
    fn no_method(&self, method: &str, argc: usize) -> Error {
        let message = if self.has_method(method) {
            format!("the static method '{method}' of {} does not take {}", self.name, arguments(argc))
        } else {
            format!("{} has no static method '{method}'", self.name)
        };
        let error = Error::new(class::METHOD_NOT_FOUND, message);
        let natives = self.native.map_or(&[][..], |native| native.methods);
        let known = self.functions.keys().map(Str::as_str).chain(natives.iter().copied());
        match closest(method, known).filter(|near| *near != method) {
            Some(near) => error.with_hint(format!("did you mean '{near}'?")),
            None => error,
        }
    }
}

fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".into(),
        1 => "such an argument".into(),
        _ => format!("{count} such arguments"),
    }
}

/// The name of the class of [`StaticClass`] values.
pub(crate) const EL_CLASS: &str = "jakarta.el.ELClass";

impl Object for StaticClass {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new(EL_CLASS, &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn dynamic_property(&self, name: &str) -> Result<Option<Value>> {
        let value = match &self.source {
            Some(source) => source.static_field(name)?,
            None => self.field(name),
        };
        if value.is_some() {
            return Ok(value);
        }
        let message = format!("{} has no static field '{name}'", self.name);
        let error = Error::new(class::PROPERTY_NOT_FOUND, message);
        let natives = self.native.map_or(&[][..], |native| native.fields);
        let known = self.constants.keys().map(Str::as_str).chain(natives.iter().copied());
        Err(match closest(name, known) {
            Some(near) => error.with_hint(format!("did you mean '{near}'?")),
            None => error,
        })
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        match (method, args) {
            ("getKlass", []) => Ok(Some(super::methods::class_object(&self.name))),
            ("equals", [_]) if !self.has_method("equals") => Ok(None),
            _ => self.call_static(method, args).map(Some),
        }
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<StaticClass>().is_some_and(|other| other.name == self.name)
    }

    fn hash_code(&self) -> i32 {
        super::collections::hash_code(&Value::Str(self.name.clone()))
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "class {}", self.name)
    }
}

#[cfg(test)]
mod tests;
