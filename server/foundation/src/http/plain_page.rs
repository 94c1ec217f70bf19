//! Pages that the server writes itself, for developers: text and a small style sheet, without a script.

const STYLE: &str = include_str!("plain_page.css");

/// A page. `content` is HTML; the rest is text.
pub fn page(lang: &str, title: &str, lead: &str, content: &str) -> String {
    format!(
        "<!doctype html><html lang=\"{lang}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
         <style>{STYLE}</style></head><body><main><h1>{title}</h1>\
         <p class=\"lead\">{lead}</p>{content}</main></body></html>",
        title = escape(title),
        lead = escape(lead),
    )
}

/// Text as it is written between tags and in quoted attributes.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(escape("<a href=\"&\">"), "&lt;a href=&quot;&amp;&quot;&gt;");
        let page = page("en", "<1>", "<2>", "<p>3</p>");
        assert!(page.contains("<title>&lt;1&gt;</title>"), "{page}");
        assert!(page.contains("&lt;2&gt;</p><p>3</p>"), "{page}");
    }
}
