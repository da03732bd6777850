//! Letting go of collections in collections without recursion: a page can nest lists a million deep, and dropping them
//! one inside the other would overflow the stack.

use std::cell::RefCell;

use crate::value::Value;

thread_local! {
    /// What still has to be dropped, while a drop is under way on this thread.
    static PENDING: RefCell<Option<Vec<Value>>> = const { RefCell::new(None) };
}

/// Drops what an object holds: for the `Drop` of objects that pages can nest in each other without a bound. Inside another
/// such drop the items only join its queue, so the stack stays flat.
pub fn release(items: impl Iterator<Item = Value>) {
    let mut objects = items.filter(|item| matches!(item, Value::Object(_))).peekable();
    if objects.peek().is_none() {
        return;
    }
    let outermost = PENDING.try_with(|pending| match &mut *pending.borrow_mut() {
        Some(queue) => {
            queue.extend(objects.by_ref());
            false
        }
        none => {
            *none = Some(objects.by_ref().collect());
            true
        }
    });
    // Without the queue (the thread is ending) the items are dropped in place.
    if outermost != Ok(true) {
        return;
    }
    let next = || PENDING.try_with(|pending| pending.borrow_mut().as_mut().and_then(Vec::pop)).ok().flatten();
    while let Some(item) = next() {
        drop(item);
    }
    let _ = PENDING.try_with(|pending| pending.borrow_mut().take());
}
