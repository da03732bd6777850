//! What single instructions know beyond their operands: one entry a place in the page.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering;

use super::Compare;
use crate::context::Scope;
use crate::el::Target;
use crate::registry::Function;
use crate::script::ScriptClass;
use crate::script::ScriptTag;

use crate::tags::info::VariableScope;
use crate::tags::stepwise::TagClass;
use crate::value::Member;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce::TypeTag;
use crate::value::java::StaticClass;

/// A property access with its inline cache: where the property was found last.
pub(crate) struct PropSite {
    pub(crate) name: Str,
    cache: AtomicU64,
}

/// Where a property access finds its property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// A bean property.
    Member(Member),
    /// A map's key.
    Key,
    /// Look by name each time.
    ByName,
}

/// Classes have no number 0, and none has so many properties as to need the last index.
const BY_NAME: u64 = 0;
const KEY: u64 = u32::MAX as u64;

impl PropSite {
    pub(crate) fn new(name: Str) -> Self {
        PropSite { name, cache: AtomicU64::new(BY_NAME) }
    }

    /// Where the property was found last.
    #[inline]
    pub(crate) fn known(&self) -> Access {
        match self.cache.load(Ordering::Relaxed) {
            member if member > KEY => Access::Member(Member::from_bits(member)),
            KEY => Access::Key,
            _ => Access::ByName,
        }
    }

    pub(crate) fn remember(&self, access: Access) {
        let bits = match access {
            Access::Member(member) => member.to_bits(),
            Access::Key => KEY,
            Access::ByName => BY_NAME,
        };
        self.cache.store(bits, Ordering::Relaxed);
    }
}

/// A call of a function of a tag library.
pub(crate) struct FunctionSite {
    pub(crate) function: Arc<dyn Function>,
    /// What its arguments are coerced to; empty: it takes them as they are.
    pub(crate) types: Box<[TypeTag]>,
    /// The application has resolvers, which are asked for every argument.
    pub(crate) resolvers: bool,
}

impl FunctionSite {
    /// Whether the arguments are what the function takes, as they are.
    #[inline]
    pub(crate) fn takes(&self, args: &[Value]) -> bool {
        // An object may be a lambda, or hold one, which is made fit for Rust code.
        let fits =
            |(java_type, arg): (&TypeTag, &Value)| !matches!(arg, Value::Object(_)) && java_type.fits(arg);
        !self.resolvers && self.types.iter().zip(args).all(fits)
    }
}

/// A variable, and properties of properties of it: `p.category.name`.
pub(crate) struct PathSite {
    pub(crate) slot: u32,
    pub(crate) last: PropSite,
    /// Those before the last.
    pub(crate) before: Box<[PropSite]>,
}

/// A condition on what a path leads to.
pub(crate) struct TestSite {
    pub(crate) path: PathSite,
    pub(crate) test: Test,
    /// Where to go if it does not hold, for a jump.
    pub(crate) target: u32,
}

/// Conditions on a value.
pub(crate) enum Test {
    /// It compares so with a constant.
    Compare(Compare, Value),
    /// The variable of a slot compares so with it.
    CompareVar(Compare, u32),
    /// It is empty, or is not.
    Empty(bool),
    /// It is true, or is not.
    True(bool),
}

/// A lambda expression.
pub(crate) struct LambdaSite {
    /// The first instruction of its body.
    pub(crate) entry: u32,
    pub(crate) params: Box<[Str]>,
    /// How many parameters of lambdas around it its body can see.
    pub(crate) captured: u32,
}

/// A deferred expression in a tag's attribute.
pub(crate) struct DeferredSite {
    /// As written.
    pub(crate) text: Str,
    /// What the value, or the method's result, is coerced to.
    pub(crate) java_type: TypeTag,
    /// The code that gives the value.
    pub(crate) entry: u32,
    pub(crate) target: Option<Target>,
    pub(crate) is_method: bool,
    /// It is text without any expression.
    pub(crate) is_literal: bool,
    /// The types of a method's parameters.
    pub(crate) params: Box<[Str]>,
    /// Slots of mapped expressions that it takes along: they are bound when it is made.
    pub(crate) captures: Box<[u32]>,
}

/// A name that may be mapped to an expression, an EL variable (Expression Language 6.1, 1.19).
pub(crate) struct MappedSite {
    pub(crate) expression: MappedAt,
    /// Where to go if it is mapped.
    pub(crate) target: u32,
}

