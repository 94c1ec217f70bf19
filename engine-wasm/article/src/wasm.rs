//! The face of the crate in a browser: converts and decides nothing.
//!
//! Every failure is a JavaScript `Error` with a stable `key` beside its `message`. A trap inside the module (which
//! would be a defect of this crate) leaves an [`Engine`] unusable but not the module: the host makes a new one and
//! updates it with the full text.

mod read;
mod shape;

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::EngineError;
use crate::front_matter;

/// See [`crate::Engine`].
#[wasm_bindgen]
pub struct Engine(crate::Engine);

#[wasm_bindgen]
impl Engine {
    /// An engine for an empty article; `options` may leave out any field, or be undefined.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<Engine, JsValue> {
        let options = read::render_options(&options).map_err(|problem| error(&problem))?;
        Ok(Self(crate::Engine::new(options)))
    }

    /// Takes the new text: `{ ops: [{ at, remove, insert: [block] }], startLines: Uint32Array }`.
    pub fn update(&mut self, text: &str) -> JsValue {
        shape::patch(&self.0.update(text))
    }

    /// Takes new options, and answers as `update` does.
    #[wasm_bindgen(js_name = setOptions)]
    pub fn set_options(&mut self, options: JsValue) -> Result<JsValue, JsValue> {
        let options = read::render_options(&options).map_err(|problem| error(&problem))?;
        Ok(shape::patch(&self.0.set_options(options)))
    }

    /// `{ headings, frontMatter, stats, warnings }`.
    pub fn info(&self) -> JsValue {
        shape::info(self.0.info())
    }
}

/// See [`crate::theme_css`]; `style` may leave out any field.
#[wasm_bindgen(js_name = themeCss)]
pub fn theme_css(style: JsValue) -> Result<String, JsValue> {
    read::style_options(&style)
        .and_then(|style| crate::theme_css(&style))
        .map_err(|problem| error(&problem))
}

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
    shape::parsed_front_matter(&parsed, before.encode_utf16().count())
}

/// See [`fn@front_matter::write`].
#[wasm_bindgen(js_name = writeFrontMatter)]
pub fn write_front_matter(text: &str, changes: JsValue) -> Result<String, JsValue> {
    let changes = read::front_matter_changes(&changes).map_err(|problem| error(&problem))?;
    Ok(front_matter::write(text, &changes))
}

/// See [`crate::slug::category_slug`].
#[wasm_bindgen(js_name = categorySlug)]
pub fn category_slug(name: &str) -> String {
    crate::slug::category_slug(name)
}

/// A JavaScript `Error` with a stable `key`.
fn error(problem: &EngineError) -> JsValue {
    let value = JsValue::from(JsError::new(&problem.to_string()));
    // Setting a property of a fresh Error cannot fail.
    let _ = js_sys::Reflect::set(
        &value,
        &JsValue::from_str("key"),
        &JsValue::from_str(problem.key()),
    );
    value
}
