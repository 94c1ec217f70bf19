//! The forms of the newsletter: asking for it, confirming the address, wanting it no more.
//!
//! A link of a mail only shows a button: programs that look at mails open links, and change nothing by it.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use moyan_foundation::error::AppError;

use super::{FormContext, Submitted};
use crate::features::newsletter::service::{self, NewsletterSite};
use crate::features::public_site::pages::fields::Problems;
use crate::features::public_site::pages::newsletter::{self, Subscribing};
use crate::features::public_site::routing::responses::not_found;

/// The form by itself, or what came of it.
pub async fn get_newsletter(context: &FormContext<'_>) -> Result<HttpResponse, AppError> {
    let words = context.page_context(false).words.newsletter;
    let own = newsletter::section(context.view).map(|section| section.success_message.as_str());
    let confirmed = own
        .filter(|text| !text.is_empty())
        .unwrap_or(words.confirmed_text);
    let notice = match context.query("done").as_str() {
        "sent" => Some((words.sent, words.sent_text)),
        "confirmed" => Some((words.confirmed, confirmed)),
        _ => None,
    };
    let page = match notice {
        Some((title, text)) => newsletter::notice(&context.page_context(false), title, text),
        None if newsletter::section(context.view).is_some() => {
            newsletter::page(&context.page_context(false), &Subscribing::default())
        }
        None => return Ok(not_found()),
    };
    Ok(context.respond(StatusCode::OK, &page, context.visitor()?.is_some()))
}

/// Has a link sent.
pub async fn post_newsletter(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    if newsletter::section(context.view).is_none() {
        return Ok(not_found());
    }
    let client = context.client().await?;
    let (email, name) = (form.text("email"), form.text("name"));
    match service::subscribe(context.state, site(context), client, email, name).await {
        Ok(()) => Ok(context.redirect("/newsletter?done=sent")),
        Err(error) => {
            let (error, problems) = context.problems(error)?;
            let typed = Subscribing {
                email,
                name,
                problems,
            };
            let page = newsletter::page(&context.page_context(false), &typed);
            Ok(context.respond_again(&error, &page, false, "/newsletter"))
        }
    }
}

/// Asks whether the address shall be confirmed.
pub async fn get_confirm(context: &FormContext<'_>) -> Result<HttpResponse, AppError> {
    let page_context = context.page_context(false);
    let words = page_context.words.newsletter;
    let texts = (words.confirm, words.confirm_text, words.confirm_button);
    let page = newsletter::question(
        &page_context,
        texts,
        "/newsletter/confirm",
        &context.query("token"),
    );
    Ok(context.respond(StatusCode::OK, &page, false))
}

/// Confirms the address.
pub async fn post_confirm(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    match service::confirm(context.state, site(context), form.text("token")).await? {
        true => Ok(context.redirect("/newsletter?done=confirmed")),
        false => Ok(void(context)),
    }
}

/// Asks for a confirmation before unsubscribing; who has unsubscribed already reads that.
pub async fn get_unsubscribe(context: &FormContext<'_>) -> Result<HttpResponse, AppError> {
    let token = context.query("token");
    if service::has_unsubscribed(context.state, context.site_id(), &token).await? {
        return Ok(unsubscribed(context));
    }
    let page_context = context.page_context(false);
    let words = page_context.words.newsletter;
    let texts = (
        words.unsubscribe,
        words.unsubscribe_text,
        words.unsubscribe_button,
    );
    let page = newsletter::question(&page_context, texts, "/newsletter/unsubscribe", &token);
    Ok(context.respond(StatusCode::OK, &page, false))
}

/// Unsubscribes. The token is in the form, or in the address that a mail program was given.
pub async fn post_unsubscribe(context: &FormContext<'_>, form: &Submitted) -> Result<HttpResponse, AppError> {
    let in_query = context.query("token");
    let token = form.filled("token").unwrap_or(&in_query);
    match service::unsubscribe(context.state, context.site_id(), token).await? {
        true => Ok(unsubscribed(context)),
        false => Ok(void(context)),
    }
}

/// Nothing comes any more.
fn unsubscribed(context: &FormContext<'_>) -> HttpResponse {
    let page_context = context.page_context(false);
    let words = page_context.words.newsletter;
    let page = newsletter::notice(&page_context, words.unsubscribed, words.unsubscribed_text);
    context.respond(StatusCode::OK, &page, false)
}

/// The link is not good any more.
fn void(context: &FormContext<'_>) -> HttpResponse {
    let page_context = context.page_context(false);
    let words = page_context.words.newsletter;
    let page = match newsletter::section(context.view) {
        Some(_) => {
            let problems = Problems {
                form: words.void_link.to_owned(),
                ..Problems::default()
            };
            let typed = Subscribing {
                problems,
                ..Subscribing::default()
            };
            newsletter::page(&page_context, &typed)
        }
        None => newsletter::notice(&page_context, words.void_title, words.void_link),
    };
    context.respond(StatusCode::GONE, &page, false)
}

fn site(context: &FormContext<'_>) -> NewsletterSite {
    NewsletterSite {
        id: context.site_id(),
        mail: context.mail_site(),
        language: context.language(),
    }
}
