//! What machines read: map of the site, rules for search engines, feed. Everything as guests see it.

use chrono::{NaiveDate, NaiveTime};
use moyan_domain::limits::{FEED_DOCUMENTS, SITEMAP_MAX_ADDRESSES};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use quick_xml::escape::escape;

use crate::features::public_site::content::page_context::PageContext;

/// The map of the site. Source: sitemaps.org.
pub fn sitemap(context: &PageContext<'_>) -> String {
    let mut addresses = vec![(String::from("/"), None), (String::from("/docs"), None)];
    addresses.extend(
        context
            .view
            .categories()
            .map(|category| (format!("/docs/{}", category.slug), None)),
    );
    addresses.extend(
        context
            .view
            .documents()
            .map(|document| (document.meta.path.clone(), Some(document.changed_day()))),
    );
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for (path, changed) in addresses.into_iter().take(SITEMAP_MAX_ADDRESSES) {
        let changed = changed.map_or_else(String::new, |day| format!("<lastmod>{day}</lastmod>"));
        xml.push_str(&format!(
            "<url><loc>{}</loc>{changed}</url>\n",
            escape(encoded(&context.absolute(&path)))
        ));
    }
    xml.push_str("</urlset>\n");
    xml
}

/// Programs that collect texts for language models, by the names that they answer to.
const AI_CRAWLERS: [&str; 18] = [
    "AI2Bot",
    "Amazonbot",
    "anthropic-ai",
    "Applebot-Extended",
    "Bytespider",
    "CCBot",
    "ChatGPT-User",
    "Claude-User",
    "ClaudeBot",
    "cohere-ai",
    "Diffbot",
    "Google-Extended",
    "GPTBot",
    "meta-externalagent",
    "OAI-SearchBot",
    "PanguBot",
    "PerplexityBot",
    "YouBot",
];

/// What search engines may read.
pub fn robots(context: &PageContext<'_>) -> String {
    let mut text = String::new();
    if !context.settings().index.allows_ai_crawlers {
        for name in AI_CRAWLERS {
            text.push_str(&format!("User-agent: {name}\n"));
        }
        text.push_str("Disallow: /\n\n");
    }
    text.push_str(&format!(
        "User-agent: *\nDisallow: /search\nDisallow: /preview-frame\n\nSitemap: {}\n",
        context.absolute("/sitemap.xml")
    ));
    text
}

/// The latest documents. Source: RSS 2.0.
pub fn feed(context: &PageContext<'_>) -> String {
    let info = &context.settings().basic_info;
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\">\n\
         <channel>\n<title>{}</title>\n<link>{}</link>\n<description>{}</description>\n<language>{}</language>\n\
         <atom:link href=\"{}\" rel=\"self\" type=\"application/rss+xml\"/>\n",
        text_of(info.name.as_str()),
        escape(context.absolute("/")),
        text_of(info.description.as_str()),
        context.words.lang,
        escape(context.absolute("/feed.xml")),
    );
    for document in context.view.latest(FEED_DOCUMENTS) {
        let day = NaiveDate::parse_from_str(&document.meta.date, "%Y-%m-%d").ok();
        let date = day
            .map(|day| day.and_time(NaiveTime::MIN).and_utc())
            .unwrap_or(document.meta.changed_at);
        xml.push_str(&format!(
            "<item><title>{}</title><link>{link}</link><guid isPermaLink=\"false\">{}</guid><pubDate>{}</pubDate>\
             <description>{}</description></item>\n",
            text_of(&document.meta.title),
            document.meta.id,
            date.to_rfc2822(),
            text_of(document.summary()),
            link = escape(encoded(&context.absolute(&document.meta.path))),
        ));
    }
    xml.push_str("</channel>\n</rss>\n");
    xml
}

/// A text of an author in XML. Characters that XML does not have are left out: with one of them nobody reads the feed.
/// Source: XML 1.0, 2.2.
fn text_of(text: &str) -> String {
    let is_sound = |character: &char| match character {
        '\t' | '\n' | '\r' => true,
        '\u{fffe}' | '\u{ffff}' => false,
        character => *character >= ' ',
    };
    escape(text.chars().filter(is_sound).collect::<String>()).into_owned()
}

/// Characters that no address holds as they are.
const UNSAFE: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'`')
    .add(b'{')
    .add(b'}');

/// An address whose path has its letters encoded, as machines expect it.
pub fn encoded(address: &str) -> String {
    const ENCODED: &AsciiSet = &UNSAFE.add(b'%');
    utf8_percent_encode(address, ENCODED).to_string()
}

/// An address that somebody typed or pasted: what is encoded in it already stays as it is.
pub fn encoded_again(address: &str) -> String {
    utf8_percent_encode(address, UNSAFE).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_xml_does_not_have_are_left_out() {
        assert_eq!(
            text_of("\u{1}\u{b}\u{1f}a\t\n<墨>&\u{7f}\u{fffe}\u{ffff}𠮷"),
            "a\t\n&lt;墨&gt;&amp;\u{7f}𠮷"
        );
    }

    #[test]
    fn what_is_encoded_already_is_not_encoded_once_more() {
        assert_eq!(encoded_again("/docs/%E5%A2%A8 墨"), "/docs/%E5%A2%A8%20%E5%A2%A8");
        assert_eq!(encoded("/50%"), "/50%25");
    }
}
