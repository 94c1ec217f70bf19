//! `moyan seed`: a demonstration account with the handbook of Moyan and its sites, to try the product.

use std::process::ExitCode;

use clap::Args;
use diesel::{Connection as _, PgConnection};
use moyan_domain::{Clock, Language, Plan};
use moyan_foundation::access::{Action, Caller, Role, TeamAccess};
use moyan_foundation::config::Config;
use moyan_foundation::error::AppError;
use moyan_foundation::{AppState, db};
use uuid::Uuid;

use super::{say, user, with_database};
use crate::composition;
use crate::features::account::service as account;
use crate::features::admin;
use crate::features::team::service as team;

mod handbook;
mod knowledge_base;
mod site;

/// The account of seeds/account.json.
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

/// Makes what is not there yet: the account, its knowledge bases and their sites.
pub fn run(args: &SeedArgs) -> ExitCode {
    with_database(|connection| {
        if !args.public_password && !db::is_private(connection)? {
            anyhow::bail!(
                "the demonstration account has a public password; \
                 say --public-password to make it on this database all the same"
            );
        }
        db::migrate(connection)?;
        let seed: SeedAccount = serde_json::from_str(include_str!("../../../../seeds/account.json"))?;
        let user_id = make_account(connection, &seed)?;
        let (caller, access) = owner_of_personal_space(connection, user_id)?;
        let config = Config::from_env()?;
        let state = AppState::new(&config, composition::registry())?;
        for handbook in handbook::read(&state.platform.public_url)? {
            let is_new = connection
                .transaction(|connection| knowledge_base::make(connection, &caller, &access, &handbook))?;
            say_whether_new(&handbook.title, is_new);
            let made = connection
                .transaction(|connection| site::make(connection, &state, &caller, &access, &handbook))?;
            if let Some(id) = made {
                site::publish(connection, &state, &caller, &access, id)?;
            }
            say_whether_new(
                &format!("site {}", site::slug_of(handbook.language)),
                made.is_some(),
            );
        }
        Ok(())
    })
}

fn say_whether_new(what: &str, is_new: bool) {
    say(&if is_new {
        format!("created {what}")
    } else {
        format!("{what} is there already")
    });
}

/// The account, which is made when nobody has its address.
fn make_account(connection: &mut PgConnection, seed: &SeedAccount) -> anyhow::Result<Uuid> {
    let identifier = user::parse_identifier(&seed.email)?;
    if let Some(id) = account::find_id(connection, &identifier)? {
        say_whether_new(&seed.email, false);
        return Ok(id);
    }
    user::create(
        connection,
        &seed.email,
        &seed.nickname,
        &seed.password,
        Language::ZhCn,
        false,
    )?;
    let id = account::find_id(connection, &identifier)?
        .ok_or_else(|| anyhow::anyhow!("{} is gone again", seed.email))?;
    // Sites need it.
    admin::service::set_personal_plan(connection, id, Plan::Professional, None)?;
    Ok(id)
}

/// The account as a caller who writes in its personal space.
fn owner_of_personal_space(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> anyhow::Result<(Caller, TeamAccess)> {
    let now = Clock::default().now();
    let caller = Caller {
        user_id,
        // Nobody is logged in: nothing refers to this session.
        session_id: Uuid::nil(),
        email: None,
        is_admin: false,
        now,
    };
    let access = TeamAccess {
        team_id: team::find_personal(connection, user_id)?,
        is_personal: true,
        role: Role::Owner,
        action: Action::WriteContent,
        plan: Plan::Professional,
        now,
    };
    Ok((caller, access))
}

fn said(error: AppError) -> anyhow::Error {
    match error {
        AppError::Invalid(fields) => anyhow::anyhow!("{fields:?}"),
        error => anyhow::anyhow!(error.message(Language::En)),
    }
}
