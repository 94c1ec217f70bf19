//! What an account is found by: an e-mail address or a phone number.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::config::limits::EMAIL_MAX_BYTES;
use crate::error::FieldProblem;

/// What an identifier is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum IdentityType {
    /// An e-mail address.
    Email,
    /// A phone number of mainland China.
    Phone,
}

impl IdentityType {
    /// Its name, as it is sent.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Phone => "phone",
        }
    }
}

/// An e-mail address in lower case, or a phone number as `+86-13800138000`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identifier {
    kind: IdentityType,
    text: String,
}

impl Identifier {
    /// Reads what a form sent.
    ///
    /// - E-mail: one `@`, a dotted host, no white space; letters become lower case.
    /// - Phone: eleven digits that begin with 1, with or without `+86` or `+86-`.
    /// - Source: specification §5 (login and registration).
    pub fn parse(kind: IdentityType, text: &str) -> Result<Self, FieldProblem> {
        let text = text.trim();
        if text.is_empty() {
            return Err(FieldProblem::Required);
        }
        let text = match kind {
            IdentityType::Email => parse_email(text).ok_or(FieldProblem::EmailInvalid)?,
            IdentityType::Phone => parse_phone(text).ok_or(FieldProblem::PhoneInvalid)?,
        };
        Ok(Self { kind, text })
    }

    /// What it is.
    pub fn kind(&self) -> IdentityType {
        self.kind
    }

    /// As it is stored and sent.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl IdentityType {
    /// The name that is stored and sent.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Phone => "phone",
        }
    }
}

fn parse_email(text: &str) -> Option<String> {
    let (local, host) = text.split_once('@')?;
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && !part.ends_with('.')
            && !part.contains("..")
            && part.bytes().all(|byte| byte.is_ascii_graphic())
    };
    let is_host = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let is_local = local.len() <= 64
        && is_plain(local)
        && !local.bytes().any(|byte| {
            matches!(
                byte,
                b'"' | b'(' | b')' | b',' | b':' | b';' | b'<' | b'>' | b'[' | b'\\' | b']'
            )
        });
    let fits =
        text.len() <= EMAIL_MAX_BYTES && is_local && host.contains('.') && host.split('.').all(is_host);
    fits.then(|| text.to_ascii_lowercase())
}

fn parse_phone(text: &str) -> Option<String> {
    let digits = text
        .strip_prefix("+86")
        .map_or(text, |rest| rest.strip_prefix('-').unwrap_or(rest));
    let fits =
        digits.len() == 11 && digits.starts_with('1') && digits.bytes().all(|byte| byte.is_ascii_digit());
    fits.then(|| format!("+86-{digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn email(text: &str) -> Result<String, FieldProblem> {
        Identifier::parse(IdentityType::Email, text).map(|found| found.as_str().to_owned())
    }

    fn phone(text: &str) -> Result<String, FieldProblem> {
        Identifier::parse(IdentityType::Phone, text).map(|found| found.as_str().to_owned())
    }

    #[test]
    fn an_address_is_one_account_however_it_is_typed() {
        assert_eq!(
            email(" Li.Ming@Example.COM "),
            Ok("li.ming@example.com".to_owned())
        );
        assert_eq!(email("a+b@sub.example.cn"), Ok("a+b@sub.example.cn".to_owned()));
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in [
            "a",
            "a@",
            "@b.cn",
            "a@b",
            "a@@b.cn",
            "a b@c.cn",
            "a@b..cn",
            "a@-b.cn",
            ".a@b.cn",
            "a@b.cn\r\nBcc: c@d.cn",
            "a\0@b.cn",
            "<a>@b.cn",
            "李@例子.cn",
        ] {
            assert_eq!(email(text), Err(FieldProblem::EmailInvalid), "{text:?}");
        }
        assert_eq!(email("  "), Err(FieldProblem::Required));
        assert_eq!(
            email(&format!("{}@b.cn", "a".repeat(65))),
            Err(FieldProblem::EmailInvalid)
        );
    }

    #[test]
    fn a_number_is_one_account_with_and_without_its_prefix() {
        for text in [
            "13800138000",
            "+86-13800138000",
            "+8613800138000",
            " 13800138000 ",
        ] {
            assert_eq!(phone(text), Ok("+86-13800138000".to_owned()), "{text}");
        }
        for text in [
            "1380013800",
            "23800138000",
            "+1-13800138000",
            "1380013800a",
            "+86--13800138000",
        ] {
            assert_eq!(phone(text), Err(FieldProblem::PhoneInvalid), "{text}");
        }
    }
}
