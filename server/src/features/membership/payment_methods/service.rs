//! The rules of methods.

mod checking;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_domain::limits::{REFUSED_SHOWN_FOR, SITE_CHANGES_PER_ACCOUNT_PER_HOUR};
use moyan_domain::{FieldProblem, MethodProblem, PaymentMethod, RefusedReason, SiteId};
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::sealing::Sealing;
use moyan_foundation::state::AppState;
use moyan_foundation::throttle::{self, Allowance};
use moyan_payments::PaymentProvider;
use serde_json::json;

pub use self::checking::{Checked, Unchecked, check, check_wanted, find_to_check, find_wanted, note_problem};
use super::dto::{PaymentMethodDto, RefusedNotificationsDto, SavePaymentMethodRequest};
use super::fields::{self, Texts};
use super::former;
use super::provider::{self, MethodInUse, settings_of};
use super::queries::{self, MethodRow, RefusedRow};
use crate::features::audit::{AuditAction, Entry};
use crate::features::site;
use crate::features::site::settings::Fields;
use crate::features::visitor::Visitor;

/// The methods that are set up, in the order of screens.
const METHODS: [PaymentMethod; 4] = [
    PaymentMethod::Manual,
    PaymentMethod::WechatPay,
    PaymentMethod::Alipay,
    PaymentMethod::Stripe,
];

/// Changes by one account: each leaves an entry in the audit log for a year.
const CHANGES: Allowance = Allowance::each(chrono::TimeDelta::hours(1), SITE_CHANGES_PER_ACCOUNT_PER_HOUR);

/// Where a provider tells what happened.
pub fn hook_url(public_url: &str, site_id: SiteId, method: PaymentMethod) -> String {
    format!("{public_url}/hooks/payments/{site_id}/{}", method.as_str())
}

fn dto_of(
    public_url: &str,
    site_id: SiteId,
    method: PaymentMethod,
    row: Option<&MethodRow>,
    refused: Option<RefusedRow>,
) -> PaymentMethodDto {
    PaymentMethodDto {
        refused: refused.and_then(RefusedNotificationsDto::of),
        method,
        is_enabled: row.is_some_and(|row| row.is_enabled),
        is_test: row.is_some_and(|row| row.is_test),
        settings: row.map(settings_of).unwrap_or_default(),
        has_keys: row.is_some_and(|row| row.sealed_keys.is_some()),
        hook_url: (method != PaymentMethod::Manual).then(|| hook_url(public_url, site_id, method)),
        problem: row.and_then(|row| MethodProblem::parse(row.problem.as_deref()?)),
    }
}

/// Every method, set up or not.
pub fn list(
    connection: &mut PgConnection,
    public_url: &str,
    site_id: SiteId,
    now: DateTime<Utc>,
) -> Result<Vec<PaymentMethodDto>, AppError> {
    let rows = queries::list(connection, site_id)?;
    let refused = queries::list_refused(connection, site_id, now - REFUSED_SHOWN_FOR)?;
    let dto = |method: &PaymentMethod| {
        let row = rows.iter().find(|row| row.method == *method);
        let refused = refused.iter().find(|refused| refused.method == *method);
        dto_of(public_url, site_id, *method, row, refused.cloned())
    };
    Ok(METHODS.iter().map(dto).collect())
}

/// A method as somebody wants it.
struct Wanted {
    /// All its keys, those that stay too.
    keys: Texts,
    has_new_keys: bool,
    /// Who is asked; none for a method without a provider, or whose keys are not complete.
    provider: Option<Arc<dyn PaymentProvider>>,
}

/// Checks what is sent, and tries its keys on.
fn wanted(
    connection: &mut PgConnection,
    state: &AppState,
    change: &Change<'_>,
    stored: Option<&MethodRow>,
    request: &SavePaymentMethodRequest,
) -> Result<Wanted, AppError> {
    let Change {
        access,
        site_id,
        method,
        ..
    } = *change;
    let sent = request.keys.clone().unwrap_or_default();
    let mut fields = Fields::default();
    fields.within("settings", |fields| {
        fields::check_settings(fields, method, &request.settings, request.is_enabled);
    });
    fields.within("keys", |fields| fields::check_keys(fields, method, &sent));
    site::service::check_images(connection, access.team_id, &mut fields)?;
    fields.into_result()?;
    let has_new_keys = !sent.is_empty();
    let keys = merged(&state.sealing, site_id, method, stored, sent)?;
    require_keys(
        method,
        &request.settings,
        &keys,
        request.is_enabled || has_new_keys,
    )?;
    let is_complete = fields::needed_keys(method, &request.settings).all(|name| keys.contains_key(name));
    let provider = match !keys.is_empty() && is_complete {
        true => provider::provider_of(state, method, request.is_test, &request.settings, &keys)
            .map_err(|problem| provider::invalid(method, problem))?,
        false => None,
    };
    if provider.as_ref().is_some_and(|provider| provider.has_own_key()) {
        return Err(provider::own_key(method));
    }
    Ok(Wanted {
        keys,
        has_new_keys,
        provider,
    })
}

