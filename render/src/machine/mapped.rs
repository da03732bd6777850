//! Names that are mapped to deferred expressions: EL variables (Expression Language 6.1, 1.19).

use super::Machine;
use super::deferred::ValueExpression;
use crate::Result;
use crate::program::MappedAt;
use crate::program::MappedLoop;
use crate::program::MappedSite;
use crate::value::Value;

impl Machine {
    fn mapping(&self, at: MappedAt) -> Value {
        match at {
            MappedAt::Slot(slot) => self.state.vars[self.base + slot as usize].clone(),
            MappedAt::Local(local) => self.stack[self.locals + local as usize].clone(),
        }
    }

    /// Pushes the value of the expression that a name is mapped to and says where to go; `None`: it is not mapped.
    #[inline(never)]
    pub(super) fn mapped(&mut self, site: &MappedSite) -> Result<Option<u32>> {
        let mapping = self.mapping(site.expression);
        if mapping.is_null() {
            return Ok(None);
        }
        let value = match mapping.downcast_ref::<ValueExpression>() {
            Some(expression) => expression.evaluate(self)?,
            None => mapping,
        };
        self.push(value);
        Ok(Some(site.target))
    }

    /// Assigns the topmost value, which stays, to what a name is mapped to; `None`: it is not mapped.
    #[inline(never)]
    pub(super) fn assign_mapped(&mut self, site: &MappedSite) -> Result<Option<u32>> {
        let mapping = self.mapping(site.expression);
        if mapping.is_null() {
            return Ok(None);
        }
        let value = self.stack.last().cloned().unwrap_or_default();
        match mapping.downcast_ref::<ValueExpression>() {
            Some(expression) => expression.assign(self, value)?,
            None => return Err(super::expressions::not_assignable()),
        }
        Ok(Some(site.target))
    }

    /// Maps the variable of the innermost loop to its item.
    pub(super) fn map_item(&mut self, mapped: &MappedLoop) {
        let index = self.loops.last().map_or(0, super::loops::LoopState::index);
        let vars = &mut self.state.vars[self.base..];
        let delims = mapped.delims.map(|slot| vars[slot as usize].clone());
        let items = vars[mapped.items as usize].clone();
        vars[mapped.var as usize] = ValueExpression::of_item(items, index, delims);
    }
}
