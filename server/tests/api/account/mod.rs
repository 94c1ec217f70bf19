//! Accounts.

mod change_account;
mod delete_account;
mod login;
mod register;
mod reset_password;
mod send_code;
mod sessions;
