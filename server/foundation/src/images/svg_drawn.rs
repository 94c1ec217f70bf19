//! How much a browser draws of an SVG. A file of one kilobyte draws millions of elements when what it repeats repeats
//! something itself: by `use`, or by patterns, markers and masks that are painted with others.
//!
//! The count may be too high and never too low: an element counts with what it holds and with all that it refers to.
//! A drawing with a circle of references is refused, for browsers differ in where they break it.

use std::collections::HashMap;

use moyan_domain::limits::SVG_MAX_DRAWN;
use percent_encoding::percent_decode_str;

use super::svg_names::is_written;

/// Bytes of a path or of text that count as an element.
const PATH_BYTES: u64 = 64;
/// Bytes of a path that may be a point with a marker of its own.
const MARKED_BYTES: u64 = 2;

/// The elements of a drawing, and what they refer to.
#[derive(Debug, Default)]
pub(super) struct Drawn {
    /// The elements, and sets of them that are referred to as one.
    elements: Vec<Drawing>,
    /// By each name, the set of what has it.
    by_name: HashMap<String, usize>,
    /// Elements that are open.
    open: Vec<Open>,
    /// What style sheets refer to.
    in_styles: Vec<String>,
    /// Whether a style sheet may put markers.
    has_marking_styles: bool,
}

#[derive(Debug)]
struct Open {
    at: usize,
    /// The set of what is painted with each shape in it, by it and by all that it stands in.
    paints: Option<usize>,
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
    /// What each point in it draws where it is repeated: paints of what it stands in.
    inherited: Option<usize>,
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

    /// Shapes, and points that may have a marker.
    fn n_points(self) -> u64 {
        self.n_elements.saturating_add(self.n_path_bytes / MARKED_BYTES)
    }
}

impl Drawn {
    /// An element begins.
    pub(super) fn start(&mut self, name: &str, attributes: &[(String, String)]) {
        let mut element = Drawing {
            is_shape: !matches!(name, "linearGradient" | "radialGradient" | "stop" | "defs"),
            ..Drawing::default()
        };
        let mut id = None;
        let mut inheritable = Vec::new();
        for (key, value) in attributes {
            match key.as_str() {
                "id" => id = Some(value),
                "d" | "points" => element.n_path_bytes = value.len() as u64,
                "href" | "xlink:href" => element.once.extend(fragment(value)),
                "marker" | "marker-start" | "marker-mid" | "marker-end" => {
                    element.for_each_point.extend(addresses(value));
                }
                // All that a style refers to is taken for a marker when there may be one.
                "style" if may_mark(value) => element.for_each_point.extend(addresses(value)),
                _ => element.for_each_shape.extend(addresses(value)),
            }
            if is_inherited(key) {
                inheritable.extend(addresses(value));
            }
        }
        let outer = self.open.last().map(|open| (open.at, open.paints));
        let outer_paints = outer.and_then(|(_, paints)| paints);
        let at = self.add(element);
        if let Some(parent) = outer.and_then(|(parent, _)| self.elements.get_mut(parent)) {
            parent.children.push(at);
        }
        if let Some(id) = id {
            self.name(id, at, outer_paints);
        }
        let paints = if inheritable.is_empty() {
            outer_paints
        } else {
            Some(self.add(Drawing {
                children: outer_paints.into_iter().collect(),
                once: inheritable,
                ..Drawing::default()
            }))
        };
        self.open.push(Open { at, paints });
    }

    fn add(&mut self, drawing: Drawing) -> usize {
        self.elements.push(drawing);
        self.elements.len() - 1
    }

    /// Lets an element have a name. Of several with one name each counts: which of them has it is a matter of browsers.
    fn name(&mut self, id: &str, at: usize, paints: Option<usize>) {
        let is_shape = self.elements.get(at).is_some_and(|element| element.is_shape);
        let repeated = match paints.filter(|_| is_shape) {
            Some(_) => self.add(Drawing {
                children: vec![at],
                inherited: paints,
                ..Drawing::default()
            }),
            None => at,
        };
        let key = key_of(id);
        let set = match self.by_name.get(&key) {
            Some(set) => *set,
            None => {
                let set = self.add(Drawing::default());
                self.by_name.insert(key, set);
                set
            }
        };
        if let Some(set) = self.elements.get_mut(set) {
            set.children.push(repeated);
        }
    }

