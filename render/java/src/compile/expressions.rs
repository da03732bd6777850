//! Expressions: literals, names, fields, casts, conditions.

use std::rc::Rc;

use vespid_render::Value;
use vespid_render::source::Span;
use vespid_render::value::Str;

use super::Compiler;
use super::function::At;
use super::function::Val;
use super::names::Class;
use super::types::Ty;
use super::types::widening;
use crate::library;
use crate::syntax::ast::Binary;
use crate::syntax::ast::Expr;
use crate::syntax::ast::ExprKind;
use crate::syntax::ast::Unary;
use crate::vm::Cmp;
use crate::vm::Convert;
use crate::vm::Kind;
use crate::vm::Op;
use crate::vm::dynamic::cmp_of;

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
                let name = match &java_type.kind {
                    crate::syntax::ast::TypeKind::Named(name) if ty == Ty::Dynamic => name.clone(),
                    _ => self.type_name(&ty),
                };
                Val::constant(Ty::native("java.lang.Class"), library::class_of(&name))
            }
            ExprKind::Bad => Val::bad(),
        }
    }

    /// `this`
    pub(super) fn this(&mut self, span: Span) -> Val {
        let class = self.function().class;
        if let Some(var) = self.function().var("this") {
            return Val::register(var.ty.clone(), var.register);
        }
        if self.function().is_static {
            self.error("java/static", "there is no 'this' in a static method", span);
            return Val::bad();
        }
        Val::register(Ty::Own(class), 0)
    }

    /// The instance of a class around; `None`: there is none.
    pub(super) fn instance_of_class(&mut self, wanted: u32) -> Option<Val> {
        let has_this = !self.function().is_static || self.function().var("this").is_some();
        if !has_this {
            return None;
        }
        let mut val = self.this(Span::default());
        let Ty::Own(mut class) = val.ty else { return None };
        loop {
            if self.is_own_subclass(class, wanted) {
                return Some(val);
            }
            let field = self.classes[class as usize].outer_field?;
            let outer = self.classes[class as usize].outer?;
            let r = self.place(&val);
            let d = self.function().reference();
            self.emit(Op::GetR { d, r, field });
            val = Val::register(Ty::Own(outer), d);
            class = outer;
        }
    }

    pub(super) fn is_own_subclass(&self, class: u32, wanted: u32) -> bool {
        let mut at = Some(class);
        while let Some(class) = at {
            if class == wanted {
                return true;
            }
            at = self.classes[class as usize].superclass;
        }
        false
    }

    fn outer_this(&mut self, name: &Str, span: Span) -> Val {
        match self.find_class(name) {
            Some(Class::Own(class)) => match self.instance_of_class(class) {
                Some(val) => val,
                None => {
                    self.error("java/static", format!("there is no instance of {name} here"), span);
                    Val::bad()
                }
            },
            _ => {
                self.no_class(name, span);
                Val::bad()
            }
        }
    }

    /// A name: a variable, a field, a static import.
    fn name(&mut self, name: &Str, span: Span) -> Val {
        if let Some(val) = self.variable(name) {
            return val;
        }
        for class in self.static_import(name) {
            if let Some(val) = self.static_field(&class, name) {
                return val;
            }
        }
        self.no_name(name, span)
    }

    /// A variable of the method, or a field of a class around.
    pub(super) fn variable(&mut self, name: &str) -> Option<Val> {
        if let Some(var) = self.function().var(name) {
            return Some(Val::register(var.ty.clone(), var.register));
        }
        self.this_field(name)
    }

    /// A field of this class or one around, or a variable that a local class captured.
    pub(super) fn this_field(&mut self, name: &str) -> Option<Val> {
        let mut class = Some(self.function().class);
        while let Some(at) = class {
            let captured = self.classes[at as usize].captured.iter().find(|(own, ..)| own == name).cloned();
            if let Some((_, ty, field)) = captured {
                let val = self.instance_of_class(at)?;
                let r = self.place(&val);
                let d = self.function().register(&ty);
                self.emit(if ty.kind().is_primitive() {
                    Op::GetP { d, r, field }
                } else {
                    Op::GetR { d, r, field }
                });
                return Some(Val::register(ty, d));
            }
            if let Some((owner, field)) = self.find_field(at, name) {
                return Some(self.read_field(at, owner, &field));
            }
            if let Some(native) = self.classes[at as usize].native_super
                && native.field_type(name).is_some()
            {
                return self.static_field(&Class::Native(native), name);
            }
            class = self.classes[at as usize].outer;
        }
        None
    }

    /// The field of that name in a class or one above.
    pub(super) fn find_field(&self, class: u32, name: &str) -> Option<(u32, super::FieldDraft)> {
        let mut at = Some(class);
        while let Some(class) = at {
            let draft = &self.classes[class as usize];
            if let Some(field) = draft.fields.iter().find(|field| field.name == name) {
                return Some((class, field.clone()));
            }
            for interface in &draft.interfaces {
                if let Ty::Own(interface) = interface
                    && let Some(found) = self.find_field(*interface, name)
                {
                    return Some(found);
                }
            }
            at = draft.superclass;
        }
        None
    }

    fn read_field(&mut self, seen: u32, owner: u32, field: &super::FieldDraft) -> Val {
        let r = if field.is_static {
            self.statics(owner)
        } else {
            match self.instance_of_class(seen) {
                Some(val) => self.place(&val),
                None => {
                    let span = self.function().span;
                    let message =
                        format!("'{}' belongs to instances; there is none in a static method", field.name);
                    self.error("java/static", message, span);
                    return Val::bad();
                }
            }
        };
        self.get(r, field)
    }

    pub(super) fn get(&mut self, r: u16, field: &super::FieldDraft) -> Val {
        let d = self.function().register(&field.ty);
        let op = if field.ty.kind().is_primitive() {
            Op::GetP { d, r, field: field.index }
        } else {
            Op::GetR { d, r, field: field.index }
        };
        self.emit(op);
        Val::register(field.ty.clone(), d)
    }

    /// The object that holds the static fields of a class.
    pub(super) fn statics(&mut self, class: u32) -> u16 {
        let k = self.class_ref(class);
        let d = self.function().reference();
        self.emit(Op::Statics { d, k });
        d
    }

    #[cold]
    pub(super) fn no_name(&mut self, name: &str, span: Span) -> Val {
        let mut known: Vec<Str> = self.function().vars.iter().map(|var| var.name.clone()).collect();
        let class = self.function().class;
        known.extend(self.classes[class as usize].fields.iter().map(|field| field.name.clone()));
        let near = vespid_render::diagnostic::did_you_mean(name, known.iter().map(Str::as_str));
        self.error("java/unknown-name", format!("there is no variable '{name}'"), span).hint = near;
        Val::bad()
    }

    /// A static field of a class.
    pub(super) fn static_field(&mut self, class: &Class, name: &str) -> Option<Val> {
        match class {
            Class::Own(class) => {
                let (owner, field) = self.find_field(*class, name)?;
                if !field.is_static {
                    return None;
                }
                let r = self.statics(owner);
                Some(self.get(r, &field))
            }
            Class::Native(native) => {
                let ty = native.field_type(name).map(|ty| self.table_type(ty, &Ty::Dynamic));
                let value = library::static_field(native.name, name)?;
                let ty = ty.unwrap_or(Ty::Dynamic);
                Some(Val::constant(ty, value))
            }
            Class::Static(class) => {
                let known = vespid_render::value::java::StaticClass::find(class, self.registry)?;
                let value = known.field(name)?;
                Some(Val::constant(Ty::Dynamic, value))
            }
            Class::Unknown(_) => None,
        }
    }

    /// The class that an expression names, if it is no variable.
    pub(super) fn as_class(&mut self, expr: &Expr) -> Option<Class> {
        let mut root = expr;
        while let ExprKind::Field(target, _) = &root.kind {
            root = target;
        }
        let ExprKind::Name(first) = &root.kind else { return None };
        if self.function().var(first).is_some() || self.is_field(first) {
            return None;
        }
        let name = crate::syntax::dotted(expr);
        self.find_class(&name)
    }

    /// Whether a name is a field of a class around, or a captured variable.
    fn is_field(&self, name: &str) -> bool {
        let mut class = self.functions.last().map(|function| function.class);
        while let Some(at) = class {
            let draft = &self.classes[at as usize];
            if draft.captured.iter().any(|(own, ..)| own == name) || self.find_field(at, name).is_some() {
                return true;
            }
            class = draft.outer;
        }
        false
    }

    fn field(&mut self, target: &'a Expr, name: &Str, span: Span) -> Val {
        if let Some(class) = self.as_class(target) {
            if let Some(val) = self.static_field(&class, name) {
                return val;
            }
            match &class {
                Class::Unknown(missing) => self.missing_class(missing, target.span),
                _ => {
                    let class = crate::syntax::dotted(target);
                    self.error("java/unknown-name", format!("{class} has no static field '{name}'"), span);
                }
            }
            return Val::bad();
        }
        let val = self.expr(target, None);
        self.field_of(&val, name, span)
    }

    pub(super) fn field_of(&mut self, val: &Val, name: &Str, span: Span) -> Val {
        match &val.ty {
            Ty::Array(_) if name == "length" => {
                let r = self.place(val);
                let d = self.function().prim();
                self.emit(Op::Length { d, r });
                Val::register(Ty::INT, d)
            }
            Ty::Own(class) => match self.find_field(*class, name) {
                Some((owner, field)) if field.is_static => {
                    let r = self.statics(owner);
                    self.get(r, &field)
                }
                Some((_, field)) => {
                    let r = self.place(val);
                    self.get(r, &field)
                }
                None => self.no_field(val, name, span),
            },
            Ty::Native(native) if native.field_type(name).is_some() => {
                let class = Class::Native(native);
                self.static_field(&class, name).unwrap_or_else(Val::bad)
            }
            ty if ty.is_open() || matches!(ty, Ty::Native(native) if !native.is_complete()) => {
                let r = self.place(val);
                let d = self.function().reference();
                let k = self.text(name);
                self.emit(Op::GetDynamic { d, r, k });
                Val::register(Ty::Dynamic, d)
            }
            _ => self.no_field(val, name, span),
        }
    }

    #[cold]
    fn no_field(&mut self, val: &Val, name: &str, span: Span) -> Val {
        let message = format!("{} has no field '{name}'", self.shown(&val.ty));
        self.error("java/unknown-name", message, span);
        Val::bad()
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

    /// A value as one of another type, as assignments and calls make it.
    pub(super) fn coerce(&mut self, val: Val, to: &Ty, span: Span) -> Val {
        if val.ty == *to {
            return val;
        }
        if let (At::Constant(Value::Int(number)), Some(kind)) = (&val.at, to.unboxed())
            && matches!(kind, Kind::Byte | Kind::Short | Kind::Char)
        {
            let fits = match kind {
                Kind::Byte => i8::try_from(*number).is_ok(),
                Kind::Short => i16::try_from(*number).is_ok(),
                _ => u16::try_from(*number).is_ok(),
            };
            if fits {
                let narrow = Val::constant(Ty::Prim(kind), kind.boxed(i64::from(*number)));
                return if matches!(to, Ty::Prim(_)) { narrow } else { Val { ty: to.clone(), ..narrow } };
            }
        }
        if self.distance(&val.ty, to).is_none() {
            let message = match (&val.ty, to) {
                (Ty::Void, _) => "this call gives no value".into(),
                (Ty::Null, to) => format!("null is no {}", self.shown(to)),
                (from, to) => format!("{} is needed here, not {}", self.shown(to), self.shown(from)),
            };
            let from = val.ty.unboxed();
            let problem = self.error("java/type", message, span);
            if let (Some(from), Some(to)) = (from, to.unboxed())
                && widening(to, from).is_some()
            {
                problem.hint = Some(format!("make it one with ({})", to.name()));
            }
            return Val { ty: to.clone(), at: At::Constant(Value::Null) };
        }
        self.converted(val, to)
    }

    /// A value of a type that fits as one of another.
    pub(super) fn converted(&mut self, val: Val, to: &Ty) -> Val {
        match (&val.ty, to) {
            (Ty::Prim(from), Ty::Prim(to)) => self.widened(val.clone(), *from, *to),
            (Ty::Prim(kind), _) => {
                let kind = *kind;
                if let At::Constant(value) = &val.at {
                    let value = kind.unbox(value).map_or(Value::Null, |bits| kind.boxed(bits));
                    return Val::constant(to.clone(), value);
                }
                let s = self.place(&val);
                let d = self.function().reference();
                self.emit(Op::Box { kind, d, s });
                Val::register(to.clone(), d)
            }
            (from, Ty::Prim(kind)) => {
                let own = from.unboxed().unwrap_or(*kind);
                let s = self.place(&val);
                let d = self.function().prim();
                self.emit(Op::Unbox { kind: own, d, s });
                self.widened(Val::register(Ty::Prim(own), d), own, *kind)
            }
            (Ty::Dynamic, Ty::Native(_) | Ty::Own(_)) if !to.is_object() => {
                let r = self.place(&val);
                let name = self.type_name(to);
                let k = self.text(&name);
                self.emit(Op::Cast { r, k });
                Val::register(to.clone(), r)
            }
            _ => Val { ty: to.clone(), at: val.at },
        }
    }

    fn widened(&mut self, val: Val, from: Kind, to: Kind) -> Val {
        if let At::Constant(value) = &val.at
            && let Ok(bits) = to.unbox(value)
        {
            return Val::constant(Ty::Prim(to), to.boxed(bits));
        }
        let whole = !matches!(from, Kind::Float | Kind::Double);
        let convert = match to {
            Kind::Float if whole => Convert::WholeToFloat,
            Kind::Double if whole => Convert::WholeToDouble,
            _ => return Val { ty: Ty::Prim(to), at: val.at },
        };
        self.convert(val, convert, to)
    }

    pub(super) fn convert(&mut self, val: Val, to: Convert, kind: Kind) -> Val {
        let s = self.place(&val);
        let d = self.function().prim();
        self.emit(Op::Convert { to, d, s });
        Val::register(Ty::Prim(kind), d)
    }

    /// `(Type) value`
    pub(super) fn cast(&mut self, val: Val, to: &Ty, span: Span) -> Val {
        if val.ty == *to {
            return val;
        }
        if !self.castable(&val.ty, to) {
            let message = format!("{} can't be cast to {}", self.shown(&val.ty), self.shown(to));
            self.error("java/type", message, span);
            return Val { ty: to.clone(), at: At::Constant(Value::Null) };
        }
        match (&val.ty, to) {
            (Ty::Prim(from), Ty::Prim(kind)) => self.narrowed(val.clone(), *from, *kind),
            (_, Ty::Prim(_)) | (Ty::Prim(_), _) => self.converted(val, to),
            (_, Ty::Dynamic) => Val { ty: Ty::Dynamic, at: val.at },
            (_, Ty::Array(_)) => Val { ty: to.clone(), at: val.at },
            _ => {
                if self.distance(&val.ty, to).is_some() && val.ty != Ty::Dynamic {
                    return Val { ty: to.clone(), at: val.at };
                }
                let r = self.place(&val);
                let name = self.type_name(to);
                let k = self.text(&name);
                self.emit(Op::Cast { r, k });
                Val::register(to.clone(), r)
            }
        }
    }

    /// A primitive as another, whatever is lost.
    pub(super) fn narrowed(&mut self, val: Val, from: Kind, to: Kind) -> Val {
        if widening(from, to).is_some() {
            return self.widened(val, from, to);
        }
        let floating = matches!(from, Kind::Float | Kind::Double);
        let val = if floating {
            match to {
                Kind::Float => return self.convert(val, Convert::DoubleToFloat, to),
                Kind::Long => return self.convert(val, Convert::DoubleToLong, to),
                _ => self.convert(val, Convert::DoubleToInt, Kind::Int),
            }
        } else {
            val
        };
        match to {
            Kind::Byte => self.convert(val, Convert::ToByte, to),
            Kind::Short => self.convert(val, Convert::ToShort, to),
            Kind::Char => self.convert(val, Convert::ToChar, to),
            Kind::Int if !floating => self.convert(val, Convert::ToInt, to),
            _ => Val { ty: Ty::Prim(to), at: val.at },
        }
    }

    /// `condition ? then : other`. What type it has is known only behind both, so the first is made one there.
    fn conditional(
        &mut self,
        condition: &'a Expr,
        then: &'a Expr,
        other: &'a Expr,
        want: Option<&Ty>,
    ) -> Val {
        let mark = self.function().mark();
        let no = self.jump_unless(condition);
        let first = self.expr(then, want);
        let to_first = self.emit(Op::Jump(0));
        let (p, r) = (self.function().p, self.function().r);
        self.function().land_all(no);
        let second = self.expr(other, want);
        for (val, expr) in [(&first, then), (&second, other)] {
            if val.ty == Ty::Void {
                self.error("java/type", "this call gives no value", expr.span);
            }
        }
        let ty = self.common_type(&first.ty, &second.ty, want);
        let function = self.function();
        (function.p, function.r) = (function.p.max(p), function.r.max(r));
        let d = self.function().register(&ty);
        let second = self.coerce(second, &ty, other.span);
        self.put(&second, d);
        let end = self.emit(Op::Jump(0));
        self.function().land(to_first);
        let first = self.coerce(first, &ty, then.span);
        self.put(&first, d);
        self.function().land(end);
        // The result moves down to where the next free register was.
        self.function().free_to(mark);
        let low = self.function().register(&ty);
        self.put(&Val::register(ty.clone(), d), low);
        Val::register(ty, low)
    }

    /// The type of a value that is one or the other.
    pub(super) fn common_type(&self, a: &Ty, b: &Ty, want: Option<&Ty>) -> Ty {
        if a == b {
            return a.clone();
        }
        match (a, b) {
            (Ty::Null, other) | (other, Ty::Null) => {
                return match other {
                    Ty::Prim(kind) => Ty::native(kind.box_class()),
                    other => other.clone(),
                };
            }
            _ => {}
        }
        if let (Some(x), Some(y)) = (a.unboxed(), b.unboxed()) {
            if x == y {
                return Ty::Prim(x);
            }
            if x != Kind::Bool && y != Kind::Bool {
                return Ty::Prim(crate::vm::dynamic::promoted(x, y));
            }
        }
        if let Some(want) = want
            && matches!(want, Ty::Native(_) | Ty::Own(_) | Ty::Array(_))
            && self.distance(a, want).is_some()
            && self.distance(b, want).is_some()
        {
            return want.clone();
        }
        if self.distance(a, b).is_some() && !matches!(b, Ty::Prim(_)) {
            return b.clone();
        }
        if self.distance(b, a).is_some() && !matches!(a, Ty::Prim(_)) {
            return a.clone();
        }
        Ty::Dynamic
    }

    /// A condition as a value.
    pub(super) fn condition_value(&mut self, expr: &'a Expr) -> Val {
        let d = self.function().prim();
        let no = self.jump_unless(expr);
        self.emit(Op::Small { d, value: 1 });
        let end = self.emit(Op::Jump(0));
        self.function().land_all(no);
        self.emit(Op::Small { d, value: 0 });
        self.function().land(end);
        Val::register(Ty::BOOL, d)
    }

    /// Jumps if a condition does not hold; what names it binds are there behind.
    pub(super) fn jump_unless(&mut self, expr: &'a Expr) -> Vec<usize> {
        self.jump(expr, false)
    }

    /// Jumps if a condition is what `wanted` says.
    pub(super) fn jump(&mut self, expr: &'a Expr, wanted: bool) -> Vec<usize> {
        let outer = std::mem::replace(&mut self.function().span, expr.span);
        let jumps = self.jump_at(expr, wanted);
        self.function().span = outer;
        jumps
    }

    fn jump_at(&mut self, expr: &'a Expr, wanted: bool) -> Vec<usize> {
        match &expr.kind {
            ExprKind::Bool(value) => {
                return if *value == wanted { vec![self.emit(Op::Jump(0))] } else { Vec::new() };
            }
            ExprKind::Unary(Unary::Not, inner) => return self.jump(inner, !wanted),
            ExprKind::Chain(operands, operators) if matches!(operators[0].0, Binary::And | Binary::Or) => {
                let ends = operators[0].0 == Binary::Or;
                let mut jumps = Vec::new();
                let mut out = Vec::new();
                for (index, operand) in operands.iter().enumerate() {
                    if index + 1 == operands.len() || ends == wanted {
                        jumps.extend(self.jump(operand, wanted));
                    } else {
                        out.extend(self.jump(operand, ends));
                    }
                }
                self.function().land_all(out);
                return jumps;
            }
            ExprKind::Chain(operands, operators) if operators.len() == 1 => {
                if let Some(cmp) = cmp_of(operators[0].0) {
                    return self.jump_compare(&operands[0], &operands[1], operators[0].0, cmp, wanted);
                }
            }
            ExprKind::InstanceOf(value, java_type, name) => {
                let ty = self.resolve(java_type);
                // The variable lives on behind the condition, so its register comes first.
                let bound = name.as_ref().map(|name| self.function().declare(name, ty.clone()));
                let val = self.expr(value, None);
                let val = if val.ty.kind().is_primitive() { self.converted(val, &Ty::Dynamic) } else { val };
                let r = self.place(&val);
                let d = self.function().prim();
                let name = self.type_name(&ty);
                let k = self.text(&name);
                if ty == Ty::Dynamic {
                    // A class that is not there has no instances.
                    self.emit(Op::Small { d, value: 0 });
                } else {
                    self.emit(Op::InstanceOf { d, r, k });
                }
                if let Some(bound) = bound {
                    self.emit(Op::MoveR { d: bound, s: r });
                }
                return vec![self.emit(if wanted {
                    Op::JumpIf { a: d, to: 0 }
                } else {
                    Op::JumpUnless { a: d, to: 0 }
                })];
            }
            _ => {}
        }
        let val = self.expr(expr, Some(&Ty::BOOL));
        let val = self.coerce(val, &Ty::BOOL, expr.span);
        if let At::Constant(Value::Bool(value)) = val.at {
            return if value == wanted { vec![self.emit(Op::Jump(0))] } else { Vec::new() };
        }
        let a = self.place(&val);
        vec![self.emit(if wanted { Op::JumpIf { a, to: 0 } } else { Op::JumpUnless { a, to: 0 } })]
    }

    fn jump_compare(
        &mut self,
        left: &'a Expr,
        right: &'a Expr,
        op: Binary,
        cmp: Cmp,
        wanted: bool,
    ) -> Vec<usize> {
        let is_null = |expr: &Expr| matches!(expr.kind, ExprKind::Null);
        if matches!(cmp, Cmp::Equal | Cmp::NotEqual) && (is_null(left) || is_null(right)) {
            let other = if is_null(left) { right } else { left };
            let val = self.expr(other, None);
            if val.ty.kind().is_primitive() {
                let message = format!("{} is never null", self.shown(&val.ty));
                self.error("java/type", message, other.span);
                return Vec::new();
            }
            let r = self.place(&val);
            let on_null = (cmp == Cmp::Equal) == wanted;
            return vec![self.emit(if on_null {
                Op::JumpNull { r, to: 0 }
            } else {
                Op::JumpNotNull { r, to: 0 }
            })];
        }
        let a = self.expr(left, None);
        let a = Val::register(a.ty.clone(), self.stable(&a, right));
        let b = self.expr(right, None);
        let whole = |ty: &Ty| matches!(ty, Ty::Prim(kind) if !matches!(kind, Kind::Float | Kind::Double | Kind::Bool));
        if whole(&a.ty) && whole(&b.ty) {
            let (a, b) = (self.place(&a), self.place(&b));
            let cmp = if wanted { cmp } else { cmp.opposite() };
            return vec![self.emit(Op::JumpCompare { cmp, a, b, to: 0 })];
        }
        let val = self.binary(op, a, b, right.span);
        let a = self.place(&val);
        vec![self.emit(if wanted { Op::JumpIf { a, to: 0 } } else { Op::JumpUnless { a, to: 0 } })]
    }

    /// The type that a table of the library means; `this` is the target's own.
    pub(super) fn table_type(&mut self, name: &'static str, this: &Ty) -> Ty {
        match name {
            "?" => Ty::Dynamic,
            "this" => this.clone(),
            "void" => Ty::Void,
            name => match name.strip_suffix("[]") {
                Some(component) => Ty::Array(Rc::new(self.table_type(component, this))),
                None => match Kind::by_name(name) {
                    Some(kind) => Ty::Prim(kind),
                    None if name == "Object" => Ty::native("java.lang.Object"),
                    None => Ty::native(library::full_name(name)),
                },
            },
        }
    }
}
