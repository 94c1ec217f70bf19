//! The transports: SMTP for mails, an HTTP provider for short messages. Both block on the network, so they never run
//! on an event loop.

use std::time::Duration;

use lettre::message::Mailbox;
use lettre::{SmtpTransport, Transport as _};
use moyan_domain::Channel;
use moyan_domain::limits::MAIL_COMMAND_S;

use super::OutgoingMail;
use super::message::message_of;

/// How long a server may take for each command.
const TIMEOUT: Duration = Duration::from_secs(MAIL_COMMAND_S);

/// How mails and short messages leave. What is not named has no way out.
#[derive(Clone)]
pub struct TransportSettings {
    /// The mail server: `smtps://user:password@host:465`, or `smtp://host:587?tls=required`.
    pub smtp_url: Option<String>,
    /// The sender of mails: `Moyan <no-reply@example.com>`.
    pub from: String,
    /// The provider of short messages.
    pub sms: Option<Sms>,
    /// Whether a mail without a way out counts as sent: developers read it in the outbox.
    pub is_development: bool,
}

/// A provider of short messages.
#[derive(Clone)]
pub struct Sms {
    /// Where a message is posted as `{"phone", "text", "id"}`.
    pub url: String,
    /// Sent there as `Authorization: Bearer`.
    pub token: Option<String>,
}

/// What sends mails and short messages.
pub struct Transport {
    smtp: Option<SmtpTransport>,
    from: Option<Mailbox>,
    sms: Option<(Sms, ureq::Agent)>,
    is_development: bool,
}

impl Transport {
    /// Makes the transports; nothing is connected yet. Fails when the address of the mail server is none.
    pub fn new(settings: TransportSettings) -> Result<Self, lettre::transport::smtp::Error> {
        let smtp = match &settings.smtp_url {
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
            from: settings.from.parse().ok(),
            sms: settings.sms.map(|sms| (sms, agent)),
            is_development: settings.is_development,
        })
    }

    /// Whether the mail server takes the login; none without one. Nothing is sent.
    pub fn check_smtp(&self) -> Option<Result<(), String>> {
        let answer = self.smtp.as_ref()?.test_connection();
        Some(match answer {
            Ok(true) => Ok(()),
            Ok(false) => Err("the mail server does not answer as one".to_owned()),
            Err(error) => Err(error.to_string()),
        })
    }

    /// Sends a mail or a short message. In development one without a transport counts as sent.
    pub fn send(&self, mail: &OutgoingMail) -> Result<(), SendProblem> {
        let result = match mail.channel {
            Channel::Sms => self.send_sms(mail),
            Channel::Email => self.send_mail(mail),
        };
        match result {
            None if self.is_development => Ok(()),
            None => Err(SendProblem::passing(format!(
                "no transport for {} is configured",
                mail.channel.as_str()
            ))),
            Some(result) => result,
        }
    }

    fn send_mail(&self, mail: &OutgoingMail) -> Option<Result<(), SendProblem>> {
        let smtp = self.smtp.as_ref()?;
        let from = self.from.as_ref()?;
        let sent = message_of(mail, from)
            .map_err(SendProblem::final_of)
            .and_then(|message| smtp.send(&message).map_err(|error| SendProblem::of_smtp(&error)));
        Some(sent.map(|_| ()))
    }

    fn send_sms(&self, mail: &OutgoingMail) -> Option<Result<(), SendProblem>> {
        let (sms, agent) = self.sms.as_ref()?;
        let mut request = agent.post(&sms.url);
        if let Some(token) = &sms.token {
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
        let text = error.to_string();
        Self {
            is_final: error
                .status()
                .is_some_and(|code| is_about_mailbox(code.into(), &text)),
            text,
        }
    }
}

/// Enhanced codes that say that a mailbox gets no mail, now or later: there is none, its domain is none, its name cannot
/// be, it has moved away, its domain takes no mail, it is closed (RFC 3463 §3.2 and §3.3, RFC 7505 §4.2).
const NO_MAILBOX: [&str; 6] = ["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"];

/// Whether a reply says that its mailbox gets no mail, now or later. The code alone does not tell: with 550 and 553 mail
/// servers also refuse our address, our login or what they take for spam, which passes once the operator mends it.
///
/// `text`: the reply, with its enhanced code if it has one; the first one counts.
fn is_about_mailbox(code: u16, text: &str) -> bool {
    let enhanced = text
        .split_whitespace()
        .map(|word| word.trim_matches(|sign: char| !sign.is_ascii_digit()))
        .find(|word| is_enhanced_code(word));
    matches!(code, 550..=553 | 556) && enhanced.is_some_and(|enhanced| NO_MAILBOX.contains(&enhanced))
}

/// Whether a word is a class, a subject and a detail (RFC 3463 §2).
fn is_enhanced_code(word: &str) -> bool {
    let is_number =
        |part: &str| (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = word.split('.').collect();
    matches!(*parts, ["2" | "4" | "5", subject, detail] if is_number(subject) && is_number(detail))
}

#[cfg(test)]
mod tests {
    use super::is_about_mailbox;

    #[test]
    fn only_what_is_about_the_mailbox_is_final() {
        for (code, text) in [
            (550, "permanent error (550): 5.1.1 no such user"),
            (
                550,
                "permanent error (550): 5.1.1 The account does not exist. 5.1.1 Try again",
            ),
            (550, "permanent error (550): #5.1.1 User unknown"),
            (551, "5.1.6 The mailbox has moved"),
            (552, "<5.2.1> The mailbox is closed"),
            (553, "5.1.3 Bad syntax of the address"),
            (556, "5.1.10 The domain takes no mail"),
            (550, "5.1.2 No such domain"),
        ] {
            assert!(is_about_mailbox(code, text), "{code} {text}");
        }
        for (code, text) in [
            (550, "5.7.1 Rejected by our policy, as 5.1.1 says"),
            (550, "5.7.1 you are not welcome here"),
            (550, "no such user"),
            (550, "from 10.5.1.1 nothing is taken"),
            (550, "5.1.11 nothing that is known"),
            (552, "5.2.2 The mailbox is full"),
            (553, "Mail from must equal authorized user"),
            (554, "5.1.1 no such user"),
            (535, "5.7.8 credentials are wrong"),
            (450, "4.2.1 try again later"),
        ] {
            assert!(!is_about_mailbox(code, text), "{code} {text}");
        }
    }
}
