//! Verification codes: six digits for one place, one purpose and one success.

use chrono::{TimeDelta, Utc};
use diesel::PgConnection;
use rand::Rng as _;

use super::dto::CodePurpose;
use super::queries;
use crate::access::Tokens;
use crate::config::limits::{
    CODE_DIGITS, CODE_LIFETIME_MINUTES, CODE_MAX_TRIES, CODE_RESEND_S, CODES_PER_ADDRESS_PER_DAY,
    CODES_PER_TARGET_PER_DAY,
};
use crate::domain::Identifier;
use crate::error::{AppError, FieldProblem, Refusal};
use crate::throttle::{self, Allowance};

/// Another code for the same place.
const RESEND: Allowance = Allowance::each(TimeDelta::seconds(CODE_RESEND_S), 1);
const PER_TARGET: Allowance = Allowance::each(TimeDelta::days(1), CODES_PER_TARGET_PER_DAY);
const PER_ADDRESS: Allowance = Allowance::each(TimeDelta::days(1), CODES_PER_ADDRESS_PER_DAY);

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
    /// Takes six digits, white space around them removed.
    pub fn parse(text: &str) -> Result<Self, FieldProblem> {
        let text = text.trim();
        if text.is_empty() {
            Err(FieldProblem::Required)
        } else if text.len() == CODE_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(FieldProblem::CodeFormat)
        }
    }
}

/// Counts a demand for a code, or refuses it. The caller's network is hashed into its key.
pub fn count_demand(
    connection: &mut PgConnection,
    tokens: &Tokens,
    target: &Identifier,
    network: &str,
) -> Result<(), AppError> {
    let key = |kind: &str, what: &str| tokens.keyed_hash(&["code", kind, what]);
    throttle::hit(connection, &key("address", network), PER_ADDRESS)?;
    throttle::hit(connection, &key("resend", target.as_str()), RESEND)?;
    throttle::hit(connection, &key("target", target.as_str()), PER_TARGET)
}

/// Draws a code and keeps its hash; an earlier one for the same place and purpose is void.
pub fn issue(
    connection: &mut PgConnection,
    tokens: &Tokens,
    target: &Identifier,
    purpose: CodePurpose,
) -> Result<String, AppError> {
    let code = format!("{:06}", rand::rng().random_range(0..1_000_000));
    let expires_at = Utc::now() + TimeDelta::minutes(CODE_LIFETIME_MINUTES);
    let hash = hash_of(tokens, target, purpose, &code);
    queries::upsert_code(connection, target.as_str(), purpose.as_str(), &hash, expires_at)?;
    Ok(code)
}

/// Uses a code up, or counts a wrong try. Not to be called in a transaction: wrong tries must stay counted.
pub fn redeem(
    connection: &mut PgConnection,
    tokens: &Tokens,
    target: &Identifier,
    purpose: CodePurpose,
    typed: &TypedCode,
) -> Result<(), AppError> {
    let (place, purpose_name) = (target.as_str(), purpose.as_str());
    let stored = queries::count_try(connection, place, purpose_name, Utc::now(), CODE_MAX_TRIES)?;
    let hash = hash_of(tokens, target, purpose, &typed.0);
    // Whoever deletes the row has used the code: of two at the same moment only one does.
    if stored.as_deref() == Some(hash.as_str())
        && queries::delete_code(connection, place, purpose_name, &hash)? == 1
    {
        return Ok(());
    }
    Err(Refusal::CodeWrong.into())
}

fn hash_of(tokens: &Tokens, target: &Identifier, purpose: CodePurpose, code: &str) -> String {
    tokens.keyed_hash(&["code", purpose.as_str(), target.as_str(), code])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_six_digits() {
        assert!(TypedCode::parse(" 012345 ").is_ok());
        for text in ["12345", "1234567", "12345a", "１２３４５６"] {
            assert_eq!(
                TypedCode::parse(text).err(),
                Some(FieldProblem::CodeFormat),
                "{text}"
            );
        }
        assert_eq!(TypedCode::parse("").err(), Some(FieldProblem::Required));
    }
}
