//! What an author should know about a result.

use serde::Serialize;

/// One thing that would be lost or is worth a look.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// Stable name, `export.<topic>.<what>`; the full list stands in docs/copy-chain.md.
    pub key: String,
    /// What it is about: an address, a selector, a number. Empty when the key says all.
    pub detail: String,
    /// What a host may offer to do about it.
    pub remedy: Option<Remedy>,
}

/// Something that a host can do at the press of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Remedy {
    /// Upload the picture to where WeChat can fetch it and use its new address.
    Rehost,
    /// Make a PNG or JPEG of the picture, upload that and use its address.
    Convert,
    /// Make the picture smaller, then upload it.
    Shrink,
    /// List the addresses of links at the end of the article.
    Cite,
    /// Make the article shorter: a lighter code theme, fewer formulas, two parts.
    Shorten,
}

impl Remedy {
    fn of(key: &str) -> Option<Self> {
        Some(match key {
            "export.image.local" | "export.image.data" | "export.image.blob" | "export.image.insecure" => {
                Self::Rehost
            }
            "export.image.webp" | "export.image.svg" => Self::Convert,
            "export.image.large" => Self::Shrink,
            "export.link.external" => Self::Cite,
            "export.size" | "export.bytes" => Self::Shorten,
            _ => return None,
        })
    }
}

/// Findings in the order of discovery, each once.
#[derive(Clone, Debug, Default)]
pub struct Findings(Vec<Finding>);

impl Findings {
    /// Longest detail in characters; the rest is cut.
    const MAX_DETAIL_CHARS: usize = 120;
    /// Most findings that are kept: more help nobody.
    const MAX: usize = 200;

    /// Adds a finding unless it is known.
    pub fn report(&mut self, key: &str, detail: &str) {
        let mut text: String = detail.chars().take(Self::MAX_DETAIL_CHARS).collect();
        if text.len() < detail.len() {
            text.push('…');
        }
        let finding = Finding {
            key: key.to_owned(),
            detail: text,
            remedy: Remedy::of(key),
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
