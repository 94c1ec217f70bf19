//! Tries of coupons and redeem codes, so that nobody guesses one.

use chrono::TimeDelta;
use diesel::{PgConnection, QueryResult};
use moyan_domain::limits::{PROMOTION_TRIES, PROMOTION_TRIES_MINUTES};
use moyan_domain::{SiteId, VisitorId};
use moyan_foundation::error::AppError;
use moyan_foundation::state::AppState;
use moyan_foundation::throttle::{self, Allowance};

/// Wrong codes by one visitor, and from one network.
const TRIES: Allowance = Allowance::each(TimeDelta::minutes(PROMOTION_TRIES_MINUTES), PROMOTION_TRIES);

/// A try that was counted.
pub struct PromotionTries {
    keys: [String; 2],
}

impl PromotionTries {
    /// Counts a try of a kind of code, or refuses it. In a transaction of its own and before the code is looked at, so
    /// that tries at the same moment are as many as they are, and count whatever comes of them.
    pub async fn count(
        state: &AppState,
        kind: &str,
        site_id: SiteId,
        visitor_id: VisitorId,
        network: &str,
    ) -> Result<Self, AppError> {
        let (now, tokens) = (state.clock.now(), &state.tokens);
        let keys = [
            tokens.keyed_hash(&[kind, "visitor", &visitor_id.to_string()]),
            tokens.keyed_hash(&[kind, "network", &site_id.to_string(), network]),
        ];
        let counted = keys.clone();
        state
            .db
            .transaction(move |connection| {
                counted
                    .iter()
                    .try_for_each(|key| throttle::hit(connection, key, TRIES, now))
            })
            .await?;
        Ok(Self { keys })
    }

    /// The code was right.
    pub fn refund(&self, connection: &mut PgConnection) -> QueryResult<()> {
        self.keys
            .iter()
            .try_for_each(|key| throttle::refund(connection, key).map(|_| ()))
    }
}
