//! The functions that the module exports: text goes in and comes out byte by byte, so that no pointer does.
#![allow(unsafe_code)]

use std::cell::RefCell;

thread_local! {
    /// The domain, a byte 0, and the problem.
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Appends a byte to the input.
// SAFETY: nothing else in the module has the name of one of these functions.
#[unsafe(no_mangle)]
pub extern "C" fn push(byte: u32) {
    INPUT.with_borrow_mut(|input| input.push(byte as u8));
}

/// Computes the report on the input, which is empty afterwards. Returns the number of bytes.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn run() -> u32 {
    let input = INPUT.take();
    let text = String::from_utf8_lossy(&input);
    let (domain, problem) = text.split_once('\0').unwrap_or_default();
    let report = crate::report(domain, problem).into_bytes();
    let length = report.len() as u32;
    OUTPUT.set(report);
    length
}

/// A byte of the report.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn byte(index: u32) -> u32 {
    OUTPUT.with_borrow(|output| output.get(index as usize).copied().map_or(0, u32::from))
}
