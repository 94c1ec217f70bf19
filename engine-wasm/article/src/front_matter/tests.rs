use super::*;

fn warnings(text: &str) -> Vec<(String, u32)> {
    parse(text)
        .warnings
        .into_iter()
        .map(|warning| (warning.key, warning.line))
        .collect()
}

fn set(text: &str) -> Change<String> {
    Change::Set(text.to_owned())
}

fn tags(items: &[&str]) -> Change<Vec<String>> {
    Change::Set(items.iter().map(|item| (*item).to_owned()).collect())
}

fn other(text: &str) -> Vec<Field> {
    parse(text).front_matter.other
}

fn field(key: &str, value: Value) -> Field {
    Field {
        key: key.to_owned(),
        value,
    }
}

#[test]
fn fields_of_the_specification_are_read() {
    let parsed = parse(
        "---\ntitle: \"墨: 砚\"\nsidebar_label: 短名\ndate: 2026-11-20\ntags: [a, '二']\ndraft: True\nrouter_path: /a/b\norder: 3\n---\n# 正文\n",
    );
    let front_matter = &parsed.front_matter;
    assert_eq!(front_matter.title.as_deref(), Some("墨: 砚"));
    assert_eq!(front_matter.sidebar_label_or_title(), "短名");
    assert_eq!(front_matter.date_or("x"), "2026-11-20");
    assert_eq!(front_matter.tags, ["a", "二"]);
    assert!(front_matter.draft);
    assert_eq!(front_matter.router_path.as_deref(), Some("/a/b"));
    assert_eq!(front_matter.other, [field("order", Value::Number(3.0))]);
    assert_eq!(parsed.body_line, 10);
    assert!(parsed.warnings.is_empty());
}

#[test]
fn defaults_are_those_of_the_specification() {
    let empty = parse("正文").front_matter;
    assert_eq!(empty.title_or_default(), "Untitled");
    assert_eq!(empty.sidebar_label_or_title(), "Untitled");
    assert_eq!(empty.date_or("2026-11-20"), "2026-11-20");
    assert!(!empty.draft && empty.tags.is_empty() && empty.router_path.is_none());
    assert_eq!(
        parse("---\ntitle: 甲\n---\n")
            .front_matter
            .sidebar_label_or_title(),
        "甲"
    );
    assert_eq!(
        parse("---\ntitle: ''\n---\n").front_matter.title_or_default(),
        "Untitled"
    );
}

#[test]
fn values_are_typed_by_their_looks_and_quotes_make_text() {
    let text =
        "---\na: 1\nb: -2.5e3\nc: true\nd: \"1\"\ne: 1.2.3\nf: inf\ng:\nh: [1, b]\ni: 2026-11-20\n---\n";
    let expected = [
        field("a", Value::Number(1.0)),
        field("b", Value::Number(-2500.0)),
        field("c", Value::Boolean(true)),
        field("d", Value::Text("1".to_owned())),
        field("e", Value::Text("1.2.3".to_owned())),
        field("f", Value::Text("inf".to_owned())),
        field("g", Value::Empty),
        field("h", Value::List(vec!["1".to_owned(), "b".to_owned()])),
        field("i", Value::Text("2026-11-20".to_owned())),
    ];
    assert_eq!(other(text), expected);
}

#[test]
fn a_text_field_keeps_a_number_as_written() {
    assert_eq!(
        parse("---\ntitle: 1.10\n---\n").front_matter.title.as_deref(),
        Some("1.10")
    );
    assert_eq!(
        parse("---\ntitle: [译] 如何写作\n---\n")
            .front_matter
            .title
            .as_deref(),
        Some("[译] 如何写作")
    );
    assert_eq!(
        parse("---\ntitle: \"引\" 与 '号'\n---\n")
            .front_matter
            .title
            .as_deref(),
        Some("\"引\" 与 '号'")
    );
    assert_eq!(
        parse("---\ntitle: C # 入门\n---\n").front_matter.title.as_deref(),
        Some("C # 入门")
    );
}

