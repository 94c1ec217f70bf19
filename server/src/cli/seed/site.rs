//! A site from the handbook: its settings and pictures are those of `seeds/site`.

use anyhow::{Context as _, bail};
use diesel::{Connection as _, PgConnection};
use moyan_domain::{CategoryId, ImageKind, KnowledgeBaseId, SiteId, SiteStatus};
use moyan_foundation::AppState;
use moyan_foundation::access::{Caller, TeamAccess};
use serde_json::Value;

use super::handbook::Handbook;
use super::said;
use crate::features::site::settings::{CategoryDisplay, Settings, SiteLanguage, SiteSettings, TabVisitor};
use crate::features::site::{CreateSiteRequest, SlugState, UpdateSiteRequest, service};
use crate::features::{image, publish};

#[derive(rust_embed::RustEmbed)]
#[folder = "../seeds/site"]
struct Seeds;

/// The ending of pictures: an address of a setting that has it and no slash names a file of `seeds/site`.
const PICTURE: &str = ".webp";

/// What addresses of the platform begin with in `seeds/site`: `PUBLIC_URL` takes its place.
const PLATFORM: &str = "https://moyan.invalid";

/// The first part of the address. Those of the development server's `DEMO_SITES`.
pub fn slug_of(language: SiteLanguage) -> &'static str {
    match language {
        SiteLanguage::ZhCn => "handbook",
        SiteLanguage::En => "handbook-en",
    }
}

/// Makes the site of a handbook as a draft. None when somebody has its address already.
pub fn make(
    connection: &mut PgConnection,
    state: &AppState,
    caller: &Caller,
    access: &TeamAccess,
    handbook: &Handbook,
) -> anyhow::Result<Option<SiteId>> {
    let platform = &*state.platform;
    let slug = slug_of(handbook.language);
    let checked =
        service::check_slug(connection, platform, access.team_id, slug, caller.now).map_err(said)?;
    if checked.state != SlugState::Free {
        return Ok(None);
    }
    let mut settings = read(handbook, &platform.public_url, |name, bytes| {
        let kept = image::service::keep_team_image(
            connection,
            &state.files,
            access,
            caller.user_id,
            bytes,
            ImageKind::WebP,
        )
        .map_err(said)
        .with_context(|| name.to_owned())?;
        Ok(format!("/media/{}{PICTURE}", kept.hash))
    })?;
    settings.index.categories = categories_of(handbook);
    let request = CreateSiteRequest {
        name: settings.basic_info.name.clone(),
        description: settings.basic_info.description.clone(),
        slug: slug.to_owned(),
        knowledge_base_id: Some(KnowledgeBaseId(handbook.id())),
        language: Some(handbook.language),
        time_zone: None,
    };
    let id = service::create(connection, platform, caller, access, &request)
        .map_err(said)?
        .id;
    let mut saving = Saving {
        connection,
        caller,
        access,
        id,
    };
    settings.visit_tabs(&mut saving)?;
    Ok(Some(id))
}

/// Makes the first release of a site and shows it to everybody.
pub fn publish(
    connection: &mut PgConnection,
    state: &AppState,
    caller: &Caller,
    access: &TeamAccess,
    id: SiteId,
) -> anyhow::Result<()> {
    actix_web::rt::System::new()
        .block_on(publish::service::publish(state, caller, id, None, String::new()))
        .map_err(said)?;
    let platform = &*state.platform;
    connection.transaction(|connection| {
        let generation = service::get(connection, platform, access, id)
            .map_err(said)?
            .generation;
        let request = UpdateSiteRequest {
            name: None,
            slug: None,
            status: Some(SiteStatus::Published),
        };
        service::update(connection, platform, caller, access, id, generation, &request).map_err(said)?;
        Ok(())
    })
}

/// Settings are saved tab by tab, with all checks.
struct Saving<'a> {
    connection: &'a mut PgConnection,
    caller: &'a Caller,
    access: &'a TeamAccess,
    id: SiteId,
}

