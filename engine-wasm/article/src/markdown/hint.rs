//! What Chinese authors write by mistake: Markdown reads it as CommonMark says, and the author is told where.
//!
//! A hint concerns its own block and nothing else. It is given only where another meaning is unlikely.

use comrak::nodes::{Node, NodeCodeBlock, NodeValue};

use crate::script::is_cjk;
use crate::warning::Warning;

use super::context::Context;
use super::lines::Fence;
use super::{hashtag, source, tree};

/// So many hints are given.
const MAX_HINTS: usize = 100;

/// A heading that holds no sentence has at most so many characters.
const MAX_TITLE_CHARS: usize = 30;

/// An address with its mistake stands within so many bytes.
const MAX_ADDRESS_BYTES: usize = 600;

/// Adds a hint at a line of the source.
fn add(context: &mut Context<'_, '_>, key: &str, line: usize, detail: &str) {
    if context.n_hints < MAX_HINTS {
        context.n_hints += 1;
        let line = context.file_line(line);
        context.warnings.push(Warning::new(key, line).with_detail(detail));
    }
}

/// Looks at the lines of a paragraph, before anything else changes it.
pub(super) fn check_paragraph<'a>(context: &mut Context<'a, '_>, paragraph: Node<'a>) {
    let mut begins_line = true;
    let mut first_item = None;
    for child in paragraph.children() {
        let line = tree::position(child).start.line;
        let value = &child.data().value;
        let NodeValue::Text(text) = value else {
            begins_line = matches!(value, NodeValue::SoftBreak | NodeValue::LineBreak);
            continue;
        };
        if begins_line {
            if let Some(marks) = missing_space_heading(text) {
                add(context, "hint.heading", line, marks);
            } else if let Some(mark) = missing_space_item(text) {
                add(context, "hint.item", line, mark);
            } else if text.starts_with("1、") {
                first_item = Some(line);
            } else if text.starts_with("2、")
                && let Some(line) = first_item.take()
            {
                add(context, "hint.commaItems", line, "1、");
            }
        }
        if let Some(size) = attributes(text).filter(|_| follows_image(child)) {
            add(context, "hint.imageAttributes", line, size);
        } else if text.contains("](") {
            check_address(context, child);
        }
        if let Some((key, name)) = wiki_link(text) {
            add(context, key, line, name);
        }
        begins_line = false;
    }
}

/// The inside of `[[标题]]` and `![[图片]]`, which other programs take for a link to an article and for a picture, and the
/// hint for it. A link with brackets in its words is none.
fn wiki_link(text: &str) -> Option<(&'static str, &str)> {
    let (before, rest) = text.split_once("[[")?;
    let (name, after) = rest.split_once("]]")?;
    let is_toc = name.eq_ignore_ascii_case("toc");
    let is_name = !name.trim().is_empty() && !is_toc && !name.contains(['[', ']']);
    let key = if before.ends_with('!') {
        "hint.wikiImage"
    } else {
        "hint.wikiLink"
    };
    (is_name && !after.starts_with(['(', '['])).then_some((key, name))
}

/// The marks of `##标题`, `#一：二`, `＃ 标题` and `#　标题`. One `#` before a word may be a tag (`#标签`, `#标签 #标签`, `#话题#`).
fn missing_space_heading(text: &str) -> Option<&str> {
    let title = text.trim_start_matches(['#', '＃']);
    let (marks, _) = text.split_at_checked(text.len() - title.len())?;
    let n_marks = marks.chars().count();
    let is_wide = marks.contains('＃') || title.starts_with(['\u{3000}', '\u{a0}']);
    let is_one_word = !title.contains(['#', '＃']) && !title.trim().contains(char::is_whitespace);
    let is_tag = hashtag::len(text) == text.trim_end().len();
    let begins_title = title.trim_start().starts_with(is_cjk) && (is_wide || title.starts_with(is_cjk));
    ((1..=6).contains(&n_marks) && begins_title && (n_marks > 1 || is_wide || is_one_word && !is_tag))
        .then_some(marks)
}

/// The mark of `1.项` and `-项`.
fn missing_space_item(text: &str) -> Option<&str> {
    let behind_digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let n_digits = text.len() - behind_digits.len();
    let item = match n_digits {
        0 => text.strip_prefix(['-', '+'])?,
        1..=3 => behind_digits.strip_prefix(['.', ')'])?,
        _ => return None,
    };
    item.starts_with(is_cjk)
        .then(|| text.get(..text.len() - item.len()))
        .flatten()
}

fn follows_image(node: Node<'_>) -> bool {
    node.previous_sibling()
        .is_some_and(|before| matches!(before.data().value, NodeValue::Image(_)))
}

