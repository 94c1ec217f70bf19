//! What travels between the console and the server.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::models::{Subscriber, SubscriberStatus};

/// A subscriber of a newsletter.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriberDto {
    /// The subscriber.
    pub id: Uuid,
    /// The address.
    pub email: String,
    /// What they want to be called; may be empty.
    pub name: String,
    /// The state of the subscription.
    pub status: SubscriberStatus,
    /// When a mail with a link to confirm was last asked for.
    pub requested_at: DateTime<Utc>,
    /// When the address was confirmed.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// When they unsubscribed; none while they are subscribed.
    pub unsubscribed_at: Option<DateTime<Utc>>,
    /// True when the address is not confirmed and the last mail with the link to confirm could not be delivered.
    pub is_undeliverable: bool,
}

impl SubscriberDto {
    /// The subscriber as the console shows them.
    pub fn of(subscriber: Subscriber, is_undeliverable: bool) -> Self {
        Self {
            id: subscriber.id,
            email: subscriber.email,
            name: subscriber.name,
            status: subscriber.status,
            requested_at: subscriber.requested_at,
            confirmed_at: subscriber.confirmed_at,
            unsubscribed_at: subscriber.unsubscribed_at,
            is_undeliverable,
        }
    }
}

/// A page of subscribers.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriberPageDto {
    /// The newest first.
    pub subscribers: Vec<SubscriberDto>,
    /// Where the next page begins; none on the last.
    pub next_cursor: Option<String>,
    /// How many of the site are in each state.
    pub counts: BTreeMap<String, i64>,
}
