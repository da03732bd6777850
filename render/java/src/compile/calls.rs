//! Calls of methods (Java Language Specification 17, 15.12).

use vespid_render::Value;
use vespid_render::source::Span;
use vespid_render::value::Str;

use super::Compiler;
use super::MethodDraft;
use super::function::Val;
use super::names::Class;
use super::types::Ty;
use crate::library;
use crate::library::Native;
use crate::syntax::ast::Call;
use crate::syntax::ast::Expr;
use crate::syntax::ast::ExprKind;
use crate::vm::CallSite;
use crate::vm::Op;

/// A method that was found, and the class in which.
pub(super) type Found<'a> = (u32, MethodDraft<'a>);

impl<'a> Compiler<'a> {
    pub(super) fn call(&mut self, call: &'a Call, span: Span) -> Val {
        let Some(target) = &call.target else { return self.call_here(call, span) };
        let class = self.function().class;
        // `this.getServletInfo()`: what the page has of its servlet.
        if matches!(target.kind, ExprKind::This)
            && self.classes[class as usize].is_page
            && !self.has_method(class, &call.name)
            && library::find("vespid.Page")
                .is_some_and(|page| page.static_method(&call.name, call.args.len()).flatten().is_some())
        {
            return self.call_here(call, span);
        }
        if let Some(class) = self.as_class(target) {
            return self.call_static(&class, call, span);
        }
        let val = match &target.kind {
            ExprKind::Name(name) if self.function().out.is_some() && name == "out" => self.variable(name),
            _ => None,
        };
        let val = val.unwrap_or_else(|| self.expr(target, None));
        self.call_on(val, call, span)
    }

    /// A call of a method of this class, of one around or above, or of one that is imported.
    fn call_here(&mut self, call: &'a Call, span: Span) -> Val {
        let mut class = Some(self.function().class);
        if call.on_super {
            return self.call_super(call, span);
        }
        while let Some(at) = class {
            if self.has_method(at, &call.name) {
                return match self.pick_method(at, call, span) {
                    Some((owner, method)) if method.is_static => {
                        self.call_own(None, owner, &method, &call.args)
                    }
                    Some((owner, method)) => match self.instance_of_class(at) {
                        Some(this) => self.call_own(Some(this), owner, &method, &call.args),
                        None => {
                            let message =
                                format!("'{}' is called without an instance, but is not static", call.name);
                            self.error("java/static", message, call.name_span);
                            Val::bad()
                        }
                    },
                    None => Val::bad(),
                };
            }
            if self.classes[at as usize].is_enum() && matches!(&*call.name, "values" | "valueOf") {
                return self.enum_static(at, call);
            }
            let natives = self.native_parts(at);
            for native in natives {
                if native.method(&call.name, call.args.len()).flatten().is_some()
                    && let Some(this) = self.instance_of_class(at)
                {
                    let ty = Ty::Native(native);
                    return self.invoke(Val { ty, ..this }, call, span);
                }
            }
            if self.classes[at as usize].is_page
                && let Some(native) = library::find("vespid.Page")
                && let Some(Some(signature)) = native.static_method(&call.name, call.args.len())
            {
                if call.name == "getServletInfo" {
                    return Val::constant(Ty::string(), Value::Str(self.info.clone()));
                }
                let returns = signature.returns;
                return self.invoke_static(Some(native), native.name, &call.name, &call.args, Some(returns));
            }
            class = draft_outer(self, at);
        }
        for class in self.static_import(&call.name) {
            if self.has_static(&class, &call.name) {
                return self.call_static(&class, call, span);
            }
        }
        // What every object has.
        if let Some(native) = library::find("java.lang.Object")
            && native.method(&call.name, call.args.len()).flatten().is_some()
            && !self.function().is_static
        {
            let this = self.this(span);
            return self.invoke(this, call, span);
        }
        let class = self.function().class;
        let message = format!("there is no method '{}'", call.name);
        self.no_method(class, call, message)
    }

