//! The paths of documents on a site.

use std::collections::HashMap;

use moyan_article::slug::category_slug;
use moyan_domain::limits::{PATH_MAX_BYTES, PATH_SEGMENT_MAX_CHARS};
use moyan_domain::stored_names;
use uuid::Uuid;

stored_names! {
    /// Why a path differs from what the author asked for.
    PathProblem
    /// `router_path` holds what no path can.
    Bad: "bad",
    /// Another document has the path already.
    Taken: "taken",
    /// With those of the documents above it, it is longer than a path can be.
    Long: "long",
}

/// The paths of a site that are given away.
#[derive(Debug, Default)]
pub struct Paths {
    /// Each with the last number that was given for it: no lower one is free.
    taken: HashMap<String, u64>,
}

impl Paths {
    /// The path of a document below `above`: its own part is that of `router_path`, else of its title, else of its ID.
    /// One that is taken gets `-2`, `-3`, …; one that would be too long stands right below its category.
    pub fn give(
        &mut self,
        above: &str,
        router_path: &str,
        title: &str,
        id: Uuid,
    ) -> (String, Option<PathProblem>) {
        let (own, is_bad) = own_part(router_path, title, id);
        let whole = format!("{above}/{own}");
        let is_long = whole.len() > PATH_MAX_BYTES;
        let wanted = if is_long {
            below_category(above, &own)
        } else {
            whole
        };
        let path = self.free(wanted.clone());
        let problem = if is_bad {
            Some(PathProblem::Bad)
        } else if is_long {
            Some(PathProblem::Long)
        } else if path != wanted && !router_path.trim().is_empty() {
            Some(PathProblem::Taken)
        } else {
            None
        };
        (path, problem)
    }

    /// The path itself, or with a number behind it when it is taken.
    pub fn free(&mut self, wanted: String) -> String {
        let Some(mut number) = self.taken.get(&wanted).copied() else {
            self.taken.insert(wanted.clone(), 1);
            return wanted;
        };
        let path = loop {
            number += 1;
            let path = format!("{wanted}-{number}");
            if !self.taken.contains_key(&path) {
                break path;
            }
        };
        self.taken.insert(wanted, number);
        self.taken.insert(path.clone(), 1);
        path
    }
}

/// The last part of a path, right below the category that `above` leads to: `/docs/{category}/…`.
fn below_category(above: &str, own: &str) -> String {
    let category: Vec<&str> = above.split('/').take(3).collect();
    let last = own.rsplit('/').next().unwrap_or(own);
    format!("{}/{last}", category.join("/"))
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
    fn a_path_may_be_as_long_as_the_limit_says() {
        let above = format!(
            "/docs/guide/{}",
            "a".repeat(PATH_MAX_BYTES - "/docs/guide//end".len())
        );
        let path = |own| Paths::default().give(&above, own, "", Uuid::nil());
        assert_eq!(path("end"), (format!("{above}/end"), None));
        assert_eq!(
            path("end2"),
            ("/docs/guide/end2".to_owned(), Some(PathProblem::Long))
        );
    }

    #[test]
    fn a_path_that_no_index_holds_is_one_below_its_category() {
        // Letters that do not repeat: PostgreSQL makes shorter what repeats.
        let name = |at: u32| -> String {
            let letters = (0..80).map(|n| char::from_u32(0x4e00 + (at * 80 + n) * 7919 % 20_000));
            letters.map(Option::unwrap).collect()
        };
        let mut paths = Paths::default();
        let mut above = format!("/docs/{}", name(99));
        let mut problems = Vec::new();
        for at in 0..30 {
            let (path, problem) = paths.give(&above, "", &name(at), Uuid::nil());
            assert!(
                path.len() <= PATH_MAX_BYTES && path.ends_with(&name(at)),
                "{path}"
            );
            problems.push(problem);
            above = path;
        }
        assert_eq!(problems[..4], [None, None, None, Some(PathProblem::Long)]);
        assert_eq!(problems.iter().flatten().count(), 9);
        let long = (0..30).map(name).collect::<Vec<_>>().join("/");
        let (path, problem) = paths.give("/docs/guide/a/b", &long, "Title", Uuid::nil());
        assert_eq!(
            (path, problem),
            (format!("/docs/guide/{}", name(29)), Some(PathProblem::Long))
        );
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
        assert_eq!(give("title-3"), ("/docs/a/title-3".to_owned(), None));
        assert_eq!(give(""), ("/docs/a/title-4".to_owned(), None));
    }

    #[test]
    fn the_number_of_a_double_is_looked_for_behind_the_last_one() {
        let mut paths = Paths::default();
        for _ in 0..5 {
            paths.free("/docs/a".to_owned());
        }
        assert_eq!(paths.taken["/docs/a"], 5);
    }
}
