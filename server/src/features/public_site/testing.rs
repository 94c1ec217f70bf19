//! Sites for tests of pages, with the documents that a test gives them.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, TimeZone as _, Utc};
use moyan_domain::gate::{AccessLevel, Audience, DocumentHeading, RenderedText, Rules, SealedDocument};
use moyan_domain::{CategoryId, DocumentId, SiteId, SiteStatus, TeamId};
use moyan_foundation::config::{Config, Environment};
use uuid::Uuid;

use super::content::audience_view::AudienceView;
use super::content::page_context::PageContext;
use super::routing::reader::Reader;
use super::words::Words;
use crate::features::publish::{SiteCategory, SiteContent, SiteDocument, SiteIdentity};
use crate::features::site::settings::{Package, PackagePeriod, SiteLanguage, SiteSettings};

/// The category of all documents.
const GUIDE: CategoryId = CategoryId(Uuid::from_u128(20));

/// What views borrow from.
pub struct Reading {
    view: AudienceView,
    reader: Reader,
}

impl Reading {
    /// A site as an audience reads it.
    pub fn of(content: SiteContent, audience: Audience) -> Self {
        Self {
            view: AudienceView::new(Arc::new(content), audience, Arc::default()),
            reader: Reader::of(audience),
        }
    }

    /// Read by somebody whose membership ended.
    pub fn after(mut self, ended_at: DateTime<Utc>) -> Self {
        self.reader.ended_at = Some(ended_at);
        self
    }

    pub fn context(&self) -> PageContext<'_> {
        PageContext {
            view: &self.view,
            reader: &self.reader,
            words: Words::of(self.view.content.settings.basic_info.language),
            now: Utc.timestamp_opt(1_795_000_000, 0).unwrap(),
            origin: "https://handbook.example",
            base: "",
            color_scheme: None,
            is_logged_in: false,
            is_preview: false,
            theme_name: "theme.css",
            again_path: "",
        }
    }
}

/// A published site without documents that sells a month, a year and for ever, and does not sell another package any
/// more.
pub fn site(language: SiteLanguage) -> Reading {
    Reading::of(content(language), Audience::NonMember)
}

/// What that site consists of.
pub fn content(language: SiteLanguage) -> SiteContent {
    let mut settings = SiteSettings::initial(language);
    settings.basic_info.name = "墨砚手册".to_owned();
    settings.membership.packages = sold().into();
    settings.membership.packages.push(Package {
        id: Uuid::from_u128(9),
        name: "旧方案".to_owned(),
        is_archived: true,
        ..settings.membership.packages[0].clone()
    });
    settings.membership.general_benefits = vec!["阅读全部会员文章".to_owned(), "每月一次直播答疑".to_owned()];
    SiteContent {
        site: SiteIdentity {
            id: SiteId(Uuid::from_u128(1)),
            team_id: TeamId(Uuid::from_u128(2)),
            name: "墨砚手册".to_owned(),
            slug: "handbook".to_owned(),
            primary_host: None,
            domains: Vec::new(),
            former_slugs: Vec::new(),
            status: SiteStatus::Published,
            is_suspended: false,
            generation: 1,
            release: None,
            moves: Vec::new(),
        },
        settings,
        rules: Rules {
            guest: AccessLevel::Free,
            non_member: AccessLevel::Free,
            partial_chars: 500,
            categories: HashMap::new(),
            documents: HashMap::new(),
        },
        categories: Vec::new(),
        documents: Vec::new(),
        files: HashMap::new(),
        redirects: Vec::new(),
    }
}

/// That site in English with these documents, all of one category.
pub fn content_with(documents: Vec<SiteDocument>) -> SiteContent {
    let guide = SiteCategory {
        id: GUIDE,
        name: "Guide".to_owned(),
        slug: "guide".to_owned(),
        description: String::new(),
        icon: String::new(),
    };
    SiteContent {
        categories: vec![guide],
        documents,
        ..content(SiteLanguage::En)
    }
}

/// The same as guests read it, to whom it is free.
pub fn site_with(documents: Vec<SiteDocument>) -> Reading {
    Reading::of(content_with(documents), Audience::Guest)
}

/// A document at `/docs/guide/{title}` with these headings, and blocks of HTML.
pub fn document(id: u128, title: &str, headings: &[&str], blocks: &[&str]) -> SiteDocument {
    let id = DocumentId(Uuid::from_u128(id));
    let heading = |text: &&str| DocumentHeading {
        level: 2,
        text: (*text).to_owned(),
        id: (*text).to_owned(),
    };
    let mut counter = moyan_article::stats::Counter::new();
    counter.add_text(&moyan_export::visible_text(&blocks.concat()));
    let blocks = blocks.iter().map(|&block| block.to_owned()).collect();
    let text = RenderedText::new(blocks, headings.iter().map(heading).collect(), None);
    SiteDocument {
        id,
        category_id: GUIDE,
        parent_id: None,
        path: format!("/docs/guide/{title}"),
        title: title.to_owned(),
        sidebar_label: title.to_owned(),
        description: String::new(),
        tags: Vec::new(),
        date: String::new(),
        n_words: counter.finish().words,
        changed_at: Utc.timestamp_opt(1_790_000_000, 0).unwrap(),
        sealed: SealedDocument::new(id, GUIDE, Arc::new(text)),
    }
}

/// A month, a year, which is recommended, and for ever.
pub fn sold() -> [Package; 3] {
    let package = |id, name: &str, price: &str, period, benefits: &[&str]| Package {
        id: Uuid::from_u128(id),
        name: name.to_owned(),
        price: price.to_owned(),
        period,
        is_recommended: period == PackagePeriod::Yearly,
        benefits: benefits.iter().map(|benefit| (*benefit).to_owned()).collect(),
        is_archived: false,
    };
    [
        package(
            3,
            "月度会员",
            "¥30",
            PackagePeriod::Monthly,
            &["随时可停，不自动扣费"],
        ),
        package(
            4,
            "年度会员",
            "299",
            PackagePeriod::Yearly,
            &["读者群", "新文章优先阅读"],
        ),
        package(
            5,
            "终身会员",
            "899 元",
            PackagePeriod::Lifetime,
            &["读者群", "以后的所有专栏"],
        ),
    ]
}

/// A configuration with these variables beside those that every server needs.
pub fn config(variables: &[(&str, &str)]) -> Config {
    let needed = [
        ("MOYAN_ENV", "production"),
        ("PUBLIC_URL", "https://moyan.example"),
        ("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing"),
        ("JWT_SECRET", "0123456789abcdef0123456789abcdef"),
        ("FILES_DIR", "/files"),
    ];
    let lookup = |name: &str| {
        let mut all = variables.iter().chain(&needed);
        all.find(|(key, _)| *key == name)
            .map(|(_, value)| (*value).to_owned())
    };
    Config::read(&Environment { lookup: &lookup }).unwrap()
}
