//! Changes of the text: between two texts, or as an editor counts them, in UTF-16 units.

/// One change of a text, in bytes. Both ends are borders of characters.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Edit<'t> {
    pub(super) start: usize,
    pub(super) removed: usize,
    pub(super) inserted: &'t str,
}

impl<'t> Edit<'t> {
    /// The change from `before` to `after` that leaves their common beginning and end.
    pub(super) fn between(before: &str, after: &'t str) -> Self {
        let start = before.floor_char_boundary(n_common(before.as_bytes(), after.as_bytes()));
        let rests = [before, after].map(|text| text.as_bytes().get(start..).unwrap_or_default());
        let pairs = rests[0].iter().rev().zip(rests[1].iter().rev());
        let n_same = pairs.take_while(|(one, other)| one == other).count();
        let end = before.ceil_char_boundary(before.len() - n_same);
        let new_end = after.len() - (before.len() - end);
        Self {
            start,
            removed: end - start,
            inserted: after.get(start..new_end).unwrap_or_default(),
        }
    }
}

/// Number of bytes that both begin with.
fn n_common(one: &[u8], other: &[u8]) -> usize {
    let words = one.chunks_exact(8).zip(other.chunks_exact(8));
    let n = 8 * words.take_while(|(one, other)| one == other).count();
    let rest = one.iter().skip(n).zip(other.iter().skip(n));
    n + rest.take_while(|(one, other)| one == other).count()
}

/// A known place in the text. Letters are typed side by side, so that the next place is near.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cursor {
    units: usize,
    byte: usize,
}

impl Cursor {
    /// Goes to the character that holds the UTF-16 unit `units`, or to the end of `text`. Answers with its byte.
    pub(super) fn seek(&mut self, text: &str, units: usize) -> usize {
        let (before, behind) = text.split_at_checked(self.byte).unwrap_or(("", text));
        if units < self.units {
            for letter in before.chars().rev() {
                self.units -= letter.len_utf16();
                self.byte -= letter.len_utf8();
                if self.units <= units {
                    break;
                }
            }
        } else {
            for letter in behind.chars() {
                if self.units + letter.len_utf16() > units {
                    break;
                }
                self.units += letter.len_utf16();
                self.byte += letter.len_utf8();
            }
        }
        self.byte
    }

    /// The text changes from `byte` on: what lies behind is no longer known.
    pub(super) fn keep_before(&mut self, byte: usize) {
        if self.byte > byte {
            *self = Self::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_leaves_what_both_texts_share() {
        for (before, after, start, removed, inserted) in [
            ("", "一", 0, 0, "一"),
            ("一", "", 0, 3, ""),
            ("一", "一", 3, 0, ""),
            ("aa", "aaa", 2, 0, "a"),
            ("aaa", "aa", 2, 1, ""),
            ("中文", "中国文", 3, 0, "国"),
            // Both letters begin with the same two bytes.
            ("a一b", "a丁b", 1, 3, "丁"),
            // Both end with the same byte.
            ("a一b", "a倀b", 1, 3, "倀"),
            ("0123456789 一 abcdefgh", "0123456789 二 abcdefgh", 11, 3, "二"),
        ] {
            let expected = Edit {
                start,
                removed,
                inserted,
            };
            assert_eq!(Edit::between(before, after), expected, "{before} {after}");
        }
    }

    #[test]
    fn places_are_counted_in_utf_16_units_from_wherever_the_cursor_is() {
        let text = "a中😀文b";
        let bytes = [0, 1, 4, 4, 8, 11, 12, 12];
        for from in 0..bytes.len() {
            for (units, &byte) in bytes.iter().enumerate() {
                let mut cursor = Cursor::default();
                cursor.seek(text, from);
                assert_eq!(cursor.seek(text, units), byte, "from {from} to {units}");
            }
        }
    }

    #[test]
    fn what_lies_behind_a_change_is_counted_anew() {
        let mut cursor = Cursor::default();
        assert_eq!(cursor.seek("中中", 2), 6);
        cursor.keep_before(3);
        assert_eq!(cursor.seek("中aa", 2), 4);
        cursor.keep_before(4);
        assert_eq!(cursor.units, 2);
    }
}
