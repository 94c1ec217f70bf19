//! What each mail says, one file a language.

mod en;
mod zh_cn;

use moyan_domain::{Language, shown_identifier};

use super::{Block, MailContent, MailSite, MailTemplate};

impl MailTemplate {
    /// Subject and content in a language.
    pub fn content(&self, language: Language) -> MailContent {
        let (subject, blocks) = match language {
            Language::ZhCn => zh_cn::words(self),
            Language::En => en::words(self),
        };
        MailContent { subject, blocks }
    }
}

/// The name of the platform.
pub fn brand(language: Language) -> &'static str {
    match language {
        Language::ZhCn => "墨砚",
        Language::En => "Moyan",
    }
}

/// What stands below a mail of the platform.
pub fn foot(language: Language) -> &'static str {
    match language {
        Language::ZhCn => "这封邮件由墨砚自动发出，请勿直接回复。",
        Language::En => "Moyan sent this email automatically. Please do not reply to it.",
    }
}

/// The sender's name of a mail of a site. Anybody may name a site as they like: it never stands alone.
pub fn sender_of(site: &MailSite, language: Language) -> String {
    match language {
        Language::ZhCn => format!("{}（墨砚代发）", site.name),
        Language::En => format!("{} via Moyan", site.name),
    }
}

/// What stands below a mail of a site.
pub fn foot_of(site: &MailSite, language: Language) -> String {
    let (name, is_answered) = (&site.name, !site.contact_email.is_empty());
    match (language, is_answered) {
        (Language::ZhCn, true) => format!("这封邮件由墨砚代“{name}”发出。直接回复，就能联系作者。"),
        (Language::ZhCn, false) => format!("这封邮件由墨砚代“{name}”自动发出，请勿直接回复。"),
        (Language::En, true) => {
            format!("Moyan sent this email for {name}. Reply to it to reach the author.")
        }
        (Language::En, false) => {
            format!("Moyan sent this email automatically for {name}. Please do not reply to it.")
        }
    }
}

/// A reader as their creator knows them: by the name, if they have one, and the address or number. In Chinese a space
/// stands behind an address, and none behind a bracket.
fn reader_of(nickname: &str, identifier: &str, language: Language) -> String {
    let address = shown_identifier(identifier, language);
    match (nickname, language) {
        ("", Language::ZhCn) => format!("{address} "),
        ("", Language::En) => address,
        (name, Language::ZhCn) => format!("{name}（{address}）"),
        (name, Language::En) => format!("{name} ({address})"),
    }
}

fn paragraph(text: impl Into<String>) -> Block {
    Block::Paragraph(text.into())
}

fn note(text: impl Into<String>) -> Block {
    Block::Note(text.into())
}

fn action(label: &'static str, url: &str) -> Block {
    Block::Action {
        label,
        url: url.to_owned(),
    }
}

fn link(label: &'static str, url: &str) -> Block {
    Block::NoteLink {
        label,
        url: url.to_owned(),
    }
}

fn code_in(sentence: String, code: &str) -> Block {
    Block::Code {
        sentence,
        code: code.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_without_an_address_is_named_by_a_number_that_people_write() {
        for (nickname, chinese, english) in [
            ("", "139 1234 5678 ", "+86 139 1234 5678"),
            ("阿青", "阿青（139 1234 5678）", "阿青 (+86 139 1234 5678)"),
        ] {
            let reader = |language| reader_of(nickname, "+86-13912345678", language);
            assert_eq!(
                [Language::ZhCn, Language::En].map(reader),
                [chinese, english].map(str::to_owned)
            );
        }
    }

    #[test]
    fn a_code_stands_in_subject_and_text_of_both_languages() {
        let mail = MailTemplate::Code {
            code: "012345".to_owned(),
            minutes: 10,
        };
        for language in [Language::ZhCn, Language::En] {
            let content = mail.content(language);
            let text = content.text(language);
            assert!(content.subject.contains("012345") && text.contains("012345") && text.contains("10"));
        }
    }
}
