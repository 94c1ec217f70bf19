//! What language models read.

use super::world::World;

#[actix_web::test]
async fn programs_read_as_markdown_what_guests_read() {
    let world = World::new().await;
    let list = world.get("/llms.txt", "").await;
    assert_eq!(list.header("content-type"), "text/plain; charset=utf-8");
    let address = |key: &str| format!("https://handbook.localhost{}", world.document(key).path());
    for part in [
        format!("- [ttla1]({}.md): dsca1", address("a1")),
        format!("- [ttlb1]({}): dscb1", address("b1")),
    ] {
        assert!(list.text.contains(&part), "{part}: {}", list.text);
    }
    assert!(!list.text.contains("ttlc1"), "{}", list.text);
    let whole = world
        .get(&format!("{}.md", world.document("a1").path()), "")
        .await;
    assert_eq!(
        (whole.status, whole.header("content-type")),
        (200, "text/markdown; charset=utf-8")
    );
    for part in [
        "# ttla1\n\n> dsca1\n\nvisa1段落。\n",
        "## kqxa1heading",
        "**kqxa1bold**",
        "```rust\nlet kqxa1code = 1;\n```",
        "$$\n\\text{kqxa1formula}\n$$",
        "| kqxa1cell | b |",
        "> [!TIP]",
    ] {
        assert!(whole.text.contains(part), "{part}: {}", whole.text);
    }
    assert!(!whole.text.contains("会员"), "{}", whole.text);
    let part = world
        .get(&format!("{}.md", world.document("a2").path()), "")
        .await
        .text;
    assert!(
        part.contains("visa2") && part.contains("后面的内容，会员接着读"),
        "{part}"
    );
    let page = world.get(&world.document("a1").path(), "").await.text;
    let link = format!("type=\"text/markdown\" href=\"{}.md\"", address("a1"));
    assert!(page.contains(&link), "{page}");
}

#[actix_web::test]
async fn without_the_switch_there_is_no_markdown_and_crawlers_of_models_stay_away_where_they_are_told() {
    let world = World::new().await;
    let robots = world.get("/robots.txt", "").await.text;
    assert!(!robots.contains("GPTBot"), "{robots}");
    world.app.sql(
        "UPDATE site_settings SET data = data || '{\"offersMarkdown\": false, \"allowsAiCrawlers\": false}' \
         WHERE tab = 'index'",
    );
    world.publish().await;
    let robots = world.get("/robots.txt", "").await.text;
    let (models, others) = robots.split_once("\n\nUser-agent: *\n").unwrap();
    assert!(
        models.contains("User-agent: GPTBot\n") && models.ends_with("Disallow: /"),
        "{robots}"
    );
    assert!(!others.contains("Disallow: /\n"), "{robots}");
    let path = world.document("a1").path();
    for address in ["/llms.txt", &format!("{path}.md")] {
        let seen = world.get(address, "").await;
        assert_eq!(seen.status, 404, "{address}");
        assert!(!seen.text.contains("kqxa1"), "{address}");
    }
    assert!(!world.get(&path, "").await.text.contains("text/markdown"));
}
