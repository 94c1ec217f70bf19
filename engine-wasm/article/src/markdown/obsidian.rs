//! What Obsidian hides from readers: comments `%%…%%` within a paragraph, and the id `^id` at its end.

use std::ops::Range;

use comrak::nodes::{Node, NodeHtmlBlock, NodeValue};

/// Both signs of a comment.
const SIGN: &str = "%%";

/// An id has at least so many characters: `x ^n` holds none.
const MIN_ID_CHARS: usize = 3;

/// So many digits are an id without a letter, as Obsidian makes them.
const N_ID_DIGITS: usize = 6;

/// Takes comments and the id out of a paragraph; one that holds nothing else shows nothing.
pub(super) fn hide<'a>(paragraph: Node<'a>) {
    let may_hide = |text: &str| text.contains(SIGN) || text.contains('^');
    let has_signs = paragraph
        .children()
        .any(|child| matches!(&child.data().value, NodeValue::Text(text) if may_hide(text)));
    if !has_signs {
        return;
    }
    remove(paragraph, &comments(&flat(paragraph)));
    remove(paragraph, id(&flat(paragraph)).as_slice());
    if paragraph.first_child().is_none() {
        paragraph.data_mut().value = NodeValue::HtmlBlock(NodeHtmlBlock {
            literal: "<!---->".to_owned(),
            ..Default::default()
        });
    }
}

/// The text of a child as it counts here: a break is a line feed, other markup one character.
fn piece(child: Node<'_>) -> String {
    match &child.data().value {
        NodeValue::Text(text) => text.to_string(),
        NodeValue::SoftBreak | NodeValue::LineBreak => "\n".to_owned(),
        _ => "\u{fffc}".to_owned(),
    }
}

fn flat(paragraph: Node<'_>) -> String {
    paragraph.children().map(piece).collect()
}

/// Removes `ranges` of the flat text, which are in order.
fn remove<'a>(paragraph: Node<'a>, ranges: &[Range<usize>]) {
    if ranges.is_empty() {
        return;
    }
    let mut start = 0;
    for child in paragraph.children().collect::<Vec<_>>() {
        let text = piece(child);
        let is_kept = |at: usize| !ranges.iter().any(|range| range.contains(&(start + at)));
        let kept: String = text
            .char_indices()
            .filter(|(at, _)| is_kept(*at))
            .map(|(_, c)| c)
            .collect();
        if kept.is_empty() {
            child.detach();
        } else if let NodeValue::Text(old) = &mut child.data_mut().value {
            *old = kept.into();
        }
        start += text.len();
    }
}

/// The comments of a text. One takes whole lines, and their end with it, or stands close in a line; one word in a line,
/// as `%%PATH%%`, is a variable.
fn comments(text: &str) -> Vec<Range<usize>> {
    let is_sign = |&at: &usize| {
        let byte = |at: usize| text.as_bytes().get(at);
        byte(at.wrapping_sub(1)) != Some(&b'%') && byte(at + SIGN.len()) != Some(&b'%')
    };
    let mut signs = text
        .match_indices(SIGN)
        .map(|(at, _)| at)
        .filter(is_sign)
        .peekable();
    let mut found = Vec::new();
    while let Some(open) = signs.next() {
        let comment = signs.peek().and_then(|&close| comment(text, open, close));
        if let Some(comment) = comment {
            signs.next();
            found.push(comment);
        }
    }
    found
}

/// The comment between two signs, if they make one.
fn comment(text: &str, open: usize, close: usize) -> Option<Range<usize>> {
    let end = close + SIGN.len();
    let (before, inside, behind) = (
        text.get(..open)?,
        text.get(open + SIGN.len()..close)?,
        text.get(end..)?,
    );
    let lead = before.trim_end_matches(' ');
    let rest = behind.trim_start_matches(' ');
    let begins = lead.is_empty() || lead.ends_with('\n');
    let ends = rest.is_empty() || rest.starts_with('\n');
    if begins && ends && !inside.trim().is_empty() {
        return Some(match rest.strip_prefix('\n') {
            Some(next) => lead.len()..text.len() - next.len(),
            None => lead.trim_end_matches('\n').len()..text.len(),
        });
    }
    let is_part = |c: char| c.is_ascii_alphanumeric();
    let is_close = !inside.starts_with(char::is_whitespace) && !inside.ends_with(char::is_whitespace);
    let is_word = inside.is_ascii() && !inside.contains(' ');
    (is_close && !is_word && !before.ends_with(is_part) && !behind.starts_with(is_part)).then_some(open..end)
}

/// The id at the end of a text, with the white space before it.
fn id(text: &str) -> Option<Range<usize>> {
    let shown = text.trim_end();
    let start = shown.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let name = shown.get(start..)?.strip_prefix('^')?;
    let is_name = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let is_id = if name.bytes().all(|byte| byte.is_ascii_digit()) {
        name.len() == N_ID_DIGITS
    } else {
        name.len() >= MIN_ID_CHARS
    };
    let before = text.get(..start)?.trim_end();
    (is_name && is_id).then_some(before.len()..text.len())
}

#[cfg(test)]
mod tests {
    use super::{comments, id};

    fn without(text: &str) -> String {
        let mut shown = text.to_owned();
        for comment in comments(text).into_iter().rev() {
            shown.replace_range(comment, "");
        }
        if let Some(id) = id(&shown) {
            shown.truncate(id.start);
        }
        shown
    }

    #[test]
    fn comments_are_close_to_their_signs_or_take_whole_lines() {
        for (text, shown) in [
            ("文%%看不见%%字", "文字"),
            ("a %%b c%% d", "a  d"),
            ("一\n%% 看不见 %%\n二", "一\n二"),
            ("一\n%%\n看不见\n%%", "一"),
            ("%%todo%%", ""),
        ] {
            assert_eq!(without(text), shown, "{text}");
        }
    }

    #[test]
    fn other_percent_signs_stay() {
        for text in [
            "写成 %% 表示百分号，%% 就是两个",
            "用 %% 与 %% 转义",
            "变量 %%PATH%% 与 %%HOME%%",
            "100%%，200%%",
            "for %%i in (%%i) do",
            "%%%%看%%%%",
            "%%",
            "%% %%",
            "%%没有结尾",
        ] {
            assert_eq!(without(text), text);
        }
    }

    #[test]
    fn an_id_stands_last_behind_white_space() {
        for (text, shown) in [
            ("一段 ^kuai-1", "一段"),
            ("一\n^37066d ", "一"),
            ("^376610", ""),
            ("一 %%看 不见%% ^abc", "一 "),
        ] {
            assert_eq!(without(text).trim_end(), shown.trim_end(), "{text}");
        }
        for text in [
            "x ^n",
            "x ^10",
            "x ^2024",
            "一^abc",
            "^abc 二",
            "^-^",
            "^_^",
            "一 ^甲乙丙",
        ] {
            assert_eq!(without(text), text);
        }
    }
}
