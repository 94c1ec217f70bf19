//! `moyan user`: accounts, as the operator manages them before there is an administrator.

use std::io::BufRead as _;
use std::process::ExitCode;

use anyhow::Context as _;
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use clap::{Args, Subcommand};
use diesel::{Connection as _, PgConnection};
use moyan_domain::{Clock, FieldProblem, Identifier, IdentityType, Language, Nickname, Password, Plan};
use moyan_foundation::config::Config;
use moyan_foundation::db;
use moyan_foundation::password_hash::hash_password;

use super::{say, with_database};
use crate::features::account::service as account;
use crate::features::{admin, audit};

#[derive(Debug, Args)]
pub struct UserArgs {
    #[command(subcommand)]
    command: UserCommand,
}

#[derive(Debug, Subcommand)]
enum UserCommand {
    /// Make an account; its password is the first line of standard input
    Create {
        /// The e-mail address, or the phone number
        identifier: String,
        /// The name that others see
        #[arg(long)]
        nickname: String,
        /// Make it an administrator of the platform
        #[arg(long)]
        admin: bool,
        /// Write mails in English
        #[arg(long)]
        english: bool,
    },
    /// Appoint an administrator of the platform
    Admin {
        /// The e-mail address, or the phone number
        identifier: String,
        /// Take the role away instead
        #[arg(long)]
        revoke: bool,
    },
    /// Set the plan of an account's personal space
    Plan {
        /// The e-mail address, or the phone number
        identifier: String,
        /// creator, professional or enterprise
        #[arg(value_parser = parse_plan)]
        plan: Plan,
        /// The last day of the plan, such as 2027-01-31, or its last moment, such as 2027-01-31T12:00:00Z
        #[arg(long, value_parser = parse_end)]
        until: Option<DateTime<Utc>>,
    },
}

fn parse_plan(text: &str) -> Result<Plan, String> {
    Plan::parse(text).ok_or_else(|| "creator, professional or enterprise is needed".to_owned())
}

/// A moment, or the end of a day in UTC; in the future.
fn parse_end(text: &str) -> Result<DateTime<Utc>, String> {
    let day_after = |text: &str| {
        let day: NaiveDate = text.parse().ok()?;
        Some(day.succ_opt()?.and_time(NaiveTime::MIN).and_utc())
    };
    let end = text.parse().ok().or_else(|| day_after(text));
    match end {
        None => {
            Err("a day such as 2027-01-31 is needed, or a moment such as 2027-01-31T12:00:00Z".to_owned())
        }
        Some(end) if end <= Clock::default().now() => Err("it must be in the future".to_owned()),
        Some(end) => Ok(end),
    }
}

/// Runs a subcommand.
pub fn run(args: &UserArgs) -> ExitCode {
    with_database(|connection| {
        db::migrate(connection)?;
        match &args.command {
            UserCommand::Create {
                identifier,
                nickname,
                admin,
                english,
            } => {
                let language = if *english { Language::En } else { Language::ZhCn };
                let mut password = String::new();
                std::io::stdin().lock().read_line(&mut password)?;
                let password = password.trim_end_matches(['\r', '\n']);
                create(connection, identifier, nickname, password, language, *admin)
            }
            UserCommand::Admin { identifier, revoke } => appoint(connection, identifier, !revoke),
            UserCommand::Plan {
                identifier,
                plan,
                until,
            } => set_plan(connection, identifier, *plan, *until),
        }
    })
}

fn said(what: &str) -> impl Fn(FieldProblem) -> anyhow::Error + '_ {
    move |problem| anyhow::anyhow!("{what}: {}", problem.message(Language::En))
}

/// An address when there is an @ in it, else a number.
pub(super) fn parse_identifier(text: &str) -> anyhow::Result<Identifier> {
    let kind = if text.contains('@') {
        IdentityType::Email
    } else {
        IdentityType::Phone
    };
    Identifier::parse(kind, text).map_err(said("identifier"))
}

pub(super) fn create(
    connection: &mut PgConnection,
    identifier: &str,
    nickname: &str,
    password: &str,
    language: Language,
    is_admin: bool,
) -> anyhow::Result<()> {
    let identifier = parse_identifier(identifier)?;
    let nickname = Nickname::parse(nickname).map_err(said("nickname"))?;
    let password = Password::parse(password).map_err(said("password"))?;
    let hash = hash_password(&password, Config::bcrypt_cost_from_env()?)?;
    connection.transaction(|connection| {
        let id = account::create(connection, &identifier, &nickname, &hash, language, is_admin)
            .map_err(|error| anyhow::anyhow!(error.message(Language::En)))?;
        audit::Entry::by_system(audit::AuditAction::AccountCreated)
            .to_user(id)
            .record(connection)?;
        say(&format!("created {} ({id})", identifier.as_str()));
        anyhow::Ok(())
    })
}

fn find(connection: &mut PgConnection, identifier: &str) -> anyhow::Result<uuid::Uuid> {
    let identifier = parse_identifier(identifier)?;
    account::find_id(connection, &identifier)?.context("no account has this address or number")
}

fn appoint(connection: &mut PgConnection, identifier: &str, is_admin: bool) -> anyhow::Result<()> {
    let id = find(connection, identifier)?;
    admin::service::appoint(connection, id, is_admin)?;
    say(if is_admin {
        "is an administrator now"
    } else {
        "is no administrator any more"
    });
    Ok(())
}

fn set_plan(
    connection: &mut PgConnection,
    identifier: &str,
    plan: Plan,
    until: Option<DateTime<Utc>>,
) -> anyhow::Result<()> {
    let id = find(connection, identifier)?;
    admin::service::set_personal_plan(connection, id, plan, until)?;
    say(&format!("the personal space has the plan {} now", plan.as_str()));
    Ok(())
}