/// Where a mapped expression lies; null: the name is not mapped.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MappedAt {
    /// In a slot of the page.
    Slot(u32),
    /// Among the parameters of the code that runs: a deferred expression took it along.
    Local(u32),
}

/// A loop over deferred items: slots of the items' expression and of the variable's.
pub(crate) struct MappedLoop {
    pub(crate) items: u32,
    pub(crate) var: u32,
    /// `c:forTokens`: the slot of the delimiters.
    pub(crate) delims: Option<u32>,
}

/// A function call without a prefix.
pub(crate) struct NameSite {
    pub(crate) name: Str,
    /// The variable that may hold a lambda.
    pub(crate) slot: u32,
    pub(crate) argc: u32,
    pub(crate) import: Option<NameImport>,
}

/// What a function's name stands for by the page's imports.
pub(crate) enum NameImport {
    /// A class, to be constructed.
    Class(Arc<StaticClass>),
    /// A class's static method of that name.
    Method(Arc<StaticClass>),
}

/// A name that is an imported class or static field unless there is a variable.
pub(crate) struct ClassSite {
    pub(crate) slot: u32,
    pub(crate) value: Value,
}

/// A custom action with a Rust handler.
pub(crate) struct TagSite {
    /// As written: `cat:each`.
    pub(crate) name: Str,
    pub(crate) class: TagClass,
    /// The attributes, in the order in which they are set.
    pub(crate) attributes: Vec<TagAttributeSite>,
    /// How many of them have their values on the operand stack.
    pub(crate) on_stack: u32,
    /// The first instruction of the body; none for an empty element.
    pub(crate) body: Option<u32>,
    /// The instruction behind the body: `TagEnd` for stepwise tags.
    pub(crate) end: u32,
}

/// One attribute of a custom action.
pub(crate) enum TagAttributeSite {
    /// A declared attribute whose value is known, and of the type in the descriptor.
    Constant { index: u32, value: Value, name: Str },
    /// A declared attribute: its index in the handler and its type in the descriptor.
    Declared { index: u32, java_type: TypeTag, name: Str },
    /// A fragment: the code is at that place.
    Fragment { index: u32, entry: u32, name: Str },
    /// A dynamic attribute.
    Dynamic(Str),
}

impl TagAttributeSite {
    /// As written.
    pub(crate) fn name(&self) -> &str {
        match self {
            TagAttributeSite::Constant { name, .. }
            | TagAttributeSite::Declared { name, .. }
            | TagAttributeSite::Fragment { name, .. }
            | TagAttributeSite::Dynamic(name) => name,
        }
    }

    /// Whether its value is on the operand stack.
    pub(crate) fn is_on_stack(&self) -> bool {
        matches!(self, TagAttributeSite::Declared { .. } | TagAttributeSite::Dynamic(_))
    }
}

/// A call of a tag file.
pub(crate) struct TagFileSite {
    /// As written: `t:product`.
    pub(crate) name: Str,
    /// Index in the program's `callees`.
    pub(crate) callee: u32,
    /// Attribute values on the operand stack, in order: the callee's slot and type.
    pub(crate) attributes: Vec<(u32, TypeTag, Str)>,
    /// Names of dynamic attributes, whose values follow on the stack.
    pub(crate) dynamic: Vec<Str>,
    /// Fragment attributes: the callee's slot and where their code is.
    pub(crate) fragments: Vec<(u32, u32)>,
    /// Where the body's code is.
    pub(crate) body: Option<u32>,
    /// Variables that the tag file gives this page: which of the callee's exports, into which slot here.
    pub(crate) variables: Vec<u32>,
    /// Where to go on.
    pub(crate) end: u32,
}

/// A variable that a tag file gives its caller (Pages 4.1, 8.9 "Variable synchronization").
#[derive(Clone, Copy, Debug)]
pub(crate) struct Export {
    /// The tag file's own slot.
    pub(crate) slot: u32,
    pub(crate) scope: VariableScope,
}

/// A `c:forEach` or `c:forTokens`.
pub(crate) struct LoopSite {
    pub(crate) var: Option<u32>,
    pub(crate) status: Option<u32>,
    pub(crate) items: LoopItems,
    pub(crate) begin: LoopBound,
    pub(crate) end: LoopBound,
    pub(crate) step: LoopBound,
    /// The first instruction of the body.
    pub(crate) body: u32,
    /// `LoopEnd`
    pub(crate) exit: u32,
}

