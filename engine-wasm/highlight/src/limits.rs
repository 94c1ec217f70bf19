//! How much code is colored. Beyond the limits it is shown plain: complete, escaped, without spans.

/// Size of a code block, in bytes of UTF-8, up to which it is colored at all.
pub const MAX_BLOCK_BYTES: usize = 256 * 1024;

/// Length of a line, in bytes of UTF-8 without its newline, up to which it is colored.
///
/// A longer line stays plain; the lines around it do not.
pub const MAX_LINE_BYTES: usize = 4096;
