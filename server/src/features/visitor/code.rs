//! Verification codes of visitors: six digits for one address on one site, one purpose and one use.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use rand::Rng as _;

use super::queries;
use crate::access::Tokens;
use crate::config::limits::{
    CODE_LIFETIME_MINUTES, CODE_MAX_TRIES, CODE_RESEND_S, CODE_TRIES_PER_NETWORK_PER_HOUR,
    CODES_PER_NETWORK_PER_DAY, CODES_PER_RECIPIENT_AND_SITE_PER_DAY, CODES_PER_RECIPIENT_PER_DAY,
    SITE_CODES_PERCENT, VISITOR_CODES_PER_RECIPIENT_PER_DAY, VISITOR_CODES_PERCENT,
};
use crate::domain::{Identifier, SiteId, stored_names};
use crate::error::{AppError, Refusal};
use crate::features::account::{Client, TypedCode};
use crate::throttle::{self, Allowance};

const DAY: TimeDelta = TimeDelta::days(1);
/// Another code for one recipient on one site, asked for from one network.
const RESEND: Allowance = Allowance::each(TimeDelta::seconds(CODE_RESEND_S), 1);
const PER_RECIPIENT_AND_NETWORK: Allowance = Allowance::each(DAY, CODES_PER_RECIPIENT_AND_SITE_PER_DAY);
const PER_RECIPIENT: Allowance = Allowance::each(DAY, CODES_PER_RECIPIENT_PER_DAY);
/// What one recipient gets from all sites together: nobody is flooded by many sites.
const PER_RECIPIENT_ANYWHERE: Allowance = Allowance::each(DAY, VISITOR_CODES_PER_RECIPIENT_PER_DAY);
const PER_NETWORK: Allowance = Allowance::each(DAY, CODES_PER_NETWORK_PER_DAY);
/// Wrong codes from one network, whatever the recipient.
const TRIES_PER_NETWORK: Allowance = Allowance::each(TimeDelta::hours(1), CODE_TRIES_PER_NETWORK_PER_HOUR);

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

/// Counts a request for a code, or refuses it. Each counter is that of one site, but for what one recipient gets from
/// all of them, and for what the whole platform sends in a day: one site leaves some of it to others, and all of them
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
    hit(&key(&["recipient", to]), PER_RECIPIENT)?;
    let anywhere = tokens.keyed_hash(&["visitor codes", to]);
    hit(&anywhere, PER_RECIPIENT_ANYWHERE)?;
    let channel = recipient.kind().as_str();
    let of_day = |percent| Allowance::each(DAY, part_of(per_day, percent));
    let counters = [
        (key(&["channel", channel]), of_day(SITE_CODES_PERCENT)),
        (
            tokens.keyed_hash(&["visitor codes", "channel", channel]),
            of_day(VISITOR_CODES_PERCENT),
        ),
        // The counter that the codes of accounts have too.
        (tokens.keyed_hash(&["code", "channel", channel]), of_day(100)),
    ];
    match counters
        .iter()
        .try_for_each(|(key, allowance)| hit(key, *allowance))
    {
        Err(AppError::RateLimited { .. }) => {
            tracing::warn!(
                channel,
                per_day,
                "the codes of this day are used up; no more are sent"
            );
            Err(Refusal::Busy.into())
        }
        counted => counted,
    }
}

/// So many percent of a number, and one at least.
fn part_of(number: i32, percent: i32) -> i32 {
    let part = i64::from(number) * i64::from(percent) / 100;
    i32::try_from(part).unwrap_or(i32::MAX).max(1)
}

/// Draws a code and keeps its hash; an earlier one for the same recipient and purpose becomes void.
pub(super) fn issue(
    connection: &mut PgConnection,
    tokens: &Tokens,
    site_id: SiteId,
    recipient: &Identifier,
    purpose: CodePurpose,
    now: DateTime<Utc>,
) -> Result<String, AppError> {
    let code = format!("{:06}", rand::rng().random_range(0..1_000_000));
    let hash = hash_of(tokens, site_id, recipient, purpose, &code);
    let expires_at = now + TimeDelta::minutes(CODE_LIFETIME_MINUTES);
    queries::upsert_code(
        connection,
        (site_id, recipient.as_str(), purpose.as_str()),
        &hash,
        expires_at,
    )?;
    Ok(code)
}

/// A code that was right and can still be used once.
#[derive(Debug)]
pub(super) struct ProvedCode {
    site_id: SiteId,
    recipient: Identifier,
    purpose: CodePurpose,
    hash: String,
}

/// Compares a code, which counts as one of its five tries. Not to be called in a transaction: tries must stay counted.
pub(super) fn prove(
    connection: &mut PgConnection,
    tokens: &Tokens,
    client: &Client,
    site_id: SiteId,
    (recipient, purpose): (Identifier, CodePurpose),
    typed: &TypedCode,
) -> Result<ProvedCode, AppError> {
    let site = site_id.to_string();
    let networks = client.networks().map(|(network, factor)| {
        let key = tokens.keyed_hash(&["visitor code", &site, "try", &network]);
        (key, TRIES_PER_NETWORK.times(factor))
    });
    let networks: Vec<_> = networks.collect();
    for (key, allowance) in &networks {
        throttle::hit(connection, key, *allowance, client.now)?;
    }
    let key = (site_id, recipient.as_str(), purpose.as_str());
    let stored = queries::count_try(connection, key, client.now, CODE_MAX_TRIES)?;
    let hash = hash_of(tokens, site_id, &recipient, purpose, typed.as_str());
    if stored.as_deref() != Some(hash.as_str()) {
        return Err(Refusal::CodeWrong.into());
    }
    for (key, _) in &networks {
        throttle::refund(connection, key)?;
    }
    Ok(ProvedCode {
        site_id,
        recipient,
        purpose,
        hash,
    })
}

impl ProvedCode {
    /// Where the code was sent.
    pub(super) fn recipient(&self) -> &Identifier {
        &self.recipient
    }

    /// Uses the code up. Who deletes the row has used it: of two at the same moment only one does.
    pub(super) fn redeem(&self, connection: &mut PgConnection) -> Result<(), AppError> {
        let key = (self.site_id, self.recipient.as_str(), self.purpose.as_str());
        match queries::delete_code(connection, key, &self.hash)? {
            1 => Ok(()),
            _ => Err(Refusal::CodeWrong.into()),
        }
    }
}

fn hash_of(
    tokens: &Tokens,
    site_id: SiteId,
    recipient: &Identifier,
    purpose: CodePurpose,
    code: &str,
) -> String {
    let site = site_id.to_string();
    tokens.keyed_hash(&["visitor code", &site, purpose.as_str(), recipient.as_str(), code])
}
