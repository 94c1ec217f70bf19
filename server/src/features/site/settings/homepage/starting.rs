//! The homepage that a new site begins with, so that its first preview looks like a site.

use moyan_domain::limits::SITE_TITLE_MAX_CHARS;
use uuid::Uuid;

use super::sections::*;
use crate::features::site::settings::{BasicInfo, Link, SiteLanguage};

/// Articles that the blog section shows first.
const N_LATEST: u8 = 6;

/// Hero, features, the latest articles, questions and a call to action, in the language of the site.
pub fn starting_homepage(info: &BasicInfo) -> Homepage {
    let words = words_of(info.language);
    let sections = [
        SectionContent::Hero(hero(info, &words)),
        SectionContent::Features(features(&words)),
        SectionContent::Blog(blog(&words)),
        SectionContent::Faq(faq(&words)),
        SectionContent::Cta(cta(&words)),
    ];
    Homepage {
        sections: sections
            .into_iter()
            .map(|content| Section {
                id: Uuid::new_v4(),
                is_visible: true,
                content,
            })
            .collect(),
    }
}

/// The words of the first homepage in one language.
struct Words {
    subtitle: &'static str,
    start: &'static str,
    features: &'static str,
    /// Icon, title and description of each.
    feature_items: [(&'static str, &'static str, &'static str); 3],
    latest: &'static str,
    latest_subtitle: &'static str,
    view_all: &'static str,
    faq: &'static str,
    faq_items: [(&'static str, &'static str); 3],
    cta: &'static str,
    cta_subtitle: &'static str,
}

fn words_of(language: SiteLanguage) -> Words {
    match language {
        SiteLanguage::ZhCn => Words {
            subtitle: "把积累的经验写下来，按主题整理好，方便随时查阅。",
            start: "开始阅读",
            features: "在这里可以读到什么",
            feature_items: [
                (
                    "book-open",
                    "系统整理",
                    "文章按分类和顺序编排，从入门到深入，一篇接着一篇读。",
                ),
                (
                    "search",
                    "随时查找",
                    "搜索标题、小标题和正文，很快找到需要的那一段。",
                ),
                (
                    "refresh-cw",
                    "持续更新",
                    "内容会不断补充和修订，每篇文章都标有最后更新的时间。",
                ),
            ],
            latest: "最新文章",
            latest_subtitle: "最近写下和修订的内容",
            view_all: "查看全部",
            faq: "常见问题",
            faq_items: [
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
            cta: "现在就开始读吧",
            cta_subtitle: "打开目录，找到适合你的第一篇文章。",
        },
        SiteLanguage::En => Words {
            subtitle: "What we have learned, written down and put in order, for you to look up whenever you need it.",
            start: "Start reading",
            features: "What you will find here",
            feature_items: [
                (
                    "book-open",
                    "In order",
                    "Articles are arranged by topic, from the first steps to the details, one after the other.",
                ),
                (
                    "search",
                    "Easy to find",
                    "Search titles, headings and text, and get to the passage you need.",
                ),
                (
                    "refresh-cw",
                    "Kept up to date",
                    "Articles are extended and corrected; each one says when it was last changed.",
                ),
            ],
            latest: "Latest articles",
            latest_subtitle: "What was written and revised most recently",
            view_all: "View all",
            faq: "Questions and answers",
            faq_items: [
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
            cta: "Start reading now",
            cta_subtitle: "Open the index and find your first article.",
        },
    }
}

fn link(text: &str, url: &str) -> Link {
    Link {
        text: text.to_owned(),
        url: url.to_owned(),
    }
}

fn hero(info: &BasicInfo, words: &Words) -> Hero {
    let description = info.description.trim();
    let subtitle = if description.is_empty() {
        words.subtitle
    } else {
        description
    };
    Hero {
        title: info.name.chars().take(SITE_TITLE_MAX_CHARS).collect(),
        subtitle: subtitle.to_owned(),
        primary_button: link(words.start, "/docs"),
        secondary_button: Link::default(),
        image: None,
        shows_image: false,
        variant: HeroVariant::Gradient,
        layout: HeroLayout::Centered,
    }
}

fn features(words: &Words) -> Features {
    Features {
        title: words.features.to_owned(),
        subtitle: String::new(),
        description: String::new(),
        items: words
            .feature_items
            .iter()
            .map(|(icon, title, description)| FeatureItem {
                icon: (*icon).to_owned(),
                title: (*title).to_owned(),
                description: (*description).to_owned(),
            })
            .collect(),
        layout: FeaturesLayout::Grid,
        columns: 3,
        card_style: CardStyle::Card,
        shows_icons: true,
        has_hover_effect: true,
    }
}

fn blog(words: &Words) -> Blog {
    Blog {
        title: words.latest.to_owned(),
        subtitle: words.latest_subtitle.to_owned(),
        view_all: link(words.view_all, "/docs"),
        source: BlogSource::Latest,
        n_latest: N_LATEST,
        posts: Vec::new(),
        shows_author: false,
        shows_read_time: true,
        columns: 3,
    }
}

fn faq(words: &Words) -> Faq {
    Faq {
        title: words.faq.to_owned(),
        items: words
            .faq_items
            .iter()
            .map(|(question, answer)| FaqItem {
                question: (*question).to_owned(),
                answer: (*answer).to_owned(),
            })
            .collect(),
        layout: FaqLayout::Accordion,
        variant: TextVariant::Modern,
    }
}

fn cta(words: &Words) -> Cta {
    Cta {
        title: words.cta.to_owned(),
        subtitle: words.cta_subtitle.to_owned(),
        description: String::new(),
        primary_button: link(words.start, "/docs"),
        secondary_button: Link::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::site::settings::{Fields, Settings as _};

    #[test]
    fn what_a_site_begins_with_can_be_saved_in_both_languages() {
        for language in [SiteLanguage::ZhCn, SiteLanguage::En] {
            let mut info = BasicInfo::initial(language);
            info.name = "墨".repeat(SITE_TITLE_MAX_CHARS);
            let homepage = starting_homepage(&info);
            let mut fields = Fields::default();
            homepage.check(&mut fields);
            fields.into_result().unwrap();
            assert_eq!(homepage.sections.len(), 5);
        }
    }

    #[test]
    fn every_button_leads_somewhere() {
        let homepage = starting_homepage(&BasicInfo::initial(SiteLanguage::En));
        let json = serde_json::to_value(&homepage).unwrap();
        let button = &json["sections"][0]["content"]["primaryButton"];
        assert_eq!(button["url"], "/docs");
        assert!(button["text"].as_str().is_some_and(|text| !text.is_empty()));
    }
}
