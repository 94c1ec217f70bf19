//! Who sees how much of which document.

use moyan_domain::gate::AccessLevel;
use moyan_domain::limits::{
    CATEGORIES_PER_BASE, DOCUMENT_RULES_MAX, PARTIAL_DEFAULT_CHARS, PARTIAL_MAX_CHARS,
};
use moyan_domain::{CategoryId, DocumentId, FieldProblem};
use moyan_foundation::schema_limits::{list, number};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Fields, Settings, SettingsTab, SiteLanguage};

/// Who sees how much. Source: specification §3, Access control, and §6.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessRules {
    /// What people see who are not logged in.
    pub guest: AccessLevel,
    /// What people see who are logged in and no members: never less than guests.
    pub non_member: AccessLevel,
    /// Characters of a document that `partial` shows.
    #[schema(example = json!(number(0..=PARTIAL_MAX_CHARS)))]
    pub partial_chars: u32,
    /// Other rules for categories.
    #[schema(example = json!(list(CATEGORIES_PER_BASE)))]
    pub categories: Vec<CategoryAccess>,
    /// Other rules for documents.
    #[schema(example = json!(list(DOCUMENT_RULES_MAX)))]
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
    #[schema(example = json!(number(0..=PARTIAL_MAX_CHARS)))]
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
    #[schema(example = json!(number(0..=PARTIAL_MAX_CHARS)))]
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

    fn check_rules(&self, fields: &mut Fields) {
        check_levels(fields, self.guest, Some(self.non_member));
        fields.distinct("categories", &self.categories, "categoryId", |rule| {
            rule.category_id
        });
        for (index, rule) in self.categories.iter().enumerate() {
            fields.within(&format!("categories[{index}]"), |fields| {
                check_levels(fields, rule.guest.unwrap_or(self.guest), rule.non_member);
            });
        }
        fields.distinct("documents", &self.documents, "documentId", |rule| {
            rule.document_id
        });
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

    /// Checks that no rule of a document says that people see less once they are logged in. What it leaves open for
    /// guests it has from the category of its document, which `category_of` knows, else from the site.
    pub fn check_documents(
        &self,
        fields: &mut Fields,
        category_of: impl Fn(DocumentId) -> Option<CategoryId>,
    ) {
        for (index, rule) in self.documents.iter().enumerate() {
            let id = category_of(rule.document_id);
            let category = self
                .categories
                .iter()
                .find(|category| Some(category.category_id) == id);
            let guest = rule.guest.or(category.and_then(|category| category.guest));
            fields.within(&format!("documents[{index}]"), |fields| {
                check_levels(fields, guest.unwrap_or(self.guest), rule.non_member);
            });
        }
    }
}

/// Nobody sees less once logged in. A rule that says nothing of who is logged in says no such thing: they see as much as
/// guests then.
fn check_levels(fields: &mut Fields, guest: AccessLevel, non_member: Option<AccessLevel>) {
    if non_member.is_some_and(|level| level.openness() < guest.openness()) {
        fields.refuse("nonMember", FieldProblem::LessThanGuest);
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use AccessLevel::*;

    const CATEGORY: CategoryId = CategoryId(Uuid::from_u128(1));
    const DOCUMENT: DocumentId = DocumentId(Uuid::from_u128(2));

    /// Rules of a site, its category and its document, each for guests and for non-members.
    fn rules(
        site: [AccessLevel; 2],
        category: [Option<AccessLevel>; 2],
        document: [Option<AccessLevel>; 2],
    ) -> AccessRules {
        AccessRules {
            guest: site[0],
            non_member: site[1],
            partial_chars: 500,
            categories: vec![CategoryAccess {
                category_id: CATEGORY,
                guest: category[0],
                non_member: category[1],
                partial_chars: None,
            }],
            documents: vec![DocumentAccessRule {
                document_id: DOCUMENT,
                guest: document[0],
                non_member: document[1],
                partial_chars: None,
            }],
        }
    }

    fn is_refused(rules: &AccessRules) -> bool {
        let mut fields = Fields::default();
        rules.check(&mut fields);
        rules.check_documents(&mut fields, |id| (id == DOCUMENT).then_some(CATEGORY));
        fields.into_result().is_err()
    }

    #[test]
    fn a_rule_that_says_that_people_see_less_once_logged_in_is_refused_whatever_it_inherits() {
        let open = [None, None];
        for (site, category, document) in [
            ([Free, Hidden], open, open),
            ([Partial, Free], [None, Some(Members)], open),
            ([Members, Free], [Some(Free), Some(Partial)], open),
            (
                [Members, Free],
                [Some(Partial), None],
                [Some(Free), Some(Partial)],
            ),
            ([Members, Free], [Some(Partial), None], [None, Some(Members)]),
            ([Partial, Free], open, [None, Some(Members)]),
        ] {
            assert!(
                is_refused(&rules(site, category, document)),
                "{site:?} {category:?} {document:?}"
            );
        }
        for (site, category, document) in [
            ([Hidden, Free], open, open),
            ([Members, Members], [Some(Partial), Some(Partial)], open),
            ([Members, Free], [Some(Partial), None], open),
            // What is opened to guests is open to all.
            ([Members, Members], [Some(Partial), None], open),
            ([Members, Members], open, [Some(Free), None]),
            (
                [Members, Members],
                [Some(Partial), Some(Partial)],
                [Some(Free), None],
            ),
            ([Members, Partial], [None, Some(Members)], [Some(Free), None]),
        ] {
            assert!(
                !is_refused(&rules(site, category, document)),
                "{site:?} {category:?} {document:?}"
            );
        }
    }

    #[test]
    fn a_site_is_free_when_every_rule_of_it_is() {
        let open = [None, None];
        for (site, category, document, is_free) in [
            ([Free, Free], open, open, true),
            ([Free, Free], [Some(Free), None], [None, Some(Free)], true),
            ([Members, Free], open, open, false),
            ([Free, Partial], open, open, false),
            ([Free, Free], [Some(Hidden), Some(Free)], open, false),
            ([Free, Free], [None, Some(Members)], open, false),
            ([Free, Free], open, [Some(Partial), None], false),
            ([Free, Free], open, [None, Some(Partial)], false),
        ] {
            let rules = rules(site, category, document);
            assert_eq!(rules.is_free(), is_free, "{site:?} {category:?} {document:?}");
        }
    }
}
