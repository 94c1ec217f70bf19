//! Words that end or turn what stands around them, and words that are hard to find.

use serde_json::{Value, json};

use super::hosts::{HOST, get};
use crate::support::TestApp;
use crate::support::site::Site;

/// They end elements, are none of XML's characters, join, hang on the letter before, and turn a line around.
const WORDS: &str = "]]> </script><b> & \" ' \u{8}\u{b}\u{1f}\u{fffe} 👩\u{200d}💻 \u{301} \u{202e}cba";

#[actix_web::test]
async fn words_that_end_or_turn_what_stands_around_them_are_text_at_every_address() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let description = WORDS.replace('\'', "''");
    let text = format!("---\ndescription: '头 {description}'\n---\n# 题 {WORDS}\n\n字 {WORDS}");
    site.document(&app, "一", &text).await;
    site.document(&app, "二", "正文").await;
    let quoted = WORDS.replace('\'', "''");
    app.sql(&format!(
        "UPDATE documents SET title = '题 {quoted}' WHERE title = '一'"
    ));
    app.sql(&format!("UPDATE categories SET name = '类 {quoted}'"));
    let settings = include_str!("../../../../frontend/src/features/site-config/check/limits.json");
    let settings: Value = serde_json::from_str(settings).unwrap();
    let mut info = settings["tabs"]["basic-info"].clone();
    info["name"] = json!(format!("站 {WORDS}"));
    info["description"] = json!(format!("述 {WORDS}"));
    site.set(&app, "basicInfo", &info);
    site.publish(&app).await.data();
    app.sql("UPDATE sites SET status = 'published', generation = generation + 1");
    app.state.sites.expire();

    let feed = get(&app, HOST, "/feed.xml").await.text().to_owned();
    let address = feed
        .split("<link>")
        .filter_map(|part| part.split("</link>").next())
        .find(|address| address.contains("/docs/"))
        .unwrap()
        .to_owned();
    let path = address.split(".localhost").nth(1).unwrap();
    let path = path.trim_start_matches(|letter: char| letter == ':' || letter.is_ascii_digit());
    for xml in [feed.as_str(), get(&app, HOST, "/sitemap.xml").await.text()] {
        assert_is_xml(xml);
    }
    assert!(
        feed.contains("]]&gt; &lt;/script&gt;&lt;b&gt; &amp; &quot; &apos;"),
        "{feed}"
    );
    for address in ["/", "/docs", path, "/search?q=%E9%A2%98"] {
        let page = get(&app, HOST, address).await;
        assert_eq!(page.status, 200, "{address}");
        assert_is_safe(address, page.text());
    }
    let list = get(&app, HOST, "/llms.txt").await.text().to_owned();
    assert_eq!(
        list.lines().filter(|line| line.starts_with("- [")).count(),
        2,
        "{list}"
    );
}

/// Every element ends, and every character is one of XML's. Source: XML 1.0, 2.2.
fn assert_is_xml(text: &str) {
    let is_none = |c: char| (c < ' ' && !"\t\n\r".contains(c)) || c == '\u{fffe}' || c == '\u{ffff}';
    assert!(!text.contains(is_none), "{text:?}");
    let mut reader = quick_xml::Reader::from_str(text);
    let mut n_elements = 0;
    loop {
        match reader.read_event().unwrap() {
            quick_xml::events::Event::Eof => break,
            quick_xml::events::Event::Start(_) => n_elements += 1,
            quick_xml::events::Event::Text(text) => {
                text.decode().unwrap();
            }
            _ => {}
        }
    }
    assert!(n_elements > 3, "{text}");
}

/// No word is an element, and what machines read can be read.
fn assert_is_safe(address: &str, page: &str) {
    assert!(!page.contains("</script><b>"), "{address}: {page}");
    let facts = page.split("<script type=\"application/ld+json\">").skip(1);
    for facts in facts.filter_map(|rest| rest.split("</script>").next()) {
        serde_json::from_str::<Value>(facts).unwrap_or_else(|error| panic!("{address}: {error}: {facts}"));
    }
}

/// A text in which each word is hard to find.
const TEXT: &str = "学 C++ 和 C#，用 .NET、Node.js、`#include <stdio.h>`、a_b_c、foo-bar 与 ＡＩ（全角）。\n\n\
    繁體字：軟體、網路、資訊。简体：软件、网络、信息。\n\n\
    價格 ¥99，电话 138-0013-8000，版本 v1.2.3，时间 12:30，α-β 剪枝，𠮷野家，葛\u{e0100}城。\n\n\
    “引号里的话”，e-mail，naïve，I/O，50%，%_通配，'单引号'，🚀。";

#[actix_web::test]
async fn words_of_signs_widths_and_variants_are_found_and_wildcards_are_letters() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "试题", TEXT).await;
    site.document(&app, "别的", "Cats and a.b.c, 只有 C 语言。").await;
    site.publish(&app).await.data();
    app.sql("UPDATE sites SET status = 'published'");
    app.state.sites.expire();
    let n_found = async |question: &str| {
        let question: String = question.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let page = get(&app, HOST, &format!("/search?q={question}")).await;
        assert_eq!(page.status, 200, "{question}");
        let text = page.text().to_owned();
        ["试题", "别的"].map(|title| text.contains(&format!("href=\"/docs/docs/{title}")))
    };
    for question in [
        "C++",
        "c++",
        "Ｃ＋＋",
        "C#",
        ".NET",
        "#include",
        "a_b_c",
        "foo-bar",
        "AI",
        "ai",
        "ＡＩ",
        "软体",
        "軟體",
        "網路",
        "网路",
        "𠮷",
        "葛城",
        "138-0013-8000",
        "13800138000",
        "1.2.3",
        "naive",
        "NAÏVE",
        "\"引号里的话\"",
        "“引号里的话”",
        "50%",
        "%_",
        "'单引号'",
        "i/o",
        "e-mail",
        "α-β",
        "🚀",
        "软件 C++",
    ] {
        assert_eq!(n_found(question).await, [true, false], "{question}");
    }
    for question in ["_b", "C%", "1%3", "   ", "没有", "软件 没有"] {
        assert_eq!(n_found(question).await[1], false, "{question}");
    }
    for question in ["%", "'"] {
        assert_eq!(n_found(question).await, [true, false], "{question}");
    }
    assert_eq!(n_found(&"墨".repeat(400)).await, [false, false]);
}