    /// Text of the last element that began: each letter is a shape.
    pub(super) fn text(&mut self, text: &str) {
        let open = self.open.last();
        if let Some(element) = open.and_then(|open| self.elements.get_mut(open.at)) {
            element.n_path_bytes = element.n_path_bytes.saturating_add(text.trim().len() as u64);
        }
    }

    /// The last element that began ends.
    pub(super) fn end(&mut self) {
        self.open.pop();
    }

    /// A style sheet.
    pub(super) fn style_sheet(&mut self, css: &str) {
        self.in_styles.extend(addresses(css));
        self.has_marking_styles |= may_mark(css);
    }

    /// Whether a browser draws it in a few seconds.
    pub(super) fn is_bounded(&self) -> bool {
        let Some(amounts) = self.amounts() else {
            return false;
        };
        let all = amounts.first().copied().unwrap_or_default();
        let mut targets: Vec<usize> = self.references(&self.in_styles).collect();
        targets.sort_unstable();
        targets.dedup();
        let counted = |amount: Amount| {
            if self.has_marking_styles && !targets.is_empty() {
                amount.n_points()
            } else {
                amount.total()
            }
        };
        // Which elements a rule is for is not looked at: each shape that a sheet refers to may be painted with the
        // next one.
        let drawn = targets
            .iter()
            .map(|target| counted(amounts.get(*target).copied().unwrap_or_default()))
            .fold(counted(all), |drawn, amount| {
                drawn.saturating_mul(amount.saturating_add(1))
            });
        drawn <= SVG_MAX_DRAWN
    }

    /// The sets that names refer to.
    fn references<'a>(&'a self, names: &'a [String]) -> impl Iterator<Item = usize> + 'a {
        names.iter().filter_map(|name| self.by_name.get(name).copied())
    }

    /// What an amount is made of.
    fn needs(&self, at: usize) -> Vec<usize> {
        self.elements.get(at).map_or_else(Vec::new, |element| {
            let children = element.children.iter().copied();
            children
                .chain(element.inherited)
                .chain(self.references(&element.once))
                .chain(self.references(&element.for_each_shape))
                .chain(self.references(&element.for_each_point))
                .collect()
        })
    }

    /// What each element draws; none when one draws itself.
    fn amounts(&self) -> Option<Vec<Amount>> {
        let mut amounts: Vec<Option<Amount>> = vec![None; self.elements.len()];
        let mut is_begun = vec![false; self.elements.len()];
        // What is drawn nowhere may be painted by a style sheet.
        for first in 0..self.elements.len() {
            if is_begun.get(first).is_none_or(|begun| *begun) {
                continue;
            }
            // Deep chains would overflow the stack of a recursion.
            let mut waiting = Vec::new();
            begin(first, &mut is_begun);
            waiting.push((first, self.needs(first)));
            while let Some((at, needs)) = waiting.last_mut() {
                let at = *at;
                match needs.pop() {
                    Some(next) if begin(next, &mut is_begun) => waiting.push((next, self.needs(next))),
                    // One that is begun and not known waits for this one.
                    Some(next) => {
                        amounts.get(next).copied().flatten()?;
                    }
                    None => {
                        let amount = self.amount(at, &amounts);
                        if let Some(known) = amounts.get_mut(at) {
                            *known = Some(amount);
                        }
                        waiting.pop();
                    }
                }
            }
        }
        Some(amounts.into_iter().map(Option::unwrap_or_default).collect())
    }

    fn amount(&self, at: usize, known: &[Option<Amount>]) -> Amount {
        let Some(element) = self.elements.get(at) else {
            return Amount::default();
        };
        let of = |at: usize| known.get(at).copied().flatten().unwrap_or_default();
        let mut amount = Amount {
            n_elements: u64::from(element.is_shape),
            n_path_bytes: element.n_path_bytes,
        };
        element.children.iter().for_each(|child| amount.add(of(*child)));
        self.references(&element.once)
            .for_each(|target| amount.add(of(target)));
        // Paints and markers are inherited by all that is in it.
        let (n_shapes, n_points) = (amount.n_elements, amount.n_points());
        for target in self.references(&element.for_each_shape) {
            amount.add(of(target).times(n_shapes));
        }
        for target in self.references(&element.for_each_point).chain(element.inherited) {
            amount.add(of(target).times(n_points));
        }
        amount
    }
}

