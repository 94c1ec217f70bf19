//! Containers `:::type title` … `:::`: finds their fences, and makes them nest.
//!
//! The parser closes the outermost container whose fence is as long as the closing line, and takes a bare
//! `:::` for an opening. So fences get lengths by their nesting, and lines that close nothing become text.

use super::lines::{Kind, Line};

/// The first line of a container.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Container {
    /// Its first word, as written.
    pub(crate) name: String,
    /// The rest of the line, Markdown of one line; empty when there is none.
    pub(crate) title: String,
}

impl Container {
    /// Reads what follows the colons.
    pub(crate) fn parse(info: &str) -> Self {
        let info = info.trim();
        let (name, title) = info.split_once(char::is_whitespace).unwrap_or((info, ""));
        Self {
            name: name.to_owned(),
            title: title.trim().to_owned(),
        }
    }
}

/// Containers may nest this deep; deeper ones show as text.
const MAX_DEPTH: usize = 50;

/// How far a closing line looks for the container that it closes.
const MAX_LOOK: usize = 64;

struct Open {
    /// Index in `fences`; none when the container is too deep and shows as text.
    number: Option<usize>,
    colons: usize,
    quotes: usize,
    /// Length that the fences inside need at most.
    inner: usize,
}

struct Fence {
    first_line: usize,
    last_line: Option<usize>,
    len: usize,
}

#[derive(Default)]
struct Pairing {
    open: Vec<Open>,
    fences: Vec<Fence>,
    containers: Vec<Container>,
    /// Lines that show as text.
    text: Vec<usize>,
}

/// The lines that the pre-pass rewrites, with what they become after their prefix, and the containers.
pub(crate) fn fences(text: &str, lines: &[Line]) -> (Vec<Option<String>>, Vec<Container>) {
    let mut pairing = Pairing::default();
    for (number, line) in lines.iter().enumerate() {
        let content = text
            .get(line.content..line.range.end)
            .unwrap_or_default()
            .trim_end();
        if content.is_empty() || line.kind == Kind::Verbatim {
            continue;
        }
        while pairing.open.last().is_some_and(|open| open.quotes > line.quotes) {
            pairing.pop(None);
        }
        let colons = content.bytes().take_while(|&byte| byte == b':').count();
        if line.kind != Kind::Prose || colons < 3 {
            continue;
        }
        match content.get(colons..).unwrap_or_default().trim() {
            "" => pairing.close(number, colons),
            info => pairing.open(number, colons, line.quotes, info),
        }
    }
    while !pairing.open.is_empty() {
        pairing.pop(None);
    }
    pairing.rewritten(text, lines)
}

impl Pairing {
    fn open(&mut self, line: usize, colons: usize, quotes: usize, info: &str) {
        let number = if self.open.len() < MAX_DEPTH {
            self.fences.push(Fence {
                first_line: line,
                last_line: None,
                len: 3,
            });
            self.containers.push(Container::parse(info));
            Some(self.fences.len() - 1)
        } else {
            self.text.push(line);
            None
        };
        self.open.push(Open {
            number,
            colons,
            quotes,
            inner: 2,
        });
    }

    /// Closes the innermost container with as many colons, or with fewer when there is none.
    fn close(&mut self, line: usize, colons: usize) {
        let near = || self.open.iter().rev().take(MAX_LOOK);
        let depth = near()
            .position(|open| open.colons == colons)
            .or_else(|| near().position(|open| open.colons < colons));
        let Some(depth) = depth else {
            self.text.push(line);
            return;
        };
        for _ in 0..depth {
            self.pop(None);
        }
        self.pop(Some(line));
    }

    fn pop(&mut self, last_line: Option<usize>) {
        let Some(closed) = self.open.pop() else { return };
        match closed.number.and_then(|number| self.fences.get_mut(number)) {
            Some(fence) => {
                fence.len = closed.inner + 1;
                fence.last_line = last_line;
                if let Some(outer) = self.open.last_mut() {
                    outer.inner = outer.inner.max(closed.inner + 1);
                }
            }
            None => self.text.extend(last_line),
        }
    }

    fn rewritten(self, text: &str, lines: &[Line]) -> (Vec<Option<String>>, Vec<Container>) {
        let mut rewritten = vec![None; lines.len()];
        let mut rewrite = |number: usize, line: String| {
            if let Some(place) = rewritten.get_mut(number) {
                *place = Some(line);
            }
        };
        for (number, fence) in self.fences.iter().enumerate() {
            let colons = ":".repeat(fence.len);
            rewrite(fence.first_line, format!("{colons}\0{number}"));
            if let Some(last_line) = fence.last_line {
                rewrite(last_line, colons);
            }
        }
        for number in self.text {
            if let Some(line) = lines.get(number) {
                let content = text.get(line.content..line.range.end).unwrap_or_default();
                rewrite(number, format!("\0{content}"));
            }
        }
        (rewritten, self.containers)
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::Outline;
    use super::*;

    fn rewritten(text: &str) -> String {
        let outline = Outline::of(text);
        let (fences, _) = fences(text, &outline.lines);
        let line = |(number, line): (usize, &Line)| {
            fences
                .get(number)
                .cloned()
                .flatten()
                .unwrap_or_else(|| text[line.content..line.range.end].to_owned())
        };
        outline
            .lines
            .iter()
            .enumerate()
            .map(line)
            .collect::<Vec<_>>()
            .join("|")
            .replace('\0', "@")
    }

    #[test]
    fn containers_of_equal_length_nest() {
        assert_eq!(
            rewritten(":::tip\n:::note a\nx\n:::\n:::"),
            "::::@0|:::@1|x|:::|::::"
        );
        assert_eq!(rewritten("::::tip\n:::note\nx\n::::"), "::::@0|:::@1|x|::::");
    }

    #[test]
    fn a_line_that_closes_nothing_is_text() {
        assert_eq!(rewritten(":::\nx\n:::tip\n"), "@:::|x|:::@0");
    }

    #[test]
    fn code_holds_no_container() {
        assert_eq!(rewritten("```\n:::tip\n```"), "```|:::tip|```");
    }

    #[test]
    fn deep_nesting_is_bounded() {
        let text = ":::a\n".repeat(50_000) + &":::\n".repeat(50_000);
        assert!(rewritten(&text).len() < text.len() + 200_000);
    }
}
