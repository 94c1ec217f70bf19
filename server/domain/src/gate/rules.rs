//! Which level holds for whom, and by which rule.

use std::collections::HashMap;

use crate::{CategoryId, DocumentId, stored_names};

use super::{AccessLevel, Audience};

stored_names! {
    /// The rule that decided how much somebody sees.
    DecidingRule
    /// Who belongs to the team sees everything.
    Staff: "staff",
    /// Members see everything.
    Member: "member",
    /// The rule of the document.
    Document: "document",
    /// The rule of its category.
    Category: "category",
    /// The rule of the site.
    Site: "site",
}

/// What a site lets people see. The narrower rule decides: that of the document, else of its category, else the
/// site's.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// What guests see.
    pub guest: AccessLevel,
    /// What people see who are logged in and no members.
    pub non_member: AccessLevel,
    /// Characters that `partial` shows.
    pub partial_chars: u32,
    /// Rules of categories.
    pub categories: HashMap<CategoryId, RuleOverride>,
    /// Rules of documents.
    pub documents: HashMap<DocumentId, RuleOverride>,
}

/// What is different for a category or a document. What is absent is as for the next wider rule.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RuleOverride {
    /// What guests see.
    pub guest: Option<AccessLevel>,
    /// What people see who are logged in and no members.
    pub non_member: Option<AccessLevel>,
    /// Characters that `partial` shows.
    pub partial_chars: Option<u32>,
}

/// How much somebody sees of a document, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// How much is seen.
    pub level: AccessLevel,
    /// The rule that decides it.
    pub rule: DecidingRule,
    /// Characters that are shown when the level is `partial`.
    pub partial_chars: u32,
}

impl Decision {
    /// The one that shows less.
    pub fn stricter(self, other: Self) -> Self {
        let shown = |decision: &Self| (decision.level.openness(), decision.partial_chars);
        if shown(&other) < shown(&self) { other } else { self }
    }
}

impl Rules {
    /// True when everybody sees everything.
    pub fn is_free(&self) -> bool {
        let of_categories = self.categories.values();
        of_categories
            .chain(self.documents.values())
            .filter_map(|rule| rule.guest)
            .chain([self.guest])
            .all(|level| level == AccessLevel::Free)
    }

    /// How much somebody sees of a document.
    ///
    /// People who are logged in never see less than guests, whatever is set.
    pub fn decide(&self, document: DocumentId, category: CategoryId, audience: Audience) -> Decision {
        let of_document = self.documents.get(&document).copied().unwrap_or_default();
        let of_category = self.categories.get(&category).copied().unwrap_or_default();
        let partial_chars = of_document
            .partial_chars
            .or(of_category.partial_chars)
            .unwrap_or(self.partial_chars);
        let everything = |rule| Decision {
            level: AccessLevel::Free,
            rule,
            partial_chars,
        };
        let (level, rule) = match audience {
            Audience::Staff => return everything(DecidingRule::Staff),
            Audience::Member => return everything(DecidingRule::Member),
            Audience::Guest => narrowest(of_document.guest, of_category.guest, self.guest),
            Audience::NonMember => {
                let own = narrowest(of_document.non_member, of_category.non_member, self.non_member);
                let guest = narrowest(of_document.guest, of_category.guest, self.guest);
                if guest.0.openness() > own.0.openness() {
                    guest
                } else {
                    own
                }
            }
        };
        Decision {
            level,
            rule,
            partial_chars,
        }
    }
}

