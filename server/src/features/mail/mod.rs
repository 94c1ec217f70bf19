//! Mails and short messages: written into an outbox in the transaction of their cause, sent by a job.
//!
//! Start reading at [`MailTemplate`], which other features enqueue; `words` is what each says, `sender` the job.

mod content;
mod dev_page;
mod html;
mod message;
mod queries;
#[cfg(test)]
mod read_back;
#[cfg(test)]
mod samples;
mod sender;
mod template;
mod transport;
mod words;

pub use queries::{
    MailRow, MailStatus, count_by_status, find_mail, hold_waiting_mails, list_mails, list_mails_to,
    list_undeliverable,
};
pub use sender::{note_failure, retry_mail, send, sweep};
pub use template::{MailSite, MailTemplate, MembershipEnd, Recipient, TemplateName};
pub use transport::Transport;

use actix_web::http::Method;

use crate::route::{Access, Route};

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    vec![
        Route::new(
            Method::GET,
            "/dev/outbox",
            "get_outbox",
            "Mails and short messages with their text; in development only",
            Access::Anyone,
            dev_page::get_outbox,
        )
        .answers_bytes(&["text/html", "application/json"])
        .fails(&[(404, "route.notFound")]),
    ]
}
