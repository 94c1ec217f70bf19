//! What the engine says about a document it could not take literally.
//!
//! A document never fails: each problem becomes one [`Warning`] and the text stays visible.

use serde::Serialize;

/// One problem of a document, at one line of its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Warning {
    /// Stable key of the message, `frontMatter.malformedLine`; hosts translate it.
    pub key: String,
    /// Line in the source, counted from 1, front matter included.
    pub line: u32,
    /// What the message names (a key, a name, the text of the line), when there is something to name.
    pub detail: Option<String>,
}

impl Warning {
    /// A warning without detail.
    pub fn new(key: &str, line: u32) -> Self {
        Self {
            key: key.to_owned(),
            line,
            detail: None,
        }
    }

    /// The same warning, naming `detail`.
    #[must_use]
    pub fn with_detail(mut self, detail: &str) -> Self {
        self.detail = Some(detail.to_owned());
        self
    }
}

/// Puts warnings into the order of their lines; those of one line stay in theirs.
pub(crate) fn sort(warnings: &mut [Warning]) {
    warnings.sort_by_key(|warning| warning.line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_is_camel_case_json_with_its_line() {
        let warning = Warning::new("frontMatter.malformedLine", 3).with_detail("标题");
        assert_eq!(
            serde_json::to_string(&warning).unwrap(),
            r#"{"key":"frontMatter.malformedLine","line":3,"detail":"标题"}"#
        );
    }
}
