//! Sites of a team.

mod addresses;
mod create;
mod settings;
