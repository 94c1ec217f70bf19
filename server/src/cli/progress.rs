//! How far long work has come, for who waits for it.

use std::io::Write;

/// Rows after which a line is due.
const ROWS: u64 = 100_000;
/// Files after which a line is due.
const FILES: u64 = 1_000;

/// Writes a line now and then; small work writes none.
pub struct Progress<W> {
    out: W,
    /// What is being done, such as `backup`.
    work: &'static str,
    n_rows: u64,
    n_files: u64,
}

impl Progress<std::io::Stderr> {
    /// Lines on standard error.
    pub fn new(work: &'static str) -> Self {
        Self::to(std::io::stderr(), work)
    }
}

impl<W: Write> Progress<W> {
    fn to(out: W, work: &'static str) -> Self {
        Self {
            out,
            work,
            n_rows: 0,
            n_files: 0,
        }
    }

    /// Rows of a table were done, which is one of so many.
    pub fn rows(&mut self, n_more: u64, table: &str, number: usize, n_tables: usize) {
        let n_before = self.n_rows / ROWS;
        self.n_rows += n_more;
        if self.n_rows / ROWS > n_before {
            self.line(&format!(
                "{} rows, in table {number} of {n_tables}, {table}",
                self.n_rows
            ));
        }
    }

    /// A file was done, of so many.
    pub fn file(&mut self, n_files: u64) {
        self.n_files += 1;
        if self.n_files.is_multiple_of(FILES) {
            self.line(&format!("{} of {n_files} files", self.n_files));
        }
    }

    /// Nobody may be there to read it.
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}: {text}", self.work);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_work_says_how_far_it_has_come_and_short_work_says_nothing() {
        let mut progress = Progress::to(Vec::new(), "backup");
        progress.rows(ROWS - 1, "users", 1, 2);
        for _ in 1..FILES {
            progress.file(FILES);
        }
        assert_eq!(progress.out, b"");
        progress.rows(1, "documents", 2, 2);
        progress.file(FILES);
        assert_eq!(
            String::from_utf8(progress.out).unwrap(),
            "backup: 100000 rows, in table 2 of 2, documents\nbackup: 1000 of 1000 files\n"
        );
    }
}
