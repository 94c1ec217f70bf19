//! The rules of accounts. Passwords are hashed while no connection is held.

mod administration;
mod deletion;
mod export;
mod form;
mod login;
mod passwords;
mod profile;
mod register;
mod send_code;
mod sessions;

pub use administration::{lock_admins, set_admin, suspend};
pub use deletion::{cancel_deletion, list_expired, purge, request_deletion};
pub use export::export;
pub use login::login;
pub use passwords::{change_password, reset_password};
pub use profile::{
    avatar_url, change_identifier, delete_avatar, find_avatar, info_of, masked, set_avatar, update,
};
pub use register::{create, find_id, register};
pub use send_code::send_code;
pub use sessions::{delete_other_sessions, delete_session, end_session, list_sessions, sweep};
