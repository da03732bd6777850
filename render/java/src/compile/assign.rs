//! Assignments: `=`, `+=` and its kin, `++`, `--`.

use vespid_render::Value;
use vespid_render::source::Span;
use vespid_render::value::Str;

use super::Compiler;
use super::FieldDraft;
use super::function::Val;
use super::names::Class;
use super::types::Ty;
use crate::syntax::ast::Binary;
use crate::syntax::ast::Expr;
use crate::syntax::ast::ExprKind;
use crate::vm::Kind;
use crate::vm::Op;

/// What is assigned.
enum Place {
    Var { ty: Ty, register: u16 },
    Field { object: u16, field: FieldDraft },
    Dynamic { object: u16, name: Str },
    Item { array: u16, index: u16, ty: Ty },
    Bad,
}

impl<'a> Compiler<'a> {
    fn place_of(&mut self, target: &'a Expr, value: Option<&'a Expr>) -> Place {
        match &target.kind {
            ExprKind::Name(name) => self.named_place(name, target.span),
            ExprKind::SuperField(name) => self.named_place(name, target.span),
            ExprKind::Field(object, name) => {
                if let Some(Class::Own(class)) = self.as_class(object) {
                    return match self.find_field(class, name) {
                        Some((owner, field)) if field.is_static => {
                            self.check_final(owner, &field, false, target.span);
                            let object = self.statics(owner);
                            Place::Field { object, field }
                        }
                        _ => {
                            if !self.is_private(class, name, target.span) {
                                self.no_name(name, target.span);
                            }
                            Place::Bad
                        }
                    };
                }
                let val = self.expr(object, None);
                match &val.ty {
                    Ty::Own(class) => match self.find_field(*class, name) {
                        Some((owner, field)) => {
                            let on_this = matches!(object.kind, ExprKind::This);
                            self.check_final(owner, &field, on_this, target.span);
                            let object = if field.is_static {
                                self.statics(owner)
                            } else {
                                match value {
                                    Some(value) => self.stable(&val, value),
                                    None => self.place(&val),
                                }
                            };
                            Place::Field { object, field }
                        }
                        None => {
                            self.field_of(&val, name, target.span);
                            Place::Bad
                        }
                    },
                    ty if ty.is_open() => Place::Dynamic { object: self.place(&val), name: name.clone() },
                    Ty::Array(_) => {
                        self.error("java/type", "the length of an array can't be changed", target.span);
                        Place::Bad
                    }
                    _ => {
                        self.field_of(&val, name, target.span);
                        self.error("java/type", format!("'{name}' can't be assigned"), target.span);
                        Place::Bad
                    }
                }
            }
            ExprKind::Index(array, index) => {
                let array_val = self.expr(array, None);
                let ty = self.component(&array_val);
                let array = self.stable(&array_val, index);
                let array_val = Val::register(array_val.ty, array);
                let array = match value {
                    Some(value) => self.stable(&array_val, value),
                    None => array,
                };
                let index_val = self.expr(index, None);
                let index_val = self.coerce(index_val, &Ty::INT, index.span);
                let index = match value {
                    Some(value) => self.stable(&index_val, value),
                    None => self.place(&index_val),
                };
                Place::Item { array, index, ty }
            }
            _ => Place::Bad,
        }
    }

    /// Gives a variable or a field of the page the value of an attribute; where there is none of that name, nothing.
    pub(super) fn assign_attribute(&mut self, name: &Str, span: Span) {
        let class = self.function().class;
        if self.function().var(name).is_none() && self.find_field(class, name).is_none() {
            return;
        }
        let place = self.named_place(name, span);
        let ty = Self::type_of_place(&place);
        let d = self.function().reference();
        let k = self.text(name);
        self.emit(Op::Attribute { d, k });
        let val = match ty.kind() {
            Kind::Ref => Val::register(ty, d),
            _ => self.converted(Val::register(Ty::Dynamic, d), &ty),
        };
        self.write(&place, &val);
    }

