//! Verification codes: six digits for one recipient, one purpose and one use.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{PgConnection, QueryResult};
use moyan_domain::limits::{
    CODE_DIGITS, CODE_LIFETIME_MINUTES, CODE_MAX_TRIES, CODE_TRIES_PER_NETWORK_PER_HOUR,
};
use moyan_domain::{FieldProblem, Identifier, typed};
use rand::Rng as _;

use crate::access::Tokens;
use crate::error::{AppError, Refusal};
use crate::http::client::Client;
use crate::throttle::{self, Allowance};

/// Wrong codes from one network, whatever the recipient.
const TRIES_PER_NETWORK: Allowance = Allowance::each(TimeDelta::hours(1), CODE_TRIES_PER_NETWORK_PER_HOUR);

/// Six digits as they were typed.
#[derive(Clone)]
pub struct TypedCode(String);

impl TypedCode {
    /// Takes six digits, in groups or of full width, too; see [`typed`].
    pub fn parse(text: &str) -> Result<Self, FieldProblem> {
        let text = typed::code(text);
        if text.is_empty() {
            Err(FieldProblem::Required)
        } else if text.len() == CODE_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit()) {
            Ok(Self(text))
        } else {
            Err(FieldProblem::CodeFormat)
        }
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Counts a code among those that are sent on a channel in a day, which bounds what a flood costs.
/// [`Refusal::Busy`] when one of the counters is used up.
pub fn count_in_day(
    connection: &mut PgConnection,
    channel: &str,
    counters: &[(String, i32)],
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    for (key, per_day) in counters {
        let allowance = Allowance::each(TimeDelta::days(1), *per_day);
        match throttle::hit(connection, key, allowance, now) {
            Err(AppError::RateLimited { .. }) => {
                tracing::warn!(
                    channel,
                    per_day,
                    "the codes of this day are used up; no more are sent"
                );
                return Err(Refusal::Busy.into());
            }
            counted => counted?,
        }
    }
    Ok(())
}

/// A code as it is stored, once a try was counted.
#[derive(Debug)]
pub struct StoredCode {
    /// What is stored in place of the code.
    pub hash: String,
    /// From when on it is worth nothing.
    pub expires_at: DateTime<Utc>,
}

impl From<(String, DateTime<Utc>)> for StoredCode {
    fn from((hash, expires_at): (String, DateTime<Utc>)) -> Self {
        Self { hash, expires_at }
    }
}

impl StoredCode {
    fn accepts(&self, hash: &str, now: DateTime<Utc>) -> bool {
        self.expires_at > now && self.hash == hash
    }
}

/// What a code is good for, and where its hash is stored.
pub trait CodeSubject {
    /// Where the code is sent.
    fn recipient(&self) -> &Identifier;
    /// What the code is for.
    fn purpose(&self) -> &'static str;
    /// The keyed hash of some parts; those of other tables and sites are other hashes.
    fn keyed_hash(&self, tokens: &Tokens, parts: &[&str]) -> String;
    /// Stores a hash in place of an earlier one, with no tries.
    fn upsert(
        &self,
        connection: &mut PgConnection,
        hash: &str,
        expires_at: DateTime<Utc>,
    ) -> QueryResult<usize>;
    /// Counts a try in one statement; none when there is no code, or when it was tried so often before.
    fn count_try(&self, connection: &mut PgConnection, max_tries: i32) -> QueryResult<Option<StoredCode>>;
    /// Deletes a hash and gives the number of its rows: one, or none when it was used before.
    fn delete(&self, connection: &mut PgConnection, hash: &str) -> QueryResult<usize>;
}

fn hash_of(subject: &impl CodeSubject, tokens: &Tokens, code: &str) -> String {
    subject.keyed_hash(tokens, &[subject.purpose(), subject.recipient().as_str(), code])
}

/// Draws a code and stores its hash; an earlier one for the same recipient and purpose becomes void.
pub fn issue_code(
    connection: &mut PgConnection,
    tokens: &Tokens,
    subject: &impl CodeSubject,
    now: DateTime<Utc>,
) -> Result<String, AppError> {
    let code = format!("{:06}", rand::rng().random_range(0..1_000_000));
    let expires_at = now + TimeDelta::minutes(CODE_LIFETIME_MINUTES);
    subject.upsert(connection, &hash_of(subject, tokens, &code), expires_at)?;
    Ok(code)
}

/// A code that was right and can still be used once.
#[derive(Debug)]
pub struct ProvedCode<S> {
    subject: S,
    hash: String,
}

/// Compares a code, which counts as one of its five tries. Not to be called in a transaction: tries must stay counted.
pub fn prove_code<S: CodeSubject>(
    connection: &mut PgConnection,
    tokens: &Tokens,
    client: &Client,
    subject: S,
    typed: &TypedCode,
) -> Result<ProvedCode<S>, AppError> {
    let networks = client.networks().map(|(network, factor)| {
        let key = subject.keyed_hash(tokens, &["try", &network]);
        (key, TRIES_PER_NETWORK.times(factor))
    });
    let networks: Vec<_> = networks.collect();
    for (key, allowance) in &networks {
        throttle::hit(connection, key, *allowance, client.now)?;
    }
    let stored = subject.count_try(connection, CODE_MAX_TRIES)?;
    let hash = hash_of(&subject, tokens, typed.as_str());
    if !stored.is_some_and(|stored| stored.accepts(&hash, client.now)) {
        return Err(Refusal::CodeWrong.into());
    }
    for (key, _) in &networks {
        throttle::refund(connection, key)?;
    }
    Ok(ProvedCode { subject, hash })
}

impl<S: CodeSubject> ProvedCode<S> {
    /// Where the code was sent.
    pub fn recipient(&self) -> &Identifier {
        self.subject.recipient()
    }

    /// Uses the code up. Who deletes the row has used it: of two at the same moment only one does.
    pub fn redeem(&self, connection: &mut PgConnection) -> Result<(), AppError> {
        match self.subject.delete(connection, &self.hash)? {
            1 => Ok(()),
            _ => Err(Refusal::CodeWrong.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_accepted_before_it_expires() {
        let expires_at = DateTime::UNIX_EPOCH;
        let stored = StoredCode {
            hash: "right".to_owned(),
            expires_at,
        };
        let is_accepted = |hash, ms| stored.accepts(hash, expires_at + TimeDelta::milliseconds(ms));
        assert!(is_accepted("right", -1));
        assert!(!is_accepted("right", 0) && !is_accepted("right", 1));
        assert!(!is_accepted("wrong", -1));
    }

    #[test]
    fn a_code_is_six_digits() {
        for text in [
            " 012345 ",
            "012 345",
            "012-345",
            "０１２３４５",
            "“012345”。",
            "O12345",
        ] {
            assert!(
                TypedCode::parse(text).is_ok_and(|code| code.as_str() == "012345"),
                "{text}"
            );
        }
        for text in ["12345", "1234567", "12345a", "验证码"] {
            assert_eq!(
                TypedCode::parse(text).err(),
                Some(FieldProblem::CodeFormat),
                "{text}"
            );
        }
        assert_eq!(TypedCode::parse("").err(), Some(FieldProblem::Required));
    }
}
