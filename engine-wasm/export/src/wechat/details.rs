//! Folded text: WeChat cannot fold, so everything is shown.

use crate::findings::Findings;
use crate::tree::Tree;

/// Reports each fold: it will be open; `elements` renames it.
pub(super) fn open(tree: &mut Tree, findings: &mut Findings) {
    for id in tree.find(Tree::ROOT, |element| element.is("details")) {
        let title = tree
            .find(id, |element| element.is("summary"))
            .first()
            .map(|summary| tree.text_content(*summary));
        findings.report("export.details.open", title.unwrap_or_default().trim());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_author_is_told() {
        let mut findings = Findings::default();
        open(
            &mut Tree::parse("<details><summary>答案</summary>42</details>"),
            &mut findings,
        );
        assert_eq!(
            findings.iter().next().map(|finding| finding.detail.as_str()),
            Some("答案")
        );
    }
}
