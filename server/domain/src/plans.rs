//! What each plan has: one table.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::limits::{DRAFT_SITES_PER_TEAM, FILES_MAX_BYTES, MEMBERS_PER_TEAM, SITES_PER_TEAM};
use crate::stored_names;

stored_names! {
    /// The plan that a team has. Source: specification §1.
    Plan
    /// Free, for ever.
    Creator: "creator",
    /// Paid by the month or the year.
    Professional: "professional",
    /// By agreement.
    Enterprise: "enterprise",
}

/// Something that a plan has or lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Feature {
    /// Knowledge bases without limit.
    KnowledgeBases,
    /// The editor.
    Editor,
    /// Documents kept on the server.
    Documents,
    /// Import and export.
    ImportExport,
    /// The AI assistant.
    AiAssistant,
    /// Publishing a website.
    SiteDeployment,
    /// A domain of one's own.
    CustomDomain,
    /// Membership and payment.
    MembershipPayments,
    /// TLS for the site.
    Ssl,
    /// Figures about visitors and revenue.
    VisitorAnalytics,
    /// Mail to the members of a site.
    EmailNotifications,
    /// Technical support.
    TechnicalSupport,
    /// Running on one's own machines.
    PrivateDeployment,
    /// A license of the source.
    SourceLicense,
    /// Development to order.
    CustomDevelopment,
    /// A person who supports.
    DedicatedSupport,
    /// An agreement on availability.
    ServiceLevelAgreement,
    /// Training.
    Training,
    /// One's own brand.
    Branding,
}

impl Plan {
    /// The plan that holds now: the stored one until `ends_at`, and [`Plan::Creator`] from that moment on.
    pub fn effective(stored: Self, ends_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Self {
        if ends_at.is_some_and(|end| end <= now) {
            Self::Creator
        } else {
            stored
        }
    }

    /// When the plan that holds now ends; none when it does not end, and when the stored one has ended.
    pub fn end_ahead(ends_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        ends_at.filter(|end| *end > now)
    }

    /// The last moment at which a plan that ends then holds: its day is the last day of the plan.
    pub fn last_moment(ends_at: DateTime<Utc>) -> DateTime<Utc> {
        ends_at - TimeDelta::microseconds(1)
    }

    /// Fen a month; none when it is agreed upon. Source: specification §1.
    pub fn monthly_price_fen(self) -> Option<i64> {
        match self {
            Self::Creator => Some(0),
            Self::Professional => Some(29_900),
            Self::Enterprise => None,
        }
    }

    /// Months that a year's payment gives beside its twelve. Source: specification §1.
    pub fn yearly_extra_months(self) -> i32 {
        match self {
            Self::Professional => 2,
            Self::Creator | Self::Enterprise => 0,
        }
    }

    /// People who may be in one team, pending invitations included.
    pub fn members_per_team(self) -> i64 {
        match self {
            Self::Creator => 5,
            Self::Professional => 50,
            Self::Enterprise => MEMBERS_PER_TEAM,
        }
    }

    /// Sites of one team. Without a plan with sites it is one, which only the team sees.
    pub fn sites_per_team(self) -> i64 {
        if self.has(Feature::SiteDeployment) {
            SITES_PER_TEAM
        } else {
            DRAFT_SITES_PER_TEAM
        }
    }

    /// Bytes that the files of a team may have together.
    pub fn files_max_bytes(self) -> i64 {
        let [creator, professional, enterprise] = FILES_MAX_BYTES;
        match self {
            Self::Creator => creator,
            Self::Professional => professional,
            Self::Enterprise => enterprise,
        }
    }

    /// Whether this plan has the feature.
    pub fn has(self, feature: Feature) -> bool {
        use Feature::*;
        let least = match feature {
            KnowledgeBases | Editor | Documents | ImportExport | AiAssistant => Self::Creator,
            SiteDeployment | CustomDomain | MembershipPayments | Ssl | VisitorAnalytics
            | EmailNotifications | TechnicalSupport => Self::Professional,
            PrivateDeployment
            | SourceLicense
            | CustomDevelopment
            | DedicatedSupport
            | ServiceLevelAgreement
            | Training
            | Branding => Self::Enterprise,
        };
        self as u8 >= least as u8
    }

    /// Everything that this plan has.
    pub fn features(self) -> Vec<Feature> {
        Feature::ALL
            .into_iter()
            .filter(|feature| self.has(*feature))
            .collect()
    }
}

impl Feature {
    /// All features, those of the least plan first.
    pub const ALL: [Self; 19] = [
        Self::KnowledgeBases,
        Self::Editor,
        Self::Documents,
        Self::ImportExport,
        Self::AiAssistant,
        Self::SiteDeployment,
        Self::CustomDomain,
        Self::MembershipPayments,
        Self::Ssl,
        Self::VisitorAnalytics,
        Self::EmailNotifications,
        Self::TechnicalSupport,
        Self::PrivateDeployment,
        Self::SourceLicense,
        Self::CustomDevelopment,
        Self::DedicatedSupport,
        Self::ServiceLevelAgreement,
        Self::Training,
        Self::Branding,
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_plan_has_all_of_the_smaller_one() {
        assert_eq!(Plan::ALL.map(|plan| plan.features().len()), [5, 12, 19]);
        assert!(!Plan::Creator.has(Feature::SiteDeployment));
        assert!(Plan::Professional.has(Feature::EmailNotifications));
        assert!(!Plan::Professional.has(Feature::Branding));
        assert!(Plan::Enterprise.has(Feature::KnowledgeBases));
        assert_eq!(Plan::ALL.map(Plan::members_per_team), [5, 50, 200]);
        assert_eq!(Plan::ALL.map(Plan::sites_per_team), [1, 200, 200]);
        let gigabytes = |plan: Plan| plan.files_max_bytes() as f64 / f64::from(1 << 30);
        assert_eq!(Plan::ALL.map(gigabytes), [500. / 1024., 10., 100.]);
    }
    #[test]
    fn each_plan_costs_what_the_specification_says() {
        assert_eq!(
            Plan::ALL.map(|plan| (plan.monthly_price_fen(), plan.yearly_extra_months())),
            [(Some(0), 0), (Some(29_900), 2), (None, 0)]
        );
    }

    #[test]
    fn a_plan_holds_until_the_moment_it_ends() {
        let now = DateTime::UNIX_EPOCH;
        let at = |seconds| Some(now + TimeDelta::seconds(seconds));
        assert_eq!(Plan::effective(Plan::Enterprise, None, now), Plan::Enterprise);
        assert_eq!(
            Plan::effective(Plan::Professional, at(1), now),
            Plan::Professional
        );
        assert_eq!(Plan::effective(Plan::Professional, at(0), now), Plan::Creator);
        assert_eq!(Plan::effective(Plan::Professional, at(-1), now), Plan::Creator);
        assert_eq!(Plan::end_ahead(at(1), now), at(1));
        assert_eq!(Plan::end_ahead(at(0), now), None);
        assert_eq!(Plan::end_ahead(None, now), None);
    }
}
