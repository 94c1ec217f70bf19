//! What a block may hold that is edited by itself.

use crate::markdown::{self, Fence};

/// Whether `text` may begin with an item of a list.
pub(super) fn begins_item(text: &str) -> bool {
    let text = text.trim_start_matches('\n');
    text.starts_with(|c: char| c.is_ascii_digit() || "-+*".contains(c))
}

/// Whether `line` may go on in the block that `text` above it ends with, if only as far as the formula that cuts it.
pub(super) fn may_join(line: &str, text: &str) -> bool {
    let is_cut = line.contains("$$") || line.contains("\\[");
    line.starts_with([' ', '\t']) || (is_cut && !text.is_empty() && !text.ends_with("\n\n"))
}

/// Whether `block` begins with the fence of a code block.
pub(super) fn begins_code(block: &str) -> bool {
    fence(block).is_some()
}

fn fence(block: &str) -> Option<Fence> {
    block.lines().next().and_then(Fence::opened_by)
}

/// Whether `text` may hold what begins in one block and ends in another, in a text where something does.
pub(super) fn may_reach_far(text: &str) -> bool {
    has(text, &["<", "$$", ":::"])
}

fn has(text: &str, signs: &[&str]) -> bool {
    signs.iter().any(|sign| text.contains(sign))
}

/// What no block may hold: formulas in another notation, and footnotes and definitions that are written otherwise.
const FAR_REACHING: [&str; 7] = ["\\(", "\\)", "\\[", "\\]", "\u{feff}", "[&", "[\\"];

/// Whether what a block says concerns itself alone. Of code, it is one fence that is closed; formula blocks and
/// containers are closed too.
pub(super) fn stands_alone(block: &str) -> bool {
    let (mut n_fences, mut last) = (0, "");
    for line in block.lines().filter(|line| !line.is_empty()) {
        n_fences += usize::from(has(line, &["```", "~~~"]));
        last = line;
    }
    // A footnote may stand right behind the code.
    let is_code = n_fences == 2
        && fence(block).is_some_and(|fence| {
            let content = last.trim_start_matches(' ');
            last.len() - content.len() < 4 && fence.is_closed_by(content)
        });
    let is_prose = n_fences == 0 && !has(block, &["]:"]) && !(has(block, &[":::"]) && has(block, &["<"]));
    let is_control = |byte: u8| byte < b' ' && byte != b'\n' && byte != b'\t';
    (is_code || is_prose)
        && !block.trim_start_matches('\n').starts_with([' ', '\t'])
        && !block.bytes().any(is_control)
        && !has(block, &FAR_REACHING)
        && markdown::is_closed(block)
}
