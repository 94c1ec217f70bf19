//! Sections of the homepage. Source: specification §3, Homepage sections; the numbers are those of §9.

use moyan_domain::stored_names;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::site::settings::{Link, SiteImage};

stored_names! {
    /// The ground of the hero.
    HeroVariant
    /// A gradient of the primary color.
    Gradient: "gradient",
    /// The primary color.
    Solid: "solid",
    /// The picture.
    Image: "image",
}

stored_names! {
    /// Where the picture of the hero stands.
    HeroLayout
    /// Beside the text.
    Split: "split",
    /// Text in the middle, no picture beside it.
    Centered: "centered",
    /// Below the text.
    Stacked: "stacked",
}

stored_names! {
    /// How figures are arranged.
    StatsLayout
    /// In a grid.
    Grid: "grid",
    /// In a row.
    Horizontal: "horizontal",
}

stored_names! {
    /// How figures look.
    StatsVariant
    /// On cards.
    Default: "default",
    /// Plain.
    Minimal: "minimal",
    /// On the primary color.
    Highlight: "highlight",
}

stored_names! {
    /// How features are arranged.
    FeaturesLayout
    /// In a grid.
    Grid: "grid",
    /// One below the other.
    List: "list",
    /// In a row that scrolls.
    Carousel: "carousel",
}

stored_names! {
    /// How a feature looks.
    CardStyle
    /// A card.
    Card: "card",
    /// Plain.
    Minimal: "minimal",
    /// A border.
    Bordered: "bordered",
}

stored_names! {
    /// How testimonials are arranged.
    TestimonialsLayout
    /// In a grid.
    Grid: "grid",
    /// In a row that scrolls.
    Carousel: "carousel",
    /// In columns of unequal heights.
    Masonry: "masonry",
}

stored_names! {
    /// How testimonials and questions look.
    TextVariant
    /// Cards.
    Modern: "modern",
    /// With rules, as in print.
    Classic: "classic",
    /// Plain.
    Minimal: "minimal",
}

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

stored_names! {
    /// How partners are arranged.
    PartnersLayout
    /// In a row.
    Horizontal: "horizontal",
    /// In a grid.
    Grid: "grid",
}

stored_names! {
    /// How partners look.
    PartnersVariant
    /// Gray until they are pointed at.
    Default: "default",
    /// Plain.
    Minimal: "minimal",
    /// On cards.
    Card: "card",
}

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

stored_names! {
    /// Where the articles of the blog section come from.
    BlogSource
    /// The latest documents that guests may see.
    Latest: "latest",
    /// Those that are listed.
    Listed: "listed",
}

/// Sections of the homepage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Homepage {
    /// In their order: at most 20.
    pub sections: Vec<Section>,
}

/// A section.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    /// Made by the console, unique in the site: a UUID.
    pub id: Uuid,
    /// Whether it is shown.
    pub is_visible: bool,
    /// What it holds.
    pub content: SectionContent,
}

/// What a section holds, by its kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum SectionContent {
    /// The first words.
    Hero(Hero),
    /// Figures.
    Stats(Stats),
    /// What it offers.
    Features(Features),
    /// A look inside.
    Demo(Demo),
    /// What readers say.
    Testimonials(Testimonials),
    /// Articles.
    Blog(Blog),
    /// Questions and answers.
    Faq(Faq),
    /// Partners.
    Partners(Partners),
    /// A form for an address.
    Newsletter(Newsletter),
    /// A call to action.
    Cta(Cta),
}

/// The first words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hero {
    /// The main title: 1 to 100 characters.
    pub title: String,
    /// At most 300 characters.
    pub subtitle: String,
    /// None when its text is empty.
    pub primary_button: Link,
    /// None when its text is empty.
    pub secondary_button: Link,
    /// Recommended 1200 × 600.
    pub image: Option<SiteImage>,
    /// Whether the picture is shown.
    pub shows_image: bool,
    /// The ground.
    pub variant: HeroVariant,
    /// Where the picture stands.
    pub layout: HeroLayout,
}

/// Figures: at most 8.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// At most 100 characters; none when empty.
    pub title: String,
    /// The figures.
    pub items: Vec<StatsItem>,
    /// How they are arranged.
    pub layout: StatsLayout,
    /// How they look.
    pub variant: StatsVariant,
}

/// A figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatsItem {
    /// Such as `30+`: 1 to 20 characters.
    pub value: String,
    /// 1 to 50 characters.
    pub label: String,
    /// At most 200 characters.
    pub description: String,
}

