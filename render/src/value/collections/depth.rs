//! Limits for walks through collections in collections: a page can put a list into itself.

use std::cell::Cell;
use std::thread::LocalKey;

/// How deep collections may lie in each other before a walk stops.
const MAX_DEPTH: u32 = 64;

/// How many items of inner collections one walk may visit: a list that holds the same list twice, and so on for sixty
/// levels, is small in memory and endless to print.
const MAX_ITEMS: usize = 1 << 20;

thread_local! {
    static TEXT: Cell<Walk> = const { Cell::new(Walk::START) };
    static HASH: Cell<Walk> = const { Cell::new(Walk::START) };
    static EQUALS: Cell<Walk> = const { Cell::new(Walk::START) };
}

/// A walk of one kind on this thread. The kinds count apart, so that the hash of a key is the same wherever it is asked.
#[derive(Clone, Copy)]
struct Walk {
    depth: u32,
    items: usize,
}

impl Walk {
    const START: Walk = Walk { depth: 0, items: 0 };
}

/// One level of a walk; leaves it when dropped.
pub(super) struct Level(&'static LocalKey<Cell<Walk>>);

impl Drop for Level {
    fn drop(&mut self) {
        let walk = self.0.get();
        let left = Walk { depth: walk.depth.saturating_sub(1), ..walk };
        self.0.set(if left.depth == 0 { Walk::START } else { left });
    }
}

/// Enters a collection of `len` items to print it; `None`: too deep or too much.
pub(super) fn text(len: usize) -> Option<Level> {
    enter(&TEXT, len)
}

/// Enters a collection of `len` items to hash it.
pub(super) fn hash(len: usize) -> Option<Level> {
    enter(&HASH, len)
}

/// Enters a collection of `len` items to compare it.
pub(super) fn equals(len: usize) -> Option<Level> {
    enter(&EQUALS, len)
}

fn enter(kind: &'static LocalKey<Cell<Walk>>, len: usize) -> Option<Level> {
    let walk = kind.get();
    // The outermost collection is as large as it is; only what lies inside can multiply.
    let items = if walk.depth == 0 { 0 } else { walk.items.saturating_add(len).saturating_add(1) };
    if walk.depth >= MAX_DEPTH || items > MAX_ITEMS {
        return None;
    }
    kind.set(Walk { depth: walk.depth + 1, items });
    Some(Level(kind))
}
