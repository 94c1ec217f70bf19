//! The elements of HTML that an article can have, and what becomes of each: one row, read by every step.

use Layout::{Box, Control, Inline};
use Raw::{Shown, Unwrapped};
use TextBreak::{Line, Paragraph, Within};
use WechatName::{Kept, Rewritten, ToParagraph, ToSection, ToSpan};

/// Whether the sanitizer lets an author write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Raw {
    /// It stays.
    Shown,
    /// It goes, what it holds stays. The engine may still write it itself.
    Unwrapped,
}

/// How it stands in the text unless a style says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// In a line of text.
    Inline,
    /// In a line, as something to be used: the text behind it belongs to it.
    Control,
    /// As a line or a box of its own. A parser ends an open `p` before it.
    Box,
}

/// What plain text has around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextBreak {
    /// Nothing.
    Within,
    /// It begins and ends a line.
    Line,
    /// An empty line before and after.
    Paragraph,
}

/// What it is called in what WeChat gets. What it looked like is in its style by then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WechatName {
    /// WeChat keeps it.
    Kept,
    /// `section`: a box.
    ToSection,
    /// `p`: a line; `section` when it holds boxes.
    ToParagraph,
    /// `span`: text.
    ToSpan,
    /// A step of the chain makes something else of it, or drops it.
    Rewritten,
}

/// An element of HTML.
#[derive(Debug)]
pub(crate) struct HtmlElement {
    pub(crate) name: &'static str,
    pub(crate) raw: Raw,
    pub(crate) layout: Layout,
    pub(crate) text_break: TextBreak,
    pub(crate) wechat: WechatName,
}

/// What the table says of an element; nothing when it does not know the name.
pub(crate) fn html_element(name: &str) -> Option<&'static HtmlElement> {
    let at = ELEMENTS
        .binary_search_by_key(&name, |element| element.name)
        .ok()?;
    ELEMENTS.get(at)
}

macro_rules! html_elements {
    ($(($name:literal, $raw:ident, $layout:ident, $text_break:ident, $wechat:ident),)*) => {
        /// Sorted by name.
        pub(crate) const ELEMENTS: &[HtmlElement] = &[$(HtmlElement {
            name: $name,
            raw: $raw,
            layout: $layout,
            text_break: $text_break,
            wechat: $wechat,
        }),*];
    };
}

html_elements![
    // Name, from an author, in the text, in plain text, in WeChat.
    ("a", Shown, Inline, Within, Kept),
    ("abbr", Shown, Inline, Within, ToSpan),
    ("acronym", Unwrapped, Inline, Within, ToSpan),
    ("address", Shown, Box, Within, ToSection),
    ("article", Shown, Box, Within, ToSection),
    ("aside", Shown, Box, Within, ToSection),
    ("b", Shown, Inline, Within, Kept),
    ("bdi", Shown, Inline, Within, ToSpan),
    ("bdo", Shown, Inline, Within, ToSpan),
    ("big", Unwrapped, Inline, Within, ToSpan),
    ("blink", Unwrapped, Inline, Within, ToSpan),
    ("blockquote", Shown, Box, Paragraph, ToSection),
    ("br", Shown, Inline, Within, Kept),
    ("caption", Shown, Box, Line, ToParagraph),
    ("center", Shown, Box, Within, ToSection),
    ("cite", Shown, Inline, Within, ToSpan),
    ("code", Shown, Inline, Within, Kept),
    ("col", Shown, Box, Within, Kept),
    ("colgroup", Shown, Box, Within, Kept),
    ("data", Unwrapped, Inline, Within, ToSpan),
    ("dd", Shown, Box, Line, ToParagraph),
    ("del", Shown, Inline, Within, ToSpan),
    ("details", Shown, Box, Paragraph, ToSection),
    ("dfn", Shown, Inline, Within, ToSpan),
    ("div", Shown, Box, Paragraph, ToSection),
    ("dl", Shown, Box, Paragraph, ToSection),
    ("dt", Shown, Box, Line, ToParagraph),
    ("em", Shown, Inline, Within, Kept),
    ("fieldset", Unwrapped, Box, Within, ToSection),
    ("figcaption", Shown, Box, Line, ToParagraph),
    ("figure", Shown, Box, Paragraph, ToSection),
    ("font", Shown, Inline, Within, ToSpan),
    ("footer", Shown, Box, Within, ToSection),
    ("h1", Shown, Box, Paragraph, Kept),
    ("h2", Shown, Box, Paragraph, Kept),
    ("h3", Shown, Box, Paragraph, Kept),
    ("h4", Shown, Box, Paragraph, Kept),
    ("h5", Shown, Box, Paragraph, Kept),
    ("h6", Shown, Box, Paragraph, Kept),
    ("header", Shown, Box, Within, ToSection),
    ("hgroup", Unwrapped, Box, Within, ToSection),
    ("hr", Shown, Box, Line, Kept),
    ("i", Shown, Inline, Within, Kept),
    ("img", Shown, Inline, Within, Kept),
    ("input", Shown, Control, Within, Rewritten),
    ("ins", Shown, Inline, Within, ToSpan),
    ("kbd", Shown, Inline, Within, ToSpan),
    ("label", Unwrapped, Inline, Within, ToSpan),
    ("li", Shown, Box, Line, Rewritten),
    ("main", Shown, Box, Within, ToSection),
    ("mark", Shown, Inline, Within, ToSpan),
    ("mp-common-profile", Shown, Box, Within, Kept),
    ("nav", Shown, Box, Paragraph, ToSection),
    ("ol", Shown, Box, Line, Rewritten),
    ("output", Unwrapped, Inline, Within, ToSpan),
    ("p", Shown, Box, Paragraph, Kept),
    ("pre", Shown, Box, Paragraph, Kept),
    ("q", Shown, Inline, Within, ToSpan),
    ("rb", Unwrapped, Inline, Within, ToSpan),
    ("rp", Shown, Inline, Within, Rewritten),
    ("rt", Shown, Inline, Within, ToSpan),
    ("rtc", Unwrapped, Inline, Within, ToSpan),
    ("ruby", Shown, Inline, Within, ToSpan),
    ("s", Shown, Inline, Within, ToSpan),
    ("samp", Shown, Inline, Within, ToSpan),
    ("section", Shown, Box, Paragraph, Kept),
    ("small", Shown, Inline, Within, ToSpan),
    ("span", Shown, Inline, Within, Kept),
    ("strike", Shown, Inline, Within, ToSpan),
    ("strong", Shown, Inline, Within, Kept),
    ("sub", Shown, Inline, Within, ToSpan),
    ("summary", Shown, Box, Line, ToParagraph),
    ("sup", Shown, Inline, Within, ToSpan),
    ("table", Shown, Box, Paragraph, Kept),
    ("tbody", Shown, Box, Line, Kept),
    ("td", Shown, Box, Within, Kept),
    ("tfoot", Shown, Box, Within, Kept),
    ("th", Shown, Box, Within, Kept),
    ("thead", Shown, Box, Line, Kept),
    ("time", Shown, Inline, Within, ToSpan),
    ("tr", Shown, Box, Line, Kept),
    ("tt", Shown, Inline, Within, ToSpan),
    ("u", Shown, Inline, Within, ToSpan),
    ("ul", Shown, Box, Line, Rewritten),
    ("var", Shown, Inline, Within, ToSpan),
    ("wbr", Shown, Inline, Within, Rewritten),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_by_name() {
        assert!(ELEMENTS.is_sorted_by(|one, next| one.name < next.name));
    }
}
