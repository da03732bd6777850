//! Classes of source files: compiled to a module, or seen by code of another module.

use std::sync::Arc;
use std::sync::Weak;

use vespid_render::diagnostic::Diagnostic;
use vespid_render::registry::Registry;
use vespid_render::source::SourceMap;
use vespid_render::value::Str;

use super::Compiler;
use super::FOREIGN;
use super::function::Function;
use super::names::Class;
use super::names::Imports;
use super::types::Ty;
use crate::classpath::Generation;
use crate::classpath::Unit;
use crate::classpath::moved;
use crate::syntax::Problem;
use crate::syntax::ast::TypeKind;
use crate::vm::Module;

/// Compiled classes.
pub(crate) struct Compiled {
    pub(crate) module: Arc<Module>,
    /// What is wrong with them; all of it are warnings, since what is right can be used.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Compiles those of the sources that have no module yet.
pub(crate) fn compile_sources(
    units: &[Unit],
    sources: SourceMap,
    registry: &Registry,
    generation: Weak<Generation>,
) -> Compiled {
    let mut compiler = Compiler::new(Vec::new(), registry);
    compiler.lenient = true;
    compiler.module.sources = sources;
    compiler.module.generation = generation;
    for unit in units.iter().filter(|unit| unit.module.is_none()) {
        compiler.problems.extend(unit.source.problems.iter().cloned());
    }
    let own = compiler.add_sources(units, false);
    let all = compiler.add_sources(units, true);
    compiler.declare_all(0, all);
    compiler.compile_classes(0, own);
    compiler.build_classes();
    let names = compiler.module.classes.iter().enumerate();
    compiler.module.names = names.map(|(at, info)| (Str::from(info.class.name()), at as u32)).collect();
    let sources = compiler.module.sources.clone();
    let diagnostics = compiler.problems.into_iter().map(|problem| warning(problem, &sources)).collect();
    Compiled { module: Arc::new(compiler.module), diagnostics }
}

fn warning(problem: Problem, sources: &SourceMap) -> Diagnostic {
    let place = sources.place(problem.span);
    Diagnostic::warning(problem.code, problem.message, place).with_hint_if(problem.hint)
}

impl<'a> Compiler<'a> {
    /// Drafts the classes of those sources that are compiled already, or of the others; gives how many classes there are
    /// now.
    pub(super) fn add_sources(&mut self, units: &'a [Unit], compiled: bool) -> u32 {
        for unit in units.iter().filter(|unit| unit.module.is_some() == compiled) {
            let tree = &unit.source.tree;
            self.units.push(Imports::of_source(tree));
            self.drafting = (self.units.len() - 1, unit.module.clone());
            for decl in &tree.classes {
                let first = self.name_classes(decl, None);
                self.by_name.insert(self.classes[first as usize].name.clone(), first);
                if let Some(broken) = &unit.source.broken {
                    for draft in &mut self.classes[first as usize..] {
                        draft.broken = Some(broken.clone());
                    }
                }
            }
        }
        self.drafting = (0, None);
        self.classes.len() as u32
    }

    /// Declares classes, each after the one above it.
    pub(super) fn declare_all(&mut self, from: u32, to: u32) {
        let mut done = vec![false; to as usize];
        for class in from..to {
            self.declare_above_first(class, &mut done);
        }
    }

    fn declare_above_first(&mut self, class: u32, done: &mut Vec<bool>) {
        if done.get(class as usize).is_none_or(|done| *done) {
            return;
        }
        done[class as usize] = true;
        if let Some(decl) = self.classes[class as usize].decl
            && let Some(written) = &decl.extends
            && let TypeKind::Named(name) = &written.kind
        {
            let mut function = Function::new(class, true, Ty::Void);
            function.span = decl.span;
            self.functions.push(function);
            let above = self.find_class(name);
            self.functions.pop();
            if let Some(Class::Own(above)) = above {
                self.declare_above_first(above, done);
            }
        }
        if self.classes[class as usize].module.is_none() {
            self.declare(class);
            return;
        }
        // What is wrong with it was told when it was compiled.
        let (problems, unknown) = (self.problems.len(), self.unknown.clone());
        self.declare(class);
        self.link(class);
        self.problems.truncate(problems);
        self.unknown = unknown;
    }

    /// Finds the methods of a class of another module.
    fn link(&mut self, class: u32) {
        let draft = &self.classes[class as usize];
        let Some(module) = draft.module.clone() else { return };
        let info = module.classes.get(draft.slot as usize);
        let fits = info.is_some_and(|info| {
            info.class.name() == draft.name.as_str()
                && (info.prims, info.refs) == (draft.prims, draft.refs)
                && (info.static_prims, info.static_refs) == (draft.static_prims, draft.static_refs)
        });
        let mut found = Vec::new();
        if let Some(info) = info.filter(|_| fits) {
            for method in &draft.methods {
                if let Some(index) = info.own.get(&self.selector(method)) {
                    found.push((method.index & !FOREIGN, *index));
                }
            }
        }
        if found.len() < draft.methods.len() || !fits {
            // Its files changed while it was compiled; the next version of the page has it right.
            let draft = &mut self.classes[class as usize];
            draft.broken = Some(format!("{} has changed", draft.name).into());
            draft.methods.clear();
            draft.fields.clear();
            return;
        }
        for (at, index) in found {
            self.foreign[at as usize].index = index;
        }
    }

    /// The class of that full name: natively there, or of a source.
    pub(super) fn source_class(&self, name: &str) -> Option<u32> {
        if let Some(class) = self.by_name.get(name) {
            return Some(*class);
        }
        if let Some(moved) = moved(name) {
            return self.source_class(&moved);
        }
        let (outer, inner) = name.rsplit_once(['.', '$'])?;
        self.inner_class(self.source_class(outer)?, inner)
    }

    /// A class that is declared within another one, or within one above that.
    pub(super) fn inner_class(&self, outer: u32, name: &str) -> Option<u32> {
        let mut around = Some(outer);
        while let Some(outer) = around {
            let inner =
                self.classes.iter().position(|inner| inner.outer == Some(outer) && inner.simple == *name);
            if inner.is_some() {
                return inner.map(|at| at as u32);
            }
            let draft = &self.classes[outer as usize];
            let interfaces = draft.interfaces.iter().filter_map(|ty| match ty {
                Ty::Own(interface) => self.inner_class(*interface, name),
                _ => None,
            });
            if let Some(found) = interfaces.into_iter().next() {
                return Some(found);
            }
            around = draft.superclass;
        }
        None
    }

    /// The imports of the source in which code is compiled.
    pub(super) fn imports(&self) -> &Imports {
        let class = self.functions.last().map(|function| function.class);
        let unit = class.map_or(0, |class| self.classes[class as usize].unit);
        &self.units[unit]
    }
}

/// The package and the simple name of a class.
pub(crate) fn full_name(package: &str, name: &str) -> Str {
    if package.is_empty() { name.into() } else { format!("{package}.{name}").into() }
}
