//! Lambdas and method references (Java Language Specification 17, 15.13 and 15.27).

use vespid_render::Value;
use vespid_render::source::Span;
use vespid_render::value::Str;

use super::Compiler;
use super::captures::Seen;
use super::function::Function;
use super::function::Val;
use super::function::Var;
use super::names::Class;
use super::types::Ty;
use crate::library;
use crate::syntax::ast::Expr;
use crate::syntax::ast::Lambda;
use crate::syntax::ast::LambdaBody;
use crate::syntax::ast::TypeKind;
use crate::syntax::ast::TypeRef;
use crate::vm::ClosureSite;
use crate::vm::Kind;
use crate::vm::Op;

impl<'a> Compiler<'a> {
    /// The interface that a lambda is for, and the types of its method's parameters if it is one of this module.
    fn function_type(&self, want: Option<&Ty>) -> (Str, Option<Vec<Ty>>) {
        match want {
            Some(Ty::Native(native)) => {
                let params = library::parameters_of(native.name);
                (native.name.into(), params.map(|(kind, count)| vec![Ty::Prim(kind); count]))
            }
            Some(Ty::Own(class)) => {
                let draft = &self.classes[*class as usize];
                let method = draft.methods.iter().find(|method| method.is_abstract);
                (draft.name.clone(), method.map(|method| method.params.clone()))
            }
            _ => ("java.lang.Object".into(), None),
        }
    }

    pub(super) fn lambda(&mut self, lambda: &'a Lambda, want: Option<&Ty>, span: Span) -> Val {
        let mut seen = Seen::default();
        match &lambda.body {
            LambdaBody::Expr(body) => seen.expr(body),
            LambdaBody::Block(body) => seen.block(body),
        }
        let (interface, params) = self.function_type(want);
        let captured = self.captured(&seen);
        let has_this = !self.function().is_static || self.function().var("this").is_some();
        let this = has_this.then(|| self.this(span));
        let class = self.function().class;
        let mut function = Function::new(class, true, Ty::Dynamic);
        function.is_lambda = true;
        function.type_params = self.function().type_params.clone();
        function.span = span;
        if let Some(this) = &this {
            function.declare(&"this".into(), this.ty.clone());
        }
        for var in &captured {
            function.declare(&var.name, var.ty.clone());
        }
        let method = self.reserve_method();
        let mut types = Vec::new();
        for (index, param) in lambda.params.iter().enumerate() {
            let ty = match (&param.java_type.kind, params.as_ref().and_then(|params| params.get(index))) {
                (TypeKind::Inferred, Some(ty)) => ty.clone(),
                (TypeKind::Inferred, None) => Ty::Dynamic,
                _ => self.resolve(&param.java_type),
            };
            types.push(ty);
        }
        for (param, ty) in lambda.params.iter().zip(&types) {
            function.declare(&param.name, ty.clone());
        }
        self.functions.push(function);
        match &lambda.body {
            LambdaBody::Expr(body) => {
                let val = self.expr(body, None);
                if val.ty == Ty::Void {
                    self.emit(Op::ReturnVoid);
                } else {
                    self.function().gives_value = true;
                    let val = self.converted(val, &Ty::Dynamic);
                    self.return_val(&val);
                }
                self.function().reachable = false;
            }
            LambdaBody::Block(body) => self.block(body),
        }
        self.finish(method, "lambda", &types, false);
        self.closure(method, &this, &captured, &interface)
    }

    /// The variables around that a lambda speaks of.
    fn captured(&mut self, seen: &Seen) -> Vec<Var> {
        let mut captured: Vec<Var> = Vec::new();
        for var in self.function().vars.iter().rev() {
            if var.name != "this"
                && seen.names.contains(&var.name)
                && !captured.iter().any(|known| known.name == var.name)
            {
                captured.push(var.clone());
            }
        }
        captured
    }

