//! An answer that is kept: its bytes, compressed once, and its validator.

use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    ETAG, EntityTag, Header as _, HeaderName, IfNoneMatch, RETRY_AFTER, VARY,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use std::io::{Read as _, Write as _};
use std::sync::OnceLock;

use flate2::Compression;
use flate2::write::GzEncoder;
use moyan_domain::gate::Rules;
use moyan_domain::limits::MAINTENANCE_RETRY_S;
use moyan_foundation::static_files::Encoding;
use sha2::{Digest as _, Sha256};

use crate::features::publish::SiteIdentity;

/// The media type of pages.
pub const HTML: &str = "text/html; charset=utf-8";
/// By which caches in front can be told to forget a site: the header of Fastly, which others read too.
pub const SURROGATE_KEY: HeaderName = HeaderName::from_static("surrogate-key");
/// Bytes below which compression gains nothing.
const COMPRESSED_FROM_BYTES: usize = 512;

/// Who may keep an answer, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caching {
    /// Its address stands for these bytes.
    Forever,
    /// Browsers and caches in front, which ask each time whether it is still the same: who logs in meanwhile gets
    /// another page at the same address, and a change of access holds from the next request on.
    Shared,
    /// Browsers, which ask each time whether it is still the same.
    Own,
    /// Nobody.
    Never,
}

impl Caching {
    /// For what guests see of a site. Caches in front keep nothing of a site that shows somebody less than everything:
    /// a change of its access holds from the next request on.
    pub fn of_guests(rules: &Rules) -> Self {
        if rules.is_free() { Self::Shared } else { Self::Own }
    }

    /// The value of `Cache-Control`.
    pub fn header(self) -> String {
        match self {
            Self::Forever => "public, max-age=31536000, immutable".to_owned(),
            Self::Shared => "public, no-cache".to_owned(),
            Self::Own => "private, no-cache".to_owned(),
            Self::Never => "private, no-store".to_owned(),
        }
    }
}

/// An answer.
pub struct Answer {
    status: StatusCode,
    media_type: &'static str,
    caching: Caching,
    is_varied_by_reader: bool,
    policy: Option<String>,
    surrogate_key: Option<String>,
    tag: String,
    /// The bytes as they are; none once only the compressed variants are kept.
    body: Option<Bytes>,
    brotli: OnceLock<Option<Bytes>>,
    gzip: OnceLock<Option<Bytes>>,
}

impl Answer {
    /// Bytes of this type, which nobody keeps unless [`Answer::kept`] says so.
    pub fn new(status: StatusCode, media_type: &'static str, body: Vec<u8>) -> Self {
        Self {
            status,
            media_type,
            caching: Caching::Never,
            is_varied_by_reader: false,
            policy: None,
            surrogate_key: None,
            tag: hash_of(&body),
            body: Some(body.into()),
            brotli: OnceLock::new(),
            gzip: OnceLock::new(),
        }
    }

    /// A file whose name carries a hash.
    pub fn file(media_type: &'static str, body: Vec<u8>) -> Self {
        Self::new(StatusCode::OK, media_type, body).kept(Caching::Forever)
    }

    /// Who may keep it.
    pub fn kept(mut self, caching: Caching) -> Self {
        self.caching = caching;
        self
    }

    /// Notes that other readers may get other bytes at the same address: caches keep it for those without a cookie.
    pub fn varied_by_reader(mut self) -> Self {
        self.is_varied_by_reader = true;
        self
    }

    /// What browsers let it do.
    pub fn with_policy(mut self, policy: String) -> Self {
        self.policy = Some(policy);
        self
    }

    /// By what caches in front know it.
    pub fn with_surrogate_key(mut self, key: String) -> Self {
        self.surrogate_key = Some(key);
        self
    }

    /// Keeps brotli alone: the list of documents beside each page makes pages of a large site twenty times smaller.
    /// Who takes gzip only gets it made once. For answers that are kept; others are compressed when they are asked for.
    pub fn compressed(mut self) -> Self {
        if self.brotli().is_some() {
            self.body = None;
        }
        self
    }

    fn brotli(&self) -> &Option<Bytes> {
        self.brotli.get_or_init(|| brotli(&self.plain()))
    }

    fn gzip(&self) -> &Option<Bytes> {
        self.gzip.get_or_init(|| gzip(&self.plain()))
    }

