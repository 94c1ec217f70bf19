//! What the sections of a homepage may hold. Source: specification §5 and §9.

use chrono::NaiveDate;
use moyan_domain::FieldProblem;
use moyan_domain::limits::{
    BLOG_POSTS_MAX, DEMO_BENEFITS_MAX, FAQ_ANSWER_MAX_CHARS, FAQ_MAX, FEATURES_MAX, PARTNERS_MAX,
    READ_TIME_MAX_MIN, SECTIONS_MAX, SITE_LABEL_MAX_CHARS, SITE_PARAGRAPH_MAX_CHARS, SITE_SUBTITLE_MAX_CHARS,
    SITE_SUMMARY_MAX_CHARS, SITE_TITLE_MAX_CHARS, STATS_MAX, STATS_VALUE_MAX_CHARS, SUBMIT_TEXT_MAX_CHARS,
    TESTIMONIALS_MAX,
};

use super::sections::*;
use crate::features::site::settings::{Fields, ImageUse, Settings, SettingsTab, SiteLanguage};

const LABEL: usize = SITE_LABEL_MAX_CHARS;
const TITLE: usize = SITE_TITLE_MAX_CHARS;
const SUBTITLE: usize = SITE_SUBTITLE_MAX_CHARS;
const SUMMARY: usize = SITE_SUMMARY_MAX_CHARS;
const PARAGRAPH: usize = SITE_PARAGRAPH_MAX_CHARS;

impl Settings for Homepage {
    const TAB: SettingsTab = SettingsTab::Homepage;

    fn initial(_language: SiteLanguage) -> Self {
        Self { sections: Vec::new() }
    }

    fn check(&self, fields: &mut Fields) {
        fields.distinct("sections", &self.sections, "id", |section| section.id);
        fields.each("sections", &self.sections, SECTIONS_MAX, |fields, section| {
            fields.within("content", |fields| section.content.check(fields));
        });
    }
}

impl SectionContent {
    fn check(&self, fields: &mut Fields) {
        match self {
            Self::Hero(hero) => hero.check(fields),
            Self::Stats(stats) => stats.check(fields),
            Self::Features(features) => features.check(fields),
            Self::Demo(demo) => demo.check(fields),
            Self::Testimonials(testimonials) => testimonials.check(fields),
            Self::Blog(blog) => blog.check(fields),
            Self::Faq(faq) => faq.check(fields),
            Self::Partners(partners) => partners.check(fields),
            Self::Newsletter(newsletter) => newsletter.check(fields),
            Self::Cta(cta) => cta.check(fields),
        }
    }
}

impl Hero {
    fn check(&self, fields: &mut Fields) {
        fields.line("title", &self.title, 1..=TITLE);
        fields.text("subtitle", &self.subtitle, 0..=SUMMARY);
        fields.link("primaryButton", &self.primary_button);
        fields.link("secondaryButton", &self.secondary_button);
        fields.image("image", self.image.as_ref(), ImageUse::Picture);
    }
}

impl Stats {
    fn check(&self, fields: &mut Fields) {
        fields.line("title", &self.title, 0..=TITLE);
        fields.each("items", &self.items, STATS_MAX, |fields, item| {
            fields.line("value", &item.value, 1..=STATS_VALUE_MAX_CHARS);
            fields.line("label", &item.label, 1..=LABEL);
            fields.text("description", &item.description, 0..=SUBTITLE);
        });
    }
}

impl Features {
    fn check(&self, fields: &mut Fields) {
        fields.line("title", &self.title, 0..=TITLE);
        fields.line("subtitle", &self.subtitle, 0..=SUBTITLE);
        fields.text("description", &self.description, 0..=PARAGRAPH);
        fields.number("columns", self.columns.into(), 2..=4);
        fields.each("items", &self.items, FEATURES_MAX, |fields, item| {
            fields.icon("icon", &item.icon);
            fields.line("title", &item.title, 1..=LABEL);
            fields.text("description", &item.description, 0..=SUMMARY);
        });
    }
}

impl Demo {
    fn check(&self, fields: &mut Fields) {
        fields.line("title", &self.title, 0..=TITLE);
        fields.text("subtitle", &self.subtitle, 0..=SUMMARY);
        fields.image("image", self.image.as_ref(), ImageUse::Picture);
        fields.link("button", &self.button);
        fields.lines("benefits", &self.benefits, DEMO_BENEFITS_MAX, TITLE);
    }
}

