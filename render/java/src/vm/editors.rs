//! Editors of properties: what makes an object of the text that an action sets (Pages 4.1, 1.14.2.1).
//!
//! The class `FooBeanInfo` beside a bean `Foo` may name an editor for a property; `PropertyEditorManager` knows them by
//! type, as does the name `BarEditor` beside a class `Bar`.

use std::sync::Arc;

use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::Str;

use super::Cx;
use super::Module;
use super::reflect;
use crate::library;

/// A class of the application by its full name, where its source is compiled already.
fn compiled(module: &Module, name: &str) -> Option<(Arc<Module>, u32)> {
    let found = module.generation.upgrade()?.compiled(name)?;
    let slot = found.class(name)?;
    Some((found, slot))
}

/// What the editor that a `BeanInfo` names for a property makes of a text; `None`: there is none.
///
/// # Errors
/// What these classes throw.
pub(super) fn of_property(module: &Module, class: &str, property: &str, text: &Str) -> Result<Option<Value>> {
    let Some((owner, slot)) = compiled(module, &format!("{class}BeanInfo")) else { return Ok(None) };
    Cx::outside(|cx| {
        let info = reflect::instantiate(cx, &owner, slot, &[])?;
        let descriptors = cx.invoke(&info, "getPropertyDescriptors", &[])?;
        if descriptors.is_null() {
            return Ok(None);
        }
        for descriptor in library::items(&descriptors)? {
            if cx.invoke(&descriptor, "getName", &[])?.as_str() != Some(property) {
                continue;
            }
            let editor = cx.invoke(&descriptor, "createPropertyEditor", &[Value::Null])?;
            return if editor.is_null() { Ok(None) } else { edited(cx, &editor, text).map(Some) };
        }
        Ok(None)
    })
}

/// What the editor of a type makes of a text; `None`: there is none.
///
/// # Errors
/// What these classes throw.
pub(super) fn of_type(module: &Module, java_type: &str, text: &Str) -> Result<Option<Value>> {
    Cx::outside(|cx| {
        if let Some((manager, slot)) = compiled(module, "java.beans.PropertyEditorManager") {
            let class = library::class_of(java_type);
            let editor = reflect::call_static(cx, &manager, slot, "findEditor", None, &[class])?;
            if !editor.is_null() {
                return edited(cx, &editor, text).map(Some);
            }
        }
        match compiled(module, &format!("{java_type}Editor")) {
            Some((owner, slot)) if owner.classes[slot as usize].class.is_a("java.beans.PropertyEditor") => {
                let editor = reflect::instantiate(cx, &owner, slot, &[])?;
                edited(cx, &editor, text).map(Some)
            }
            _ => Ok(None),
        }
    })
}

fn edited(cx: &mut Cx<'_, '_>, editor: &Value, text: &Str) -> Result<Value> {
    cx.invoke(editor, "setAsText", &[Value::Str(text.clone())])?;
    cx.invoke(editor, "getValue", &[])
}
