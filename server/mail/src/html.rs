//! The HTML of a mail: one column, styles in attributes, no picture and nothing that is fetched.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use moyan_domain::Language;

use super::content::{Block, MailContent};

/// Mail programs that know no system fonts by name take the last one.
const FONT: &str =
    "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI','PingFang SC','Microsoft YaHei',sans-serif";
/// Mail programs that follow the system's scheme read it here; all others show what the attributes say.
const DARK: &str = "@media (prefers-color-scheme:dark){\
    .page{background:#16181c!important}\
    .sheet{background:#1f2227!important;border-color:#34383f!important}\
    .ink{color:#e8e9eb!important}\
    .soft,.soft a{color:#a9adb5!important}\
    .code{background:#1a2c3d!important;color:#e8e9eb!important}\
    .button{background:#2768a4!important}}";

/// Who writes a mail, as its head and its foot say it.
pub struct Letterhead<'a> {
    /// The name at the top.
    pub name: &'a str,
    /// Where the name leads, if anywhere.
    pub url: Option<&'a str>,
    /// What stands below everything.
    pub foot: &'a str,
}

/// The whole document.
pub fn document(content: &MailContent, head: &Letterhead<'_>, language: Language) -> String {
    let page = html! {
        (DOCTYPE)
        html lang=(language.as_str()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                meta name="color-scheme" content="light dark";
                title { (content.subject) }
                style { (PreEscaped(DARK)) }
            }
            body class="page" style={ "margin:0;padding:0;background:#f5f6f7;" (FONT) } {
                div class="page" style="background:#f5f6f7;padding:24px 12px" {
                    div class="sheet" style="max-width:560px;margin:0 auto;background:#ffffff;border:1px solid #e3e5e8;border-radius:8px;padding:32px 28px 16px" {
                        p style="margin:0 0 24px;font-size:14px;line-height:1.5" {
                            a class="ink" href=[head.url] style="color:#1d1f23;font-weight:600;text-decoration:none" { (head.name) }
                        }
                        @for block in &content.blocks { (part(block)) }
                    }
                    p class="soft" style="max-width:560px;margin:16px auto 0;padding:0 28px;font-size:12px;line-height:1.7;color:#6a6f78" { (head.foot) }
                }
            }
        }
    };
    page.into_string()
}

fn part(block: &Block) -> Markup {
    match block {
        Block::Paragraph(text) => html! {
            p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.75;color:#1d1f23;overflow-wrap:anywhere" { (text) }
        },
        Block::Code { sentence, code } => html! {
            p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.75;color:#1d1f23" { (sentence) }
            // As much more on the left as the spacing of the last digit takes on the right.
            p class="code" style="margin:0 0 16px;padding:16px 16px 16px 22px;border-radius:6px;background:#e7eef5;color:#1d1f23;font-size:32px;line-height:1.25;font-weight:600;letter-spacing:6px;text-align:center" { (code) }
        },
        Block::Action { label, url } => html! {
            p style="margin:24px 0 8px" {
                a class="button" href=(url) style="display:inline-block;padding:12px 24px;border-radius:6px;background:#0f4c81;color:#ffffff;font-size:16px;line-height:1.5;text-decoration:none" { (label) }
            }
            p class="soft" style="margin:0 0 16px;font-size:12px;line-height:1.7;color:#6a6f78;word-break:break-all" { (url) }
        },
        Block::Note(text) => html! {
            p class="soft" style="margin:0 0 12px;font-size:13px;line-height:1.7;color:#6a6f78;overflow-wrap:anywhere" { (text) }
        },
        Block::NoteLink { label, url } => html! {
            p class="soft" style="margin:0 0 12px;font-size:13px;line-height:1.7;color:#6a6f78" {
                a href=(url) style="color:#6a6f78" { (label) }
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_wrote_stays_text_and_no_part_is_left_out() {
        let content = MailContent {
            subject: "<s>".to_owned(),
            blocks: vec![
                Block::Paragraph("<img src=x>".to_owned()),
                Block::Code {
                    sentence: "it is 123456".to_owned(),
                    code: "123456".to_owned(),
                },
                Block::Action {
                    label: "Open",
                    url: "https://a.cn/?a=1&b=\"2".to_owned(),
                },
                Block::Note("note".to_owned()),
                Block::NoteLink {
                    label: "Stop",
                    url: "https://a.cn/u".to_owned(),
                },
            ],
        };
        let head = Letterhead {
            name: "<b>",
            url: Some("https://a.cn/"),
            foot: "<i>",
        };
        let html = document(&content, &head, Language::En);
        for escaped in ["&lt;s&gt;", "&lt;img src=x&gt;", "&lt;b&gt;", "&lt;i&gt;"] {
            assert!(html.contains(escaped), "{escaped}");
        }
        assert!(
            html.contains("href=\"https://a.cn/?a=1&amp;b=&quot;2\""),
            "{html}"
        );
        for part in [
            ">123456<",
            ">Open<",
            ">note<",
            "href=\"https://a.cn/u\"",
            "lang=\"en\"",
        ] {
            assert!(html.contains(part), "{part}");
        }
        assert!(!html.contains("<img") && !html.contains("<script"));
    }
}
