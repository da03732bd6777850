//! Instances of compiled classes, and lambdas.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::PoisonError;
use std::sync::Weak;
use std::sync::atomic::AtomicI64;
use std::sync::atomic::Ordering::Relaxed;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::CallFuture;
use vespid_render::value::Class;
use vespid_render::value::Items;
use vespid_render::value::ListView;
use vespid_render::value::MapView;
use vespid_render::value::Obj;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::release;

use super::ClassInfo;
use super::Cx;
use super::Kind;
use super::MethodRef;
use super::Module;
use super::Run;
use super::editors;
use super::reflect;
use crate::runs::Calling;

/// An instance of a compiled class, or the static fields of one.
pub(crate) struct Instance {
    pub(crate) module: Arc<Module>,
    pub(crate) class: u32,
    prims: Box<[AtomicI64]>,
    refs: Mutex<Box<[Value]>>,
    /// What a native super class consists of: the exception of a class that extends one.
    native: OnceLock<Obj>,
    /// This very object, for calls from outside that get no more than a reference.
    me: Weak<Instance>,
}

impl Instance {
    pub(crate) fn new(module: Arc<Module>, class: u32) -> Arc<Self> {
        let info = &module.classes[class as usize];
        let (prims, refs) = (info.prims, info.refs);
        Self::with_registers(module, class, prims, refs)
    }

    /// What holds the static fields of a class.
    pub(crate) fn statics(module: Arc<Module>, class: u32) -> Arc<Self> {
        let info = &module.classes[class as usize];
        let (prims, refs) = (info.static_prims, info.static_refs);
        Self::with_registers(module, class, prims, refs)
    }

    fn with_registers(module: Arc<Module>, class: u32, prims: u16, refs: u16) -> Arc<Self> {
        Arc::new_cyclic(|me| Instance {
            module,
            class,
            prims: (0..prims).map(|_| AtomicI64::new(0)).collect(),
            refs: Mutex::new(vec![Value::Null; refs as usize].into_boxed_slice()),
            native: OnceLock::new(),
            me: me.clone(),
        })
    }

    pub(crate) fn info(&self) -> &ClassInfo {
        &self.module.classes[self.class as usize]
    }

    #[inline]
    pub(crate) fn prim(&self, field: u16) -> Result<i64> {
        Ok(self.prims.get(field as usize).ok_or_else(old_class)?.load(Relaxed))
    }

    #[inline]
    pub(crate) fn set_prim(&self, field: u16, bits: i64) -> Result<()> {
        self.prims.get(field as usize).ok_or_else(old_class)?.store(bits, Relaxed);
        Ok(())
    }

    #[inline]
    pub(crate) fn reference(&self, field: u16) -> Result<Value> {
        let refs = self.refs.lock().unwrap_or_else(PoisonError::into_inner);
        refs.get(field as usize).cloned().ok_or_else(old_class)
    }

    #[inline]
    pub(crate) fn set_reference(&self, field: u16, value: Value) -> Result<()> {
        let mut refs = self.refs.lock().unwrap_or_else(PoisonError::into_inner);
        let place = refs.get_mut(field as usize).ok_or_else(old_class)?;
        let old = std::mem::replace(place, value);
        drop(refs);
        // What goes may lead back here, so nothing is held while it does.
        drop(old);
        Ok(())
    }

    /// Lets go of everything that it holds.
    pub(crate) fn clear(&self) {
        let mut refs = self.refs.lock().unwrap_or_else(PoisonError::into_inner);
        let old: Vec<Value> = refs.iter_mut().map(std::mem::take).collect();
        drop(refs);
        drop(old);
    }

    /// The part that a native super class made.
    pub(crate) fn native(&self) -> Option<&Obj> {
        self.native.get()
    }

    pub(crate) fn set_native(&self, native: Obj) {
        // A constructor calls that of its super class once.
        let _ = self.native.set(native);
    }

    /// The method of that name that takes so many arguments.
    pub(crate) fn find(&self, name: &str, argc: usize) -> Option<MethodRef> {
        let found = self.info().by_name.get(name)?;
        let found = found.iter().find(|candidate| {
            let method = candidate.method(&self.module);
            !method.is_abstract
                && (method.params.len() == argc || (method.varargs && argc + 1 >= method.params.len()))
        })?;
        Some(found.seen_from(&self.module))
    }

