//! The link that confirms an address: it holds the subscriber, and a proof that the server made it. It is short-lived, and
//! nothing of it is stored.

use moyan_domain::SiteId;
use moyan_foundation::access::Tokens;
use uuid::Uuid;

use super::models::Subscriber;

/// The token of the link in the last mail that asked for a confirmation.
pub fn token_of(tokens: &Tokens, subscriber: &Subscriber) -> String {
    format!("{}.{}", subscriber.id, proof(tokens, subscriber))
}

fn proof(tokens: &Tokens, subscriber: &Subscriber) -> String {
    let (site, id) = (subscriber.site_id.to_string(), subscriber.id.to_string());
    let asked = subscriber.requested_at.timestamp_micros().to_string();
    tokens.keyed_hash(&["newsletter confirm", &site, &id, &subscriber.email, &asked])
}

/// The subscriber that a token names, and its proof; none for what is no token.
pub fn parse(token: &str) -> Option<(Uuid, &str)> {
    let (id, proof) = token.split_once('.')?;
    Some((id.parse().ok()?, proof))
}

/// Whether a proof is that of a subscriber of this site. Takes as long whatever is wrong.
pub fn is_valid(tokens: &Tokens, site_id: SiteId, subscriber: &Subscriber, given: &str) -> bool {
    let expected = proof(tokens, subscriber);
    // The hash of what is given tells nothing of where it differs.
    let hash = |text: &str| tokens.keyed_hash(&["newsletter proof", text]);
    subscriber.site_id == site_id && hash(&expected) == hash(given)
}