    fn named_place(&mut self, name: &Str, span: Span) -> Place {
        if let Some(var) = self.function().var(name) {
            return Place::Var { ty: var.ty.clone(), register: var.register };
        }
        let mut class = Some(self.function().class);
        while let Some(at) = class {
            if let Some((owner, field)) = self.find_field(at, name) {
                self.check_final(owner, &field, true, span);
                let object = if field.is_static {
                    self.statics(owner)
                } else {
                    match self.instance_of_class(at) {
                        Some(val) => self.place(&val),
                        None => {
                            let message =
                                format!("'{name}' belongs to instances; there is none in a static method");
                            self.error("java/static", message, span);
                            return Place::Bad;
                        }
                    }
                };
                return Place::Field { object, field };
            }
            if self.classes[at as usize].captured.iter().any(|(own, ..)| own == name) {
                self.error(
                    "java/captured",
                    format!("'{name}' is a variable of the method around and can't be assigned here"),
                    span,
                );
                return Place::Bad;
            }
            class = self.classes[at as usize].outer;
        }
        for class in self.static_import(name) {
            if let Class::Own(class) = class
                && let Some((owner, field)) = self.find_field(class, name)
                && field.is_static
            {
                self.check_final(owner, &field, false, span);
                let object = self.statics(owner);
                return Place::Field { object, field };
            }
        }
        self.no_name(name, span);
        Place::Bad
    }

    /// Final fields get their values where they are declared, in initialisers and constructors; `on_this`: the object
    /// itself assigns it.
    fn check_final(&mut self, owner: u32, field: &FieldDraft, on_this: bool, span: Span) {
        let function = self.function();
        let initialises =
            function.initialises && function.class == owner && function.is_static == field.is_static;
        let may = initialises && (on_this || field.is_static);
        if field.is_final && !may {
            let message = format!("'{}' is final and can't be assigned here", field.name);
            self.error("java/final", message, span);
        }
    }

    fn read(&mut self, place: &Place) -> Val {
        match place {
            Place::Var { ty, register } => Val::register(ty.clone(), *register),
            Place::Field { object, field } => self.get(*object, field),
            Place::Dynamic { object, name } => {
                let d = self.function().reference();
                let k = self.text(name);
                self.emit(Op::GetDynamic { d, r: *object, k });
                Val::register(Ty::Dynamic, d)
            }
            Place::Item { array, index, ty } => {
                let d = self.function().register(ty);
                let (r, p) = (*array, *index);
                self.emit(if ty.kind().is_primitive() {
                    Op::LoadP { d, r, p }
                } else {
                    Op::LoadR { d, r, p }
                });
                Val::register(ty.clone(), d)
            }
            Place::Bad => Val::bad(),
        }
    }

    fn type_of_place(place: &Place) -> Ty {
        match place {
            Place::Var { ty, .. } | Place::Item { ty, .. } => ty.clone(),
            Place::Field { field, .. } => field.ty.clone(),
            Place::Dynamic { .. } | Place::Bad => Ty::Dynamic,
        }
    }

    fn write(&mut self, place: &Place, val: &Val) {
        match place {
            Place::Var { register, .. } => self.put(val, *register),
            Place::Field { object, field } => {
                let s = self.place(val);
                let (r, index) = (*object, field.index);
                self.emit(if field.ty.kind().is_primitive() {
                    Op::PutP { r, field: index, s }
                } else {
                    Op::PutR { r, field: index, s }
                });
            }
            Place::Dynamic { object, name } => {
                let s = self.place(val);
                let k = self.text(name);
                self.emit(Op::PutDynamic { r: *object, s, k });
            }
            Place::Item { array, index, ty } => {
                let s = self.place(val);
                let (r, p) = (*array, *index);
                self.emit(if ty.kind().is_primitive() {
                    Op::StoreP { r, p, s }
                } else {
                    Op::StoreR { r, p, s }
                });
            }
            Place::Bad => {}
        }
    }

