//! The forms of the newsletter: asking for it, confirming the address, wanting it no more.
//!
//! A link of a mail only shows a button: programs that look at mails open links, and change nothing by it.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use moyan_foundation::error::AppError;

use super::{Submitted, Visit};
use crate::features::newsletter::service::{self, NewsletterSite};
use crate::features::public_site::pages::fields::Problems;
use crate::features::public_site::pages::newsletter::{self, Subscribing};
use crate::features::public_site::routing::responses::nowhere;

/// The form by itself, or what came of it.
pub fn get_newsletter(visit: &Visit<'_>) -> Result<HttpResponse, AppError> {
    let words = visit.view(false).words.newsletter;
    let own = newsletter::section(visit.shown).map(|section| section.success_message.as_str());
    let confirmed = own
        .filter(|text| !text.is_empty())
        .unwrap_or(words.confirmed_text);
    let notice = match visit.query("done").as_str() {
        "sent" => Some((words.sent, words.sent_text)),
        "confirmed" => Some((words.confirmed, confirmed)),
        _ => None,
    };
    let page = match notice {
        Some((title, text)) => newsletter::notice(&visit.view(false), title, text),
        None if newsletter::section(visit.shown).is_some() => {
            newsletter::page(&visit.view(false), &Subscribing::default())
        }
        None => return Ok(nowhere()),
    };
    Ok(visit.respond(StatusCode::OK, &page, visit.visitor()?.is_some()))
}

/// Has a link sent.
pub async fn post_newsletter(visit: &Visit<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    if newsletter::section(visit.shown).is_none() {
        return Ok(nowhere());
    }
    let client = visit.client().await?;
    let (email, name) = (form.text("email"), form.text("name"));
    match service::subscribe(visit.state, site(visit), client, email, name).await {
        Ok(()) => Ok(visit.redirect("/newsletter?done=sent")),
        Err(error) => {
            let (error, problems) = visit.problems(error)?;
            let typed = Subscribing {
                email,
                name,
                problems,
            };
            let page = newsletter::page(&visit.view(false), &typed);
            Ok(visit.respond_again(&error, &page, false, "/newsletter"))
        }
    }
}

/// Asks whether the address shall be confirmed.
pub fn get_confirm(visit: &Visit<'_>) -> HttpResponse {
    let view = visit.view(false);
    let words = view.words.newsletter;
    let texts = (words.confirm, words.confirm_text, words.confirm_button);
    let page = newsletter::question(&view, texts, "/newsletter/confirm", &visit.query("token"));
    visit.respond(StatusCode::OK, &page, false)
}

/// Confirms the address.
pub async fn post_confirm(visit: &Visit<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    match service::confirm(visit.state, site(visit), form.text("token")).await? {
        true => Ok(visit.redirect("/newsletter?done=confirmed")),
        false => Ok(void(visit)),
    }
}

/// Asks for a confirmation before unsubscribing; who has unsubscribed already reads that.
pub async fn get_unsubscribe(visit: &Visit<'_>) -> Result<HttpResponse, AppError> {
    let token = visit.query("token");
    if service::has_unsubscribed(visit.state, visit.site_id(), &token).await? {
        return Ok(unsubscribed(visit));
    }
    let view = visit.view(false);
    let words = view.words.newsletter;
    let texts = (
        words.unsubscribe,
        words.unsubscribe_text,
        words.unsubscribe_button,
    );
    let page = newsletter::question(&view, texts, "/newsletter/unsubscribe", &token);
    Ok(visit.respond(StatusCode::OK, &page, false))
}

/// Unsubscribes. The token is in the form, or in the address that a mail program was given.
pub async fn post_unsubscribe(visit: &Visit<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let in_query = visit.query("token");
    let token = form.filled("token").unwrap_or(&in_query);
    match service::unsubscribe(visit.state, visit.site_id(), token).await? {
        true => Ok(unsubscribed(visit)),
        false => Ok(void(visit)),
    }
}

/// Nothing comes any more.
fn unsubscribed(visit: &Visit<'_>) -> HttpResponse {
    let view = visit.view(false);
    let words = view.words.newsletter;
    let page = newsletter::notice(&view, words.unsubscribed, words.unsubscribed_text);
    visit.respond(StatusCode::OK, &page, false)
}

/// The link is not good any more.
fn void(visit: &Visit<'_>) -> HttpResponse {
    let view = visit.view(false);
    let words = view.words.newsletter;
    let page = match newsletter::section(visit.shown) {
        Some(_) => {
            let problems = Problems {
                form: words.void_link.to_owned(),
                ..Problems::default()
            };
            let typed = Subscribing {
                problems,
                ..Subscribing::default()
            };
            newsletter::page(&view, &typed)
        }
        None => newsletter::notice(&view, words.void_title, words.void_link),
    };
    visit.respond(StatusCode::GONE, &page, false)
}

fn site(visit: &Visit<'_>) -> NewsletterSite {
    NewsletterSite {
        id: visit.site_id(),
        mail: visit.mail_site(),
        language: visit.language(),
    }
}
