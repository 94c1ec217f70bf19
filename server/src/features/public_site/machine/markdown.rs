//! What language models read: the list of the site and its documents as Markdown. Everything as guests see it.

use moyan_domain::gate::AccessLevel;
use moyan_domain::limits::SITEMAP_MAX_ADDRESSES;
use moyan_export::page_markdown;

use super::feeds::encoded;
use super::seo::shortened;
use crate::features::public_site::content::audience_view::{Document, Shown, View};
use crate::features::public_site::routing::parsed_path::Address;

/// A document is read as Markdown where the site offers it and guests may know of the document. Elsewhere its `{path}.md`
/// is an address like any other: a redirect may lead on from there.
pub fn offered_address(guest: &Shown, address: Address) -> Address {
    let is_offered = |path| guest.content.settings.index.offers_markdown && guest.at(path).is_some();
    match address.markdown_path().is_some_and(|path| !is_offered(path)) {
        true => Address::of_document(address.path),
        false => address,
    }
}

/// What the site holds. Source: llmstxt.org.
pub fn list(view: &View<'_>) -> String {
    list_up_to(view, SITEMAP_MAX_ADDRESSES)
}

fn list_up_to(view: &View<'_>, max_documents: usize) -> String {
    let info = &view.settings().basic_info;
    let mut text = format!("# {}\n", line(&info.name));
    if !info.description.is_empty() {
        text.push_str(&format!("\n> {}\n", line(&info.description)));
    }
    let mut n_left = max_documents;
    for category in view.shown.categories() {
        text.push_str(&format!("\n## {}\n\n", line(&category.name)));
        for document in view.shown.of_category(category.id).take(n_left) {
            let about = match shortened(document.summary()) {
                about if about.is_empty() => about,
                about => format!(": {}", line(&about)),
            };
            text.push_str(&format!(
                "- [{}]({}){about}\n",
                line(&document.meta.title),
                address(view, document)
            ));
            n_left -= 1;
        }
    }
    text
}

/// A document: its title, what it is about, what guests see of it, and where the rest is.
pub fn document(view: &View<'_>, document: Document<'_>) -> String {
    let seen = document.seen();
    let has_title = seen.headings.first().is_some_and(|heading| heading.level == 1);
    let mut parts = Vec::new();
    if !has_title {
        parts.push(format!("# {}", line(&document.meta.title)));
    }
    if !document.meta.description.is_empty() {
        parts.push(format!("> {}", line(&document.meta.description)));
    }
    let page = encoded(&view.absolute(&document.meta.path));
    let text = page_markdown(&seen.html, |address| match address.starts_with('/') {
        true => encoded(&view.absolute(address)),
        false => address.to_owned(),
    });
    parts.push(text.trim_end().to_owned());
    if !document.is_whole() {
        parts.push(format!("---\n\n[{}]({page})", view.words.rest_for_members));
    }
    parts.retain(|part| !part.is_empty());
    format!("{}\n", parts.join("\n\n"))
}

/// Where a document is read as Markdown.
pub fn address(view: &View<'_>, document: Document<'_>) -> String {
    // Of a text that guests do not see at all the page says more.
    let ending = match document.level() {
        AccessLevel::Members => "",
        _ => ".md",
    };
    format!("{}{ending}", encoded(&view.absolute(&document.meta.path)))
}

/// A text in one line, whose letters mean nothing to a parser.
fn line(text: &str) -> String {
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
    use uuid::Uuid;

    use super::*;
    use crate::features::public_site::testing::{Reading, content_with, document as written};
    use crate::features::publish::{SiteCategory, SiteDocument};
    use moyan_domain::CategoryId;
    use moyan_domain::gate::Audience;

    #[test]
    fn a_title_ends_no_link_and_begins_no_line() {
        assert_eq!(line(" a\n](b) <c> # "), "a \\](b) \\<c> \\#");
    }

    #[test]
    fn the_list_says_what_the_site_and_its_documents_are_about_where_they_say_it() {
        let described = SiteDocument {
            description: "How it begins.".to_owned(),
            ..written(1, "start", &[], &["<p>text</p>"])
        };
        let mut content = content_with(vec![
            described,
            written(2, "more", &[], &["<p>Words of a text.</p>"]),
            written(3, "empty", &[], &[]),
        ]);
        content.settings.basic_info.name = "Handbook".to_owned();
        let documents = "\n## Guide\n\n\
            - [start](https://handbook.example/docs/guide/start.md): How it begins.\n\
            - [more](https://handbook.example/docs/guide/more.md): Words of a text.\n\
            - [empty](https://handbook.example/docs/guide/empty.md)\n";
        for (description, head) in [
            ("", "# Handbook\n"),
            ("All about it.", "# Handbook\n\n> All about it.\n"),
        ] {
            content.settings.basic_info.description = description.to_owned();
            let reading = Reading::of(content.clone(), Audience::Guest);
            assert_eq!(list(&reading.view()), format!("{head}{documents}"));
        }
    }

    #[test]
    fn the_list_ends_when_it_has_as_many_documents_as_it_may_have() {
        let guide = [1, 2].map(|id| written(id, "guide", &[], &[]));
        let other = CategoryId(Uuid::from_u128(21));
        let others = [3, 4].map(|id| SiteDocument {
            category_id: other,
            ..written(id, "other", &[], &[])
        });
        let mut content = content_with(guide.into_iter().chain(others).collect());
        let category = SiteCategory {
            id: other,
            ..content.categories[0].clone()
        };
        content.categories.push(category);
        let reading = Reading::of(content, Audience::Guest);
        let n_listed = |max| list_up_to(&reading.view(), max).matches("\n- [").count();
        assert_eq!([1, 2, 3, 4, 5].map(n_listed), [1, 2, 3, 4, 4]);
    }
}
