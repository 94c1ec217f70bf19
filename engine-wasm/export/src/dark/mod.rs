//! What WeChat's dark mode makes of a copied article, for a preview.
//!
//! In the dark, WeChat's reader walks over the elements of an article and gives each other colors. The walk is
//! here, the rules for one color in `shade`; docs/dark-mode.md describes both and names their source.

mod shade;

use crate::css::{Rgba, parse_color};
use crate::style::{Style, split_commas, split_spaces};
use crate::tree::{NodeId, Tree};
use shade::Shade;

/// The copied HTML as a dark reader shows it. The page around it is `#191919`, its text `#a3a3a3`.
///
/// - Takes what [`crate::export_article`] makes for WeChat; other HTML is judged by its `style` attributes alone.
/// - Only colors change. SVG paints stay, as in WeChat; `currentColor` follows the text.
/// - Never fails, and is no step toward the clipboard: what is copied stays light.
pub fn darken(html: &str) -> String {
    let mut tree = Tree::parse(html);
    let mut open = vec![(Tree::ROOT, Around::page())];
    while let Some((id, around)) = open.pop() {
        let around = convert(&mut tree, id, around);
        open.extend(tree.children(id).into_iter().map(|child| (child, around)));
    }
    tree.to_html()
}

/// What stands around an element.
#[derive(Clone, Copy)]
struct Around {
    /// The background as the dark reader has it.
    back: Shade,
    /// The background as the author has it.
    light_back: Shade,
    /// The color of text as the author has it.
    light_text: Shade,
    /// Whether a picture lies behind: then text stays as it is.
    is_picture: bool,
}

impl Around {
    fn page() -> Self {
        Self {
            back: Shade::DARK_PAGE,
            light_back: Shade::LIGHT_PAGE,
            light_text: Shade::LIGHT_TEXT,
            is_picture: false,
        }
    }
}

/// What a color of a property is the color of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Background,
    Shadow,
    Text,
    Line,
}

fn part(property: &str) -> Option<Part> {
    Some(match property {
        "background" | "background-color" | "background-image" => Part::Background,
        "text-shadow" => Part::Shadow,
        "color"
        | "text-decoration"
        | "text-decoration-color"
        | "text-emphasis-color"
        | "-webkit-text-fill-color"
        | "-webkit-text-stroke"
        | "-webkit-text-stroke-color" => Part::Text,
        "outline" | "outline-color" | "box-shadow" | "column-rule" | "column-rule-color" => Part::Line,
        _ if property.starts_with("border")
            && !["radius", "spacing", "collapse", "width", "style"]
                .iter()
                .any(|other| property.ends_with(other)) =>
        {
            Part::Line
        }
        _ => return None,
    })
}

fn convert(tree: &mut Tree, id: NodeId, mut around: Around) -> Around {
    let Some(css) = tree
        .element(id)
        .filter(|element| !element.is("mp-common-profile"))
        .and_then(|element| element.attribute("style"))
    else {
        return around;
    };
    let style = Style::parse(css);
    let says_color = style.get("color").is_some() || style.get("-webkit-text-fill-color").is_some();
    let mut extra: Option<Shade> = None;
    let mut dark: Vec<_> = style.iter().cloned().collect();
    // Backgrounds first: text is judged by what is behind it.
    dark.sort_by_key(|one| match part(&one.name) {
        Some(Part::Background) => 0,
        Some(Part::Text) => 2,
        _ => 1,
    });
    for one in &mut dark {
        let Some(part) = part(&one.name) else { continue };
        if part == Part::Background && one.value.contains("url(") {
            around.is_picture = true;
            extra = (!says_color).then_some(around.light_text);
            if one.name == "background-image" {
                // The picture keeps the background it was made for.
                let behind = around.light_back.to_css();
                one.value
                    .push_str(&format!(",linear-gradient({behind},{behind})"));
            }
            continue;
        }
        let shades = colors(&one.value);
        let gradient = one
            .value
            .contains("gradient(")
            .then(|| Shade::mean(&shades))
            .flatten();
        let mut is_first = true;
        one.value = map_colors(&one.value, &mut |own| {
            let color = gradient.unwrap_or(own);
            if color.is_ignored() {
                return color;
            }
            let new = match part {
                Part::Background => shade::background(color, around.back),
                _ if around.is_picture => color,
                Part::Shadow => shade::background(color, around.back),
                Part::Text => shade::text(color, around.back),
                Part::Line => shade::text(color, Shade::DARK_PAGE),
            };
            if part == Part::Background && std::mem::take(&mut is_first) {
                around.back = around.back.under(new);
                around.light_back = around.light_back.under(color);
                around.is_picture = false;
                if !says_color {
                    extra = Some(shade::text(around.light_text, around.back));
                }
            }
            if one.name == "color" {
                around.light_text = color;
            }
            new
        });
    }
    if let Some(color) = extra {
        dark.push(crate::style::Declaration {
            name: "color".to_owned(),
            value: color.to_css(),
            important: false,
        });
    }
    if let Some(element) = tree.element_mut(id) {
        element.style = dark.into_iter().collect();
    }
    around
}

