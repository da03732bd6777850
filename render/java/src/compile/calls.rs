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
use crate::vm::Kind;
use crate::vm::Op;

/// A method that was found, and the class in which.
pub(super) type Found<'a> = (u32, MethodDraft<'a>);

impl<'a> Compiler<'a> {
    pub(super) fn call(&mut self, call: &'a Call, span: Span) -> Val {
        let Some(target) = &call.target else { return self.call_here(call, span) };
        if let Some(class) = self.as_class(target) {
            return self.call_static(&class, call, span);
        }
        let val = self.expr(target, None);
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
            let draft = &self.classes[at as usize];
            let natives: Vec<&'static Native> = draft
                .native_super
                .into_iter()
                .chain(draft.interfaces.iter().filter_map(|ty| match ty {
                    Ty::Native(native) => Some(*native),
                    _ => None,
                }))
                .collect();
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
        let names: Vec<Str> =
            self.classes[class as usize].methods.iter().map(|method| method.name.clone()).collect();
        let near = vespid_render::diagnostic::did_you_mean(&call.name, names.iter().map(Str::as_str));
        self.error("java/unknown-method", format!("there is no method '{}'", call.name), call.name_span)
            .hint = near;
        self.ignore(&call.args);
        Val::bad()
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
    fn has_method(&self, class: u32, name: &str) -> bool {
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

    /// The methods of that name: those of the class itself come first.
    pub(super) fn candidates(&self, class: u32, name: &str) -> Vec<Found<'a>> {
        let mut found: Vec<Found<'a>> = Vec::new();
        let mut todo = vec![class];
        let mut seen = Vec::new();
        while let Some(at) = todo.pop() {
            if seen.contains(&at) {
                continue;
            }
            seen.push(at);
            let draft = &self.classes[at as usize];
            for method in draft.methods.iter().filter(|method| method.name == name) {
                let hidden = found.iter().any(|(_, known)| known.params == method.params);
                if !hidden {
                    found.push((at, method.clone()));
                }
            }
            for interface in draft.interfaces.iter().rev() {
                if let Ty::Own(interface) = interface {
                    todo.push(*interface);
                }
            }
            todo.extend(draft.superclass);
        }
        found
    }

    /// Arguments' types, found by compiling them once more than needed only where overloads ask for it.
    fn argument_types(&mut self, args: &'a [Expr]) -> Vec<Ty> {
        args.iter()
            .map(|arg| match &arg.kind {
                ExprKind::Lambda(_) | ExprKind::MethodRef(..) => Ty::Null,
                _ => {
                    // Once is enough, however deep calls nest.
                    let key = std::ptr::from_ref(arg) as usize;
                    if let Some(ty) = self.types.get(&key) {
                        return ty.clone();
                    }
                    let problems = self.problems.len();
                    let function = self.function();
                    let (code, handlers, mark) =
                        (function.code.len(), function.handlers.len(), function.mark());
                    let ty = self.expr(arg, None).ty;
                    self.types.insert(key, ty.clone());
                    self.problems.truncate(problems);
                    let function = self.function();
                    function.code.truncate(code);
                    function.spans.truncate(code);
                    function.handlers.truncate(handlers);
                    function.back_to(mark);
                    ty
                }
            })
            .collect()
    }

    /// The method that a call means.
    pub(super) fn pick_method(&mut self, class: u32, call: &'a Call, _span: Span) -> Option<Found<'a>> {
        let candidates = self.candidates(class, &call.name);
        self.pick(candidates, &call.args, &call.name, call.name_span)
    }

    /// The one of several methods or constructors that arguments fit best.
    pub(super) fn pick(
        &mut self,
        candidates: Vec<Found<'a>>,
        args: &'a [Expr],
        name: &str,
        span: Span,
    ) -> Option<Found<'a>> {
        let count = args.len();
        let by_count: Vec<Found<'a>> = candidates
            .iter()
            .filter(|(_, method)| {
                method.params.len() == count || (method.varargs && count + 1 >= method.params.len())
            })
            .cloned()
            .collect();
        if by_count.is_empty() {
            let shown: Vec<String> = candidates.iter().map(|(_, method)| self.signature(method)).collect();
            let s = if count == 1 { "" } else { "s" };
            let problem = self.error(
                "java/unknown-method",
                format!("'{name}' does not take {count} argument{s}"),
                span,
            );
            problem.hint = (!shown.is_empty()).then(|| format!("there is {}", shown.join(", ")));
            self.ignore(args);
            return None;
        }
        if by_count.len() == 1 {
            return by_count.into_iter().next();
        }
        let types = self.argument_types(args);
        let mut best: Option<(u32, Found<'a>)> = None;
        for found in by_count {
            let Some(cost) = self.cost(&found.1, &types) else { continue };
            if best.as_ref().is_none_or(|(known, _)| cost < *known) {
                best = Some((cost, found));
            }
        }
        if best.is_none() {
            let types: Vec<String> = types.iter().map(|ty| self.shown(ty)).collect();
            let message = format!("there is no '{name}' that takes ({})", types.join(", "));
            let shown: Vec<String> = candidates.iter().map(|(_, method)| self.signature(method)).collect();
            self.error("java/unknown-method", message, span).hint =
                Some(format!("there is {}", shown.join(", ")));
            self.ignore(args);
        }
        best.map(|(_, found)| found)
    }

    fn signature(&self, method: &MethodDraft<'a>) -> String {
        let params: Vec<String> = method.params.iter().map(|ty| self.shown(ty)).collect();
        format!("{}({})", method.name.replace("<init>", "a constructor"), params.join(", "))
    }

    /// How far arguments are from a method's parameters.
    fn cost(&self, method: &MethodDraft<'a>, types: &[Ty]) -> Option<u32> {
        let each = |types: &[Ty], params: &[Ty]| -> Option<u32> {
            types.iter().zip(params).map(|(ty, param)| self.distance(ty, param)).sum()
        };
        if method.params.len() == types.len()
            && let Some(cost) = each(types, &method.params)
        {
            return Some(cost);
        }
        if !method.varargs {
            return None;
        }
        let fixed = method.params.len() - 1;
        let Ty::Array(component) = &method.params[fixed] else { return None };
        let rest: Option<u32> = types.get(fixed..)?.iter().map(|ty| self.distance(ty, component)).sum();
        Some(1000 + each(&types[..fixed], &method.params[..fixed])? + rest?)
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

    /// A method that a class of this module has from a native one, or that every object has.
    fn invoke_own(&mut self, val: Val, class: u32, call: &'a Call, span: Span) -> Val {
        let mut natives: Vec<&'static Native> = Vec::new();
        let mut todo = vec![class];
        let mut is_enum = false;
        let mut is_record = false;
        while let Some(at) = todo.pop() {
            let draft = &self.classes[at as usize];
            natives.extend(draft.native_super);
            is_enum |= draft.decl.is_some_and(|decl| decl.kind == crate::syntax::ast::ClassKind::Enum);
            is_record |= draft.decl.is_some_and(|decl| decl.kind == crate::syntax::ast::ClassKind::Record);
            for interface in &draft.interfaces {
                match interface {
                    Ty::Own(interface) => todo.push(*interface),
                    Ty::Native(native) => natives.push(native),
                    _ => {}
                }
            }
            todo.extend(draft.superclass);
        }
        let _ = is_record;
        natives.extend(library::find("java.lang.Object"));
        if is_enum {
            natives.extend(library::find("java.lang.Enum"));
        }
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
        let names: Vec<Str> =
            self.classes[class as usize].methods.iter().map(|method| method.name.clone()).collect();
        let near = vespid_render::diagnostic::did_you_mean(&call.name, names.iter().map(Str::as_str));
        let message = format!("{} has no method '{}'", self.shown(&val.ty), call.name);
        self.error("java/unknown-method", message, call.name_span).hint = near;
        self.ignore(&call.args);
        Val::bad()
    }

    /// A call of a method that is found at run time.
    fn invoke(&mut self, val: Val, call: &'a Call, span: Span) -> Val {
        let _ = span;
        let argc = call.args.len();
        let (native, returns) = match &val.ty {
            Ty::Native(native) => match native.method(&call.name, argc) {
                Some(Some(signature)) => (Some(*native), Some(signature.returns)),
                Some(None) if native.is_complete() => {
                    let message = format!(
                        "'{}' of {} does not take {argc} argument{}",
                        call.name,
                        self.shown(&val.ty),
                        if argc == 1 { "" } else { "s" }
                    );
                    self.error("java/unknown-method", message, call.name_span);
                    (Some(*native), None)
                }
                None if native.is_complete() && !val.ty.is_object() => {
                    let near = vespid_render::diagnostic::did_you_mean(&call.name, native.names());
                    let message = format!("{} has no method '{}'", self.shown(&val.ty), call.name);
                    self.error("java/unknown-method", message, call.name_span).hint = near;
                    (Some(*native), None)
                }
                None if val.ty.is_object() => {
                    let message = format!("Object has no method '{}'", call.name);
                    self.error("java/unknown-method", message, call.name_span).hint =
                        Some("cast the value to the class that has it".into());
                    (Some(*native), None)
                }
                _ => (Some(*native), None),
            },
            Ty::Array(_) => (None, if call.name == "clone" { Some("this") } else { None }),
            _ => (None, None),
        };
        let this = val.ty.clone();
        let d_r = self.function().reference();
        let mark = self.function().mark();
        let slot = self.function().reference();
        self.put(&Val { ty: Ty::Dynamic, at: val.at }, slot);
        // `list.remove(i)` and `list.remove(o)` differ by the argument's type alone.
        let name = if call.name == "remove"
            && argc == 1
            && native.is_some_and(|native| native.is_a("java.util.List"))
        {
            let types = self.argument_types(&call.args);
            match types.first() {
                Some(Ty::Prim(_) | Ty::Dynamic) | None => call.name.clone(),
                Some(_) => "removeObject".into(),
            }
        } else {
            call.name.clone()
        };
        let argc = self.native_args(&call.args);
        let val = self.native_call(slot, argc, &name, native, returns, &this);
        self.function().free_to(mark);
        // The result moves to where it does not lie in the way.
        match &val.ty {
            Ty::Void => val,
            Ty::Prim(_) => {
                let p = self.function().p;
                self.function().free_to((0, p, d_r));
                let d = self.function().prim();
                self.put(&val, d);
                Val { at: super::function::At::Register(d), ..val }
            }
            _ => {
                self.put(&val, d_r);
                Val { at: super::function::At::Register(d_r), ..val }
            }
        }
    }

    /// Puts arguments, as objects, into registers in a row.
    pub(super) fn native_args(&mut self, args: &'a [Expr]) -> usize {
        for arg in args {
            let slot = self.function().reference();
            let mark = self.function().mark();
            let val = self.expr(arg, None);
            if val.ty == Ty::Void {
                self.error("java/type", "this call gives no value", arg.span);
            }
            self.boxed_into(&val, slot);
            self.function().free_to(mark);
        }
        args.len()
    }

    /// The call itself: the object lies in `r`, arguments behind it; the result takes the place of the object.
    fn native_call(
        &mut self,
        r: u16,
        argc: usize,
        name: &Str,
        native: Option<&'static Native>,
        returns: Option<&'static str>,
        this: &Ty,
    ) -> Val {
        let ty = returns.map_or(Ty::Dynamic, |returns| self.table_type(returns, this));
        self.module.sites.push(CallSite {
            name: name.clone(),
            selector: Str::new(),
            argc: argc as u16,
            params: Vec::new(),
            returns: Kind::Ref,
            native,
            class_name: Str::new(),
        });
        let k = (self.module.sites.len() - 1) as u32;
        self.emit(Op::Invoke { k, r, d: r });
        self.native_result(ty, r)
    }

    /// What a native method gave, as a value of its type.
    fn native_result(&mut self, ty: Ty, r: u16) -> Val {
        match &ty {
            Ty::Void => Val::constant(Ty::Void, Value::Null),
            Ty::Prim(kind) => {
                let kind = *kind;
                let d = self.function().prim();
                self.emit(Op::Unbox { kind, d, s: r });
                Val::register(ty, d)
            }
            _ => Val::register(ty, r),
        }
    }

    /// A call of a static method.
    fn call_static(&mut self, class: &Class, call: &'a Call, span: Span) -> Val {
        match class {
            Class::Own(class) => {
                if !self.has_method(*class, &call.name) {
                    return self.enum_static(*class, call);
                }
                match self.pick_method(*class, call, span) {
                    Some((owner, method)) if method.is_static => {
                        self.call_own(None, owner, &method, &call.args)
                    }
                    Some((owner, method)) => match self.instance_of_class(owner) {
                        // `Outer.method()` within an inner class.
                        Some(this) => self.call_own(Some(this), owner, &method, &call.args),
                        None => {
                            self.error(
                                "java/static",
                                format!("'{}' is not static", call.name),
                                call.name_span,
                            );
                            Val::bad()
                        }
                    },
                    None => Val::bad(),
                }
            }
            Class::Native(native) => match native.static_method(&call.name, call.args.len()) {
                Some(Some(signature)) => {
                    let returns = signature.returns;
                    self.invoke_static(Some(native), native.name, &call.name, &call.args, Some(returns))
                }
                Some(None) if native.complete => {
                    let argc = call.args.len();
                    let s = if argc == 1 { "" } else { "s" };
                    let message =
                        format!("'{}' of {} does not take {argc} argument{s}", call.name, native.name);
                    self.error("java/unknown-method", message, call.name_span);
                    self.ignore(&call.args);
                    Val::bad()
                }
                None if native.complete => {
                    let near = vespid_render::diagnostic::did_you_mean(&call.name, native.names());
                    let message = format!("{} has no static method '{}'", native.name, call.name);
                    self.error("java/unknown-method", message, call.name_span).hint = near;
                    self.ignore(&call.args);
                    Val::bad()
                }
                _ => self.invoke_static(Some(native), native.name, &call.name, &call.args, None),
            },
            Class::Static(name) => self.invoke_static(None, name, &call.name, &call.args, None),
            Class::Unknown(name) => {
                self.missing_class(name, call.target.as_ref().map_or(span, |target| target.span));
                self.ignore(&call.args);
                Val::bad()
            }
        }
    }

    /// `values` and `valueOf` of an enum.
    fn enum_static(&mut self, class: u32, call: &'a Call) -> Val {
        if let Some((owner, field)) = self.find_field(class, "$VALUES") {
            let statics = self.statics(owner);
            let values = self.get(statics, &field);
            match (call.name.as_str(), call.args.len()) {
                ("values", 0) => {
                    let r = self.function().reference();
                    self.put(&values, r);
                    let val = self.native_call(r, 0, &"clone".into(), None, Some("this"), &values.ty);
                    return Val { ty: values.ty, ..val };
                }
                ("valueOf", 1) => {
                    let r = self.function().reference();
                    self.put(&values, r);
                    self.native_args(&call.args);
                    let native = library::find("vespid.Page");
                    self.module.sites.push(CallSite {
                        name: "enumValueOf".into(),
                        selector: Str::new(),
                        argc: 2,
                        params: Vec::new(),
                        returns: Kind::Ref,
                        native,
                        class_name: "vespid.Page".into(),
                    });
                    let k = (self.module.sites.len() - 1) as u32;
                    self.emit(Op::InvokeStatic { k, r, d: r });
                    return Val::register(Ty::Own(class), r);
                }
                _ => {}
            }
        }
        let message = format!("{} has no static method '{}'", self.classes[class as usize].name, call.name);
        self.error("java/unknown-method", message, call.name_span);
        self.ignore(&call.args);
        Val::bad()
    }

    pub(super) fn invoke_static(
        &mut self,
        native: Option<&'static Native>,
        class_name: &str,
        name: &str,
        args: &'a [Expr],
        returns: Option<&'static str>,
    ) -> Val {
        // `Math` gives what it is given.
        let ty = match returns {
            Some("?") if class_name == "java.lang.Math" => {
                let types = self.argument_types(args);
                let kinds: Option<Vec<Kind>> = types.iter().map(Ty::unboxed).collect();
                match kinds {
                    Some(kinds) if !kinds.is_empty() => {
                        let kind = kinds.into_iter().fold(Kind::Int, crate::vm::dynamic::promoted);
                        match (name, kind) {
                            ("round", Kind::Float) => Ty::INT,
                            ("round", _) => Ty::Prim(Kind::Long),
                            (_, kind) => Ty::Prim(kind),
                        }
                    }
                    _ => Ty::Dynamic,
                }
            }
            Some(returns) => self.table_type(returns, &Ty::Dynamic),
            None => Ty::Dynamic,
        };
        let r = self.function().reference();
        let mark = self.function().mark();
        let first = self.function().r;
        let argc = match &ty {
            // Its arguments are made one type first, as by overloads.
            Ty::Prim(kind) if class_name == "java.lang.Math" && name != "round" => {
                let kind = *kind;
                for arg in args {
                    let slot = self.function().reference();
                    let mark = self.function().mark();
                    let val = self.expr(arg, None);
                    let val = match val.ty.unboxed() {
                        Some(own) if super::types::widening(own, kind).is_some() => {
                            self.converted(val, &Ty::Prim(kind))
                        }
                        _ => val,
                    };
                    self.boxed_into(&val, slot);
                    self.function().free_to(mark);
                }
                args.len()
            }
            _ => self.native_args(args),
        };
        let k = self.site(name, native, class_name, argc);
        self.emit(Op::InvokeStatic { k, r: first, d: r });
        self.function().free_to(mark);
        self.native_result(ty, r)
    }
}

fn draft_outer(compiler: &Compiler<'_>, class: u32) -> Option<u32> {
    compiler.classes[class as usize].outer
}
