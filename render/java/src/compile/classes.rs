//! Classes: their members first, then their code (Java Language Specification 17, chapters 8 and 9).

use std::rc::Rc;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU8;

use rustc_hash::FxHashMap;
use vespid_render::Value;
use vespid_render::source::Span;
use vespid_render::value::Class as RenderClass;
use vespid_render::value::Property;
use vespid_render::value::Str;

use super::ClassDraft;
use super::Compiler;
use super::FieldDraft;
use super::MethodDraft;
use super::captures::Seen;
use super::function::Function;
use super::function::Val;
use super::names::Class;
use super::types::Ty;
use crate::library;
use crate::syntax::ast::ClassDecl;
use crate::syntax::ast::ClassKind;
use crate::syntax::ast::Members;
use crate::syntax::ast::MethodDecl;
use crate::syntax::ast::StmtKind;
use crate::vm::ClassInfo;
use crate::vm::ClassRef;
use crate::vm::FieldInfo;
use crate::vm::Kind;
use crate::vm::MethodRef;
use crate::vm::Op;

impl<'a> Compiler<'a> {
    /// An empty draft.
    pub(super) fn draft(
        &mut self,
        name: Str,
        simple: Str,
        decl: Option<&'a ClassDecl>,
        outer: Option<u32>,
    ) -> u32 {
        self.classes.push(ClassDraft {
            name,
            simple,
            decl,
            superclass: None,
            native_super: None,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            outer,
            outer_field: None,
            captured: Vec::new(),
            is_interface: decl
                .is_some_and(|decl| matches!(decl.kind, ClassKind::Interface | ClassKind::Annotation)),
            type_params: decl.map_or(Vec::new(), |decl| decl.type_params.clone()),
            prims: 0,
            refs: 0,
            static_prims: 0,
            static_refs: 0,
            is_page: false,
        });
        (self.classes.len() - 1) as u32
    }

    /// The names of a class and of those within it.
    pub(super) fn name_classes(&mut self, decl: &'a ClassDecl, outer: Option<u32>) -> u32 {
        let name: Str = match outer {
            Some(outer) if !self.classes[outer as usize].is_page => {
                format!("{}${}", self.classes[outer as usize].name, decl.name).into()
            }
            _ => decl.name.clone(),
        };
        let class = self.draft(name, decl.name.clone(), Some(decl), outer);
        for inner in &decl.members.classes {
            self.name_classes(inner, Some(class));
        }
        class
    }

    /// Looks at things from within a class, for names.
    fn within<T>(&mut self, class: u32, look: impl FnOnce(&mut Self) -> T) -> T {
        self.functions.push(Function::new(class, true, Ty::Void));
        let seen = look(self);
        self.functions.pop();
        seen
    }

    /// The super types and members of a class whose super class is done.
    pub(super) fn declare(&mut self, class: u32) {
        let Some(decl) = self.classes[class as usize].decl else { return };
        self.within(class, |compiler| compiler.declare_supers(class, decl));
        self.within(class, |compiler| compiler.declare_members(class, decl));
    }

    fn declare_supers(&mut self, class: u32, decl: &'a ClassDecl) {
        if let Some(written) = &decl.extends
            && !matches!(written.kind, crate::syntax::ast::TypeKind::Inferred)
        {
            match self.resolve(written) {
                Ty::Own(above) if self.is_own_subclass(above, class) => {
                    self.error("java/type", "a class can't be above itself", written.span);
                }
                Ty::Own(above) if self.classes[above as usize].is_interface => {
                    self.classes[class as usize].interfaces.push(Ty::Own(above));
                }
                Ty::Own(above) => {
                    self.classes[class as usize].superclass = Some(above);
                    let draft = &self.classes[above as usize];
                    let (native, prims, refs) = (draft.native_super, draft.prims, draft.refs);
                    let own = &mut self.classes[class as usize];
                    (own.native_super, own.prims, own.refs) = (native, prims, refs);
                }
                Ty::Native(native) if native.name == "java.lang.Object" => {}
                Ty::Native(native) if is_interface(native) => {
                    self.classes[class as usize].interfaces.push(Ty::Native(native));
                }
                Ty::Native(native) => self.classes[class as usize].native_super = Some(native),
                _ => {}
            }
        }
        for written in &decl.implements {
            let ty = self.resolve(written);
            self.classes[class as usize].interfaces.push(ty);
        }
        // Classes of a page's declarations are its members; they see the page's fields.
        let is_nested = self.classes[class as usize].outer.is_some();
        let is_static = decl.modifiers.is_static
            || matches!(
                decl.kind,
                ClassKind::Enum | ClassKind::Record | ClassKind::Interface | ClassKind::Annotation
            )
            || self.classes[class as usize]
                .outer
                .is_some_and(|outer| self.classes[outer as usize].is_interface);
        if is_nested && !is_static && self.classes[class as usize].outer_field.is_none() {
            let field = self.classes[class as usize].refs;
            let draft = &mut self.classes[class as usize];
            draft.outer_field = Some(field);
            draft.refs += 1;
        }
    }

