//! Counting wrong passwords of visitors, as those of accounts are counted, each site for itself.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;

use crate::access::Tokens;
use crate::config::limits::{
    LOGIN_MAX_WAIT_MINUTES, LOGIN_TRIES, LOGIN_TRIES_PER_ACCOUNT_PER_HOUR, LOGIN_TRIES_PER_NETWORK_PER_HOUR,
    LOGIN_WAIT_MINUTES,
};
use crate::domain::SiteId;
use crate::error::AppError;
use crate::features::account::Client;
use crate::throttle::{self, Allowance};

/// Tries for one account from one network.
const BOTH: Allowance = Allowance {
    n_hits: LOGIN_TRIES,
    window: TimeDelta::minutes(LOGIN_WAIT_MINUTES),
    longest_wait: Some(TimeDelta::minutes(LOGIN_MAX_WAIT_MINUTES)),
};
/// Tries from one network, whatever the account.
const PER_NETWORK: Allowance = Allowance::each(TimeDelta::hours(1), LOGIN_TRIES_PER_NETWORK_PER_HOUR);
/// Tries for one account, wherever from.
const PER_ACCOUNT: Allowance = Allowance::each(TimeDelta::hours(1), LOGIN_TRIES_PER_ACCOUNT_PER_HOUR);

/// The counters of wrong passwords for one account.
#[derive(Clone)]
pub(super) struct Guesses {
    both: String,
    networks: Vec<(String, Allowance)>,
    account: String,
}

impl Guesses {
    /// `account`: an address at the login, an ID once somebody is logged in.
    pub(super) fn of(tokens: &Tokens, site_id: SiteId, account: &str, client: &Client) -> Self {
        let site = site_id.to_string();
        let key = |parts: &[&str]| tokens.keyed_hash(&[&["visitor login", &site], parts].concat());
        let networks = client.networks().map(|(network, factor)| {
            let key = key(&["network", &network]);
            (key, PER_NETWORK.times(factor))
        });
        Self {
            networks: networks.collect(),
            both: key(&["both", account, &client.network()]),
            account: key(&["account", account]),
        }
    }

    /// Counts before the password is compared, so that many tries at the same moment are counted too.
    pub(super) fn hit(&self, connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(), AppError> {
        throttle::hit(connection, &self.both, BOTH, now)?;
        for (key, allowance) in &self.networks {
            throttle::hit(connection, key, *allowance, now)?;
        }
        throttle::hit(connection, &self.account, PER_ACCOUNT, now)
    }

    /// The password was right.
    pub(super) fn clear(&self, connection: &mut PgConnection) -> Result<(), AppError> {
        self.refund(connection)?;
        throttle::reset(connection, &self.both)?;
        Ok(())
    }

    /// Takes one try back, which was not compared.
    pub(super) fn refund(&self, connection: &mut PgConnection) -> Result<(), AppError> {
        throttle::refund(connection, &self.both)?;
        for (key, _) in &self.networks {
            throttle::refund(connection, key)?;
        }
        throttle::refund(connection, &self.account)?;
        Ok(())
    }
}
