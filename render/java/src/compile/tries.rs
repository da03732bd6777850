//! `try` (Java Language Specification 17, 14.20). A `finally` block stands wherever its `try` is left.

use vespid_render::value::Str;

use super::Compiler;
use super::function::Exit;
use super::function::Val;
use super::names::Class;
use super::types::Ty;
use crate::syntax::ast::Catch;
use crate::syntax::ast::Stmt;
use crate::syntax::ast::Try;
use crate::vm::CallSite;
use crate::vm::Handler;
use crate::vm::Kind;
use crate::vm::Op;

impl<'a> Compiler<'a> {
    pub(super) fn try_statement(&mut self, block: &'a Try) {
        let mark = self.function().mark();
        match &block.finally {
            None => self.try_catch(block),
            Some(finally) => self.try_finally(block, finally),
        }
        self.function().back_to(mark);
    }

    fn try_finally(&mut self, block: &'a Try, finally: &'a [Stmt]) {
        let error = self.function().reference();
        let from = self.function().here();
        self.function().exits.push(Exit::Finally { block: finally, gaps: Vec::new() });
        self.try_catch(block);
        let reachable = self.function().reachable;
        let to = self.function().here();
        let gaps = match self.function().exits.pop() {
            Some(Exit::Finally { gaps, .. }) => gaps,
            _ => Vec::new(),
        };
        let end = reachable.then(|| {
            self.block(finally);
            self.function().reachable.then(|| self.emit(Op::Jump(0)))
        });
        let ends_well = matches!(end, Some(Some(_)));
        let target = self.function().here();
        self.function().reachable = true;
        self.block(finally);
        if self.function().reachable {
            self.emit(Op::Throw { r: error });
        }
        self.handle(from, to, &gaps, target, error, &[]);
        if let Some(Some(end)) = end {
            self.function().land(end);
        }
        self.function().reachable = ends_well;
    }

    /// Adds a handler for a range without its gaps.
    fn handle(&mut self, from: u32, to: u32, gaps: &[(u32, u32)], target: u32, r: u16, classes: &[Str]) {
        let mut start = from;
        for &(gap_from, gap_to) in gaps {
            if start < gap_from {
                let handler = Handler { from: start, to: gap_from, target, r, classes: classes.to_vec() };
                self.function().handlers.push(handler);
            }
            start = gap_to;
        }
        if start < to {
            let handler = Handler { from: start, to, target, r, classes: classes.to_vec() };
            self.function().handlers.push(handler);
        }
    }

    fn try_catch(&mut self, block: &'a Try) {
        if block.catches.is_empty() {
            return self.try_resources(block, 0);
        }
        let mark = self.function().mark();
        let from = self.function().here();
        // Handlers do not cover what a `finally` further out does on the way.
        let depth = self.function().exits.len();
        let before: Vec<usize> = self.gap_counts(depth);
        self.try_resources(block, 0);
        let mut reachable = self.function().reachable;
        let to = self.function().here();
        let gaps = self.gaps_since(depth, &before);
        let mut ends = Vec::new();
        if reachable {
            ends.push(self.emit(Op::Jump(0)));
        }
        for catch in &block.catches {
            self.function().back_to(mark);
            self.function().reachable = true;
            let target = self.function().here();
            let (ty, classes) = self.caught(catch);
            let register = self.function().declare(&catch.name, ty);
            self.handle(from, to, &gaps, target, register, &classes);
            self.block(&catch.body);
            if self.function().reachable {
                reachable = true;
                ends.push(self.emit(Op::Jump(0)));
            }
        }
        self.function().land_all(ends);
        self.function().reachable = reachable;
        self.function().back_to(mark);
    }

