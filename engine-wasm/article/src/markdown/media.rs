//! Films, sound and embedded pages, written as raw HTML (`<iframe>`, `<video>`, `<audio>`, `<embed>`, `<object>`).
//!
//! No article can hold them: WeChat drops them, and a page must not load what an author pasted. So that none vanishes, a
//! card takes its place, with what it is, its title and its address. Where it stands in a line of text, or in HTML that
//! holds more, the same is said in the line.

use comrak::nodes::{Node, NodeLink, NodeValue};

use crate::localized_text::{LocalizedText, MediaKind};
use crate::warning::Warning;

use super::context::Context;
use super::player::{self, Player};
use super::{html_tags, link, tag, tree};

/// The elements, with what they usually hold.
const ELEMENTS: [(&str, MediaKind); 5] = [
    ("audio", MediaKind::Audio),
    ("embed", MediaKind::Page),
    ("iframe", MediaKind::Page),
    ("object", MediaKind::Page),
    ("video", MediaKind::Video),
];

/// Elements around a player that say nothing themselves.
const WRAPPERS: [&str; 7] = ["center", "div", "figure", "p", "section", "source", "span"];

/// In a line of text the end of an element is looked for among so many nodes.
const MAX_NODES: usize = 64;

/// One element of media.
struct Media {
    kind: MediaKind,
    player: Option<&'static Player>,
    title: String,
    /// Safe to follow; none when the element has no address, or one that is not.
    address: Option<String>,
    /// The address when it is not safe to follow.
    unsafe_address: Option<String>,
}

impl Media {
    /// What `name` with these attributes shows; `inside` are the tags in it.
    fn of(name: &str, attributes: &[(String, String)], inside: &[html_tags::Tag<'_>]) -> Option<Self> {
        let (_, kind) = ELEMENTS.iter().find(|(known, _)| *known == name)?;
        let own = [value(attributes, "src"), value(attributes, "data")].map(str::to_owned);
        let inner = inside
            .iter()
            .filter(|tag| !tag.is_end)
            .map(|tag| value(&tag.attributes(), "src").to_owned());
        let written = own
            .into_iter()
            .chain(inner)
            .map(|address| address.trim().to_owned())
            .find(|address| !address.is_empty())
            .unwrap_or_default();
        let absolute = match written.strip_prefix("//") {
            Some(rest) => format!("https://{rest}"),
            None => written,
        };
        let is_safe = link::is_safe_link(&absolute);
        let found = player::of(&absolute);
        Some(Self {
            kind: found.as_ref().map_or(*kind, |(player, _)| player.kind),
            player: found.as_ref().map(|(player, _)| *player),
            title: value(attributes, "title")
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
            unsafe_address: (!is_safe).then(|| absolute.clone()),
            address: (is_safe && !absolute.is_empty()).then(|| found.map_or(absolute, |(_, page)| page)),
        })
    }

    /// `Bilibili video: its title`.
    fn label(&self, localized: LocalizedText) -> String {
        localized.media(self.kind, self.player.map(|player| player.names), &self.title)
    }

    /// A block that says what was here.
    fn card(&self, localized: LocalizedText, out: &mut String) {
        out.push_str("<section class=\"media\"><p class=\"media-title\">");
        tag::escape(out, &self.label(localized));
        out.push_str("</p>");
        if let Some(address) = &self.address {
            out.push_str("<p class=\"media-address\">");
            link_html(address, out);
            out.push_str("</p>");
        }
        out.push_str("</section>");
    }

    /// The same in a line.
    fn line(&self, localized: LocalizedText, out: &mut String) {
        tag::escape(out, &self.label(localized));
        if let Some(address) = &self.address {
            out.push(' ');
            link_html(address, out);
        }
    }
}

fn link_html(address: &str, out: &mut String) {
    tag::open(out, "a", &[("href", &tag::encode_url(address))]);
    tag::escape(out, address);
    tag::close(out, "a");
}

fn value<'t>(attributes: &'t [(String, String)], name: &str) -> &'t str {
    let found = attributes.iter().find(|(key, _)| key == name);
    found.map_or("", |(_, value)| value.as_str())
}

