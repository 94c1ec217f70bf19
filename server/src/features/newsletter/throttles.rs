//! How often a mail with a link to confirm is sent: nobody is flooded, and no site sends for strangers without end.

use chrono::TimeDelta;
use diesel::PgConnection;
use moyan_domain::limits::{
    NEWSLETTER_MAILS_PER_DAY, NEWSLETTER_MAILS_PER_NETWORK_AND_RECIPIENT_PER_DAY,
    NEWSLETTER_MAILS_PER_NETWORK_PER_DAY, NEWSLETTER_MAILS_PER_RECIPIENT_PER_DAY,
    NEWSLETTER_MAILS_PER_SITE_AND_RECIPIENT_PER_DAY, NEWSLETTER_MAILS_PER_SITE_PER_DAY, NEWSLETTER_RESEND_S,
};
use moyan_domain::{Identifier, SiteId};
use moyan_foundation::access::Tokens;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::client::Client;
use moyan_foundation::throttle::{self, Allowance};

const DAY: TimeDelta = TimeDelta::days(1);

/// Counts a request, or refuses it.
pub fn count_request(
    connection: &mut PgConnection,
    tokens: &Tokens,
    client: &Client,
    site_id: SiteId,
    recipient: &Identifier,
) -> Result<(), AppError> {
    let (site, to) = (site_id.to_string(), recipient.as_str());
    let key = |parts: &[&str]| tokens.keyed_hash(&[&["newsletter"], parts].concat());
    let mut hit = |key: &str, allowance| throttle::hit(connection, key, allowance, client.now);
    for (network, factor) in client.networks() {
        let allowance = Allowance::each(DAY, NEWSLETTER_MAILS_PER_NETWORK_PER_DAY);
        hit(&key(&["network", &network]), allowance.times(factor))?;
    }
    let resend = Allowance::each(TimeDelta::seconds(NEWSLETTER_RESEND_S), 1);
    hit(&key(&["resend", &site, to]), resend)?;
    let own = Allowance::each(DAY, NEWSLETTER_MAILS_PER_SITE_AND_RECIPIENT_PER_DAY);
    hit(&key(&["recipient", &site, to]), own)?;
    // Whoever asks for somebody else uses up no more than a part of what they get.
    let from = Allowance::each(DAY, NEWSLETTER_MAILS_PER_NETWORK_AND_RECIPIENT_PER_DAY);
    hit(&key(&["from", to, &client.site()]), from)?;
    let anywhere = Allowance::each(DAY, NEWSLETTER_MAILS_PER_RECIPIENT_PER_DAY);
    hit(&key(&["recipient", to]), anywhere)?;
    let totals = [
        (key(&["site", &site]), NEWSLETTER_MAILS_PER_SITE_PER_DAY),
        (key(&["all"]), NEWSLETTER_MAILS_PER_DAY),
    ];
    for (key, per_day) in totals {
        match hit(&key, Allowance::each(DAY, per_day)) {
            Err(AppError::RateLimited { .. }) => {
                tracing::warn!(%site_id, per_day, "the newsletter mails of this day are used up; no more are sent");
                return Err(Refusal::Busy.into());
            }
            counted => counted?,
        }
    }
    Ok(())
}
