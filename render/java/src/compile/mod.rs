//! Trees to code: names are resolved and types checked as far as Java's rules and the library's tables say.
//!
//! | file | what is there |
//! | --- | --- |
//! | `types` | types, what can be assigned to what |
//! | `names` | imports: which class a name means |
//! | `classes` | classes and their members, before any code |
//! | `bodies` | the code of methods, constructors, initialisers |
//! | `local` | classes within methods |
//! | `build` | what the machine gets of classes |
//! | `sources` | classes of source files |
//! | `function` | a method in the making: registers, scopes, jumps |
//! | `statements`, `loops`, `switches`, `tries` | statements |
//! | `expressions`, `members`, `conditions`, `conversions`, `operators`, `assign` | expressions |
//! | `assigned`, `assigned_statements`, `flow` | whether variables have values where they are read |
//! | `calls`, `natives`, `overloads`, `creation` | calls of methods and constructors |
//! | `lambdas` | lambdas and method references; what they capture (`captures`) |
//! | `page` | the page's own class |
//!
//! Where a type is not known before the code runs — what generic collections hold, attributes of scopes, classes of the
//! application that are not there — it is `Dynamic`: operators and calls look at the values themselves.
#![expect(
    clippy::needless_pass_by_value,
    reason = "the values of expressions are handed on from step to step"
)]

mod assign;
mod assigned;
mod assigned_statements;
mod bodies;
mod build;
mod calls;
mod captures;
mod classes;
mod conditions;
mod conversions;
mod creation;
mod expressions;
mod flow;
mod function;
mod lambdas;
mod local;
mod loops;
mod members;
mod names;
mod natives;
mod operators;
mod overloads;
mod page;
mod sources;
mod statements;
mod switches;
mod tries;
mod types;

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use rustc_hash::FxHashSet;
use vespid_render::Value;
use vespid_render::registry::Registry;
use vespid_render::source::Span;
use vespid_render::value::Str;

pub(crate) use page::compile_page;
pub(crate) use sources::compile_sources;
pub(crate) use sources::full_name;

use crate::syntax::Problem;
use crate::syntax::ast::ClassDecl;
use crate::syntax::ast::ClassKind;
use crate::vm::ClassRef;
use crate::vm::Kind;
use crate::vm::Method;
use crate::vm::MethodRef;
use crate::vm::Module;
use function::Function;
use names::Imports;
use types::Ty;

/// After so many problems the rest is not told.
const MAX_PROBLEMS: usize = 50;

/// A module in the making.
pub(super) struct Compiler<'a> {
    module: Module,
    classes: Vec<ClassDraft<'a>>,
    problems: Vec<Problem>,
    /// The imports of each source; those of the page are the first.
    units: Vec<Imports>,
    registry: &'a Registry,
    consts: FxHashMap<Str, u32>,
    callees: FxHashMap<u32, u32>,
    class_refs: FxHashMap<u32, u32>,
    /// The methods that are being compiled, the innermost last.
    functions: Vec<Function<'a>>,
    /// Classes of the application that are not there, which were told of.
    unknown: FxHashSet<Str>,
    /// The types of arguments that were looked at to choose among overloads, by the expression's address.
    types: FxHashMap<usize, Ty>,
    /// What `getServletInfo` gives.
    info: Str,
    /// Classes that are declared within methods, innermost last.
    local_classes: Vec<(Str, u32)>,
    /// Classes of source files by their full names.
    by_name: FxHashMap<Str, u32>,
    /// How many of the classes are of this module.
    own_classes: u32,
    /// The source whose classes are drafted, and the module that they are in if they are compiled.
    drafting: (usize, Option<Arc<Module>>),
    /// Methods of other modules, by what stands beside [`FOREIGN`] in their numbers.
    foreign: Vec<MethodRef>,
    /// Methods that do not compile throw when they are called: classes of sources.
    lenient: bool,
}

/// In the number of a method: it is one of another module.
const FOREIGN: u32 = 1 << 31;

/// A class, as far as it is known before its methods are compiled.
struct ClassDraft<'a> {
    name: Str,
    simple: Str,
    decl: Option<&'a ClassDecl>,
    superclass: Option<u32>,
    native_super: Option<&'static crate::library::Native>,
    interfaces: Vec<Ty>,
    fields: Vec<FieldDraft>,
    methods: Vec<MethodDraft<'a>>,
    outer: Option<u32>,
    /// The field that holds the instance of the class around.
    outer_field: Option<u16>,
    /// Variables of the method around, by name: the fields that hold them.
    captured: Vec<(Str, Ty, u16)>,
    is_interface: bool,
    type_params: Vec<Str>,
    prims: u16,
    refs: u16,
    static_prims: u16,
    static_refs: u16,
    is_page: bool,
    /// The source that it is of.
    unit: usize,
    /// The module that it is of, if it is another one.
    module: Option<Arc<Module>>,
    /// Its number among the classes of its module.
    slot: u32,
    /// Why it can't be used.
    broken: Option<Str>,
}

impl ClassDraft<'_> {
    fn is_enum(&self) -> bool {
        self.decl.is_some_and(|decl| decl.kind == ClassKind::Enum)
    }
}

#[derive(Clone)]
struct FieldDraft {
    name: Str,
    ty: Ty,
    is_static: bool,
    is_private: bool,
    is_final: bool,
    index: u16,
}

