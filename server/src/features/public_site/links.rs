//! What a text names of its site: links to documents, images.

use std::collections::HashSet;

use moyan_export::{Address, PageAddress, page_block};
use percent_encoding::percent_decode_str;

/// A path of the site without query and fragment, decoded: what documents are found by. None for other addresses.
pub fn path_of(address: &str) -> Option<String> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    if !path.starts_with('/') || path.starts_with("//") {
        return None;
    }
    let decoded = percent_decode_str(path).decode_utf8().ok()?;
    let trimmed = decoded.trim_end_matches('/');
    Some(if trimmed.is_empty() { "/" } else { trimmed }.to_owned())
}

/// A text whose links to some paths of the site lead nowhere, as those to documents that are not on the site do.
pub fn without_links(html: String, is_left_out: impl Fn(&str) -> bool) -> String {
    if !html.contains("href=\"/") {
        return html;
    }
    page_block(&html, &[], |address| match address {
        Address::Link(url) => {
            let url = path_of(url)
                .filter(|path| is_left_out(path))
                .map(|_| String::new())?;
            Some(PageAddress { url, size: None })
        }
        Address::Image(_) => None,
    })
}

/// A text whose links and images of the site stand below another path, where one origin has several sites.
pub fn below(html: &str, base: &str) -> String {
    page_block(html, &[], |address| {
        let (Address::Link(url) | Address::Image(url)) = address;
        let is_path = url.starts_with('/') && !url.starts_with("//");
        let below = format!("{base}{url}");
        is_path.then_some(PageAddress {
            url: below,
            size: None,
        })
    })
}

/// The names of the images of the release that a text names.
pub fn image_names(text: &str) -> HashSet<String> {
    const BEFORE: &str = "/images/";
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '.';
    text.match_indices(BEFORE)
        .map(|(at, _)| text.get(at + BEFORE.len()..).unwrap_or_default())
        .map(|rest| rest.chars().take_while(|&letter| is_part(letter)).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_to_what_is_left_out_leads_nowhere_in_every_spelling() {
        let is_left_out = |path: &str| path == "/docs/密 室";
        for address in [
            "/docs/密 室",
            "/docs/%E5%AF%86%20%E5%AE%A4#a",
            "/docs/密%20室/?q=1",
        ] {
            let html = format!("<p><a href=\"{address}\">字</a></p>");
            assert_eq!(without_links(html, is_left_out), "<p><a>字</a></p>", "{address}");
        }
        for address in ["/docs/密", "https://a.cn/docs/密 室", "#密 室", "//docs/密 室"] {
            let html = format!("<p><a href=\"{address}\">字</a> &lt;a href=\"/docs/密 室\"&gt;</p>");
            assert_eq!(without_links(html.clone(), is_left_out), html, "{address}");
        }
    }

    #[test]
    fn links_of_the_site_stay_below_their_path() {
        let html = "<p><a href=\"/docs/a#b\">甲</a><a href=\"https://a.cn/\">乙</a><a href=\"#c\">丙</a><img src=\"/images/x.png\"></p>";
        assert_eq!(
            below(html, "/s/x"),
            "<p><a href=\"/s/x/docs/a#b\">甲</a><a href=\"https://a.cn/\">乙</a><a href=\"#c\">丙</a><img src=\"/s/x/images/x.png\"></p>"
        );
    }

    #[test]
    fn images_are_known_by_their_names() {
        let html = "<img src=\"/images/0a.png\"><img src=\"/s/x/images/1b.svg\"><img src=\"/media/2c.png\">";
        let names = image_names(html);
        assert_eq!(names, HashSet::from(["0a.png".to_owned(), "1b.svg".to_owned()]));
    }
}
