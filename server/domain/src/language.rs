//! The languages of the product, how they write dates, and the one that a caller wants to read.

use chrono::{Datelike as _, NaiveDate};

use crate::stored_names;

stored_names! {
    /// The languages of the product. Simplified Chinese is the default.
    Language
    /// Simplified Chinese.
    ZhCn: "zh-CN",
    /// English.
    En: "en",
}

#[expect(clippy::derivable_impls, reason = "the table of names makes the enum")]
impl Default for Language {
    fn default() -> Self {
        Self::ZhCn
    }
}

impl Language {
    /// The words of this language, of those in Chinese and in English.
    pub fn pick<T>(self, (chinese, english): (T, T)) -> T {
        match self {
            Self::ZhCn => chinese,
            Self::En => english,
        }
    }

    /// A day as people read it: `2026 年 12 月 30 日`, `30 December 2026`.
    pub fn day(self, day: NaiveDate) -> String {
        match self {
            Self::ZhCn => format!("{} 年 {} 月 {} 日", day.year(), day.month(), day.day()),
            Self::En => day.format("%-d %B %Y").to_string(),
        }
    }

    /// A day of the current year as people read it.
    pub fn day_of_year(self, day: NaiveDate) -> String {
        match self {
            Self::ZhCn => format!("{} 月 {} 日", day.month(), day.day()),
            Self::En => day.format("%-d %B").to_string(),
        }
    }

    /// The language of ours that the header `Accept-Language` ranks highest; the default when it names none.
    pub fn of_accepted(accepted: &str) -> Self {
        let mut best = (0, Self::default());
        for (language, weight) in accepted.split(',').filter_map(parse_range) {
            if weight > best.0 {
                best = (weight, language);
            }
        }
        best.1
    }
}

/// Reads `en-US;q=0.8` as (English, 800); none when the language is not ours.
fn parse_range(range: &str) -> Option<(Language, u32)> {
    let (tag, parameters) = range.split_once(';').unwrap_or((range, ""));
    let language = match tag.trim().split('-').next()?.to_ascii_lowercase().as_str() {
        "zh" | "*" => Language::ZhCn,
        "en" => Language::En,
        _ => return None,
    };
    Some((language, weight(parameters)))
}

/// The `q` of a range in thousandths, 1000 when it has none, 0 when it cannot be read.
fn weight(parameters: &str) -> u32 {
    match parameters.trim().strip_prefix("q=") {
        None => 1000,
        // Saturating cast of a number in 0..=1000.
        Some(q) => q
            .trim()
            .parse::<f32>()
            .map_or(0, |q| (q.clamp(0.0, 1.0) * 1000.0) as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_as_people_write_it() {
        let day = NaiveDate::from_ymd_opt(2026, 12, 3).unwrap();
        for (language, whole, short) in [
            (Language::ZhCn, "2026 年 12 月 3 日", "12 月 3 日"),
            (Language::En, "3 December 2026", "3 December"),
        ] {
            assert_eq!(
                (language.day(day), language.day_of_year(day)),
                (whole.to_owned(), short.to_owned())
            );
        }
    }

    #[test]
    fn chinese_is_the_default() {
        assert_eq!(Language::of_accepted(""), Language::ZhCn);
        assert_eq!(Language::of_accepted("fr, de;q=0.5"), Language::ZhCn);
        assert_eq!(Language::of_accepted("en;q=0"), Language::ZhCn);
        assert_eq!(Language::of_accepted("en;q=high"), Language::ZhCn);
    }

    #[test]
    fn the_highest_weight_wins_and_the_first_of_equals() {
        assert_eq!(Language::of_accepted("en-US,en;q=0.9,zh;q=0.8"), Language::En);
        assert_eq!(Language::of_accepted("en;q=0.3, zh-CN;q=0.7"), Language::ZhCn);
        assert_eq!(Language::of_accepted("EN, zh"), Language::En);
        assert_eq!(Language::of_accepted("fr, en;q=0.5, *;q=0.1"), Language::En);
    }
}
