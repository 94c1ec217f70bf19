//! Wire structs.

use std::borrow::Cow;

use chrono::{DateTime, NaiveDate, Utc};
use moyan_domain::limits::{
    DOMAINS_PER_SITE, REDIRECT_PATH_MAX_CHARS, REDIRECTS_PER_SITE, SITE_LINK_MAX_CHARS, SITE_NAME_MAX_CHARS,
    SITE_SLUG_CHARS,
};
use moyan_domain::{
    KnowledgeBaseId, KnowledgeBaseStatus, ReleaseId, SiteDomainId, SiteId, SiteStatus, TeamId, stored_names,
};
use moyan_foundation::schema_limits::{line, list};
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{ObjectBuilder, Ref, SchemaFormat, Type};
use utoipa::openapi::{KnownFormat, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::settings::{Settings, SiteLanguage};

stored_names! {
    /// What a list of sites is ordered by.
    SiteSort
    /// The name.
    Name: "name",
    /// The moment of the last change.
    UpdatedAt: "updatedAt",
    /// Views.
    NViews: "nViews",
}

stored_names! {
    /// The direction of an order of sites.
    SiteOrder
    /// The smallest or oldest first.
    Ascending: "asc",
    /// The largest or newest first.
    Descending: "desc",
}

stored_names! {
    /// What can be said of the first part of an address.
    SlugState
    /// It can be taken.
    Free: "free",
    /// A site has it, or had it and keeps it as a redirect.
    Taken: "taken",
    /// It is kept for the platform.
    Reserved: "reserved",
    /// It is none.
    Invalid: "invalid",
}

stored_names! {
    /// Why the last check of a domain did not prove it.
    DomainProblem
    /// The record is not there.
    RecordMissing: "recordMissing",
    /// There is a record, with another value.
    RecordDiffers: "recordDiffers",
    /// The name servers did not answer.
    NoAnswer: "noAnswer",
    /// Another site proves the same domain.
    Taken: "taken",
}

/// The base that a site publishes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteKnowledgeBaseDto {
    /// The knowledge base.
    pub id: KnowledgeBaseId,
    /// The title.
    pub title: String,
    /// What is done with it. An archived one is published all the same.
    pub status: KnowledgeBaseStatus,
    /// True while it waits in the bin: the site keeps its last release and cannot publish.
    pub is_in_bin: bool,
    /// Documents, deleted ones apart.
    pub n_documents: i32,
}

/// The release that visitors read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiveReleaseDto {
    /// The release.
    pub id: ReleaseId,
    /// Counts the releases of the site from 1.
    pub number: i32,
    /// When it was published.
    pub created_at: DateTime<Utc>,
    /// Documents in it.
    pub n_documents: i32,
}

/// A site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteDto {
    /// The site.
    pub id: SiteId,
    /// The name, which the basic information has too.
    pub name: String,
    /// The first part of its address below the domain of sites.
    pub slug: String,
    /// Where visitors find it: at its primary domain, else at its slug.
    pub url: String,
    /// The state that it is in.
    pub status: SiteStatus,
    /// The states that it can go to.
    pub next_statuses: Vec<SiteStatus>,
    /// The base that it publishes; absent when none is bound.
    pub knowledge_base: Option<SiteKnowledgeBaseDto>,
    /// The release that visitors read; absent before the first.
    pub live_release: Option<LiveReleaseDto>,
    /// What `If-Match` names: one more with every change that acts without a release.
    pub generation: i64,
    /// When it will be published; absent when nothing is planned.
    pub publishes_at: Option<DateTime<Utc>>,
    /// How often its pages were viewed.
    pub n_views: i64,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it changed last.
    pub updated_at: DateTime<Utc>,
    /// When it will be removed for good; absent when it is not in the bin.
    pub purges_at: Option<DateTime<Utc>>,
}

/// A site in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedSiteDto {
    /// The site.
    #[serde(flatten)]
    pub site: SiteDto,
    /// The address of the icon that browsers show: `/media/…`, or one that begins with `https://`; absent when there is
    /// none.
    pub icon: Option<String>,
    /// How often its pages were viewed today, in its time zone.
    pub n_views_today: i64,
}

