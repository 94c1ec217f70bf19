//! Every mail in both languages, read by a parser that is not ours: mailparser, which the frontend's packages bring.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use moyan_domain::{Identifier, IdentityType, Language};
use serde::Deserialize;
use uuid::Uuid;

use super::message::message_of;
use super::samples;
use super::{OutgoingMail, Recipient, TemplateName};

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
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/read-mails.mjs");
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

/// Every sample in both languages.
fn mails() -> Vec<(Language, TemplateName, OutgoingMail)> {
    let mut mails = Vec::new();
    for mail in samples::all() {
        for language in [Language::ZhCn, Language::En] {
            let recipient = Recipient {
                identifier: Identifier::parse(IdentityType::Email, "li@example.com").unwrap(),
                language,
            };
            mails.push((
                language,
                mail.template(),
                mail.written(Uuid::now_v7(), &recipient),
            ));
        }
    }
    mails
}

#[test]
fn every_mail_is_read_as_it_was_written() {
    let from = "Moyan <no-reply@moyan.example>".parse().unwrap();
    let written = mails();
    let mut names: Vec<&str> = written.iter().map(|(_, template, _)| template.as_str()).collect();
    names.dedup();
    assert_eq!(names, TemplateName::NAMES);
    let messages: Vec<String> = written
        .iter()
        .map(|(_, _, mail)| String::from_utf8(message_of(mail, &from).unwrap().formatted()).unwrap())
        .collect();
    let read = read(&messages);
    assert_eq!(read.len(), written.len());
    for (mail, (language, template, row)) in read.iter().zip(&written) {
        let about = (template, language);
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
            row.body.lines().any(|line| line.starts_with("https://")) || is_without_link(*template),
            "{about:?}"
        );
    }
}

/// A code is typed where it was asked for; a team that is suspended can be opened by nobody.
fn is_without_link(template: TemplateName) -> bool {
    matches!(
        template,
        TemplateName::Code | TemplateName::VisitorCode | TemplateName::TeamSuspended
    )
}
