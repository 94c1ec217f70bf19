//! Mails about orders.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;

use super::{entitlement_of, terms_of};
use crate::access::Action;
use crate::config::limits::ORDER_MAILS_PER_SITE_PER_HOUR;
use crate::domain::{Identifier, IdentityType, SiteId, VisitorId};
use crate::error::AppError;
use crate::features::mail::{MailTemplate, MembershipEnd, Recipient};
use crate::features::membership::order::Order;
use crate::features::membership::queries;
use crate::features::site::service::mail_site;
use crate::features::team;
use crate::language::Language;
use crate::state::AppState;
use crate::throttle::{self, Allowance};

/// Mails to the staff about orders of one site.
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
pub fn receipt(connection: &mut PgConnection, state: &AppState, order: &Order) -> Result<(), AppError> {
    let Some(recipient) = buyer(connection, order)? else {
        return Ok(());
    };
    let mail = MailTemplate::OrderReceipt {
        site: mail_site(connection, &state.platform, order.site_id)?,
        package: order.package()?.name,
        number: order.number.clone(),
        amount: yuan(order.amount_fen),
        end: end_of(connection, order.site_id, order.visitor_id, state.clock.now())?,
    };
    mail.enqueue(connection, &recipient)
}

/// Money went back.
pub(super) fn refunded(
    connection: &mut PgConnection,
    state: &AppState,
    order: &Order,
    amount_fen: i64,
) -> Result<(), AppError> {
    let Some(recipient) = buyer(connection, order)? else {
        return Ok(());
    };
    let mail = MailTemplate::OrderRefunded {
        site: mail_site(connection, &state.platform, order.site_id)?,
        number: order.number.clone(),
        amount: yuan(amount_fen),
        end: end_of(connection, order.site_id, order.visitor_id, state.clock.now())?,
    };
    mail.enqueue(connection, &recipient)
}

/// The creator did not find the money.
pub(super) fn rejected(
    connection: &mut PgConnection,
    state: &AppState,
    order: &Order,
) -> Result<(), AppError> {
    let Some(recipient) = buyer(connection, order)? else {
        return Ok(());
    };
    let mail = MailTemplate::OrderRejected {
        site: mail_site(connection, &state.platform, order.site_id)?,
        number: order.number.clone(),
        reason: order.reason.clone(),
    };
    mail.enqueue(connection, &recipient)
}

/// A reader has a membership that they did not buy here: it was given to them, or they redeemed a code.
pub fn granted(
    connection: &mut PgConnection,
    state: &AppState,
    site_id: SiteId,
    visitor_id: VisitorId,
    package: &str,
) -> Result<(), AppError> {
    let Some((identifier, language)) = queries::find_contact(connection, visitor_id)? else {
        return Ok(());
    };
    let Some(recipient) = recipient(&identifier, &language) else {
        return Ok(());
    };
    let mail = MailTemplate::MembershipGranted {
        site: mail_site(connection, &state.platform, site_id)?,
        package: package.to_owned(),
        end: end_of(connection, site_id, visitor_id, state.clock.now())?,
    };
    mail.enqueue(connection, &recipient)
}

/// Those of the team who look after orders learn that one is paid.
pub(super) fn paid(connection: &mut PgConnection, state: &AppState, order: &Order) -> Result<(), AppError> {
    let mail = MailTemplate::OrderPaid {
        site: order.site_name.clone(),
        package: order.package()?.name,
        number: order.number.clone(),
        amount: yuan(order.amount_fen),
        reader: order.visitor_identifier.clone(),
        url: order_url(state, order),
    };
    tell_staff(connection, state, order, "paid", &mail)
}

/// Those of the team who may confirm the order are to look for the money.
pub(super) fn to_confirm(
    connection: &mut PgConnection,
    state: &AppState,
    order: &Order,
) -> Result<(), AppError> {
    let mail = MailTemplate::OrderToConfirm {
        site: order.site_name.clone(),
        package: order.package()?.name,
        number: order.number.clone(),
        amount: yuan(order.amount_fen),
        reader: order.visitor_identifier.clone(),
        note: order.payer_note.clone(),
        url: order_url(state, order),
    };
    tell_staff(connection, state, order, "to confirm", &mail)
}

/// When there were many orders of the site within an hour the staff knows already: each mail leads to all of them.
fn tell_staff(
    connection: &mut PgConnection,
    state: &AppState,
    order: &Order,
    what: &str,
    mail: &MailTemplate,
) -> Result<(), AppError> {
    let key = format!("order mails {what} {}", order.site_id);
    match throttle::hit(connection, &key, MAILS, state.clock.now()) {
        Err(AppError::RateLimited { .. }) => return Ok(()),
        counted => counted?,
    }
    for recipient in team::service::staff_of(connection, order.team_id, Action::ManageOrders)? {
        mail.enqueue(connection, &recipient)?;
    }
    Ok(())
}

/// The order in the console.
fn order_url(state: &AppState, order: &Order) -> String {
    format!(
        "{}/team/{}/site/{}/orders?search={}",
        state.platform.public_url, order.team_id, order.site_id, order.number
    )
}

/// When the membership of a reader ends, in days of the site's time zone.
fn end_of(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: VisitorId,
    now: DateTime<Utc>,
) -> Result<MembershipEnd, AppError> {
    let entitlement = entitlement_of(connection, site_id, visitor_id, now)?;
    if !entitlement.is_member() {
        return Ok(MembershipEnd::Over);
    }
    let time_zone = terms_of(connection, site_id)?.time_zone;
    Ok(entitlement.ends_at.map_or(MembershipEnd::Never, |end| {
        MembershipEnd::On(end.with_timezone(&time_zone).format("%Y-%m-%d").to_string())
    }))
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
