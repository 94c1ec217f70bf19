//! Search over what an audience sees, in memory: titles, headings, texts.
//!
//! A question is a list of words; each must stand somewhere in the document, whatever its case, width, accents or kind of
//! characters; see `search_fold`. Chinese has no spaces, so a word is looked for wherever it stands.

use moyan_domain::DocumentId;
use moyan_domain::gate::{AccessLevel, DocumentHeading};
use moyan_domain::limits::{SEARCH_QUESTION_MAX_CHARS, SEARCH_SNIPPET_CHARS};
use moyan_export::visible_text;

use super::audience_view::AudienceView;
use super::document::Document;
use super::search_fold::{Folded, hyphened_numbers, number_of};

/// What is searched.
pub struct SearchIndex {
    rows: Vec<Row>,
}

struct Row {
    id: DocumentId,
    title: String,
    headings: Vec<String>,
    text: String,
    folded: Folded,
    /// Numbers of the text that have hyphens, without them.
    numbers: String,
}

/// A document that matches.
pub struct Hit<'a> {
    pub document: Document<'a>,
    /// The heading that matches, if one does.
    pub heading: Option<&'a DocumentHeading>,
    /// The text around the first match.
    pub snippet: String,
    score: usize,
}

impl SearchIndex {
    /// Reads everything that the audience sees.
    pub fn new(view: &AudienceView) -> Self {
        let row = |document: Document<'_>| {
            let seen = document.seen();
            let text = visible_text(&seen.html);
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let folded = Folded::new(&text);
            Row {
                id: document.meta.id,
                numbers: hyphened_numbers(&folded.text),
                title: fold(
                    &[
                        &document.meta.title,
                        &document.meta.description,
                        &tags_of(document),
                    ]
                    .map(String::as_str)
                    .join(" "),
                ),
                headings: seen.headings.iter().map(|heading| fold(&heading.text)).collect(),
                folded,
                text,
            }
        };
        Self {
            rows: view.documents().map(row).collect(),
        }
    }

    /// The documents that match, the best first.
    pub fn find<'a>(&self, view: &'a AudienceView, question: &str) -> Vec<Hit<'a>> {
        let words = words_of(question);
        if words.is_empty() {
            return Vec::new();
        }
        let mut hits: Vec<Hit<'a>> = self
            .rows
            .iter()
            .filter_map(|row| hit(row, view.by_id(row.id)?, &words))
            .collect();
        // Equal scores stay in the order of the site.
        hits.sort_by_key(|hit| std::cmp::Reverse(hit.score));
        hits
    }
}

/// The tags that its page shows: none where its text is for members.
fn tags_of(document: Document<'_>) -> String {
    if document.level() == AccessLevel::Members {
        String::new()
    } else {
        document.meta.tags.join(" ")
    }
}

fn hit<'a>(row: &Row, document: Document<'a>, words: &[String]) -> Option<Hit<'a>> {
    let mut score = 0;
    let mut heading = None;
    for word in words {
        let in_title = row.title.contains(word);
        let in_heading = row.headings.iter().position(|heading| heading.contains(word));
        let in_text = row.folded.text.matches(word.as_str()).take(9).count();
        let in_text = in_text.max(usize::from(has_number(row, word)));
        if !in_title && in_heading.is_none() && in_text == 0 {
            return None;
        }
        score += usize::from(in_title) * 100 + usize::from(in_heading.is_some()) * 20 + in_text;
        heading = heading.or(in_heading.filter(|_| !in_title));
    }
    Some(Hit {
        heading: heading.and_then(|place| document.list_entry().headings.get(place)),
        snippet: snippet(row, words),
        document,
        score,
    })
}

/// Whether a long number stands in the text with hyphens or without.
fn has_number(row: &Row, word: &str) -> bool {
    number_of(word).is_some_and(|digits| row.numbers.contains(&digits) || row.folded.text.contains(&digits))
}

/// The text around the first word that stands in it, else its beginning.
fn snippet(row: &Row, words: &[String]) -> String {
    let found = words
        .iter()
        .filter_map(|word| row.folded.text.find(word.as_str()))
        .min();
    let place = found.map_or(0, |at| {
        let before = row.folded.text.get(..at).unwrap_or_default();
        row.folded.place(before.chars().count())
    });
    let start = place.saturating_sub(SEARCH_SNIPPET_CHARS / 4);
    let part: String = row.text.chars().skip(start).take(SEARCH_SNIPPET_CHARS).collect();
    let before = if start > 0 { "…" } else { "" };
    let after = if row.text.chars().nth(start + SEARCH_SNIPPET_CHARS).is_some() {
        "…"
    } else {
        ""
    };
    format!("{before}{}{after}", part.trim())
}

