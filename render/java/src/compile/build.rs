//! What the machine gets of the classes: tables of methods, fields and properties.

use std::sync::OnceLock;
use std::sync::atomic::AtomicU8;

use rustc_hash::FxHashMap;
use vespid_render::value::Class as RenderClass;
use vespid_render::value::Property;
use vespid_render::value::Str;

use super::Compiler;
use super::MethodDraft;
use super::types::Ty;
use crate::library;
use crate::syntax::ast::ClassKind;
use crate::vm::ClassInfo;
use crate::vm::ClassRef;
use crate::vm::FieldInfo;
use crate::vm::MethodRef;

impl<'a> Compiler<'a> {
    /// Makes what the machine needs of all drafts, super classes before those below.
    pub(super) fn build_classes(&mut self) {
        let mut index = 0;
        while index < self.classes.len() {
            let class = index as u32;
            if self.classes[index].module.is_some() {
                index += 1;
                continue;
            }
            let before = self.problems.len();
            let initialiser = match self.classes[index].decl {
                Some(decl) => self.static_initialiser(class, &decl.members),
                None => None,
            };
            if let Some(initialiser) = initialiser {
                self.settle(initialiser, before);
            }
            self.module.classes.push(empty_class(&self.classes[index].name, initialiser));
            index += 1;
        }
        for class in 0..self.classes.len() as u32 {
            let draft = &self.classes[class as usize];
            if draft.module.is_none() {
                let slot = draft.slot as usize;
                let info = self.class_info(class);
                self.module.classes[slot] = info;
            }
        }
    }

