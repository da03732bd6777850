//! Scripting elements: the page's code is cut into segments between them, and the engine gets the parts in order
//! ([`crate::script`]).

use super::Compiler;
use crate::diagnostic::Diagnostic;
use crate::program::Op;
use crate::script::ScriptPart;
use crate::script::ScriptSource;
use crate::source::Span;
use crate::syntax::tree::Attribute;
use crate::syntax::tree::AttributeValue;
use crate::syntax::tree::CustomAction;
use crate::syntax::tree::Node;
use crate::syntax::tree::NodeKind;
use crate::syntax::tree::Scripting;
use crate::syntax::tree::ScriptingKind;
use crate::syntax::tree::Standard;
use crate::tags::info::AttributeKind;
use crate::tags::info::VariableName;
use crate::tags::info::VariableScope;
use crate::value::Str;

/// The parts of a page with scripting elements, as far as they are compiled.
#[derive(Default)]
pub(super) struct Parts {
    parts: Vec<ScriptPart>,
    /// Where each segment starts in the code.
    segments: Vec<u32>,
    /// The segment that is being compiled.
    open: Option<u32>,
    /// The actions around, outermost first: how many points there are in each so far at which the engine goes on.
    regions: Vec<u32>,
    /// How many bodies of actions lie around.
    level: u16,
    /// Whether what is compiled lies in an action but not in a body of it.
    in_head: bool,
    /// The variables that a body of the action gives to those within it.
    variables: Vec<(Str, Str)>,
    span: Span,
}