#[test]
fn quotes_are_decoded() {
    let title = |text: &str| {
        parse(&format!("---\ntitle: {text}\n---\n"))
            .front_matter
            .title
            .unwrap()
    };
    assert_eq!(title(r#""a\"b\\c\n\u58A8\x41\q""#), "a\"b\\c\n墨A\\q");
    assert_eq!(title("'it''s'"), "it's");
    assert_eq!(title("\"x\"  # comment"), "x");
}

#[test]
fn lists_are_read_in_every_usual_form() {
    let tags = |text: &str| parse(&format!("---\n{text}\n---\n")).front_matter.tags;
    assert_eq!(tags("tags: [a, \"b, c\", 'd']  # x"), ["a", "b, c", "d"]);
    assert_eq!(tags("tags: [前端，后端]"), ["前端", "后端"]);
    assert_eq!(tags("tags: a, b"), ["a", "b"]);
    assert_eq!(tags("tags: a"), ["a"]);
    assert_eq!(tags("tags:\n  - a\n  - \"b\"\n\n  # x\n  - c"), ["a", "b", "c"]);
    assert_eq!(tags("tags:\n- a\n- b"), ["a", "b"]);
    assert_eq!(tags("tags: []"), [""; 0]);
    assert_eq!(tags("tags: [a, it's, ]"), ["a", "it's"]);
    assert_eq!(tags("tags: [\"a\" b, c]"), ["\"a\" b", "c"]);
}

#[test]
fn byte_order_mark_crlf_and_cr_are_read() {
    let parsed = parse("\u{FEFF}---\r\ntitle: 甲\r\n---\r\n正文");
    assert_eq!(parsed.front_matter.title.as_deref(), Some("甲"));
    assert_eq!((parsed.body_start, parsed.body_line), (25, 4));
    assert_eq!(parse("---\rtitle: a\r---\rb").body_line, 4);
    assert_eq!(parse("\u{FEFF}正文").body_start, 3);
}

#[test]
fn only_a_closed_block_in_the_first_line_counts() {
    for text in [
        "",
        "---",
        "---\ntitle: a\n",
        "\n---\ntitle: a\n---\n",
        " ---\ntitle: a\n---\n",
        "----\na: b\n----\n",
    ] {
        let parsed = parse(text);
        assert_eq!((parsed.body_start, parsed.body_line), (0, 1), "{text:?}");
        assert_eq!(parsed.front_matter, FrontMatter::default());
    }
    assert_eq!(parse("---\n---\nx").body_start, 8);
    assert_eq!(parse("---  \ntitle: a\n---\t\nx").body_line, 4);
}

#[test]
fn text_between_two_rules_is_content() {
    assert_eq!(parse("---\n## 标题\n---\n").body_start, 0);
    assert_eq!(parse("---\n一段话\n---\n").body_start, 0);
    assert!(parse("---\n一段话\n---\n").warnings.is_empty());
}

#[test]
fn malformed_lines_are_warnings_with_their_line() {
    let malformed = |line| ("frontMatter.malformedLine".to_owned(), line);
    assert_eq!(
        warnings("---\ntitle: a\n标题：b\n\n# ok\nhttps://a.com\ntags:\n  image: x\n---\n"),
        [malformed(3), malformed(6), malformed(8)]
    );
    assert_eq!(
        warnings("---\na: \"x\nb: [x\ndraft: maybe\na: 2\n---\n"),
        [
            ("frontMatter.unclosedQuote".to_owned(), 2),
            ("frontMatter.unclosedList".to_owned(), 3),
            ("frontMatter.notBoolean".to_owned(), 4),
            ("frontMatter.duplicateKey".to_owned(), 5),
        ]
    );
}

#[test]
fn a_key_may_have_several_words() {
    let source = "---\ndate created: 2022-06-09\n---\n正文";
    assert_eq!(other(source)[0].key, "date created");
    assert_eq!(warnings(source), []);
    let changes = FrontMatterChanges {
        title: set("b"),
        ..Default::default()
    };
    assert_eq!(
        write(source, &changes),
        "---\ndate created: 2022-06-09\ntitle: b\n---\n正文"
    );
    for prose in ["一 二 三 四 五: x", "see also:x", "a  b: x"] {
        assert_eq!(parse(&format!("---\n{prose}\n---\n")).body_start, 0, "{prose}");
    }
}

#[test]
fn what_is_nested_below_a_key_of_other_tools_is_no_problem() {
    let source = "---\ntitle: a\nhead:\n  - - meta\n    - name: keywords\n      content: x\n---\n";
    assert_eq!(warnings(source), []);
    let remove = FrontMatterChanges {
        other: vec![FieldChange {
            key: "head".to_owned(),
            value: None,
        }],
        ..Default::default()
    };
    assert_eq!(write(source, &remove), "---\ntitle: a\n---\n");
}

#[test]
fn the_later_of_two_equal_keys_wins() {
    assert_eq!(
        parse("---\ntitle: a\ntitle: b\n---\n")
            .front_matter
            .title
            .as_deref(),
        Some("b")
    );
    assert_eq!(
        other("---\nx: a\ny: 1\nx: b\n---\n").first(),
        Some(&field("x", Value::Text("b".to_owned())))
    );
}

#[test]
fn a_change_touches_its_own_value_only() {
    let text = "\u{FEFF}---\r\n# top\r\nweird line\r\ntitle:   \"旧\"  # why\r\nx : [1,2]\r\ntags: [a]\r\n---\r\n正文\r\n";
    let changes = FrontMatterChanges {
        title: set("新"),
        ..Default::default()
    };
    assert_eq!(write(text, &changes), text.replace("\"旧\"", "\"新\""));
    let changes = FrontMatterChanges {
        title: Change::Remove,
        tags: tags(&["a", "b, c"]),
        ..Default::default()
    };
    let expected =
        "\u{FEFF}---\r\n# top\r\nweird line\r\nx : [1,2]\r\ntags: [a, \"b, c\"]\r\n---\r\n正文\r\n";
    assert_eq!(write(text, &changes), expected);
}

#[test]
fn a_value_that_is_already_there_changes_no_byte() {
    let text = "---\ntitle: \"a\"\ntags: [ a , b ]\ndraft: TRUE\ndate: '2026-11-20'\nn: 1.0\n---\n";
    let changes = FrontMatterChanges {
        title: set("a"),
        tags: tags(&["a", "b"]),
        draft: Change::Set(true),
        date: set("2026-11-20"),
        other: vec![FieldChange {
            key: "n".to_owned(),
            value: Some(Value::Number(1.0)),
        }],
        ..Default::default()
    };
    assert_eq!(write(text, &changes), text);
}

#[test]
fn new_keys_go_to_the_end_in_a_fixed_order() {
    let changes = FrontMatterChanges {
        router_path: set("/x"),
        draft: Change::Set(false),
        tags: tags(&[]),
        ..Default::default()
    };
    assert_eq!(
        write("---\ntitle: a\n---\nb", &changes),
        "---\ntitle: a\ntags: []\ndraft: false\nrouter_path: /x\n---\nb"
    );
}

#[test]
fn a_block_is_created_only_for_something_to_set() {
    let changes = FrontMatterChanges {
        title: set("a"),
        ..Default::default()
    };
    assert_eq!(
        write("\u{FEFF}正文\r\n", &changes),
        "\u{FEFF}---\r\ntitle: a\r\n---\r\n正文\r\n"
    );
    assert_eq!(write("", &changes), "---\ntitle: a\n---\n");
    let changes = FrontMatterChanges {
        title: Change::Remove,
        ..Default::default()
    };
    assert_eq!(write("正文", &changes), "正文");
}

#[test]
fn lists_of_dashes_stay_lists_of_dashes() {
    let text = "---\ntags:\n    - a # x\nx: 1\n---\n";
    let changes = FrontMatterChanges {
        tags: tags(&["b", "c: d"]),
        ..Default::default()
    };
    assert_eq!(
        write(text, &changes),
        "---\ntags:\n    - b\n    - \"c: d\"\nx: 1\n---\n"
    );
    let changes = FrontMatterChanges {
        tags: tags(&[]),
        ..Default::default()
    };
    assert_eq!(write(text, &changes), "---\ntags: []\nx: 1\n---\n");
}

#[test]
fn text_that_would_read_as_something_else_is_quoted() {
    let written = |title: &str| {
        let changes = FrontMatterChanges {
            title: set(title),
            ..Default::default()
        };
        write("", &changes).lines().nth(1).unwrap().to_owned()
    };
    assert_eq!(written("墨砚：入门"), "title: 墨砚：入门");
    assert_eq!(written("2026"), "title: \"2026\"");
    assert_eq!(written("True"), "title: \"True\"");
    assert_eq!(written("a: b"), "title: \"a: b\"");
    assert_eq!(written("- a"), "title: \"- a\"");
    assert_eq!(written("a\n---\nb"), "title: \"a\\n---\\nb\"");
    assert_eq!(written(""), "title: \"\"");
}

#[test]
fn text_with_commas_is_a_list_in_tags_alone() {
    let items = Value::List(vec!["a".to_owned(), "b".to_owned()]);
    let changes = FrontMatterChanges {
        tags: tags(&["a", "b"]),
        other: vec![FieldChange {
            key: "x".to_owned(),
            value: Some(items),
        }],
        ..Default::default()
    };
    assert_eq!(
        write("---\ntags: a, b\nx: a, b\n---\n", &changes),
        "---\ntags: a, b\nx: [a, b]\n---\n"
    );
}

#[test]
fn a_removed_key_stays_empty_when_a_list_above_would_find_its_end_behind_it() {
    let changes = FrontMatterChanges {
        other: vec![FieldChange {
            key: "x".to_owned(),
            value: None,
        }],
        ..Default::default()
    };
    let text = |key: &str| format!("---\ndate: [a\n{key}\r\n]\ny: 1\n---\n");
    assert_eq!(write(&text("x: 1"), &changes), text("x:"));
    let closed = |key: &str| format!("---\ntags: [a]\n{key}]\n---\n");
    assert_eq!(write(&closed("x: 1\n"), &changes), closed(""));
    let changes = FrontMatterChanges {
        date: set("b"),
        ..changes
    };
    assert_eq!(write(&text("x: 1"), &changes), "---\ndate: b\n]\ny: 1\n---\n");
}

#[test]
fn a_removed_last_key_stays_empty_when_comments_would_become_content() {
    let changes = FrontMatterChanges {
        title: Change::Remove,
        ..Default::default()
    };
    assert_eq!(
        write("---\n# note\ntitle: a\n---\nb", &changes),
        "---\n# note\ntitle:\n---\nb"
    );
    assert_eq!(write("---\ntitle: a\n---\nb", &changes), "---\n---\nb");
}

#[test]
fn indented_lines_leave_with_their_key() {
    let changes = FrontMatterChanges {
        other: vec![FieldChange {
            key: "cover".to_owned(),
            value: None,
        }],
        ..Default::default()
    };
    assert_eq!(
        write("---\ntags:\ncover: a\n  image: x\n  - y\nz: 1\n---\n", &changes),
        "---\ntags:\nz: 1\n---\n"
    );
}

#[test]
fn a_line_that_belongs_to_no_key_stays_and_so_does_what_is_indented_below_it() {
    let changes = FrontMatterChanges {
        other: vec![FieldChange {
            key: "cover".to_owned(),
            value: None,
        }],
        ..Default::default()
    };
    assert_eq!(
        write("---\ncover: a\nno key\n  image: x\nz: 1\n---\n", &changes),
        "---\nno key\n  image: x\nz: 1\n---\n"
    );
}

#[test]
fn a_block_without_a_line_ending_ends_where_the_text_does() {
    let text = "---\ntitle: a\n---";
    assert_eq!(parse(text).body_start, text.len());
}

#[test]
fn a_huge_block_is_read_and_written() {
    let lines: String = (0..10_000)
        .map(|number| format!("key{number}: a\nsame: b\n- x\n"))
        .collect();
    let text = format!("---\n{lines}tags:\n{}---\n", "- t\n".repeat(10_000));
    assert_eq!(parse(&text).front_matter.other.len(), 10_001);
    assert_eq!(parse(&text).front_matter.tags.len(), 10_000);
    let changes = FrontMatterChanges {
        other: vec![FieldChange {
            key: "same".to_owned(),
            value: None,
        }],
        ..Default::default()
    };
    assert!(!write(&text, &changes).contains("same"));
}

#[test]
fn keys_that_are_no_keys_and_known_keys_are_left_alone_in_other() {
    let change = |key: &str| FieldChange {
        key: key.to_owned(),
        value: Some(Value::Boolean(true)),
    };
    let changes = FrontMatterChanges {
        other: vec![change("a/b"), change("title"), change("x\n---")],
        ..Default::default()
    };
    assert_eq!(write("正文", &changes), "正文");
}

#[test]
fn changes_are_json_with_null_for_removal() {
    let json = r#"{"title":"a","sidebarLabel":null,"tags":["x"],"other":[{"key":"n","value":2},{"key":"m","value":null}]}"#;
    let changes: FrontMatterChanges = serde_json::from_str(json).unwrap();
    assert_eq!(changes.title, set("a"));
    assert_eq!(changes.sidebar_label, Change::Remove);
    assert_eq!(changes.date, Change::Keep);
    assert_eq!(changes.other[0].value, Some(Value::Number(2.0)));
    assert_eq!(changes.other[1].value, None);
    assert!(serde_json::from_str::<FrontMatterChanges>(r#"{"titel":"a"}"#).is_err());
}

mod properties {
    use proptest::prelude::*;

    use super::*;

    /// A document whose lines are likely to mean something.
    fn document() -> impl Strategy<Value = String> {
        let line = prop_oneof![
            Just("---".to_owned()),
            Just(String::new()),
            Just("# 注释".to_owned()),
            Just("  - 项".to_owned()),
            Just("tags:".to_owned()),
            Just("tags: [".to_owned()),
            Just("  a, # 注".to_owned()),
            Just("] # c".to_owned()),
            Just("\"title\": a".to_owned()),
            Just("\u{FEFF}".to_owned()),
            "(title|date|tags|draft|x|标签) ?:[ \t]?(\"|'|\\[)?[a墨 ,:#\\\\]{0,6}(\"|'|\\])?( # c)?",
            "[-\\[\\]\"'#: ,a墨]{0,8}",
        ];
        let ending = prop_oneof![Just("\n"), Just("\r\n"), Just("\r")];
        (
            proptest::bool::ANY,
            proptest::collection::vec((line, ending), 0..12),
        )
            .prop_map(|(open, lines)| {
                let rest: String = lines.into_iter().map(|(line, ending)| line + ending).collect();
                if open { format!("---\n{rest}") } else { rest }
            })
    }

    fn change<T: std::fmt::Debug + Clone>(
        value: impl Strategy<Value = T>,
    ) -> impl Strategy<Value = Change<T>> {
        value.prop_flat_map(|value| {
            prop_oneof![Just(Change::Keep), Just(Change::Remove), Just(Change::Set(value))]
        })
    }

    fn text() -> impl Strategy<Value = String> {
        prop_oneof![
            "[-a墨 ,，:#\"'\\[\\]\\\\\n\r\t.1]{0,8}",
            "\\PC{0,6}",
            any::<String>()
        ]
    }

    fn changes() -> impl Strategy<Value = FrontMatterChanges> {
        let value = prop_oneof![
            text().prop_map(Value::Text),
            any::<i32>().prop_map(|number| Value::Number(f64::from(number) / 8.0)),
            any::<bool>().prop_map(Value::Boolean),
            Just(Value::Empty),
            proptest::collection::vec(text(), 0..3).prop_map(Value::List),
        ];
        (
            change(text()),
            change(proptest::collection::vec(text(), 0..4)),
            change(any::<bool>()),
            change(value),
        )
            .prop_map(|(title, tags, draft, x)| FrontMatterChanges {
                title,
                tags,
                draft,
                other: match x {
                    Change::Keep => Vec::new(),
                    Change::Remove => vec![FieldChange {
                        key: "x".to_owned(),
                        value: None,
                    }],
                    Change::Set(value) => vec![FieldChange {
                        key: "x".to_owned(),
                        value: Some(value),
                    }],
                },
                ..Default::default()
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn nothing_changed_is_nothing_written(text in document()) {
            prop_assert_eq!(write(&text, &FrontMatterChanges::default()), text);
        }

        #[test]
        fn what_is_written_is_read_back(text in document(), changes in changes()) {
            let before = parse(&text);
            let written = write(&text, &changes);
            let after = parse(&written);
            let (old, new) = (&before.front_matter, &after.front_matter);
            match &changes.title {
                Change::Keep => prop_assert_eq!(&new.title, &old.title),
                Change::Remove => prop_assert_eq!(&new.title, &None),
                Change::Set(title) => prop_assert_eq!(new.title.as_ref(), Some(title)),
            }
            match &changes.tags {
                Change::Keep => prop_assert_eq!(&new.tags, &old.tags),
                Change::Remove => prop_assert!(new.tags.is_empty()),
                Change::Set(tags) => prop_assert_eq!(&new.tags, tags),
            }
            prop_assert_eq!(&new.date, &old.date);
            let x = |front_matter: &FrontMatter| front_matter.other.iter().find(|field| field.key == "x").map(|field| field.value.clone());
            match changes.other.first().map(|change| change.value.clone()) {
                None => prop_assert_eq!(x(new), x(old)),
                Some(None) => prop_assert!(matches!(x(new), None | Some(Value::Empty))),
                Some(Some(value)) => prop_assert_eq!(x(new), Some(value)),
            }
            prop_assert_eq!(&written[after.body_start..], &text[before.body_start..]);
            prop_assert_eq!(write(&written, &changes), written);
        }

        #[test]
        fn any_text_is_read(text in any::<String>()) {
            let parsed = parse(&text);
            prop_assert!(text.is_char_boundary(parsed.body_start));
        }
    }
}

#[test]
fn folded_and_literal_lines_are_one_value() {
    let parsed = parse(
        "---\ntitle: >-\n  第一行\n  第二行\n\n  # 不是注释\nnote: | # 注\n  a\n    b\ndraft: true\n---\n",
    );
    assert_eq!(parsed.warnings, []);
    assert_eq!(
        parsed.front_matter.title.as_deref(),
        Some("第一行 第二行\n# 不是注释")
    );
    assert_eq!(
        parsed.front_matter.other[0].value,
        Value::Text("a\n  b".to_owned())
    );
    assert!(parsed.front_matter.draft);
}

#[test]
fn a_new_value_leaves_no_line_of_the_old_one() {
    let title = FrontMatterChanges {
        title: Change::Set("新".to_owned()),
        ..Default::default()
    };
    for source in [
        "---\ntitle: >\n  旧的\n\n  # 第二行\nx: 1\n---\n",
        "---\ntitle: |\n  旧的\nx: 1\n---\n",
        "---\ntitle: 旧的\n  第二行\nx: 1\n---\n",
    ] {
        assert_eq!(write(source, &title), "---\ntitle: 新\nx: 1\n---\n");
    }
    assert_eq!(
        write("---\ntitle: \"旧\n  # 注释\n  的\"\nx: 1\n---\n", &title),
        "---\ntitle: 新\n  # 注释\nx: 1\n---\n"
    );
}

#[test]
fn a_list_in_a_list_gives_its_items_with_a_warning() {
    let parsed = parse("---\ntags: [a, [b, 'c]'], [[d]]] # 注\nx: [\n---\n");
    assert_eq!(parsed.front_matter.tags, ["a", "b", "c]", "d"]);
    let keys: Vec<&str> = parsed
        .warnings
        .iter()
        .map(|warning| warning.key.as_str())
        .collect();
    assert_eq!(keys, ["frontMatter.nestedList", "frontMatter.unclosedList"]);
    assert_eq!(parse("---\ntags: [a, b\n---\n").front_matter.tags, ["a", "b"]);
}

#[test]
fn a_list_may_close_in_a_line_below_its_key() {
    let text = "---\r\ntags: [ # 注\r\n  a, # b\r\n\r\n  \"c #d\",\r\n  [e]\r\n] # 尾\r\nx: 1\r\n---\r\n";
    let parsed = parse(text);
    assert_eq!(parsed.front_matter.tags, ["a", "c #d", "e"]);
    assert_eq!(warnings(text), [("frontMatter.nestedList".to_owned(), 2)]);
    let changes = FrontMatterChanges {
        tags: tags(&["f"]),
        ..Default::default()
    };
    assert_eq!(write(text, &changes), "---\r\ntags: [f] # 尾\r\nx: 1\r\n---\r\n");
    assert_eq!(
        write("---\ntags: [\na,\nb]\n---\n", &changes),
        "---\ntags: [f]\n---\n"
    );
    let same = FrontMatterChanges {
        tags: tags(&["a", "b"]),
        ..Default::default()
    };
    let text = "---\ntags: [\n  a,\n  b\n]\ntitle: c\n---\n";
    assert_eq!(write(text, &same), text);
    let none = FrontMatterChanges {
        tags: Change::Remove,
        ..Default::default()
    };
    assert_eq!(write(text, &none), "---\ntitle: c\n---\n");
}

#[test]
fn a_list_that_closes_nowhere_takes_no_other_key() {
    let text = "---\ntags: [a,\n  b\ntitle: c]\n---\n";
    assert_eq!(parse(text).front_matter.title.as_deref(), Some("c]"));
    let warned = warnings(text);
    assert_eq!(warned[0], ("frontMatter.unclosedList".to_owned(), 2));
    assert_eq!(warnings("---\ntags: [a\n] b\n---\n").len(), 2);
}

#[test]
fn a_key_may_stand_in_quotes() {
    for source in [
        "---\n\"title\": a\n---\n",
        "---\n'title' : a\n---\n",
        "---\nx: 1\n\"title\": a\n---\n",
    ] {
        assert_eq!(parse(source).front_matter.title.as_deref(), Some("a"));
        assert_eq!(warnings(source), []);
        let changes = FrontMatterChanges {
            title: set("b"),
            ..Default::default()
        };
        assert_eq!(write(source, &changes), source.replace(": a", ": b"));
    }
    assert_eq!(parse("---\n\"a/b\": 1\n---\n").body_start, 0);
}

#[test]
fn numbers_of_other_readers_are_quoted() {
    for number in [
        ".NaN",
        ".inf",
        "+.Inf",
        "0x1f",
        "0o7",
        "0b1",
        "1_000",
        "12:30",
        "12:30:45.5",
    ] {
        let changes = FrontMatterChanges {
            title: Change::Set(number.to_owned()),
            ..Default::default()
        };
        assert_eq!(write("", &changes), format!("---\ntitle: \"{number}\"\n---\n"));
    }
    for text in ["2026-11-22", "0xyz", "第1_000", "v1:2", "1.2.3"] {
        let changes = FrontMatterChanges {
            title: Change::Set(text.to_owned()),
            ..Default::default()
        };
        assert_eq!(write("", &changes), format!("---\ntitle: {text}\n---\n"));
    }
}

#[test]
fn items_that_stay_keep_their_comments() {
    let source = "---\ntags:\n  # 第一个\n  - a # 注\n  - 'b' # 另注\n  - c\n---\n";
    assert_eq!(parse(source).front_matter.tags, ["a", "b", "c"]);
    let changes = FrontMatterChanges {
        tags: Change::Set(vec!["b".to_owned(), "a".to_owned(), "d".to_owned()]),
        ..Default::default()
    };
    assert_eq!(
        write(source, &changes),
        "---\ntags:\n  # 第一个\n  - 'b' # 另注\n  - a # 注\n  - d\n---\n"
    );
}

#[test]
fn a_key_begins_with_a_letter_or_an_underscore_and_needs_no_space_behind_its_colon() {
    let keys = |text: &str| -> Vec<String> { other(text).into_iter().map(|field| field.key).collect() };
    assert_eq!(
        keys("---\n_a: 1\nb:2\nc :\td\n键: 3\ne//:4\n---\n"),
        ["_a", "b", "c", "键"]
    );
    let malformed = |line| ("frontMatter.malformedLine".to_owned(), line);
    assert_eq!(
        warnings("---\na: 1\n1b: 2\n.c: 3\nd/e: 4\nf://g\n---\n"),
        [malformed(3), malformed(4), malformed(5), malformed(6)]
    );
}

#[test]
fn a_dash_alone_is_an_empty_item_and_one_that_touches_a_word_is_none() {
    let parsed = parse("---\ntags:\n-\n- a\n-b\n---\n");
    assert_eq!(parsed.front_matter.tags, ["a"]);
    assert_eq!(
        warnings("---\ntags:\n-\n- a\n-b\n---\n"),
        [("frontMatter.malformedLine".to_owned(), 5)]
    );
}

#[test]
fn a_comment_may_follow_a_boolean_or_a_number_and_is_part_of_other_bare_text() {
    for draft in ["true # c", "True\t#c", "true   # c"] {
        assert!(
            parse(&format!("---\ndraft: {draft}\n---\n")).front_matter.draft,
            "{draft}"
        );
    }
    let values = other("---\na: 1 # c\nb: false # c\nc: x # c\nd: true x # c\ne: 1 x\n---\n");
    let expected = [
        field("a", Value::Number(1.0)),
        field("b", Value::Boolean(false)),
        field("c", Value::Text("x # c".to_owned())),
        field("d", Value::Text("true x # c".to_owned())),
        field("e", Value::Text("1 x".to_owned())),
    ];
    assert_eq!(values, expected);
}

#[test]
fn a_sign_of_folded_lines_with_more_behind_it_is_text() {
    let title = |value: &str| {
        parse(&format!("---\ntitle: {value}\n  b\n---\n"))
            .front_matter
            .title
    };
    for text in [">ab", ">a", "|+-2", "> a"] {
        assert_eq!(title(text).as_deref(), Some(text));
    }
    for header in [">", "|", ">-", "|2+"] {
        assert_eq!(title(header).as_deref(), Some("b"), "{header}");
    }
}

#[test]
fn a_backslash_means_something_in_double_quotes_only() {
    let title = |value: &str| parse(&format!("---\ntitle: {value}\n---\n")).front_matter.title;
    assert_eq!(title(r"'a\nb\'").as_deref(), Some(r"a\nb\"));
    assert_eq!(title(r#""a\0\tb\/""#).as_deref(), Some("a\0\tb/"));
}

#[test]
fn a_value_that_reads_the_same_stays_however_it_is_written() {
    let field = |key: &str, text: &str| FieldChange {
        key: key.to_owned(),
        value: Some(Value::Text(text.to_owned())),
    };
    let text = "---\ntitle: 1.10\ntags: a, b\nx: c d\n---\n";
    let changes = FrontMatterChanges {
        title: set("1.10"),
        tags: tags(&["a", "b"]),
        other: vec![field("x", "c d")],
        ..Default::default()
    };
    assert_eq!(write(text, &changes), text);
    // Of a key without meaning the kind counts: a number is no text.
    let changes = FrontMatterChanges {
        other: vec![field("x", "1")],
        ..Default::default()
    };
    assert_eq!(write("---\nx: 1\n---\n", &changes), "---\nx: \"1\"\n---\n");
    let changes = FrontMatterChanges {
        tags: tags(&[]),
        ..Default::default()
    };
    assert_eq!(write("---\ntags:\n---\n", &changes), "---\ntags:\n---\n");
}

#[test]
fn quotes_stay_of_their_kind_unless_a_character_needs_the_others() {
    let written = |before: &str, title: &str| {
        let changes = FrontMatterChanges {
            title: set(title),
            ..Default::default()
        };
        write(&format!("---\ntitle: {before}\n---\n"), &changes)
    };
    assert_eq!(written("'a'", "it's"), "---\ntitle: 'it''s'\n---\n");
    assert_eq!(written("\"a\"", "b"), "---\ntitle: \"b\"\n---\n");
    assert_eq!(written("'a'", "b\nc"), "---\ntitle: \"b\\nc\"\n---\n");
    assert_eq!(
        written("a", "\u{7}\u{2028}\u{FEFF}"),
        "---\ntitle: \"\\u0007\\u2028\\uFEFF\"\n---\n"
    );
}

#[test]
fn a_new_block_has_the_line_endings_of_its_document() {
    let changes = FrontMatterChanges {
        title: set("a"),
        ..Default::default()
    };
    for ending in ["\n", "\r\n", "\r"] {
        let body = format!("正{ending}文");
        assert_eq!(
            write(&body, &changes),
            format!("---{ending}title: a{ending}---{ending}{body}")
        );
    }
}
