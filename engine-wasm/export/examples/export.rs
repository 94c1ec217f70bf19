//! Exports an article with a theme: `export <article.md or .html> <theme> <target> [code theme.css]`.

use moyan_article::theme::{StyleOptions, theme_css};
use moyan_article::{RenderOptions, render};
use moyan_export::{ExportRequest, Fill, SlotKind, Target, export_article, sanitize, slots};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [article, theme, target, rest @ ..] = arguments.as_slice() else {
        return Err(
            "usage: export <article.md or .html> <theme> <wechat|html|plain|preview> [code theme.css]".into(),
        );
    };
    let mut html = std::fs::read_to_string(article)?;
    if article.ends_with(".md") {
        let blocks = render(&html, &RenderOptions::default()).blocks;
        let cleaned = blocks.into_iter().map(|block| {
            if block.has_raw_html {
                sanitize(&block.html)
            } else {
                block.html
            }
        });
        html = format!(
            "<section class=\"article\">{}</section>",
            cleaned.collect::<String>()
        );
    }
    let options = StyleOptions {
        theme: theme.parse()?,
        ..StyleOptions::default()
    };
    let mut css = theme_css(&options)?;
    for sheet in rest {
        css.push_str(&std::fs::read_to_string(sheet)?);
    }
    let fills = slots(&html)
        .into_iter()
        .filter(|slot| slot.kind == SlotKind::Math)
        .map(|slot| Fill {
            html: Some(sample_formula().to_owned()),
            slot,
            error: None,
        })
        .collect();
    let target: Target = serde_json::from_str(&format!("\"{target}\""))?;
    let request = ExportRequest {
        target,
        html,
        css,
        fills,
        title: "Sample".to_owned(),
        language: "zh-CN".to_owned(),
    };
    let exported = export_article(&request);
    std::io::stdout().write_all(exported.html.as_bytes())?;
    let mut errors = std::io::stderr();
    writeln!(errors, "{} characters", exported.html.chars().count())?;
    for finding in exported.findings {
        writeln!(errors, "{}: {}", finding.key, finding.detail)?;
    }
    Ok(())
}

/// A formula as the math crate sets it: one picture of paths.
fn sample_formula() -> &'static str {
    "<svg height=\"2ex\" style=\"vertical-align:-.2ex\" viewBox=\"0 0 100 40\" width=\"5ex\"><path d=\"M0 0H100V40H0z\" fill=\"currentColor\"/></svg>"
}