/// Notes that an element is looked at. False when it was before.
fn begin(at: usize, is_begun: &mut [bool]) -> bool {
    is_begun
        .get_mut(at)
        .is_some_and(|begun| !std::mem::replace(begun, true))
}

/// Whether what stands in an element is painted with the value of this attribute too. A style may hold any of them.
fn is_inherited(attribute: &str) -> bool {
    matches!(attribute, "fill" | "stroke" | "style") || attribute.starts_with("marker")
}

/// Whether CSS may put markers, or hold what another rule puts as one: names of properties have no case, those of
/// variables begin with two hyphens.
fn may_mark(css: &str) -> bool {
    let css = written(css).to_ascii_lowercase();
    css.contains("marker") || css.contains("--")
}

/// A value as it is written: characters that XML does not have are left out, so they hide nothing here.
fn written(value: &str) -> String {
    value.chars().filter(|character| is_written(*character)).collect()
}

/// How often an escape is read in what an escape has given. Names with more are taken for one.
const ESCAPES_IN_ESCAPES: usize = 4;

/// What names are compared by: escapes are read and white space is left out, so that whatever a browser takes for one
/// name is one here.
fn key_of(name: &str) -> String {
    let mut name = written(name);
    for _ in 0..ESCAPES_IN_ESCAPES {
        let read = percent_decode_str(&name).decode_utf8_lossy().into_owned();
        if read == name {
            return name.split_whitespace().collect();
        }
        name = read;
    }
    let begins_address = name.trim_start().starts_with('#');
    if begins_address { "#%" } else { "%" }.to_owned()
}

/// What an address in the file points at.
fn fragment(address: &str) -> Option<String> {
    key_of(address).strip_prefix('#').map(str::to_owned)
}

