//! What is left of a copied article in WeChat: `wechat-filter [paste|save|page]`, HTML from standard input to standard
//! output. `page` prints the style sheet of the page that shows articles instead. The rules stand in
//! tests/fixtures/wechat-filter.json.

#[path = "../tests/wechat_model/mod.rs"]
mod wechat_model;

use std::io::{Read, Write};
use wechat_model::{When, filtered, page_css};

fn main() -> std::io::Result<()> {
    let when = std::env::args().nth(1);
    let mut out = std::io::stdout();
    if when.as_deref() == Some("page") {
        return out.write_all(page_css().as_bytes());
    }
    let mut html = String::new();
    std::io::stdin().read_to_string(&mut html)?;
    let when = if when.as_deref() == Some("paste") {
        When::Paste
    } else {
        When::Save
    };
    out.write_all(filtered(&html, when).as_bytes())
}
