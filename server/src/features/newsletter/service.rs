//! Subscribing, confirming the address, unsubscribing.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::limits::{EXPORT_MAX_LINES, NEWSLETTER_CONFIRM_DAYS, NEWSLETTER_NAME_MAX_CHARS};
use moyan_domain::{FieldProblem, Identifier, IdentityType, Language, SiteId};
use moyan_foundation::access::Tokens;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::client::Client;
use moyan_foundation::http::csv::Table;
use moyan_foundation::http::pagination::Page;
use moyan_foundation::state::AppState;
use moyan_mail::{MailSite, MailTemplate, Recipient, TemplateName};

use super::dto::{SubscriberDto, SubscriberPageDto};
use super::models::{Subscriber, SubscriberStatus};
use super::queries::{self, SubscriberFilter};
use super::throttles;
use super::tokens;
use crate::features::mail;
use crate::features::mail::Outbox as _;

/// The site whose newsletter it is.
#[derive(Clone, Debug)]
pub struct NewsletterSite {
    /// The site.
    pub id: SiteId,
    /// In whose name its mails are written.
    pub mail: MailSite,
    /// The language of its mails.
    pub language: Language,
}

impl NewsletterSite {
    /// The link that confirms the address.
    fn confirm_link(&self, tokens: &Tokens, subscriber: &Subscriber) -> String {
        let token = tokens::token_of(tokens, subscriber);
        format!("{}newsletter/confirm?token={token}", self.mail.address)
    }

    /// The link to unsubscribe; it is always the same.
    fn unsubscribe_link(&self, subscriber: &Subscriber) -> String {
        let token = subscriber.unsubscribe_token;
        format!("{}newsletter/unsubscribe?token={token}", self.mail.address)
    }

    fn send(
        &self,
        connection: &mut PgConnection,
        subscriber: &Subscriber,
        mail: &MailTemplate,
    ) -> Result<(), AppError> {
        let identifier = Identifier::parse(IdentityType::Email, &subscriber.email)
            .map_err(|_| AppError::Internal("a stored address cannot be read".to_owned()))?;
        let recipient = Recipient {
            identifier,
            language: self.language,
        };
        mail.enqueue(connection, &recipient)
    }

    fn welcome(&self, subscriber: &Subscriber) -> MailTemplate {
        MailTemplate::NewsletterWelcome {
            site: self.mail.clone(),
            url: self.unsubscribe_link(subscriber),
        }
    }
}

/// Sends a link that confirms the address; who has confirmed it already gets the one to unsubscribe. Both look the same
/// to who asks, so that nobody finds out whose address is known.
pub async fn subscribe(
    state: &AppState,
    site: NewsletterSite,
    client: Client,
    email: &str,
    name: &str,
) -> Result<(), AppError> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().count() > NEWSLETTER_NAME_MAX_CHARS {
        return Err(AppError::invalid(
            "name",
            FieldProblem::TooLong {
                max: NEWSLETTER_NAME_MAX_CHARS,
            },
        ));
    }
    let email = Identifier::parse(IdentityType::Email, email)
        .map_err(|problem| AppError::invalid("email", problem))?;
    if !state.methods().contains(&IdentityType::Email) {
        return Err(Refusal::MethodDisabled.into());
    }
    let (tokens, now) = (state.tokens.clone(), client.now);
    let (counted, recipient, site_id) = (tokens.clone(), email.clone(), site.id);
    // Counted in a transaction of its own: what fails later counts all the same.
    let count = state
        .db
        .run(move |connection| throttles::count_request(connection, &counted, &client, site_id, &recipient));
    count.await?;
    let subscribe = state.db.transaction(move |connection| {
        let subscriber = queries::upsert_request(connection, site.id, email.as_str(), &name, now)?;
        let is_confirmed = subscriber.status == SubscriberStatus::Confirmed;
        let mail = match is_confirmed {
            true => site.welcome(&subscriber),
            false => MailTemplate::NewsletterConfirmation {
                site: site.mail.clone(),
                url: site.confirm_link(&tokens, &subscriber),
                days: NEWSLETTER_CONFIRM_DAYS,
            },
        };
        site.send(connection, &subscriber, &mail)
    });
    subscribe.await
}

/// Confirms the address of a link. False when the link is not good (any more); done twice, it is done once.
pub async fn confirm(state: &AppState, site: NewsletterSite, token: &str) -> Result<bool, AppError> {
    let (tokens, now, token) = (state.tokens.clone(), state.clock.now(), token.to_owned());
    let confirm = state.db.transaction(move |connection| {
        let Some(subscriber) = find(connection, &tokens, site.id, &token)? else {
            return Ok(false);
        };
        match subscriber.status {
            SubscriberStatus::Confirmed => return Ok(true),
            SubscriberStatus::Pending if is_in_time(subscriber.requested_at, now) => {}
            _ => return Ok(false),
        }
        queries::update_confirmed(connection, subscriber.id, now)?;
        site.send(connection, &subscriber, &site.welcome(&subscriber))?;
        Ok(true)
    });
    confirm.await
}

