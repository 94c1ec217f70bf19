//! Redeem codes: 16 characters of Crockford's base 32, 80 random bits. Source: crockford.com/base32.html.

use std::sync::LazyLock;

use data_encoding::{Encoding, Specification};
use moyan_domain::{FieldProblem, SiteId, typed};
use moyan_foundation::access::hex;
use rand::Rng as _;
use sha2::{Digest as _, Sha256};

/// Random bytes of a code.
const CODE_BYTES: usize = 10;
/// Characters of a code, hyphens apart.
const CODE_CHARS: usize = 16;
/// Characters of a group.
const GROUP_CHARS: usize = 4;

/// Without I, L, O and U. What people mix up is read as what they mean.
static CROCKFORD: LazyLock<Encoding> = LazyLock::new(|| {
    let mut specification = Specification::new();
    specification.symbols.push_str("0123456789ABCDEFGHJKMNPQRSTVWXYZ");
    specification
        .encoding()
        .unwrap_or_else(|error| unreachable!("the alphabet is a good one: {error}"))
});

/// A code without hyphens, in capitals.
#[derive(Clone, PartialEq, Eq)]
pub struct RedeemCode(String);

impl RedeemCode {
    /// Draws a code.
    pub fn draw() -> Self {
        let mut bytes = [0_u8; CODE_BYTES];
        rand::rng().fill(&mut bytes);
        Self(CROCKFORD.encode(&bytes))
    }

    /// Reads what somebody typed; see [`typed`].
    pub fn parse(text: &str) -> Result<Self, FieldProblem> {
        let code = typed::code(text);
        match code.chars().count() {
            0 => Err(FieldProblem::Required),
            CODE_CHARS if CROCKFORD.decode(code.as_bytes()).is_ok() => Ok(Self(code)),
            CODE_CHARS => Err(FieldProblem::RedeemCodeLetters),
            n_chars => Err(FieldProblem::RedeemCodeLength { n: n_chars }),
        }
    }

    /// What is stored of it: a hash that is good on one site.
    ///
    /// 80 random bits cannot be guessed from it, so it needs no secret: codes are sold, and outlive each secret.
    pub fn hash(&self, site_id: SiteId) -> String {
        let mut hash = Sha256::new();
        for part in ["moyan redeem code", &site_id.to_string(), &self.0] {
            hash.update(part);
            hash.update([0]);
        }
        hex(&hash.finalize())
    }

    /// The last group, by which people find a code.
    pub fn tail(&self) -> &str {
        self.0.get(CODE_CHARS - GROUP_CHARS..).unwrap_or_default()
    }

    /// As people read it: four groups of four.
    pub fn shown(&self) -> String {
        let characters: Vec<char> = self.0.chars().collect();
        let groups: Vec<String> = characters.chunks(GROUP_CHARS).map(String::from_iter).collect();
        groups.join("-")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = RedeemCode::draw();
        let shown = code.shown();
        assert_eq!(shown.len(), 19);
        assert_eq!(code.tail(), &shown[15..]);
        for typed in [
            shown.clone(),
            shown.to_lowercase(),
            shown.replace('-', ""),
            format!(" {} ", shown.replace('-', " ")),
            shown.replace('0', "o").replace('1', "l"),
            shown.replace('-', "—"),
            format!("“{shown}”。"),
            format!("{shown}\r\n"),
        ] {
            assert!(
                RedeemCode::parse(&typed).is_ok_and(|parsed| parsed == code),
                "{typed}"
            );
        }
    }

    #[test]
    fn what_is_no_code_is_refused_with_what_is_wrong() {
        use FieldProblem::{RedeemCodeLength, RedeemCodeLetters, Required};
        for (text, problem) in [
            ("", Required),
            ("AAAA-BBBB-CCCC-DDD", RedeemCodeLength { n: 15 }),
            ("AAAA-BBBB-CCCC-DDDDE", RedeemCodeLength { n: 17 }),
            ("UUUU-UUUU-UUUU-UUUU", RedeemCodeLetters),
            ("优惠码优惠码优惠码优惠码优惠码优", RedeemCodeLetters),
        ] {
            assert_eq!(RedeemCode::parse(text).err(), Some(problem), "{text}");
        }
    }

    #[test]
    fn codes_differ() {
        let codes: HashSet<String> = (0..1000).map(|_| RedeemCode::draw().shown()).collect();
        assert_eq!(codes.len(), 1000);
    }

    #[test]
    fn a_code_is_worth_something_on_its_own_site_only() {
        let code = RedeemCode::draw();
        let site = |number| SiteId(uuid::Uuid::from_u128(number));
        assert_ne!(code.hash(site(1)), code.hash(site(2)));
        assert_eq!(code.hash(site(1)), code.hash(site(1)));
    }
}
