//! Mails about orders.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::limits::{
    GRANT_MAILS_PER_READER_PER_DAY, GRANT_MAILS_PER_SITE_PER_DAY, ORDER_MAILS_PER_SITE_PER_HOUR,
};
use moyan_domain::{Identifier, IdentityType, Language, SiteId, VisitorId, yuan};
use moyan_foundation::access::Action;
use moyan_foundation::error::AppError;
use moyan_foundation::state::AppState;
use moyan_foundation::throttle::{self, Allowance};
use moyan_mail::{MailSite, MailTemplate, MembershipEnd, Recipient};
use uuid::Uuid;

use super::{entitlement_under, terms_of};
use crate::features::mail::Outbox as _;
use crate::features::membership::entitlement::{Entitlement, EntitlementState, later};
use crate::features::membership::order::Order;
use crate::features::membership::queries;
use crate::features::site::service::mail_site;
use crate::features::team;

/// Mails to the staff about orders of one site.
const MAILS: Allowance = Allowance::each(TimeDelta::hours(1), ORDER_MAILS_PER_SITE_PER_HOUR);
/// Mails of one site about memberships that it gave or took back: a creator makes readers of any addresses.
const GRANTS_OF_SITE: Allowance = Allowance::each(TimeDelta::days(1), GRANT_MAILS_PER_SITE_PER_DAY);
/// Such mails to one address, whichever site gives.
const GRANTS_TO_READER: Allowance = Allowance::each(TimeDelta::days(1), GRANT_MAILS_PER_READER_PER_DAY);

/// Who bought; nobody when the account is gone.
fn buyer(connection: &mut PgConnection, order: &Order) -> Result<Option<Recipient>, AppError> {
    let Some(language) = queries::find_language(connection, order.visitor_id)? else {
        return Ok(None);
    };
    Ok(recipient(&order.visitor_identifier, language))
}