    fn add_field(&mut self, class: u32, name: &Str, ty: Ty, is_static: bool) -> u16 {
        let draft = &mut self.classes[class as usize];
        let count = match (is_static, ty.kind().is_primitive()) {
            (true, true) => &mut draft.static_prims,
            (true, false) => &mut draft.static_refs,
            (false, true) => &mut draft.prims,
            (false, false) => &mut draft.refs,
        };
        let index = *count;
        *count += 1;
        draft.fields.push(FieldDraft { name: name.clone(), ty, is_static, index });
        index
    }

    fn declare_members(&mut self, class: u32, decl: &'a ClassDecl) {
        let is_interface = self.classes[class as usize].is_interface;
        if decl.kind == ClassKind::Enum {
            self.add_field(class, &"$name".into(), Ty::string(), false);
            self.add_field(class, &"$ordinal".into(), Ty::INT, false);
            for constant in &decl.constants {
                self.add_field(class, &constant.name, Ty::Own(class), true);
            }
            let values = Ty::Array(Rc::new(Ty::Own(class)));
            self.add_field(class, &"$VALUES".into(), values, true);
        }
        for component in &decl.components {
            let ty = self.resolve(&component.java_type);
            self.add_field(class, &component.name, ty, false);
        }
        self.declare_fields(class, &decl.members, is_interface);
        self.declare_methods(class, &decl.members, is_interface);
        for component in &decl.components {
            let known = self.classes[class as usize]
                .methods
                .iter()
                .any(|method| method.name == component.name && method.params.is_empty());
            if !known {
                let ty = self.resolve(&component.java_type);
                self.add_method(class, component.name.clone(), Vec::new(), ty, false, None);
            }
        }
        let has_constructor =
            self.classes[class as usize].methods.iter().any(|method| method.name == "<init>");
        let compact = decl.members.methods.iter().find(|method| method.compact);
        if !is_interface && (!has_constructor || (decl.kind == ClassKind::Record && compact.is_some())) {
            let params: Vec<Ty> =
                decl.components.iter().map(|component| self.resolve(&component.java_type)).collect();
            self.classes[class as usize]
                .methods
                .retain(|method| !method.decl.is_some_and(|decl| decl.compact));
            self.add_method(class, "<init>".into(), params, Ty::Void, false, compact);
        }
    }

    pub(super) fn declare_fields(&mut self, class: u32, members: &'a Members, is_interface: bool) {
        for field in &members.fields {
            let ty = self.resolve(&field.variable.java_type);
            let name = &field.variable.name;
            if self.classes[class as usize].fields.iter().any(|known| known.name == *name) {
                self.error(
                    "java/duplicate",
                    format!("there is a field '{name}' already"),
                    field.variable.span,
                );
            }
            self.add_field(class, name, ty, field.modifiers.is_static || is_interface);
        }
    }