    pub(super) fn assign(
        &mut self,
        target: &'a Expr,
        operator: Option<Binary>,
        value: &'a Expr,
        span: Span,
    ) -> Val {
        let place = self.place_of(target, Some(value));
        let ty = Self::type_of_place(&place);
        let Some(operator) = operator else {
            if let Place::Var { register, .. } = place {
                // Straight into the variable, unless the value reads it once more after that.
                let before = self.function().code.len();
                let val = self.expr(value, Some(&ty));
                let val = self.coerce(val, &ty, value.span);
                self.put_last(&val, register, before);
                return Val::register(ty, register);
            }
            let val = self.expr(value, Some(&ty));
            let val = self.coerce(val, &ty, value.span);
            self.write(&place, &val);
            return val;
        };
        let old = self.read(&place);
        let old = if matches!(place, Place::Var { .. }) {
            Val::register(old.ty.clone(), self.stable(&old, value))
        } else {
            old
        };
        let new = if operator == Binary::Add
            && (ty.is_string() || (ty.is_open() && matches!(place, Place::Var { .. })))
            && ty.is_string()
        {
            self.concat(old, std::slice::from_ref(value))
        } else {
            let right = self.expr(value, None);
            self.binary(operator, old, right, span)
        };
        let new = self.assigned(new, &ty, span);
        self.write(&place, &new);
        match place {
            Place::Var { ty, register } => Val::register(ty, register),
            _ => new,
        }
    }

    /// The result of `a += b`, which is cast to the type of `a`.
    fn assigned(&mut self, val: Val, ty: &Ty, span: Span) -> Val {
        match (&val.ty, ty.unboxed()) {
            (Ty::Prim(from), Some(to)) if (*from == Kind::Bool) == (to == Kind::Bool) => {
                let from = *from;
                let narrow = self.narrowed(val, from, to);
                self.coerce(narrow, ty, span)
            }
            _ => self.coerce(val, ty, span),
        }
    }

    /// Moves the value that was just computed to a register, by letting its last instruction write there.
    fn put_last(&mut self, val: &Val, register: u16, before: usize) {
        let super::function::At::Register(own) = val.at else { return self.put(val, register) };
        let function = self.function();
        let is_var = function
            .vars
            .iter()
            .any(|var| var.register == own && var.ty.kind().is_primitive() == val.ty.kind().is_primitive());
        if !is_var && function.code.len() > before && val.ty.kind().is_primitive() {
            match function.code.last_mut() {
                Some(
                    Op::AddI { d, .. } | Op::AddConst { d, .. } | Op::Arith { d, .. } | Op::LoadP { d, .. },
                ) if *d == own => {
                    *d = register;
                    return;
                }
                _ => {}
            }
        }
        self.put(val, register);
    }

    /// `++` and `--`, before or behind what they change.
    pub(super) fn step(&mut self, target: &'a Expr, up: bool, before: bool, span: Span) -> Val {
        let place = self.place_of(target, None);
        let ty = Self::type_of_place(&place);
        if let (Place::Var { register, .. }, Ty::Prim(Kind::Int)) = (&place, &ty) {
            let register = *register;
            let c = if up { 1 } else { -1 };
            if before {
                self.emit(Op::AddConst { d: register, a: register, c });
                return Val::register(ty, register);
            }
            let old = self.function().prim();
            self.emit(Op::MoveP { d: old, s: register });
            self.emit(Op::AddConst { d: register, a: register, c });
            return Val::register(ty, old);
        }
        let old = self.read(&place);
        let old = if before {
            old
        } else {
            let copy = self.function().register(&ty);
            self.put(&old, copy);
            Val::register(ty.clone(), copy)
        };
        let one = Val::constant(Ty::INT, Value::Int(1));
        let new = self.binary(if up { Binary::Add } else { Binary::Subtract }, old.clone(), one, span);
        let new = self.assigned(new, &ty, span);
        self.write(&place, &new);
        if before { new } else { old }
    }

    /// An expression as a statement: what it gives is not needed.
    pub(super) fn effect(&mut self, expr: &'a Expr) {
        if let ExprKind::Step { target, up, .. } = &expr.kind {
            let outer = std::mem::replace(&mut self.function().span, expr.span);
            self.step(target, *up, true, expr.span);
            self.function().span = outer;
            return;
        }
        self.expr(expr, None);
    }
}
