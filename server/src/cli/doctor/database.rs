//! What the doctor says of the database.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::{BigInt, Bool, Integer, Text, Timestamptz};
use diesel::{PgConnection, QueryableByName, RunQueryDsl as _, sql_query};
use moyan_domain::Clock;
use moyan_foundation::backups;
use moyan_foundation::config::DatabaseConfig;
use moyan_foundation::db::{self, Db};
use moyan_foundation::jobs::{JobStatus, count_by_status};

use super::Finding;

const SUBJECT: &str = "database";
/// The oldest major version that the statements are written for.
const OLDEST_VERSION: i32 = 15;
/// How far the clocks of server and database may be apart. Leases of jobs bear forty seconds.
const CLOCKS_APART_S: i64 = 10;

/// Hours after which a backup is missing: a day, and the two hours within which the timer begins.
const BACKUP_HOURS: i64 = 26;

/// What a server says of itself.
#[derive(QueryableByName)]
struct Facts {
    #[diesel(sql_type = Integer)]
    version_number: i32,
    #[diesel(sql_type = Text)]
    version: String,
    #[diesel(sql_type = Timestamptz)]
    now: DateTime<Utc>,
    /// Connections that nobody has.
    #[diesel(sql_type = BigInt)]
    n_free: i64,
    #[diesel(sql_type = Bool)]
    may_create: bool,
    /// Whether there are tables, and none that says which migrations were applied.
    #[diesel(sql_type = Bool)]
    is_of_others: bool,
    #[diesel(sql_type = Bool)]
    has_standbys: bool,
    #[diesel(sql_type = Bool)]
    waits_for_standbys: bool,
}

const FACTS: &str = "SELECT current_setting('server_version_num')::int4 AS version_number, \
       current_setting('server_version') AS version, clock_timestamp() AS now, \
       current_setting('max_connections')::int8 - current_setting('superuser_reserved_connections')::int8 \
         - (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS n_free, \
       has_schema_privilege('public', 'CREATE') AS may_create, \
       to_regclass('__diesel_schema_migrations') IS NULL \
         AND EXISTS (SELECT FROM pg_tables WHERE schemaname = 'public') AS is_of_others, \
       EXISTS (SELECT FROM pg_stat_replication) AS has_standbys, \
       current_setting('synchronous_standby_names') <> '' AS waits_for_standbys";

/// Looks at the database itself, and at the pooler before it where there is one.
pub fn look_at(config: &DatabaseConfig) -> Vec<Finding> {
    let variable = match config.is_pooled() {
        true => "DATABASE_DIRECT_URL",
        false => "DATABASE_URL",
    };
    let url = config.direct_url();
    let mut connection = match db::connect(url) {
        Ok(connection) => connection,
        Err(error) => return vec![Finding::failed(SUBJECT, format!("{variable}: {error:#}"))],
    };
    let facts: Facts = match sql_query(FACTS).get_result(&mut connection) {
        Ok(facts) => facts,
        Err(error) => return vec![Finding::failed(SUBJECT, format!("{variable}: {error}"))],
    };
    let mut findings = of_server(&facts, config, Clock::default().now());
    if let Err(error) = db::connect(url).and_then(|mut other| db::require_own(&mut connection, &mut other)) {
        findings.push(Finding::failed(SUBJECT, format!("{variable}: {error:#}")));
    }
    findings.extend(of_tables(&mut connection, &facts));
    // Tables that are not up to date may not have it.
    if let Ok(last) = backups::last_good(&mut connection) {
        findings.push(of_backups(last, Clock::default().now()));
    }
    if config.is_pooled() {
        findings.push(of_pooler(config));
    }
    findings
}

/// What follows from what a server says of itself.
fn of_server(facts: &Facts, config: &DatabaseConfig, now: DateTime<Utc>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if facts.version_number / 10_000 < OLDEST_VERSION {
        findings.push(Finding::failed(
            SUBJECT,
            format!(
                "PostgreSQL {} is too old: {OLDEST_VERSION} or newer is needed",
                facts.version
            ),
        ));
    } else {
        findings.push(Finding::fine(SUBJECT, format!("PostgreSQL {}", facts.version)));
    }
    if !facts.may_create {
        findings.push(Finding::failed(
            SUBJECT,
            "the role may not make tables: GRANT CREATE ON SCHEMA public TO it, or make it the owner of the database",
        ));
    }
    let apart = facts.now - now;
    if apart.abs() > TimeDelta::seconds(CLOCKS_APART_S) {
        findings.push(Finding::failed(
            SUBJECT,
            format!(
                "its clock is {} s ahead of this machine's: set both by NTP",
                apart.num_seconds()
            ),
        ));
    }
    let n_needed = i64::from(config.pool_size) + i64::from(db::N_OWN_CONNECTIONS);
    if facts.n_free < n_needed {
        findings.push(Finding::warning(
            SUBJECT,
            format!(
                "{} connections are free, a server takes up to {n_needed}: raise max_connections, or lower \
                 DATABASE_POOL_SIZE",
                facts.n_free.max(0)
            ),
        ));
    }
    if facts.has_standbys && !facts.waits_for_standbys {
        findings.push(Finding::warning(
            SUBJECT,
            "no standby is synchronous: what was acknowledged can be lost with the primary; set synchronous_standby_names",
        ));
    }
    findings
}

