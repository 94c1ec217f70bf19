//! Sets of characters.

/// A set of characters: the ASCII ones as bits, the others as ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Set {
    ascii: u128,
    /// Sorted, apart, all beyond ASCII.
    beyond: Vec<(u32, u32)>,
}

const FIRST_BEYOND: u32 = 0x80;
const LAST: u32 = char::MAX as u32;

impl Set {
    /// The set of one character.
    pub fn one(character: char) -> Self {
        Self::range(character as u32, character as u32)
    }

    /// All characters from `low` to `high`, both included.
    pub fn range(low: u32, high: u32) -> Self {
        let mut set = Self::default();
        set.add(low, high);
        set
    }

    /// The set of all characters in `ranges`.
    pub fn of(ranges: &[(u32, u32)]) -> Self {
        let mut set = Self::default();
        for &(low, high) in ranges {
            set.add(low, high);
        }
        set
    }

    /// Everything but a line end, what `.` means.
    pub fn dot() -> Self {
        let mut set = Self::one('\n');
        set.negate();
        set
    }

    /// Adds all characters from `low` to `high`, both included.
    pub fn add(&mut self, low: u32, high: u32) {
        for code in low..=high.min(FIRST_BEYOND - 1) {
            self.ascii |= 1 << code;
        }
        if high >= FIRST_BEYOND {
            self.beyond.push((low.max(FIRST_BEYOND), high));
            self.tidy();
        }
    }

    /// Adds all characters of `other`.
    pub fn union(&mut self, other: &Self) {
        self.ascii |= other.ascii;
        if !other.beyond.is_empty() {
            self.beyond.extend_from_slice(&other.beyond);
            self.tidy();
        }
    }

    /// Keeps what is in `other` too.
    pub fn intersect(&mut self, other: &Self) {
        // not (not a or not b)
        let mut outside = other.clone();
        outside.negate();
        self.negate();
        self.union(&outside);
        self.negate();
    }

    /// Turns the set inside out.
    pub fn negate(&mut self) {
        self.ascii = !self.ascii;
        let mut next = FIRST_BEYOND;
        let mut gaps = Vec::new();
        for &(low, high) in &self.beyond {
            if low > next {
                gaps.push((next, low - 1));
            }
            next = high + 1;
        }
        if next <= LAST {
            gaps.push((next, LAST));
        }
        self.beyond = gaps;
    }

    /// Adds the other case of every ASCII letter in the set.
    pub fn fold(&mut self) {
        const UPPER: u128 = 0x07ff_fffe << 64;
        self.ascii |= (self.ascii & UPPER) << 32 | (self.ascii & (UPPER << 32)) >> 32;
    }

    /// Whether the byte, which is ASCII, is in the set.
    #[inline]
    pub fn has_ascii(&self, byte: u8) -> bool {
        self.ascii >> (byte & 0x7f) & 1 == 1
    }

    /// Whether a character beyond ASCII is in the set.
    pub fn has_beyond(&self, character: char) -> bool {
        let code = character as u32;
        self.beyond.iter().any(|&(low, high)| low <= code && code <= high)
    }

    /// Whether any character beyond ASCII is in the set.
    pub fn reaches_beyond(&self) -> bool {
        !self.beyond.is_empty()
    }

    fn tidy(&mut self) {
        self.beyond.sort_unstable();
        let mut tidy: Vec<(u32, u32)> = Vec::with_capacity(self.beyond.len());
        for &(low, high) in &self.beyond {
            match tidy.last_mut() {
                Some(last) if low <= last.1 + 1 => last.1 = last.1.max(high),
                _ => tidy.push((low, high)),
            }
        }
        self.beyond = tidy;
    }
}

#[cfg(test)]
mod tests {
    use super::Set;

    fn has(set: &Set, character: char) -> bool {
        u8::try_from(character)
            .ok()
            .filter(u8::is_ascii)
            .map_or_else(|| set.has_beyond(character), |byte| set.has_ascii(byte))
    }

    #[test]
    fn a_negated_set_has_what_the_set_has_not() {
        let mut set = Set::of(&[(0x61, 0x7a), (0xe9, 0xe9), (0x4e00, 0x9fff)]);
        assert!(has(&set, 'a') && has(&set, 'é') && has(&set, '中') && !has(&set, 'A'));
        set.negate();
        assert!(!has(&set, 'a') && !has(&set, 'é') && !has(&set, '中') && has(&set, 'A'));
        assert!(has(&set, '\u{80}') && has(&set, char::MAX) && has(&set, 'ê'));
    }

    #[test]
    fn an_intersection_has_what_both_have() {
        let mut set = Set::range(0x20, 0x200);
        set.intersect(&Set::of(&[(0x61, 0x63), (0x100, 0x300)]));
        assert!(has(&set, 'b') && has(&set, 'Ā') && !has(&set, 'd') && !has(&set, '\u{201}'));
    }

    #[test]
    fn folding_adds_the_other_case() {
        let mut set = Set::of(&[(0x41, 0x41), (0x7a, 0x7a), (0x40, 0x40), (0x7b, 0x7b)]);
        set.fold();
        assert!(has(&set, 'a') && has(&set, 'Z') && !has(&set, '`') && !has(&set, '['));
    }
}