/// The level of the narrowest rule that has one.
fn narrowest(
    document: Option<AccessLevel>,
    category: Option<AccessLevel>,
    site: AccessLevel,
) -> (AccessLevel, DecidingRule) {
    match (document, category) {
        (Some(level), _) => (level, DecidingRule::Document),
        (None, Some(level)) => (level, DecidingRule::Category),
        (None, None) => (site, DecidingRule::Site),
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use AccessLevel::*;

    const DOCUMENT: DocumentId = DocumentId(Uuid::from_u128(1));
    const CATEGORY: CategoryId = CategoryId(Uuid::from_u128(2));

    fn rules(guest: AccessLevel, non_member: AccessLevel) -> Rules {
        Rules {
            guest,
            non_member,
            partial_chars: 500,
            categories: HashMap::new(),
            documents: HashMap::new(),
        }
    }

    fn decide(rules: &Rules, audience: Audience) -> (AccessLevel, DecidingRule) {
        let decision = rules.decide(DOCUMENT, CATEGORY, audience);
        (decision.level, decision.rule)
    }

    #[test]
    fn of_two_decisions_that_show_as_much_the_first_stands() {
        let decision = |level, partial_chars, rule| Decision {
            level,
            rule,
            partial_chars,
        };
        let first = decision(Partial, 500, DecidingRule::Category);
        for (other, stands) in [
            (decision(Partial, 500, DecidingRule::Site), true),
            (decision(Partial, 501, DecidingRule::Site), true),
            (decision(Partial, 499, DecidingRule::Site), false),
            (decision(Hidden, 900, DecidingRule::Site), false),
            (decision(Free, 100, DecidingRule::Site), true),
        ] {
            assert_eq!(first.stricter(other), if stands { first } else { other });
        }
    }

    #[test]
    fn the_narrower_rule_decides() {
        let mut rules = rules(Members, Partial);
        assert_eq!(decide(&rules, Audience::Guest), (Members, DecidingRule::Site));
        assert_eq!(decide(&rules, Audience::NonMember), (Partial, DecidingRule::Site));
        let guest = |level| RuleOverride {
            guest: Some(level),
            ..RuleOverride::default()
        };
        rules.categories.insert(CATEGORY, guest(Hidden));
        assert_eq!(decide(&rules, Audience::Guest), (Hidden, DecidingRule::Category));
        assert_eq!(decide(&rules, Audience::NonMember), (Partial, DecidingRule::Site));
        rules.documents.insert(DOCUMENT, guest(Partial));
        assert_eq!(decide(&rules, Audience::Guest), (Partial, DecidingRule::Document));
    }

    #[test]
    fn members_and_staff_see_everything_whatever_is_set() {
        let mut rules = rules(Hidden, Hidden);
        let hidden = RuleOverride {
            guest: Some(Hidden),
            non_member: Some(Hidden),
            partial_chars: Some(0),
        };
        rules.documents.insert(DOCUMENT, hidden);
        assert_eq!(decide(&rules, Audience::Member), (Free, DecidingRule::Member));
        assert_eq!(decide(&rules, Audience::Staff), (Free, DecidingRule::Staff));
    }

    #[test]
    fn a_site_is_free_when_no_rule_keeps_anything_from_guests() {
        assert!(rules(Free, Members).is_free());
        assert!(!rules(Partial, Free).is_free());
        let mut rules = rules(Free, Free);
        let guest = |level| RuleOverride {
            guest: Some(level),
            ..RuleOverride::default()
        };
        rules.categories.insert(CATEGORY, guest(Free));
        rules.documents.insert(DOCUMENT, RuleOverride::default());
        assert!(rules.is_free());
        rules.documents.insert(DOCUMENT, guest(Hidden));
        assert!(!rules.is_free());
    }

    #[test]
    fn who_is_logged_in_never_sees_less_than_a_guest() {
        for guest in [Free, Partial, Members, Hidden] {
            for non_member in [Free, Partial, Members, Hidden] {
                let rules = rules(guest, non_member);
                let seen = decide(&rules, Audience::NonMember).0.openness();
                assert!(seen >= guest.openness() && seen >= non_member.openness());
            }
        }
    }

    #[test]
    fn where_a_guest_sees_as_much_the_rule_of_who_is_logged_in_is_named() {
        let mut rules = rules(Partial, Members);
        let rule = RuleOverride {
            non_member: Some(Partial),
            ..RuleOverride::default()
        };
        rules.documents.insert(DOCUMENT, rule);
        let decided = decide(&rules, Audience::NonMember);
        assert_eq!(decided, (Partial, DecidingRule::Document));
    }

    #[test]
    fn the_number_of_characters_has_the_same_order() {
        let mut rules = rules(Partial, Partial);
        let with = |partial_chars| RuleOverride {
            partial_chars: Some(partial_chars),
            ..RuleOverride::default()
        };
        let chars = |rules: &Rules| rules.decide(DOCUMENT, CATEGORY, Audience::Guest).partial_chars;
        assert_eq!(chars(&rules), 500);
        rules.categories.insert(CATEGORY, with(9));
        assert_eq!(chars(&rules), 9);
        rules.documents.insert(DOCUMENT, with(0));
        assert_eq!(chars(&rules), 0);
    }
}
