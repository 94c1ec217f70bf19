//! What visitors do with their accounts.

mod account;
mod login;
mod sessions;

pub use account::{
    AccountDetails, Proof, ProvedAction, are_reminders_stopped, delete_account, details, export,
    send_proof_code, set_password, stop_reminders, update_nickname, update_reminders,
};
pub use login::{
    LoginSite, find_or_create, login_with_code, login_with_password, name_if_unnamed, parse_identifier,
    send_login_code,
};
pub use sessions::{
    end_other_sessions, end_session, end_session_of, find_visitor, list_sessions, note_use, set_blocked,
    start_session, sweep,
};
