//! What a host of published pages does with blocks: it fills their slots and gives their addresses, and it shows the
//! beginning of an article to those who may read no more.
//!
//! Start reading at [`page_block`], [`excerpt`] and [`page_markdown`]. Browsers need none of them: the feature `pages` is off in their module.

mod accessible;
mod excerpt;
mod markdown;
mod paragraph;
mod visible;

use crate::fill_slots;
use crate::findings::Findings;
use crate::slot::Fill;
use crate::tree::Tree;

pub use excerpt::{Cut, Excerpt, excerpt};
pub use markdown::page_markdown;
pub use visible::{count_visible_chars, visible_text};

/// An address that a block names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address<'a> {
    /// Where a link leads.
    Link(&'a str),
    /// An image.
    Image(&'a str),
}

/// What stands in the place of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageAddress {
    /// The address on the page; an empty one leads nowhere: the attribute is removed.
    pub url: String,
    /// Width and height of an image in pixels, which its element says when the author does not.
    pub size: Option<(u32, u32)>,
}

/// A block as a page shows it: slots filled, addresses in place of the author's, boxes of tasks with a label.
///
/// - `address` gives what stands in the place of an address; none to leave it.
/// - A fill is parsed, and only what its kind of slot may hold is taken from it. A slot without a fill keeps its source.
/// - Never fails; the same arguments give the same bytes.
///
/// ```
/// use moyan_export::{Address, PageAddress, page_block};
/// let html = page_block("<p><a href=\"a.md\">A</a></p>", &[], |address| match address {
///     Address::Link("a.md") => Some(PageAddress { url: "/docs/a".to_owned(), size: None }),
///     _ => None,
/// });
/// assert_eq!(html, "<p><a href=\"/docs/a\">A</a></p>");
/// ```
pub fn page_block(
    html: &str,
    fills: &[Fill],
    address: impl Fn(Address<'_>) -> Option<PageAddress>,
) -> String {
    let mut tree = Tree::parse(html);
    fill_slots::fill(&mut tree, fills, &mut Findings::default());
    for id in tree.descendants(Tree::ROOT) {
        let Some(element) = tree.element_mut(id).filter(|element| element.is_html()) else {
            continue;
        };
        let (attribute, found) = match element.name() {
            "a" => ("href", element.attribute("href").map(Address::Link)),
            "img" => ("src", element.attribute("src").map(Address::Image)),
            _ => continue,
        };
        let Some(place) = found.and_then(&address) else {
            continue;
        };
        let has_size = element.attribute("width").is_some() || element.attribute("height").is_some();
        if place.url.is_empty() {
            element.remove_attribute(attribute);
        } else {
            element.set_attribute(attribute, place.url);
        }
        if let Some((width, height)) = place.size.filter(|_| !has_size) {
            element.set_attribute("width", width.to_string());
            element.set_attribute("height", height.to_string());
        }
    }
    accessible::name_parts(&mut tree);
    tree.to_html()
}

/// The addresses of the images of a block, in their order.
///
/// ```
/// let addresses = moyan_export::image_addresses("<p><img alt=\"\" src=\"a.png\"></p>");
/// assert_eq!(addresses, ["a.png"]);
/// ```
pub fn image_addresses(html: &str) -> Vec<String> {
    let tree = Tree::parse(html);
    let images = tree.descendants(Tree::ROOT).into_iter().filter_map(|id| {
        let element = tree.element(id)?;
        (element.is_html() && element.name() == "img").then(|| element.attribute("src").map(str::to_owned))?
    });
    images.collect()
}

#[cfg(test)]
mod tests;
