use super::*;

/// The whole of `text` is prose.
fn prose(text: &str) -> String {
    let whole = 0..text.len();
    format_ranges(text, std::slice::from_ref(&whole))
}

/// Prose is what stands outside of `‹…›`; the marks are taken out.
fn marked(text: &str) -> String {
    let (source, ranges) = unmark(text);
    format_ranges(&source, &ranges)
}

fn unmark(text: &str) -> (String, Vec<Range<usize>>) {
    let (mut source, mut ranges, mut start) = (String::new(), Vec::new(), Some(0));
    for c in text.chars() {
        match c {
            '‹' => ranges.extend(start.take().map(|start| start..source.len())),
            '›' => start = Some(source.len()),
            c => source.push(c),
        }
    }
    ranges.extend(start.map(|start| start..source.len()));
    ranges.retain(|range| !range.is_empty());
    (source, ranges)
}

#[test]
fn operators_stay_with_their_word() {
    assert_eq!(format_source("学C++的人，C++难"), "学 C++ 的人，C++ 难");
    assert_eq!(
        format_source("用==Rust==写，a++和b++"),
        "用 ==Rust== 写，a++ 和 b++"
    );
}

#[test]
fn full_width_signs_that_become_others_are_a_change_of_meaning() {
    let differ = |a: &str, b: &str| markdown::block_fingerprints(a) != markdown::block_fingerprints(b);
    assert!(!differ("中Ａ。", "中A."));
    assert!(differ("中Ａ。", "中B."));
}

#[test]
fn a_percent_sign_belongs_to_the_digit_before_it() {
    assert_eq!(prose("降50%的"), "降 50% 的");
    for text in ["中 a%的", "中 5+%的", "中 5%%的"] {
        assert_eq!(prose(text), text);
    }
}

#[test]
fn parentheses_pair_within_a_line() {
    assert_eq!(prose("中(a)中"), "中 (a) 中");
    assert_eq!(prose("中(a\nb)中"), "中(a\nb)中");
}

#[test]
fn a_link_whose_address_goes_on_in_the_next_line_is_left_alone() {
    assert_eq!(marked("用‹[›Rust‹](u)›写"), "用 [Rust](u) 写");
    assert_eq!(marked("用‹[›Rust‹](u\n)›写"), "用[Rust](u\n)写");
}

#[test]
fn chinese_and_latin_stand_apart() {
    assert_eq!(prose("用Rust写3个程序"), "用 Rust 写 3 个程序");
    assert_eq!(prose("A开头的case测试"), "A 开头的 case 测试");
    assert_eq!(prose("10%的C++和C#人，A+评分"), "10% 的 C++ 和 C# 人，A+ 评分");
    assert_eq!(prose("café与Ωμέγα和Мир都好"), "café 与 Ωμέγα 和 Мир 都好");
    assert_eq!(prose("已有 空格 and 单词"), "已有 空格 and 单词");
    assert_eq!(prose("カタカナABC한국어DEF"), "カタカナ ABC한국어DEF");
}

#[test]
fn a_full_stop_between_two_letters_is_no_end_of_a_sentence() {
    for text in ["冯.诺依曼", "类名.方法名", "## 二.跟我学"] {
        assert_eq!(format_source(text), text);
    }
    assert_eq!(format_source("第一句. 第二句."), "第一句。第二句。");
}

#[test]
fn a_source_keeps_its_stops() {
    for text in [
        "[1] 李航. 统计学习方法. 清华大学出版社, 2012.",
        "- 李航. 统计学习方法[M]. 北京: 清华大学出版社, 2012.",
        "1. 张三. 标题[EB/OL]. 2020.",
    ] {
        assert_eq!(format_source(text), text);
    }
}

#[test]
fn names_of_obsidian_stay() {
    for text in [
        "见[[Callout环绕]]的说明",
        "#macOS软件",
        "字段1:: 值",
        "<% tp.file.title中a %>",
    ] {
        assert_eq!(format_source(text), text);
    }
    assert_eq!(
        format_source("用Rust写**a**，见[[b中]]"),
        "用 Rust 写 **a**，见[[b中]]"
    );
}

