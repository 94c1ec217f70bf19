//! The methods of sites.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use serde_json::Value;
use uuid::Uuid;

use crate::domain::SiteId;
use crate::features::visitor::Visitor;
use crate::schema::{payment_methods, sites, team_members, users};

/// A method.
#[derive(Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = payment_methods, treat_none_as_null = true)]
pub struct MethodRow {
    pub site_id: SiteId,
    pub method: String,
    pub is_enabled: bool,
    pub is_test: bool,
    pub settings: Value,
    pub sealed_keys: Option<String>,
    pub updated_by_id: Option<Uuid>,
    pub updated_at: DateTime<Utc>,
}

pub fn list(connection: &mut PgConnection, site_id: SiteId) -> QueryResult<Vec<MethodRow>> {
    payment_methods::table
        .filter(payment_methods::site_id.eq(site_id))
        .select(MethodRow::as_select())
        .load(connection)
}

pub fn find(connection: &mut PgConnection, site_id: SiteId, method: &str) -> QueryResult<Option<MethodRow>> {
    payment_methods::table
        .find((site_id, method))
        .select(MethodRow::as_select())
        .first(connection)
        .optional()
}

/// Whether the proved address or number of a visitor is that of a member of the site's team.
pub fn is_of_team(connection: &mut PgConnection, site_id: SiteId, visitor: &Visitor) -> QueryResult<bool> {
    let members = team_members::table
        .inner_join(users::table)
        .inner_join(sites::table.on(sites::team_id.eq(team_members::team_id)))
        .filter(sites::id.eq(site_id))
        .filter(
            (users::email.eq(&visitor.email))
                .or(users::phone.eq(&visitor.phone))
                .assume_not_null(),
        );
    diesel::select(diesel::dsl::exists(members)).get_result(connection)
}

/// Writes a method, whether it was there or not.
pub fn put(connection: &mut PgConnection, row: &MethodRow) -> QueryResult<usize> {
    diesel::insert_into(payment_methods::table)
        .values(row)
        .on_conflict((payment_methods::site_id, payment_methods::method))
        .do_update()
        .set(row)
        .execute(connection)
}

/// Those with keys, locked until the transaction ends.
pub fn lock_sealed(connection: &mut PgConnection) -> QueryResult<Vec<MethodRow>> {
    payment_methods::table
        .filter(payment_methods::sealed_keys.is_not_null())
        .order((payment_methods::site_id.asc(), payment_methods::method.asc()))
        .select(MethodRow::as_select())
        .for_update()
        .load(connection)
}
