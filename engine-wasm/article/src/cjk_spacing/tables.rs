//! Tables with their columns aligned by display width, so that the source reads like the table.

use std::ops::Range;

use crate::script::display_width;

/// Tables with more cells stay as they are: filling up short rows would multiply the text.
const MAX_CELLS: usize = 20_000;

/// Columns are padded up to this width; a wider cell stands out, and its neighbors do not grow with it.
const MAX_WIDTH: usize = 60;

/// Alignment of a column, from the delimiter row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Align {
    None,
    Left,
    Center,
    Right,
}

/// `text` with the tables at the given ranges (whole lines) aligned; everything else is copied.
pub(super) fn align(text: &str, tables: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for range in tables {
        let (Some(before), Some(table)) = (text.get(at..range.start), text.get(range.clone())) else {
            continue;
        };
        out.push_str(before);
        push_table(&lines(table), &mut out);
        at = range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// Lines of `text` with their endings: LF, CRLF or CR.
pub(super) fn lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let content = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let crlf = rest
            .get(content..)
            .is_some_and(|ending| ending.starts_with("\r\n"));
        let end = (content + if crlf { 2 } else { 1 }).min(rest.len());
        lines.push(rest.get(..end).unwrap_or_default());
        rest = rest.get(end..).unwrap_or_default();
    }
    lines
}

/// Columns of a delimiter row, `| --- | :-: |`; `None` for any other line.
fn alignments(line: &str) -> Option<Vec<Align>> {
    if !line.contains('|') {
        return None;
    }
    let align = |cell: &str| {
        let dashes = cell.trim_start_matches(':').trim_end_matches(':');
        let n_colons = cell.len() - dashes.len();
        let is_valid = !dashes.is_empty() && dashes.bytes().all(|b| b == b'-') && n_colons <= 2;
        match (is_valid, cell.starts_with(':'), cell.ends_with(':')) {
            (false, ..) => None,
            (true, true, true) => Some(Align::Center),
            (true, true, false) => (n_colons == 1).then_some(Align::Left),
            (true, false, true) => (n_colons == 1).then_some(Align::Right),
            (true, false, false) => Some(Align::None),
        }
    };
    cells(line).into_iter().map(align).collect()
}

/// Cells of a row without their padding. A bar behind a backslash is text.
fn cells(line: &str) -> Vec<&str> {
    let trimmed = line.trim();
    let inner = trimmed.strip_prefix('|').unwrap_or(trimmed);
    let mut cells = Vec::new();
    let mut start = 0;
    let mut escaped = false;
    for (at, c) in inner.char_indices() {
        if c == '|' && !escaped {
            cells.push(inner.get(start..at).unwrap_or_default().trim());
            start = at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    let last = inner.get(start..).unwrap_or_default().trim();
    if !last.is_empty() || cells.is_empty() {
        cells.push(last);
    }
    cells
}

/// Writes one table; lines that are none, as a precaution, as they are.
fn push_table(lines: &[&str], out: &mut String) {
    let Some(aligns) = lines.get(1).and_then(|line| alignments(line)) else {
        out.extend(lines.iter().copied());
        return;
    };
    let rows: Vec<Vec<&str>> = lines.iter().map(|line| cells(line)).collect();
    // A bar in a formula ends its cell: what stands on both sides of it is no cell of the author's.
    let is_cut = rows
        .iter()
        .any(|row| row.len() > aligns.len() && row.iter().any(|cell| has_cut_formula(cell)));
    if is_cut || aligns.len().saturating_mul(rows.len()) > MAX_CELLS {
        out.extend(lines.iter().copied());
        return;
    }
    let widths: Vec<usize> = (0..aligns.len())
        .map(|column| column_width(&rows, column))
        .collect();
    for (index, (line, row)) in lines.iter().zip(&rows).enumerate() {
        out.push_str(
            line.get(..line.len() - line.trim_start().len())
                .unwrap_or_default(),
        );
        for (column, (width, align)) in widths.iter().zip(&aligns).enumerate() {
            out.push_str("| ");
            let cell = row.get(column).copied().unwrap_or_default();
            if index == 1 {
                push_dashes(*align, *width, out)
            } else {
                push_cell(cell, *align, *width, out)
            }
            out.push(' ');
        }
        // Cells beyond the header are not shown, but they are somebody's text.
        for cell in row.iter().skip(widths.len()) {
            out.push_str("| ");
            out.push_str(cell);
            out.push(' ');
        }
        out.push('|');
        let end = line.trim_end().len();
        out.push_str(
            line.get(end..)
                .unwrap_or_default()
                .trim_start_matches([' ', '\t']),
        );
    }
}

/// Whether a formula begins or ends in a cell and does not do both: its dollars are odd.
fn has_cut_formula(cell: &str) -> bool {
    let mut is_escaped = false;
    let mut n_dollars = 0_usize;
    for byte in cell.bytes() {
        n_dollars += usize::from(byte == b'$' && !is_escaped);
        is_escaped = byte == b'\\' && !is_escaped;
    }
    n_dollars % 2 == 1
}

/// Widest cell of a column, the delimiter row not counted; at least three for `---`.
fn column_width(rows: &[Vec<&str>], column: usize) -> usize {
    let cells = rows
        .iter()
        .enumerate()
        .filter(|(index, _)| *index != 1)
        .filter_map(|(_, row)| row.get(column));
    cells
        .map(|cell| display_width(cell))
        .max()
        .unwrap_or(0)
        .clamp(3, MAX_WIDTH)
}

fn push_dashes(align: Align, width: usize, out: &mut String) {
    let (left, right) = match align {
        Align::None => ("", ""),
        Align::Left => (":", ""),
        Align::Center => (":", ":"),
        Align::Right => ("", ":"),
    };
    let n_dashes = width.saturating_sub(left.len() + right.len()).max(1);
    out.extend([left, &"-".repeat(n_dashes), right]);
}

fn push_cell(cell: &str, align: Align, width: usize, out: &mut String) {
    let space = width.saturating_sub(display_width(cell));
    let before = match align {
        Align::None | Align::Left => 0,
        Align::Center => space / 2,
        Align::Right => space,
    };
    out.extend([&" ".repeat(before), cell, &" ".repeat(space - before)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aligned(table: &str) -> String {
        align(table, std::slice::from_ref(&(0..table.len())))
    }

    #[test]
    fn a_delimiter_row_has_bars_dashes_and_a_colon_at_either_end() {
        assert_eq!(aligned("|甲|\n|:-:|"), "| 甲  |\n| :-: |");
        for row in ["---", ":-:", "|:|", "|x|", "|::-:|", "|-\\|-|"] {
            let table = format!("|甲|\n{row}\n|乙|");
            assert_eq!(aligned(&table), table);
        }
    }

    #[test]
    fn a_table_of_as_many_cells_as_the_limit_is_aligned() {
        let table = format!("|a|b|\n|-|-|\n{}", "|c|d|\n".repeat(MAX_CELLS / 2 - 2));
        assert!(aligned(&table).starts_with("| a   | b   |\n"));
        let table = table + "|c|d|\n";
        assert!(aligned(&table) == table);
    }
}
