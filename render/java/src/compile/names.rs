//! Imports: which class a name means (Java Language Specification 17, 6.5, 7.5).

use std::rc::Rc;

use vespid_render::source::Span;
use vespid_render::value::Str;
use vespid_render::value::java::StaticClass;

use super::Compiler;
use super::function::Val;
use super::sources::full_name;
use super::types::Ty;
use crate::library;
use crate::library::Native;
use crate::syntax::ast::SourceUnit;
use crate::syntax::ast::TypeKind;
use crate::syntax::ast::TypeRef;
use crate::vm::Kind;
use crate::vm::Op;

/// What a source imports.
pub(super) struct Imports {
    /// The package whose classes need no import.
    pub(super) package: Str,
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
            package: Str::new(),
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

    /// The package and imports of a source.
    pub(super) fn of_source(source: &SourceUnit) -> Self {
        let mut all = Imports {
            package: source.package.clone(),
            single: Vec::new(),
            packages: vec!["java.lang".into()],
            statics: Vec::new(),
        };
        for (name, is_static, _) in &source.imports {
            all.add(name, *is_static);
        }
        all
    }

    fn add(&mut self, name: &str, is_static: bool) {
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
            let around = self.find_class(outer);
            // What a class that is there does not have is no class.
            let is_there = matches!(around, Some(Class::Own(_) | Class::Native(_)));
            match around {
                Some(Class::Own(outer)) => {
                    if let Some(found) = self.inner_class(outer, inner) {
                        return Some(Class::Own(found));
                    }
                }
                Some(Class::Native(native)) => {
                    if let Some(found) = self.known(&format!("{}.{inner}", native.name)) {
                        return Some(found);
                    }
                }
                _ => {}
            }
            if let Some(found) = self.known(name) {
                return Some(found);
            }
            if is_there {
                return None;
            }
            // `a.b.C` with small letters before the last dot is a class that is not there.
            let last = inner.chars().next()?;
            let first = name.chars().next()?;
            return (last.is_uppercase() && (first.is_lowercase() || self.is_unknown_import(outer)))
                .then(|| Class::Unknown(name.into()));
        }
        let single = self.imports().single.iter().find(|import| import.rsplit('.').next() == Some(name));
        if let Some(import) = single {
            let import = import.clone();
            return Some(self.known(&import).unwrap_or(Class::Unknown(import)));
        }
        // The package itself goes before what is imported as a whole.
        let imports = self.imports();
        let own = self.source_class(&full_name(&imports.package, name));
        if own.is_some() && !imports.package.is_empty() {
            return own.map(Class::Own);
        }
        if let Some(native) = library::find(&full_name(&imports.package, name)) {
            return Some(Class::Native(native));
        }
        let mut packages = imports.packages.iter();
        if let Some(found) = packages.find_map(|package| self.known(&format!("{package}.{name}"))) {
            return Some(found);
        }
        if let Some(own) = own {
            return Some(Class::Own(own));
        }
        let open = imports.is_open() && name.starts_with(char::is_uppercase);
        open.then(|| Class::Unknown(name.into()))
    }

    /// The class of a full name: natively there, of the application's in Rust, of a source.
    fn known(&self, name: &str) -> Option<Class> {
        if let Some(native) = library::find(name) {
            return Some(Class::Native(native));
        }
        if StaticClass::find(name, self.registry).is_some() {
            return Some(Class::Static(name.into()));
        }
        self.source_class(name).map(Class::Own)
    }

    fn is_unknown_import(&self, name: &str) -> bool {
        self.imports().single.iter().any(|import| import.rsplit('.').next() == Some(name))
    }

    /// A class that is visible by its simple name from within the source where code is compiled.
    fn member_class(&self, name: &str) -> Option<u32> {
        let here = self.functions.last().map(|function| function.class);
        let mut around = here;
        while let Some(class) = around {
            let draft = &self.classes[class as usize];
            if draft.simple == name && !name.is_empty() {
                return Some(class);
            }
            if let Some(inner) = self.inner_class(class, name) {
                return Some(inner);
            }
            around = draft.outer;
        }
        let unit = here.map_or(0, |class| self.classes[class as usize].unit);
        let visible = |class: &super::ClassDraft<'_>| {
            class.unit == unit
                && class.simple == name
                && class.outer.is_none_or(|outer| self.classes[outer as usize].is_page)
        };
        self.classes.iter().position(visible).map(|at| at as u32)
    }

    /// The class of a static member that is imported by name.
    pub(super) fn static_import(&mut self, member: &str) -> Vec<Class> {
        let owners: Vec<Str> = self
            .imports()
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

    /// Reports a class that would have to be there.
    pub(super) fn missing_class(&mut self, name: &str, span: Span) {
        let problem = self.error("java/missing-class", format!("the class {name} is not there"), span);
        problem.hint =
            Some(format!("put its source into /WEB-INF/classes, or register a Rust type as {name}"));
    }

    /// The use of a class that is not there: in a source, whose code may never come to it, it throws when it does.
    pub(super) fn use_missing_class(&mut self, name: &str, span: Span) -> Val {
        self.missing_class(name, span);
        if self.lenient {
            self.problems.last_mut().expect("just reported").warning = true;
            let k = self.text(&name.replace('.', "/"));
            self.emit(Op::Absent { k });
        }
        Val::bad()
    }
}