/// Who changes a method of which site.
pub struct Change<'a> {
    /// Who.
    pub caller: &'a Caller,
    /// As whom.
    pub access: &'a TeamAccess,
    /// The site.
    pub site_id: SiteId,
    /// The method.
    pub method: PaymentMethod,
}

/// Writes a method. Keys that are not sent stay; keys are tried on before they are stored. `checked`: what its provider
/// said of them just now; refused when the method is set up in another way since.
pub fn save(
    connection: &mut PgConnection,
    state: &AppState,
    change: &Change<'_>,
    request: &SavePaymentMethodRequest,
    checked: Option<Checked>,
) -> Result<PaymentMethodDto, AppError> {
    let Change {
        caller,
        access,
        site_id,
        method,
    } = *change;
    let name = site::service::begin_change(connection, access.team_id, site_id, caller)?;
    let stored = queries::lock(connection, site_id, method)?;
    let (wanted, checked) = match checked {
        Some(checked) if checked.is_outdated(stored.as_ref()) => {
            let public_url = &state.platform.public_url;
            let current = dto_of(public_url, site_id, method, stored.as_ref(), None);
            return Err(AppError::conflict(Refusal::SiteChanged, &current));
        }
        Some(checked) => (checked.wanted, checked.problem),
        None => (wanted(connection, state, change, stored.as_ref(), request)?, None),
    };
    let Wanted {
        keys, has_new_keys, ..
    } = wanted;
    let sealed_keys = match keys.is_empty() {
        true => None,
        false => Some(provider::seal(&state.sealing, site_id, method, &keys)?),
    };
    // What was said of other keys is not said of these.
    let known = stored.as_ref().filter(|_| !has_new_keys && !request.is_enabled);
    let problem = known.and_then(|row| row.problem.clone());
    let problem = checked.map(|problem| problem.as_str().to_owned()).or(problem);
    let row = MethodRow {
        site_id,
        method,
        is_enabled: request.is_enabled,
        is_test: request.is_test,
        settings: json!(request.settings),
        sealed_keys,
        problem,
        updated_by_id: Some(caller.user_id),
        updated_at: caller.now,
    };
    former::keep(connection, state, stored.as_ref(), &row, &keys, caller.now)?;
    queries::put(connection, &row)?;
    queries::forget_refused(connection, site_id, method)?;
    throttle::hit(
        connection,
        &format!("siteChanges {}", caller.user_id),
        CHANGES,
        caller.now,
    )?;
    Entry::by(caller.user_id, AuditAction::PaymentMethodChanged)
        .in_team(access.team_id)
        .with(json!({
            "name": name,
            "method": method.as_str(),
            "isEnabled": row.is_enabled,
            "isTest": row.is_test,
            "hasNewKeys": has_new_keys,
        }))
        .record(connection)?;
    Ok(dto_of(
        &state.platform.public_url,
        site_id,
        method,
        Some(&row),
        None,
    ))
}

/// The keys that were sent, over those that are stored. Stored ones that cannot be read any more count as none as soon
/// as others are sent.
fn merged(
    sealing: &Sealing,
    site_id: SiteId,
    method: PaymentMethod,
    stored: Option<&MethodRow>,
    sent: Texts,
) -> Result<Texts, AppError> {
    let opened = stored.and_then(|row| row.sealed_keys.as_deref()).map_or_else(
        || Ok(Texts::new()),
        |sealed| provider::open(sealing, site_id, method, sealed),
    );
    let mut keys = match opened {
        Err(_) if !sent.is_empty() => Texts::new(),
        opened => opened?,
    };
    keys.extend(sent);
    Ok(keys)
}

