//! On which line of a file a record begins, and how many lines it has.

/// How far a text was read.
#[derive(Default)]
pub(super) struct Place {
    byte: usize,
    /// Ends of lines before it.
    n_lines: u64,
}

impl Place {
    /// Goes on to the end of a record: the number of the line on which it begins, and how many more lines it has.
    pub(super) fn move_to(&mut self, csv: &str, end: u64) -> (u64, u64) {
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
