//! What the pages of a site are, in short, for comparisons of two databases.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use moyan_domain::gate::Audience;
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::files::hash_of;

use super::content::audience_view::Audiences;
use super::content::links::OwnNames;
use super::content::page_context::PageContext;
use super::content::theme::StyleSheet;
use super::machine::feeds;
use super::pages::{frame, home, index, reader};
use super::routing::host::origin_of;
use super::routing::reader::Reader;
use super::words::Words;
use crate::features::publish::SiteContent;

/// The SHA-256 of each page that a site has for guests, readers without a membership and members: home, documents, their
/// list, the sitemap and the feed. The keys are the audience and the path.
pub fn hash_pages(
    content: SiteContent,
    platform: &PlatformConfig,
    now: DateTime<Utc>,
) -> BTreeMap<String, String> {
    let names = OwnNames::of(&content.site, platform);
    let origin = origin_of(&content.site, platform);
    let theme_name = StyleSheet::of(&content.settings.appearance).name;
    let audiences = Audiences::new(Arc::new(content), names);
    let mut hashes = BTreeMap::new();
    for audience in [Audience::Guest, Audience::NonMember, Audience::Member] {
        let view = audiences.of(audience);
        let reader = Reader::of(audience);
        let context = PageContext {
            view: &view,
            reader: &reader,
            words: Words::of(view.content.settings.basic_info.language),
            now,
            origin: &origin,
            base: "",
            color_scheme: None,
            is_logged_in: false,
            is_preview: false,
            theme_name: &theme_name,
            again_path: "",
        };
        let mut keep = |path: &str, text: &str| {
            hashes.insert(format!("{audience:?} {path}"), hash_of(text.as_bytes()));
        };
        let html = |page: &frame::Page| frame::document(&context, page).into_string();
        keep("/", &html(&home::page(&context)));
        if let Some(page) = index::page(&context, None, 1) {
            keep("/docs", &html(&page));
        }
        for document in view.documents() {
            keep(&document.meta.path, &html(&reader::page(&context, document)));
        }
        keep("/sitemap.xml", &feeds::sitemap(&context));
        keep("/feed.xml", &feeds::feed(&context));
    }
    hashes
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone as _;
    use moyan_domain::gate::AccessLevel;

    use super::*;
    use crate::features::public_site::testing::{config, content_with, document};

    fn pages(words: &str) -> BTreeMap<String, String> {
        let html = format!("<p>{words}</p>");
        let mut content = content_with(vec![document(1, "a", &[], &[&html])]);
        content.rules.guest = AccessLevel::Hidden;
        let now = Utc.timestamp_opt(1_795_000_000, 0).unwrap();
        hash_pages(content, &config(&[]).platform, now)
    }

    #[test]
    fn the_pages_of_each_audience_are_hashed_and_a_changed_text_changes_its_own() {
        let first = pages("first");
        assert_eq!(pages("first"), first);
        assert!(!first.contains_key("Guest /docs/guide/a"));
        let second = pages("second");
        for page in ["NonMember /docs/guide/a", "Member /docs/guide/a"] {
            assert_ne!(first.get(page).unwrap(), second.get(page).unwrap(), "{page}");
        }
        assert_eq!(first.get("Guest /"), second.get("Guest /"));
    }
}
