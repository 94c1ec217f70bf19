//! Mails and short messages: what they say in each language, how they look, and how they leave.
//!
//! Nothing here knows a database: the server keeps an outbox and calls [`Transport::send`] from a job. Start reading at
//! [`MailTemplate`], the table of all kinds.

mod content;
mod html;
mod mails;
mod message;
mod outgoing;
#[cfg(test)]
mod read_back;
#[cfg(test)]
mod samples;
mod transport;
mod words;

pub use content::{Block, MailContent};
pub use mails::{MailSite, MailTemplate, MembershipEnd, TemplateName};
pub use outgoing::{OutgoingMail, Recipient};
pub use transport::{SendProblem, Sms, Transport, TransportSettings};
