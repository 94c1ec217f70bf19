//! A form for an address.

use moyan_domain::limits::{
    SITE_LABEL_MAX_CHARS, SITE_PARAGRAPH_MAX_CHARS, SITE_SUBTITLE_MAX_CHARS, SITE_TITLE_MAX_CHARS,
    SUBMIT_TEXT_MAX_CHARS,
};
use moyan_domain::stored_names;
use moyan_foundation::schema_limits::{line, text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::SectionKind;
use crate::features::site::settings::{Link, SiteLanguage};

stored_names! {
    /// How the newsletter is arranged.
    NewsletterLayout
    /// In the middle.
    Centered: "centered",
    /// Text and form side by side.
    Split: "split",
    /// The form alone.
    Minimal: "minimal",
}

stored_names! {
    /// How the newsletter looks.
    NewsletterVariant
    /// A neutral surface.
    Default: "default",
    /// A gradient of the primary color.
    Gradient: "gradient",
    /// A border.
    Outlined: "outlined",
}

/// A form for an address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Newsletter {
    /// The heading.
    #[schema(example = json!(line(0..=SITE_TITLE_MAX_CHARS)))]
    pub title: String,
    /// Below the heading.
    #[schema(example = json!(line(0..=SITE_SUBTITLE_MAX_CHARS)))]
    pub subtitle: String,
    /// A paragraph before the form.
    #[schema(example = json!(text(0..=SITE_PARAGRAPH_MAX_CHARS)))]
    pub description: String,
    /// Whether it asks for a name.
    pub shows_name_field: bool,
    /// In the field for the name; a default when empty.
    #[schema(example = json!(line(0..=SITE_LABEL_MAX_CHARS)))]
    pub name_placeholder: String,
    /// In the field for the address; a default when empty.
    #[schema(example = json!(line(0..=SITE_LABEL_MAX_CHARS)))]
    pub email_placeholder: String,
    /// The button; a default when empty.
    #[schema(example = json!(line(0..=SUBMIT_TEXT_MAX_CHARS)))]
    pub submit_text: String,
    /// What is said afterwards; a default when empty.
    #[schema(example = json!(line(0..=SITE_SUBTITLE_MAX_CHARS)))]
    pub success_message: String,
    /// What becomes of the address.
    #[schema(example = json!(text(0..=SITE_SUBTITLE_MAX_CHARS)))]
    pub privacy_text: String,
    /// None when its text is empty.
    pub privacy_link: Link,
    /// How it is arranged.
    pub layout: NewsletterLayout,
    /// How it looks.
    pub variant: NewsletterVariant,
}

impl SectionKind for Newsletter {
    fn starting(language: SiteLanguage) -> Self {
        let (title, subtitle, privacy) = language.pick((
            (
                "订阅更新",
                "有新文章时，用邮件告诉你。",
                "只用于发送更新，可随时退订。",
            ),
            (
                "Stay up to date",
                "Get an email when there is something new to read.",
                "Used for updates only. Unsubscribe at any time.",
            ),
        ));
        Self {
            title: title.to_owned(),
            subtitle: subtitle.to_owned(),
            description: String::new(),
            shows_name_field: false,
            name_placeholder: String::new(),
            email_placeholder: String::new(),
            submit_text: String::new(),
            success_message: String::new(),
            privacy_text: privacy.to_owned(),
            privacy_link: Link::default(),
            layout: NewsletterLayout::Centered,
            variant: NewsletterVariant::Default,
        }
    }
}
