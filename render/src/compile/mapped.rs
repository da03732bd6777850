//! Names that are mapped to deferred expressions: EL variables (Expression Language 6.1, 1.19).
//!
//! `c:set` of a deferred value, `c:forEach` over deferred items and deferred attributes of tag files map names. Which
//! names a page may map is known at translation; only their uses look whether there is a mapping. The mapped
//! expression lies in a slot of its own, whose name no page can write. A deferred expression takes the mappings along
//! as they are when it is made, as parameters of its code.

use super::Compiler;
use super::nodes::find;
use crate::el::ast::Part;
use crate::program::MappedAt;
use crate::program::MappedLoop;
use crate::program::MappedSite;
use crate::program::Op;
use crate::source::Span;
use crate::syntax::tree::Attribute;
use crate::syntax::tree::AttributeValue;
use crate::syntax::tree::CustomAction;
use crate::syntax::tree::Node;
use crate::syntax::tree::NodeKind;
use crate::tags::info::AttributeKind;
use crate::tags::info::BuiltIn;
use crate::tags::info::HandlerInfo;
use crate::value::Str;

/// The name of the slot where the expression lies that a name is mapped to.
pub(crate) fn hidden(name: &str) -> Str {
    format!("\0{name}").into()
}

/// The names that actions of Jakarta Tags map.
pub(super) fn mapped_names(nodes: &[Node]) -> Vec<Str> {
    let mut names = Vec::new();
    collect(nodes, &mut names);
    names
}

fn collect(nodes: &[Node], names: &mut Vec<Str>) {
    for node in nodes {
        let (attributes, body) = match &node.kind {
            NodeKind::Standard(action) => (&action.attributes, &action.body[..]),
            NodeKind::Custom(action) => {
                if let Some(name) = maps(action)
                    && !names.iter().any(|known| known == name)
                {
                    names.push(name.into());
                }
                (&action.attributes, action.body.as_deref().unwrap_or_default())
            }
            NodeKind::Text(_) | NodeKind::El(_) | NodeKind::Scripting(_) => continue,
        };
        for attribute in attributes {
            if let AttributeValue::Body(nodes) = &attribute.value {
                collect(nodes, names);
            }
        }
        collect(body, names);
    }
}

/// The name that an action maps.
fn maps(action: &CustomAction) -> Option<&str> {
    if action.tag.handler != HandlerInfo::BuiltIn(BuiltIn::Core) {
        return None;
    }
    let value = match action.tag.name.as_str() {
        "set" => "value",
        "forEach" | "forTokens" => "items",
        _ => return None,
    };
    find(&action.attributes, value).filter(|value| is_deferred(value))?;
    match &find(&action.attributes, "var")?.value {
        AttributeValue::Template(name) => name.as_text(),
        _ => None,
    }
}

/// Whether an attribute's value is written as a deferred expression.
pub(super) fn is_deferred(attribute: &Attribute) -> bool {
    let AttributeValue::Template(template) = &attribute.value else { return false };
    template.parts.iter().any(|part| matches!(part, Part::Expr(el) if el.deferred))
}

impl Compiler<'_> {
    /// The slot of the expression that a name is mapped to.
    pub(super) fn map_name(&mut self, name: &Str) -> u32 {
        if !self.mapped.contains(name) {
            self.mapped.push(name.clone());
        }
        self.slot(&hidden(name))
    }

    /// Where the expression lies that a name may be mapped to; `None`: it is never mapped.
    pub(super) fn mapped(&mut self, name: &Str) -> Option<MappedAt> {
        // Parameters of lambdas hide it.
        if !self.mapped.contains(name) || self.locals.contains(name) {
            return None;
        }
        let hidden = hidden(name);
        Some(match self.locals.iter().position(|local| *local == hidden) {
            Some(local) => MappedAt::Local(local as u32),
            None => MappedAt::Slot(self.slot(&hidden)),
        })
    }

    /// A place that looks whether a name is mapped; what it does then, it jumps over, to be landed.
    pub(super) fn mapped_site(&mut self, expression: MappedAt) -> u32 {
        self.program.mapped.push(MappedSite { expression, target: u32::MAX });
        (self.program.mapped.len() - 1) as u32
    }

    pub(super) fn land_mapped(&mut self, site: u32) {
        self.program.mapped[site as usize].target = self.here();
    }

    /// Starts the code of a deferred expression: the mappings are its parameters. Gives their slots.
    pub(super) fn capture_mappings(&mut self) -> Box<[u32]> {
        self.locals = self.mapped.iter().map(|name| hidden(name)).collect();
        let names = self.locals.clone();
        names.iter().map(|name| self.slot(name)).collect()
    }

    /// Maps a name to the expression on the stack.
    pub(super) fn store_mapping(&mut self, name: &Str, span: Span) {
        let slot = self.map_name(name);
        self.emit(Op::SetVar(slot), span);
    }

    /// Ends the mapping of a name.
    pub(super) fn unmap(&mut self, name: &Str, span: Span) {
        if self.mapped.contains(name) {
            self.constant(crate::value::Value::Null, span);
            self.store_mapping(name, span);
        }
    }

    /// Pushes an attribute's value as a deferred expression.
    pub(super) fn push_deferred(&mut self, attribute: &Attribute, java_type: &str) {
        let kind = AttributeKind::DeferredValue(java_type.into());
        if !self.deferred_attribute(attribute, &kind) {
            self.attribute(attribute);
        }
    }

    /// Pushes the items of a loop over deferred items, and keeps their expression.
    pub(super) fn deferred_items(
        &mut self,
        items: &Attribute,
        var: &Str,
        java_type: &str,
        span: Span,
    ) -> MappedLoop {
        let number = self.program.mapped_loops.len();
        let kept = self.slot(&format!("\0items {number}").into());
        self.push_deferred(items, java_type);
        self.emit(Op::SetVar(kept), span);
        let var_slot = self.map_name(var);
        let before = self.slot(&format!("\0before {number}").into());
        self.emit(Op::Var(var_slot), span);
        self.emit(Op::SetVar(before), span);
        let site = self.mapped_site(MappedAt::Slot(kept));
        self.emit(Op::Mapped(site), span);
        self.land_mapped(site);
        MappedLoop { items: kept, var: var_slot, delims: None }
    }

    /// Keeps the delimiters, which stay on the stack, for the loop's items.
    pub(super) fn keep_delims(&mut self, span: Span) -> u32 {
        let kept = self.slot(&format!("\0delims {}", self.program.mapped_loops.len()).into());
        self.emit(Op::Dup, span);
        self.emit(Op::SetVar(kept), span);
        kept
    }

    /// Behind a loop over deferred items, its variable is what it was before.
    pub(super) fn end_deferred_items(&mut self, number: usize, span: Span) {
        let before = self.slot(&format!("\0before {number}").into());
        self.emit(Op::Var(before), span);
        let var = self.program.mapped_loops[number].var;
        self.emit(Op::SetVar(var), span);
    }
}
