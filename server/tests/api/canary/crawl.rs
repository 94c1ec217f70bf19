//! Asks a site for everything that it has.

use std::io::Read as _;

use actix_web::http::Method;

use super::surfaces::visitor_paths;
use super::world::{HOST, WORD, World};
use crate::support::Answer;

/// What came: the address, the status, the headers and the text, whatever it was compressed with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub address: String,
    pub status: u16,
    pub headers: Vec<(String, String)>,
    /// Bytes of the body as it was sent.
    pub n_bytes: usize,
    pub text: String,
}

impl Seen {
    pub fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(key, _)| key == name);
        found.map_or("", |(_, value)| value)
    }

    /// Everything that a reader gets to know.
    pub fn all(&self) -> String {
        format!("{:?}\n{}", self.headers, self.text)
    }
}

impl World {
    /// Asks for an address as whoever sends these cookies, who takes a compressed answer or a plain one.
    pub async fn ask(&self, method: Method, address: &str, cookie: &str, encoding: &str) -> Seen {
        let mut headers = vec![("host", HOST), ("accept-encoding", encoding)];
        if !cookie.is_empty() {
            headers.push(("cookie", cookie));
        }
        seen_of(address, self.send(method, address, &headers).await)
    }

    /// Sends a request. Suggestions beside what is not there are limited by the minute, and those of a crawl are many.
    async fn send(&self, method: Method, address: &str, headers: &[(&str, &str)]) -> Answer {
        let answer = self.app.send(method, address, headers).await;
        self.app.state.suggestions.refund([10, 0, 0, 1].into());
        answer
    }

    pub async fn get(&self, address: &str, cookie: &str) -> Seen {
        self.ask(Method::GET, address, cookie, "identity").await
    }

    /// The addresses of a site, those of things that only some may know of among them.
    pub fn addresses(&self) -> Vec<String> {
        let mut addresses: Vec<String> = [
            "/",
            "/docs",
            "/docs?page=2",
            "/docs/open",
            "/docs/docs",
            "/docs/closed",
            "/docs/gone",
            "/docs?category=closed",
            "/docs?category=gone",
            "/docs/open/links",
            "/docs/open/nothing",
            "/search",
            "/sitemap.xml",
            "/robots.txt",
            "/feed.xml",
            "/icon.svg",
            "/own-visit",
            "/preview-frame",
            "/llms.txt",
            "/plans",
            "/login",
            "/orders/1",
            "/nothing",
            "/docs/%ff",
        ]
        .map(str::to_owned)
        .to_vec();
        addresses.push(format!("/search?q={WORD}"));
        addresses.push("/search?q=%E6%AE%B5%E8%90%BD".to_owned());
        for document in &self.documents {
            let path = document.path();
            addresses.extend([
                path.clone(),
                format!("{path}?print=1"),
                format!("{path}.md"),
                format!("/images/{}", document.image()),
            ]);
        }
        addresses
    }

    /// Asks for every address.
    pub async fn crawl(&self, cookie: &str) -> Vec<Seen> {
        let mut seen = Vec::new();
        for address in self.addresses() {
            seen.push(self.get(&address, cookie).await);
        }
        seen.extend(self.crawl_from_walls(cookie).await);
        seen
    }

    /// Asks for the pages to which walls lead, with the way back. The way back itself is known to who asks: it is taken
    /// out of what came.
    async fn crawl_from_walls(&self, cookie: &str) -> Vec<Seen> {
        let mut seen = Vec::new();
        for document in &self.documents {
            let path = document.path();
            let encoded = path.replace('/', "%2F");
            for page in ["/login", "/login/verify", "/plans"] {
                let mut found = self.get(&format!("{page}?from={encoded}"), cookie).await;
                // The page of packages puts it into the way back from the login once more.
                for known in [&path, &encoded, &encoded.replace('%', "%25")] {
                    found.text = found.text.replace(known.as_str(), "");
                    for (_, value) in &mut found.headers {
                        *value = value.replace(known.as_str(), "");
                    }
                }
                found.address = page.to_owned();
                found.n_bytes = 0;
                seen.push(found);
            }
        }
        seen
    }

