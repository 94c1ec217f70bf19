//! Who is logged in on a site, and on which devices.

use std::net::IpAddr;

use actix_web::HttpRequest;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::{Connection as _, PgConnection};
use uuid::Uuid;

use crate::access::Tokens;
use crate::config::limits::{
    SESSION_SEEN_EVERY_MINUTES, VISITOR_SESSION_IDLE_DAYS, VISITOR_SESSION_MAX_DAYS,
};
use crate::domain::{SiteId, VisitorId, VisitorSessionId};
use crate::error::{AppError, Refusal};
use crate::features::account::Client;
use crate::features::visitor::cookie::{self, VisitorCookie};
use crate::features::visitor::models::{NewSession, Visitor};
use crate::features::visitor::queries;
use crate::http::client_address::client_address;
use crate::language::Language;
use crate::state::AppState;

/// The visitor whose session this is; none when it has ended, is of another site, or its visitor is blocked.
/// It changes nothing; [`note_use`] writes down that the session is used.
pub fn find_visitor(
    connection: &mut PgConnection,
    site_id: SiteId,
    token_hash: &str,
    now: DateTime<Utc>,
) -> Result<Option<Visitor>, AppError> {
    let used_after = now - TimeDelta::days(VISITOR_SESSION_IDLE_DAYS);
    let found = queries::find_session(connection, site_id, token_hash, now, used_after)?;
    Ok(found.map(|session| Visitor {
        id: session.account.id,
        site_id: session.account.site_id,
        email: session.account.email,
        phone: session.account.phone,
        nickname: session.account.nickname,
        language: Language::from_name(&session.account.language),
        session_id: session.id,
        last_seen_at: session.last_seen_at,
    }))
}

/// Writes down that a session is used, every few minutes.
pub fn note_use(
    connection: &mut PgConnection,
    visitor: &Visitor,
    address: IpAddr,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    if visitor.last_seen_at + TimeDelta::minutes(SESSION_SEEN_EVERY_MINUTES) <= now {
        let network = short_network(address);
        queries::update_last_seen(connection, visitor.id, visitor.session_id, &network, now)?;
    }
    Ok(())
}

/// The visitor of a request, whose use of the session is written down; none without a valid cookie. Asks the database
/// only when there is a cookie.
pub async fn visitor_of(
    state: &AppState,
    request: &HttpRequest,
    site_id: SiteId,
) -> Result<Option<Visitor>, AppError> {
    let cookie = VisitorCookie::of(&state.platform);
    let Some(hash) = cookie.token_hash(request.headers(), &state.tokens, site_id) else {
        return Ok(None);
    };
    let address = client_address(request, &state.platform.trusted_proxies);
    let (now, is_read_only) = (state.clock.now(), state.platform.is_read_only);
    state
        .db
        .run(move |connection| {
            let visitor = find_visitor(connection, site_id, &hash, now)?;
            if let Some(visitor) = visitor.as_ref().filter(|_| !is_read_only) {
                note_use(connection, visitor, address, now)?;
            }
            Ok(visitor)
        })
        .await
}

/// Begins a session and gives its token. With more than `max_devices` the one that was used longest ago ends.
/// Refuses a visitor who is blocked.
pub fn start_session(
    connection: &mut PgConnection,
    tokens: &Tokens,
    client: &Client,
    visitor_id: VisitorId,
    max_devices: i64,
) -> Result<String, AppError> {
    let token = cookie::new_token();
    connection.transaction(|connection| {
        let account = queries::lock_account(connection, visitor_id)?.ok_or(Refusal::LoginFailed)?;
        if account.is_blocked {
            return Err(Refusal::AccountSuspended.into());
        }
        let session = NewSession {
            id: VisitorSessionId(Uuid::now_v7()),
            visitor_id,
            token_hash: &cookie::hash_of(tokens, account.site_id, &token),
            user_agent: &client.user_agent,
            network: &short_network(client.address),
            created_at: client.now,
            last_seen_at: client.now,
            expires_at: client.now + TimeDelta::days(VISITOR_SESSION_MAX_DAYS),
        };
        queries::insert_session(connection, &session)?;
        queries::delete_oldest_sessions(connection, visitor_id, max_devices)?;
        Ok(token)
    })
}

/// What is kept of an address: enough for its owner to know it again, and not whose it is.
fn short_network(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            format!("{a}.{b}.{c}.0/24")
        }
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}::/48")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_kept_and_not_an_address() {
        for (address, network) in [
            ("203.0.113.77", "203.0.113.0/24"),
            ("2001:db8:7:2::3", "2001:db8:7::/48"),
        ] {
            assert_eq!(short_network(address.parse().unwrap()), network);
        }
    }
}
