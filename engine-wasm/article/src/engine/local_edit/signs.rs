//! What a block may hold that is edited by itself.

use crate::markdown;

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

/// The marks that `block` begins with, if they open a code block. Source: CommonMark 0.31.2, fenced code blocks.
fn fence(block: &str) -> Option<&str> {
    let line = block.lines().next()?;
    let info = line.trim_start_matches(line.chars().next().filter(|c| "`~".contains(*c))?);
    let marks = line.strip_suffix(info)?;
    (marks.len() >= 3 && !(marks.starts_with('`') && info.contains('`'))).then_some(marks)
}

/// Whether `line` ends the code that `marks` opened.
fn closes(line: &str, marks: &str) -> bool {
    let own = line.trim_start_matches(' ');
    own.starts_with(marks)
        && line.len() - own.len() < 4
        && own
            .trim_end()
            .bytes()
            .all(|byte| marks.as_bytes().first() == Some(&byte))
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
    let n_fences = block.lines().filter(|line| has(line, &["```", "~~~"])).count();
    let last = block.lines().rfind(|line| !line.is_empty());
    // A footnote may stand right behind the code.
    let is_code = n_fences == 2
        && fence(block)
            .zip(last)
            .is_some_and(|(marks, line)| closes(line, marks));
    let is_prose = n_fences == 0 && !has(block, &["]:"]) && !(has(block, &[":::"]) && has(block, &["<"]));
    let is_control = |byte: u8| byte < b' ' && byte != b'\n' && byte != b'\t';
    (is_code || is_prose)
        && !block.trim_start_matches('\n').starts_with([' ', '\t'])
        && !block.bytes().any(is_control)
        && !has(block, &FAR_REACHING)
        && markdown::is_closed(block)
}
