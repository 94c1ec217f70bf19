use super::*;

#[test]
fn fields_of_the_specification_are_read() {
    let parsed = parse(
        "---\ntitle: \"墨: 砚\"\nsidebar_label: 短名\ndate: 2026-11-20\ntags: [a, '二']\ndraft: True\nrouter_path: /a/b\norder: 3\n---\n# 正文\n",
    );
    let fm = &parsed.front_matter;
    assert_eq!(fm.title.as_deref(), Some("墨: 砚"));
    assert_eq!(fm.sidebar_label_or_title(), "短名");
    assert_eq!(fm.date_or("x"), "2026-11-20");
    assert_eq!(fm.tags, ["a", "二"]);
    assert!(fm.draft);
    assert_eq!(fm.router_path.as_deref(), Some("/a/b"));
    assert_eq!(
        fm.other,
        [Field {
            key: "order".to_owned(),
            value: Value::Number(3.0)
        }]
    );
    assert_eq!(parsed.body_line, 10);
}
