//! Alerts: `> [!type] title` and `:::type title`, of the six kinds; one of another type is a note of that name.
//!
//! Both become one shape in the tree: a callout node whose first child holds the title, if it has one.

use comrak::nodes::{Node, NodeCallout, NodeValue};

use super::container::Container;
use super::context::Context;
use super::format::{Flow, Formatter};
use super::{alert_alias, code, tag, tree};

/// The kinds of alert. Source: specification §5, Markdown features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AlertKind {
    Note,
    Tip,
    Info,
    Important,
    Warning,
    Caution,
}

impl AlertKind {
    /// The kind that is called `name`, in any case.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "note" => Self::Note,
            "tip" => Self::Tip,
            "info" => Self::Info,
            "important" => Self::Important,
            "warning" => Self::Warning,
            "caution" => Self::Caution,
            _ => return None,
        })
    }

    fn class(self) -> &'static str {
        match self {
            Self::Note => "alert alert-note",
            Self::Tip => "alert alert-tip",
            Self::Info => "alert alert-info",
            Self::Important => "alert alert-important",
            Self::Warning => "alert alert-warning",
            Self::Caution => "alert alert-caution",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Tip => "tip",
            Self::Info => "info",
            Self::Important => "important",
            Self::Warning => "warning",
            Self::Caution => "caution",
        }
    }

    /// Outline of the icon in a box of 16 × 16, drawn with the current color.
    fn icon(self) -> &'static str {
        match self {
            Self::Note | Self::Info => "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M8 7v4.5M8 4.5v.1",
            Self::Tip => "M5.5 11.5c0-2-2-2.5-2-5a4.5 4.5 0 0 1 9 0c0 2.5-2 3-2 5zM6 14h4",
            Self::Important => "M2 2.5h12v9H8.5L5.5 14v-2.5H2zM8 4.7v3M8 9.5v.1",
            Self::Warning => "M8 2 14.5 13.5h-13zM8 6.5v3M8 11.5v.1",
            Self::Caution => "M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3zM8 4.7v4M8 11v.1",
        }
    }
}

/// A callout of the parser: an alert of the kind that its type names, or of the neutral kind with its type as the title.
pub(crate) fn resolve_callout<'a>(context: &mut Context<'a, '_>, node: Node<'a>) {
    let name = match &node.data().value {
        NodeValue::Callout(callout) => callout.callout_type.clone(),
        _ => return,
    };
    let known = alert_alias::find(&name);
    let rest = context.rest_of_line(node).to_owned();
    let Some((_, title)) = split_header(&rest) else {
        return;
    };
    if let NodeValue::Callout(callout) = &mut node.data_mut().value {
        let kind = known.map_or(AlertKind::Note, |known| known.kind);
        kind.name().clone_into(&mut callout.callout_type);
    }
    if title.is_empty() {
        // Behind a bar Obsidian's themes say how it looks.
        let own = || name.split('|').next().unwrap_or_default().trim();
        let title = known.map_or_else(own, |known| known.title(context.options.language, &name));
        prepend_title(context, node, title);
        return;
    }
    // A title is one line of inline Markdown, whatever block its first characters would open.
    let Some(first) = node
        .first_child()
        .filter(|child| matches!(child.data().value, NodeValue::CalloutTitle))
    else {
        return;
    };
    let is_inline =
        tree::only_child(first).is_some_and(|child| matches!(child.data().value, NodeValue::Paragraph));
    if !is_inline {
        let title = title.to_owned();
        tree::take_children(first);
        let paragraph = tree::node(context.arena, NodeValue::Paragraph, tree::position(first));
        paragraph.extend(context.inline(&title));
        first.append(paragraph);
    }
    let lead = known.and_then(|known| known.lead(context.options.language, &name));
    if let (Some(lead), Some(paragraph)) = (lead, first.first_child()) {
        prepend_lead(context, paragraph, lead);
    }
}

/// Puts `lead` in front of a title that is not empty.
fn prepend_lead<'a>(context: &Context<'a, '_>, title: Node<'a>, lead: &str) {
    if title.first_child().is_some() {
        let lead = [lead, " "].concat();
        title.prepend(tree::text_node(context.arena, &lead, tree::position(title)));
    }
}

/// `[!type]` with its fold mark, and the title, of the first line of a callout.
fn split_header(line: &str) -> Option<(&str, &str)> {
    let start = line.find("[!")?;
    let rest = line.get(start..)?;
    let mut end = rest.find(']')? + 1;
    if rest.get(end..).is_some_and(|after| after.starts_with(['+', '-'])) {
        end += 1;
    }
    let (header, title) = rest.split_at_checked(end)?;
    Some((header, title.trim()))
}

/// A quote whose first line is `[!type]title`, without the space that the parser asks for.
pub(crate) fn resolve_quote<'a>(context: &mut Context<'a, '_>, node: Node<'a>) {
    let Some(paragraph) = node
        .first_child()
        .filter(|child| matches!(child.data().value, NodeValue::Paragraph))
    else {
        return;
    };
    let Some(text) = paragraph.first_child() else {
        return;
    };
    let literal = tree::text_of(text);
    let Some((name, title)) = literal.strip_prefix("[!").and_then(|rest| rest.split_once(']')) else {
        return;
    };
    let Some(known) = alert_alias::find(name.trim()) else {
        return;
    };
    let own_title = known.title(context.options.language, name.trim()).to_owned();
    let position = tree::position(paragraph);
    let holder = tree::node(context.arena, NodeValue::Paragraph, position);
    if !title.is_empty() {
        holder.append(tree::text_node(context.arena, title, position));
    }
    text.detach();
    // The title ends with the line.
    while let Some(child) = paragraph.first_child() {
        child.detach();
        if matches!(child.data().value, NodeValue::SoftBreak | NodeValue::LineBreak) {
            break;
        }
        holder.append(child);
    }
    if paragraph.first_child().is_none() {
        paragraph.detach();
    }
    if known.is_named {
        prepend_lead(context, holder, &own_title);
    }
    make_alert(context, node, known.kind, holder);
    if !has_title(node) {
        prepend_title(context, node, &own_title);
    }
}

