//! Releases of sites: `docs/sites.md` has the rules in words.

mod changes;
mod content;
mod missing;
mod releases;
mod schedule;
mod simulation;
mod single;
mod sweep;
mod waiting;
