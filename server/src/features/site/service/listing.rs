//! The list of a team's sites.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::Days;
use diesel::PgConnection;
use moyan_domain::{SiteId, SiteStatus};
use moyan_foundation::access::TeamAccess;
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::pagination::Page;
use moyan_foundation::listing::parse_search;
use uuid::Uuid;

use super::dto_of;
use super::settings::unreadable;
use crate::features::site::dto::{ListedSiteDto, SiteDto, SiteOrder, SitePageDto, SiteSort, SiteTotalsDto};
use crate::features::site::queries::{self, After, Listing, Site, SiteRow, SortValue};
use crate::features::site::settings::{BasicInfo, Settings as _, SiteLanguage};

/// What a list is asked for. A search is trimmed; an empty one searches nothing.
pub fn parse_listing(
    search: Option<String>,
    status: Option<SiteStatus>,
    is_bin: bool,
    sort: Option<SiteSort>,
    order: Option<SiteOrder>,
) -> Result<Listing, AppError> {
    let search = parse_search(search)?;
    let sort = sort.unwrap_or(SiteSort::UpdatedAt);
    // Names are read from A, figures and moments from the greatest.
    let usual = match sort {
        SiteSort::Name => SiteOrder::Ascending,
        _ => SiteOrder::Descending,
    };
    Ok(Listing {
        search,
        status,
        is_bin,
        sort,
        order: order.unwrap_or(usual),
    })
}

/// A page of the list. The cursor is what the list is ordered by and an ID: it holds when the row of the ID changes.
pub fn list(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    access: &TeamAccess,
    listing: &Listing,
    page: &Page,
) -> Result<SitePageDto, AppError> {
    let after = page
        .cursor
        .as_deref()
        .map(|cursor| parse_cursor(cursor, listing.sort).ok_or(Refusal::BadRequest))
        .transpose()?;
    let (n_published, n_draft, n_maintenance, n_archived, n_in_bin) =
        queries::count_sites(connection, access.team_id, listing)?;
    let mut rows = queries::list_sites(connection, access.team_id, listing, after, page.limit + 1)?;
    let next_cursor = page.cut(&mut rows, |row| cursor_of(&row.site, listing.sort));
    Ok(SitePageDto {
        items: listed(connection, platform, access, rows)?,
        next_cursor,
        totals: SiteTotalsDto {
            n_published,
            n_draft,
            n_maintenance,
            n_archived,
            n_in_bin,
        },
    })
}

/// Sites with what a list shows of each besides. A day begins where its site is.
fn listed(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    access: &TeamAccess,
    rows: Vec<SiteRow>,
) -> Result<Vec<ListedSiteDto>, AppError> {
    let ids: Vec<SiteId> = rows.iter().map(|row| row.site.id).collect();
    let mut infos = load_basic_infos(connection, &ids)?;
    // Nowhere is it an earlier day.
    let yesterday = access.now.date_naive() - Days::new(1);
    let views = queries::list_views(connection, &ids, yesterday)?;
    let listed = rows.into_iter().map(|row| {
        let id = row.site.id;
        let info = infos.take(id);
        let today = access.now.with_timezone(&info.zone()).date_naive();
        ListedSiteDto {
            site: dto_of(platform, row),
            icon: info.icon.map(|icon| icon.url),
            n_views_today: views.get(&(id, today)).copied().unwrap_or_default(),
        }
    });
    Ok(listed.collect())
}

/// The basic information of some sites; that of a new site where none was saved.
pub struct BasicInfos {
    saved: HashMap<SiteId, BasicInfo>,
    initial: BasicInfo,
}

impl BasicInfos {
    /// That of a site.
    pub fn of(&self, id: SiteId) -> &BasicInfo {
        self.saved.get(&id).unwrap_or(&self.initial)
    }

    fn take(&mut self, id: SiteId) -> BasicInfo {
        let saved = self.saved.remove(&id);
        saved.unwrap_or_else(|| self.initial.clone())
    }
}

/// Loads the basic information of some sites.
pub fn load_basic_infos(connection: &mut PgConnection, ids: &[SiteId]) -> Result<BasicInfos, AppError> {
    let saved = queries::list_tab(connection, ids, BasicInfo::TAB)?
        .into_iter()
        .map(|(id, data)| {
            Ok((
                id,
                serde_json::from_value(data).map_err(unreadable(BasicInfo::TAB))?,
            ))
        })
        .collect::<Result<_, AppError>>()?;
    Ok(BasicInfos {
        saved,
        initial: BasicInfo::initial(SiteLanguage::ZhCn),
    })
}

fn cursor_of(site: &Site, sort: SiteSort) -> String {
    let after = After(site.sort_value(sort), site.id);
    URL_SAFE_NO_PAD.encode(serde_json::to_vec(&after).unwrap_or_default())
}

/// Reads a cursor of a list that is sorted so.
fn parse_cursor(cursor: &str, sort: SiteSort) -> Option<After> {
    let after: After = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
    let fits = match &after.0 {
        SortValue::Text(text) => sort == SiteSort::Name && !text.contains('\0'),
        SortValue::Number(_) => sort != SiteSort::Name,
    };
    fits.then_some(after)
}

/// One site.
pub fn get(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    access: &TeamAccess,
    id: SiteId,
) -> Result<SiteDto, AppError> {
    let row = queries::find_site(connection, access.team_id, id)?.ok_or(Refusal::SiteNotFound)?;
    Ok(dto_of(platform, row))
}

/// Names and slugs of the sites that an account made, the newest first, for its export.
pub fn list_created_by(
    connection: &mut PgConnection,
    user_id: Uuid,
    limit: i64,
) -> Result<Vec<(String, String)>, AppError> {
    let sites = queries::list_created_by(connection, user_id, limit)?;
    Ok(sites.into_iter().map(|site| (site.name, site.slug)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_belongs_to_the_order_that_made_it() {
        let name = |name: &str| SortValue::Text(name.to_owned());
        let by_number = [SiteSort::UpdatedAt, SiteSort::NViews];
        for (value, fitting) in [
            (name("手册"), &[SiteSort::Name][..]),
            // A database takes no such text.
            (name("a\0b"), &[]),
            (SortValue::Number(7), &by_number),
        ] {
            let after = After(value, SiteId(Uuid::nil()));
            let cursor = URL_SAFE_NO_PAD.encode(serde_json::to_vec(&after).unwrap());
            for sort in [SiteSort::Name, SiteSort::UpdatedAt, SiteSort::NViews] {
                let expected = fitting.contains(&sort).then(|| after.clone());
                assert_eq!(parse_cursor(&cursor, sort), expected, "{after:?} {sort:?}");
            }
        }
        assert_eq!(parse_cursor("nonsense", SiteSort::Name), None);
    }

    #[test]
    fn a_list_that_says_nothing_of_its_order_has_the_latest_changes_first() {
        let order = |sort, order| {
            let listing = parse_listing(None, None, false, sort, order).unwrap();
            (listing.sort, listing.order)
        };
        let (up, down) = (SiteOrder::Ascending, SiteOrder::Descending);
        assert_eq!(order(None, None), (SiteSort::UpdatedAt, down));
        assert_eq!(order(Some(SiteSort::NViews), None), (SiteSort::NViews, down));
        assert_eq!(order(Some(SiteSort::Name), None), (SiteSort::Name, up));
        assert_eq!(order(Some(SiteSort::Name), Some(down)), (SiteSort::Name, down));
    }
}
