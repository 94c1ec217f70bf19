//! Rows.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{SiteId, stored_names};
use moyan_foundation::schema::newsletter_subscribers;
use uuid::Uuid;

stored_names! {
    /// The state of a subscription to a newsletter.
    SubscriberStatus
    /// The address is not confirmed.
    Pending: "pending",
    /// The address is confirmed: the newsletter may be sent to it.
    Confirmed: "confirmed",
    /// Its owner has unsubscribed.
    Unsubscribed: "unsubscribed",
}

/// A subscriber of a newsletter.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = newsletter_subscribers)]
pub struct Subscriber {
    pub id: Uuid,
    pub site_id: SiteId,
    pub email: String,
    pub name: String,
    pub status: SubscriberStatus,
    pub requested_at: DateTime<Utc>,
    pub confirmed_at: Option<DateTime<Utc>>,
    pub unsubscribed_at: Option<DateTime<Utc>>,
    /// The token of the link to unsubscribe.
    pub unsubscribe_token: Uuid,
}
