//! Names and members: variables, fields, `this` and the instances around it.

use vespid_render::source::Span;
use vespid_render::value::Str;

use super::Compiler;
use super::function::At;
use super::function::Val;
use super::names::Class;
use super::types::Ty;
use crate::library;
use crate::syntax::ast::Expr;
use crate::syntax::ast::ExprKind;
use crate::vm::Op;

impl<'a> Compiler<'a> {
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

    pub(super) fn outer_this(&mut self, name: &Str, span: Span) -> Val {
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
    pub(super) fn name(&mut self, name: &Str, span: Span) -> Val {
        if let Some(val) = self.variable(name) {
            return self.fixed_out(val);
        }
        for class in self.static_import(name) {
            if let Some(val) = self.static_field(&class, name) {
                return val;
            }
        }
        self.no_name(name, span)
    }

    /// The variable `out` of a page follows the page's output; where it is handed on, that is the writer of this moment.
    fn fixed_out(&mut self, val: Val) -> Val {
        let own = self.function().out;
        if !matches!(val.at, At::Register(register) if Some(register) == own) || val.ty.kind().is_primitive()
        {
            return val;
        }
        let d = self.function().reference();
        let k = self.site("currentOut", library::find("vespid.Page"), "vespid.Page", 0);
        self.emit(Op::InvokeStatic { k, r: d, d });
        Val::register(val.ty, d)
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
            if let Some((owner, field)) = self.find_field(at, name) {
                return Some(self.read_field(at, owner, &field));
            }
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
            if let Some(field) = draft.fields.iter().find(|field| field.name == name)
                && (!field.is_private || self.may_use_private(class))
            {
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

    /// Whether code may use private members of a class: that of the same outermost class may.
    pub(super) fn may_use_private(&self, class: u32) -> bool {
        let outermost = |mut class: u32| {
            while let Some(outer) = self.classes[class as usize].outer {
                class = outer;
            }
            class
        };
        self.functions.last().is_none_or(|function| outermost(function.class) == outermost(class))
    }

    /// The class that has a private member of that name, of those above and the class itself.
    pub(super) fn private_owner(&self, class: u32, name: &str) -> Option<Str> {
        let mut at = Some(class);
        while let Some(class) = at {
            let draft = &self.classes[class as usize];
            let has = draft.fields.iter().any(|field| field.is_private && field.name == name)
                || draft.methods.iter().any(|method| method.is_private && method.name == name);
            if has {
                return Some(draft.simple.clone());
            }
            at = draft.superclass;
        }
        None
    }

    /// Reports a member that is there, but private; false: it is not.
    pub(super) fn is_private(&mut self, class: u32, name: &str, span: Span) -> bool {
        let Some(owner) = self.private_owner(class, name) else { return false };
        self.error("java/private", format!("'{name}' is private in {owner}"), span);
        true
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
        if self.is_private(class, name, span) {
            return Val::bad();
        }
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

    pub(super) fn field(&mut self, target: &'a Expr, name: &Str, span: Span) -> Val {
        if let Some(class) = self.as_class(target) {
            if let Some(val) = self.static_field(&class, name) {
                return val;
            }
            match &class {
                Class::Unknown(missing) => return self.use_missing_class(missing, target.span),
                Class::Own(class) if self.is_private(*class, name, span) => {}
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
        if let Ty::Own(class) = val.ty
            && self.is_private(class, name, span)
        {
            return Val::bad();
        }
        let message = format!("{} has no field '{name}'", self.shown(&val.ty));
        self.error("java/unknown-name", message, span);
        Val::bad()
    }
}
