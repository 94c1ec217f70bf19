//! SVG files: parsed as XML, as browsers parse them, and written again by an allow-list.
//!
//! Elements that run or load something are dropped with what is in them, and so is HTML. Addresses may point into the
//! file, or be pictures in pixels as data. A style sheet or a value that fetches is dropped. Entities are refused.
//! Their names stand in `svg_names`. The export's sanitizer is for SVG inside HTML and drops style sheets, which
//! drawings of diagrams are made of.

use moyan_domain::limits::{SVG_MAX_DEPTH, SVG_MAX_ELEMENTS};
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::CheckedImage;
use super::svg_drawn::Drawn;
use super::svg_names::{Keeping, attribute, element, is_safe_css, is_written};
use moyan_domain::ImageKind;

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";
/// Width and height of a drawing that says nothing. Source: CSS 2.1, 10.3.2.
const DEFAULT_SIZE: (f64, f64) = (300., 150.);

/// What is written.
struct Cleaned {
    svg: String,
    /// Elements that are open and kept, by name.
    open: Vec<String>,
    n_elements: usize,
    /// Elements that are open inside one that is dropped, that one included.
    n_dropped: usize,
    /// Elements that are open and left out while their content is kept: the depth at which each was opened.
    unwrapped: Vec<usize>,
    /// The text of a style sheet.
    style: Option<String>,
    size: (f64, f64),
    is_over: bool,
    drawn: Drawn,
}

/// A drawing that can do nothing but show; none when the file is no SVG or deeper or larger than any drawing, or
/// draws more than a browser does in a few seconds.
pub fn clean(bytes: &[u8]) -> Option<CheckedImage> {
    let text = std::str::from_utf8(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)).ok()?;
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.expand_empty_elements = true;
    config.check_end_names = true;
    let mut cleaned = Cleaned {
        svg: String::with_capacity(text.len()),
        open: Vec::new(),
        n_elements: 0,
        n_dropped: 0,
        unwrapped: Vec::new(),
        style: None,
        size: DEFAULT_SIZE,
        is_over: false,
        drawn: Drawn::default(),
    };
    loop {
        match reader.read_event().ok()? {
            Event::Start(start) => cleaned.start(&start)?,
            Event::End(_) => cleaned.end()?,
            Event::Text(text) => cleaned.text(&text.decode().ok()?)?,
            Event::CData(text) => cleaned.text(&text.decode().ok()?)?,
            Event::GeneralRef(reference) => {
                let text = match reference.resolve_char_ref().ok()? {
                    Some(character) => character.to_string(),
                    None => resolve_predefined_entity(&reference.decode().ok()?)?.to_owned(),
                };
                cleaned.text(&text)?;
            }
            // One without declarations names a type and no more.
            Event::DocType(declaration) if !declaration.contains(&b'[') => {}
            Event::DocType(_) => return None,
            Event::Decl(_) | Event::Comment(_) | Event::PI(_) => {}
            Event::Eof => break,
            // Empty elements come as a start and an end.
            Event::Empty(_) => return None,
        }
    }
    let (width, height) = cleaned.size;
    let is_drawing = cleaned.is_over && cleaned.drawn.is_bounded();
    is_drawing.then(|| CheckedImage {
        kind: ImageKind::Svg,
        width: rounded(width),
        height: rounded(height),
        bytes: cleaned.svg.into_bytes(),
    })
}