    /// Calls a method from outside of a run; `None`: there is none.
    fn call_outside(&self, name: &str, args: &[Value]) -> Option<Result<Value>> {
        let method = self.find(name, args.len())?;
        let me = self.me.upgrade()?;
        Some(Cx::outside(|cx| cx.call_method(&method, Some(Value::Object(me)), args)))
    }

    /// A number that stands for this very object.
    pub(crate) fn identity(&self) -> i32 {
        (std::ptr::from_ref(self) as usize >> 4) as i32 & 0x7fff_ffff
    }

    /// What the class has without declaring it.
    fn plain(&self, name: &str, args: &[Value]) -> Option<Value> {
        let me = Value::Object(self.me.upgrade()?);
        Cx::outside(|cx| crate::library::call(cx, &me, name, args)).ok()
    }

    /// A value as a property takes it.
    fn edited(&self, index: usize, value: Value) -> Result<Value> {
        let property = &self.class().properties()[index];
        if let Value::Str(text) = &value
            && let Some(edited) =
                editors::of_property(&self.module, self.class().name(), &property.name, text)?
        {
            return Ok(edited);
        }
        reflect::convert(&self.module, &property.java_type, value)
    }

    /// The value of a field by its name.
    pub(crate) fn field(&self, name: &str) -> Option<Value> {
        let field = self.info().fields.iter().rev().find(|field| field.name == name && !field.is_static)?;
        Some(if field.kind.is_primitive() {
            field.kind.boxed(self.prim(field.index).ok()?)
        } else {
            self.reference(field.index).ok()?
        })
    }

    /// Sets a field by its name; false: there is none.
    pub(crate) fn set_field(&self, name: &str, value: Value) -> Result<bool> {
        let Some(field) =
            self.info().fields.iter().rev().find(|field| field.name == name && !field.is_static)
        else {
            return Ok(false);
        };
        if field.kind.is_primitive() {
            self.set_prim(field.index, field.kind.unbox(&value)?)?;
        } else {
            self.set_reference(field.index, value)?;
        }
        Ok(true)
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        let refs = self.refs.get_mut().unwrap_or_else(PoisonError::into_inner);
        let native = self.native.take().map(Value::Object);
        release(refs.iter_mut().map(std::mem::take).chain(native));
    }
}

/// An object that was made by the class as it was before its source changed, and was kept since, in a session say.
#[cold]
#[inline(never)]
fn old_class() -> Error {
    Error::new(
        "java.lang.ClassCastException",
        "the object is of its class as it was before the source changed",
    )
    .with_hint("let the application start anew, or remove the object from the session")
}

