//! Where 64-bit keys stand in a list.

/// An empty slot of the table.
const EMPTY: usize = usize::MAX;

/// The places of the keys of a list. Keys are fingerprints: their bits spread by themselves.
#[derive(Debug, Default)]
pub(crate) struct Places {
    slots: Vec<Slot>,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    key: u64,
    /// The first place of the key, or [`EMPTY`].
    place: usize,
    is_repeated: bool,
}

impl Places {
    /// The places of `keys`, counted from `start`.
    pub(crate) fn of(keys: impl ExactSizeIterator<Item = u64>, start: usize) -> Self {
        let empty = Slot {
            key: 0,
            place: EMPTY,
            is_repeated: false,
        };
        let mut places = Self {
            slots: vec![empty; (keys.len() * 2).next_power_of_two()],
        };
        for (at, key) in keys.enumerate() {
            let index = places.index(key);
            let Some(slot) = places.slots.get_mut(index) else {
                break;
            };
            if slot.place == EMPTY {
                (slot.key, slot.place) = (key, start + at);
            } else {
                slot.is_repeated = true;
            }
        }
        places
    }

    /// The first place of `key`.
    pub(crate) fn first(&self, key: u64) -> Option<usize> {
        self.find(key).map(|slot| slot.place)
    }

    /// The place of `key` when it has only one.
    pub(crate) fn only(&self, key: u64) -> Option<usize> {
        self.find(key)
            .filter(|slot| !slot.is_repeated)
            .map(|slot| slot.place)
    }

    fn find(&self, key: u64) -> Option<&Slot> {
        self.slots.get(self.index(key)).filter(|slot| slot.place != EMPTY)
    }

    /// The slot of `key`, or the empty one where it would stand: half of them are empty.
    fn index(&self, key: u64) -> usize {
        let mask = self.slots.len().wrapping_sub(1);
        #[allow(clippy::cast_possible_truncation)]
        let mut index = (key ^ (key >> 32)) as usize & mask;
        while self
            .slots
            .get(index)
            .is_some_and(|slot| slot.place != EMPTY && slot.key != key)
        {
            index = (index + 1) & mask;
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_its_first_place_and_perhaps_no_other() {
        let places = Places::of([7, 0, 7, 8].into_iter(), 10);
        assert_eq!(
            [7, 0, 8, 9].map(|key| places.first(key)),
            [Some(10), Some(11), Some(13), None]
        );
        assert_eq!(
            [7, 0, 8, 9].map(|key| places.only(key)),
            [None, Some(11), Some(13), None]
        );
    }

    #[test]
    fn no_key_is_found_among_none() {
        assert_eq!(Places::default().first(0), None);
        assert_eq!(Places::of([0; 0].into_iter(), 0).first(0), None);
    }
}
