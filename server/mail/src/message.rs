//! A mail as it goes over the wire. Sources: RFC 5322, RFC 2045, RFC 2047, RFC 3834, RFC 8058.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lettre::Message;
use lettre::address::Envelope;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart, SinglePart};

use super::OutgoingMail;

/// Bytes of a text in one encoded word, so that the word has at most 75 characters (RFC 2047 §2).
const WORD_MAX_BYTES: usize = 45;

/// Writes the message. `from` is the platform's own sender: the address is always this one, the name that of the site
/// in whose name the mail is written. Fails with the reason when an address cannot be read.
pub fn message_of(mail: &OutgoingMail, from: &Mailbox) -> Result<Message, String> {
    let to: Mailbox = mail.recipient.parse().map_err(text_of)?;
    let envelope = Envelope::new(Some(from.email.clone()), vec![to.email.clone()]).map_err(text_of)?;
    let name = match mail.sender_name.as_str() {
        "" => from.name.clone(),
        name => Some(name.to_owned()),
    };
    let from = Mailbox::new(name, from.email.clone());
    let mut message = Message::builder()
        .envelope(envelope)
        .to(to)
        // A mail that is sent twice has the same ID both times, so the receiver can drop one.
        .message_id(Some(format!("<{}@{}>", mail.id, from.email.domain())))
        .raw_header(raw("Auto-Submitted", "auto-generated".to_owned()));
    message = match &from.name {
        Some(name) if is_misread(name) => {
            let written = format!("{} <{}>", encoded_words(name), from.email);
            // lettre looks for the address in what is not folded.
            message.raw_header(HeaderValue::dangerous_new_pre_encoded(
                HeaderName::new_from_ascii_str("From"),
                from.email.to_string(),
                written,
            ))
        }
        _ => message.from(from.clone()),
    };
    message = match is_misread(&mail.subject) {
        true => message.raw_header(raw("Subject", encoded_words(&mail.subject))),
        false => message.subject(mail.subject.as_str()),
    };
    if !mail.reply_to.is_empty() {
        message = message.reply_to(mail.reply_to.parse().map_err(text_of)?);
    }
    if !mail.unsubscribe_url.is_empty() {
        message = message
            .raw_header(raw("List-Unsubscribe", format!("<{}>", mail.unsubscribe_url)))
            .raw_header(raw(
                "List-Unsubscribe-Post",
                "List-Unsubscribe=One-Click".to_owned(),
            ));
    }
    let body = mail.body.clone();
    let message = match mail.html.as_str() {
        "" => message.singlepart(SinglePart::plain(body)),
        html => message.multipart(MultiPart::alternative_plain_html(body, html.to_owned())),
    };
    message.map_err(text_of)
}

/// Whether a mail program would take a part of the text for an encoded word, though it is written as it is: lettre
/// encodes no word without other letters.
fn is_misread(text: &str) -> bool {
    text.contains("=?")
}

/// A text as encoded words, folded between them (RFC 2047 §2).
fn encoded_words(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for character in text.chars() {
        if word.len() + character.len_utf8() > WORD_MAX_BYTES {
            words.push(std::mem::take(&mut word));
        }
        word.push(character);
    }
    words.push(word);
    let encoded = words
        .iter()
        .map(|word| format!("=?utf-8?B?{}?=", STANDARD.encode(word)));
    encoded.collect::<Vec<_>>().join("\r\n ")
}

/// A header that is sent as it is: ASCII only.
fn raw(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::dangerous_new_pre_encoded(HeaderName::new_from_ascii_str(name), value.clone(), value)
}

