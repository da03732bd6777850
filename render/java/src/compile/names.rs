//! Imports: which class a name means (Java Language Specification 17, 6.5, 7.5).

use std::rc::Rc;

use vespid_render::registry::Registry;
use vespid_render::source::Span;
use vespid_render::value::Str;
use vespid_render::value::java::StaticClass;

use super::Compiler;
use super::types::Ty;
use crate::library;
use crate::library::Native;
use crate::syntax::ast::TypeKind;
use crate::syntax::ast::TypeRef;
use crate::vm::Kind;

/// What a source imports.
pub(super) struct Imports {
    /// Full names of single classes.
    single: Vec<Str>,
    /// Packages, and classes whose members are imported as types.
    packages: Vec<Str>,
    /// Full names of static members, and `Class.*`.
    statics: Vec<Str>,
}

/// A class that a name means.
#[derive(Clone, Debug)]
pub(super) enum Class {
    Own(u32),
    Native(&'static Native),
    /// One that `render` knows, or the application registers: static members and constructors by name.
    Static(Str),
    /// One that is not there.
    Unknown(Str),
}

/// What every page imports (Pages 4.1, 1.10.1).
const PAGE_PACKAGES: [&str; 4] =
    ["java.lang", "jakarta.servlet", "jakarta.servlet.jsp", "jakarta.servlet.http"];

impl Imports {
    /// The imports of a page: classes, `package.*`, `static` members.
    pub(super) fn of_page(imports: &[Str]) -> Self {
        let mut all = Imports {
            single: Vec::new(),
            packages: PAGE_PACKAGES.map(Str::from).to_vec(),
            statics: Vec::new(),
        };
        for import in imports {
            let import = import.trim().trim_end_matches(';').trim();
            match import.strip_prefix("static ") {
                Some(member) => all.add(member.trim(), true),
                None => all.add(import, false),
            }
        }
        all
    }

    pub(super) fn add(&mut self, name: &str, is_static: bool) {
        if is_static {
            self.statics.push(name.into());
        } else if let Some(package) = name.strip_suffix(".*") {
            self.packages.push(package.into());
        } else {
            self.single.push(name.into());
        }
    }

    /// Whether an import may bring classes that are not there.
    fn is_open(&self) -> bool {
        self.packages.iter().any(|package| !is_known_package(package))
    }
}

/// Whether all that pages may use of a package is in the library's tables.
fn is_known_package(package: &str) -> bool {
    ["java.", "javax.servlet", "jakarta."].iter().any(|known| package.starts_with(known))
}

fn known(name: &str, registry: &Registry) -> Option<Class> {
    if let Some(native) = library::find(name) {
        return Some(Class::Native(native));
    }
    StaticClass::find(name, registry).map(|_| Class::Static(name.into()))
}

impl Compiler<'_> {
    /// The class that a name means; `None`: nothing is known of such a class, not even that it is imported.
    pub(super) fn find_class(&mut self, name: &str) -> Option<Class> {
        if let Some((_, class)) = self.local_classes.iter().rev().find(|(own, _)| own == name) {
            return Some(Class::Own(*class));
        }
        if let Some(class) = self.member_class(name) {
            return Some(Class::Own(class));
        }
        if let Some((outer, inner)) = name.rsplit_once('.') {
            match self.find_class(outer) {
                Some(Class::Own(outer)) => {
                    let found = self
                        .classes
                        .iter()
                        .position(|class| class.outer == Some(outer) && class.simple == inner);
                    if let Some(found) = found {
                        return Some(Class::Own(found as u32));
                    }
                }
                Some(Class::Native(native)) => {
                    if let Some(found) = known(&format!("{}.{inner}", native.name), self.registry) {
                        return Some(found);
                    }
                }
                _ => {}
            }
            if let Some(found) = known(name, self.registry) {
                return Some(found);
            }
            // `a.b.C` with small letters before the last dot is a class that is not there.
            let last = inner.chars().next()?;
            let first = name.chars().next()?;
            return (last.is_uppercase() && (first.is_lowercase() || self.is_unknown_import(outer)))
                .then(|| Class::Unknown(name.into()));
        }
        let single = self.imports.single.iter().find(|import| import.rsplit('.').next() == Some(name));
        if let Some(import) = single {
            let import = import.clone();
            return Some(known(&import, self.registry).unwrap_or(Class::Unknown(import)));
        }
        let packages = self.imports.packages.clone();
        for package in packages {
            if let Some(found) = known(&format!("{package}.{name}"), self.registry) {
                return Some(found);
            }
        }
        let open = self.imports.is_open() && name.starts_with(char::is_uppercase);
        open.then(|| Class::Unknown(name.into()))
    }

