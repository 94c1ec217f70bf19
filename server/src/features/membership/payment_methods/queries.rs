//! The methods of sites.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::Integer;
use moyan_domain::limits::{ORDER_ASKED_AFTER_CLOSING_HOURS, REFUSED_COUNTED_EVERY, REFUSED_COUNTED_FOR};
use moyan_domain::{PaymentMethod, SiteId};
use moyan_foundation::schema::{former_payment_keys, orders, payment_methods, sites, team_members, users};
use serde_json::Value;
use uuid::Uuid;

use crate::features::visitor::Visitor;

/// A method.
#[derive(Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = payment_methods, treat_none_as_null = true)]
pub struct MethodRow {
    pub site_id: SiteId,
    pub method: PaymentMethod,
    pub is_enabled: bool,
    pub is_test: bool,
    pub settings: Value,
    pub sealed_keys: Option<String>,
    pub problem: Option<String>,
    pub updated_by_id: Option<Uuid>,
    pub updated_at: DateTime<Utc>,
}

pub fn list(connection: &mut PgConnection, site_id: SiteId) -> QueryResult<Vec<MethodRow>> {
    payment_methods::table
        .filter(payment_methods::site_id.eq(site_id))
        .select(MethodRow::as_select())
        .load(connection)
}

pub fn find(
    connection: &mut PgConnection,
    site_id: SiteId,
    method: PaymentMethod,
) -> QueryResult<Option<MethodRow>> {
    payment_methods::table
        .find((site_id, method))
        .select(MethodRow::as_select())
        .first(connection)
        .optional()
}

/// The same, locked until the transaction ends, as [`lock_sealed`] locks it: keys are not sealed anew meanwhile.
pub fn lock(
    connection: &mut PgConnection,
    site_id: SiteId,
    method: PaymentMethod,
) -> QueryResult<Option<MethodRow>> {
    payment_methods::table
        .find((site_id, method))
        .select(MethodRow::as_select())
        .for_update()
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

/// The notifications of a method that its hook refused.
#[derive(Clone, Queryable, Selectable)]
#[diesel(table_name = payment_methods)]
pub struct RefusedRow {
    pub method: PaymentMethod,
    pub n_refused: i32,
    pub refused_reason: Option<String>,
    pub refused_at: Option<DateTime<Utc>>,
}

/// The refused notifications since a moment.
pub fn list_refused(
    connection: &mut PgConnection,
    site_id: SiteId,
    since: DateTime<Utc>,
) -> QueryResult<Vec<RefusedRow>> {
    payment_methods::table
        .filter(payment_methods::site_id.eq(site_id))
        .filter(payment_methods::refused_at.gt(since))
        .select(RefusedRow::as_select())
        .load(connection)
}

/// Counts one more, with those of a while before, unless one was counted just now.
pub fn note_refused(
    connection: &mut PgConnection,
    site_id: SiteId,
    method: PaymentMethod,
    reason: &str,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    let since = now - REFUSED_COUNTED_FOR;
    let last = payment_methods::refused_at.le(now - REFUSED_COUNTED_EVERY);
    let counted = diesel::dsl::case_when(payment_methods::refused_at.gt(since), payment_methods::n_refused)
        .otherwise(0.into_sql::<Integer>());
    diesel::update(payment_methods::table.find((site_id, method)))
        .filter(payment_methods::refused_at.is_null().or(last))
        .filter(payment_methods::n_refused.lt(i32::MAX))
        .set((
            payment_methods::n_refused.eq(counted + 1),
            payment_methods::refused_reason.eq(reason),
            payment_methods::refused_at.eq(now),
        ))
        .execute(connection)
}

/// Forgets the refused notifications: with new keys they may be accepted.
pub fn forget_refused(
    connection: &mut PgConnection,
    site_id: SiteId,
    method: PaymentMethod,
) -> QueryResult<usize> {
    diesel::update(payment_methods::table.find((site_id, method)))
        .set((
            payment_methods::n_refused.eq(0),
            payment_methods::refused_reason.eq(None::<String>),
            payment_methods::refused_at.eq(None::<DateTime<Utc>>),
        ))
        .execute(connection)
}

/// Notes what the provider said of the keys, unless the method was changed since it was asked.
pub fn note_problem(
    connection: &mut PgConnection,
    site_id: SiteId,
    method: PaymentMethod,
    problem: Option<&str>,
    asked_at: DateTime<Utc>,
) -> QueryResult<usize> {
    let asked = payment_methods::table
        .find((site_id, method))
        .filter(payment_methods::updated_at.le(asked_at))
        .filter(payment_methods::problem.is_distinct_from(problem));
    diesel::update(asked)
        .set(payment_methods::problem.eq(problem))
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

/// Keys that were replaced.
#[derive(Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = former_payment_keys)]
pub struct FormerRow {
    pub id: Uuid,
    pub site_id: SiteId,
    pub method: PaymentMethod,
    pub is_test: bool,
    pub settings: Value,
    pub sealed_keys: String,
    pub replaced_at: DateTime<Utc>,
}

/// Those of a method, the newest first.
pub fn list_former(
    connection: &mut PgConnection,
    site_id: SiteId,
    method: PaymentMethod,
) -> QueryResult<Vec<FormerRow>> {
    former_payment_keys::table
        .filter(former_payment_keys::site_id.eq(site_id))
        .filter(former_payment_keys::method.eq(method))
        .order((
            former_payment_keys::replaced_at.desc(),
            former_payment_keys::id.desc(),
        ))
        .select(FormerRow::as_select())
        .load(connection)
}

/// Those of all methods, locked until the transaction ends.
pub fn list_all_former(connection: &mut PgConnection) -> QueryResult<Vec<FormerRow>> {
    former_payment_keys::table
        .order(former_payment_keys::id)
        .select(FormerRow::as_select())
        .for_update()
        .load(connection)
}

pub fn insert_former(connection: &mut PgConnection, row: &FormerRow) -> QueryResult<usize> {
    diesel::insert_into(former_payment_keys::table)
        .values(row)
        .execute(connection)
}

pub fn seal_former_anew(connection: &mut PgConnection, id: Uuid, sealed: &str) -> QueryResult<usize> {
    diesel::update(former_payment_keys::table.find(id))
        .set(former_payment_keys::sealed_keys.eq(sealed))
        .execute(connection)
}

pub fn delete_former(connection: &mut PgConnection, ids: &[Uuid]) -> QueryResult<usize> {
    diesel::delete(former_payment_keys::table.filter(former_payment_keys::id.eq_any(ids))).execute(connection)
}

/// Whether orders that were made with these keys can still be paid or refunded.
pub fn has_orders_to_look_after(
    connection: &mut PgConnection,
    row: &MethodRow,
    now: DateTime<Utc>,
) -> QueryResult<bool> {
    let asked_until = now - TimeDelta::hours(ORDER_ASKED_AFTER_CLOSING_HOURS);
    let found = orders::table
        .filter(orders::site_id.eq(row.site_id))
        .filter(orders::method.eq(row.method).and(orders::is_test.eq(row.is_test)))
        .filter(
            orders::closes_at
                .gt(asked_until)
                .or(orders::paid_fen.gt(orders::refunded_fen)),
        );
    diesel::select(diesel::dsl::exists(found)).get_result(connection)
}
