//! References inside a picture: WeChat strips what they point to.

use super::paints;
use crate::findings::Findings;
use crate::tree::{NodeId, Tree};

/// The id in `url(#id)`.
pub(super) fn target(value: &str) -> Option<&str> {
    let inner = value.trim().strip_prefix("url(")?.split(')').next()?;
    Some(inner.trim_matches(['"', '\'', ' ']).trim_start_matches('#'))
}

/// `fill="url(#x)"` to a color; other references go.
pub(super) fn resolve(tree: &mut Tree, svg: NodeId, findings: &mut Findings) {
    for id in tree.descendants(svg) {
        let Some(element) = tree.element(id) else { continue };
        let references: Vec<(String, String)> = element
            .attributes()
            .filter_map(|(name, value)| Some((name.to_owned(), target(value)?.to_owned())))
            .collect();
        for (name, id_of_definition) in references {
            let definition = tree
                .find(svg, |element| element.attribute("id") == Some(&id_of_definition))
                .first()
                .copied();
            let color = definition.and_then(|definition| paints::mean_of_stops(tree, definition));
            let Some(element) = tree.element_mut(id) else {
                continue;
            };
            match color {
                Some(color) if name == "fill" || name == "stroke" => {
                    element.set_attribute(&name, color.to_css())
                }
                _ => {
                    element.remove_attribute(&name);
                    findings.report("export.svg.reference", &name);
                }
            }
        }
    }
}