fn is_media(name: &str) -> bool {
    ELEMENTS.iter().any(|(known, _)| *known == name)
}

/// Replaces the media in an HTML block.
pub(crate) fn resolve_block<'a>(context: &mut Context<'a, '_>, node: Node<'a>) {
    let html = match &node.data().value {
        NodeValue::HtmlBlock(block) if may_hold_media(&block.literal) => block.literal.clone(),
        _ => return,
    };
    let tags = html_tags::read(&html);
    let localized = LocalizedText::new(context.options.language);
    let (mut cards, mut in_lines) = (String::new(), String::new());
    let mut is_bare = true;
    let mut copied = 0;
    let (mut line, mut counted) = (tree::position(node).start.line, 0);
    let ends = Ends::of(&tags);
    let mut at = 0;
    while let Some(one) = tags.get(at) {
        let end = ends.after(at);
        at += 1;
        if !is_media(&one.name) {
            is_bare &= WRAPPERS.contains(&one.name.as_str());
            continue;
        }
        let between = html.get(copied..one.range.start).unwrap_or_default();
        in_lines.push_str(between);
        is_bare &= has_only_tags(between);
        copied = one.range.end;
        if one.is_end {
            continue;
        }
        let inside = end.and_then(|end| tags.get(at..end)).unwrap_or_default();
        if let Some(media) = Media::of(&one.name, &one.attributes(), inside) {
            if !cards.is_empty() {
                cards.push('\n');
            }
            media.card(localized, &mut cards);
            media.line(localized, &mut in_lines);
            let before = html.get(counted..one.range.start).unwrap_or_default();
            line += before.matches('\n').count();
            counted = one.range.start;
            warn(context, line, &media);
        }
        if let Some(end) = end {
            copied = tags.get(end).map_or(copied, |tag| tag.range.end);
            at = end;
        }
    }
    if copied == 0 {
        return;
    }
    let rest = html.get(copied..).unwrap_or_default();
    in_lines.push_str(rest);
    is_bare &= has_only_tags(rest) && is_balanced(&tags);
    if is_bare {
        node.data_mut().value = NodeValue::Raw(cards);
    } else if let NodeValue::HtmlBlock(block) = &mut node.data_mut().value {
        block.literal = in_lines;
    }
}

