//! Who is logged in on a site, and on which devices.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{Connection as _, PgConnection};
use moyan_domain::limits::{SESSION_SEEN_EVERY_MINUTES, VISITOR_SESSION_IDLE_DAYS, VISITOR_SESSION_MAX_DAYS};
use moyan_domain::{SiteId, VisitorId, VisitorSessionId};
use moyan_foundation::access::Tokens;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::client::Client;
use uuid::Uuid;

use crate::features::visitor::cookie;
use crate::features::visitor::models::{NewSession, SessionRow, Visitor};
use crate::features::visitor::queries;

/// The visitor whose session this is; none when it has ended, is of another site, its visitor is blocked, or
/// `max_devices` others were used later. It changes nothing; [`note_use`] writes down that the session is used.
pub fn find_visitor(
    connection: &mut PgConnection,
    site_id: SiteId,
    token_hash: &str,
    max_devices: i64,
    now: DateTime<Utc>,
) -> Result<Option<Visitor>, AppError> {
    let used_after = now - TimeDelta::days(VISITOR_SESSION_IDLE_DAYS);
    let Some(session) = queries::find_session(connection, site_id, token_hash, now, used_after)? else {
        return Ok(None);
    };
    let newest = queries::list_newest_sessions(connection, session.account.id, max_devices)?;
    if !newest.contains(&session.id) {
        return Ok(None);
    }
    Ok(Some(Visitor {
        id: session.account.id,
        site_id: session.account.site_id,
        email: session.account.email,
        phone: session.account.phone,
        nickname: session.account.nickname,
        language: session.account.language,
        session_id: session.id,
        last_seen_at: session.last_seen_at,
    }))
}

/// Writes down that a session is used, every few minutes, and removes those beyond `max_devices`.
pub fn note_use(
    connection: &mut PgConnection,
    visitor: &Visitor,
    address: IpAddr,
    max_devices: i64,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    if visitor.last_seen_at + TimeDelta::minutes(SESSION_SEEN_EVERY_MINUTES) <= now {
        let network = short_network(address);
        queries::update_last_seen(connection, visitor.id, visitor.session_id, &network, now)?;
        queries::delete_oldest_sessions(connection, visitor.id, max_devices)?;
    }
    Ok(())
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

/// Ends the session of a token, whosever it is; says nothing about whether it was there.
pub fn end_session(connection: &mut PgConnection, site_id: SiteId, token_hash: &str) -> Result<(), AppError> {
    queries::delete_session_by_hash(connection, site_id, token_hash)?;
    Ok(())
}

/// Ends one session of a visitor.
pub fn end_session_of(
    connection: &mut PgConnection,
    visitor: &Visitor,
    session_id: VisitorSessionId,
) -> Result<(), AppError> {
    queries::delete_session(connection, visitor.id, session_id)?;
    Ok(())
}

/// Ends all sessions of a visitor but the one that asks.
pub fn end_other_sessions(connection: &mut PgConnection, visitor: &Visitor) -> Result<(), AppError> {
    queries::delete_sessions(connection, visitor.id, Some(visitor.session_id))?;
    Ok(())
}

/// Keeps a visitor out, or lets them in again; blocking ends all sessions. False when the site has no such visitor.
pub fn set_blocked(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: VisitorId,
    is_blocked: bool,
) -> Result<bool, AppError> {
    connection.transaction(|connection| {
        if queries::update_is_blocked(connection, site_id, visitor_id, is_blocked)? == 0 {
            return Ok(false);
        }
        if is_blocked {
            queries::delete_sessions(connection, visitor_id, None)?;
        }
        Ok(true)
    })
}

/// The sessions that have not ended, the one used last first.
pub fn list_sessions(
    connection: &mut PgConnection,
    visitor_id: VisitorId,
    now: DateTime<Utc>,
) -> Result<Vec<SessionRow>, AppError> {
    let used_after = now - TimeDelta::days(VISITOR_SESSION_IDLE_DAYS);
    Ok(queries::list_sessions(connection, visitor_id, now, used_after)?)
}

/// Removes codes and sessions that have ended.
pub fn sweep(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<usize, AppError> {
    let used_before = now - TimeDelta::days(VISITOR_SESSION_IDLE_DAYS);
    Ok(queries::sweep(connection, now, used_before)?)
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
