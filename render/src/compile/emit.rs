//! Instructions, pools and jumps.

use super::Compiler;
use crate::program::Instruction;
use crate::program::NO_TEXT;
use crate::program::Op;
use crate::program::PathSite;
use crate::program::PropSite;
use crate::program::Test;
use crate::program::TestSite;
use crate::source::Span;
use crate::value::Str;
use crate::value::Value;

/// A jump whose target is not known yet.
#[must_use = "a jump needs its target"]
pub(super) struct JumpFrom(u32);

impl Compiler<'_> {
    /// Adds an instruction, with the text before it, and gives its place.
    pub(super) fn emit(&mut self, op: Op, span: Span) -> u32 {
        let text = self.take_text();
        self.program.code.push(Instruction { text, op });
        self.program.spans.push(span);
        (self.program.code.len() - 1) as u32
    }

    /// Adds template text; runs of it become one piece.
    pub(super) fn emit_text(&mut self, text: &str, span: Span) {
        if self.text.is_empty() {
            self.text_span = span;
        }
        self.text.push_str(text);
    }

    /// Ends the run of text and gives the number of its piece.
    fn take_text(&mut self) -> u32 {
        if self.text.is_empty() {
            return NO_TEXT;
        }
        let from = self.pool.len() as u32;
        self.pool.push_str(&self.text);
        self.text.clear();
        self.pieces.push((from, self.pool.len() as u32));
        (self.pieces.len() - 1) as u32
    }

    /// The place of the next instruction: what is jumped to. Text before it is not for those who jump.
    pub(super) fn here(&mut self) -> u32 {
        if !self.text.is_empty() {
            self.emit(Op::Nothing, self.text_span);
        }
        self.program.code.len() as u32
    }

    /// Adds a jump with its target left open.
    pub(super) fn jump(&mut self, op: impl FnOnce(u32) -> Op, span: Span) -> JumpFrom {
        JumpFrom(self.emit(op(u32::MAX), span))
    }

    /// Adds a jump that tests what a path leads to, with its target left open.
    pub(super) fn jump_unless(&mut self, path: PathSite, test: Test, span: Span) -> JumpFrom {
        let number = self.test_site(path, test);
        JumpFrom(self.emit(Op::JumpUnless(number), span))
    }

    /// A new test of what a path leads to.
    pub(super) fn test_site(&mut self, path: PathSite, test: Test) -> u32 {
        self.program.tests.push(TestSite { path, test, target: u32::MAX });
        (self.program.tests.len() - 1) as u32
    }

    /// Lets an open jump lead to the next instruction.
    #[expect(clippy::needless_pass_by_value, reason = "a jump lands once")]
    pub(super) fn land(&mut self, jump: JumpFrom) {
        let target = self.here();
        let program = &mut self.program;
        match &mut program.code[jump.0 as usize].op {
            Op::Jump(to)
            | Op::JumpIfFalse(to)
            | Op::JumpIfTrue(to)
            | Op::JumpIfValue(to)
            | Op::JumpUnlessCompare { target: to, .. }
            | Op::JumpUnlessCompareWith { target: to, .. }
            | Op::JumpUnlessComparePath { target: to, .. } => *to = target,
            Op::JumpUnless(site) => program.tests[*site as usize].target = target,
            other => unreachable!("{other:?} does not jump"),
        }
    }

    pub(super) fn land_all(&mut self, jumps: Vec<JumpFrom>) {
        for jump in jumps {
            self.land(jump);
        }
    }

    /// A string in the constant pool, once.
    pub(super) fn name(&mut self, text: &Str) -> u32 {
        if let Some(index) = self.consts.get(text) {
            return *index;
        }
        self.program.consts.push(Value::Str(text.clone()));
        let index = (self.program.consts.len() - 1) as u32;
        self.consts.insert(text.clone(), index);
        index
    }

    /// Pushes a constant.
    pub(super) fn constant(&mut self, value: Value, span: Span) {
        let index = self.in_pool(value);
        self.emit(Op::Const(index), span);
    }

    /// A constant's index in the pool.
    pub(super) fn in_pool(&mut self, value: Value) -> u32 {
        match value {
            Value::Str(text) => self.name(&text),
            other => {
                self.program.consts.push(other);
                (self.program.consts.len() - 1) as u32
            }
        }
    }

    /// A new property access.
    pub(super) fn prop_site(&mut self, name: &Str) -> u32 {
        self.program.props.push(PropSite::new(name.clone()));
        (self.program.props.len() - 1) as u32
    }
}
