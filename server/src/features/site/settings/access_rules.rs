//! Who sees how much of which document.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Fields, Settings, SettingsTab, SiteLanguage};
use crate::config::limits::{
    CATEGORIES_PER_BASE, DOCUMENT_RULES_MAX, PARTIAL_DEFAULT_CHARS, PARTIAL_MAX_CHARS,
};
use crate::domain::{CategoryId, DocumentId};
use crate::error::FieldProblem;
use crate::gate::AccessLevel;

/// Who sees how much. Source: specification §3, Access control, and §6.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessRules {
    /// What people see who are not logged in.
    pub guest: AccessLevel,
    /// What people see who are logged in and no members: never less than guests.
    pub non_member: AccessLevel,
    /// Characters of a document that `partial` shows: 0 to 100,000.
    pub partial_chars: u32,
    /// Other rules for categories.
    pub categories: Vec<CategoryAccess>,
    /// Other rules for documents.
    pub documents: Vec<DocumentAccessRule>,
}

/// The rule of a category. What is absent is as for the whole site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryAccess {
    /// The category.
    pub category_id: CategoryId,
    /// What guests see.
    pub guest: Option<AccessLevel>,
    /// What people see who are logged in and no members.
    pub non_member: Option<AccessLevel>,
    /// Characters that `partial` shows.
    pub partial_chars: Option<u32>,
}

/// The rule of a document. What is absent is as for its category.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentAccessRule {
    /// The document.
    pub document_id: DocumentId,
    /// What guests see.
    pub guest: Option<AccessLevel>,
    /// What people see who are logged in and no members.
    pub non_member: Option<AccessLevel>,
    /// Characters that `partial` shows.
    pub partial_chars: Option<u32>,
}

impl Settings for AccessRules {
    const TAB: SettingsTab = SettingsTab::Access;

    fn initial(_language: SiteLanguage) -> Self {
        Self {
            guest: AccessLevel::Free,
            non_member: AccessLevel::Free,
            partial_chars: PARTIAL_DEFAULT_CHARS,
            categories: Vec::new(),
            documents: Vec::new(),
        }
    }

    fn check(&self, fields: &mut Fields) {
        fields.number("partialChars", self.partial_chars, 0..=PARTIAL_MAX_CHARS);
        if self.non_member.openness() < self.guest.openness() {
            fields.refuse("nonMember", FieldProblem::LessThanGuest);
        }
        let max = usize::try_from(CATEGORIES_PER_BASE).unwrap_or(usize::MAX);
        fields.distinct("categories", &self.categories, "categoryId", |rule| {
            rule.category_id
        });
        fields.each("categories", &self.categories, max, |fields, rule| {
            self.check_rule(fields, rule.guest, rule.non_member, rule.partial_chars);
        });
        fields.distinct("documents", &self.documents, "documentId", |rule| {
            rule.document_id
        });
        fields.each(
            "documents",
            &self.documents,
            DOCUMENT_RULES_MAX,
            |fields, rule| {
                self.check_rule(fields, rule.guest, rule.non_member, rule.partial_chars);
            },
        );
    }
}

impl AccessRules {
    /// True when everybody sees all of everything.
    pub fn is_free(&self) -> bool {
        let own = [Some(self.guest), Some(self.non_member)];
        let of_categories = self
            .categories
            .iter()
            .flat_map(|rule| [rule.guest, rule.non_member]);
        let of_documents = self
            .documents
            .iter()
            .flat_map(|rule| [rule.guest, rule.non_member]);
        own.into_iter()
            .chain(of_categories)
            .chain(of_documents)
            .flatten()
            .all(|level| level == AccessLevel::Free)
    }

    /// Checks a rule of a category or a document: its number, and that nobody sees less once logged in. What a rule
    /// leaves open it has from the category or the site, which the gate resolves; here only what it says itself counts.
    fn check_rule(
        &self,
        fields: &mut Fields,
        guest: Option<AccessLevel>,
        non_member: Option<AccessLevel>,
        partial_chars: Option<u32>,
    ) {
        if let Some(n_chars) = partial_chars {
            fields.number("partialChars", n_chars, 0..=PARTIAL_MAX_CHARS);
        }
        if let (Some(guest), Some(non_member)) = (guest, non_member)
            && non_member.openness() < guest.openness()
        {
            fields.refuse("nonMember", FieldProblem::LessThanGuest);
        }
    }
}
