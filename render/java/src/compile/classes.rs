//! Classes: their members first, then their code (Java Language Specification 17, chapters 8 and 9).

use std::rc::Rc;

use vespid_render::value::Str;

use super::ClassDraft;
use super::Compiler;
use super::FieldDraft;
use super::MethodDraft;
use super::build::is_interface;
use super::function::Function;
use super::sources::full_name;
use super::types::Ty;
use crate::syntax::ast::ClassDecl;
use crate::syntax::ast::ClassKind;
use crate::syntax::ast::Members;
use crate::syntax::ast::MethodDecl;
use crate::syntax::ast::Modifiers;

impl<'a> Compiler<'a> {
    /// An empty draft.
    pub(super) fn draft(
        &mut self,
        name: Str,
        simple: Str,
        decl: Option<&'a ClassDecl>,
        outer: Option<u32>,
    ) -> u32 {
        let (unit, module) = match outer {
            Some(outer) => {
                let outer = &self.classes[outer as usize];
                (outer.unit, outer.module.clone())
            }
            None => self.drafting.clone(),
        };
        let slot = match &module {
            Some(module) => module.names.get(&name).copied().unwrap_or(u32::MAX),
            None => {
                self.own_classes += 1;
                self.own_classes - 1
            }
        };
        self.classes.push(ClassDraft {
            name,
            simple,
            decl,
            superclass: None,
            native_super: None,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            outer,
            outer_field: None,
            captured: Vec::new(),
            is_interface: decl
                .is_some_and(|decl| matches!(decl.kind, ClassKind::Interface | ClassKind::Annotation)),
            type_params: decl.map_or(Vec::new(), |decl| decl.type_params.clone()),
            prims: 0,
            refs: 0,
            static_prims: 0,
            static_refs: 0,
            is_page: false,
            unit,
            module,
            slot,
            broken: None,
        });
        (self.classes.len() - 1) as u32
    }

    /// The names of a class and of those within it.
    pub(super) fn name_classes(&mut self, decl: &'a ClassDecl, outer: Option<u32>) -> u32 {
        let name: Str = match outer {
            Some(outer) if !self.classes[outer as usize].is_page => {
                format!("{}${}", self.classes[outer as usize].name, decl.name).into()
            }
            Some(_) => decl.name.clone(),
            None => full_name(&self.units[self.drafting.0].package, &decl.name),
        };
        let class = self.draft(name, decl.name.clone(), Some(decl), outer);
        for inner in &decl.members.classes {
            self.name_classes(inner, Some(class));
        }
        class
    }

    /// Looks at things from within a class, for names.
    pub(super) fn within<T>(&mut self, class: u32, look: impl FnOnce(&mut Self) -> T) -> T {
        self.functions.push(Function::new(class, true, Ty::Void));
        let seen = look(self);
        self.functions.pop();
        seen
    }

    /// The super types and members of a class whose super class is done.
    pub(super) fn declare(&mut self, class: u32) {
        let Some(decl) = self.classes[class as usize].decl else { return };
        self.within(class, |compiler| compiler.declare_supers(class, decl));
        self.within(class, |compiler| compiler.declare_members(class, decl));
    }

    fn declare_supers(&mut self, class: u32, decl: &'a ClassDecl) {
        if let Some(written) = &decl.extends
            && !matches!(written.kind, crate::syntax::ast::TypeKind::Inferred)
        {
            match self.resolve(written) {
                Ty::Own(above) if self.is_own_subclass(above, class) => {
                    self.error("java/type", "a class can't be above itself", written.span);
                }
                Ty::Own(above) if self.classes[above as usize].is_interface => {
                    self.classes[class as usize].interfaces.push(Ty::Own(above));
                }
                Ty::Own(above) => {
                    self.put_below(class, above);
                }
                Ty::Native(native) if native.name == "java.lang.Object" => {}
                Ty::Native(native) if is_interface(native) => {
                    self.classes[class as usize].interfaces.push(Ty::Native(native));
                }
                Ty::Native(native) => self.classes[class as usize].native_super = Some(native),
                _ => {
                    let name = &self.classes[class as usize].name;
                    let message = format!("{name} can't be used: the class that it extends is not there");
                    self.classes[class as usize].broken = Some(message.into());
                }
            }
        }
        for written in &decl.implements {
            let ty = self.resolve(written);
            self.classes[class as usize].interfaces.push(ty);
        }
        // Classes of a page's declarations are its members; they see the page's fields.
        let is_nested = self.classes[class as usize].outer.is_some();
        let is_static = decl.modifiers.is_static
            || matches!(
                decl.kind,
                ClassKind::Enum | ClassKind::Record | ClassKind::Interface | ClassKind::Annotation
            )
            || self.classes[class as usize]
                .outer
                .is_some_and(|outer| self.classes[outer as usize].is_interface);
        if is_nested && !is_static && self.classes[class as usize].outer_field.is_none() {
            let field = self.classes[class as usize].refs;
            let draft = &mut self.classes[class as usize];
            draft.outer_field = Some(field);
            draft.refs += 1;
        }
    }

    /// Puts a class below another one, whose fields come before its own.
    pub(super) fn put_below(&mut self, class: u32, above: u32) {
        let draft = &self.classes[above as usize];
        let (native, prims, refs) = (draft.native_super, draft.prims, draft.refs);
        let broken = draft.broken.clone();
        let own = &mut self.classes[class as usize];
        own.superclass = Some(above);
        (own.native_super, own.prims, own.refs) = (native, prims, refs);
        own.broken = own.broken.take().or(broken);
    }