    fn call_super(&mut self, call: &'a Call, span: Span) -> Val {
        let class = self.function().class;
        let this = self.this(span);
        let mut above: Vec<u32> = self.classes[class as usize].superclass.into_iter().collect();
        above.extend(self.classes[class as usize].interfaces.iter().filter_map(|ty| match ty {
            Ty::Own(interface) => Some(*interface),
            _ => None,
        }));
        for above in above {
            if self.has_method(above, &call.name)
                && let Some((_, method)) = self.pick_method(above, call, span)
            {
                return self.call_direct(Some(this), &method, &call.args);
            }
        }
        // The native part answers; an instance's own method of that name is not asked.
        let r = self.function().reference();
        self.put(&this, r);
        let args = self.native_args(&call.args);
        let native = self.classes[class as usize].native_super;
        let returns =
            native.and_then(|native| native.method(&call.name, args).flatten()).map(|found| found.returns);
        let name: Str = format!("super {}", call.name).into();
        self.native_call(r, args, &name, native, returns, &Ty::Dynamic)
    }

    /// Whether a class, one above it or one of its interfaces has a method of that name.
    pub(super) fn has_method(&self, class: u32, name: &str) -> bool {
        !self.candidates(class, name).is_empty()
    }

    fn has_static(&mut self, class: &Class, name: &str) -> bool {
        match class {
            Class::Own(class) => self.has_method(*class, name),
            Class::Native(native) => (0..8).any(|count| native.static_method(name, count).is_some()),
            Class::Static(name_of) => vespid_render::value::java::StaticClass::find(name_of, self.registry)
                .is_some_and(|class| class.has_method(name)),
            Class::Unknown(_) => false,
        }
    }

    /// Compiles arguments of a call that can't be, for what is wrong in them.
    pub(super) fn ignore(&mut self, args: &'a [Expr]) {
        for arg in args {
            self.expr(arg, None);
        }
    }

    /// Puts arguments into the registers from which a method of this module takes its parameters.
    pub(super) fn own_args(&mut self, method: &MethodDraft<'a>, args: &'a [Expr]) {
        // First the registers, then the values: an argument may need registers of its own.
        let spread = method.varargs && !self.is_array_call(method, args);
        let fixed = if spread { method.params.len() - 1 } else { method.params.len() };
        let slots: Vec<u16> = method.params.iter().map(|param| self.function().register(param)).collect();
        for ((arg, param), slot) in args.iter().zip(&method.params[..fixed]).zip(&slots) {
            let mark = self.function().mark();
            self.expr_into(arg, param, *slot);
            self.function().free_to(mark);
        }
        if spread && let Ty::Array(component) = &method.params[fixed] {
            let mark = self.function().mark();
            let component = (**component).clone();
            let array = self.array_of(component, args.get(fixed..).unwrap_or_default());
            self.put(&array, slots[fixed]);
            self.function().free_to(mark);
        }
    }

    /// Whether the last argument of a call is the array of a method that takes any number.
    fn is_array_call(&mut self, method: &MethodDraft<'a>, args: &'a [Expr]) -> bool {
        if args.len() != method.params.len() {
            return false;
        }
        let types = self.argument_types(&args[args.len() - 1..]);
        matches!(types.first(), Some(Ty::Array(_) | Ty::Null))
    }

    /// Calls a method of this module: the one that the object has, unless it is static.
    pub(super) fn call_own(
        &mut self,
        this: Option<Val>,
        owner: u32,
        method: &MethodDraft<'a>,
        args: &'a [Expr],
    ) -> Val {
        if method.is_static {
            // Whoever calls a static method first initialises its class.
            if !self.classes[owner as usize].is_page
                && Some(owner) != self.functions.last().map(|function| function.class)
            {
                let mark = self.function().mark();
                self.statics(owner);
                self.function().free_to(mark);
            }
            return self.call_direct(None, method, args);
        }
        if method.is_private {
            // No class below has another one.
            if let Some(this) = &this {
                let r = self.place(this);
                self.emit(Op::NonNull { r });
            }
            return self.call_direct(this, method, args);
        }
        let d = self.result(&method.returns);
        let mark = self.function().mark();
        let (p, r) = (self.function().p, self.function().r);
        let slot = self.function().reference();
        if let Some(this) = &this {
            self.put(this, slot);
        }
        self.own_args(method, args);
        let selector = self.selector(method);
        self.module.sites.push(CallSite {
            name: method.name.clone(),
            selector,
            argc: method.params.len() as u16,
            params: method.params.iter().map(Ty::kind).collect(),
            returns: method.returns.kind(),
            native: None,
            class_name: Str::new(),
            quick: None,
        });
        let k = (self.module.sites.len() - 1) as u32;
        self.emit(Op::CallVirtual { k, p, r, d });
        self.function().free_to(mark);
        self.given(&method.returns, d)
    }

