//! Colors random code in every language for as long as it is told to, and names what took longest.
//!
//! `cargo run --release -p moyan-highlight --example fuzz -- 900`: fifteen minutes; a second number is the seed.
//! It ends at once with the code that lost or changed text, and with status 1.
//! A block that takes more than a second is a finding too: it is printed, and the status at the end is 1.

use std::io::Write as _;
use std::time::{Duration, Instant};

use moyan_highlight::Highlighter;

/// What grammars look out for.
const PIECES: &[&str] = &[
    " ",
    "  ",
    "\t",
    "\n",
    "\n",
    "\r\n",
    "\n    ",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "</",
    "/>",
    "\"",
    "'",
    "`",
    "\"\"\"",
    "'''",
    "```",
    "/*",
    "*/",
    "//",
    "///",
    "/**",
    "#",
    "##",
    "--",
    "---",
    "<!--",
    "-->",
    "{-",
    "-}",
    "(*",
    "*)",
    "\\",
    "\\\\",
    "\\n",
    "\\u{",
    "\\x",
    "$",
    "${",
    "$(",
    "#{",
    "{{",
    "}}",
    "{%",
    "%}",
    "<%",
    "%>",
    "<?php",
    "?>",
    "@",
    "@@",
    "%",
    "%w(",
    "%{",
    "&",
    "&&",
    "|",
    "||",
    ";",
    ":",
    "::",
    ":=",
    "=",
    "==",
    "=>",
    "->",
    "<-",
    "<<",
    "<<<",
    "<<EOF",
    "<<-'A'",
    "EOF",
    ">>",
    "?",
    "??",
    "?.",
    "!",
    "~",
    "~~~",
    "^",
    "+",
    "++",
    "-",
    "*",
    "**",
    "/",
    "..",
    "...",
    ",",
    ".",
    "_",
    "0",
    "1",
    "0x1F",
    "1e9",
    "1_000",
    "3.14",
    "a",
    "b1",
    "Foo",
    "x y",
    "if",
    "else",
    "for",
    "fn",
    "def",
    "class",
    "function",
    "let",
    "return",
    "import",
    "async",
    "await",
    "struct",
    "enum",
    "match",
    "case",
    "do",
    "end",
    "begin",
    "then",
    "type",
    "of",
    "in",
    "where",
    "new",
    "void",
    "int",
    "string",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<a b=c>",
    "select",
    "from",
    "SELECT",
    "FROM",
    "#if",
    "#endif",
    "#define",
    "r#\"",
    "R\"(",
    ")\"",
    "f\"",
    "b'",
    "中文",
    "，",
    "é",
    "😀",
    "\u{0}",
    "\u{2028}",
    "aaaaaaaaaaaaaaaaaaaaaaaa",
    "((((((((((",
    "a.b.c(d, e)",
    "a<b<c<d>>>",
    "key: value",
    "- item",
    "|-",
    "&anchor",
    "*ref",
    "!!tag",
    "@media",
    "!important",
];

/// Numbers that look random and are the same on every run (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((number ^ number >> 31) % bound.max(1) as u64).unwrap_or_default()
    }

    /// A handful of pieces; sometimes one of them, or a pair, very often.
    fn code(&mut self) -> String {
        let piece = |random: &mut Self| {
            PIECES
                .get(random.below(PIECES.len()))
                .copied()
                .unwrap_or_default()
        };
        let mut code = String::new();
        for _ in 0..=self.below(40) {
            let (one, other) = (piece(self), piece(self));
            let times = if self.below(30) == 0 { self.below(400) } else { 1 };
            for _ in 0..times {
                code.push_str(one);
                if times > 1 && other.len() < 4 {
                    code.push_str(other);
                }
            }
        }
        code
    }
}

fn main() -> std::io::Result<()> {
    let number = |index: usize, default: u64| {
        std::env::args()
            .nth(index)
            .and_then(|text| text.parse().ok())
            .unwrap_or(default)
    };
    let (seconds, seed) = (number(1, 10), number(2, 1));
    let highlighter = Highlighter::bundled();
    let languages = highlighter.languages();
    let mut random = Random(seed);
    let mut slowest: Vec<(Duration, &str, String)> = Vec::new();
    let mut out = std::io::stdout().lock();
    let (start, mut count, mut status) = (Instant::now(), 0_u64, 0);
    while start.elapsed() < Duration::from_secs(seconds) {
        for lang in &languages {
            let code = random.code();
            let begin = Instant::now();
            let html = highlighter.highlight(lang, &code);
            let mut taken = begin.elapsed();
            count += 1;
            // On a machine that does other things too only the quickest of several runs says something.
            for _ in 0..3 {
                if taken > Duration::from_millis(300) {
                    let begin = Instant::now();
                    highlighter.highlight(lang, &code);
                    taken = taken.min(begin.elapsed());
                }
            }
            if text_of(&html) != code {
                writeln!(out, "{lang}: the text changed: {code:?}")?;
                std::process::exit(1);
            }
            if taken > Duration::from_secs(1) {
                writeln!(out, "{lang}: {taken:?} for {code:?}")?;
                status = 1;
            }
            if slowest.len() < 5 || slowest.last().is_some_and(|last| taken > last.0) {
                slowest.push((taken, lang, code));
                slowest.sort_by_key(|entry| std::cmp::Reverse(entry.0));
                slowest.dedup_by_key(|entry| entry.1);
                slowest.truncate(5);
            }
        }
    }
    writeln!(
        out,
        "{count} blocks in {} languages, {seconds} s, seed {seed}",
        languages.len()
    )?;
    for (taken, lang, code) in slowest {
        let shown: String = code.chars().take(200).collect();
        writeln!(
            out,
            "{:>8.1} ms  {lang}, {} bytes: {shown:?}",
            taken.as_secs_f64() * 1000.0,
            code.len()
        )?;
    }
    std::process::exit(status)
}

fn text_of(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('<') {
        text.push_str(before);
        rest = after.split_once('>').map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
}
