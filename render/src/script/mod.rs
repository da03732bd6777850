//! Scripting elements: the seam between pages and an engine that runs the language in them.
//!
//! A page with scripting elements is two programs that take turns. Between its scripting elements the page is ordinary
//! code of the machine, in *segments*; the engine's program is all scripting elements in a row with a place for each
//! segment between them. The engine runs until it comes to a segment, the machine runs that up to its end and lets the
//! engine go on:
//!
//! ```text
//! <% for (…) { %> text ${el} <% } %>      engine: for (…) { segment 0 }
//!                                          machine: segment 0: text, el, resume
//! ```
//!
//! An action whose body holds scripting elements is a *region*: the machine runs its code as ever, and where a body begins
//! it lets the engine run that.
//!
//! This crate knows of no language; without an engine scripting elements are a diagnostic.

mod page;

use crate::Result;
use crate::application::Application;
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::source::SourceMap;
use crate::source::Span;
use crate::tags::PageData;
use crate::tags::TagProblem;
use crate::tags::ValidationMessage;
use crate::tags::info::LibraryInfo;
use crate::tags::info::TagInfo;
use crate::tags::info::VariableInfo;
use crate::value::Class;
use crate::value::Str;
use crate::value::Value;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

pub use page::ScriptPage;

/// The application attribute with what `java.sql.DriverManager` and names of JNDI mean to scripts: an object with the
/// methods `getConnection(url, user, password)`, whose result comes over time, and `lookup(name)`.
pub const DATA_SOURCES: &str = "vespid.sql.dataSources";

/// Runs the scripting elements of an application's pages.
pub trait ScriptEngine: Send + Sync {
    /// Compiles the scripting elements of one page or tag file. May read files, so it is called on blocking threads only.
    ///
    /// Gives the script, if it can be run, and everything that its author should know.
    fn compile(&self, source: &ScriptSource<'_>) -> (Option<Arc<dyn Script>>, Vec<Diagnostic>);

    /// The class of the application's own sources that has a full name: `a.b.C`, of nested ones `a.b.C.D` or `a.b.C$D`.
    /// It is compiled if it was not yet. `None`: there is no source of it. May read files, so it is called on blocking
    /// threads only.
    fn class(&self, application: &Application, name: &str) -> Option<Arc<dyn ScriptClass>>;

    /// A number of the version that the sources of classes have: looks whether they have changed, in production only
    /// after [`reload`](Self::reload). What was compiled with an earlier version is to be compiled anew. May read files,
    /// so it is called on blocking threads only.
    fn classes_version(&self, application: &Application) -> u64;

    /// Compiles all sources of classes and tells what is wrong with them. Blocks, and takes its time.
    fn check_classes(&self, application: &Application) -> Vec<Diagnostic>;

    /// The resource bundles among the classes (`ListResourceBundle`), by full name, each with what it has. May read
    /// files, so it is called on blocking threads only.
    fn bundle_classes(&self, application: &Application) -> Vec<(Str, Vec<(Str, Value)>)>;

    /// The sources of classes are to be looked at again.
    fn reload(&self);
}

/// A class of the application's own sources.
///
/// Its static state is shared by all who use it. Code that it runs, in a constructor say, can't wait.
pub trait ScriptClass: Send + Sync {
    /// The class as its objects have it: full name, super types, properties.
    fn class(&self) -> &Class;

    /// The class as Java's code has it, a `java.lang.Class`.
    fn class_object(&self) -> Value;

    /// Why it can't be used, if it can't: the source does not compile, or its super class is not there.
    fn problem(&self) -> Option<&Str>;

    /// Whether objects can be made of it: it is neither abstract nor an interface.
    fn is_concrete(&self) -> bool;

    /// Makes an object by the constructor that takes these arguments.
    ///
    /// # Errors
    /// What the constructor throws; `MethodNotFoundException`, if there is none for such arguments;
    /// `InstantiationException`, if there can be no objects of it.
    fn instantiate(&self, args: &[Value]) -> Result<Value>;

    /// Whether it has a static method of that name.
    fn has_static_method(&self, name: &str) -> bool;

