//! Instructions. `p` registers hold primitives, `r` registers references; `d` is where the result goes.

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    MoveP {
        d: u16,
        s: u16,
    },
    MoveR {
        d: u16,
        s: u16,
    },
    /// A small number.
    Small {
        d: u16,
        value: i32,
    },
    /// A number of the pool.
    Wide {
        d: u16,
        k: u32,
    },
    /// A constant object of the pool.
    ConstR {
        d: u16,
        k: u32,
    },
    NullR {
        d: u16,
    },
    AddI {
        d: u16,
        a: u16,
        b: u16,
    },
    /// Adds a small constant to an int.
    AddConst {
        d: u16,
        a: u16,
        c: i16,
    },
    Arith {
        op: Arith,
        d: u16,
        a: u16,
        b: u16,
    },
    Convert {
        to: Convert,
        d: u16,
        s: u16,
    },
    /// `!` of a boolean.
    Not {
        d: u16,
        s: u16,
    },
    /// Compares whole numbers, characters or booleans.
    CompareI {
        cmp: Cmp,
        d: u16,
        a: u16,
        b: u16,
    },
    /// Compares floating numbers.
    CompareD {
        cmp: Cmp,
        d: u16,
        a: u16,
        b: u16,
    },
    /// `==` of references.
    Same {
        d: u16,
        a: u16,
        b: u16,
    },
    Jump(u32),
    JumpIf {
        a: u16,
        to: u32,
    },
    JumpUnless {
        a: u16,
        to: u32,
    },
    JumpCompare {
        cmp: Cmp,
        a: u16,
        b: u16,
        to: u32,
    },
    JumpNull {
        r: u16,
        to: u32,
    },
    JumpNotNull {
        r: u16,
        to: u32,
    },
    /// A round of a loop: counted.
    Tick,
    /// Makes an object of a primitive.
    Box {
        kind: super::Kind,
        d: u16,
        s: u16,
    },
    /// Takes a primitive out of an object.
    Unbox {
        kind: super::Kind,
        d: u16,
        s: u16,
    },
    /// Fails unless the reference is null or of the type.
    Cast {
        r: u16,
        k: u32,
    },
    InstanceOf {
        d: u16,
        r: u16,
        k: u32,
    },
    /// Joins the texts of `count` references from `r` on.
    Concat {
        d: u16,
        r: u16,
        count: u16,
    },
    /// An operator on two references from `r` on.
    Dynamic {
        op: crate::syntax::ast::Binary,
        d: u16,
        r: u16,
    },
    /// Fails if the reference is null.
    NonNull {
        r: u16,
    },
    GetP {
        d: u16,
        r: u16,
        field: u16,
    },
    GetR {
        d: u16,
        r: u16,
        field: u16,
    },
    PutP {
        r: u16,
        field: u16,
        s: u16,
    },
    PutR {
        r: u16,
        field: u16,
        s: u16,
    },
    /// The object that holds the static fields of a class, which is initialised first.
    Statics {
        d: u16,
        k: u32,
    },
    /// A field of something known only at run time (constant name).
    GetDynamic {
        d: u16,
        r: u16,
        k: u32,
    },
    PutDynamic {
        r: u16,
        s: u16,
        k: u32,
    },
    NewArray {
        d: u16,
        p: u16,
        dims: u8,
        k: u32,
    },
    Length {
        d: u16,
        r: u16,
    },
    LoadP {
        d: u16,
        r: u16,
        p: u16,
    },
    LoadR {
        d: u16,
        r: u16,
        p: u16,
    },
    StoreP {
        r: u16,
        p: u16,
        s: u16,
    },
    StoreR {
        r: u16,
        p: u16,
        s: u16,
    },
    /// An iterator over what can be iterated.
    Iterate {
        d: u16,
        r: u16,
    },
    /// The next item into `d`; jumps if there is none.
    Next {
        d: u16,
        r: u16,
        to: u32,
    },
    New {
        d: u16,
        k: u32,
    },
    /// Calls a method; its parameters lie from `p` and `r` on.
    Call {
        k: u32,
        p: u16,
        r: u16,
        d: u16,
    },
    /// Calls the method that the object in `r` has.
    CallVirtual {
        k: u32,
        p: u16,
        r: u16,
        d: u16,
    },
    /// Calls whatever the object in `r` has under that name; arguments are references behind it.
    Invoke {
        k: u32,
        r: u16,
        d: u16,
    },
    /// Calls a static method of a native class.
    InvokeStatic {
        k: u32,
        r: u16,
        d: u16,
    },
    /// Makes an object of a native class.
    InvokeNew {
        k: u32,
        r: u16,
        d: u16,
    },
    /// `X.class` of a compiled class.
    Class {
        d: u16,
        k: u32,
    },
    /// Gives the object in `r` what a native super class needs.
    InvokeSuper {
        k: u32,
        r: u16,
    },
    /// A lambda with what it captures from `p` and `r` on.
    Closure {
        k: u32,
        p: u16,
        r: u16,
        d: u16,
    },
    ReturnVoid,
    ReturnP {
        s: u16,
    },
    ReturnR {
        s: u16,
    },
    Throw {
        r: u16,
    },
    /// Writes the text of a value to the page.
    Print {
        r: u16,
    },
    /// Writes a primitive to the page.
    PrintP {
        kind: super::Kind,
        s: u16,
    },
    /// Lets the page run a segment; its answer goes to `d`.
    Segment {
        segment: u32,
        level: u16,
        d: u16,
    },
    /// Lets the page go on with a value.
    Push {
        segment: u32,
        r: u16,
        d: u16,
    },
    /// Tells the page that the body of an action failed.
    Failed {
        level: u16,
        r: u16,
        d: u16,
    },
    /// The attribute (constant name) of the first scope that has it.
    Attribute {
        d: u16,
        k: u32,
    },
    /// Code that did not compile (constant message).
    Bad {
        k: u32,
    },
    /// The use of a class that is not there (constant name).
    Absent {
        k: u32,
    },
}

