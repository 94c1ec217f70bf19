//! What forms have in common: all that is wrong is said at once.

use std::collections::BTreeMap;

use crate::domain::Identifier;
use crate::domain::IdentityType;
use crate::domain::Password;
use crate::error::AppError;
use crate::error::FieldProblem;
use crate::error::Refusal;
use crate::state::AppState;

/// Collects what is wrong with the fields of a form, so that all of it is said at once.
#[derive(Default)]
pub(super) struct Fields(pub(super) BTreeMap<&'static str, FieldProblem>);

impl Fields {
    pub(super) fn take<T>(&mut self, field: &'static str, parsed: Result<T, FieldProblem>) -> Option<T> {
        parsed.map_err(|problem| self.0.insert(field, problem)).ok()
    }

    /// The address or number that an account is found by.
    pub(super) fn take_identifier(&mut self, kind: IdentityType, text: &str) -> Option<Identifier> {
        self.take("identifier", Identifier::parse(kind, text))
    }

    /// A password and its repetition.
    pub(super) fn take_passwords(&mut self, passwd: &str, confirmation: &str) -> Option<Password> {
        if passwd != confirmation {
            self.0
                .insert("passwdConfirmPasswd", FieldProblem::PasswordMismatch);
        }
        self.take("passwd", Password::parse(passwd))
    }

    pub(super) fn refuse(self) -> AppError {
        AppError::Invalid(self.0)
    }
}

pub(super) fn require_method(state: &AppState, kind: IdentityType) -> Result<(), AppError> {
    if state.methods().contains(&kind) {
        Ok(())
    } else {
        Err(Refusal::MethodDisabled.into())
    }
}

pub(super) fn parse_identifier(kind: IdentityType, text: &str) -> Result<Identifier, AppError> {
    Identifier::parse(kind, text).map_err(|problem| AppError::invalid("identifier", problem))
}
