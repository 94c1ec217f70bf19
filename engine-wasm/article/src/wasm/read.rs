//! Arguments from JavaScript objects, written by hand: a general deserialiser is a tenth of the module.
//!
//! A field that is undefined keeps its default; an unknown field, or a value of another type, is an error.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use crate::front_matter::{Change, FieldChange, FrontMatterChanges, Value};
use crate::theme::HeadingStyle;
use crate::{EngineError, Language, Legend, RenderOptions, StyleOptions};

type Found<T> = Result<T, EngineError>;

/// Options of a render; undefined and null are the default.
pub(super) fn render_options(value: &JsValue) -> Found<RenderOptions> {
    let mut options = RenderOptions::default();
    if value.is_undefined() || value.is_null() {
        return Ok(options);
    }
    each_field(value, |name, value| {
        let flag = match name {
            "legend" => return Ok(options.legend = one_of(name, value, &Legend::NAMES)?),
            "language" => return Ok(options.language = one_of(name, value, &Language::NAMES)?),
            "citation" => &mut options.citation,
            "countStatus" => &mut options.count_status,
            "breaks" => &mut options.breaks,
            "macCodeBlock" => &mut options.mac_code_block,
            "lineNumbers" => &mut options.line_numbers,
            _ => return Err(unknown(name)),
        };
        *flag = boolean(name, value)?;
        Ok(())
    })?;
    Ok(options)
}

/// Options of a style sheet.
pub(super) fn style_options(value: &JsValue) -> Found<StyleOptions> {
    let mut style = StyleOptions::default();
    each_field(value, |name, value| {
        match name {
            "theme" => style.theme = text(name, value)?.parse()?,
            "font" => style.font = text(name, value)?.parse()?,
            "color" => style.color = text(name, value)?,
            "indent" => style.indent = boolean(name, value)?,
            "justify" => style.justify = boolean(name, value)?,
            "sizePx" => style.size_px = u8::try_from(whole(name, value)?).map_err(|_| wrong(name))?,
            "lineHeightPercent" => style.line_height_percent = optional(name, value)?,
            "letterSpacingTenths" => style.letter_spacing_tenths = optional(name, value)?,
            "paragraphSpacingPx" => style.paragraph_spacing_px = optional(name, value)?,
            "headings" => {
                let styles = items(name, value, |item| one_of(name, item, &HeadingStyle::NAMES))?;
                style.headings = styles.try_into().map_err(|_| wrong(name))?;
            }
            _ => return Err(unknown(name)),
        }
        Ok(())
    })?;
    Ok(style)
}

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

/// Calls `take` with every own field of `value` that is not undefined.
fn each_field(value: &JsValue, mut take: impl FnMut(&str, &JsValue) -> Found<()>) -> Found<()> {
    let object: &Object = value.dyn_ref().ok_or_else(|| wrong("object"))?;
    for key in Object::keys(object).iter() {
        let field = Reflect::get(object, &key).unwrap_or_default();
        if !field.is_undefined() {
            take(&key.as_string().unwrap_or_default(), &field)?;
        }
    }
    Ok(())
}

fn boolean(name: &str, value: &JsValue) -> Found<bool> {
    value.as_bool().ok_or_else(|| wrong(name))
}

fn text(name: &str, value: &JsValue) -> Found<String> {
    value.as_string().ok_or_else(|| wrong(name))
}

fn texts(name: &str, value: &JsValue) -> Found<Vec<String>> {
    items(name, value, |item| text(name, item))
}

fn items<T>(name: &str, value: &JsValue, read: impl Fn(&JsValue) -> Found<T>) -> Found<Vec<T>> {
    let array: &Array = value.dyn_ref().ok_or_else(|| wrong(name))?;
    array.iter().map(|item| read(&item)).collect()
}

fn one_of<T: Copy>(name: &str, value: &JsValue, names: &[(&str, T)]) -> Found<T> {
    let found = text(name, value)?;
    let found = names.iter().find(|(name, _)| *name == found);
    found.map(|(_, one)| *one).ok_or_else(|| wrong(name))
}

/// A whole number from 0 to 999; what a style is chosen by goes no further.
fn whole(name: &str, value: &JsValue) -> Found<u16> {
    let number = value.as_f64().ok_or_else(|| wrong(name))?;
    let found = (0..1000).find(|&whole| f64::from(whole) == number);
    found.ok_or_else(|| wrong(name))
}

/// A whole number, or null for none.
fn optional(name: &str, value: &JsValue) -> Found<Option<u16>> {
    if value.is_null() {
        return Ok(None);
    }
    whole(name, value).map(Some)
}

fn unknown(name: &str) -> EngineError {
    EngineError::InvalidOptions(["unknown field ", name].concat())
}

fn wrong(name: &str) -> EngineError {
    EngineError::InvalidOptions(["wrong value of ", name].concat())
}
