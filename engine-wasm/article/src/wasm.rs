//! The face of the crate in a browser: converts and decides nothing.
//!
//! Every failure is a JavaScript `Error` with a stable `key` beside its `message`. A trap inside the module (which
//! would be a defect of this crate) leaves an [`Engine`] unusable but not the module: the host makes a new one and
//! updates it with the full text.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::front_matter::{self, FrontMatterChanges};
use crate::{EngineError, Patch, RenderOptions, StyleOptions};

/// See [`crate::Engine`].
#[wasm_bindgen]
pub struct Engine(crate::Engine);

#[wasm_bindgen]
impl Engine {
    /// An engine for an empty article; `options` may leave out any field, or be undefined.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<Engine, JsValue> {
        Ok(Self(crate::Engine::new(render_options(options)?)))
    }

    /// Takes the new text: `{ ops: [{ at, remove, insert: [block] }], startLines: Uint32Array }`.
    pub fn update(&mut self, text: &str) -> Result<JsValue, JsValue> {
        patch_to_js(&self.0.update(text))
    }

    /// Takes new options, and answers as `update` does.
    #[wasm_bindgen(js_name = setOptions)]
    pub fn set_options(&mut self, options: JsValue) -> Result<JsValue, JsValue> {
        patch_to_js(&self.0.set_options(render_options(options)?))
    }

    /// `{ headings, frontMatter, stats, warnings }`.
    pub fn info(&self) -> Result<JsValue, JsValue> {
        to_js(self.0.info())
    }
}

/// See [`crate::theme_css`]; `style` may leave out any field.
#[wasm_bindgen(js_name = themeCss)]
pub fn theme_css(style: JsValue) -> Result<String, JsValue> {
    let style: StyleOptions = from_js(style)?;
    crate::theme_css(&style).map_err(|problem| error(&problem))
}

/// See [`crate::format_source`].
#[wasm_bindgen(js_name = formatSource)]
pub fn format_source(text: &str) -> String {
    crate::format_source(text)
}

/// See [`front_matter::parse`]: `{ frontMatter, bodyStart, bodyLine, warnings }`; `bodyStart` counts UTF-16 units.
#[wasm_bindgen(js_name = parseFrontMatter)]
pub fn parse_front_matter(text: &str) -> Result<JsValue, JsValue> {
    let parsed = front_matter::parse(text);
    let before = text.get(..parsed.body_start).unwrap_or_default();
    to_js(&ParsedFrontMatter {
        front_matter: &parsed.front_matter,
        body_start: before.encode_utf16().count(),
        body_line: parsed.body_line,
        warnings: &parsed.warnings,
    })
}

/// See [`fn@front_matter::write`].
#[wasm_bindgen(js_name = writeFrontMatter)]
pub fn write_front_matter(text: &str, changes: JsValue) -> Result<String, JsValue> {
    let changes: FrontMatterChanges = from_js(changes)?;
    Ok(front_matter::write(text, &changes))
}

/// See [`crate::slug::category_slug`].
#[wasm_bindgen(js_name = categorySlug)]
pub fn category_slug(name: &str) -> String {
    crate::slug::category_slug(name)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ParsedFrontMatter<'t> {
    front_matter: &'t front_matter::FrontMatter,
    body_start: usize,
    body_line: u32,
    warnings: &'t [crate::Warning],
}

/// A block without its line, which stands in `startLines`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Block<'t> {
    html: &'t str,
    has_raw_html: bool,
    has_code: bool,
    has_math: bool,
    has_diagram: bool,
}

impl<'t> From<&'t crate::Block> for Block<'t> {
    fn from(block: &'t crate::Block) -> Self {
        Self {
            html: &block.html,
            has_raw_html: block.has_raw_html,
            has_code: block.has_code,
            has_math: block.has_math,
            has_diagram: block.has_diagram,
        }
    }
}

#[derive(Serialize)]
struct PatchOp<'t> {
    at: u32,
    remove: u32,
    insert: Vec<Block<'t>>,
}

fn patch_to_js(patch: &Patch) -> Result<JsValue, JsValue> {
    let ops: Vec<PatchOp<'_>> = patch
        .ops
        .iter()
        .map(|op| PatchOp {
            at: op.at,
            remove: op.remove,
            insert: op.insert.iter().map(Block::from).collect(),
        })
        .collect();
    let object = js_sys::Object::new();
    let lines = js_sys::Uint32Array::from(patch.start_lines.as_slice());
    js_sys::Reflect::set(&object, &JsValue::from_str("ops"), &to_js(&ops)?)?;
    js_sys::Reflect::set(&object, &JsValue::from_str("startLines"), &lines)?;
    Ok(object.into())
}

fn render_options(options: JsValue) -> Result<RenderOptions, JsValue> {
    if options.is_undefined() || options.is_null() {
        return Ok(RenderOptions::default());
    }
    from_js(options)
}

fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value)
        .map_err(|problem| error(&EngineError::InvalidOptions(problem.to_string())))
}

fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsValue> {
    let plain = Serializer::new()
        .serialize_missing_as_null(true)
        .serialize_maps_as_objects(true);
    value
        .serialize(&plain)
        .map_err(|problem| error(&EngineError::InvalidOptions(problem.to_string())))
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
