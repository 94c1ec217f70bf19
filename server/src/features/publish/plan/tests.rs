//! What a site would consist of, by example.

use chrono::DateTime;
use moyan_domain::CategoryId;

use super::*;
use crate::features::site::settings::CategoryDisplay;

fn document(number: u128, parent: u128, title: &str, content: &str) -> BaseDocument {
    BaseDocument {
        id: DocumentId(Uuid::from_u128(number)),
        category_id: CategoryId(Uuid::from_u128(1000)),
        parent_id: (parent > 0).then(|| DocumentId(Uuid::from_u128(parent))),
        title: title.to_owned(),
        router_path: String::new(),
        content: content.to_owned(),
        n_words: 0,
        text_revision: 1,
        updated_at: DateTime::UNIX_EPOCH,
    }
}

fn category(number: u128, name: &str, slug: &str) -> BaseCategory {
    BaseCategory {
        id: CategoryId(Uuid::from_u128(number)),
        name: name.to_owned(),
        slug: slug.to_owned(),
        description: String::new(),
    }
}

fn settings() -> SiteSettings {
    SiteSettings::initial(SiteLanguage::ZhCn)
}

fn plan(documents: Vec<BaseDocument>) -> Plan {
    let base = BaseContent {
        categories: vec![category(1000, "指南", "guide")],
        documents,
        ..BaseContent::default()
    };
    Plan::new(base, &settings())
}

fn paths(plan: &Plan) -> Vec<&str> {
    plan.documents
        .iter()
        .map(|document| document.path.as_str())
        .collect()
}

fn left_out(plan: &Plan) -> Vec<(&str, LeftOutReason)> {
    plan.left_out
        .iter()
        .map(|left_out| (left_out.title.as_str(), left_out.reason))
        .collect()
}

#[test]
fn each_document_comes_before_those_below_it_and_paths_follow_the_tree() {
    let plan = plan(vec![
        document(3, 1, "c", "x"),
        document(1, 0, "a", "x"),
        document(4, 3, "d", "x"),
        document(2, 0, "b", "x"),
    ]);
    assert_eq!(
        paths(&plan),
        [
            "/docs/guide/a",
            "/docs/guide/a/c",
            "/docs/guide/a/c/d",
            "/docs/guide/b"
        ]
    );
    assert_eq!(plan.documents[2].parent_id, Some(DocumentId(Uuid::from_u128(3))));
}

#[test]
fn below_a_draft_the_paths_stay_and_the_tree_closes() {
    let plan = plan(vec![
        document(1, 0, "a", "x"),
        document(2, 1, "b", "---\ndraft: true\n---\nx"),
        document(3, 2, "c", "x"),
    ]);
    assert_eq!(paths(&plan), ["/docs/guide/a", "/docs/guide/a/b/c"]);
    assert_eq!(plan.documents[1].parent_id, Some(DocumentId(Uuid::from_u128(1))));
    assert_eq!(left_out(&plan), [("b", LeftOutReason::Draft)]);
}

#[test]
fn an_empty_document_is_on_the_site_when_something_is_below_it() {
    let plan = plan(vec![
        document(1, 0, "folder", ""),
        document(2, 1, "b", "x"),
        document(3, 0, "empty", " \n"),
    ]);
    assert_eq!(paths(&plan), ["/docs/guide/folder", "/docs/guide/folder/b"]);
    assert_eq!(left_out(&plan), [("empty", LeftOutReason::Empty)]);
}

#[test]
fn a_ring_and_a_parent_that_is_gone_end_somewhere() {
    let plan = plan(vec![
        document(1, 2, "a", "x"),
        document(2, 1, "b", "x"),
        document(3, 9, "c", "x"),
    ]);
    assert_eq!(paths(&plan), ["/docs/guide/c"]);
}

#[test]
fn settings_order_rename_and_hide_categories() {
    let mut settings = settings();
    let display = |number, name: &str, is_visible| CategoryDisplay {
        category_id: CategoryId(Uuid::from_u128(number)),
        name: name.to_owned(),
        description: String::new(),
        icon: "book".to_owned(),
        is_visible,
    };
    settings.index.categories = vec![display(1002, "第二", true), display(1000, "", false)];
    let base = BaseContent {
        categories: vec![
            category(1000, "一", "a"),
            category(1001, "三", "A"),
            category(1002, "二", "a"),
        ],
        documents: vec![document(1, 0, "hidden", "x")],
        ..BaseContent::default()
    };
    let plan = Plan::new(base, &settings);
    let shown: Vec<_> = plan
        .categories
        .iter()
        .map(|shown| (shown.name.as_str(), shown.slug.as_str()))
        .collect();
    assert_eq!(shown, [("第二", "a"), ("三", "a-2")]);
    assert_eq!(left_out(&plan), [("hidden", LeftOutReason::HiddenCategory)]);
}

