//! What a block may hold that is edited by itself.

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

pub(super) fn begins_code(block: &str) -> bool {
    block.starts_with("```") || block.starts_with("~~~")
}

/// What a block may not hold.
struct Signs {
    bytes: &'static [u8],
    words: &'static [&'static str],
}

/// In any block.
const FAR_REACHING: [&str; 7] = ["$$", ":::", "\\(", "\\)", "\\[", "\\]", "\u{feff}"];
const IN_CODE: Signs = Signs {
    bytes: b"",
    words: &[],
};
const IN_PROSE: Signs = Signs {
    bytes: b"<|",
    words: &["[^", "]:"],
};
/// Where links are counted, may be defined elsewhere or may be a list of headings.
const BESIDE_LINKS: Signs = Signs {
    bytes: b"<|[",
    words: &[],
};

/// Whether what a block says concerns itself alone: it is prose, a list, a quote, a heading, or one fence of code that
/// is closed. `has_links` says whether what stands in brackets may reach beyond its block.
pub(super) fn stands_alone(block: &str, has_links: bool) -> bool {
    let (mut n_fences, mut ends_with_fence) = (0, false);
    for line in block.lines().filter(|line| !line.is_empty()) {
        ends_with_fence = line.contains("```") || line.contains("~~~");
        n_fences += usize::from(ends_with_fence);
    }
    // A footnote may stand right behind the code.
    let is_code = n_fences == 2 && ends_with_fence && begins_code(block);
    let signs = match (is_code, has_links) {
        (true, _) => IN_CODE,
        (_, true) => BESIDE_LINKS,
        _ => IN_PROSE,
    };
    let is_control = |byte: u8| byte < b' ' && byte != b'\n' && byte != b'\t';
    (is_code || n_fences == 0)
        && !block.trim_start_matches('\n').starts_with([' ', '\t'])
        && !block
            .bytes()
            .any(|byte| is_control(byte) || signs.bytes.contains(&byte))
        && !signs
            .words
            .iter()
            .chain(&FAR_REACHING)
            .any(|sign| block.contains(sign))
}
