//! Code blocks: WeChat collapses spaces, eats newlines and drops `pre`'s behavior, so lines are made of
//! no-break spaces and `<br>`, in sections that scroll sideways.

use super::flow::{closes_paragraph, is_block};
use crate::tree::{Element, NodeId, Tree};

/// Columns of a tab where no `tab-size` says otherwise.
const TAB_COLUMNS: usize = 4;

/// Rewrites every `pre`: text to unbreakable lines, `pre` and its parts to sections.
pub(super) fn keep_lines(tree: &mut Tree) {
    for pre in tree.find(Tree::ROOT, |element| element.is("pre")) {
        let codes = tree.find(pre, |element| element.is("code"));
        trim_end(tree, pre);
        let mut column = Column {
            at: 0,
            meant: 0,
            tab: THIRDS * tab_columns(tree, pre),
            behind_space: false,
        };
        let mut beginnings = beginnings(tree, pre).into_iter().skip(1);
        for id in tree.descendants(pre) {
            if tree.is_any(id, &["br", "section", "span"]) && is_block(tree, id) || tree.is(id, "br") {
                column.start();
            }
            if is_code(tree, id) {
                let goes_on = beginnings.next().is_some_and(|next| !next.is_whitespace());
                lines(tree, id, &mut column, goes_on);
            }
        }
        let (boxes, inline): (Vec<NodeId>, Vec<NodeId>) =
            codes.into_iter().partition(|code| is_block(tree, *code));
        let wraps = inline.iter().any(|code| wraps(tree, *code));
        for code in inline {
            if let Some(element) = tree.element_mut(code) {
                element.style.remove("white-space");
                element.rename("span");
            }
        }
        let scrollers = if boxes.is_empty() { vec![pre] } else { boxes };
        for scroller in scrollers {
            scroll(tree, scroller, wraps);
            join_padding(tree, pre, scroller);
        }
        if let Some(element) = tree.element_mut(pre) {
            if element
                .style
                .get("white-space")
                .is_some_and(|value| value.starts_with("pre"))
            {
                element.style.remove("white-space");
            }
            element.rename("section");
        }
    }
}

/// Parts of a column in which widths are counted.
const THIRDS: usize = 3;

/// Where on its line a text goes on, in thirds of a column.
struct Column {
    at: usize,
    /// Where it would go on if spaces reached every stop.
    meant: usize,
    tab: usize,
    behind_space: bool,
}

impl Column {
    fn start(&mut self) {
        (self.at, self.meant, self.behind_space) = (0, 0, false);
    }

    /// Goes on behind a character. Answers how many there are: spaces up to the stop for a tab.
    fn pass(&mut self, character: char) -> usize {
        self.behind_space = matches!(character, ' ' | '\t');
        let mut count = 1;
        let mut width = THIRDS;
        if character == '\t' {
            self.meant = (self.meant / self.tab + 1) * self.tab;
            count = ((self.meant.saturating_sub(self.at) + 1) / THIRDS).max(1);
            width = count * THIRDS;
        } else {
            if is_chinese(character) {
                width = CHINESE_THIRDS;
            }
            self.meant += width;
        }
        self.at += width;
        count
    }
}

/// Fonts for code make letters about 0.6 em wide, and have no Chinese ones: those are 1 em wide.
const CHINESE_THIRDS: usize = 5;

/// Whether the character is as wide as it is high: Chinese, Japanese, Korean, their punctuation, or a picture.
fn is_chinese(character: char) -> bool {
    matches!(character, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff01}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}' | '\u{1f300}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}')
}

/// Whether the node is a text, and not one of a picture, where lines are not made by `<br>`.
fn is_code(tree: &Tree, id: NodeId) -> bool {
    tree.text(id).is_some() && tree.ancestor(id, Element::is_svg).is_none()
}

