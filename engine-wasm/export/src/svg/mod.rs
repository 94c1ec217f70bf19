//! Pictures that hosts bring: formulas and diagrams.

use crate::sanitize::sanitize;
use crate::tree::Tree;

/// One clean picture out of what a host brought: an `<svg>`, or an `<img>` of a raster image.
///
/// - `None` when there is none.
pub(crate) fn picture(html: &str) -> Option<Tree> {
    let mut tree = Tree::parse(&sanitize(html));
    let wanted = tree.find(Tree::ROOT, |element| {
        (element.is_svg() && element.name() == "svg") || element.is("img")
    });
    let picture = *wanted.first()?;
    for id in tree.children(Tree::ROOT) {
        if id != picture {
            tree.detach(id);
        }
    }
    tree.append(Tree::ROOT, picture);
    for id in tree.children(Tree::ROOT) {
        if id != picture {
            tree.detach(id);
        }
    }
    Some(tree)
}
