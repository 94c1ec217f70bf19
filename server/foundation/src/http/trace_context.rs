//! The trace that a request is part of, as W3C's Trace Context names it: by it a proxy's spans and our log lines are found
//! together. The server makes no spans of its own.

use actix_web::http::header::HeaderMap;

/// The header that carries it.
const HEADER: &str = "traceparent";
/// The version whose fields we know; later ones may add some behind them.
const VERSION: &str = "00";

/// The ID of the trace that a request is part of: 32 hexadecimal digits in small letters. None without one that is valid.
///
/// Source: W3C Trace Context, `traceparent`.
pub fn trace_id_of(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(HEADER);
    // Two of them name no trace.
    let value = values.next().filter(|_| values.next().is_none())?;
    let (version, rest) = value.to_str().ok()?.split_once('-')?;
    let mut fields = rest.split('-');
    let (trace, parent, flags) = (fields.next()?, fields.next()?, fields.next()?);
    let is_id = |text: &str, n_digits| is_hex(text, n_digits) && text.bytes().any(|digit| digit != b'0');
    let is_known = is_hex(version, 2) && version != "ff" && (version != VERSION || fields.next().is_none());
    (is_known && is_id(trace, 32) && is_id(parent, 16) && is_hex(flags, 2)).then_some(trace)
}

fn is_hex(text: &str, n_digits: usize) -> bool {
    text.len() == n_digits && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    fn trace_of(values: &[&'static str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(HeaderName::from_static(HEADER), HeaderValue::from_static(value));
        }
        trace_id_of(&headers).map(str::to_owned)
    }

    #[test]
    fn the_trace_of_a_request_is_read() {
        let trace = Some("0af7651916cd43dd8448eb211c80319c".to_owned());
        for value in [
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            // A later version may say more.
            "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        ] {
            assert_eq!(trace_of(&[value]), trace, "{value}");
        }
    }

    #[test]
    fn what_is_no_trace_context_names_no_trace() {
        for value in [
            "",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
            "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "0-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319-b7ad6b7169203331-01",
        ] {
            assert_eq!(trace_of(&[value]), None, "{value}");
        }
        let value = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        assert_eq!(trace_of(&[value, value]), None);
    }
}