    fn add_field(&mut self, class: u32, name: &Str, ty: Ty, modifiers: Modifiers) {
        let is_static = modifiers.is_static;
        let draft = &mut self.classes[class as usize];
        let count = match (is_static, ty.kind().is_primitive()) {
            (true, true) => &mut draft.static_prims,
            (true, false) => &mut draft.static_refs,
            (false, true) => &mut draft.prims,
            (false, false) => &mut draft.refs,
        };
        let index = *count;
        *count += 1;
        let (is_private, is_final) = (modifiers.is_private, modifiers.is_final);
        draft.fields.push(FieldDraft { name: name.clone(), ty, is_static, is_private, is_final, index });
    }

    fn declare_members(&mut self, class: u32, decl: &'a ClassDecl) {
        let is_interface = self.classes[class as usize].is_interface;
        if decl.kind == ClassKind::Enum {
            self.add_field(class, &"$name".into(), Ty::string(), Modifiers::default());
            self.add_field(class, &"$ordinal".into(), Ty::INT, Modifiers::default());
            let constant_of = Modifiers { is_static: true, is_final: true, ..Modifiers::default() };
            for constant in &decl.constants {
                self.add_field(class, &constant.name, Ty::Own(class), constant_of);
            }
            let values = Ty::Array(Rc::new(Ty::Own(class)));
            self.add_field(class, &"$VALUES".into(), values, constant_of);
        }
        for component in &decl.components {
            let ty = self.resolve(&component.java_type);
            let modifiers = Modifiers { is_private: true, is_final: true, ..Modifiers::default() };
            self.add_field(class, &component.name, ty, modifiers);
        }
        self.declare_fields(class, &decl.members, is_interface);
        self.declare_methods(class, &decl.members, is_interface);
        for component in &decl.components {
            let known = self.classes[class as usize]
                .methods
                .iter()
                .any(|method| method.name == component.name && method.params.is_empty());
            if !known {
                let ty = self.resolve(&component.java_type);
                self.add_method(class, component.name.clone(), Vec::new(), ty, false, None);
            }
        }
        let has_constructor =
            self.classes[class as usize].methods.iter().any(|method| method.name == "<init>");
        let compact = decl.members.methods.iter().find(|method| method.compact);
        if !is_interface && (!has_constructor || (decl.kind == ClassKind::Record && compact.is_some())) {
            let params: Vec<Ty> =
                decl.components.iter().map(|component| self.resolve(&component.java_type)).collect();
            self.classes[class as usize]
                .methods
                .retain(|method| !method.decl.is_some_and(|decl| decl.compact));
            self.add_method(class, "<init>".into(), params, Ty::Void, false, compact);
        }
    }

    pub(super) fn declare_fields(&mut self, class: u32, members: &'a Members, is_interface: bool) {
        for field in &members.fields {
            let ty = self.resolve(&field.variable.java_type);
            let name = &field.variable.name;
            if self.classes[class as usize].fields.iter().any(|known| known.name == *name) {
                self.error(
                    "java/duplicate",
                    format!("there is a field '{name}' already"),
                    field.variable.span,
                );
            }
            let mut modifiers = field.modifiers;
            modifiers.is_static |= is_interface;
            modifiers.is_final |= is_interface;
            self.add_field(class, name, ty, modifiers);
        }
    }

    pub(super) fn declare_methods(&mut self, class: u32, members: &'a Members, is_interface: bool) {
        for method in &members.methods {
            self.functions.last_mut().expect("members are looked at from within").type_params =
                method.type_params.clone();
            let params: Vec<Ty> = method.params.iter().map(|param| self.resolve(&param.java_type)).collect();
            let returns = method.returns.as_ref().map_or(Ty::Void, |written| self.resolve(written));
            let twin = self.classes[class as usize]
                .methods
                .iter()
                .any(|known| known.name == method.name && known.params == params);
            if twin {
                self.error(
                    "java/duplicate",
                    format!("there is such a method '{}' already", method.name),
                    method.span,
                );
            }
            let index = self.reserve_method_of(class);
            let is_abstract = method.body.is_none();
            self.classes[class as usize].methods.push(MethodDraft {
                name: method.name.clone(),
                params,
                returns,
                is_static: method.modifiers.is_static,
                is_abstract,
                is_private: method.modifiers.is_private,
                varargs: method.varargs,
                index,
                decl: Some(method),
            });
            if is_abstract && !is_interface && !method.modifiers.is_abstract {
                self.error("java/syntax", format!("the method '{}' has no body", method.name), method.span);
            }
        }
        self.functions.last_mut().expect("members are looked at from within").type_params = Vec::new();
    }

    fn add_method(
        &mut self,
        class: u32,
        name: Str,
        params: Vec<Ty>,
        returns: Ty,
        is_static: bool,
        decl: Option<&'a MethodDecl>,
    ) -> u32 {
        let index = self.reserve_method_of(class);
        self.classes[class as usize].methods.push(MethodDraft {
            name,
            params,
            returns,
            is_static,
            is_abstract: false,
            is_private: false,
            varargs: false,
            index,
            decl,
        });
        index
    }
}