/// A stored address or number.
pub(super) fn recipient(identifier: &str, language: Language) -> Option<Recipient> {
    let kind = if identifier.contains('@') {
        IdentityType::Email
    } else {
        IdentityType::Phone
    };
    Some(Recipient {
        identifier: Identifier::parse(kind, identifier).ok()?,
        language,
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
///
/// - `reference`: the number of the refund.
/// - `reason`: what the creator wrote; may be empty.
pub(super) fn refunded(
    connection: &mut PgConnection,
    state: &AppState,
    order: &Order,
    amount_fen: i64,
    reference: &str,
    reason: &str,
) -> Result<(), AppError> {
    let Some(recipient) = buyer(connection, order)? else {
        return Ok(());
    };
    let mail = MailTemplate::OrderRefunded {
        site: mail_site(connection, &state.platform, order.site_id)?,
        number: order.number.clone(),
        amount: yuan(amount_fen),
        is_outside: reference.starts_with(queries::OUTSIDE_REFUND),
        reason: one_line(reason),
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
    let mail = |site, end| MailTemplate::MembershipGranted {
        site,
        package: package.to_owned(),
        end,
    };
    tell_reader(connection, state, site_id, visitor_id, mail)
}

/// The creator took a membership of a reader back.
pub fn revoked(
    connection: &mut PgConnection,
    state: &AppState,
    site_id: SiteId,
    visitor_id: VisitorId,
) -> Result<(), AppError> {
    let mail = |site, end| MailTemplate::MembershipRevoked { site, end };
    tell_reader(connection, state, site_id, visitor_id, mail)
}

/// Tells a reader what the creator did with their membership, by mail only, and so often that nobody is flooded.
fn tell_reader(
    connection: &mut PgConnection,
    state: &AppState,
    site_id: SiteId,
    visitor_id: VisitorId,
    mail: impl FnOnce(MailSite, MembershipEnd) -> MailTemplate,
) -> Result<(), AppError> {
    let Some((identifier, language)) = queries::find_contact(connection, visitor_id)? else {
        return Ok(());
    };
    let recipient = recipient(&identifier, language)
        .filter(|recipient| recipient.identifier.kind() == IdentityType::Email);
    let Some(recipient) = recipient else {
        return Ok(());
    };
    let now = state.clock.now();
    let to = state
        .tokens
        .keyed_hash(&["grant mails", recipient.identifier.as_str()]);
    for (key, allowance) in [
        (format!("grant mails {site_id}"), GRANTS_OF_SITE),
        (to, GRANTS_TO_READER),
    ] {
        if !is_allowed(connection, &key, allowance, now)? {
            return Ok(());
        }
    }
    let site = mail_site(connection, &state.platform, site_id)?;
    let end = end_of(connection, site_id, visitor_id, now)?;
    mail(site, end).enqueue(connection, &recipient)
}

/// Counts a mail. False when there were as many as are sent.
fn is_allowed(
    connection: &mut PgConnection,
    key: &str,
    allowance: Allowance,
    now: DateTime<Utc>,
) -> Result<bool, AppError> {
    match throttle::hit(connection, key, allowance, now) {
        Err(AppError::RateLimited { .. }) => Ok(false),
        counted => counted.map(|()| true),
    }
}

/// Those of the team who look after orders learn that one is paid, unless one of them said so, and of real money only.
pub(super) fn paid(
    connection: &mut PgConnection,
    state: &AppState,
    order: &Order,
    actor_id: Option<Uuid>,
) -> Result<(), AppError> {
    if order.is_test || order.amount_fen == 0 || actor_id.is_some() {
        return Ok(());
    }
    let mail = MailTemplate::OrderPaid {
        site: order.site_name.clone(),
        package: order.package()?.name,
        number: order.number.clone(),
        amount: yuan(order.amount_fen),
        reader: order.visitor_identifier.clone(),
        nickname: queries::find_nickname(connection, order.visitor_id)?.unwrap_or_default(),
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
        nickname: queries::find_nickname(connection, order.visitor_id)?.unwrap_or_default(),
        note: one_line(&order.payer_note),
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
    if !is_allowed(connection, &key, MAILS, state.clock.now())? {
        return Ok(());
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
    let terms = terms_of(connection, site_id)?;
    let entitlement = entitlement_under(connection, terms, site_id, visitor_id, now)?;
    Ok(told_end(&entitlement, terms.grace_days))
}

/// The end of a membership, as readers are told.
fn told_end(entitlement: &Entitlement, grace_days: u32) -> MembershipEnd {
    match (entitlement.state, entitlement.last_day) {
        (EntitlementState::Lifetime, _) => MembershipEnd::Never,
        (EntitlementState::Active, Some(day)) => MembershipEnd::On(day),
        (EntitlementState::Grace, Some(ended_on)) => MembershipEnd::Grace {
            ended_on,
            read_until: later(ended_on, grace_days),
        },
        _ => MembershipEnd::Over,
    }
}

/// What somebody wrote, as a part of a sentence.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;
    use chrono_tz::Asia::Shanghai;

    use super::*;
    use crate::features::membership::entitlement::{Grant, GrantLength, compute};

    #[test]
    fn a_mail_names_a_day_to_come_while_there_is_one() {
        let day = |day| NaiveDate::from_ymd_opt(2026, 11, day).unwrap();
        let told = |length, today| {
            let grant = Grant {
                id: Uuid::nil(),
                granted_at: day(10).and_hms_opt(4, 0, 0).unwrap().and_utc(),
                granted_on: day(10),
                length,
                is_test: false,
                is_revoked: false,
            };
            let now = day(today).and_hms_opt(4, 0, 0).unwrap().and_utc();
            told_end(&compute(&[grant], Shanghai, 3, now), 3)
        };
        let grace = MembershipEnd::Grace {
            ended_on: day(15),
            read_until: day(18),
        };
        for (today, end) in [
            (15, MembershipEnd::On(day(15))),
            (16, grace.clone()),
            (18, grace),
            (19, MembershipEnd::Over),
        ] {
            assert_eq!(told(GrantLength::Days(5), today), end, "{today}");
        }
        assert_eq!(told(GrantLength::Lifetime, 30), MembershipEnd::Never);
    }
}
