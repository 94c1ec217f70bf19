//! A file of members as it is imported: what a creator typed, what a spreadsheet saved, and what was exported here.

use std::collections::HashSet;

use chrono::NaiveDate;

use super::member_dto::{ImportProblem, ImportProblemDto};
use crate::config::limits::{GRANT_MAX_DAYS, GRANT_MAX_MONTHS, GRANT_NOTE_MAX_CHARS, IMPORT_MAX_LINES};
use crate::domain::{Identifier, Nickname, typed};
use crate::error::{AppError, FieldProblem};
use crate::language::Language;

/// When a membership of a file ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportEnd {
    /// The account has none.
    None,
    /// So many months after what is there.
    Months(i32),
    /// On this day of the site's time zone.
    Day(NaiveDate),
    /// Never.
    Forever,
}

/// A good line of an import.
#[derive(Debug, PartialEq)]
pub struct ImportLine {
    pub identifier: Identifier,
    pub end: ImportEnd,
    pub note: String,
    pub nickname: Option<Nickname>,
    /// The name of a package; empty for none.
    pub package: String,
    pub is_blocked: bool,
}

/// The headings of an exported file: their Chinese and English names, as an import finds them again.
pub const HEADINGS: [(&str, &str); 10] = [
    ("账号", "Account"),
    ("昵称", "Nickname"),
    ("状态", "Status"),
    ("到期日", "Ends"),
    ("套餐", "Package"),
    ("备注", "Note"),
    ("已屏蔽", "Blocked"),
    ("累计付款（元）", "Paid (CNY)"),
    ("注册时间", "Registered"),
    ("最近访问", "Last seen"),
];

/// How an exported file says that a membership never ends.
pub fn forever(language: Language) -> &'static str {
    match language {
        Language::ZhCn => "永久",
        Language::En => "forever",
    }
}

/// How an exported file says yes.
pub fn yes(language: Language) -> &'static str {
    match language {
        Language::ZhCn => "是",
        Language::En => "yes",
    }
}

/// What people and our own files call a column, in small letters and without what stands in brackets.
const IDENTIFIERS: [&str; 14] = [
    "identifier",
    "account",
    "email",
    "e-mail",
    "phone",
    "email or phone",
    "账号",
    "帐号",
    "邮箱",
    "手机",
    "手机号",
    "会员",
    "邮箱或手机号",
    "电话",
];
const ENDS: [&str; 15] = [
    "end",
    "ends",
    "endsat",
    "end date",
    "ends on",
    "expires",
    "months",
    "months or end date",
    "到期",
    "到期日",
    "到期时间",
    "有效期至",
    "月数",
    "月数或到期日",
    "期限",
];
const NOTES: [&str; 5] = ["note", "notes", "备注", "说明", "remark"];
const NICKNAMES: [&str; 5] = ["nickname", "name", "昵称", "姓名", "称呼"];
const PACKAGES: [&str; 4] = ["package", "plan", "套餐", "会员套餐"];
const BLOCKED: [&str; 4] = ["blocked", "isblocked", "已屏蔽", "屏蔽"];
const STATES: [&str; 4] = ["state", "status", "状态", "会员状态"];

/// In which columns a file has what.
#[derive(Debug)]
struct Columns {
    n_columns: usize,
    identifier: usize,
    end: usize,
    note: Option<usize>,
    nickname: Option<usize>,
    package: Option<usize>,
    blocked: Option<usize>,
    /// True for a file that was exported: it has accounts without a membership, and some that ended.
    has_states: bool,
}

impl Columns {
    /// Those of a file without a heading.
    const PLAIN: Self = Self {
        n_columns: 3,
        identifier: 0,
        end: 1,
        note: Some(2),
        nickname: None,
        package: None,
        blocked: None,
        has_states: false,
    };

    /// Reads a heading; none when the line is none.
    fn of_heading(record: &csv::StringRecord) -> Option<Self> {
        let names: Vec<String> = record.iter().map(heading).collect();
        let at = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
        let identifier = at(&IDENTIFIERS)?;
        let (end, note) = match at(&ENDS) {
            Some(end) => (end, at(&NOTES)),
            // Whatever it calls them: the two that follow.
            None => (identifier + 1, at(&NOTES).or(Some(identifier + 2))),
        };
        Some(Self {
            n_columns: names.len().max(Self::PLAIN.n_columns),
            identifier,
            end,
            note,
            nickname: at(&NICKNAMES),
            package: at(&PACKAGES),
            blocked: at(&BLOCKED),
            has_states: at(&STATES).is_some(),
        })
    }
}

fn heading(cell: &str) -> String {
    let name = typed::plain(cell).to_lowercase();
    let name = name.split('(').next().unwrap_or_default();
    name.trim().to_owned()
}

