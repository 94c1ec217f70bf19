//! Bindings for the browser: they convert values and decide nothing.
//!
//! There are two, each built into a module of its own. [`preview`] is downloaded before the first preview and is kept
//! small. [`source`] is downloaded for the first command that works on the text itself.
//! Every failure is a JavaScript `Error` with a stable `key` beside its `message`.

#[cfg(feature = "preview")]
pub mod preview;
mod read;
mod shape;
#[cfg(feature = "source")]
pub mod source;

use wasm_bindgen::{JsError, JsValue};

use crate::EngineError;

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
