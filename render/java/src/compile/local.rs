//! Classes within methods, with a name or without (Java Language Specification 17, 14.3 and 15.9.5).

use vespid_render::source::Span;
use vespid_render::value::Str;

use super::Compiler;
use super::MethodDraft;
use super::build::is_interface;
use super::captures::Seen;
use super::function::Function;
use super::function::Val;
use super::names::Class;
use super::types::Ty;
use crate::syntax::ast::ClassDecl;
use crate::vm::Op;

impl<'a> Compiler<'a> {
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
                    is_private: false,
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
            function.initialises = true;
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
            self.check_assigned(|assigned| assigned.initialisers(&body.members, false, false));
            self.initialise(class, &body.members, false);
            self.finish(method.index, "<init>", &method.params, method.varargs);
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
}
