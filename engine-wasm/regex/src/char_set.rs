//! Sets of characters.

/// A set of characters: the ASCII ones as bits, the others as ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CharSet {
    ascii: u128,
    /// First and last character of each range, all beyond ASCII. Sorted, and with gaps between them.
    non_ascii: Vec<(u32, u32)>,
}

/// The first character beyond ASCII.
const FIRST_NON_ASCII: u32 = 0x80;
const LAST: u32 = char::MAX as u32;

impl CharSet {
    /// The set of one character.
    pub fn one(character: char) -> Self {
        Self::from_ranges(&[(character as u32, character as u32)])
    }

    /// All characters in `ranges`, first and last included.
    pub fn from_ranges(ranges: &[(u32, u32)]) -> Self {
        let mut set = Self::default();
        for &(first, last) in ranges {
            set.add(first, last);
        }
        set
    }

    /// Every character: `.` with the flag `s`.
    pub fn all() -> Self {
        Self::from_ranges(&[(0, LAST)])
    }

    /// Every character but the line end: `.`.
    pub fn all_but_line_end() -> Self {
        let mut set = Self::one('\n');
        set.negate();
        set
    }

    /// Adds all characters from `first` to `last`, both included.
    pub fn add(&mut self, first: u32, last: u32) {
        for code in first..=last.min(FIRST_NON_ASCII - 1) {
            self.ascii |= 1 << code;
        }
        if last >= FIRST_NON_ASCII {
            self.non_ascii.push((first.max(FIRST_NON_ASCII), last));
            self.merge_ranges();
        }
    }

    /// Adds all characters of `other`.
    pub fn union(&mut self, other: &Self) {
        self.ascii |= other.ascii;
        if !other.non_ascii.is_empty() {
            self.non_ascii.extend_from_slice(&other.non_ascii);
            self.merge_ranges();
        }
    }

    /// Removes what is not in `other`.
    pub fn intersect(&mut self, other: &Self) {
        // not (not a or not b)
        let mut outside = other.clone();
        outside.negate();
        self.negate();
        self.union(&outside);
        self.negate();
    }

    /// Replaces the set by its complement.
    pub fn negate(&mut self) {
        self.ascii = !self.ascii;
        let mut next = FIRST_NON_ASCII;
        let mut gaps = Vec::new();
        for &(first, last) in &self.non_ascii {
            if first > next {
                gaps.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= LAST {
            gaps.push((next, LAST));
        }
        self.non_ascii = gaps;
    }

    /// Adds the other case of every ASCII letter in the set.
    pub fn add_other_case(&mut self) {
        const UPPER: u128 = 0x07ff_fffe << 64;
        self.ascii |= (self.ascii & UPPER) << 32 | (self.ascii & (UPPER << 32)) >> 32;
    }

    /// Whether the byte, an ASCII character, is in the set.
    #[inline]
    pub fn contains_ascii(&self, byte: u8) -> bool {
        self.ascii >> (byte & 0x7f) & 1 == 1
    }

    /// Whether the character, one beyond ASCII, is in the set.
    pub fn contains_non_ascii(&self, character: char) -> bool {
        let code = character as u32;
        self.non_ascii
            .iter()
            .any(|&(first, last)| first <= code && code <= last)
    }

    /// Whether any character beyond ASCII is in the set.
    pub fn has_non_ascii(&self) -> bool {
        !self.non_ascii.is_empty()
    }

    fn merge_ranges(&mut self) {
        self.non_ascii.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(self.non_ascii.len());
        for &(first, last) in &self.non_ascii {
            match merged.last_mut() {
                Some(range) if first <= range.1 + 1 => range.1 = range.1.max(last),
                _ => merged.push((first, last)),
            }
        }
        self.non_ascii = merged;
    }
}

#[cfg(test)]
mod tests {
    use super::CharSet;

    fn contains(set: &CharSet, character: char) -> bool {
        u8::try_from(character).ok().filter(u8::is_ascii).map_or_else(
            || set.contains_non_ascii(character),
            |byte| set.contains_ascii(byte),
        )
    }

    #[test]
    fn a_negated_set_contains_what_the_set_does_not() {
        let mut set = CharSet::from_ranges(&[(0x61, 0x7a), (0xe9, 0xe9), (0x4e00, 0x9fff)]);
        assert!(contains(&set, 'a') && contains(&set, 'é') && contains(&set, '中') && !contains(&set, 'A'));
        set.negate();
        assert!(!contains(&set, 'a') && !contains(&set, 'é') && !contains(&set, '中') && contains(&set, 'A'));
        assert!(contains(&set, '\u{80}') && contains(&set, char::MAX) && contains(&set, 'ê'));
        assert!(contains(&set, 'è') && contains(&set, '\u{4dff}') && contains(&set, '\u{a000}'));
    }

    #[test]
    fn a_set_negated_twice_is_the_same_set() {
        let ranges = [(0x30, 0x39), (0x80, 0x80), (0x100, 0x10f), (0x10fffe, 0x10ffff)];
        let set = CharSet::from_ranges(&ranges);
        let mut twice = set.clone();
        twice.negate();
        assert_ne!(twice, set);
        twice.negate();
        assert_eq!(twice, set);
    }

    #[test]
    fn an_intersection_contains_what_both_contain() {
        let mut set = CharSet::from_ranges(&[(0x20, 0x200)]);
        set.intersect(&CharSet::from_ranges(&[(0x61, 0x63), (0x100, 0x300)]));
        assert!(contains(&set, 'b') && contains(&set, 'Ā') && contains(&set, '\u{200}'));
        assert!(!contains(&set, 'd') && !contains(&set, '\u{201}') && !contains(&set, '\u{ff}'));
    }

    #[test]
    fn ranges_that_touch_or_overlap_become_one() {
        let apart = CharSet::from_ranges(&[(0x120, 0x12f), (0x100, 0x10f), (0x105, 0x11f)]);
        assert_eq!(apart, CharSet::from_ranges(&[(0x100, 0x12f)]));
        let mut union = CharSet::from_ranges(&[(0x100, 0x10f)]);
        union.union(&CharSet::from_ranges(&[(0x41, 0x41), (0x110, 0x110)]));
        assert_eq!(union, CharSet::from_ranges(&[(0x100, 0x110), (0x41, 0x41)]));
        assert_ne!(
            CharSet::from_ranges(&[(0x100, 0x10f), (0x111, 0x111)]),
            CharSet::from_ranges(&[(0x100, 0x111)])
        );
    }

    #[test]
    fn a_range_may_cross_the_end_of_ascii() {
        let set = CharSet::from_ranges(&[(0x7e, 0x81)]);
        assert!(contains(&set, '~') && contains(&set, '\x7f') && contains(&set, '\u{80}'));
        assert!(contains(&set, '\u{81}') && !contains(&set, '}') && !contains(&set, '\u{82}'));
        assert!(set.has_non_ascii() && !CharSet::from_ranges(&[(0, 0x7f)]).has_non_ascii());
    }

    #[test]
    fn the_other_case_is_that_of_letters_only() {
        let mut set = CharSet::from_ranges(&[(0x41, 0x41), (0x7a, 0x7a), (0x40, 0x40), (0x7b, 0x7b)]);
        set.add_other_case();
        assert!(contains(&set, 'a') && contains(&set, 'Z') && contains(&set, 'A') && contains(&set, 'z'));
        assert!(!contains(&set, '`') && !contains(&set, '[') && !contains(&set, 'b'));
    }
}
