//! The loop that runs instructions.

use std::sync::Arc;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::ListView;
use vespid_render::value::Str;
use vespid_render::value::Throwable;

use super::Closure;
use super::Cx;
use super::Instance;
use super::Kind;
use super::Method;
use super::Module;
use super::Pending;
use super::arith::arith;
use super::arith::convert;
use super::array::Array;
use super::array::MAX_LENGTH;
use super::array::array_name;
use super::array::outside;
use super::calls::instance_of;
use super::calls::no_cast;
use super::calls::null_call;
use super::calls::statics;
use super::dynamic;
use super::kind::double;
use super::op::Op;
use crate::library;

/// Steps that are taken before they are told to the budget.
const FUEL: u32 = 256;

/// Java that runs, or waits to go on.
#[derive(Default)]
pub(crate) struct Run {
    pub(super) frames: Vec<Frame>,
    pub(super) prims: Vec<i64>,
    pub(super) refs: Vec<Value>,
    fuel: u32,
    result: Value,
}

/// A method that runs.
pub(super) struct Frame {
    pub(super) module: Arc<Module>,
    pub(super) method: u32,
    /// The next instruction.
    pub(super) pc: u32,
    /// Where its registers start.
    pub(super) p: usize,
    pub(super) r: usize,
    /// The register of the caller that takes the result, and what the caller expects there.
    pub(super) d: u16,
    pub(super) want: Kind,
}

impl Frame {
    pub(super) fn method(&self) -> &Method {
        &self.module.methods[self.method as usize]
    }
}

/// Why a run stopped.
pub(crate) enum Outcome {
    Done(Value),
    /// Others should have a turn.
    Turn,
    /// The page is to run a segment; its answer goes to the register that [`Run::reply`] finds.
    Segment {
        segment: u32,
        level: u32,
        value: Option<Value>,
    },
    /// The body of an action failed.
    Failed {
        level: u32,
        error: Error,
    },
    /// Something is to be waited for.
    Wait(Pending),
}

impl Run {
    /// Runs on.
    ///
    /// # Errors
    /// What no handler takes.
    pub(crate) fn go_on(&mut self, cx: &mut Cx<'_, '_>) -> Result<Outcome> {
        loop {
            let error = match self.run(cx) {
                Ok(outcome) => return Ok(outcome),
                Err(error) => error,
            };
            self.unwind(error)?;
        }
    }

    /// Answers a segment with a number.
    pub(crate) fn reply(&mut self, answer: i32) {
        if let Some(frame) = self.frames.last()
            && let Some(Op::Segment { d, .. } | Op::Failed { d, .. } | Op::Push { d, .. }) =
                frame.method().code.get(frame.pc as usize - 1)
        {
            self.prims[frame.p + *d as usize] = i64::from(answer);
        }
    }

    /// Lets the instruction that stopped fail.
    ///
    /// # Errors
    /// The error itself, if no handler takes it.
    pub(crate) fn fail(&mut self, error: Error) -> Result<()> {
        self.unwind(error)
    }

    /// Looks for a handler of the error, from the innermost frame out.
    fn unwind(&mut self, mut error: Error) -> Result<()> {
        while let Some(frame) = self.frames.last_mut() {
            let method = frame.module.methods.get(frame.method as usize);
            let Some(method) = method else { return Err(error) };
            let at = frame.pc.saturating_sub(1);
            if let Some(span) = method.spans.get(at as usize)
                && span.end > 0
            {
                error.push_place(frame.module.sources.place(*span));
            }
            let handler = method.handlers.iter().find(|handler| {
                (handler.from..handler.to).contains(&at)
                    && !error.is_budget()
                    && (handler.classes.is_empty()
                        || handler.classes.iter().any(|class| error.is_instance(class)))
            });
            if let Some(handler) = handler {
                frame.pc = handler.target;
                let r = frame.r + handler.r as usize;
                self.refs[r] = Throwable::value(error);
                return Ok(());
            }
            let frame = self.frames.pop();
            drop(frame);
        }
        Err(error)
    }

    /// Leaves the topmost frame with a result; true: that was the last.
    #[inline]
    fn leave(&mut self, own: Kind, bits: i64, value: Value) -> Result<bool> {
        let Some(frame) = self.frames.pop() else { return Ok(true) };
        let result = match (own.is_primitive(), frame.want) {
            (_, Kind::Void) => None,
            (true, Kind::Ref) => Some(own.boxed(bits)),
            (false, want) if want.is_primitive() => {
                let bits = want.unbox(&value)?;
                if let Some(caller) = self.frames.last() {
                    self.prims[caller.p + frame.d as usize] = bits;
                }
                return Ok(self.frames.is_empty());
            }
            (true, _) => {
                if let Some(caller) = self.frames.last() {
                    self.prims[caller.p + frame.d as usize] = bits;
                }
                return Ok(self.frames.is_empty());
            }
            (false, _) => Some(value),
        };
        match (self.frames.last(), result) {
            (Some(caller), Some(value)) => {
                let at = caller.r + frame.d as usize;
                let end = caller.r + caller.method().refs as usize;
                self.refs[at] = value;
                self.refs.truncate(end.max(at + 1));
                Ok(false)
            }
            (Some(_), None) => Ok(false),
            (None, value) => {
                self.result = value.unwrap_or_default();
                Ok(true)
            }
        }
    }

    fn spend(&mut self, cx: &mut Cx<'_, '_>) -> Result<bool> {
        self.fuel = FUEL;
        cx.spend(FUEL)
    }

