//! What the author should know, in the words of the editor.

use std::sync::LazyLock;

use moyan_domain::Language;
use moyan_foundation::rendering::Rendered;
use serde_json::Value;

/// The texts of the editor: those of `warning` and `finding` are said here too.
static WORDS: LazyLock<[Value; 2]> = LazyLock::new(|| {
    [
        include_str!("../../../../frontend/src/i18n/locales/zh-CN/editor.json"),
        include_str!("../../../../frontend/src/i18n/locales/en/editor.json"),
    ]
    // The files are part of the program, and a test reads them.
    .map(|json| serde_json::from_str(json).unwrap_or_default())
});

/// One line for each point, to be put behind the name of the file: `:3: sentence`, or `: sentence` without a line.
pub(super) fn lines(rendered: &Rendered, language: Language) -> Vec<String> {
    let warnings = rendered.info.warnings.iter().map(|warning| {
        let detail = warning.detail.as_deref().unwrap_or_default();
        line(
            Some(warning.line),
            &sentence("warning", &warning.key, detail, language),
        )
    });
    let unfilled = rendered.unfilled.iter().map(|place| {
        let words = match (place.key.as_str(), language) {
            ("diagram.needsBrowser", Language::ZhCn) => "图表要用浏览器才能绘制，这里显示源码".to_owned(),
            (_, Language::ZhCn) => format!("公式无法排版，这里显示源码：{}", place.message),
            (_, Language::En) => place.message.clone(),
        };
        line(place.line, &words)
    });
    let findings = rendered.findings.iter().map(|finding| {
        line(
            None,
            &sentence("finding", &finding.key, &finding.detail, language),
        )
    });
    warnings.chain(unfilled).chain(findings).collect()
}

fn line(number: Option<u32>, words: &str) -> String {
    match number {
        Some(number) => format!(":{number}: {words}"),
        None => format!(": {words}"),
    }
}

/// The words of a key, with its detail in its place, or behind them. Control characters of the detail are left out: an
/// article of somebody else must not steer the terminal.
fn sentence(group: &str, key: &str, detail: &str, language: Language) -> String {
    let detail = &detail.replace(char::is_control, "");
    let [chinese, english] = &*WORDS;
    let words = match language {
        Language::ZhCn => chinese,
        Language::En => english,
    };
    let found = std::iter::once(group)
        .chain(key.split('.'))
        .try_fold(words, |words, name| words.get(name))
        .and_then(Value::as_str);
    let template = found.unwrap_or(key);
    if template.contains("{{detail, number}}") {
        return template.replace("{{detail, number}}", &grouped(detail));
    }
    if template.contains("{{detail}}") || detail.is_empty() {
        return template.replace("{{detail}}", detail);
    }
    match language {
        Language::ZhCn => format!("{template}（{detail}）"),
        Language::En => format!("{template} ({detail})"),
    }
}

/// A number as both languages write it, `200,588`; what is none stays.
fn grouped(number: &str) -> String {
    if !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return number.to_owned();
    }
    let groups: Vec<String> = number
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| String::from_utf8_lossy(group).into_owned())
        .collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_said_in_the_language_of_the_reader() {
        assert_eq!(
            sentence("warning", "footnote.unused", "a", Language::ZhCn),
            "脚注“a”没有被引用，不会显示"
        );
        assert_eq!(
            sentence("finding", "export.image.webp", "a.webp", Language::En),
            "WeChat does not support WebP images; use JPG or PNG (a.webp)"
        );
    }

    #[test]
    fn a_number_stands_in_its_place_in_groups_of_three() {
        assert!(
            sentence("finding", "export.size", "200588", Language::ZhCn).starts_with("文章共 200,588 个字符")
        );
        assert!(
            sentence("finding", "export.size", "20000", Language::En)
                .starts_with("The article has 20,000 characters")
        );
        assert_eq!(["7", "100", "1000000"].map(grouped), ["7", "100", "1,000,000"]);
    }

    #[test]
    fn a_detail_is_text() {
        assert_eq!(
            sentence(
                "warning",
                "link.unsafe",
                "{{detail, number}} \u{1b}[2J\u{9b}1",
                Language::En
            ),
            "An unsafe link address was removed: {{detail, number}} [2J1"
        );
    }

    #[test]
    fn no_sentence_keeps_a_place_that_nothing_fills() {
        fn texts(value: &Value, path: &str, found: &mut Vec<String>) {
            match value {
                Value::Object(fields) => fields
                    .iter()
                    .for_each(|(name, value)| texts(value, &format!("{path}.{name}"), found)),
                _ => found.push(path.trim_start_matches('.').to_owned()),
            }
        }
        for group in ["warning", "finding"] {
            for (words, language) in WORDS.iter().zip([Language::ZhCn, Language::En]) {
                let mut keys = Vec::new();
                texts(words.get(group).unwrap_or(&Value::Null), "", &mut keys);
                assert!(keys.len() > 10, "{group}: {keys:?}");
                for key in keys {
                    let said = sentence(group, &key, "7", language);
                    assert!(!said.contains("{{"), "{group}.{key}: {said}");
                }
            }
        }
    }

    #[test]
    fn a_key_without_words_is_shown_itself() {
        assert_eq!(sentence("warning", "no.such", "a", Language::En), "no.such (a)");
    }
}
