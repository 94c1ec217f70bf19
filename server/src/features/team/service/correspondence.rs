//! Who of a team is written to.

use diesel::PgConnection;
use moyan_domain::{Identifier, IdentityType, TeamId};
use moyan_foundation::access::{Action, Role};
use moyan_foundation::error::AppError;
use moyan_mail::Recipient;

use crate::features::team::queries;

/// The owner of a team, and what it is called. Nobody when the account has no address any more.
pub fn owner_of(
    connection: &mut PgConnection,
    team_id: TeamId,
) -> Result<Option<(String, Recipient)>, AppError> {
    let Some(owner) = queries::find_owner(connection, team_id)? else {
        return Ok(None);
    };
    let identifier = match (&owner.email, &owner.phone) {
        (Some(email), _) => Identifier::parse(IdentityType::Email, email),
        (None, Some(phone)) => Identifier::parse(IdentityType::Phone, phone),
        (None, None) => return Ok(None),
    };
    Ok(identifier.ok().map(|identifier| {
        let language = owner.locale;
        (owner.team, Recipient { identifier, language })
    }))
}

/// Those of a team who may do something and have a mail address.
pub fn staff_of(
    connection: &mut PgConnection,
    team_id: TeamId,
    action: Action,
) -> Result<Vec<Recipient>, AppError> {
    let roles = Role::ALL.into_iter().filter(|role| role.may(action)).collect();
    let staff = queries::list_staff(connection, team_id, roles)?;
    Ok(staff
        .into_iter()
        .filter_map(|(email, language)| {
            Some(Recipient {
                identifier: Identifier::parse(IdentityType::Email, &email).ok()?,
                language,
            })
        })
        .collect())
}
