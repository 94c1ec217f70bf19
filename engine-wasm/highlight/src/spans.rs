//! Writes runs as HTML: escaped text, each run in at most one span.

use crate::selector::Class;

/// Collects HTML. Neighbors of one class share a span, even with white space between them. They share one across
/// a line end only if that has the class too, as in a comment of several lines.
#[derive(Debug, Default)]
pub struct Spans {
    html: String,
    open: Class,
    /// White space that is not written yet: the next text decides whether it is inside the open span or after it.
    pending_space: String,
    /// Whether that white space has a line end of another class.
    pending_line_end: bool,
}

impl Spans {
    /// An empty text, with room for `n_bytes` of source.
    pub fn with_room_for(n_bytes: usize) -> Self {
        Self {
            html: String::with_capacity(n_bytes * 2),
            ..Self::default()
        }
    }

    /// Adds text of one class.
    pub fn text(&mut self, text: &str, class: Class) {
        let body = text.trim_end_matches(is_white_space);
        let lead = body.len() - body.trim_start_matches(is_white_space).len();
        let (lead, body_text) = body.split_at_checked(lead).unwrap_or(("", body));
        self.white_space(lead, class);
        if !body_text.is_empty() {
            self.open_span(class);
            escape(body_text, &mut self.html);
        }
        self.white_space(text.get(body.len()..).unwrap_or_default(), class);
    }

    /// Opens an element around what follows, closing the span before it.
    pub fn open_line(&mut self, class: &str) {
        self.close_span();
        self.html.push_str("<span class=\"");
        self.html.push_str(class);
        self.html.push_str("\">");
    }

    /// Closes the element of [`Self::open_line`].
    pub fn close_line(&mut self) {
        self.close_span();
        self.html.push_str("</span>");
    }

    /// The HTML of all text so far.
    pub fn finish(mut self) -> String {
        self.close_span();
        self.html
    }

    fn white_space(&mut self, space: &str, class: Class) {
        self.pending_line_end |= class != self.open && space.contains('\n');
        self.pending_space.push_str(space);
    }

    fn open_span(&mut self, class: Class) {
        if class == self.open && !self.pending_line_end {
            self.html.push_str(&self.pending_space);
            self.pending_space.clear();
            return;
        }
        self.close_span();
        if let Some(class) = class {
            self.html.push_str("<span class=\"");
            self.html.push_str(class);
            self.html.push_str("\">");
        }
        self.open = class;
    }

    fn close_span(&mut self) {
        if self.open.take().is_some() {
            self.html.push_str("</span>");
        }
        self.html.push_str(&self.pending_space);
        self.pending_space.clear();
        self.pending_line_end = false;
    }
}

/// Appends `text` with the characters that HTML reserves replaced.
pub fn escape(text: &str, html: &mut String) {
    for part in text.split_inclusive(['&', '<', '>', '"']) {
        let mut chars = part.chars();
        let entity = match chars.next_back() {
            Some('&') => "&amp;",
            Some('<') => "&lt;",
            Some('>') => "&gt;",
            Some('"') => "&quot;",
            _ => {
                html.push_str(part);
                continue;
            }
        };
        html.push_str(chars.as_str());
        html.push_str(entity);
    }
}

fn is_white_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

#[cfg(test)]
mod tests {
    use super::Spans;

    fn html(pieces: &[(&str, Option<&'static str>)]) -> String {
        let mut spans = Spans::default();
        for (text, class) in pieces {
            spans.text(text, *class);
        }
        spans.finish()
    }

    #[test]
    fn neighbors_of_one_class_share_a_span() {
        let k = Some("hljs-keyword");
        assert_eq!(
            html(&[("pub", k), (" ", None), ("fn", k)]),
            r#"<span class="hljs-keyword">pub fn</span>"#
        );
    }

    #[test]
    fn trailing_white_space_stays_outside() {
        let c = Some("hljs-comment");
        assert_eq!(
            html(&[("// a\n", c), ("b", None)]),
            "<span class=\"hljs-comment\">// a</span>\nb"
        );
    }

    #[test]
    fn reserved_characters_are_escaped() {
        assert_eq!(html(&[("<a b=\"&\">'", None)]), "&lt;a b=&quot;&amp;&quot;&gt;'");
    }
}
