//! The audit log: who did what to which account or team. Entries are never changed and are removed after a year;
//! only the IP addresses of a removed account are cleared earlier.

mod action;
mod queries;

pub use action::AuditAction;
pub use queries::{AuditFilter, AuditRow, forget_addresses, list_entries};

use diesel::PgConnection;
use diesel::QueryResult;
use moyan_domain::TeamId;
use moyan_foundation::jobs::Expired;
use serde_json::Value;
use uuid::Uuid;

/// An entry of the audit log.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The action.
    pub action: AuditAction,
    /// The account that did it; none for the command line and jobs.
    pub actor_id: Option<Uuid>,
    /// The account it was done to.
    pub user_id: Option<Uuid>,
    /// The team it was done in.
    pub team_id: Option<TeamId>,
    /// The IP address it was done from.
    pub ip_address: Option<String>,
    /// What changed; never a secret.
    pub details: Value,
}

impl Entry {
    /// An entry for an action of an account.
    pub fn by(actor_id: Uuid, action: AuditAction) -> Self {
        Self {
            actor_id: Some(actor_id),
            ..Self::by_system(action)
        }
    }

    /// An entry for an action of the command line or of a job.
    pub fn by_system(action: AuditAction) -> Self {
        Self {
            action,
            actor_id: None,
            user_id: None,
            team_id: None,
            ip_address: None,
            details: Value::Object(serde_json::Map::new()),
        }
    }

    /// Sets the account it was done to.
    pub fn to_user(mut self, user_id: Uuid) -> Self {
        self.user_id = Some(user_id);
        self
    }

    /// Sets the team it was done in.
    pub fn in_team(mut self, team_id: TeamId) -> Self {
        self.team_id = Some(team_id);
        self
    }

    /// Sets the IP address it was done from.
    pub fn from_address(mut self, ip_address: &str) -> Self {
        self.ip_address = Some(ip_address.to_owned());
        self
    }

    /// Sets what changed.
    pub fn with(mut self, details: Value) -> Self {
        self.details = details;
        self
    }

    /// Inserts it.
    pub fn record(self, connection: &mut PgConnection) -> QueryResult<usize> {
        queries::insert_entry(connection, self)
    }
}

/// What expires: old entries.
pub fn expired() -> Vec<Expired> {
    vec![Expired::All(|connection, sweep| {
        queries::sweep(connection, sweep.now)?;
        Ok(())
    })]
}
