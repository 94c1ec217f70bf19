//! What forms have in common.

use std::borrow::Cow;
use std::collections::BTreeMap;

use moyan_domain::{FieldProblem, Identifier, IdentityType, Password};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;

/// Collects what is wrong with the fields of a form, so that all of it is said at once.
#[derive(Default)]
pub(super) struct Fields(BTreeMap<Cow<'static, str>, FieldProblem>);

impl Fields {
    pub(super) fn take<T>(&mut self, field: &'static str, parsed: Result<T, FieldProblem>) -> Option<T> {
        parsed
            .map_err(|problem| self.0.insert(field.into(), problem))
            .ok()
    }

    /// The address or number that an account is found by.
    pub(super) fn take_identifier(&mut self, kind: IdentityType, text: &str) -> Option<Identifier> {
        self.take("identifier", Identifier::parse(kind, text))
    }

    /// A new password and its repetition.
    pub(super) fn take_passwords(&mut self, passwd: &str, confirmation: &str) -> Option<Password> {
        let password = self.take("passwd", Password::parse(passwd));
        if passwd != confirmation {
            self.0
                .insert("passwdConfirmPasswd".into(), FieldProblem::PasswordMismatch);
            return None;
        }
        password
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