    /// A lambda's object.
    fn closure(&mut self, method: u32, this: &Option<Val>, captured: &[Var], interface: &Str) -> Val {
        let d = self.function().reference();
        let mark = self.function().mark();
        let (p, r) = (self.function().p, self.function().r);
        let (mut prims, mut refs) = (0, 0);
        if let Some(this) = this {
            let slot = self.function().reference();
            self.put(this, slot);
            refs += 1;
        }
        for var in captured {
            let slot = self.function().register(&var.ty);
            self.put(&Val::register(var.ty.clone(), var.register), slot);
            if var.ty.kind().is_primitive() {
                prims += 1;
            } else {
                refs += 1;
            }
        }
        self.module.closures.push(ClosureSite { method, prims, refs, interface: interface.clone() });
        let k = (self.module.closures.len() - 1) as u32;
        self.emit(Op::Closure { k, p, r, d });
        self.function().free_to(mark);
        // As objects of no class that the compiler knows, they fit every interface.
        Val::register(Ty::Dynamic, d)
    }

    /// `target::name`: a lambda that calls it.
    pub(super) fn method_ref(
        &mut self,
        target: &'a Expr,
        java_type: Option<&'a TypeRef>,
        name: &'a Str,
        want: Option<&Ty>,
        span: Span,
    ) -> Val {
        let (interface, params) = self.function_type(want);
        let class = match java_type {
            Some(written) => match &written.kind {
                TypeKind::Named(name) => self.find_class(name),
                _ => None,
            },
            None => self.as_class(target),
        };
        let is_array = java_type.is_some_and(|written| matches!(written.kind, TypeKind::Array(_)));
        let bound = match (&class, is_array) {
            (None, false) => {
                let val = self.expr(target, None);
                Some(self.converted(val, &Ty::Dynamic))
            }
            _ => None,
        };
        let method = self.reserve_method();
        let own = self.function().class;
        let count = match params {
            Some(params) => params.len(),
            None => argument_count(&interface).unwrap_or_else(|| self.count_by_method(class.as_ref(), name)),
        };
        let mut function = Function::new(own, true, Ty::Dynamic);
        function.is_lambda = true;
        function.span = span;
        if bound.is_some() {
            function.declare(&"$bound".into(), Ty::Dynamic);
        }
        for index in 0..count {
            function.declare(&Str::from(format!("${index}")), Ty::Dynamic);
        }
        self.functions.push(function);
        let first = u16::from(bound.is_some());
        let d = self.function().reference();
        let r = self.function().r;
        let copy = |compiler: &mut Self, from: u16, to: u16| {
            for register in from..to {
                let slot = compiler.function().reference();
                compiler.emit(Op::MoveR { d: slot, s: register });
            }
        };
        let end = first + count as u16;
        match (&class, name.as_str()) {
            (_, "new") if is_array => {
                let p = self.function().prim();
                self.emit(Op::Unbox { kind: Kind::Int, d: p, s: 0 });
                let written = java_type.map(|written| self.resolve(written));
                let component = match written {
                    Some(Ty::Array(component)) => self.type_name(&component),
                    _ => "java.lang.Object".into(),
                };
                let k = self.text(&component);
                self.emit(Op::NewArray { d, p, dims: 1, k });
            }
            (Some(Class::Native(native)), "new") => {
                copy(self, first, end);
                let k = self.site("<init>", Some(native), native.name, count);
                self.emit(Op::InvokeNew { k, r, d });
            }
            (Some(Class::Native(native)), name)
                if native.static_method(name, count).flatten().is_some()
                    && native.method(name, count.saturating_sub(1)).flatten().is_none()
                    || (native.static_method(name, count).flatten().is_some() && count == 2) =>
            {
                copy(self, first, end);
                let k = self.site(name, Some(native), native.name, count);
                self.emit(Op::InvokeStatic { k, r, d });
            }
            (Some(Class::Static(class)), name) => {
                copy(self, first, end);
                let k = self.site(name, None, class, count);
                self.emit(Op::InvokeStatic { k, r, d });
            }
            (Some(Class::Own(class)), "new") => {
                let class = *class;
                let instance = self.allocate(class, span);
                self.call_by_count(class, "<init>", Some(instance), first, end, d);
                self.emit(Op::MoveR { d, s: instance });
            }
            (Some(Class::Own(class)), name)
                if self.candidates(*class, name).iter().any(|(_, method)| method.is_static) =>
            {
                let class = *class;
                self.call_by_count(class, name, None, first, end, d);
            }
            _ => {
                // A method of the object that is bound, or of the first argument.
                copy(self, 0, end);
                let argc = usize::from(end).saturating_sub(1);
                let k = self.site(name, None, "", argc);
                self.emit(Op::Invoke { k, r, d });
            }
        }
        self.function().gives_value = true;
        self.emit(Op::ReturnR { s: d });
        self.function().reachable = false;
        self.finish(method, name, &vec![Ty::Dynamic; count], false);
        let captured: Vec<Var> = bound
            .iter()
            .map(|val| {
                let register = self.place(val);
                Var { name: "$bound".into(), ty: Ty::Dynamic, register }
            })
            .collect();
        self.closure(method, &None, &captured, &interface)
    }