    pub(super) fn declare_methods(&mut self, class: u32, members: &'a Members, is_interface: bool) {
        for method in &members.methods {
            self.functions.last_mut().expect("members are looked at from within").type_params =
                method.type_params.clone();
            let params: Vec<Ty> = method.params.iter().map(|param| self.resolve(&param.java_type)).collect();
            let returns = method.returns.as_ref().map_or(Ty::Void, |written| self.resolve(written));
            let twin = self.classes[class as usize]
                .methods
                .iter()
                .any(|known| known.name == method.name && known.params == params);
            if twin {
                self.error(
                    "java/duplicate",
                    format!("there is such a method '{}' already", method.name),
                    method.span,
                );
            }
            let index = self.reserve_method();
            let is_abstract = method.body.is_none();
            self.classes[class as usize].methods.push(MethodDraft {
                name: method.name.clone(),
                params,
                returns,
                is_static: method.modifiers.is_static,
                is_abstract,
                varargs: method.varargs,
                index,
                decl: Some(method),
            });
            if is_abstract && !is_interface && !method.modifiers.is_abstract {
                self.error("java/syntax", format!("the method '{}' has no body", method.name), method.span);
            }
        }
        self.functions.last_mut().expect("members are looked at from within").type_params = Vec::new();
    }

    fn add_method(
        &mut self,
        class: u32,
        name: Str,
        params: Vec<Ty>,
        returns: Ty,
        is_static: bool,
        decl: Option<&'a MethodDecl>,
    ) -> u32 {
        let index = self.reserve_method();
        self.classes[class as usize].methods.push(MethodDraft {
            name,
            params,
            returns,
            is_static,
            is_abstract: false,
            varargs: false,
            index,
            decl,
        });
        index
    }

    /// The code of a class's methods.
    pub(super) fn compile_class(&mut self, class: u32) {
        let Some(decl) = self.classes[class as usize].decl else { return };
        let methods = self.classes[class as usize].methods.clone();
        for method in &methods {
            match (&*method.name, method.decl) {
                ("<init>", found) => self.compile_constructor(class, decl, method, found),
                (_, Some(found)) => self.compile_method(class, method, found),
                (name, None) => {
                    // The accessor of a record's component.
                    let mut function = Function::new(class, false, method.returns.clone());
                    function.span = decl.span;
                    self.functions.push(function);
                    if let Some(val) = self.this_field(name) {
                        self.return_val(&val);
                    }
                    self.function().reachable = false;
                    self.finish(method.index, name, Vec::new(), false);
                }
            }
        }
    }

    /// The code of a method that is written.
    pub(super) fn compile_method(&mut self, class: u32, method: &MethodDraft<'a>, decl: &'a MethodDecl) {
        let kinds: Vec<Kind> = method.params.iter().map(Ty::kind).collect();
        let mut function = Function::new(class, method.is_static, method.returns.clone());
        function.type_params = decl.type_params.clone();
        function.span = decl.span;
        for (param, ty) in decl.params.iter().zip(&method.params) {
            if function.var(&param.name).is_some() {
                self.error(
                    "java/duplicate",
                    format!("there is a parameter '{}' already", param.name),
                    decl.span,
                );
            }
            function.declare(&param.name, ty.clone());
        }
        self.functions.push(function);
        if let Some(body) = &decl.body {
            self.block(body);
            self.function().span = decl.span;
            self.finish(method.index, &method.name, kinds, method.varargs);
        } else {
            self.functions.pop();
            let class = self.classes[class as usize].simple.clone();
            let place = &mut self.module.methods[method.index as usize];
            place.name = method.name.clone();
            place.class = class;
            place.params = kinds;
            place.returns = method.returns.kind();
            place.is_static = method.is_static;
            place.varargs = method.varargs;
        }
    }