/// What `url()` points at. Each is read, also what a comment or a text holds.
fn addresses(css: &str) -> Vec<String> {
    if !css.contains('#') {
        return Vec::new();
    }
    let css = written(css);
    // Keeps the places of bytes.
    let lower = css.to_ascii_lowercase();
    let calls = lower.match_indices("url(");
    calls
        .filter_map(|(at, call)| {
            let inside = css.get(at + call.len()..)?.trim_start();
            let quoted = ['"', '\''].into_iter().find(|quote| inside.starts_with(*quote));
            let address = match quoted {
                Some(quote) => inside.get(1..)?.split(quote).next()?,
                None => inside.split([')', '(', '"', '\'']).next()?,
            };
            fragment(address)
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
    fn a_long_path_and_a_long_text_count_by_their_length() {
        let long = "L1 1".repeat(10_000);
        for shape in [
            format!("<path id=\"l0\" d=\"{long}\"/>"),
            format!("<text id=\"l0\"><tspan>{long}</tspan></text>"),
        ] {
            let uses = |n_uses: usize| format!("{shape}{}", "<use href=\"#l0\"/>".repeat(n_uses));
            assert!(is_taken(&uses(10)));
            assert!(!is_taken(&uses(1000)));
        }
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
    fn a_circle_of_references_is_refused_and_a_long_chain_is_counted() {
        for circle in [
            "<g id=\"a\"><use href=\"#b\"/></g><g id=\"b\"><use href=\"#a\"/></g>",
            "<g id=\"a\"><use href=\"#a\"/></g>",
            "<defs><pattern id=\"a\"><path fill=\"url(#a)\"/></pattern></defs>",
            "<pattern id=\"a\"><path mask=\"url('#b')\"/></pattern><mask id=\"b\"><path style=\"FILL:url(#a)\"/></mask>",
            "<g fill=\"url(#a)\"><pattern id=\"a\"><rect/></pattern></g>",
        ] {
            assert!(!is_taken(circle), "{circle}");
        }
        // A color in a group that is painted with it is none.
        let gradient = "<linearGradient id=\"a\"><stop/></linearGradient>";
        assert!(is_taken(&format!("<g fill=\"url(#a)\">{gradient}<rect/></g>")));
        let chain: String = (0..30_000)
            .map(|n| format!("<use id=\"u{n}\" href=\"#u{}\"/>", n + 1))
            .collect();
        // Each draws all that follow it.
        assert!(!is_taken(&chain));
    }

    #[test]
    fn an_address_is_read_in_each_form() {
        for (id, address) in [
            ("l{}", "url(\"#l{}\")"),
            ("l{}", "url( '#l{}' )"),
            ("l{}", "URL('#l{}'/**/)"),
            ("l{})", "url('#l{})')"),
            ("'{}", "url(&quot;#'{}&quot;)"),
            ("l{}", "url(#l{}"),
            ("l{}", "url('#l{}"),
            ("l {}", "url('#l%20{}')"),
            ("%6C{}", "url(#%6C{})"),
            ("%6C{}", "url(#%256C{})"),
            ("%2525252525256C{}", "url(#%252525252525256C{})"),
            ("l&#9;{}", "url('#l {}')"),
            ("l{}", "url('#l{} ')"),
            ("l\u{fffe}{}", "url(#l{})"),
        ] {
            for attribute in ["fill", "mask", "style"] {
                let value = |level: usize| {
                    let address = address.replace("{}", &level.to_string()).replace('"', "&quot;");
                    if attribute == "style" {
                        format!("fill:{address}")
                    } else {
                        address
                    }
                };
                let painted = |level: usize| format!("<rect {attribute}=\"{}\"/>", value(level));
                let drawing = levels(6, painted, "pattern");
                // The names as this form has them.
                let drawing = (0..=6).fold(drawing, |drawing, level| {
                    let id = id.replace("{}", &level.to_string());
                    drawing.replace(&format!("id=\"l{level}\""), &format!("id=\"{id}\""))
                });
                assert!(!is_taken(&drawing), "{id} {address} {attribute}");
            }
        }
    }

    #[test]
    fn of_several_with_one_name_each_counts() {
        let first = "<pattern id=\"a\"/><pattern id=\"a \">";
        let drawing = format!("{first}{}</pattern>", "<rect/>".repeat(1000));
        let painted = "<rect fill=\"url('#a ')\"/>".repeat(1000);
        assert!(!is_taken(&format!("{drawing}{painted}")));
    }

    #[test]
    fn a_marker_is_one_however_it_is_written() {
        let marker = format!("<marker id=\"m\">{}</marker>", "<rect/>".repeat(100));
        let path = |attribute: &str| format!("<path {attribute} d=\"{}\"/>", "M0 0".repeat(2000));
        for attribute in [
            "marker-mid=\"url(#m)\"",
            "style=\"marker-mid:url(#m)\"",
            "style=\"MARKER-Mid:URL('#m')\"",
            "style=\"mar\u{fffe}ker-mid:url(#m)\"",
            "style=\"--a:url(#m)\"",
        ] {
            assert!(!is_taken(&format!("{marker}{}", path(attribute))), "{attribute}");
        }
        for sheet in [
            "path{marker-mid:url(#m)}",
            "path{MARKER:url(#m)}",
            "*{--a:url(#m)}path{stroke:red}",
            "@media all{path{marker-mid:url('#m')}}",
        ] {
            let drawing = format!("<style>{sheet}</style>{marker}{}", path(""));
            assert!(!is_taken(&drawing), "{sheet}");
        }
        // As diagrams are drawn.
        let sheet = "<style>.marker{fill:#333}.edge{stroke:#333}</style>";
        let arrow = "<marker id=\"m\"><path/></marker>";
        assert!(is_taken(&format!(
            "{sheet}{arrow}{}",
            path("marker-end=\"url(#m)\"")
        )));
    }

    #[test]
    fn what_is_repeated_keeps_the_paint_of_where_it_stands() {
        let mut drawing = String::from("<pattern id=\"l0\"><rect/></pattern>");
        for level in 1..=6 {
            let (below, rects) = (level - 1, "<rect/>".repeat(10));
            drawing.push_str(&format!(
                "<g fill=\"url(#l{below})\"><g><pattern id=\"l{level}\">{rects}</pattern></g></g>"
            ));
        }
        drawing.push_str("<rect fill=\"url(#l6)\"/>");
        assert!(!is_taken(&drawing));
    }

    #[test]
    fn addresses_without_an_end_are_read_once() {
        let address = "url(#".repeat(100_000);
        assert!(is_taken(&format!("<rect fill=\"{address}\"/>")));
    }
}
