//! The one instruction set: template text, actions, tags and EL.
//!
//! Instructions are verbs; their operands are indices into the program's pools or places in its code. "Pops" and
//! "pushes" speak of the operand stack.

use crate::context::Scope;
use crate::value::ops::Operator;

/// One instruction: what to do, and the template text that stands before it.
///
/// Pages are text with something in between, so nearly every second thing to do is to write text. That it needs no
/// instruction of its own saves the machine a third of its rounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    /// The piece of template text to write first; [`NO_TEXT`]: none.
    pub(crate) text: u32,
    pub(crate) op: Op,
}

/// The first piece of every program is empty.
pub(crate) const NO_TEXT: u32 = 0;

/// What an instruction does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    // Output
    /// Nothing: the instruction is there for its text, which ends where something jumps to.
    Nothing,
    /// Pops a value and writes it as EL does.
    Write,
    /// Pops a value and writes it with `& < > " '` escaped.
    WriteEscaped,
    /// Writes the variable in a slot.
    WriteVar(u32),
    /// Writes what a path leads to.
    WritePath(u32),
    /// Writes what a path leads to, escaped.
    WriteEscapedPath(u32),
    /// Pops arguments, calls a function and writes its result.
    WriteFunction {
        function: u32,
        argc: u8,
    },
    /// Calls a function with what a path leads to, and writes its result.
    WriteFunctionOfPath {
        function: u32,
        path: u32,
    },

    // The operand stack
    /// Pushes a constant.
    Const(u32),
    /// Drops the topmost value.
    Pop,
    /// Pushes the topmost value once more.
    Dup,
    /// Pops as many values and pushes their texts as one string.
    Join(u32),

    // Names and members
    /// Pushes the variable of a slot, from the page scope or one further out.
    Var(u32),
    /// Pushes what a path leads to: properties of properties of a variable.
    Path(u32),
    /// Pushes whether a condition on what a path leads to holds.
    Test(u32),
    /// Pushes an implicit object.
    Implicit(Implicit),
    /// Pushes a property (constant name) of an implicit object.
    ImplicitProp {
        object: Implicit,
        name: u32,
    },
    /// Pops a value and pushes its property.
    Prop(u32),
    /// Pops index and value and pushes `value[index]`.
    Index,
    /// Pops arguments and a value and pushes the result of a method (constant name).
    Call {
        name: u32,
        argc: u8,
    },
    /// Pops arguments, the method's name and a value and pushes the result.
    CallIndex(u32),
    /// Pops arguments and pushes the result of a function.
    Function {
        function: u32,
        argc: u8,
    },
    /// Pushes a parameter of the lambda that runs, or of one around it.
    Local(u32),
    /// Pushes a lambda.
    MakeLambda(u32),
    /// Pushes a deferred expression.
    MakeDeferred(u32),
    /// Leaves a lambda's body; its value is on top.
    EndLambda,
    /// Pops so many arguments and a lambda and pushes what the lambda gives.
    Invoke(u32),
    /// Pops arguments and calls a name: a lambda in a variable, an imported class's constructor or static method.
    CallName(u32),
    /// Pushes the variable of that name, or else the imported class.
    Class(u32),
    /// Pushes the variable of a slot; there must be one (`errorOnELNotFound`).
    Known(u32),
    /// Pushes what a slot's name stands for: for the application's resolvers, else as a variable.
    Resolve(u32),
    /// Pops a property's name and a value and pushes the property, by the application's resolvers first.
    ResolveMember,
    /// Lets the application's resolvers convert what the next instruction takes from the stack.
    Convert(Conversion),
    /// If the name is mapped to an expression, pushes its value and jumps.
    Mapped(u32),
    /// If the name is mapped to an expression, assigns the topmost value, which stays, to that and jumps.
    AssignMapped(u32),
    /// Maps the variable of the running loop to its item in deferred items: the site's index.
    MapItem(u32),

    // Operators
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Concat,
    Negate,
    Not,
    Empty,
    Compare(Compare),
    ToBoolean,

    // Collections
    /// Pops as many values and pushes a list of them.
    MakeList(u32),
    /// Pops as many values and pushes a set of them.
    MakeSet(u32),
    /// Pops as many pairs and pushes a map of them.
    MakeMap(u32),

    // Control
    Jump(u32),
    /// Tests what a path leads to and jumps if that does not hold: most conditions of real pages.
    JumpUnless(u32),
    /// Pops two values and jumps unless they compare so.
    JumpUnlessCompare {
        compare: Compare,
        target: u32,
    },
    /// Pops a value and jumps unless it compares so with a constant.
    JumpUnlessCompareWith {
        compare: Compare,
        with: u32,
        target: u32,
    },
    /// Pops a value and jumps unless it compares so with what a path leads to.
    JumpUnlessComparePath {
        compare: Compare,
        path: u32,
        target: u32,
    },
    /// Pops a condition and jumps if it does not hold.
    JumpIfFalse(u32),
    /// Pops a condition and jumps if it holds.
    JumpIfTrue(u32),
    /// Jumps and keeps the topmost value if it is not null, else drops it.
    JumpIfValue(u32),
    /// Leaves the program: page, tag file.
    Return,
    /// Leaves a fragment or body.
    EndFragment,

    // Variables
    /// Pops a value into a page-scope slot; null removes.
    SetVar(u32),
    /// Pops a value into a page-scope slot; null removes the name from all scopes (`c:set` without a scope).
    SetOrRemove(u32),
    /// Pops a value into a variable of the scope; null removes.
    SetScoped {
        name: u32,
        scope: Scope,
    },
    /// Assigns the topmost value, which stays, to a variable where it is found, else in page scope.
    AssignVar(u32),
    /// Pops value and object and sets a property (constant name); the value is pushed again.
    AssignProp(u32),
    /// Pops value, index and object and sets an element; the value is pushed again.
    AssignIndex,
    /// Pops value and target and sets a property, as `c:set target property`.
    SetTarget,
    /// Removes a variable from one scope, or from all.
    Remove {
        name: u32,
        scope: Option<Scope>,
    },

    // Captured output
    /// Starts to collect output.
    Capture,
    /// Ends collecting and pushes the text.
    EndCapture {
        trim: bool,
    },

    // Actions
    UseBean(u32),
    /// Pops a value and sets a property of a named bean, by name.
    SetBeanProperty {
        bean: u16,
        property: u32,
    },
    /// Sets a property of a named bean from a request parameter (index of the pair), if that was sent and is not empty.
    SetBeanFromParam {
        bean: u16,
        param: u32,
    },
    /// Sets properties of a named bean from request parameters.
    SetBeanFromParams(u32),
    /// Writes a property of a named bean.
    GetBeanProperty {
        bean: u16,
        property: u32,
    },
    Include(u32),
    Forward(u32),

    // Loops, conditions and others of Jakarta Tags
    LoopStart(u32),
    LoopNext(u32),
    LoopEnd(u32),
    CatchStart(u32),
    CatchEnd(u32),
    /// Parameters of a `c:url` or its like are collected from here on, in whatever tag they stand.
    CollectParams,
    /// Pops value and name of a `c:param` and adds them to what is collected.
    Param,
    Url(u32),
    Redirect(u32),
    Import(u32),
    FormatNumber(u32),

    /// Fails where the page takes no part in a session.
    NeedsSession,
    /// Pops text, pushes a `java.io.Reader` over it.
    MakeReader,

    // Tags
    /// Makes a stepwise tag handler, pops its attributes, starts it.
    TagOpen(u32),
    /// After a body: once more, or the end tag.
    TagEnd(u32),
    /// A stepwise tag without a body: start and end in one.
    TagEmpty(u32),
    /// Runs an asynchronous tag handler.
    TagAsync(u32),
    /// Runs a tag handler of the engine for scripting elements.
    TagScript(u32),
    /// Calls a tag file.
    TagFile(u32),
    /// In a tag file: evaluates a fragment attribute.
    InvokeFragment {
        slot: u32,
        missing_ok: bool,
    },
    /// In a tag file: evaluates the body.
    DoBody,

    // Scripting elements
    /// Starts the script.
    ScriptStart,
    /// The end of a segment: lets the script go on, with an answer.
    ScriptResume(i32),
    /// The body of an action starts: lets the script go on with its number.
    ScriptBody {
        index: u32,
        level: u16,
    },
}

