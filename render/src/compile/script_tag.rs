//! Custom actions whose handlers the engine for scripting elements runs.

use std::sync::Arc;

use super::Compiler;
use super::custom::fragment_body;
use crate::diagnostic::closest;
use crate::program::Op;
use crate::program::ScriptAttributeSite;
use crate::program::ScriptTagSite;
use crate::script::ScriptTag;
use crate::source::Span;
use crate::syntax::tree::Attribute;
use crate::syntax::tree::CustomAction;
use crate::tags::info::AttributeKind;
use crate::tags::info::DynamicAttributes;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce::TypeTag;
use crate::value::methods::hash_code;

impl Compiler<'_> {
    /// An action run by a class of the application's sources.
    pub(super) fn script_tag(
        &mut self,
        action: &CustomAction,
        name: &Str,
        class: &Str,
        tag: &Arc<dyn ScriptTag>,
        span: Span,
    ) {
        self.program.uses_classes = true;
        self.check_extra_class(action, name, span);
        let number = self.program.script_tags.len();
        let page = hash_code(&Value::Str(self.program.path.clone())).unsigned_abs();
        self.program.script_tags.push(ScriptTagSite {
            name: name.clone(),
            tag: tag.clone(),
            attributes: Vec::new(),
            on_stack: 0,
            body: None,
            id: format!("jsp_{page}_{number}").into(),
            end: 0,
        });
        let mut attributes = Vec::with_capacity(action.attributes.len());
        let mut fragments = Vec::new();
        for attribute in &action.attributes {
            let info = action.tag.attribute(&attribute.name).map(|(_, info)| info.clone());
            let Some(info) = info else {
                if action.tag.dynamic_attributes == DynamicAttributes::No || !tag.takes_dynamic() {
                    let message = format!("{name}: {class} takes no attributes that are not declared");
                    self.error("page/tag-attribute", message, attribute.span);
                    continue;
                }
                self.attribute(attribute);
                attributes.push(self.dynamic_attribute(attribute));
                continue;
            };
            let written = info.kind.value_type(&info.java_type);
            let Some((setter, takes)) = tag.setter(&attribute.name, written) else {
                let message = format!("{name}: {class} has no setter for the attribute '{}'", attribute.name);
                let names = tag.attributes();
                let near = closest(&attribute.name, names.iter().map(Str::as_str));
                let diagnostic = self.error("page/tag-attribute", message, attribute.span);
                diagnostic.hint = near.map(|near| format!("did you mean '{near}'?"));
                continue;
            };
            if info.kind == AttributeKind::Fragment {
                fragments.push((attributes.len(), fragment_body(attribute)));
                attributes.push(ScriptAttributeSite::Fragment { setter, entry: 0 });
                continue;
            }
            let name = attribute.name.clone();
            if self.deferred_attribute(attribute, &info.kind) {
                attributes.push(ScriptAttributeSite::Value { setter, java_type: TypeTag::Object, name });
                continue;
            }
            // The setter says what it takes; where that is anything, the description may know better.
            let java_type = if takes == "java.lang.Object" { written } else { takes.as_str() };
            if let Some(value) = self.typed_literal(attribute, java_type) {
                attributes.push(ScriptAttributeSite::Constant { setter, value });
                continue;
            }
            self.attribute(attribute);
            attributes.push(ScriptAttributeSite::Value {
                setter,
                java_type: TypeTag::parse(java_type),
                name,
            });
        }
        let is_on_stack = |attribute: &&ScriptAttributeSite| {
            matches!(attribute, ScriptAttributeSite::Value { .. } | ScriptAttributeSite::Dynamic { .. })
        };
        let on_stack = attributes.iter().filter(is_on_stack).count() as u32;
        self.emit(Op::TagScript(number as u32), span);
        for (at, body) in fragments {
            let code = self.fragment_of(&body, span);
            if let ScriptAttributeSite::Fragment { entry, .. } = &mut attributes[at] {
                *entry = code;
            }
        }
        let body = action.body.as_ref().map(|body| self.fragment(body, span));
        let end = self.here();
        let site = &mut self.program.script_tags[number];
        (site.attributes, site.on_stack, site.body, site.end) = (attributes, on_stack, body, end);
    }

    /// An attribute that the description does not name, whose value was pushed.
    fn dynamic_attribute(&self, attribute: &Attribute) -> ScriptAttributeSite {
        let library = attribute.prefix.as_ref().and_then(|prefix| {
            let mut libraries = self.unit.libraries.iter();
            libraries.find(|(own, _)| own == prefix).map(|(_, library)| library.uri.clone())
        });
        ScriptAttributeSite::Dynamic { uri: library, name: attribute.name.clone() }
    }
}
