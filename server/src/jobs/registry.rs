//! The kinds of jobs: one table. A kind is a variant of [`Job`], a name in [`JobKind`], a line in
//! [`JobKind::terms`] and an arm in [`Job::run`].

use chrono::TimeDelta;
use diesel::PgConnection;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::sweep::sweep;
use crate::config::limits::{
    DOMAIN_CHECKS_EVERY_MINUTES, MAIL_WORKERS, ORDERS_ASKED_EVERY_S, ORDERS_CLOSED_EVERY_MINUTES,
    PAYMENT_WORKERS, REMINDERS_EVERY_MINUTES, SCHEDULE_EVERY_MINUTES, SWEEP_EVERY_MINUTES, WORKERS,
};
use crate::domain::stored_names;
use crate::error::AppError;
use crate::features::{mail, membership, publish, site};
use crate::state::AppState;

/// Work that is done later: the IDs that say to what. Texts and secrets stand in tables of their own, because an
/// administrator reads the payload of a dead job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    content = "payload",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Job {
    /// Send a code, for which somebody waits.
    SendCode {
        /// The mail.
        mail_id: Uuid,
    },
    /// Send another mail or short message.
    SendMail {
        /// The mail.
        mail_id: Uuid,
    },
    /// Remove expired records.
    SweepExpiredRecords {},
    /// Look again for the records that prove the domains of sites.
    CheckSiteDomains {},
    /// Publish the sites whose moment has come.
    PublishDueSites {},
    /// Close the orders that were not paid in time.
    CloseOverdueOrders {},
    /// Remind members whose membership ends soon.
    RemindMembers {},
    /// Ask payment providers what became of orders.
    AskPaymentProviders {},
}

stored_names! {
    /// The kind of a job.
    JobKind
    /// Send a code.
    SendCode: "sendCode",
    /// Send another mail or short message.
    SendMail: "sendMail",
    /// Remove expired records.
    SweepExpiredRecords: "sweepExpiredRecords",
    /// Look again for the records that prove the domains of sites.
    CheckSiteDomains: "checkSiteDomains",
    /// Publish the sites whose moment has come.
    PublishDueSites: "publishDueSites",
    /// Close the orders that were not paid in time.
    CloseOverdueOrders: "closeOverdueOrders",
    /// Remind members whose membership ends soon.
    RemindMembers: "remindMembers",
    /// Ask payment providers what became of orders.
    AskPaymentProviders: "askPaymentProviders",
}

/// Workers that do nothing else: what one lane waits for keeps no other waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Mail servers and providers of short messages, which may take minutes to answer.
    Mail,
    /// The server's own work.
    Work,
    /// Payment providers, which may take ten seconds to answer.
    Payments,
}

/// How jobs of a kind are done.
struct Terms {
    /// Who does them.
    lane: Lane,
    /// The lower one goes first, among the jobs of a lane that are due.
    priority: i16,
    /// How long after one run the next one follows. Such a job is there once, in all servers together, and never dead.
    period: Option<TimeDelta>,
}

impl JobKind {
    const fn terms(self) -> Terms {
        match self {
            Self::SendCode => Terms {
                lane: Lane::Mail,
                priority: 0,
                period: None,
            },
            Self::SendMail => Terms {
                lane: Lane::Mail,
                priority: 10,
                period: None,
            },
            Self::SweepExpiredRecords => Terms {
                lane: Lane::Work,
                priority: 30,
                period: Some(TimeDelta::minutes(SWEEP_EVERY_MINUTES)),
            },
            Self::CheckSiteDomains => Terms {
                lane: Lane::Work,
                priority: 40,
                period: Some(TimeDelta::minutes(DOMAIN_CHECKS_EVERY_MINUTES)),
            },
            Self::PublishDueSites => Terms {
                lane: Lane::Work,
                priority: 20,
                period: Some(TimeDelta::minutes(SCHEDULE_EVERY_MINUTES)),
            },
            Self::AskPaymentProviders => Terms {
                lane: Lane::Payments,
                priority: 0,
                period: Some(TimeDelta::seconds(ORDERS_ASKED_EVERY_S)),
            },
            Self::RemindMembers => Terms {
                lane: Lane::Work,
                priority: 40,
                period: Some(TimeDelta::minutes(REMINDERS_EVERY_MINUTES)),
            },
            Self::CloseOverdueOrders => Terms {
                lane: Lane::Work,
                priority: 20,
                period: Some(TimeDelta::minutes(ORDERS_CLOSED_EVERY_MINUTES)),
            },
        }
    }

    /// Every kind that this release knows.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::NAMES.iter().filter_map(|name| Self::parse(name))
    }

    /// Who does jobs of this kind.
    pub fn lane(self) -> Lane {
        self.terms().lane
    }

    /// The lower one goes first.
    pub fn priority(self) -> i16 {
        self.terms().priority
    }

    /// How long after one run the next one follows.
    pub fn period(self) -> Option<TimeDelta> {
        self.terms().period
    }
}

