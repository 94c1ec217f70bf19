//! Passwords and verification codes: the rules that accounts of the platform and visitors of sites have in common.
//! Where either is stored, and what follows from a login, their features know.

mod code;
mod password;

pub use code::{CodeSubject, ProvedCode, StoredCode, TypedCode, count_in_day, issue_code, prove_code};
pub use password::{Guesses, PasswordHolder, ProvedPassword, has_same_password, prove_password};
