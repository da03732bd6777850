//! The tree of Java sources and scripting elements.

use vespid_render::source::Span;
use vespid_render::value::Str;

/// A type as written.
#[derive(Clone, Debug)]
pub(crate) struct TypeRef {
    pub(crate) kind: TypeKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum TypeKind {
    /// `int`, `void` and so on.
    Primitive(&'static str),
    /// A class by its simple or full name; type arguments are read and forgotten.
    Named(Str),
    Array(Box<TypeRef>),
    /// `var`, or a lambda's parameter without a type.
    Inferred,
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Null,
    Bool(bool),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Char(u16),
    Text(Str),
    Name(Str),
    This,
    /// `Outer.this`
    OuterThis(Str),
    Field(Box<Expr>, Str),
    SuperField(Str),
    Index(Box<Expr>, Box<Expr>),
    Call(Box<Call>),
    New(Box<New>),
    NewArray {
        element: TypeRef,
        lengths: Vec<Expr>,
        more: usize,
        items: Option<Vec<Expr>>,
    },
    /// `{ 1, 2 }` as the value of an array.
    Items(Vec<Expr>),
    Unary(Unary, Box<Expr>),
    /// Operands and the operators between them, all of one precedence: evaluated from the left.
    Chain(Vec<Expr>, Vec<(Binary, Span)>),
    Assign {
        target: Box<Expr>,
        operator: Option<Binary>,
        value: Box<Expr>,
    },
    Step {
        target: Box<Expr>,
        up: bool,
        before: bool,
    },
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Cast(TypeRef, Box<Expr>),
    InstanceOf(Box<Expr>, TypeRef, Option<Str>),
    Lambda(Box<Lambda>),
    /// `target::name`; the target may be a type.
    MethodRef(Box<Expr>, Option<TypeRef>, Str),
    Switch(Box<Switch>),
    ClassLiteral(TypeRef),
    /// What could not be read; it was reported.
    Bad,
}

#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) target: Option<Expr>,
    pub(crate) on_super: bool,
    pub(crate) name: Str,
    pub(crate) name_span: Span,
    pub(crate) args: Vec<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) struct New {
    pub(crate) class: TypeRef,
    pub(crate) args: Vec<Expr>,
    /// An anonymous class.
    pub(crate) body: Option<ClassDecl>,
}

#[derive(Clone, Debug)]
pub(crate) struct Lambda {
    pub(crate) params: Vec<Param>,
    pub(crate) body: LambdaBody,
}

#[derive(Clone, Debug)]
pub(crate) enum LambdaBody {
    Expr(Expr),
    Block(Vec<Stmt>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Plus,
    Minus,
    Not,
    Complement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub(crate) kind: StmtKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum StmtKind {
    Empty,
    Block(Vec<Stmt>),
    Local(Vec<Variable>),
    LocalClass(Box<ClassDecl>),
    Expr(Expr),
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    While(Expr, Box<Stmt>),
    DoWhile(Box<Stmt>, Expr),
    For {
        init: Vec<Stmt>,
        condition: Option<Expr>,
        update: Vec<Expr>,
        body: Box<Stmt>,
    },
    ForEach {
        java_type: TypeRef,
        name: Str,
        items: Expr,
        body: Box<Stmt>,
    },
    Labelled(Str, Box<Stmt>),
    Break(Option<Str>),
    Continue(Option<Str>),
    Return(Option<Expr>),
    Throw(Expr),
    Yield(Expr),
    Switch(Box<Switch>),
    Try(Box<Try>),
    Synchronized(Expr, Vec<Stmt>),
    Assert(Expr, Option<Expr>),
    /// `this(…)` or `super(…)`.
    Construct {
        on_super: bool,
        args: Vec<Expr>,
    },
    Segment(u32),
    Print(Expr),
    Push(u32, Expr),
    Region(Box<Region>),
    /// A scripting variable takes the value of the attribute of its name.
    Sync(Str, Str),
}

/// An action of the page whose bodies hold Java.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) start: u32,
    /// Where Java may have to go on, by the machine's answers.
    pub(crate) points: Vec<Point>,
}

/// Where Java goes on within an action.
#[derive(Clone, Debug)]
pub(crate) enum Point {
    /// A body, and the segment behind it.
    Body(Vec<Stmt>, u32),
    /// The value of an attribute, and the segment that goes on with it.
    Value(Expr, u32),
}

#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) java_type: TypeRef,
    pub(crate) name: Str,
    pub(crate) value: Option<Expr>,
    pub(crate) is_final: bool,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Switch {
    pub(crate) subject: Expr,
    pub(crate) cases: Vec<Case>,
    /// Whether the cases are `case … ->`.
    pub(crate) arrows: bool,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) labels: Vec<Expr>,
    pub(crate) is_default: bool,
    pub(crate) body: Vec<Stmt>,
    /// An arrow's body is an expression, which is the value of a switch expression.
    pub(crate) value: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Try {
    pub(crate) resources: Vec<Variable>,
    pub(crate) body: Vec<Stmt>,
    pub(crate) catches: Vec<Catch>,
    pub(crate) finally: Option<Vec<Stmt>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Catch {
    pub(crate) types: Vec<TypeRef>,
    pub(crate) name: Str,
    pub(crate) body: Vec<Stmt>,
}

#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub(crate) java_type: TypeRef,
    pub(crate) name: Str,
    pub(crate) is_final: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClassKind {
    Class,
    Interface,
    Enum,
    Record,
    Annotation,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Modifiers {
    pub(crate) is_static: bool,
    pub(crate) is_abstract: bool,
    pub(crate) is_final: bool,
    pub(crate) is_public: bool,
    pub(crate) is_private: bool,
    pub(crate) is_default: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct ClassDecl {
    pub(crate) kind: ClassKind,
    pub(crate) modifiers: Modifiers,
    pub(crate) name: Str,
    pub(crate) span: Span,
    pub(crate) type_params: Vec<Str>,
    pub(crate) extends: Option<TypeRef>,
    pub(crate) implements: Vec<TypeRef>,
    /// The components of a record.
    pub(crate) components: Vec<Param>,
    pub(crate) constants: Vec<EnumConstant>,
    pub(crate) members: Members,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Members {
    pub(crate) fields: Vec<FieldDecl>,
    pub(crate) methods: Vec<MethodDecl>,
    pub(crate) classes: Vec<ClassDecl>,
    /// Blocks `{ … }`, true: static; each with the number of fields that stand before it.
    pub(crate) initialisers: Vec<(bool, Vec<Stmt>, usize)>,
}

#[derive(Clone, Debug)]
pub(crate) struct EnumConstant {
    pub(crate) name: Str,
    pub(crate) args: Vec<Expr>,
    pub(crate) body: Option<ClassDecl>,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct FieldDecl {
    pub(crate) modifiers: Modifiers,
    pub(crate) variable: Variable,
}

#[derive(Clone, Debug)]
pub(crate) struct MethodDecl {
    pub(crate) modifiers: Modifiers,
    pub(crate) type_params: Vec<Str>,
    /// `None`: a constructor.
    pub(crate) returns: Option<TypeRef>,
    pub(crate) name: Str,
    pub(crate) span: Span,
    pub(crate) params: Vec<Param>,
    pub(crate) varargs: bool,
    pub(crate) body: Option<Vec<Stmt>>,
    /// A record's constructor without parameters of its own.
    pub(crate) compact: bool,
}

/// A source file.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceUnit {
    pub(crate) package: Str,
    /// Name, and whether it is `import static`.
    pub(crate) imports: Vec<(Str, bool, Span)>,
    pub(crate) classes: Vec<ClassDecl>,
}
