//! Verification codes of visitors: six digits for one address on one site, one purpose and one use.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{PgConnection, QueryResult};
use moyan_domain::limits::{
    CODE_RESEND_S, CODES_PER_NETWORK_PER_DAY, CODES_PER_RECIPIENT_AND_SITE_PER_DAY,
    CODES_PER_RECIPIENT_PER_DAY, SITE_CODES_PERCENT, VISITOR_CODES_PER_NETWORK_AND_RECIPIENT_PER_DAY,
    VISITOR_CODES_PER_RECIPIENT_PER_DAY, VISITOR_CODES_PERCENT,
};
use moyan_domain::{Identifier, SiteId, stored_names};
use moyan_foundation::access::Tokens;
use moyan_foundation::credentials::{CodeSubject, StoredCode, count_in_day};
use moyan_foundation::error::AppError;
use moyan_foundation::http::client::Client;
use moyan_foundation::throttle::{self, Allowance};

use super::queries;

const DAY: TimeDelta = TimeDelta::days(1);
/// Another code for one recipient on one site, asked for from one network.
const RESEND: Allowance = Allowance::each(TimeDelta::seconds(CODE_RESEND_S), 1);
const PER_RECIPIENT_AND_NETWORK: Allowance = Allowance::each(DAY, CODES_PER_RECIPIENT_AND_SITE_PER_DAY);
const PER_NETWORK_AND_RECIPIENT_ANYWHERE: Allowance =
    Allowance::each(DAY, VISITOR_CODES_PER_NETWORK_AND_RECIPIENT_PER_DAY);
const PER_RECIPIENT: Allowance = Allowance::each(DAY, CODES_PER_RECIPIENT_PER_DAY);
/// What one recipient gets from all sites together: nobody is flooded by many sites.
const PER_RECIPIENT_ANYWHERE: Allowance = Allowance::each(DAY, VISITOR_CODES_PER_RECIPIENT_PER_DAY);
const PER_NETWORK: Allowance = Allowance::each(DAY, CODES_PER_NETWORK_PER_DAY);

stored_names! {
    /// What the code of a visitor is for.
    CodePurpose
    /// Logging in, or registering.
    Login: "login",
    /// Setting another password.
    Password: "password",
    /// Deleting the account.
    Delete: "delete",
}

/// Counts a request for a code, or refuses it. Each counter is that of one site, but for what one network has sent to one
/// recipient and what one recipient gets from all of them, and for what the whole platform sends in a day: one site leaves some of it to others, and all of them
/// some to accounts.
pub(super) fn count_request(
    connection: &mut PgConnection,
    tokens: &Tokens,
    client: &Client,
    site_id: SiteId,
    recipient: &Identifier,
    per_day: i32,
) -> Result<(), AppError> {
    let site = site_id.to_string();
    let key = |parts: &[&str]| tokens.keyed_hash(&[&["visitor code", &site], parts].concat());
    let mut hit = |key: &str, allowance| throttle::hit(connection, key, allowance, client.now);
    for (network, factor) in client.networks() {
        hit(&key(&["network", &network]), PER_NETWORK.times(factor))?;
    }
    let (to, from) = (recipient.as_str(), client.site());
    hit(&key(&["resend", to, &from]), RESEND)?;
    hit(&key(&["from", to, &from]), PER_RECIPIENT_AND_NETWORK)?;
    // What one network asks for uses up neither what the recipient gets from this site nor from all of them.
    let from_anywhere = tokens.keyed_hash(&["visitor codes", "from", to, &from]);
    hit(&from_anywhere, PER_NETWORK_AND_RECIPIENT_ANYWHERE)?;
    hit(&key(&["recipient", to]), PER_RECIPIENT)?;
    let anywhere = tokens.keyed_hash(&["visitor codes", to]);
    hit(&anywhere, PER_RECIPIENT_ANYWHERE)?;
    let channel = recipient.kind().as_str();
    let counters = [
        (key(&["channel", channel]), part_of(per_day, SITE_CODES_PERCENT)),
        (
            tokens.keyed_hash(&["visitor codes", "channel", channel]),
            part_of(per_day, VISITOR_CODES_PERCENT),
        ),
        // The counter that the codes of accounts have too.
        (
            tokens.keyed_hash(&["code", "channel", channel]),
            part_of(per_day, 100),
        ),
    ];
    count_in_day(connection, channel, &counters, client.now)
}

/// So many percent of a number, and one at least.
fn part_of(number: i32, percent: i32) -> i32 {
    let part = i64::from(number) * i64::from(percent) / 100;
    i32::try_from(part).unwrap_or(i32::MAX).max(1)
}

/// A code for one address on one site.
#[derive(Debug)]
pub(super) struct VisitorCode {
    pub(super) site_id: SiteId,
    /// Where it is sent.
    pub(super) recipient: Identifier,
    pub(super) purpose: CodePurpose,
}

impl VisitorCode {
    fn key(&self) -> (SiteId, &str, &str) {
        (self.site_id, self.recipient.as_str(), self.purpose.as_str())
    }
}

impl CodeSubject for VisitorCode {
    fn recipient(&self) -> &Identifier {
        &self.recipient
    }

    fn purpose(&self) -> &'static str {
        self.purpose.as_str()
    }

    fn keyed_hash(&self, tokens: &Tokens, parts: &[&str]) -> String {
        let site = self.site_id.to_string();
        tokens.keyed_hash(&[&["visitor code", &site], parts].concat())
    }

    fn upsert(
        &self,
        connection: &mut PgConnection,
        hash: &str,
        expires_at: DateTime<Utc>,
    ) -> QueryResult<usize> {
        queries::upsert_code(connection, self.key(), hash, expires_at)
    }

    fn count_try(&self, connection: &mut PgConnection, max_tries: i32) -> QueryResult<Option<StoredCode>> {
        queries::count_try(connection, self.key(), max_tries)
    }

    fn delete(&self, connection: &mut PgConnection, hash: &str) -> QueryResult<usize> {
        queries::delete_code(connection, self.key(), hash)
    }
}
