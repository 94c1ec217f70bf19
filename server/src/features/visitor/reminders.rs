//! The link by which a visitor wants no reminders any more: it names the visitor and proves that the server made it.

use uuid::Uuid;

use crate::access::Tokens;
use crate::domain::{SiteId, VisitorId};

/// The token of a link. It is good for one visitor of one site, and does nothing else.
pub fn token_of(tokens: &Tokens, site_id: SiteId, id: VisitorId) -> String {
    let proof = tokens.keyed_hash(&["reminders", &site_id.to_string(), &id.to_string()]);
    format!("{id}.{proof}")
}

/// The visitor that a token is for; none for one that the server did not make for this site.
pub fn parse(tokens: &Tokens, site_id: SiteId, token: &str) -> Option<VisitorId> {
    let (id, _) = token.split_once('.')?;
    let id = VisitorId(id.parse::<Uuid>().ok()?);
    // The hash of what is given tells nothing of where it differs.
    let hash = |text: &str| tokens.keyed_hash(&["reminder token", text]);
    (hash(&token_of(tokens, site_id, id)) == hash(token)).then_some(id)
}
