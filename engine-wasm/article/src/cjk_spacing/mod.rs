//! Formats the source of an article: spaces between Chinese and Latin, full-width punctuation, tidy tables.
//!
//! The parser says which byte ranges of the source are prose, and only those change, so code, addresses, formulas,
//! HTML and front matter cannot. A block whose meaning would change stays as it was.
//! Start with [`format_source`].
//!
//! The rules are those of AutoCorrect, the usual formatter of Chinese copy, less those that can change a meaning:
//!
//! | Rule | From | To |
//! |---|---|---|
//! | space between Chinese and Latin letters or digits | `用Rust写3个` | `用 Rust 写 3 个` |
//! | also after `%`, `+`, `#` of a word | `10%的C++和C#人` | `10% 的 C++ 和 C# 人` |
//! | also around a pair of half-width parentheses | `墨砚(Moyan)编辑器` | `墨砚 (Moyan) 编辑器` |
//! | also through emphasis and links and around code and formulas | ``用**Rust**和`cargo`写`` | ``用 **Rust** 和 `cargo` 写`` |
//! | no space next to full-width punctuation | `你好 ， Rust 。` | `你好，Rust。` |
//! | `,` `?` after Chinese, or between a word and Chinese, full-width | `你好,Rust?好` | `你好，Rust？好` |
//! | `.` `!` `:` `;` after Chinese, full-width before Chinese or at the end of a line | `注意:好.` | `注意：好。` |
//! | full-width letters and digits half-width | `ＡＢＣ１` | `ABC1` |
//!
//! Left out on purpose: signs before numbers (`附录-1`), square brackets (they are Markdown's), full-width spaces
//! (authors indent by them), quotes, punctuation of English sentences, words of `$`, `%` and `\` (`$5和`, `%s中`),
//! full-width digits at the start of a line (`１. ` would become a list) or letters next to markup.
//! Formatting twice gives what formatting once gives. Lines and line endings stay.
//!
//! Source: specification §5, "Formatting inserts a space between Chinese and Latin characters".

mod edges;
mod meaning;
mod names;
mod prose;
mod tables;

use std::ops::Range;

use crate::markdown;

/// `text` with its prose spaced and its tables aligned.
///
/// Never fails, lines neither come nor go, and their endings stay.
///
/// ```
/// use moyan_article::format_source;
/// assert_eq!(format_source("用Rust写`a`,见[文档](u)."), "用 Rust 写 `a`,见[文档](u).");
/// assert_eq!(format_source("|名|值|\n|-|-:|\n|甲|1|"), "| 名  |  值 |\n| --- | --: |\n| 甲  |   1 |");
/// ```
pub fn format_source(text: &str) -> String {
    let spaced = format_ranges(text, &names::without(text, &markdown::text_ranges(text)));
    let aligned = tables::align(&spaced, &markdown::table_ranges(&spaced));
    meaning::preserve(text, aligned)
}

/// `text` with the given ranges formatted; they are in order and do not overlap.
fn format_ranges(text: &str, prose: &[Range<usize>]) -> String {
    let (text, prose) = format_prose(text, prose);
    insert_spaces(&text, &edges::spaces(&text, &prose))
}

/// The source with every slice formatted by itself, and where the slices are now.
fn format_prose(text: &str, prose: &[Range<usize>]) -> (String, Vec<Range<usize>>) {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut ranges = Vec::with_capacity(prose.len());
    let mut at = 0;
    let mut line = Line::default();
    for range in prose {
        let (Some(gap), Some(slice)) = (text.get(at..range.start), text.get(range.clone())) else {
            continue;
        };
        out.push_str(gap);
        let start = out.len();
        let after = text.get(range.end..).unwrap_or_default();
        if range.start >= line.end {
            line = Line::around(text, range.start);
        }
        out.push_str(&prose::format(slice, after, line.is_source));
        ranges.push(start..out.len());
        at = range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    (out, ranges)
}

/// A line of the text.
#[derive(Default)]
struct Line {
    end: usize,
    /// It names a source, see [`prose::is_source`].
    is_source: bool,
}

impl Line {
    fn around(text: &str, at: usize) -> Self {
        let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
        let is_end = ['\n', '\r'];
        let start = before.rfind(is_end).map_or(0, |at| at + 1);
        let end = after.find(is_end).map_or(text.len(), |len| at + len);
        Self {
            end,
            is_source: text.get(start..end).is_some_and(prose::is_source),
        }
    }
}

/// `text` with a space at each offset; the offsets are in order.
fn insert_spaces(text: &str, offsets: &[usize]) -> String {
    let mut out = String::with_capacity(text.len() + offsets.len());
    let mut at = 0;
    for offset in offsets {
        out.push_str(text.get(at..*offset).unwrap_or_default());
        out.push(' ');
        at = *offset;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests;
