//! The transports: SMTP for mails, an HTTP provider for short messages. Both block on the network, so they never run
//! on an event loop.

use std::time::Duration;

use lettre::message::Mailbox;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::{Message, SmtpTransport, Transport as _};

use super::MailRow;
use crate::config::limits::MAIL_COMMAND_S;
use crate::config::{MailConfig, Mode};

/// How long a server may take for each command.
const TIMEOUT: Duration = Duration::from_secs(MAIL_COMMAND_S);

/// The transports that the configuration names.
pub struct Transport {
    smtp: Option<SmtpTransport>,
    from: Option<Mailbox>,
    sms: Option<(String, Option<String>, ureq::Agent)>,
    is_development: bool,
}

impl Transport {
    /// Makes the transports; nothing is connected yet.
    pub fn new(config: &MailConfig, mode: Mode) -> anyhow::Result<Self> {
        let smtp = match &config.smtp_url {
            Some(url) => Some(SmtpTransport::from_url(url)?.timeout(Some(TIMEOUT)).build()),
            None => None,
        };
        let agent = ureq::Agent::config_builder()
            .timeout_global(Some(TIMEOUT))
            .max_redirects(0)
            .build()
            .new_agent();
        Ok(Self {
            smtp,
            from: config.from.parse().ok(),
            sms: config
                .sms_url
                .clone()
                .map(|url| (url, config.sms_token.clone(), agent)),
            is_development: mode == Mode::Development,
        })
    }

    /// Sends a mail. In development a mail without a transport counts as sent: the outbox page shows it.
    pub fn send(&self, mail: &MailRow) -> Result<(), String> {
        let result = match mail.channel.as_str() {
            "sms" => self.send_sms(mail),
            _ => self.send_mail(mail),
        };
        match result {
            None if self.is_development => Ok(()),
            None => Err(format!("no transport for {} is configured", mail.channel)),
            Some(result) => result,
        }
    }

    fn send_mail(&self, mail: &MailRow) -> Option<Result<(), String>> {
        let smtp = self.smtp.as_ref()?;
        let from = self.from.clone()?;
        let message = mail
            .recipient
            .parse::<Mailbox>()
            .map_err(|error| error.to_string())
            .and_then(|to| {
                let mut message = Message::builder();
                if !mail.unsubscribe_url.is_empty() {
                    // Source: RFC 8058, section 3.1.
                    let url = format!("<{}>", mail.unsubscribe_url);
                    message = message.raw_header(raw("List-Unsubscribe", url)).raw_header(raw(
                        "List-Unsubscribe-Post",
                        "List-Unsubscribe=One-Click".to_owned(),
                    ));
                }
                message
                    .from(from)
                    .to(to)
                    .subject(mail.subject.as_str())
                    // A mail that is sent twice has the same ID both times, so the receiver can drop one.
                    .message_id(Some(format!("<{}@moyan>", mail.id)))
                    .header(ContentType::TEXT_PLAIN)
                    .body(mail.body.clone())
                    .map_err(|error| error.to_string())
            });
        Some(message.and_then(|message| smtp.send(&message).map(|_| ()).map_err(|error| error.to_string())))
    }

    fn send_sms(&self, mail: &MailRow) -> Option<Result<(), String>> {
        let (url, token, agent) = self.sms.as_ref()?;
        let mut request = agent.post(url);
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let body = serde_json::json!({ "phone": mail.recipient, "text": mail.body, "id": mail.id });
        Some(match request.send_json(&body) {
            Ok(response) if response.status().is_success() => Ok(()),
            Ok(response) => Err(format!("the provider answered {}", response.status())),
            Err(error) => Err(error.to_string()),
        })
    }
}
/// A header that is sent as it is: ASCII only.
fn raw(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::dangerous_new_pre_encoded(HeaderName::new_from_ascii_str(name), value.clone(), value)
}
