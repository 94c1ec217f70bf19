//! The heap of the module: smaller and faster than the standard one.
//!
//! Sizes are rounded up to one of four steps between powers of two, and what is freed waits in the list of its size
//! for the next of that size. Nothing is joined or split, so memory is what each size needed at its highest: an
//! article that is edited needs the same sizes again and again.
//! A module has one thread, which is why the lists need no lock.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::UnsafeCell;
use std::ptr::null_mut;

#[global_allocator]
static HEAP: Heap = Heap(UnsafeCell::new(Lists {
    free: [null_mut(); N_SIZES],
    start: 0,
    end: 0,
}));

/// The smallest size in bytes, and what every address is a multiple of.
const UNIT: usize = 16;
/// Sizes between 16 bytes and 4 GB, four for each power of two.
const N_SIZES: usize = 4 * 28;
const PAGE: usize = 65_536;

struct Heap(UnsafeCell<Lists>);

struct Lists {
    /// The first free piece of each size; each holds the address of the next.
    free: [*mut Piece; N_SIZES],
    /// Memory that was never used.
    start: usize,
    end: usize,
}

struct Piece {
    next: *mut Piece,
}

// SAFETY: the module has one thread, and nothing below calls back into the program.
unsafe impl Sync for Heap {}

/// The list for `size` bytes, and how many its pieces have.
fn rounded(size: usize) -> (usize, usize) {
    if size <= 4 * UNIT {
        let units = size.max(1).div_ceil(UNIT);
        return (units - 1, units * UNIT);
    }
    // The three highest bits of the last byte's offset name the size.
    let shift = (size - 1).ilog2() as usize - 2;
    let steps = (size - 1) >> shift;
    (4 * (shift - 3) + steps - 4, (steps + 1) << shift)
}

// SAFETY: a piece belongs to one list, or to the program since it left it; pieces never overlap.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.align() > UNIT || layout.size() > isize::MAX as usize {
            return null_mut();
        }
        let (list, size) = rounded(layout.size());
        // SAFETY: see `Sync`; a piece in a list is free and large enough for its link.
        unsafe {
            let lists = &mut *self.0.get();
            let Some(first) = lists.free.get_mut(list) else {
                return null_mut();
            };
            let piece = *first;
            if piece.is_null() {
                return lists.fresh(size);
            }
            *first = (*piece).next;
            piece.cast()
        }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        let (list, _) = rounded(layout.size());
        // SAFETY: the piece came from `alloc` with the same layout.
        unsafe {
            let lists = &mut *self.0.get();
            if let Some(first) = lists.free.get_mut(list) {
                let piece: *mut Piece = pointer.cast();
                (*piece).next = *first;
                *first = piece;
            }
        }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if rounded(layout.size()).0 == rounded(new_size).0 {
            return pointer;
        }
        // SAFETY: the caller's promises are those of `alloc` and `dealloc`; the copy is within both pieces.
        unsafe {
            let new = self.alloc(Layout::from_size_align_unchecked(new_size, layout.align()));
            if !new.is_null() {
                new.copy_from_nonoverlapping(pointer, layout.size().min(new_size));
                self.dealloc(pointer, layout);
            }
            new
        }
    }
}

impl Lists {
    /// `size` bytes that were never used.
    fn fresh(&mut self, size: usize) -> *mut u8 {
        if self.end - self.start < size {
            let n_pages = size.div_ceil(PAGE);
            let before = core::arch::wasm32::memory_grow::<0>(n_pages);
            if before == usize::MAX {
                return null_mut();
            }
            let grown = before * PAGE;
            if grown != self.end {
                self.start = grown;
            }
            self.end = grown + n_pages * PAGE;
        }
        let piece = self.start;
        self.start += size;
        piece as *mut u8
    }
}
