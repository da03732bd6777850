//! New objects and arrays (Java Language Specification 17, 15.9 and 15.10).

use std::rc::Rc;

use vespid_render::Value;
use vespid_render::source::Span;
use vespid_render::value::Str;

use super::Compiler;
use super::function::Val;
use super::names::Class;
use super::types::Ty;
use crate::library::Native;
use crate::syntax::ast::Expr;
use crate::syntax::ast::ExprKind;
use crate::syntax::ast::New;
use crate::syntax::ast::TypeKind;
use crate::vm::CallSite;
use crate::vm::Kind;
use crate::vm::Op;
use crate::vm::array_name;

impl<'a> Compiler<'a> {
    pub(super) fn creation(&mut self, new: &'a New, span: Span) -> Val {
        let TypeKind::Named(name) = &new.class.kind else {
            self.error("java/type", "only classes have objects", new.class.span);
            return Val::bad();
        };
        let class = self.find_class(name);
        if let Some(body) = &new.body {
            let class = self.anonymous_class(class, body, new.class.span);
            return self.make(class, &new.args, span);
        }
        match class {
            Some(Class::Own(class)) => {
                let draft = &self.classes[class as usize];
                if let Some(broken) = draft.broken.clone() {
                    self.error("java/broken-class", broken, new.class.span);
                    self.ignore(&new.args);
                    return Val::bad();
                }
                if draft.is_interface || draft.decl.is_some_and(|decl| decl.modifiers.is_abstract) {
                    let message = format!("{name} is abstract and has no objects of its own");
                    self.error("java/abstract", message, new.class.span);
                }
                self.make(class, &new.args, span)
            }
            Some(Class::Native(native)) => self.make_native(Some(native), native.name, &new.args),
            Some(Class::Static(name)) => self.make_native(None, &name, &new.args),
            Some(Class::Unknown(name)) => {
                self.ignore(&new.args);
                self.use_missing_class(&name, new.class.span)
            }
            None => {
                self.no_class(name, new.class.span);
                self.ignore(&new.args);
                Val::bad()
            }
        }
    }

    fn make_native(&mut self, native: Option<&'static Native>, name: &str, args: &'a [Expr]) -> Val {
        let d = self.function().reference();
        let mark = self.function().mark();
        let r = self.function().r;
        let argc = self.native_args(args);
        let k = self.site("<init>", native, name, argc);
        self.emit(Op::InvokeNew { k, r, d });
        self.function().free_to(mark);
        Val::register(native.map_or(Ty::Dynamic, Ty::Native), d)
    }

    pub(super) fn site(
        &mut self,
        name: &str,
        native: Option<&'static Native>,
        class: &str,
        argc: usize,
    ) -> u32 {
        self.module.sites.push(CallSite {
            name: name.into(),
            selector: Str::new(),
            argc: argc as u16,
            params: Vec::new(),
            returns: Kind::Ref,
            native,
            class_name: class.into(),
            quick: None,
        });
        (self.module.sites.len() - 1) as u32
    }

    /// Makes an instance of a class of this module.
    pub(super) fn make(&mut self, class: u32, args: &'a [Expr], span: Span) -> Val {
        let d = self.allocate(class, span);
        self.construct(class, d, args, span);
        Val::register(Ty::Own(class), d)
    }

    /// A new instance with what it captures; no constructor was called.
    pub(super) fn allocate(&mut self, class: u32, span: Span) -> u16 {
        let k = self.class_ref(class);
        let d = self.function().reference();
        self.emit(Op::New { d, k });
        let draft = &self.classes[class as usize];
        let (outer, outer_field, captured) = (draft.outer, draft.outer_field, draft.captured.clone());
        if let (Some(outer), Some(field)) = (outer, outer_field) {
            let mark = self.function().mark();
            match self.instance_of_class(outer) {
                Some(val) => {
                    let s = self.place(&val);
                    self.emit(Op::PutR { r: d, field, s });
                }
                None => {
                    let message =
                        format!("there is no instance of {} here", self.classes[outer as usize].simple);
                    self.error("java/static", message, span);
                }
            }
            self.function().free_to(mark);
        }
        for (name, ty, field) in captured {
            let mark = self.function().mark();
            // Within the class itself its own copies are what is captured anew.
            if let Some(val) = self.variable(&name) {
                let s = self.place(&val);
                self.emit(if ty.kind().is_primitive() {
                    Op::PutP { r: d, field, s }
                } else {
                    Op::PutR { r: d, field, s }
                });
            }
            self.function().free_to(mark);
        }
        d
    }

