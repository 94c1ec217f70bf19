//! Who makes a change.

use chrono::{DateTime, Utc};
use moyan_domain::is_unprintable;
use moyan_domain::limits::DEVICE_MAX_CHARS;
use moyan_foundation::access::Caller;
use uuid::Uuid;

/// Who changes something, where and when.
#[derive(Debug)]
pub struct Author {
    pub user_id: Uuid,
    /// What the device is called: one line.
    pub device: String,
    pub now: DateTime<Utc>,
}

impl Author {
    /// The caller, on a device of this name.
    pub fn of(caller: &Caller, device: &str) -> Self {
        Self {
            user_id: caller.user_id,
            device: device
                .chars()
                .filter(|character| !is_unprintable(*character))
                .take(DEVICE_MAX_CHARS)
                .collect(),
            now: caller.now,
        }
    }
}
