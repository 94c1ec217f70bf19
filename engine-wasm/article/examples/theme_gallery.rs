//! Writes a light and a dark page per theme with every element of an article, to look at.
//!
//! `cargo run -p moyan-article --example theme_gallery -- <folder> [color] [size] [font]`
//!
//! The pages are plain files: open them in a browser at 375 px and at 677 px, the widths of a phone
//! and of WeChat's column. Slots stay unfilled: code has no colors, formulas and diagrams show their source.

use std::path::PathBuf;

use moyan_article::theme::{FontFamily, StyleOptions, Theme, dark_css, theme_css};
use moyan_article::{RenderOptions, render};

const SAMPLE: &str = include_str!("theme_gallery.md");

/// What a code theme brings, with the selectors that highlight.js uses.
const CODE_CSS: &str = ".hljs { background: #282c34; color: #abb2bf }
pre code.hljs { display: block; overflow-x: auto; padding: 1em }
code.hljs { padding: 3px 5px }";

/// An inline picture, so that the page needs no other file.
fn image(sky: &str, hill: &str) -> String {
    format!(
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 800 450' width='800' height='450'%3E\
         %3Crect width='100%25' height='100%25' fill='%23{sky}'/%3E\
         %3Cellipse cx='800' cy='450' rx='800' ry='225' fill='%23{hill}'/%3E%3C/svg%3E"
    )
}

fn body() -> String {
    let options = RenderOptions {
        citation: true,
        count_status: true,
        line_numbers: true,
        ..Default::default()
    };
    // The engine takes no SVG as an image address, so the pictures come in afterwards.
    let sample = SAMPLE.replace("IMAGE", "https://example.com/image");
    let blocks: String = render(&sample, &options)
        .blocks
        .into_iter()
        .map(|block| block.html)
        .collect();
    blocks
        .replace("https://example.com/image1", &image("cfe0ea", "7f9fb0"))
        .replace("https://example.com/image2", &image("ecdcc8", "b98f6a"))
        .replace("https://example.com/avatar.png", &image("ecdcc8", "b98f6a"))
}

fn page(css: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"zh-CN\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Theme</title>\
         <style>body {{ margin: 0 }} .article {{ background: var(--paper); padding: 20px 16px 40px }}</style>\
         <style>{css}</style><style>{CODE_CSS}</style><section class=\"article\">{body}</section></html>"
    )
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
    let body = body();
    for theme in Theme::ALL {
        options.theme = theme;
        let light = theme_css(&options)?;
        let dark = light.clone() + &dark_css(&options)?;
        std::fs::write(folder.join(format!("{theme}.html")), page(&light, &body))?;
        std::fs::write(folder.join(format!("{theme}-dark.html")), page(&dark, &body))?;
    }
    Ok(())
}
