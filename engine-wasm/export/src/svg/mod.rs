//! Pictures that hosts bring (formulas, diagrams) or authors draw: made clean when they come in, made flat when
//! they leave for WeChat.

mod flatten;
mod labels;
mod markers;
mod paints;
mod path;
mod references;
mod text_spaces;
mod transforms;

pub(crate) use flatten::flatten;

use crate::css::{self, Defaults};
use crate::findings::Findings;
use crate::sanitize::sanitize;
use crate::tree::{Element, NodeId, Tree};

/// One clean picture out of what a host brought: an `<svg>`, or an `<img>` of a raster image.
///
/// - Its own `<style>` is computed into its elements first: no style sheet stays inside a picture.
/// - `None` when there is none.
pub(crate) fn picture(html: &str) -> Option<Tree> {
    let mut raw = Tree::parse(html);
    adopt_styles(&mut raw);
    labels::to_text(&mut raw);
    let mut tree = Tree::parse(&sanitize(&raw.to_html()));
    let found = tree.find(Tree::ROOT, |element| is_svg_root(element) || element.is("img"));
    let picture = *found.first()?;
    tree.append(Tree::ROOT, picture);
    for id in tree.children(Tree::ROOT) {
        if id != picture {
            tree.detach(id);
        }
    }
    Some(tree)
}

fn is_svg_root(element: &Element) -> bool {
    element.is_svg() && element.name() == "svg"
}

/// The outermost `svg` elements of the tree.
fn roots(tree: &Tree) -> Vec<NodeId> {
    let mut found = tree.find(Tree::ROOT, is_svg_root);
    found.retain(|id| tree.ancestor(*id, Element::is_svg).is_none());
    found
}

/// Computes the style sheets inside a picture into its elements.
fn adopt_styles(tree: &mut Tree) {
    let sheets = tree.find(Tree::ROOT, |element| element.name() == "style");
    let css: Vec<String> = sheets.iter().map(|sheet| tree.text_content(*sheet)).collect();
    for sheet in sheets {
        tree.detach(sheet);
    }
    if !css.is_empty() {
        css::apply(
            tree,
            Tree::ROOT,
            &css.join("\n"),
            Defaults(""),
            &mut Findings::default(),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::picture;

    #[test]
    fn a_style_sheet_inside_becomes_part_of_the_elements() {
        let html = "<svg id=\"m\"><style>#m .node { fill: #ECECFF } #m { font-family: \"trebuchet ms\" } body { color: red }</style><rect class=\"node\"/></svg>";
        let tree = picture(html).expect("a picture");
        assert_eq!(
            tree.to_html(),
            "<svg id=\"m\" style=\"font-family:'trebuchet ms'\"><rect class=\"node\" style=\"fill:#ececff\"/></svg>"
        );
    }

    #[test]
    fn only_one_picture_is_taken() {
        assert_eq!(
            picture("<p>x</p><svg></svg><svg></svg>")
                .expect("a picture")
                .to_html(),
            "<svg/>"
        );
        assert!(picture("<p>x</p>").is_none());
    }
}
