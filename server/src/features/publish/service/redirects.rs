//! Redirects for addresses that a release changes.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_domain::{DocumentId, ReleaseId};
use moyan_foundation::error::AppError;

use crate::features::publish::queries::{self, SiteRow};

/// Writes redirects from the addresses of the live release to those of a new one, where a document has another one.
pub(super) fn redirect_changed(
    connection: &mut PgConnection,
    site: &SiteRow,
    release_id: ReleaseId,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    let Some(live_id) = site.live_release_id else {
        return Ok(());
    };
    let before = queries::list_paths(connection, live_id)?;
    let after = queries::list_paths(connection, release_id)?;
    let known = queries::list_redirects(connection, site.id)?;
    let automatic: BTreeMap<String, String> = queries::list_automatic_redirects(connection, site.id)?
        .into_iter()
        .collect();
    let manual: HashSet<String> = known
        .into_iter()
        .map(|redirect| redirect.from_path)
        .filter(|from| !automatic.contains_key(from))
        .collect();
    let wanted = moved(&before, &after, automatic.clone(), &manual);
    if wanted == automatic {
        return Ok(());
    }
    Ok(queries::replace_automatic_redirects(
        connection, site.id, &wanted, now,
    )?)
}

/// The automatic redirects after a release: old ones lead on to where their documents are now, none leaves an address
/// that has a page, and so none can lead back to itself.
fn moved(
    before: &[(DocumentId, String)],
    after: &[(DocumentId, String)],
    automatic: BTreeMap<String, String>,
    manual: &HashSet<String>,
) -> BTreeMap<String, String> {
    let now: HashMap<DocumentId, &str> = after.iter().map(|(id, path)| (*id, path.as_str())).collect();
    let pages: HashSet<&str> = after.iter().map(|(_, path)| path.as_str()).collect();
    let by_path: BTreeMap<&str, &str> = before
        .iter()
        .filter_map(|(id, path)| Some((path.as_str(), *now.get(id)?)))
        .collect();
    let mut wanted = BTreeMap::new();
    for (from, to) in automatic {
        let to = by_path.get(to.as_str()).map_or(to, |to| (*to).to_owned());
        wanted.insert(from, to);
    }
    for (from, to) in &by_path {
        if from != to {
            wanted.insert((*from).to_owned(), (*to).to_owned());
        }
    }
    // What leads to no page any more leads nowhere: the address is then a 404 with suggestions.
    wanted.retain(|from, to| {
        !pages.contains(from.as_str()) && pages.contains(to.as_str()) && !manual.contains(from)
    });
    wanted
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn paths(of: &[(u128, &str)]) -> Vec<(DocumentId, String)> {
        of.iter()
            .map(|(id, path)| (DocumentId(Uuid::from_u128(*id)), (*path).to_owned()))
            .collect()
    }

    fn redirects(of: &[(&str, &str)]) -> BTreeMap<String, String> {
        of.iter()
            .map(|(from, to)| ((*from).to_owned(), (*to).to_owned()))
            .collect()
    }

    fn after(
        before: &[(u128, &str)],
        now: &[(u128, &str)],
        known: &[(&str, &str)],
    ) -> BTreeMap<String, String> {
        moved(
            &paths(before),
            &paths(now),
            redirects(known),
            &HashSet::from(["/mine".to_owned()]),
        )
    }

    #[test]
    fn a_changed_address_leads_to_the_new_one() {
        assert_eq!(after(&[(1, "/a")], &[(1, "/b")], &[]), redirects(&[("/a", "/b")]));
        assert_eq!(after(&[(1, "/a")], &[(1, "/a")], &[]), redirects(&[]));
    }

    #[test]
    fn old_redirects_follow_their_document_in_one_step() {
        let known = [("/a", "/b")];
        assert_eq!(
            after(&[(1, "/b")], &[(1, "/c")], &known),
            redirects(&[("/a", "/c"), ("/b", "/c")])
        );
    }

    #[test]
    fn a_document_that_comes_back_takes_its_redirect_away() {
        assert_eq!(
            after(&[(1, "/b")], &[(1, "/a")], &[("/a", "/b")]),
            redirects(&[("/b", "/a")])
        );
    }

    #[test]
    fn two_documents_that_change_places_need_no_redirect() {
        assert_eq!(
            after(&[(1, "/a"), (2, "/b")], &[(1, "/b"), (2, "/a")], &[]),
            redirects(&[])
        );
    }

    #[test]
    fn what_the_creator_wrote_and_what_leads_to_no_page_is_left_alone() {
        assert_eq!(after(&[(1, "/mine")], &[(1, "/b")], &[]), redirects(&[]));
        assert_eq!(after(&[(1, "/b")], &[], &[("/a", "/b")]), redirects(&[]));
    }
}