#[test]
fn a_table_with_a_bar_in_a_formula_stays() {
    let table = "|a|b|\n|-|-|\n| $|x|$ | y |\n";
    assert_eq!(format_source(table), table);
    assert!(format_source("|a|b|\n|-|-|\n|$x$|$5|\n").starts_with("| a   | b"));
}

#[test]
fn words_of_programs_stay() {
    for text in [
        "价格$5和$10元",
        "格式%s中文",
        "路径\\d中文",
        "附录-1",
        "标签#话题",
        "邮箱@用户",
    ] {
        assert_eq!(prose(text), text);
    }
}

#[test]
fn paired_parentheses_get_space_and_single_ones_do_not() {
    assert_eq!(prose("墨砚(Moyan)编辑器"), "墨砚 (Moyan) 编辑器");
    assert_eq!(prose("1)中文"), "1)中文");
    assert_eq!(prose("笑脸:)中文(未完"), "笑脸:)中文(未完");
}

#[test]
fn no_space_next_to_full_width_punctuation() {
    assert_eq!(prose("你好 ， Rust 。 再见"), "你好，Rust。再见");
    assert_eq!(prose("「 引号 」 （ 括号 ）"), "「引号」（括号）");
    assert_eq!(prose("行尾，  \n下一行"), "行尾，  \n下一行");
}

#[test]
fn punctuation_of_chinese_sentences_is_full_width() {
    assert_eq!(prose("你好,这是一个句子."), "你好，这是一个句子。");
    assert_eq!(prose("买了iPhone,好开心! 真的?"), "买了 iPhone，好开心！真的？");
    assert_eq!(prose("注意:请看;再看"), "注意：请看；再看");
    assert_eq!(prose("如下:\n第二行.\n"), "如下：\n第二行。\n");
}

#[test]
fn other_punctuation_stays() {
    for text in [
        "Hello, world! 你好",
        "见 a.com 的文件.txt",
        "等等...",
        "真的?!",
        "版本 1.2,3",
        "时间:12:30",
        "表情:smile:",
    ] {
        assert_eq!(prose(text), text);
    }
}

#[test]
fn a_mark_before_markup_stays_when_it_could_be_syntax() {
    assert_eq!(marked("注意:‹**›加粗‹**›"), "注意:**加粗**");
    assert_eq!(marked("看图!‹[›链接‹](u)›"), "看图![链接](u)");
}

#[test]
fn full_width_letters_and_digits_become_half_width_but_not_at_the_start_of_a_line() {
    assert_eq!(prose("在ＣＢＤ的１２楼"), "在 CBD 的 12 楼");
    assert_eq!(prose("１. 一\n２) 二"), "１. 一\n２) 二");
    assert_eq!(prose("　　缩进"), "　　缩进");
}

#[test]
fn only_prose_changes() {
    let text = "‹---\ntitle: 用Rust\n---\n›用Rust写‹`用Rust`›";
    assert_eq!(marked(text), "---\ntitle: 用Rust\n---\n用 Rust 写 `用Rust`");
    assert_eq!(marked("链接‹<https://中文a.com>›"), "链接<https://中文a.com>");
}

#[test]
fn the_space_stands_outside_of_emphasis() {
    assert_eq!(marked("用‹**›Rust‹**›写"), "用 **Rust** 写");
    assert_eq!(marked("‹**›Rust‹**›写‹*›C‹*›"), "**Rust** 写 *C*");
    assert_eq!(marked("‹**›跨行abc\ndef‹**›写"), "**跨行 abc\ndef** 写");
    assert_eq!(marked("用‹**›中文‹**›写"), "用**中文**写");
    assert_eq!(marked("a‹**›中‹**›b"), "a **中** b");
    assert_eq!(
        marked("用‹==›mark‹==›和‹~~›del‹~~›写"),
        "用 ==mark== 和 ~~del~~ 写"
    );
}

