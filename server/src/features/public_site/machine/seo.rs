//! What search engines and shared links are told. All of it comes from settings, titles and the gate.

use maud::{Markup, PreEscaped, html};
use moyan_domain::limits::META_DESCRIPTION_MAX_CHARS;
use serde_json::{Value, json};

use crate::features::public_site::content::document::Document;
use crate::features::public_site::content::page_context::PageContext;

/// What a page says of itself.
pub struct Meta {
    /// The title, without the name of the site; empty for the homepage.
    pub title: String,
    pub description: String,
    /// The path that is canonical; none for pages that search engines leave out.
    pub canonical: Option<String>,
    /// What the page is for those who share it: `website` or `article`.
    pub kind: &'static str,
    /// When it was changed last: `2026-11-22T00:00:00+00:00`.
    pub changed_at: Option<String>,
    /// JSON-LD.
    pub facts: Vec<Value>,
    /// Where browsers go on by themselves, and when.
    pub refresh: Option<Refresh>,
}

/// How a page goes on by itself.
pub enum Refresh {
    /// It is asked for again after seconds. With scripts, they ask.
    Again(u32),
    /// Another address takes its place at once.
    To(String),
}

impl Meta {
    /// A page that search engines leave out.
    pub fn unlisted(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            description: String::new(),
            canonical: None,
            kind: "website",
            changed_at: None,
            facts: Vec::new(),
            refresh: None,
        }
    }

    /// A page that search engines list.
    pub fn listed(title: impl Into<String>, description: &str, path: impl Into<String>) -> Self {
        Self {
            description: shortened(description),
            canonical: Some(path.into()),
            ..Self::unlisted(title)
        }
    }

    /// The elements of the head.
    pub fn tags(&self, context: &PageContext<'_>) -> Markup {
        let info = &context.settings().basic_info;
        let title = match self.title.as_str() {
            "" => info.name.clone(),
            title => format!("{title}{}{}", context.words.title_separator, info.name),
        };
        let description = match self.description.as_str() {
            "" => shortened(&info.description),
            description => description.to_owned(),
        };
        let canonical = self.canonical.as_ref().map(|path| context.absolute(path));
        let image = info.share_image.as_ref().and_then(|image| {
            let address = context.image(&image.url)?;
            Some(if address.starts_with('/') {
                format!("{}{address}", context.origin)
            } else {
                address
            })
        });
        html! {
            title { (title) }
            @match &self.refresh {
                Some(Refresh::Again(seconds)) => { noscript { meta http-equiv="refresh" content=(seconds); } }
                Some(Refresh::To(address)) => { meta http-equiv="refresh" content={ "0;url=" (address) }; }
                None => {}
            }
            @if !description.is_empty() { meta name="description" content=(description); }
            @if let Some(canonical) = canonical {
                link rel="canonical" href=(canonical);
                meta property="og:url" content=(canonical);
                link rel="alternate" type="application/rss+xml" title=(info.name) href=(context.absolute("/feed.xml"));
                @if self.kind == "article" && context.settings().index.offers_markdown {
                    link rel="alternate" type="text/markdown" href=(context.absolute(&format!("{}.md", self.canonical.as_deref().unwrap_or_default())));
                }
            } @else {
                meta name="robots" content="noindex";
            }
            meta property="og:type" content=(self.kind);
            meta property="og:site_name" content=(info.name);
            meta property="og:title" content=(if self.title.is_empty() { &info.name } else { &self.title });
            @if !description.is_empty() { meta property="og:description" content=(description); }
            meta property="og:locale" content=(context.words.lang.replace('-', "_"));
            @if let Some(image) = &image { meta property="og:image" content=(image); }
            meta name="twitter:card" content=(if image.is_some() { "summary_large_image" } else { "summary" });
            @if let Some(changed_at) = &self.changed_at {
                meta property="article:modified_time" content=(changed_at);
            }
            @for facts in &self.facts {
                script type="application/ld+json" { (PreEscaped(script_text(facts))) }
            }
        }
    }
}

/// JSON that no parser of HTML takes for the end of its element.
fn script_text(facts: &Value) -> String {
    facts
        .to_string()
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

/// One line of the length that search engines show.
pub fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(META_DESCRIPTION_MAX_CHARS) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default().trim_end()),
        None => line,
    }
}

