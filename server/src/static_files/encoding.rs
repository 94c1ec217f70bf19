//! Which compressed variant of a file a client accepts.

use actix_web::http::header::{ACCEPT_ENCODING, HeaderMap};

/// A content coding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Brotli.
    Brotli,
    /// Gzip.
    Gzip,
    /// None.
    Identity,
}

impl Encoding {
    /// The codings that a request accepts, smallest first. `Identity` is not listed: it always will do.
    pub fn accepted(headers: &HeaderMap) -> Vec<Self> {
        let accepted = headers
            .get(ACCEPT_ENCODING)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        let accepts = |name: &str| {
            accepted.split(',').any(|item| {
                let (coding, parameters) = item.split_once(';').unwrap_or((item, ""));
                coding.trim().eq_ignore_ascii_case(name) && !is_zero(parameters)
            })
        };
        [Self::Brotli, Self::Gzip]
            .into_iter()
            .filter(|encoding| accepts(encoding.name()))
            .collect()
    }

    /// What the variant's file name ends with.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
            Self::Identity => "",
        }
    }

    /// The value of `Content-Encoding`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
            Self::Identity => "identity",
        }
    }
}

/// True for `q=0`, by which a client refuses a coding.
fn is_zero(parameters: &str) -> bool {
    let Some(weight) = parameters.trim().strip_prefix("q=") else {
        return false;
    };
    weight.trim().parse::<f32>().is_ok_and(|weight| weight <= 0.0)
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;

    fn accepted(value: &'static str) -> Vec<Encoding> {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(value));
        Encoding::accepted(&headers)
    }

    #[test]
    fn brotli_is_preferred() {
        assert_eq!(
            accepted("gzip, deflate, br, zstd"),
            [Encoding::Brotli, Encoding::Gzip]
        );
    }

    #[test]
    fn a_refused_coding_is_not_used() {
        assert_eq!(accepted("br;q=0, gzip;q=0.5"), [Encoding::Gzip]);
        assert_eq!(accepted("identity"), []);
        assert_eq!(Encoding::accepted(&HeaderMap::new()), []);
    }
}
