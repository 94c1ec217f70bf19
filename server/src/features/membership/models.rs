//! Rows of memberships.

use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::entitlement::{Grant, GrantLength};
use crate::domain::{GrantId, VisitorId};
use crate::schema::grants;

/// A membership that was given, as far as entitlement depends on it.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = grants)]
pub struct CountedGrant {
    pub id: GrantId,
    pub visitor_id: VisitorId,
    pub n_months: Option<i32>,
    pub n_days: Option<i32>,
    pub is_test: bool,
    pub granted_at: DateTime<Utc>,
}

impl From<&CountedGrant> for Grant {
    fn from(row: &CountedGrant) -> Self {
        Self {
            id: row.id.0,
            granted_at: row.granted_at,
            length: length_of(row.n_months, row.n_days),
            is_test: row.is_test,
            is_revoked: false,
        }
    }
}

/// How long a grant is; the table has one of the three.
pub fn length_of(n_months: Option<i32>, n_days: Option<i32>) -> GrantLength {
    let count = |number: i32| u32::try_from(number).unwrap_or(0);
    match (n_months, n_days) {
        (Some(n_months), _) => GrantLength::Months(count(n_months)),
        (None, Some(n_days)) => GrantLength::Days(count(n_days)),
        (None, None) => GrantLength::Lifetime,
    }
}