#[test]
fn the_space_stands_outside_of_links_and_code() {
    assert_eq!(
        marked("用‹[›Rust‹](https://a.com/(x))›写"),
        "用 [Rust](https://a.com/(x)) 写"
    );
    assert_eq!(marked("用‹[›Rust‹][r]›写"), "用 [Rust][r] 写");
    assert_eq!(marked("用‹`cargo`›写，‹`b`›。"), "用 `cargo` 写，`b`。");
    assert_eq!(marked("用‹**[›Rust‹](u)**›写"), "用 **[Rust](u)** 写");
    assert_eq!(marked("见‹[^1]›文"), "见[^1]文");
}

#[test]
fn every_paragraph_and_cell_pairs_for_itself() {
    assert_eq!(marked("‹**›a‹**\n\n›用‹**›b‹**›写"), "**a**\n\n用 **b** 写");
    assert_eq!(marked("‹- **›a‹**\n- ›用‹*›b‹*›写"), "- **a**\n- 用 *b* 写");
    assert_eq!(
        marked("‹**›a\n\n用‹**›b‹**›写‹\n\n›用‹*›c‹*›写"),
        "**a\n\n用**b**写\n\n用 *c* 写"
    );
    assert_eq!(marked("‹| **›a‹** | ›用‹*›b‹*›写‹ |›"), "| **a** | 用 *b* 写 |");
}

#[test]
fn a_block_that_begins_with_code_gets_its_space() {
    assert_eq!(marked("甲乙‹\n\n`a`›丙"), "甲乙\n\n`a` 丙");
    assert_eq!(marked("‹| ›甲乙‹ | `a`›丙‹ |›"), "| 甲乙 | `a` 丙 |");
}

#[test]
fn what_does_not_pair_spoils_its_own_item_or_cell_only() {
    for (text, expected) in [
        ("‹- **›甲‹\n- ›用‹*›b‹*›写", "- **甲\n- 用 *b* 写"),
        ("‹1. **›甲‹\n2. ›用‹*›b‹*›写", "1. **甲\n2. 用 *b* 写"),
        ("‹> **›甲‹\n> - ›用‹*›b‹*›写", "> **甲\n> - 用 *b* 写"),
        ("‹| **›甲‹ | ›用‹*›b‹*›写‹ |›", "| **甲 | 用 *b* 写 |"),
    ] {
        assert_eq!(marked(text), expected);
    }
}

#[test]
fn emphasis_goes_on_in_the_next_line() {
    assert_eq!(marked("用‹**›a‹\n›b‹**›写"), "用 **a\nb** 写");
}

#[test]
fn signs_inside_of_tags_images_notes_and_addresses_are_no_markup() {
    for (text, expected) in [
        ("用‹*›b‹*›写‹<b x='*'>›字‹</b>›", "用 *b* 写<b x='*'>字</b>"),
        ("用‹*›b‹*›写‹<b x=*>›字‹</b>›", "用 *b* 写<b x=*>字</b>"),
        ("用‹*›b‹*›写‹![x *](u)›", "用 *b* 写![x *](u)"),
        ("用‹*›b‹*›写‹[^1]›文", "用 *b* 写[^1]文"),
        (
            "用‹*›b‹*›写‹https://a.com/b_c›，文",
            "用 *b* 写https://a.com/b_c，文",
        ),
    ] {
        assert_eq!(marked(text), expected);
    }
}

#[test]
fn code_behind_other_things_gets_its_space() {
    for (text, expected) in [
        ("‹![x](u)`c`›写", "![x](u)`c` 写"),
        ("‹!}[`a`](u)›写", "!}[`a`](u) 写"),
        ("‹https://a.com `c`›写", "https://a.com `c` 写"),
        ("用‹`a``b`›写", "用 `a``b` 写"),
        ("用‹[›Rust‹][reference]›写", "用 [Rust][reference] 写"),
    ] {
        assert_eq!(marked(text), expected);
    }
}

#[test]
fn markup_in_itself_and_links_without_an_end_in_their_line_get_no_space() {
    for text in [
        "用‹**›a‹*›b‹**›c‹**›d‹*›e‹**›写",
        "用‹[›a‹](u›",
        "用‹[›a‹](u\n't')›写",
    ] {
        let (source, _) = unmark(text);
        assert_eq!(marked(text), source);
    }
}

