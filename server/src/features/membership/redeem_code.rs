//! Redeem codes as people see and type them: 16 characters of Crockford's base 32 in four groups.

use data_encoding::{Encoding, Specification};
use ring::rand::{SecureRandom as _, SystemRandom};

use crate::access::Tokens;
use crate::domain::SiteId;
use crate::error::AppError;

/// The digits, without I, L, O and U. Source: Douglas Crockford, Base 32.
const SYMBOLS: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Bytes of a code: 80 bits.
const N_BYTES: usize = 10;
/// Characters of a code.
const N_CHARS: usize = 16;
/// Characters of a group.
const GROUP: usize = 4;

/// A code: its characters without dashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedeemCode(String);

fn encoding() -> Result<Encoding, AppError> {
    let mut specification = Specification::new();
    specification.symbols.push_str(SYMBOLS);
    specification
        .encoding()
        .map_err(|error| AppError::Internal(error.to_string()))
}

impl RedeemCode {
    /// A new code, by chance.
    pub fn generate() -> Result<Self, AppError> {
        let mut bytes = [0; N_BYTES];
        SystemRandom::new()
            .fill(&mut bytes)
            .map_err(|_| AppError::Internal("the system has no random bytes".to_owned()))?;
        Ok(Self(encoding()?.encode(&bytes)))
    }

    /// Reads what a visitor typed: dashes and spaces do not matter, nor does case, and what looks alike is the same.
    pub fn parse(text: &str) -> Option<Self> {
        let code: String = text
            .chars()
            .filter(|character| !character.is_whitespace() && !matches!(character, '-' | '－' | '—'))
            .map(|character| match character.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            })
            .take(N_CHARS + 1)
            .collect();
        let is_code =
            code.chars().count() == N_CHARS && code.chars().all(|character| SYMBOLS.contains(character));
        is_code.then_some(Self(code))
    }

    /// As it is handed out: `ABCD-EFGH-JKMN-PQRS`.
    pub fn display(&self) -> String {
        let characters: Vec<char> = self.0.chars().collect();
        let groups: Vec<String> = characters
            .chunks(GROUP)
            .map(|group| group.iter().collect())
            .collect();
        groups.join("-")
    }

    /// The last group, for people who look for one.
    pub fn tail(&self) -> String {
        self.0.chars().skip(N_CHARS - GROUP).collect()
    }

    /// What is stored: nobody without the server's secret can compute it, and on another site it is another one.
    pub fn hash(&self, tokens: &Tokens, site_id: SiteId) -> String {
        tokens.keyed_hash(&["redeem code", &site_id.to_string(), &self.0])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_code_is_read_as_it_was_handed_out_however_it_is_typed() {
        for _ in 0..200 {
            let code = RedeemCode::generate().unwrap();
            let shown = code.display();
            assert_eq!((shown.len(), shown.matches('-').count()), (19, 3));
            assert!(shown.ends_with(&code.tail()));
            let typed = shown
                .to_lowercase()
                .replace('-', " ")
                .replace('0', "o")
                .replace('1', "l");
            for text in [&shown, &typed] {
                assert_eq!(RedeemCode::parse(text), Some(code.clone()), "{text}");
            }
        }
    }

    #[test]
    fn what_is_no_code_is_refused() {
        for text in [
            "",
            "ABCD",
            "ABCD-EFGH-JKMN-PQR",
            "ABCD-EFGH-JKMN-PQRST",
            "UUUU-UUUU-UUUU-UUUU",
            "码码码码-EFGH-JKMN-PQRS",
        ] {
            assert_eq!(RedeemCode::parse(text), None, "{text}");
        }
    }

    #[test]
    fn no_two_codes_are_the_same_and_each_site_has_a_hash_of_its_own() {
        let codes: HashSet<String> = (0..1000)
            .map(|_| RedeemCode::generate().unwrap().display())
            .collect();
        assert_eq!(codes.len(), 1000);
        let (tokens, code) = (Tokens::new("secret", None), RedeemCode::generate().unwrap());
        let hash = |id: u128| code.hash(&tokens, SiteId(uuid::Uuid::from_u128(id)));
        assert_ne!(hash(1), hash(2));
        assert_eq!(hash(1), hash(1));
    }
}
