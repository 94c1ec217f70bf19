//! Files as people write them and spreadsheets save them.

use moyan_domain::limits::GRANT_NOTE_MAX_CHARS;
use moyan_domain::typed;

use super::line::is_yes;
use super::*;

fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 23).unwrap()
}

#[test]
fn each_bad_line_is_named_and_the_good_ones_are_read() {
    let csv = "邮箱,月数,备注\r\na@example.com,3,老读者\nB@example.com,2026-12-23\nnobody,1\nc@example.com,0\n\
               d@example.com,2026-11-22\na@example.com,1\ne@example.com\nf@example.com,1,x,y\n13800138000,12\n";
    let (lines, problems) = read_import(csv, today()).unwrap();
    let ends: Vec<_> = lines.iter().map(|line| line.end).collect();
    let day = NaiveDate::from_ymd_opt(2026, 12, 23).unwrap();
    assert_eq!(
        ends,
        [ImportEnd::Months(3), ImportEnd::Day(day), ImportEnd::Months(12)]
    );
    assert_eq!(lines[0].note, "老读者");
    let named: Vec<_> = problems
        .iter()
        .map(|one| (one.line, one.problem.as_str()))
        .collect();
    assert_eq!(
        named,
        [
            (4, "identifier"),
            (5, "end"),
            (6, "end"),
            (7, "double"),
            (8, "columns"),
            (9, "columns")
        ]
    );
}

