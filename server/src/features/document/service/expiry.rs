//! What is removed by and by: texts between others, tombstones' texts, IDs of changes, heartbeats.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{PgConnection, QueryResult};
use moyan_domain::limits::{ACCEPTED_CHANGES_KEPT_DAYS, BIN_DAYS, CHOSEN_REVISIONS_KEPT_DAYS, PRESENCE_S};

use crate::features::document::queries;

/// All texts of the last hour are kept.
const ALL_KEPT: TimeDelta = TimeDelta::hours(1);
/// Until then one is kept every ten minutes, and before that one a day.
const DENSE: TimeDelta = TimeDelta::days(1);
const DENSE_BUCKET: TimeDelta = TimeDelta::minutes(10);
const SPARSE_BUCKET: TimeDelta = TimeDelta::days(1);
/// How far the sweep looks back: behind the moment at which the last of the rules begins to hold for a text,
/// by as many days as a server may be away.
const LOOKED_AT: TimeDelta = TimeDelta::days(CHOSEN_REVISIONS_KEPT_DAYS * 2);

/// Removes what is due.
pub fn sweep(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<()> {
    queries::thin_revisions(connection, now, (ALL_KEPT, DENSE), DENSE_BUCKET)?;
    queries::thin_revisions(connection, now, (DENSE, LOOKED_AT), SPARSE_BUCKET)?;
    queries::limit_revisions(connection, now, DENSE, (DENSE_BUCKET, SPARSE_BUCKET))?;
    let deleted = now - TimeDelta::days(BIN_DAYS);
    queries::delete_revisions_of_tombstones(connection, deleted)?;
    queries::clear_tombstones(connection, deleted)?;
    queries::delete_accepted(connection, now - TimeDelta::days(ACCEPTED_CHANGES_KEPT_DAYS))?;
    queries::delete_presences(connection, now - TimeDelta::seconds(PRESENCE_S))?;
    Ok(())
}
