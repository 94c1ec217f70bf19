//! Writes one page per theme with every element of an article, to look at.
//!
//! `cargo run -p moyan-article --example theme_gallery -- <folder> [color] [size] [font]`
//!
//! The pages are plain files: open them in a browser at 375 px and at 677 px, the widths of a phone
//! and of WeChat's column.

use std::path::PathBuf;

use moyan_article::theme::{FontFamily, StyleOptions, Theme, theme_css};

const SAMPLE: &str = include_str!("theme_gallery.html");

/// The three dots of a code block's bar.
const DOTS: &str = r##"<svg height="12" viewBox="0 0 52 12" width="52"><ellipse cx="6" cy="6" fill="#FF5F57" rx="6" ry="6"/><ellipse cx="26" cy="6" fill="#FEBC2E" rx="6" ry="6"/><ellipse cx="46" cy="6" fill="#28C840" rx="6" ry="6"/></svg>"##;

/// A stand-in for an alert's icon.
const ICON: &str = r#"<svg class="alert-icon" fill="none" height="16" stroke="currentColor" stroke-width="1.5" viewBox="0 0 16 16" width="16"><path d="M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M8 7.5v3.5M8 5h.01"></path></svg>"#;

/// Colors of code for the page: the engine's own sheet holds none.
const CODE_CSS: &str = ".hljs { background: #282c34; color: #abb2bf } pre code.hljs { display: block; overflow-x: auto; padding: 1em } \
    code.hljs { padding: 3px 5px } .hljs-comment { color: #7f848e } .hljs-keyword { color: #c678dd } .hljs-title { color: #61afef } .hljs-type { color: #e5c07b }";

/// An inline picture, so that the page needs no other file.
fn image(width: u32, height: u32, sky: &str, hill: &str) -> String {
    format!(
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}'%3E\
         %3Crect width='100%25' height='100%25' fill='%23{sky}'/%3E%3Cellipse cx='{width}' cy='{height}' rx='{width}' ry='{}' fill='%23{hill}'/%3E%3C/svg%3E",
        height / 2
    )
}

fn page(options: &StyleOptions) -> Result<String, Box<dyn std::error::Error>> {
    let body = SAMPLE
        .replace("ICON", ICON)
        .replace("DOTS", DOTS)
        .replace("IMAGE1", &image(800, 450, "cfe0ea", "7f9fb0"))
        .replace("IMAGE2", &image(800, 450, "ecdcc8", "b98f6a"));
    let css = theme_css(options)?;
    Ok(format!(
        "<!doctype html><html lang=\"zh-CN\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{}</title><style>body {{ margin: 0; padding: 20px 16px 40px; background: #fff }}</style>\
         <style>{css}</style><style>{CODE_CSS}</style><section class=\"article\">{body}</section></html>",
        options.theme
    ))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("name the folder to write to")?);
    let mut options = StyleOptions::default();
    if let Some(color) = arguments.next() {
        options.color = color;
    }
    if let Some(size) = arguments.next() {
        options.size_px = size.parse()?;
    }
    if let Some(font) = arguments.next() {
        options.font = font.parse::<FontFamily>()?;
    }
    std::fs::create_dir_all(&folder)?;
    for theme in Theme::ALL {
        options.theme = theme;
        std::fs::write(folder.join(format!("{theme}.html")), page(&options)?)?;
    }
    Ok(())
}