#[test]
fn a_quote_that_is_not_closed_swallows_no_line_unseen() {
    let named = |csv: &str| -> (usize, Vec<(u64, &'static str)>) {
        let (lines, problems) = read_import(csv, today()).unwrap();
        let named = problems.iter().map(|one| (one.line, one.problem.as_str()));
        (lines.len(), named.collect())
    };
    let both = vec![(1, "lineBreak"), (2, "swallowed")];
    assert_eq!(
        named("a@x.com,1,\"VIP\nb@x.com,1\n"),
        (0, both.clone()),
        "the note has two lines"
    );
    assert_eq!(
        named("a@x.com,1,\"\r\nb@x.com,1\r\n"),
        (0, both.clone()),
        "trimmed, the note has one"
    );
    assert_eq!(
        named("\"a@x.com,1\nb@x.com,1"),
        (0, both.clone()),
        "it is no heading"
    );
    assert_eq!(
        named("a@x.com,1,\"V\nI\"\r\n\r\nb@x.com,1\r\nc@x.com\r\n"),
        (1, [both, vec![(5, "columns")]].concat()),
        "what follows a closed quote is read, and lines are counted on"
    );
    assert_eq!(named("a@x.com,1,\"VIP\n\n"), (1, vec![]), "nothing follows");
}

#[test]
fn only_the_first_line_may_be_a_heading_and_it_is_one_line() {
    let named = |csv: &str| -> (usize, Vec<(u64, &'static str)>) {
        let (lines, problems) = read_import(csv, today()).unwrap();
        let named = problems.iter().map(|one| (one.line, one.problem.as_str()));
        (lines.len(), named.collect())
    };
    assert_eq!(
        named("email,months\na@x.com,1\nemail,1\n"),
        (1, vec![(3, "identifier")])
    );
    assert_eq!(
        named("email,\"a\nb\"\na@x.com,1\n"),
        (1, vec![(1, "lineBreak"), (2, "swallowed")])
    );
}

#[test]
fn lines_are_counted_whatever_ends_them() {
    for end in ["\n", "\r\n", "\r", "\n\n", "\r\n\r\n", "\r\r"] {
        let n_ends = if end.starts_with("\r\n") {
            end.len() / 2
        } else {
            end.len()
        } as u64;
        let csv = ["a@x.com,1", "张三,1", "b@x.com,1", "李四,1"].join(end);
        let (_, problems) = read_import(&csv, today()).unwrap();
        let lines: Vec<_> = problems.iter().map(|one| one.line).collect();
        assert_eq!(lines, [1 + n_ends, 1 + 3 * n_ends], "{end:?}");
    }
}

#[test]
fn a_note_has_two_hundred_characters() {
    let read = |note: &str| {
        let csv = format!("a@x.com,1,{note}\n");
        let (lines, problems) = read_import(&csv, today()).unwrap();
        (lines.len(), problems.first().map(|one| one.problem.as_str()))
    };
    let longest = "赠".repeat(GRANT_NOTE_MAX_CHARS);
    assert_eq!(read(&longest), (1, None));
    assert_eq!(read(&format!("{longest}赠")), (0, Some("columns")));
    assert_eq!(read("a\0b"), (0, Some("columns")));
}

#[test]
fn an_import_has_at_most_so_many_lines() {
    let lines = |number: usize| {
        (0..number)
            .map(|n| format!("a{n}@example.com,1\n"))
            .collect::<String>()
    };
    assert!(read_import(&format!("email,months\n{}", lines(IMPORT_MAX_LINES)), today()).is_ok());
    assert!(read_import(&lines(IMPORT_MAX_LINES + 2), today()).is_err());
}

#[test]
fn what_a_spreadsheet_saved_is_read() {
    let ends = |csv: &str| -> Vec<ImportEnd> {
        let (lines, problems) = read_import(csv, today()).unwrap();
        assert_eq!(problems, [], "{csv}");
        lines.iter().map(|line| line.end).collect()
    };
    let day = ImportEnd::Day(NaiveDate::from_ymd_opt(2026, 12, 31).unwrap());
    let csv = "邮箱,到期,备注\na@x.com,2026/12/31,老读者\n\"b@x.com \",2026年12月31日,\nc＠x.com,３,\n\
               d@x.com。,永久,\n138 0013 8000,12个月,\n'+86-13900139000,2026.12.31,";
    let read = [
        day,
        day,
        ImportEnd::Months(3),
        ImportEnd::Forever,
        ImportEnd::Months(12),
        day,
    ];
    assert_eq!(ends(csv), read);
    assert_eq!(
        ends("a@x.com\t2026/12/31\t老, 读者\nb@x.com\t3"),
        [day, ImportEnd::Months(3)]
    );
    assert_eq!(ends("账号;到期\na@x.com;2026/12/31"), [day]);
    let (lines, problems) = read_import("1.38001E+10,12,手机号被改写\na@x.com,12/31/26,", today()).unwrap();
    let named: Vec<_> = problems.iter().map(|one| one.problem).collect();
    assert_eq!(
        (lines.len(), named),
        (0, vec![ImportProblem::Shortened, ImportProblem::End])
    );
}

#[test]
fn the_columns_are_those_that_the_heading_names() {
    let csv = "昵称,账号（邮箱或手机号）,状态,到期日,套餐,备注,已屏蔽,累计付款（元）\n\
               '=阿青,a@x.com,已到期,2026-01-31,年度会员,老读者,是,99.00\n,b@x.com,非会员,,,,,0.00";
    let (lines, problems) = read_import(csv, today()).unwrap();
    assert_eq!(problems, []);
    let first = &lines[0];
    assert_eq!(first.nickname.as_ref().map(Nickname::as_str), Some("=阿青"));
    assert_eq!(
        first.end,
        ImportEnd::Day(NaiveDate::from_ymd_opt(2026, 1, 31).unwrap())
    );
    assert_eq!(
        (first.package.as_str(), first.note.as_str(), first.is_blocked),
        ("年度会员", "老读者", true)
    );
    assert_eq!(
        (lines[1].end, lines[1].is_blocked, &lines[1].nickname),
        (ImportEnd::None, false, &None)
    );
    let (lines, problems) = read_import("邮箱,到期日\na@x.com,2026-01-31\nb@x.com,", today()).unwrap();
    assert_eq!(
        (lines.len(), problems.len()),
        (0, 2),
        "in a list that was typed a day that is over is a mistake"
    );
}

#[test]
fn an_import_finds_every_heading_of_an_export_in_both_languages() {
    for is_chinese in [true, false] {
        let name = |one: &(&'static str, &'static str)| if is_chinese { one.0 } else { one.1 };
        let heading: csv::StringRecord = HEADINGS.iter().map(name).collect::<Vec<_>>().into();
        let read = Columns::of_heading(&heading).unwrap();
        assert_eq!((read.identifier, read.nickname, read.end), (0, Some(1), 3));
        assert_eq!(
            (read.package, read.note, read.blocked),
            (Some(4), Some(5), Some(6))
        );
        assert!(read.has_states);
    }
    for language in [Language::ZhCn, Language::En] {
        assert!(typed::is_forever(forever(language)) && is_yes(yes(language)));
    }
}
