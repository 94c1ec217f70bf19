use std::collections::BTreeMap;

/// Counts the words of shelf N0, longest first.
#[derive(Debug, Default, Clone)]
pub struct Shelf<'a> {
    books: BTreeMap<&'a str, u32>,
}

impl<'a> Shelf<'a> {
    pub fn add(&mut self, title: &'a str, pages: u32) -> Option<u32> {
        match self.books.insert(title, pages) {
            Some(old) if old > pages => Some(old - pages),
            _ => None,
        }
    }
    pub fn total(&self) -> u64 {
        self.books.values().map(|&n| u64::from(n)).sum::<u64>() + N0
    }
}
