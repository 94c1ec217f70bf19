//! The binding to JavaScript. It converts values and decides nothing.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::MathError;

#[wasm_bindgen]
extern "C" {
    /// JavaScript's Error, with the members that this project's errors have.
    #[wasm_bindgen(js_name = Error)]
    type KeyedError;

    #[wasm_bindgen(constructor, js_class = Error)]
    fn new(message: &str) -> KeyedError;

    #[wasm_bindgen(method, setter)]
    fn set_key(this: &KeyedError, key: &str);

    #[wasm_bindgen(method, setter)]
    fn set_position(this: &KeyedError, position: Option<u32>);
}

/// Typesets one formula as one `<svg>` element; see the crate's `formula_svg`.
///
/// Throws an Error with `key` (`math.undefinedMacro`, `math.parse`, `math.tooLarge`), `message` and
/// `position` (characters from 0, undefined when not known).
#[wasm_bindgen(js_name = formulaSvg)]
pub fn formula_svg(tex: &str, display: bool) -> Result<String, JsValue> {
    crate::formula_svg(tex, display).map_err(|error| thrown(&error))
}

fn thrown(error: &MathError) -> JsValue {
    let keyed = KeyedError::new(&error.to_string());
    keyed.set_key(error.key());
    keyed.set_position(error.position().and_then(|position| u32::try_from(position).ok()));
    keyed.into()
}
