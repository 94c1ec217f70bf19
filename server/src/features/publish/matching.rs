//! Where addresses that go with a base could lead in another one. Pure: pages go in, proposals come out.

use std::collections::HashMap;

use moyan_domain::stored_names;

stored_names! {
    /// Why a redirect is proposed.
    ProposalReason
    /// A document has the same title.
    Title: "title",
    /// A path has the same last part.
    Path: "path",
    /// It is the index of a category with the same address.
    Category: "category",
}

/// A page: its path and its title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page<'a> {
    /// The path, not encoded.
    pub path: &'a str,
    /// The title of the document, or the name of the category.
    pub title: &'a str,
}

/// The pages of another base, by what they are found by.
#[derive(Debug, Default)]
pub struct Pages<'a> {
    by_title: HashMap<String, Vec<Page<'a>>>,
    by_last_part: HashMap<&'a str, Page<'a>>,
    categories: HashMap<&'a str, Page<'a>>,
}

impl<'a> Pages<'a> {
    /// Pages in the order of the site: of several that fit the first one is proposed.
    pub fn new(
        documents: impl Iterator<Item = Page<'a>>,
        categories: impl Iterator<Item = Page<'a>>,
    ) -> Self {
        let mut pages = Self {
            categories: categories.map(|page| (page.path, page)).collect(),
            ..Self::default()
        };
        for page in documents {
            pages.by_title.entry(folded(page.title)).or_default().push(page);
            pages.by_last_part.entry(last_part(page.path)).or_insert(page);
        }
        pages
    }

    /// Where a page that goes could lead: to a document of the same title, else of the same last part of its path, else
    /// to its category.
    pub fn propose(&self, lost: Page<'_>) -> Option<(Page<'a>, ProposalReason)> {
        let own = last_part(lost.path);
        let of_title = self.by_title.get(&folded(lost.title)).and_then(|pages| {
            let same = pages.iter().find(|page| last_part(page.path) == own);
            same.or_else(|| pages.first())
        });
        let of_path = || self.by_last_part.get(own);
        let of_category = || self.categories.get(category_of(lost.path)?);
        let found = of_title.map(|page| (*page, ProposalReason::Title));
        let found = found.or_else(|| of_path().map(|page| (*page, ProposalReason::Path)));
        found.or_else(|| of_category().map(|page| (*page, ProposalReason::Category)))
    }
}

/// A title as it is compared: whatever case and spaces it is written with.
fn folded(title: &str) -> String {
    title
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
}

/// What stands behind the last slash.
fn last_part(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The first two parts of a path: `/docs/guide` of `/docs/guide/start`.
fn category_of(path: &str) -> Option<&str> {
    let (end, _) = path.match_indices('/').nth(2)?;
    path.get(..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(of: (&'static str, &'static str)) -> Page<'static> {
        Page {
            path: of.0,
            title: of.1,
        }
    }

    fn propose(path: &'static str, title: &'static str) -> Option<(&'static str, ProposalReason)> {
        let documents = [
            ("/docs/a/start", "Start"),
            ("/docs/a/same", "重名"),
            ("/docs/b/begin", "快速 开始"),
            ("/docs/b/start", "Start"),
            ("/docs/c/start", "重名"),
            ("/docs/b/install", "安装"),
        ];
        let categories = [("/docs/a", "A"), ("/docs/b", "B")];
        let pages = Pages::new(documents.into_iter().map(page), categories.into_iter().map(page));
        let found = pages.propose(page((path, title)));
        found.map(|(page, reason)| (page.path, reason))
    }

    #[test]
    fn a_document_of_the_same_title_comes_first() {
        assert_eq!(
            propose("/docs/old/install", " START "),
            Some(("/docs/a/start", ProposalReason::Title))
        );
        // Of several the one with the same last part.
        assert_eq!(
            propose("/docs/old/start", "重名"),
            Some(("/docs/c/start", ProposalReason::Title))
        );
        assert_eq!(
            propose("/docs/old/x", "快速\u{3000}开始"),
            Some(("/docs/b/begin", ProposalReason::Title))
        );
    }

    #[test]
    fn then_one_with_the_same_last_part_then_the_category() {
        assert_eq!(
            propose("/docs/old/more/install", "Installing"),
            Some(("/docs/b/install", ProposalReason::Path))
        );
        assert_eq!(
            propose("/docs/b/more/other", "Other"),
            Some(("/docs/b", ProposalReason::Category))
        );
        assert_eq!(propose("/docs/old/other", "Other"), None);
        assert_eq!(propose("/docs", "Other"), None);
    }
}
