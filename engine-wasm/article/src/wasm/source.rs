//! What is done to the source text of an article, now and then.

mod changes;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::front_matter;

use super::error;
use super::shape::{front_matter as fields, list, object, warning};

/// See [`crate::format_source`].
#[wasm_bindgen(js_name = formatSource)]
pub fn format_source(text: &str) -> String {
    crate::format_source(text)
}

/// See [`front_matter::parse`]: `{ frontMatter, bodyStart, bodyLine, warnings }`; `bodyStart` counts UTF-16 units.
#[wasm_bindgen(js_name = parseFrontMatter)]
pub fn parse_front_matter(text: &str) -> JsValue {
    let parsed = front_matter::parse(text);
    let before = text.get(..parsed.body_start).unwrap_or_default();
    object(&[
        ("frontMatter", fields(&parsed.front_matter)),
        ("bodyStart", before.encode_utf16().count().into()),
        ("bodyLine", parsed.body_line.into()),
        ("warnings", list(&parsed.warnings, warning)),
    ])
}

/// See [`fn@front_matter::write`].
#[wasm_bindgen(js_name = writeFrontMatter)]
pub fn write_front_matter(text: &str, changes: JsValue) -> Result<String, JsValue> {
    let changes = changes::front_matter_changes(&changes).map_err(|problem| error(&problem))?;
    Ok(front_matter::write(text, &changes))
}

/// See [`crate::slug::category_slug`].
#[wasm_bindgen(js_name = categorySlug)]
pub fn category_slug(name: &str) -> String {
    crate::slug::category_slug(name)
}