    /// Runs until something else has to happen.
    fn run(&mut self, cx: &mut Cx<'_, '_>) -> Result<Outcome> {
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
                        Op::MoveR { d, s } => r!(d) = r!(s).clone(),
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
                        Op::GetP { d, r, field } => p!(d) = check!(instance(&r!(r))).prim(field),
                        Op::GetR { d, r, field } => {
                            let value = check!(instance(&r!(r))).reference(field);
                            r!(d) = value;
                        }
                        Op::PutP { r, field, s } => check!(instance(&r!(r))).set_prim(field, p!(s)),
                        Op::PutR { r, field, s } => {
                            let value = r!(s).clone();
                            check!(instance(&r!(r))).set_reference(field, value);
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
                return self.push(Frame { module: owner, method: index, pc: 0, p, r, d, want: site.returns });
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
        if site.returns.is_primitive() {
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
                library::call(cx, &Value::Object(object), &site.name, &args)?
            }
            Value::Null => return Err(null_call(&site.name)),
            other => library::call(cx, other, &site.name, &self.refs[args])?,
        };
        self.refs[base + d as usize] = value;
        Ok(false)
    }
}

fn name(value: &Value) -> &Str {
    match value {
        Value::Str(name) => name,
        _ => unreachable!("the compiler keeps names as strings"),
    }
}

#[inline]
fn instance(value: &Value) -> Result<&Instance> {
    value.downcast_ref().ok_or_else(|| {
        if value.is_null() {
            Error::new(class::NULL_POINTER, "a field of null can't be used")
        } else {
            no_cast(value, "a compiled class")
        }
    })
}

/// Writes the text of a value to the page, as Java's `String.valueOf` has it.
fn print(cx: &mut Cx<'_, '_>, value: &Value) -> Result<()> {
    match value {
        Value::Object(_) => {
            let text = library::text(cx, value)?;
            cx.page()?.print(&Value::Str(text))
        }
        other => cx.page()?.print(other),
    }
}

/// Joins texts as `+` does.
fn concat(cx: &mut Cx<'_, '_>, parts: &[Value]) -> Result<Value> {
    let mut text = Str::new();
    for part in parts {
        match part {
            Value::Str(part) => text.push_str(part),
            Value::Object(_) => text.push_str(&library::text(cx, part)?),
            other => {
                let _ = other.write_text(&mut text);
            }
        }
    }
    if text.len() > library::MAX_TEXT_BYTES {
        return Err(library::too_long(text.len()));
    }
    cx.allocate(text.len())?;
    Ok(Value::Str(text))
}

fn length(value: &Value) -> Result<usize> {
    if let Some(array) = value.downcast_ref::<Array>() {
        return Ok(array.length());
    }
    match value.as_object().and_then(|object| object.as_list()) {
        Some(list) => Ok(list.len()),
        None if value.is_null() => Err(Error::new(class::NULL_POINTER, "null has no length")),
        None => Err(no_cast(value, "an array")),
    }
}

fn list(value: &Value) -> Result<&dyn ListView> {
    match value.as_object().and_then(|object| object.as_list()) {
        Some(list) => Ok(list),
        None if value.is_null() => Err(Error::new(class::NULL_POINTER, "null has no items")),
        None => Err(no_cast(value, "an array")),
    }
}

fn load(value: &Value, index: i64) -> Result<Value> {
    let list = list(value)?;
    usize::try_from(index).ok().and_then(|index| list.get(index)).ok_or_else(|| outside(index, list.len()))
}

/// A primitive item of an array that holds objects, or of one of the host's.
fn load_other(value: &Value, index: i64) -> Result<i64> {
    let item = load(value, index)?;
    dynamic::kind_of(&item).unwrap_or(Kind::Int).unbox(&item)
}

fn store(value: &Value, index: i64, item: Value) -> Result<()> {
    let list = list(value)?;
    let at = usize::try_from(index).ok().filter(|index| *index < list.len());
    match at {
        Some(at) => list.set(at, item),
        None => Err(outside(index, list.len())),
    }
}

#[cold]
fn no_item(value: &Value, index: i64) -> Error {
    match list(value) {
        Ok(list) => outside(index, list.len()),
        Err(error) => error,
    }
}

/// An array of arrays: `lengths` of the outer ones, the last of what holds the items.
fn new_array(cx: &mut Cx<'_, '_>, component: &Str, lengths: &[i64]) -> Result<Value> {
    let Some((first, rest)) = lengths.split_first() else { return Ok(Value::Null) };
    let length = usize::try_from(*first)
        .map_err(|_| Error::new("java.lang.NegativeArraySizeException", first.to_string()))?;
    if length > MAX_LENGTH {
        return Err(Error::new(
            "java.lang.OutOfMemoryError",
            format!("an array of {length} items is too long"),
        )
        .with_supers([
            "java.lang.VirtualMachineError".into(),
            "java.lang.Error".into(),
            "java.lang.Throwable".into(),
        ]));
    }
    cx.allocate(64 + length * 24)?;
    if rest.is_empty() {
        return Ok(Value::new(Array::new(component, length)));
    }
    // `component` is that of the innermost array; each one around it adds a dimension.
    let mut inner = component.clone();
    for _ in rest {
        inner = array_name(&inner);
    }
    let array = Array::new(&inner, length);
    for index in 0..length {
        array.set(index, new_array(cx, component, rest)?)?;
    }
    Ok(Value::new(array))
}
