//! A file of members as it is imported: what a creator typed, what a spreadsheet saved, and what was exported here.

mod columns;
mod line;
mod place;

use std::collections::HashSet;

use chrono::NaiveDate;
use moyan_domain::limits::IMPORT_MAX_LINES;
use moyan_domain::{FieldProblem, Identifier, Language, Nickname};
use moyan_foundation::error::AppError;

use self::columns::Columns;
use self::line::read_line;
use self::place::Place;
use super::member_dto::{ImportProblem, ImportProblemDto};

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
    language.pick(("永久", "forever"))
}

/// How an exported file says yes.
pub fn yes(language: Language) -> &'static str {
    language.pick(("是", "yes"))
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

fn problem(line: u64, problem: ImportProblem) -> ImportProblemDto {
    ImportProblemDto { line, problem }
}

#[cfg(test)]
mod tests;