/// What each text of the block begins with; a newline for one that is empty.
fn beginnings(tree: &Tree, pre: NodeId) -> Vec<char> {
    tree.descendants(pre)
        .into_iter()
        .filter(|id| is_code(tree, *id))
        .filter_map(|id| tree.text(id))
        .map(|text| text.chars().next().unwrap_or('\n'))
        .collect()
}

/// The `tab-size` of the block or of the code in it.
fn tab_columns(tree: &Tree, pre: NodeId) -> usize {
    let own = std::iter::once(pre).chain(tree.descendants(pre));
    let declared = own
        .filter_map(|id| tree.element(id)?.style.get("tab-size")?.parse::<usize>().ok())
        .next();
    declared
        .filter(|tab| (1..=16).contains(tab))
        .unwrap_or(TAB_COLUMNS)
}

/// One newline at the very end of a block shows nothing. Of several each ends a line, as `<br>` does.
fn trim_end(tree: &mut Tree, pre: NodeId) {
    let last = tree
        .descendants(pre)
        .into_iter()
        .rev()
        .find(|id| is_code(tree, *id));
    if let Some(text) = last
        .and_then(|id| tree.text_mut(id))
        .filter(|text| text.ends_with('\n') && !text.ends_with("\n\n"))
    {
        text.pop();
    }
}

/// One text to texts with `<br>` between them. A space between two words stays one, so that readers copy code that
/// runs; what WeChat would drop or join becomes no-break spaces: indentation, runs, tabs, spaces at the ends of lines
/// and those that are a text of their own. `goes_on`: the next text begins with something to be seen.
fn lines(tree: &mut Tree, id: NodeId, column: &mut Column, goes_on: bool) {
    let Some(text) = tree.text(id).map(|text| text.replace("\r\n", "\n")) else {
        return;
    };
    let mut pieces = text.split('\n').peekable();
    while let Some(piece) = pieces.next() {
        let is_last = pieces.peek().is_none();
        let mut line = String::new();
        let mut characters = piece.chars().peekable();
        while let Some(character) = characters.next() {
            let is_first = column.at == 0;
            let behind_space = column.behind_space;
            let count = column.pass(character);
            if column.behind_space {
                let before_word = match characters.peek() {
                    Some(next) => !next.is_whitespace(),
                    None => is_last && goes_on && !line.is_empty(),
                };
                let is_between = character == ' ' && !is_first && !behind_space && before_word;
                let space = if is_between { ' ' } else { '\u{a0}' };
                line.extend(std::iter::repeat_n(space, count));
            } else {
                line.push(character);
            }
        }
        if !line.is_empty() {
            let line = tree.new_text(line);
            tree.insert_before(id, line);
        }
        if !is_last {
            let end = tree.new_element("br");
            tree.insert_before(id, end);
            column.start();
        }
    }
    tree.detach(id);
}

/// The box that scrolls: exactly one child, so that no engine lays lines side by side.
fn scroll(tree: &mut Tree, scroller: NodeId, wraps_inside: bool) {
    let wraps = wraps_inside || wraps(tree, scroller);
    let has_boxes = tree
        .descendants(scroller)
        .into_iter()
        .any(|id| is_block(tree, id) || closes_paragraph(tree, id));
    // WeChat's page makes an empty paragraph as high as a line.
    let is_line = !has_boxes && tree.first_child(scroller).is_some();
    let lines = tree.new_element(if is_line { "p" } else { "section" });
    tree.move_children(scroller, lines);
    tree.append(scroller, lines);
    let Some(element) = tree.element_mut(scroller) else {
        return;
    };
    element.rename("section");
    if wraps {
        element.style.remove("white-space");
        return;
    }
    for name in ["overflow-wrap", "word-break", "word-wrap"] {
        element.style.remove(name);
    }
    element.style.set("display", "-webkit-box");
    element.style.set("white-space", "nowrap");
    element.style.set("overflow-x", "auto");
}

