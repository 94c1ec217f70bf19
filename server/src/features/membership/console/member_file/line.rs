//! One record of a file: whose membership it is, and when that ends.

use chrono::NaiveDate;
use moyan_domain::limits::{GRANT_MAX_DAYS, GRANT_MAX_MONTHS, GRANT_NOTE_MAX_CHARS};
use moyan_domain::{Identifier, Nickname, typed};

use super::columns::Columns;
use super::{ImportEnd, ImportLine};
use crate::features::membership::console::member_dto::ImportProblem;

/// Reads a record.
pub(super) fn read_line(
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

/// Whether a cell says yes.
pub(super) fn is_yes(text: &str) -> bool {
    let text = typed::plain(text).to_lowercase();
    ["true", "yes", "y", "1", "是", "已屏蔽"].contains(&text.as_str())
}