fn shade_of(text: &str) -> Option<Shade> {
    // `currentColor` follows the text by itself.
    (!text.eq_ignore_ascii_case("currentcolor"))
        .then(|| parse_color(text, Rgba::BLACK))
        .flatten()
        .map(Shade::of)
}

fn colors(value: &str) -> Vec<Shade> {
    let mut found = Vec::new();
    map_colors(value, &mut |shade| {
        found.push(shade);
        shade
    });
    found
}

/// The value with every color in it replaced; what is no color stays as it is.
fn map_colors(value: &str, new: &mut impl FnMut(Shade) -> Shade) -> String {
    let layers: Vec<String> = split_commas(value)
        .iter()
        .map(|layer| {
            let words: Vec<String> = split_spaces(layer)
                .into_iter()
                .map(|word| match shade_of(&word) {
                    Some(shade) => new(shade).to_css(),
                    None => match word.split_once('(').zip(word.strip_suffix(')')) {
                        Some(((name, _), whole)) if name.ends_with("gradient") => {
                            let inner = whole.get(name.len() + 1..).unwrap_or_default();
                            format!("{name}({})", map_colors(inner, new))
                        }
                        _ => word,
                    },
                })
                .collect();
            words.join(" ")
        })
        .collect();
    layers.join(",")
}

#[cfg(test)]
mod tests {
    use super::darken;

    #[test]
    fn text_is_judged_by_the_background_it_stands_on() {
        for (light, dark) in [
            (
                "<p style=\"color:#333\">a</p>",
                "<p style=\"color:#a3a3a3\">a</p>",
            ),
            (
                "<section style=\"background:#0f4c81;color:#fff\"><p style=\"color:#333\">a</p></section>",
                "<section style=\"background:#0f4c81;color:#fff\"><p style=\"color:#b3b3b3\">a</p></section>",
            ),
            (
                "<section style=\"background:#eee\">a</section>",
                "<section style=\"background:#2a2a2a;color:#ccc\">a</section>",
            ),
            (
                "<p style=\"border-bottom:1px solid #0f4c81;margin:0\">a</p>",
                "<p style=\"border-bottom:1px solid #50a3eb;margin:0\">a</p>",
            ),
            (
                "<p style=\"background:linear-gradient(90deg,#fff 0%,#eee);color:#000\">a</p>",
                "<p style=\"background:linear-gradient(90deg,#2a2a2a 0%,#2a2a2a);color:#e6e6e6\">a</p>",
            ),
        ] {
            assert_eq!(darken(light), dark);
        }
    }

    #[test]
    fn what_is_no_color_stays() {
        for html in [
            "<p>a</p>",
            "<p style=\"font-family:'red',serif;border-radius:4px;margin:0\">a</p>",
            "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0\" fill=\"#333\"/></svg>",
            "<p style=\"background:none;border-color:currentColor\">a</p>",
            "<p style=\"background-color:transparent\">a</p>",
        ] {
            let dark = darken(html).replace("rgba(0,0,0,0)", "transparent");
            assert_eq!(dark, html);
        }
    }

    #[test]
    fn text_on_a_picture_stays() {
        assert_eq!(
            darken("<section style=\"background-image:url(a.png)\"><p style=\"color:#333\">a</p></section>"),
            "<section style=\"background-image:url(a.png),linear-gradient(#fff,#fff);color:#191919\"><p style=\"color:#333\">a</p></section>"
        );
    }
}