/// How many sites there are in each state, whatever state the list is asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteTotalsDto {
    /// Those that strangers read.
    pub n_published: i64,
    /// Drafts.
    pub n_draft: i64,
    /// Those in maintenance.
    pub n_maintenance: i64,
    /// Archived ones.
    pub n_archived: i64,
    /// Those in the bin, in whatever state they were before.
    pub n_in_bin: i64,
}

/// Sites of a team, a page of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SitePageDto {
    /// In the order that was asked for.
    pub items: Vec<ListedSiteDto>,
    /// What `cursor` of the next page is; absent on the last.
    pub next_cursor: Option<String>,
    /// Those that the search leaves, by state.
    pub totals: SiteTotalsDto,
}

/// Body of `POST /api/teams/{teamId}/sites`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateSiteRequest {
    /// The name.
    #[schema(example = json!(line(1..=SITE_NAME_MAX_CHARS)))]
    pub name: String,
    /// What it is about: at most 300 characters; empty when absent.
    #[serde(default)]
    pub description: String,
    /// The first part of its address: lower-case letters, digits and inner hyphens.
    #[schema(example = json!(line(SITE_SLUG_CHARS)))]
    pub slug: String,
    /// The base that it publishes; it can be bound later.
    pub knowledge_base_id: Option<KnowledgeBaseId>,
    /// The language of the words that Moyan adds; `zh-CN` when absent.
    pub language: Option<SiteLanguage>,
    /// The IANA name of its time zone, which can be changed later; `Asia/Shanghai` when absent or not known.
    pub time_zone: Option<String>,
}

/// Body of `PATCH /api/teams/{teamId}/sites/{siteId}`. What is absent stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateSiteRequest {
    /// The name: 1 to 100 characters.
    pub name: Option<String>,
    /// The first part of its address.
    pub slug: Option<String>,
    /// One of `nextStatuses`. Of an archived site only the status changes.
    pub status: Option<SiteStatus>,
}

/// Body of `POST /api/teams/{teamId}/sites/{siteId}/duplicate`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuplicateSiteRequest {
    /// The name of the copy.
    #[schema(example = json!(line(1..=SITE_NAME_MAX_CHARS)))]
    pub name: String,
    /// The first part of its address.
    pub slug: String,
}

/// Body of `POST /api/teams/{teamId}/sites/{siteId}/move`, and of the same for a knowledge base.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveRequest {
    /// The team that gets it, of the same owner.
    pub team_id: TeamId,
}

/// What went to another team.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovedDto {
    /// The team that has it now.
    pub team_id: TeamId,
    /// The base; absent when a site without one was moved.
    pub knowledge_base_id: Option<KnowledgeBaseId>,
    /// The sites that publish it, those in the bin included.
    pub site_ids: Vec<SiteId>,
}

/// Whether a slug can be taken.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SlugDto {
    /// The slug as it would be stored.
    pub slug: String,
    /// What can be said of it.
    pub state: SlugState,
    /// A slug like it that is free; absent when it is free itself or nothing can be made of it.
    pub proposal: Option<String>,
    /// The address that a site with the slug would have.
    pub url: String,
}

/// One tab of a site's settings, as it is stored.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SavedSettings<T> {
    /// What is set.
    pub data: T,
    /// Counts the changes of the tab from 1: what `If-Match` names.
    pub revision: i64,
    /// When it was saved last.
    pub updated_at: DateTime<Utc>,
    /// Who saved it last; absent for what a new site has, and when the account is gone.
    pub updated_by_nickname: Option<String>,
}

/// Each tab has a schema of its own name: `SavedHomepage`.
impl<T: Settings> ToSchema for SavedSettings<T> {
    fn name() -> Cow<'static, str> {
        format!("Saved{}", T::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        T::schemas(schemas);
        schemas.push((T::name().into_owned(), T::schema()));
    }
}

impl<T: Settings> PartialSchema for SavedSettings<T> {
    fn schema() -> RefOr<Schema> {
        let moment = ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
            .description(Some("When it was saved last."));
        let revision = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .description(Some(
                "Counts the changes of the tab from 1: what `If-Match` names.",
            ));
        let nickname = ObjectBuilder::new()
            .schema_type(
                [Type::String, Type::Null]
                    .into_iter()
                    .collect::<utoipa::openapi::schema::SchemaType>(),
            )
            .description(Some(
                "Who saved it last; absent for what a new site has, and when the account is gone.",
            ));
        ObjectBuilder::new()
            .description(Some("One tab of a site's settings, as it is stored."))
            .property("data", Ref::from_schema_name(T::name()))
            .required("data")
            .property("revision", revision)
            .required("revision")
            .property("updatedAt", moment)
            .required("updatedAt")
            .property("updatedByNickname", nickname)
            .required("updatedByNickname")
            .build()
            .into()
    }
}