/// Whether the tags other than those of media open what they close, so that none is missed by what follows.
fn is_balanced(tags: &[html_tags::Tag<'_>]) -> bool {
    let mut depth = 0_i64;
    for tag in tags
        .iter()
        .filter(|tag| !is_media(&tag.name) && tag.name != "source")
    {
        depth += if tag.is_end { -1 } else { 1 };
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// Where elements end.
struct Ends(Vec<Option<usize>>);

impl Ends {
    /// For each start tag of media the index of the next end tag of its name.
    fn of(tags: &[html_tags::Tag<'_>]) -> Self {
        let mut next: [Option<usize>; ELEMENTS.len()] = [None; ELEMENTS.len()];
        let mut ends = vec![None; tags.len()];
        for (at, tag) in tags.iter().enumerate().rev() {
            let place = ELEMENTS.iter().position(|(known, _)| *known == tag.name);
            let Some(end) = place.and_then(|place| next.get_mut(place)) else {
                continue;
            };
            if tag.is_end {
                *end = Some(at);
            } else if tag.name != "embed"
                && let Some(slot) = ends.get_mut(at)
            {
                *slot = *end;
            }
        }
        Self(ends)
    }

    fn after(&self, at: usize) -> Option<usize> {
        self.0.get(at).copied().flatten()
    }
}

/// Whether nothing but white space stands around the tags of `html`.
fn has_only_tags(html: &str) -> bool {
    let mut at = 0;
    for tag in html_tags::read(html) {
        let before = html.get(at..tag.range.start).unwrap_or_default();
        if !before.trim().is_empty() {
            return false;
        }
        at = tag.range.end;
    }
    html.get(at..).unwrap_or_default().trim().is_empty()
}

/// Replaces the media that starts at a piece of inline HTML, and what stands in it.
pub(crate) fn resolve_inline<'a>(context: &mut Context<'a, '_>, node: Node<'a>) {
    let html = match &node.data().value {
        NodeValue::HtmlInline(html) if may_hold_media(html) => html.clone(),
        _ => return,
    };
    let tags = html_tags::read(&html);
    let Some(start) = tags.first().filter(|tag| is_media(&tag.name)) else {
        return;
    };
    if start.is_end {
        node.data_mut().value = NodeValue::Text("".into());
        return;
    }
    let content = content_of(node, &start.name);
    let sources: Vec<String> = content.iter().filter_map(|node| inline_html(node)).collect();
    let inside: Vec<_> = sources.iter().flat_map(|html| html_tags::read(html)).collect();
    let Some(media) = Media::of(&start.name, &start.attributes(), &inside) else {
        return;
    };
    content.iter().for_each(|node| node.detach());
    let localized = LocalizedText::new(context.options.language);
    warn(context, tree::position(node).start.line, &media);
    if let Some(paragraph) = node.parent().filter(|parent| holds_only(parent, node)) {
        let mut card = String::new();
        media.card(localized, &mut card);
        // The walk over the tree goes on from the node, so it stays where it is; it is not printed.
        paragraph.data_mut().value = NodeValue::Raw(card);
        node.data_mut().value = NodeValue::Text("".into());
        return;
    }
    if let Some(address) = &media.address {
        let link = tree::node(
            context.arena,
            NodeValue::Link(Box::new(NodeLink {
                url: address.clone(),
                title: String::new(),
            })),
            tree::position(node),
        );
        link.append(tree::text_node(context.arena, address, tree::position(node)));
        node.insert_after(link);
        node.insert_after(tree::text_node(context.arena, " ", tree::position(node)));
    }
    node.data_mut().value = NodeValue::Text(media.label(localized).into());
}

/// Whether `parent` is a paragraph with nothing but `node` in it.
fn holds_only<'a>(parent: Node<'a>, node: Node<'a>) -> bool {
    let is_short = parent.children().nth(MAX_NODES).is_none();
    matches!(parent.data().value, NodeValue::Paragraph)
        && is_short
        && parent
            .children()
            .all(|child| child.same_node(node) || is_blank(child))
}

/// The nodes after `start` up to the end tag of `name`; none when it does not come.
fn content_of<'a>(start: Node<'a>, name: &str) -> Vec<Node<'a>> {
    let mut content = Vec::new();
    if name == "embed" {
        return content;
    }
    for node in start.following_siblings().skip(1).take(MAX_NODES) {
        content.push(node);
        let html = inline_html(node).unwrap_or_default();
        if html_tags::read(&html)
            .first()
            .is_some_and(|tag| tag.is_end && tag.name == name)
        {
            return content;
        }
    }
    Vec::new()
}

fn inline_html(node: Node<'_>) -> Option<String> {
    match &node.data().value {
        NodeValue::HtmlInline(html) => Some(html.clone()),
        _ => None,
    }
}

fn is_blank(node: Node<'_>) -> bool {
    match &node.data().value {
        NodeValue::Text(text) => text.trim().is_empty(),
        NodeValue::SoftBreak | NodeValue::LineBreak => true,
        _ => false,
    }
}

/// A quick look, so that most raw HTML is not read.
fn may_hold_media(html: &str) -> bool {
    let bytes = html.as_bytes();
    ELEMENTS.iter().any(|(name, _)| {
        bytes
            .windows(name.len())
            .any(|window| window.eq_ignore_ascii_case(name.as_bytes()))
    })
}

/// Says what a card stands for, and which address it does not show.
fn warn(context: &mut Context<'_, '_>, line: usize, media: &Media) {
    let line = context.file_line(line);
    let label = media.label(LocalizedText::new(context.options.language));
    let problems = [
        ("media.card", Some(&label)),
        ("link.unsafe", media.unsafe_address.as_ref()),
    ];
    for (key, detail) in problems {
        if let Some(detail) = detail {
            let shown: String = detail.chars().take(100).collect();
            context.warnings.push(Warning::new(key, line).with_detail(&shown));
        }
    }
}
