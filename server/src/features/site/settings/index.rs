//! The index of the knowledge base on the site.

use moyan_domain::limits::{
    CATEGORIES_PER_BASE, INDEX_DEFAULT_ITEMS_PER_PAGE, INDEX_MAX_ITEMS_PER_PAGE, SITE_LABEL_MAX_CHARS,
    SITE_SUBTITLE_MAX_CHARS, SITE_SUMMARY_MAX_CHARS, SITE_TITLE_MAX_CHARS,
};
use moyan_domain::{CategoryId, stored_names};
use moyan_foundation::schema_limits::{ICON, line, list, number, of_format, text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Fields, Settings, SettingsTab, SiteLanguage};

stored_names! {
    /// How the index shows documents.
    IndexLayout
    /// In a grid.
    Grid: "grid",
    /// One below the other.
    List: "list",
    /// As cards with the beginning of the text.
    Cards: "cards",
}

/// The index of the knowledge base. Source: specification §3, Knowledge-base site config.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndexSettings {
    /// The heading; a default when empty.
    #[schema(example = json!(line(0..=SITE_TITLE_MAX_CHARS)))]
    pub title: String,
    /// Below the heading.
    #[schema(example = json!(text(0..=SITE_SUMMARY_MAX_CHARS)))]
    pub description: String,
    /// Whether readers can search.
    pub is_search_enabled: bool,
    /// Whether the latest documents are shown.
    pub shows_recent: bool,
    /// How categories are shown. Those of the base that are not listed come after these, as they are in the base.
    #[schema(example = json!(list(CATEGORIES_PER_BASE)))]
    pub categories: Vec<CategoryDisplay>,
    /// How documents are shown.
    pub layout: IndexLayout,
    /// Documents on a page.
    #[schema(example = json!(number(1..=INDEX_MAX_ITEMS_PER_PAGE)))]
    pub items_per_page: u32,
    /// Whether readers can choose a category.
    pub shows_category_filter: bool,
    /// Whether the number of documents is shown.
    pub shows_document_count: bool,
    /// Whether long lists are cut into pages.
    pub is_paginated: bool,
    /// Whether programs read documents as Markdown: `/llms.txt` lists them, `/docs/….md` is a document.
    #[serde(default)]
    #[schema(required)]
    pub offers_markdown: bool,
    /// Whether programs that collect texts for language models may read the site. Those that obey `robots.txt` stay
    /// away otherwise.
    #[serde(default = "yes")]
    #[schema(required)]
    pub allows_ai_crawlers: bool,
}

/// What was stored before the question was asked.
fn yes() -> bool {
    true
}

/// How a category is shown, without a change of the base. What is empty is as in the base.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryDisplay {
    /// The category.
    pub category_id: CategoryId,
    /// The name.
    #[schema(example = json!(line(0..=SITE_LABEL_MAX_CHARS)))]
    pub name: String,
    /// The description.
    #[schema(example = json!(text(0..=SITE_SUBTITLE_MAX_CHARS)))]
    pub description: String,
    /// The name of an icon of the site's set; none when empty.
    #[schema(example = json!(of_format(ICON)))]
    pub icon: String,
    /// False when it and its documents are not on the site.
    pub is_visible: bool,
}

impl Settings for IndexSettings {
    const TAB: SettingsTab = SettingsTab::Index;

    fn initial(_language: SiteLanguage) -> Self {
        Self {
            title: String::new(),
            description: String::new(),
            is_search_enabled: true,
            shows_recent: true,
            categories: Vec::new(),
            layout: IndexLayout::Cards,
            items_per_page: INDEX_DEFAULT_ITEMS_PER_PAGE,
            shows_category_filter: true,
            shows_document_count: true,
            is_paginated: true,
            offers_markdown: false,
            allows_ai_crawlers: true,
        }
    }

    fn check_rules(&self, fields: &mut Fields) {
        fields.distinct("categories", &self.categories, "categoryId", |category| {
            category.category_id
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_stored_before_programs_were_asked_about_lets_them_read() {
        let mut stored = serde_json::to_value(IndexSettings::initial(SiteLanguage::En)).unwrap();
        stored.as_object_mut().unwrap().remove("allowsAiCrawlers");
        let index: IndexSettings = serde_json::from_value(stored).unwrap();
        assert!(index.allows_ai_crawlers);
    }
}
