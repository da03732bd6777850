//! The loop that runs instructions.

use std::sync::Arc;

use super::Machine;
use super::Stop;
use super::conditions::Answer;
use super::conditions::truth;
use super::frame::Frame;
use super::loops::Round;
use super::property;
use super::state::push_in_place;
use super::streams;
use super::tags::Next;
use crate::Result;
use crate::context::implicit;
use crate::program::Instruction;
use crate::program::NO_TEXT;
use crate::program::Op;
use crate::program::PathSite;
use crate::program::Program;
use crate::program::Unit;
use crate::tags::stepwise::Ended;
use crate::value::Value;
use crate::value::coerce;
use crate::value::java::Reader;
use crate::value::methods;
use crate::value::ops;

impl Machine {
    /// Runs the topmost code frame, and those that it calls or goes back to, until something else has to happen.
    pub(super) fn exec(&mut self) -> Result<Stop> {
        let Some(Frame::Code(frame)) = self.frames.last() else { return Ok(Stop::Switch) };
        let unit = Arc::clone(&self.state.units[self.state.scopes[frame.scope as usize].unit as usize]);
        let Some(program) = self.resume(&unit) else { return Ok(Stop::Switch) };
        let ran = self.run(&unit, program);
        self.save_pc();
        ran
    }

    /// Notes in the topmost frame where it goes on.
    pub(super) fn save_pc(&mut self) {
        if let Some(Frame::Code(frame)) = self.frames.last_mut() {
            frame.pc = self.pc;
        }
    }

