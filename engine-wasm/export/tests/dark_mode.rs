//! Nothing in our themes becomes unreadable in WeChat's dark mode.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test that cannot read its input has failed"
)]

mod support;

use moyan_article::theme::Theme;
use moyan_article::theme::palette::{Color, PRESETS};
use moyan_export::darken;

/// The dark reader's page and its text.
const PAGE: Rgb = [25.0, 25.0, 25.0];
const TEXT: Rgb = [163.0, 163.0, 163.0];
/// WCAG AA for text.
const LEAST_CONTRAST: f64 = 4.5;

type Rgb = [f64; 3];

/// `#rgb`, `#rrggbb` or `rgba(…)` over what lies behind.
fn over(back: Rgb, css: &str) -> Option<Rgb> {
    if let Some(inner) = css.strip_prefix("rgba(").and_then(|rest| rest.strip_suffix(')')) {
        let parts: Vec<f64> = inner.split(',').map(|part| part.parse().expect(css)).collect();
        let mut seen = back;
        for (channel, own) in seen.iter_mut().zip(&parts) {
            *channel = *channel * (1.0 - parts[3]) + own * parts[3];
        }
        return Some(seen);
    }
    let hex = css.strip_prefix('#')?;
    let long: String = match hex.len() {
        3 => hex.chars().flat_map(|digit| [digit, digit]).collect(),
        _ => hex.to_owned(),
    };
    let channel = |at: usize| f64::from(u8::from_str_radix(&long[at..at + 2], 16).expect(css));
    Some([channel(0), channel(2), channel(4)])
}

fn color(rgb: Rgb) -> Color {
    let [red, green, blue] = rgb.map(|channel| channel.round() as u8);
    Color::parse(&format!("#{red:02x}{green:02x}{blue:02x}")).expect("a color")
}

/// Every piece of text with its color and what lies behind it.
fn texts(html: &str) -> Vec<(String, Rgb, Rgb)> {
    let mut open: Vec<(String, Rgb, Rgb)> = vec![(String::new(), TEXT, PAGE)];
    let mut found = Vec::new();
    for piece in html.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a tag ends");
        let name = tag
            .trim_start_matches('/')
            .split([' ', '/'])
            .next()
            .unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop().expect("a start").0, name);
        } else {
            let (_, mut front, mut back) = open.last().expect("the page").clone();
            let style = tag
                .split_once("style=\"")
                .and_then(|(_, rest)| rest.split('"').next());
            for one in style.unwrap_or_default().split(';') {
                match one.split_once(':') {
                    Some(("background" | "background-color", value)) => {
                        back = over(back, value).unwrap_or(back)
                    }
                    Some(("color", value)) => front = over(back, value).unwrap_or(front),
                    _ => {}
                }
            }
            let is_void = ["br", "hr", "img", "col"].contains(&name) || tag.ends_with('/');
            if !is_void {
                open.push((name.to_owned(), front, back));
            }
        }
        let in_picture = open.iter().any(|(name, _, _)| name == "svg");
        if !text.trim().trim_matches('\u{a0}').is_empty() && !in_picture {
            let (_, front, back) = open.last().expect("the page").clone();
            found.push((text.to_owned(), front, back));
        }
    }
    found
}

/// What a reader cannot read in the dark, in every theme and color.
fn unreadable(article: &str) -> String {
    let mut found = Vec::new();
    for theme in Theme::ALL {
        for preset in PRESETS {
            let (light, _) = support::copied_text(article, theme, preset.hex);
            let texts = texts(&darken(&light));
            assert!(texts.len() > 80, "{theme}: {}", texts.len());
            for (text, front, back) in texts {
                let (front, back) = (color(front), color(back));
                let contrast = front.contrast(back);
                if contrast < LEAST_CONTRAST {
                    found.push(format!(
                        "{theme} {}: {contrast:.2} {front} on {back}: {text}",
                        preset.key
                    ));
                }
            }
        }
    }
    found.sort();
    found.dedup();
    found.join("\n")
}

#[test]
fn every_text_of_every_theme_and_color_can_be_read_in_the_dark() {
    assert_eq!(unreadable(support::TOUR), "");
}

#[test]
fn every_mark_in_every_box_can_be_read_in_the_dark() {
    assert_eq!(unreadable(&support::marks()), "");
}

#[test]
fn a_highlight_is_seen_in_every_box() {
    let marked = "字 ==亮==";
    let article = format!(
        "{marked}\n\n> {marked}\n> > {marked}\n>\n> > [!TIP]\n> > {marked}\n\n\
         > [!NOTE]\n> {marked}\n>\n> > {marked}\n>\n> > [!TIP]\n> > {marked}\n"
    );
    for theme in Theme::ALL {
        let (light, _) = support::copied_text(&article, theme, PRESETS[0].hex);
        let texts = texts(&darken(&light));
        let mut around = PAGE;
        let mut n_seen = 0;
        for (text, _, back) in texts {
            match text.trim() {
                "字" => around = back,
                "亮" => {
                    assert!(back != around, "{theme}: highlight {n_seen} in {light}");
                    n_seen += 1;
                }
                _ => {}
            }
        }
        assert_eq!(n_seen, 7, "{theme}");
    }
}
