//! `moyan render`: a Markdown file to HTML.
//!
//! The HTML goes to standard output or a file; what the author should know goes to standard error,
//! one line each, with the line of the source.

use std::io::{self, Read as _, Write as _};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use moyan_article::theme::adjust::{
    HeadingStyle, LETTER_SPACINGS_TENTHS, LINE_HEIGHTS_PERCENT, PARAGRAPH_SPACINGS_PX,
};
use moyan_article::theme::palette::{Color, DEFAULT_COLOR, PRESETS};
use moyan_article::theme::{DEFAULT_SIZE_PX, FontFamily, MAX_SIZE_PX, MIN_SIZE_PX, StyleOptions, Theme};
use moyan_article::{Language, Legend, RenderOptions};
use moyan_export::Target;
use moyan_highlight::THEMES;

use crate::rendering::{RenderRequest, Rendered, render};

/// The code theme of an article that names none, as in the editor.
const DEFAULT_CODE_THEME: &str = "atom-one-dark";

const TARGETS: [(&str, Target); 4] = [
    ("preview", Target::Preview),
    ("html", Target::Html),
    ("plain", Target::Plain),
    ("wechat", Target::Wechat),
];
const LEGENDS: [(&str, Legend); 5] = [
    ("title-alt", Legend::TitleAlt),
    ("alt-title", Legend::AltTitle),
    ("title", Legend::Title),
    ("alt", Legend::Alt),
    ("none", Legend::None),
];
const LANGUAGES: [(&str, Language); 2] = [("zh-CN", Language::ZhCn), ("en", Language::En)];

/// The options of `moyan render`.
#[derive(Debug, Args)]
pub struct RenderArgs {
    /// Markdown file; `-` reads standard input
    input: PathBuf,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What the HTML is for: the inside of a preview, a page, plain HTML, or WeChat's editor
    #[arg(long, default_value = "html", value_parser = one_of(&TARGETS))]
    target: Target,
    /// Theme of the article
    #[arg(long, default_value_t = Theme::default(), value_parser = themes())]
    theme: Theme,
    /// Font of the text
    #[arg(long, default_value_t = FontFamily::default(), value_parser = fonts())]
    font: FontFamily,
    /// Size of the text in pixels, 14 to 18
    #[arg(long, default_value_t = DEFAULT_SIZE_PX, value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE_PX)..=i64::from(MAX_SIZE_PX)))]
    size: u8,
    /// Primary color: #rgb, #rrggbb, or the name of a preset such as emeraldGreen
    #[arg(long, default_value = DEFAULT_COLOR, value_parser = color)]
    color: String,
    /// Theme of code blocks, a style of highlight.js
    #[arg(long, default_value = DEFAULT_CODE_THEME, value_parser = code_theme, value_name = "NAME")]
    code_theme: String,
    /// Which text of an image becomes its caption
    #[arg(long, default_value = "alt", value_parser = one_of(&LEGENDS))]
    legend: Legend,
    /// Number the links and list their addresses at the end
    #[arg(long)]
    citation: bool,
    /// Begin with the number of words and the reading time
    #[arg(long)]
    count: bool,
    /// Number the lines of code blocks
    #[arg(long)]
    line_numbers: bool,
    /// Leave out the bar with three dots above code blocks
    #[arg(long)]
    no_mac_bar: bool,
    /// Indent the first line of paragraphs
    #[arg(long)]
    indent: bool,
    /// Justify paragraphs
    #[arg(long)]
    justify: bool,
    /// Line height, 1.2 to 2.6; the theme's when left out
    #[arg(long, value_parser = line_height, value_name = "FACTOR")]
    line_height: Option<u16>,
    /// Letter spacing in pixels, 0 to 4; the theme's when left out
    #[arg(long, value_parser = letter_spacing, value_name = "PX")]
    letter_spacing: Option<u16>,
    /// Distance after paragraphs in pixels, 0 to 60; the theme's when left out
    #[arg(long, value_parser = clap::value_parser!(u16).range(i64::from(*PARAGRAPH_SPACINGS_PX.start())..=i64::from(*PARAGRAPH_SPACINGS_PX.end())), value_name = "PX")]
    paragraph_spacing: Option<u16>,
    /// Shape of one level of headings: h1 to h6, then default, color, underline or bar; may be repeated
    #[arg(long = "heading", value_parser = heading, value_name = "LEVEL=STYLE")]
    headings: Vec<(usize, HeadingStyle)>,
    /// Language of the words that are not the author's
    #[arg(long, default_value = "zh-CN", value_parser = one_of(&LANGUAGES))]
    lang: Language,
}

/// A parser that accepts the names of a table, and lists them when it refuses.
fn one_of<T: Clone + Send + Sync + 'static>(
    table: &'static [(&'static str, T)],
) -> impl clap::builder::TypedValueParser<Value = T> {
    PossibleValuesParser::new(table.iter().map(|(name, _)| *name)).try_map(|chosen| {
        let found = table.iter().find(|(name, _)| *name == chosen);
        found.map(|(_, value)| value.clone()).ok_or("not in the table")
    })
}

fn themes() -> impl clap::builder::TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(Theme::ALL.map(Theme::name)).try_map(|name| name.parse::<Theme>())
}

fn fonts() -> impl clap::builder::TypedValueParser<Value = FontFamily> {
    PossibleValuesParser::new(FontFamily::ALL.map(FontFamily::name))
        .try_map(|name| name.parse::<FontFamily>())
}

fn color(value: &str) -> Result<String, String> {
    if let Some(preset) = PRESETS.iter().find(|preset| preset.key == value) {
        return Ok(preset.hex.to_owned());
    }
    let names: Vec<&str> = PRESETS.iter().map(|preset| preset.key).collect();
    match Color::parse(value) {
        Ok(_) => Ok(value.to_owned()),
        Err(_) => Err(format!(
            "#rgb, #rrggbb or one of these is needed: {}",
            names.join(", ")
        )),
    }
}

