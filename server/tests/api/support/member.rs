//! Memberships that were given.

use uuid::Uuid;

use super::{TestApp, visitor::Visitor};

impl Visitor {
    /// Gives a membership from now on, by its column: `n_months = 1`, `n_days = 3`, `is_lifetime = TRUE`.
    pub fn grant(&self, app: &TestApp, length: &str) -> Uuid {
        let (id, now) = (Uuid::now_v7(), app.state.clock.now().to_rfc3339());
        let (column, value) = length.split_once(" = ").unwrap();
        app.sql(&format!(
            "INSERT INTO grants (id, site_id, visitor_id, source, granted_at, {column}) \
             VALUES ('{id}', '{}', '{}', 'manual', '{now}', {value})",
            self.site_id, self.id
        ));
        id
    }

    /// Takes a membership back.
    pub fn revoke(&self, app: &TestApp, grant: Uuid) {
        let now = app.state.clock.now().to_rfc3339();
        app.sql(&format!(
            "INSERT INTO grant_revocations (grant_id, revoked_at) VALUES ('{grant}', '{now}')"
        ));
    }
}