impl TabVisitor for Saving<'_> {
    type Error = anyhow::Error;

    fn visit<T: Settings>(&mut self, tab: &T) -> anyhow::Result<()> {
        let saved = service::get_saved::<T>(self.connection, self.id).map_err(said)?;
        service::save(
            self.connection,
            self.caller,
            self.access,
            self.id,
            saved.revision,
            tab,
        )
        .map_err(said)
        .with_context(|| T::TAB.as_str())?;
        Ok(())
    }
}

/// The settings of a language, with links to the platform at `origin`. `keep` stores a picture and gives its address.
fn read(
    handbook: &Handbook,
    origin: &str,
    mut keep: impl FnMut(&str, &[u8]) -> anyhow::Result<String>,
) -> anyhow::Result<SiteSettings> {
    let file = format!("{}.json", handbook.language.as_str());
    let file = Seeds::get(&file).with_context(|| format!("seeds/site/{file} is missing"))?;
    let text = str::from_utf8(&file.data)?.replace(PLATFORM, origin);
    let mut settings: Value = serde_json::from_str(&text)?;
    keep_pictures(&mut settings, &mut keep)?;
    Ok(serde_json::from_value(settings)?)
}

fn keep_pictures(
    value: &mut Value,
    keep: &mut impl FnMut(&str, &[u8]) -> anyhow::Result<String>,
) -> anyhow::Result<()> {
    match value {
        Value::String(name) if name.ends_with(PICTURE) && !name.contains('/') => {
            let Some(picture) = Seeds::get(name) else {
                bail!("seeds/site/{name} is missing");
            };
            *name = keep(name, &picture.data)?;
        }
        Value::Array(items) => items.iter_mut().try_for_each(|item| keep_pictures(item, keep))?,
        Value::Object(fields) => fields
            .values_mut()
            .try_for_each(|field| keep_pictures(field, keep))?,
        _ => {}
    }
    Ok(())
}

/// How the index shows the categories: as the base has them, with icons.
fn categories_of(handbook: &Handbook) -> Vec<CategoryDisplay> {
    let display = |category| CategoryDisplay {
        category_id: CategoryId(handbook.category_id(category)),
        name: String::new(),
        description: String::new(),
        icon: category.icon.clone(),
        is_visible: true,
    };
    handbook.categories.iter().map(display).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::convert::Infallible;

    use super::*;
    use crate::cli::seed::handbook;
    use crate::features::site::settings::Fields;

    /// Notes what is wrong with each tab.
    struct Check(Fields);

    impl TabVisitor for Check {
        type Error = Infallible;

        fn visit<T: Settings>(&mut self, tab: &T) -> Result<(), Infallible> {
            tab.check(&mut self.0);
            Ok(())
        }
    }

    #[test]
    fn the_sites_pass_every_check_and_show_every_kind_of_section() {
        for handbook in handbook::read("https://moyan.example").unwrap() {
            let picture = |_: &str, _: &[u8]| Ok("https://example.com/picture.webp".to_owned());
            let settings = read(&handbook, "https://moyan.example", picture).unwrap();
            let mut check = Check(Fields::default());
            let Ok(()) = settings.visit_tabs(&mut check);
            check.0.into_result().unwrap();
            let kinds: BTreeSet<String> = settings
                .homepage
                .sections
                .iter()
                .map(|section| serde_json::to_value(&section.content).unwrap()["kind"].to_string())
                .collect();
            assert_eq!(kinds.len(), 10, "{kinds:?}");
            assert!(settings.carousel.is_enabled && settings.carousel.slides.len() >= 2);
        }
    }

    #[test]
    fn links_of_the_sites_lead_to_pages_of_the_handbook() {
        for handbook in handbook::read("https://moyan.example").unwrap() {
            let file = Seeds::get(&format!("{}.json", handbook.language.as_str())).unwrap();
            let text = String::from_utf8(file.data.into_owned()).unwrap();
            let mut pages = BTreeSet::from(["/docs".to_owned(), "/search".to_owned()]);
            for category in &handbook.categories {
                pages.insert(format!("/docs/{}", category.slug));
                for article in &category.articles {
                    pages.insert(format!("/docs/{}/{}", category.slug, article.router_path));
                }
            }
            let links: Vec<&str> = text.split('"').filter(|part| part.starts_with('/')).collect();
            assert!(links.len() > 10);
            for link in links {
                assert!(pages.contains(link), "{link}");
            }
        }
    }
}
