//! What JavaScript sees: a string, or an Error with `key`, `message` and `position`.
#![cfg(target_arch = "wasm32")]

use moyan_math::wasm::formula_svg;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen]
extern "C" {
    /// A thrown Error.
    type Thrown;

    #[wasm_bindgen(method, getter)]
    fn key(this: &Thrown) -> String;

    #[wasm_bindgen(method, getter)]
    fn message(this: &Thrown) -> String;

    #[wasm_bindgen(method, getter)]
    fn position(this: &Thrown) -> Option<u32>;

    #[wasm_bindgen(method, getter)]
    fn name(this: &Thrown) -> String;
}

fn thrown(tex: &str) -> Thrown {
    let error: JsValue = formula_svg(tex, false).expect_err("an error");
    error.into()
}

#[wasm_bindgen_test]
fn a_formula_is_the_same_svg_as_natively() {
    let svg = formula_svg(r"\frac{a}{b}", true).expect("an SVG");
    assert_eq!(Some(svg), moyan_math::formula_svg(r"\frac{a}{b}", true).ok());
}

#[wasm_bindgen_test]
fn an_undefined_macro_is_thrown_with_its_key() {
    let error = thrown(r"\nope");
    assert_eq!(error.name(), "Error");
    assert_eq!(error.key(), "math.undefinedMacro");
    assert_eq!(error.message(), r"undefined macro \nope");
    assert_eq!(error.position(), None);
}

#[wasm_bindgen_test]
fn a_mistake_is_thrown_with_its_position() {
    let error = thrown("ab}");
    assert_eq!((error.key().as_str(), error.position()), ("math.parse", Some(2)));
}

#[wasm_bindgen_test]
fn a_macro_bomb_is_thrown_and_the_module_lives_on() {
    assert_eq!(thrown(r"\def\a{\a\a}\a").key(), "math.tooLarge");
    assert_eq!(
        thrown(&format!("{}x{}", r"\sqrt{".repeat(400), "}".repeat(400))).key(),
        "math.tooLarge"
    );
    let deep = format!("{}x{}", r"\sqrt{".repeat(30), "}".repeat(30));
    assert!(formula_svg(&deep, true).is_ok());
    assert!(formula_svg(r"\ce{H2O}", false).is_ok());
}