#[derive(Clone)]
struct MethodDraft<'a> {
    name: Str,
    params: Vec<Ty>,
    returns: Ty,
    is_static: bool,
    is_abstract: bool,
    is_private: bool,
    varargs: bool,
    index: u32,
    decl: Option<&'a crate::syntax::ast::MethodDecl>,
}

impl<'a> Compiler<'a> {
    fn new(units: Vec<Imports>, registry: &'a Registry) -> Self {
        Compiler {
            module: Module::default(),
            classes: Vec::new(),
            problems: Vec::new(),
            units,
            registry,
            consts: FxHashMap::default(),
            callees: FxHashMap::default(),
            class_refs: FxHashMap::default(),
            functions: Vec::new(),
            unknown: FxHashSet::default(),
            types: FxHashMap::default(),
            info: Str::new(),
            local_classes: Vec::new(),
            by_name: FxHashMap::default(),
            own_classes: 0,
            drafting: (0, None),
            foreign: Vec::new(),
            lenient: false,
        }
    }

    fn error(&mut self, code: &'static str, message: impl Into<String>, span: Span) -> &mut Problem {
        // Of sources every problem counts: each takes its method out.
        if self.problems.len() >= MAX_PROBLEMS && !self.lenient {
            self.problems.truncate(MAX_PROBLEMS - 1);
        }
        self.problems.push(Problem { code, message: message.into(), span, hint: None, warning: false });
        self.problems.last_mut().expect("just pushed")
    }

    fn warn(&mut self, code: &'static str, message: impl Into<String>, span: Span) -> &mut Problem {
        let problem = self.error(code, message, span);
        problem.warning = true;
        problem
    }

    /// A text in the pool of constants, once.
    fn text(&mut self, text: &str) -> u32 {
        if let Some(index) = self.consts.get(text) {
            return *index;
        }
        let text = Str::from(text);
        self.module.consts.push(Value::Str(text.clone()));
        let index = (self.module.consts.len() - 1) as u32;
        self.consts.insert(text, index);
        index
    }

    fn constant(&mut self, value: Value) -> u32 {
        if let Value::Str(text) = &value {
            return self.text(text);
        }
        self.module.consts.push(value);
        (self.module.consts.len() - 1) as u32
    }

    /// The number by which calls name a method.
    fn callee(&mut self, method: u32) -> u32 {
        if let Some(index) = self.callees.get(&method) {
            return *index;
        }
        let reference = self.reference_of(method);
        self.module.callees.push(reference);
        let index = (self.module.callees.len() - 1) as u32;
        self.callees.insert(method, index);
        index
    }

    /// The method of a number, as the module names it.
    fn reference_of(&self, method: u32) -> MethodRef {
        match method & FOREIGN {
            0 => MethodRef::own(method),
            _ => self.foreign[(method & !FOREIGN) as usize].clone(),
        }
    }

    /// The number by which code names a class.
    fn class_ref(&mut self, class: u32) -> u32 {
        if let Some(index) = self.class_refs.get(&class) {
            return *index;
        }
        let draft = &self.classes[class as usize];
        self.module.class_refs.push(ClassRef { module: draft.module.clone(), index: draft.slot });
        let index = (self.module.class_refs.len() - 1) as u32;
        self.class_refs.insert(class, index);
        index
    }

    /// A place for a method that is compiled later.
    fn reserve_method(&mut self) -> u32 {
        self.module.methods.push(Method {
            name: Str::new(),
            class: Str::new(),
            params: Vec::new(),
            types: Vec::new(),
            varargs: false,
            returns: Kind::Void,
            is_static: true,
            is_abstract: true,
            code: Vec::new(),
            spans: Vec::new(),
            handlers: Vec::new(),
            prims: 0,
            refs: 0,
        });
        (self.module.methods.len() - 1) as u32
    }

    /// A place for a method of a class; a class of another module has it there.
    fn reserve_method_of(&mut self, class: u32) -> u32 {
        match &self.classes[class as usize].module {
            None => self.reserve_method(),
            Some(module) => {
                self.foreign.push(MethodRef { module: Some(module.clone()), index: 0 });
                (self.foreign.len() - 1) as u32 | FOREIGN
            }
        }
    }

    fn function(&mut self) -> &mut Function<'a> {
        self.functions.last_mut().expect("code is compiled within a method")
    }

    /// The name of a type for messages and classes.
    fn type_name(&self, ty: &Ty) -> Str {
        match ty {
            Ty::Void => "void".into(),
            Ty::Prim(kind) => kind.name().into(),
            Ty::Null => "null".into(),
            Ty::Dynamic => "java.lang.Object".into(),
            Ty::Native(native) => native.name.into(),
            Ty::Own(class) => self.classes[*class as usize].name.clone(),
            Ty::Array(component) => {
                let component: &Rc<Ty> = component;
                crate::vm::array_name(&self.type_name(component))
            }
        }
    }

    /// A type as its author writes it.
    fn shown(&self, ty: &Ty) -> String {
        match ty {
            Ty::Array(component) => format!("{}[]", self.shown(component)),
            Ty::Dynamic => "Object".into(),
            other => {
                let name = self.type_name(other);
                name.rsplit('.').next().unwrap_or(&name).to_owned()
            }
        }
    }
}
