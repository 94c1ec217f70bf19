//! Finds the edit that most keystrokes are: letters in a paragraph that says nothing about the rest of the text.

/// A paragraph of plain words in which the only difference between two texts lies.
pub(crate) struct PlainEdit<'t> {
    /// The lines of the paragraph in the new text.
    pub(crate) text: &'t str,
    /// Where they start, in both texts.
    pub(crate) start: usize,
    /// First line in the file, counted from 1.
    pub(crate) line: u32,
}

/// The edit that makes `text` out of `before`, if it is plain.
///
/// Its lines stand between empty ones and begin with letters, so that neither the parser nor the pre-pass takes them
/// for anything but prose at the end of which every block is closed. Its words hold nothing that is numbered, defined
/// or counted over the whole text: no link, footnote, formula, tag or name of an emoji.
pub(crate) fn find<'t>(before: &str, text: &'t str) -> Option<PlainEdit<'t>> {
    let pairs = before.bytes().zip(text.bytes());
    let n_same = pairs.take_while(|(old, new)| old == new).count();
    let same = text.as_bytes().get(..n_same)?;
    let start = same.windows(2).rposition(|pair| pair == b"\n\n")? + 2;
    let (old, old_rest) = paragraph(before, start)?;
    let (new, new_rest) = paragraph(text, start)?;
    if old_rest != new_rest || n_lines(old)? != n_lines(new)? {
        return None;
    }
    let mut line = 1_u32;
    for byte in same.get(..start)? {
        match byte {
            b'\n' => line += 1,
            b'\r' => return None,
            _ => {}
        }
    }
    Some(PlainEdit {
        text: new,
        start,
        line,
    })
}

/// The lines from `start` to the next empty one, and what follows.
fn paragraph(text: &str, start: usize) -> Option<(&str, &str)> {
    let rest = text.get(start..)?;
    let end = rest.find("\n\n").unwrap_or(rest.trim_end_matches('\n').len());
    rest.split_at_checked(end)
}

/// Number of lines of `paragraph`, if all are plain.
fn n_lines(paragraph: &str) -> Option<usize> {
    let mut n_lines = 0;
    for line in paragraph.split('\n') {
        let begins = line
            .bytes()
            .next()
            .filter(|&byte| byte > 0x7f || byte.is_ascii_alphabetic());
        let is_special = |byte: u8| byte < b' ' || b"[]$\\:<>@".contains(&byte);
        if begins.is_none()
            || line.bytes().any(is_special)
            || line.contains("www.")
            || line.contains('\u{feff}')
        {
            return None;
        }
        n_lines += 1;
    }
    Some(n_lines)
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn words_between_empty_lines_are_a_plain_edit() {
        for (before, text, line, paragraph) in [
            ("a\n\nb", "a\n\nbc", 3, "bc"),
            ("甲\n\n乙。\n丙\n\n丁", "甲\n\n乙，\n丙\n\n丁", 3, "乙，\n丙"),
            ("a\n\nb\n\nc\n", "a\n\nb\n\ncd\n", 5, "cd"),
        ] {
            let edit = find(before, text).map(|edit| (edit.line, edit.text));
            assert_eq!(edit, Some((line, paragraph)), "{text:?}");
        }
    }

    #[test]
    fn a_line_that_begins_with_anything_but_a_letter_is_not_plain() {
        for start in [
            "# ", "- ", "+ ", "* ", "1. ", "| ", "```", "~~~", "---", "===", "    ", " ", "!", "{", "%%", "^",
        ] {
            for text in [format!("a\n\n{start}b\n\nc"), format!("a\n\nb\n{start}b\n\nc")] {
                let before = text.replace("b\n\n", "\n\n");
                assert!(find(&before, &text).is_none(), "{text:?} after typing");
                assert!(find(&text, &before).is_none(), "{text:?} after deleting");
            }
        }
    }

    #[test]
    fn signs_that_reach_beyond_the_paragraph_are_not_plain() {
        for sign in [
            "[", "]", "$", "\\", ":", "<", ">", "@", "\t", "\r", "\u{feff}", "www.a",
        ] {
            let text = format!("a\n\nb{sign}b");
            assert!(find("a\n\nb", &text).is_none(), "{text:?} after typing");
            assert!(find(&text, "a\n\nb").is_none(), "{text:?} after deleting");
        }
    }

    #[test]
    fn an_edit_that_reaches_beyond_the_paragraph_is_not_plain() {
        for (before, text) in [
            ("a", "ab"),
            ("a\n\nb\n\nc", "a\n\nbb\n\ncc"),
            ("a\n\nb\n\nc", "a\n\nb\nc"),
            ("a\n\nb", "a\n\nb\nc"),
            ("a\r\n\n\nb", "a\r\n\n\nbb"),
        ] {
            assert!(find(before, text).is_none(), "{text:?}");
        }
    }
}
