//! The binding to JavaScript. It converts values and decides nothing.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::HighlightError;

/// See [`crate::Highlighter`].
#[wasm_bindgen]
pub struct Highlighter(crate::Highlighter);

#[wasm_bindgen]
impl Highlighter {
    /// Loads the grammars, the bytes of `grammars.packdump`. Throws an Error with `key` and `message`.
    #[wasm_bindgen(constructor)]
    pub fn new(grammars: &[u8]) -> Result<Highlighter, JsValue> {
        crate::Highlighter::from_dump(grammars).map(Self).map_err(keyed)
    }

    /// The inner HTML of a code block. Never throws.
    pub fn highlight(&self, lang: &str, code: &str) -> String {
        self.0.highlight(lang, code)
    }

    /// The names of all languages, sorted.
    pub fn languages(&self) -> Vec<String> {
        self.0.languages().into_iter().map(str::to_owned).collect()
    }
}

fn keyed(error: HighlightError) -> JsValue {
    let value = JsValue::from(JsError::new(&error.to_string()));
    // Setting a property of a fresh Error cannot fail.
    let _ = js_sys::Reflect::set(&value, &JsValue::from_str("key"), &JsValue::from_str(error.key()));
    value
}
