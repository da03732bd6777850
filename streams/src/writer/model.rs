//! The writer against the simplest thing that could be right, on random pages.

use proptest::prelude::*;

use super::*;

/// Strings where the writer has ropes, and no notion of memory.
struct Model {
    mode: BufferMode,
    max: usize,
    sent: String,
    /// The page's buffer, then the captures.
    levels: Vec<String>,
    committed: bool,
}

impl Model {
    fn write(&mut self, text: &str) -> Result<(), WriteError> {
        if text.is_empty() {
            return Ok(());
        }
        let produced = self.sent.len() + self.levels.iter().map(String::len).sum::<usize>();
        if produced + text.len() > self.max {
            return Err(WriteError::Budget { max_bytes: self.max });
        }
        if let [page] = &mut *self.levels
            && page.len() + text.len() > self.mode.size_bytes
        {
            if !self.mode.auto_flush && self.mode.size_bytes > 0 {
                return Err(WriteError::Overflow { buffer_bytes: self.mode.size_bytes });
            }
            self.commit();
            if text.len() > self.mode.size_bytes {
                self.sent.push_str(text);
                return Ok(());
            }
        }
        self.top().push_str(text);
        Ok(())
    }

    fn write_escaped(&mut self, text: &str) -> Result<(), WriteError> {
        for run in text.split_inclusive(['&', '<', '>', '"', '\'']) {
            let clean = run.trim_end_matches(['&', '<', '>', '"', '\'']);
            self.write(clean)?;
            self.write(run[clean.len()..].bytes().next().and_then(escape::entity).unwrap_or(""))?;
        }
        Ok(())
    }

    fn commit(&mut self) {
        self.committed = true;
        self.sent.push_str(&std::mem::take(&mut self.levels[0]));
    }

    fn top(&mut self) -> &mut String {
        self.levels.last_mut().expect("the page's own level is never popped")
    }
}

#[derive(Clone, Debug)]
enum Op {
    Write(String),
    Escaped(String),
    Char(char),
    Number(i64),
    Static(usize),
    Flush,
    Clear,
    ClearBuffer,
    Push,
    /// Ends a capture and writes it out or forgets it, with or without giving the memory back.
    Pop {
        write: bool,
        recycle: bool,
    },
    Take,
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        8 => "[a-zé€😀]{0,12}".prop_map(Op::Write),
        2 => (0..6000_usize).prop_map(|len| Op::Write("long".repeat(len / 4))),
        4 => "[a-e<>&'\"é]{0,20}".prop_map(Op::Escaped),
        2 => any::<char>().prop_map(Op::Char),
        2 => any::<i64>().prop_map(Op::Number),
        4 => (0..4 * SHARE_MIN_BYTES).prop_map(Op::Static),
        2 => Just(Op::Flush),
        1 => Just(Op::Clear),
        1 => Just(Op::ClearBuffer),
        2 => Just(Op::Push),
        3 => (any::<bool>(), any::<bool>()).prop_map(|(write, recycle)| Op::Pop { write, recycle }),
        3 => Just(Op::Take),
    ]
}

fn mode() -> impl Strategy<Value = BufferMode> {
    let size = prop_oneof![Just(0), 1..40_usize, 40..3000_usize, Just(8192), Just(40_000)];
    (size, any::<bool>()).prop_map(|(size_bytes, auto_flush)| BufferMode { size_bytes, auto_flush })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn same_bytes_same_errors_never_more_than_the_buffer(
        mode in mode(),
        max in prop_oneof![2 => Just(usize::MAX), 2 => 0..200_usize, 1 => 200..50_000_usize],
        ops in prop::collection::vec(op(), 0..60),
    ) {
        let pool = StaticText::from("template €".repeat(SHARE_MIN_BYTES));
        let mut model = Model { mode, max, sent: String::new(), levels: vec![String::new()], committed: false };
        let mut writer = PageWriter::new(mode, max);
        let mut received = Vec::new();
        for op in ops {
            match op {
                Op::Write(text) => prop_assert_eq!(writer.write_str(&text), model.write(&text)),
                Op::Escaped(text) => prop_assert_eq!(writer.write_escaped(&text), model.write_escaped(&text)),
                Op::Char(c) => prop_assert_eq!(writer.write_char(c), model.write(&c.to_string())),
                Op::Number(number) => {
                    prop_assert_eq!(writer.write_i64(number), model.write(&number.to_string()));
                }
                Op::Static(len) => {
                    let Some(text) = pool.slice(0..len) else { continue };
                    prop_assert_eq!(writer.write_static(&text), model.write(text.as_str()));
                }
                Op::Flush if model.levels.len() > 1 => {
                    prop_assert_eq!(writer.flush(), Err(WriteError::FlushInBody));
                }
                Op::Flush => {
                    prop_assert_eq!(writer.flush(), Ok(()));
                    model.commit();
                }
                Op::Clear if model.levels.len() == 1 && model.committed => {
                    prop_assert_eq!(writer.clear(), Err(WriteError::ClearAfterFlush));
                }
                Op::Clear => {
                    prop_assert_eq!(writer.clear(), Ok(()));
                    model.top().clear();
                }
                Op::ClearBuffer => {
                    writer.clear_buffer();
                    model.top().clear();
                }
                Op::Push => {
                    writer.push_capture();
                    model.levels.push(String::new());
                }
                Op::Pop { write, recycle } => {
                    let expected = if model.levels.len() > 1 { model.levels.pop() } else { None };
                    let expected = expected.unwrap_or_default();
                    let captured = writer.pop_capture();
                    prop_assert_eq!(&captured, &expected);
                    if write {
                        prop_assert_eq!(writer.write_str(&captured), model.write(&expected));
                    }
                    if recycle {
                        writer.recycle(captured);
                    }
                }
                Op::Take => while let Some(chunk) = writer.take_output() {
                    received.extend_from_slice(&chunk);
                    prop_assert!(model.committed);
                },
            }
            prop_assert!(writer.cur.len() <= writer.cur.limit() && writer.cur.limit() <= writer.cur.capacity());
            prop_assert_eq!(writer.capture_depth(), model.levels.len() - 1);
            prop_assert_eq!(writer.is_committed(), model.committed);
            if let [page] = &*model.levels {
                prop_assert_eq!(writer.remaining(), mode.size_bytes - page.len());
                if mode.size_bytes > 0 {
                    prop_assert_eq!(writer.held.len() + writer.cur.len(), page.len());
                }
            }
        }
        model.levels.truncate(1);
        model.commit();
        let finished = writer.finish();
        prop_assert!(matches!(finished, Finished::Rest(_)) || received.is_empty());
        received.extend_from_slice(&finished.into_rope().into_bytes());
        prop_assert_eq!(received, model.sent.into_bytes());
    }
}