/// `{width=50%}` at the start of `text`.
fn attributes(text: &str) -> Option<&str> {
    let (inside, _) = text.strip_prefix('{')?.split_once('}')?;
    let has_size = inside.contains("width") || inside.contains("height");
    has_size.then(|| text.get(..inside.len() + 2)).flatten()
}

/// Looks for an address that Markdown does not take, in the line that begins with `node`.
fn check_address<'a>(context: &mut Context<'a, '_>, node: Node<'a>) {
    let rest = context.rest_of_line(node);
    let end = rest.floor_char_boundary(rest.len().min(MAX_ADDRESS_BYTES));
    let mut rest = rest.get(..end).unwrap_or_default().to_owned();
    source::clean(&mut rest);
    let Some((before, address)) = rest.split_once("](") else {
        return;
    };
    let Some((address, _)) = address.split_once(')') else {
        return;
    };
    let is_image = before
        .rsplit_once('[')
        .is_some_and(|(before, _)| before.ends_with('!'));
    let line = tree::position(node).start.line;
    if let Some((_, size)) = address
        .rsplit_once(" =")
        .filter(|(_, size)| is_image && is_size(size))
    {
        add(context, "hint.imageSize", line, size);
    } else if address.trim().contains(' ') && is_path(address.trim()) {
        add(context, "hint.addressSpace", line, address.trim());
    }
}

/// `300x200`, `300x` and `x200`.
fn is_size(text: &str) -> bool {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    text.len() > 1
        && text
            .split_once('x')
            .is_some_and(|(width, height)| is_number(width) && is_number(height))
}

/// Whether `address` ends as the name of a file does, and holds no title.
fn is_path(address: &str) -> bool {
    let ending = address.rsplit_once('.').map_or("", |(_, ending)| ending);
    (2..=5).contains(&ending.len())
        && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !address.contains(['"', '\'', '<', '>', '('])
}

/// A sentence that the line of dashes or equals signs below it makes a heading.
pub(super) fn check_heading<'a>(context: &mut Context<'a, '_>, node: Node<'a>) {
    let (key, detail) = match node.data().value {
        NodeValue::Heading(heading) if heading.level == 1 => ("hint.doubleRule", "==="),
        _ => ("hint.rule", "---"),
    };
    let text = tree::plain_text(node);
    let is_sentence = text.contains(['，', '。', '！', '？', '；']) || text.chars().count() > MAX_TITLE_CHARS;
    if is_sentence && text.contains(is_cjk) {
        let line = tree::position(node).end.line;
        add(context, key, line, detail);
    }
}

/// A paragraph that its indentation makes code, and a fence within a fence that ends it.
pub(super) fn check_code<'a>(context: &mut Context<'a, '_>, node: Node<'a>, code: &NodeCodeBlock) {
    let line = tree::position(node).start.line;
    if !code.fenced && code.info.is_empty() {
        let first = code.literal.lines().next().unwrap_or_default();
        if first.starts_with('\u{3000}') || (first.starts_with(is_cjk) && first.contains(['，', '。'])) {
            add(context, "hint.indentedCode", line, first);
        }
    } else if code.fenced && is_ended_by_inner(code) {
        add(context, "hint.fence", line, &code.info);
    }
}

/// Whether a fence with a language opens in a text of Markdown: the line that was to close it closed the outer one.
fn is_ended_by_inner(code: &NodeCodeBlock) -> bool {
    let language = code.info.split_whitespace().next().unwrap_or_default();
    let is_markdown = ["markdown", "md", "mdx", "text", "txt"]
        .iter()
        .any(|name| name.eq_ignore_ascii_case(language));
    is_markdown
        && code.literal.lines().map(str::trim_start).any(|line| {
            let marks = line.trim_start_matches(char::from(code.fence_char));
            let len = line.len() - marks.len();
            len >= code.fence_length && !marks.trim().is_empty() && Fence::opened_by(line).is_some()
        })
}

/// Rows with more cells than the table has columns: the rest of them shows nowhere. A bar in a formula does that.
pub(super) fn check_table<'a>(context: &mut Context<'a, '_>, table: Node<'a>) {
    let n_columns = match &table.data().value {
        NodeValue::Table(table) => table.alignments.len(),
        _ => return,
    };
    for row in table.children() {
        let line = context.rest_of_line(row).trim();
        if let Some(lost) = cell(line.strip_prefix('|').unwrap_or(line), n_columns).map(str::to_owned) {
            add(
                context,
                "table.surplusCells",
                tree::position(row).start.line,
                &lost,
            );
        }
    }
}

