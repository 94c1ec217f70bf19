//! How much code is colored. Beyond the limits it is shown plain: complete, escaped, without spans.
//!
//! The time for a line grows up to the square of its length when the line is made to be slow, so a block has
//! an allowance of squares. The engine reads no clock: the same code is colored alike on every machine.

/// Size of a code block, in bytes of UTF-8, up to which it is colored at all.
pub const MAX_BLOCK_BYTES: usize = 256 * 1024;

/// Length of a line, in bytes of UTF-8 without its newline, up to which it is colored.
///
/// A longer line stays plain; the lines around it do not.
pub const MAX_LINE_BYTES: usize = 2048;

/// Sum of the squared line lengths of a block up to which its lines are colored.
///
/// Three thousand lines of eighty characters fit, and so do four lines of [`MAX_LINE_BYTES`].
/// A line that does not fit into what is left stays plain.
pub const MAX_BLOCK_WORK: usize = 20_000_000;