fn code_theme(value: &str) -> Result<String, String> {
    if THEMES.iter().any(|theme| theme.name == value) {
        return Ok(value.to_owned());
    }
    let names: Vec<&str> = THEMES.iter().map(|theme| theme.name).collect();
    Err(format!("one of these is needed: {}", names.join(", ")))
}

fn line_height(value: &str) -> Result<u16, String> {
    scaled(value, 100, &LINE_HEIGHTS_PERCENT).ok_or_else(|| "a number from 1.2 to 2.6 is needed".to_owned())
}

fn letter_spacing(value: &str) -> Result<u16, String> {
    scaled(value, 10, &LETTER_SPACINGS_TENTHS).ok_or_else(|| "a number from 0 to 4 is needed".to_owned())
}

/// `value` times `parts` when that is a whole number in `range`.
fn scaled(value: &str, parts: u16, range: &RangeInclusive<u16>) -> Option<u16> {
    let number: f64 = value.parse().ok()?;
    range
        .clone()
        .find(|&whole| (f64::from(whole) / f64::from(parts) - number).abs() < 1e-9)
}

/// `h2=bar` as the place of the level in [`StyleOptions::headings`] and its style.
fn heading(value: &str) -> Result<(usize, HeadingStyle), String> {
    let parsed = value.split_once('=').and_then(|(level, style)| {
        let place = ["h1", "h2", "h3", "h4", "h5", "h6"]
            .iter()
            .position(|name| *name == level)?;
        let (_, style) = HeadingStyle::NAMES.into_iter().find(|(name, _)| *name == style)?;
        Some((place, style))
    });
    parsed.ok_or_else(|| {
        "h1 to h6, then = and one of default, color, underline, bar is needed: h2=bar".to_owned()
    })
}

/// Renders one file. 1 when it cannot be read or the result cannot be written.
pub fn run(args: &RenderArgs) -> ExitCode {
    match render_file(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("moyan: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn render_file(args: &RenderArgs) -> anyhow::Result<()> {
    let text = read(&args.input)?;
    let rendered = render(&text, &args.request())?;
    write(args.output.as_deref(), &rendered.html)?;
    report(&args.input, &rendered);
    Ok(())
}

impl RenderArgs {
    fn request(&self) -> RenderRequest {
        RenderRequest {
            target: self.target,
            options: RenderOptions {
                legend: self.legend,
                citation: self.citation,
                count_status: self.count,
                mac_code_block: !self.no_mac_bar,
                line_numbers: self.line_numbers,
                language: self.lang,
                ..RenderOptions::default()
            },
            style: StyleOptions {
                theme: self.theme,
                font: self.font,
                size_px: self.size,
                color: self.color.clone(),
                indent: self.indent,
                justify: self.justify,
                line_height_percent: self.line_height,
                letter_spacing_tenths: self.letter_spacing,
                paragraph_spacing_px: self.paragraph_spacing,
                headings: self.heading_styles(),
            },
            code_theme: self.code_theme.clone(),
            title: title_by_name(&self.input),
        }
    }
}

impl RenderArgs {
    fn heading_styles(&self) -> [HeadingStyle; 6] {
        let mut styles = [HeadingStyle::Default; 6];
        for &(place, style) in &self.headings {
            if let Some(one) = styles.get_mut(place) {
                *one = style;
            }
        }
        styles
    }
}

/// The file's name without its ending; empty for standard input.
fn title_by_name(input: &Path) -> String {
    if is_stdin(input) {
        return String::new();
    }
    input
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn is_stdin(input: &Path) -> bool {
    input == Path::new("-")
}

fn read(input: &Path) -> anyhow::Result<String> {
    let bytes = if is_stdin(input) {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(input)
    };
    let bytes = bytes.with_context(|| format!("cannot read {}", input.display()))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        anyhow!(
            "{} is not UTF-8: byte {}",
            input.display(),
            error.utf8_error().valid_up_to() + 1
        )
    })?;
    // A byte order mark says nothing in UTF-8 and would be visible text.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn write(output: Option<&Path>, html: &str) -> anyhow::Result<()> {
    match output {
        Some(file) => std::fs::write(file, html).with_context(|| format!("cannot write {}", file.display())),
        None => {
            let mut stdout = io::stdout().lock();
            let written = stdout
                .write_all(html.as_bytes())
                .and_then(|()| stdout.write_all(b"\n"));
            match written.and_then(|()| stdout.flush()) {
                // The reader has seen enough, as in `moyan render a.md | head`.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                other => other.context("cannot write to standard output"),
            }
        }
    }
}

/// Says what the author should know, one line each: `file:line: key: detail`.
fn report(input: &Path, rendered: &Rendered) {
    let file = if is_stdin(input) {
        "<stdin>".into()
    } else {
        input.display().to_string()
    };
    for warning in &rendered.info.warnings {
        let detail = warning
            .detail
            .as_ref()
            .map(|detail| format!(": {detail}"))
            .unwrap_or_default();
        eprintln!("{file}:{}: {}{detail}", warning.line, warning.key);
    }
    for place in &rendered.unfilled {
        let line = place.line.map(|line| format!(":{line}")).unwrap_or_default();
        eprintln!("{file}{line}: {}: {}", place.key, place.message);
    }
    for finding in &rendered.findings {
        let detail = if finding.detail.is_empty() {
            String::new()
        } else {
            format!(": {}", finding.detail)
        };
        eprintln!("{file}: {}{detail}", finding.key);
    }
}
