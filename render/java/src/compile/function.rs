//! A method in the making: registers, scopes, jumps.

use vespid_render::Value;
use vespid_render::source::Span;
use vespid_render::value::Str;

use super::Compiler;
use super::types::Ty;
use crate::syntax::ast::Stmt;
use crate::vm::Handler;
use crate::vm::Kind;
use crate::vm::Method;
use crate::vm::Op;

/// A method in the making.
pub(super) struct Function<'a> {
    pub(super) code: Vec<Op>,
    pub(super) spans: Vec<Span>,
    pub(super) handlers: Vec<Handler>,
    pub(super) vars: Vec<Var>,
    /// The next free registers.
    pub(super) p: u16,
    pub(super) r: u16,
    most_p: u16,
    most_r: u16,
    pub(super) class: u32,
    pub(super) is_static: bool,
    /// A constructor or initialiser, which gives final fields their values.
    pub(super) initialises: bool,
    pub(super) returns: Ty,
    /// A lambda whose result is what its body gives.
    pub(super) is_lambda: bool,
    pub(super) gives_value: bool,
    pub(super) type_params: Vec<Str>,
    /// Whether what comes next can be reached.
    pub(super) reachable: bool,
    pub(super) exits: Vec<Exit<'a>>,
    /// How many bodies of actions of the page lie around.
    pub(super) level: u16,
    pub(super) is_page: bool,
    /// The register of a page's `out`, as it is called.
    pub(super) out: Option<u16>,
    pub(super) span: Span,
}

/// A variable.
#[derive(Clone)]
pub(super) struct Var {
    pub(super) name: Str,
    pub(super) ty: Ty,
    pub(super) register: u16,
}

/// What `break`, `continue` and `return` pass on their way out.
pub(super) enum Exit<'a> {
    Loop {
        label: Option<Str>,
        is_loop: bool,
        breaks: Vec<usize>,
        continues: Vec<usize>,
        broken: bool,
    },
    /// A `finally` block, which runs first, and the ranges of the handlers that do not cover it.
    Finally {
        block: &'a [Stmt],
        gaps: Vec<(u32, u32)>,
    },
    /// Closes resources: the register of each.
    Close {
        register: u16,
        gaps: Vec<(u32, u32)>,
    },
    /// A switch expression, which `yield` leaves.
    Value {
        register: u16,
        ty: Ty,
        jumps: Vec<usize>,
    },
}

/// Where a value is.
#[derive(Clone, Debug)]
pub(super) enum At {
    /// A register of the file that its type means.
    Register(u16),
    Constant(Value),
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub(super) struct Val {
    pub(super) ty: Ty,
    pub(super) at: At,
}

impl Val {
    pub(super) fn register(ty: Ty, register: u16) -> Self {
        Val { ty, at: At::Register(register) }
    }

    pub(super) fn constant(ty: Ty, value: Value) -> Self {
        Val { ty, at: At::Constant(value) }
    }

    /// Something that could not be compiled.
    pub(super) fn bad() -> Self {
        Val::constant(Ty::Dynamic, Value::Null)
    }
}

impl<'a> Function<'a> {
    pub(super) fn new(class: u32, is_static: bool, returns: Ty) -> Self {
        Function {
            code: Vec::new(),
            spans: Vec::new(),
            handlers: Vec::new(),
            vars: Vec::new(),
            p: 0,
            r: u16::from(!is_static),
            most_p: 0,
            most_r: u16::from(!is_static),
            class,
            is_static,
            initialises: false,
            returns,
            is_lambda: false,
            gives_value: false,
            type_params: Vec::new(),
            reachable: true,
            exits: Vec::new(),
            level: 0,
            is_page: false,
            out: None,
            span: Span::default(),
        }
    }

    pub(super) fn emit(&mut self, op: Op) -> usize {
        self.code.push(op);
        self.spans.push(self.span);
        self.code.len() - 1
    }

    pub(super) fn here(&self) -> u32 {
        self.code.len() as u32
    }

    /// Lets a jump lead to the next instruction.
    pub(super) fn land(&mut self, jump: usize) {
        let target = self.here();
        self.aim(jump, target);
    }

    pub(super) fn aim(&mut self, jump: usize, target: u32) {
        match &mut self.code[jump] {
            Op::Jump(to)
            | Op::JumpIf { to, .. }
            | Op::JumpUnless { to, .. }
            | Op::JumpCompare { to, .. }
            | Op::JumpNull { to, .. }
            | Op::JumpNotNull { to, .. }
            | Op::Next { to, .. } => *to = target,
            other => unreachable!("{other:?} does not jump"),
        }
    }

