//! What an account is found by: an e-mail address or a phone number.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::typed;
use crate::limits::EMAIL_MAX_BYTES;
use crate::{FieldProblem, Language};

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
    /// Reads what a form sent, as it was meant; see [`typed`].
    ///
    /// - E-mail: one `@`, a dotted host, no white space; letters become lower case.
    /// - Phone: eleven digits that begin with 1, with or without `+86`, `0086` or `86`.
    /// - Source: specification §5 (login and registration).
    pub fn parse(kind: IdentityType, text: &str) -> Result<Self, FieldProblem> {
        let text = match kind {
            IdentityType::Email => parse_email(&typed::email(text))?,
            IdentityType::Phone => parse_phone(&typed::phone(text))?,
        };
        Ok(Self { kind, text })
    }

    /// Reads an address or a number, whichever it is.
    pub fn parse_either(text: &str) -> Result<Self, FieldProblem> {
        let kind = match typed::is_email(text) {
            true => IdentityType::Email,
            false => IdentityType::Phone,
        };
        Self::parse(kind, text)
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

/// A stored address or number as people write it: `+86-13912345678` is `139 1234 5678` in Chinese and `+86 139 1234 5678`
/// in English. The console shows the digits in one, as its searches find them.
pub fn shown_identifier(identifier: &str, language: Language) -> String {
    let digits = identifier
        .strip_prefix("+86-")
        .filter(|rest| rest.len() == PHONE_DIGITS);
    let groups = digits.and_then(|digits| Some((digits.get(..3)?, digits.get(3..7)?, digits.get(7..)?)));
    let Some((first, second, third)) = groups else {
        return identifier.to_owned();
    };
    let country = language.pick(("", "+86 "));
    format!("{country}{first} {second} {third}")
}

fn parse_email(text: &str) -> Result<String, FieldProblem> {
    if text.is_empty() {
        return Err(FieldProblem::Required);
    }
    let (local, host) = text.split_once('@').ok_or(FieldProblem::EmailWithoutAt)?;
    if text.contains(char::is_whitespace) {
        return Err(FieldProblem::EmailWithSpace);
    }
    if !text.is_ascii() {
        return Err(FieldProblem::EmailLetters);
    }
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
    if is_local && !host.contains(['@', '.']) {
        return Err(FieldProblem::EmailHost);
    }
    let fits = text.len() <= EMAIL_MAX_BYTES && is_local && host.split('.').all(is_host);
    fits.then(|| text.to_ascii_lowercase())
        .ok_or(FieldProblem::EmailInvalid)
}

/// Digits of a number of mainland China.
const PHONE_DIGITS: usize = 11;

fn parse_phone(text: &str) -> Result<String, FieldProblem> {
    let own = ["+86", "0086", "86"]
        .iter()
        .find_map(|prefix| text.strip_prefix(prefix))
        .filter(|rest| rest.len() >= PHONE_DIGITS || text.starts_with('+'));
    let digits = own.unwrap_or(text);
    if digits.is_empty() {
        return Err(FieldProblem::Required);
    }
    if digits.starts_with('+') || (own.is_none() && digits.starts_with("00")) {
        return Err(FieldProblem::PhoneForeign);
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(FieldProblem::PhoneInvalid);
    }
    match digits.len() {
        PHONE_DIGITS if digits.starts_with('1') => Ok(format!("+86-{digits}")),
        PHONE_DIGITS => Err(FieldProblem::PhoneStart),
        n_digits => Err(FieldProblem::PhoneDigits { n: n_digits }),
    }
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
    fn what_is_no_address_is_refused_with_what_is_wrong() {
        use FieldProblem::{EmailHost, EmailInvalid, EmailLetters, EmailWithSpace, EmailWithoutAt, Required};
        for (text, problem) in [
            ("a", EmailWithoutAt),
            ("13800138000", EmailWithoutAt),
            ("a@", EmailHost),
            ("a@b", EmailHost),
            ("@b.cn", EmailInvalid),
            ("a@@b.cn", EmailInvalid),
            ("a b@c.cn", EmailWithSpace),
            ("a@b.cn b@b.cn", EmailWithSpace),
            ("a@b.cn\r\nBcc: c@d.cn", EmailWithSpace),
            ("a@b..cn", EmailInvalid),
            ("a@-b.cn", EmailInvalid),
            (".a@b.cn", EmailInvalid),
            ("a\0@b.cn", EmailInvalid),
            ("<a>@b.cn", EmailInvalid),
            ("李@例子.cn", EmailLetters),
            ("a@例子。中国", EmailLetters),
            ("  ", Required),
            ("。", Required),
        ] {
            assert_eq!(email(text), Err(problem), "{text:?}");
        }
        let long = format!("{}@b.cn", "a".repeat(65));
        assert_eq!(email(&long), Err(EmailInvalid));
    }

    #[test]
    fn a_number_is_one_account_with_and_without_its_prefix() {
        for text in [
            "13800138000",
            "+86-13800138000",
            "+86--13800138000",
            "+8613800138000",
            "0086 138 0013 8000",
            "86 13800138000",
            "＋８６ １３８-００１３-８０００",
        ] {
            assert_eq!(phone(text), Ok("+86-13800138000".to_owned()), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused_with_what_is_wrong() {
        use FieldProblem::{PhoneDigits, PhoneForeign, PhoneInvalid, PhoneStart, Required};
        for (text, problem) in [
            ("1380013800", PhoneDigits { n: 10 }),
            ("138 0013 80000", PhoneDigits { n: 12 }),
            ("+86 1380013", PhoneDigits { n: 7 }),
            ("23800138000", PhoneStart),
            ("+1-13800138000", PhoneForeign),
            ("00852 5123 4567", PhoneForeign),
            ("1380013800a", PhoneInvalid),
            ("1.38E+10", PhoneInvalid),
            ("-", Required),
        ] {
            assert_eq!(phone(text), Err(problem), "{text}");
        }
    }

    #[test]
    fn a_field_for_both_takes_both() {
        let kind = |text: &str| Identifier::parse_either(text).map(|found| found.kind());
        assert_eq!(kind("reader＠example.com。"), Ok(IdentityType::Email));
        assert_eq!(kind("138 0013 8000"), Ok(IdentityType::Phone));
        assert_eq!(kind("reader"), Err(FieldProblem::EmailWithoutAt));
        assert_eq!(kind("13800"), Err(FieldProblem::PhoneDigits { n: 5 }));
    }

    #[test]
    fn a_number_is_shown_as_people_write_it() {
        for (identifier, chinese, english) in [
            ("+86-13912345678", "139 1234 5678", "+86 139 1234 5678"),
            ("+86-1391234567", "+86-1391234567", "+86-1391234567"),
            ("a@reader.example", "a@reader.example", "a@reader.example"),
        ] {
            assert_eq!(shown_identifier(identifier, Language::ZhCn), chinese);
            assert_eq!(shown_identifier(identifier, Language::En), english);
        }
    }

    #[test]
    fn what_is_stored_is_read_as_itself() {
        for text in [
            "'o@example.com",
            "+a@example.com",
            "a`b'@example.com",
            "+86-13800138000",
            "a=_.b@x-y.cn",
        ] {
            assert_eq!(Identifier::parse_either(text).unwrap().as_str(), text);
        }
    }
}