    fn class_info(&mut self, class: u32) -> ClassInfo {
        let draft = &self.classes[class as usize];
        let initialiser = self.module.classes[draft.slot as usize].initialiser;
        let mut supers: Vec<Str> = Vec::new();
        let mut table: FxHashMap<Str, MethodRef> = FxHashMap::default();
        let mut by_name: FxHashMap<Str, Vec<MethodRef>> = FxHashMap::default();
        let mut fields = Vec::new();
        // From the class up: what comes first counts.
        let mut lineage = vec![class];
        let mut at = 0;
        while at < lineage.len() {
            let above = &self.classes[lineage[at] as usize];
            let parents =
                above.superclass.into_iter().chain(above.interfaces.iter().filter_map(|ty| match ty {
                    Ty::Own(interface) => Some(*interface),
                    _ => None,
                }));
            for parent in parents {
                if !lineage.contains(&parent) {
                    lineage.push(parent);
                }
            }
            for native in
                above.native_super.into_iter().chain(above.interfaces.iter().filter_map(|ty| match ty {
                    Ty::Native(native) => Some(*native),
                    _ => None,
                }))
            {
                supers.extend(native.lineage().into_iter().map(|native| Str::from(native.name)));
            }
            if at > 0 {
                supers.push(above.name.clone());
            }
            at += 1;
        }
        if draft.decl.is_some_and(|decl| decl.kind == ClassKind::Enum) {
            supers.extend([Str::from("java.lang.Enum"), "java.lang.Comparable".into()]);
        }
        let mut concrete: Vec<(u32, &MethodDraft<'a>)> = Vec::new();
        for above in &lineage {
            for method in &self.classes[*above as usize].methods {
                if method.name != "<init>" || *above == class {
                    concrete.push((*above, method));
                }
            }
        }
        for (_, method) in &concrete {
            by_name.entry(method.name.clone()).or_default().push(self.reference_of(method.index));
            if method.is_static || method.name == "<init>" || method.is_abstract {
                continue;
            }
            table.entry(self.selector(method)).or_insert_with(|| self.reference_of(method.index));
        }
        // What a class above declares with a type parameter, a class below may write with a type of its own.
        for (_, above) in &concrete {
            let selector = self.selector(above);
            if above.is_static || above.name == "<init>" {
                continue;
            }
            let better = concrete.iter().find(|(_, method)| {
                !method.is_abstract
                    && !method.is_static
                    && method.name == above.name
                    && method.params.len() == above.params.len()
                    && method.params.iter().zip(&above.params).all(|(own, above)| {
                        own == above || (*above == Ty::Dynamic && !own.kind().is_primitive())
                    })
                    && method.returns.kind().is_primitive() == above.returns.kind().is_primitive()
            });
            if let Some((_, better)) = better {
                table.insert(selector, self.reference_of(better.index));
            }
        }
        let mut own_fields = 0;
        for above in lineage.iter().rev() {
            own_fields = fields.len();
            for field in &self.classes[*above as usize].fields {
                fields.push(FieldInfo {
                    name: field.name.clone(),
                    kind: field.ty.kind(),
                    is_static: field.is_static,
                    index: field.index,
                });
            }
        }
        let own = draft.methods.iter().map(|method| (self.selector(method), method.index));
        let own: Vec<(Str, u32)> = own.collect();
        let (properties, accessors) = self.properties(&concrete);
        let names: Vec<&str> = supers.iter().map(Str::as_str).collect();
        let name = draft.name.clone();
        ClassInfo {
            class: RenderClass::with_properties(name, &names, properties),
            superclass: draft.superclass.map(|above| {
                let above = &self.classes[above as usize];
                ClassRef { module: above.module.clone(), index: above.slot }
            }),
            own: own.into_iter().collect(),
            own_fields,
            is_abstract: draft.is_interface || draft.decl.is_some_and(|decl| decl.modifiers.is_abstract),
            is_interface: draft.is_interface,
            is_inner: draft.outer_field.is_some() || !draft.captured.is_empty(),
            broken: draft.broken.clone(),
            supers: supers.clone(),
            native_super: draft.native_super,
            is_record: draft.decl.is_some_and(|decl| decl.kind == ClassKind::Record),
            fields,
            prims: draft.prims,
            refs: draft.refs,
            table,
            by_name,
            accessors,
            statics: OnceLock::new(),
            static_prims: draft.static_prims,
            static_refs: draft.static_refs,
            initialiser,
            initialised: AtomicU8::new(0),
        }
    }

    /// The name of a type as descriptors and conversions have it.
    fn described(&self, ty: &Ty) -> Str {
        match ty {
            Ty::Array(component) => format!("{}[]", self.described(component)).into(),
            ty => self.type_name(ty),
        }
    }

    /// The bean properties of a class by its getters and setters.
    fn properties(&self, methods: &[(u32, &MethodDraft<'a>)]) -> (Vec<Property>, Vec<Accessors>) {
        let mut properties: Vec<Property> = Vec::new();
        let mut accessors: Vec<Accessors> = Vec::new();
        for (_, method) in methods.iter().filter(|(_, method)| !method.is_static && !method.is_abstract) {
            let (name, is_getter) = match (method.params.len(), &*method.name) {
                (0, name) if name.starts_with("get") && name != "getClass" => (&name[3..], true),
                (0, name) if name.starts_with("is") && method.returns == Ty::BOOL => (&name[2..], true),
                (1, name) if name.starts_with("set") => (&name[3..], false),
                _ => continue,
            };
            if !name.starts_with(|first: char| first.is_uppercase() || first == '_') {
                continue;
            }
            let name = decapitalized(name);
            let at = match properties.iter().position(|property| property.name == name) {
                Some(at) => at,
                None => {
                    let ty = if is_getter { &method.returns } else { &method.params[0] };
                    properties.push(Property { name, java_type: self.described(ty), writable: false });
                    accessors.push((None, None));
                    properties.len() - 1
                }
            };
            let reference = self.reference_of(method.index);
            if is_getter {
                accessors[at].0.get_or_insert(reference);
            } else {
                properties[at].writable = true;
                properties[at].java_type = self.described(&method.params[0]);
                accessors[at].1.get_or_insert(reference);
            }
        }
        (properties, accessors)
    }
}

/// The getter and the setter of a property.
type Accessors = (Option<MethodRef>, Option<MethodRef>);

/// `java.beans.Introspector.decapitalize`
fn decapitalized(name: &str) -> Str {
    let mut chars = name.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if first.is_uppercase() && second.is_uppercase() => name.into(),
        (Some(first), _) => first.to_lowercase().chain(chars).collect(),
        (None, _) => Str::new(),
    }
}

/// Whether a native class is an interface: it has no objects of its own.
pub(super) fn is_interface(native: &'static library::Native) -> bool {
    native.make.is_none() && !native.is_subclass_of_throwable() && native.name != "java.lang.Object"
}

fn empty_class(name: &Str, initialiser: Option<u32>) -> ClassInfo {
    ClassInfo {
        class: RenderClass::new(name.clone(), &[]),
        superclass: None,
        supers: Vec::new(),
        native_super: None,
        own: FxHashMap::default(),
        own_fields: 0,
        is_abstract: false,
        is_interface: false,
        is_inner: false,
        broken: None,
        is_record: false,
        fields: Vec::new(),
        prims: 0,
        refs: 0,
        table: FxHashMap::default(),
        by_name: FxHashMap::default(),
        accessors: Vec::new(),
        statics: OnceLock::new(),
        static_prims: 0,
        static_refs: 0,
        initialiser,
        initialised: AtomicU8::new(0),
    }
}
