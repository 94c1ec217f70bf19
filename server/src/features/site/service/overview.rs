//! Figures of a site, and its health.

use diesel::PgConnection;
use moyan_domain::{SiteId, SiteStatus};
use moyan_foundation::access::TeamAccess;
use moyan_foundation::error::{AppError, Refusal};

use super::load_settings;
use crate::features::site::dto::{HealthKey, HealthPartDto, HealthTarget, SiteOverviewDto};
use crate::features::site::queries::{self, SiteRow};
use crate::features::site::settings::{SectionContent, SiteSettings};

/// Sections that a homepage shows, the first one included, to count as made.
const SECTIONS_OF_A_HOMEPAGE: usize = 3;

/// Points of each part, the most important first: together 100.
const PARTS: [(HealthKey, u8, HealthTarget); 9] = [
    (HealthKey::KnowledgeBase, 20, HealthTarget::KnowledgeBase),
    (HealthKey::Published, 20, HealthTarget::Overview),
    (HealthKey::UpToDate, 10, HealthTarget::Overview),
    (HealthKey::Homepage, 10, HealthTarget::Homepage),
    (HealthKey::Description, 10, HealthTarget::BasicInfo),
    (HealthKey::Domain, 10, HealthTarget::Domains),
    (HealthKey::Logo, 10, HealthTarget::BasicInfo),
    (HealthKey::ShareImage, 5, HealthTarget::BasicInfo),
    (HealthKey::Contact, 5, HealthTarget::BasicInfo),
];

/// What the overview of a site shows.
pub fn overview(
    connection: &mut PgConnection,
    access: &TeamAccess,
    id: SiteId,
) -> Result<SiteOverviewDto, AppError> {
    let row = queries::find_site(connection, access.team_id, id)?.ok_or(Refusal::SiteNotFound)?;
    let settings = load_settings(connection, id)?;
    let today = access.now.with_timezone(&settings.basic_info.zone()).date_naive();
    let mut health = Vec::with_capacity(PARTS.len());
    for (key, max_points, target) in PARTS {
        let is_done = is_done(connection, key, &row, &settings)?;
        health.push(HealthPartDto {
            key,
            max_points,
            points: if is_done { max_points } else { 0 },
            is_done,
            target,
        });
    }
    Ok(SiteOverviewDto {
        n_views: row.site.n_views,
        n_views_today: queries::find_views(connection, id, today)?,
        n_pages: row.release.map_or(0, |release| release.n_documents),
        health_score: health.iter().map(|part| part.points).sum(),
        health,
    })
}

fn is_done(
    connection: &mut PgConnection,
    key: HealthKey,
    row: &SiteRow,
    settings: &SiteSettings,
) -> Result<bool, AppError> {
    let info = &settings.basic_info;
    Ok(match key {
        HealthKey::KnowledgeBase => row
            .base
            .as_ref()
            .is_some_and(|base| !base.is_in_bin && base.n_documents > 0),
        HealthKey::Description => !info.description.trim().is_empty(),
        HealthKey::Logo => info.logo.is_some(),
        HealthKey::Homepage => has_homepage(settings),
        HealthKey::Published => row.site.status == SiteStatus::Published && row.release.is_some(),
        HealthKey::UpToDate => match (&row.release, &row.base) {
            (Some(release), Some(base)) => queries::find_newest_change(connection, base.id)?
                .is_none_or(|changed_at| changed_at <= release.created_at),
            (release, _) => release.is_some(),
        },
        HealthKey::Domain => queries::count_verified(connection, row.site.id)? > 0,
        HealthKey::Contact => !info.contact_email.is_empty(),
        HealthKey::ShareImage => info.share_image.is_some(),
    })
}

/// A hero with words of its own, and sections below it.
fn has_homepage(settings: &SiteSettings) -> bool {
    let shown: Vec<&SectionContent> = settings
        .homepage
        .sections
        .iter()
        .filter(|section| section.is_visible)
        .map(|section| &section.content)
        .collect();
    let has_hero = shown
        .iter()
        .any(|content| matches!(content, SectionContent::Hero(hero) if !hero.subtitle.trim().is_empty()));
    has_hero && shown.len() >= SECTIONS_OF_A_HOMEPAGE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::site::settings::{SiteLanguage, starting_homepage};

    #[test]
    fn the_parts_of_the_health_give_a_hundred_points_together() {
        assert_eq!(
            PARTS.map(|(_, points, _)| u32::from(points)).iter().sum::<u32>(),
            100
        );
        assert_eq!(PARTS.len(), HealthKey::NAMES.len());
    }

    #[test]
    fn a_homepage_is_made_when_its_hero_says_something_and_two_sections_are_beside_it() {
        let mut settings = SiteSettings::initial(SiteLanguage::ZhCn);
        assert!(!has_homepage(&settings));
        settings.homepage = starting_homepage(&settings.basic_info);
        assert!(has_homepage(&settings));
        let mut three = settings.clone();
        three.homepage.sections.truncate(3);
        assert!(has_homepage(&three));
        three.homepage.sections[2].is_visible = false;
        assert!(!has_homepage(&three));
        let mut without_hero = settings.clone();
        without_hero.homepage.sections[0].is_visible = false;
        assert!(!has_homepage(&without_hero));
        if let SectionContent::Hero(hero) = &mut settings.homepage.sections[0].content {
            hero.subtitle = " ".to_owned();
        }
        assert!(!has_homepage(&settings));
    }
}
