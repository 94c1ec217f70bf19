//! Proving a password: the guess is counted, the password is compared, and its hash is made anew where it is outdated.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::Password;
use moyan_domain::limits::{
    LOGIN_MAX_WAIT_MINUTES, LOGIN_TRIES, LOGIN_TRIES_PER_ACCOUNT_PER_HOUR, LOGIN_TRIES_PER_NETWORK_PER_HOUR,
    LOGIN_WAIT_MINUTES, PASSWORD_MAX_BYTES,
};

use crate::error::AppError;
use crate::password_hash::Hasher;
use crate::state::AppState;
use crate::throttle::{self, Allowance};

/// Guesses at one account from one network.
const HERE: Allowance = Allowance {
    n_hits: LOGIN_TRIES,
    window: TimeDelta::minutes(LOGIN_WAIT_MINUTES),
    longest_wait: Some(TimeDelta::minutes(LOGIN_MAX_WAIT_MINUTES)),
};
/// Guesses from one network, whatever the account.
const PER_NETWORK: Allowance = Allowance::each(TimeDelta::hours(1), LOGIN_TRIES_PER_NETWORK_PER_HOUR);
/// Guesses at one account, wherever from.
const PER_ACCOUNT: Allowance = Allowance::each(TimeDelta::hours(1), LOGIN_TRIES_PER_ACCOUNT_PER_HOUR);

/// The counters of wrong passwords for one account.
#[derive(Clone, Debug)]
pub struct Guesses {
    here: String,
    networks: Vec<(String, Allowance)>,
    account: String,
}

impl Guesses {
    /// Takes the keys of the counters.
    ///
    /// - `here`: of the account and the caller's network together.
    /// - `networks`: of each network of the caller, and how many times the allowance it has.
    /// - `account`: of the account alone.
    pub fn new(here: String, networks: impl IntoIterator<Item = (String, i32)>, account: String) -> Self {
        let networks = networks.into_iter();
        Self {
            here,
            networks: networks
                .map(|(key, factor)| (key, PER_NETWORK.times(factor)))
                .collect(),
            account,
        }
    }

    /// Counts before the password is compared, so that many guesses at the same moment are counted too.
    pub fn hit(&self, connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(), AppError> {
        throttle::hit(connection, &self.here, HERE, now)?;
        for (key, allowance) in &self.networks {
            throttle::hit(connection, key, *allowance, now)?;
        }
        throttle::hit(connection, &self.account, PER_ACCOUNT, now)
    }

    /// The password was right: it was no guess, and those before it are forgiven here.
    pub fn clear(&self, connection: &mut PgConnection) -> Result<(), AppError> {
        self.refund(connection)?;
        throttle::reset(connection, &self.here)?;
        Ok(())
    }

    /// Takes one guess back, which was not compared.
    pub fn refund(&self, connection: &mut PgConnection) -> Result<(), AppError> {
        throttle::refund(connection, &self.here)?;
        for (key, _) in &self.networks {
            throttle::refund(connection, key)?;
        }
        throttle::refund(connection, &self.account)?;
        Ok(())
    }
}

/// An account that may have a password.
pub trait PasswordHolder {
    /// The stored hash; none when no password is set.
    fn password_hash(&self) -> Option<&str>;
}

/// Whether an account that is read again has the password that it had when it was proved.
///
/// Comparing takes a while. A password that is set meanwhile must shut out everybody who knows the old one.
pub fn has_same_password<A: PasswordHolder>(proved: &A, now: &A) -> bool {
    proved.password_hash() == now.password_hash()
}

/// An account whose password was right.
pub struct ProvedPassword<A> {
    /// The account, as it was when its password was compared.
    pub account: A,
    passwd: String,
    guesses: Guesses,
}

/// Compares a password with that of the account that `find` gives; none when it is wrong.
///
/// The guess is counted before, in the same visit to the database. An account that does not exist or has no password
/// takes as long as a wrong password. A guess that was not compared, because too many wait, is taken back.
pub async fn prove_password<A: PasswordHolder + Send + 'static>(
    state: &AppState,
    guesses: Guesses,
    now: DateTime<Utc>,
    passwd: String,
    find: impl FnOnce(&mut PgConnection) -> Result<Option<A>, AppError> + Send + 'static,
) -> Result<Option<ProvedPassword<A>>, AppError> {
    let counted = guesses.clone();
    let account = state
        .db
        .run(move |connection| {
            counted.hit(connection, now)?;
            find(connection)
        })
        .await?;
    // No password is longer: nothing that long is hashed.
    let fits = passwd.len() <= PASSWORD_MAX_BYTES;
    let passwd = if fits { passwd } else { String::new() };
    let stored = account.as_ref().and_then(A::password_hash).filter(|_| fits);
    match state
        .hasher
        .is_match(passwd.clone(), stored.map(str::to_owned))
        .await
    {
        Ok(is_match) => Ok(account.filter(|_| is_match).map(|account| ProvedPassword {
            account,
            passwd,
            guesses,
        })),
        Err(error) => {
            state.db.run(move |connection| guesses.refund(connection)).await?;
            Err(error)
        }
    }
}

impl<A: PasswordHolder> ProvedPassword<A> {
    /// Takes the guess back and forgives those before it: it was none.
    pub fn clear_guesses(&self, connection: &mut PgConnection) -> Result<(), AppError> {
        self.guesses.clear(connection)
    }

    /// The hash of the password at the configured cost, where the stored one has another.
    /// None when that can wait: too many others are hashing.
    pub async fn new_hash(&self, hasher: &Hasher) -> Option<String> {
        if !hasher.is_outdated(self.account.password_hash()?) {
            return None;
        }
        let password = Password::parse(&self.passwd).ok()?;
        hasher.hash(password).await.ok()
    }
}