fn text_of(error: impl std::fmt::Display) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use moyan_domain::Channel;

    fn mail() -> OutgoingMail {
        OutgoingMail {
            id: Uuid::nil(),
            channel: Channel::Email,
            recipient: "li@example.com".to_owned(),
            subject: "“小满的节气手帐”会员购买成功".to_owned(),
            body: "感谢购买。".to_owned(),
            html: "<p>感谢购买。</p>".to_owned(),
            sender_name: "小满的节气手帐".to_owned(),
            reply_to: "xiaoman@example.com".to_owned(),
            unsubscribe_url: String::new(),
        }
    }

    fn written(mail: &OutgoingMail) -> String {
        let from: Mailbox = "Moyan <no-reply@moyan.example>".parse().unwrap();
        String::from_utf8(message_of(mail, &from).unwrap().formatted()).unwrap()
    }

    #[test]
    fn a_mail_of_a_site_has_its_name_and_answers_go_to_its_creator() {
        let text = written(&mail());
        for header in [
            "MIME-Version: 1.0\r\n",
            "Auto-Submitted: auto-generated\r\n",
            "Reply-To: xiaoman@example.com\r\n",
            "Message-ID: <00000000-0000-0000-0000-000000000000@moyan.example>\r\n",
            "Content-Type: multipart/alternative;",
            "Content-Type: text/plain; charset=utf-8\r\n",
            "Content-Type: text/html; charset=utf-8\r\n",
        ] {
            assert!(text.contains(header), "{header} {text}");
        }
        let from = text.lines().find(|line| line.starts_with("From: ")).unwrap();
        assert!(
            from.contains("=?utf-8?") && from.contains("<no-reply@moyan.example>"),
            "{from}"
        );
        assert!(text.lines().all(|line| line.len() <= 998), "{text}");
    }

    #[test]
    fn a_mail_of_the_platform_has_its_name_and_asks_for_no_answer() {
        let mail = OutgoingMail {
            sender_name: String::new(),
            reply_to: String::new(),
            ..mail()
        };
        let text = written(&mail);
        assert!(
            text.contains("From: Moyan <no-reply@moyan.example>\r\n"),
            "{text}"
        );
        assert!(
            !text.contains("Reply-To") && !text.contains("List-Unsubscribe"),
            "{text}"
        );
    }

    #[test]
    fn a_mail_without_a_design_is_one_plain_text() {
        let mail = OutgoingMail {
            html: String::new(),
            ..mail()
        };
        let text = written(&mail);
        assert!(
            text.contains("Content-Type: text/plain; charset=utf-8\r\n"),
            "{text}"
        );
        assert!(
            !text.contains("multipart/") && !text.contains("text/html"),
            "{text}"
        );
    }

    #[test]
    fn a_mail_that_can_be_unsubscribed_says_how() {
        let mail = OutgoingMail {
            unsubscribe_url: "https://a.cn/u?token=1".to_owned(),
            ..mail()
        };
        let text = written(&mail);
        assert!(
            text.contains("List-Unsubscribe: <https://a.cn/u?token=1>\r\n"),
            "{text}"
        );
        assert!(
            text.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"),
            "{text}"
        );
    }

    #[test]
    fn a_name_that_looks_like_an_encoded_word_is_read_as_it_was_written() {
        let name = "=?utf-8?B?eA==?=";
        let mail = OutgoingMail {
            subject: name.to_owned(),
            sender_name: name.to_owned(),
            ..mail()
        };
        let text = written(&mail);
        let word = format!("=?utf-8?B?{}?=", STANDARD.encode(name));
        assert!(text.contains(&format!("Subject: {word}\r\n")), "{text}");
        assert!(
            text.contains(&format!("From: {word} <no-reply@moyan.example>\r\n")),
            "{text}"
        );
        // Also one that is written beside other letters.
        let mixed = "墨=?utf-8?B?eA==?=";
        let long = OutgoingMail {
            sender_name: mixed.repeat(9),
            ..mail.clone()
        };
        let text = written(&long);
        assert!(text.contains(" <no-reply@moyan.example>\r\n"), "{text}");
        let mail = OutgoingMail {
            subject: mixed.to_owned(),
            sender_name: mixed.to_owned(),
            ..mail
        };
        let text = written(&mail);
        let word = format!("=?utf-8?B?{}?=", STANDARD.encode(mixed));
        assert!(text.contains(&format!("Subject: {word}\r\n")), "{text}");
        assert!(
            text.contains(&format!("From: {word} <no-reply@moyan.example>\r\n")),
            "{text}"
        );
        assert!(
            encoded_words(&name.repeat(9))
                .split("\r\n ")
                .all(|word| word.len() <= 75)
        );
    }
}
