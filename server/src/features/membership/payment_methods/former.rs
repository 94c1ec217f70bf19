//! Keys that were replaced. They are kept, sealed, while orders that were made with them can be paid or refunded, so that
//! the provider can be asked about those. A notification that only they sign counts only if the provider confirms it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_domain::limits::{FORMER_KEYS_DAYS, FORMER_KEYS_PER_METHOD};
use moyan_foundation::error::AppError;
use moyan_foundation::state::AppState;
use moyan_payments::{Former, WithFormer};
use uuid::Uuid;

use super::fields::Texts;
use super::provider::{self, MethodInUse};
use super::queries::{self, FormerRow, MethodRow};

impl FormerRow {
    fn as_method(&self) -> MethodRow {
        MethodRow {
            site_id: self.site_id,
            method: self.method,
            is_enabled: false,
            is_test: self.is_test,
            settings: self.settings.clone(),
            sealed_keys: Some(self.sealed_keys.clone()),
            problem: None,
            updated_by_id: None,
            updated_at: self.replaced_at,
        }
    }
}

/// Keeps the present keys of a method before they are replaced, if orders were made with them.
pub(super) fn keep(
    connection: &mut PgConnection,
    state: &AppState,
    stored: Option<&MethodRow>,
    new: &MethodRow,
    new_keys: &Texts,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    let Some((stored, sealed)) = stored.and_then(|row| Some((row, row.sealed_keys.as_deref()?))) else {
        return Ok(());
    };
    let method = stored.method;
    // Keys that nobody can read any more, or that are no keys, are of no use.
    let Ok(keys) = provider::open(&state.sealing, stored.site_id, method, sealed) else {
        return Ok(());
    };
    let is_same = stored.is_test == new.is_test && stored.settings == new.settings && keys == *new_keys;
    if is_same || !queries::has_orders_to_look_after(connection, stored, now)? {
        return Ok(());
    }
    let row = FormerRow {
        id: Uuid::now_v7(),
        site_id: stored.site_id,
        method,
        is_test: stored.is_test,
        settings: stored.settings.clone(),
        // Sealed again: the secret may have changed since.
        sealed_keys: provider::seal(&state.sealing, stored.site_id, method, &keys)?,
        replaced_at: now,
    };
    // The same keys may be here when somebody switches back and forth.
    for known in queries::list_former(connection, row.site_id, method)? {
        let is_known = known.is_test == row.is_test
            && known.settings == row.settings
            && provider::open(&state.sealing, known.site_id, method, &known.sealed_keys)
                .is_ok_and(|known| known == keys);
        if is_known {
            queries::delete_former(connection, &[known.id])?;
        }
    }
    queries::insert_former(connection, &row)?;
    let beyond: Vec<Uuid> = queries::list_former(connection, row.site_id, method)?
        .into_iter()
        .skip(FORMER_KEYS_PER_METHOD)
        .map(|row| row.id)
        .collect();
    queries::delete_former(connection, &beyond)?;
    Ok(())
}

/// A method with its former keys beside it: the present mode first, then the other one when only former keys have it.
pub(super) fn with_former(
    connection: &mut PgConnection,
    state: &AppState,
    current: MethodInUse,
) -> Result<Vec<MethodInUse>, AppError> {
    let rows = queries::list_former(connection, current.site_id, current.method)?;
    let mut former = Vec::new();
    for row in rows {
        match provider::method_of(state, &row.as_method()) {
            Ok(Some(method)) => former.push((row.replaced_at, method)),
            Ok(None) => {}
            Err(error) => tracing::warn!(site = %row.site_id, cause = %error, "former keys cannot be used"),
        }
    }
    let (same, other): (Vec<_>, Vec<_>) = former
        .into_iter()
        .partition(|(_, method)| method.is_test == current.is_test);
    let providers = |former: Vec<(DateTime<Utc>, MethodInUse)>| {
        let former = former.into_iter();
        former
            .map(|(replaced_at, method)| Former {
                provider: method.provider,
                replaced_at,
            })
            .collect()
    };
    let with = |method: MethodInUse, provider| MethodInUse {
        provider: Arc::new(provider),
        ..method
    };
    let joined = WithFormer::new(current.provider.clone(), providers(same));
    let mut methods = vec![with(current, joined)];
    let mut other = other.into_iter();
    if let Some((_, newest)) = other.next() {
        let joined = WithFormer::without_current(newest.provider.clone(), providers(other.collect()));
        methods.push(with(newest, joined));
    }
    Ok(methods)
}

/// Removes former keys with which nothing can be paid or refunded any more.
pub fn sweep(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(), AppError> {
    let oldest = now - chrono::TimeDelta::days(FORMER_KEYS_DAYS);
    let mut needless = Vec::new();
    for row in queries::list_all_former(connection)? {
        if row.replaced_at < oldest || !queries::has_orders_to_look_after(connection, &row.as_method(), now)?
        {
            needless.push(row.id);
        }
    }
    queries::delete_former(connection, &needless)?;
    Ok(())
}
