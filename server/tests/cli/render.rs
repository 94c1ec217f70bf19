use std::os::unix::fs::PermissionsExt as _;

use crate::moyan::{command, fresh_path, moyan_with, render, run};

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
        "<stdin>:3: only a browser can draw this diagram; its source is shown\n"
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
        run.stderr.starts_with("<stdin>:3: ") && run.stderr.contains("nope"),
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
        run.stderr
            .starts_with("<stdin>:3: This line of the front matter is not “key: value”: 没有冒号"),
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
        (1, "moyan: <stdin> is not UTF-8: byte 3\n")
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

#[test]
fn without_an_input_a_pipe_is_read() {
    let run = moyan_with(&["render", "--target", "preview"], "正文".as_bytes());
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (0, "<section class=\"article\"><p>正文</p></section>\n")
    );
}

#[test]
fn the_text_is_never_replaced_by_its_result() {
    let file = fresh_path("a.md");
    std::fs::write(&file, "正文").unwrap();
    let link = file.with_file_name("link.md");
    std::os::unix::fs::symlink(&file, &link).unwrap();
    for output in [&file, &link] {
        let run = moyan_with(
            &["render", file.to_str().unwrap(), "-o", output.to_str().unwrap()],
            b"",
        );
        assert_eq!(run.status, 1);
        assert!(run.stderr.contains("is the text itself"), "{}", run.stderr);
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "正文");
}

#[test]
fn an_output_is_replaced_whole() {
    let file = fresh_path("out.html");
    std::fs::write(&file, "before").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    // Another name of the old file: writing into it would show here.
    let old = file.with_file_name("old.html");
    std::fs::hard_link(&file, &old).unwrap();
    let link = file.with_file_name("link.html");
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let run = moyan_with(&["render", "-", "-o", link.to_str().unwrap()], "正文".as_bytes());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert_eq!(std::fs::read_to_string(&old).unwrap(), "before");
    assert!(std::fs::read_to_string(&file).unwrap().contains("正文"));
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(std::fs::read_dir(file.parent().unwrap()).unwrap().count(), 3);
}

#[test]
fn an_output_may_be_a_device() {
    let run = moyan_with(
        &["render", "-", "-o", "/dev/stdout", "--target", "preview"],
        "正文".as_bytes(),
    );
    assert_eq!(run.stdout, "<section class=\"article\"><p>正文</p></section>");
}

#[test]
fn what_should_be_looked_at_is_said_in_the_language_of_the_terminal() {
    let text = "[^1]: 甲\n\n![](a.webp)\n\n```mermaid\ngraph TD\n```\n";
    for (locale, expected) in [
        (
            "zh_CN.UTF-8",
            [
                "<stdin>:1: 脚注“1”没有被引用，不会显示",
                "<stdin>:5: 图表要用浏览器才能绘制，这里显示源码",
            ],
        ),
        (
            "en_US.UTF-8",
            [
                "<stdin>:1: Nothing refers to the footnote “1”, so it is left out",
                "<stdin>:5: only a browser can draw this diagram; its source is shown",
            ],
        ),
    ] {
        let found = run(
            command().env("LC_ALL", locale),
            &["render", "-", "--target", "wechat"],
            text.as_bytes(),
        );
        let lines: Vec<&str> = found.stderr.lines().collect();
        assert_eq!(lines.get(..2), Some(expected.as_slice()), "{}", found.stderr);
        assert!(!found.stderr.contains("export."), "{}", found.stderr);
        assert!(found.stderr.contains("a.webp"), "{}", found.stderr);
    }
}

#[test]
fn the_help_names_code_themes_and_exit_statuses() {
    let help = moyan_with(&["render", "--help"], b"").stdout;
    for expected in [
        "Code themes: ",
        "atom-one-dark, ",
        "Exit status: 0 rendered, 1 ",
        "LANG",
    ] {
        assert!(help.contains(expected), "{expected}: {help}");
    }
}

#[test]
fn media_is_named_by_a_card() {
    let html = render(
        "<iframe src=\"//player.bilibili.com/player.html?bvid=BV1xx411c7mD\"></iframe>",
        &["--target", "wechat"],
    );
    assert!(html.contains("哔哩哔哩视频"), "{html}");
    assert!(
        html.contains("https://www.bilibili.com/video/BV1xx411c7mD"),
        "{html}"
    );
}