impl Object for Instance {
    fn class(&self) -> &Class {
        &self.info().class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> Result<Value> {
        let getter = self.info().accessors.get(index).and_then(|(getter, _)| getter.clone());
        let me = self.me.upgrade().map(|me| Value::Object(me));
        match getter {
            Some(getter) => Cx::outside(|cx| cx.call_method(&getter.seen_from(&self.module), me, &[])),
            None => Err(Error::new(class::PROPERTY_NOT_FOUND, "the property can't be read")),
        }
    }

    fn set_property(&self, index: usize, value: Value) -> Result<()> {
        let setter = self.info().accessors.get(index).and_then(|(_, setter)| setter.clone());
        let me = self.me.upgrade().map(|me| Value::Object(me));
        match setter {
            Some(setter) => {
                let java_type = &self.class().properties()[index].java_type;
                // Expressions make empty text of null; a property can be null.
                let value = match value {
                    Value::Null if Kind::by_name(java_type).is_none() => Value::Null,
                    value => self.edited(index, value)?,
                };
                Cx::outside(|cx| cx.call_method(&setter.seen_from(&self.module), me, &[value])).map(drop)
            }
            None => Err(Error::new(class::PROPERTY_NOT_WRITABLE, "the property can't be set")),
        }
    }

    fn dynamic_property(&self, name: &str) -> Result<Option<Value>> {
        match self.native() {
            Some(native) => {
                let index = native.class().property(name);
                index.map(|index| native.property(index)).transpose()
            }
            None => Ok(None),
        }
    }

    fn wants_page(&self) -> bool {
        true
    }

    fn as_list(&self) -> Option<&dyn ListView> {
        self.native()?.as_list()
    }

    fn as_map(&self) -> Option<&dyn MapView> {
        self.native()?.as_map()
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        if let Some(native) = self.native() {
            return native.clone().iterate();
        }
        let iterator = self.call_outside("iterator", &[])?;
        Some(match iterator {
            Ok(iterator) => Box::new(std::iter::from_fn(move || {
                let more = Cx::outside(|cx| cx.invoke(&iterator, "hasNext", &[]));
                match more {
                    Ok(Value::Bool(true)) => Some(Cx::outside(|cx| cx.invoke(&iterator, "next", &[]))),
                    Ok(_) => None,
                    Err(error) => Some(Err(error)),
                }
            })),
            Err(error) => Box::new(std::iter::once(Err(error))),
        })
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        if let Some(found) = self.info().by_name.get(method)
            && let Some(me) = self.me.upgrade()
        {
            let concrete = |found: &MethodRef| !found.method(&self.module).is_abstract;
            let methods = found.iter().map(|found| found.seen_from(&self.module)).filter(concrete).collect();
            if let Some((found, args)) = reflect::choose(methods, None, args) {
                return Cx::outside(|cx| cx.call_method(&found, Some(Value::Object(me)), &args)).map(Some);
            }
        }
        match self.native() {
            Some(native) => {
                vespid_render::value::methods::call_method(&Value::Object(native.clone()), method, args)
                    .map(Some)
            }
            // What every object has, and every constant of an enum.
            None => Ok(self.plain(method, args)),
        }
    }

    fn call_async(self: Arc<Self>, method: &str, args: &[Value]) -> Option<CallFuture> {
        let found = self.info().by_name.get(method)?;
        let concrete = |found: &MethodRef| !found.method(&self.module).is_abstract;
        let methods = found.iter().map(|found| found.seen_from(&self.module)).filter(concrete).collect();
        let (found, args) = reflect::choose(methods, None, args)?;
        let run = Run::method(&found, Some(Value::Object(self)), &args);
        Some(match run {
            Ok(run) => Box::pin(Calling::new(run)),
            Err(error) => Box::pin(async { Err(error) }),
        })
    }

    fn compare(&self, other: &Value) -> Option<Ordering> {
        match self.call_outside("compareTo", std::slice::from_ref(other))? {
            Ok(Value::Int(order)) => Some(order.cmp(&0)),
            _ => None,
        }
    }

    fn equals(&self, other: &Value) -> bool {
        let called = match self.call_outside("equals", std::slice::from_ref(other)) {
            Some(called) => called.ok(),
            None if self.info().is_record => self.plain("equals", std::slice::from_ref(other)),
            None => None,
        };
        called == Some(Value::Bool(true))
    }

    fn hash_code(&self) -> i32 {
        match self.call_outside("hashCode", &[]) {
            Some(Ok(Value::Int(code))) => code,
            _ if self.info().is_record => match self.plain("hashCode", &[]) {
                Some(Value::Int(hash)) => hash,
                _ => 0,
            },
            _ => self.identity(),
        }
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match self.call_outside("toString", &[]) {
            Some(Ok(text)) => out.write_str(&text.to_string()),
            Some(Err(_)) => Err(fmt::Error),
            None => match self.native() {
                Some(native) => native.write_text(out),
                None => match self.plain("toString", &[]) {
                    Some(text) => text.write_text(out),
                    None => Err(fmt::Error),
                },
            },
        }
    }
}

/// A lambda or method reference with what it captured.
pub(crate) struct Closure {
    pub(crate) module: Arc<Module>,
    pub(crate) method: u32,
    pub(crate) prims: Box<[i64]>,
    pub(crate) refs: Box<[Value]>,
    pub(crate) class: Class,
}

impl Closure {
    pub(crate) fn new(
        module: Arc<Module>,
        method: u32,
        prims: Box<[i64]>,
        refs: Box<[Value]>,
        interface: &Str,
    ) -> Self {
        let class = Class::new("Lambda", &[interface]);
        Closure { module, method, prims, refs, class }
    }
}

impl Drop for Closure {
    fn drop(&mut self) {
        release(self.refs.iter_mut().map(std::mem::take));
    }
}

impl Object for Closure {
    fn class(&self) -> &Class {
        &self.class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        if matches!(method, "equals" | "hashCode" | "toString" | "getClass") {
            return Ok(None);
        }
        Cx::outside(|cx| cx.call_closure(self, args)).map(Some)
    }
}
