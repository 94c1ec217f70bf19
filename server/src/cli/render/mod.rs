//! `moyan render`: a Markdown file to HTML.
//!
//! The HTML goes to standard output or a file; what the author should know goes to standard error,
//! one sentence a line, with the line of the source: see `report`.

mod files;
mod report;

use std::io::{self, IsTerminal as _};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use moyan_article::theme::adjust::{
    HeadingStyle, LETTER_SPACINGS_TENTHS, LINE_HEIGHTS_PERCENT, PARAGRAPH_SPACINGS_PX,
};
use moyan_article::theme::palette::{Color, DEFAULT_COLOR, PRESETS};
use moyan_article::theme::{DEFAULT_SIZE_PX, FontFamily, MAX_SIZE_PX, MIN_SIZE_PX, StyleOptions, Theme};
use moyan_article::{Language, Legend, RenderOptions};
use moyan_export::Target;
use moyan_foundation::rendering::{RenderRequest, render};
use moyan_highlight::THEMES;

use files::Input;

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

/// What `--help` ends with.
static AFTER_HELP: LazyLock<String> = LazyLock::new(|| {
    let names: Vec<&str> = THEMES.iter().map(|theme| theme.name).collect();
    format!(
        "Code themes: {}\n\n\
         What should be looked at is written to standard error, in Chinese or English by LC_ALL, LC_MESSAGES or LANG.\n\n\
         Exit status: 0 rendered, 1 a file cannot be read or written, 2 the command line is wrong",
        names.join(", ")
    )
});

/// The options of `moyan render`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP.as_str())]
pub struct RenderArgs {
    /// Markdown file; `-`, or none behind a pipe, reads standard input
    input: Option<PathBuf>,
    /// Write to this file instead of standard output; it is replaced only when the result is complete
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

/// Renders one file. 1 when it cannot be read or the result cannot be written, 2 when nothing says what to read.
pub fn run(args: &RenderArgs) -> ExitCode {
    if args.input.is_none() && io::stdin().is_terminal() {
        eprintln!("moyan: name a Markdown file, or `-` to type the text; see `moyan render --help`");
        return ExitCode::from(2);
    }
    match render_file(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("moyan: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn render_file(args: &RenderArgs) -> anyhow::Result<()> {
    let input = Input::of(args.input.as_deref());
    if let Some(output) = &args.output {
        input.refuse_as_output(output)?;
    }
    let text = input.read()?;
    let rendered = render(&text, &args.request(&input))?;
    files::write(args.output.as_deref(), &rendered.html)?;
    for line in report::lines(&rendered, moyan_foundation::config::terminal_language()) {
        eprintln!("{}{line}", input.shown());
    }
    Ok(())
}

impl RenderArgs {
    fn request(&self, input: &Input<'_>) -> RenderRequest {
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
            title: input.title(),
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
