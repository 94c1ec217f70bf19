//! The cut, by example and over random articles.

use moyan_article::{RenderOptions, render};
use proptest::prelude::*;

use super::*;

fn blocks_of(text: &str) -> Vec<String> {
    let article = render(text, &RenderOptions::default());
    article
        .blocks
        .into_iter()
        .map(|block| {
            if block.has_raw_html {
                crate::sanitize(&block.html)
            } else {
                block.html
            }
        })
        .collect()
}

fn cut(text: &str, cut: Cut) -> Excerpt {
    let blocks = blocks_of(text);
    let blocks: Vec<&str> = blocks.iter().map(String::as_str).collect();
    excerpt(&blocks, cut)
}

fn html(text: &str, max_chars: usize) -> String {
    cut(text, Cut::Characters(max_chars)).html
}

/// Blocks as a page shows them.
fn paged(text: &str) -> String {
    blocks_of(text)
        .iter()
        .map(|html| page_block(html, &[], |_| None))
        .collect()
}

#[test]
fn a_task_names_its_box() {
    assert_eq!(
        paged("- [ ] 一 **二**\n  - [x] 三"),
        "<ul class=\"tasks\">\n<li class=\"task\"><label><input disabled=\"\" type=\"checkbox\"> 一 <strong>二</strong>\n</label><ul class=\"tasks\">\n<li class=\"task\"><label><input checked=\"\" disabled=\"\" type=\"checkbox\"> 三</label></li>\n</ul>\n</li>\n</ul>"
    );
    let again = page_block(&paged("- [ ] 一"), &[], |_| None);
    assert_eq!(again, paged("- [ ] 一"));
}

#[test]
fn a_heading_without_words_is_none() {
    assert_eq!(
        paged("## <span></span>"),
        "<h2 id=\"section\" role=\"presentation\"><span></span></h2>"
    );
    assert!(!paged("## ![字](a.png)").contains("role"));
    assert!(!paged("## $a$").contains("role"));
}

#[test]
fn a_task_stays_one_in_markdown() {
    let blocks = [paged("- [ ] 一 `二`\n- [x] 三")];
    assert_eq!(
        page_markdown(&blocks[0], str::to_owned).trim(),
        "- [ ] 一 `二`\n- [x] 三"
    );
}

#[test]
fn the_heading_of_the_notes_stands_below_the_name_of_the_page() {
    let html = paged("一[^a]\n\n[^a]: 二");
    assert!(html.contains("<h4 aria-level=\"2\">脚注</h4>"), "{html}");
}

#[test]
fn whole_blocks_are_shown_as_long_as_they_fit() {
    let text = "一二三\n\n四五六\n\n七八九";
    assert_eq!(html(text, 6), "<p>一二三</p><p>四五六</p>");
    assert_eq!(html(text, 8), "<p>一二三</p><p>四五六</p>");
    assert_eq!(html(text, 0), "");
    let whole = cut(text, Cut::Characters(9));
    assert_eq!(
        (whole.html.as_str(), whole.is_cut),
        ("<p>一二三</p><p>四五六</p><p>七八九</p>", false)
    );
}

#[test]
fn a_first_paragraph_is_cut_behind_a_sentence_or_a_character() {
    assert_eq!(html("一二。三四！”五六", 6), "<p>一二。三四！</p>");
    assert_eq!(html("一二。三四！”五六", 7), "<p>一二。三四！”</p>");
    assert_eq!(html("# 题\n\n一二三四", 3), "<h1 id=\"题\">题</h1><p>一二</p>");
    assert_eq!(
        html("It is 3.14 exactly. Yes it is.", 17),
        "<p>It is 3.14 exactly.</p>"
    );
    // One character to the eye, two to a computer.
    assert_eq!(html("a👩‍👩‍👧b", 2), "<p>a</p>");
    assert_eq!(html("e\u{301}e\u{301}e\u{301}", 2), "<p>e\u{301}e\u{301}</p>");
}

