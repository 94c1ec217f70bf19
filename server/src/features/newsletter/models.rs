//! Rows.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use uuid::Uuid;

use crate::domain::{SiteId, stored_names};
use crate::schema::newsletter_subscribers;

stored_names! {
    /// What somebody who asked for letters has said.
    SubscriberStatus
    /// The address is not confirmed.
    Pending: "pending",
    /// The address is confirmed, and letters are wanted.
    Confirmed: "confirmed",
    /// Letters are not wanted any more.
    Unsubscribed: "unsubscribed",
}

/// Somebody who asked for letters.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = newsletter_subscribers)]
pub struct Subscriber {
    pub id: Uuid,
    pub site_id: SiteId,
    pub email: String,
    pub name: String,
    pub status: String,
    pub requested_at: DateTime<Utc>,
    pub confirmed_at: Option<DateTime<Utc>>,
    pub unsubscribed_at: Option<DateTime<Utc>>,
    /// What the link holds by which letters are wanted no more.
    pub unsubscribe_token: Uuid,
}
