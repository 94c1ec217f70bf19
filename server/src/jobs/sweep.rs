//! Removing expired records, kind by kind.

use diesel::PgConnection;
use uuid::Uuid;

use super::JobKind;
use super::worker::may_write;
use crate::error::AppError;
use crate::features::{
    account, audit, document, image, knowledge_base, mail, membership, newsletter, publish, site, team,
    visitor,
};
use crate::idempotency;
use crate::state::AppState;
use crate::throttle;

/// Removes expired records: accounts, teams, sites, knowledge bases and what is old in them, invitations, sessions, codes,
/// addresses that nobody confirmed, mails, entries of the audit log, counters, answers that were kept for repeated requests, files that nothing names.
///
/// Each account, each team and each other kind has its own transaction: one that fails is logged and counted, and the
/// others are removed all the same. Fails with the last failure.
pub fn sweep(state: &AppState) -> Result<(), AppError> {
    if !may_write(state) {
        return Ok(());
    }
    let now = state.clock.now();
    let idle_days = state.auth.idle_days;
    let public_url = &state.platform.public_url;
    let mut sweep = Sweep {
        state,
        outcome: Ok(()),
    };
    sweep.each(
        |connection| account::service::list_expired(connection, now),
        |connection, id| account::service::purge(connection, id, now),
    );
    sweep.each(
        |connection| team::service::list_expired(connection, now),
        |connection, id| team::service::purge(connection, id, now),
    );
    sweep.each(
        |connection| site::service::list_expired(connection, now),
        |connection, id| site::service::purge(connection, id, now),
    );
    sweep.each(
        |connection| site::service::list_unpaid(connection, now),
        |connection, id| site::service::unpublish_unpaid(connection, public_url, id, now),
    );
    sweep.each(
        |connection| site::service::list_ending_plans(connection, now),
        |connection, id| site::service::tell_plan_end(connection, public_url, id, now),
    );
    sweep.each(
        |connection| knowledge_base::service::list_expired(connection, now),
        |connection, id| knowledge_base::service::purge_expired(connection, id, now),
    );
    sweep.once(|connection| Ok(document::service::sweep(connection, now)?));
    sweep.once(|connection| publish::service::sweep(connection, now));
    sweep.once(|connection| Ok(team::service::delete_expired_invitations(connection, now)?));
    sweep.once(|connection| account::service::sweep(connection, now, idle_days));
    sweep.once(|connection| site::service::sweep_views(connection, now));
    sweep.once(|connection| site::service::sweep_slugs(connection, now));
    sweep.once(|connection| visitor::service::sweep(connection, now));
    sweep.once(|connection| membership::payment_methods::sweep(connection, now));
    sweep.once(|connection| membership::providers::sweep(connection, now));
    sweep.once(|connection| newsletter::service::sweep(connection, now));
    sweep.once(|connection| mail::sweep(connection, now));
    sweep.once(|connection| Ok(audit::sweep(connection, now)?));
    sweep.once(|connection| Ok(throttle::sweep(connection, now)?));
    sweep.once(|connection| Ok(idempotency::sweep(connection, now)?));
    sweep.note(image::service::collect(state, now));
    sweep.outcome
}

/// Removes one kind after the other and remembers whether one failed.
struct Sweep<'a> {
    state: &'a AppState,
    outcome: Result<(), AppError>,
}

impl Sweep<'_> {
    /// Removes things one by one, each in a transaction of its own.
    fn each(
        &mut self,
        list: impl Fn(&mut PgConnection) -> Result<Vec<Uuid>, AppError>,
        remove: impl Fn(&mut PgConnection, Uuid) -> Result<(), AppError>,
    ) {
        let Some(ids) = self.once(list) else {
            return;
        };
        for id in ids {
            if self.state.is_stopping() {
                return;
            }
            self.once(|connection| remove(connection, id));
        }
    }

    /// Does something in a transaction of its own; none when it failed.
    fn once<T>(&mut self, work: impl FnOnce(&mut PgConnection) -> Result<T, AppError>) -> Option<T> {
        let done = self.state.db.run_job(work);
        self.note(done)
    }

    /// What was done; none when it failed, which is logged and counted.
    fn note<T>(&mut self, done: Result<T, AppError>) -> Option<T> {
        match done {
            Ok(value) => Some(value),
            Err(error) => {
                let job = JobKind::SweepExpiredRecords.as_str();
                self.state.metrics.job_failed(job);
                tracing::error!(job, cause = %error, "expired records were not removed; the next run tries again");
                self.outcome = Err(error);
                None
            }
        }
    }
}
