//! Writes patterns for an engine that knows Unicode so that they mean what ours takes them to mean.
//!
//! Beyond ASCII every character is a letter to us; `\\w` and the like become ranges that say so.

/// Letters beyond ASCII, as a part of a class.
const BEYOND: &str = r"\x{80}-\x{10FFFF}";

/// Rewrites Unicode classes of `pattern`; anything else stays as it is.
pub fn asciise(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut rest = pattern;
    let mut depth = 0_usize;
    let mut class_start = 0;
    while let Some(first) = rest.chars().next() {
        let taken = match first {
            '\\' => escape(rest, (depth > 0).then_some(class_start), &mut out),
            '[' => {
                let posix = depth > 0 && rest.starts_with("[:");
                let end = if posix {
                    rest.find(":]").map(|at| at + 2)
                } else {
                    None
                };
                match end {
                    Some(end) => {
                        out.push_str(rest.get(..end).unwrap_or_default());
                        end
                    }
                    None => {
                        depth += 1;
                        class_start = out.len();
                        open_class(rest, &mut out)
                    }
                }
            }
            ']' => {
                depth = depth.saturating_sub(1);
                out.push(']');
                class_start = out.len();
                1
            }
            other => {
                out.push(other);
                other.len_utf8()
            }
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    out
}

/// Copies `[`, `[^` and a `]` that stands first and is therefore literal. Returns the bytes taken.
fn open_class(rest: &str, out: &mut String) -> usize {
    let head = ["[^]", "[]", "[^", "["]
        .into_iter()
        .find(|head| rest.starts_with(head))
        .unwrap_or("[");
    out.push_str(head);
    head.len()
}

/// Rewrites one escape. Returns the bytes taken.
///
/// - `class_start`: inside a class, where in `out` the innermost one began; ranges it has are not repeated.
fn escape(rest: &str, class_start: Option<usize>, out: &mut String) -> usize {
    let mut chars = rest.chars();
    chars.next();
    let Some(kind) = chars.next() else {
        out.push('\\');
        return 1;
    };
    let simple = 1 + kind.len_utf8();
    let (parts, negated, taken) = match kind {
        'w' => (Some(format!("0-9A-Za-z_{BEYOND}")), false, simple),
        'W' => (Some(format!("0-9A-Za-z_{BEYOND}")), true, simple),
        'd' => (Some("0-9".to_owned()), false, simple),
        'D' => (Some("0-9".to_owned()), true, simple),
        's' => (Some(r"\t\n\x0B\f\r\x20".to_owned()), false, simple),
        'S' => (Some(r"\t\n\x0B\f\r\x20".to_owned()), true, simple),
        'p' | 'P' => property(rest, kind == 'P'),
        _ => (None, false, simple),
    };
    match parts {
        None => out.push_str(rest.get(..taken).unwrap_or_default()),
        Some(parts) => match (class_start, negated) {
            (Some(start), false) => {
                let has_beyond = out.get(start..).is_some_and(|class| class.contains(BEYOND));
                out.push_str(if has_beyond {
                    parts.trim_end_matches(BEYOND)
                } else {
                    &parts
                });
            }
            (_, true) => out.push_str(&format!("[^{parts}]")),
            (None, false) => out.push_str(&format!("[{parts}]")),
        },
    }
    taken
}

/// The ranges for `\p{…}`, whether they are negated, and the bytes of the escape.
fn property(rest: &str, upper: bool) -> (Option<String>, bool, usize) {
    let Some(end) = rest.find('}').filter(|_| rest.get(2..3) == Some("{")) else {
        return (None, false, 2);
    };
    let name = rest.get(3..end).unwrap_or_default();
    let (name, caret) = name.strip_prefix('^').map_or((name, false), |name| (name, true));
    let ranges = match name.to_ascii_lowercase().as_str() {
        "l" | "alpha" | "letter" | "id_start" | "xid_start" => format!("A-Za-z{BEYOND}"),
        "alnum" => format!("0-9A-Za-z{BEYOND}"),
        "word" | "id_continue" | "xid_continue" => format!("0-9A-Za-z_{BEYOND}"),
        "lu" | "upper" | "lt" => "A-Z".to_owned(),
        "ll" | "lower" => format!("a-z{BEYOND}"),
        "n" | "nd" | "digit" => "0-9".to_owned(),
        "nl" | "no" | "mn" | "mc" | "m" | "pc" | "lm" | "lo" | "cf" | "emoji" => BEYOND.to_owned(),
        _ => return (None, false, end + 1),
    };
    let ranges = if name.eq_ignore_ascii_case("pc") {
        format!("_{ranges}")
    } else {
        ranges
    };
    (Some(ranges), upper != caret, end + 1)
}

#[cfg(test)]
mod tests {
    use super::asciise;

    #[test]
    fn classes_become_ranges() {
        assert_eq!(asciise(r"\d+"), "[0-9]+");
        assert_eq!(asciise(r"[\d_]"), "[0-9_]");
        assert_eq!(asciise(r"[^\W\d]"), r"[^[^0-9A-Za-z_\x{80}-\x{10FFFF}]0-9]");
        assert_eq!(asciise(r"[\p{L}\p{Lo}\p{Nd}]"), r"[A-Za-z\x{80}-\x{10FFFF}0-9]");
        assert_eq!(asciise(r"\p{Lu}\P{L}"), r"[A-Z][^A-Za-z\x{80}-\x{10FFFF}]");
    }

    #[test]
    fn literals_and_escapes_stay() {
        for pattern in [
            r"\\w",
            r"[]\]]",
            r"\b(?i:a)\1",
            r"[[:alpha:]_]",
            r"\p{Greek}",
            "変数",
        ] {
            assert_eq!(asciise(pattern), pattern);
        }
    }
}
