//! How much code is colored. Beyond the limits it is shown plain: complete, escaped, without spans.
//!
//! Some lines make the regular expressions of a grammar slow, so the steps of a block are limited.
//! Steps are counted and time is not measured: the same code is colored alike on every machine.

/// Size of a code block, in bytes of UTF-8, up to which it is colored at all.
pub const MAX_BLOCK_BYTES: usize = 256 * 1024;

/// Length of a line, in bytes of UTF-8 without its newline, up to which it is colored.
///
/// A longer line stays plain; the lines around it do not.
pub const MAX_LINE_BYTES: usize = 2048;

/// Steps that the regular expressions may take for a block; the lines after that stay plain.
///
/// Two kinds of code reach the limit: code that makes a grammar slow, and very long code in the slowest grammars.
pub const MAX_BLOCK_STEPS: u64 = 20_000_000;
