//! Jakarta Tags: core (`jakarta.tags.core`).

use super::Compiler;
use super::mapped::is_deferred;
use super::nodes::find;
use crate::context::Scope;
use crate::el::ast::Expr;
use crate::el::ast::Template;
use crate::program::CatchSite;
use crate::program::ImportSite;
use crate::program::ImportTo;
use crate::program::LoopBound;
use crate::program::LoopItems;
use crate::program::LoopSite;
use crate::program::Op;
use crate::program::UrlParams;
use crate::program::UrlSite;
use crate::source::Span;
use crate::syntax::tree::Attribute;
use crate::syntax::tree::AttributeValue;
use crate::syntax::tree::CustomAction;
use crate::syntax::tree::Node;
use crate::syntax::tree::NodeKind;
use crate::tags::info::BuiltIn;
use crate::tags::info::HandlerInfo;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;

impl Compiler<'_> {
    pub(super) fn core(&mut self, action: &CustomAction, span: Span) {
        match action.tag.name.as_str() {
            "out" => self.core_out(action, span),
            "set" => self.core_set(action, span),
            "remove" => self.core_remove(action, span),
            "if" => self.core_if(action, span),
            "choose" => self.core_choose(action, span),
            "when" | "otherwise" => self.misplaced(action, "choose", span),
            "forEach" => self.core_for_each(action, LoopItems::Collection, span),
            "forTokens" => self.core_for_each(action, LoopItems::Tokens, span),
            "catch" => self.core_catch(action, span),
            "url" => self.core_url(action, span),
            "import" => self.core_import(action, span),
            "redirect" => self.core_redirect(action, span),
            "param" => self.core_param(action, span),
            other => unreachable!("the core library has no tag {other}"),
        }
    }

    fn misplaced(&mut self, action: &CustomAction, parent: &str, span: Span) {
        let tag = format!("{}:{}", action.prefix, action.tag.name);
        let diagnostic =
            self.error("page/misplaced-tag", format!("{tag} stands outside of its parent"), span);
        diagnostic.hint = Some(format!("put it into {}:{parent}", action.prefix));
    }

    /// The name in `var`.
    pub(super) fn var(&mut self, action: &CustomAction) -> Option<Str> {
        let attribute = find(&action.attributes, "var")?;
        self.literal(attribute).map(Str::from)
    }

    fn core_out(&mut self, action: &CustomAction, span: Span) {
        let Some(value) = find(&action.attributes, "value") else { return };
        let default = find(&action.attributes, "default");
        let body = action.body.as_deref().filter(|body| !body.is_empty());
        let escape = find(&action.attributes, "escapeXml");
        // Whether it escapes; not known where an expression tells.
        let escapes = match escape {
            None => Some(true),
            Some(escape) => text_of(escape).map(|text| text.eq_ignore_ascii_case("true")),
        };
        if default.is_none()
            && body.is_none()
            && escapes == Some(true)
            && let Some(path) = single(value).and_then(|expr| self.path(expr))
        {
            let path = self.path_site(path);
            self.emit(Op::WriteEscapedPath(path), span);
            return;
        }
        self.attribute(value);
        if default.is_some() || body.is_some() {
            let given = self.jump(Op::JumpIfValue, span);
            match (default, body) {
                (Some(default), _) => self.attribute(default),
                (None, Some(body)) => self.capture(body, true, span),
                (None, None) => {}
            }
            self.land(given);
        }
        match (escapes, escape) {
            (Some(false), _) => drop(self.emit(Op::Write, span)),
            (Some(true), _) | (None, None) => drop(self.emit(Op::WriteEscaped, span)),
            (None, Some(escape)) => {
                self.attribute(escape);
                let plain = self.jump(Op::JumpIfFalse, span);
                self.emit(Op::WriteEscaped, span);
                let end = self.jump(Op::Jump, span);
                self.land(plain);
                self.emit(Op::Write, span);
                self.land(end);
            }
        }
    }

    /// Pushes `value`, or the body's text with blanks at its ends taken off.
    pub(super) fn value_or_body(&mut self, action: &CustomAction, span: Span) {
        match find(&action.attributes, "value") {
            Some(value) => self.attribute(value),
            None => self.capture(action.body.as_deref().unwrap_or_default(), true, span),
        }
    }

    fn core_set(&mut self, action: &CustomAction, span: Span) {
        if let Some(var) = self.var(action) {
            let scope = self.tag_scope(&action.attributes);
            if let Some(value) = find(&action.attributes, "value").filter(|value| is_deferred(value)) {
                if scope != Scope::Page {
                    let message = "a deferred value can be set in page scope only";
                    let diagnostic = self.error("core/set", message, value.value_span);
                    diagnostic.hint = Some("leave out the scope, or write `${…}`".into());
                }
                self.push_deferred(value, "java.lang.Object");
                self.store_mapping(&var, span);
                return;
            }
            self.value_or_body(action, span);
            if find(&action.attributes, "scope").is_none() && find(&action.attributes, "value").is_some() {
                let slot = self.slot(&var);
                self.emit(Op::SetOrRemove(slot), span);
            } else {
                self.store(&var, scope, span);
            }
            if scope == Scope::Page {
                self.unmap(&var, span);
            }
            return;
        }
        let target = find(&action.attributes, "target");
        let property = find(&action.attributes, "property");
        let (Some(target), Some(property)) = (target, property) else {
            let diagnostic = self.error("core/set", "c:set has neither a variable nor a target to set", span);
            diagnostic.hint = Some("give it var, or target and property".into());
            return;
        };
        self.attribute(target);
        self.attribute(property);
        self.value_or_body(action, span);
        self.emit(Op::SetTarget, span);
    }

    fn core_remove(&mut self, action: &CustomAction, span: Span) {
        let Some(var) = self.var(action) else { return };
        let scope = find(&action.attributes, "scope").map(|_| self.tag_scope(&action.attributes));
        let name = self.name(&var);
        self.emit(Op::Remove { name, scope }, span);
        if matches!(scope, None | Some(Scope::Page)) {
            self.unmap(&var, span);
        }
    }

    /// Compiles a condition of an attribute; open jumps lead to where it does not hold.
    fn condition(&mut self, test: &Attribute) -> Vec<super::emit::JumpFrom> {
        match single(test) {
            Some(expr) => self.jump_if_false(expr),
            None => {
                self.attribute(test);
                vec![self.jump(Op::JumpIfFalse, test.span)]
            }
        }
    }

    fn core_if(&mut self, action: &CustomAction, span: Span) {
        let Some(test) = find(&action.attributes, "test") else { return };
        let no = match self.var(action) {
            Some(var) => {
                let scope = self.tag_scope(&action.attributes);
                self.attribute(test);
                self.emit(Op::ToBoolean, span);
                self.emit(Op::Dup, span);
                self.store(&var, scope, span);
                vec![self.jump(Op::JumpIfFalse, span)]
            }
            None => self.condition(test),
        };
        self.nodes(action.body.as_deref().unwrap_or_default());
        self.land_all(no);
    }

    /// The blanks between its children are output, whichever child is chosen.
    fn core_choose(&mut self, action: &CustomAction, span: Span) {
        let body = action.body.as_deref().unwrap_or_default();
        let mut ends = Vec::new();
        let mut otherwise_seen = false;
        let mut whens = 0;
        for (at, node) in body.iter().enumerate() {
            match &node.kind {
                NodeKind::Text(text) if text.trim().is_empty() => self.emit_text(text, node.span),
                NodeKind::Custom(child) if is_core(child, "when") && !otherwise_seen => {
                    whens += 1;
                    let Some(test) = find(&child.attributes, "test") else { continue };
                    let no = self.condition(test);
                    self.nodes(child.body.as_deref().unwrap_or_default());
                    self.emit_text(&blanks(&body[at + 1..]), node.span);
                    ends.push(self.jump(Op::Jump, node.span));
                    self.land_all(no);
                }
                NodeKind::Custom(child) if is_core(child, "otherwise") && !otherwise_seen => {
                    otherwise_seen = true;
                    self.nodes(child.body.as_deref().unwrap_or_default());
                }
                _ => {
                    let diagnostic = self.error(
                        "core/choose",
                        "only c:when, then one c:otherwise may stand in c:choose",
                        node.span,
                    );
                    diagnostic.hint = Some("move it out, or into one of them".into());
                }
            }
        }
        if whens == 0 {
            self.error("core/choose", "c:choose has no c:when", span);
        }
        self.land_all(ends);
    }

    fn core_for_each(&mut self, action: &CustomAction, items: LoopItems, span: Span) {
        let given = |name: &str| find(&action.attributes, name);
        let var = self.var(action);
        let mut mapped = None;
        let items = match given("items") {
            Some(attribute) => {
                match &var {
                    Some(var) if is_deferred(attribute) => {
                        let java_type = match items {
                            LoopItems::Tokens => "java.lang.String",
                            LoopItems::Range | LoopItems::Collection => "java.lang.Object",
                        };
                        mapped = Some(self.deferred_items(attribute, var, java_type, span));
                    }
                    _ => self.attribute(attribute),
                }
                items
            }
            None => {
                if given("begin").is_none() || given("end").is_none() {
                    let diagnostic = self.error("core/for-each", "c:forEach has nothing to go over", span);
                    diagnostic.hint = Some("give it items, or begin and end".into());
                }
                LoopItems::Range
            }
        };
        if items == LoopItems::Tokens
            && let Some(delims) = given("delims")
        {
            self.attribute(delims);
            if let Some(mapped) = &mut mapped {
                mapped.delims = Some(self.keep_delims(span));
            }
        }
        let [begin, end, step] = ["begin", "end", "step"].map(|name| self.bound(given(name), name));
        // A loop over deferred items maps its variable, and sets none.
        let var = var.filter(|_| mapped.is_none()).map(|var| self.slot(&var));
        let mapped = mapped.map(|mapped| {
            self.program.mapped_loops.push(mapped);
            self.program.mapped_loops.len() - 1
        });
        let status = given("varStatus").and_then(|status| self.literal(status).map(Str::from));
        let status = status.map(|status| self.slot(&status));
        let number = self.program.loops.len();
        self.program.loops.push(LoopSite { var, status, items, begin, end, step, body: 0, exit: 0 });
        let site = number as u32;
        self.emit(Op::LoopStart(site), span);
        self.program.loops[number].body = self.here();
        if let Some(mapped) = mapped {
            self.emit(Op::MapItem(mapped as u32), span);
        }
        self.nodes(action.body.as_deref().unwrap_or_default());
        self.emit(Op::LoopNext(site), span);
        let exit = self.emit(Op::LoopEnd(site), span);
        self.program.loops[number].exit = exit;
        if let Some(mapped) = mapped {
            self.end_deferred_items(mapped, span);
        }
    }

    /// A bound of a loop; what is no literal goes onto the operand stack.
    fn bound(&mut self, given: Option<&Attribute>, name: &str) -> LoopBound {
        let Some(bound) = given else { return LoopBound::None };
        let literal = text_of(bound).and_then(|text| coerce::to_long(&Value::str(text)).ok());
        // What is too small is told when the page runs, as the values of expressions are.
        match literal.filter(|number| *number >= LoopBound::least(name)) {
            Some(number) => LoopBound::Constant(number),
            None => {
                self.attribute(bound);
                LoopBound::OnStack
            }
        }
    }

    fn core_catch(&mut self, action: &CustomAction, span: Span) {
        let var = self.var(action).map(|var| self.slot(&var));
        let number = self.program.catches.len();
        self.program.catches.push(CatchSite { var, end: 0 });
        self.emit(Op::CatchStart(number as u32), span);
        self.nodes(action.body.as_deref().unwrap_or_default());
        self.emit(Op::CatchEnd(number as u32), span);
        self.program.catches[number].end = self.here();
    }

    /// Pushes pairs of name and value if each child is a `c:param`. Other content runs but is not output, and what it
    /// has of `c:param` is collected as it comes.
    fn core_params(&mut self, body: &[Node], span: Span) -> UrlParams {
        let is_param = |node: &Node| match &node.kind {
            NodeKind::Custom(child) => is_core(child, "param"),
            NodeKind::Text(text) => text.trim().is_empty(),
            _ => false,
        };
        if !body.iter().all(is_param) {
            self.emit(Op::CollectParams, span);
            self.emit(Op::Capture, span);
            self.collecting += 1;
            self.nodes(body);
            self.collecting -= 1;
            self.emit(Op::EndCapture { trim: false }, span);
            self.emit(Op::Pop, span);
            return UrlParams::Collected;
        }
        let mut count = 0;
        for node in body {
            if let NodeKind::Custom(param) = &node.kind {
                count += u32::from(self.param_pair(param, node.span));
            }
        }
        UrlParams::OnStack(count)
    }

    /// Pushes name and value of a `c:param`; false: it lacks its name, which was reported.
    fn param_pair(&mut self, param: &CustomAction, span: Span) -> bool {
        let Some(name) = find(&param.attributes, "name") else { return false };
        self.attribute(name);
        self.value_or_body(param, span);
        true
    }

    /// A `c:param` that does not stand right in its parent.
    fn core_param(&mut self, action: &CustomAction, span: Span) {
        if self.collecting == 0 {
            self.misplaced(action, "url, import or redirect", span);
        } else if self.param_pair(action, span) {
            self.emit(Op::Param, span);
        }
    }

    /// Pushes the context, if one is given, and the parameters.
    fn url_site(&mut self, action: &CustomAction, span: Span) -> UrlSite {
        let context = find(&action.attributes, "context");
        if let Some(context) = context {
            self.attribute(context);
        }
        let params = self.core_params(action.body.as_deref().unwrap_or_default(), span);
        UrlSite { context: context.is_some(), params, var: None }
    }

    fn core_url(&mut self, action: &CustomAction, span: Span) {
        let Some(value) = find(&action.attributes, "value") else { return };
        self.attribute(value);
        let mut site = self.url_site(action, span);
        let scope = self.tag_scope(&action.attributes);
        site.var = self.var(action).map(|var| (var, scope));
        self.program.urls.push(site);
        self.emit(Op::Url((self.program.urls.len() - 1) as u32), span);
    }

    fn core_redirect(&mut self, action: &CustomAction, span: Span) {
        let Some(url) = find(&action.attributes, "url") else { return };
        self.attribute(url);
        let site = self.url_site(action, span);
        self.program.urls.push(site);
        self.emit(Op::Redirect((self.program.urls.len() - 1) as u32), span);
    }

    fn core_import(&mut self, action: &CustomAction, span: Span) {
        let Some(url) = find(&action.attributes, "url") else { return };
        self.attribute(url);
        let encoding = find(&action.attributes, "charEncoding");
        if let Some(encoding) = encoding {
            self.attribute(encoding);
        }
        let reader = find(&action.attributes, "varReader").and_then(|it| self.literal(it).map(Str::from));
        let body = action.body.as_deref().unwrap_or_default();
        let (site, to) = match reader {
            None => {
                let site = self.url_site(action, span);
                let scope = self.tag_scope(&action.attributes);
                let var = self.var(action);
                (site, var.map_or(ImportTo::Page, |var| ImportTo::Var(var, scope)))
            }
            Some(reader) => {
                if let Some(var) = find(&action.attributes, "var") {
                    let message = "c:import gives a string or a reader, not both";
                    let diagnostic = self.error("core/import", message, var.span);
                    diagnostic.hint = Some("leave out var or varReader".into());
                }
                let context = find(&action.attributes, "context");
                if let Some(context) = context {
                    self.attribute(context);
                }
                let site = UrlSite { context: context.is_some(), params: UrlParams::OnStack(0), var: None };
                (site, ImportTo::Reader(self.slot(&reader)))
            }
        };
        let slot = if let ImportTo::Reader(slot) = to { Some(slot) } else { None };
        self.program.imports.push(ImportSite { url: site, encoding: encoding.is_some(), to });
        self.emit(Op::Import((self.program.imports.len() - 1) as u32), span);
        if let Some(slot) = slot {
            // The URL is fixed before the body runs, so that no parameter can join it.
            let collecting = std::mem::take(&mut self.collecting);
            self.nodes(body);
            self.collecting = collecting;
            self.constant(Value::Null, span);
            self.emit(Op::SetVar(slot), span);
        }
    }
}

fn is_core(action: &CustomAction, name: &str) -> bool {
    action.tag.handler == HandlerInfo::BuiltIn(BuiltIn::Core) && action.tag.name == name
}

/// All blank text among nodes.
fn blanks(nodes: &[Node]) -> String {
    nodes
        .iter()
        .filter_map(|node| match &node.kind {
            NodeKind::Text(text) if text.trim().is_empty() => Some(text.as_str()),
            _ => None,
        })
        .collect()
}

fn template(attribute: &Attribute) -> Option<&Template> {
    match &attribute.value {
        AttributeValue::Template(template) => Some(template),
        _ => None,
    }
}

pub(super) fn text_of(attribute: &Attribute) -> Option<&str> {
    template(attribute)?.as_text()
}

fn single(attribute: &Attribute) -> Option<&Expr> {
    template(attribute)?.as_single().map(|el| &el.expr)
}
