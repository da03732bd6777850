//! Calls of tag files, fragments and bodies, and the variables that pass between them (Pages 4.1, 8.8 and 8.9).

use std::any::Any;
use std::sync::LazyLock;

use super::Machine;
use super::frame::Frame;
use super::frame::Kind;
use super::state::PageScope;
use super::state::PageState;
use super::state::TagFileCall;
use super::state::push_in_place;
use crate::Result;
use crate::el::resolver;
use crate::error::Error;
use crate::program::Program;
use crate::program::Unit;
use crate::tags::info::VariableScope;
use crate::value::Class;
use crate::value::Object;
use crate::value::Value;

/// What an expression sees of a fragment that is given: that it is there. `jsp:invoke` runs it by its name.
struct Fragment;

impl Object for Fragment {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("jakarta.servlet.jsp.tagext.JspFragment", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn given_fragment() -> Value {
    static FRAGMENT: LazyLock<Value> = LazyLock::new(|| Value::new(Fragment));
    FRAGMENT.clone()
}

#[cold]
#[inline(never)]
fn in_attribute(tag: &str, name: &str, error: &Error) -> Error {
    Error::new(error.class_name().clone(), format!("attribute '{name}' of {tag}: {error}"))
}

impl Machine {
    /// Calls a tag file, which it gives: its attributes' values are on the operand stack.
    #[inline(never)]
    pub(super) fn tag_file<'u>(
        &mut self,
        unit: &'u Unit,
        program: &Program,
        site_number: u32,
    ) -> Result<&'u Program> {
        let site = &program.tag_files[site_number as usize];
        let caller = self.state.scope;
        let PageScope { index, base: callers, .. } = self.state.scopes[caller];
        let callee = unit.links[index as usize][site.callee as usize];
        let called = &unit.programs[callee as usize];

        // Values are coerced before anything changes, so that an error leaves the caller as it was.
        let from = self.stack.len() - site.attributes.len() - site.dynamic.len();
        for (value, (_, java_type, name)) in self.stack[from..].iter_mut().zip(&site.attributes) {
            resolver::coerce_in_place(&self.state.exchange, value, java_type)
                .map_err(|error| in_attribute(&site.name, name, &error))?;
        }
        self.budget.call(self.frames.len())?;

        let state = &mut *self.state;
        let hidden = state.hidden.len() as u32;
        for (export, slot) in called.exports.iter().zip(&site.variables) {
            if export.scope == VariableScope::Nested {
                // The caller's code does not run again before the tag file's own value is there in its place.
                let (_, value) = push_in_place(&mut state.hidden, || (*slot, Value::Null));
                value.replace_with(std::mem::take(&mut state.vars[callers + *slot as usize]));
            }
        }
        let base = state.open_tag_file(callee, TagFileCall { caller, site: site_number, hidden });
        if let Some(slot) = called.dynamic_attributes {
            let values = self.stack.drain(from + site.attributes.len()..);
            state.vars[base + slot as usize] =
                Value::map(site.dynamic.iter().cloned().map(Value::Str).zip(values));
        }
        for (slot, _, _) in site.attributes.iter().rev() {
            let value = self.stack.pop().expect("the compiler pushes a value for each attribute");
            state.vars[base + *slot as usize].replace_with(value);
        }
        for (slot, _) in &site.fragments {
            state.vars[base + *slot as usize].replace_with(given_fragment());
        }
        self.pc = site.end;
        let scope = self.state.scope;
        self.enter(scope, 0, Kind::TagFile);
        self.base = base;
        Ok(called)
    }

    /// `jsp:invoke` of the fragment attribute in a slot; false: there is no such fragment.
    #[inline(never)]
    pub(super) fn invoke_fragment(&mut self, slot: u32, missing_ok: bool) -> Result<bool> {
        let entry =
            self.call_site(|site| site.fragments.iter().find(|(s, _)| *s == slot).map(|(_, entry)| *entry));
        match entry {
            Some(entry) => self.run_in_caller(entry).map(|()| true),
            None if missing_ok => Ok(false),
            None => Err(Error::jsp("the fragment was not given by the caller")),
        }
    }

    /// `jsp:doBody`; false: the tag has no body.
    #[inline(never)]
    pub(super) fn do_body(&mut self) -> Result<bool> {
        match self.call_site(|site| site.body) {
            Some(entry) => self.run_in_caller(entry).map(|()| true),
            None => Ok(false),
        }
    }

    fn call_site(&self, read: impl FnOnce(&crate::program::TagFileSite) -> Option<u32>) -> Option<u32> {
        let call = self.state.scopes[self.state.scope].call.as_ref()?;
        let caller = &self.state.scopes[call.caller];
        read(&caller.program(&self.state.units).tag_files[call.site as usize])
    }

    fn run_in_caller(&mut self, entry: u32) -> Result<()> {
        self.synchronize(|scope| scope != VariableScope::AtEnd);
        let caller = self.state.scopes[self.state.scope].call.as_ref().map_or(0, |call| call.caller);
        self.push_code(caller, entry, Kind::Fragment)
    }

    /// Copies the tag file's variables of those scopes into the caller's page scope.
    #[inline]
    fn synchronize(&mut self, wanted: impl Fn(VariableScope) -> bool) {
        let PageState { scopes, scope, units, vars, .. } = &mut *self.state;
        let scope = &scopes[*scope];
        // A tag file is of its caller's unit.
        let programs = &*units[scope.unit as usize].programs;
        let exports = &*programs[scope.index as usize].exports;
        if exports.is_empty() {
            return;
        }
        let Some(call) = &scope.call else { return };
        let caller = &scopes[call.caller];
        let variables = &*programs[caller.index as usize].tag_files[call.site as usize].variables;
        // The scope of a tag file lies above that of its caller.
        let (below, own) = vars.split_at_mut(scope.base);
        let callers = &mut below[caller.base..];
        for (export, slot) in exports.iter().zip(variables) {
            if wanted(export.scope) {
                own[export.slot as usize].copy_to(&mut callers[*slot as usize]);
            }
        }
    }

    /// Ends a fragment or body: its caller goes on.
    #[inline(never)]
    pub(super) fn end_fragment(&mut self) {
        self.frames.pop();
        self.script_body_left();
        match self.frames.last_mut() {
            Some(Frame::Code(frame)) => self.state.scope = frame.scope as usize,
            Some(Frame::Async(run)) => {
                self.state.scope = run.scope;
                run.body_done(&mut self.state.out);
            }
            Some(Frame::Script(run)) => self.state.scope = run.scope,
            None => unreachable!("a fragment has a caller"),
        }
    }

    /// A tag file comes to its end, well or not: its variables reach the caller, its scope closes.
    pub(super) fn close_tag_file(&mut self, scope: usize, ended_well: bool) {
        self.state.scope = scope;
        if ended_well {
            self.synchronize(|scope| matches!(scope, VariableScope::AtBegin | VariableScope::AtEnd));
        }
        let call = self.state.scopes[scope].call.take();
        if let Some(call) = call {
            let state = &mut *self.state;
            let base = state.scopes[call.caller].base;
            while state.hidden.len() > call.hidden as usize {
                let Some((slot, value)) = state.hidden.pop() else { break };
                state.vars[base + slot as usize].replace_with(value);
            }
            state.scope = call.caller;
        }
        self.state.close_scopes(scope);
    }
}
