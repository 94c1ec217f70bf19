//! The rules of accounts. Passwords are hashed before a connection is taken.

use std::net::IpAddr;

use crate::config::limits::USER_AGENT_MAX_CHARS;
use crate::http::client_address::caller_network;
use crate::http::language::Language;

mod administration;
mod departure;
mod form;
mod login;
mod passwords;
mod profile;
mod register;
mod send_code;
mod sessions;

pub use administration::{lock_admins, set_admin, suspend};
pub use departure::{cancel_deletion, export, list_expired, purge, request_deletion};
pub use login::login;
pub use passwords::{change_password, reset_password};
pub use profile::{
    avatar_url, change_identifier, delete_avatar, find_avatar, info_of, masked, set_avatar, update,
};
pub use register::{create, find_id, register};
pub use send_code::send_code;
pub use sessions::{delete_other_sessions, delete_session, end_session, list_sessions, sweep};

/// From where and with what a request was sent.
#[derive(Clone, Debug)]
pub struct Client {
    /// The caller's address.
    pub address: IpAddr,
    /// What the browser calls itself.
    pub user_agent: String,
    /// The language to answer in.
    pub language: Language,
}

impl Client {
    /// What is counted together.
    fn network(&self) -> String {
        caller_network(self.address).to_string()
    }
}

/// What a browser calls itself, cut to what is kept.
pub fn short_user_agent(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_control())
        .take(USER_AGENT_MAX_CHARS)
        .collect()
}