#[test]
fn what_is_inside_a_line_is_closed() {
    assert_eq!(
        html("一**二[三四](https://a.cn/secret)五**六", 3),
        "<p>一<strong>二<a href=\"https://a.cn/secret\">三</a></strong></p>"
    );
}

#[test]
fn code_formulas_tables_and_lists_are_never_cut() {
    for text in [
        "```\n一二三四\n```",
        "| 一 |\n|---|\n| 二三四 |",
        "- 一二三四",
        "> 一二三四",
        "[一二三四]{a b c d}",
    ] {
        assert_eq!(html(text, 2), "", "{text}");
    }
    assert_eq!(html("一`二三四`", 2), "<p>一</p>");
    assert_eq!(
        html("一 $x$ 二三", 2),
        "<p>一 <span class=\"math-inline\" data-tex=\"x\">x</span> 二</p>"
    );
}

#[test]
fn pictures_and_line_numbers_do_not_count() {
    assert_eq!(
        count_visible_chars(&blocks_of("$$\nx\n$$\n\n```mermaid\na\n```\n\na ![alt](a.png) b").concat()),
        2
    );
    let options = RenderOptions {
        line_numbers: true,
        ..RenderOptions::default()
    };
    let code = render("```\nab\nc\n```", &options).blocks.remove(0).html;
    assert_eq!(count_visible_chars(&code), 3);
}

#[test]
fn the_mark_of_the_author_wins_over_the_number() {
    let text = "一\n\n<!--more-->\n\n二";
    assert_eq!(cut(text, Cut::Blocks(1)).html, "<p>一</p>");
    assert_eq!(
        cut(text, Cut::Blocks(0)),
        Excerpt {
            is_cut: true,
            ..Excerpt::default()
        }
    );
}

#[test]
fn notes_of_the_hidden_part_are_left_out() {
    let text = "一[^a]\n\n二[^b]\n\n[^a]: 甲\n[^b]: 乙";
    let shown = cut(text, Cut::Blocks(1)).html;
    assert!(shown.contains("甲") && !shown.contains("乙"), "{shown}");
    // The reference `1`, and the heading and the note that do not fit.
    let shown = html(text, 3);
    assert_eq!(shown, "<p>一<sup class=\"footnote-ref\">1</sup></p>");
}

#[test]
fn contents_name_shown_headings_only() {
    let text = "[TOC]\n\n## 甲\n\n一\n\n### 甲甲\n\n二\n\n## 乙\n\n三";
    let shown = cut(text, Cut::Characters(2));
    assert_eq!(shown.heading_ids, ["甲"]);
    assert!(
        shown
            .html
            .starts_with("<nav class=\"toc\"><ul><li><a href=\"#甲\">甲</a></li></ul></nav>"),
        "{}",
        shown.html
    );
    assert!(!shown.html.contains("乙"));
    assert!(!html(text, 0).contains("甲"));
}

#[test]
fn the_list_of_links_is_left_out() {
    let options = RenderOptions {
        citation: true,
        ..RenderOptions::default()
    };
    let blocks: Vec<String> = render("[一](https://a.cn)\n\n[二](https://secret.cn)", &options)
        .blocks
        .into_iter()
        .map(|block| block.html)
        .collect();
    let blocks: Vec<&str> = blocks.iter().map(String::as_str).collect();
    assert!(!excerpt(&blocks, Cut::Characters(5)).html.contains("secret"));
}

#[test]
fn addresses_and_sizes_are_put_in_place() {
    let place = |address: Address<'_>| match address {
        Address::Image("images/a.png") => Some(PageAddress {
            url: "/images/a.png".to_owned(),
            size: Some((3, 4)),
        }),
        _ => None,
    };
    assert_eq!(
        page_block(
            "<p><img alt=\"\" src=\"images/a.png\" /><a href=\"images/a.png\">a</a></p>",
            &[],
            place
        ),
        "<p><img alt=\"\" height=\"4\" src=\"/images/a.png\" width=\"3\"><a href=\"images/a.png\">a</a></p>"
    );
    assert_eq!(
        page_block("<img src=\"images/a.png\" width=\"9\">", &[], place),
        "<img src=\"/images/a.png\" width=\"9\">"
    );
}

