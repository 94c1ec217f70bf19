//! `/dev/outbox`: what was written, for developers and journeys. It is not there in production.

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};

use super::queries;
use crate::error::{AppError, Refusal};
use crate::state::AppState;

/// Letters that the page shows.
const SHOWN: i64 = 100;

/// `GET /dev/outbox`: the newest letters, as a page, or as JSON for who asks for that.
pub async fn get_outbox(request: HttpRequest, state: web::Data<AppState>) -> Result<HttpResponse, AppError> {
    if !state.is_development() {
        return Err(Refusal::UnknownRoute.into());
    }
    let mails = state
        .db
        .run(|connection| Ok(queries::list_mails(connection, None, None, SHOWN)?))
        .await?;
    let wants_json = request
        .headers()
        .get("accept")
        .and_then(|value| value.to_str().ok())
        .is_some_and(|accept| accept.contains("application/json"));
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, "no-store"));
    if wants_json {
        let items: Vec<_> = mails
            .iter()
            .map(|mail| {
                serde_json::json!({
                    "id": mail.id,
                    "channel": mail.channel,
                    "recipient": mail.recipient,
                    "template": mail.template,
                    "subject": mail.subject,
                    "body": mail.body,
                    "status": mail.status,
                    "createdAt": mail.created_at,
                })
            })
            .collect();
        return Ok(response.json(items));
    }
    let mut page = String::from(
        "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'>\
         <title>Outbox</title><style>body{font:16px/1.5 system-ui;max-width:48rem;margin:2rem auto;padding:0 1rem}\
         article{border:1px solid #8884;border-radius:8px;padding:1rem;margin:1rem 0}pre{white-space:pre-wrap}\
         h2,p,pre{overflow-wrap:anywhere}h2{font-size:1.125rem;margin:.5rem 0}article p{margin:0;opacity:.75;font-size:.875rem}\
         :root{color-scheme:light dark}</style><h1>Outbox</h1>",
    );
    if mails.is_empty() {
        page.push_str("<p>Nothing was sent yet.</p>");
    }
    for mail in &mails {
        page.push_str(&format!(
            "<article><p>{} · {} · {} · {}</p><h2>{}</h2><pre>{}</pre></article>",
            escape(&mail.channel),
            escape(&mail.recipient),
            escape(&mail.status),
            mail.created_at.format("%Y-%m-%d %H:%M:%S"),
            escape(&mail.subject),
            escape(&mail.body),
        ));
    }
    Ok(response.content_type("text/html; charset=utf-8").body(page))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
