//! Questions and answers.

use moyan_domain::limits::{FAQ_ANSWER_MAX_CHARS, FAQ_MAX, SITE_SUBTITLE_MAX_CHARS, SITE_TITLE_MAX_CHARS};
use moyan_domain::stored_names;
use moyan_foundation::schema_limits::{line, list, text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{SectionKind, TextVariant};
use crate::features::site::settings::SiteLanguage;

stored_names! {
    /// How questions are arranged.
    FaqLayout
    /// Answers that open.
    Accordion: "accordion",
    /// Questions at the side, one answer.
    Tabs: "tabs",
    /// All answers open.
    List: "list",
}

/// Questions and answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Faq {
    /// The heading.
    #[schema(example = json!(line(0..=SITE_TITLE_MAX_CHARS)))]
    pub title: String,
    /// The questions.
    #[schema(example = json!(list(FAQ_MAX)))]
    pub items: Vec<FaqItem>,
    /// How they are arranged.
    pub layout: FaqLayout,
    /// How they look.
    pub variant: TextVariant,
}

/// A question and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FaqItem {
    /// The question.
    #[schema(example = json!(line(1..=SITE_SUBTITLE_MAX_CHARS)))]
    pub question: String,
    /// The answer; a line break stays one.
    #[schema(example = json!(text(1..=FAQ_ANSWER_MAX_CHARS)))]
    pub answer: String,
}

impl SectionKind for Faq {
    fn starting(language: SiteLanguage) -> Self {
        let items = language.pick((
            [
                (
                    "从哪里开始读？",
                    "可以从目录的第一篇开始，也可以直接搜索感兴趣的主题。",
                ),
                (
                    "在手机上可以阅读吗？",
                    "可以。页面会适应屏幕的宽度，也支持深色模式。",
                ),
                (
                    "发现错误怎么办？",
                    "欢迎通过页面底部的联系方式告诉我们，我们会尽快修正。",
                ),
            ],
            [
                (
                    "Where do I start?",
                    "With the first article of the index, or by searching for a topic that interests you.",
                ),
                (
                    "Can I read on my phone?",
                    "Yes. Pages fit the width of your screen, and there is a dark mode.",
                ),
                (
                    "I found a mistake. What now?",
                    "Please tell us through the contact at the foot of the page. We will correct it.",
                ),
            ],
        ));
        Self {
            title: language.pick(("常见问题", "Questions and answers")).to_owned(),
            items: items
                .map(|(question, answer)| FaqItem {
                    question: question.to_owned(),
                    answer: answer.to_owned(),
                })
                .into(),
            layout: FaqLayout::Accordion,
            variant: TextVariant::Modern,
        }
    }
}