/// Pieces of articles; the last ones hold a word that stands nowhere else.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        "[一-九a-c。. ]{1,12}",
        Just("# 标题".to_owned()),
        Just("[TOC]".to_owned()),
        Just("一**二[三。四](https://a.cn)五**六[^1]".to_owned()),
        Just("```js\nlet a = '。';\n```".to_owned()),
        Just("| 一 | 二 |\n|---|---|\n| 三 | `四` |".to_owned()),
        Just("$$\nx^2\n$$".to_owned()),
        Just("- 一\n- 二\n\n  三".to_owned()),
        Just("<div><b>一</b>。二</div>".to_owned()),
        Just("[^1]: 注。解".to_owned()),
        Just("[字]{zì}。`码。`".to_owned()),
    ]
}

proptest! {
    #[test]
    fn never_more_than_the_limit_and_always_well_formed(
        pieces in proptest::collection::vec(piece(), 0..8),
        max_chars in 0_usize..60,
    ) {
        let text = pieces.join("\n\n");
        let shown = cut(&text, Cut::Characters(max_chars));
        prop_assert!(count_visible_chars(&shown.html) <= max_chars, "{}", shown.html);
        // Well-formed: what a parser reads is what was written.
        prop_assert_eq!(Tree::parse(&shown.html).to_html(), Tree::parse(&Tree::parse(&shown.html).to_html()).to_html());
        if shown.is_cut {
            prop_assert_eq!(Tree::parse(&shown.html).to_html(), shown.html.clone());
        }
        // What is never cut stands in it whole or not at all. Two blocks may begin alike.
        let blocks = blocks_of(&text);
        let is_whole = |block: &String| shown.html.contains(block) || shown.html.contains(&Tree::parse(block).to_html());
        for block in &blocks {
            let start: String = block.chars().take(22).collect();
            if block.starts_with("<pre") || block.starts_with("<section class=\"table") || block.starts_with("<ul") {
                let mut alike = blocks.iter().filter(|other| other.starts_with(&start));
                prop_assert!(!shown.html.contains(&start) || alike.any(is_whole));
            }
        }
    }

    #[test]
    fn nothing_of_the_hidden_part_is_shown(pieces in proptest::collection::vec(piece(), 0..6), max_chars in 0_usize..40) {
        let n_secret = 200;
        let secret = format!(
            "# SECRET\n\nSECRET{}\n\n[SECRET](https://SECRET.cn \"SECRET\") ![SECRET](SECRET.png)[^s]\n\n[^s]: SECRET",
            "。一".repeat(n_secret)
        );
        let text = format!("[TOC]\n\n{}\n\n{secret}", pieces.join("\n\n"));
        let shown = cut(&text, Cut::Characters(max_chars));
        let before = blocks_of(&pieces.join("\n\n"));
        let before = before.into_iter().filter(|block| !block.starts_with("<section class=\"footnotes\""));
        // A limit that the text before does not use up shows the heading, and no more.
        if count_visible_chars(&before.collect::<String>()) >= max_chars {
            prop_assert!(!shown.html.to_lowercase().contains("secret"), "{}", shown.html);
        }
    }
}

#[test]
fn text_goes_on_behind_what_stands_in_its_line() {
    for (html, text) in [
        ("<p>超长<wbr>词 <var>x</var>轴</p>", "超长词 x轴"),
        ("<p>在 <time>八点</time> <tt>git</tt> 前</p>", "在 八点 git 前"),
        ("<p>一<br>二<img src=\"a.png\">三</p>", "一\n二\n三"),
    ] {
        assert_eq!(visible_text(html), text);
    }
}
