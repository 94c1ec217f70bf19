//! The cut in WebAssembly is the cut of the server, byte for byte. The module of browsers has no room for it, so it is
//! built for this test only.
#![cfg(target_arch = "wasm32")]

mod excerpt_cases;

use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn what_is_cut_in_webassembly_is_what_is_cut_natively() {
    assert_eq!(excerpt_cases::cuts(), excerpt_cases::GOLDEN);
}
