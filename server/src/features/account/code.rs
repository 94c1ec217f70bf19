//! Verification codes of accounts: who gets how many, and where they are stored.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{PgConnection, QueryResult};
use moyan_domain::Identifier;
use moyan_domain::limits::{
    CODE_RESEND_S, CODES_PER_NETWORK_PER_DAY, CODES_PER_RECIPIENT_AND_SITE_PER_DAY,
    CODES_PER_RECIPIENT_PER_DAY,
};
use moyan_foundation::access::Tokens;
use moyan_foundation::credentials::{CodeSubject, StoredCode, count_in_day};
use moyan_foundation::error::AppError;
use moyan_foundation::http::client::Client;
use moyan_foundation::throttle::{self, Allowance};

use super::dto::CodePurpose;
use super::queries;

/// Another code for one recipient, asked for from one site.
const RESEND: Allowance = Allowance::each(TimeDelta::seconds(CODE_RESEND_S), 1);
const PER_RECIPIENT_AND_SITE: Allowance =
    Allowance::each(TimeDelta::days(1), CODES_PER_RECIPIENT_AND_SITE_PER_DAY);
const PER_RECIPIENT: Allowance = Allowance::each(TimeDelta::days(1), CODES_PER_RECIPIENT_PER_DAY);
const PER_NETWORK: Allowance = Allowance::each(TimeDelta::days(1), CODES_PER_NETWORK_PER_DAY);

/// Counts a request for a code, or refuses it.
///
/// Nobody blocks the codes of another from one place: what one site may have sent to one recipient is less than what
/// the recipient gets in all, and a refused request counts for nothing but its own network.
/// `per_day` is what the whole platform sends on this channel in a day, which bounds what a flood costs.
pub fn count_request(
    connection: &mut PgConnection,
    tokens: &Tokens,
    client: &Client,
    recipient: &Identifier,
    per_day: i32,
) -> Result<(), AppError> {
    let key = |parts: &[&str]| tokens.keyed_hash(&[&["code"], parts].concat());
    for (network, factor) in client.networks() {
        throttle::hit(
            connection,
            &key(&["network", &network]),
            PER_NETWORK.times(factor),
            client.now,
        )?;
    }
    let (to, site) = (recipient.as_str(), client.site());
    throttle::hit(connection, &key(&["resend", to, &site]), RESEND, client.now)?;
    throttle::hit(
        connection,
        &key(&["site", to, &site]),
        PER_RECIPIENT_AND_SITE,
        client.now,
    )?;
    throttle::hit(connection, &key(&["recipient", to]), PER_RECIPIENT, client.now)?;
    let channel = recipient.kind().as_str();
    let channels = [(key(&["channel", channel]), per_day)];
    count_in_day(connection, channel, &channels, client.now)
}

/// A code for an account, or for an address that is to have one.
#[derive(Debug)]
pub struct AccountCode {
    /// Where it is sent.
    pub recipient: Identifier,
    /// What it is for.
    pub purpose: CodePurpose,
}

impl AccountCode {
    fn key(&self) -> (&str, &str) {
        (self.recipient.as_str(), self.purpose.as_str())
    }
}

impl CodeSubject for AccountCode {
    fn recipient(&self) -> &Identifier {
        &self.recipient
    }

    fn purpose(&self) -> &'static str {
        self.purpose.as_str()
    }

    fn keyed_hash(&self, tokens: &Tokens, parts: &[&str]) -> String {
        tokens.keyed_hash(&[&["code"], parts].concat())
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
