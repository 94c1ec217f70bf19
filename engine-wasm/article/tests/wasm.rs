//! Shapes at the border to JavaScript.
#![cfg(target_arch = "wasm32")]
// A failure in a helper of a test is a failure of the test.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use js_sys::{Array, Object, Reflect, Uint32Array};
use moyan_article::wasm::preview::{Engine, theme_css};
use moyan_article::wasm::source::{format_source, parse_front_matter, write_front_matter};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

fn get(value: &JsValue, key: &str) -> JsValue {
    Reflect::get(value, &JsValue::from_str(key)).unwrap()
}

fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (key, value) in fields {
        Reflect::set(&object, &JsValue::from_str(key), value).unwrap();
    }
    object.into()
}

#[wasm_bindgen_test]
fn an_update_answers_ops_and_start_lines() {
    let mut engine = Engine::new(JsValue::UNDEFINED).unwrap();
    let patch = engine.update("# 一\n\n```js\na\n```\n\n<b>x</b> $y$");
    assert_eq!(
        get(&patch, "startLines").unchecked_into::<Uint32Array>().to_vec(),
        [1, 3, 7]
    );
    let ops: Array = get(&patch, "ops").unchecked_into();
    assert_eq!(ops.length(), 1);
    let op = ops.get(0);
    assert_eq!(
        (get(&op, "at").as_f64(), get(&op, "remove").as_f64()),
        (Some(0.0), Some(0.0))
    );
    let insert: Array = get(&op, "insert").unchecked_into();
    let flags = |index: u32| {
        ["hasRawHtml", "hasCode", "hasMath", "hasDiagram"]
            .map(|key| get(&insert.get(index), key).as_bool().unwrap())
    };
    assert_eq!(flags(1), [false, true, false, false]);
    assert_eq!(flags(2), [true, false, true, false]);
    assert_eq!(
        get(&insert.get(0), "html").as_string().as_deref(),
        Some("<h1 id=\"一\">一</h1>")
    );
    assert!(get(&insert.get(0), "startLine").is_undefined());
}

#[wasm_bindgen_test]
fn an_edit_counts_as_strings_of_javascript_do() {
    let mut engine = Engine::new(JsValue::UNDEFINED).unwrap();
    engine.update("一\n\n😀二");
    let patch = engine.edit(5, 1, "三");
    let op = get(&patch, "ops").unchecked_into::<Array>().get(0);
    let block = get(&op, "insert").unchecked_into::<Array>().get(0);
    assert_eq!(get(&op, "at").as_f64(), Some(1.0));
    assert_eq!(get(&block, "html").as_string().as_deref(), Some("<p>😀三</p>"));
}

#[wasm_bindgen_test]
fn options_may_be_partial_and_change() {
    let mut engine = Engine::new(object(&[("breaks", JsValue::FALSE)])).unwrap();
    engine.update("a\nb");
    let patch = engine.set_options(object(&[("breaks", JsValue::TRUE)])).unwrap();
    assert_eq!(get(&patch, "ops").unchecked_into::<Array>().length(), 1);
}

#[wasm_bindgen_test]
fn unknown_options_are_an_error_with_a_key() {
    let problem = Engine::new(object(&[("colour", JsValue::TRUE)])).err().unwrap();
    assert!(problem.is_instance_of::<js_sys::Error>());
    assert_eq!(
        get(&problem, "key").as_string().as_deref(),
        Some("engine.invalidOptions")
    );
    assert!(!get(&problem, "message").as_string().unwrap().is_empty());
}

#[wasm_bindgen_test]
fn info_has_headings_front_matter_stats_and_warnings() {
    let mut engine = Engine::new(JsValue::UNDEFINED).unwrap();
    engine.update("---\ntitle: 题\n---\n## 二\n\n[x](javascript:y)");
    let info = engine.info();
    let heading = get(&info, "headings").unchecked_into::<Array>().get(0);
    assert_eq!(
        (get(&heading, "level").as_f64(), get(&heading, "line").as_f64()),
        (Some(2.0), Some(4.0))
    );
    assert_eq!(
        get(&get(&info, "frontMatter"), "title").as_string().as_deref(),
        Some("题")
    );
    assert!(get(&get(&info, "frontMatter"), "routerPath").is_null());
    assert_eq!(get(&get(&info, "stats"), "words").as_f64(), Some(2.0));
    let warning = get(&info, "warnings").unchecked_into::<Array>().get(0);
    assert_eq!(get(&warning, "key").as_string().as_deref(), Some("link.unsafe"));
}

#[wasm_bindgen_test]
fn the_small_functions_answer_text() {
    assert_eq!(format_source("用Rust写"), "用 Rust 写");
    assert!(theme_css(object(&[])).unwrap().contains(".article"));
    let parsed = parse_front_matter("---\ntitle: 😀\n---\n正文");
    assert_eq!(get(&parsed, "bodyStart").as_f64(), Some(18.0));
    assert_eq!(get(&parsed, "bodyLine").as_f64(), Some(4.0));
    let changes = object(&[("title", JsValue::from_str("新"))]);
    assert_eq!(
        write_front_matter("---\ntitle: 旧\n---\n", changes).unwrap(),
        "---\ntitle: 新\n---\n"
    );
}
