//! `moyan seed`: a demonstration account, to try the product.

use std::process::ExitCode;

use clap::Args;

use super::{say, user, with_database};
use crate::db;
use crate::features::account::service as account;
use crate::language::Language;

/// The account of seeds/accounts.json.
#[derive(serde::Deserialize)]
struct SeedAccount {
    email: String,
    nickname: String,
    password: String,
}

#[derive(Debug, Args)]
pub struct SeedArgs {
    /// Also on a database that is not the private one of development: the password is public
    #[arg(long)]
    public_password: bool,
}

/// Creates the accounts that do not exist yet.
pub fn run(args: &SeedArgs) -> ExitCode {
    with_database(|connection| {
        if !args.public_password && !db::is_private(connection)? {
            anyhow::bail!(
                "the demonstration account has a public password; \
                 say --public-password to make it on this database all the same"
            );
        }
        db::migrate(connection)?;
        let accounts: Vec<SeedAccount> = serde_json::from_str(include_str!("../../../seeds/accounts.json"))?;
        for seed in accounts {
            let identifier = user::parse_identifier(&seed.email)?;
            if account::find_id(connection, &identifier)?.is_some() {
                say(&format!("{} is there already", seed.email));
                continue;
            }
            user::create(
                connection,
                &seed.email,
                &seed.nickname,
                &seed.password,
                Language::ZhCn,
                false,
            )?;
        }
        Ok(())
    })
}