/// All keys are there when they are needed: once the method is used or one of them is sent.
fn require_keys(
    method: PaymentMethod,
    settings: &Texts,
    keys: &Texts,
    are_needed: bool,
) -> Result<(), AppError> {
    let mut fields = Fields::default();
    for name in fields::needed_keys(method, settings) {
        if are_needed && !keys.contains_key(name) {
            fields.refuse(&format!("keys.{name}"), FieldProblem::Required);
        }
    }
    fields.into_result()
}

/// A method of a site with its keys in hand; none when it has none.
pub fn find_method(
    connection: &mut PgConnection,
    state: &AppState,
    site_id: SiteId,
    method: PaymentMethod,
) -> Result<Option<MethodInUse>, AppError> {
    Ok(find_methods(connection, state, site_id, method)?
        .into_iter()
        .next())
}

/// A method of a site in a mode, with its keys in hand: also with former ones, when its present keys are of the other
/// mode.
pub fn find_method_in(
    connection: &mut PgConnection,
    state: &AppState,
    site_id: SiteId,
    method: PaymentMethod,
    is_test: bool,
) -> Result<Option<MethodInUse>, AppError> {
    let mut methods = find_methods(connection, state, site_id, method)?.into_iter();
    Ok(methods.find(|found| found.is_test == is_test))
}

/// A method of a site as it is, and as it was in the other mode when orders of that one can still be paid.
pub fn find_methods(
    connection: &mut PgConnection,
    state: &AppState,
    site_id: SiteId,
    method: PaymentMethod,
) -> Result<Vec<MethodInUse>, AppError> {
    let found = queries::find(connection, site_id, method)?
        .map(|row| provider::method_of(state, &row))
        .transpose()?;
    match found.flatten() {
        None => Ok(Vec::new()),
        Some(current) => former::with_former(connection, state, current),
    }
}

/// The methods that a visitor may choose, with what is set for them; `None` is somebody who is not logged in.
///
/// Money of a method in test mode is no money: only members of the site's team are offered it, whom their proved address
/// tells.
pub fn list_enabled(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor: Option<&Visitor>,
) -> Result<Vec<(PaymentMethod, bool, Texts)>, AppError> {
    let rows = queries::list(connection, site_id)?;
    let may_test = match visitor {
        Some(visitor) => queries::is_of_team(connection, site_id, visitor)?,
        None => false,
    };
    let enabled = |method: &PaymentMethod| {
        let row = rows
            .iter()
            .find(|row| row.is_enabled && row.method == *method && (may_test || !row.is_test))?;
        Some((*method, row.is_test, settings_of(row)))
    };
    Ok(METHODS.iter().filter_map(enabled).collect())
}

/// Counts a notification that a hook refused because of its signature, for the creator to see: at most one in a minute.
/// What counts no more than a day later begins anew.
pub fn note_refused(
    connection: &mut PgConnection,
    site_id: SiteId,
    method: PaymentMethod,
    reason: RefusedReason,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    queries::note_refused(connection, site_id, method, reason.as_str(), now)?;
    Ok(())
}

/// Seals all keys anew with the current secret, former ones too: of how many methods, in one transaction of the
/// caller's.
pub fn rotate_keys(connection: &mut PgConnection, sealing: &Sealing) -> Result<usize, AppError> {
    let rows = queries::lock_sealed(connection)?;
    for row in &rows {
        let method = row.method;
        let sealed = row.sealed_keys.as_deref().unwrap_or_default();
        let keys = provider::open(sealing, row.site_id, method, sealed)?;
        let mut row = row.clone();
        row.sealed_keys = Some(provider::seal(sealing, row.site_id, method, &keys)?);
        queries::put(connection, &row)?;
    }
    for row in queries::list_all_former(connection)? {
        let method = row.method;
        // Nobody can enter these anew, so what cannot be read does not hold up the rest.
        let keys = match provider::open(sealing, row.site_id, method, &row.sealed_keys) {
            Ok(keys) => keys,
            Err(error) => {
                tracing::warn!(site = %row.site_id, cause = %error, "former keys cannot be read");
                continue;
            }
        };
        let sealed = provider::seal(sealing, row.site_id, method, &keys)?;
        queries::seal_former_anew(connection, row.id, &sealed)?;
    }
    Ok(rows.len())
}

/// Refuses a method that has no keys to be checked.
pub fn require_method(method: Option<MethodInUse>) -> Result<MethodInUse, AppError> {
    method.ok_or_else(|| Refusal::PaymentMethodNotSetUp.into())
}
