//! Splits a value at its top level: separators inside brackets and strings do not count.

/// The parts of a value between top-level commas.
pub(crate) fn split_commas(value: &str) -> Vec<String> {
    split(value, ',')
}

/// The parts of a value between top-level spaces.
pub(crate) fn split_spaces(value: &str) -> Vec<String> {
    split(value, ' ')
}

fn split(value: &str, at: char) -> Vec<String> {
    let mut parts = vec![String::new()];
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for character in value.chars() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\'' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        if character == at && depth == 0 && !quoted {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(character);
        }
    }
    parts
        .iter()
        .map(|part| part.trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}