impl Compiler<'_> {
    /// Gets ready for a unit that has scripting elements, if there is an engine to run them.
    pub(super) fn start_script(&mut self) {
        let scripted = self.unit.body.iter().any(has_scripting);
        if !scripted || self.application.script_engine().is_none() {
            return;
        }
        self.script = Some(Box::default());
        self.emit(Op::ScriptStart, Span::default());
        // The attributes of a tag file are variables in it.
        if let Some(tag) = self.unit.tag.clone() {
            let values = tag.attributes.iter().filter(|attribute| attribute.kind == AttributeKind::Value);
            for attribute in values {
                let (name, class) = (attribute.name.clone(), attribute.java_type.clone());
                self.part(ScriptPart::Variable { name, class });
            }
        }
        self.open_segment();
    }

    /// Compiles the scripting elements and ends the code.
    pub(super) fn end_script(&mut self) {
        if self.script.is_none() {
            return;
        }
        self.close_segment(0);
        let Some(script) = self.script.take() else { return };
        self.program.script_resume = self.emit(Op::ScriptResume(0), script.span);
        self.program.segments = script.segments;
        let Some(engine) = self.application.script_engine() else { return };
        self.program.uses_classes = true;
        let directives = &self.unit.directives;
        let (compiled, diagnostics) = engine.compile(&ScriptSource {
            application: self.application,
            path: &self.program.path,
            sources: &self.unit.sources,
            imports: &directives.imports,
            extends: directives.extends.as_ref(),
            info: directives.info.as_ref(),
            session: self.program.settings.session,
            is_error_page: self.program.settings.is_error_page,
            is_tag_file: self.unit.tag.is_some(),
            parts: &script.parts,
        });
        if compiled.is_none() && !diagnostics.iter().any(Diagnostic::is_error) {
            self.error("page/scripting", "the scripting elements can't be run", script.span);
        }
        self.program.script = compiled;
        self.diagnostics.extend(diagnostics);
    }

    /// A new segment, which is a part of its own.
    fn open_segment(&mut self) {
        let segment = self.new_segment();
        if let Some(script) = &mut self.script {
            script.parts.push(ScriptPart::Segment(segment));
            script.open = Some(segment);
        }
    }

    /// The number of a segment that starts here.
    fn new_segment(&mut self) -> u32 {
        let here = self.here();
        let Some(script) = &mut self.script else { return 0 };
        script.segments.push(here);
        (script.segments.len() - 1) as u32
    }

    /// Ends the running segment; one that does nothing is forgotten.
    fn close_segment(&mut self, reply: i32) {
        let here = self.program.code.len() as u32;
        let is_empty = self.text.is_empty();
        let Some(script) = &mut self.script else { return };
        let span = script.span;
        if let Some(open) = script.open.take() {
            let last = script.parts.last();
            if is_empty
                && script.segments.get(open as usize) == Some(&here)
                && matches!(last, Some(ScriptPart::Segment(segment)) if *segment == open)
            {
                script.parts.pop();
                return;
            }
        }
        self.emit(Op::ScriptResume(reply), span);
    }

    fn part(&mut self, part: ScriptPart) {
        if let Some(script) = &mut self.script {
            script.parts.push(part);
        }
    }

    /// A scripting element, in text or in an attribute.
    pub(super) fn scripting(&mut self, scripting: &Scripting, in_attribute: bool) {
        let (code, span) = (scripting.code.clone(), scripting.span);
        let Some(script) = &mut self.script else {
            // A page with scripting elements is full of them, so it is told once.
            if self.first_time("<%") {
                let message = "scripting elements can't be run: there is no engine for them";
                let diagnostic = self.error("page/scripting", message, span);
                diagnostic.hint = Some("use EL and tags in their place, or turn scripting on".into());
            }
            return;
        };
        script.span = span;
        if in_attribute {
            let reply = self.point();
            self.close_segment(reply);
            let segment = self.new_segment();
            self.part(ScriptPart::Value { code, span, segment });
            return;
        }
        match scripting.kind {
            ScriptingKind::Declaration => self.part_before(ScriptPart::Declaration { code, span }),
            ScriptingKind::Scriptlet => {
                self.close_segment(0);
                self.part(ScriptPart::Scriptlet { code, span });
                self.open_segment();
            }
            ScriptingKind::Expression => {
                self.close_segment(0);
                self.part(ScriptPart::Expression { code, span });
                self.open_segment();
            }
        }
    }

    /// A declaration stands beside the flow of the page, so it ends no segment.
    fn part_before(&mut self, part: ScriptPart) {
        let Some(script) = &mut self.script else { return };
        let at = match script.parts.last() {
            Some(ScriptPart::Segment(segment)) if Some(*segment) == script.open => script.parts.len() - 1,
            _ => script.parts.len(),
        };
        script.parts.insert(at, part);
    }

    /// The number of the next point in the head of the innermost action; 0 outside.
    fn point(&mut self) -> i32 {
        let Some(script) = &mut self.script else { return 0 };
        if !script.in_head {
            return 0;
        }
        let Some(points) = script.regions.last_mut() else { return 0 };
        *points += 1;
        *points as i32 - 1
    }

    /// Compiles an action, as a region if there is scripting in its bodies.
    pub(super) fn scripted(&mut self, node: &Node, compile: impl FnOnce(&mut Self)) {
        if self.script.is_none() {
            return compile(self);
        }
        let (before, after) = variables(node);
        if !needs_region(node) {
            compile(self);
        } else {
            self.close_segment(0);
            let start = self.new_segment();
            self.part(ScriptPart::Region(start));
            let Some(script) = &mut self.script else { return };
            script.regions.push(0);
            let in_head = std::mem::replace(&mut script.in_head, true);
            let outer = std::mem::replace(&mut script.variables, before);
            compile(self);
            let Some(script) = &mut self.script else { return };
            script.regions.pop();
            script.in_head = in_head;
            script.variables = outer;
            let span = script.span;
            self.emit(Op::ScriptResume(-1), span);
            self.part(ScriptPart::RegionEnd);
            self.open_segment();
        }
        if !after.is_empty() {
            self.close_segment(0);
            for (name, class) in after {
                self.part(ScriptPart::Variable { name, class });
            }
            self.open_segment();
        }
    }

    /// Compiles a list of nodes that holds scripting, as a body of the action around it.
    pub(super) fn scripted_body(&mut self, nodes: &[Node]) {
        let index = self.point();
        let Some(script) = &mut self.script else { return };
        script.level += 1;
        script.in_head = false;
        let (level, span) = (script.level, script.span);
        let variables = script.variables.clone();
        self.emit(Op::ScriptBody { index: index as u32, level }, span);
        self.part(ScriptPart::Body);
        for (name, class) in variables {
            self.part(ScriptPart::Variable { name, class });
        }
        self.open_segment();
        for node in nodes {
            self.node(node);
        }
        self.close_segment(0);
        let after = self.new_segment();
        self.part(ScriptPart::BodyEnd(after));
        if let Some(script) = &mut self.script {
            script.level -= 1;
            script.in_head = true;
        }
    }

    /// Whether a list of nodes is to be compiled as a body of the action around it.
    pub(super) fn is_scripted_body(&self, nodes: &[Node]) -> bool {
        self.script.as_ref().is_some_and(|script| script.in_head) && nodes.iter().any(has_scripting)
    }
}