    /// Goes on with the topmost frame; `None`: it does not run code of this unit.
    fn resume<'u>(&mut self, unit: &'u Unit) -> Option<&'u Program> {
        let Some(Frame::Code(frame)) = self.frames.last() else { return None };
        self.pc = frame.pc;
        let scope = &self.state.scopes[frame.scope as usize];
        if !std::ptr::eq(&*self.state.units[scope.unit as usize], unit) {
            return None;
        }
        self.base = scope.base;
        Some(&unit.programs[scope.index as usize])
    }

    /// Runs code of one unit from `self.pc` in the program. What is rare or large is done elsewhere, so that this loop's
    /// few variables stay in registers.
    pub(super) fn run<'u>(&mut self, unit: &'u Unit, mut program: &'u Program) -> Result<Stop> {
        let mut at = self.pc;
        // Where a frame was pushed or popped.
        macro_rules! switch {
            () => {{
                match self.resume(unit) {
                    Some(top) => program = top,
                    None => return Ok(Stop::Switch),
                }
                at = self.pc;
            }};
        }
        // Jumps if something does not hold.
        macro_rules! unless {
            ($answer:expr, $target:expr) => {
                match $answer {
                    Answer::Yes => {}
                    Answer::No => at = $target,
                    Answer::Failed(error) => return Err(error),
                }
            };
        }
        loop {
            let Instruction { text, op } = &program.code[at as usize];
            // Kept where it is found when an instruction fails or stops.
            self.pc = at + 1;
            if *text != NO_TEXT {
                let text = &program.texts[*text as usize];
                if !self.state.out.write_static_within(text) && self.write_beyond(text)? {
                    self.pc = at;
                    return Ok(Stop::Output);
                }
            }
            at += 1;
            match *op {
                Op::Nothing => {}
                Op::Write => self.write()?,
                Op::WriteEscaped => self.write_escaped()?,
                Op::WriteVar(slot) => self.write_var(slot)?,
                Op::WritePath(path) => self.write_path(&program.paths[path as usize])?,
                Op::WriteEscapedPath(path) => self.write_escaped_path(&program.paths[path as usize])?,
                Op::WriteFunction { function, argc } => {
                    self.write_function(&program.functions[function as usize], argc as usize)?;
                }
                Op::WriteFunctionOfPath { function, path } => {
                    let function = &program.functions[function as usize];
                    self.write_function_of_path(function, &program.paths[path as usize])?;
                }
                Op::Const(index) => self.push_copy(&program.consts[index as usize]),
                Op::Var(slot) => self.push_var(slot),
                Op::Path(path) => self.push_path(&program.paths[path as usize])?,
                Op::Jump(target) => at = target,
                Op::JumpUnless(site) => {
                    let site = &program.tests[site as usize];
                    unless!(self.passes(site), site.target);
                }
                Op::JumpUnlessCompare { compare, target } => {
                    unless!(self.compares(compare), target);
                }
                Op::JumpUnlessCompareWith { compare, with, target } => {
                    unless!(self.compares_with(compare, &program.consts[with as usize]), target);
                }
                Op::JumpUnlessComparePath { compare, path, target } => {
                    unless!(self.compares_path(compare, &program.paths[path as usize]), target);
                }
                Op::JumpIfFalse(target) => {
                    if !self.pop_truth()? {
                        at = target;
                    }
                }
                Op::JumpIfTrue(target) => {
                    if self.pop_truth()? {
                        at = target;
                    }
                }
                Op::Mapped(site) => {
                    if let Some(target) = self.mapped(&program.mapped[site as usize])? {
                        at = target;
                    }
                }
                Op::AssignMapped(site) => {
                    if let Some(target) = self.assign_mapped(&program.mapped[site as usize])? {
                        at = target;
                    }
                }
                Op::JumpIfValue(target) => {
                    if self.has_value() {
                        at = target;
                    }
                }
                Op::EndLambda => return Ok(Stop::Switch),
                Op::Return => {
                    self.return_from()?;
                    switch!();
                }
                Op::EndFragment => {
                    self.end_fragment();
                    switch!();
                }
                Op::SetVar(slot) => self.set_var(slot),
                Op::SetOrRemove(slot) => self.set_or_remove(program, slot)?,
                Op::UseBean(site) => {
                    if !self.use_bean(&program.beans[site as usize])? {
                        at = program.beans[site as usize].end;
                    }
                }
                Op::Include(site) => {
                    self.include(&program.includes[site as usize])?;
                    return Ok(Stop::Switch);
                }
                Op::Forward(site) => {
                    self.forward(&program.includes[site as usize])?;
                    return Ok(Stop::Switch);
                }
                Op::LoopStart(number) => {
                    let site = &program.loops[number as usize];
                    match self.loop_start(site) {
                        Round::Item => {}
                        Round::End => at = site.exit,
                        Round::Wait => return Ok(self.wait_for_item(number)),
                        Round::Failed(error) => return Err(error),
                    }
                }
                Op::LoopNext(number) => {
                    let site = &program.loops[number as usize];
                    match self.loop_round(site) {
                        Round::Item => {
                            at = site.body;
                            self.pc = at;
                            if self.state.out.has_output() {
                                return Ok(Stop::Output);
                            }
                            if self.budget.step()? {
                                return Ok(Stop::Turn);
                            }
                        }
                        Round::End => {}
                        Round::Wait => return Ok(self.wait_for_item(number)),
                        Round::Failed(error) => return Err(error),
                    }
                }
                Op::Import(site) => {
                    self.import(&program.imports[site as usize])?;
                    return Ok(Stop::Switch);
                }
                Op::Redirect(site) => {
                    self.redirect(&program.urls[site as usize])?;
                    switch!();
                }
                Op::TagOpen(site) => match self.tag_open(program, site) {
                    Next::Body => {}
                    Next::Behind => at = program.tags[site as usize].end + 1,
                    Next::SkipPage => {
                        self.skip_page()?;
                        switch!();
                    }
                    Next::Failed(error) => return Err(error),
                },
                Op::TagEnd(site) => match self.tag_end() {
                    Ended::Not => {
                        at = program.tags[site as usize].body.unwrap_or(at);
                        self.pc = at;
                        if self.state.out.has_output() {
                            return Ok(Stop::Output);
                        }
                        if self.budget.step()? {
                            return Ok(Stop::Turn);
                        }
                    }
                    Ended::EvalPage => {}
                    Ended::SkipPage => {
                        self.skip_page()?;
                        switch!();
                    }
                    Ended::Failed(error) | Ended::BodyFailed(error) => return Err(error),
                },
                Op::TagEmpty(site) => match self.tag_empty(&program.tags[site as usize]) {
                    Ended::Not | Ended::EvalPage => {}
                    Ended::SkipPage => {
                        self.skip_page()?;
                        switch!();
                    }
                    Ended::Failed(error) | Ended::BodyFailed(error) => return Err(error),
                },
                Op::TagAsync(site) => {
                    self.tag_async(program, site)?;
                    return Ok(Stop::Switch);
                }
                Op::TagScript(site) => {
                    self.tag_script(program, site)?;
                    return Ok(Stop::Switch);
                }
                Op::TagFile(site) => {
                    program = self.tag_file(unit, program, site)?;
                    at = 0;
                }
                Op::InvokeFragment { slot, missing_ok } => {
                    if self.invoke_fragment(slot, missing_ok)? {
                        switch!();
                    }
                }
                Op::DoBody => {
                    if self.do_body()? {
                        switch!();
                    }
                }
                Op::ScriptStart => {
                    if let Some(stop) = self.script_start(program)? {
                        return Ok(stop);
                    }
                    at = self.pc;
                }
                Op::ScriptResume(reply) => {
                    if let Some(stop) = self.script_reply(program, reply)? {
                        return Ok(stop);
                    }
                    at = self.pc;
                }
                Op::ScriptBody { index, level } => {
                    if let Some(stop) = self.script_body(program, index, level)? {
                        return Ok(stop);
                    }
                    at = self.pc;
                }
                _ => self.rare(op, program)?,
            }
        }
    }

    /// Instructions that do not jump, and are not so frequent that a second look at them matters.
    #[inline(never)]
    fn rare(&mut self, op: &Op, program: &Program) -> Result<()> {
        match *op {
            Op::Pop => drop(self.pop()),
            Op::Prop(site) => {
                let target = self.pop();
                let value = self.lend(&target, || property::get(&target, &program.props[site as usize]))?;
                self.push(value);
            }
            Op::Index => {
                let index = self.pop();
                let target = self.pop();
                self.push(property::index(&target, &index)?);
            }
            Op::Function { function, argc } => {
                let site = &program.functions[function as usize];
                let from = self.take_arguments(site, argc as usize)?;
                let value = site.function.call(&self.stack[from..])?;
                self.drop_operands(from);
                self.push(value);
            }
            Op::Add => self.binary(ops::add)?,
            Op::Multiply => self.binary(ops::multiply)?,
            Op::Modulo => self.binary(ops::modulo)?,
            Op::Not => {
                let value = self.pop();
                self.push(Value::Bool(!truth(&value)?));
            }
            Op::Empty => {
                let value = self.pop();
                self.push(Value::Bool(ops::is_empty(&value)));
            }
            Op::Compare(compare) => {
                let holds = self.compares(compare).ok()?;
                self.push(Value::Bool(holds));
            }
            Op::Test(site) => {
                let holds = self.passes(&program.tests[site as usize]).ok()?;
                self.push(Value::Bool(holds));
            }
            Op::ToBoolean => {
                let value = self.pop();
                self.push(Value::Bool(truth(&value)?));
            }
            Op::Local(local) => {
                let value = self.stack[self.locals + local as usize].clone();
                self.push(value);
            }
            Op::Capture => self.state.out.push_capture(),
            Op::EndCapture { trim } => {
                let captured = self.state.out.pop_capture();
                let value = Value::str(if trim { captured.trim() } else { captured.as_str() });
                self.state.out.recycle(captured);
                self.push(value);
            }
            Op::NeedsSession => {
                // Whether there is one is the calling page's to say, not the tag file's.
                let pages = self.state.scopes.iter().rev().filter(|scope| scope.call.is_none());
                let takes_part = pages
                    .map(|scope| scope.program(&self.state.units).settings.session)
                    .next()
                    .unwrap_or(true);
                if !takes_part {
                    return Err(crate::error::Error::illegal_state("the page takes no part in a session"));
                }
            }
            Op::MakeReader => {
                let text = coerce::to_str(&self.pop())?;
                self.push(Value::new(Reader::new(text)));
            }
            Op::Dup => {
                let value = self.stack.last().cloned().expect("the compiler pushes before it duplicates");
                self.push(value);
            }
            Op::Join(count) => self.join(count as usize)?,
            Op::Implicit(object) => {
                let value = implicit::object(&self.state, object);
                self.push(value);
            }
            Op::ImplicitProp { object, name } => {
                let Value::Str(name) = &program.consts[name as usize] else {
                    unreachable!("the compiler keeps names as strings");
                };
                let value = implicit::property(&self.state, object, name)?;
                self.push(value);
            }
            Op::Call { name, argc } => {
                let Value::Str(name) = &program.consts[name as usize] else {
                    unreachable!("the compiler keeps names as strings");
                };
                self.call_method(name, argc as usize)?;
            }
            Op::CallIndex(argc) => {
                let from = self.stack.len() - argc as usize;
                let name = self.stack.remove(from - 1);
                self.call_method(&coerce::to_text(&name), argc as usize)?;
            }
            Op::MakeLambda(site) => self.make_lambda(program, site),
            Op::MakeDeferred(site) => self.make_deferred(program, site),
            Op::Invoke(argc) => self.invoke(argc as usize)?,
            Op::CallName(site) => self.call_name(program, &program.names[site as usize])?,
            Op::Class(site) => {
                let site = &program.classes[site as usize];
                let value = self.named(program, site.slot)?.unwrap_or_default();
                self.push(if value.is_null() { site.value.clone() } else { value });
            }
            Op::Resolve(slot) => {
                let value = self.named(program, slot)?.unwrap_or_default();
                self.push(value);
            }
            Op::ResolveMember => self.resolve_member()?,
            Op::Convert(conversion) => self.convert(conversion)?,
            Op::MapItem(number) => self.map_item(&program.mapped_loops[number as usize]),
            Op::Known(slot) => {
                let Some(value) = self.named(program, slot)? else {
                    return Err(self.unknown_name(&program.slots.names()[slot as usize]));
                };
                self.push(value);
            }
            Op::Subtract => self.binary(ops::subtract)?,
            Op::Divide => self.binary(ops::divide)?,
            Op::Concat => self.binary(ops::concat)?,
            Op::Negate => {
                let value = self.pop();
                self.push(ops::negate(&value)?);
            }
            Op::MakeList(count) => {
                let items = self.pop_many(count as usize);
                self.push(Value::list(items));
            }
            Op::MakeSet(count) => {
                let items = self.pop_many(count as usize);
                self.push(Value::set(items));
            }
            Op::MakeMap(count) => {
                let mut items = self.pop_many(2 * count as usize).into_iter();
                let mut entries = Vec::with_capacity(count as usize);
                while let (Some(key), Some(value)) = (items.next(), items.next()) {
                    entries.push((key, value));
                }
                self.push(Value::map(entries));
            }
            Op::SetScoped { name, scope } => {
                let value = self.pop();
                self.state.set(text(program, name), scope, value)?;
            }
            Op::AssignVar(slot) => self.assign_var(program, slot)?,
            Op::AssignProp(name) => self.assign_prop(text(program, name))?,
            Op::AssignIndex => self.assign_index()?,
            Op::SetTarget => self.set_target()?,
            Op::Remove { name, scope } => self.state.remove(text(program, name), scope)?,
            Op::SetBeanProperty { bean, property } => {
                self.set_bean_property(&program.beans[bean as usize], text(program, property))?;
            }
            Op::SetBeanFromParam { bean, param } => {
                let (property, param) = &program.bean_params[param as usize];
                self.set_bean_from_param(&program.beans[bean as usize], property, param)?;
            }
            Op::SetBeanFromParams(bean) => self.set_bean_from_params(&program.beans[bean as usize])?,
            Op::GetBeanProperty { bean, property } => {
                self.get_bean_property(&program.beans[bean as usize], text(program, property))?;
            }
            Op::LoopEnd(site) => {
                let site = &program.loops[site as usize];
                self.loops.pop();
                for slot in [site.var, site.status].into_iter().flatten() {
                    self.state.vars[self.base + slot as usize] = Value::Null;
                }
            }
            Op::CatchStart(site) => self.catch_start(site),
            Op::CatchEnd(site) => {
                self.catches.pop();
                if let Some(slot) = program.catches[site as usize].var {
                    self.state.vars[self.base + slot as usize] = Value::Null;
                }
            }
            Op::CollectParams => self.collect_params(),
            Op::Param => self.param()?,
            Op::Url(site) => self.url(&program.urls[site as usize])?,
            Op::FormatNumber(site) => self.format_number(&program.formats[site as usize])?,
            other => unreachable!("{other:?} is not rare"),
        }
        Ok(())
    }

    #[inline(never)]
    fn push_copy(&mut self, value: &Value) {
        value.copy_to(self.place());
    }

    #[inline(never)]
    fn push_var(&mut self, slot: u32) {
        let place = push_in_place(&mut self.stack, || Value::Null);
        let value = &self.state.vars[self.base + slot as usize];
        if value.is_null() {
            place.replace_with(self.state.var_outside(slot));
        } else {
            value.copy_to(place);
        }
    }

    #[inline(never)]
    pub(super) fn push_path(&mut self, site: &PathSite) -> Result<()> {
        let variable = &self.state.vars[self.base + site.slot as usize];
        if variable.is_null() {
            let value = self.path_outside(site)?;
            self.push(value);
            return Ok(());
        }
        property::put(variable, site, push_in_place(&mut self.stack, || Value::Null))
    }

    #[inline(never)]
    pub(super) fn set_var(&mut self, slot: u32) {
        let value = self.pop();
        self.state.vars[self.base + slot as usize].replace_with(value);
    }

    #[cold]
    #[inline(never)]
    pub(super) fn path_outside(&self, site: &PathSite) -> Result<Value> {
        match self.state.bound_var(site.slot) {
            Some(variable) => property::follow(variable, site),
            None => property::follow(&self.state.var_outside(site.slot), site),
        }
    }

    /// The variable of a slot, from the page scope or one further out; null if there is none.
    pub(super) fn variable(&self, slot: u32) -> Value {
        let value = &self.state.vars[self.base + slot as usize];
        if value.is_null() { self.state.var_outside(slot) } else { value.clone() }
    }

    #[inline]
    fn binary(&mut self, op: fn(&Value, &Value) -> Result<Value>) -> Result<()> {
        let right = self.pop();
        let left = self.pop();
        let value = op(&left, &right);
        left.discard();
        right.discard();
        self.push(value?);
        Ok(())
    }

    fn call_method(&mut self, name: &str, argc: usize) -> Result<()> {
        let from = self.stack.len() - argc;
        let called = match &self.stack[from - 1] {
            // A member of null is null, be it a property or a method.
            Value::Null => Ok(Value::Null),
            _ if self.resolves() => self.resolve_call(name, from),
            Value::Object(_) => self.call_on_object(name, from),
            target => methods::call_method(target, name, &self.stack[from..]),
        };
        let value = called.map_err(|error| self.thrown_by(from, error))?;
        self.stack.truncate(from - 1);
        self.push(value);
        Ok(())
    }

    /// Calls a method of the object below the arguments, which lie on the stack from `from` on.
    pub(super) fn call_on_object(&mut self, name: &str, from: usize) -> Result<Value> {
        if streams::is_operation(name) || self.stack[from..].iter().any(streams::is_lambda) {
            return self.call_with_lambdas(name, from);
        }
        methods::call_method(&self.stack[from - 1], name, &self.stack[from..])
    }

    fn join(&mut self, count: usize) -> Result<()> {
        let from = self.stack.len() - count;
        let mut joined = std::mem::take(&mut self.scratch);
        joined.clear();
        for value in &self.stack[from..] {
            let text = coerce::to_text(value);
            methods::check_text_length(joined.len() + text.len())?;
            joined.push_str(&text);
        }
        self.stack.truncate(from);
        self.push(Value::str(joined.as_str()));
        self.keep_scratch(joined);
        Ok(())
    }
}

fn text(program: &Program, index: u32) -> &str {
    match &program.consts[index as usize] {
        Value::Str(text) => text,
        _ => unreachable!("the compiler keeps names as strings"),
    }
}
