//! Moments and amounts as providers write them.

use chrono::{DateTime, FixedOffset, NaiveDateTime, TimeZone as _, Utc};

/// Beijing's offset, in which Chinese providers write: it has had no summer time since 1991.
const BEIJING_S: i32 = 8 * 3600;

/// How Alipay writes a moment.
const ALIPAY_FORMAT: &str = "%Y-%m-%d %H:%M:%S";

fn beijing() -> Option<FixedOffset> {
    FixedOffset::east_opt(BEIJING_S)
}

/// A moment as `2026-01-31T20:00:00+08:00`.
pub(super) fn rfc3339_in_beijing(moment: DateTime<Utc>) -> String {
    let format = "%Y-%m-%dT%H:%M:%S%:z";
    beijing().map_or_else(
        || moment.format(format).to_string(),
        |zone| moment.with_timezone(&zone).format(format).to_string(),
    )
}

/// A moment as `2026-01-31 20:00:00`, in Beijing.
pub(super) fn alipay_moment(moment: DateTime<Utc>) -> String {
    beijing().map_or_else(
        || moment.format(ALIPAY_FORMAT).to_string(),
        |zone| moment.with_timezone(&zone).format(ALIPAY_FORMAT).to_string(),
    )
}

/// The moment of such a text; fractions of a second are dropped.
pub(super) fn parse_alipay_moment(text: &str) -> Option<DateTime<Utc>> {
    let whole = text.split('.').next()?;
    let local = NaiveDateTime::parse_from_str(whole, ALIPAY_FORMAT).ok()?;
    Some(
        beijing()?
            .from_local_datetime(&local)
            .single()?
            .with_timezone(&Utc),
    )
}

/// Fen of an amount of yuan: digits, then at most two decimals.
pub(super) fn parse_yuan(text: &str) -> Option<i64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(decimals) || decimals.len() > 2 {
        return None;
    }
    let whole: i64 = whole.parse().ok()?;
    let decimals: i64 = format!("{decimals:0<2}").parse().ok()?;
    whole.checked_mul(100)?.checked_add(decimals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use moyan_domain::plain_yuan;

    #[test]
    fn amounts_are_exact() {
        for (fen, text) in [
            (1, "0.01"),
            (100, "1.00"),
            (8888, "88.88"),
            (99_999_999, "999999.99"),
        ] {
            assert_eq!(plain_yuan(fen), text);
            assert_eq!(parse_yuan(text), Some(fen));
        }
        assert_eq!(parse_yuan("12"), Some(1200));
        assert_eq!(parse_yuan("12.5"), Some(1250));
        for text in [
            "",
            ".5",
            "1.",
            "-1.00",
            "1.001",
            "1e2",
            "１.00",
            "99999999999999999999",
        ] {
            assert_eq!(parse_yuan(text), None, "{text}");
        }
    }

    #[test]
    fn moments_are_written_and_read_in_beijing() {
        let moment = Utc.with_ymd_and_hms(2026, 1, 31, 16, 30, 5).unwrap();
        assert_eq!(alipay_moment(moment), "2026-02-01 00:30:05");
        assert_eq!(rfc3339_in_beijing(moment), "2026-02-01T00:30:05+08:00");
        assert_eq!(parse_alipay_moment("2026-02-01 00:30:05"), Some(moment));
        assert_eq!(parse_alipay_moment("2026-02-01 00:30:05.123"), Some(moment));
        assert_eq!(parse_alipay_moment("yesterday"), None);
    }
}