    fn compile_constructor(
        &mut self,
        class: u32,
        decl: &'a ClassDecl,
        method: &MethodDraft<'a>,
        written: Option<&'a MethodDecl>,
    ) {
        let kinds: Vec<Kind> = method.params.iter().map(Ty::kind).collect();
        let mut function = Function::new(class, false, Ty::Void);
        function.span = written.map_or(decl.span, |written| written.span);
        let compact = decl.kind == ClassKind::Record && written.is_none_or(|written| written.compact);
        let params =
            if compact { &decl.components[..] } else { written.map_or(&[][..], |written| &written.params) };
        for (param, ty) in params.iter().zip(&method.params) {
            function.declare(&param.name, ty.clone());
        }
        self.functions.push(function);
        let body = written.and_then(|written| written.body.as_deref()).unwrap_or_default();
        let first = body.first().map(|stmt| (&stmt.kind, stmt.span));
        let (rest, delegates) = match first {
            Some((StmtKind::Construct { on_super: false, args }, span)) => {
                self.construct(class, 0, args, span);
                (&body[1..], true)
            }
            Some((StmtKind::Construct { on_super: true, args }, span)) => {
                self.construct_super(class, args, span);
                (&body[1..], false)
            }
            _ => {
                let span = decl.span;
                self.construct_super(class, &[], span);
                (body, false)
            }
        };
        if !delegates {
            self.initialise(class, &decl.members, false);
        }
        let mark = self.function().mark();
        self.statements(rest);
        if compact {
            for (component, ty) in decl.components.iter().zip(&method.params) {
                let var = self.function().var(&component.name).cloned();
                let field = self.find_field(class, &component.name);
                if let (Some(var), Some((_, field))) = (var, field) {
                    let (r, index, s) = (0, field.index, var.register);
                    self.emit(if ty.kind().is_primitive() {
                        Op::PutP { r, field: index, s }
                    } else {
                        Op::PutR { r, field: index, s }
                    });
                }
            }
        }
        self.function().back_to(mark);
        self.finish(method.index, "<init>", kinds, method.varargs);
    }

    fn construct_super(&mut self, class: u32, args: &'a [crate::syntax::ast::Expr], span: Span) {
        let mark = self.function().mark();
        match (self.classes[class as usize].superclass, self.classes[class as usize].native_super) {
            (Some(above), _) => {
                // An instance of a class within a method or another class brings what that class sees.
                if let (Some(outer), Some(field)) =
                    (self.classes[above as usize].outer, self.classes[above as usize].outer_field)
                    && let Some(own) = self.classes[class as usize].outer_field
                    && own != field
                {
                    let _ = outer;
                    let d = self.function().reference();
                    self.emit(Op::GetR { d, r: 0, field: own });
                    self.emit(Op::PutR { r: 0, field, s: d });
                }
                self.construct(above, 0, args, span);
            }
            (None, Some(native)) => {
                let r = self.function().reference();
                self.put(&Val::register(Ty::Own(class), 0), r);
                let argc = self.native_args(args);
                let k = self.site("<init>", Some(native), native.name, argc);
                self.emit(Op::InvokeSuper { k, r });
            }
            (None, None) => {
                if !args.is_empty() {
                    self.error("java/unknown-method", "the constructor of Object takes no arguments", span);
                }
            }
        }
        self.function().free_to(mark);
    }

    /// Values of fields and initialiser blocks, in the order in which they stand.
    pub(super) fn initialise(&mut self, class: u32, members: &'a Members, is_static: bool) {
        let is_interface = self.classes[class as usize].is_interface;
        for index in 0..=members.fields.len() {
            for (own, block, at) in &members.initialisers {
                if *own == is_static && *at == index {
                    self.block(block);
                    self.function().reachable = true;
                }
            }
            let Some(field) = members.fields.get(index) else { continue };
            if (field.modifiers.is_static || is_interface) != is_static {
                continue;
            }
            let Some(value) = &field.variable.value else { continue };
            let known = self.classes[class as usize]
                .fields
                .iter()
                .find(|known| known.name == field.variable.name)
                .cloned();
            let Some(known) = known else { continue };
            let mark = self.function().mark();
            let outer = std::mem::replace(&mut self.function().span, field.variable.span);
            let val = self.expr(value, Some(&known.ty));
            let val = self.coerce(val, &known.ty, value.span);
            let s = self.place(&val);
            let r = if is_static { self.statics(class) } else { 0 };
            self.emit(if known.ty.kind().is_primitive() {
                Op::PutP { r, field: known.index, s }
            } else {
                Op::PutR { r, field: known.index, s }
            });
            self.function().span = outer;
            self.function().free_to(mark);
        }
    }