    /// The bytes as they are.
    fn plain(&self) -> Bytes {
        let packed = self.brotli.get().and_then(Option::as_ref);
        match (&self.body, packed) {
            (Some(body), _) => body.clone(),
            (None, Some(packed)) => unpacked(packed),
            (None, None) => Bytes::new(),
        }
    }

    /// Bytes that it takes in memory, with gzip counted as twice brotli, whether it was asked for or not.
    pub fn n_bytes(&self) -> usize {
        let packed = self.brotli.get().and_then(Option::as_ref);
        self.body.as_ref().map_or(0, Bytes::len) + 3 * packed.map_or(0, Bytes::len) + size_of::<Self>()
    }

    /// Answers a request, with 304 when the caller has it.
    pub fn respond(&self, request: &HttpRequest) -> HttpResponse {
        let tag = EntityTag::new_weak(self.tag.clone());
        let is_known = self.status == StatusCode::OK
            && match IfNoneMatch::parse(request) {
                Ok(IfNoneMatch::Any) => true,
                Ok(IfNoneMatch::Items(items)) => items.iter().any(|item| item.weak_eq(&tag)),
                Err(_) => false,
            };
        let mut response = HttpResponse::build(if is_known {
            StatusCode::NOT_MODIFIED
        } else {
            self.status
        });
        response.insert_header((CACHE_CONTROL, self.caching.header()));
        let vary = match self.is_varied_by_reader {
            true => "Accept-Encoding, Cookie",
            false => "Accept-Encoding",
        };
        response.insert_header((VARY, vary));
        if self.status == StatusCode::OK {
            response.insert_header((ETAG, tag.to_string()));
        }
        if self.caching == Caching::Forever {
            // The frame of the preview has no origin, and modules are asked for with one.
            response.insert_header((ACCESS_CONTROL_ALLOW_ORIGIN, "*"));
        }
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.insert_header((RETRY_AFTER, MAINTENANCE_RETRY_S.to_string()));
        }
        if let Some(policy) = &self.policy {
            response.insert_header((CONTENT_SECURITY_POLICY, policy.as_str()));
        }
        if let Some(key) = &self.surrogate_key {
            response.insert_header((SURROGATE_KEY, key.as_str()));
        }
        if is_known {
            return response.finish();
        }
        response.insert_header((CONTENT_TYPE, self.media_type));
        let (body, encoding) = self.variant(&Encoding::accepted(request.headers()));
        if encoding != Encoding::Identity {
            response.insert_header((CONTENT_ENCODING, encoding.name()));
        }
        response.body(body)
    }

    /// The smallest variant that a caller takes.
    fn variant(&self, accepted: &[Encoding]) -> (Bytes, Encoding) {
        for &encoding in accepted {
            let variant = match encoding {
                Encoding::Brotli => self.brotli(),
                Encoding::Gzip => self.gzip(),
                Encoding::Identity => continue,
            };
            if let Some(bytes) = variant {
                return (bytes.clone(), encoding);
            }
        }
        (self.plain(), Encoding::Identity)
    }
}

/// By what caches in front can be told to forget a site, or a release of it.
pub fn surrogate_key(identity: &SiteIdentity) -> String {
    let release = identity.release.as_ref().map_or(0, |release| release.number);
    format!("site-{} release-{}-{release}", identity.id, identity.id)
}

/// The first digits of a hash: enough for names and validators.
pub fn hash_of(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Fast and nearly as small as the best: pages are made while somebody waits.
fn brotli(bytes: &[u8]) -> Option<Bytes> {
    if bytes.len() < COMPRESSED_FROM_BYTES {
        return None;
    }
    let mut compressed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut compressed, 4096, 5, 20);
    writer.write_all(bytes).ok()?;
    drop(writer);
    smaller(compressed, bytes)
}

/// What was compressed, without room to grow; none when it is no smaller.
fn smaller(mut compressed: Vec<u8>, bytes: &[u8]) -> Option<Bytes> {
    compressed.shrink_to_fit();
    (compressed.len() < bytes.len()).then(|| compressed.into())
}

/// What brotli made smaller here.
fn unpacked(packed: &[u8]) -> Bytes {
    let mut bytes = Vec::new();
    match brotli::Decompressor::new(packed, 4096).read_to_end(&mut bytes) {
        Ok(_) => bytes.into(),
        Err(error) => {
            tracing::error!(%error, "a kept page cannot be read");
            Bytes::new()
        }
    }
}

