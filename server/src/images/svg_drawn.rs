//! How much a browser draws of an SVG. A file of one kilobyte draws millions of elements when what it repeats repeats
//! something itself: by `use`, or by patterns, markers and masks that are painted with others.
//!
//! The count may be too high and never too low: an element counts with what it holds and with all that it refers to.

use std::collections::HashMap;

use percent_encoding::percent_decode_str;

use super::svg_names::is_written;
use crate::config::limits::SVG_MAX_DRAWN;

/// Bytes of a path that count as an element.
const PATH_BYTES: u64 = 64;
/// Bytes of a path that may be a point with a marker of its own.
const MARKED_BYTES: u64 = 2;

/// The elements of a drawing, and what they refer to.
#[derive(Debug, Default)]
pub(super) struct Drawn {
    elements: Vec<Drawing>,
    by_id: HashMap<String, usize>,
    /// Elements that are open.
    open: Vec<usize>,
    /// What style sheets refer to.
    in_styles: Vec<String>,
}

#[derive(Debug, Default)]
struct Drawing {
    /// False for what is a color and no shape.
    is_shape: bool,
    n_path_bytes: u64,
    children: Vec<usize>,
    /// What it draws once.
    once: Vec<String>,
    /// What each shape in it draws.
    for_each_shape: Vec<String>,
    /// What each point in it draws.
    for_each_point: Vec<String>,
}

/// What an element draws, all in all.
#[derive(Clone, Copy, Debug, Default)]
struct Amount {
    n_elements: u64,
    n_path_bytes: u64,
}

impl Amount {
    fn add(&mut self, other: Self) {
        self.n_elements = self.n_elements.saturating_add(other.n_elements);
        self.n_path_bytes = self.n_path_bytes.saturating_add(other.n_path_bytes);
    }

    fn times(self, factor: u64) -> Self {
        Self {
            n_elements: self.n_elements.saturating_mul(factor),
            n_path_bytes: self.n_path_bytes.saturating_mul(factor),
        }
    }

    fn total(self) -> u64 {
        self.n_elements.saturating_add(self.n_path_bytes / PATH_BYTES)
    }
}

impl Drawn {
    /// An element begins.
    pub(super) fn start(&mut self, name: &str, attributes: &[(String, String)]) {
        let at = self.elements.len();
        let mut element = Drawing {
            is_shape: !matches!(name, "linearGradient" | "radialGradient" | "stop" | "defs"),
            ..Drawing::default()
        };
        for (key, value) in attributes {
            match key.as_str() {
                "id" => {
                    // Of two with one name the first has it.
                    self.by_id.entry(written(value)).or_insert(at);
                }
                "d" | "points" => element.n_path_bytes = value.len() as u64,
                "href" | "xlink:href" => element.once.extend(fragment(value)),
                "marker" | "marker-start" | "marker-mid" | "marker-end" => {
                    element.for_each_point.extend(addresses(value));
                }
                // All markers of a style are taken for those of each point.
                "style" if value.contains("marker") => element.for_each_point.extend(addresses(value)),
                _ => element.for_each_shape.extend(addresses(value)),
            }
        }
        if let Some(parent) = self.open.last().and_then(|parent| self.elements.get_mut(*parent)) {
            parent.children.push(at);
        }
        self.elements.push(element);
        self.open.push(at);
    }

    /// The last element that began ends.
    pub(super) fn end(&mut self) {
        self.open.pop();
    }

    /// A style sheet.
    pub(super) fn style_sheet(&mut self, css: &str) {
        self.in_styles.extend(addresses(css));
    }

    /// Whether a browser draws it in a few seconds.
    pub(super) fn is_bounded(&self) -> bool {
        self.amounts()
            .first()
            .is_none_or(|all| all.total().saturating_mul(self.style_factor()) <= SVG_MAX_DRAWN)
    }

    /// What an element refers to, and how it multiplies that.
    fn references<'a>(&'a self, names: &'a [String]) -> impl Iterator<Item = usize> + 'a {
        names.iter().filter_map(|name| self.by_id.get(name).copied())
    }