    fn gap_counts(&mut self, depth: usize) -> Vec<usize> {
        let count = |exit: &Exit<'_>| match exit {
            Exit::Finally { gaps, .. } | Exit::Close { gaps, .. } => gaps.len(),
            _ => 0,
        };
        self.function().exits[..depth].iter().map(count).collect()
    }

    /// What was inlined of the blocks around since then, merged and in order.
    fn gaps_since(&mut self, depth: usize, before: &[usize]) -> Vec<(u32, u32)> {
        let mut all: Vec<(u32, u32)> = Vec::new();
        for (exit, from) in self.function().exits[..depth].iter().zip(before) {
            if let Exit::Finally { gaps, .. } | Exit::Close { gaps, .. } = exit {
                all.extend_from_slice(&gaps[*from..]);
            }
        }
        all.sort_unstable();
        all.dedup();
        let mut merged: Vec<(u32, u32)> = Vec::new();
        for (from, to) in all {
            match merged.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => merged.push((from, to)),
            }
        }
        merged
    }

    /// The type of a catch's variable, and the names of what it catches.
    fn caught(&mut self, catch: &'a Catch) -> (Ty, Vec<Str>) {
        let mut classes = Vec::new();
        let mut first = None;
        for written in &catch.types {
            let ty = self.resolve(written);
            let throwable = Ty::native("java.lang.Throwable");
            if ty != Ty::Dynamic && self.distance(&ty, &throwable).is_none() {
                let message = format!("{} is no exception", self.shown(&ty));
                self.error("java/type", message, written.span);
            }
            let name = match (&ty, &written.kind) {
                // A class that is not there is caught by its name.
                (Ty::Dynamic, crate::syntax::ast::TypeKind::Named(name)) => match self.find_class(name) {
                    Some(Class::Unknown(full) | Class::Static(full)) => full,
                    _ => name.clone(),
                },
                _ => self.type_name(&ty),
            };
            classes.push(name);
            first.get_or_insert(ty);
        }
        let ty = match (first, catch.types.len()) {
            (Some(ty), 1) if ty != Ty::Dynamic => ty,
            _ => Ty::native("java.lang.Exception"),
        };
        (ty, classes)
    }

    /// The block of a `try` with resources from that number on.
    fn try_resources(&mut self, block: &'a Try, from_resource: usize) {
        let Some(resource) = block.resources.get(from_resource) else {
            return self.block(&block.body);
        };
        let mark = self.function().mark();
        let error = self.function().reference();
        let register = self.function().reference();
        let Some(value) = &resource.value else { return self.try_resources(block, from_resource + 1) };
        let ty = match &resource.java_type.kind {
            crate::syntax::ast::TypeKind::Inferred => None,
            _ => Some(self.resolve(&resource.java_type)),
        };
        let val = self.expr(value, ty.as_ref());
        let ty = ty.unwrap_or_else(|| val.ty.clone());
        let val = self.coerce(val, &ty, value.span);
        self.put(&val, register);
        self.function().vars.push(super::function::Var { name: resource.name.clone(), ty, register });
        let from = self.function().here();
        self.function().exits.push(Exit::Close { register, gaps: Vec::new() });
        self.try_resources(block, from_resource + 1);
        let reachable = self.function().reachable;
        let to = self.function().here();
        let gaps = match self.function().exits.pop() {
            Some(Exit::Close { gaps, .. }) => gaps,
            _ => Vec::new(),
        };
        let end = reachable.then(|| {
            self.close(register);
            self.emit(Op::Jump(0))
        });
        let target = self.function().here();
        self.close(register);
        self.emit(Op::Throw { r: error });
        self.handle(from, to, &gaps, target, error, &[]);
        if let Some(end) = end {
            self.function().land(end);
        }
        self.function().reachable = reachable;
        self.function().back_to(mark);
    }

    /// Closes a resource unless it is null.
    fn close(&mut self, register: u16) {
        let mark = self.function().mark();
        let skip = self.emit(Op::JumpNull { r: register, to: 0 });
        let r = self.function().reference();
        self.put(&Val::register(Ty::Dynamic, register), r);
        let d = self.function().reference();
        self.module.sites.push(CallSite {
            name: "close".into(),
            selector: "close()".into(),
            argc: 0,
            params: Vec::new(),
            returns: Kind::Ref,
            native: None,
            class_name: Str::new(),
            quick: None,
        });
        let k = (self.module.sites.len() - 1) as u32;
        self.emit(Op::Invoke { k, r, d });
        self.function().land(skip);
        self.function().free_to(mark);
    }

    /// Runs what has to run when code leaves everything from that exit on.
    pub(super) fn leave_to(&mut self, depth: usize) {
        let mut exits = self.function().exits.split_off(depth);
        let mut taken: Vec<Exit<'a>> = Vec::new();
        while let Some(exit) = exits.pop() {
            let from = self.function().here();
            // While it runs, only what lies further out is around it.
            let outer = exits.len();
            let inner = std::mem::take(&mut exits);
            self.function().exits.extend(inner);
            match &exit {
                Exit::Finally { block, .. } => {
                    let reachable = self.function().reachable;
                    self.block(block);
                    self.function().reachable = reachable;
                }
                Exit::Close { register, .. } => self.close(*register),
                _ => {}
            }
            let at = self.function().exits.len() - outer;
            exits = self.function().exits.split_off(at);
            let to = self.function().here();
            taken.push(exit);
            if from < to {
                // Neither this one nor those within it cover what was just done.
                for exit in &mut taken {
                    if let Exit::Finally { gaps, .. } | Exit::Close { gaps, .. } = exit {
                        gaps.push((from, to));
                    }
                }
            }
        }
        taken.reverse();
        self.function().exits.extend(taken);
    }
}