    /// The method that initialises static fields, if there is anything to do.
    pub(super) fn static_initialiser(&mut self, class: u32, members: &'a Members) -> Option<u32> {
        let is_interface = self.classes[class as usize].is_interface;
        let decl = self.classes[class as usize].decl;
        let constants = decl.map_or(&[][..], |decl| &decl.constants);
        let needed = !constants.is_empty()
            || decl.is_some_and(|decl| decl.kind == ClassKind::Enum)
            || members.initialisers.iter().any(|(is_static, ..)| *is_static)
            || members
                .fields
                .iter()
                .any(|field| (field.modifiers.is_static || is_interface) && field.variable.value.is_some());
        if !needed {
            return None;
        }
        let index = self.reserve_method();
        self.functions.push(Function::new(class, true, Ty::Void));
        if let Some(decl) = decl.filter(|decl| decl.kind == ClassKind::Enum) {
            self.enum_constants(class, decl);
        }
        self.initialise(class, members, true);
        self.finish(index, "<clinit>", Vec::new(), false);
        Some(index)
    }

    fn enum_constants(&mut self, class: u32, decl: &'a ClassDecl) {
        let statics = self.statics(class);
        let array = self.function().reference();
        let p = self.function().prim();
        self.put(&Val::constant(Ty::INT, Value::Int(decl.constants.len() as i32)), p);
        let name = self.classes[class as usize].name.clone();
        let k = self.text(&name);
        self.emit(Op::NewArray { d: array, p, dims: 1, k });
        for (ordinal, constant) in decl.constants.iter().enumerate() {
            let mark = self.function().mark();
            self.function().span = constant.span;
            let made = match &constant.body {
                Some(body) => self.anonymous_class(Some(Class::Own(class)), body, constant.span),
                None => class,
            };
            let d = self.allocate(made, constant.span);
            let field = |compiler: &Self, name: &str| {
                compiler.find_field(class, name).map_or(0, |(_, field)| field.index)
            };
            let text = self.place(&Val::constant(Ty::string(), Value::Str(constant.name.clone())));
            let name_field = field(self, "$name");
            self.emit(Op::PutR { r: d, field: name_field, s: text });
            let number = self.place(&Val::constant(Ty::INT, Value::Int(ordinal as i32)));
            let ordinal_field = field(self, "$ordinal");
            self.emit(Op::PutP { r: d, field: ordinal_field, s: number });
            self.construct(made, d, &constant.args, constant.span);
            let static_field = field(self, &constant.name);
            self.emit(Op::PutR { r: statics, field: static_field, s: d });
            self.emit(Op::StoreR { r: array, p: number, s: d });
            self.function().free_to(mark);
        }
        let values = self.find_field(class, "$VALUES").map_or(0, |(_, field)| field.index);
        self.emit(Op::PutR { r: statics, field: values, s: array });
    }

    /// A class that is declared within a method.
    pub(super) fn local_class(&mut self, decl: &'a ClassDecl) {
        let outer = self.function().class;
        let class = self.name_classes(decl, Some(outer));
        let count = self.classes.len() as u32 - class;
        self.local_classes.push((decl.name.clone(), class));
        self.capture(class, decl);
        for offset in 0..count {
            self.declare(class + offset);
        }
        self.compile_classes(class, count);
    }

