//! Files of comma-separated values.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use moyan_domain::is_unprintable_in_lines;

use crate::error::AppError;

/// A CSV file (RFC 4180) that a spreadsheet opens as text, and a terminal too: no cell begins a formula, and characters
/// that nobody sees are written as `\u{202e}`.
pub struct Table(csv::Writer<Vec<u8>>);

impl Table {
    /// A file with a first line of names.
    pub fn new(names: &[&str]) -> Result<Self, AppError> {
        // The mark by which spreadsheets know UTF-8.
        let mut table = Self(csv::Writer::from_writer("\u{feff}".as_bytes().to_vec()));
        table.line(names)?;
        Ok(table)
    }

    /// One more line.
    pub fn line(&mut self, cells: &[&str]) -> Result<(), AppError> {
        self.0
            .write_record(cells.iter().map(|cell| plain(cell)))
            .map_err(|error| AppError::Internal(error.to_string()))
    }

    /// The whole file.
    pub fn into_bytes(self) -> Result<Vec<u8>, AppError> {
        self.0
            .into_inner()
            .map_err(|error| AppError::Internal(error.to_string()))
    }
}

/// A cell that no spreadsheet computes and that moves no terminal. Source: OWASP, CSV Injection; CWE-150.
fn plain(cell: &str) -> String {
    let begins_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let mut plain = String::from(if begins_formula { "'" } else { "" });
    for character in cell.chars() {
        if is_unprintable_in_lines(character) {
            plain.extend(character.escape_unicode());
        } else {
            plain.push(character);
        }
    }
    plain
}

/// A moment in a time zone: `2026-01-31 20:00`.
pub fn moment(at: DateTime<Utc>, time_zone: Tz) -> String {
    at.with_timezone(&time_zone).format("%Y-%m-%d %H:%M").to_string()
}

/// Digits that are no amount. A spreadsheet keeps 15 digits of a number, and all of a text: a tab that nobody sees makes
/// them one, as in the bills of Alipay.
pub fn digits(text: &str) -> String {
    format!("{text}\t")
}

/// The answer with a CSV file.
pub fn respond_table(name: &str, bytes: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}.csv\""),
        ))
        .body(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_begins_no_formula() {
        for cell in ["=1+1", "+86", "-1", "@SUM(A1)", "\tx", "\rx"] {
            assert!(plain(cell).starts_with('\''), "{cell:?}");
        }
        assert_eq!(plain("a=b"), "a=b");
    }

    #[test]
    fn a_cell_says_nothing_to_a_terminal() {
        assert_eq!(
            plain("\u{1b}]0;a\u{7}\u{1b}[2J\u{202e}\u{9b}b\r\n\t👩\u{200d}💻"),
            "\\u{1b}]0;a\\u{7}\\u{1b}[2J\\u{202e}\\u{9b}b\r\n\t👩\u{200d}💻"
        );
    }
}
