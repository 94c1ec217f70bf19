//! A mail or a short message as it leaves: in the words of its recipient.

use moyan_domain::{Channel, Identifier, IdentityType, Language};
use uuid::Uuid;

use super::MailTemplate;
use super::html::{self, Letterhead};
use super::words;

/// The recipient of a mail.
#[derive(Clone, Debug)]
pub struct Recipient {
    /// The address or number.
    pub identifier: Identifier,
    /// The language to write in.
    pub language: Language,
}

/// A mail or a short message in the words of its recipient.
#[derive(Clone, Debug)]
pub struct OutgoingMail {
    /// Its ID, which stays when it is sent again.
    pub id: Uuid,
    /// How it leaves.
    pub channel: Channel,
    /// The address or number.
    pub recipient: String,
    /// The subject of a mail.
    pub subject: String,
    /// The plain text.
    pub body: String,
    /// The text as HTML; empty for short messages.
    pub html: String,
    /// In whose name it is written; empty for the platform.
    pub sender_name: String,
    /// Where answers go; may be empty.
    pub reply_to: String,
    /// Where a mail program unsubscribes; may be empty.
    pub unsubscribe_url: String,
}

impl MailTemplate {
    /// The words for a recipient. A short message has no HTML.
    pub fn written(&self, id: Uuid, recipient: &Recipient) -> OutgoingMail {
        let (language, site) = (recipient.language, self.site());
        let content = self.content(language);
        let text = content.text(language);
        let (channel, body, html) = match recipient.identifier.kind() {
            IdentityType::Phone => (Channel::Sms, text, String::new()),
            IdentityType::Email => {
                let foot = match site {
                    Some(site) => words::foot_of(site, language),
                    None => words::foot(language).to_owned(),
                };
                let head = Letterhead {
                    name: site.map_or_else(|| words::brand(language), |site| &site.name),
                    url: site.map(|site| site.address.as_str()),
                    foot: &foot,
                };
                let html = html::document(&content, &head, language);
                (Channel::Email, format!("{text}\n\n{foot}"), html)
            }
        };
        OutgoingMail {
            id,
            channel,
            recipient: recipient.identifier.as_str().to_owned(),
            subject: content.subject,
            body,
            html,
            sender_name: site.map_or_else(String::new, |site| words::sender_of(site, language)),
            reply_to: site.map_or_else(String::new, |site| site.contact_email.clone()),
            unsubscribe_url: self.unsubscribe_url().to_owned(),
        }
    }
}
