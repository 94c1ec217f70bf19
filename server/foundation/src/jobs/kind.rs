//! What a kind of job is. [`JobKind`] names them all; each feature implements [`Job`] for its own and lists them in its
//! `jobs()`.

use chrono::TimeDelta;
use diesel::PgConnection;
use moyan_domain::limits::{MAIL_WORKERS, PAYMENT_WORKERS, WORKERS};
use moyan_domain::stored_names;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::AppError;
use crate::state::AppState;

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

/// Workers that do nothing else: what one queue waits for keeps no other waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queue {
    /// Mail servers and providers of short messages, which may take minutes to answer.
    Mail,
    /// The server's own work.
    Work,
    /// Payment providers, which may take ten seconds to answer.
    Payments,
}

impl Queue {
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
}

/// What becomes of a job after its last attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterLast {
    /// It stays, dead, until an administrator decides.
    Keep,
    /// It goes: what it worked on says that it failed, and can be started again there.
    Remove,
}

/// Work that is done later. Its fields are the IDs that say to what: texts and secrets stand in tables of their own,
/// because an administrator reads the payload of a dead job.
pub trait Job: Serialize + DeserializeOwned {
    /// Its name.
    const KIND: JobKind;
    /// Who does it.
    const QUEUE: Queue;
    /// The lower one goes first, among the jobs of a queue that are due.
    const PRIORITY: i16;
    /// How long after one run the next one follows. Such a job has no fields; it is there once, in all servers together,
    /// and never dead.
    const PERIOD: Option<TimeDelta> = None;
    /// What becomes of it after its last attempt.
    const AFTER_LAST: AfterLast = AfterLast::Keep;

    /// Does it; blocks while it does. It may have been done before, or half of it.
    fn run(&self, state: &AppState) -> Result<(), AppError>;

    /// What follows from a failure, in the transaction that notes it at the job. `is_last` when it is not tried again.
    fn failed(
        &self,
        _state: &AppState,
        _connection: &mut PgConnection,
        _problem: &str,
        _is_last: bool,
    ) -> Result<(), AppError> {
        Ok(())
    }
}

/// A kind of job in the table of all. Its functions take the stored payload.
#[derive(Clone, Copy)]
pub struct JobEntry {
    /// Its name.
    pub kind: JobKind,
    /// Who does it.
    pub queue: Queue,
    /// How long after one run the next one follows.
    pub period: Option<TimeDelta>,
    /// What becomes of it after its last attempt.
    pub after_last: AfterLast,
    pub(super) priority: i16,
    pub(super) run: fn(&Value, &AppState) -> Result<(), AppError>,
    pub(super) failed: fn(&Value, &AppState, &mut PgConnection, &str, bool) -> Result<AfterLast, AppError>,
}

impl JobEntry {
    /// The entry of a kind.
    pub fn of<J: Job>() -> Self {
        Self {
            kind: J::KIND,
            queue: J::QUEUE,
            period: J::PERIOD,
            after_last: J::AFTER_LAST,
            priority: J::PRIORITY,
            run: |payload, state| read::<J>(payload)?.run(state),
            failed: |payload, state, connection, problem, is_last| match read::<J>(payload) {
                Ok(job) => job
                    .failed(state, connection, problem, is_last)
                    .map(|()| J::AFTER_LAST),
                // Nobody knows what it was about but an administrator.
                Err(_) => Ok(AfterLast::Keep),
            },
        }
    }
}

fn read<J: Job>(payload: &Value) -> Result<J, AppError> {
    J::deserialize(payload).map_err(|error| AppError::Internal(format!("it cannot be read: {error}")))
}