/// Where a page stands, for search engines.
pub fn breadcrumb_facts(context: &PageContext<'_>, crumbs: &[(String, String)]) -> Value {
    let items: Vec<Value> = crumbs
        .iter()
        .zip(1..)
        .map(|((name, path), position)| {
            json!({ "@type": "ListItem", "position": position, "name": name, "item": context.absolute(path) })
        })
        .collect();
    json!({ "@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items })
}

/// What an article is. What is not seen is marked as paid, as search engines ask.
pub fn article_facts(context: &PageContext<'_>, document: Document<'_>) -> Value {
    let mut facts = json!({
        "@context": "https://schema.org",
        "@type": "Article",
        "headline": document.meta.title,
        "dateModified": document.meta.changed_at.to_rfc3339(),
        "inLanguage": context.words.lang,
        "mainEntityOfPage": context.absolute(&document.meta.path),
        "publisher": { "@type": "Organization", "name": context.settings().basic_info.name },
    });
    if let Some(facts) = facts.as_object_mut() {
        if !document.meta.date.is_empty() {
            facts.insert("datePublished".to_owned(), json!(document.meta.date));
        }
        if !document.is_whole() {
            facts.insert("isAccessibleForFree".to_owned(), json!(false));
        }
    }
    facts
}

/// What the site is.
pub fn site_facts(context: &PageContext<'_>) -> Value {
    let info = &context.settings().basic_info;
    let mut facts = json!({
        "@context": "https://schema.org",
        "@type": "WebSite",
        "name": info.name,
        "url": context.absolute("/"),
        "inLanguage": context.words.lang,
    });
    if let Some(facts) = facts
        .as_object_mut()
        .filter(|_| context.settings().index.is_search_enabled)
    {
        let action = json!({
            "@type": "SearchAction",
            "target": format!("{}?q={{search_term_string}}", context.absolute("/search")),
            "query-input": "required name=search_term_string",
        });
        facts.insert("potentialAction".to_owned(), action);
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::public_site::testing::{Reading, content_with, document, site_with};
    use crate::features::publish::SiteDocument;
    use moyan_domain::gate::Audience;

    #[test]
    fn facts_cannot_end_their_element() {
        assert_eq!(
            script_text(&json!("</script><!--&")),
            r#""\u003c/script\u003e\u003c!--\u0026""#
        );
    }

    #[test]
    fn a_description_is_one_line_of_bounded_length() {
        assert_eq!(shortened(" a\n b\t"), "a b");
        let long = "字".repeat(META_DESCRIPTION_MAX_CHARS + 1);
        assert_eq!(shortened(&long).chars().count(), META_DESCRIPTION_MAX_CHARS + 1);
        assert!(shortened(&long).ends_with('…'));
    }

    #[test]
    fn search_engines_are_told_where_a_page_stands() {
        let reading = site_with(Vec::new());
        let crumbs = [("Documents", "/docs"), ("Start", "/docs/guide/start")];
        let crumbs = crumbs.map(|(name, path)| (name.to_owned(), path.to_owned()));
        assert_eq!(
            breadcrumb_facts(&reading.context(), &crumbs),
            json!({ "@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": [
                { "@type": "ListItem", "position": 1, "name": "Documents", "item": "https://handbook.example/docs" },
                { "@type": "ListItem", "position": 2, "name": "Start",
                    "item": "https://handbook.example/docs/guide/start" },
            ] })
        );
    }

    #[test]
    fn an_article_was_published_on_the_day_of_its_front_matter_if_it_has_one() {
        let dated = SiteDocument {
            date: "2026-11-22".to_owned(),
            ..document(1, "dated", &[], &[])
        };
        let reading = site_with(vec![dated, document(2, "undated", &[], &[])]);
        let context = reading.context();
        let days: Vec<Value> = context
            .view
            .documents()
            .map(|document| article_facts(&context, document)["datePublished"].clone())
            .collect();
        assert_eq!(days, [json!("2026-11-22"), Value::Null]);
    }

    #[test]
    fn search_engines_are_told_of_a_search_that_is_there() {
        let mut content = content_with(Vec::new());
        for is_search_enabled in [true, false] {
            content.settings.index.is_search_enabled = is_search_enabled;
            let reading = Reading::of(content.clone(), Audience::Guest);
            let facts = site_facts(&reading.context());
            assert_eq!(facts["url"], "https://handbook.example/");
            let target = "https://handbook.example/search?q={search_term_string}";
            let expected = if is_search_enabled {
                json!(target)
            } else {
                Value::Null
            };
            assert_eq!(facts["potentialAction"]["target"], expected);
        }
    }
}
