//! Results as JavaScript objects, written by hand: a general serialiser is a tenth of the module.

use js_sys::{Array, Object, Reflect, Uint32Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::front_matter::{FrontMatter, ParsedFrontMatter, Value};
use crate::{ArticleInfo, Patch, PatchOp, Warning};

// Blocks come by the thousand: a setter passes no name of a property.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(extends = Object)]
    type Record;
    #[wasm_bindgen(method, setter)]
    fn set_html(this: &Record, html: &str);
    #[wasm_bindgen(method, setter = hasRawHtml)]
    fn set_raw(this: &Record, has: bool);
    #[wasm_bindgen(method, setter = hasCode)]
    fn set_code(this: &Record, has: bool);
    #[wasm_bindgen(method, setter = hasMath)]
    fn set_math(this: &Record, has: bool);
    #[wasm_bindgen(method, setter = hasDiagram)]
    fn set_diagram(this: &Record, has: bool);
}

/// `{ ops: [{ at, remove, insert: [block] }], startLines: Uint32Array }`.
pub(super) fn patch(patch: &Patch) -> JsValue {
    let lines = Uint32Array::from(patch.start_lines.as_slice());
    object(&[("ops", list(&patch.ops, op)), ("startLines", lines.into())])
}

fn op(op: &PatchOp) -> JsValue {
    object(&[
        ("at", op.at.into()),
        ("remove", op.remove.into()),
        ("insert", list(&op.insert, block)),
    ])
}

/// A block without its line, which stands in `startLines`.
fn block(block: &crate::Block) -> JsValue {
    let record: Record = wasm_bindgen::JsCast::unchecked_into(Object::new());
    record.set_html(&block.html);
    record.set_raw(block.has_raw_html);
    record.set_code(block.has_code);
    record.set_math(block.has_math);
    record.set_diagram(block.has_diagram);
    record.into()
}

/// `{ headings, frontMatter, stats, warnings }`.
pub(super) fn info(info: &ArticleInfo) -> JsValue {
    let heading = |heading: &crate::Heading| {
        object(&[
            ("level", heading.level.into()),
            ("text", text(&heading.text)),
            ("id", text(&heading.id)),
            ("line", heading.line.into()),
        ])
    };
    let stats = object(&[
        ("words", info.stats.words.into()),
        ("characters", info.stats.characters.into()),
        ("cjkCharacters", info.stats.cjk_characters.into()),
        ("latinWords", info.stats.latin_words.into()),
        ("minutes", info.stats.minutes.into()),
    ]);
    object(&[
        ("headings", list(&info.headings, heading)),
        ("frontMatter", front_matter(&info.front_matter)),
        ("stats", stats),
        ("warnings", list(&info.warnings, warning)),
    ])
}

/// `{ frontMatter, bodyStart, bodyLine, warnings }`.
pub(super) fn parsed_front_matter(parsed: &ParsedFrontMatter, body_start: usize) -> JsValue {
    object(&[
        ("frontMatter", front_matter(&parsed.front_matter)),
        ("bodyStart", body_start.into()),
        ("bodyLine", parsed.body_line.into()),
        ("warnings", list(&parsed.warnings, warning)),
    ])
}

fn front_matter(found: &FrontMatter) -> JsValue {
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

fn value(value: &Value) -> JsValue {
    match value {
        Value::Boolean(boolean) => (*boolean).into(),
        Value::Number(number) => (*number).into(),
        Value::List(items) => texts(items),
        Value::Text(found) => text(found),
        Value::Empty => JsValue::NULL,
    }
}

fn warning(warning: &Warning) -> JsValue {
    object(&[
        ("key", text(&warning.key)),
        ("line", warning.line.into()),
        ("detail", optional(warning.detail.as_ref())),
    ])
}

fn text(text: &str) -> JsValue {
    JsValue::from_str(text)
}

fn optional(found: Option<&String>) -> JsValue {
    found.map_or(JsValue::NULL, |found| text(found))
}

fn texts(items: &[String]) -> JsValue {
    list(items, |item| text(item))
}

fn list<T>(items: &[T], shape: impl Fn(&T) -> JsValue) -> JsValue {
    let array = Array::new();
    for item in items {
        array.push(&shape(item));
    }
    array.into()
}

fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // Setting a property of a fresh object cannot fail.
        let _ = Reflect::set(&object, &text(name), value);
    }
    object.into()
}