    /// Calls a static method, with arguments coerced to its parameters as expressions do. `types` are the names of the
    /// parameters' classes as descriptors write them (`int`, `a.b.C[]`), where they are known.
    ///
    /// # Errors
    /// What the method throws; `MethodNotFoundException`, if there is none for such arguments.
    fn call_static(&self, name: &str, types: Option<&[Str]>, args: &[Value]) -> Result<Value>;

    /// The value of a static field; `None`: there is none of that name.
    ///
    /// # Errors
    /// What the class's initialiser throws.
    fn static_field(&self, name: &str) -> Result<Option<Value>>;

    /// Lets the class look at a use of a tag at translation (`TagExtraInfo`). May read files.
    ///
    /// # Errors
    /// What it throws, also where it can't look at tags.
    fn look_at_tag(&self, application: &Application, used: &ExtraUse<'_>) -> Result<ExtraFound>;

    /// Lets the class look at a page at translation (`TagLibraryValidator`). May read files.
    ///
    /// # Errors
    /// What it throws, also where it can't look at pages.
    fn look_at_page(&self, application: &Application, page: &PageData<'_>) -> Result<Vec<ValidationMessage>>;

    /// The class as a tag handler; `None`: it is none. May read files.
    fn tag_handler(&self, application: &Application) -> Option<Arc<dyn ScriptTag>>;
}

/// A use of a tag, as its `TagExtraInfo` sees it.
pub struct ExtraUse<'a> {
    /// The prefix that the page has for the library.
    pub prefix: &'a str,
    /// The tag.
    pub tag: &'a TagInfo,
    /// The libraries of the page by prefix, that of the tag among them.
    pub libraries: &'a [(Str, Arc<LibraryInfo>)],
    /// The attributes that are given; `None`: the value is only known when the page runs.
    pub attributes: Vec<(Str, Option<Str>)>,
}

/// What a `TagExtraInfo` finds.
#[derive(Clone, Debug, Default)]
pub struct ExtraFound {
    /// What is wrong.
    pub problems: Vec<TagProblem>,
    /// The variables that the tag defines.
    pub variables: Vec<VariableInfo>,
}

/// A class of tag handlers. A handler is made anew for each use of its tag.
pub trait ScriptTag: Send + Sync {
    /// The number of the setter for an attribute, and the class of what it takes. Of several, the one that takes the
    /// class that the tag's description names.
    fn setter(&self, attribute: &str, java_type: &str) -> Option<(u32, Str)>;

    /// The names of the attributes that there are setters for.
    fn attributes(&self) -> Vec<Str>;

    /// Whether it takes attributes that the description does not name (`DynamicAttributes`).
    fn takes_dynamic(&self) -> bool;

