//! What is allowed. A name that is not here does not pass. Every list is sorted, for binary search.

mod attributes;
mod elements;
mod properties;

pub(super) use attributes::may_have;
#[cfg(test)]
pub(super) use attributes::{ANY, BY_ELEMENT, SVG_ATTRIBUTES};
#[cfg(test)]
pub(super) use elements::{SVG, WITH_CONTENT, is_shown};
pub(super) use elements::{Verdict, verdict};
pub(super) use properties::may_declare;

fn is_listed(list: &[&str], name: &str) -> bool {
    list.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::properties::STYLE_PROPERTIES;
    use super::*;

    #[test]
    fn lists_are_sorted_and_name_no_other_namespace() {
        let by_element: Vec<&str> = BY_ELEMENT.iter().map(|(name, _)| *name).collect();
        let own = BY_ELEMENT.iter().map(|(_, own)| *own);
        for list in [
            SVG,
            WITH_CONTENT,
            ANY,
            SVG_ATTRIBUTES,
            STYLE_PROPERTIES,
            &by_element,
        ]
        .into_iter()
        .chain(own)
        {
            assert!(list.is_sorted(), "{list:?}");
            assert!(
                !list.iter().any(|name| name.contains(':')),
                "another namespace: {list:?}"
            );
        }
    }

    #[test]
    fn nothing_that_is_kept_has_raw_text_or_leaves_its_namespace() {
        for name in [
            "script",
            "style",
            "xmp",
            "iframe",
            "noembed",
            "noframes",
            "plaintext",
            "noscript",
            "template",
            "textarea",
            "title",
            "foreignobject",
            "desc",
            "annotation-xml",
            "math",
            "mi",
            "mtext",
        ] {
            assert!(
                !is_shown(name) && !SVG.iter().any(|known| known.eq_ignore_ascii_case(name)),
                "{name}"
            );
        }
    }
}