    fn is_unknown_import(&self, name: &str) -> bool {
        self.imports.single.iter().any(|import| import.rsplit('.').next() == Some(name))
    }

    /// A class of this module that is visible by its simple name from where code is compiled.
    fn member_class(&self, name: &str) -> Option<u32> {
        let mut around = self.functions.last().map(|function| function.class);
        while let Some(class) = around {
            let mut own = Some(class);
            while let Some(at) = own {
                if self.classes[at as usize].simple == name && !name.is_empty() {
                    return Some(at);
                }
                let inner =
                    self.classes.iter().position(|inner| inner.outer == Some(at) && inner.simple == name);
                if let Some(inner) = inner {
                    return Some(inner as u32);
                }
                own = self.classes[at as usize].superclass;
            }
            around = self.classes[class as usize].outer;
        }
        self.classes
            .iter()
            .position(|class| {
                class.simple == name && class.outer.is_none_or(|outer| self.classes[outer as usize].is_page)
            })
            .map(|at| at as u32)
    }

    /// The class of a static member that is imported by name.
    pub(super) fn static_import(&mut self, member: &str) -> Vec<Class> {
        let owners: Vec<Str> = self
            .imports
            .statics
            .iter()
            .filter_map(|import| {
                let (owner, name) = import.rsplit_once('.')?;
                (name == member || name == "*").then(|| Str::from(owner))
            })
            .collect();
        owners.iter().filter_map(|owner| self.find_class(owner)).collect()
    }

    fn is_type_param(&self, name: &str) -> bool {
        if self.functions.iter().any(|function| function.type_params.iter().any(|own| own == name)) {
            return true;
        }
        let mut around = self.functions.last().map(|function| function.class);
        while let Some(class) = around {
            let draft = &self.classes[class as usize];
            if draft.type_params.iter().any(|own| own == name) {
                return true;
            }
            around = draft.outer;
        }
        false
    }

    /// The type that is written; one that is not there is reported.
    pub(super) fn resolve(&mut self, written: &TypeRef) -> Ty {
        match &written.kind {
            TypeKind::Primitive("void") => Ty::Void,
            TypeKind::Primitive(name) => Kind::by_name(name).map_or(Ty::Dynamic, Ty::Prim),
            TypeKind::Inferred => Ty::Dynamic,
            TypeKind::Array(component) => Ty::Array(Rc::new(self.resolve(component))),
            TypeKind::Named(name) => self.named_type(name, written.span),
        }
    }

    /// The type of that name.
    pub(super) fn named_type(&mut self, name: &str, span: Span) -> Ty {
        if name.is_empty() || self.is_type_param(name) {
            return Ty::Dynamic;
        }
        match self.find_class(name) {
            Some(Class::Own(class)) => Ty::Own(class),
            Some(Class::Native(native)) => Ty::Native(native),
            Some(Class::Static(_)) => Ty::Dynamic,
            Some(Class::Unknown(name)) => {
                self.tell_unknown(&name, span);
                Ty::Dynamic
            }
            None => {
                self.no_class(name, span);
                Ty::Dynamic
            }
        }
    }

    /// Says once that a class of the application is not there, so that its objects are taken as they come.
    pub(super) fn tell_unknown(&mut self, name: &str, span: Span) {
        if self.unknown.insert(name.into()) {
            let message =
                format!("the class {name} is not there; its objects are taken for what they can do");
            self.warn("java/duck-typed", message, span).hint =
                Some("objects of any kind do, whose methods or properties have these names".into());
        }
    }

    /// Reports a name that means no class.
    pub(super) fn no_class(&mut self, name: &str, span: Span) {
        let near = library::closest_class(name);
        let problem = self.error("java/unknown-class", format!("there is no class '{name}'"), span);
        problem.hint = Some(match near {
            Some(near) => format!("did you mean {near}? Import it with <%@ page import=\"{near}\" %>"),
            None => "import it with <%@ page import=\"…\" %>".into(),
        });
    }

    /// Reports the use of a class that would have to be there.
    pub(super) fn missing_class(&mut self, name: &str, span: Span) {
        let problem = self.error("java/missing-class", format!("the class {name} is not there"), span);
        problem.hint =
            Some(format!("register a Rust type as {name}, or write what it does with EL and tags"));
    }
}
