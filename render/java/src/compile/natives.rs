//! Calls of what is there natively, and of whatever has a method of that name when the code runs.

use vespid_render::Value;
use vespid_render::source::Span;
use vespid_render::value::Str;

use super::Compiler;
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
use crate::vm::Quick;

impl<'a> Compiler<'a> {
    /// A call of a method that is found at run time.
    pub(super) fn invoke(&mut self, val: Val, call: &'a Call, span: Span) -> Val {
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
        // An array of the class of the one that is given, though the tables can't say so.
        let like = match &call.args[..] {
            [array] if call.name == "toArray" => self.argument_types(std::slice::from_ref(array)).pop(),
            _ => None,
        };
        let argc = self.native_args_of(&call.args, native, &call.name);
        let mut val = self.native_call(slot, argc, &name, native, returns, &this);
        if let Some(like @ Ty::Array(_)) = like {
            val.ty = like;
        }
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
        self.native_args_of(args, None, "")
    }

    /// Puts arguments, as objects, into registers in a row: those of a method that is known, so that its lambdas are.
    fn native_args_of(&mut self, args: &'a [Expr], receiver: Option<&'static Native>, name: &str) -> usize {
        for (index, arg) in args.iter().enumerate() {
            let slot = self.function().reference();
            let mark = self.function().mark();
            let interface = match &arg.kind {
                ExprKind::Lambda(_) | ExprKind::MethodRef(..) => {
                    library::interface_of(receiver, name, args.len(), index)
                }
                _ => None,
            };
            let val = self.expr(arg, interface.map(Ty::native).as_ref());
            if val.ty == Ty::Void {
                self.error("java/type", "this call gives no value", arg.span);
            }
            self.boxed_into(&val, slot);
            self.function().free_to(mark);
        }
        args.len()
    }

    /// The call itself: the object lies in `r`, arguments behind it; the result takes the place of the object.
    pub(super) fn native_call(
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
            quick: Quick::of(name, argc),
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
    pub(super) fn call_static(&mut self, class: &Class, call: &'a Call, span: Span) -> Val {
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
                self.ignore(&call.args);
                self.use_missing_class(name, call.target.as_ref().map_or(span, |target| target.span))
            }
        }
    }

    /// `values` and `valueOf` of an enum.
    pub(super) fn enum_static(&mut self, class: u32, call: &'a Call) -> Val {
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
                        quick: None,
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
            _ => self.native_args_of(args, native, name),
        };
        let k = self.site(name, native, class_name, argc);
        self.emit(Op::InvokeStatic { k, r: first, d: r });
        self.function().free_to(mark);
        self.native_result(ty, r)
    }
}
