//! Compiled classes and methods.

use std::sync::Arc;
use std::sync::Weak;
use std::sync::atomic::AtomicU8;

use rustc_hash::FxHashMap;
use vespid_render::Value;
use vespid_render::source::SourceMap;
use vespid_render::source::Span;
use vespid_render::value::Class;
use vespid_render::value::Str;

use super::Instance;
use super::Kind;
use super::op::Op;
use crate::classpath::Generation;
use crate::library::Native;

/// The classes of one page, or of an application's sources.
#[derive(Default)]
pub(crate) struct Module {
    pub(crate) classes: Vec<ClassInfo>,
    /// Classes by their full names, where others may ask for them.
    pub(crate) names: FxHashMap<Str, u32>,
    pub(crate) methods: Vec<Method>,
    pub(crate) consts: Vec<Value>,
    pub(crate) wides: Vec<i64>,
    pub(crate) sites: Vec<CallSite>,
    pub(crate) closures: Vec<ClosureSite>,
    /// Methods that are called: of this module or of another.
    pub(crate) callees: Vec<MethodRef>,
    /// Classes that are made or whose static fields are used.
    pub(crate) class_refs: Vec<ClassRef>,
    pub(crate) sources: SourceMap,
    /// The classes of the application that its code may ask for by name.
    pub(crate) generation: Weak<Generation>,
}

/// A class of this module, or of another.
#[derive(Clone)]
pub(crate) struct ClassRef {
    pub(crate) module: Option<Arc<Module>>,
    pub(crate) index: u32,
}

/// A method of this module, or of another.
#[derive(Clone)]
pub(crate) struct MethodRef {
    pub(crate) module: Option<Arc<Module>>,
    pub(crate) index: u32,
}

/// A compiled class.
pub(crate) struct ClassInfo {
    /// Name, super types and properties, as everything else sees it.
    pub(crate) class: Class,
    pub(crate) superclass: Option<ClassRef>,
    /// The names of everything above it.
    pub(crate) supers: Vec<Str>,
    /// The nearest super class that is native, if it is not `Object`.
    pub(crate) native_super: Option<&'static Native>,
    /// Methods and constructors of its own, by name and parameters.
    pub(crate) own: FxHashMap<Str, u32>,
    /// Whether it has no objects of its own.
    pub(crate) is_abstract: bool,
    pub(crate) is_interface: bool,
    /// Whether its objects belong to objects of another class.
    pub(crate) is_inner: bool,
    /// Why it can't be used.
    pub(crate) broken: Option<Str>,
    pub(crate) is_record: bool,
    pub(crate) fields: Vec<FieldInfo>,
    /// Where among the fields those of this very class begin.
    pub(crate) own_fields: usize,
    /// How many registers an instance has, those of super classes included.
    pub(crate) prims: u16,
    pub(crate) refs: u16,
    /// Instance methods by name and parameters, those of super classes and interfaces included.
    pub(crate) table: FxHashMap<Str, MethodRef>,
    /// All methods by name, own ones first.
    pub(crate) by_name: FxHashMap<Str, Vec<MethodRef>>,
    /// Getters and setters by the index of the property.
    pub(crate) accessors: Vec<(Option<MethodRef>, Option<MethodRef>)>,
    /// Holds the static fields.
    pub(crate) statics: std::sync::OnceLock<Arc<Instance>>,
    pub(crate) static_prims: u16,
    pub(crate) static_refs: u16,
    /// The method that initialises static fields.
    pub(crate) initialiser: Option<u32>,
    /// 0: not yet, 1: under way or done, 2: failed.
    pub(crate) initialised: AtomicU8,
}

/// A field of a class.
#[derive(Clone)]
pub(crate) struct FieldInfo {
    pub(crate) name: Str,
    pub(crate) kind: Kind,
    pub(crate) is_static: bool,
    /// Its register in the instance, or among the static fields.
    pub(crate) index: u16,
}

