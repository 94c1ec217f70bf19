//! Brings the tables up to date, and says whether they are.

use std::time::Duration;

use diesel::dsl::sql;
use diesel::migration::{Migration, MigrationSource, MigrationVersion};
use diesel::pg::{Pg, PgConnection};
use diesel::sql_types::{BigInt, Bool, Text};
use diesel::{QueryResult, RunQueryDsl as _, sql_query};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};

use super::connection::{Timeouts, lift_limits};
use crate::error::LOCK_TIMEOUT;

/// The migrations, compiled into the program.
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");
/// The advisory lock under which migrations run, the same for every server: "moyan" in ASCII.
const MIGRATION_LOCK: i64 = 0x006d_6f79_616e;
/// Milliseconds that a statement of a migration waits for a table. While it waits, everybody else who wants the table
/// queues up behind it; so it gives up, long before they do (`DATABASE_LOCK_TIMEOUT_MS`), and tries again.
const LOCK_TIMEOUT_MS: u32 = 500;
/// How long the others go on before the next try.
const LOCK_RETRY: Duration = Duration::from_millis(500);
/// How often a migration is tried: for five minutes.
const LOCK_TRIES: u32 = 300;

/// Applies the migrations that are missing and returns their names; waits while another server does. Fails on a
/// database of a newer version of the program, whose rules this one does not know.
pub fn migrate(connection: &mut PgConnection) -> anyhow::Result<Vec<String>> {
    // However long a migration takes, and whatever limits the role has.
    lift_limits(connection)?;
    // Asked for again and again: an index that is made beside others waits for every statement that waits.
    while !is_locked_by_us(connection)? {
        std::thread::sleep(LOCK_RETRY);
    }
    let applied = apply_missing(connection);
    sql_query("SELECT pg_advisory_unlock($1)")
        .bind::<BigInt, _>(MIGRATION_LOCK)
        .execute(connection)?;
    applied
}

fn is_locked_by_us(connection: &mut PgConnection) -> QueryResult<bool> {
    let lock = sql::<Bool>("pg_try_advisory_lock(")
        .bind::<BigInt, _>(MIGRATION_LOCK)
        .sql(")");
    diesel::select(lock).get_result(connection)
}

fn apply_missing(connection: &mut PgConnection) -> anyhow::Result<Vec<String>> {
    let failed = |error| anyhow::anyhow!("a migration failed: {error}");
    let applied = connection.applied_migrations().map_err(failed)?;
    check_known(
        &applied
            .iter()
            .map(MigrationVersion::to_string)
            .collect::<Vec<_>>(),
    )?;
    let missing = connection.pending_migrations(MIGRATIONS).map_err(failed)?;
    missing
        .iter()
        .map(|migration| apply(connection, &**migration))
        .collect()
}

/// Applies a migration, again while a table that it changes is in use.
fn apply(connection: &mut PgConnection, migration: &dyn Migration<Pg>) -> anyhow::Result<String> {
    if !migration.metadata().run_in_transaction() {
        return apply_beside_others(connection, migration);
    }
    let timeouts = Timeouts {
        statement_ms: 0,
        lock_ms: LOCK_TIMEOUT_MS,
        idle_in_transaction_ms: 0,
    };
    timeouts.set(connection)?;
    for _ in 1..LOCK_TRIES {
        match connection.run_migration(migration) {
            Err(error) if error.to_string().contains(LOCK_TIMEOUT) => {
                tracing::warn!(migration = %migration.name(), "a table is in use; trying again");
                std::thread::sleep(LOCK_RETRY);
            }
            result => return version_of(result),
        }
    }
    version_of(connection.run_migration(migration))
}

/// Applies a migration that is no transaction: it makes an index while others write, and so keeps nobody waiting. What an
/// earlier try left is removed first.
fn apply_beside_others(
    connection: &mut PgConnection,
    migration: &dyn Migration<Pg>,
) -> anyhow::Result<String> {
    lift_limits(connection)?;
    tracing::info!(migration = %migration.name(), "making an index; it waits for transactions that run, such as a backup");
    migration
        .revert(connection)
        .map_err(|error| anyhow::anyhow!("a migration failed: {error}"))?;
    version_of(connection.run_migration(migration))
}

fn version_of(result: diesel::migration::Result<MigrationVersion<'_>>) -> anyhow::Result<String> {
    match result {
        Ok(version) => Ok(version.to_string()),
        Err(error) => anyhow::bail!("a migration failed: {error}"),
    }
}

/// Fails unless the database has the tables of this version of the program.
pub fn check_migrated(connection: &mut PgConnection) -> anyhow::Result<()> {
    const NOT_UP_TO_DATE: &str = "the database is not up to date: run moyan migrate first";
    let is_table: bool = diesel::select(sql::<Bool>(
        "to_regclass('__diesel_schema_migrations') IS NOT NULL",
    ))
    .get_result(connection)?;
    anyhow::ensure!(is_table, NOT_UP_TO_DATE);
    let applied: Vec<String> = diesel::select(sql::<diesel::sql_types::Array<Text>>(
        "ARRAY(SELECT version::text FROM __diesel_schema_migrations)",
    ))
    .get_result(connection)?;
    check_known(&applied)?;
    anyhow::ensure!(
        known_migrations()?.iter().all(|known| applied.contains(known)),
        NOT_UP_TO_DATE
    );
    Ok(())
}

/// Fails when a migration was applied that this program does not have.
fn check_known(applied: &[String]) -> anyhow::Result<()> {
    let known = known_migrations()?;
    if let Some(unknown) = applied.iter().filter(|version| !known.contains(version)).max() {
        anyhow::bail!(
            "the database is of a newer version of the program (migration {unknown}): use that version, or restore a \
             backup of this one"
        );
    }
    Ok(())
}

/// The newest migration of this program, which is that of a database that is up to date.
pub fn newest_migration() -> anyhow::Result<String> {
    Ok(known_migrations()?.into_iter().max().unwrap_or_default())
}

/// The versions of the migrations of this program.
fn known_migrations() -> anyhow::Result<Vec<String>> {
    let migrations = MigrationSource::<Pg>::migrations(&MIGRATIONS)
        .map_err(|error| anyhow::anyhow!("the migrations cannot be read: {error}"))?;
    let versions = migrations
        .iter()
        .map(|migration| migration.name().version().to_string());
    Ok(versions.collect())
}
