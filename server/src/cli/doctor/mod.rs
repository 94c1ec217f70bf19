//! `moyan doctor`: whether what stands around the server is as it must be, and what mends it where it is not.

use std::fmt;
use std::process::ExitCode;

use moyan_foundation::config::{Config, FilesConfig, Mode};

use super::say;

mod database;
mod machine;
mod names;

/// How something was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// As it must be.
    Fine,
    /// The server works without it, and somebody will miss it.
    Warning,
    /// The server does not work so.
    Failed,
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Fine => "fine",
            Self::Warning => "warning",
            Self::Failed => "FAILED",
        })
    }
}

/// A line of the report.
#[derive(Debug)]
struct Finding {
    status: Status,
    subject: &'static str,
    /// What was found; of a problem also what mends it.
    text: String,
}

impl Finding {
    fn fine(subject: &'static str, text: impl Into<String>) -> Self {
        Self::new(Status::Fine, subject, text)
    }

    fn warning(subject: &'static str, text: impl Into<String>) -> Self {
        Self::new(Status::Warning, subject, text)
    }

    fn failed(subject: &'static str, text: impl Into<String>) -> Self {
        Self::new(Status::Failed, subject, text)
    }

    fn new(status: Status, subject: &'static str, text: impl Into<String>) -> Self {
        Self {
            status,
            subject,
            text: text.into(),
        }
    }
}

/// Looks at everything and prints a line for each. Exit status: 0 when nothing failed, 1 when something did.
pub fn run() -> ExitCode {
    let mut report = Report::default();
    report.add(configuration());
    if let Ok(config) = Config::database_from_env() {
        report.add(database::look_at(&config));
    }
    if let Ok(config) = Config::files_from_env() {
        report.add(machine::look_at_store(&config));
        report.add(machine::look_at_room(match &config {
            FilesConfig::Folder(folder) => Some(folder),
            FilesConfig::S3(_) => None,
        }));
    }
    if let Ok(config) = Config::from_env() {
        report.add(names::look_at_mail(&config));
        report.add(names::look_at_addresses(&config));
        report.add(names::look_at_server(&config.http));
        report.add(names::look_at_certificates(&config));
    }
    report.end()
}

/// What was found so far.
#[derive(Default)]
struct Report {
    n_warnings: usize,
    n_failed: usize,
}

impl Report {
    /// Prints findings as they come: some take seconds.
    fn add(&mut self, findings: Vec<Finding>) {
        for Finding {
            status,
            subject,
            text,
        } in findings
        {
            match status {
                Status::Fine => {}
                Status::Warning => self.n_warnings += 1,
                Status::Failed => self.n_failed += 1,
            }
            say(&format!("{status:<8} {subject:<14} {text}"));
        }
    }

    fn end(self) -> ExitCode {
        say(&format!("{} failed, {} warnings", self.n_failed, self.n_warnings));
        match self.n_failed {
            0 => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        }
    }
}

/// Whether each variable can be used, and what follows from those that are absent.
fn configuration() -> Vec<Finding> {
    const SUBJECT: &str = "configuration";
    let problems = Config::problems_in_env();
    if !problems.is_empty() {
        return problems
            .into_iter()
            .map(|problem| Finding::failed(SUBJECT, problem.to_string()))
            .collect();
    }
    let Ok(config) = Config::from_env() else {
        return Vec::new();
    };
    let mut findings = vec![Finding::fine(SUBJECT, "every variable can be used")];
    let mut warn = |is_so: bool, text: &str| {
        if is_so {
            findings.push(Finding::warning(SUBJECT, text));
        }
    };
    warn(
        config.platform.mode == Mode::Development,
        "MOYAN_ENV=development: everybody reads the mails of others at /dev/outbox; remove it where people log in",
    );
    warn(
        config.mail.smtp_url.is_none() && config.mail.sms_url.is_none(),
        "SMTP_URL and SMS_URL are absent: nobody can register, and readers of sites cannot log in",
    );
    warn(
        config.payments.merchant_keys_secret.is_none(),
        "MERCHANT_KEYS_SECRET is absent: no site can be paid through a provider; `openssl rand -hex 32` draws one",
    );
    warn(
        config.platform.trusted_proxies.is_empty() && config.platform.public_url.starts_with("https://"),
        "TRUSTED_PROXIES is absent: all callers behind the web server in front share one rate limit; name its address",
    );
    warn(
        config.platform.site_domain.is_none(),
        "SITE_DOMAIN is absent: sites are below PUBLIC_URL, and creators cannot use domains of their own",
    );
    findings
}