    /// What each element draws. What refers to itself is drawn by no browser, and counts once.
    fn amounts(&self) -> Vec<Amount> {
        let mut amounts = vec![Amount::default(); self.elements.len()];
        let mut is_begun = vec![false; self.elements.len()];
        is_begun.iter_mut().take(1).for_each(|root| *root = true);
        let needed = |at: usize| {
            let element = self.elements.get(at);
            element.map_or_else(Vec::new, |element| {
                let children = element.children.iter().copied();
                children
                    .chain(self.references(&element.once))
                    .chain(self.references(&element.for_each_shape))
                    .chain(self.references(&element.for_each_point))
                    .collect()
            })
        };
        // Deep chains would overflow the stack of a recursion.
        let mut waiting = vec![(0, needed(0))];
        while let Some((at, needs)) = waiting.last_mut() {
            let at = *at;
            match needs.pop() {
                Some(next) => {
                    if let Some(begun) = is_begun.get_mut(next).filter(|begun| !**begun) {
                        *begun = true;
                        waiting.push((next, needed(next)));
                    }
                }
                None => {
                    let amount = self.amount(at, &amounts);
                    if let Some(known) = amounts.get_mut(at) {
                        *known = amount;
                    }
                    waiting.pop();
                }
            }
        }
        amounts
    }

    fn amount(&self, at: usize, known: &[Amount]) -> Amount {
        let Some(element) = self.elements.get(at) else {
            return Amount::default();
        };
        let of = |at: usize| known.get(at).copied().unwrap_or_default();
        let mut amount = Amount {
            n_elements: u64::from(element.is_shape),
            n_path_bytes: element.n_path_bytes,
        };
        element.children.iter().for_each(|child| amount.add(of(*child)));
        self.references(&element.once)
            .for_each(|target| amount.add(of(target)));
        // Paints and markers are inherited by all that is in it.
        let n_shapes = amount.n_elements;
        let n_points = n_shapes.saturating_add(amount.n_path_bytes / MARKED_BYTES);
        for target in self.references(&element.for_each_shape) {
            amount.add(of(target).times(n_shapes));
        }
        for target in self.references(&element.for_each_point) {
            amount.add(of(target).times(n_points));
        }
        amount
    }

    /// How often each element may be drawn because of style sheets. Which elements a rule is for is not looked at:
    /// each shape that a sheet refers to may be painted with the next one.
    fn style_factor(&self) -> u64 {
        let mut targets: Vec<usize> = self.references(&self.in_styles).collect();
        targets.sort_unstable();
        targets.dedup();
        let amounts = if targets.is_empty() {
            Vec::new()
        } else {
            self.amounts()
        };
        targets
            .iter()
            .map(|target| amounts.get(*target).copied().unwrap_or_default().total())
            .fold(1, |factor, amount| {
                factor.saturating_mul(amount.saturating_add(1))
            })
    }
}

/// A value as it is written: characters that XML does not have are left out, so they hide nothing here.
fn written(value: &str) -> String {
    value.chars().filter(|character| is_written(*character)).collect()
}

/// The name that an address points at in the file.
fn fragment(address: &str) -> Option<String> {
    let address = written(address);
    let name = address.trim().strip_prefix('#')?;
    Some(percent_decode_str(name).decode_utf8_lossy().into_owned())
}