fn gzip(bytes: &[u8]) -> Option<Bytes> {
    if bytes.len() < COMPRESSED_FROM_BYTES {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(bytes).ok()?;
    smaller(encoder.finish().ok()?, bytes)
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::IF_NONE_MATCH;
    use actix_web::test::TestRequest;

    use super::*;

    fn sent(answer: &Answer, accepted: &str) -> (String, Vec<u8>) {
        let request = TestRequest::get().insert_header(("accept-encoding", accepted));
        let response = answer.respond(&request.to_http_request());
        let header = response.headers().get(CONTENT_ENCODING);
        let encoding = header.map_or("", |value| value.to_str().unwrap()).to_owned();
        let body = actix_web::body::MessageBody::try_into_bytes(response.into_body()).ok();
        (encoding, body.unwrap().to_vec())
    }

    #[test]
    fn a_kept_page_takes_the_room_of_its_compressed_variants_and_is_there_for_all() {
        let text = "一篇文章 ".repeat(10_000).into_bytes();
        let answer = Answer::new(StatusCode::OK, "text/html", text.clone()).compressed();
        assert!(answer.n_bytes() < text.len() / 10, "{}", answer.n_bytes());
        assert_eq!(sent(&answer, "identity"), (String::new(), text.clone()));
        let (encoding, packed) = sent(&answer, "br");
        assert_eq!(
            (encoding.as_str(), unpacked(&packed).to_vec()),
            ("br", text.clone())
        );
        let (encoding, packed) = sent(&answer, "gzip");
        let mut plain = Vec::new();
        flate2::read::GzDecoder::new(packed.as_slice())
            .read_to_end(&mut plain)
            .unwrap();
        assert_eq!((encoding.as_str(), plain), ("gzip", text));
        let small = Answer::new(StatusCode::OK, "text/html", b"small".to_vec()).compressed();
        assert_eq!(sent(&small, "br, gzip"), (String::new(), b"small".to_vec()));
    }

    #[test]
    fn a_caller_has_only_what_is_there() {
        let there = Answer::new(StatusCode::OK, "text/html", b"page".to_vec());
        let missing = Answer::new(StatusCode::NOT_FOUND, "text/html", b"page".to_vec());
        let ask = |answer: &Answer, tags: &str| {
            let request = TestRequest::get().insert_header((IF_NONE_MATCH, tags));
            let response = answer.respond(&request.to_http_request());
            let tag = response.headers().get(ETAG);
            let tag = tag.map(|tag| tag.to_str().unwrap().to_owned());
            (response.status().as_u16(), tag)
        };
        let tag = format!("W/\"{}\"", hash_of(b"page"));
        let several = format!("\"other\", {tag}");
        for tags in ["*", &tag, &several] {
            assert_eq!(ask(&there, tags), (304, Some(tag.clone())), "{tags}");
            assert_eq!(ask(&missing, tags), (404, None), "{tags}");
        }
        for tags in ["", "\"other\""] {
            assert_eq!(ask(&there, tags), (200, Some(tag.clone())), "{tags}");
        }
        let response = there.respond(&TestRequest::get().to_http_request());
        assert_eq!(response.status(), 200);
    }

    #[test]
    fn an_answer_takes_the_room_of_its_bytes_and_three_times_that_of_brotli() {
        let answer = |n_bytes| Answer::new(StatusCode::OK, "text/html", vec![b'a'; n_bytes]);
        let n_packed = brotli(&[b'a'; 1000]).unwrap().len();
        let n_own = size_of::<Answer>();
        assert_eq!(answer(5).compressed().n_bytes(), 5 + n_own);
        assert_eq!(answer(1000).compressed().n_bytes(), 3 * n_packed + n_own);
        let both = answer(1000);
        sent(&both, "br");
        assert_eq!(both.n_bytes(), 1000 + 3 * n_packed + n_own);
    }

    #[test]
    fn what_is_short_or_gets_no_smaller_is_not_compressed() {
        let short = [b'a'; COMPRESSED_FROM_BYTES - 1];
        assert_eq!((brotli(&short), gzip(&short)), (None, None));
        let long = [b'a'; COMPRESSED_FROM_BYTES];
        assert!(brotli(&long).is_some() && gzip(&long).is_some());
        assert!(smaller(vec![0; 2], &[0; 3]).is_some());
        assert!(smaller(vec![0; 3], &[0; 3]).is_none());
    }
}
