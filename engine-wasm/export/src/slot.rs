//! What waits for content that the engine does not make: code, formulas and diagrams.

use serde::{Deserialize, Serialize};

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SlotKind {
    /// A code block; filled with spans of class `hljs-*`.
    Code,
    /// A formula; filled with one `<svg>`.
    Math,
    /// A diagram; filled with one `<svg>` or one `<img>` of a raster image.
    Diagram,
}

/// One thing to fill in. Elements with the same source share one slot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Slot {
    /// What it holds.
    pub kind: SlotKind,
    /// The language of code (the whole first word of the info string) or the name of the diagram language.
    #[serde(default)]
    pub lang: Option<String>,
    /// Whether a formula stands on its own line. Always false for code and diagrams.
    #[serde(default)]
    pub display: bool,
    /// The text to highlight, set or draw.
    pub source: String,
}

/// What a host made of a slot: either `html` or `error`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Fill {
    /// Which slot; every element that holds an equal slot is filled.
    pub slot: Slot,
    /// The content.
    #[serde(default)]
    pub html: Option<String>,
    /// The reason why there is none, a sentence. It becomes the title of the element, which keeps its source, and the
    /// detail of the finding `export.slot.failed`.
    #[serde(default)]
    pub error: Option<String>,
}