/// Arithmetic of two registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arith {
    SubI,
    MulI,
    DivI,
    RemI,
    ShlI,
    ShrI,
    UshrI,
    AddL,
    SubL,
    MulL,
    DivL,
    RemL,
    ShlL,
    ShrL,
    UshrL,
    And,
    Or,
    Xor,
    AddF,
    SubF,
    MulF,
    DivF,
    RemF,
    AddD,
    SubD,
    MulD,
    DivD,
    RemD,
}

/// Conversions between primitives. Whole numbers need none to become longer, nor `float` to become `double`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Convert {
    ToByte,
    ToShort,
    ToChar,
    ToInt,
    WholeToFloat,
    WholeToDouble,
    DoubleToInt,
    DoubleToLong,
    DoubleToFloat,
    /// `-` of a floating number.
    Negate,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cmp {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Cmp {
    #[inline]
    pub(crate) fn holds<T: PartialOrd + Copy>(self, a: T, b: T) -> bool {
        match self {
            Cmp::Equal => a == b,
            Cmp::NotEqual => a != b,
            Cmp::Less => a < b,
            Cmp::LessEqual => a <= b,
            Cmp::Greater => a > b,
            Cmp::GreaterEqual => a >= b,
        }
    }

    /// What holds where this does not; not for floating numbers.
    pub(crate) fn opposite(self) -> Self {
        match self {
            Cmp::Equal => Cmp::NotEqual,
            Cmp::NotEqual => Cmp::Equal,
            Cmp::Less => Cmp::GreaterEqual,
            Cmp::LessEqual => Cmp::Greater,
            Cmp::Greater => Cmp::LessEqual,
            Cmp::GreaterEqual => Cmp::Less,
        }
    }
}

const _: () = assert!(size_of::<Op>() <= 12);
