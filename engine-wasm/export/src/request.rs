//! What a host asks for and what it gets.

use crate::findings::Finding;
use crate::slot::Fill;
use serde::{Deserialize, Serialize};

/// Where the article goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Target {
    /// The root with its slots filled, nothing else changed.
    Preview,
    /// The clipboard, for WeChat's editor.
    Wechat,
    /// A page that needs nothing beside it, 750 px wide.
    Html,
    /// The article's HTML without classes and styles.
    Plain,
}

/// An article to be exported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportRequest {
    /// Where it goes.
    pub target: Target,
    /// The root section with its blocks; raw blocks already sanitized.
    pub html: String,
    /// Theme, code theme and the author's tabs, in this order.
    #[serde(default)]
    pub css: String,
    /// The content of the slots.
    #[serde(default)]
    pub fills: Vec<Fill>,
    /// The title of the page; used by [`Target::Html`].
    #[serde(default)]
    pub title: String,
    /// The language of the page, `zh-CN` or `en`; used by [`Target::Html`].
    #[serde(default)]
    pub language: String,
}

/// The exported article.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Exported {
    /// The HTML, for `text/html` or a file.
    pub html: String,
    /// The article as plain text, for `text/plain`.
    pub text: String,
    /// What the author should know before pasting.
    pub findings: Vec<Finding>,
}
