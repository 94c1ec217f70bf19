//! Writing mails into the outbox.

use diesel::result::Error::RollbackTransaction;
use diesel::{Connection as _, PgConnection};
use moyan_foundation::error::AppError;
use moyan_mail::{MailTemplate, Recipient};
use uuid::Uuid;

use super::{queries, sender};

/// What can be written into the outbox.
pub trait Outbox {
    /// Puts it into the outbox; a job sends it after the transaction has been committed.
    fn enqueue(&self, connection: &mut PgConnection, recipient: &Recipient) -> Result<(), AppError>;

    /// Does the work of [`Self::enqueue`] and takes it back: the time of an answer does not tell whether a mail was sent.
    fn enqueue_and_discard(
        &self,
        connection: &mut PgConnection,
        recipient: &Recipient,
    ) -> Result<(), AppError> {
        let mut enqueued = Ok(());
        let discarded = connection.transaction(|connection| {
            enqueued = self.enqueue(connection, recipient);
            Err::<(), _>(RollbackTransaction)
        });
        match discarded {
            Err(RollbackTransaction) | Ok(()) => enqueued,
            Err(error) => Err(error.into()),
        }
    }
}

impl Outbox for MailTemplate {
    fn enqueue(&self, connection: &mut PgConnection, recipient: &Recipient) -> Result<(), AppError> {
        let (id, template) = (Uuid::now_v7(), self.template().as_str());
        let written = self.written(id, recipient);
        let mail = queries::NewMail {
            channel: written.channel,
            recipient: &written.recipient,
            template,
            subject: &written.subject,
            body: &written.body,
            html: &written.html,
            sender_name: &written.sender_name,
            reply_to: &written.reply_to,
            unsubscribe_url: &written.unsubscribe_url,
            site_id: self.site().map(|site| site.id),
        };
        queries::insert_mail(connection, id, mail)?;
        sender::enqueue(connection, template, id)
    }
}