    /// Calls a method of this module and no other.
    pub(super) fn call_direct(
        &mut self,
        this: Option<Val>,
        method: &MethodDraft<'a>,
        args: &'a [Expr],
    ) -> Val {
        let d = self.result(&method.returns);
        let mark = self.function().mark();
        let (p, r) = (self.function().p, self.function().r);
        if let Some(this) = &this {
            let slot = self.function().reference();
            self.put(this, slot);
        }
        self.own_args(method, args);
        let k = self.callee(method.index);
        self.emit(Op::Call { k, p, r, d });
        self.function().free_to(mark);
        self.given(&method.returns, d)
    }

    /// A register for the result of a call.
    fn result(&mut self, returns: &Ty) -> u16 {
        match returns {
            Ty::Void => 0,
            ty => self.function().register(ty),
        }
    }

    fn given(&mut self, returns: &Ty, d: u16) -> Val {
        match returns {
            Ty::Void => Val::constant(Ty::Void, Value::Null),
            ty => Val::register(ty.clone(), d),
        }
    }

    /// The name by which objects find a method: what it is called and what its registers hold.
    pub(super) fn selector(&self, method: &MethodDraft<'a>) -> Str {
        let mut text = format!("{}(", method.name);
        for (index, param) in method.params.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            text.push_str(&self.type_name(param));
        }
        text.push(')');
        text.into()
    }

    /// A call on a value.
    fn call_on(&mut self, val: Val, call: &'a Call, span: Span) -> Val {
        match &val.ty {
            Ty::Own(class) => {
                let class = *class;
                if self.has_method(class, &call.name) {
                    return match self.pick_method(class, call, span) {
                        Some((owner, method)) => self.call_own(Some(val), owner, &method, &call.args),
                        None => Val::bad(),
                    };
                }
                self.invoke_own(val, class, call, span)
            }
            Ty::Prim(_) | Ty::Void => {
                let message = format!("{} has no methods", self.shown(&val.ty));
                self.error("java/type", message, call.name_span);
                self.ignore(&call.args);
                Val::bad()
            }
            Ty::Null => {
                self.error("java/type", "null has no methods", call.name_span);
                Val::bad()
            }
            _ => self.invoke(val, call, span),
        }
    }

    /// The native classes and interfaces above a compiled class, but for `Object`.
    fn native_parts(&self, class: u32) -> Vec<&'static Native> {
        let mut natives: Vec<&'static Native> = Vec::new();
        let mut todo = vec![class];
        while let Some(at) = todo.pop() {
            let draft = &self.classes[at as usize];
            natives.extend(draft.native_super);
            if draft.is_enum() {
                natives.extend(library::find("java.lang.Enum"));
            }
            for interface in &draft.interfaces {
                match interface {
                    Ty::Own(interface) => todo.push(*interface),
                    Ty::Native(native) => natives.push(native),
                    _ => {}
                }
            }
            todo.extend(draft.superclass);
        }
        natives
    }

    /// A method that a class of this module has from a native one, or that every object has.
    fn invoke_own(&mut self, val: Val, class: u32, call: &'a Call, span: Span) -> Val {
        let mut natives = self.native_parts(class);
        natives.extend(library::find("java.lang.Object"));
        let argc = call.args.len();
        for native in natives {
            match native.method(&call.name, argc) {
                Some(Some(_)) => {
                    let at = val.at.clone();
                    return self.invoke(Val { ty: Ty::Native(native), at }, call, span);
                }
                _ if !native.is_complete() => {
                    let at = val.at.clone();
                    return self.invoke(Val { ty: Ty::Native(native), at }, call, span);
                }
                _ => {}
            }
        }
        let message = format!("{} has no method '{}'", self.shown(&val.ty), call.name);
        self.no_method(class, call, message)
    }

    /// Reports a call of a method that a class does not have, or keeps for itself.
    #[cold]
    fn no_method(&mut self, class: u32, call: &'a Call, message: String) -> Val {
        if !self.is_private(class, &call.name, call.name_span) {
            let methods = self.classes[class as usize].methods.iter();
            let near =
                vespid_render::diagnostic::did_you_mean(&call.name, methods.map(|method| &*method.name));
            self.error("java/unknown-method", message, call.name_span).hint = near;
        }
        self.ignore(&call.args);
        Val::bad()
    }
}

fn draft_outer(compiler: &Compiler<'_>, class: u32) -> Option<u32> {
    compiler.classes[class as usize].outer
}