/// `begin`, `end` or `step` of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoopBound {
    /// Not given.
    None,
    /// A literal.
    Constant(i64),
    /// On the operand stack.
    OnStack,
}

impl LoopBound {
    /// The least that the attribute of that name may be.
    pub(crate) fn least(name: &str) -> i64 {
        i64::from(name == "step")
    }
}

/// What a loop goes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoopItems {
    /// Numbers from begin to end.
    Range,
    /// A collection on the operand stack.
    Collection,
    /// A string and delimiters on the operand stack.
    Tokens,
}

/// A `jsp:include` or `jsp:forward`: the page's path is on the stack, then pairs of parameters.
pub(crate) struct IncludeSite {
    pub(crate) params: u32,
    pub(crate) flush: bool,
}

/// A `jsp:useBean`, and the bean's name for others.
pub(crate) struct BeanSite {
    pub(crate) id: Str,
    pub(crate) scope: Scope,
    pub(crate) class: Option<Str>,
    /// That class, where it is one of the application's sources.
    pub(crate) source: Option<Arc<dyn ScriptClass>>,
    pub(crate) java_type: Option<Str>,
    /// The class name is on the operand stack (`beanName`).
    pub(crate) bean_name: bool,
    /// Behind the body, which runs only for a new bean.
    pub(crate) end: u32,
}

/// A `c:catch`.
pub(crate) struct CatchSite {
    pub(crate) var: Option<u32>,
    pub(crate) end: u32,
}

/// Where the parameters of a `c:url` or its like are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UrlParams {
    /// So many pairs on the stack: all `c:param` stand right in it.
    OnStack(u32),
    /// They were collected: some stand in other tags.
    Collected,
}

/// A `c:url` or `c:redirect`: the URL, context if given, then the parameters that are on the stack.
pub(crate) struct UrlSite {
    pub(crate) context: bool,
    pub(crate) params: UrlParams,
    pub(crate) var: Option<(Str, Scope)>,
}

/// A `c:import`: the URL, charset if given, then context and parameters as of a `c:url`.
pub(crate) struct ImportSite {
    pub(crate) url: UrlSite,
    pub(crate) encoding: bool,
    pub(crate) to: ImportTo,
}

/// Where imported text goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ImportTo {
    /// Into the page.
    Page,
    /// Into a variable, as a string.
    Var(Str, Scope),
    /// Into a page-scope slot, as a `java.io.Reader`.
    Reader(u32),
}

/// A `fmt:formatNumber`: the value, then the values of the attributes that are no literals are on the stack, in order.
pub(crate) struct FormatSite {
    /// The attributes that are given, the literal ones with their values.
    pub(crate) attributes: Vec<(FormatAttribute, Option<Value>)>,
    /// How many values lie above that which is formatted. If none does, one format serves as long as the locale stays.
    pub(crate) on_stack: u32,
    pub(crate) var: Option<(Str, Scope)>,
    /// The format of a constant site for the locale that it met first.
    pub(crate) compiled: OnceLock<(Arc<crate::text::Locale>, crate::text::DecimalFormat)>,
}

/// Attributes of `fmt:formatNumber`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormatAttribute {
    Type,
    Pattern,
    CurrencyCode,
    CurrencySymbol,
    GroupingUsed,
    MaxIntegerDigits,
    MinIntegerDigits,
    MaxFractionDigits,
    MinFractionDigits,
}

/// A tag whose handler the engine for scripting elements runs.
pub(crate) struct ScriptTagSite {
    /// With its prefix, for messages.
    pub(crate) name: Str,
    pub(crate) tag: Arc<dyn ScriptTag>,
    pub(crate) attributes: Vec<ScriptAttributeSite>,
    /// How many attributes are on the operand stack.
    pub(crate) on_stack: u32,
    /// The code of the body.
    pub(crate) body: Option<u32>,
    /// An id that no other tag of the page has.
    pub(crate) id: Str,
    /// Behind the bodies' code.
    pub(crate) end: u32,
}

/// How an attribute reaches a handler that the engine runs.
pub(crate) enum ScriptAttributeSite {
    /// Known at translation.
    Constant { setter: u32, value: Value },
    /// From the operand stack, coerced.
    Value { setter: u32, java_type: TypeTag, name: Str },
    /// A fragment, with its code.
    Fragment { setter: u32, entry: u32 },
    /// One that is not declared, from the operand stack.
    Dynamic { uri: Option<Str>, name: Str },
}
