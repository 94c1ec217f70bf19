//! Emoji short codes: `:smile:` is 😄. The names are those of GitHub.
//!
//! The table is a text. A line holds an emoji and its names; the emoji is left out when it is the code point after that of
//! the line before. A native program has the table built in. A browser shows the first preview without it, fetches it when
//! a text may name an emoji, and calls [`install`].

use std::collections::BTreeMap;
use std::sync::OnceLock;

use comrak::nodes::{Node, NodeValue};

use super::context::Context;
use super::{link, tree};

/// Names, from the crate `emojis` 0.9.1, which has them from GitHub's gemoji.
#[cfg(feature = "emoji")]
const BUILT_IN: Option<&str> = Some(include_str!("emoji.txt"));
#[cfg(not(feature = "emoji"))]
const BUILT_IN: Option<&str> = None;

/// Longest name in bytes.
const MAX_NAME: usize = 60;

static NAMES: OnceLock<Names> = OnceLock::new();

/// Takes the text of `emoji.txt`, for articles rendered from now on; nothing changes when there are names already.
pub fn install(table: &str) {
    NAMES.get_or_init(|| parse(table));
}

/// The names, when they are there.
fn names() -> Option<&'static Names> {
    match BUILT_IN {
        Some(table) => Some(NAMES.get_or_init(|| parse(table))),
        None => NAMES.get(),
    }
}

/// The table, read.
#[derive(Default)]
struct Names {
    /// Indices in `emoji`.
    indices: BTreeMap<String, usize>,
    emoji: Vec<String>,
}

impl Names {
    /// The emoji called `name`.
    fn find(&self, name: &str) -> Option<&str> {
        self.emoji.get(*self.indices.get(name)?).map(String::as_str)
    }
}

fn parse(table: &str) -> Names {
    let mut names = Names::default();
    let mut emoji = String::new();
    for line in table.lines() {
        let mut words = line.split(' ');
        match words.next() {
            Some("") | None => emoji = successor(&emoji).unwrap_or_default(),
            Some(first) => first.clone_into(&mut emoji),
        }
        for name in words {
            names.indices.insert(name.to_owned(), names.emoji.len());
        }
        names.emoji.push(emoji.clone());
    }
    names
}

/// The character after the only one of `emoji`.
fn successor(emoji: &str) -> Option<String> {
    let code = u32::from(emoji.chars().next()?);
    char::from_u32(code + 1).map(String::from)
}

fn is_name(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '+' | '-')
}

/// Puts emoji in place of their names in a text node, except in the text of a bare address.
///
/// Notes in the context when it sees what may be a name and there are no names to look it up in.
pub(crate) fn resolve(context: &mut Context<'_, '_>, node: Node<'_>) {
    let text = tree::text_of(node);
    let in_bare_link = node.parent().is_some_and(|parent| match &parent.data().value {
        NodeValue::Link(target) => link::is_bare(&target.url, &text),
        _ => false,
    });
    if in_bare_link {
        return;
    }
    let Some(names) = names() else {
        let mut may_name = |_: &str| {
            context.lacks_emoji_names = true;
            None
        };
        replaced(&text, &mut may_name);
        return;
    };
    if let Some(replaced) = replaced(&text, &mut |name| names.find(name)) {
        node.data_mut().value = NodeValue::Text(replaced.into());
    }
}

/// `text` with emoji in place of the names that `find` knows, if it has any.
fn replaced<'n>(text: &str, find: &mut dyn FnMut(&str) -> Option<&'n str>) -> Option<String> {
    let mut out = String::new();
    let mut copied = 0;
    let mut from = 0;
    while let Some(at) = text.get(from..)?.find(':') {
        let start = from + at;
        from = start + 1;
        let rest = text.get(from..)?;
        let Some(len) = rest
            .find(|c| !is_name(c))
            .filter(|&len| len > 0 && len <= MAX_NAME)
        else {
            continue;
        };
        let (name, after) = rest.split_at_checked(len)?;
        // `12:30:45` is a time and `a:b:c` a ratio.
        let before = text.get(..start)?.chars().next_back();
        let in_word = len < 4 && before.is_some_and(|c| c.is_ascii_alphanumeric());
        // So is `类型:key:值` a list of fields; a longer name is hardly meant as one.
        let behind = after.chars().nth(1);
        let is_field = len < 5
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && [before, behind]
                .iter()
                .all(|c| c.is_some_and(char::is_alphanumeric));
        if !after.starts_with(':') || in_word || is_field {
            continue;
        }
        if let Some(emoji) = find(name) {
            out.push_str(text.get(copied..start)?);
            out.push_str(emoji);
            from += len + 1;
            copied = from;
        }
    }
    if copied == 0 {
        return None;
    }
    out.push_str(text.get(copied..)?);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_their_emoji() {
        let names = names().unwrap();
        for (name, emoji) in [
            ("smile", "😄"),
            ("+1", "👍"),
            ("heart", "❤️"),
            ("cn", "🇨🇳"),
            ("1234", "🔢"),
            ("hash", "#️⃣"),
        ] {
            assert_eq!(names.find(name), Some(emoji), "{name}");
        }
        assert_eq!(names.find("no_such_name"), None);
        assert!(names.indices.len() > 1900);
    }

    #[test]
    fn a_short_name_behind_a_word_stays() {
        let mut find = |name: &str| names().unwrap().find(name);
        for text in ["a:cn:。", ":smile b"] {
            assert_eq!(replaced(text, &mut find), None, "{text}");
        }
        assert_eq!(replaced("a:1234:。", &mut find).as_deref(), Some("a🔢。"));
    }

    #[test]
    fn only_what_may_be_a_name_is_looked_up() {
        let mut asked = Vec::new();
        let text = format!(
            "::。 :{}: :{}: :x:",
            "a".repeat(MAX_NAME + 1),
            "b".repeat(MAX_NAME)
        );
        replaced(&text, &mut |name| {
            asked.push(name.len());
            None
        });
        assert_eq!(asked, [MAX_NAME, 1]);
    }

    #[test]
    fn times_and_unknown_names_stay() {
        let mut find = |name: &str| names().unwrap().find(name);
        assert_eq!(replaced("12:30:45 1:100:2 a:b:c ::", &mut find), None);
        assert_eq!(
            replaced("好:smile::+1:。", &mut find).as_deref(),
            Some("好😄👍。")
        );
    }
}