/// Implicit objects of EL (Pages 4.1, 2.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Implicit {
    PageContext,
    PageScope,
    RequestScope,
    SessionScope,
    ApplicationScope,
    Param,
    ParamValues,
    Header,
    HeaderValues,
    Cookie,
    InitParam,
}

impl Implicit {
    pub(crate) fn by_name(name: &str) -> Option<Self> {
        Some(match name {
            "pageContext" => Implicit::PageContext,
            "pageScope" => Implicit::PageScope,
            "requestScope" => Implicit::RequestScope,
            "sessionScope" => Implicit::SessionScope,
            "applicationScope" => Implicit::ApplicationScope,
            "param" => Implicit::Param,
            "paramValues" => Implicit::ParamValues,
            "header" => Implicit::Header,
            "headerValues" => Implicit::HeaderValues,
            "cookie" => Implicit::Cookie,
            "initParam" => Implicit::InitParam,
            _ => return None,
        })
    }
}

/// What is converted, and what it is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conversion {
    /// The topmost value, which is printed.
    Text,
    /// The topmost value, a condition.
    Boolean,
    /// The two topmost values, which are joined.
    Concatenation,
    /// The two topmost values, by the operator's table.
    Operands(Operator),
}

/// Comparisons of EL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compare {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

// Every page is walked through at this grain, so the instructions of a hot loop should share few cache lines.
const _: () = assert!(size_of::<Instruction>() <= 16);
