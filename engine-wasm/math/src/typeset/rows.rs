//! The last row of an array whose last cell is empty.
//!
//! RaTeX drops such a row, whatever its other cells hold. KaTeX drops a last row only when it is one empty cell, as
//! behind a final `\\`. So an empty last cell behind an `&` gets a group that holds nothing.

/// The source with `{}` in every empty cell between `&` and `\end`; none when there is no such cell.
pub(super) fn with_filled_last_cells(tex: &str) -> Option<String> {
    let mut out = String::new();
    let (mut copied, mut at) = (0, 0);
    // Where an empty cell begins.
    let mut cell = None;
    let bytes = tex.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        let rest = bytes.get(at..).unwrap_or_default();
        let len = match byte {
            b'%' => rest.iter().take_while(|&&byte| byte != b'\n').count(),
            b'\\' => 1 + command_len(rest.get(1..).unwrap_or_default()),
            _ => 1,
        };
        match byte {
            b'&' => cell = Some(at + 1),
            b'%' | b' ' | b'\t' | b'\r' | b'\n' => {}
            b'\\' if rest.get(..len) == Some(b"\\end") => {
                if let Some(start) = cell.take() {
                    out.push_str(tex.get(copied..start)?);
                    out.push_str("{}");
                    copied = start;
                }
            }
            _ => cell = None,
        }
        at += len;
    }
    if out.is_empty() {
        return None;
    }
    out.push_str(tex.get(copied..)?);
    Some(out)
}

/// Length of a command behind its backslash: letters, or one other byte.
fn command_len(rest: &[u8]) -> usize {
    rest.iter()
        .take_while(|byte| byte.is_ascii_alphabetic())
        .count()
        .max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula_svg;

    #[test]
    fn a_last_row_that_ends_with_an_empty_cell_is_shown() {
        for (tex, filled) in [
            (
                r"\begin{cases}a&\\b&\end{cases}",
                r"\begin{cases}a&\\b&{}\end{cases}",
            ),
            (
                r"\begin{matrix}a&\\b&\end{matrix}",
                r"\begin{matrix}a&\\b&{}\end{matrix}",
            ),
            (
                r"\begin{array}{cc}a&b\\& \end{array}",
                r"\begin{array}{cc}a&b\\&{} \end{array}",
            ),
            (
                "\\begin{aligned}a&b\\\\c& % d\n\\end{aligned}",
                "\\begin{aligned}a&b\\\\c&{} % d\n\\end{aligned}",
            ),
            (
                r"\left\{\begin{array}{l}\begin{matrix}a&\end{matrix}&\end{array}\right.",
                r"\left\{\begin{array}{l}\begin{matrix}a&{}\end{matrix}&{}\end{array}\right.",
            ),
        ] {
            assert_eq!(with_filled_last_cells(tex).as_deref(), Some(filled), "{tex}");
            assert_eq!(formula_svg(tex, true), formula_svg(filled, true), "{tex}");
        }
        let two_rows = formula_svg(r"\begin{cases}a&\\b&\end{cases}", true).unwrap();
        assert_eq!(
            two_rows,
            formula_svg(r"\begin{cases}a&{}\\b&{}\end{cases}", true).unwrap()
        );
        assert!(two_rows != formula_svg(r"\begin{cases}a&\end{cases}", true).unwrap());
    }

    #[test]
    fn other_cells_stay() {
        for tex in [
            r"\begin{matrix}a&b\\c&d\end{matrix}",
            r"\begin{matrix}a\\b\\\end{matrix}",
            r"\begin{matrix}a\&\end{matrix}",
            r"\begin{matrix}a&\endgroup\end{matrix}",
            "\\begin{matrix}a%&\n\\end{matrix}",
            r"a & b",
        ] {
            assert_eq!(with_filled_last_cells(tex), None, "{tex}");
        }
        let is_same = |one, other| assert_eq!(formula_svg(one, true), formula_svg(other, true));
        is_same(
            r"\begin{matrix}a\\b\\\end{matrix}",
            r"\begin{matrix}a\\b\end{matrix}",
        );
    }

    #[test]
    fn an_error_is_that_of_the_source() {
        let error = formula_svg(r"\begin{matrix}a&\end{matrix}\frac{a", true).unwrap_err();
        assert_eq!(error.position(), Some(35), "{error}");
    }
}
