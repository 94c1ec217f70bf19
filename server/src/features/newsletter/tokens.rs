//! What links of mails hold: a subscriber, and a proof that the server made the link. Nothing of it is stored.

use uuid::Uuid;

use super::models::Subscriber;
use crate::access::Tokens;
use crate::domain::SiteId;

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Confirming the address: of the last mail only.
    Confirm,
    /// Wanting no letters any more: each link, for good.
    Unsubscribe,
}

impl Purpose {
    fn name(self) -> &'static str {
        match self {
            Self::Confirm => "newsletter confirm",
            Self::Unsubscribe => "newsletter unsubscribe",
        }
    }
}

/// The token of a link.
pub fn token_of(tokens: &Tokens, subscriber: &Subscriber, purpose: Purpose) -> String {
    format!("{}.{}", subscriber.id, proof(tokens, subscriber, purpose))
}

fn proof(tokens: &Tokens, subscriber: &Subscriber, purpose: Purpose) -> String {
    let (site, id) = (subscriber.site_id.to_string(), subscriber.id.to_string());
    let asked = match purpose {
        Purpose::Confirm => subscriber.requested_at.timestamp_micros().to_string(),
        Purpose::Unsubscribe => String::new(),
    };
    tokens.keyed_hash(&[purpose.name(), &site, &id, &subscriber.email, &asked])
}

/// The subscriber that a token names, and its proof; none for what is no token.
pub fn parse(token: &str) -> Option<(Uuid, &str)> {
    let (id, proof) = token.split_once('.')?;
    let is_proof = proof.len() == 64 && proof.bytes().all(|byte| byte.is_ascii_hexdigit());
    Some((id.parse().ok()?, proof)).filter(|_| is_proof)
}

/// Whether a proof is that of a subscriber of this site. Takes as long whatever is wrong.
pub fn is_valid(
    tokens: &Tokens,
    site_id: SiteId,
    subscriber: &Subscriber,
    purpose: Purpose,
    given: &str,
) -> bool {
    let expected = proof(tokens, subscriber, purpose);
    // The hash of what is given tells nothing of where it differs.
    let hash = |text: &str| tokens.keyed_hash(&["newsletter proof", text]);
    subscriber.site_id == site_id && hash(&expected) == hash(given)
}