    pub(super) fn land_all(&mut self, jumps: Vec<usize>) {
        for jump in jumps {
            self.land(jump);
        }
    }

    /// A free register for a value of a type.
    pub(super) fn register(&mut self, ty: &Ty) -> u16 {
        if ty.kind().is_primitive() { self.prim() } else { self.reference() }
    }

    pub(super) fn prim(&mut self) -> u16 {
        let register = self.p;
        self.p = self.p.saturating_add(1);
        self.most_p = self.most_p.max(self.p);
        register
    }

    pub(super) fn reference(&mut self) -> u16 {
        let register = self.r;
        self.r = self.r.saturating_add(1);
        self.most_r = self.most_r.max(self.r);
        register
    }

    /// Declares a variable in the innermost scope.
    pub(super) fn declare(&mut self, name: &Str, ty: Ty) -> u16 {
        let register = self.register(&ty);
        self.vars.push(Var { name: name.clone(), ty, register });
        register
    }

    pub(super) fn var(&self, name: &str) -> Option<&Var> {
        self.vars.iter().rev().find(|var| var.name == name)
    }

    /// Where the scope that begins here will go back to.
    pub(super) fn mark(&self) -> (usize, u16, u16) {
        (self.vars.len(), self.p, self.r)
    }

    pub(super) fn back_to(&mut self, (vars, p, r): (usize, u16, u16)) {
        self.vars.truncate(vars);
        self.p = p;
        self.r = r;
    }

    /// Frees the registers of values that are no longer needed.
    pub(super) fn free_to(&mut self, (_, p, r): (usize, u16, u16)) {
        self.p = p;
        self.r = r;
    }
}

/// So many registers a method may have.
const MAX_REGISTERS: u16 = u16::MAX - 64;

impl<'a> Compiler<'a> {
    /// Ends the innermost method and puts it in its place.
    pub(super) fn finish(&mut self, index: u32, name: &str, params: &[Ty], varargs: bool) {
        let Some(mut function) = self.functions.pop() else { return };
        if function.reachable {
            if matches!(function.returns, Ty::Void) || function.is_lambda {
                function.emit(Op::ReturnVoid);
            } else {
                let span = function.span;
                self.error(
                    "java/missing-return",
                    format!("'{name}' can end without returning a value"),
                    span,
                );
            }
        }
        if function.most_p >= MAX_REGISTERS || function.most_r >= MAX_REGISTERS {
            let span = function.span;
            self.error("java/too-large", format!("'{name}' has too many variables"), span);
        }
        let returns = match &function.returns {
            Ty::Dynamic if function.is_lambda && !function.gives_value => Kind::Void,
            ty => ty.kind(),
        };
        let class = self.classes[function.class as usize].simple.clone();
        self.module.methods[index as usize] = Method {
            name: name.into(),
            class,
            params: params.iter().map(Ty::kind).collect(),
            types: params.iter().map(|ty| self.type_name(ty)).collect(),
            varargs,
            returns,
            is_static: function.is_static,
            is_abstract: false,
            code: function.code,
            spans: function.spans,
            handlers: function.handlers,
            prims: function.most_p,
            refs: function.most_r,
        };
    }

    pub(super) fn emit(&mut self, op: Op) -> usize {
        self.function().emit(op)
    }

    /// Puts a value into a register of its file.
    pub(super) fn place(&mut self, val: &Val) -> u16 {
        match &val.at {
            At::Register(register) => *register,
            At::Constant(_) => {
                let register = self.function().register(&val.ty);
                self.put(val, register);
                register
            }
        }
    }

    /// Moves a value to a register of its file.
    pub(super) fn put(&mut self, val: &Val, d: u16) {
        let primitive = val.ty.kind().is_primitive();
        let op = match &val.at {
            At::Register(s) if *s == d => return,
            At::Register(s) if primitive => Op::MoveP { d, s: *s },
            At::Register(s) => Op::MoveR { d, s: *s },
            At::Constant(value) if primitive => {
                let kind = val.ty.kind();
                let bits = kind.unbox(value).unwrap_or(0);
                let floating = matches!(kind, Kind::Float | Kind::Double);
                match i32::try_from(bits) {
                    Ok(value) if !floating => Op::Small { d, value },
                    _ => {
                        self.module.wides.push(bits);
                        Op::Wide { d, k: (self.module.wides.len() - 1) as u32 }
                    }
                }
            }
            At::Constant(Value::Null) => Op::NullR { d },
            At::Constant(value) => Op::ConstR { d, k: self.constant(value.clone()) },
        };
        self.emit(op);
    }
}
