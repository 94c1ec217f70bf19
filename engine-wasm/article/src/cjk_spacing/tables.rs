//! Tables with their columns aligned by display width, so that the source reads like the table.

use crate::script::display_width;

/// Alignment of a column, from the delimiter row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Align {
    None,
    Left,
    Center,
    Right,
}

/// `text` with every table aligned; everything else is copied.
///
/// Tables in quotes and inside code, formulas and raw HTML stay as they are.
pub(super) fn align(text: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut out = String::with_capacity(text.len());
    let mut skip = Skip::default();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let n_rows = if skip.covers(line) {
            0
        } else {
            table_rows(lines.get(at..).unwrap_or_default())
        };
        if n_rows == 0 {
            out.push_str(line);
            at += 1;
            continue;
        }
        push_table(lines.get(at..at + n_rows).unwrap_or_default(), &mut out);
        at += n_rows;
    }
    out
}

/// Remembers the fence, formula or element that the lines are inside of.
#[derive(Debug, Default)]
struct Skip {
    until: Option<Until>,
}

#[derive(Debug)]
enum Until {
    Fence(char, usize),
    Formula,
    Tag(&'static str),
}

impl Skip {
    /// Whether `line` belongs to something that is no prose; opens and closes it.
    fn covers(&mut self, line: &str) -> bool {
        let trimmed = line.trim();
        match &self.until {
            Some(until) => {
                if until.ends(trimmed) {
                    self.until = None;
                }
                true
            }
            None => {
                self.until = Until::start(trimmed);
                self.until.is_some() || indent(line) > 3
            }
        }
    }
}

impl Until {
    fn start(trimmed: &str) -> Option<Self> {
        const TAGS: [(&str, &str); 5] = [
            ("<pre", "</pre>"),
            ("<script", "</script>"),
            ("<style", "</style>"),
            ("<textarea", "</textarea>"),
            ("<!--", "-->"),
        ];
        let marker = trimmed.chars().next()?;
        let n_same = trimmed.chars().take_while(|c| *c == marker).count();
        let info = trimmed.get(n_same..).unwrap_or_default();
        if matches!(marker, '`' | '~') && n_same >= 3 && !(marker == '`' && info.contains('`')) {
            return Some(Self::Fence(marker, n_same));
        }
        if trimmed == "$$" {
            return Some(Self::Formula);
        }
        let lower = trimmed.to_ascii_lowercase();
        let (_, end) = TAGS
            .iter()
            .find(|(start, end)| lower.starts_with(start) && !lower.contains(end))?;
        Some(Self::Tag(end))
    }

    fn ends(&self, trimmed: &str) -> bool {
        match self {
            Self::Fence(marker, n_open) => {
                trimmed.chars().count() >= *n_open && trimmed.chars().all(|c| c == *marker)
            }
            Self::Formula => trimmed.ends_with("$$"),
            Self::Tag(end) => trimmed.to_ascii_lowercase().contains(end),
        }
    }
}

fn indent(line: &str) -> usize {
    line.chars().take_while(|c| *c == ' ').count() + if line.starts_with('\t') { 4 } else { 0 }
}

/// Rows of the table at the start of `lines`, its two first rows included; 0 when there is none.
fn table_rows(lines: &[&str]) -> usize {
    let [header, delimiter, rest @ ..] = lines else {
        return 0;
    };
    let Some(aligns) = alignments(delimiter) else {
        return 0;
    };
    if !is_row(header) || indent(delimiter) > 3 || cells(header).len() != aligns.len() {
        return 0;
    }
    2 + rest
        .iter()
        .take_while(|line| is_row(line) && indent(line) <= 3)
        .count()
}

/// Whether a line can be a row: it has a bar and starts no other block.
fn is_row(line: &str) -> bool {
    let trimmed = line.trim();
    let starts_block = trimmed.starts_with(['>', '#', '<'])
        || ["- ", "* ", "+ ", "```", "~~~", "$$", ":::"]
            .iter()
            .any(|start| trimmed.starts_with(start))
        || trimmed.split_once(['.', ')']).is_some_and(|(number, rest)| {
            !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) && rest.starts_with(' ')
        });
    trimmed.contains('|') && !starts_block
}

/// Columns of a delimiter row, `| --- | :-: |`; `None` for any other line.
fn alignments(line: &str) -> Option<Vec<Align>> {
    if !line.contains('|') || line.contains('\\') {
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

fn push_table(lines: &[&str], out: &mut String) {
    let [_, delimiter, ..] = lines else { return };
    let aligns = alignments(delimiter).unwrap_or_default();
    let rows: Vec<Vec<&str>> = lines.iter().map(|line| cells(line)).collect();
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

/// Widest cell of a column, the delimiter row not counted; at least three for `---`.
fn column_width(rows: &[Vec<&str>], column: usize) -> usize {
    let cells = rows
        .iter()
        .enumerate()
        .filter(|(index, _)| *index != 1)
        .filter_map(|(_, row)| row.get(column));
    cells.map(|cell| display_width(cell)).max().unwrap_or(0).max(3)
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
