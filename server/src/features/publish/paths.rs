//! The paths of documents on a site.

use std::collections::HashSet;

use moyan_article::slug::category_slug;
use uuid::Uuid;

use crate::config::limits::PATH_SEGMENT_MAX_CHARS;
use crate::domain::stored_names;

stored_names! {
    /// Why a path differs from what the author asked for.
    PathProblem
    /// `router_path` holds what no path can.
    Bad: "bad",
    /// Another document has the path already.
    Taken: "taken",
}

/// The paths of a site that are given away.
#[derive(Debug, Default)]
pub struct Paths {
    taken: HashSet<String>,
}

impl Paths {
    /// The path of a document below `above`: its own part is that of `router_path`, else of its title, else of its ID.
    /// One that is taken gets `-2`, `-3`, …
    pub fn give(
        &mut self,
        above: &str,
        router_path: &str,
        title: &str,
        id: Uuid,
    ) -> (String, Option<PathProblem>) {
        let (own, is_bad) = own_part(router_path, title, id);
        let wanted = format!("{above}/{own}");
        let path = self.free(wanted.clone());
        let problem = if is_bad {
            Some(PathProblem::Bad)
        } else if path != wanted && !router_path.trim().is_empty() {
            Some(PathProblem::Taken)
        } else {
            None
        };
        (path, problem)
    }

    /// The path itself, or with a number behind it when it is taken.
    pub fn free(&mut self, wanted: String) -> String {
        let mut path = wanted.clone();
        let mut number = 1_u64;
        while !self.taken.insert(path.clone()) {
            number += 1;
            path = format!("{wanted}-{number}");
        }
        path
    }
}

/// The part of a path that is a document's own, and whether its `router_path` had to be changed for it.
fn own_part(router_path: &str, title: &str, id: Uuid) -> (String, bool) {
    let wanted = router_path.trim().trim_matches('/');
    let segments: Vec<String> = wanted
        .split('/')
        .map(segment)
        .filter(|part| !part.is_empty())
        .collect();
    let is_bad = segments.join("/") != wanted.to_lowercase();
    if !segments.is_empty() {
        return (segments.join("/"), is_bad);
    }
    let of_title = segment(title);
    if of_title.is_empty() {
        (id.simple().to_string().chars().take(8).collect(), is_bad)
    } else {
        (of_title, is_bad)
    }
}

/// A part of a path between two slashes: letters and digits of any script, hyphens and underscores, in lower case.
/// Empty when nothing of the text can stand in one.
pub fn segment(text: &str) -> String {
    let slug = category_slug(text.trim());
    let words: Vec<&str> = slug.split('-').filter(|word| !word.is_empty()).collect();
    let joined: String = words.join("-").chars().take(PATH_SEGMENT_MAX_CHARS).collect();
    joined.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn give(router_path: &str, title: &str) -> (String, Option<PathProblem>) {
        Paths::default().give(
            "/docs/guide",
            router_path,
            title,
            Uuid::from_u128(0xabcd_ef01 << 96),
        )
    }

    #[test]
    fn a_path_is_that_of_the_front_matter_else_of_the_title_else_of_the_id() {
        assert_eq!(
            give("", "快速 开始！"),
            ("/docs/guide/快速-开始".to_owned(), None)
        );
        assert_eq!(
            give("/Intro/first_steps/", "x"),
            ("/docs/guide/intro/first_steps".to_owned(), None)
        );
        assert_eq!(give("", "？！"), ("/docs/guide/abcdef01".to_owned(), None));
        assert_eq!(give(" ", "A -- B"), ("/docs/guide/a-b".to_owned(), None));
    }

    #[test]
    fn what_no_path_can_hold_is_left_out_and_told() {
        for bad in [
            "../../admin",
            "a?b",
            "//evil.com",
            "a b",
            ".",
            "a%2fb",
            "a\\b",
            "\u{0}",
        ] {
            let (path, problem) = give(bad, "Title");
            assert_eq!(problem, Some(PathProblem::Bad), "{bad}: {path}");
            assert!(path.starts_with("/docs/guide/") && !path.contains(".."), "{path}");
            let is_sound = |c: char| c.is_alphanumeric() || "/-_".contains(c);
            assert!(path.chars().all(is_sound) && !path.contains("//"), "{path}");
        }
        assert!(give(&"长".repeat(500), "").0.chars().count() < 120);
    }

    #[test]
    fn doubles_get_a_number() {
        let mut paths = Paths::default();
        let mut give = |router_path| paths.give("/docs/a", router_path, "Title", Uuid::nil());
        assert_eq!(give(""), ("/docs/a/title".to_owned(), None));
        assert_eq!(give(""), ("/docs/a/title-2".to_owned(), None));
        assert_eq!(
            give("title-2"),
            ("/docs/a/title-2-2".to_owned(), Some(PathProblem::Taken))
        );
    }
}
