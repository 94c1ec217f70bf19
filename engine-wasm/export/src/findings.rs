//! What an author should know about a result.

use crate::slot::Slot;
use serde::Serialize;

/// One thing that would be lost, or that the author should look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// Stable name, `export.<topic>.<what>`; the full list stands in docs/copy-chain.md.
    pub key: String,
    /// What it is about: an address, a selector, a number, a reason. Empty when the key says all.
    /// At most 120 characters; a longer one is cut and ends in `…`.
    pub detail: String,
    /// The slot that kept its source; only with the key `export.slot.failed`.
    pub slot: Option<Slot>,
}

/// Findings in the order of discovery, each once.
#[derive(Clone, Debug, Default)]
pub struct Findings(Vec<Finding>);

impl Findings {
    /// Longest detail in characters; the rest is cut.
    const MAX_DETAIL_CHARS: usize = 120;
    /// Most findings that are kept: nobody reads more.
    const MAX: usize = 200;

    /// Adds a finding unless it is known.
    pub fn report(&mut self, key: &str, detail: &str) {
        self.add(key, detail, None);
    }

    /// Adds a finding about a slot unless it is known.
    pub fn report_slot(&mut self, key: &str, detail: &str, slot: &Slot) {
        self.add(key, detail, Some(slot.clone()));
    }

    fn add(&mut self, key: &str, detail: &str, slot: Option<Slot>) {
        let mut text: String = detail.chars().take(Self::MAX_DETAIL_CHARS).collect();
        if text.len() < detail.len() {
            text.push('…');
        }
        let finding = Finding {
            key: key.to_owned(),
            detail: text,
            slot,
        };
        if self.0.len() < Self::MAX && !self.0.contains(&finding) {
            self.0.push(finding);
        }
    }

    /// Whether nothing was found.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The findings in order.
    #[cfg(test)]
    pub fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.0.iter()
    }

    /// The findings as a list.
    pub fn into_vec(self) -> Vec<Finding> {
        self.0
    }
}
