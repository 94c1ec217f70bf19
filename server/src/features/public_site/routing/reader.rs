//! Who reads a page. It is found once for each request, before the site is read.

use actix_web::{HttpRequest, web};
use chrono::{DateTime, Utc};
use moyan_domain::gate::Audience;
use moyan_foundation::http::client_address::client_address;
use moyan_foundation::state::AppState;

use super::policy::Origin;
use crate::features::membership::service as membership;
use crate::features::public_site::cache::loaded::Loaded;
use crate::features::visitor::service as visitors;
use crate::features::visitor::{Visitor, VisitorCookie};

/// Who reads a page.
#[derive(Clone, Debug)]
pub struct Reader {
    pub audience: Audience,
    /// The account; none for guests.
    pub visitor: Option<Visitor>,
    /// When a membership ended that was not renewed.
    pub ended_at: Option<DateTime<Utc>>,
    /// False when the database is away and the reader is unknown. Then only documents that guests read in full are
    /// shown, and the answer does not say whether there are others.
    pub is_known: bool,
}

impl Reader {
    /// Somebody without an account, who is shown what an audience sees.
    pub fn of(audience: Audience) -> Self {
        Self {
            audience,
            visitor: None,
            ended_at: None,
            is_known: true,
        }
    }

    /// True for readers whose pages may be cached: everybody but visitors with an account.
    pub fn is_anonymous(&self) -> bool {
        self.is_known && self.audience == Audience::Guest
    }
}

/// Finds who reads. Accounts are on hosts of sites only: in the origin of the console everybody is a guest.
pub async fn find_reader(
    request: &HttpRequest,
    state: &web::Data<AppState>,
    loaded: &Loaded,
    origin: Origin,
) -> Reader {
    let guest = Reader::of(Audience::Guest);
    let site_id = loaded.identity.id;
    let cookie = VisitorCookie::of(&state.platform);
    let hash = cookie.token_hash(request.headers(), &state.tokens, site_id);
    let (Some(hash), Some(audiences)) = (hash.filter(|_| origin == Origin::OwnHost), &loaded.audiences)
    else {
        return guest;
    };
    let max_devices = i64::from(audiences.guest.content.settings.membership.max_devices);
    let address = client_address(request, &state.platform.trusted_proxies);
    let unknown = Reader {
        is_known: false,
        ..guest.clone()
    };
    // Each cookie costs a query. Invalid ones count against the rate limit of the API.
    if state.rate_limit.check(address).is_err() {
        return unknown;
    }
    let (now, is_read_only) = (state.clock.now(), state.platform.is_read_only);
    let found = state.db.run(move |connection| {
        let Some(visitor) = visitors::find_visitor(connection, site_id, &hash, max_devices, now)? else {
            return Ok(None);
        };
        if !is_read_only {
            visitors::note_use(connection, &visitor, address, max_devices, now)?;
        }
        let entitlement = membership::entitlement_of(connection, site_id, visitor.id, now)?;
        Ok(Some((visitor, entitlement)))
    });
    let found = found.await;
    if !matches!(found, Ok(None)) {
        state.rate_limit.refund(address);
    }
    match found {
        Ok(None) => guest,
        Ok(Some((visitor, entitlement))) => {
            let audience = match entitlement.is_member() {
                true => Audience::Member,
                false => Audience::NonMember,
            };
            Reader {
                visitor: Some(visitor),
                ended_at: entitlement.ends_at.filter(|_| !entitlement.is_member()),
                ..Reader::of(audience)
            }
        }
        Err(error) => {
            tracing::error!(%error, "nobody can say who reads a site");
            unknown
        }
    }
}
