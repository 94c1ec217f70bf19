//! What the author should know, in the words of the editor.

use std::sync::LazyLock;

use serde_json::Value;

use crate::language::Language;
use crate::rendering::Rendered;

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

/// The words of a key, with its detail in its place, or behind them.
fn sentence(group: &str, key: &str, detail: &str, language: Language) -> String {
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
    if template.contains("{{detail}}") || detail.is_empty() {
        return template.replace("{{detail}}", detail);
    }
    match language {
        Language::ZhCn => format!("{template}（{detail}）"),
        Language::En => format!("{template} ({detail})"),
    }
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
    fn a_key_without_words_is_shown_itself() {
        assert_eq!(sentence("warning", "no.such", "a", Language::En), "no.such (a)");
    }
}
