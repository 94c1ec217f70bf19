//! How mails and short messages leave.

use moyan_mail::{Sms, TransportSettings};

use super::{ConfigError, Environment, Mode, Variable};

const SMTP_URL: Variable = Variable::secret("SMTP_URL");
const MAIL_FROM: Variable = Variable::new("MAIL_FROM", Some("Moyan <no-reply@localhost>"));
const SMS_URL: Variable = Variable::new("SMS_URL", None);
const SMS_TOKEN: Variable = Variable::secret("SMS_TOKEN");

const EMAIL_CODES_PER_DAY: Variable = Variable::new("EMAIL_CODES_PER_DAY", Some("10000"));
const SMS_CODES_PER_DAY: Variable = Variable::new("SMS_CODES_PER_DAY", Some("1000"));

/// The variables of this part.
pub const VARIABLES: [Variable; 6] = [
    SMTP_URL,
    MAIL_FROM,
    SMS_URL,
    SMS_TOKEN,
    EMAIL_CODES_PER_DAY,
    SMS_CODES_PER_DAY,
];

/// How mails and short messages leave. In development what has no way out stays in the outbox, at /dev/outbox.
#[derive(Clone, PartialEq, Eq)]
pub struct MailConfig {
    /// `SMTP_URL`; such as `smtps://user:password@host:465`, or `smtp://host:587?tls=required`. Without it no mail leaves.
    pub smtp_url: Option<String>,
    /// `MAIL_FROM`; default `Moyan <no-reply@localhost>`. The sender of mails.
    pub from: String,
    /// `SMS_URL`; where a short message is posted as `{"phone", "text"}`. Without it none leaves.
    pub sms_url: Option<String>,
    /// `SMS_TOKEN`; sent there as `Authorization: Bearer`.
    pub sms_token: Option<String>,
    /// `EMAIL_CODES_PER_DAY`; default 10000. Verification codes that the platform sends by mail in a day:
    /// three quarters at most to visitors of sites, a quarter to those of one site.
    pub email_codes_per_day: i32,
    /// `SMS_CODES_PER_DAY`; default 1000. Verification codes that the platform sends by short message in a day,
    /// which bounds what a flood of requests costs.
    pub sms_codes_per_day: i32,
}

impl MailConfig {
    /// Reads the variables of this part.
    pub(super) fn read(environment: &Environment<'_>) -> Result<Self, ConfigError> {
        let optional = |value: &str| Ok((!value.is_empty()).then(|| value.to_owned()));
        let per_day = |value: &str| match value.parse() {
            Ok(per_day) if per_day > 0 => Ok(per_day),
            _ => Err("a number from 1 is needed".to_owned()),
        };
        Ok(Self {
            smtp_url: environment.parsed(&SMTP_URL, |value| {
                if value.is_empty() || value.starts_with("smtp://") || value.starts_with("smtps://") {
                    optional(value)
                } else {
                    Err("an address such as smtps://user:password@host:465 is needed".to_owned())
                }
            })?,
            from: environment.parsed(&MAIL_FROM, |value| {
                match value.parse::<lettre::message::Mailbox>() {
                    Ok(_) => Ok(value.to_owned()),
                    Err(_) => Err("an address such as Moyan <no-reply@example.com> is needed".to_owned()),
                }
            })?,
            sms_url: environment.parsed(&SMS_URL, |value| {
                if value.is_empty() || value.starts_with("http://") || value.starts_with("https://") {
                    optional(value)
                } else {
                    Err("an address that begins with https:// is needed".to_owned())
                }
            })?,
            sms_token: environment.parsed(&SMS_TOKEN, optional)?,
            email_codes_per_day: environment.parsed(&EMAIL_CODES_PER_DAY, per_day)?,
            sms_codes_per_day: environment.parsed(&SMS_CODES_PER_DAY, per_day)?,
        })
    }
}

impl MailConfig {
    /// How mails and short messages leave.
    pub fn transport(&self, mode: Mode) -> TransportSettings {
        TransportSettings {
            smtp_url: self.smtp_url.clone(),
            from: self.from.clone(),
            sms: self.sms_url.clone().map(|url| Sms {
                url,
                token: self.sms_token.clone(),
            }),
            is_development: mode == Mode::Development,
        }
    }
}

impl std::fmt::Debug for MailConfig {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("MailConfig")
            .field("has_smtp", &self.smtp_url.is_some())
            .field("from", &self.from)
            .field("has_sms", &self.sms_url.is_some())
            .finish()
    }
}