    /// Asks for every page for visitors.
    pub async fn crawl_visitor_pages(&self, cookie: &str) -> Vec<Seen> {
        let mut seen = Vec::new();
        for path in visitor_paths() {
            seen.push(self.get(&path, cookie).await);
        }
        seen
    }

    /// Sends to every form for visitors what a page of the site sends. The last one ends the session.
    pub async fn crawl_forms(&self, cookie: &str) -> Vec<Seen> {
        let mut seen = Vec::new();
        for path in visitor_paths() {
            let fields = "identifier=reader%40reader.example&email=reader%40reader.example&code=000000&passwd=x\
                          &nickname=x&currentPasswd=x&newPasswd=x&note=x&token=x&packageId=x&method=manual&coupon=x";
            let mut headers = vec![
                ("host", HOST),
                ("origin", "https://handbook.localhost"),
                ("content-type", "application/x-www-form-urlencoded"),
            ];
            if !cookie.is_empty() {
                headers.push(("cookie", cookie));
            }
            let body = fields.as_bytes().to_vec();
            let answer = self
                .app
                .send_from("203.0.113.8", Method::POST, &path, &headers, body)
                .await;
            seen.push(seen_of(&path, answer));
        }
        seen
    }

    /// Asks for every address as programs do that know something of it, or try: with validators, for parts, by methods
    /// that pages do not take. Questions are limited by the minute.
    pub async fn crawl_probes(&self, cookie: &str) -> Vec<Seen> {
        let mut seen = Vec::new();
        let addresses = self.addresses().into_iter();
        for address in addresses.filter(|address| !address.contains("?q=")) {
            for (name, value) in [
                ("if-none-match", "*"),
                ("if-none-match", "W/\"0123456789abcdef\""),
                ("if-match", "*"),
                ("if-modified-since", "Sat, 01 Jan 2050 00:00:00 GMT"),
                ("if-unmodified-since", "Sat, 01 Jan 2000 00:00:00 GMT"),
                ("range", "bytes=0-9"),
                ("range", "bytes=100000-"),
                ("accept", "text/markdown"),
            ] {
                let mut headers = vec![("host", HOST), (name, value)];
                if !cookie.is_empty() {
                    headers.push(("cookie", cookie));
                }
                let answer = self.send(Method::GET, &address, &headers).await;
                seen.push(seen_of(&address, answer));
            }
            for method in [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS] {
                seen.push(self.ask(method, &address, cookie, "identity").await);
            }
        }
        seen
    }

    /// Asks for every address in every other way: compressed, and for the headers alone.
    pub async fn crawl_variants(&self, cookie: &str) -> Vec<Seen> {
        let mut seen = Vec::new();
        for address in self.addresses() {
            for encoding in ["gzip", "br"] {
                seen.push(self.ask(Method::GET, &address, cookie, encoding).await);
            }
            seen.push(self.ask(Method::HEAD, &address, cookie, "identity").await);
        }
        seen
    }
}

fn seen_of(address: &str, answer: Answer) -> Seen {
    let text = decoded(&answer);
    // Every request has a number of its own, and headers have no order.
    let mut headers = answer.headers.clone();
    headers.retain(|(name, _)| name != "x-request-id");
    headers.sort();
    Seen {
        address: address.to_owned(),
        status: answer.status.as_u16(),
        headers,
        n_bytes: answer.body.len(),
        text,
    }
}

pub fn decoded(answer: &Answer) -> String {
    let mut bytes = Vec::new();
    match answer.header("content-encoding") {
        "br" => brotli::Decompressor::new(answer.body.as_slice(), 4096)
            .read_to_end(&mut bytes)
            .unwrap(),
        "gzip" => flate2::read::GzDecoder::new(answer.body.as_slice())
            .read_to_end(&mut bytes)
            .unwrap(),
        _ => {
            bytes.clone_from(&answer.body);
            bytes.len()
        }
    };
    String::from_utf8_lossy(&bytes).into_owned()
}
