use crate::moyan::{moyan_with, render};

const CODE: &str = "```js\nlet a;\nlet b;\n```\n";

#[test]
fn every_option_changes_what_it_says() {
    for (text, options, expected) in [
        (
            "![山](a.png \"泰山\")",
            &["--legend", "title"][..],
            "<figcaption>泰山</figcaption>",
        ),
        (
            "[甲](https://a.example)",
            &["--citation"],
            "<sup class=\"cite\">[1]</sup>",
        ),
        ("甲", &["--count"], "字数 1"),
        ("甲", &["--count", "--lang", "en"], "1 word, "),
        (CODE, &["--line-numbers"], "<span class=\"code-lines\">1<br"),
        (CODE, &[], "<svg class=\"code-bar\""),
    ] {
        let options: Vec<&str> = options.iter().chain(&["--target", "preview"]).copied().collect();
        let html = render(text, &options);
        assert!(html.contains(expected), "{options:?}: {html}");
    }
    assert!(!render(CODE, &["--target", "preview", "--no-mac-bar"]).contains("code-bar"));
}

#[test]
fn every_style_reaches_a_copy() {
    let text = "# 题\n\n正文\n\n```js\nlet a;\n```\n";
    let plain = render(text, &["--target", "wechat"]);
    for options in [
        &["--theme", "elegant"][..],
        &["--theme", "concise"],
        &["--font", "serif"],
        &["--size", "18"],
        &["--color", "#009874"],
        &["--color", "cherryPink"],
        &["--code-theme", "monokai"],
        &["--indent"],
        &["--justify"],
    ] {
        let options: Vec<&str> = options.iter().chain(&["--target", "wechat"]).copied().collect();
        assert_ne!(render(text, &options), plain, "{options:?}");
    }
    assert_eq!(
        render(text, &["--target", "wechat", "--color", "classicBlue"]),
        plain
    );
}

#[test]
fn a_wrong_option_is_refused_with_what_would_be_right() {
    for (options, expected) in [
        (
            ["--target", "word"],
            "[possible values: preview, html, plain, wechat]",
        ),
        (
            ["--theme", "neon"],
            "[possible values: classic, elegant, concise]",
        ),
        (
            ["--font", "comic"],
            "[possible values: sans-serif, serif, monospace]",
        ),
        (
            ["--legend", "both"],
            "[possible values: title-alt, alt-title, title, alt, none]",
        ),
        (["--lang", "fr"], "[possible values: zh-CN, en]"),
        (["--size", "20"], "20 is not in 14..=18"),
        (
            ["--color", "blue"],
            "#rgb, #rrggbb or one of these is needed: classicBlue, emeraldGreen",
        ),
        (["--code-theme", "nope"], "github-dark"),
        (["--line-height", "9"], "a number from 1.2 to 2.6"),
        (["--letter-spacing", "wide"], "a number from 0 to 4"),
        (["--paragraph-spacing", "61"], "61 is not in 0..=60"),
        (["--heading", "h7=bar"], "h2=bar"),
        (["--colour", "#fff"], "--color"),
    ] {
        let args: Vec<&str> = ["render", "-"].iter().chain(&options).copied().collect();
        let run = moyan_with(&args, b"x");
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{options:?}");
        assert!(run.stderr.contains(expected), "{options:?}: {}", run.stderr);
    }
}

#[test]
fn help_names_the_defaults() {
    let run = moyan_with(&["render", "--help"], b"");
    assert_eq!(run.status, 0);
    for default in [
        "[default: html]",
        "[default: classic]",
        "[default: sans-serif]",
        "[default: 16]",
        "[default: #0F4C81]",
    ] {
        assert!(run.stdout.contains(default), "{default}: {}", run.stdout);
    }
}

#[test]
fn spacing_and_headings_can_be_chosen() {
    let text = "## 节\n\n一段\n\n二段\n";
    let options = [
        "--target",
        "wechat",
        "--line-height",
        "1.75",
        "--letter-spacing",
        "1.5",
    ];
    let more = ["--paragraph-spacing", "28", "--heading", "h2=bar"];
    let html = render(text, &[options.as_slice(), more.as_slice()].concat());
    for declaration in [
        "line-height:1.75",
        "letter-spacing:1.5px",
        "margin-bottom:28px",
        "border-left:4px solid",
    ] {
        assert!(html.contains(declaration), "{declaration}: {html}");
    }
}
