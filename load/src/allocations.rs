//! An allocator that counts.

#![allow(unsafe_code, reason = "an allocator can't be written without")]

use std::alloc::GlobalAlloc;
use std::alloc::Layout;
use std::cell::Cell;

use mimalloc::MiMalloc;

/// mimalloc, with the allocations of each thread counted.
pub struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// How many allocations this thread has made, growth in place included.
pub fn count() -> u64 {
    COUNT.get()
}

fn one_more() {
    COUNT.set(COUNT.get() + 1);
}

// SAFETY: every call goes to mimalloc as it came; counting touches a thread-local cell that is initialised at compile
// time and has no destructor, so that it neither allocates nor is ever gone.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        one_more();
        // SAFETY: the caller keeps to the contract of `alloc`.
        unsafe { MiMalloc.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps to the contract of `dealloc`; the memory came from mimalloc.
        unsafe { MiMalloc.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        one_more();
        // SAFETY: the caller keeps to the contract of `alloc_zeroed`.
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        one_more();
        // SAFETY: the caller keeps to the contract of `realloc`; the memory came from mimalloc.
        unsafe { MiMalloc.realloc(pointer, layout, new_size) }
    }
}