/// Whether the tables are those of this program.
fn of_tables(connection: &mut PgConnection, facts: &Facts) -> Vec<Finding> {
    const SUBJECT: &str = "tables";
    if facts.is_of_others {
        return vec![Finding::failed(
            SUBJECT,
            "the database holds tables of another program: make one for Moyan alone",
        )];
    }
    let mut findings = vec![match db::check_migrated(connection) {
        Ok(()) => Finding::fine(SUBJECT, "up to date"),
        Err(error) => Finding::warning(SUBJECT, format!("{error:#}; `moyan serve` does it too")),
    }];
    match db::speaks_english(connection) {
        Ok(true) => {}
        _ => findings.push(Finding::warning(
            SUBJECT,
            "the messages of the database are not in English: ALTER ROLE … SET lc_messages = 'C'",
        )),
    }
    let n_dead: Option<i64> = count_by_status(connection, JobStatus::Dead).ok();
    if let Some(n_dead) = n_dead.filter(|n_dead| *n_dead > 0) {
        findings.push(Finding::warning(
            SUBJECT,
            format!("{n_dead} jobs were given up: the console has them under “Admin”, “Jobs”"),
        ));
    }
    findings
}

/// Whether there is a backup of the last day.
fn of_backups(last_good: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Finding {
    const SUBJECT: &str = "backup";
    const MEND: &str =
        "systemctl enable --now moyan-backup.timer, and journalctl -u moyan-backup says why one fails";
    let Some(last_good) = last_good else {
        return Finding::warning(SUBJECT, format!("there never was one: {MEND}"));
    };
    let age = now - last_good;
    let text = format!("the last good one is {} hours old", age.num_hours());
    if age > TimeDelta::hours(BACKUP_HOURS) {
        Finding::warning(SUBJECT, format!("{text}: {MEND}"))
    } else {
        Finding::fine(SUBJECT, text)
    }
}

/// Whether requests find their limits behind the pooler.
fn of_pooler(config: &DatabaseConfig) -> Finding {
    const SUBJECT: &str = "pooler";
    match Db::new(config).begins_limited(config) {
        Ok(true) => Finding::fine(SUBJECT, "requests have their limits behind it"),
        Ok(false) => Finding::warning(
            SUBJECT,
            "its connections have not the limits of requests: start `moyan serve`, then RECONNECT in its console",
        ),
        Err(error) => Finding::failed(SUBJECT, format!("DATABASE_URL: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Status;
    use super::*;

    fn facts() -> Facts {
        Facts {
            version_number: 180_004,
            version: "18.4".to_owned(),
            now: DateTime::UNIX_EPOCH,
            n_free: 100,
            may_create: true,
            is_of_others: false,
            has_standbys: false,
            waits_for_standbys: false,
        }
    }

    fn config() -> DatabaseConfig {
        DatabaseConfig {
            url: String::new(),
            direct_url: None,
            are_statements_prepared: true,
            pool_size: 4,
            statement_timeout_ms: 0,
            lock_timeout_ms: 0,
            idle_in_transaction_timeout_ms: 0,
        }
    }

    /// How a server is found that says this.
    fn worst(facts: &Facts) -> Option<Status> {
        of_server(facts, &config(), DateTime::UNIX_EPOCH)
            .into_iter()
            .map(|finding| finding.status)
            .find(|status| *status != Status::Fine)
    }

    #[test]
    fn a_backup_is_missed_after_a_day_and_two_hours() {
        let now = DateTime::UNIX_EPOCH;
        assert_eq!(of_backups(None, now).status, Status::Warning);
        let of_age = |seconds| of_backups(Some(now - TimeDelta::seconds(seconds)), now).status;
        assert_eq!(of_age(26 * 3600), Status::Fine);
        assert_eq!(of_age(26 * 3600 + 1), Status::Warning);
    }

    #[test]
    fn a_server_is_found_as_it_says() {
        assert_eq!(worst(&facts()), None);
        let oldest = facts();
        assert_eq!(
            worst(&Facts {
                version_number: 150_000,
                ..oldest
            }),
            None
        );
        assert_eq!(
            worst(&Facts {
                version_number: 149_999,
                ..facts()
            }),
            Some(Status::Failed)
        );
        assert_eq!(
            worst(&Facts {
                may_create: false,
                ..facts()
            }),
            Some(Status::Failed)
        );
        assert_eq!(
            worst(&Facts {
                n_free: 11,
                ..facts()
            }),
            None
        );
        assert_eq!(
            worst(&Facts {
                n_free: 10,
                ..facts()
            }),
            Some(Status::Warning)
        );
        let standbys = Facts {
            has_standbys: true,
            ..facts()
        };
        assert_eq!(worst(&standbys), Some(Status::Warning));
        assert_eq!(
            worst(&Facts {
                waits_for_standbys: true,
                ..standbys
            }),
            None
        );
        for (apart_s, found) in [
            (10, None),
            (-10, None),
            (11, Some(Status::Failed)),
            (-11, Some(Status::Failed)),
        ] {
            let now = DateTime::UNIX_EPOCH + TimeDelta::seconds(apart_s);
            assert_eq!(worst(&Facts { now, ..facts() }), found, "{apart_s}");
        }
    }
}
