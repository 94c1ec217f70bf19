//! Options from JavaScript.

use wasm_bindgen::JsValue;

use crate::wasm::read::{Found, boolean, each_field, text, unknown, wrong};
use crate::{Language, Legend, RenderOptions, StyleOptions};

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
            "sizePx" => style.size_px = byte(value).ok_or_else(|| wrong(name))?,
            _ => return Err(unknown(name)),
        }
        Ok(())
    })?;
    Ok(style)
}

fn one_of<T: Copy>(name: &str, value: &JsValue, names: &[(&str, T)]) -> Found<T> {
    let found = text(name, value)?;
    let found = names.iter().find(|(name, _)| *name == found);
    found.map(|(_, one)| *one).ok_or_else(|| wrong(name))
}

/// A whole number from 0 to 255.
fn byte(value: &JsValue) -> Option<u8> {
    let number = value.as_f64()?;
    (0..=u8::MAX).find(|&byte| f64::from(byte) == number)
}