/// Body of `PUT /api/teams/{teamId}/sites/{siteId}/knowledge-base`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BindKnowledgeBaseRequest {
    /// The base that the site publishes; null unbinds: the live release stays until the next one.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    pub knowledge_base_id: Option<KnowledgeBaseId>,
    /// Redirects of addresses that go with the old base: at most 1,000. A path that has a redirect keeps it.
    #[serde(default)]
    pub redirects: Vec<NewRedirect>,
}

/// A lasting redirect to be added.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewRedirect {
    /// A path of the site: at most 500 characters.
    pub from: String,
    /// A path of the site, or an address that begins with `https:` or `http:`.
    pub to: String,
}

/// A domain of a site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteDomainDto {
    /// The domain.
    pub id: SiteDomainId,
    /// Its name as DNS has it: names in other alphabets in punycode.
    pub host: String,
    /// Its name as people write it.
    pub display_host: String,
    /// True for the one that the others and the slug redirect to.
    pub is_primary: bool,
    /// When it was proved; absent until then.
    pub verified_at: Option<DateTime<Utc>>,
    /// When the record was looked for last.
    pub checked_at: Option<DateTime<Utc>>,
    /// Why the last check did not prove it; absent when it did or there was none.
    pub problem: Option<DomainProblem>,
    /// In the answer of a check that found other texts in the record: the first of them, shortened. Empty otherwise.
    pub found_values: Vec<String>,
    /// The name of the TXT record that proves it.
    pub record_name: String,
    /// What the record must hold.
    pub record_value: String,
    /// When it was added.
    pub created_at: DateTime<Utc>,
}

/// The domains of a site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteDomainsDto {
    /// The primary one first, then by name.
    #[schema(example = json!(list(DOMAINS_PER_SITE)))]
    pub domains: Vec<SiteDomainDto>,
    /// The host that a CNAME record of each points to; absent where sites have no domain of their own.
    pub target: Option<String>,
}

/// Body of `POST /api/teams/{teamId}/sites/{siteId}/domains`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddDomainRequest {
    /// The name, without scheme, port and path.
    pub host: String,
}

/// A redirect of a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedirectDto {
    /// A path of the site.
    #[schema(example = json!(line(0..=REDIRECT_PATH_MAX_CHARS)))]
    pub from: String,
    /// A path of the site, or an address that begins with `https:` or `http:`.
    #[schema(example = json!(line(0..=SITE_LINK_MAX_CHARS)))]
    pub to: String,
    /// False for one that holds for now (302), which browsers do not remember.
    pub is_permanent: bool,
    /// True when a release wrote it, because an address changed. One that is sent with another target is no such one.
    #[serde(default)]
    #[schema(required)]
    pub is_automatic: bool,
}

/// The redirects of a site, as they are stored.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedRedirectsDto {
    /// The redirects.
    pub data: RedirectsDto,
    /// Counts their changes, also those by releases: what `If-Match` names.
    pub revision: i64,
}

/// The redirects of a site. Also the body of `PUT /api/teams/{teamId}/sites/{siteId}/redirects`.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedirectsDto {
    /// By path.
    #[schema(example = json!(list(REDIRECTS_PER_SITE)))]
    pub redirects: Vec<RedirectDto>,
}

stored_names! {
    /// What the health of a site is made of, and what its checklist asks for.
    HealthKey
    /// A knowledge base with documents is bound.
    KnowledgeBase: "knowledgeBase",
    /// Name and description say what it is about.
    Description: "description",
    /// It has a logo.
    Logo: "logo",
    /// The homepage shows a first section and two more.
    Homepage: "homepage",
    /// It is published.
    Published: "published",
    /// The live release is younger than the newest change of the base.
    UpToDate: "upToDate",
    /// A domain of its own is proved.
    Domain: "domain",
    /// There is an address for questions.
    Contact: "contact",
    /// A picture is shown where a page is shared.
    ShareImage: "shareImage",
}

