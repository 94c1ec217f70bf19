use crate::moyan::{fresh_path, moyan_with, render};

#[test]
fn a_file_becomes_a_page_named_after_it() {
    let file = fresh_path("我的文章.md");
    std::fs::write(&file, "正文\n").unwrap();
    let run = moyan_with(&["render", file.to_str().unwrap()], b"");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("<title>我的文章</title>"), "{}", run.stdout);
    assert!(run.stdout.contains("正文"));
}

#[test]
fn the_front_matter_names_the_page() {
    let page = render("---\ntitle: 春天\n---\n正文\n", &[]);
    assert!(page.contains("<title>春天</title>"), "{page}");
}

#[test]
fn the_result_can_go_to_a_file() {
    let file = fresh_path("out.html");
    let run = moyan_with(
        &["render", "-", "-o", file.to_str().unwrap(), "--target", "preview"],
        "正文".as_bytes(),
    );
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    assert_eq!(
        std::fs::read_to_string(file).unwrap(),
        "<section class=\"article\"><p>正文</p></section>"
    );
}

#[test]
fn the_same_text_gives_the_same_bytes() {
    let text = include_str!("article.md");
    for target in ["preview", "html", "plain", "wechat"] {
        assert_eq!(
            render(text, &["--target", target]),
            render(text, &["--target", target]),
            "{target}"
        );
    }
}

#[test]
fn code_is_colored_and_formulas_are_drawn() {
    let html = render(
        "```rust\nfn main() {}\n```\n\n$E=mc^2$\n",
        &["--target", "preview"],
    );
    assert!(html.contains("<span class=\"hljs-keyword\">fn</span>"), "{html}");
    assert!(html.contains("<svg") && html.contains("<path"), "{html}");
}

#[test]
fn nothing_that_wechat_drops_is_left_in_a_copy() {
    let html = render(include_str!("article.md"), &["--target", "wechat"]);
    for dropped in [
        "class=", "id=", "data-tex", "<style", "<script", "<div", "<input", "var(",
    ] {
        assert!(!html.contains(dropped), "{dropped}");
    }
    assert!(html.contains("style="));
}

#[test]
fn raw_html_is_cleaned() {
    let html = render(
        "<section onclick=\"x()\">甲<script>alert(1)</script></section>\n",
        &["--target", "preview"],
    );
    assert!(html.contains('甲'));
    assert!(!html.contains("onclick") && !html.contains("script"), "{html}");
}

#[test]
fn a_diagram_keeps_its_source_and_is_named_with_its_line() {
    let run = moyan_with(&["render", "-"], "甲\n\n```mermaid\ngraph TD\n```\n".as_bytes());
    assert_eq!(run.status, 0);
    assert!(run.stdout.contains("graph TD"));
    assert_eq!(
        run.stderr,
        "<stdin>:3: diagram.needsBrowser: only a browser can draw this diagram; its source is shown\n"
    );
}

#[test]
fn a_formula_that_cannot_be_set_is_named_with_its_line() {
    let run = moyan_with(
        &["render", "-", "--target", "preview"],
        "甲\n\n$\\nope{x}$\n".as_bytes(),
    );
    assert_eq!(run.status, 0);
    assert!(
        run.stderr.starts_with("<stdin>:3: math.undefinedMacro: "),
        "{}",
        run.stderr
    );
    assert!(
        run.stdout.contains("slot-error") && run.stdout.contains("\\nope{x}"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_warning_of_the_engine_is_named_with_its_line() {
    let run = moyan_with(
        &["render", "-"],
        "---\ntitle: 甲\n没有冒号\n---\n正文\n".as_bytes(),
    );
    assert_eq!(run.status, 0);
    assert!(
        run.stderr.starts_with("<stdin>:3: frontMatter.malformedLine"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_byte_order_mark_is_no_text() {
    assert_eq!(
        render("\u{feff}# 题", &["--target", "plain"]),
        render("# 题", &["--target", "plain"])
    );
}

#[test]
fn what_cannot_be_read_is_named() {
    let missing = moyan_with(&["render", "no-such-file.md"], b"");
    assert_eq!((missing.status, missing.stdout.as_str()), (1, ""));
    assert!(
        missing.stderr.starts_with("moyan: cannot read no-such-file.md: "),
        "{}",
        missing.stderr
    );

    let garbled = moyan_with(&["render", "-"], b"ab\xff");
    assert_eq!(
        (garbled.status, garbled.stderr.as_str()),
        (1, "moyan: - is not UTF-8: byte 3\n")
    );
}

#[test]
fn what_cannot_be_written_is_named() {
    let run = moyan_with(&["render", "-", "-o", "/no/such/folder/out.html"], b"x");
    assert_eq!(run.status, 1);
    assert!(
        run.stderr
            .starts_with("moyan: cannot write /no/such/folder/out.html: "),
        "{}",
        run.stderr
    );
}