    /// Starts a use of the tag. The run asks for bodies by [`Step::Body`] and [`Step::Fragment`], and ends with
    /// [`Step::Done`] or [`Step::SkipPage`].
    fn start(&self, call: TagCall) -> Box<dyn ScriptRun>;
}

/// A use of a tag.
pub struct TagCall {
    /// The attributes in the order of the page.
    pub attributes: Vec<TagArgument>,
    /// The body as a fragment, if there is one.
    pub body: Option<Value>,
    /// An id that no other tag of the page has (`JspIdConsumer`).
    pub id: Str,
}

/// An attribute of a [`TagCall`].
pub enum TagArgument {
    /// For the setter of that number.
    Set(u32, Value),
    /// One that the description does not name.
    Dynamic {
        /// Of the namespace of its prefix, if it has one.
        uri: Option<Str>,
        /// Its name without the prefix.
        name: Str,
        /// Its value.
        value: Value,
    },
}

/// The scripting elements of a page or tag file, and what stands between them.
pub struct ScriptSource<'a> {
    /// The application.
    pub application: &'a Application,
    /// Context-relative path of the page.
    pub path: &'a str,
    /// Where the spans of the parts point.
    pub sources: &'a SourceMap,
    /// `import` of page directives: classes and `package.*`.
    pub imports: &'a [Str],
    /// `extends`
    pub extends: Option<&'a Str>,
    /// `info`
    pub info: Option<&'a Str>,
    /// Whether the page takes part in a session, so that there is the object `session`.
    pub session: bool,
    /// Whether it is an error page, so that there is the object `exception`.
    pub is_error_page: bool,
    /// Whether it is a tag file.
    pub is_tag_file: bool,
    /// The parts in order.
    pub parts: &'a [ScriptPart],
}

/// A part of a page, as the engine sees it.
#[derive(Clone, Debug)]
pub enum ScriptPart {
    /// `<%! … %>`
    Declaration {
        /// The code between the delimiters.
        code: Str,
        /// Its place.
        span: Span,
    },
    /// `<% … %>`
    Scriptlet {
        /// The code between the delimiters.
        code: Str,
        /// Its place.
        span: Span,
    },
    /// `<%= … %>` in text: its value is written.
    Expression {
        /// The code between the delimiters.
        code: Str,
        /// Its place.
        span: Span,
    },
    /// `<%= … %>` in an attribute: the segment goes on with its value.
    Value {
        /// The code between the delimiters.
        code: Str,
        /// Its place.
        span: Span,
        /// The segment.
        segment: u32,
    },
    /// Something that the machine does, up to the next part.
    Segment(u32),
    /// An action whose bodies hold scripting elements begins: the segment that starts it. The machine's answer is the
    /// number of the body to run next, or −1 when the action is over.
    Region(u32),
    /// The next body of the innermost action begins.
    Body,
    /// That body ends: the segment behind it, whose answer is as that of [`Region`](ScriptPart::Region).
    BodyEnd(u32),
    /// There are no more bodies.
    RegionEnd,
    /// A scripting variable takes the value of the attribute of its name, and is declared if need be.
    Variable {
        /// The name.
        name: Str,
        /// Its class; empty: the page has declared it itself, or it is none of the page's.
        class: Str,
    },
}

/// Compiled scripting elements, shared by all requests.
pub trait Script: Send + Sync {
    /// A new run of the page.
    fn start(&self) -> Box<dyn ScriptRun>;

    /// Roughly how many bytes of memory it takes.
    fn weight_bytes(&self) -> usize;
}

/// One request's run of a page's scripting elements.
///
/// # Cancel safety
/// Dropping it ends the run; nothing of it goes on.
pub trait ScriptRun: Send {
    /// Runs on, up to the next thing that the machine has to do.
    ///
    /// # Errors
    /// What the code throws and nothing in it catches.
    fn resume(&mut self, page: &mut ScriptPage<'_>, with: Resume) -> Result<Step>;
}

/// What a run goes on with.
#[derive(Debug)]
pub enum Resume {
    /// It begins, or goes on with nothing to hear.
    Go,
    /// A segment's answer.
    Reply(i32),
    /// What the machine did for it failed.
    Failed(Error),
}

/// Something that a run waits for; it knows itself what came of it.
pub type Wait = Pin<Box<dyn Future<Output = ()> + Send>>;

/// What the machine has to do for a run.
pub enum Step {
    /// Run a segment.
    Segment {
        /// Its number.
        segment: u32,
        /// How many bodies of actions lie around it; where the engine comes from further within, those are left.
        level: u32,
        /// What an attribute's segment goes on with.
        value: Option<Value>,
    },
    /// The body of an action threw; the action may catch that.
    Failed {
        /// How many bodies lie around the one that threw, itself not counted.
        level: u32,
        /// What it threw.
        error: Error,
    },
    /// Include the page of that path.
    Include {
        /// The path.
        path: Str,
        /// Whether what is buffered is sent before.
        flush: bool,
    },
    /// Forward to that path.
    Forward(Str),
    /// Run what answers the request behind the filter, in the filter's place but without its end.
    Rest,
    /// Run the body of the tag.
    Body,
    /// Run a fragment.
    Fragment(Value),
    /// The tag is done, and the rest of the page is to be left out.
    SkipPage,
    /// Fail with an error that the script itself does not catch (`PageContext.handlePageException`).
    Fail(Error),
    /// Wait so long.
    Sleep(Duration),
    /// Wait for that.
    Wait(Wait),
    /// Let others have a turn.
    Turn,
    /// The page is done.
    Done,
}
