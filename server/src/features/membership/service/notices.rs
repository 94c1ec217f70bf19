//! Mails about orders.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;

use super::{entitlement_of, terms_of};
use crate::access::{Action, Role};
use crate::config::limits::ORDER_MAILS_PER_SITE_PER_HOUR;
use crate::domain::{Identifier, IdentityType};
use crate::error::AppError;
use crate::features::mail::{MailTemplate, Recipient};
use crate::features::membership::order::Order;
use crate::features::membership::queries;
use crate::language::Language;
use crate::state::AppState;
use crate::throttle::{self, Allowance};

/// Mails that orders of one site wait to be confirmed.
const MAILS: Allowance = Allowance::each(TimeDelta::hours(1), ORDER_MAILS_PER_SITE_PER_HOUR);

/// Who bought; nobody when the account is gone.
fn buyer(connection: &mut PgConnection, order: &Order) -> Result<Option<Recipient>, AppError> {
    let Some(language) = queries::find_language(connection, order.visitor_id)? else {
        return Ok(None);
    };
    Ok(recipient(&order.visitor_identifier, &language))
}

/// A stored address or number.
pub(super) fn recipient(identifier: &str, language: &str) -> Option<Recipient> {
    let kind = if identifier.contains('@') {
        IdentityType::Email
    } else {
        IdentityType::Phone
    };
    Some(Recipient {
        identifier: Identifier::parse(kind, identifier).ok()?,
        language: Language::from_name(language),
    })
}

/// The receipt of a paid order, with the end of the membership.
pub fn receipt(connection: &mut PgConnection, order: &Order, now: DateTime<Utc>) -> Result<(), AppError> {
    let Some(recipient) = buyer(connection, order)? else {
        return Ok(());
    };
    let entitlement = entitlement_of(connection, order.site_id, order.visitor_id, now)?;
    let time_zone = terms_of(connection, order.site_id)?.time_zone;
    let mail = MailTemplate::OrderReceipt {
        site: order.site_name.clone(),
        package: order.package()?.name,
        number: order.number.clone(),
        amount: yuan(order.amount_fen),
        ends_on: entitlement
            .ends_at
            .map(|end| end.with_timezone(&time_zone).format("%Y-%m-%d").to_string()),
    };
    mail.enqueue(connection, &recipient)
}

/// Money went back.
pub(super) fn refunded(
    connection: &mut PgConnection,
    order: &Order,
    amount_fen: i64,
) -> Result<(), AppError> {
    let Some(recipient) = buyer(connection, order)? else {
        return Ok(());
    };
    let mail = MailTemplate::OrderRefunded {
        site: order.site_name.clone(),
        number: order.number.clone(),
        amount: yuan(amount_fen),
    };
    mail.enqueue(connection, &recipient)
}

/// The creator did not find the money.
pub(super) fn rejected(connection: &mut PgConnection, order: &Order) -> Result<(), AppError> {
    let Some(recipient) = buyer(connection, order)? else {
        return Ok(());
    };
    let mail = MailTemplate::OrderRejected {
        site: order.site_name.clone(),
        number: order.number.clone(),
        reason: order.reason.clone(),
    };
    mail.enqueue(connection, &recipient)
}

/// Those of the team who may confirm the order are to look for the money. When many orders of the site began to wait
/// within an hour they know already: each mail leads to all that wait.
pub(super) fn to_confirm(
    connection: &mut PgConnection,
    state: &AppState,
    order: &Order,
) -> Result<(), AppError> {
    let key = format!("order mails {}", order.site_id);
    match throttle::hit(connection, &key, MAILS, state.clock.now()) {
        Err(AppError::RateLimited { .. }) => return Ok(()),
        counted => counted?,
    }
    let roles: Vec<&str> = Role::ALL
        .into_iter()
        .filter(|role| role.may(Action::ManageOrders))
        .map(Role::as_str)
        .collect();
    let url = format!(
        "{}/team/{}/site/{}/orders",
        state.platform.public_url, order.team_id, order.site_id
    );
    for (email, language) in queries::list_staff(connection, order.team_id, &roles)? {
        let Some(recipient) = recipient(&email, &language) else {
            continue;
        };
        let mail = MailTemplate::OrderToConfirm {
            site: order.site_name.clone(),
            number: order.number.clone(),
            amount: yuan(order.amount_fen),
            url: url.clone(),
        };
        mail.enqueue(connection, &recipient)?;
    }
    Ok(())
}

/// An amount as people read it: `¥99.00`.
fn yuan(fen: i64) -> String {
    format!("¥{}.{:02}", fen.div_euclid(100), fen.rem_euclid(100))
}

#[cfg(test)]
mod tests {
    use super::yuan;

    #[test]
    fn an_amount_has_two_decimals() {
        assert_eq!([1, 990, 129_900].map(yuan), ["¥0.01", "¥9.90", "¥1299.00"]);
    }
}