impl Cleaned {
    fn start(&mut self, start: &BytesStart<'_>) -> Option<()> {
        self.n_elements += 1;
        let depth = self.open.len() + self.unwrapped.len() + self.n_dropped;
        if self.is_over || self.n_elements > SVG_MAX_ELEMENTS || depth > SVG_MAX_DEPTH {
            return None;
        }
        let name = std::str::from_utf8(start.name().into_inner()).ok()?.to_owned();
        if self.n_dropped > 0 || self.style.is_some() {
            self.n_dropped += 1;
            return Some(());
        }
        let is_root = self.open.is_empty();
        match element(&name) {
            _ if is_root && name != "svg" => return None,
            Keeping::Dropped => {
                self.n_dropped = 1;
                return Some(());
            }
            Keeping::Unwrapped => {
                self.unwrapped.push(self.open.len());
                return Some(());
            }
            Keeping::Kept => {}
        }
        let mut attributes = Vec::new();
        for pair in start.attributes() {
            let pair = pair.ok()?;
            let key = std::str::from_utf8(pair.key.into_inner()).ok()?;
            let value = pair.normalized_value(XmlVersion::Implicit1_0).ok()?;
            if attribute(&name, key, &value) {
                attributes.push((key.to_owned(), value.into_owned()));
            }
        }
        if is_root {
            self.size = size_of(&attributes);
        }
        if name == "style" {
            self.style = Some(String::new());
            self.open.push(name);
            return Some(());
        }
        self.drawn.start(&name, &attributes);
        self.svg.push('<');
        self.svg.push_str(&name);
        if is_root {
            self.push_attribute("xmlns", SVG);
            self.push_attribute("xmlns:xlink", XLINK);
        }
        for (key, value) in &attributes {
            self.push_attribute(key, value);
        }
        self.svg.push('>');
        self.open.push(name);
        Some(())
    }

    fn end(&mut self) -> Option<()> {
        if self.n_dropped > 0 {
            self.n_dropped -= 1;
            return Some(());
        }
        if self.unwrapped.last() == Some(&self.open.len()) {
            self.unwrapped.pop();
            return Some(());
        }
        let name = self.open.pop()?;
        match self.style.take() {
            Some(sheet) if is_safe_css(&sheet) => {
                self.drawn.style_sheet(&sheet);
                self.svg.push_str("<style>");
                self.push_text(&sheet);
                self.svg.push_str("</style>");
            }
            Some(_) => {}
            None => {
                self.drawn.end();
                self.svg.push_str("</");
                self.svg.push_str(&name);
                self.svg.push('>');
            }
        }
        self.is_over = self.open.is_empty();
        Some(())
    }

    fn text(&mut self, text: &str) -> Option<()> {
        if self.n_dropped > 0 {
            return Some(());
        }
        if self.open.is_empty() {
            return text.trim().is_empty().then_some(());
        }
        match &mut self.style {
            Some(sheet) => sheet.push_str(text),
            None => {
                self.drawn.text(text);
                self.push_text(text);
            }
        }
        Some(())
    }

    fn push_attribute(&mut self, name: &str, value: &str) {
        self.svg.push(' ');
        self.svg.push_str(name);
        self.svg.push_str("=\"");
        self.push_text(&value.replace(['\t', '\n', '\r'], " "));
        self.svg.push('"');
    }

    fn push_text(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '<' => self.svg.push_str("&lt;"),
                '>' => self.svg.push_str("&gt;"),
                '&' => self.svg.push_str("&amp;"),
                '"' => self.svg.push_str("&quot;"),
                other if is_written(other) => self.svg.push(other),
                _ => {}
            }
        }
    }
}

/// Width and height of the root, or those of its view box where they are absent or relative.
fn size_of(attributes: &[(String, String)]) -> (f64, f64) {
    let of = |name: &str| {
        let found = attributes.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.trim().to_owned())
    };
    let length = |name: &str| {
        let value = of(name)?;
        value
            .strip_suffix("px")
            .unwrap_or(&value)
            .trim()
            .parse::<f64>()
            .ok()
    };
    let view_box: Vec<f64> = of("viewBox")
        .unwrap_or_default()
        .split([' ', ','])
        .filter_map(|part| part.parse().ok())
        .collect();
    let (across, down) = match view_box.as_slice() {
        [_, _, across, down] => (*across, *down),
        _ => DEFAULT_SIZE,
    };
    (
        length("width").unwrap_or(across),
        length("height").unwrap_or(down),
    )
}

/// A size in whole units, from 1 to what a picture may have.
fn rounded(size: f64) -> u32 {
    let size = if size.is_finite() { size } else { DEFAULT_SIZE.0 };
    size.round().clamp(1., 65_535.) as u32
}
