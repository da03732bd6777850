//! Instructions that write: values, paths and results of functions on their way to the page.

use vespid_streams::PageWriter;
use vespid_streams::StaticText;

use super::Machine;
use super::property;
use crate::Result;
use crate::program::FunctionSite;
use crate::program::PathSite;
use crate::script::ScriptPage;
use crate::value::Value;
use crate::writer::TextSink;
use crate::writer::write_error;
use crate::writer::write_value;
use crate::writer::write_value_escaped;

impl Machine {
    /// Template text that does not fit into the buffer; true: what is in it has to go first.
    #[cold]
    #[inline(never)]
    pub(super) fn write_beyond(&mut self, text: &StaticText) -> Result<bool> {
        if self.state.out.has_output() {
            return Ok(true);
        }
        self.state.out.write_static(text).map_err(write_error)?;
        Ok(false)
    }

    #[inline(never)]
    pub(super) fn write(&mut self) -> Result<()> {
        let value = self.stack.last().expect("the compiler pushes what it writes");
        let written = write_value(&mut self.state.out, value);
        self.drop_operands(self.stack.len() - 1);
        written
    }

    #[inline(never)]
    pub(super) fn write_escaped(&mut self) -> Result<()> {
        let value = self.stack.last().expect("the compiler pushes what it writes");
        let written = write_value_escaped(&mut self.state.out, value);
        self.drop_operands(self.stack.len() - 1);
        written
    }

    /// Makes the arguments on the operand stack what a function takes; gives where they begin.
    #[inline]
    pub(super) fn take_arguments(&mut self, site: &FunctionSite, argc: usize) -> Result<usize> {
        let from = self.stack.len() - argc;
        if !site.takes(&self.stack[from..]) {
            self.coerce_arguments(&site.types)?;
        }
        Ok(from)
    }

    #[inline(never)]
    pub(super) fn write_function(&mut self, site: &FunctionSite, argc: usize) -> Result<()> {
        let from = self.take_arguments(site, argc)?;
        site.function.write(&self.stack[from..], &mut self.state.sink())?;
        self.drop_operands(from);
        Ok(())
    }

    #[inline(never)]
    pub(super) fn write_function_of_path(&mut self, site: &FunctionSite, path: &PathSite) -> Result<()> {
        let state = &mut *self.state;
        let Some(variable) = state.vars.get(self.base + path.slot as usize).filter(|it| !it.is_null()) else {
            self.push_path(path)?;
            return self.write_function(site, 1);
        };
        let out = &mut state.out;
        let mut unfit = None;
        let written = property::look(variable, path, |argument| {
            let arguments = std::slice::from_ref(argument);
            if !site.takes(arguments) {
                unfit = Some(argument.clone());
                return Ok(());
            }
            site.function.write(arguments, &mut TextSink::page(out))
        })?;
        let Some(argument) = unfit else { return written };
        self.push(argument);
        self.write_function(site, 1)
    }

    #[inline(never)]
    pub(super) fn write_var(&mut self, slot: u32) -> Result<()> {
        let state = &mut *self.state;
        let value = &state.vars[self.base + slot as usize];
        if value.is_null() {
            let value = state.var_outside(slot);
            return write_value(&mut state.out, &value);
        }
        write_value(&mut state.out, value)
    }

    #[inline(never)]
    pub(super) fn write_path(&mut self, site: &PathSite) -> Result<()> {
        self.write_path_to(site, |out| TextSink::page(out))
    }

    #[inline(never)]
    pub(super) fn write_escaped_path(&mut self, site: &PathSite) -> Result<()> {
        self.write_path_to(site, |out| TextSink::escaped(out))
    }

    #[inline(always)]
    fn write_path_to(&mut self, site: &PathSite, sink: fn(&mut PageWriter) -> TextSink<'_>) -> Result<()> {
        let state = &mut *self.state;
        let variable = &state.vars[self.base + site.slot as usize];
        let written = if variable.is_null() {
            let variable = state.var_outside(site.slot);
            property::write(&variable, site, &mut sink(&mut state.out))
        } else {
            property::write(variable, site, &mut sink(&mut state.out))
        };
        match written {
            Err(error) if ScriptPage::is_missing(&error) => {
                let value = self.path_with_page(site)?;
                sink(&mut self.state.out).write_value(&value)
            }
            written => written,
        }
    }

    /// What a path leads to whose getters want the page: they are asked once more.
    #[cold]
    fn path_with_page(&mut self, site: &PathSite) -> Result<Value> {
        let variable = match &self.state.vars[self.base + site.slot as usize] {
            Value::Null => self.state.var_outside(site.slot),
            variable => variable.clone(),
        };
        self.lend(&variable, || property::follow(&variable, site))
    }
}