    /// How many arguments a method reference gets, where only the method itself tells.
    fn count_by_method(&self, class: Option<&Class>, name: &str) -> usize {
        match class {
            Some(Class::Native(native)) if name != "new" => {
                let takes = |count: usize| native.method(name, count).flatten().is_some();
                let takes_static = |count: usize| native.static_method(name, count).flatten().is_some();
                (0..3)
                    .find(|count| takes(*count))
                    .map(|count| count + 1)
                    .or_else(|| (1..4).find(|count| takes_static(*count)))
                    .unwrap_or(1)
            }
            Some(Class::Own(class)) if name != "new" => {
                let found = self.candidates(*class, name);
                found.first().map_or(1, |(_, method)| method.params.len() + usize::from(!method.is_static))
            }
            _ => 1,
        }
    }

    /// Calls a method of this module with objects from registers.
    fn call_by_count(&mut self, class: u32, name: &str, this: Option<u16>, from: u16, to: u16, d: u16) {
        let count = usize::from(to - from);
        let found = self
            .candidates(class, name)
            .into_iter()
            .find(|(_, method)| method.params.len() == count && method.is_static == (this.is_none()));
        let Some((_, method)) = found else {
            let span = self.function().span;
            let message = format!("there is no '{name}' that takes {count} arguments");
            self.error("java/unknown-method", message, span);
            return;
        };
        let mark = self.function().mark();
        let (p, r) = (self.function().p, self.function().r);
        if let Some(this) = this {
            let slot = self.function().reference();
            self.emit(Op::MoveR { d: slot, s: this });
        }
        let slots: Vec<u16> = method.params.iter().map(|param| self.function().register(param)).collect();
        for ((param, slot), register) in method.params.iter().zip(slots).zip(from..to) {
            let val = self.converted(Val::register(Ty::Dynamic, register), param);
            self.put(&val, slot);
        }
        let k = self.callee(method.index);
        match &method.returns {
            Ty::Void => {
                self.emit(Op::Call { k, p, r, d: 0 });
                self.put(&Val::constant(Ty::Null, Value::Null), d);
            }
            returns => {
                let result = self.function().register(returns);
                self.emit(Op::Call { k, p, r, d: result });
                let val = self.converted(Val::register(returns.clone(), result), &Ty::Dynamic);
                self.put(&val, d);
            }
        }
        self.function().free_to(mark);
    }
}

/// How many arguments the method of an interface takes; `None`: that is not known.
fn argument_count(interface: &str) -> Option<usize> {
    Some(match interface {
        "java.lang.Object" => return None,
        "java.util.Comparator"
        | "java.util.function.BiFunction"
        | "java.util.function.BinaryOperator"
        | "java.util.function.BiConsumer"
        | "java.util.function.BiPredicate"
        | "java.util.function.IntBinaryOperator" => 2,
        "java.util.function.Supplier" | "java.lang.Runnable" | "java.util.concurrent.Callable" => 0,
        _ => 1,
    })
}
