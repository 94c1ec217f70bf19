//! Emoji short codes: `:smile:` is 😄. The names are those of GitHub.
//!
//! The table is a text: a line is an emoji and its names; the emoji is left out when it is the code point after that
//! of the line before. So it costs a tenth of a generated hash table in the module that browsers load.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use comrak::nodes::{Node, NodeValue};

use super::{link, tree};

/// Names, from the crate `emojis` 0.9.1, which has them from GitHub's gemoji.
const TABLE: &str = include_str!("emoji.txt");

/// Longest name in bytes.
const MAX_NAME: usize = 60;

/// The emoji called `name`.
fn find(name: &str) -> Option<&'static str> {
    static NAMED: OnceLock<Named> = OnceLock::new();
    let named = NAMED.get_or_init(named);
    named.emoji.get(*named.places.get(name)?).map(String::as_str)
}

/// The table, read.
struct Named {
    /// Places in the list of emoji. Maps of one type serve the whole crate: the module then holds one.
    places: BTreeMap<String, usize>,
    emoji: Vec<String>,
}

fn named() -> Named {
    let mut named = Named {
        places: BTreeMap::new(),
        emoji: Vec::new(),
    };
    let mut emoji = String::new();
    for line in TABLE.lines() {
        let mut words = line.split(' ');
        match words.next() {
            Some("") | None => emoji = successor(&emoji).unwrap_or_default(),
            Some(first) => first.clone_into(&mut emoji),
        }
        for name in words {
            named.places.insert(name.to_owned(), named.emoji.len());
        }
        named.emoji.push(emoji.clone());
    }
    named
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
pub(crate) fn resolve(node: Node<'_>) {
    let text = tree::text_of(node);
    let in_bare_link = node.parent().is_some_and(|parent| match &parent.data().value {
        NodeValue::Link(target) => link::is_bare(&target.url, &text),
        _ => false,
    });
    if !in_bare_link && let Some(replaced) = replaced(&text) {
        node.data_mut().value = NodeValue::Text(replaced.into());
    }
}

/// `text` with emoji in place of their names, if it has any.
fn replaced(text: &str) -> Option<String> {
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
        let in_word = len < 4 && text.get(..start)?.ends_with(|c: char| c.is_ascii_alphanumeric());
        if !after.starts_with(':') || in_word {
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
        for (name, emoji) in [
            ("smile", "😄"),
            ("+1", "👍"),
            ("heart", "❤️"),
            ("cn", "🇨🇳"),
            ("1234", "🔢"),
            ("hash", "#️⃣"),
        ] {
            assert_eq!(find(name), Some(emoji), "{name}");
        }
        assert_eq!(find("no_such_name"), None);
        assert!(named().places.len() > 1900);
    }

    #[test]
    fn times_and_unknown_names_stay() {
        assert_eq!(replaced("12:30:45 1:100:2 a:b:c ::"), None);
        assert_eq!(replaced("好:smile::+1:。").as_deref(), Some("好😄👍。"));
    }
}