impl Testimonials {
    fn check(&self, fields: &mut Fields) {
        fields.line("title", &self.title, 0..=TITLE);
        fields.number("columns", self.columns.into(), 2..=3);
        fields.each("items", &self.items, TESTIMONIALS_MAX, |fields, item| {
            fields.text("content", &item.content, 1..=PARAGRAPH);
            fields.line("author", &item.author, 1..=LABEL);
            fields.line("position", &item.position, 0..=LABEL);
            fields.image("avatar", item.avatar.as_ref(), ImageUse::Picture);
        });
    }
}

impl Blog {
    fn check(&self, fields: &mut Fields) {
        fields.line("title", &self.title, 0..=TITLE);
        fields.line("subtitle", &self.subtitle, 0..=SUBTITLE);
        fields.link("viewAll", &self.view_all);
        let max = u32::try_from(BLOG_POSTS_MAX).unwrap_or(u32::MAX);
        fields.number("nLatest", self.n_latest.into(), 1..=max);
        fields.number("columns", self.columns.into(), 1..=3);
        // While the latest are shown, nobody sees what is missing here.
        let is_listed = self.source == BlogSource::Listed;
        fields.each("posts", &self.posts, BLOG_POSTS_MAX, |fields, post| {
            fields.line("title", &post.title, usize::from(is_listed)..=TITLE);
            fields.address("link", &post.link);
            fields.text("excerpt", &post.excerpt, 0..=SUMMARY);
            fields.line("category", &post.category, 0..=LABEL);
            if !post.date.is_empty() && NaiveDate::parse_from_str(&post.date, "%Y-%m-%d").is_err() {
                fields.refuse("date", FieldProblem::DateInvalid);
            }
            fields.image("image", post.image.as_ref(), ImageUse::Picture);
            fields.line("author", &post.author, 0..=LABEL);
            fields.number("readTimeMin", post.read_time_min, 0..=READ_TIME_MAX_MIN);
        });
    }
}

impl Faq {
    fn check(&self, fields: &mut Fields) {
        fields.line("title", &self.title, 0..=TITLE);
        fields.each("items", &self.items, FAQ_MAX, |fields, item| {
            fields.line("question", &item.question, 1..=SUBTITLE);
            fields.text("answer", &item.answer, 1..=FAQ_ANSWER_MAX_CHARS);
        });
    }
}

impl Partners {
    fn check(&self, fields: &mut Fields) {
        fields.line("title", &self.title, 0..=TITLE);
        fields.each("items", &self.items, PARTNERS_MAX, |fields, item| {
            fields.line("name", &item.name, 1..=LABEL);
            fields.image("logo", item.logo.as_ref(), ImageUse::Picture);
            fields.address("url", &item.url);
        });
    }
}

impl Newsletter {
    fn check(&self, fields: &mut Fields) {
        fields.line("title", &self.title, 0..=TITLE);
        fields.line("subtitle", &self.subtitle, 0..=SUBTITLE);
        fields.text("description", &self.description, 0..=PARAGRAPH);
        fields.line("namePlaceholder", &self.name_placeholder, 0..=LABEL);
        fields.line("emailPlaceholder", &self.email_placeholder, 0..=LABEL);
        fields.line("submitText", &self.submit_text, 0..=SUBMIT_TEXT_MAX_CHARS);
        fields.line("successMessage", &self.success_message, 0..=SUBTITLE);
        fields.text("privacyText", &self.privacy_text, 0..=SUBTITLE);
        fields.link("privacyLink", &self.privacy_link);
    }
}

impl Cta {
    fn check(&self, fields: &mut Fields) {
        fields.line("title", &self.title, 1..=TITLE);
        fields.line("subtitle", &self.subtitle, 0..=SUBTITLE);
        fields.text("description", &self.description, 0..=PARAGRAPH);
        fields.link("primaryButton", &self.primary_button);
        fields.link("secondaryButton", &self.secondary_button);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_post_of_a_section_needs_a_title_while_the_list_is_shown() {
        for (source, title, link, is_good) in [
            ("listed", "一", "/docs/a", true),
            ("listed", "", "/docs/a", false),
            ("listed", "一", "", true),
            ("latest", "", "", true),
            ("latest", "", "javascript:alert(1)", false),
            ("latest", "", "/docs/a", true),
        ] {
            let blog: Blog = serde_json::from_value(json!({
                "title": "", "subtitle": "", "viewAll": { "text": "", "url": "" }, "source": source, "nLatest": 3,
                "columns": 3, "showsAuthor": false, "showsReadTime": false,
                "posts": [{
                    "title": title, "link": link, "excerpt": "", "category": "", "date": "", "image": null,
                    "author": "", "readTimeMin": 1,
                }],
            }))
            .unwrap();
            let mut fields = Fields::default();
            blog.check(&mut fields);
            assert_eq!(fields.into_result().is_ok(), is_good, "{source} {title} {link}");
        }
    }
}
