//! A document as an audience sees it.

use std::sync::OnceLock;

use moyan_domain::gate::{self, AccessLevel, DocumentHeading, VisibleDocument};

use super::audience_view::AudienceView;
use super::links;
use crate::features::publish::SiteDocument;

/// The entry of a document that an audience may know of.
pub struct DocumentEntry {
    pub index: usize,
    pub level: AccessLevel,
    pub list_entry: OnceLock<ListEntry>,
}

/// What lists say of a document. The text itself is not kept: pages that show it are.
pub struct ListEntry {
    /// The headings that are seen.
    pub headings: Vec<DocumentHeading>,
    /// True when some of the text is kept back.
    is_cut: bool,
    /// The beginning of what is seen, as plain text.
    excerpt: String,
}

/// A document, and what the audience sees of it.
#[derive(Clone, Copy)]
pub struct Document<'a> {
    pub meta: &'a SiteDocument,
    pub(super) entry: &'a DocumentEntry,
    pub(super) view: &'a AudienceView,
}

impl<'a> Document<'a> {
    /// The text that the gate gives this audience. Links to hidden documents are removed.
    pub fn seen(&self) -> VisibleDocument {
        let view = self.view;
        let seen = gate::visible(&self.meta.sealed, &view.content.rules, view.audience);
        if view.hidden_paths.is_empty() {
            return seen;
        }
        VisibleDocument {
            html: links::without_links(seen.html, |address| view.is_hidden(address, &self.meta.path)),
            ..seen
        }
    }

    /// What lists say of it.
    pub fn list_entry(&self) -> &'a ListEntry {
        self.entry.list_entry.get_or_init(|| {
            let seen = self.seen();
            ListEntry {
                headings: seen.headings,
                is_cut: seen.is_cut,
                excerpt: seen.excerpt,
            }
        })
    }

    /// How much is seen.
    pub fn level(&self) -> AccessLevel {
        self.entry.level
    }

    /// True when nothing is kept back.
    pub fn is_whole(&self) -> bool {
        self.level() == AccessLevel::Free
            || (self.level() == AccessLevel::Partial && !self.list_entry().is_cut)
    }

    /// The day of the last change where the site is at home: `2026-11-22`.
    pub fn changed_day(&self) -> String {
        let zone = self.view.content.settings.basic_info.zone();
        self.meta
            .changed_at
            .with_timezone(&zone)
            .format("%Y-%m-%d")
            .to_string()
    }

    /// Whether its front matter has a day.
    pub fn has_own_date(&self) -> bool {
        !self.meta.date.is_empty()
    }

    /// The day of the front matter, else the day of the last change: `2026-11-22`.
    pub fn date(&self) -> String {
        if self.meta.date.is_empty() {
            self.changed_day()
        } else {
            self.meta.date.clone()
        }
    }

    /// What it is about: its description, else the beginning of what is seen of it.
    pub fn summary(&self) -> &'a str {
        if self.meta.description.is_empty() {
            &self.list_entry().excerpt
        } else {
            &self.meta.description
        }
    }

    /// Minutes that reading all of it takes, also where some is kept back; none when it has no words.
    pub fn minutes(&self) -> Option<u32> {
        let minutes = self.meta.n_words.div_ceil(moyan_article::stats::WORDS_PER_MINUTE);
        (minutes > 0).then_some(minutes)
    }
}

#[cfg(test)]
mod tests {
    use moyan_domain::DocumentId;
    use moyan_domain::gate::{Audience, RuleOverride};
    use uuid::Uuid;

    use super::*;
    use crate::features::public_site::pages;
    use crate::features::public_site::testing::{Reading, content_with, document};

    #[test]
    fn a_document_is_whole_when_nothing_of_it_is_kept_back() {
        let long = ["<p>a paragraph that is shown</p>", "<p>one that is kept back</p>"];
        let mut content = content_with(vec![
            document(1, "short", &[], &["<p>short</p>"]),
            document(2, "cut", &[], &long),
            document(3, "free", &[], &long),
            document(4, "closed", &[], &long),
        ]);
        content.rules.guest = AccessLevel::Partial;
        content.rules.partial_chars = 10;
        for (id, level) in [(3, AccessLevel::Free), (4, AccessLevel::Members)] {
            let rule = RuleOverride {
                guest: Some(level),
                ..RuleOverride::default()
            };
            content
                .rules
                .documents
                .insert(DocumentId(Uuid::from_u128(id)), rule);
        }
        let reading = Reading::of(content, Audience::Guest);
        let context = reading.context();
        let documents = context.view.documents();
        let is_whole: Vec<bool> = documents.map(|document| document.is_whole()).collect();
        assert_eq!(is_whole, [true, false, true, false]);
        let documents = context.view.documents();
        let locks = documents.map(|document| pages::reader::lock(&context, document).into_string());
        let has_lock: Vec<bool> = locks.map(|lock| !lock.is_empty()).collect();
        assert_eq!(has_lock, [false, true, false, true]);
    }

    #[test]
    fn reading_takes_a_minute_for_300_words_also_of_what_is_kept_back() {
        let mut content = content_with(vec![
            document(1, "empty", &[], &[]),
            document(2, "one", &[], &[&format!("<p>{}</p>", "word ".repeat(300))]),
            document(3, "two", &[], &[&format!("<p>{}</p>", "word ".repeat(301))]),
        ]);
        for level in [AccessLevel::Free, AccessLevel::Partial, AccessLevel::Members] {
            content.rules.guest = level;
            let reading = Reading::of(content.clone(), Audience::Guest);
            let documents = reading.context().view.documents();
            let minutes: Vec<Option<u32>> = documents.map(|document| document.minutes()).collect();
            assert_eq!(minutes, [None, Some(1), Some(2)], "{level:?}");
        }
    }
}