/// Whether there is a scripting element in a node.
fn has_scripting(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Text(_) | NodeKind::El(_) => false,
        NodeKind::Scripting(_) => true,
        NodeKind::Standard(action) => {
            action.attributes.iter().any(in_attribute) || action.body.iter().any(has_scripting)
        }
        NodeKind::Custom(action) => {
            action.attributes.iter().any(in_attribute)
                || action.body.as_deref().unwrap_or_default().iter().any(has_scripting)
        }
    }
}

fn in_attribute(attribute: &Attribute) -> bool {
    let in_value = |value: &AttributeValue| match value {
        AttributeValue::Template(_) => false,
        AttributeValue::Scripting(_) => true,
        AttributeValue::Body(nodes) => nodes.iter().any(has_scripting),
    };
    in_value(&attribute.value) || attribute.omit.as_ref().is_some_and(in_value)
}

/// Whether the engine may have to go on at several points of an action: in its bodies, or in what it tests.
fn needs_region(node: &Node) -> bool {
    let body_of = |attribute: &Attribute| {
        matches!(&attribute.value, AttributeValue::Body(nodes) if nodes.iter().any(has_scripting))
            || attribute.omit.is_some()
    };
    match &node.kind {
        NodeKind::Standard(action) => match action.action {
            Standard::Text | Standard::Root => false,
            Standard::Include | Standard::Forward => action.body.iter().any(|param| match &param.kind {
                NodeKind::Standard(param) => param.attributes.iter().any(body_of),
                _ => false,
            }),
            _ => action.attributes.iter().any(body_of) || action.body.iter().any(has_scripting),
        },
        NodeKind::Custom(action) => {
            action.attributes.iter().any(body_of)
                || action.body.as_deref().unwrap_or_default().iter().any(has_scripting)
                || (action.attributes.iter().any(in_attribute) && is_core_out(action))
        }
        _ => false,
    }
}

/// `c:out` evaluates its default only where it needs it.
fn is_core_out(action: &CustomAction) -> bool {
    action.tag.name == "out"
}

/// Names of variables with their classes.
type Variables = Vec<(Str, Str)>;

/// The scripting variables of an action: those that its bodies see, and those that are there behind it.
fn variables(node: &Node) -> (Variables, Variables) {
    let literal = |attributes: &[Attribute], name: &str| {
        let attribute = attributes.iter().find(|attribute| attribute.name == name)?;
        match &attribute.value {
            AttributeValue::Template(template) => template.as_text().map(Str::from),
            _ => None,
        }
    };
    match &node.kind {
        NodeKind::Standard(action) if action.action == Standard::UseBean => {
            let Some(id) = literal(&action.attributes, "id") else { return Default::default() };
            let class = literal(&action.attributes, "type").or_else(|| literal(&action.attributes, "class"));
            let variable = vec![(id, class.unwrap_or_else(|| "java.lang.Object".into()))];
            (variable.clone(), variable)
        }
        NodeKind::Custom(action) => {
            let (mut before, mut after) = (Vec::new(), Vec::new());
            for variable in &action.variables() {
                let name = match &variable.name {
                    VariableName::Given(name) => Some(name.clone()),
                    VariableName::FromAttribute { attribute, .. } => literal(&action.attributes, attribute),
                };
                let Some(name) = name else { continue };
                // One that is not to be declared goes by no class.
                let class = if variable.declare { variable.java_type.clone() } else { Str::new() };
                let pair = (name, class);
                if variable.scope != VariableScope::AtEnd {
                    before.push(pair.clone());
                }
                if variable.scope != VariableScope::Nested {
                    after.push(pair);
                }
            }
            (before, after)
        }
        _ => Default::default(),
    }
}
