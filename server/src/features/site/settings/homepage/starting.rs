//! The homepage that a new site begins with, so that its first preview looks like a site.

use moyan_domain::limits::SITE_TITLE_MAX_CHARS;
use uuid::Uuid;

use super::sections::*;
use crate::features::site::settings::BasicInfo;

/// Hero, features, the latest articles, questions and a call to action, in the language of the site. The hero has the
/// name of the site, and its description.
pub fn starting_homepage(info: &BasicInfo) -> Homepage {
    let mut hero = Hero::starting(info.language);
    hero.title = info.name.chars().take(SITE_TITLE_MAX_CHARS).collect();
    let description = info.description.trim();
    if !description.is_empty() {
        hero.subtitle = description.to_owned();
    }
    let sections = [
        SectionContent::Hero(hero),
        SectionContent::Features(Features::starting(info.language)),
        SectionContent::Blog(Blog::starting(info.language)),
        SectionContent::Faq(Faq::starting(info.language)),
        SectionContent::Cta(Cta::starting(info.language)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::site::settings::{Fields, Settings as _, SiteLanguage};

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
