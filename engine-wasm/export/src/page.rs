//! The article as a page of its own: one file, nothing fetched but the author's images.

use crate::request::ExportRequest;
use crate::tree::{Tree, escape_text};

/// What the page adds to the article's style sheets. Source: specification §2, HTML export (750 px width).
const PAGE_CSS: &str = "html{color-scheme:light;background:#fff}body{box-sizing:border-box;margin:0 auto;max-width:750px;padding:24px 16px}\
@media print{body{max-width:none;padding:0}}";
/// A page that cannot run or load anything but pictures.
const POLICY: &str = "default-src 'none'; img-src * data: blob:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The whole page.
pub(crate) fn page(tree: &Tree, request: &ExportRequest) -> String {
    let mut html = String::from("<!doctype html>\n<html lang=\"");
    html.push_str(if request.language == "en" { "en" } else { "zh-CN" });
    html.push_str(
        "\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"",
    );
    html.push_str(POLICY);
    html.push_str("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    escape_text(&request.title, &mut html);
    html.push_str("</title>\n<style>\n");
    html.push_str(PAGE_CSS);
    html.push('\n');
    html.push_str(&safe_in_style(&request.css));
    html.push_str("\n</style>\n</head>\n<body>\n");
    html.push_str(&tree.to_html());
    html.push_str("\n</body>\n</html>\n");
    html
}

/// CSS that cannot end the element it stands in: a `<` that could begin a tag stands only in strings and comments,
/// where its escape means the same; one of a media query has a space or a sign behind it and stays.
fn safe_in_style(css: &str) -> String {
    let mut safe = String::with_capacity(css.len());
    let mut characters = css.chars().peekable();
    while let Some(character) = characters.next() {
        let begins_tag = characters
            .peek()
            .is_some_and(|next| next.is_ascii_alphabetic() || "/!?".contains(*next));
        if character == '<' && begins_tag {
            safe.push_str("\\3c ");
        } else {
            safe.push(character);
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::Target;

    #[test]
    fn a_style_sheet_cannot_leave_its_element() {
        let request = ExportRequest {
            target: Target::Html,
            html: String::new(),
            css: "p::before { content: '</style><script>alert(1)</script>' }".to_owned(),
            fills: Vec::new(),
            title: "</title><script>".to_owned(),
            language: String::new(),
        };
        let html = page(&Tree::parse("<p>a</p>"), &request);
        assert_eq!(html.matches("</style").count(), 1);
        assert!(!html.contains("<script"));
        assert!(html.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"));
    }
}
