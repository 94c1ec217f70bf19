//! `moyan rotate-merchant-keys`: seals the merchant keys of all sites anew after a change of the secret.

use std::process::ExitCode;

use diesel::Connection as _;
use moyan_domain::Language;
use moyan_foundation::config::Config;
use moyan_foundation::db;
use moyan_foundation::sealing::Sealing;

use super::{say, with_database};
use crate::features::membership::payment_methods::service;

/// Seals all or none: keys that neither secret opens stop it.
pub fn run() -> ExitCode {
    let payments = match Config::payments_from_env() {
        Ok(payments) => payments,
        Err(error) => {
            eprintln!("moyan: {error}");
            return ExitCode::from(2);
        }
    };
    let sealing = Sealing::new(
        payments.merchant_keys_secret.as_deref(),
        payments.merchant_keys_secret_previous.as_deref(),
    );
    with_database(|connection| {
        db::migrate(connection)?;
        let n_sealed = connection
            .transaction(|connection| service::rotate_keys(connection, &sealing))
            .map_err(|error| anyhow::anyhow!(error.message(Language::En)))?;
        say(&format!("sealed the keys of {n_sealed} payment methods"));
        Ok(())
    })
}
