//! The link in reminders before the end of a membership. Opening it changes nothing: programs that look at mails open links.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use moyan_foundation::error::AppError;

use super::{FormContext, Submitted};
use crate::features::public_site::pages::newsletter::{notice, question};
use crate::features::visitor::service;

/// Asks whether reminders shall stop; who has stopped them already reads that.
pub async fn get_unsubscribe(context: &FormContext<'_>) -> Result<HttpResponse, AppError> {
    let (site_id, token) = (context.site_id(), context.query("token"));
    let named = token.clone();
    let are_stopped = context
        .state
        .db
        .run(move |connection| service::are_reminders_stopped(connection, site_id, &named));
    if are_stopped.await? {
        return Ok(stopped(context, true));
    }
    let page_context = context.page_context(false);
    let words = page_context.words.visitor;
    let texts = (
        words.no_reminders,
        words.no_reminders_text,
        words.no_reminders_button,
    );
    let page = question(&page_context, texts, "/reminders/unsubscribe", &token);
    Ok(context.respond(StatusCode::OK, &page, false))
}

/// Stops them. The token is in the form, or in the address that a mail program was given (RFC 8058).
pub async fn post_unsubscribe(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let in_query = context.query("token");
    let token = form.filled("token").unwrap_or(&in_query).to_owned();
    let site_id = context.site_id();
    let is_done = context
        .state
        .db
        .run(move |connection| service::stop_reminders(connection, site_id, &token))
        .await?;
    Ok(stopped(context, is_done))
}

/// What came of it: they are stopped, or the link is no good.
fn stopped(context: &FormContext<'_>, is_done: bool) -> HttpResponse {
    let page_context = context.page_context(false);
    let words = page_context.words.visitor;
    let (status, title, text) = match is_done {
        true => (StatusCode::OK, words.reminders_off, words.reminders_off_text),
        false => (StatusCode::GONE, words.void_link, words.void_link_text),
    };
    context.respond(status, &notice(&page_context, title, text), false)
}