    /// A class without a name; `above` is what stands behind `new`.
    pub(super) fn anonymous_class(&mut self, above: Option<Class>, body: &'a ClassDecl, span: Span) -> u32 {
        let outer = self.function().class;
        let name: Str = format!("{}${}", self.classes[outer as usize].name, self.classes.len()).into();
        let class = self.draft(name, Str::new(), Some(body), Some(outer));
        for inner in &body.members.classes {
            self.name_classes(inner, Some(class));
        }
        let count = self.classes.len() as u32 - class;
        match above {
            Some(Class::Own(above)) if self.classes[above as usize].is_interface => {
                self.classes[class as usize].interfaces.push(Ty::Own(above));
            }
            Some(Class::Own(above)) => {
                let draft = &self.classes[above as usize];
                let (native, prims, refs) = (draft.native_super, draft.prims, draft.refs);
                let own = &mut self.classes[class as usize];
                own.superclass = Some(above);
                (own.native_super, own.prims, own.refs) = (native, prims, refs);
            }
            Some(Class::Native(native)) if is_interface(native) => {
                self.classes[class as usize].interfaces.push(Ty::Native(native));
            }
            Some(Class::Native(native)) if native.name == "java.lang.Object" => {}
            Some(Class::Native(native)) => self.classes[class as usize].native_super = Some(native),
            Some(Class::Unknown(name) | Class::Static(name)) => self.missing_class(&name, span),
            None => {
                if let crate::syntax::ast::TypeKind::Named(name) = &body
                    .extends
                    .as_ref()
                    .map_or(crate::syntax::ast::TypeKind::Inferred, |written| written.kind.clone())
                {
                    self.no_class(name, span);
                }
            }
        }
        let has_this = !self.function().is_static || self.function().var("this").is_some();
        if has_this {
            let draft = &mut self.classes[class as usize];
            draft.outer_field = Some(draft.refs);
            draft.refs += 1;
        }
        self.capture(class, body);
        self.within(class, |compiler| {
            let inherits = compiler.constructors_above(class);
            compiler.declare_fields(class, &body.members, false);
            compiler.declare_methods(class, &body.members, false);
            // Its constructor takes what that of the class above takes.
            for (params, varargs) in inherits {
                let index = compiler.reserve_method();
                compiler.classes[class as usize].methods.push(MethodDraft {
                    name: "<init>".into(),
                    params,
                    returns: Ty::Void,
                    is_static: false,
                    is_abstract: false,
                    varargs,
                    index,
                    decl: None,
                });
            }
        });
        for offset in 1..count {
            self.declare(class + offset);
        }
        self.compile_anonymous(class, body);
        self.compile_classes(class + 1, count - 1);
        class
    }

    /// What the constructors of the class above take.
    fn constructors_above(&self, class: u32) -> Vec<(Vec<Ty>, bool)> {
        let draft = &self.classes[class as usize];
        match (draft.superclass, draft.native_super) {
            (Some(above), _) => self.classes[above as usize]
                .methods
                .iter()
                .filter(|method| method.name == "<init>")
                .map(|method| (method.params.clone(), method.varargs))
                .collect(),
            (None, Some(_)) => (0..4).map(|count| (vec![Ty::Dynamic; count], false)).collect(),
            _ => vec![(Vec::new(), false)],
        }
    }

    fn compile_anonymous(&mut self, class: u32, body: &'a ClassDecl) {
        let methods = self.classes[class as usize].methods.clone();
        for method in &methods {
            if let Some(decl) = method.decl {
                self.compile_method(class, method, decl);
                continue;
            }
            let mut function = Function::new(class, false, Ty::Void);
            function.span = body.span;
            let registers: Vec<u16> =
                method.params.iter().map(|ty| function.declare(&Str::new(), ty.clone())).collect();
            self.functions.push(function);
            match (self.classes[class as usize].superclass, self.classes[class as usize].native_super) {
                (Some(above), _) => {
                    if let Some(field) = self.classes[above as usize].outer_field
                        && let Some(own) = self.classes[class as usize].outer_field
                    {
                        let d = self.function().reference();
                        self.emit(Op::GetR { d, r: 0, field: own });
                        self.emit(Op::PutR { r: 0, field, s: d });
                    }
                    let found = self.classes[above as usize]
                        .methods
                        .iter()
                        .find(|known| known.name == "<init>" && known.params == method.params)
                        .cloned();
                    if let Some(found) = found {
                        let (p, r) = (self.function().p, self.function().r);
                        let slot = self.function().reference();
                        self.emit(Op::MoveR { d: slot, s: 0 });
                        for (ty, register) in method.params.iter().zip(&registers) {
                            let slot = self.function().register(ty);
                            self.put(&Val::register(ty.clone(), *register), slot);
                        }
                        let k = self.callee(found.index);
                        self.emit(Op::Call { k, p, r, d: 0 });
                    }
                }
                (None, Some(native)) => {
                    let r = self.function().reference();
                    self.emit(Op::MoveR { d: r, s: 0 });
                    for register in &registers {
                        let slot = self.function().reference();
                        self.emit(Op::MoveR { d: slot, s: *register });
                    }
                    let k = self.site("<init>", Some(native), native.name, registers.len());
                    self.emit(Op::InvokeSuper { k, r });
                }
                _ => {}
            }
            self.initialise(class, &body.members, false);
            let kinds = method.params.iter().map(Ty::kind).collect();
            self.finish(method.index, "<init>", kinds, method.varargs);
        }
    }