    /// Calls a constructor on an instance that is there.
    pub(super) fn construct(&mut self, class: u32, instance: u16, args: &'a [Expr], span: Span) {
        let candidates: Vec<_> = self.classes[class as usize]
            .methods
            .iter()
            .filter(|method| method.name == "<init>" && (!method.is_private || self.may_use_private(class)))
            .map(|method| (class, method.clone()))
            .collect();
        let is_hidden = candidates.is_empty() && self.private_owner(class, "<init>").is_some();
        let name = self.classes[class as usize].simple.clone();
        if is_hidden {
            self.error("java/private", format!("the constructor of {name} is private"), span);
            self.ignore(args);
            return;
        }
        if let Some((_, method)) = self.pick(candidates, args, &name, span) {
            let this = Val::register(Ty::Own(class), instance);
            self.call_direct(Some(this), &method, args);
        }
    }

    pub(super) fn new_array(
        &mut self,
        element: Ty,
        lengths: &'a [Expr],
        more: usize,
        items: Option<&'a [Expr]>,
        span: Span,
    ) -> Val {
        let mut ty = element;
        for _ in 0..more {
            ty = Ty::Array(Rc::new(ty));
        }
        if let Some(items) = items {
            let Ty::Array(component) = &ty else {
                self.error("java/type", "an array of items needs its brackets", span);
                return Val::bad();
            };
            let component = (**component).clone();
            return self.array_of(component, items);
        }
        let d = self.function().reference();
        let mark = self.function().mark();
        let p = self.function().p;
        for length in lengths {
            let slot = self.function().prim();
            let inner = self.function().mark();
            self.expr_into(length, &Ty::INT, slot);
            self.function().free_to(inner);
        }
        let component = self.type_name(&ty);
        let k = self.text(&component);
        self.emit(Op::NewArray { d, p, dims: lengths.len() as u8, k });
        self.function().free_to(mark);
        for _ in lengths {
            ty = Ty::Array(Rc::new(ty));
        }
        let _ = array_name;
        Val::register(ty, d)
    }

    /// An array of these items.
    pub(super) fn array_of(&mut self, component: Ty, items: &'a [Expr]) -> Val {
        let d = self.function().reference();
        let mark = self.function().mark();
        let length = self.function().prim();
        self.put(&Val::constant(Ty::INT, Value::Int(items.len() as i32)), length);
        let name = self.type_name(&component);
        let k = self.text(&name);
        self.emit(Op::NewArray { d, p: length, dims: 1, k });
        let index = self.function().prim();
        for (at, item) in items.iter().enumerate() {
            let inner = self.function().mark();
            let val = match &item.kind {
                ExprKind::Items(nested) => match &component {
                    Ty::Array(inner) => {
                        let inner = (**inner).clone();
                        self.array_of(inner, nested)
                    }
                    _ => {
                        self.error("java/type", "only an array is made of items in braces", item.span);
                        Val::bad()
                    }
                },
                _ => self.expr(item, Some(&component)),
            };
            let val = self.coerce(val, &component, item.span);
            let s = self.place(&val);
            self.emit(Op::Small { d: index, value: at as i32 });
            self.emit(if component.kind().is_primitive() {
                Op::StoreP { r: d, p: index, s }
            } else {
                Op::StoreR { r: d, p: index, s }
            });
            self.function().free_to(inner);
        }
        self.function().free_to(mark);
        Val::register(Ty::Array(Rc::new(component)), d)
    }
}