impl Lane {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Mail, Self::Work, Self::Payments];

    /// The name of its threads.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mail => "mail",
            Self::Work => "work",
            Self::Payments => "payments",
        }
    }

    /// How many workers it has.
    pub fn n_workers(self) -> u32 {
        match self {
            Self::Mail => MAIL_WORKERS,
            Self::Work => WORKERS,
            Self::Payments => PAYMENT_WORKERS,
        }
    }

    /// The names of the kinds that it does.
    pub fn kinds(self) -> Vec<&'static str> {
        JobKind::all()
            .filter(|kind| kind.lane() == self)
            .map(JobKind::as_str)
            .collect()
    }
}

impl Job {
    /// The kind.
    pub fn kind(&self) -> JobKind {
        match self {
            Self::SendCode { .. } => JobKind::SendCode,
            Self::SendMail { .. } => JobKind::SendMail,
            Self::SweepExpiredRecords {} => JobKind::SweepExpiredRecords,
            Self::CheckSiteDomains {} => JobKind::CheckSiteDomains,
            Self::PublishDueSites {} => JobKind::PublishDueSites,
            Self::CloseOverdueOrders {} => JobKind::CloseOverdueOrders,
            Self::AskPaymentProviders {} => JobKind::AskPaymentProviders,
            Self::RemindMembers {} => JobKind::RemindMembers,
        }
    }

    /// The jobs that are always there.
    pub(super) fn periodic() -> [Self; 6] {
        [
            Self::SweepExpiredRecords {},
            Self::CheckSiteDomains {},
            Self::PublishDueSites {},
            Self::CloseOverdueOrders {},
            Self::RemindMembers {},
            Self::AskPaymentProviders {},
        ]
    }

    /// Does it; blocks while it does. It may have been done before, or half of it.
    pub(super) fn run(&self, state: &AppState) -> Result<(), AppError> {
        match self {
            Self::SendCode { mail_id } | Self::SendMail { mail_id } => mail::send(state, *mail_id),
            Self::SweepExpiredRecords {} => {
                // Each failure was logged and counted where it happened; the next run follows all the same.
                let _ = sweep(state);
                Ok(())
            }
            Self::CheckSiteDomains {} => site::service::check_due_domains(state),
            Self::PublishDueSites {} => publish::service::publish_due(state),
            Self::CloseOverdueOrders {} => membership::service::close_overdue(state),
            Self::AskPaymentProviders {} => {
                membership::providers::poll_due(state)?;
                membership::providers::poll_due_refunds(state)?;
                membership::providers::poll_due_disputes(state)
            }
            Self::RemindMembers {} => membership::service::remind_due(state),
        }
    }

    /// What follows from a failure, in the transaction that notes it at the job. `is_last` when it is not tried again.
    pub(super) fn failed(
        &self,
        state: &AppState,
        connection: &mut PgConnection,
        problem: &str,
        is_last: bool,
    ) -> Result<AfterLast, AppError> {
        match self {
            Self::SendCode { mail_id } | Self::SendMail { mail_id } => {
                mail::note_failure(state, connection, *mail_id, problem, is_last)?;
                Ok(AfterLast::Remove)
            }
            Self::SweepExpiredRecords {}
            | Self::CheckSiteDomains {}
            | Self::PublishDueSites {}
            | Self::CloseOverdueOrders {}
            | Self::AskPaymentProviders {}
            | Self::RemindMembers {} => Ok(AfterLast::Keep),
        }
    }
}

/// What becomes of a job after its last attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AfterLast {
    /// It stays, dead, until an administrator decides.
    Keep,
    /// It goes: what it worked on says that it failed, and can be started again there.
    Remove,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_kind_is_the_same_everywhere() {
        let mail_id = Uuid::nil();
        let jobs = [
            Job::SendCode { mail_id },
            Job::SendMail { mail_id },
            Job::SweepExpiredRecords {},
            Job::CheckSiteDomains {},
            Job::PublishDueSites {},
            Job::CloseOverdueOrders {},
            Job::RemindMembers {},
            Job::AskPaymentProviders {},
        ];
        assert_eq!(jobs.len(), JobKind::NAMES.len());
        for job in jobs {
            let stored = serde_json::to_value(&job).unwrap();
            assert_eq!(stored["kind"], job.kind().as_str());
            assert!(stored["payload"].is_object(), "{stored}");
            assert_eq!(serde_json::from_value::<Job>(stored).unwrap(), job);
        }
    }

    #[test]
    fn each_kind_is_done_by_one_lane_and_what_repeats_itself_is_always_there() {
        let done: Vec<&str> = Lane::ALL.into_iter().flat_map(Lane::kinds).collect();
        assert_eq!(done, JobKind::NAMES);
        assert!(Lane::ALL.into_iter().all(|lane| lane.n_workers() > 0));
        let periodic = JobKind::all().filter(|kind| kind.period().is_some());
        assert!(periodic.eq(Job::periodic().iter().map(Job::kind)));
    }
}
