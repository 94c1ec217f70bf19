//! The cookies of a visitor: a random token that is worth something on one site only, the address of somebody who is
//! about to log in, a mark of browsers whose views are not counted, and one of browsers that keep cookies at all.

use actix_web::http::header::{COOKIE, HeaderMap};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use moyan_domain::SiteId;
use moyan_domain::limits::{
    CODE_LIFETIME_MINUTES, COOKIE_PROBE_DAYS, OWN_VISITS_DAYS, VISITOR_SESSION_MAX_DAYS, VISITOR_TOKEN_BYTES,
};
use moyan_foundation::access::Tokens;
use moyan_foundation::config::PlatformConfig;
use rand::Rng as _;

/// How a cookie of visitors is called and sent.
///
/// Where everything is encrypted its name begins with `__Host-`: browsers take such a cookie only from the host itself,
/// encrypted, for all of its paths and no other host.
#[derive(Clone, Copy, Debug)]
pub struct VisitorCookie {
    is_secure: bool,
    /// The names, encrypted and not.
    names: [&'static str; 2],
    max_age_s: i64,
}

impl VisitorCookie {
    /// The cookie of sessions.
    pub fn of(platform: &PlatformConfig) -> Self {
        Self::new(
            platform,
            ["__Host-visitor", "visitor"],
            VISITOR_SESSION_MAX_DAYS * 24 * 60 * 60,
        )
    }

    /// The cookie of the address to which a code was sent, so that it stands in no path.
    pub fn of_address(platform: &PlatformConfig) -> Self {
        Self::new(
            platform,
            ["__Host-visitor_address", "visitor_address"],
            CODE_LIFETIME_MINUTES * 60,
        )
    }

    /// The cookie that marks the browser of somebody who works on the site. It says nothing else, and gives no right.
    pub fn of_own_visits(platform: &PlatformConfig) -> Self {
        Self::new(
            platform,
            ["__Host-own_visits", "own_visits"],
            OWN_VISITS_DAYS * 24 * 60 * 60,
        )
    }

    /// The cookie by which the form of logging in finds out whether the browser keeps any.
    pub fn of_probe(platform: &PlatformConfig) -> Self {
        Self::new(
            platform,
            ["__Host-keeps_cookies", "keeps_cookies"],
            COOKIE_PROBE_DAYS * 24 * 60 * 60,
        )
    }

    fn new(platform: &PlatformConfig, names: [&'static str; 2], max_age_s: i64) -> Self {
        Self {
            is_secure: platform.public_url.starts_with("https://"),
            names,
            max_age_s,
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        let [secure, open] = self.names;
        if self.is_secure { secure } else { open }
    }

    /// The hash by which the session of a request is found; none when the request has no token.
    pub fn token_hash(self, headers: &HeaderMap, tokens: &Tokens, site_id: SiteId) -> Option<String> {
        let token = value_of(headers, self.name())?;
        Some(hash_of(tokens, site_id, token))
    }

    /// Whether a request has it.
    pub fn is_sent(self, headers: &HeaderMap) -> bool {
        value_of(headers, self.name()).is_some()
    }

    /// A text that was sent with [`Self::set_text`].
    pub fn text(self, headers: &HeaderMap) -> Option<String> {
        let bytes = URL_SAFE_NO_PAD.decode(value_of(headers, self.name())?).ok()?;
        String::from_utf8(bytes).ok()
    }

    /// `Set-Cookie` for a new session.
    pub fn set(self, token: &str) -> String {
        self.header(token, self.max_age_s)
    }

    /// `Set-Cookie` for a text.
    pub fn set_text(self, text: &str) -> String {
        self.set(&URL_SAFE_NO_PAD.encode(text))
    }

    /// `Set-Cookie` that makes a browser forget it.
    pub fn clear(self) -> String {
        self.header("", 0)
    }

    fn header(self, value: &str, max_age_s: i64) -> String {
        let secure = if self.is_secure { "; Secure" } else { "" };
        let name = self.name();
        format!("{name}={value}; Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Lax{secure}")
    }
}

/// A token that nobody can guess.
pub(super) fn new_token() -> String {
    let bytes: [u8; VISITOR_TOKEN_BYTES] = rand::rng().random();
    URL_SAFE_NO_PAD.encode(bytes)
}

/// What is stored of a token. The site is in it, so that the token is worth nothing on another one.
pub(super) fn hash_of(tokens: &Tokens, site_id: SiteId, token: &str) -> String {
    tokens.keyed_hash(&["visitor session", &site_id.to_string(), token])
}

/// The value of a cookie; none when it is absent or empty. Other cookies, however they are written, are passed over.
fn value_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(COOKIE)
        .filter_map(|header| header.to_str().ok())
        .flat_map(|header| header.split(';'))
        .filter_map(|pair| pair.split_once('='))
        .find(|(key, _)| key.trim() == name)
        .map(|(_, value)| value.trim())
        .filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;
    use uuid::Uuid;

    use super::*;

    const ENCRYPTED: VisitorCookie = VisitorCookie {
        is_secure: true,
        names: ["__Host-visitor", "visitor"],
        max_age_s: 15_552_000,
    };
    const OPEN: VisitorCookie = VisitorCookie {
        is_secure: false,
        ..ENCRYPTED
    };

    #[test]
    fn the_cookie_is_for_its_host_only_and_no_script_reads_it() {
        assert_eq!(
            ENCRYPTED.set("abc"),
            "__Host-visitor=abc; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure"
        );
        assert_eq!(
            OPEN.set("abc"),
            "visitor=abc; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax"
        );
        assert_eq!(
            OPEN.clear(),
            "visitor=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"
        );
    }

    #[test]
    fn a_token_is_found_among_other_cookies() {
        let value = |cookies: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(COOKIE, HeaderValue::from_static(cookies));
            value_of(&headers, OPEN.name()).map(str::to_owned)
        };
        assert_eq!(value("a=b; visitor=abc; c").as_deref(), Some("abc"));
        assert_eq!(value("visitor=abc").as_deref(), Some("abc"));
        for cookies in [
            "",
            "visitor=",
            "a=visitor=abc",
            "xvisitor=abc",
            "__Host-visitor=abc",
        ] {
            assert_eq!(value(cookies), None, "{cookies}");
        }
    }

    #[test]
    fn tokens_differ_and_their_hashes_belong_to_a_site() {
        let (one, other) = (new_token(), new_token());
        assert_eq!(one.len(), 43);
        assert_ne!(one, other);
        let tokens = Tokens::new("0123456789abcdef0123456789abcdef", None);
        let (here, there) = (SiteId(Uuid::now_v7()), SiteId(Uuid::now_v7()));
        assert_ne!(hash_of(&tokens, here, &one), hash_of(&tokens, there, &one));
    }
}
