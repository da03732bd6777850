//! The loop that runs instructions.

use std::sync::Arc;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;

use super::Closure;
use super::Cx;
use super::Instance;
use super::Kind;
use super::Module;
use super::access::concat;
use super::access::instance;
use super::access::length;
use super::access::load;
use super::access::load_other;
use super::access::name;
use super::access::new_array;
use super::access::no_item;
use super::access::print;
use super::access::store;
use super::arith::arith;
use super::arith::convert;
use super::array::Array;
use super::calls::instance_of;
use super::calls::no_cast;
use super::calls::null_call;
use super::calls::statics;
use super::dynamic;
use super::frames::Frame;
use super::frames::Outcome;
use super::frames::Run;
use super::kind::double;
use super::op::Op;
use super::reflect;
use super::reflect::Reflected;
use crate::library;

impl Run {
    /// Runs until something else has to happen.
    pub(super) fn run(&mut self, cx: &mut Cx<'_, '_>) -> Result<Outcome> {
        'module: loop {
            let Some(frame) = self.frames.last() else {
                return Ok(Outcome::Done(std::mem::take(&mut self.result)));
            };
            let module = frame.module.clone();
            'frame: loop {
                let Some(frame) = self.frames.last() else {
                    return Ok(Outcome::Done(std::mem::take(&mut self.result)));
                };
                if !Arc::ptr_eq(&frame.module, &module) {
                    continue 'module;
                }
                let method = &module.methods[frame.method as usize];
                let code = &method.code[..];
                let (bp, br) = (frame.p, frame.r);
                let mut pc = frame.pc;
                macro_rules! p {
                    ($register:expr) => {
                        self.prims[bp + $register as usize]
                    };
                }
                macro_rules! r {
                    ($register:expr) => {
                        self.refs[br + $register as usize]
                    };
                }
                // Where the frame goes on when something fails, waits or is called.
                macro_rules! save {
                    () => {
                        if let Some(frame) = self.frames.last_mut() {
                            frame.pc = pc;
                        }
                    };
                }
                macro_rules! check {
                    ($result:expr) => {
                        match $result {
                            Ok(value) => value,
                            Err(error) => {
                                save!();
                                return Err(error);
                            }
                        }
                    };
                }
                // Counts a call; where the turn is over, it is made when this one has its turn again.
                macro_rules! fuel {
                    () => {
                        if self.fuel == 0 {
                            if check!(self.spend(cx)) {
                                pc -= 1;
                                save!();
                                return Ok(Outcome::Turn);
                            }
                        } else {
                            self.fuel -= 1;
                        }
                    };
                }
                loop {
                    let op = code[pc as usize];
                    pc += 1;
                    match op {
                        Op::MoveP { d, s } => p!(d) = p!(s),
                        Op::MoveR { d, s } => {
                            // Not for a register and itself.
                            if let Ok([to, from]) =
                                self.refs.get_disjoint_mut([br + d as usize, br + s as usize])
                            {
                                from.copy_to(to);
                            }
                        }
                        Op::Small { d, value } => p!(d) = i64::from(value),
                        Op::Wide { d, k } => p!(d) = module.wides[k as usize],
                        Op::ConstR { d, k } => r!(d) = module.consts[k as usize].clone(),
                        Op::NullR { d } => r!(d) = Value::Null,
                        Op::AddI { d, a, b } => p!(d) = i64::from((p!(a) as i32).wrapping_add(p!(b) as i32)),
                        Op::AddConst { d, a, c } => {
                            p!(d) = i64::from((p!(a) as i32).wrapping_add(i32::from(c)));
                        }
                        Op::Arith { op, d, a, b } => p!(d) = check!(arith(op, p!(a), p!(b))),
                        Op::Convert { to, d, s } => p!(d) = convert(to, p!(s)),
                        Op::Not { d, s } => p!(d) = p!(s) ^ 1,
                        Op::CompareI { cmp, d, a, b } => p!(d) = i64::from(cmp.holds(p!(a), p!(b))),
                        Op::CompareD { cmp, d, a, b } => {
                            p!(d) = i64::from(cmp.holds(double(p!(a)), double(p!(b))));
                        }
                        Op::Same { d, a, b } => p!(d) = i64::from(dynamic::same(&r!(a), &r!(b))),
                        Op::Jump(to) => pc = to,
                        Op::JumpIf { a, to } => {
                            if p!(a) != 0 {
                                pc = to;
                            }
                        }
                        Op::JumpUnless { a, to } => {
                            if p!(a) == 0 {
                                pc = to;
                            }
                        }
                        Op::JumpCompare { cmp, a, b, to } => {
                            if cmp.holds(p!(a), p!(b)) {
                                pc = to;
                            }
                        }
                        Op::JumpNull { r, to } => {
                            if r!(r).is_null() {
                                pc = to;
                            }
                        }
                        Op::JumpNotNull { r, to } => {
                            if !r!(r).is_null() {
                                pc = to;
                            }
                        }
                        Op::Tick => {
                            if self.fuel == 0 {
                                if check!(self.spend(cx)) {
                                    save!();
                                    return Ok(Outcome::Turn);
                                }
                            } else {
                                self.fuel -= 1;
                            }
                        }
                        Op::Box { kind, d, s } => r!(d) = kind.boxed(p!(s)),
                        Op::Unbox { kind, d, s } => p!(d) = check!(kind.unbox(&r!(s))),
                        Op::Cast { r, k } => {
                            let Value::Str(name) = &module.consts[k as usize] else {
                                unreachable!("class names are strings");
                            };
                            if !r!(r).is_null() && !instance_of(&r!(r), name) {
                                check!(Err(no_cast(&r!(r), name)));
                            }
                        }
                        Op::InstanceOf { d, r, k } => {
                            let Value::Str(name) = &module.consts[k as usize] else {
                                unreachable!("class names are strings");
                            };
                            p!(d) = i64::from(instance_of(&r!(r), name));
                        }
                        Op::Concat { d, r, count } => {
                            let from = br + r as usize;
                            let text = check!(concat(cx, &self.refs[from..from + count as usize]));
                            r!(d) = text;
                        }
                        Op::Dynamic { op, d, r } => {
                            let both_text = op == crate::syntax::ast::Binary::Add
                                && (matches!(r!(r), Value::Str(_)) || matches!(r!(r + 1), Value::Str(_)));
                            let from = br + r as usize;
                            r!(d) = if both_text {
                                check!(concat(cx, &self.refs[from..from + 2]))
                            } else {
                                check!(dynamic::binary(op, &self.refs[from], &self.refs[from + 1]))
                            };
                        }
                        Op::NonNull { r } => {
                            if r!(r).is_null() {
                                check!(Err(Error::new(class::NULL_POINTER, "the value is null")));
                            }
                        }
                        Op::GetP { d, r, field } => p!(d) = check!(check!(instance(&r!(r))).prim(field)),
                        Op::GetR { d, r, field } => {
                            let value = check!(check!(instance(&r!(r))).reference(field));
                            r!(d) = value;
                        }
                        Op::PutP { r, field, s } => check!(check!(instance(&r!(r))).set_prim(field, p!(s))),
                        Op::PutR { r, field, s } => {
                            let value = r!(s).clone();
                            check!(check!(instance(&r!(r))).set_reference(field, value));
                        }
                        Op::Statics { d, k } => {
                            let (owner, index) = module.class_refs[k as usize].resolve(&module);
                            save!();
                            r!(d) = Value::Object(statics(cx, &owner, index)?);
                        }
                        Op::GetDynamic { d, r, k } => {
                            let name = name(&module.consts[k as usize]);
                            r!(d) = check!(library::get_field(&r!(r), name));
                        }
                        Op::PutDynamic { r, s, k } => {
                            let name = name(&module.consts[k as usize]);
                            check!(library::set_field(&r!(r), name, r!(s).clone()));
                        }
                        Op::NewArray { d, p, dims, k } => {
                            let from = bp + p as usize;
                            let component = name(&module.consts[k as usize]);
                            let lengths = &self.prims[from..from + dims as usize];
                            r!(d) = check!(new_array(cx, component, lengths));
                        }
                        Op::Length { d, r } => p!(d) = check!(length(&r!(r))) as i64,
                        Op::LoadP { d, r, p } => {
                            let index = p!(p);
                            let found = match r!(r).downcast_ref::<Array>() {
                                Some(array) => array.at(index as usize),
                                None => None,
                            };
                            p!(d) = match found {
                                Some(bits) => bits,
                                None => check!(load_other(&r!(r), index)),
                            };
                        }
                        Op::LoadR { d, r, p } => {
                            let value = check!(load(&r!(r), p!(p)));
                            r!(d) = value;
                        }
                        Op::StoreP { r, p, s } => {
                            let index = p!(p);
                            let stored = match r!(r).downcast_ref::<Array>() {
                                Some(array) => array.put(index as usize, p!(s)),
                                None => false,
                            };
                            if !stored {
                                check!(Err(no_item(&r!(r), index)));
                            }
                        }
                        Op::StoreR { r, p, s } => {
                            let value = r!(s).clone();
                            check!(store(&r!(r), p!(p), value));
                        }
                        Op::Iterate { d, r } => {
                            let iterator = check!(library::iterator(cx, &r!(r)));
                            r!(d) = iterator;
                        }
                        Op::Next { d, r, to } => {
                            let iterator = r!(r).clone();
                            save!();
                            match library::next(cx, &iterator)? {
                                Some(value) => r!(d) = value,
                                None => pc = to,
                            }
                        }
                        Op::New { d, k } => {
                            let (owner, index) = module.class_refs[k as usize].resolve(&module);
                            save!();
                            if owner.classes[index as usize].initialiser.is_some() {
                                statics(cx, &owner, index)?;
                            }
                            let info = &owner.classes[index as usize];
                            cx.allocate(128 + 8 * info.prims as usize + 24 * info.refs as usize)?;
                            r!(d) = Value::Object(Instance::new(owner.clone(), index));
                        }
                        Op::Call { k, p, r, d } => {
                            fuel!();
                            save!();
                            let callee = &module.callees[k as usize];
                            let (owner, index) = match &callee.module {
                                None => (module.clone(), callee.index),
                                Some(other) => (other.clone(), callee.index),
                            };
                            let want = owner.methods[index as usize].returns;
                            self.push(Frame {
                                module: owner,
                                method: index,
                                pc: 0,
                                p: bp + p as usize,
                                r: br + r as usize,
                                d,
                                want,
                                is_reflected: false,
                            })?;
                            continue 'frame;
                        }
                        Op::CallVirtual { k, p, r, d } => {
                            fuel!();
                            save!();
                            self.call_virtual(cx, &module, k, p, r, d)?;
                            continue 'frame;
                        }
                        Op::Invoke { k, r, d } => {
                            fuel!();
                            save!();
                            if self.invoke(cx, &module, k, r, d)? {
                                continue 'frame;
                            }
                            if let Some(pending) = cx.pending.take() {
                                return Ok(Outcome::Wait(pending));
                            }
                        }
                        Op::InvokeStatic { k, r, d } => {
                            let site = &module.sites[k as usize];
                            let from = br + r as usize;
                            save!();
                            let args = self.refs[from..from + site.argc as usize].to_vec();
                            let value = library::call_static(cx, site, &args)?;
                            r!(d) = value;
                            if let Some(pending) = cx.pending.take() {
                                return Ok(Outcome::Wait(pending));
                            }
                        }
                        Op::InvokeNew { k, r, d } => {
                            let site = &module.sites[k as usize];
                            let from = br + r as usize;
                            save!();
                            cx.allocate(128)?;
                            let args = self.refs[from..from + site.argc as usize].to_vec();
                            let value = library::construct(cx, site, &args)?;
                            r!(d) = value;
                        }
                        Op::Class { d, k } => {
                            let (owner, index) = module.class_refs[k as usize].resolve(&module);
                            r!(d) = reflect::class_object(&owner, index);
                        }
                        Op::InvokeSuper { k, r } => {
                            let site = &module.sites[k as usize];
                            let from = br + r as usize;
                            save!();
                            let args = self.refs[from + 1..from + 1 + site.argc as usize].to_vec();
                            let made = library::construct(cx, site, &args)?;
                            if let (Value::Object(made), Some(instance)) =
                                (made, self.refs[from].downcast_ref::<Instance>())
                            {
                                instance.set_native(made);
                            }
                        }
                        Op::Closure { k, p, r, d } => {
                            let site = &module.closures[k as usize];
                            let (p, from) = (bp + p as usize, br + r as usize);
                            let prims = self.prims[p..p + site.prims as usize].into();
                            let refs = self.refs[from..from + site.refs as usize].into();
                            check!(cx.allocate(128));
                            r!(d) = Value::new(Closure::new(
                                module.clone(),
                                site.method,
                                prims,
                                refs,
                                &site.interface,
                            ));
                        }
                        Op::ReturnVoid => {
                            if check!(self.leave(Kind::Void, 0, Value::Null)) {
                                return Ok(Outcome::Done(std::mem::take(&mut self.result)));
                            }
                            continue 'frame;
                        }
                        Op::ReturnP { s } => {
                            let bits = p!(s);
                            let kind = method.returns;
                            if self.leave(kind, bits, Value::Null)? {
                                return Ok(Outcome::Done(std::mem::take(&mut self.result)));
                            }
                            continue 'frame;
                        }
                        Op::ReturnR { s } => {
                            let value = std::mem::take(&mut r!(s));
                            if self.leave(Kind::Ref, 0, value)? {
                                return Ok(Outcome::Done(std::mem::take(&mut self.result)));
                            }
                            continue 'frame;
                        }
                        Op::Throw { r } => {
                            let error = library::error_of(&r!(r));
                            check!(Err(error));
                        }
                        Op::Print { r } => {
                            let value = r!(r).clone();
                            save!();
                            print(cx, &value)?;
                        }
                        Op::PrintP { kind, s } => {
                            let value = kind.boxed(p!(s));
                            save!();
                            cx.page()?.print(&value)?;
                        }
                        Op::Segment { segment, level, .. } => {
                            save!();
                            return Ok(Outcome::Segment { segment, level: level.into(), value: None });
                        }
                        Op::Push { segment, r, .. } => {
                            let value = r!(r).clone();
                            save!();
                            return Ok(Outcome::Segment { segment, level: 0, value: Some(value) });
                        }
                        Op::Failed { level, r, .. } => {
                            let error = library::error_of(&r!(r));
                            save!();
                            return Ok(Outcome::Failed { level: level.into(), error });
                        }
                        Op::Attribute { d, k } => {
                            let name = name(&module.consts[k as usize]);
                            let value = check!(cx.page().map(|page| page.find(name)));
                            r!(d) = value;
                        }
                        Op::Absent { k } => {
                            check!(Err(super::calls::no_class(name(&module.consts[k as usize]))));
                        }
                        Op::Bad { k } => {
                            let message = name(&module.consts[k as usize]);
                            check!(Err(Error::new("java.lang.Error", message.clone())
                                .with_supers(["java.lang.Throwable".into()])));
                        }
                    }
                }
            }
        }
    }

    /// Calls the method that an object has for a selector.
    #[inline]
    fn call_virtual(
        &mut self,
        cx: &mut Cx<'_, '_>,
        module: &Arc<Module>,
        k: u32,
        p: u16,
        r: u16,
        d: u16,
    ) -> Result<()> {
        let site = &module.sites[k as usize];
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let (p, r) = (frame.p + p as usize, frame.r + r as usize);
        let target = &self.refs[r];
        if let Some(instance) = target.downcast_ref::<Instance>() {
            if let Some(found) = instance.info().table.get(&site.selector) {
                let (owner, index) = found.resolve(&instance.module);
                let want = site.returns;
                return self.push(Frame {
                    module: owner,
                    method: index,
                    pc: 0,
                    p,
                    r,
                    d,
                    want,
                    is_reflected: false,
                });
            }
        } else if target.is_null() {
            return Err(null_call(&site.name));
        }
        // Something else stands for the type: a lambda, or an object of the host.
        let target = target.clone();
        let (mut p, mut at) = (p, r + 1);
        let mut args = Vec::with_capacity(site.params.len());
        for kind in &site.params {
            if kind.is_primitive() {
                args.push(kind.boxed(self.prims[p]));
                p += 1;
            } else {
                args.push(self.refs[at].clone());
                at += 1;
            }
        }
        if let Some(closure) = target.downcast_ref::<Closure>() {
            return self.push_closure(closure, &args, site.returns, d);
        }
        let value = cx.invoke(&target, &site.name, &args)?;
        let Some(frame) = self.frames.last() else { return Ok(()) };
        if site.returns == Kind::Void {
            // The register that would take the result belongs to something else.
        } else if site.returns.is_primitive() {
            let at = frame.p + d as usize;
            self.prims[at] = site.returns.unbox(&value)?;
        } else {
            let at = frame.r + d as usize;
            self.refs[at] = value;
        }
        Ok(())
    }

    /// Calls whatever an object has under a name; true: a frame was pushed.
    fn invoke(&mut self, cx: &mut Cx<'_, '_>, module: &Arc<Module>, k: u32, r: u16, d: u16) -> Result<bool> {
        let site = &module.sites[k as usize];
        let Some(frame) = self.frames.last() else { return Ok(false) };
        let (base, from) = (frame.r, frame.r + r as usize);
        let args = from + 1..from + 1 + site.argc as usize;
        if let Some(quick) = site.quick
            && let Some(value) = library::quick(cx, quick, &self.refs[from..args.end])?
        {
            self.refs[base + d as usize] = value;
            return Ok(false);
        }
        let value = match &self.refs[from] {
            Value::Object(object) => {
                let object = object.clone();
                if let Some(instance) = object.as_any().downcast_ref::<Instance>()
                    && let Some(method) = instance.find(&site.name, site.argc as usize)
                {
                    let args = self.refs[args].to_vec();
                    let (owner, index) = method.resolve(&instance.module);
                    self.push_boxed(&owner, index, Some(Value::Object(object.clone())), &args, d)?;
                    return Ok(true);
                }
                if let Some(closure) = object.as_any().downcast_ref::<Closure>()
                    && !library::is_default_method(&site.name)
                {
                    let args = self.refs[args].to_vec();
                    self.push_closure(closure, &args, Kind::Ref, d)?;
                    return Ok(true);
                }
                let args = self.refs[args].to_vec();
                if let Some(reflected) = object.as_any().downcast_ref::<Reflected>()
                    && site.name == "invoke"
                {
                    self.push_reflected(cx, reflected, &args, d)?;
                    return Ok(true);
                }
                library::call(cx, &Value::Object(object), &site.name, &args)?
            }
            Value::Null => return Err(null_call(&site.name)),
            other => library::call(cx, other, &site.name, &self.refs[args])?,
        };
        self.refs[base + d as usize] = value;
        Ok(false)
    }
}
