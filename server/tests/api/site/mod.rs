//! Sites of a team.

mod addresses;
mod audit;
mod create;
mod domain_verification;
mod duplicate;
mod images;
mod limits;
mod listing;
mod moving;
mod overview;
mod settings;
