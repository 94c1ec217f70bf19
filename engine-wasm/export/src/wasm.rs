//! The binding to JavaScript. It converts values and decides nothing.

use crate::{
    ExportRequest, darken as darken_html, export_article as export, sanitize as clean, slots as find_slots,
};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = Error)]
    type JsKeyedError;
    #[wasm_bindgen(constructor, js_class = "Error")]
    fn new(message: &str) -> JsKeyedError;
    #[wasm_bindgen(method, setter, structural)]
    fn set_key(this: &JsKeyedError, key: &str);
}

/// A JavaScript `Error` with a stable `key` beside its `message`.
fn error(key: &str, message: &str) -> JsValue {
    let error = JsKeyedError::new(message);
    error.set_key(key);
    error.into()
}

fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    let plain = Serializer::new()
        .serialize_missing_as_null(true)
        .serialize_maps_as_objects(true);
    value
        .serialize(&plain)
        .map_err(|problem| error("export.result", &problem.to_string()))
}

/// See [`crate::sanitize`].
#[wasm_bindgen]
pub fn sanitize(html: &str) -> String {
    clean(html)
}

/// See [`crate::slots`]: `[{ kind, lang, display, source }]`.
#[wasm_bindgen]
pub fn slots(html: &str) -> Result<JsValue, JsValue> {
    to_js(&find_slots(html))
}

/// See [`crate::darken`].
#[wasm_bindgen]
pub fn darken(html: &str) -> String {
    darken_html(html)
}

/// See [`crate::export_article`]: `{ html, text, findings: [{ key, detail, slot }] }`.
#[wasm_bindgen(js_name = exportArticle)]
pub fn export_article(request: JsValue) -> Result<JsValue, JsValue> {
    let request: ExportRequest = serde_wasm_bindgen::from_value(request)
        .map_err(|problem| error("export.request", &problem.to_string()))?;
    to_js(&export(&request))
}
