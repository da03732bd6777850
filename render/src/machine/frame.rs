//! Frames: where the machine is in its programs.

use super::handle::AsyncRun;
use super::script_tag::TagRun;
use super::waiting::IncludeReturn;

/// One activity; the topmost one runs.
pub(super) enum Frame {
    Code(CodeFrame),
    Async(Box<AsyncRun>),
    Script(Box<TagRun>),
}

/// Running code.
pub(super) struct CodeFrame {
    /// The page scope that it runs in; its program is the code.
    pub(super) scope: u32,
    /// The next instruction.
    pub(super) pc: u32,
    /// The heights when it started.
    pub(super) heights: Heights,
    pub(super) kind: Kind,
}

/// What a frame runs, and so what its end means.
pub(super) enum Kind {
    /// The page itself, or the target of a forward.
    Page,
    /// An included page.
    Include(Box<IncludeReturn>),
    /// A tag file.
    TagFile,
    /// A fragment or body, called by code of another scope or by an asynchronous tag.
    Fragment,
}

/// Heights of the machine's stacks, to go back to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Heights {
    pub(super) stack: u32,
    pub(super) tags: u32,
    pub(super) loops: u32,
    pub(super) catches: u32,
    pub(super) captures: u32,
    pub(super) scripts: u32,
}

/// Where an error is caught (`c:catch`).
pub(super) struct CatchPoint {
    /// The site in the program of the frame that it belongs to.
    pub(super) site: u32,
    pub(super) heights: Heights,
}
