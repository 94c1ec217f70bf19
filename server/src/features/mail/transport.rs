//! The transports: SMTP for mails, an HTTP provider for short messages. Both block on the network, so they never run
//! on an event loop.

use std::time::Duration;

use lettre::message::Mailbox;
use lettre::{SmtpTransport, Transport as _};

use super::MailRow;
use super::message::message_of;
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
    pub fn send(&self, mail: &MailRow) -> Result<(), SendProblem> {
        let result = match mail.channel.as_str() {
            "sms" => self.send_sms(mail),
            _ => self.send_mail(mail),
        };
        match result {
            None if self.is_development => Ok(()),
            None => Err(SendProblem::passing(format!(
                "no transport for {} is configured",
                mail.channel
            ))),
            Some(result) => result,
        }
    }

    fn send_mail(&self, mail: &MailRow) -> Option<Result<(), SendProblem>> {
        let smtp = self.smtp.as_ref()?;
        let from = self.from.as_ref()?;
        let sent = message_of(mail, from)
            .map_err(SendProblem::final_of)
            .and_then(|message| smtp.send(&message).map_err(|error| SendProblem::of_smtp(&error)));
        Some(sent.map(|_| ()))
    }

    fn send_sms(&self, mail: &MailRow) -> Option<Result<(), SendProblem>> {
        let (url, token, agent) = self.sms.as_ref()?;
        let mut request = agent.post(url);
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let body = serde_json::json!({ "phone": mail.recipient, "text": mail.body, "id": mail.id });
        Some(match request.send_json(&body) {
            Ok(response) if response.status().is_success() => Ok(()),
            Ok(response) => Err(SendProblem::passing(format!(
                "the provider answered {}",
                response.status()
            ))),
            Err(error) => Err(SendProblem::passing(error.to_string())),
        })
    }
}

/// Why something was not sent.
#[derive(Debug)]
pub struct SendProblem {
    /// What went wrong, for the operator.
    pub text: String,
    /// Whether another attempt would fail as well.
    pub is_final: bool,
}

impl SendProblem {
    fn final_of(text: String) -> Self {
        Self { text, is_final: true }
    }

    fn passing(text: String) -> Self {
        Self {
            text,
            is_final: false,
        }
    }

    fn of_smtp(error: &lettre::transport::smtp::Error) -> Self {
        Self {
            text: error.to_string(),
            is_final: error.status().is_some_and(|code| is_about_recipient(code.into())),
        }
    }
}

/// Whether a reply code means that this recipient gets no mail, now or later: no such mailbox, not here, full beyond
/// measure, a name that is not allowed, a domain that takes none (RFC 5321 §4.2.2, RFC 7504 §4). Other codes from 500
/// on may be about our login or our address, and pass once the operator mends it.
fn is_about_recipient(code: u16) -> bool {
    matches!(code, 550..=553 | 556)
}

#[cfg(test)]
mod tests {
    use super::is_about_recipient;

    #[test]
    fn only_what_is_about_the_recipient_is_final() {
        let is_final: Vec<u16> = (400..=599).filter(|code| is_about_recipient(*code)).collect();
        assert_eq!(is_final, [550, 551, 552, 553, 556]);
    }
}
