//! What features bring to the jobs.

use diesel::PgConnection;

use super::{Expired, JobEntry, Queue};
use crate::config::PlatformConfig;
use crate::error::AppError;
use crate::memory::Memory;
use crate::state::AppState;
use crate::static_files::releases::ReleasedAsset;

/// What the features of this server bring: every kind of job, everything that expires, everything that is counted in
/// memory. The composition root puts it together.
#[derive(Clone, Default)]
pub struct Registry {
    /// The kinds of jobs.
    pub jobs: Vec<JobEntry>,
    /// What expires, in the order in which it is removed.
    pub expired: Vec<Expired>,
    /// What is counted in memory and stored now and then.
    pub counts: Vec<Counts>,
    /// What is kept in memory with bounds out of the configuration, put there at the start.
    pub memories: Vec<fn(&PlatformConfig, &Memory)>,
    /// Scripts and styles of published sites, by feature.
    pub assets: Vec<fn() -> Vec<ReleasedAsset>>,
    /// What the operator's monitoring reads.
    pub gauges: Vec<Gauges>,
}

/// What a feature counts in memory. `store` is called every few seconds, and once more before the server ends.
#[derive(Clone, Copy)]
pub struct Counts {
    /// What is counted, for the log.
    pub name: &'static str,
    /// Stores what was counted since the last time.
    pub store: fn(&AppState) -> Result<(), AppError>,
}

/// Gauges of a feature, which it sets in the metrics of the state.
#[derive(Clone, Copy)]
pub struct Gauges {
    /// What they are about, for the log.
    pub name: &'static str,
    /// Where they come from.
    pub source: GaugeSource,
}

/// Where gauges come from, and so how often they are set.
#[derive(Clone, Copy)]
pub enum GaugeSource {
    /// The database, every few seconds, by statements that read little.
    Database(fn(&AppState, &mut PgConnection) -> Result<(), AppError>),
    /// The memory of this process, whenever somebody asks.
    Memory(fn(&AppState)),
}

impl Registry {
    /// The entry of a stored name; none for one that this release does not know.
    pub fn job(&self, name: &str) -> Option<&JobEntry> {
        self.jobs.iter().find(|entry| entry.kind.as_str() == name)
    }

    /// The names of the kinds that a queue does.
    pub fn kinds(&self, queue: Queue) -> Vec<&'static str> {
        self.jobs
            .iter()
            .filter(|entry| entry.queue == queue)
            .map(|entry| entry.kind.as_str())
            .collect()
    }
}
