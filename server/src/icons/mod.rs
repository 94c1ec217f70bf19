//! Icons that sites may use: settings name them, pages draw them. The table is generated from the lucide package.

mod table;

use table::ICONS;

/// The shapes of an icon as SVG, safe as HTML; none for a name that is not in the set.
///
/// They stand in `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"
/// stroke-linejoin="round">`.
pub fn icon_shapes(name: &str) -> Option<&'static str> {
    let index = ICONS.binary_search_by_key(&name, |(name, _)| name).ok()?;
    ICONS.get(index).map(|(_, shapes)| *shapes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_is_found_by_its_name() {
        for (name, shapes) in ICONS {
            assert_eq!(icon_shapes(name), Some(shapes), "{name}");
            assert!(shapes.starts_with('<') && shapes.ends_with("/>"), "{name}");
        }
        assert_eq!(icon_shapes(""), None);
        assert_eq!(icon_shapes("<script>"), None);
    }
}
