//! Pages and forms for visitors of a site: logging in, and the account.
//!
//! A form is a POST of a page of the same origin; its answer is another address (303), or its page with what is wrong.
//! Nothing here needs a script, and no answer is kept by anybody. `routing/table.rs` says which function answers where.

pub mod account;
pub mod buying;
mod checkout;
mod context;
pub mod login;
mod membership_panel;
pub mod newsletter;
mod offer;
pub mod order;
pub mod reminders;
mod return_path;
mod submitted;

use actix_web::http::Method;
use actix_web::{HttpResponse, web};

use super::routing::responses::{method_not_allowed, not_found};
use super::routing::table::{Handler, SiteRoute};

pub use context::FormContext;
pub use offer::Offer;
pub use return_path::return_path;
pub use submitted::Submitted;

/// Answers a request for a page of visitors, or a form.
pub async fn answer(context: &FormContext<'_>, payload: web::Payload, route: &SiteRoute) -> HttpResponse {
    let Handler::Form(form) = &route.handler else {
        return not_found();
    };
    let answered = match (context.request.method(), form.post) {
        (&Method::GET | &Method::HEAD, _) => (form.get)(context).await,
        (&Method::POST, Some(post)) => match context.read_form(payload, form.is_one_click).await {
            Ok(submitted) => post(context, &submitted).await,
            Err(error) => Err(error),
        },
        _ => return method_not_allowed(route.methods()),
    };
    answered.unwrap_or_else(|error| context.refuse(&error))
}