    /// Fields for the variables around that a local class speaks of.
    fn capture(&mut self, class: u32, decl: &ClassDecl) {
        let mut seen = Seen::default();
        seen.class(decl);
        let vars = self.function().vars.clone();
        for var in vars.iter().rev() {
            let known = self.classes[class as usize].captured.iter().any(|(name, ..)| *name == var.name);
            if known || var.name == "this" || !seen.names.contains(&var.name) {
                continue;
            }
            let draft = &mut self.classes[class as usize];
            let count = if var.ty.kind().is_primitive() { &mut draft.prims } else { &mut draft.refs };
            let index = *count;
            *count += 1;
            draft.captured.push((var.name.clone(), var.ty.clone(), index));
        }
    }

    /// The code of several classes in a row.
    pub(super) fn compile_classes(&mut self, first: u32, count: u32) {
        for class in first..first + count {
            let outer = self.local_classes.len();
            self.compile_class(class);
            self.local_classes.truncate(outer);
        }
    }

    /// Makes what the machine needs of all drafts, super classes before those below.
    pub(super) fn build_classes(&mut self) {
        let mut index = 0;
        while index < self.classes.len() {
            let class = index as u32;
            let initialiser = match self.classes[index].decl {
                Some(decl) => self.static_initialiser(class, &decl.members),
                None => None,
            };
            self.module.classes.push(empty_class(&self.classes[index].name, initialiser));
            index += 1;
        }
        for class in 0..self.classes.len() as u32 {
            let info = self.class_info(class);
            self.module.classes[class as usize] = info;
        }
    }

