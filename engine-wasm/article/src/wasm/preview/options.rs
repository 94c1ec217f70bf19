//! Options from JavaScript.

use wasm_bindgen::JsValue;

use crate::theme::HeadingStyle;
use crate::wasm::read::{Found, boolean, each_field, items, text, unknown, wrong};
use crate::{Language, Legend, RenderOptions, StyleOptions};

/// Options of a render; undefined and null are the default.
pub(super) fn render_options(value: &JsValue) -> Found<RenderOptions> {
    let mut options = RenderOptions::default();
    if value.is_undefined() || value.is_null() {
        return Ok(options);
    }
    each_field(value, |name, value| {
        let flag = match name {
            "legend" => {
                options.legend = one_of(name, value, &Legend::NAMES)?;
                return Ok(());
            }
            "language" => {
                options.language = one_of(name, value, &Language::NAMES)?;
                return Ok(());
            }
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
