//! The rules of `seeds/README.md` for articles of the handbook.

use moyan_article::theme::StyleOptions;
use moyan_article::{Language, RenderOptions};
use moyan_export::Target;
use moyan_foundation::rendering::{RenderRequest, Rendered, render};

use super::*;

/// English words, or Chinese characters, that an article has at least: less is a stub.
const MIN_LENGTH: [(&str, u32); 2] = [("en", 500), ("zh-CN", 600)];
/// Articles of each language at least.
const MIN_ARTICLES: usize = 30;

fn rendered(text: &str, language: SiteLanguage) -> Rendered {
    let language = match language {
        SiteLanguage::ZhCn => Language::ZhCn,
        SiteLanguage::En => Language::En,
    };
    let request = RenderRequest {
        target: Target::Html,
        options: RenderOptions {
            language,
            ..RenderOptions::default()
        },
        style: StyleOptions::default(),
        code_theme: "github".to_owned(),
        title: String::new(),
    };
    render(text, &request).unwrap()
}

const ORIGIN: &str = "https://moyan.example";
/// Pages of the platform that articles lead to.
const PLATFORM: [&str; 6] = ["/", "/md", "/privacy", "/terms", "/s/handbook", "/s/handbook-en"];

/// Everything that is wrong with the files, a line each.
fn problems_of(check: impl Fn(&str, &str, &Rendered) -> Vec<String>) -> Vec<String> {
    let handbooks = read(ORIGIN).unwrap();
    let mut problems = Vec::new();
    for language in handbooks.iter().map(|handbook| handbook.language) {
        for path in article_paths(language) {
            let text = text_of(&path).unwrap();
            let found = check(&path, &text, &rendered(&text, language));
            problems.extend(found.into_iter().map(|problem| format!("{path}: {problem}")));
        }
    }
    problems
}

#[test]
fn both_languages_have_the_same_articles() {
    let names = |language: SiteLanguage| -> Vec<String> {
        let folder = format!("{}/", language.as_str());
        article_paths(language)
            .iter()
            .map(|path| path.strip_prefix(&folder).unwrap().to_owned())
            .collect()
    };
    let chinese = names(SiteLanguage::ZhCn);
    assert_eq!(chinese, names(SiteLanguage::En));
    assert!(chinese.len() >= MIN_ARTICLES, "{} articles", chinese.len());
}

#[test]
fn every_article_stands_in_a_category_and_has_an_address_of_its_own() {
    for handbook in read(ORIGIN).unwrap() {
        let mut n_articles = 0;
        for category in &handbook.categories {
            let mut addresses: Vec<&str> = category
                .articles
                .iter()
                .map(|article| article.router_path.as_str())
                .collect();
            n_articles += addresses.len();
            addresses.sort_unstable();
            addresses.dedup();
            assert_eq!(addresses.len(), category.articles.len(), "{}", category.slug);
        }
        assert_eq!(n_articles, article_paths(handbook.language).len());
    }
}

#[test]
fn articles_render_without_a_warning() {
    let problems = problems_of(|_, _, rendered| {
        let warnings = rendered
            .info
            .warnings
            .iter()
            .map(|warning| format!("{warning:?}"));
        let unfilled = rendered
            .unfilled
            .iter()
            .filter(|slot| slot.key != "diagram.needsBrowser")
            .map(|slot| format!("{slot:?}"));
        warnings.chain(unfilled).collect()
    });
    assert_eq!(problems, Vec::<String>::new());
}

#[test]
fn front_matter_is_whole_and_articles_are_no_stubs() {
    let problems = problems_of(|path, _, rendered| {
        let stats = &rendered.info.stats;
        let is_long_enough = MIN_LENGTH.iter().any(|(language, min)| {
            let length = if *language == "en" {
                stats.words
            } else {
                stats.characters
            };
            path.starts_with(language) && length >= *min
        });
        let front_matter = &rendered.info.front_matter;
        let has = |text: &Option<String>| text.as_deref().is_some_and(|text| !text.is_empty());
        let has_description = front_matter.other.iter().any(|field| {
            field.key == "description"
                && matches!(&field.value, front_matter::Value::Text(text) if text.chars().count() > 10)
        });
        let checks = [
            ("title", has(&front_matter.title)),
            ("description", has_description),
            ("tags", !front_matter.tags.is_empty()),
            (
                "date",
                front_matter.date.as_deref().is_some_and(|date| date.len() == 10),
            ),
            ("router_path", has(&front_matter.router_path)),
            ("no draft", !front_matter.draft),
            ("length", is_long_enough),
        ];
        let missing = checks.into_iter().filter(|(_, is_there)| !is_there);
        missing.map(|(name, _)| name.to_owned()).collect()
    });
    assert_eq!(problems, Vec::<String>::new());
}

#[test]
fn links_lead_to_articles_and_to_pages_of_the_platform() {
    let problems = problems_of(|path, text, _| {
        let language = path.split('/').next().unwrap();
        let language = SiteLanguage::parse(language).unwrap();
        let paths = article_paths(language);
        let mapped = with_targets(text, &links_from(path, &paths), ORIGIN);
        let leads = |href: &str| match href.strip_prefix(ORIGIN) {
            Some(path) => PLATFORM.contains(&path),
            // What is still a path of a Markdown file in the rendered article leads nowhere.
            None => {
                !href.contains(".md") || {
                    let id = href.split(".md").next().unwrap();
                    paths.iter().any(|path| id_of(path).to_string() == id)
                }
            }
        };
        hrefs(&rendered(&mapped, language).html)
            .filter(|href| !leads(href))
            .collect()
    });
    assert_eq!(problems, Vec::<String>::new());
}

#[test]
fn links_are_replaced_where_they_are_links_and_nowhere_else() {
    let paths = ["en/a/01-x.md", "en/a/02-y.md", "en/b/01-z.md"].map(str::to_owned);
    let (y, z) = (id_of("en/a/02-y.md"), id_of("en/b/01-z.md"));
    let text = "[y](02-y.md) [z](../b/01-z.md#part) [gone](03.md) 02-y.md [web](https://x.cn/02-y.md) [home](/) [p](/p)";
    assert_eq!(
        with_targets(text, &links_from("en/a/01-x.md", &paths), ORIGIN),
        format!(
            "[y]({y}.md) [z]({z}.md#part) [gone](03.md) 02-y.md [web](https://x.cn/02-y.md) [home]({ORIGIN}/) [p]({ORIGIN}/p)"
        )
    );
}

fn hrefs(html: &str) -> impl Iterator<Item = String> {
    html.split("href=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().to_owned())
}
