//! `==highlight==`, `++underline++`, `~~deletion~~` and `H~2~O`, paired in the tree that the parser gives.
//!
//! The parser has these marks too, but with them it looks through `=`, `+` and `~` when it decides what opens and closes
//! emphasis, so that `**50%**+x` is not bold and `i*=2; j*=3` is. It also takes every `++` for a mark, those of `C++`
//! included. So its own are off in articles, and emphasis is that of CommonMark; a pair stands in one parent.

use comrak::Arena;
use comrak::nodes::{Node, NodeValue, Sourcepos};

use super::autolink::is_full_width;
use super::{link, tree};
use crate::script::is_alphanumeric;

/// Pairs the marks in every text under `root`, before anything else changes the tree.
pub(crate) fn pair<'a>(arena: &'a Arena<'a>, root: Node<'a>) {
    let parents = tree::all(root, |node| {
        node.first_child()
            .is_some_and(|child| !child.data().value.block())
    });
    for parent in parents {
        let mut runs = runs(parent);
        if pair_runs(&mut runs) && !is_bare_link(parent) {
            rebuild(arena, parent, &runs);
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Subscript,
    Strikethrough,
    Highlight,
    Insert,
}

impl Mark {
    /// The mark that a run of `len` characters `sign` may be.
    fn of(sign: u8, len: usize) -> Option<Self> {
        match (sign, len) {
            (b'~', 1) => Some(Self::Subscript),
            (b'~', 2) => Some(Self::Strikethrough),
            (b'=', 2) => Some(Self::Highlight),
            (b'+', 2) => Some(Self::Insert),
            _ => None,
        }
    }

    fn node_value(self) -> NodeValue {
        match self {
            Self::Subscript => NodeValue::Subscript,
            Self::Strikethrough => NodeValue::Strikethrough,
            Self::Highlight => NodeValue::Highlight,
            Self::Insert => NodeValue::Insert,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Text,
    Open,
    Close,
}

/// A run of one sign in a text.
#[derive(Debug, Clone, Copy)]
struct Run {
    mark: Mark,
    /// Index of the text among its siblings.
    child: usize,
    /// Bytes of the run in the text.
    start: usize,
    end: usize,
    /// The characters next to the run: a newline at the ends of a line, `*` where markup stands.
    before: char,
    after: char,
    /// Whether only letters, digits, `+` and `-` stand between the run before it and it, in the same text.
    follows_formula: bool,
    role: Role,
}

impl Run {
    /// Left-flanking by CommonMark, and in the CJK-friendly way.
    fn can_open(&self) -> bool {
        match self.mark {
            Mark::Subscript => true,
            Mark::Strikethrough => self.is_left_flanking(),
            Mark::Highlight => self.is_left_flanking() && !self.is_operator(),
            // `C++` ends a word; nobody underlines from the middle of one.
            Mark::Insert => self.is_left_flanking() && !self.is_operator() && !is_word(self.before),
        }
    }

    fn can_close(&self) -> bool {
        match self.mark {
            Mark::Subscript => self.follows_formula,
            Mark::Strikethrough => self.is_right_flanking(),
            Mark::Highlight | Mark::Insert => self.is_right_flanking() && !self.is_operator(),
        }
    }

    fn is_left_flanking(&self) -> bool {
        !self.after.is_whitespace()
            && (!is_punctuation(self.after)
                || self.before.is_whitespace()
                || is_punctuation(self.before)
                || is_cjk(self.before)
                || is_cjk(self.after))
    }

    fn is_right_flanking(&self) -> bool {
        !self.before.is_whitespace()
            && (!is_punctuation(self.before)
                || is_cjk(self.before)
                || self.after.is_whitespace()
                || is_punctuation(self.after)
                || is_cjk(self.after))
    }

    /// `x==1`, `a[0]==b`: an operator between two operands.
    fn is_operator(&self) -> bool {
        let ends_operand = is_word(self.before) || matches!(self.before, ')' | ']');
        let starts_operand = is_word(self.after) || matches!(self.after, '(' | '[');
        ends_operand && starts_operand
    }

    /// `i++`, `a[i]++`.
    fn is_postfix(&self) -> bool {
        is_word(self.before) || (matches!(self.before, ')' | ']') && !is_word(self.after))
    }

    /// Whether this run, which may open, and `closer` are two operators of the same form: `++i和++j`.
    fn is_same_operator(&self, closer: &Self) -> bool {
        matches!(self.mark, Mark::Highlight | Mark::Insert)
            && ((self.is_postfix() && closer.is_postfix()) || (is_word(self.after) && is_word(closer.after)))
    }
}

fn is_word(c: char) -> bool {
    c == '_' || (!is_full_width(c) && is_alphanumeric(c))
}

fn is_punctuation(c: char) -> bool {
    !is_alphanumeric(c) && !c.is_whitespace()
}

/// East Asian characters, less the punctuation that Western text has too.
fn is_cjk(c: char) -> bool {
    is_full_width(c) && !('\u{2010}'..='\u{2027}').contains(&c)
}

/// Whether `parent` is a link whose text is its own address.
fn is_bare_link(parent: Node<'_>) -> bool {
    matches!(&parent.data().value, NodeValue::Link(link) if link::is_bare(&link.url, &tree::plain_text(parent)))
}

/// The runs in the texts directly in `parent` that may be marks.
fn runs(parent: Node<'_>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (child, node) in parent.children().enumerate() {
        let data = node.data();
        let NodeValue::Text(text) = &data.value else {
            continue;
        };
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(&sign) = bytes.get(at) {
            if !matches!(sign, b'~' | b'=' | b'+') {
                at += 1;
                continue;
            }
            let start = at;
            at += bytes.iter().skip(start).take_while(|byte| **byte == sign).count();
            let Some(mark) = Mark::of(sign, at - start) else {
                continue;
            };
            let before = text.get(..start).and_then(|text| text.chars().next_back());
            let after = text.get(at..).and_then(|text| text.chars().next());
            let between = runs
                .iter()
                .rev()
                .find(|run| run.mark == mark)
                .filter(|run| run.child == child)
                .and_then(|run| bytes.get(run.end..start));
            runs.push(Run {
                mark,
                child,
                start,
                end: at,
                before: before.unwrap_or_else(|| edge(parent, node.previous_sibling())),
                after: after.unwrap_or_else(|| edge(parent, node.next_sibling())),
                follows_formula: mark == Mark::Subscript && between.is_some_and(is_formula),
                role: Role::Text,
            });
        }
    }
    runs
}

/// What can be a subscript: `2`, `n+1`.
fn is_formula(between: &[u8]) -> bool {
    !between.is_empty()
        && between
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-'))
}

/// The character that stands for `sibling` beside a text in `parent`.
fn edge(parent: Node<'_>, sibling: Option<Node<'_>>) -> char {
    let is_line_end = match sibling {
        Some(sibling) => matches!(sibling.data().value, NodeValue::SoftBreak | NodeValue::LineBreak),
        None => parent.data().value.block(),
    };
    if is_line_end { '\n' } else { '*' }
}

/// Gives runs that pair their roles: each closer the nearest opener of its mark. Whether any pair was found.
///
/// Openers between the two of a pair are text, as in CommonMark, so pairs nest.
fn pair_runs(runs: &mut [Run]) -> bool {
    // Openers by mark, each list in order: what a pair encloses is cut off the ends of all.
    let mut openers: [Vec<usize>; 4] = Default::default();
    let mut found = false;
    for number in 0..runs.len() {
        let Some(run) = runs.get(number).copied() else {
            continue;
        };
        let list = run.mark as usize;
        let opener = openers
            .get(list)
            .and_then(|openers| openers.last().copied())
            .filter(|_| run.can_close())
            .filter(|&opener| {
                runs.get(opener)
                    .is_some_and(|opener| !opener.is_same_operator(&run))
            });
        if let Some(opener) = opener {
            for (number, role) in [(opener, Role::Open), (number, Role::Close)] {
                if let Some(run) = runs.get_mut(number) {
                    run.role = role;
                }
            }
            for openers in &mut openers {
                openers.truncate(openers.partition_point(|&other| other < opener));
            }
            found = true;
        } else if run.can_open()
            && let Some(openers) = openers.get_mut(list)
        {
            openers.push(number);
        }
    }
    found
}

/// Puts what pairs of `runs` enclose into nodes of their own.
fn rebuild<'a>(arena: &'a Arena<'a>, parent: Node<'a>, runs: &[Run]) {
    let mut paired = runs.iter().filter(|run| run.role != Role::Text).peekable();
    // What is open at each level of nesting, with where it starts.
    let mut open: Vec<(Sourcepos, Vec<Node<'a>>)> = Vec::new();
    let mut nodes: Vec<Node<'a>> = Vec::new();
    for (number, child) in tree::take_children(parent).into_iter().enumerate() {
        if paired.peek().is_none_or(|run| run.child != number) {
            nodes.push(child);
            continue;
        }
        let text = tree::text_of(child);
        let whole = tree::position(child);
        let piece = |start: usize, end: usize| {
            let literal = text.get(start..end).filter(|literal| !literal.is_empty())?;
            Some(tree::text_node(
                arena,
                literal,
                position(whole, text.len(), start, end),
            ))
        };
        let mut from = 0;
        while let Some(run) = paired.next_if(|run| run.child == number) {
            nodes.extend(piece(from, run.start));
            from = run.end;
            let place = position(whole, text.len(), run.start, run.end);
            if run.role == Role::Open {
                open.push((place, std::mem::take(&mut nodes)));
            } else if let Some((start, outer)) = open.pop() {
                let mark = tree::node(
                    arena,
                    run.mark.node_value(),
                    Sourcepos {
                        start: start.start,
                        end: place.end,
                    },
                );
                mark.extend(std::mem::replace(&mut nodes, outer));
                nodes.push(mark);
            }
        }
        nodes.extend(piece(from, text.len()));
    }
    parent.extend(nodes);
}

/// Where bytes `start..end` of a text of `len` bytes at `whole` stand. Column 0, which is none, when the text is not what
/// the source holds, as with entities.
fn position(whole: Sourcepos, len: usize, start: usize, end: usize) -> Sourcepos {
    let mut place = whole;
    let is_literal = whole.start.line == whole.end.line && whole.end.column + 1 == whole.start.column + len;
    (place.start.column, place.end.column) = if is_literal {
        (whole.start.column + start, whole.start.column + end - 1)
    } else {
        (0, 0)
    };
    place
}

#[cfg(test)]
mod tests {
    use crate::{RenderOptions, render};

    fn html(text: &str) -> String {
        let article = render(text, &RenderOptions::default());
        article.blocks.iter().map(|block| block.html.as_str()).collect()
    }

    #[test]
    fn a_pair_encloses_no_half_of_another() {
        assert_eq!(html("==a ++b== c++"), "<p><mark>a ++b</mark> c++</p>");
        assert_eq!(
            html("==a ++b++ ==c== d=="),
            "<p><mark>a <u>b</u> <mark>c</mark> d</mark></p>"
        );
        assert_eq!(html("**==a** b=="), "<p><strong>==a</strong> b==</p>");
    }

    #[test]
    fn operators_are_text() {
        for text in [
            "C++、C 和 C++",
            "i++和j++",
            "++i和++j",
            "a[i]++和b[j]++",
            "x==1，y==2",
            "a==b==c",
            "C++如++i",
        ] {
            assert_eq!(html(text), format!("<p>{text}</p>"));
        }
    }

    #[test]
    fn an_operator_neither_opens_nor_closes() {
        for text in ["x==1 和中==", "(x)==(y) 和中==", "==中 x==1", "==中 (x)==(y)"] {
            assert_eq!(html(text), format!("<p>{text}</p>"));
        }
    }

    #[test]
    fn a_mark_opens_before_a_word_and_closes_behind_one() {
        for text in ["~~ a~~", "~~a ~~", "a== b==", "==a ==b", "a~~(b)~~c"] {
            assert!(
                !html(text).contains("<del>") && !html(text).contains("<mark>"),
                "{text}"
            );
        }
        assert_eq!(html("==a\n== b"), "<p>==a<br />\n== b</p>");
        for (text, expected) in [
            ("a~~b~~c", "a<del>b</del>c"),
            ("a ~~(b)~~ c", "a <del>(b)</del> c"),
            ("(~~(b)~~)", "(<del>(b)</del>)"),
        ] {
            assert_eq!(html(text), format!("<p>{expected}</p>"));
        }
    }

    #[test]
    fn the_text_of_a_link_holds_marks() {
        assert_eq!(
            html("[==a==](https://b.com)"),
            "<p><a href=\"https://b.com\"><mark>a</mark></a></p>"
        );
    }

    #[test]
    fn marks_may_touch_chinese() {
        assert_eq!(html("字==“引”==文"), "<p>字<mark>“引”</mark>文</p>");
        assert_eq!(html("Rust==很快==的"), "<p>Rust<mark>很快</mark>的</p>");
        assert_eq!(html("++重点++Rust"), "<p><u>重点</u>Rust</p>");
    }

    #[test]
    fn an_address_holds_no_mark() {
        let address = "https://a.com/x?a==b&c++d";
        let printed = html(&format!("{address} 与 <{address}>，https://a.com/++x++ 完"));
        assert!(
            !printed.contains("<u>") && !printed.contains("<mark>"),
            "{printed}"
        );
    }

    #[test]
    fn many_openers_and_closers_are_read_once() {
        let text = "==a ~~b ".repeat(20_000) + &"c~~ d== ".repeat(20_000);
        assert!(html(&text).contains("<mark>"));
    }
}
