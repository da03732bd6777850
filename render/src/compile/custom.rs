//! Custom actions: tag handlers in Rust and tag files.

use super::Compiler;
use crate::diagnostic::Severity;
use crate::diagnostic::closest;
use crate::el::ast::Part;
use crate::program::Op;
use crate::program::TagAttributeSite;
use crate::program::TagFileSite;
use crate::program::TagSite;
use crate::source::Span;
use crate::syntax::tree::Attribute;
use crate::syntax::tree::AttributeValue;
use crate::syntax::tree::CustomAction;
use crate::syntax::tree::Node;
use crate::tags::info::AttributeKind;
use crate::tags::info::VariableName;
use crate::tags::stepwise::RunTag;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;
use crate::value::coerce::TypeTag;
use crate::value::java::StaticClass;
use crate::value::methods::hash_code;

/// A fragment attribute's code, to be compiled behind the call.
pub(super) enum FragmentBody<'n> {
    Nodes(&'n [Node]),
    Attribute(&'n Attribute),
}

impl Compiler<'_> {
    /// The value of a literal attribute, coerced to that type right here, so that a wrong one is found at translation;
    /// `None`: its value is only known at run time.
    pub(super) fn typed_literal(&mut self, attribute: &Attribute, java_type: &str) -> Option<Value> {
        let AttributeValue::Template(template) = &attribute.value else { return None };
        let text = template.as_text()?;
        let registry = self.application.registry();
        let value = match coerce::coerce(Value::str(text), java_type) {
            Ok(value) => Some(value),
            // The constant of an enum. Of a class that is not known here, text may be as good.
            Err(_) => match StaticClass::find(java_type, registry) {
                Some(class) => class.field(text),
                None => Some(Value::str(text)),
            },
        };
        Some(value.unwrap_or_else(|| {
            let message = format!("the attribute '{}' takes a {java_type}, not '{text}'", attribute.name);
            self.error("page/attribute-type", message, attribute.value_span);
            Value::Null
        }))
    }

    /// How an attribute reaches a handler's attribute of that type; what is not a literal is pushed.
    fn handler_attribute(&mut self, attribute: &Attribute, index: u32, java_type: &str) -> TagAttributeSite {
        let name = attribute.name.clone();
        if let Some(value) = self.typed_literal(attribute, java_type) {
            return TagAttributeSite::Constant { index, value, name };
        }
        self.attribute(attribute);
        TagAttributeSite::Declared { index, java_type: TypeTag::parse(java_type), name }
    }

    /// Pushes a deferred expression for an attribute that takes one; false: it takes none, or is given the value itself.
    pub(super) fn deferred_attribute(&mut self, attribute: &Attribute, kind: &AttributeKind) -> bool {
        let AttributeValue::Template(template) = &attribute.value else { return false };
        let is_computed = |part: &Part| matches!(part, Part::Expr(el) if !el.deferred);
        if template.parts.iter().any(is_computed) {
            return false;
        }
        let span = attribute.value_span;
        let source = self.unit.sources.file(span.file);
        let text = source.and_then(|file| file.text().get(span.start as usize..span.end as usize));
        let text = Str::from(text.unwrap_or_default());
        let (java_type, is_method) = match kind {
            AttributeKind::DeferredValue(java_type) => (java_type.as_str(), false),
            AttributeKind::DeferredMethod(signature) => (signature.as_str(), true),
            AttributeKind::Value | AttributeKind::Fragment => return false,
        };
        if let Some(literal) = template.as_text() {
            let java_type =
                if is_method { java_type.split_whitespace().next().unwrap_or("") } else { java_type };
            let wrong = if is_method && java_type == "void" {
                Some(format!("`{}` takes a method that returns nothing, not text", attribute.name))
            } else {
                let coerced = coerce::coerce(Value::str(literal), java_type);
                let takes =
                    || format!("the attribute '{}' takes a {java_type}, not '{literal}'", attribute.name);
                coerced.is_err().then(takes)
            };
            if let Some(message) = wrong {
                self.error("page/attribute-type", message, span);
            }
        }
        self.deferred(template, text, java_type, is_method, span);
        true
    }

    /// Pushes the value of a tag file's attribute; gives the type that is still to be coerced to.
    fn tag_file_attribute(
        &mut self,
        attribute: &Attribute,
        kind: &AttributeKind,
        java_type: &str,
    ) -> TypeTag {
        if self.deferred_attribute(attribute, kind) {
            return TypeTag::Object;
        }
        let java_type = kind.value_type(java_type);
        if let Some(value) = self.typed_literal(attribute, java_type) {
            self.constant(value, attribute.value_span);
            return TypeTag::Object;
        }
        self.attribute(attribute);
        TypeTag::parse(java_type)
    }

    /// An action run by a Rust type.
    pub(super) fn tag_handler(&mut self, action: &CustomAction, class: &Str, span: Span) {
        let name: Str = format!("{}:{}", action.prefix, action.tag.name).into();
        let Some(tag_class) = self.application.find_tag_class(class) else {
            if let Some(tag) = self.application.find_script_tag(class) {
                return self.script_tag(action, &name, class, &tag, span);
            }
            if !self.first_time(class.clone()) {
                return;
            }
            let names: Vec<&str> = self.application.registry().class_names().collect();
            let near = closest(class, names);
            let diagnostic = self.error(
                "page/unregistered-tag",
                format!("{name} is run by {class}, which is not registered"),
                span,
            );
            diagnostic.hint = Some(match near {
                Some(near) => {
                    format!("did you mean {near}? Tag handlers are Rust types registered by class name")
                }
                None => "register a Rust type under that class name, or lay its source under WEB-INF/classes"
                    .into(),
            });
            return;
        };
        self.check_extra_class(action, &name, span);
        let mut attributes = Vec::with_capacity(action.attributes.len());
        let mut fragments = Vec::new();
        for attribute in &action.attributes {
            let info = action.tag.attribute(&attribute.name).map(|(_, info)| info.clone());
            let own = tag_class.attributes.iter().position(|own| own.name == attribute.name && !own.jsp_id);
            match (info, own) {
                (info, Some(index)) => {
                    let index = index as u32;
                    let fragment = info.as_ref().is_some_and(|info| info.kind == AttributeKind::Fragment)
                        || tag_class.attributes[index as usize].fragment;
                    if fragment {
                        fragments.push((attributes.len(), fragment_body(attribute)));
                        let name = attribute.name.clone();
                        attributes.push(TagAttributeSite::Fragment { index, entry: 0, name });
                    } else {
                        attributes.push(match info {
                            Some(info) if self.deferred_attribute(attribute, &info.kind) => {
                                let name = attribute.name.clone();
                                TagAttributeSite::Declared { index, java_type: TypeTag::Object, name }
                            }
                            Some(info) => self.handler_attribute(
                                attribute,
                                index,
                                info.kind.value_type(&info.java_type),
                            ),
                            None => self.handler_attribute(attribute, index, "java.lang.Object"),
                        });
                    }
                }
                (None, None) => {
                    self.attribute(attribute);
                    attributes.push(TagAttributeSite::Dynamic(attribute.name.clone()));
                }
                (Some(_), None) => {
                    let message =
                        format!("{name}: the Rust type of {class} has no attribute '{}'", attribute.name);
                    let near = closest(&attribute.name, tag_class.attributes.iter().map(|own| own.name));
                    let diagnostic = self.error("page/tag-attribute", message, attribute.span);
                    diagnostic.hint = near.map(|near| format!("did you mean '{near}'?"));
                }
            }
        }
        let number = self.program.tags.len() as u32;
        if let Some(index) = tag_class.attributes.iter().position(|own| own.jsp_id) {
            let page = hash_code(&Value::Str(self.program.path.clone())).unsigned_abs();
            attributes.push(TagAttributeSite::Constant {
                index: index as u32,
                value: Value::str(format!("jsp_{page}_{number}")),
                name: "jspId".into(),
            });
        }
        let run = tag_class.run;
        let on_stack = attributes.iter().filter(|attribute| attribute.is_on_stack()).count() as u32;
        self.program.tags.push(TagSite { name, class: tag_class, attributes, on_stack, body: None, end: 0 });
        match run {
            RunTag::Steps(_) => {
                self.stepwise_tag(action, number, fragments.first().map(|(_, body)| body), span);
            }
            RunTag::Async(_) => {
                self.emit(Op::TagAsync(number), span);
                self.fragments(number, fragments, span);
                if let Some(body) = &action.body {
                    self.program.tags[number as usize].body = Some(self.fragment(body, span));
                }
                self.program.tags[number as usize].end = self.here();
            }
        }
    }

    /// Tells that checks of a tag are done by a class that is not there.
    pub(super) fn check_extra_class(&mut self, action: &CustomAction, name: &str, span: Span) {
        let Some(class) = action.tag.extra_class.as_ref().filter(|_| action.tag.check.is_none()) else {
            return;
        };
        if action.extra.is_some() {
            self.program.uses_classes = true;
            return;
        }
        if self.first_time(class.clone()) {
            let message = format!("{name} is checked by {class}, which is not registered");
            let diagnostic = self.error("page/unregistered-check", message, span);
            diagnostic.severity = Severity::Warning;
            diagnostic.hint = Some("register a TagExtraInfo under that class name".into());
        }
    }

    fn stepwise_tag(
        &mut self,
        action: &CustomAction,
        number: u32,
        fragment: Option<&FragmentBody<'_>>,
        span: Span,
    ) {
        if let Some(fragment) = fragment {
            let place = match fragment {
                FragmentBody::Attribute(attribute) => attribute.span,
                FragmentBody::Nodes(_) => span,
            };
            let diagnostic =
                self.error("page/fragment", "a stepwise tag handler can't take a fragment", place);
            diagnostic.hint = Some("write the handler as an AsyncTag, which can evaluate fragments".into());
        }
        let Some(body) = &action.body else {
            self.emit(Op::TagEmpty(number), span);
            return;
        };
        self.emit(Op::TagOpen(number), span);
        let start = self.here();
        self.program.tags[number as usize].body = Some(start);
        self.nodes(body);
        let end = self.emit(Op::TagEnd(number), span);
        self.program.tags[number as usize].end = end;
    }

    fn fragments(&mut self, number: u32, fragments: Vec<(usize, FragmentBody<'_>)>, span: Span) {
        for (at, body) in fragments {
            let code = self.fragment_of(&body, span);
            if let TagAttributeSite::Fragment { entry, .. } =
                &mut self.program.tags[number as usize].attributes[at]
            {
                *entry = code;
            }
        }
    }

    pub(super) fn fragment_of(&mut self, body: &FragmentBody<'_>, span: Span) -> u32 {
        match body {
            FragmentBody::Nodes(nodes) => self.fragment(nodes, span),
            FragmentBody::Attribute(attribute) => {
                let entry = self.here();
                match &attribute.value {
                    AttributeValue::Template(template) => self.write_template(template, attribute.value_span),
                    AttributeValue::Scripting(scripting) => self.scripting(scripting, true),
                    AttributeValue::Body(nodes) => self.nodes(nodes),
                }
                self.emit(Op::EndFragment, span);
                entry
            }
        }
    }

    /// Code that is called; it stands where nothing falls into it.
    pub(super) fn fragment(&mut self, nodes: &[Node], span: Span) -> u32 {
        let entry = self.here();
        self.nodes(nodes);
        self.emit(Op::EndFragment, span);
        entry
    }

    /// An action run by a tag file.
    pub(super) fn call_tag_file(&mut self, action: &CustomAction, path: &Str, span: Span) {
        let callee = match self.program.callees.iter().position(|known| known == path) {
            Some(index) => index,
            None => {
                self.program.callees.push(path.clone());
                self.program.callees.len() - 1
            }
        };
        let mut site = TagFileSite {
            name: format!("{}:{}", action.prefix, action.tag.name).into(),
            callee: callee as u32,
            attributes: Vec::new(),
            dynamic: Vec::new(),
            fragments: Vec::new(),
            body: None,
            variables: Vec::new(),
            end: 0,
        };
        let mut fragments = Vec::new();
        let mut dynamic = Vec::new();
        for attribute in &action.attributes {
            match action.tag.attribute(&attribute.name) {
                Some((slot, info)) if info.kind == AttributeKind::Fragment => {
                    fragments.push((slot as u32, fragment_body(attribute)));
                }
                Some((slot, info)) => {
                    let java_type = self.tag_file_attribute(attribute, &info.kind, &info.java_type);
                    site.attributes.push((slot as u32, java_type, attribute.name.clone()));
                }
                // The map has only those without a namespace (Pages 4.1, 8.5.1.1).
                None if attribute.prefix.is_none() => dynamic.push(attribute),
                None => {}
            }
        }
        for attribute in dynamic {
            self.attribute(attribute);
            site.dynamic.push(attribute.name.clone());
        }
        for variable in &action.tag.variables {
            let name = match &variable.name {
                VariableName::Given(name) => Some(name.clone()),
                VariableName::FromAttribute { attribute, .. } => action
                    .attributes
                    .iter()
                    .find(|given| given.name == *attribute)
                    .and_then(|given| self.literal(given).map(Str::from)),
            };
            // Without a name there is no variable in the page; a name that no page can write keeps the place.
            let slot = self.slot(&name.unwrap_or_else(|| "\0unnamed".into()));
            site.variables.push(slot);
        }
        let number = self.program.tag_files.len();
        self.program.tag_files.push(site);
        self.emit(Op::TagFile(number as u32), span);
        for (slot, body) in fragments {
            let entry = self.fragment_of(&body, span);
            self.program.tag_files[number].fragments.push((slot, entry));
        }
        if let Some(body) = &action.body {
            let entry = self.fragment(body, span);
            self.program.tag_files[number].body = Some(entry);
        }
        self.program.tag_files[number].end = self.here();
    }
}

pub(super) fn fragment_body(attribute: &Attribute) -> FragmentBody<'_> {
    match &attribute.value {
        AttributeValue::Body(nodes) => FragmentBody::Nodes(nodes),
        _ => FragmentBody::Attribute(attribute),
    }
}
