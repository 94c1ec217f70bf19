//! What a keystroke needs. A trap inside the module (which would be a defect of this crate) leaves an [`Engine`]
//! unusable but not the module: the host makes a new one and updates it with the full text.

mod options;
mod shapes;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::error;

/// See [`crate::Engine`].
#[wasm_bindgen]
pub struct Engine(crate::Engine);

#[wasm_bindgen]
impl Engine {
    /// An engine for an empty article; `options` may leave out any field, or be undefined.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<Engine, JsValue> {
        let options = options::render_options(&options).map_err(|problem| error(&problem))?;
        Ok(Self(crate::Engine::new(options)))
    }

    /// Takes the new text: `{ ops: [{ at, remove, insert: [block] }], startLines: Uint32Array }`.
    pub fn update(&mut self, text: &str) -> JsValue {
        shapes::patch(&self.0.update(text))
    }

    /// Takes one change, in UTF-16 units, and answers as `update` does. See [`crate::Engine::edit`].
    pub fn edit(&mut self, start: usize, removed: usize, inserted: &str) -> JsValue {
        shapes::patch(&self.0.edit(start, removed, inserted))
    }

    /// Takes new options, and answers as `update` does.
    #[wasm_bindgen(js_name = setOptions)]
    pub fn set_options(&mut self, options: JsValue) -> Result<JsValue, JsValue> {
        let options = options::render_options(&options).map_err(|problem| error(&problem))?;
        Ok(shapes::patch(&self.0.set_options(options)))
    }

    /// `{ headings, frontMatter, stats, warnings }`.
    pub fn info(&self) -> JsValue {
        shapes::info(self.0.info())
    }

    /// See [`crate::ArticleInfo::lacks_emoji_names`].
    #[wasm_bindgen(js_name = lacksEmojiNames)]
    pub fn lacks_emoji_names(&self) -> bool {
        self.0.info().lacks_emoji_names
    }
}

/// See [`crate::markdown::install_emoji_names`]; an engine shows them from its next answer on.
#[wasm_bindgen(js_name = installEmojiNames)]
pub fn install_emoji_names(table: &str) {
    crate::markdown::install_emoji_names(table);
}

/// See [`crate::theme_css`]; `style` may leave out any field.
#[wasm_bindgen(js_name = themeCss)]
pub fn theme_css(style: JsValue) -> Result<String, JsValue> {
    options::style_options(&style)
        .and_then(|style| crate::theme_css(&style))
        .map_err(|problem| error(&problem))
}
