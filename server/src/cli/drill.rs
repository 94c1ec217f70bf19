//! `moyan drill`: restores a backup into an empty database that no server uses, and compares it with the live one.
//!
//! What is restored is counted against the manifest, each file is read and compared with its checksum, and the pages of
//! published sites are rendered from both databases, where the live one still has the release of the backup.

use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use clap::Args;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::Text;
use moyan_domain::{Clock, ReleaseId, SiteId, SiteStatus};
use moyan_foundation::config::{Config, PlatformConfig};
use moyan_foundation::db;
use moyan_foundation::schema::sites;

use super::restore::{BackupChoice, FilesGo, restore};
use super::{say, with_any_database};
use crate::features::public_site::hash_pages;
use crate::features::publish::service::find_live;

#[derive(Debug, Args)]
pub struct DrillArgs {
    #[command(flatten)]
    backup: BackupChoice,
}

/// Restores, compares and prints a report. Exit status: 0 when all is as it was, 1 when something is not, 2 when a
/// variable is wrong.
pub fn run(args: &DrillArgs) -> ExitCode {
    let (config, url) =
        match Config::from_env().and_then(|config| Ok((config, Config::drill_url_from_env()?))) {
            Ok(found) => found,
            Err(error) => {
                eprintln!("moyan: {error}");
                return ExitCode::from(2);
            }
        };
    with_any_database(|live| {
        let began_at = Clock::default().now();
        let mut copy = db::connect(&url).context("DRILL_DATABASE_URL")?;
        db::lift_limits(&mut copy)?;
        refuse_live(live, &mut copy)?;
        db::check_migrated(live)?;
        let source = args.backup.find()?;
        let restored = restore(&mut copy, &source, FilesGo::Nowhere)?;
        let held = restored.held();
        say(&format!(
            "rows      {} in {} tables, counted",
            held.n_rows,
            restored.tables.len()
        ));
        say(&format!("files     {}, each with its checksum", held.n_files));
        let pages = compare_pages(live, &mut copy, &config.platform)?;
        say(&format!(
            "pages     {} of {} sites, the same as in the live database; {} sites have changed since",
            pages.n_pages, pages.n_sites, pages.n_changed
        ));
        let minutes = (Clock::default().now() - began_at).as_seconds_f64() / 60.;
        say(&format!("minutes   {minutes:.1}"));
        say(&format!("{} can be restored", source.name()));
        Ok(())
    })
}

#[derive(QueryableByName)]
struct Identity {
    #[diesel(sql_type = Text)]
    identity: String,
}

/// Fails when both connections are to one database, or to a primary and its standby.
fn refuse_live(live: &mut PgConnection, copy: &mut PgConnection) -> anyhow::Result<()> {
    let identity = |connection: &mut PgConnection| -> anyhow::Result<String> {
        let found: Identity = sql_query(
            "SELECT concat_ws(' ', system_identifier, \
               (SELECT oid FROM pg_database WHERE datname = current_database())) AS identity \
             FROM pg_control_system()",
        )
        .get_result(connection)?;
        Ok(found.identity)
    };
    ensure!(
        identity(live)? != identity(copy)?,
        "DRILL_DATABASE_URL names the live database: name an empty one for the drill"
    );
    Ok(())
}

/// What was compared.
#[derive(Default)]
struct Pages {
    n_sites: usize,
    n_pages: usize,
    /// Sites that the live database shows otherwise by now, or not any more.
    n_changed: usize,
}

/// A published site, what it shows, and what tells that this is as it was.
type PublishedSite = (SiteId, String, Option<ReleaseId>, i64);

fn list_published(connection: &mut PgConnection) -> QueryResult<Vec<PublishedSite>> {
    sites::table
        .filter(sites::status.eq(SiteStatus::Published))
        .filter(sites::live_release_id.is_not_null())
        .order(sites::id)
        .select((sites::id, sites::slug, sites::live_release_id, sites::generation))
        .load(connection)
}

/// Renders the sites that are as they were from both databases. Fails with the first page that differs.
fn compare_pages(
    live: &mut PgConnection,
    copy: &mut PgConnection,
    platform: &PlatformConfig,
) -> anyhow::Result<Pages> {
    let of_live = list_published(live)?;
    let now = Clock::default().now();
    let mut pages = Pages::default();
    for site in list_published(copy)? {
        if !of_live.contains(&site) {
            pages.n_changed += 1;
            continue;
        }
        let (id, slug, ..) = site;
        let hashes = |connection: &mut PgConnection| -> anyhow::Result<_> {
            let rows =
                find_live(connection, id)?.with_context(|| format!("the site {slug} has no release"))?;
            Ok(hash_pages(rows.content()?, platform, now))
        };
        let expected = hashes(live).with_context(|| format!("the site {slug} in the live database"))?;
        let found = hashes(copy).with_context(|| format!("the site {slug} in the restored database"))?;
        for (page, hash) in &expected {
            ensure!(
                found.get(page) == Some(hash),
                "the page {page} of the site {slug} differs from that of the live database"
            );
        }
        ensure!(
            found.len() == expected.len(),
            "the site {slug} has {} pages, that of the live database {}",
            found.len(),
            expected.len()
        );
        pages.n_sites += 1;
        pages.n_pages += expected.len();
    }
    Ok(pages)
}