/// The words of a question.
fn words_of(question: &str) -> Vec<String> {
    let bounded: String = question.chars().take(SEARCH_QUESTION_MAX_CHARS).collect();
    let mut words: Vec<String> = Vec::new();
    for word in fold(&bounded).split_whitespace() {
        if !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    }
    words
}

fn fold(text: &str) -> String {
    Folded::new(text).text
}

/// A text in parts, each with whether it matches a word of the question.
pub fn parts(text: &str, question: &str) -> Vec<(String, bool)> {
    let words: Vec<Vec<char>> = words_of(question)
        .iter()
        .map(|word| word.chars().collect())
        .collect();
    let letters: Vec<char> = text.chars().collect();
    let folded = Folded::new(text);
    let compared: Vec<char> = folded.text.chars().collect();
    let mut is_marked = vec![false; letters.len()];
    let mut index = 0;
    while index < compared.len() {
        let rest = compared.get(index..).unwrap_or_default();
        let length = words
            .iter()
            .filter(|word| rest.starts_with(word))
            .map(Vec::len)
            .max();
        if let Some(length) = length {
            // Selectors and accents behind the last letter belong to it.
            let start = folded.place(index);
            let is_last = index + length >= compared.len();
            let end = if is_last {
                letters.len()
            } else {
                folded.place(index + length)
            };
            for mark in is_marked.iter_mut().take(end.max(start + 1)).skip(start) {
                *mark = true;
            }
        }
        index += length.unwrap_or(1);
    }
    let mut parts: Vec<(String, bool)> = Vec::new();
    for (letter, is_match) in letters.into_iter().zip(is_marked) {
        match parts.last_mut() {
            Some((last, is_before)) if *is_before == is_match => last.push(letter),
            _ => parts.push((letter.to_string(), is_match)),
        }
    }
    parts
}

/// Documents whose path or title is like a path that leads nowhere.
pub fn similar<'a>(view: &'a AudienceView, path: &str, n_documents: usize) -> Vec<Document<'a>> {
    let asked = pairs(path.rsplit('/').find(|part| !part.is_empty()).unwrap_or_default());
    let likeness = |document: &Document<'_>| {
        let own = document.meta.path.rsplit('/').next().unwrap_or_default();
        let own = pairs(&format!("{own} {}", document.meta.title));
        asked.iter().filter(|pair| own.contains(pair)).count()
    };
    let mut found: Vec<(usize, Document<'a>)> = view
        .documents()
        .map(|document| (likeness(&document), document))
        .filter(|(likeness, _)| *likeness > 0)
        .collect();
    found.sort_by_key(|(likeness, _)| std::cmp::Reverse(*likeness));
    found
        .into_iter()
        .take(n_documents)
        .map(|(_, document)| document)
        .collect()
}

