//! An allocator that counts what the current thread holds.

#![expect(unsafe_code, reason = "an allocator is an unsafe trait; this one only passes calls on")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

thread_local! {
    /// Bytes allocated and not freed. Below zero where a thread frees what another one allocated.
    static HELD: Cell<isize> = const { Cell::new(0) };
    /// The most of them since the last [`begin`].
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

#[global_allocator]
static COUNTING: Counting = Counting;

struct Counting;

/// Starts to count; returns what is held now.
pub fn begin() -> isize {
    let held = HELD.get();
    PEAK.set(held);
    held
}

/// The most that was held since then.
pub fn peak() -> isize {
    PEAK.get()
}

fn count(bytes: isize) {
    // A thread that ends frees its last values after its counters are gone.
    let _ = HELD.try_with(|held| {
        held.set(held.get().wrapping_add(bytes));
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(held.get())));
    });
}

// SAFETY: every call is passed on to the system's allocator unchanged. Counting neither allocates nor panics.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size().cast_signed());
        // SAFETY: as the caller guarantees.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size().cast_signed());
        // SAFETY: as the caller guarantees.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-layout.size().cast_signed());
        // SAFETY: as the caller guarantees.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size.cast_signed().wrapping_sub(layout.size().cast_signed()));
        // SAFETY: as the caller guarantees.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
