//! What WeChat would drop is never written, and hostile sources end early.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

mod markup;

use moyan_math::{MAX_SVG_BYTES, MAX_TEX_BYTES, MathError, formula_svg};

fn key(tex: &str) -> &'static str {
    match formula_svg(tex, true) {
        Ok(_) => "ok",
        Err(error) => error.key(),
    }
}

#[test]
fn an_undefined_macro_is_named() {
    let error = formula_svg(r"a + \nichtda{b}", false).unwrap_err();
    assert_eq!(error.key(), "math.undefinedMacro");
    assert_eq!(
        error,
        MathError::UndefinedMacro {
            name: r"\nichtda".to_owned()
        }
    );
    assert!(error.to_string().contains(r"\nichtda"));
}

#[test]
fn a_macro_defined_in_the_formula_works() {
    let defined = formula_svg(r"\def\half{\frac12}\half", true).unwrap();
    assert_eq!(defined, formula_svg(r"\frac12", true).unwrap());
}

#[test]
fn a_definition_does_not_reach_the_next_formula() {
    assert_eq!(key(r"\gdef\mine{x}\mine"), "ok");
    assert_eq!(key(r"\mine"), "math.undefinedMacro");
}

#[test]
fn broken_sources_say_where_they_break() {
    let error = formula_svg("中文}x", false).unwrap_err();
    assert_eq!((error.key(), error.position()), ("math.parse", Some(2)));
    for tex in [
        r"\frac{a}{",
        "{",
        "}",
        "x^^2",
        "a_b_c",
        r"\begin{matrix}a",
        r"\left(x",
        "&",
    ] {
        assert_eq!(key(tex), "math.parse", "{tex}");
    }
}

#[test]
fn macro_bombs_are_too_large() {
    for tex in [
        r"\def\a{\a\a}\a",
        r"\def\a{\b\b}\def\b{\a\a}\a",
        r"\def\a#1{\a{#1#1}}\a{x}",
        r"\def\a{xxxxxxxxxx}\def\b{\a\a\a\a\a\a\a\a\a\a}\def\c{\b\b\b\b\b\b\b\b\b\b}\def\d{\c\c\c\c\c\c\c\c\c\c}\def\e{\d\d\d\d\d\d\d\d\d\d}\e\e\e",
        r"\def\a#1{#1#1#1#1#1#1#1#1#1#1}\a{\a{\a{\a{\a{\a{x}}}}}}",
    ] {
        assert_eq!(key(tex), "math.tooLarge", "{tex}");
    }
}

#[test]
fn deep_nesting_is_too_large() {
    for (open, close) in [
        ("{", "}"),
        (r"\frac{1}{", "}"),
        (r"\sqrt{", "}"),
        (r"\left(", r"\right)"),
        ("x^{", "}"),
        (r"\text{", "}"),
    ] {
        let tex = format!("{}x{}", open.repeat(400), close.repeat(400));
        assert_eq!(key(&tex), "math.tooLarge", "{open}");
    }
}

#[test]
fn long_sources_are_too_large() {
    assert_eq!(key(&"x".repeat(MAX_TEX_BYTES + 1)), "math.tooLarge");
    assert_eq!(key(&"x".repeat(MAX_TEX_BYTES)), "math.tooLarge");
    assert_eq!(key(&"x+".repeat(300)), "ok");
}

#[test]
fn chemistry_that_would_take_long_is_too_large() {
    for tex in [
        format!(r"\ce{{{}}}", "(".repeat(3000)),
        format!(r"\pu{{{}}}", "1e3 m/".repeat(500)),
    ] {
        assert_eq!(key(&tex), "math.tooLarge");
    }
    assert_eq!(
        key(r"\def\a#1{\ce{#1#1#1#1#1#1#1#1#1}}\def\b#1{\a{#1#1#1#1#1#1#1#1#1}}\b{x}"),
        "math.tooLarge"
    );
}

#[test]
fn lengths_that_no_page_holds_are_too_large() {
    for tex in [
        r"\rule{99999999em}{1em}",
        r"x\kern-99999em y",
        r"\raisebox{99999999em}{x}",
        r"\hspace{100000000000000000000000em}x",
    ] {
        let key = key(tex);
        assert!(key == "math.tooLarge" || key == "math.parse", "{tex}: {key}");
    }
}

#[test]
fn results_stay_within_their_bound() {
    let tex = r"\mathfrak{W}".repeat(1300);
    match formula_svg(&tex, true) {
        Ok(svg) => assert!(svg.len() <= MAX_SVG_BYTES),
        Err(error) => assert_eq!(error.key(), "math.tooLarge"),
    }
}

#[test]
fn only_paths_and_text_are_written() {
    for tex in [
        r"\boxed{\ce{2H2 + O2 -> 2H2O}} \begin{array}{c:c}a&b\\\hdashline c&d\end{array}",
        r"\htmlClass{foo}{x} \htmlId{bar}{y} \htmlStyle{color:red}{z} \href{javascript:alert(1)}{w}",
        r"\includegraphics[height=1em]{https://example.com/a.png} \url{javascript:x}",
        r#"\text{<script>alert("中文&<b>")</script>} <&>"#,
    ] {
        match formula_svg(tex, true) {
            Ok(svg) => markup::assert_safe(&svg),
            Err(error) => assert!(
                ["math.parse", "math.undefinedMacro"].contains(&error.key()),
                "{tex}: {error}"
            ),
        }
    }
}

#[test]
fn text_is_escaped() {
    let svg = formula_svg(r"\text{中<文>字}", false).unwrap();
    markup::assert_safe(&svg);
    assert!(svg.contains(">中</text>") && svg.contains(">字</text>"));
}

#[test]
fn the_empty_formula_is_an_empty_box() {
    let svg = formula_svg("", false).unwrap();
    markup::assert_safe(&svg);
    assert!(svg.ends_with("></svg>"));
}