#[test]
fn a_paragraph_of_sixteen_tags_without_an_end_gets_no_space() {
    let paragraph = |n_tags: usize| marked(&format!("用‹**›a‹**›写‹{}›", "<".repeat(n_tags)));
    assert!(paragraph(15).starts_with("用 **a** 写"));
    assert!(paragraph(16).starts_with("用**a**写"));
}

#[test]
fn the_spaces_of_a_hard_break_stay_behind_a_mark_that_becomes_full_width() {
    assert_eq!(prose("行尾,  \n下一行"), "行尾，  \n下一行");
    assert_eq!(prose("好, “引”"), "好，“引”");
}

#[test]
fn full_width_letters_next_to_markup_stay() {
    assert_eq!(marked("文Ｂ‹**›"), "文Ｂ**");
    assert_eq!(marked("文Ｂ‹ |›"), "文 B |");
}

#[test]
fn markup_that_does_not_pair_gets_no_space() {
    assert_eq!(marked("用‹**›Rust写"), "用**Rust 写");
    assert_eq!(marked("用‹**›a‹*›b‹***›写"), "用**a*b***写");
    let address = "https://a.com/é$\n文";
    assert_eq!(format_source(address), address);
}

#[test]
fn a_block_that_would_say_something_else_stays() {
    // With a space before it the `**` only opens, and the `*` would close half of it.
    assert_eq!(
        format_source("用Rust写\n\n文**A*`文**\n用Rust写\n\n用Rust写"),
        "用 Rust 写\n\n文**A*`文**\n用Rust写\n\n用 Rust 写"
    );
    // Between half-width letters the dollars would hold a formula.
    assert_eq!(format_source("$1Ｂa$"), "$1Ｂa$");
    assert_eq!(format_source("文**A**和B*c"), "文 **A** 和 B*c");
}