fn has_title(node: Node<'_>) -> bool {
    node.first_child()
        .is_some_and(|child| matches!(child.data().value, NodeValue::CalloutTitle))
}

/// Gives the alert `node` a title of plain text, unless that is empty.
fn prepend_title<'a>(context: &Context<'a, '_>, node: Node<'a>, title: &str) {
    if title.is_empty() {
        return;
    }
    let position = tree::position(node);
    let holder = tree::node(context.arena, NodeValue::CalloutTitle, position);
    let paragraph = tree::node(context.arena, NodeValue::Paragraph, position);
    paragraph.append(tree::text_node(context.arena, title, position));
    holder.append(paragraph);
    node.prepend(holder);
}

fn make_alert<'a>(context: &Context<'a, '_>, node: Node<'a>, kind: AlertKind, title: Node<'a>) {
    let callout_type = kind.name().to_owned();
    let callout = NodeCallout {
        callout_type,
        metadata: None,
        fold: comrak::nodes::CalloutFold::None,
    };
    node.data_mut().value = NodeValue::Callout(Box::new(callout));
    if title.first_child().is_some() {
        let holder = tree::node(context.arena, NodeValue::CalloutTitle, tree::position(node));
        holder.append(title);
        node.prepend(holder);
    }
}

/// The container of VitePress that shows one of its code blocks at a time.
const CODE_GROUP: &str = "code-group";

/// A `:::` container: an alert of the kind that its name names, or of the neutral kind with its name in the title. A
/// group of code is no alert.
pub(crate) fn resolve_container<'a>(context: &mut Context<'a, '_>, node: Node<'a>) {
    let container = match &node.data().value {
        NodeValue::BlockDirective(directive) => {
            let number = directive
                .info
                .strip_prefix('\0')
                .and_then(|number| number.parse::<usize>().ok());
            let known = number.and_then(|number| context.prepared.containers.get(number).cloned());
            known.unwrap_or_else(|| Container::parse(&directive.info))
        }
        _ => return,
    };
    if container.name == CODE_GROUP {
        code::title_group(context.arena, node);
        return;
    }
    let title = tree::node(context.arena, NodeValue::Paragraph, tree::position(node));
    let known = alert_alias::find(&container.name);
    let name = container.name.as_str();
    let lead = known.map_or(Some(name), |known| known.lead(context.options.language, name));
    if !container.title.is_empty() {
        title.extend(context.inline(&container.title));
        let lead = lead.filter(|lead| !lead.is_empty());
        lead.into_iter()
            .for_each(|lead| prepend_lead(context, title, lead));
    } else if known.is_none() && !name.is_empty() {
        title.append(tree::text_node(context.arena, name, tree::position(node)));
    }
    make_alert(
        context,
        node,
        known.map_or(AlertKind::Note, |known| known.kind),
        title,
    );
    if let Some(known) = known.filter(|_| !has_title(node)) {
        let title = known.title(context.options.language, &container.name).to_owned();
        prepend_title(context, node, &title);
    }
}

impl Formatter<'_> {
    /// The opening of an alert; without a title child, its default title too.
    pub(super) fn enter_callout(&mut self, node: Node<'_>, callout_type: &str) -> Flow {
        let kind = AlertKind::parse(callout_type).unwrap_or(AlertKind::Note);
        self.new_line();
        tag::open(&mut self.out, "section", &[("class", kind.class())]);
        self.out.push('\n');
        let has_title = node
            .first_child()
            .is_some_and(|child| matches!(child.data().value, NodeValue::CalloutTitle));
        self.alert_title(kind);
        if !has_title {
            let title = self.localized.alert(kind);
            self.out.push_str(title);
            self.out.push_str("</p>\n");
        }
        Flow::Inside
    }

    fn alert_title(&mut self, kind: AlertKind) {
        self.out.push_str("<p class=\"alert-title\">");
        let icon = [
            ("class", "alert-icon"),
            ("fill", "none"),
            ("height", "16"),
            ("stroke", "currentColor"),
            ("stroke-linecap", "round"),
            ("stroke-linejoin", "round"),
            ("stroke-width", "1.5"),
            ("viewBox", "0 0 16 16"),
            ("width", "16"),
        ];
        tag::open(&mut self.out, "svg", &icon);
        tag::open(&mut self.out, "path", &[("d", kind.icon())]);
        self.out.push_str("</path></svg>");
    }

    /// The end of a title.
    pub(super) fn exit_callout_title(&mut self) {
        self.out.push_str("</p>\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fold_mark_belongs_to_the_header() {
        assert_eq!(split_header("> [!tip] 标题"), Some(("[!tip]", "标题")));
        assert_eq!(split_header("> [!tip]- 标题"), Some(("[!tip]-", "标题")));
        assert_eq!(split_header("> [!tip]+"), Some(("[!tip]+", "")));
        assert_eq!(split_header("> [tip]"), None);
    }
}
