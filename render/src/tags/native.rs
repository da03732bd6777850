//! Vespid's own tags (`urn:vespid:tags`, prefix `v`).

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use futures::future::try_join_all;

use super::AsyncTag;
use super::End;
use super::TagAttributes;
use super::info::AttributeInfo;
use super::info::AttributeKind;
use super::info::BodyContent;
use super::info::DynamicAttributes;
use super::info::FunctionInfo;
use super::info::HandlerInfo;
use super::info::LibraryInfo;
use super::info::TagInfo;
use super::info::Texts;
use crate::Result;
use crate::Tag;
use crate::error::Error;
use crate::machine::PageHandle;
use crate::registry::Registry;
use crate::value::Value;
use crate::value::json;
use crate::writer::TextSink;

/// The library's URI. Libraries of other crates add tags to it by taking the same URI.
pub const URI: &str = "urn:vespid:tags";

/// The part of the library that needs nothing but pages.
pub(crate) fn library() -> LibraryInfo {
    LibraryInfo {
        uri: URI.into(),
        short_name: "v".into(),
        tags: vec![
            describe::<FlushTag>("flush", BodyContent::Empty),
            describe::<ParallelTag>("parallel", BodyContent::Jsp),
        ],
        functions: vec![FunctionInfo {
            name: "json".into(),
            class: FUNCTIONS.into(),
            method: "json".into(),
            params: vec!["java.lang.Object".into()],
            returns: "java.lang.String".into(),
            signature: crate::value::Str::new(),
        }],
        ..LibraryInfo::default()
    }
}

/// The class name of the library's functions.
const FUNCTIONS: &str = "vespid.tags.Functions";

pub(crate) fn register(registry: &mut Registry) {
    registry.async_tag::<FlushTag>().async_tag::<ParallelTag>().text_function(
        FUNCTIONS,
        "json",
        |args: &[Value], out: &mut TextSink<'_>| out.write_str(&to_json(args)?),
    );
}

/// `v:json(value)`: the value as JSON, which may also stand in a script of an HTML page.
fn to_json(args: &[Value]) -> Result<String> {
    let value = args.first().unwrap_or(&Value::Null);
    let text = json::text(value).ok_or_else(|| {
        let class = value.class_name().unwrap_or("null");
        Error::illegal_argument(format!("v:json: the {class} has no form in JSON"))
    })?;
    // What would end the script is written another way.
    Ok(if text.contains('<') { text.replace('<', "\\u003c") } else { text })
}

/// The description of a tag by its Rust type. All its attributes take values of request time.
pub fn describe<T: TagAttributes>(name: &str, body_content: BodyContent) -> Arc<TagInfo> {
    let attributes = T::attributes().iter().map(|attribute| AttributeInfo {
        name: attribute.name.into(),
        required: attribute.required,
        rtexprvalue: true,
        kind: if attribute.fragment { AttributeKind::Fragment } else { AttributeKind::Value },
        java_type: attribute.java_type.into(),
    });
    Arc::new(TagInfo {
        name: name.into(),
        handler: HandlerInfo::Class(T::tag_class().into()),
        body_content,
        attributes: attributes.collect(),
        variables: Vec::new(),
        dynamic_attributes: DynamicAttributes::No,
        deferred_is_text: false,
        extra_class: None,
        check: None,
        texts: Texts::default(),
    })
}

/// `v:flush`: sends what the page has written so far, before the page goes on.
#[derive(Default, Tag)]
#[tag(class = "vespid.tags.Flush")]
struct FlushTag {}

impl AsyncTag for FlushTag {
    async fn run(self, page: PageHandle) -> Result<End> {
        page.flush().await?;
        Ok(End::EvalPage)
    }
}

/// What the tags in a `v:parallel` have left to be done at its end, all at the same time.
///
/// A tag finds it by `page.with_parent::<Parallel, _>(…)` and adds its waiting there in place of waiting itself.
#[derive(Default)]
pub struct Parallel(Vec<Pin<Box<dyn Future<Output = Result<Arrival>> + Send>>>);

/// What is left to do when a piece of work is ready: setting a variable, mostly.
pub type Arrival = Box<dyn FnOnce(&PageHandle) -> Result<()> + Send>;

impl Parallel {
    /// Adds a piece of work. Its arrival is handled in the order of the page, whichever is ready first.
    pub fn add(&mut self, work: impl Future<Output = Result<Arrival>> + Send + 'static) {
        self.0.push(Box::pin(work));
    }
}

/// `v:parallel`: what its body waits for, it waits for together.
///
/// The first error ends all of it. Work that is not ready then, or when the client goes away, is dropped.
#[derive(Default, Tag)]
#[tag(class = "vespid.tags.Parallel")]
struct ParallelTag {}

impl AsyncTag for ParallelTag {
    async fn run(self, page: PageHandle) -> Result<End> {
        page.provide(Parallel::default())?;
        page.invoke_body().await?;
        let work = page.take_provided::<Parallel>()?.unwrap_or_default().0;
        for arrival in try_join_all(work).await? {
            arrival(&page)?;
        }
        Ok(End::EvalPage)
    }
}
