//! How much code is colored. Beyond the limits it is shown plain: complete, escaped, without spans.
//!
//! Some lines make the regular expressions of a grammar slow, so a block has an allowance of steps.
//! The engine reads no clock: the same code is colored alike on every machine.

/// Size of a code block, in bytes of UTF-8, up to which it is colored at all.
pub const MAX_BLOCK_BYTES: usize = 256 * 1024;

/// Length of a line, in bytes of UTF-8 without its newline, up to which it is colored.
///
/// A longer line stays plain; the lines around it do not.
pub const MAX_LINE_BYTES: usize = 2048;

/// Steps that the regular expressions may take for a block; the lines after them stay plain.
///
/// Code comes here that makes a grammar slow, and very long code in the costliest grammars.
pub const MAX_BLOCK_STEPS: u64 = 20_000_000;
