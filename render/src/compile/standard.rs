//! The `jsp:` actions (Pages 4.1, chapter 5).

use super::Compiler;
use super::nodes::find;
use crate::context::Scope;
use crate::program::BeanSite;
use crate::program::IncludeSite;
use crate::program::Op;
use crate::script::ScriptClass;
use crate::source::Span;
use crate::syntax::tree::Attribute;
use crate::syntax::tree::Node;
use crate::syntax::tree::NodeKind;
use crate::syntax::tree::Standard;
use crate::syntax::tree::StandardAction;
use crate::tags::info::AttributeKind;
use crate::value::Str;

impl Compiler<'_> {
    pub(super) fn standard(&mut self, action: &StandardAction, span: Span) {
        match action.action {
            Standard::UseBean => self.use_bean(action, span),
            Standard::SetProperty => self.set_property(action, span),
            Standard::GetProperty => self.get_property(action, span),
            Standard::Include => {
                let flush =
                    find(&action.attributes, "flush").and_then(|flush| self.literal(flush)) == Some("true");
                if let Some(site) = self.target(action, flush, span) {
                    self.emit(Op::Include(site), span);
                }
            }
            Standard::Forward => {
                if let Some(site) = self.target(action, false, span) {
                    self.emit(Op::Forward(site), span);
                }
            }
            Standard::Invoke => self.invoke(action, span),
            Standard::DoBody => self.do_body(action, span),
            Standard::Text | Standard::Root => self.nodes(&action.body),
            // What these say is settled by the parser; in standard syntax they write nothing.
            Standard::Output => {}
            Standard::Element => self.element(action, span),
            // Parameters are compiled by the action that they belong to.
            Standard::Param => {}
        }
    }

    fn scope(&mut self, attributes: &[Attribute]) -> Scope {
        let Some(attribute) = find(attributes, "scope") else { return Scope::Page };
        let Some(name) = self.literal(attribute) else { return Scope::Page };
        Scope::by_name(name).unwrap_or_else(|| {
            let message = format!("there is no scope '{name}'");
            let diagnostic = self.error("page/scope", message, attribute.value_span);
            diagnostic.hint = Some("the scopes are page, request, session and application".into());
            Scope::Page
        })
    }

    /// The scope of an action of Jakarta Tags, where it is the page's unless said otherwise.
    pub(super) fn tag_scope(&mut self, attributes: &[Attribute]) -> Scope {
        self.scope(attributes)
    }

    fn text_of(&mut self, attributes: &[Attribute], name: &str) -> Option<Str> {
        let attribute = find(attributes, name)?;
        self.literal(attribute).map(Str::from)
    }

    fn use_bean(&mut self, action: &StandardAction, span: Span) {
        let Some(id) = self.text_of(&action.attributes, "id") else { return };
        let scope = self.scope(&action.attributes);
        let class = self.text_of(&action.attributes, "class");
        let java_type = self.text_of(&action.attributes, "type");
        let bean_name = find(&action.attributes, "beanName");
        let written = find(&action.attributes, "class").or(bean_name);
        let named = class.clone().or_else(|| super::core::text_of(bean_name?).map(Str::from));
        let mut source = None;
        if let (Some(class), Some(attribute)) = (&named, written)
            && !self.application.registry().has_constructor(class)
        {
            source = self.source_class(class);
            match &source {
                Some(found) => self.check_bean_class(&**found, attribute.value_span),
                None => self.no_bean_class(class, attribute.value_span),
            }
        }
        if let Some(bean_name) = bean_name {
            self.attribute(bean_name);
        }
        self.slot(&id);
        let number = self.program.beans.len();
        self.program.beans.push(BeanSite {
            id,
            scope,
            class,
            source,
            java_type,
            bean_name: bean_name.is_some(),
            end: 0,
        });
        self.emit(Op::UseBean(number as u32), span);
        self.nodes(&action.body);
        self.program.beans[number].end = self.here();
    }

    /// Says that there is no class of a bean. The bean may be set before the page runs, so this is no error.
    fn no_bean_class(&mut self, class: &str, span: Span) {
        let names: Vec<&str> = self.application.registry().class_names().collect();
        let near = crate::diagnostic::closest(class, names);
        let message = format!("there is no class {class} to make a bean of");
        let place = self.unit.sources.place(span);
        let hint = near.map_or_else(
            || {
                "give its .java source or register a Rust type under that class name; until then the bean must be \
                 there already"
                    .into()
            },
            |near| format!("did you mean {near}?"),
        );
        self.diagnostics
            .push(crate::diagnostic::Diagnostic::warning("page/bean-class", message, place).with_hint(hint));
    }

    /// Says what is wrong with a class of which a bean is to be made.
    fn check_bean_class(&mut self, class: &dyn ScriptClass, span: Span) {
        if let Some(problem) = class.problem() {
            self.error("java/broken-class", problem.as_str(), span);
        }
    }

    /// The bean that `name` speaks of.
    fn bean(&mut self, action: &StandardAction, span: Span) -> Option<u16> {
        let id = self.text_of(&action.attributes, "name")?;
        if let Some(number) = self.program.beans.iter().position(|bean| bean.id == id) {
            return self.bean_number(number, span);
        }
        // A bean may also come from a tag or from the host; it is looked for by its name.
        self.program.beans.push(BeanSite {
            id,
            scope: Scope::Page,
            class: None,
            source: None,
            java_type: None,
            bean_name: false,
            end: 0,
        });
        self.bean_number(self.program.beans.len() - 1, span)
    }

    fn bean_number(&mut self, number: usize, span: Span) -> Option<u16> {
        let fits = u16::try_from(number).ok();
        if fits.is_none() {
            self.error("page/beans", format!("a page can name {} beans", u16::MAX), span);
        }
        fits
    }

    fn set_property(&mut self, action: &StandardAction, span: Span) {
        let Some(bean) = self.bean(action, span) else { return };
        let Some(property) = self.text_of(&action.attributes, "property") else { return };
        if property == "*" {
            self.emit(Op::SetBeanFromParams(u32::from(bean)), span);
            return;
        }
        if let Some(value) = find(&action.attributes, "value") {
            self.attribute(value);
            let property = self.name(&property);
            self.emit(Op::SetBeanProperty { bean, property }, span);
            return;
        }
        let param = self.text_of(&action.attributes, "param").unwrap_or_else(|| property.clone());
        self.program.bean_params.push((property, param));
        let param = (self.program.bean_params.len() - 1) as u32;
        self.emit(Op::SetBeanFromParam { bean, param }, span);
    }

    fn get_property(&mut self, action: &StandardAction, span: Span) {
        let Some(bean) = self.bean(action, span) else { return };
        let Some(property) = self.text_of(&action.attributes, "property") else { return };
        let property = self.name(&property);
        self.emit(Op::GetBeanProperty { bean, property }, span);
    }

    /// Pushes the path and the parameters of an include or forward.
    fn target(&mut self, action: &StandardAction, flush: bool, span: Span) -> Option<u32> {
        let page = find(&action.attributes, "page")?;
        self.attribute(page);
        let params = self.params(&action.body, span);
        self.program.includes.push(IncludeSite { params, flush });
        Some((self.program.includes.len() - 1) as u32)
    }

    /// Pushes pairs of name and value for each `jsp:param`; gives their number.
    fn params(&mut self, body: &[Node], _span: Span) -> u32 {
        let mut count = 0;
        for node in body {
            let NodeKind::Standard(param) = &node.kind else { continue };
            if param.action != Standard::Param {
                continue;
            }
            let (Some(name), Some(value)) =
                (find(&param.attributes, "name"), find(&param.attributes, "value"))
            else {
                continue;
            };
            self.attribute(name);
            self.attribute(value);
            count += 1;
        }
        count
    }

    fn invoke(&mut self, action: &StandardAction, span: Span) {
        let Some(tag) = self.unit.tag.clone() else { return };
        let Some(fragment) = find(&action.attributes, "fragment") else { return };
        let Some(name) = self.literal(fragment) else { return };
        let Some((slot, info)) = tag.attribute(name).filter(|(_, info)| info.kind == AttributeKind::Fragment)
        else {
            let fragments = tag.attributes.iter().filter(|info| info.kind == AttributeKind::Fragment);
            let near = crate::diagnostic::closest(name, fragments.map(|info| info.name.as_str()));
            let message = format!("the tag file has no fragment attribute '{name}'");
            let diagnostic = self.error("page/fragment", message, fragment.value_span);
            diagnostic.hint = near.map(|near| format!("did you mean '{near}'?"));
            return;
        };
        let missing_ok = !info.required;
        self.deliver_body(action, span, |compiler| {
            compiler.emit(Op::InvokeFragment { slot: slot as u32, missing_ok }, span);
        });
    }

    fn do_body(&mut self, action: &StandardAction, span: Span) {
        self.deliver_body(action, span, |compiler| {
            compiler.emit(Op::DoBody, span);
        });
    }

    /// Lets the result of `jsp:invoke` and `jsp:doBody` go to the output, or to a variable.
    fn deliver_body(&mut self, action: &StandardAction, span: Span, run: impl FnOnce(&mut Self)) {
        let reader = self.text_of(&action.attributes, "varReader");
        let is_reader = reader.is_some();
        let Some(var) = self.text_of(&action.attributes, "var").or(reader) else { return run(self) };
        let scope = self.scope(&action.attributes);
        self.emit(Op::Capture, span);
        run(self);
        self.emit(Op::EndCapture { trim: false }, span);
        if is_reader {
            self.emit(Op::MakeReader, span);
        }
        if scope == Scope::Session && self.unit.tag.is_some() {
            self.emit(Op::NeedsSession, span);
        }
        self.store(&var, scope, span);
    }

    /// Pops a value into a variable.
    pub(super) fn store(&mut self, var: &Str, scope: Scope, span: Span) {
        let op = if scope == Scope::Page {
            Op::SetVar(self.slot(var))
        } else {
            Op::SetScoped { name: self.name(var), scope }
        };
        self.emit(op, span);
    }

    /// `jsp:element`: its name may be computed; `jsp:attribute` gives its attributes (Pages 4.1, 5.14).
    fn element(&mut self, action: &StandardAction, span: Span) {
        // What `jsp:attribute` calls `name` is one of those that are written: the action's own is given before.
        let Some(at) = action.attributes.iter().position(|attribute| attribute.name == "name") else {
            return;
        };
        let name = &action.attributes[at];
        let written = action.attributes.iter().enumerate().filter(|(index, _)| *index != at);
        self.emit_text("<", span);
        self.attribute(name);
        self.emit(Op::Write, span);
        for (_, attribute) in written {
            self.element_attribute(attribute);
        }
        if action.body.is_empty() {
            self.emit_text("/>", span);
            return;
        }
        self.emit_text(">", span);
        self.nodes(&action.body);
        self.emit_text("</", span);
        self.attribute(name);
        self.emit(Op::Write, span);
        self.emit_text(">", span);
    }

    /// An attribute that `jsp:element` writes, unless `omit` says otherwise (Pages 4.1, 5.7).
    fn element_attribute(&mut self, attribute: &Attribute) {
        let span = attribute.span;
        let to_end = attribute.omit.clone().map(|omit| {
            self.attribute(&Attribute { value: omit, omit: None, ..attribute.clone() });
            self.jump(Op::JumpIfTrue, span)
        });
        let prefix = attribute.prefix.as_ref().map_or_else(String::new, |prefix| format!("{prefix}:"));
        self.emit_text(&format!(" {prefix}{}=\"", attribute.name), span);
        self.attribute(attribute);
        self.emit(Op::Write, span);
        self.emit_text("\"", span);
        if let Some(jump) = to_end {
            self.land(jump);
        }
    }
}
