//! The outbox: mails and short messages are written in the transaction of their cause, and sent by a job.
//!
//! Start reading at [`Outbox`], by which other features enqueue a mail; `moyan_mail` has what each says, `sender` the job.

mod dev_page;
mod outbox;
mod queries;
mod sender;

pub use outbox::Outbox;
pub use queries::{
    MailRow, MailStatus, count_by_status, find_mail, hold_waiting_mails, list_mails, list_mails_to,
    list_undeliverable,
};
pub use sender::{SendCode, SendMail, retry_mail};

use actix_web::http::Method;
use moyan_foundation::jobs::{Expired, GaugeSource, Gauges, JobEntry};
use moyan_foundation::route::{Access, Route};

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

/// The kinds of jobs.
pub fn jobs() -> Vec<JobEntry> {
    vec![JobEntry::of::<SendCode>(), JobEntry::of::<SendMail>()]
}

/// What monitoring reads: the mails that wait.
pub fn gauges() -> Vec<Gauges> {
    vec![Gauges {
        name: "mails",
        source: GaugeSource::Database(sender::measure),
    }]
}

/// What expires: mails that were sent or given up long ago.
pub fn expired() -> Vec<Expired> {
    vec![Expired::All(|connection, sweep| {
        sender::sweep(connection, sweep.now)
    })]
}