/// What it offers: at most 12 items.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Features {
    /// At most 100 characters.
    pub title: String,
    /// At most 200 characters.
    pub subtitle: String,
    /// At most 500 characters.
    pub description: String,
    /// The features.
    pub items: Vec<FeatureItem>,
    /// How they are arranged.
    pub layout: FeaturesLayout,
    /// 2, 3 or 4.
    pub columns: u8,
    /// How each looks.
    pub card_style: CardStyle,
    /// Whether icons are shown.
    pub shows_icons: bool,
    /// Whether a card answers the pointer.
    pub has_hover_effect: bool,
}

/// A feature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeatureItem {
    /// The name of an icon of the site's set; none when empty.
    pub icon: String,
    /// 1 to 50 characters.
    pub title: String,
    /// At most 300 characters.
    pub description: String,
}

/// A look inside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Demo {
    /// At most 100 characters.
    pub title: String,
    /// At most 300 characters.
    pub subtitle: String,
    /// Recommended 1200 × 800.
    pub image: Option<SiteImage>,
    /// None when its text is empty.
    pub button: Link,
    /// At most 6 lines of at most 100 characters.
    pub benefits: Vec<String>,
}

/// What readers say: at most 12.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Testimonials {
    /// At most 100 characters.
    pub title: String,
    /// What they say.
    pub items: Vec<Testimonial>,
    /// How they are arranged.
    pub layout: TestimonialsLayout,
    /// 2 or 3.
    pub columns: u8,
    /// How they look.
    pub variant: TextVariant,
}

/// What a reader says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Testimonial {
    /// 1 to 500 characters.
    pub content: String,
    /// The name: 1 to 50 characters.
    pub author: String,
    /// At most 50 characters.
    pub position: String,
    /// Recommended 200 × 200.
    pub avatar: Option<SiteImage>,
}

/// Articles: at most 6.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Blog {
    /// At most 100 characters.
    pub title: String,
    /// At most 200 characters.
    pub subtitle: String,
    /// A link to all of them; none when its text is empty.
    pub view_all: Link,
    /// Where the articles come from.
    pub source: BlogSource,
    /// Latest documents: 1 to 6.
    pub n_latest: u8,
    /// Those that are listed.
    pub posts: Vec<BlogPost>,
    /// Whether the author is shown.
    pub shows_author: bool,
    /// Whether the reading time is shown.
    pub shows_read_time: bool,
    /// 1 to 3.
    pub columns: u8,
}

/// An article of the blog section.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogPost {
    /// 1 to 100 characters.
    pub title: String,
    /// Where it leads.
    pub link: String,
    /// At most 300 characters.
    pub excerpt: String,
    /// At most 50 characters.
    pub category: String,
    /// `2026-11-22`; may be empty.
    pub date: String,
    /// Its picture.
    pub image: Option<SiteImage>,
    /// At most 50 characters.
    pub author: String,
    /// Minutes to read; 0 when it is not known.
    pub read_time_min: u32,
}

/// Questions and answers: at most 10.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Faq {
    /// At most 100 characters.
    pub title: String,
    /// The questions.
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
    /// 1 to 200 characters.
    pub question: String,
    /// 1 to 1,000 characters; a line break stays one.
    pub answer: String,
}

/// Partners: at most 12.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Partners {
    /// At most 100 characters.
    pub title: String,
    /// The partners.
    pub items: Vec<Partner>,
    /// How they are arranged.
    pub layout: PartnersLayout,
    /// How they look.
    pub variant: PartnersVariant,
    /// Whether logos are shown; else names.
    pub shows_logos: bool,
}

/// A partner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Partner {
    /// 1 to 50 characters.
    pub name: String,
    /// Its logo.
    pub logo: Option<SiteImage>,
    /// Its site; may be empty.
    pub url: String,
}

/// A form for an address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Newsletter {
    /// At most 100 characters.
    pub title: String,
    /// At most 200 characters.
    pub subtitle: String,
    /// At most 500 characters.
    pub description: String,
    /// Whether it asks for a name.
    pub shows_name_field: bool,
    /// At most 50 characters; a default when empty.
    pub name_placeholder: String,
    /// At most 50 characters; a default when empty.
    pub email_placeholder: String,
    /// At most 30 characters; a default when empty.
    pub submit_text: String,
    /// At most 200 characters; a default when empty.
    pub success_message: String,
    /// At most 200 characters.
    pub privacy_text: String,
    /// None when its text is empty.
    pub privacy_link: Link,
    /// How it is arranged.
    pub layout: NewsletterLayout,
    /// How it looks.
    pub variant: NewsletterVariant,
}

/// A call to action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cta {
    /// 1 to 100 characters.
    pub title: String,
    /// At most 200 characters.
    pub subtitle: String,
    /// At most 500 characters.
    pub description: String,
    /// None when its text is empty.
    pub primary_button: Link,
    /// None when its text is empty.
    pub secondary_button: Link,
}
