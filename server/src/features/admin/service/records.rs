//! The audit log and the outbox, as administrators see them.

use diesel::PgConnection;
use moyan_foundation::access::Caller;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::pagination::Page;
use moyan_mail::TemplateName;
use serde_json::json;
use uuid::Uuid;

use crate::features::account::service::masked;
use crate::features::admin::dto::{AdminMailDto, AdminMailPageDto, AuditEntryDto, AuditPageDto};
use crate::features::audit::{self, AuditAction, AuditFilter, Entry};
use crate::features::mail::{self, MailRow, MailStatus};

/// A page of the audit log.
pub fn list_audit_entries(
    connection: &mut PgConnection,
    filter: AuditFilter,
    page: &Page,
) -> Result<AuditPageDto, AppError> {
    let mut rows = audit::list_entries(connection, filter, page.cursor_id()?, page.limit + 1)?;
    let next_cursor = page.cut(&mut rows, |row| row.id);
    let items = rows
        .into_iter()
        .map(|row| AuditEntryDto {
            id: row.id,
            created_at: row.created_at,
            action: AuditAction::parse(&row.action),
            actor_id: row.actor_id,
            actor_nickname: row.actor_nickname,
            user_id: row.user_id,
            user_nickname: row.user_nickname,
            team_id: row.team_id.map(|team| team.0),
            team_name: row.team_name,
            space_owner_nickname: row.space_owner_nickname,
            ip_address: row.ip_address,
            details: row.details,
        })
        .collect();
    Ok(AuditPageDto { items, next_cursor })
}

fn mail_of(row: MailRow) -> AdminMailDto {
    AdminMailDto {
        id: row.id,
        channel: row.channel,
        recipient: masked(&row.recipient),
        template: TemplateName::parse(&row.template),
        status: row.status,
        n_attempts: row.n_attempts,
        last_error: row.last_error,
        created_at: row.created_at,
        sent_at: row.sent_at,
    }
}

/// A page of the outbox.
pub fn list_mails(
    connection: &mut PgConnection,
    status: Option<&str>,
    page: &Page,
) -> Result<AdminMailPageDto, AppError> {
    let status = status
        .map(|name| MailStatus::parse(name).ok_or(Refusal::BadRequest))
        .transpose()?;
    let mut rows = mail::list_mails(connection, status, page.cursor_id()?, page.limit + 1)?;
    let next_cursor = page.cut(&mut rows, |row| row.id);
    Ok(AdminMailPageDto {
        items: rows.into_iter().map(mail_of).collect(),
        next_cursor,
    })
}

/// Queues a dead mail again.
pub fn retry_mail(
    connection: &mut PgConnection,
    caller: &Caller,
    id: Uuid,
) -> Result<AdminMailDto, AppError> {
    let row = mail::find_mail(connection, id)?.ok_or(Refusal::MailNotFound)?;
    if !mail::retry_mail(connection, &row)? {
        return Err(Refusal::MailNotDead.into());
    }
    Entry::by(caller.user_id, AuditAction::MailRetried)
        .with(json!({ "mailId": id }))
        .record(connection)?;
    let row = mail::find_mail(connection, id)?.ok_or(Refusal::MailNotFound)?;
    Ok(mail_of(row))
}
