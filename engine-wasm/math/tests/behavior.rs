//! What a formula looks like in the text around it, and where the layout is led to do as KaTeX does.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use moyan_math::formula_svg;

fn svg(tex: &str, display: bool) -> String {
    formula_svg(tex, display).unwrap()
}

/// Left, top, width and height of the view box, in units of 1/1000 em.
fn view_box(tex: &str, display: bool) -> [i32; 4] {
    let svg = svg(tex, display);
    let numbers = svg.split_once("viewBox=\"").unwrap().1.split_once('"').unwrap().0;
    let numbers: Vec<i32> = numbers.split(' ').map(|number| number.parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

fn width(tex: &str) -> i32 {
    view_box(tex, true)[2]
}

#[test]
fn ink_is_the_color_of_the_text_around() {
    let svg = svg("x", false);
    assert!(svg.contains(r#"fill="currentColor""#) && !svg.contains('#'));
}

#[test]
fn a_color_in_the_source_is_kept_even_when_it_is_black() {
    let svg = svg(r"\color{black}x\color{#0F4C81}y", false);
    assert!(svg.contains(r##"fill="#000000""##) && svg.contains(r##"fill="#0f4c81""##));
}

#[test]
fn a_formula_of_one_color_is_one_path() {
    assert_eq!(
        svg(r"\sqrt{\frac{a}{b}} + \sum_{i=1}^n \overline{x_i}", true)
            .matches("<path")
            .count(),
        1
    );
}

#[test]
fn one_em_of_the_formula_is_the_em_of_katex() {
    assert!(svg(r"\rule{1em}{1em}", false).contains("width:1.21em;height:1.21em\""));
}

#[test]
fn depth_lowers_the_box_by_as_much() {
    let [_, top, _, height] = view_box("y", false);
    let depth = f64::from(top + height) * 1.21 / 1000.0;
    let expected = format!("vertical-align:-{:.3}em", depth).replace("-0.", "-.");
    assert!(
        svg("y", false).contains(expected.trim_end_matches('0')),
        "{expected}"
    );
}

#[test]
fn the_box_holds_the_whole_frame() {
    let [left, top, width, height] = view_box(r"\boxed{x}", true);
    let ink = svg(r"\boxed{x}", true);
    assert!(
        ink.contains(&format!("m{left}{top}")) || ink.contains(&format!("m{left} {top}")),
        "{ink}"
    );
    assert!(width > 1150 && height > 1000);
}

#[test]
fn a_formula_wider_than_a_phone_scrolls_in_display_and_shrinks_in_text() {
    let long = "a+b+".repeat(20) + "c";
    assert!(svg(&long, true).contains("max-width:300vw!important"));
    assert!(svg(&long, false).contains("max-width:100%"));
    assert!(!svg("a+b", true).contains("max-width"));
}

#[test]
fn tagged_formulas_are_equally_wide_with_the_tag_at_the_end() {
    assert_eq!(width(r"x=1 \tag{1}"), 16_000);
    assert_eq!(width(r"\int_0^1 x\,dx \tag{22}"), 16_000);
    assert_eq!(
        width(r"\begin{align*}a&=b\tag{1}\\c&=d\tag{2}\end{align*}"),
        16_000
    );
}

#[test]
fn a_long_formula_keeps_a_gap_before_its_tag() {
    let long = "a+b+".repeat(20) + "c";
    let gap = width(&format!(r"{long}\tag{{1}}")) - width(&long) - width(r"\text{(1)}");
    assert!((900..1100).contains(&gap), "{gap}");
}

#[test]
fn environments_do_not_number_their_rows() {
    let starred = svg(r"\begin{align*}a&=b\\c&=d\end{align*}", true);
    assert_eq!(svg(r"\begin{align}a&=b\\c&=d\end{align}", true), starred);
}

#[test]
fn chinese_is_text_in_one_piece_and_one_em_wide_each() {
    let text = svg(r"\text{中文，字、}", false);
    assert!(
        text.contains(r#"x="0" y="0" font-size="1000">中文，字、</text>"#),
        "{text}"
    );
    assert_eq!(view_box(r"\text{中文，字、}", false)[2], 5000);
}

#[test]
fn bold_chinese_is_bold() {
    assert!(svg(r"\textbf{粗}\mathbf{体}", false).contains(r#"font-weight="700">粗体</text>"#));
    assert!(!svg(r"\text{细}", false).contains("font-weight"));
}

#[test]
fn bold_symbols_come_from_the_bold_font() {
    assert_ne!(svg(r"\boldsymbol{\nabla}", false), svg(r"\nabla", false));
    assert_eq!(svg(r"\boldsymbol{1}", false), svg(r"\mathbf{1}", false));
}

#[test]
fn a_root_reaches_the_bottom_of_what_it_covers() {
    let rows = |n: usize| format!(r"\begin{{matrix}}{}x\end{{matrix}}", r"x\\".repeat(n));
    let [_, _, _, height] = view_box(&rows(6), true);
    let sign = svg(&format!(r"\sqrt{{\phantom{{{}}}}}", rows(6)), true).replace("v-", "v");
    let strokes = sign
        .split('v')
        .skip(1)
        .map(|after| after.split(|ch: char| !ch.is_ascii_digit()).next().unwrap());
    let longest = strokes
        .filter_map(|number| number.parse::<i32>().ok())
        .max()
        .unwrap();
    assert!(longest >= height, "{longest} {height} {sign}");
}

#[test]
fn an_operator_between_spaces_is_still_an_operator() {
    assert_eq!(width(r"a\,+\,b") - width("a+b"), 333);
    assert!(
        (166..=168).contains(&(width(r"=\,-b") - width("=-b"))),
        "a sign stays a sign"
    );
}
