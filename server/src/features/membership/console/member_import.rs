//! Memberships for a list of addresses.

use std::collections::HashSet;

use chrono::NaiveDate;
use diesel::PgConnection;
use serde_json::json;
use uuid::Uuid;

use super::member_dto::{ImportProblem, ImportProblemDto, ImportReportDto};
use super::members::record;
use crate::access::{Caller, TeamAccess};
use crate::config::limits::{GRANT_MAX_DAYS, GRANT_MAX_MONTHS, GRANT_NOTE_MAX_CHARS, IMPORT_MAX_LINES};
use crate::domain::{GrantId, Identifier, IdentityType, SiteId};
use crate::error::{AppError, FieldProblem};
use crate::features::audit::AuditAction;
use crate::features::membership::models::NewGrant;
use crate::features::membership::queries;
use crate::features::membership::service::terms_of;
use crate::features::visitor::service as visitors;
use crate::language::Language;

/// Gives memberships to a list of addresses. Where a line is bad nothing is given, unless it is asked for.
pub fn import(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    site_id: SiteId,
    csv: &str,
    is_partial: bool,
) -> Result<ImportReportDto, AppError> {
    let today = caller
        .now
        .with_timezone(&terms_of(connection, site_id)?.time_zone)
        .date_naive();
    let (lines, problems) = read_import(csv, today)?;
    if !problems.is_empty() && !is_partial {
        return Ok(ImportReportDto {
            n_imported: 0,
            problems,
        });
    }
    for line in &lines {
        let visitor_id =
            visitors::find_or_create(connection, site_id, &line.identifier, Language::ZhCn, caller.now)?;
        let grant = NewGrant {
            id: GrantId(Uuid::now_v7()),
            site_id,
            visitor_id,
            source: "import",
            order_id: None,
            package_id: None,
            package_name: "",
            n_months: line.n_months,
            n_days: line.n_days,
            is_lifetime: false,
            is_test: false,
            note: &line.note,
            actor_id: Some(caller.user_id),
            granted_at: caller.now,
            created_at: caller.now,
        };
        queries::insert_grant(connection, &grant)?;
    }
    let details = json!({ "number": lines.len() });
    record(connection, caller, access, AuditAction::MembersImported, details)?;
    Ok(ImportReportDto {
        n_imported: lines.len(),
        problems,
    })
}

/// A good line of an import.
#[derive(Debug, PartialEq)]
struct ImportLine {
    identifier: Identifier,
    n_months: Option<i32>,
    n_days: Option<i32>,
    note: String,
}

/// What a first line may begin with that is a heading.
const HEADINGS: [&str; 9] = [
    "identifier",
    "email",
    "e-mail",
    "phone",
    "账号",
    "邮箱",
    "手机",
    "手机号",
    "会员",
];

/// Reads `identifier,end,note`: `end` is a number of months, or the last day of the membership.
fn read_import(csv: &str, today: NaiveDate) -> Result<(Vec<ImportLine>, Vec<ImportProblemDto>), AppError> {
    let csv = csv.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(csv.as_bytes());
    let (mut lines, mut problems, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
    let (mut index, mut place, mut record) = (0, Place::default(), csv::StringRecord::new());
    while reader
        .read_record(&mut record)
        .map_err(|_| AppError::invalid("csv", FieldProblem::UnknownValue))?
    {
        let (number, n_swallowed) = place.move_to(csv, reader.position().byte());
        index += 1;
        if index > IMPORT_MAX_LINES + 1 {
            return Err(AppError::invalid(
                "csv",
                FieldProblem::TooMany {
                    max: IMPORT_MAX_LINES,
                },
            ));
        }
        let first = record.get(0).unwrap_or_default().to_lowercase();
        if index == 1 && n_swallowed == 0 && HEADINGS.contains(&first.as_str()) {
            continue;
        }
        if n_swallowed > 0 {
            problems.push(problem(number, ImportProblem::LineBreak));
            let swallowed = number + 1..=number + n_swallowed;
            problems.extend(swallowed.map(|line| problem(line, ImportProblem::Swallowed)));
            continue;
        }
        match read_line(&record, today) {
            Ok(line) if !seen.insert(line.identifier.clone()) => {
                problems.push(problem(number, ImportProblem::Double));
            }
            Ok(line) => lines.push(line),
            Err(name) => problems.push(problem(number, name)),
        }
    }
    Ok((lines, problems))
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

fn read_line(record: &csv::StringRecord, today: NaiveDate) -> Result<ImportLine, ImportProblem> {
    if !(2..=3).contains(&record.len()) {
        return Err(ImportProblem::Columns);
    }
    let cell = |index: usize| record.get(index).unwrap_or_default();
    let kind = match cell(0).contains('@') {
        true => IdentityType::Email,
        false => IdentityType::Phone,
    };
    let identifier = Identifier::parse(kind, cell(0)).map_err(|_| ImportProblem::Identifier)?;
    let note = cell(2);
    if note.chars().count() > GRANT_NOTE_MAX_CHARS || note.contains('\0') {
        return Err(ImportProblem::Columns);
    }
    let (n_months, n_days) = match cell(1).parse::<i32>() {
        Ok(months) if (1..=GRANT_MAX_MONTHS).contains(&months) => (Some(months), None),
        Ok(_) => return Err(ImportProblem::End),
        Err(_) => {
            let day: NaiveDate = cell(1)
                .get(..10)
                .unwrap_or_default()
                .parse()
                .map_err(|_| ImportProblem::End)?;
            let n_days = i32::try_from((day - today).num_days()).unwrap_or(i32::MAX);
            if !(1..=GRANT_MAX_DAYS).contains(&n_days) {
                return Err(ImportProblem::End);
            }
            (None, Some(n_days))
        }
    };
    Ok(ImportLine {
        identifier,
        n_months,
        n_days,
        note: note.to_owned(),
    })
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
                   d@example.com,2026-11-23\na@example.com,1\ne@example.com\nf@example.com,1,x,y\n13800138000,12\n";
        let (lines, problems) = read_import(csv, today()).unwrap();
        let lengths: Vec<_> = lines.iter().map(|line| (line.n_months, line.n_days)).collect();
        assert_eq!(lengths, [(Some(3), None), (None, Some(30)), (Some(12), None)]);
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
}