/// Unsubscribes the address of a link. False when the link is not good.
pub async fn unsubscribe(state: &AppState, site_id: SiteId, token: &str) -> Result<bool, AppError> {
    let Ok(token) = token.parse() else {
        return Ok(false);
    };
    let now = state.clock.now();
    let unsubscribe = state.db.transaction(move |connection| {
        let Some(subscriber) = queries::lock_subscriber_of_link(connection, site_id, token)? else {
            return Ok(false);
        };
        if subscriber.status == SubscriberStatus::Confirmed {
            queries::update_unsubscribed(connection, subscriber.id, now)?;
        }
        Ok(true)
    });
    unsubscribe.await
}

/// Whether the address of a link to unsubscribe has done so.
pub async fn has_unsubscribed(state: &AppState, site_id: SiteId, token: &str) -> Result<bool, AppError> {
    let Ok(token) = token.parse() else {
        return Ok(false);
    };
    let status = state
        .db
        .run(move |connection| Ok(queries::find_status_of_link(connection, site_id, token)?))
        .await?;
    Ok(status.is_some_and(|status| status == SubscriberStatus::Unsubscribed))
}

/// The subscriber of a link that confirms.
fn find(
    connection: &mut PgConnection,
    tokens: &Tokens,
    site_id: SiteId,
    token: &str,
) -> Result<Option<Subscriber>, AppError> {
    let Some((id, proof)) = tokens::parse(token) else {
        return Ok(None);
    };
    let found = queries::lock_subscriber(connection, site_id, id)?;
    Ok(found.filter(|subscriber| tokens::is_valid(tokens, site_id, subscriber, proof)))
}

/// Links of mails that were asked for by this moment confirm nothing any more.
fn asked_before(now: DateTime<Utc>) -> DateTime<Utc> {
    now - TimeDelta::days(NEWSLETTER_CONFIRM_DAYS)
}

/// Whether the link of a mail confirms an address that is not swept away yet.
fn is_in_time(requested_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    requested_at > asked_before(now)
}

/// Removes addresses that nobody confirmed in time.
pub fn sweep(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(), AppError> {
    queries::delete_unconfirmed(connection, asked_before(now))?;
    Ok(())
}

/// A page of subscribers, with how many there are in each state.
pub(super) fn list(
    connection: &mut PgConnection,
    site_id: SiteId,
    filter: &SubscriberFilter,
    page: &Page,
) -> Result<SubscriberPageDto, AppError> {
    let after = page.cursor_id()?;
    let mut rows = queries::list_subscribers(connection, site_id, filter, after, page.limit + 1)?;
    let next_cursor = page.cut(&mut rows, |row| row.id);
    let pending: Vec<&str> = rows
        .iter()
        .filter(|row| row.status == SubscriberStatus::Pending)
        .map(|row| row.email.as_str())
        .collect();
    let lost = mail::list_undeliverable(
        connection,
        site_id,
        TemplateName::NewsletterConfirmation,
        &pending,
    )?;
    let subscribers = rows.into_iter().map(|row| {
        let is_undeliverable = lost.contains(&row.email);
        SubscriberDto::of(row, is_undeliverable)
    });
    Ok(SubscriberPageDto {
        subscribers: subscribers.collect(),
        next_cursor,
        counts: queries::count_by_status(connection, site_id)?
            .into_iter()
            .map(|(status, number)| (status.as_str().to_owned(), number))
            .collect(),
    })
}

/// Everybody who is subscribed, each with a link to unsubscribe.
pub(super) fn export(connection: &mut PgConnection, site: &NewsletterSite) -> Result<Vec<u8>, AppError> {
    let filter = SubscriberFilter {
        pattern: None,
        status: Some(SubscriberStatus::Confirmed),
    };
    let rows = queries::list_subscribers(connection, site.id, &filter, None, EXPORT_MAX_LINES)?;
    let mut table = Table::new(&["email", "name", "confirmedAt", "unsubscribeUrl"])?;
    for row in rows {
        let confirmed_at = row.confirmed_at.map(|at| at.to_rfc3339()).unwrap_or_default();
        let link = site.unsubscribe_link(&row);
        table.line(&[&row.email, &row.name, &confirmed_at, &link])?;
    }
    table.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_confirms_until_its_days_are_over() {
        let asked = DateTime::UNIX_EPOCH;
        let over = asked + TimeDelta::days(NEWSLETTER_CONFIRM_DAYS);
        assert!(is_in_time(asked, over - TimeDelta::microseconds(1)));
        assert!(!is_in_time(asked, over));
    }
}
