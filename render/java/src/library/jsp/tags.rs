//! What tag handlers ask of the machine: their bodies and fragments.

use vespid_render::Value;

use super::super::table::Native;
use super::context;
use crate::vm::Pending;

pub(in super::super) const CLASSES: &[Native] = &[Native {
    methods: "invoke/1:void getJspContext:JspContext",
    call: Some(|cx, target, name, args| {
        Ok(Some(match (name, args) {
            ("invoke", [to]) => {
                cx.page()?;
                cx.pending = Some(Pending::Fragment { fragment: target.clone(), to: to.clone() });
                Value::Null
            }
            ("getJspContext", []) => context::page_context(cx)?,
            _ => return Ok(None),
        }))
    }),
    complete: true,
    ..Native::new("jakarta.servlet.jsp.tagext.JspFragment")
}];
