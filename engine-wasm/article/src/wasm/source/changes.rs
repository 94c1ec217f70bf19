//! Changes of front matter from JavaScript.

use wasm_bindgen::JsValue;

use crate::front_matter::{Change, FieldChange, FrontMatterChanges, Value};
use crate::wasm::read::{Found, boolean, each_field, items, text, unknown, wrong};

/// Changes of front matter: an absent key stays, null takes its line out.
pub(super) fn front_matter_changes(value: &JsValue) -> Found<FrontMatterChanges> {
    let mut changes = FrontMatterChanges::default();
    each_field(value, |name, value| {
        match name {
            "title" => changes.title = change(name, value, text)?,
            "sidebarLabel" => changes.sidebar_label = change(name, value, text)?,
            "date" => changes.date = change(name, value, text)?,
            "tags" => changes.tags = change(name, value, texts)?,
            "draft" => changes.draft = change(name, value, boolean)?,
            "routerPath" => changes.router_path = change(name, value, text)?,
            "other" => changes.other = items(name, value, field_change)?,
            _ => return Err(unknown(name)),
        }
        Ok(())
    })?;
    Ok(changes)
}

fn field_change(value: &JsValue) -> Found<FieldChange> {
    let (mut key, mut new) = (None, None);
    each_field(value, |name, value| {
        match name {
            "key" => key = Some(text(name, value)?),
            "value" if !value.is_null() => new = Some(any_value(name, value)?),
            _ => {}
        }
        Ok(())
    })?;
    let key = key.ok_or_else(|| wrong("key"))?;
    Ok(FieldChange { key, value: new })
}

fn any_value(name: &str, value: &JsValue) -> Found<Value> {
    if let Some(boolean) = value.as_bool() {
        Ok(Value::Boolean(boolean))
    } else if let Some(number) = value.as_f64() {
        Ok(Value::Number(number))
    } else if let Some(text) = value.as_string() {
        Ok(Value::Text(text))
    } else {
        texts(name, value).map(Value::List)
    }
}

fn change<T>(name: &str, value: &JsValue, read: impl Fn(&str, &JsValue) -> Found<T>) -> Found<Change<T>> {
    if value.is_null() {
        return Ok(Change::Remove);
    }
    read(name, value).map(Change::Set)
}

fn texts(name: &str, value: &JsValue) -> Found<Vec<String>> {
    items(name, value, |item| text(name, item))
}
