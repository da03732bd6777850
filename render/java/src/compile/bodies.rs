//! The code of classes: methods, constructors, initialisers (Java Language Specification 17, 8.4, 8.6 to 8.9).

use vespid_render::Value;
use vespid_render::source::Span;

use super::Compiler;
use super::MethodDraft;
use super::function::Function;
use super::function::Val;
use super::names::Class;
use super::types::Ty;
use crate::syntax::ast::ClassDecl;
use crate::syntax::ast::ClassKind;
use crate::syntax::ast::Members;
use crate::syntax::ast::MethodDecl;
use crate::syntax::ast::StmtKind;
use crate::vm::Op;

impl<'a> Compiler<'a> {
    /// The code of a class's methods.
    pub(super) fn compile_class(&mut self, class: u32) {
        let Some(decl) = self.classes[class as usize].decl else { return };
        let methods = self.classes[class as usize].methods.clone();
        for method in &methods {
            let before = self.problems.len();
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
                    self.finish(method.index, name, &[], false);
                }
            }
            self.settle(method.index, before);
        }
    }

    /// A method of a source that does not compile throws when it is called; all else of its class can be used.
    pub(super) fn settle(&mut self, method: u32, before: usize) {
        if !self.lenient {
            return;
        }
        let mut errors = self.problems[before..].iter_mut().filter(|problem| !problem.warning);
        let Some(first) = errors.next() else { return };
        first.warning = true;
        let (span, message) = (first.span, first.message.clone());
        for problem in errors {
            problem.warning = true;
        }
        let place = self.module.sources.place(span);
        let text = format!("this does not compile: {message} ({place})");
        let k = self.text(&text);
        let method = &mut self.module.methods[method as usize];
        method.is_abstract = false;
        (method.code, method.spans, method.handlers) = (vec![Op::Bad { k }], vec![span], Vec::new());
    }

    /// The code of a method that is written.
    pub(super) fn compile_method(&mut self, class: u32, method: &MethodDraft<'a>, decl: &'a MethodDecl) {
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
            self.check_assigned(|assigned| {
                assigned.params(&decl.params);
                assigned.block(body);
            });
            self.block(body);
            self.function().span = decl.span;
            self.finish(method.index, &method.name, &method.params, method.varargs);
        } else {
            self.functions.pop();
            let class = self.classes[class as usize].simple.clone();
            let types = method.params.iter().map(|ty| self.type_name(ty)).collect();
            let place = &mut self.module.methods[method.index as usize];
            place.name = method.name.clone();
            place.class = class;
            place.params = method.params.iter().map(Ty::kind).collect();
            place.types = types;
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
        let mut function = Function::new(class, false, Ty::Void);
        function.initialises = true;
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
        let span = self.function().span;
        self.check_assigned(|assigned| assigned.constructor(decl, params, body, span));
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
        self.finish(method.index, "<init>", &method.params, method.varargs);
    }

    pub(super) fn construct_super(&mut self, class: u32, args: &'a [crate::syntax::ast::Expr], span: Span) {
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
        self.check_assigned(|assigned| assigned.initialisers(members, true, is_interface));
        if !needed {
            return None;
        }
        let index = self.reserve_method();
        self.functions.push(Function::new(class, true, Ty::Void));
        self.function().initialises = true;
        if let Some(decl) = decl.filter(|decl| decl.kind == ClassKind::Enum) {
            self.enum_constants(class, decl);
        }
        self.initialise(class, members, true);
        self.finish(index, "<clinit>", &[], false);
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

    /// The code of several classes in a row.
    pub(super) fn compile_classes(&mut self, first: u32, count: u32) {
        for class in first..first + count {
            let outer = self.local_classes.len();
            self.compile_class(class);
            self.local_classes.truncate(outer);
        }
    }
}