#[test]
fn a_document_changes_in_its_prose_only() {
    let text = "\
---
title: 用Rust写
---

# 用Rust写编辑器

用**Rust**和`cargo`写,见[文档doc](https://a.com/用Rust).公式$x$也是.

```
用Rust写
```

> [!tip] 提示tip
> 正文a正文.

设\\*a的_b_值，见https://a.com/a_b_c，后面的*c*值

<div>用Rust写</div>
";
    let expected = "\
---
title: 用Rust写
---

# 用 Rust 写编辑器

用 **Rust** 和 `cargo` 写，见[文档 doc](https://a.com/用Rust).公式 $x$ 也是。

```
用Rust写
```

> [!tip] 提示 tip
> 正文 a 正文。

设\\*a 的_b_值，见https://a.com/a_b_c，后面的*c*值

<div>用Rust写</div>
";
    assert_eq!(format_source(text), expected);
    assert_eq!(format_source(expected), expected);
}

#[test]
fn tables_align_by_display_width() {
    let table = "|名称|Value|数|\n|:-|:-:|-:|\n|墨砚|a|1|\n|x\\|y|长一些的值|20|\n";
    let expected = "\
| 名称 |   Value    |  数 |
| :--- | :--------: | --: |
| 墨砚 |     a      |   1 |
| x\\|y | 长一些的值 |  20 |
";
    assert_eq!(format_source(table), expected);
    assert_eq!(format_source(expected), expected);
}

#[test]
fn cells_are_spaced_before_they_are_aligned() {
    assert_eq!(
        format_source("|a|b|\n|-|-|\n|中.|éＢ|"),
        "| a    | b   |\n| ---- | --- |\n| 中。 | éB  |"
    );
    let expected = "| a          | b   |\n| ---------- | --- |\n| 用 Rust 写 | 1   |";
    assert_eq!(format_source("|a|b|\n|-|-|\n|用Rust写|1|"), expected);
}

#[test]
fn a_cell_behind_an_address_is_spaced_and_aligned() {
    assert_eq!(
        format_source("|https://a.com/用b|用b|\n|-|-|"),
        "| https://a.com/用b | 用 b |\n| ----------------- | ---- |"
    );
}

#[test]
fn a_table_keeps_its_indent_line_endings_and_surplus_cells() {
    assert_eq!(
        format_source("  a|b\r\n  -|-\r\n  1|2|3\r\n"),
        "  | a   | b   |\r\n  | --- | --- |\r\n  | 1   | 2   | 3 |\r\n"
    );
    assert_eq!(
        format_source("|a|b|\n|-|-|\n|1"),
        "| a   | b   |\n| --- | --- |\n| 1   |     |"
    );
}

#[test]
fn hostile_text_is_formatted_in_bounded_time_and_space() {
    let spaces = format!("中{}文", " ".repeat(20_000));
    assert_eq!(prose(&spaces), spaces);
    let nested = format!("中{}a{}文", "(".repeat(10_000), ")".repeat(10_000));
    assert_eq!(prose(&nested).len(), nested.len() + 2);
    let fields = format!("中{}::", "(".repeat(100_000));
    assert_eq!(format_source(&fields), fields);
    let wide = format!("|{}|b|\n|-|-|\n{}", "a".repeat(10_000), "|1|2|\n".repeat(1000));
    assert!(format_source(&wide).len() < 100_000);
    let many = format!(
        "{}\n{}\n{}",
        "|a".repeat(5000),
        "|-".repeat(5000),
        "|1\n".repeat(50)
    );
    assert_eq!(format_source(&many), many);
}

#[test]
fn what_only_looks_like_a_table_stays() {
    for text in [
        "```\n|a|b|\n|-|-|\n```\n",
        "~~~~\n```\n|a|b|\n|-|-|\n~~~\n~~~~\n",
        "$$\na|b\n-|-\n$$\n",
        "<pre>\n|a|b|\n|-|-|\n</pre>\n",
        "<!--\n|a|b|\n|-|-|\n-->\n",
        "    |a|b|\n    |-|-|\n",
        "|a|b|c|\n|-|-|\n",
        "> |a|b|\n> |-|-|\n",
        "a|b\n---\n",
        "|a|b|\n|-|x|\n",
    ] {
        assert_eq!(format_source(text), text);
    }
}

mod properties {
    use proptest::prelude::*;

    use super::*;

    /// `MOYAN_LONG_RUN=1` makes them many.
    fn cases() -> u32 {
        if std::env::var_os("MOYAN_LONG_RUN").is_some() {
            20_000
        } else {
            600
        }
    }

    fn source() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            "[中文字]{1,3}",
            "[a-zA1Ｂ１é]{1,3}",
            "[,.?!:;，。（）「」 $%\\\\+#()|-]{1,3}",
            // Letters around the markup keep two pieces of it apart, so that `again` finds each.
            "[字aＢ]‹\\*\\*›[字aＢ]",
            "[字aＢ]‹\\[›[字aＢ]",
            "[字aＢ]‹\\]\\(u\\)›[字aＢ]",
            "[字aＢ]‹`x中`›[字aＢ]",
            Just("a‹\n\n›a".to_owned()),
            Just("\n".to_owned()),
            Just("\r\n".to_owned()),
            Just("|-|-|\n".to_owned()),
        ];
        proptest::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
    }

    /// The ranges of the formatted text: what was outside of prose stays, in order, so it is found again.
    fn again(source: &str, ranges: &[Range<usize>], formatted: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let (mut at, mut from) = (0, 0);
        for (index, range) in ranges.iter().enumerate() {
            let gap = &source[at..range.start];
            let gap_at = formatted[from..].find(gap).map_or(from, |offset| from + offset);
            if index > 0 {
                found.push(from..gap_at);
            }
            from = gap_at + gap.len();
            at = range.end;
        }
        let gap = &source[at..];
        let end = if gap.is_empty() {
            formatted.len()
        } else {
            formatted[from..]
                .rfind(gap)
                .map_or(formatted.len(), |offset| from + offset)
        };
        if !ranges.is_empty() {
            found.push(from..end);
        }
        found.retain(|range| !range.is_empty());
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(cases()))]

        #[test]
        fn formatting_twice_is_formatting_once(text in "[中文a1Ｂ１é,.?!:;，。（）「」 $%\\\\+#()\n-]{0,24}") {
            let once = prose(&text);
            prop_assert_eq!(prose(&once), once);
        }

        #[test]
        fn markup_is_formatted_once_too(text in source()) {
            let (source, ranges) = unmark(&text);
            let once = format_ranges(&source, &ranges);
            if !source.contains('|') {
                let ranges = again(&source, &ranges, &once);
                prop_assert_eq!(format_ranges(&once, &ranges), once);
            }
        }

        #[test]
        fn lines_and_text_stay(text in source()) {
            let (source, ranges) = unmark(&text);
            let formatted = format_ranges(&source, &ranges);
            prop_assert_eq!(formatted.matches('\n').count(), source.matches('\n').count());
            prop_assert_eq!(formatted.matches("\r\n").count(), source.matches("\r\n").count());
            let letters = |text: &str| {
                let half = text.chars().map(|c| match c { 'Ｂ' => 'B', '１' => '1', c => c });
                half.filter(|c| is_letter(*c)).collect::<String>()
            };
            prop_assert_eq!(letters(&formatted), letters(&source));
        }

        #[test]
        fn any_text_is_formatted(text in any::<String>()) {
            let once = format_source(&text);
            prop_assert_eq!(format_source(&once), once);
        }

        #[test]
        fn a_document_keeps_its_structure(text in document()) {
            let formatted = format_source(&text);
            prop_assert_eq!(structure(&formatted), structure(&text), "{}", formatted);
            prop_assert_eq!(format_source(&formatted), formatted);
        }
    }

    /// Markdown that is likely to mean something.
    fn document() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            4 => "[中文字]{1,2}",
            4 => "[a-zA1Ｂ１é]{1,2}",
            2 => "[,.?!:;，。（）「」 $%+#()]{1,2}",
            4 => "[\\\\*_~=`\\[\\]<>|{}&^$-]{1,2}",
            3 => Just("**".to_owned()),
            2 => Just("*".to_owned()),
            1 => Just("***".to_owned()),
            1 => Just("~~".to_owned()),
            1 => Just("==".to_owned()),
            1 => Just("$".to_owned()),
            1 => Just("`".to_owned()),
            1 => Just("[".to_owned()),
            1 => Just("\n[TOC]\n".to_owned()),
            1 => Just("[^1]".to_owned()),
            1 => Just("\n\n[^1]: ".to_owned()),
            1 => Just("::: tip ".to_owned()),
            1 => Just("](u)".to_owned()),
            1 => Just("![".to_owned()),
            1 => Just("https://a.com/_b".to_owned()),
            1 => prop_oneof![Just("\n"), Just("\n\n"), Just("\r\n"), Just("  \n"), Just("\n- "), Just("\n> "), Just("\n1. "), Just("\n# ")].prop_map(str::to_owned),
            1 => Just("\n|a|中|\n|-|-|\n|b|".to_owned()),
            1 => Just("\n```\n".to_owned()),
        ];
        proptest::collection::vec(piece, 0..16).prop_map(|pieces| pieces.concat())
    }

    /// The rendered HTML without what formatting may change: spaces, width of characters, slugs made of them.
    fn structure(text: &str) -> Vec<String> {
        let article = crate::render(text, &crate::RenderOptions::default());
        article
            .blocks
            .iter()
            .map(|block| {
                without_ids(&block.html)
                    .chars()
                    .filter(|c| *c != ' ')
                    .map(half_width)
                    .collect()
            })
            .collect()
    }

    /// Without the anchors, which are made of headings.
    fn without_ids(html: &str) -> String {
        let without = |html: &str, lead: &str| {
            let mut parts = html.split(lead);
            let first = parts.next().unwrap_or_default().to_owned();
            parts.fold(first, |out, part| {
                out + part.split_once('"').map_or("", |(_, rest)| rest)
            })
        };
        without(&without(html, " id=\""), " href=\"#")
    }

    fn half_width(c: char) -> char {
        match c {
            '，' => ',',
            '。' => '.',
            '？' => '?',
            '！' => '!',
            '：' => ':',
            '；' => ';',
            '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap(),
            c => c,
        }
    }

    fn is_letter(c: char) -> bool {
        crate::script::is_cjk(c) || c.is_ascii_alphanumeric() || c == 'é'
    }
}
