//! The article's HTML without styles, for other editors and for feeds.

use crate::tree::Tree;

/// Attributes that carry meaning, not style.
const KEPT: [&str; 16] = [
    "align", "alt", "checked", "colspan", "datetime", "dir", "disabled", "height", "href", "id", "lang",
    "rowspan", "src", "start", "title", "width",
];

/// Drops classes, styles, data and decoration; structure, text and pictures stay.
pub(crate) fn reduce(tree: &mut Tree) {
    for id in tree.find(Tree::ROOT, |element| {
        element.has_class("code-bar") || element.has_class("code-lines") || element.has_class("alert-icon")
    }) {
        tree.detach(id);
    }
    for id in tree.find(Tree::ROOT, |_| true) {
        let Some(element) = tree.element_mut(id) else {
            continue;
        };
        if !element.is_html() {
            element.retain_attributes(|name, _| name != "class" && !name.starts_with("data-"));
            continue;
        }
        let keeps_all = element.is("input") || element.is("mp-common-profile");
        element.retain_attributes(|name, _| {
            KEPT.contains(&name) || (keeps_all && (name == "type" || name.starts_with("data-")))
        });
        if element.is("span") && element.attributes().next().is_none() {
            tree.unwrap(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meaning_stays_and_looks_go() {
        let mut tree = Tree::parse(
            "<section class=\"article\"><h2 id=\"a\" style=\"top:0\">x</h2><pre class=\"code-block\" data-lang=\"js\"><svg class=\"code-bar\"></svg><span class=\"code-body\"><code class=\"hljs\"><span class=\"hljs-x\">y</span></code></span></pre></section>",
        );
        reduce(&mut tree);
        assert_eq!(
            tree.to_html(),
            "<section><h2 id=\"a\">x</h2><pre><code>y</code></pre></section>"
        );
    }
}
