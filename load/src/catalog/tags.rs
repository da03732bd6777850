//! The tags and functions of the library `urn:shop:catalog`, under their Java class names.

use std::borrow::Cow;

use vespid_render::Bean;
use vespid_render::Error;
use vespid_render::Result;
use vespid_render::TextSink;
use vespid_render::Value;
use vespid_render::machine::TagContext;
use vespid_render::registry::Registry;
use vespid_render::tags::AfterBody;
use vespid_render::tags::End;
use vespid_render::tags::Start;
use vespid_render::tags::Tag;
use vespid_render::value::FromValue;
use vespid_render::value::Items;
use vespid_render::value::Obj;
use vespid_render::value::Str;

use super::beans;
use super::functions;

/// Everything that the application's pages name.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    registry
        .constructor("shop.Catalog", || Ok(beans::Catalog::value()))
        .tag::<Each>()
        .tag::<Stars>()
        .tag::<Let>()
        .tag::<Show>()
        .text_function("shop.Functions", "money", money)
        .text_function("shop.Functions", "slug", slug)
        .text_function("shop.Functions", "esc", esc);
    registry
}

/// `cat:money`
fn money(args: &[Value], out: &mut TextSink<'_>) -> Result<()> {
    let amount = f64::from_value(&args[0])?;
    functions::money_pieces(amount, |piece| out.write_str(piece))
}

/// `cat:slug`
fn slug(args: &[Value], out: &mut TextSink<'_>) -> Result<()> {
    let text = Cow::<str>::from_value(&args[0])?;
    out.write_str(&functions::slug(&text))
}

/// `cat:esc`
fn esc(args: &[Value], out: &mut TextSink<'_>) -> Result<()> {
    out.write_escaped(&Cow::<str>::from_value(&args[0])?)
}

/// `cat:each`: its body for each item of a collection or each entry of a map.
#[derive(Default, vespid_render::Tag)]
#[tag(class = "shop.EachTag")]
struct Each {
    #[attribute(required)]
    items: Value,
    #[attribute(required)]
    var: Str,
    #[attribute]
    status: Option<Str>,
    rest: Rest,
    index: i32,
}

/// What is left to go over.
#[derive(Default)]
enum Rest {
    #[default]
    Nothing,
    List(Obj),
    Items(Items, Option<Value>),
}

/// The status variable.
#[derive(Bean)]
#[bean(class = "shop.EachTag$Status", getter(count = "count", first = "is_first"))]
struct Status {
    #[bean(readonly)]
    index: i32,
    #[bean(readonly)]
    last: bool,
}

impl Status {
    fn count(&self) -> i32 {
        self.index + 1
    }

    fn is_first(&self) -> bool {
        self.index == 0
    }
}

impl Each {
    /// Sets the variables of the next round, if there is one.
    fn step(&mut self, page: &mut TagContext<'_>) -> Result<bool> {
        let last = match &mut self.rest {
            Rest::Nothing => return Ok(false),
            Rest::List(list) => {
                let Some(list) = list.as_list() else { return Ok(false) };
                let index = self.index as usize;
                let Some(item) = list.get(index) else { return Ok(false) };
                page.set(&self.var, item);
                index + 1 == list.len()
            }
            Rest::Items(items, ahead) => {
                let Some(item) = ahead.take() else { return Ok(false) };
                page.set(&self.var, item);
                *ahead = items.next().transpose()?;
                ahead.is_none()
            }
        };
        if let Some(status) = &self.status {
            page.set(status, Value::new(Status { index: self.index, last }));
        }
        Ok(true)
    }
}

impl Tag for Each {
    fn start(&mut self, page: &mut TagContext<'_>) -> Result<Start> {
        self.rest = match std::mem::take(&mut self.items) {
            Value::Null => return Ok(Start::SkipBody),
            Value::Object(object) if object.as_list().is_some() => Rest::List(object),
            value => {
                let items = value.as_object().and_then(|object| object.clone().iterate());
                let Some(mut items) = items else {
                    let class = value.class_name().unwrap_or("null");
                    return Err(Error::jsp(format!(
                        "each: items must be a collection or a map, not {class}"
                    )));
                };
                let first = items.next().transpose()?;
                Rest::Items(items, first)
            }
        };
        Ok(if self.step(page)? { Start::EvalBody } else { Start::SkipBody })
    }

    fn after_body(&mut self, page: &mut TagContext<'_>) -> Result<AfterBody> {
        self.index += 1;
        Ok(if self.step(page)? { AfterBody::Again } else { AfterBody::Done })
    }

    fn end(&mut self, page: &mut TagContext<'_>) -> Result<End> {
        page.remove(&self.var);
        if let Some(status) = &self.status {
            page.remove(status);
        }
        Ok(End::EvalPage)
    }
}

/// `cat:stars`: so many full stars of five.
#[derive(Default, vespid_render::Tag)]
#[tag(class = "shop.StarsTag")]
struct Stars {
    #[attribute(required)]
    value: i32,
}

impl Tag for Stars {
    fn start(&mut self, page: &mut TagContext<'_>) -> Result<Start> {
        page.write_str(functions::stars(self.value))?;
        Ok(Start::SkipBody)
    }
}

/// `cat:let`: a page-scope variable.
#[derive(Default, vespid_render::Tag)]
#[tag(class = "shop.LetTag")]
struct Let {
    #[attribute(required)]
    var: Str,
    #[attribute(required)]
    value: Value,
}

impl Tag for Let {
    fn start(&mut self, page: &mut TagContext<'_>) -> Result<Start> {
        page.set(&self.var, std::mem::take(&mut self.value));
        Ok(Start::SkipBody)
    }
}

/// `cat:show`: its body if the test holds.
#[derive(Default, vespid_render::Tag)]
#[tag(class = "shop.ShowTag")]
struct Show {
    #[attribute(required)]
    when: bool,
}

impl Tag for Show {
    fn start(&mut self, _page: &mut TagContext<'_>) -> Result<Start> {
        Ok(if self.when { Start::EvalBody } else { Start::SkipBody })
    }
}