/// Reads a file of `account,end,note`, or one whose heading says what its columns are.
pub fn read_import(
    csv: &str,
    today: NaiveDate,
) -> Result<(Vec<ImportLine>, Vec<ImportProblemDto>), AppError> {
    let csv = csv.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter_of(csv))
        .trim(csv::Trim::All)
        .from_reader(csv.as_bytes());
    let (mut lines, mut problems, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
    let (mut index, mut place, mut record) = (0, Place::default(), csv::StringRecord::new());
    let mut columns = Columns::PLAIN;
    while reader
        .read_record(&mut record)
        .map_err(|_| AppError::invalid("csv", FieldProblem::UnknownValue))?
    {
        let (number, n_swallowed) = place.move_to(csv, reader.position().byte());
        index += 1;
        if index > IMPORT_MAX_LINES + 1 {
            let problem = FieldProblem::TooMany {
                max: IMPORT_MAX_LINES,
            };
            return Err(AppError::invalid("csv", problem));
        }
        if index == 1
            && n_swallowed == 0
            && let Some(read) = Columns::of_heading(&record)
        {
            columns = read;
            continue;
        }
        if n_swallowed > 0 {
            problems.push(problem(number, ImportProblem::LineBreak));
            let swallowed = number + 1..=number + n_swallowed;
            problems.extend(swallowed.map(|line| problem(line, ImportProblem::Swallowed)));
            continue;
        }
        match read_line(&record, &columns, today) {
            Ok(line) if !seen.insert(line.identifier.clone()) => {
                problems.push(problem(number, ImportProblem::Double));
            }
            Ok(line) => lines.push(line),
            Err(name) => problems.push(problem(number, name)),
        }
    }
    Ok((lines, problems))
}

/// What stands between the cells: a comma, else the tab of what was copied from a spreadsheet, or a semicolon.
fn delimiter_of(csv: &str) -> u8 {
    let first = csv
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    let is_between = |sign: &char| first.contains(*sign);
    match ['\t', ',', ';'].into_iter().find(is_between) {
        Some('\t') => b'\t',
        Some(';') => b';',
        _ => b',',
    }
}

/// How far a text was read.
#[derive(Default)]
struct Place {
    byte: usize,
    /// Ends of lines before it.
    n_lines: u64,
}

impl Place {
    /// Goes on to the end of a record: the number of the line on which it begins, and how many more lines it has.
    fn move_to(&mut self, csv: &str, end: u64) -> (u64, u64) {
        let end = usize::try_from(end).unwrap_or(usize::MAX).min(csv.len());
        let (before, after) = csv.split_at_checked(end).unwrap_or((csv, ""));
        // Of `\r\n` the reader takes the first half with a record and the second half with the next one.
        let is_half = before.ends_with('\r') && after.starts_with('\n');
        let end = end + usize::from(is_half);
        let text = csv.get(self.byte..end).unwrap_or_default();
        let record = text.trim_start_matches(['\r', '\n']);
        let number = self.n_lines + n_line_ends(text) - n_line_ends(record) + 1;
        self.byte = end;
        self.n_lines += n_line_ends(text);
        (number, n_line_ends(record.trim_end()))
    }
}

/// Ends of lines in a text: each `\n`, and each `\r` without one.
fn n_line_ends(text: &str) -> u64 {
    let n_both = text.matches("\r\n").count();
    (text.matches(['\r', '\n']).count() - n_both) as u64
}

fn problem(line: u64, problem: ImportProblem) -> ImportProblemDto {
    ImportProblemDto { line, problem }
}

fn read_line(
    record: &csv::StringRecord,
    columns: &Columns,
    today: NaiveDate,
) -> Result<ImportLine, ImportProblem> {
    if !(2..=columns.n_columns).contains(&record.len()) {
        return Err(ImportProblem::Columns);
    }
    let cell = |index: usize| typed::unguarded(record.get(index).unwrap_or_default()).trim();
    let optional = |index: Option<usize>| index.map_or("", cell);
    let identifier = cell(columns.identifier);
    if typed::is_shortened(identifier) {
        return Err(ImportProblem::Shortened);
    }
    let identifier = Identifier::parse_either(identifier).map_err(|_| ImportProblem::Identifier)?;
    let note = optional(columns.note);
    if note.chars().count() > GRANT_NOTE_MAX_CHARS || note.contains('\0') {
        return Err(ImportProblem::Columns);
    }
    let nickname = optional(columns.nickname);
    Ok(ImportLine {
        identifier,
        end: read_end(cell(columns.end), columns.has_states, today)?,
        note: note.to_owned(),
        nickname: Nickname::parse(nickname).ok(),
        package: optional(columns.package).to_owned(),
        is_blocked: is_yes(optional(columns.blocked)),
    })
}

/// Reads months, a day to come, or that it never ends; of a file that was exported also a day that is over, or nothing.
fn read_end(text: &str, is_exported: bool, today: NaiveDate) -> Result<ImportEnd, ImportProblem> {
    if text.is_empty() && is_exported {
        return Ok(ImportEnd::None);
    }
    if typed::is_forever(text) {
        return Ok(ImportEnd::Forever);
    }
    if let Some(day) = typed::day(text) {
        let n_days = (day - today).num_days();
        let first = if is_exported {
            -i64::from(GRANT_MAX_DAYS)
        } else {
            0
        };
        let fits = (first..=i64::from(GRANT_MAX_DAYS)).contains(&n_days);
        return fits.then_some(ImportEnd::Day(day)).ok_or(ImportProblem::End);
    }
    let text = typed::plain(text);
    let text = ["个月", "月", "months", "month"]
        .iter()
        .find_map(|unit| text.strip_suffix(unit))
        .unwrap_or(&text);
    match text.trim().parse::<i32>() {
        Ok(months) if (1..=GRANT_MAX_MONTHS).contains(&months) => Ok(ImportEnd::Months(months)),
        _ => Err(ImportProblem::End),
    }
}

fn is_yes(text: &str) -> bool {
    let text = typed::plain(text).to_lowercase();
    ["true", "yes", "y", "1", "是", "已屏蔽"].contains(&text.as_str())
}

#[cfg(test)]
mod tests {
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
        let (lines, problems) =
            read_import("1.38001E+10,12,手机号被改写\na@x.com,12/31/26,", today()).unwrap();
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
}
