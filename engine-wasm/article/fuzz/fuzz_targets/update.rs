//! After any edits the blocks of an engine are those of a fresh render, and its patches lead there.
#![no_main]

use libfuzzer_sys::fuzz_target;
use moyan_article::{Engine, RenderOptions, render};

fuzz_target!(|input: (bool, &str, Vec<(u16, u8, &str)>)| {
    let (citation, start, edits) = input;
    let options = RenderOptions {
        citation,
        count_status: citation,
        ..RenderOptions::default()
    };
    let mut engine = Engine::new(options.clone());
    let mut text = start.to_owned();
    let mut blocks = Vec::new();
    engine.update(&text).apply(&mut blocks);
    for (at, len, piece) in edits.into_iter().take(8) {
        let mut from = usize::from(at) % (text.len() + 1);
        while !text.is_char_boundary(from) {
            from -= 1;
        }
        let mut to = (from + usize::from(len)).min(text.len());
        while !text.is_char_boundary(to) {
            to += 1;
        }
        text.replace_range(from..to, piece);
        engine.update(&text).apply(&mut blocks);
        let fresh = render(&text, &options);
        assert_eq!(engine.blocks(), fresh.blocks, "the engine differs from a fresh render");
        assert_eq!(blocks, fresh.blocks, "the patches lead elsewhere");
        assert_eq!(*engine.info(), fresh.info, "the facts differ");
    }
});