    fn class_info(&mut self, class: u32) -> ClassInfo {
        let draft = &self.classes[class as usize];
        let initialiser = self.module.classes[class as usize].initialiser;
        let mut supers: Vec<Str> = Vec::new();
        let mut table: FxHashMap<Str, MethodRef> = FxHashMap::default();
        let mut by_name: FxHashMap<Str, Vec<MethodRef>> = FxHashMap::default();
        let mut fields = Vec::new();
        // From the class up: what comes first counts.
        let mut lineage = vec![class];
        let mut at = 0;
        while at < lineage.len() {
            let above = &self.classes[lineage[at] as usize];
            let parents =
                above.superclass.into_iter().chain(above.interfaces.iter().filter_map(|ty| match ty {
                    Ty::Own(interface) => Some(*interface),
                    _ => None,
                }));
            for parent in parents {
                if !lineage.contains(&parent) {
                    lineage.push(parent);
                }
            }
            for native in
                above.native_super.into_iter().chain(above.interfaces.iter().filter_map(|ty| match ty {
                    Ty::Native(native) => Some(*native),
                    _ => None,
                }))
            {
                supers.extend(native.lineage().into_iter().map(|native| Str::from(native.name)));
            }
            if at > 0 {
                supers.push(above.name.clone());
            }
            at += 1;
        }
        if draft.decl.is_some_and(|decl| decl.kind == ClassKind::Enum) {
            supers.extend([Str::from("java.lang.Enum"), "java.lang.Comparable".into()]);
        }
        let mut concrete: Vec<(u32, &MethodDraft<'a>)> = Vec::new();
        for above in &lineage {
            for method in &self.classes[*above as usize].methods {
                if method.name != "<init>" || *above == class {
                    concrete.push((*above, method));
                }
            }
        }
        for (_, method) in &concrete {
            by_name.entry(method.name.clone()).or_default().push(MethodRef::own(method.index));
            if method.is_static || method.name == "<init>" || method.is_abstract {
                continue;
            }
            table.entry(self.selector(method)).or_insert_with(|| MethodRef::own(method.index));
        }
        // What a class above declares with a type parameter, a class below may write with a type of its own.
        for (_, above) in &concrete {
            let selector = self.selector(above);
            if above.is_static || above.name == "<init>" {
                continue;
            }
            let better = concrete.iter().find(|(_, method)| {
                !method.is_abstract
                    && !method.is_static
                    && method.name == above.name
                    && method.params.len() == above.params.len()
                    && method.params.iter().zip(&above.params).all(|(own, above)| {
                        own == above || (*above == Ty::Dynamic && !own.kind().is_primitive())
                    })
                    && method.returns.kind().is_primitive() == above.returns.kind().is_primitive()
            });
            if let Some((_, better)) = better {
                table.insert(selector, MethodRef::own(better.index));
            }
        }
        for above in lineage.iter().rev() {
            for field in &self.classes[*above as usize].fields {
                fields.push(FieldInfo {
                    name: field.name.clone(),
                    kind: field.ty.kind(),
                    is_static: field.is_static,
                    index: field.index,
                });
            }
        }
        let (properties, accessors) = self.properties(&concrete);
        let names: Vec<&str> = supers.iter().map(Str::as_str).collect();
        let name = draft.name.clone();
        ClassInfo {
            class: RenderClass::with_properties(name, &names, properties),
            superclass: draft.superclass.map(|index| ClassRef { module: None, index }),
            supers: supers.clone(),
            native_super: draft.native_super,
            is_record: draft.decl.is_some_and(|decl| decl.kind == ClassKind::Record),
            fields,
            prims: draft.prims,
            refs: draft.refs,
            table,
            by_name,
            accessors,
            statics: OnceLock::new(),
            static_prims: draft.static_prims,
            static_refs: draft.static_refs,
            initialiser,
            initialised: AtomicU8::new(0),
        }
    }

    /// The bean properties of a class by its getters and setters.
    fn properties(&self, methods: &[(u32, &MethodDraft<'a>)]) -> (Vec<Property>, Vec<Accessors>) {
        let mut properties: Vec<Property> = Vec::new();
        let mut accessors: Vec<Accessors> = Vec::new();
        for (_, method) in methods.iter().filter(|(_, method)| !method.is_static && !method.is_abstract) {
            let (name, is_getter) = match (method.params.len(), &*method.name) {
                (0, name) if name.starts_with("get") && name != "getClass" => (&name[3..], true),
                (0, name) if name.starts_with("is") && method.returns == Ty::BOOL => (&name[2..], true),
                (1, name) if name.starts_with("set") => (&name[3..], false),
                _ => continue,
            };
            if !name.starts_with(|first: char| first.is_uppercase() || first == '_') {
                continue;
            }
            let name = decapitalized(name);
            let at = match properties.iter().position(|property| property.name == name) {
                Some(at) => at,
                None => {
                    let ty = if is_getter { &method.returns } else { &method.params[0] };
                    properties.push(Property { name, java_type: self.type_name(ty), writable: false });
                    accessors.push((None, None));
                    properties.len() - 1
                }
            };
            let reference = MethodRef::own(method.index);
            if is_getter {
                accessors[at].0.get_or_insert(reference);
            } else {
                properties[at].writable = true;
                properties[at].java_type = self.type_name(&method.params[0]);
                accessors[at].1.get_or_insert(reference);
            }
        }
        (properties, accessors)
    }
}

/// The getter and the setter of a property.
type Accessors = (Option<MethodRef>, Option<MethodRef>);

/// `java.beans.Introspector.decapitalize`
fn decapitalized(name: &str) -> Str {
    let mut chars = name.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if first.is_uppercase() && second.is_uppercase() => name.into(),
        (Some(first), _) => first.to_lowercase().chain(chars).collect(),
        (None, _) => Str::new(),
    }
}

/// Whether a native class is an interface: it has no objects of its own.
fn is_interface(native: &'static library::Native) -> bool {
    native.make.is_none() && !native.is_subclass_of_throwable() && native.name != "java.lang.Object"
}

fn empty_class(name: &Str, initialiser: Option<u32>) -> ClassInfo {
    ClassInfo {
        class: RenderClass::new(name.clone(), &[]),
        superclass: None,
        supers: Vec::new(),
        native_super: None,
        is_record: false,
        fields: Vec::new(),
        prims: 0,
        refs: 0,
        table: FxHashMap::default(),
        by_name: FxHashMap::default(),
        accessors: Vec::new(),
        statics: OnceLock::new(),
        static_prims: 0,
        static_refs: 0,
        initialiser,
        initialised: AtomicU8::new(0),
    }
}