/// The pairs of neighboring characters of a text.
fn pairs(text: &str) -> Vec<(char, char)> {
    let letters: Vec<char> = fold(text)
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .take(SEARCH_QUESTION_MAX_CHARS)
        .collect();
    letters
        .iter()
        .copied()
        .zip(letters.iter().copied().skip(1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::public_site::testing::{document, site_with};

    #[test]
    fn matches_are_marked_whatever_their_case() {
        let found = parts("Über Rust und 墨砚编辑器", "RUST 编辑");
        let expected = [
            ("Über ", false),
            ("Rust", true),
            (" und 墨砚", false),
            ("编辑", true),
            ("器", false),
        ];
        assert_eq!(
            found,
            expected.map(|(text, is_match)| (text.to_owned(), is_match))
        );
        assert_eq!(
            parts("İx", "x"),
            [("İ".to_owned(), false), ("x".to_owned(), true)]
        );
    }

    #[test]
    fn what_is_there_is_found_however_it_is_typed() {
        let text = "学 C++ 和 C#，用 .NET、#include、a_b_c 与 ＡＩ（全角）。繁體字：軟體、網路。简体：网络。\
                    电话 138-0013-8000，v1.2.3，𠮷野家，葛\u{e0100}城。“引号里的话”，naïve，50%，'单引号'。";
        for question in [
            "AI",
            "ai",
            "ＡＩ",
            "软体",
            "軟體",
            "网路",
            "網絡",
            "葛城",
            "𠮷",
            "138-0013-8000",
            "138 0013 8000",
            "13800138000",
            "0013-8000",
            "naive",
            "\"引号里的话\"",
            "“引号里的话”",
            "C++",
            "Ｃ＋＋",
            "c#",
            ".NET",
            "#include",
            "a_b_c",
            "1.2.3",
            "50%",
            "'单引号'",
            "a_b_c v1.2.3",
        ] {
            assert_ne!(found_in(text, question), "", "{question}");
        }
        for question in ["a%c", "a.b.c", "C++ Java", "_b_d", "1380-9999", "软件", "😀"] {
            assert_eq!(found_in(text, question), "", "{question}");
        }
        let marked = parts("葛\u{e0100}城 軟體 ＡＩ", "葛城 软体 ai");
        let marked: Vec<_> = marked.iter().filter(|(_, is_match)| *is_match).collect();
        let words: Vec<_> = marked.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(words, ["葛\u{e0100}城", "軟體", "ＡＩ"]);
    }

    #[test]
    fn a_question_is_bounded() {
        let long = "字".repeat(SEARCH_QUESTION_MAX_CHARS * 2);
        assert_eq!(
            words_of(&long).concat().chars().count(),
            SEARCH_QUESTION_MAX_CHARS
        );
    }

    fn titles(documents: &[Document<'_>]) -> Vec<String> {
        documents
            .iter()
            .map(|document| document.meta.title.clone())
            .collect()
    }

    /// What is found of one text.
    fn found_in(text: &str, question: &str) -> String {
        let reading = site_with(vec![document(1, "title", &[], &[&format!("<p>{text}</p>")])]);
        let view = reading.context().view;
        let hits = view.search_index().find(view, question);
        hits.into_iter().map(|hit| hit.snippet).collect()
    }

    #[test]
    fn a_title_counts_more_than_a_heading_and_a_heading_more_than_any_number_of_places_in_the_text() {
        let often = format!("<p>{}</p>", "rust ".repeat(30));
        let reading = site_with(vec![
            document(1, "once", &[], &["<p>rust</p>"]),
            document(2, "often", &[], &[&often]),
            document(3, "heading", &["Rust"], &["<h2>Rust</h2>"]),
            document(4, "never", &["Other"], &["<p>other</p>"]),
            document(5, "Rust", &[], &["<p>other</p>"]),
        ]);
        let view = reading.context().view;
        let hits = view.search_index().find(view, "RUST");
        let found: Vec<_> = hits.iter().map(|hit| hit.document).collect();
        assert_eq!(titles(&found), ["Rust", "heading", "often", "once"]);
    }

    #[test]
    fn a_heading_is_named_where_the_title_does_not_say_it_already() {
        let headings = ["About", "Rust"];
        let reading = site_with(vec![
            document(1, "Rust", &headings, &["<p>text</p>"]),
            document(2, "guide", &headings, &["<p>text</p>"]),
        ]);
        let view = reading.context().view;
        let hits = view.search_index().find(view, "rust");
        let named: Vec<_> = hits
            .iter()
            .map(|hit| hit.heading.map(|heading| heading.text.as_str()))
            .collect();
        assert_eq!(named, [None, Some("Rust")]);
    }

    #[test]
    fn a_document_is_found_by_its_tags() {
        let mut tagged = document(1, "title", &[], &["<p>text</p>"]);
        tagged.tags = vec!["写作".to_owned(), "Tools".to_owned()];
        let reading = site_with(vec![tagged, document(2, "other", &[], &["<p>other</p>"])]);
        let view = reading.context().view;
        let hits = view.search_index().find(view, "tools 写作");
        let found: Vec<_> = hits.iter().map(|hit| hit.document).collect();
        assert_eq!(titles(&found), ["title"]);
    }

    #[test]
    fn a_snippet_begins_before_the_match_and_says_where_text_is_left_out() {
        let long = format!("{}词{}", "前".repeat(100), "后".repeat(200));
        let n_before = SEARCH_SNIPPET_CHARS / 4;
        let n_after = SEARCH_SNIPPET_CHARS - n_before - 1;
        let expected = format!("…{}词{}…", "前".repeat(n_before), "后".repeat(n_after));
        assert_eq!(found_in(&long, "词"), expected);
        let whole = format!("词{}", "后".repeat(SEARCH_SNIPPET_CHARS - 1));
        assert_eq!(found_in(&whole, "词"), whole);
        assert_eq!(found_in(&format!("{whole}后"), "词"), format!("{whole}…"));
    }

    #[test]
    fn an_address_that_leads_nowhere_names_documents_that_are_like_it_the_likest_first() {
        let reading = site_with(vec![
            document(1, "instances", &[], &[]),
            document(2, "usage", &[], &[]),
            document(3, "installation", &[], &[]),
        ]);
        let view = reading.context().view;
        for path in ["/docs/guide/Instal", "/docs/guide/Instal/"] {
            let found = similar(view, path, 3);
            assert_eq!(titles(&found), ["installation", "instances"], "{path}");
        }
        assert_eq!(titles(&similar(view, "/Instal", 1)), ["installation"]);
        assert_eq!(titles(&similar(view, "/", 3)), [""; 0]);
    }
}
