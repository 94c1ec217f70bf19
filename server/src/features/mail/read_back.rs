//! Every mail in both languages, read by a parser that is not ours: mailparser, which the frontend's packages bring.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use chrono::DateTime;
use serde::Deserialize;
use uuid::Uuid;

use super::message::message_of;
use super::samples;
use super::template::{Recipient, TemplateName};
use super::{MailRow, MailStatus};
use crate::domain::{Identifier, IdentityType};
use crate::language::Language;

/// What was read.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadMail {
    subject: String,
    sender_name: String,
    sender_address: String,
    reply_to: String,
    text: String,
    html: String,
    mime_version: String,
    auto_submitted: String,
}

fn read(messages: &[String]) -> Vec<ReadMail> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/read-mails.mjs");
    let mut node = Command::new("node")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input = serde_json::to_vec(messages).unwrap();
    // Dropped, so that its end is seen.
    node.stdin.take().unwrap().write_all(&input).unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Every sample in both languages as its outbox has it.
fn rows() -> Vec<(Language, MailRow)> {
    let mut rows = Vec::new();
    for mail in samples::all() {
        for language in [Language::ZhCn, Language::En] {
            let recipient = Recipient {
                identifier: Identifier::parse(IdentityType::Email, "li@example.com").unwrap(),
                language,
            };
            let written = mail.written(&recipient);
            let row = MailRow {
                id: Uuid::now_v7(),
                channel: written.channel.to_owned(),
                recipient: recipient.identifier.as_str().to_owned(),
                template: mail.template().as_str().to_owned(),
                subject: written.subject,
                body: written.text,
                status: MailStatus::Waiting,
                n_attempts: 0,
                last_error: None,
                created_at: DateTime::UNIX_EPOCH,
                sent_at: None,
                unsubscribe_url: written.unsubscribe_url,
                html: written.html,
                sender_name: written.sender_name,
                reply_to: written.reply_to,
            };
            rows.push((language, row));
        }
    }
    rows
}

#[test]
fn every_mail_is_read_as_it_was_written() {
    let from = "Moyan <no-reply@moyan.example>".parse().unwrap();
    let rows = rows();
    let mut names: Vec<&str> = rows.iter().map(|(_, row)| row.template.as_str()).collect();
    names.dedup();
    assert_eq!(names, TemplateName::NAMES);
    let messages: Vec<String> = rows
        .iter()
        .map(|(_, row)| String::from_utf8(message_of(row, &from).unwrap().formatted()).unwrap())
        .collect();
    let read = read(&messages);
    assert_eq!(read.len(), rows.len());
    for (mail, (language, row)) in read.iter().zip(&rows) {
        let about = (&row.template, language);
        assert_eq!(mail.subject, row.subject, "{about:?}");
        assert_eq!(mail.text.trim_end(), row.body, "{about:?}");
        assert_eq!(mail.html.trim_end(), row.html, "{about:?}");
        assert_eq!(mail.sender_address, "no-reply@moyan.example", "{about:?}");
        let site = samples::site();
        // A site never stands alone as the sender.
        let (name, reply_to) = match (row.sender_name.is_empty(), language) {
            (true, _) => ("Moyan".to_owned(), ""),
            (false, Language::ZhCn) => (format!("{}（墨砚代发）", site.name), site.contact_email.as_str()),
            (false, Language::En) => (format!("{} via Moyan", site.name), site.contact_email.as_str()),
        };
        assert_eq!(
            (mail.sender_name.as_str(), mail.reply_to.as_str()),
            (name.as_str(), reply_to),
            "{about:?}"
        );
        assert_eq!(
            (mail.mime_version.as_str(), mail.auto_submitted.as_str()),
            ("1.0", "auto-generated")
        );
        // Each address of the text is a link of the HTML too.
        for line in row.body.lines().filter(|line| line.starts_with("https://")) {
            let link = format!("href=\"{}\"", line.replace('&', "&amp;"));
            assert!(mail.html.contains(&link), "{about:?} {link}");
        }
        assert!(
            row.body.lines().any(|line| line.starts_with("https://")) || is_without_link(&row.template),
            "{about:?}"
        );
    }
}

/// A code is typed where it was asked for; a team that is suspended can be opened by nobody.
fn is_without_link(template: &str) -> bool {
    matches!(template, "code" | "visitorCode" | "teamSuspended")
}
