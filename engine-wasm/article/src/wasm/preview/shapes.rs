//! Patches and facts as JavaScript objects.

use js_sys::{Object, Uint32Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::wasm::shape::{front_matter, list, object, text, warning};
use crate::{ArticleInfo, Patch, PatchOp};

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
