//! Any source gives a safe SVG or an error with a key, always the same one.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

mod markup;

use moyan_math::formula_svg;
use proptest::prelude::*;

/// Pieces that random sources are made of: commands with and without arguments, brackets, half brackets.
const PIECES: [&str; 96] = [
    "x",
    "y^2",
    "_i",
    "^",
    "_",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "&",
    r"\\",
    r"\,",
    r"\quad ",
    " ",
    "'",
    "''",
    "=",
    "+",
    "-",
    "<",
    ">",
    "|",
    "1",
    "23",
    "4.5",
    "中",
    "，",
    "é",
    "😀",
    "ж",
    "%",
    "#",
    "#1",
    "$",
    "~",
    "@",
    r"\frac",
    r"\sqrt",
    r"\sqrt[",
    r"\left",
    r"\right",
    r"\middle",
    r"\left(",
    r"\right)",
    r"\left.",
    r"\right|",
    r"\big",
    r"\Bigg",
    r"\begin{matrix}",
    r"\end{matrix}",
    r"\begin{cases}",
    r"\end{cases}",
    r"\begin{array}{c|c}",
    r"\end{array}",
    r"\begin{align}",
    r"\end{align}",
    r"\begin{CD}",
    r"\end{CD}",
    r"\hline ",
    r"\sum",
    r"\int",
    r"\lim",
    r"\limits",
    r"\prod_{",
    r"\text{",
    r"\mathbf",
    r"\mathbb{R}",
    r"\color{red}",
    r"\textcolor{#0f0}{",
    r"\boxed{",
    r"\overline",
    r"\hat",
    r"\widehat{",
    r"\overbrace{",
    r"\underbrace",
    r"\xrightarrow[a]{b}",
    r"\ce{",
    r"\ce{H2O -> A^+}",
    r"\pu{1 kg}",
    r"\tag{1}",
    r"\def\a{",
    r"\a",
    r"\newcommand{\b}[1]{",
    r"\b",
    r"\phantom{",
    r"\rule{1em}{2em}",
    r"\kern-3em",
    r"\raisebox{1em}{",
    r"\not",
    r"\over ",
    r"\operatorname{",
    r"\verb|x|",
    r"\alpha",
    r"\genfrac{(}{)}{1pt}{0}",
];

fn assert_answers(tex: &str) {
    for display in [true, false] {
        let answer = formula_svg(tex, display);
        assert_eq!(answer, formula_svg(tex, display), "the same answer twice");
        match answer {
            Ok(svg) => markup::assert_safe(&svg),
            Err(error) => assert!(error.key().starts_with("math."), "{tex}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pieces_in_any_order_are_answered(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..24)) {
        assert_answers(&pieces.concat());
    }

    #[test]
    fn any_text_is_answered(tex in any::<String>()) {
        assert_answers(&tex);
    }

    #[test]
    fn anything_after_a_backslash_is_answered(tex in r"(\\[a-zA-Z]{1,12}[{}\[\]^_&x1 ]{0,4}){1,6}") {
        assert_answers(&tex);
    }
}
