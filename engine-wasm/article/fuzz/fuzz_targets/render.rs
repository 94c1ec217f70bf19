//! No text panics, the same text gives the same bytes, and every binding takes it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use moyan_article::markdown::{Dialect, render_plain};
use moyan_article::{Language, Legend, RenderOptions, format_source, render};

/// Options by the bits of `bits`.
fn options(bits: u8) -> RenderOptions {
    let flag = |bit: u8| bits >> bit & 1 == 1;
    RenderOptions {
        legend: Legend::NAMES[usize::from(bits) % Legend::NAMES.len()].1,
        citation: flag(0),
        count_status: flag(1),
        breaks: flag(2),
        mac_code_block: flag(3),
        line_numbers: flag(4),
        language: if flag(5) { Language::En } else { Language::ZhCn },
    }
}

fuzz_target!(|input: (u8, &str)| {
    let (bits, text) = input;
    let options = options(bits);
    let article = render(text, &options);
    assert_eq!(article, render(text, &options), "the same text gives other bytes");
    render_plain(text, Dialect::Gfm);
    render_plain(text, Dialect::CommonMark);
    let tidy = format_source(text);
    assert_eq!(text.lines().count(), tidy.lines().count(), "formatting moved a line");
});
