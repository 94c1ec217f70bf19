//! Documents as Markdown, as guests see them.

use moyan_domain::gate::AccessLevel;
use moyan_export::page_markdown;

use super::feeds::encoded;
use crate::features::public_site::content::audience_view::AudienceView;
use crate::features::public_site::content::document::Document;
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::routing::parsed_path::Address;

/// A document is read as Markdown where the site offers it and guests may know of the document. Elsewhere its `{path}.md`
/// is an address like any other: a redirect may lead on from there.
pub fn offered_address(guest: &AudienceView, address: Address) -> Address {
    let is_offered = |path| guest.content.settings.index.offers_markdown && guest.at(path).is_some();
    match address.markdown_path().is_some_and(|path| !is_offered(path)) {
        true => Address::of_document(address.path),
        false => address,
    }
}

/// A document: its title, what it is about, what guests see of it, and where the rest is.
pub fn document(context: &PageContext<'_>, document: Document<'_>) -> String {
    let seen = document.seen();
    let has_title = seen.headings.first().is_some_and(|heading| heading.level == 1);
    let mut parts = Vec::new();
    if !has_title {
        parts.push(format!("# {}", line(&document.meta.title)));
    }
    if !document.meta.description.is_empty() {
        parts.push(format!("> {}", line(&document.meta.description)));
    }
    let page = encoded(&context.absolute(&document.meta.path));
    let text = page_markdown(&seen.html, |address| match address.starts_with('/') {
        true => encoded(&context.absolute(address)),
        false => address.to_owned(),
    });
    parts.push(text.trim_end().to_owned());
    if !document.is_whole() {
        parts.push(format!("---\n\n[{}]({page})", context.words.rest_for_members));
    }
    parts.retain(|part| !part.is_empty());
    format!("{}\n", parts.join("\n\n"))
}

/// Where a document is read as Markdown.
pub fn address(context: &PageContext<'_>, document: Document<'_>) -> String {
    // Of a text that guests do not see at all the page says more.
    let ending = match document.level() {
        AccessLevel::Members => "",
        _ => ".md",
    };
    format!("{}{ending}", encoded(&context.absolute(&document.meta.path)))
}

/// A text in one line, whose letters mean nothing to a parser.
pub fn line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if letter == '[' {
            // A backslash before it begins a formula.
            line.push_str("&#91;");
            continue;
        }
        if matches!(letter, '\\' | '`' | '*' | '_' | ']' | '<' | '#') {
            line.push('\\');
        }
        line.push(letter);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_ends_no_link_and_begins_no_line() {
        assert_eq!(line(" a\n](b) <c> # "), "a \\](b) \\<c> \\#");
    }
}
