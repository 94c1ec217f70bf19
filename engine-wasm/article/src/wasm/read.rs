//! Arguments from JavaScript objects. Written by hand: serde-wasm-bindgen would put the module over its budget.
//!
//! A field that is undefined keeps its default; an unknown field, or a value of another type, is an error.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use crate::EngineError;

pub(super) type Found<T> = Result<T, EngineError>;

/// Calls `take` with every own field of `value` that is not undefined.
pub(super) fn each_field(value: &JsValue, mut take: impl FnMut(&str, &JsValue) -> Found<()>) -> Found<()> {
    let object: &Object = value.dyn_ref().ok_or_else(|| wrong("object"))?;
    for key in Object::keys(object).iter() {
        let field = Reflect::get(object, &key).unwrap_or_default();
        if !field.is_undefined() {
            take(&key.as_string().unwrap_or_default(), &field)?;
        }
    }
    Ok(())
}

pub(super) fn boolean(name: &str, value: &JsValue) -> Found<bool> {
    value.as_bool().ok_or_else(|| wrong(name))
}

pub(super) fn text(name: &str, value: &JsValue) -> Found<String> {
    value.as_string().ok_or_else(|| wrong(name))
}

pub(super) fn items<T>(name: &str, value: &JsValue, read: impl Fn(&JsValue) -> Found<T>) -> Found<Vec<T>> {
    let array: &Array = value.dyn_ref().ok_or_else(|| wrong(name))?;
    array.iter().map(|item| read(&item)).collect()
}

pub(super) fn unknown(name: &str) -> EngineError {
    EngineError::InvalidOptions(["unknown field ", name].concat())
}

pub(super) fn wrong(name: &str) -> EngineError {
    EngineError::InvalidOptions(["wrong value of ", name].concat())
}