/// A compiled method.
pub(crate) struct Method {
    pub(crate) name: Str,
    /// The class's simple name, for stack traces.
    pub(crate) class: Str,
    pub(crate) params: Vec<Kind>,
    /// The classes of the parameters.
    pub(crate) types: Vec<Str>,
    pub(crate) varargs: bool,
    pub(crate) returns: Kind,
    pub(crate) is_static: bool,
    pub(crate) is_abstract: bool,
    pub(crate) code: Vec<Op>,
    pub(crate) spans: Vec<Span>,
    pub(crate) handlers: Vec<Handler>,
    /// How many registers it uses.
    pub(crate) prims: u16,
    pub(crate) refs: u16,
}

/// Where exceptions are caught.
pub(crate) struct Handler {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) target: u32,
    /// The register that takes the exception.
    pub(crate) r: u16,
    /// Class names; none: everything.
    pub(crate) classes: Vec<Str>,
}

/// A call of a method that is found at run time.
pub(crate) struct CallSite {
    pub(crate) name: Str,
    /// Name and parameters, of compiled methods.
    pub(crate) selector: Str,
    pub(crate) argc: u16,
    /// What the registers of the call hold.
    pub(crate) params: Vec<Kind>,
    pub(crate) returns: Kind,
    /// The class that the compiler knows.
    pub(crate) native: Option<&'static Native>,
    /// A fallback for static methods and constructors of classes that `render` knows.
    pub(crate) class_name: Str,
    /// What loops over text are made of, told by the method's name once.
    pub(crate) quick: Option<Quick>,
}

/// Methods of texts that are tried before all others.
#[derive(Clone, Copy)]
pub(crate) enum Quick {
    /// `String.charAt`
    CharAt,
    /// `String.length`
    Length,
    /// `StringBuilder.append` of a text or character
    Append,
}

impl Quick {
    pub(crate) fn of(name: &str, argc: usize) -> Option<Self> {
        match (name, argc) {
            ("charAt", 1) => Some(Quick::CharAt),
            ("length", 0) => Some(Quick::Length),
            ("append", 1) => Some(Quick::Append),
            _ => None,
        }
    }
}

/// A lambda.
pub(crate) struct ClosureSite {
    pub(crate) method: u32,
    /// How many registers it captures.
    pub(crate) prims: u16,
    pub(crate) refs: u16,
    /// The interface that it stands for, if that is known.
    pub(crate) interface: Str,
}

impl Module {
    /// The class of that full name; names of nested ones may be written with dots.
    pub(crate) fn class(&self, name: &str) -> Option<u32> {
        if let Some(class) = self.names.get(name) {
            return Some(*class);
        }
        let mut name = name.to_owned();
        while let Some(dot) = name.rfind('.') {
            name.replace_range(dot..=dot, "$");
            if let Some(class) = self.names.get(name.as_str()) {
                return Some(*class);
            }
        }
        None
    }

    /// Lets go of static fields, which may hold instances of these very classes.
    pub(crate) fn release(&self) {
        for class in &self.classes {
            if let Some(statics) = class.statics.get() {
                statics.clear();
            }
        }
    }
}

impl ClassInfo {
    /// Whether it declares the method of that number itself.
    pub(crate) fn has_own(&self, method: u32) -> bool {
        self.own.values().any(|own| *own == method)
    }

    /// The fields that this very class declares.
    pub(crate) fn own_fields(&self) -> impl Iterator<Item = &FieldInfo> {
        self.fields[self.own_fields..].iter()
    }
}

impl ClassRef {
    pub(crate) fn resolve(&self, module: &Arc<Module>) -> (Arc<Module>, u32) {
        (self.module.as_ref().unwrap_or(module).clone(), self.index)
    }
}

impl MethodRef {
    pub(crate) fn own(index: u32) -> Self {
        MethodRef { module: None, index }
    }

    pub(crate) fn resolve(&self, module: &Arc<Module>) -> (Arc<Module>, u32) {
        (self.module.as_ref().unwrap_or(module).clone(), self.index)
    }

    /// The method itself.
    pub(crate) fn method<'a>(&'a self, module: &'a Arc<Module>) -> &'a Method {
        &self.module.as_ref().unwrap_or(module).methods[self.index as usize]
    }

    /// As seen from another module.
    pub(crate) fn seen_from(&self, module: &Arc<Module>) -> Self {
        MethodRef { module: Some(self.module.as_ref().unwrap_or(module).clone()), index: self.index }
    }
}
