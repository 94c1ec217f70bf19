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
    /// The codings that a request prefers to none, by its weights, the smaller one first where these are the same.
    /// `Identity` is not listed: it always will do. Source: RFC 9110 §12.5.3.
    pub fn accepted(headers: &HeaderMap) -> Vec<Self> {
        let values = headers.get_all(ACCEPT_ENCODING);
        let items: Vec<(&str, u16)> = values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(|item| {
                let (coding, parameters) = item.split_once(';').unwrap_or((item, ""));
                (coding.trim(), weight(parameters))
            })
            .collect();
        let named = |name: &str| items.iter().find(|(coding, _)| coding.eq_ignore_ascii_case(name));
        let weight_of = |encoding: Self| {
            named(encoding.name())
                .or_else(|| named("*"))
                .map(|(_, weight)| *weight)
        };
        let plain = named(Self::Identity.name()).map_or(0, |(_, weight)| *weight);
        let mut accepted: Vec<(Self, u16)> = [Self::Brotli, Self::Gzip]
            .into_iter()
            .filter_map(|encoding| Some((encoding, weight_of(encoding)?)))
            .filter(|(_, weight)| *weight > 0 && *weight >= plain)
            .collect();
        accepted.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        accepted.into_iter().map(|(encoding, _)| encoding).collect()
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

/// The weight in thousandths, as `q=0.5` says it; the whole one where none is said, or none that can be read. With 0 a
/// client refuses a coding.
fn weight(parameters: &str) -> u16 {
    let mut weights = parameters.split(';').filter_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("q").then_some(value.trim())
    });
    let weight = weights.next_back().and_then(|value| value.parse::<f32>().ok());
    // A number that is none becomes 0.
    (weight.unwrap_or(1.0).clamp(0.0, 1.0) * 1000.0) as u16
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
    fn weights_are_obeyed() {
        let both = [Encoding::Gzip, Encoding::Brotli];
        assert_eq!(accepted("br;q=0.1, gzip;q=0.2"), both);
        assert_eq!(accepted("br;q=0.999,gzip"), both);
        assert_eq!(accepted("*, br;q=0.5"), both);
        assert_eq!(accepted("*"), [Encoding::Brotli, Encoding::Gzip]);
        assert_eq!(accepted("gzip;q=0.2, br;q=x"), [Encoding::Brotli, Encoding::Gzip]);
        assert_eq!(accepted("gzip;q=0.5, identity"), []);
        assert_eq!(accepted("gzip;q=0.5, identity;q=0.2"), [Encoding::Gzip]);
        let mut headers = HeaderMap::new();
        headers.append(ACCEPT_ENCODING, HeaderValue::from_static("br;q=0.5"));
        headers.append(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        assert_eq!(Encoding::accepted(&headers), both);
    }

    #[test]
    fn a_refused_coding_is_not_used() {
        assert_eq!(accepted("br;q=0, gzip;q=0.5"), [Encoding::Gzip]);
        assert_eq!(accepted("br ; Q=0.000 , GZIP"), [Encoding::Gzip]);
        assert_eq!(accepted("*;q=0"), []);
        assert_eq!(accepted("identity"), []);
        assert_eq!(Encoding::accepted(&HeaderMap::new()), []);
    }
}
