//! Which method or constructor a call means (Java Language Specification 17, 15.12.2).

use vespid_render::source::Span;

use super::Compiler;
use super::MethodDraft;
use super::calls::Found;
use super::types::Ty;
use crate::syntax::ast::Call;
use crate::syntax::ast::Expr;
use crate::syntax::ast::ExprKind;

impl<'a> Compiler<'a> {
    /// The methods of that name: those of the class itself come first.
    pub(super) fn candidates(&self, class: u32, name: &str) -> Vec<Found<'a>> {
        let mut found: Vec<Found<'a>> = Vec::new();
        let mut todo = vec![class];
        let mut seen = Vec::new();
        while let Some(at) = todo.pop() {
            if seen.contains(&at) {
                continue;
            }
            seen.push(at);
            let draft = &self.classes[at as usize];
            let may_use_private = self.may_use_private(at);
            let seen_here =
                |method: &&MethodDraft<'a>| method.name == name && (!method.is_private || may_use_private);
            for method in draft.methods.iter().filter(seen_here) {
                let hidden = found.iter().any(|(_, known)| known.params == method.params);
                if !hidden {
                    found.push((at, method.clone()));
                }
            }
            for interface in draft.interfaces.iter().rev() {
                if let Ty::Own(interface) = interface {
                    todo.push(*interface);
                }
            }
            todo.extend(draft.superclass);
        }
        found
    }

    /// Arguments' types, found by compiling them once more than needed only where overloads ask for it.
    pub(super) fn argument_types(&mut self, args: &'a [Expr]) -> Vec<Ty> {
        args.iter()
            .map(|arg| match &arg.kind {
                ExprKind::Lambda(_) | ExprKind::MethodRef(..) => Ty::Null,
                _ => {
                    // Once is enough, however deep calls nest.
                    let key = std::ptr::from_ref(arg) as usize;
                    if let Some(ty) = self.types.get(&key) {
                        return ty.clone();
                    }
                    let problems = self.problems.len();
                    let function = self.function();
                    let (code, handlers, mark) =
                        (function.code.len(), function.handlers.len(), function.mark());
                    let ty = self.expr(arg, None).ty;
                    self.types.insert(key, ty.clone());
                    self.problems.truncate(problems);
                    let function = self.function();
                    function.code.truncate(code);
                    function.spans.truncate(code);
                    function.handlers.truncate(handlers);
                    function.back_to(mark);
                    ty
                }
            })
            .collect()
    }

    /// The method that a call means.
    pub(super) fn pick_method(&mut self, class: u32, call: &'a Call, _span: Span) -> Option<Found<'a>> {
        let candidates = self.candidates(class, &call.name);
        self.pick(candidates, &call.args, &call.name, call.name_span)
    }

    /// The one of several methods or constructors that arguments fit best.
    pub(super) fn pick(
        &mut self,
        candidates: Vec<Found<'a>>,
        args: &'a [Expr],
        name: &str,
        span: Span,
    ) -> Option<Found<'a>> {
        let count = args.len();
        let by_count: Vec<Found<'a>> = candidates
            .iter()
            .filter(|(_, method)| {
                method.params.len() == count || (method.varargs && count + 1 >= method.params.len())
            })
            .cloned()
            .collect();
        if by_count.is_empty() {
            let shown: Vec<String> = candidates.iter().map(|(_, method)| self.signature(method)).collect();
            let s = if count == 1 { "" } else { "s" };
            let problem = self.error(
                "java/unknown-method",
                format!("'{name}' does not take {count} argument{s}"),
                span,
            );
            problem.hint = (!shown.is_empty()).then(|| format!("there is {}", shown.join(", ")));
            self.ignore(args);
            return None;
        }
        if by_count.len() == 1 {
            return by_count.into_iter().next();
        }
        let types = self.argument_types(args);
        let mut best: Option<(u32, Found<'a>)> = None;
        for found in by_count {
            let Some(cost) = self.cost(&found.1, &types) else { continue };
            if best.as_ref().is_none_or(|(known, _)| cost < *known) {
                best = Some((cost, found));
            }
        }
        if best.is_none() {
            let types: Vec<String> = types.iter().map(|ty| self.shown(ty)).collect();
            let message = format!("there is no '{name}' that takes ({})", types.join(", "));
            let shown: Vec<String> = candidates.iter().map(|(_, method)| self.signature(method)).collect();
            self.error("java/unknown-method", message, span).hint =
                Some(format!("there is {}", shown.join(", ")));
            self.ignore(args);
        }
        best.map(|(_, found)| found)
    }

    fn signature(&self, method: &MethodDraft<'a>) -> String {
        let params: Vec<String> = method.params.iter().map(|ty| self.shown(ty)).collect();
        format!("{}({})", method.name.replace("<init>", "a constructor"), params.join(", "))
    }

    /// How far arguments are from a method's parameters.
    fn cost(&self, method: &MethodDraft<'a>, types: &[Ty]) -> Option<u32> {
        let each = |types: &[Ty], params: &[Ty]| -> Option<u32> {
            types.iter().zip(params).map(|(ty, param)| self.distance(ty, param)).sum()
        };
        if method.params.len() == types.len()
            && let Some(cost) = each(types, &method.params)
        {
            return Some(cost);
        }
        if !method.varargs {
            return None;
        }
        let fixed = method.params.len() - 1;
        let Ty::Array(component) = &method.params[fixed] else { return None };
        let rest: Option<u32> = types.get(fixed..)?.iter().map(|ty| self.distance(ty, component)).sum();
        Some(1000 + each(&types[..fixed], &method.params[..fixed])? + rest?)
    }
}
