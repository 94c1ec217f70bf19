//! The list of a site for language models, as guests see it. Source: llmstxt.org.

use moyan_domain::limits::SITEMAP_MAX_ADDRESSES;

use super::markdown::{address, line};
use super::seo::shortened;
use crate::features::public_site::content::page_context::PageContext;

/// The documents of the site, by categories.
pub fn list(context: &PageContext<'_>) -> String {
    list_up_to(context, SITEMAP_MAX_ADDRESSES)
}

fn list_up_to(context: &PageContext<'_>, max_documents: usize) -> String {
    let info = &context.settings().basic_info;
    let mut text = format!("# {}\n", line(&info.name));
    if !info.description.is_empty() {
        text.push_str(&format!("\n> {}\n", line(&info.description)));
    }
    let mut n_left = max_documents;
    for category in context.view.categories() {
        text.push_str(&format!("\n## {}\n\n", line(&category.name)));
        for document in context.view.of_category(category.id).take(n_left) {
            let about = match shortened(document.summary()) {
                about if about.is_empty() => about,
                about => format!(": {}", line(&about)),
            };
            text.push_str(&format!(
                "- [{}]({}){about}\n",
                line(&document.meta.title),
                address(context, document)
            ));
            n_left -= 1;
        }
    }
    text
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
            assert_eq!(list(&reading.context()), format!("{head}{documents}"));
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
        let n_listed = |max| list_up_to(&reading.context(), max).matches("\n- [").count();
        assert_eq!([1, 2, 3, 4, 5].map(n_listed), [1, 2, 3, 4, 4]);
    }
}
