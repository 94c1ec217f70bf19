//! Verification codes: six digits for one recipient, one purpose and one use.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{PgConnection, QueryResult};
use moyan_domain::limits::{
    CODE_DIGITS, CODE_LIFETIME_MINUTES, CODE_MAX_TRIES, CODE_RESEND_S, CODE_TRIES_PER_NETWORK_PER_HOUR,
    CODES_PER_NETWORK_PER_DAY, CODES_PER_RECIPIENT_AND_SITE_PER_DAY, CODES_PER_RECIPIENT_PER_DAY,
};
use moyan_domain::{FieldProblem, Identifier, typed};
use moyan_foundation::access::Tokens;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::throttle::{self, Allowance};
use rand::Rng as _;

use super::client::Client;
use super::dto::CodePurpose;
use super::queries;

/// Another code for one recipient, asked for from one site.
const RESEND: Allowance = Allowance::each(TimeDelta::seconds(CODE_RESEND_S), 1);
const PER_RECIPIENT_AND_SITE: Allowance =
    Allowance::each(TimeDelta::days(1), CODES_PER_RECIPIENT_AND_SITE_PER_DAY);
const PER_RECIPIENT: Allowance = Allowance::each(TimeDelta::days(1), CODES_PER_RECIPIENT_PER_DAY);
const PER_NETWORK: Allowance = Allowance::each(TimeDelta::days(1), CODES_PER_NETWORK_PER_DAY);
/// Wrong codes from one network, whatever the recipient.
const TRIES_PER_NETWORK: Allowance = Allowance::each(TimeDelta::hours(1), CODE_TRIES_PER_NETWORK_PER_HOUR);

impl CodePurpose {
    /// The name that is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Register => "register",
            Self::Login => "login",
            Self::Reset => "reset",
            Self::Bind => "bind",
        }
    }
}

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
    let all = Allowance::each(TimeDelta::days(1), per_day);
    match throttle::hit(connection, &key(&["channel", channel]), all, client.now) {
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

/// What a code is good for, and where its hash is stored.
pub trait CodeSubject {
    /// Where the code is sent.
    fn recipient(&self) -> &Identifier;
    /// What is stored in place of the code.
    fn hash_of(&self, tokens: &Tokens, code: &str) -> String;
    /// The counter of wrong codes from one network.
    fn tries_key(&self, tokens: &Tokens, network: &str) -> String;
    /// Stores a hash in place of an earlier one.
    fn upsert(
        &self,
        connection: &mut PgConnection,
        hash: &str,
        expires_at: DateTime<Utc>,
    ) -> QueryResult<usize>;
    /// Counts a try and gives the hash to compare with; none when there is no code that can be tried.
    fn count_try(
        &self,
        connection: &mut PgConnection,
        now: DateTime<Utc>,
        max_tries: i32,
    ) -> QueryResult<Option<String>>;
    /// Deletes a hash and gives the number of its rows: one, or none when it was used before.
    fn delete(&self, connection: &mut PgConnection, hash: &str) -> QueryResult<usize>;
}

/// A code for an account, or for an address that is to have one.
#[derive(Debug)]
pub struct AccountCode {
    /// Where it is sent.
    pub recipient: Identifier,
    /// What it is for.
    pub purpose: CodePurpose,
}

impl CodeSubject for AccountCode {
    fn recipient(&self) -> &Identifier {
        &self.recipient
    }

    fn hash_of(&self, tokens: &Tokens, code: &str) -> String {
        tokens.keyed_hash(&["code", self.purpose.as_str(), self.recipient.as_str(), code])
    }

    fn tries_key(&self, tokens: &Tokens, network: &str) -> String {
        tokens.keyed_hash(&["code", "try", network])
    }

    fn upsert(
        &self,
        connection: &mut PgConnection,
        hash: &str,
        expires_at: DateTime<Utc>,
    ) -> QueryResult<usize> {
        let (to, purpose) = (self.recipient.as_str(), self.purpose.as_str());
        queries::upsert_code(connection, to, purpose, hash, expires_at)
    }

    fn count_try(
        &self,
        connection: &mut PgConnection,
        now: DateTime<Utc>,
        max_tries: i32,
    ) -> QueryResult<Option<String>> {
        let (to, purpose) = (self.recipient.as_str(), self.purpose.as_str());
        queries::count_try(connection, to, purpose, now, max_tries)
    }

    fn delete(&self, connection: &mut PgConnection, hash: &str) -> QueryResult<usize> {
        queries::delete_code(connection, self.recipient.as_str(), self.purpose.as_str(), hash)
    }
}

/// Draws a code and stores its hash; an earlier one for the same recipient and purpose becomes void.
pub fn issue(
    connection: &mut PgConnection,
    tokens: &Tokens,
    subject: &impl CodeSubject,
    now: DateTime<Utc>,
) -> Result<String, AppError> {
    let code = format!("{:06}", rand::rng().random_range(0..1_000_000));
    let expires_at = now + TimeDelta::minutes(CODE_LIFETIME_MINUTES);
    subject.upsert(connection, &subject.hash_of(tokens, &code), expires_at)?;
    Ok(code)
}

/// A code that was right and can still be used once.
#[derive(Debug)]
pub struct ProvedCode<S> {
    subject: S,
    hash: String,
}

/// Compares a code, which counts as one of its five tries. Not to be called in a transaction: tries must stay counted.
pub fn prove<S: CodeSubject>(
    connection: &mut PgConnection,
    tokens: &Tokens,
    client: &Client,
    subject: S,
    typed: &TypedCode,
) -> Result<ProvedCode<S>, AppError> {
    let networks = client.networks().map(|(network, factor)| {
        let key = subject.tries_key(tokens, &network);
        (key, TRIES_PER_NETWORK.times(factor))
    });
    let networks: Vec<_> = networks.collect();
    for (key, allowance) in &networks {
        throttle::hit(connection, key, *allowance, client.now)?;
    }
    let stored = subject.count_try(connection, client.now, CODE_MAX_TRIES)?;
    let hash = subject.hash_of(tokens, typed.as_str());
    if stored.as_deref() != Some(hash.as_str()) {
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
