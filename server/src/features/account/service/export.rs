//! Everything that is stored about an account, for its owner.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::TimeDelta;
use diesel::PgConnection;
use moyan_domain::limits::{EXPORT_MAX_ENTRIES, EXPORTS_PER_ACCOUNT_PER_HOUR};
use moyan_foundation::access::Caller;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use moyan_foundation::throttle::{self, Allowance};
use serde_json::{Value, json};

use super::profile::info_of;
use super::sessions::list_sessions;
use crate::features::account::queries;
use crate::features::{audit, document, image, knowledge_base, mail, site, team};

const EXPORTS: Allowance = Allowance::each(TimeDelta::hours(1), EXPORTS_PER_ACCOUNT_PER_HOUR);

/// Everything that is stored about an account, secrets apart. Each list has at most [`EXPORT_MAX_ENTRIES`];
/// `isComplete` is false when one had more. Exports are counted, but not while the server changes nothing.
pub async fn export(state: &AppState, caller: Caller) -> Result<Value, AppError> {
    let idle_days = state.auth.idle_days;
    let key = state.tokens.keyed_hash(&["export", &caller.user_id.to_string()]);
    let is_counted = !state.platform.is_read_only;
    state
        .db
        .run(move |connection| {
            if is_counted {
                throttle::hit(connection, &key, EXPORTS, caller.now)?;
            }
            collect(connection, &caller, idle_days)
        })
        .await
}

fn collect(connection: &mut PgConnection, caller: &Caller, idle_days: i64) -> Result<Value, AppError> {
    let user = queries::find_user(connection, caller.user_id)?.ok_or(Refusal::SessionEnded)?;
    let account = info_of(connection, caller.user_id)?;
    let sessions = list_sessions(connection, caller, idle_days)?;
    let teams = team::service::list(connection, caller)?;
    let picture = queries::find_avatar_of(connection, caller.user_id)?;
    let limit = EXPORT_MAX_ENTRIES;
    let addresses: Vec<_> = [&account.email, &account.phone]
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    let invitations = team::list_invitations_of(connection, caller.user_id, account.email.as_deref(), limit)?;
    let mails = mail::list_mails_to(connection, &addresses, limit)?;
    let filter = audit::AuditFilter {
        user_id: Some(caller.user_id),
        ..Default::default()
    };
    let history = audit::list_entries(connection, filter, None, limit)?;
    let knowledge_bases = knowledge_base::service::list_created_by(connection, caller.user_id, limit)?;
    let sites = site::service::list_created_by(connection, caller.user_id, limit)?;
    let revisions = document::list_revisions_by(connection, caller.user_id, limit)?;
    let images = image::list_images_by(connection, caller.user_id, limit)?;
    let n_entries = [
        invitations.len(),
        mails.len(),
        knowledge_bases.len(),
        sites.len(),
        revisions.len(),
        images.len(),
        history.len(),
    ];
    let is_complete = n_entries
        .into_iter()
        .all(|n_entries| i64::try_from(n_entries).is_ok_and(|n_entries| n_entries < limit));
    Ok(json!({
        "exportedAt": caller.now,
        "isComplete": is_complete,
        "account": account,
        "termsAcceptedAt": user.terms_accepted_at,
        "avatar": picture.map(|png| format!("data:image/png;base64,{}", STANDARD.encode(png))),
        "sessions": sessions,
        "teams": teams,
        "invitations": invitations,
        "knowledgeBases": knowledge_bases,
        "sites": sites.iter().map(|(name, slug)| json!({ "name": name, "slug": slug })).collect::<Vec<_>>(),
        "writtenDocuments": revisions,
        "uploadedImages": images,
        "mails": mails.iter().map(mail_of).collect::<Vec<_>>(),
        "history": history.into_iter().map(|entry| entry_of(entry, caller)).collect::<Vec<_>>(),
    }))
}

fn mail_of(mail: &mail::MailRow) -> Value {
    json!({
        "createdAt": mail.created_at,
        "sentAt": mail.sent_at,
        "channel": mail.channel,
        "recipient": mail.recipient,
        "template": mail.template,
        "status": mail.status,
    })
}

fn entry_of(entry: audit::AuditRow, caller: &Caller) -> Value {
    // What others did to the account is part of it; from where they did it is theirs.
    let is_own = entry.actor_id == Some(caller.user_id);
    json!({
        "createdAt": entry.created_at,
        "action": entry.action,
        "isOwn": is_own,
        "ipAddress": entry.ip_address.filter(|_| is_own),
        "details": entry.details,
    })
}