/// A box that only pads the scroller becomes the scroller's margin: the text scrolls in the same frame.
fn join_padding(tree: &mut Tree, pre: NodeId, scroller: NodeId) {
    let Some(around) = tree.parent(scroller).filter(|around| *around != pre) else {
        return;
    };
    let padding = tree
        .element(around)
        .and_then(|element| element.style.get("padding"))
        .filter(|padding| *padding != "0")
        .map(str::to_owned);
    // Margins of a block that clips stay inside it.
    let clips = tree.element(pre).is_some_and(|element| {
        element
            .style
            .get("overflow")
            .is_some_and(|value| value != "visible")
    });
    if padding.is_some() && !clips {
        return;
    }
    let is_alone = tree.first_child(around) == Some(scroller) && tree.next(scroller).is_none();
    let only_pads = |element: &Element| {
        element.style.iter().all(|one| match one.name.as_str() {
            "padding" => !one.important,
            "display" => one.value == "flex" || one.value == "block",
            _ => false,
        })
    };
    let is_free = |element: &Element| !element.style.iter().any(|one| one.name.starts_with("margin"));
    if !is_alone
        || !tree.element(around).is_some_and(only_pads)
        || !tree.element(scroller).is_some_and(is_free)
    {
        return;
    }
    tree.unwrap(around);
    if let (Some(element), Some(padding)) = (tree.element_mut(scroller), padding) {
        element.style.set("margin", padding);
    }
}

