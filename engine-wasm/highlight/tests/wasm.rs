//! The binding for JavaScript: shapes and error keys.
#![cfg(target_arch = "wasm32")]

use js_sys::Reflect;
use moyan_highlight::wasm::Highlighter;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::wasm_bindgen_test;

const GRAMMARS: &[u8] = include_bytes!("../assets/grammars.packdump");

#[wasm_bindgen_test]
fn code_becomes_spans() {
    let highlighter = Highlighter::new(GRAMMARS).unwrap();
    assert_eq!(
        highlighter.highlight("js", "let a = 1 < 2"),
        "<span class=\"hljs-keyword\">let</span> a = <span class=\"hljs-number\">1</span> &lt; \
         <span class=\"hljs-number\">2</span>"
    );
    assert_eq!(highlighter.highlight("klingon", "<a>"), "&lt;a&gt;");
}

#[wasm_bindgen_test]
fn languages_are_sorted_names() {
    let languages = Highlighter::new(GRAMMARS).unwrap().languages();
    assert!(languages.is_sorted());
    assert!(languages.contains(&"typescript".to_owned()));
}

#[wasm_bindgen_test]
fn damaged_grammars_throw_a_keyed_error() {
    let error = Highlighter::new(b"not a dump").err().unwrap();
    assert!(error.is_instance_of::<js_sys::Error>());
    let key = Reflect::get(&error, &"key".into()).unwrap();
    assert_eq!(key.as_string().unwrap(), "highlight.invalidGrammars");
    let message = Reflect::get(&error, &"message".into()).unwrap();
    assert!(!message.as_string().unwrap().is_empty());
}
