//! The card of an official account: WeChat draws it from the bare element.

use crate::tree::Tree;

/// Empties `mp-common-profile`, keeps its `data-*` and puts it into a section that has the margins of its preview.
pub(super) fn empty(tree: &mut Tree) {
    for id in tree.find(Tree::ROOT, |element| element.is("mp-common-profile")) {
        let card = tree
            .find(id, |element| element.has_class("profile-card"))
            .first()
            .copied();
        let style = card
            .and_then(|card| tree.element(card))
            .map(|card| card.style.clone())
            .unwrap_or_default();
        tree.clear(id);
        if let Some(element) = tree.element_mut(id) {
            element.style = Default::default();
            element.retain_attributes(|name, _| name.starts_with("data-"));
            element.set_attribute("data-pluginname", "mpprofile");
        }
        // Already in a section of its own: nothing is left to do.
        let parent = tree
            .parent(id)
            .filter(|parent| tree.is(*parent, "section"))
            .filter(|parent| tree.first_child(*parent) == Some(id) && tree.next(id).is_none());
        if parent.is_some_and(|parent| tree.parent(parent).is_some_and(|above| above != Tree::ROOT))
            && card.is_none()
        {
            continue;
        }
        let section = tree.new_element("section");
        if let Some(element) = tree.element_mut(section) {
            element.style = style;
            element.style.retain(|one| one.name.starts_with("margin"));
        }
        tree.wrap(id, section);
    }
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn the_card_is_bare_and_stays_so() {
        let html = "<section><p>a</p><mp-common-profile class=\"x\" data-id=\"1\" data-nickname=\"n\"><section class=\"profile-card\" style=\"margin:24px 0;padding:1px\"><p>n</p></section></mp-common-profile></section>";
        let bare = "<section><p>a</p><section style=\"margin:24px 0\"><mp-common-profile data-id=\"1\" data-nickname=\"n\" data-pluginname=\"mpprofile\"></mp-common-profile></section></section>";
        assert_eq!(after(super::empty, html), bare);
        assert_eq!(after(super::empty, bare), bare);
    }

    #[test]
    fn a_card_that_is_not_alone_or_brings_margins_gets_a_section_of_its_own() {
        let bare = "<mp-common-profile data-pluginname=\"mpprofile\"></mp-common-profile>";
        for (html, wrapped) in [
            (
                "<mp-common-profile></mp-common-profile><p>b</p>",
                format!("<section>{bare}</section><p>b</p>"),
            ),
            (
                "<p>b</p><mp-common-profile></mp-common-profile>",
                format!("<p>b</p><section>{bare}</section>"),
            ),
            (
                "<mp-common-profile><section class=\"profile-card\" style=\"margin:1px\"></section></mp-common-profile>",
                format!("<section style=\"margin:1px\">{bare}</section>"),
            ),
        ] {
            assert_eq!(
                after(
                    super::empty,
                    &format!("<section><section>{html}</section></section>")
                ),
                format!("<section><section>{wrapped}</section></section>")
            );
        }
    }
}
