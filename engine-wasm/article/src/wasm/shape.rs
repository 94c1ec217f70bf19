//! Results as JavaScript objects. Written by hand: serde-wasm-bindgen would put the module over its budget.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsValue;

use crate::Warning;
use crate::front_matter::{FrontMatter, Value};

pub(super) fn front_matter(found: &FrontMatter) -> JsValue {
    let field = |field: &crate::front_matter::Field| {
        object(&[("key", text(&field.key)), ("value", value(&field.value))])
    };
    object(&[
        ("title", optional(found.title.as_ref())),
        ("sidebarLabel", optional(found.sidebar_label.as_ref())),
        ("date", optional(found.date.as_ref())),
        ("tags", texts(&found.tags)),
        ("draft", found.draft.into()),
        ("routerPath", optional(found.router_path.as_ref())),
        ("other", list(&found.other, field)),
    ])
}

pub(super) fn value(value: &Value) -> JsValue {
    match value {
        Value::Boolean(boolean) => (*boolean).into(),
        Value::Number(number) => (*number).into(),
        Value::List(items) => texts(items),
        Value::Text(found) => text(found),
        Value::Empty => JsValue::NULL,
    }
}

pub(super) fn warning(warning: &Warning) -> JsValue {
    object(&[
        ("key", text(&warning.key)),
        ("line", warning.line.into()),
        ("detail", optional(warning.detail.as_ref())),
    ])
}

pub(super) fn text(text: &str) -> JsValue {
    JsValue::from_str(text)
}

pub(super) fn optional(found: Option<&String>) -> JsValue {
    found.map_or(JsValue::NULL, |found| text(found))
}

pub(super) fn texts(items: &[String]) -> JsValue {
    list(items, |item| text(item))
}

pub(super) fn list<T>(items: &[T], shape: impl Fn(&T) -> JsValue) -> JsValue {
    let array = Array::new();
    for item in items {
        array.push(&shape(item));
    }
    array.into()
}

pub(super) fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // Setting a property of a fresh object cannot fail.
        let _ = Reflect::set(&object, &text(name), value);
    }
    object.into()
}