#[test]
fn the_front_matter_names_a_document_and_else_the_list_does() {
    let plan = plan(vec![
        document(
            1,
            0,
            "列表",
            "---\ntitle: 题\nsidebar_label: 短\ndate: 2026-11-22\ntags: [a, b]\ndescription: 说明\nrouter_path: /x\n---\n文",
        ),
        document(2, 0, "列表", "文"),
        document(3, 0, " ", "文"),
    ]);
    let first = &plan.documents[0];
    assert_eq!(
        (
            first.title.as_str(),
            first.sidebar_label.as_str(),
            first.path.as_str()
        ),
        ("题", "短", "/docs/guide/x")
    );
    assert_eq!(
        (first.date.as_str(), first.description.as_str(), first.tags.len()),
        ("2026-11-22", "说明", 2)
    );
    assert_eq!(
        (plan.documents[1].title.as_str(), plan.documents[2].title.as_str()),
        ("列表", "Untitled")
    );
}

#[test]
fn a_rendering_is_used_again_unless_something_that_it_is_made_of_changes() {
    let hash = |change: &dyn Fn(&mut BaseContent, &mut SiteSettings)| {
        let id = Uuid::from_u128(2);
        let text = format!("[b]({id}.md) ![](images/0123456789abcdef.png)\n\n```mermaid\nx\n```");
        let file = FileRef {
            hash: "h".to_owned(),
            store_name: String::new(),
            media_type: String::new(),
            n_bytes: 1,
            width: 1,
            height: 1,
        };
        let mut base = BaseContent {
            categories: vec![category(1000, "指南", "guide")],
            documents: vec![document(1, 0, "a", &text), document(2, 0, "b", "x")],
            images: HashMap::from([("0123456789abcdef.png".to_owned(), file.clone())]),
            drawings: HashMap::from([("source".to_owned(), file)]),
            ..BaseContent::default()
        };
        let mut settings = settings();
        change(&mut base, &mut settings);
        Plan::new(base, &settings).documents[0].rendered_hash.clone()
    };
    let before = hash(&|_, _| ());
    assert_eq!(
        before,
        hash(&|base, _| base.documents[0].title = "other".to_owned())
    );
    type Change = dyn Fn(&mut BaseContent, &mut SiteSettings);
    let changes: [&Change; 6] = [
        &|base, _| base.documents[0].content.push('x'),
        &|base, _| base.documents[1].title = "moved".to_owned(),
        &|base, _| base.documents.truncate(1),
        &|base, _| base.images.clear(),
        &|base, _| base.drawings.clear(),
        &|_, settings| settings.appearance.has_line_numbers = true,
    ];
    for (number, change) in changes.iter().enumerate() {
        assert_ne!(before, hash(change), "change {number}");
    }
}

#[test]
fn texts_are_rendered_as_the_settings_of_the_site_say() {
    let mut settings = settings();
    for (is_mac_code_block, has_line_numbers, site_language, language) in [
        (true, false, SiteLanguage::ZhCn, Language::ZhCn),
        (false, true, SiteLanguage::En, Language::En),
    ] {
        settings.appearance.is_mac_code_block = is_mac_code_block;
        settings.appearance.has_line_numbers = has_line_numbers;
        settings.basic_info.language = site_language;
        let options = options(&settings);
        assert_eq!(
            (options.mac_code_block, options.line_numbers, options.language),
            (is_mac_code_block, has_line_numbers, language)
        );
    }
}

#[test]
fn a_document_that_is_kept_has_its_address_also_when_its_category_is_not_shown() {
    let mut moved = document(1, 0, "moved", "---\ndraft: true\n---\nx");
    moved.category_id = CategoryId(Uuid::from_u128(2000));
    let place = |category, path: &str| KeptPlace {
        category_id: CategoryId(Uuid::from_u128(category)),
        parent_id: None,
        path: path.to_owned(),
    };
    let mut gone = moved.clone();
    gone.id = DocumentId(Uuid::from_u128(4));
    let base = BaseContent {
        categories: vec![category(1000, "指南", "guide")],
        documents: vec![
            moved,
            document(2, 1, "below", "x"),
            document(3, 0, "old", "x"),
            gone.clone(),
        ],
        kept: HashMap::from([
            (DocumentId(Uuid::from_u128(1)), place(1000, "/docs/guide/old")),
            (gone.id, place(2000, "/docs/hidden/gone")),
        ]),
        ..BaseContent::default()
    };
    let plan = Plan::new(base, &settings());
    assert_eq!(
        paths(&plan),
        ["/docs/guide/old", "/docs/guide/old/below", "/docs/guide/old-2"]
    );
    assert_eq!(left_out(&plan), [("moved", LeftOutReason::HiddenCategory)]);
}
