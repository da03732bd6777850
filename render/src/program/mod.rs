//! Compiled pages: flat code with its pools.
//!
//! A [`Program`] is one page or tag file; a [`Unit`] is a page with all tag files that it can reach. Both are immutable
//! and shared by every request that runs them.

mod op;
mod sites;
mod slots;

use std::sync::Arc;

use vespid_streams::StaticText;

pub(crate) use op::Compare;
pub(crate) use op::Conversion;
pub(crate) use op::Implicit;
pub(crate) use op::Instruction;
pub(crate) use op::NO_TEXT;
pub(crate) use op::Op;
pub(crate) use sites::*;
pub(crate) use slots::Slots;

use crate::resources::Stamp;
use crate::script::Script;
use crate::source::Place;
use crate::source::SourceMap;
use crate::source::Span;
use crate::value::Str;
use crate::value::Value;

/// The path of an expression that belongs to no page.
pub(crate) const EXPRESSION: &str = "expression";

/// The code of one page or tag file with its pools.
pub struct Program {
    pub(crate) path: Str,
    pub(crate) settings: Settings,
    pub(crate) code: Vec<Instruction>,
    /// The place of each instruction.
    pub(crate) spans: Vec<Span>,
    pub(crate) sources: SourceMap,
    /// Pieces of template text; the first is empty.
    pub(crate) texts: Vec<StaticText>,
    pub(crate) consts: Vec<Value>,
    pub(crate) slots: Slots,
    pub(crate) props: Vec<PropSite>,
    pub(crate) paths: Vec<PathSite>,
    pub(crate) tests: Vec<TestSite>,
    /// Pairs of property and request parameter.
    pub(crate) bean_params: Vec<(Str, Str)>,
    pub(crate) functions: Vec<FunctionSite>,
    pub(crate) lambdas: Vec<LambdaSite>,
    pub(crate) deferred: Vec<DeferredSite>,
    pub(crate) mapped: Vec<MappedSite>,
    pub(crate) mapped_loops: Vec<MappedLoop>,
    pub(crate) names: Vec<NameSite>,
    pub(crate) classes: Vec<ClassSite>,
    pub(crate) tags: Vec<TagSite>,
    pub(crate) script_tags: Vec<ScriptTagSite>,
    pub(crate) tag_files: Vec<TagFileSite>,
    pub(crate) loops: Vec<LoopSite>,
    pub(crate) includes: Vec<IncludeSite>,
    pub(crate) beans: Vec<BeanSite>,
    pub(crate) catches: Vec<CatchSite>,
    pub(crate) urls: Vec<UrlSite>,
    pub(crate) imports: Vec<ImportSite>,
    pub(crate) formats: Vec<FormatSite>,
    /// For a tag file: the variables that it gives its caller.
    pub(crate) exports: Vec<Export>,
    /// For a tag file: the page-scope variable with its dynamic attributes.
    pub(crate) dynamic_attributes: Option<u32>,
    /// Tag files that this program calls, by path; [`Unit::links`] says where they are.
    pub(crate) callees: Vec<Str>,
    /// The scripting elements, and where the segments between them start.
    pub(crate) script: Option<Arc<dyn Script>>,
    pub(crate) segments: Vec<u32>,
    /// An instruction that does no more than let the script go on; behind it the program ends.
    pub(crate) script_resume: u32,
    /// What was read to make it, with the version read.
    pub(crate) dependencies: Vec<(Str, Option<Stamp>)>,
    /// Whether it may use classes of the application's sources, so that it changes with them.
    pub(crate) uses_classes: bool,
    /// The version of those that it was compiled with.
    pub(crate) classes_version: Option<u64>,
}

impl Program {
    /// Context-relative path of the page or tag file.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The number of instructions.
    pub fn len(&self) -> usize {
        self.code.len()
    }

    /// Whether there is no instruction; never so for a compiled program, which ends in a return.
    pub fn is_empty(&self) -> bool {
        self.code.is_empty()
    }

    /// Where the instruction `pc` comes from.
    pub(crate) fn place(&self, pc: u32) -> Place {
        self.sources.place(self.spans.get(pc as usize).copied().unwrap_or_default())
    }

    /// Roughly how many bytes of memory it takes.
    pub fn weight_bytes(&self) -> usize {
        let sources: usize = self.sources.files().iter().map(|file| file.text().len()).sum();
        let texts: usize = self.texts.iter().map(vespid_streams::StaticText::len).sum();
        sources
            + texts
            + self.code.len() * (size_of::<Instruction>() + size_of::<Span>())
            + self.consts.len() * size_of::<Value>()
            + self.props.len() * size_of::<PropSite>()
            + self.script.as_ref().map_or(0, |script| script.weight_bytes())
            + 1024
    }
}

/// What the page's directives and configuration decide.
#[derive(Clone, Debug)]
pub struct Settings {
    /// `contentType` with its charset.
    pub content_type: Option<Str>,
    /// Whether the page takes part in a session.
    pub session: bool,
    /// Buffer size in bytes; 0: none.
    pub buffer_bytes: usize,
    /// Whether a full buffer is sent, rather than an error.
    pub auto_flush: bool,
    /// Where to go when the page fails.
    pub error_page: Option<Str>,
    /// Whether `exception` is there to show.
    pub is_error_page: bool,
    /// What the page says of itself.
    pub info: Option<Str>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            content_type: None,
            session: true,
            buffer_bytes: 8192,
            auto_flush: true,
            error_page: None,
            is_error_page: false,
            info: None,
        }
    }
}

/// A page and every tag file that it can reach.
pub struct Unit {
    /// The page first, then tag files.
    pub(crate) programs: Vec<Arc<Program>>,
    /// For each program, the indices in `programs` of its callees.
    pub(crate) links: Vec<Vec<u32>>,
}

impl Unit {
    /// The page itself.
    pub fn page(&self) -> &Arc<Program> {
        &self.programs[0]
    }

    /// Roughly how many bytes of memory it takes.
    pub fn weight_bytes(&self) -> usize {
        self.programs.iter().map(|program| program.weight_bytes()).sum()
    }

    /// Everything that was read to make it.
    pub fn dependencies(&self) -> impl Iterator<Item = &(Str, Option<Stamp>)> {
        self.programs.iter().flat_map(|program| &program.dependencies)
    }
}
