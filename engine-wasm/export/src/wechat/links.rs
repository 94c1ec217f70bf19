//! Links: inside an article only links to other articles of WeChat work; an in-page link blocks saving.

use crate::findings::Findings;
use crate::tree::Tree;

/// Hosts whose links WeChat keeps.
const KEPT: [&str; 2] = ["https://mp.weixin.qq.com/", "http://mp.weixin.qq.com/"];

/// Keeps links to articles; every other link becomes text that looks as before.
pub(super) fn unlink(tree: &mut Tree, findings: &mut Findings) {
    let n_cards = tree
        .find(Tree::ROOT, |element| {
            element.is("section") && element.has_class("media")
        })
        .len();
    if n_cards > 0 {
        findings.report("export.media", &n_cards.to_string());
    }
    let mut n_lost = 0_usize;
    for id in tree.find(Tree::ROOT, |element| element.is("a")) {
        let Some(element) = tree.element_mut(id) else {
            continue;
        };
        let href = element.attribute("href").unwrap_or_default().trim().to_owned();
        if KEPT.iter().any(|host| href.starts_with(host)) {
            continue;
        }
        if !href.is_empty() && !href.starts_with('#') {
            n_lost += 1;
        }
        element.rename("span");
        element.retain_attributes(|name, _| name == "class" || name == "style");
    }
    if n_lost > 0 {
        findings.report("export.link.external", &n_lost.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_links_to_articles_stay() {
        let mut tree = Tree::parse(
            "<a class=\"z\" href=\"#x\" id=\"y\" style=\"color:red\">a</a><a href=\"https://a.com\">b</a><a href=\"https://mp.weixin.qq.com/s/x\">c</a><a href=\"https://mp.weixin.qq.com.other.example/s/x\">d</a>",
        );
        let mut findings = Findings::default();
        unlink(&mut tree, &mut findings);
        assert_eq!(
            tree.to_html(),
            "<span class=\"z\" style=\"color:red\">a</span><span>b</span><a href=\"https://mp.weixin.qq.com/s/x\">c</a><span>d</span>"
        );
        assert_eq!(
            findings
                .iter()
                .map(|finding| finding.detail.as_str())
                .collect::<Vec<_>>(),
            ["2"]
        );
    }

    #[test]
    fn cards_in_the_place_of_media_are_counted() {
        let card = "<section class=\"media\"><p>a</p></section>";
        let mut findings = Findings::default();
        unlink(&mut Tree::parse(&card.repeat(2)), &mut findings);
        let found: Vec<_> = findings
            .iter()
            .map(|one| (one.key.as_str(), one.detail.as_str()))
            .collect();
        assert_eq!(found, [("export.media", "2")]);
    }
}