/// A part of the health score.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HealthPartDto {
    /// What it is about.
    pub key: HealthKey,
    /// What it gives when it is done: the parts together give 100.
    pub max_points: u8,
    /// What it gives now: all or nothing.
    pub points: u8,
    /// Whether it is done.
    pub is_done: bool,
    /// The tab of the console where it is done.
    pub target: HealthTarget,
}

stored_names! {
    /// A screen of the console on which a part of the health is mended.
    HealthTarget
    /// The basic information.
    BasicInfo: "basic-info",
    /// The homepage.
    Homepage: "homepage",
    /// The knowledge base and its index.
    KnowledgeBase: "knowledge-base",
    /// The domains.
    Domains: "domains",
    /// The overview, where updates are published.
    Overview: "overview",
}

/// What the overview of a site shows. Source: specification §3, Overview statistics.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteOverviewDto {
    /// Views of all time.
    pub n_views: i64,
    /// Views of today, in the site's time zone.
    pub n_views_today: i64,
    /// Documents of the live release; 0 before the first.
    pub n_pages: i32,
    /// The sum of the parts' points: 0 to 100.
    pub health_score: u8,
    /// What the score is made of; what is not done is the checklist.
    pub health: Vec<HealthPartDto>,
}

stored_names! {
    /// Days whose views are shown together.
    ViewPeriod
    /// A week.
    Week: "7",
    /// A month.
    Month: "30",
    /// A quarter of a year.
    Quarter: "90",
}

impl ViewPeriod {
    /// How many days it has.
    pub fn n_days(self) -> u64 {
        match self {
            Self::Week => 7,
            Self::Month => 30,
            Self::Quarter => 90,
        }
    }
}

/// Views of a site in the last days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteViewsDto {
    /// Views of these days.
    pub n_views: i64,
    /// Views of as many days before them.
    pub n_views_before: i64,
    /// Each day in the site's time zone, the oldest first and today last.
    pub by_day: Vec<DayViewsDto>,
    /// What led to the site in these days, the most views first.
    pub sources: Vec<SourceDto>,
    /// What was looked at in these days, the most views first.
    pub pages: Vec<PageViewsDto>,
    /// Documents that were not shown whole in these days, those whose walls were shown most first.
    pub walls: Vec<WallDto>,
}

/// Views of all sites of a team in the last days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamViewsDto {
    /// Those of all sites together. What is today on a site counts as today, whatever its time zone.
    #[serde(flatten)]
    pub views: SiteViewsDto,
    /// Every site, those with the most views in these days first, without those in the bin.
    pub sites: Vec<ViewedSiteDto>,
}

/// A site beside what it was viewed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewedSiteDto {
    /// The site.
    pub id: SiteId,
    /// The name.
    pub name: String,
    /// Where visitors find it.
    pub url: String,
    /// The state that it is in.
    pub status: SiteStatus,
    /// Its views of these days.
    pub n_views: i64,
    /// Its views of as many days before them.
    pub n_views_before: i64,
}

/// Views of a page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageViewsDto {
    /// The site.
    pub site_id: SiteId,
    /// The path on the site; empty for pages that are counted together, because a day had too many.
    pub path: String,
    /// The title of the document or the name of the category; empty for other pages and for those that the live
    /// release does not have.
    pub title: String,
    /// Its views.
    pub n_views: i64,
}

/// What readers did at the wall of a document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WallDto {
    /// The site.
    pub site_id: SiteId,
    /// The path on the site; empty for documents that are counted together.
    pub path: String,
    /// The title; empty when the live release does not have the document.
    pub title: String,
    /// Views that showed the wall.
    pub n_shown: i64,
    /// Readers who logged in at it.
    pub n_logins: i64,
    /// Readers whose orders began at it and were paid in these days, without those of tests, and redeem codes used at it.
    pub n_joined: i64,
}

/// Views of a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayViewsDto {
    /// The day.
    pub day: NaiveDate,
    /// Its views.
    pub n_views: i64,
}

/// Views that a host led to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceDto {
    /// The host; empty where the browser named none.
    pub host: String,
    /// Views that began there.
    pub n_views: i64,
}
