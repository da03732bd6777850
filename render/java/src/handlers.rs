//! Tag handlers among an application's sources (Pages 4.1, chapter 13).

use std::sync::Arc;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::script::Resume;
use vespid_render::script::ScriptPage;
use vespid_render::script::ScriptRun;
use vespid_render::script::ScriptTag;
use vespid_render::script::Step;
use vespid_render::script::TagArgument;
use vespid_render::script::TagCall;
use vespid_render::value::Str;

use crate::classpath::Generation;
use crate::library;
use crate::runs::Advance;
use crate::runs::Going;
use crate::vm::ClassInfo;
use crate::vm::Cx;
use crate::vm::MethodRef;
use crate::vm::Module;
use crate::vm::Run;
use crate::vm::reflect;

/// The class that leads handlers through their lives, itself in Java.
pub(crate) const LIVES: &str = "vespid.Handlers";

/// A class of tag handlers.
pub(crate) struct SourceTag(Arc<Inner>);

struct Inner {
    module: Arc<Module>,
    slot: u32,
    is_simple: bool,
    takes_dynamic: bool,
    takes_id: bool,
    setters: Vec<Setter>,
    /// The method that runs a handler.
    life: MethodRef,
    /// The method that makes a `Tag` of what is none.
    adapt: MethodRef,
    /// What lives as long as somebody uses a class of it.
    #[expect(dead_code, reason = "held for the static fields, which go with it")]
    classes: Arc<Generation>,
}

struct Setter {
    attribute: Str,
    java_type: Str,
    method: MethodRef,
}

impl SourceTag {
    /// The class as a tag handler, if it is one; `lives` has [`LIVES`].
    pub(crate) fn new(
        module: Arc<Module>,
        slot: u32,
        lives: &Arc<Module>,
        classes: Arc<Generation>,
    ) -> Option<Self> {
        let info = &module.classes[slot as usize];
        let is_simple = info.class.is_a("jakarta.servlet.jsp.tagext.SimpleTag");
        if !is_simple && !info.class.is_a("jakarta.servlet.jsp.tagext.Tag") {
            return None;
        }
        let lives_info = &lives.classes[lives.class(LIVES)? as usize];
        let life = |name: &str| Some(lives_info.by_name.get(name)?.first()?.seen_from(lives));
        Some(SourceTag(Arc::new(Inner {
            is_simple,
            takes_dynamic: info.class.is_a("jakarta.servlet.jsp.tagext.DynamicAttributes"),
            takes_id: info.class.is_a("jakarta.servlet.jsp.tagext.JspIdConsumer"),
            setters: setters(&module, info),
            life: life(if is_simple { "simple" } else { "classic" })?,
            adapt: life("adapt")?,
            module,
            slot,
            classes,
        })))
    }
}

fn setters(module: &Arc<Module>, info: &ClassInfo) -> Vec<Setter> {
    let mut setters: Vec<Setter> = Vec::new();
    for (name, methods) in &info.by_name {
        let Some(property) = name.strip_prefix("set").filter(|property| !property.is_empty()) else {
            continue;
        };
        for found in methods {
            let method = found.method(module);
            let [java_type] = &method.types[..] else { continue };
            if method.is_static || method.is_abstract {
                continue;
            }
            let attribute = uncapitalized(property);
            let known =
                setters.iter().any(|known| known.attribute == attribute && known.java_type == *java_type);
            if !known {
                let method = found.seen_from(module);
                setters.push(Setter { attribute, java_type: java_type.clone(), method });
            }
        }
    }
    setters
}

fn uncapitalized(name: &str) -> Str {
    let mut chars = name.chars();
    let first = chars.next().into_iter().flat_map(char::to_lowercase);
    first.chain(chars).collect::<String>().into()
}

impl ScriptTag for SourceTag {
    fn setter(&self, attribute: &str, java_type: &str) -> Option<(u32, Str)> {
        let attribute = uncapitalized(attribute);
        let all = self.0.setters.iter().enumerate();
        let fitting = |(_, setter): &(usize, &Setter)| setter.attribute == attribute;
        let named = |wanted: &str| {
            all.clone().filter(fitting).find(|(_, setter)| {
                setter.java_type == wanted || setter.java_type.strip_prefix("java.lang.") == Some(wanted)
            })
        };
        let found =
            named(java_type).or_else(|| named("java.lang.String")).or_else(|| all.clone().find(fitting));
        found.map(|(index, setter)| (index as u32, setter.java_type.clone()))
    }

    fn attributes(&self) -> Vec<Str> {
        self.0.setters.iter().map(|setter| setter.attribute.clone()).collect()
    }

    fn takes_dynamic(&self) -> bool {
        self.0.takes_dynamic
    }

    fn start(&self, call: TagCall) -> Box<dyn ScriptRun> {
        Box::new(HandlerRun { class: self.0.clone(), state: State::New(call) })
    }
}

/// One use of a tag.
struct HandlerRun {
    class: Arc<Inner>,
    state: State,
}

enum State {
    New(TagCall),
    Running(Box<Going>),
    Over,
}

impl ScriptRun for HandlerRun {
    fn resume(&mut self, page: &mut ScriptPage<'_>, with: Resume) -> Result<Step> {
        let mut going = match std::mem::replace(&mut self.state, State::Over) {
            State::New(call) => Box::new(Going::new(self.class.begin(page, call)?)),
            State::Running(going) => going,
            State::Over => return Err(Error::illegal_state("the tag has ended")),
        };
        match going.go_on(page, with, None)? {
            Advance::Done(Value::Bool(true)) => Ok(Step::SkipPage),
            Advance::Done(_) => Ok(Step::Done),
            Advance::Step(step) => {
                self.state = State::Running(going);
                Ok(step)
            }
        }
    }
}

impl Inner {
    /// Makes the handler, gives it what it gets before it runs, and the run itself.
    fn begin(&self, page: &mut ScriptPage<'_>, call: TagCall) -> Result<Run> {
        let parent = page.parent_tag();
        let cx = &mut Cx::new(page, 0);
        let tag = reflect::instantiate(cx, &self.module, self.slot, &[])?;
        let context = library::page_context(cx)?;
        if self.is_simple {
            cx.invoke(&tag, "setJspContext", std::slice::from_ref(&context))?;
            if !parent.is_null() {
                cx.invoke(&tag, "setParent", &[parent])?;
            }
        } else {
            cx.invoke(&tag, "setPageContext", std::slice::from_ref(&context))?;
            let parent = match parent {
                Value::Null => Value::Null,
                parent => cx.call_method(&self.adapt, None, &[parent])?,
            };
            cx.invoke(&tag, "setParent", &[parent])?;
        }
        if self.takes_id {
            cx.invoke(&tag, "setJspId", &[Value::Str(call.id)])?;
        }
        for argument in call.attributes {
            match argument {
                TagArgument::Set(setter, value) => {
                    let Some(setter) = self.setters.get(setter as usize) else { continue };
                    cx.call_method(&setter.method, Some(tag.clone()), &[value])?;
                }
                TagArgument::Dynamic { uri, name, value } => {
                    let uri = uri.map_or(Value::Null, Value::Str);
                    cx.invoke(&tag, "setDynamicAttribute", &[uri, Value::Str(name), value])?;
                }
            }
        }
        let has_body = call.body.is_some();
        let args = if self.is_simple {
            if let Some(body) = call.body {
                cx.invoke(&tag, "setJspBody", &[body])?;
            }
            vec![tag.clone()]
        } else {
            vec![tag.clone(), context, Value::Bool(has_body)]
        };
        cx.page()?.set_tag(tag);
        Run::method(&self.life, None, &args)
    }
}
