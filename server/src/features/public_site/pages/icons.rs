//! The few icons of the frame itself. Icons that creators choose are in [`crate::icons`].

use maud::{Markup, PreEscaped, html};

use crate::icons::icon_shapes;

/// An icon of the frame.
#[derive(Clone, Copy)]
pub enum Icon {
    Search,
    Sun,
    Moon,
    Menu,
    Next,
    Previous,
    Down,
    Lock,
    Tick,
    Member,
    Clock,
    Return,
}

impl Icon {
    fn shapes(self) -> &'static str {
        match self {
            Self::Search => r#"<circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/>"#,
            Self::Sun => {
                r#"<circle cx="12" cy="12" r="4"/><path d="M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4"/>"#
            }
            Self::Moon => r#"<path d="M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z"/>"#,
            Self::Menu => r#"<path d="M4 7h16M4 12h16M4 17h16"/>"#,
            Self::Next => r#"<path d="m9 5 7 7-7 7"/>"#,
            Self::Previous => r#"<path d="m15 5-7 7 7 7"/>"#,
            Self::Down => r#"<path d="m5 9 7 7 7-7"/>"#,
            Self::Lock => {
                r#"<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>"#
            }
            Self::Tick => r#"<path d="m5 12.5 4.5 4.5L19 7.5"/>"#,
            Self::Member => r#"<circle cx="12" cy="12" r="9"/><path d="m8 12.5 3 3 5.5-6.5"/>"#,
            Self::Clock => r#"<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>"#,
            Self::Return => r#"<path d="M4 10h11a5 5 0 0 1 0 10h-4"/><path d="m8 6-4 4 4 4"/>"#,
        }
    }
}

/// A drawing for the eye only: what it means stands beside it or in its parent's label.
pub fn draw(icon: Icon) -> Markup {
    svg(icon.shapes())
}

/// An icon that a creator chose from the site's set; none for a name that is not in it.
pub fn chosen(name: &str) -> Option<Markup> {
    icon_shapes(name).map(svg)
}

fn svg(shapes: &str) -> Markup {
    html! {
        svg.icon viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2"
            stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" { (PreEscaped(shapes)) }
    }
}
