//! Languages `diff-js`, `diff-rust` …: lines of a patch, colored in the base language.
//!
//! The first character of a line says whether it was added (`+`), removed (`-`) or is unchanged.
//! The removed and the unchanged lines are the old text, the added and the unchanged lines the new one.
//! Each is parsed on its own, so that a removed quote does not turn the added line into a string.

use moyan_regex::Scratch;

use crate::parser::{LineState, Run, Tables};
use crate::spans::Spans;

/// Prefix of the languages that this module colors.
pub const PREFIX: &str = "diff-";

/// The states of the old and the new text of a patch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffState {
    old: Option<LineState>,
    new: Option<LineState>,
}

impl DiffState {
    /// The state before the first line.
    ///
    /// - `base`: the state of the base language; `None` if it is not known.
    pub fn start(base: Option<LineState>) -> Self {
        Self {
            old: base.clone(),
            new: base,
        }
    }

    /// Parses one line of the patch and writes it.
    pub fn line(&mut self, line: &str, tables: Tables<'_>, scratch: &mut Scratch, spans: &mut Spans) {
        let content = line.trim_end_matches(['\n', '\r']);
        let end = line.get(content.len()..).unwrap_or_default();
        match content.chars().next() {
            Some('+') => write_in_element(
                "hljs-addition",
                content,
                self.new.as_mut(),
                tables,
                scratch,
                spans,
            ),
            Some('-') => write_in_element(
                "hljs-deletion",
                content,
                self.old.as_mut(),
                tables,
                scratch,
                spans,
            ),
            Some('@') if content.starts_with("@@") => spans.text(content, Some("hljs-meta")),
            _ => {
                write(content, self.new.as_mut(), tables, scratch, spans);
                self.parse_old(content, tables, scratch);
            }
        }
        spans.text(end, None);
    }

    /// Parses an unchanged line as a part of the old text too.
    fn parse_old(&mut self, content: &str, tables: Tables<'_>, scratch: &mut Scratch) {
        if let Some(old) = &mut self.old {
            old.line(without_marker(content), tables, scratch);
        }
    }
}

/// The line without the character that says what happened to it.
fn without_marker(content: &str) -> &str {
    content.strip_prefix(['+', '-', ' ']).unwrap_or(content)
}

fn write_in_element(
    class: &str,
    content: &str,
    state: Option<&mut LineState>,
    tables: Tables<'_>,
    scratch: &mut Scratch,
    spans: &mut Spans,
) {
    spans.open_line(class);
    write(content, state, tables, scratch, spans);
    spans.close_line();
}

fn write(
    content: &str,
    state: Option<&mut LineState>,
    tables: Tables<'_>,
    scratch: &mut Scratch,
    spans: &mut Spans,
) {
    let code = without_marker(content);
    let (marker, code) = content
        .split_at_checked(content.len() - code.len())
        .unwrap_or(("", content));
    spans.text(marker, None);
    match state {
        Some(state) => write_runs(code, &state.line(code, tables, scratch), spans),
        None => spans.text(code, None),
    }
}

/// Writes the runs of a line.
pub fn write_runs(line: &str, runs: &[Run], spans: &mut Spans) {
    let mut rest = line;
    for run in runs {
        let Some((text, after)) = rest.split_at_checked(run.len) else {
            break;
        };
        spans.text(text, run.class);
        rest = after;
    }
    spans.text(rest, None);
}
