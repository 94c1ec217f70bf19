//! What a mail says, before it is written as plain text and as HTML.

use moyan_domain::Language;

/// The content of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailContent {
    /// The subject, one line.
    pub subject: String,
    /// What it says, in order.
    pub blocks: Vec<Block>,
}

/// A part of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Some sentences.
    Paragraph(String),
    /// A code, and the sentence that it stands in. Plain text has the sentence only.
    Code {
        /// The sentence.
        sentence: String,
        /// The code.
        code: String,
    },
    /// What the recipient is asked to do.
    Action {
        /// What the button says.
        label: &'static str,
        /// Where it leads.
        url: String,
    },
    /// What few need to read.
    Note(String),
    /// A link that few need.
    NoteLink {
        /// What it leads to.
        label: &'static str,
        /// Where it leads.
        url: String,
    },
}

impl MailContent {
    /// The plain text: one empty line between the parts, each address in full.
    pub fn text(&self, language: Language) -> String {
        let colon = match language {
            Language::ZhCn => "：",
            Language::En => ": ",
        };
        let parts: Vec<String> = self
            .blocks
            .iter()
            .map(|block| match block {
                Block::Paragraph(text) | Block::Note(text) => text.clone(),
                Block::Code { sentence, .. } => sentence.clone(),
                // On a line of its own, so that no mail program takes a sign beside it for a part of it.
                Block::Action { label, url } | Block::NoteLink { label, url } => {
                    format!("{label}{}\n{url}", colon.trim_end())
                }
            })
            .collect();
        parts.join("\n\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_has_every_part_and_each_address_on_a_line_of_its_own() {
        let content = MailContent {
            subject: "s".to_owned(),
            blocks: vec![
                Block::Paragraph("一".to_owned()),
                Block::Code {
                    sentence: "码 123456".to_owned(),
                    code: "123456".to_owned(),
                },
                Block::Action {
                    label: "打开",
                    url: "https://a.cn/".to_owned(),
                },
                Block::Note("二".to_owned()),
                Block::NoteLink {
                    label: "退订",
                    url: "https://a.cn/u".to_owned(),
                },
            ],
        };
        assert_eq!(
            content.text(Language::ZhCn),
            "一\n\n码 123456\n\n打开：\nhttps://a.cn/\n\n二\n\n退订：\nhttps://a.cn/u"
        );
        assert!(content.text(Language::En).contains("打开:\nhttps://a.cn/"));
    }
}