/// Whether the author lets lines wrap; then they go on wrapping.
fn wraps(tree: &Tree, id: NodeId) -> bool {
    let white_space = tree
        .element(id)
        .and_then(|element| element.style.get("white-space"));
    white_space.is_some_and(|value| matches!(value, "pre-wrap" | "pre-line" | "normal" | "break-spaces"))
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn spaces_and_newlines_that_would_be_lost_are_kept() {
        let html = "<pre><code>a  b\n\tc\n\n<span class=\"hljs-x\">/*\n d */</span>\n</code></pre>";
        let kept = after(super::keep_lines, html);
        assert!(kept.contains("a\u{a0}\u{a0}b<br>\u{a0}\u{a0}\u{a0}\u{a0}c<br><br><span class=\"hljs-x\">/*<br>\u{a0}d */</span>"), "{kept}");
        assert!(!kept.contains("pre>") && !kept.contains("code>"), "{kept}");
    }

    #[test]
    fn a_space_between_two_words_stays_a_space() {
        for (code, lines) in [
            ("a = b", "a = b"),
            ("<i>a</i> = <i>b</i>", "<i>a</i> = <i>b</i>"),
            // A text of its own would be deleted, a space at the end of a line trimmed.
            ("<i>a</i> <i>b</i>", "<i>a</i>\u{a0}<i>b</i>"),
            ("a \nb", "a\u{a0}<br>b"),
            ("a <i>\nb</i>", "a\u{a0}<i><br>b</i>"),
            ("a <i> b</i>", "a\u{a0}<i>\u{a0}b</i>"),
            (" a", "\u{a0}a"),
            ("a\t b", "a\u{a0}\u{a0}\u{a0}\u{a0}b"),
        ] {
            let html = after(super::keep_lines, &format!("<pre>{code}</pre>"));
            assert!(html.contains(&format!("<p>{lines}</p>")), "{html}");
        }
    }

    #[test]
    fn blank_lines_at_the_end_are_as_many_as_in_the_preview() {
        for (code, lines) in [("a\n", "a"), ("a\n\n", "a<br><br>"), ("a\n\n\n", "a<br><br><br>")] {
            let html = after(super::keep_lines, &format!("<pre>{code}</pre>"));
            assert!(html.contains(&format!("<p>{lines}</p>")), "{html}");
        }
    }

    #[test]
    fn code_without_text_takes_no_line() {
        let html = after(
            super::keep_lines,
            "<pre><code style=\"display:block\"></code></pre>",
        );
        assert!(html.contains("auto\"><section></section></section>"), "{html}");
    }

    #[test]
    fn boxes_in_code_stand_in_a_box() {
        let html = after(super::keep_lines, "<pre><code><section>a</section></code></pre>");
        assert!(
            html.contains("<section><span><section>a</section></span></section>"),
            "{html}"
        );
        let html = after(
            super::keep_lines,
            "<pre><code><span style=\"display:block\">a</span></code></pre>",
        );
        assert!(
            html.contains("<section><span><span style=\"display:block\">a</span></span></section>"),
            "{html}"
        );
    }

    #[test]
    fn a_tab_fills_up_to_the_next_stop() {
        for (code, lines) in [
            ("ab\tc", "ab\u{a0}\u{a0}c"),
            ("ab<span>c\td</span>", "ab<span>c\u{a0}d</span>"),
            ("ab<br>\tc", "ab<br>\u{a0}\u{a0}\u{a0}\u{a0}c"),
            // A Chinese letter is as wide as five thirds of a Latin one.
            ("名\tc", "名\u{a0}\u{a0}c"),
            ("a\ta\tb", "a\u{a0}\u{a0}\u{a0}a\u{a0}\u{a0}\u{a0}b"),
            ("名称\tc", "名称\u{a0}c"),
            ("ab名\tc", "ab名\u{a0}c"),
            ("abc名\tc", "abc名\u{a0}\u{a0}\u{a0}c"),
            ("名\t名称\tc", "名\u{a0}\u{a0}名称\u{a0}c"),
        ] {
            let html = after(super::keep_lines, &format!("<pre>{code}</pre>"));
            assert!(html.contains(&format!("<p>{lines}</p>")), "{html}");
        }
        let boxes = "<pre>ab<span style=\"display:block\">\tc</span></pre>";
        let html = after(super::keep_lines, boxes);
        assert!(html.contains(">\u{a0}\u{a0}\u{a0}\u{a0}c<"), "{html}");
    }

    #[test]
    fn the_text_of_a_picture_in_code_is_no_code() {
        let html = after(
            super::keep_lines,
            "<pre>a <svg><text>b\n  c</text></svg>d\n</pre>",
        );
        assert!(
            html.contains("<p>a <svg><text>b\n  c</text></svg>d</p>"),
            "{html}"
        );
    }

    #[test]
    fn code_scrolls_in_one_box_with_one_child() {
        let html = after(
            super::keep_lines,
            "<pre><code style=\"display:block;white-space:pre\">a</code></pre>",
        );
        assert_eq!(
            html,
            "<section><section style=\"display:-webkit-box;white-space:nowrap;overflow-x:auto\"><p>a</p></section></section>"
        );
    }

    #[test]
    fn a_frame_that_only_pads_becomes_a_margin() {
        let html = "<pre style=\"overflow:hidden\"><span style=\"display:flex;padding:12px 16px\"><code style=\"display:block;flex:1;white-space:pre\">a</code></span></pre>";
        assert!(
            after(super::keep_lines, html).starts_with(
                "<section style=\"overflow:hidden\"><section style=\"flex:1;display:-webkit-box;"
            ),
            "{}",
            after(super::keep_lines, html)
        );
        assert!(after(super::keep_lines, html).contains(";margin:12px 16px\"><p>a</p></section></section>"));
        let open = html.replace("overflow:hidden", "color:red");
        assert!(after(super::keep_lines, &open).contains("padding:12px 16px"));
        for (display, is_frame) in [("block", true), ("grid", false)] {
            let html = after(
                super::keep_lines,
                &html.replace("display:flex", &format!("display:{display}")),
            );
            assert_eq!(html.contains("margin:12px 16px"), is_frame, "{html}");
        }
    }

    #[test]
    fn wrapped_code_stays_wrapped() {
        let html = after(
            super::keep_lines,
            "<pre><code style=\"white-space:pre-wrap\">a</code></pre>",
        );
        assert_eq!(html, "<section><p><span>a</span></p></section>");
    }

    #[test]
    fn inline_code_is_left_alone() {
        assert_eq!(
            after(super::keep_lines, "<p><code>a b</code></p>"),
            "<p><code>a b</code></p>"
        );
    }
}
