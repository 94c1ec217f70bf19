//! A site without documents, for tests of pages that need none.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{TimeZone as _, Utc};
use uuid::Uuid;

use super::reader::Reader;
use super::view::{Shown, View};
use super::words::Words;
use crate::domain::{SiteId, SiteStatus, TeamId};
use crate::features::publish::{SiteContent, SiteIdentity};
use crate::features::site::settings::{Package, PackagePeriod, SiteLanguage, SiteSettings};
use crate::gate::{AccessLevel, Audience, Rules};

/// What views borrow from.
pub struct Reading {
    shown: Shown,
    reader: Reader,
}

impl Reading {
    pub fn view(&self) -> View<'_> {
        View {
            shown: &self.shown,
            reader: &self.reader,
            words: Words::of(self.shown.content.settings.basic_info.language),
            now: Utc.timestamp_opt(1_795_000_000, 0).unwrap(),
            origin: "https://handbook.example",
            base: "",
            color_scheme: None,
            is_logged_in: false,
            is_preview: false,
            theme_name: "theme.css",
        }
    }
}

/// A published site that sells a month, a year and for ever, and does not sell another package any more.
pub fn site(language: SiteLanguage) -> Reading {
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
    let content = SiteContent {
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
    };
    Reading {
        shown: Shown::new(Arc::new(content), Audience::NonMember, Arc::default()),
        reader: Reader::of(Audience::NonMember),
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
