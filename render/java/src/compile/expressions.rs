//! Expressions: literals, names, fields, casts, conditions.

use vespid_render::Value;

use super::Compiler;
use super::function::Val;
use super::types::Ty;
use crate::library;
use crate::syntax::ast::Expr;
use crate::syntax::ast::ExprKind;
use crate::vm::Kind;
use crate::vm::Op;

impl<'a> Compiler<'a> {
    /// The value of an expression; `want` is the type that it is for, where that helps: lambdas, arrays.
    pub(super) fn expr(&mut self, expr: &'a Expr, want: Option<&Ty>) -> Val {
        let outer = std::mem::replace(&mut self.function().span, expr.span);
        let val = self.expr_at(expr, want);
        self.function().span = outer;
        val
    }

    fn expr_at(&mut self, expr: &'a Expr, want: Option<&Ty>) -> Val {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Null => Val::constant(Ty::Null, Value::Null),
            ExprKind::Bool(value) => Val::constant(Ty::BOOL, Value::Bool(*value)),
            ExprKind::Int(value) => Val::constant(Ty::INT, Value::Int(*value)),
            ExprKind::Long(value) => Val::constant(Ty::Prim(Kind::Long), Value::Long(*value)),
            ExprKind::Float(value) => Val::constant(Ty::Prim(Kind::Float), Value::Float(*value)),
            ExprKind::Double(value) => Val::constant(Ty::Prim(Kind::Double), Value::Double(*value)),
            ExprKind::Char(value) => Val::constant(Ty::Prim(Kind::Char), Value::Char(*value)),
            ExprKind::Text(value) => Val::constant(Ty::string(), Value::Str(value.clone())),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::This => self.this(span),
            ExprKind::OuterThis(name) => self.outer_this(name, span),
            ExprKind::Field(target, name) => self.field(target, name, span),
            ExprKind::SuperField(name) => match self.this_field(name) {
                Some(val) => val,
                None => self.no_name(name, span),
            },
            ExprKind::Index(array, index) => self.index(array, index),
            ExprKind::Call(call) => self.call(call, span),
            ExprKind::New(new) => self.creation(new, span),
            ExprKind::NewArray { element, lengths, more, items } => {
                let element = self.resolve(element);
                self.new_array(element, lengths, *more, items.as_deref(), span)
            }
            ExprKind::Items(items) => match want {
                Some(Ty::Array(component)) => self.array_of((**component).clone(), items),
                _ => {
                    self.error("java/type", "only an array is made of items in braces", span);
                    Val::bad()
                }
            },
            ExprKind::Unary(operator, value) => self.unary(*operator, value, span),
            ExprKind::Chain(operands, operators) => self.chain(operands, operators),
            ExprKind::Assign { target, operator, value } => self.assign(target, *operator, value, span),
            ExprKind::Step { target, up, before } => self.step(target, *up, *before, span),
            ExprKind::Conditional(condition, then, other) => self.conditional(condition, then, other, want),
            ExprKind::Cast(java_type, value) => {
                let ty = self.resolve(java_type);
                let val = self.expr(value, Some(&ty));
                self.cast(val, &ty, span)
            }
            ExprKind::InstanceOf(..) => self.condition_value(expr),
            ExprKind::Lambda(lambda) => self.lambda(lambda, want, span),
            ExprKind::MethodRef(target, java_type, name) => {
                self.method_ref(target, java_type.as_ref(), name, want, span)
            }
            ExprKind::Switch(switch) => self.switch_value(switch, want),
            ExprKind::ClassLiteral(java_type) => {
                let ty = self.resolve(java_type);
                if let Ty::Own(class) = ty {
                    let k = self.class_ref(class);
                    let d = self.function().reference();
                    self.emit(Op::Class { d, k });
                    return Val::register(Ty::native("java.lang.Class"), d);
                }
                let name = match &java_type.kind {
                    crate::syntax::ast::TypeKind::Named(name) if ty == Ty::Dynamic => name.clone(),
                    _ => self.type_name(&ty),
                };
                Val::constant(Ty::native("java.lang.Class"), library::class_of(&name))
            }
            ExprKind::Bad => Val::bad(),
        }
    }

    fn index(&mut self, array: &'a Expr, index: &'a Expr) -> Val {
        let array = self.expr(array, None);
        let component = self.component(&array);
        let r = self.stable(&array, index);
        let index_val = self.expr(index, None);
        let index_val = self.coerce(index_val, &Ty::INT, index.span);
        let p = self.place(&index_val);
        let d = self.function().register(&component);
        self.emit(if component.kind().is_primitive() {
            Op::LoadP { d, r, p }
        } else {
            Op::LoadR { d, r, p }
        });
        Val::register(component, d)
    }

    /// The type of an array's items.
    pub(super) fn component(&mut self, array: &Val) -> Ty {
        match &array.ty {
            Ty::Array(component) => (**component).clone(),
            ty if ty.is_open() => Ty::Dynamic,
            ty => {
                let message = format!("{} is no array", self.shown(ty));
                let span = self.function().span;
                self.error("java/type", message, span);
                Ty::Dynamic
            }
        }
    }

    /// The register of a value that stays as it is while another expression is evaluated.
    pub(super) fn stable(&mut self, val: &Val, next: &Expr) -> u16 {
        let register = self.place(val);
        let is_var = self.function().vars.iter().any(|var| {
            var.register == register && var.ty.kind().is_primitive() == val.ty.kind().is_primitive()
        });
        if is_var && super::captures::assigns(next) {
            let copy = self.function().register(&val.ty);
            self.put(&Val::register(val.ty.clone(), register), copy);
            return copy;
        }
        register
    }

    /// An expression's value in a certain register.
    pub(super) fn expr_into(&mut self, expr: &'a Expr, ty: &Ty, d: u16) {
        let val = self.expr(expr, Some(ty));
        let val = self.coerce(val, ty, expr.span);
        self.put(&val, d);
    }
}