/// The names that `url()` points at.
fn addresses(css: &str) -> Vec<String> {
    if !css.contains('#') {
        return Vec::new();
    }
    let css = written(css);
    let lower = css.to_ascii_lowercase();
    let calls = lower.match_indices("url(");
    calls
        .filter_map(|(at, call)| {
            let rest = css.get(at + call.len()..)?;
            let inside = rest.split(')').next()?.trim();
            fragment(inside.trim_matches(['"', '\'']))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::svg::clean;

    fn is_taken(inner: &str) -> bool {
        clean(format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inner}</svg>").as_bytes()).is_some()
    }

    /// Levels of which each repeats the one before ten times, in a way.
    fn levels(n_levels: usize, repeated: impl Fn(usize) -> String, group: &str) -> String {
        let mut drawing = format!("<{group} id=\"l0\"><rect width=\"9\" height=\"9\"/></{group}>");
        for level in 1..=n_levels {
            let repeated = repeated(level - 1).repeat(10);
            drawing.push_str(&format!("<{group} id=\"l{level}\">{repeated}</{group}>"));
        }
        drawing
    }

    #[test]
    fn what_is_repeated_counts_as_often_as_it_is_drawn() {
        let uses = |level: usize| format!("<use href=\"#l{level}\"/>");
        assert!(is_taken(&levels(3, uses, "g")));
        assert!(!is_taken(&levels(6, uses, "g")));
        for repeated in [
            |level: usize| format!("<use xlink:href=\"#l{level}\"/>"),
            |level: usize| format!("<use href=\"#%6C{level}\"/>"),
            |level: usize| format!("<rect fill=\"ur\u{fffe}l(#l\u{ffff}{level})\"/>"),
        ] {
            assert!(!is_taken(&levels(6, repeated, "g")));
        }
    }

    #[test]
    fn patterns_markers_and_masks_repeat_as_well() {
        for (attribute, group) in [
            ("fill=\"url(#l{})\"", "pattern"),
            ("style=\"stroke: URL( '#l{}' )\"", "pattern"),
            ("mask=\"url(#l{})\"", "mask"),
            ("clip-path=\"url(#l{})\"", "clipPath"),
            ("marker-end=\"url(#l{})\"", "marker"),
        ] {
            let painted = |level: usize| format!("<path {}/>", attribute.replace("{}", &level.to_string()));
            assert!(is_taken(&levels(2, painted, group)), "{attribute}");
            assert!(!is_taken(&levels(6, painted, group)), "{attribute}");
        }
    }

    #[test]
    fn a_paint_is_inherited_and_a_marker_stands_at_each_point() {
        let pattern = format!("<pattern id=\"p\">{}</pattern>", "<rect/>".repeat(1000));
        let shapes = "<rect/>".repeat(1000);
        assert!(is_taken(&format!("{pattern}<g fill=\"red\">{shapes}</g>")));
        assert!(!is_taken(&format!("{pattern}<g fill=\"url(#p)\">{shapes}</g>")));
        let marker = pattern.replace("pattern", "marker");
        let path = |marker: &str| format!("<path {marker} d=\"{}\"/>", "L1 1".repeat(1000));
        assert!(is_taken(&format!("{marker}{}", path(""))));
        assert!(!is_taken(&format!("{marker}{}", path("marker-mid=\"url(#p)\""))));
    }

    #[test]
    fn a_long_path_counts_by_its_length() {
        let path = format!("<path id=\"l0\" d=\"{}\"/>", "L1 1".repeat(10_000));
        let uses = |n_uses: usize| format!("{path}{}", "<use href=\"#l0\"/>".repeat(n_uses));
        assert!(is_taken(&uses(10)));
        assert!(!is_taken(&uses(1000)));
    }

    #[test]
    fn what_a_style_sheet_paints_counts_too() {
        let mut drawing = String::from("<style>");
        for level in 0..6 {
            drawing.push_str(&format!(".c{level}{{fill:url(#l{level})}}"));
        }
        drawing.push_str("</style>");
        drawing.push_str(&levels(
            6,
            |level| format!("<rect class=\"c{level}\"/>"),
            "pattern",
        ));
        assert!(!is_taken(&drawing));
        let gradient = "<linearGradient id=\"g\"><stop/><stop/></linearGradient>";
        let shapes = "<rect class=\"c\"/>".repeat(20_000);
        assert!(is_taken(&format!(
            "<style>.c{{fill:url(#g)}}</style>{gradient}{shapes}"
        )));
    }

    #[test]
    fn a_circle_of_references_is_drawn_by_nobody_and_a_long_chain_is_counted() {
        assert!(is_taken(
            "<g id=\"a\"><use href=\"#b\"/></g><g id=\"b\"><use href=\"#a\"/></g>"
        ));
        let chain: String = (0..30_000)
            .map(|n| format!("<use id=\"u{n}\" href=\"#u{}\"/>", n + 1))
            .collect();
        // Each draws all that follow it.
        assert!(!is_taken(&chain));
    }
}
