//! Knowledge bases of a team.

mod bin;
mod create;
mod duplicate;
mod list;
mod update;