/// The cell number `at` of a row, counted from 0, unless it is empty. A bar behind a backslash is text.
fn cell(row: &str, at: usize) -> Option<&str> {
    let (mut n_bars, mut start, mut is_escaped) = (0, 0, false);
    for (place, byte) in row.bytes().enumerate() {
        if byte == b'|' && !is_escaped {
            if n_bars == at {
                return filled(row.get(start..place)?);
            }
            n_bars += 1;
            start = place + 1;
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    (n_bars == at)
        .then(|| row.get(start..))
        .flatten()
        .and_then(filled)
}

fn filled(cell: &str) -> Option<&str> {
    let cell = cell.trim();
    (!cell.is_empty()).then_some(cell)
}

/// Characters that nobody sees and that part words, break links and addresses or may not stand in a feed. Of each line
/// the first is named.
pub(super) fn check_invisible(context: &mut Context<'_, '_>, text: &str) {
    let is_suspicious = |byte: u8| matches!(byte, 0xc2 | 0xe2 | 0xef) || (byte < b' ' && byte != 0);
    let (mut line, mut named) = (1, 0);
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        let is_return = byte == b'\r' && text.as_bytes().get(at + 1) != Some(&b'\n');
        if byte == b'\n' || is_return {
            line += 1;
        } else if line != named
            && is_suspicious(byte)
            && let Some(c) = text.get(at..).and_then(|rest| rest.chars().next())
            && is_invisible(c)
        {
            named = line;
            let name = format!("U+{:04X}", u32::from(c));
            add(context, "hint.invisible", context.prepared.line(line), &name);
        }
        at += 1;
    }
}

fn is_invisible(c: char) -> bool {
    let is_control = c.is_control() && !matches!(c, '\0' | '\t' | '\n' | '\r' | '\u{c}' | '\u{85}');
    is_control || matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use crate::{RenderOptions, render};

    fn hints(text: &str) -> Vec<(String, u32)> {
        let warnings = render(text, &RenderOptions::default()).info.warnings;
        warnings
            .into_iter()
            .map(|warning| (warning.key, warning.line))
            .collect()
    }

    fn assert_hint(text: &str, key: &str, line: u32) {
        assert_eq!(hints(text), [(key.to_owned(), line)], "{text}");
    }

    #[test]
    fn a_mark_without_its_space_is_pointed_out() {
        for text in [
            "#没有空格：标题",
            "##第二个 标题",
            "＃ 全角井号",
            "＃标题",
            "#　全角空格",
            "##\u{a0}不换行空格",
        ] {
            assert_hint(&format!("一\n\n{text}"), "hint.heading", 3);
        }
        for text in ["1.没有空格的列表", "1)没有空格", "一句\n-没有空格", "+项"] {
            assert_hint(
                &format!("一\n\n{text}"),
                "hint.item",
                if text.contains('\n') { 4 } else { 3 },
            );
        }
        for text in [
            "#日记",
            "##Heading",
            ":::tip # 标题\n正文\n:::",
            "#######七个",
            "**粗**-项",
            "**粗**##标题",
            "#标签 #标签",
            "#话题#",
            "#tag",
            "一#二",
            "1、顿号列表",
            "1、一\n\n2、二",
            "2、二\n3、三",
            "-1 度",
            "1.5 倍",
            "2024.一月",
            "\\#标题",
            "`#标题`",
        ] {
            assert_eq!(hints(text), [], "{text}");
        }
    }

    #[test]
    fn numbers_before_a_comma_are_pointed_out_where_two_follow_each_other() {
        assert_hint("前言：\n1、甲\n续\n2、乙\n3、丙", "hint.commaItems", 2);
        assert_hint("1、甲\n2、乙\n2、丙", "hint.commaItems", 1);
        assert_eq!(hints("1、甲\n续"), []);
    }

    #[test]
    fn a_sentence_that_dashes_make_a_heading_is_pointed_out() {
        assert_hint("这句话后面紧跟着一条线，作者想要的是分割线\n---", "hint.rule", 2);
        assert_hint("一句话，就这样。\n===", "hint.doubleRule", 2);
        assert_hint(&format!("{}\n---", "字".repeat(31)), "hint.rule", 2);
        assert_eq!(hints(&format!("{}\n---", "字".repeat(30))), []);
        assert_eq!(hints("A heading of more than thirty letters\n---"), []);
        assert_eq!(hints("标题\n---"), []);
        assert_eq!(hints("标题\n==="), []);
        assert_eq!(hints("## 标题，一句。"), []);
    }

    #[test]
    fn a_paragraph_that_indentation_makes_code_is_pointed_out() {
        assert_hint("    　　作者用空格缩进", "hint.indentedCode", 1);
        assert_hint("一\n\n\t用制表符缩进的一段，不是代码。", "hint.indentedCode", 3);
        assert_eq!(hints("    let a = 1; // 中文，注释"), []);
        assert_eq!(hints("    变量"), []);
    }

    #[test]
    fn a_fence_that_ends_early_is_pointed_out() {
        assert_hint("```markdown\n# a\n\n```bash\nnpm i\n```\n\nb", "hint.fence", 1);
        for language in ["md", "MDX", "text", "txt"] {
            let text = format!("```{language}\n```bash\nnpm i\n```\n\nb");
            assert_hint(&text, "hint.fence", 1);
        }
        assert_eq!(hints("````markdown\n```bash\nnpm i\n```\n````"), []);
        assert_eq!(hints("```md\n    ```\n```"), []);
        assert_eq!(hints("```md\n```a`b\n```"), []);
        assert_eq!(hints("```js\n```bash\n```"), []);
    }

    #[test]
    fn addresses_that_markdown_does_not_take_are_pointed_out() {
        for (text, key) in [
            ("![a](https://a.com/b.png =300x200)", "hint.imageSize"),
            ("![a](b.png =300x)", "hint.imageSize"),
            ("![a](b c.png)", "hint.addressSpace"),
            ("一 [文件](说明 书.pdf) 二", "hint.addressSpace"),
            ("![a](b.png){width=50%}", "hint.imageAttributes"),
            ("![a](b.png){height=50%}", "hint.imageAttributes"),
        ] {
            assert_hint(text, key, 1);
        }
        for text in [
            "![a](<b c.png>)",
            "![a](b.png \"c d\")",
            "[a](b c)",
            "[a](b.png =300x200)",
            "![a](b.png =abc)",
            "![a](b.png =300xabc)",
            "![a](b.png =x)",
            "![a](b c \"d.png)",
            "[a](b c.x)",
            "[a](b c.abcdef)",
            "[a](b c.p-g)",
            "![a](b.png){a}",
            "![a](b.png)\n\n{width=50%}",
        ] {
            assert_eq!(hints(text), [], "{text}");
        }
    }

    #[test]
    fn a_link_and_a_picture_of_a_wiki_are_pointed_out() {
        for (text, key) in [
            ("见 [[安装指南]]。", "hint.wikiLink"),
            ("[[安装|怎么装]]", "hint.wikiLink"),
            ("![[图.png]]", "hint.wikiImage"),
            ("见 ![[图.png|300]]", "hint.wikiImage"),
        ] {
            assert_hint(&format!("一\n\n{text}"), key, 3);
        }
        for text in [
            "[[1]](u.html)",
            "[[安装]]\n\n[安装]: u.html",
            "`[[安装]]`",
            "\\[[安装]]",
            "[[]]",
            "[[甲[乙]]]",
            "[[甲]](乙 丙)",
            "[[toc]]",
        ] {
            assert_eq!(hints(text), [], "{text}");
        }
    }

    #[test]
    fn cells_that_show_nowhere_are_pointed_out() {
        let table = |row: &str| format!("| a | b |\n|---|---|\n{row}");
        for row in ["| $|x|$ | y |", "| x | y | z |", "| x \\\\| y | z |"] {
            assert_hint(&table(row), "table.surplusCells", 3);
        }
        for row in ["| $\\|x\\|$ | y |", "| x | y |", "x | y | ", "| x |"] {
            assert_eq!(hints(&table(row)), [], "{row}");
        }
    }

    #[test]
    fn characters_that_nobody_sees_are_named_once_in_a_line() {
        assert_hint("一\n\n普通\u{200b}文\u{200b}字", "hint.invisible", 3);
        for sign in ["\u{1}", "\u{ad}", "\u{2060}", "\u{feff}"] {
            assert_hint(&format!("看不{sign}见"), "hint.invisible", 1);
        }
        assert_hint("一\r二\u{200b}三", "hint.invisible", 2);
        let warnings = render("一\u{1}二", &RenderOptions::default()).info.warnings;
        assert!(
            warnings
                .iter()
                .all(|warning| warning.detail.as_deref() == Some("U+0001"))
        );
        assert_hint("$$\nx\n$$\n\n:::tip\na\n:::\n\n一\u{feff}二", "hint.invisible", 9);
        assert_eq!(hints("一\u{a0}二\t三👨\u{200d}👩 §"), []);
    }

    #[test]
    fn a_hundred_hints_are_given() {
        assert_eq!(hints(&"##标题\n\n".repeat(101)).len(), 100);
    }
}
