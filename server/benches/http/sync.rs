//! Synchronized knowledge bases: one client after the other, as browsers ask.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Instant;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::load::length_of;

/// Knowledge bases of the team.
pub const N_BASES: usize = 1_000;
/// Documents that are pushed.
pub const N_DOCUMENTS: usize = 1_000;
/// Documents of a push: as many as the browser sends.
const DOCUMENTS_PER_PUSH: usize = 100;
/// Edits whose way is measured.
const N_EDITS: usize = 50;

/// A browser.
pub struct Client<'a> {
    stream: TcpStream,
    token: &'a str,
    /// The path below which it asks.
    path: String,
}

impl<'a> Client<'a> {
    pub fn new(address: &str, token: &'a str, path: String) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, token, path }
    }

    /// Sends a request below its path and gives the data of the answer.
    pub fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let body = body.map_or(String::new(), Value::to_string);
        let request = format!(
            "{method} {}{path} HTTP/1.1\r\nHost: localhost\r\ntoken: {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.path,
            self.token,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).unwrap();
        let (mut answer, mut piece, mut length) = (Vec::new(), [0; 64 * 1024], None);
        while length.is_none_or(|length| answer.len() < length) {
            let n_bytes = self.stream.read(&mut piece).unwrap();
            assert_ne!(n_bytes, 0, "the connection was closed");
            answer.extend_from_slice(&piece[..n_bytes]);
            length = length.or_else(|| length_of(&answer));
        }
        let head = answer
            .windows(4)
            .position(|window| window == b"\r\n\r\n")
            .unwrap()
            + 4;
        let mut json: Value = serde_json::from_slice(&answer[head..]).unwrap();
        assert_eq!(json["code"], 1, "{json}");
        json["data"].take()
    }
}

/// A chapter of 8 KB: prose, a list, a table and code. No other chapter and no other run has the same blocks, which
/// would be rendered already.
pub fn text_of(number: usize) -> String {
    let run = std::process::id();
    let part = format!(
        "## 同步 {number} {run}\n\n墨砚先把每一次修改写进浏览器，再送到服务器。\n\n- one **item**\n- `another`\n\n\
                | a | b |\n|---|---|\n| {run} | {number} |\n\n```rust\nfn main() {{ chapter({number}, {run}); }}\n```\n\n"
    );
    let mut text = format!("# Chapter {number}\n\n");
    while text.len() + part.len() <= 8 * 1024 {
        text += &part;
    }
    text
}

/// The base that was filled.
pub struct Filled {
    /// Its identifier.
    pub base: String,
    /// One of its documents.
    pub document: Uuid,
    /// The category of all documents.
    pub category: Uuid,
    /// The last revision of the base and of that document.
    pub revision: i64,
}

/// The change that puts a text into a base.
pub fn put(document: Uuid, category: Uuid, base_revision: i64, content: &str) -> Value {
    json!({
        "id": Uuid::now_v7(), "kind": "putText", "documentId": document, "baseRevision": base_revision,
        "title": format!("Chapter {}", &content[10..content.find('\n').unwrap()]), "content": content,
        "place": { "categoryId": category, "parentId": null, "position": 1 },
    })
}

/// What takes how many milliseconds, and the base that was filled.
pub fn measure(address: &str, token: &str, team: &str) -> (Vec<(&'static str, f64)>, Filled) {
    let client = || Client::new(address, token, format!("/api/teams/{team}/knowledge-bases"));
    let (mut writer, mut reader) = (client(), client());
    let ms_since = |began: Instant| began.elapsed().as_secs_f64() * 1000.0;

    let began = Instant::now();
    let (mut cursor, mut n_listed) = (String::new(), 0);
    loop {
        let page = writer.ask("GET", &format!("?limit=100{cursor}"), None);
        n_listed += page["items"].as_array().unwrap().len();
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(n_listed, N_BASES);
    let list_ms = ms_since(began);

    let base = writer.ask("POST", "", Some(&json!({ "title": "Bench" })));
    let base = base["id"].as_str().unwrap().to_owned();
    let changes = format!("/{base}/changes");
    let category = Uuid::now_v7();
    let put_category = json!({
        "id": Uuid::now_v7(), "kind": "putCategory", "categoryId": category, "name": "Docs", "slug": "docs", "position": 1,
    });
    writer.ask("POST", &changes, Some(&json!({ "changes": [put_category] })));
    let documents: Vec<(usize, Uuid)> = (0..N_DOCUMENTS).map(|number| (number, Uuid::now_v7())).collect();
    let began = Instant::now();
    let mut revision = 0;
    for some in documents.chunks(DOCUMENTS_PER_PUSH) {
        let texts: Vec<Value> = some
            .iter()
            .map(|(number, id)| put(*id, category, 0, &text_of(*number)))
            .collect();
        let pushed = writer.ask("POST", &changes, Some(&json!({ "changes": texts })));
        revision = pushed["revision"].as_i64().unwrap();
    }
    let push_ms = ms_since(began);

    let began = Instant::now();
    let (mut since, mut n_pulled) = (0, 0);
    loop {
        let page = reader.ask("GET", &format!("{changes}?since={since}"), None);
        n_pulled += page["documents"].as_array().unwrap().len();
        since = page["revision"].as_i64().unwrap();
        if page["hasMore"] == false {
            break;
        }
    }
    assert_eq!((n_pulled, since), (N_DOCUMENTS, revision));
    let pull_ms = ms_since(began);

    let mut edits: Vec<f64> = (0..N_EDITS)
        .map(|number| {
            // The last of the thousand documents has the last revision.
            let edit = put(
                documents[N_DOCUMENTS - 1].1,
                category,
                revision,
                &text_of(number + N_DOCUMENTS),
            );
            let began = Instant::now();
            let pushed = writer.ask("POST", &changes, Some(&json!({ "changes": [edit] })));
            assert_eq!(pushed["results"][0]["outcome"], "accepted");
            let seen = reader.ask("GET", &format!("{changes}?since={revision}"), None);
            assert_eq!(seen["documents"].as_array().unwrap().len(), 1);
            revision = seen["revision"].as_i64().unwrap();
            ms_since(began)
        })
        .collect();
    edits.sort_unstable_by(f64::total_cmp);
    let rows = vec![
        ("list of 1,000 knowledge bases, in pages of 100", list_ms),
        ("push of 1,000 documents of 8 KB, 100 at a time", push_ms),
        ("pull of them", pull_ms),
        (
            "one edit of 8 KB pushed, and pulled by another client",
            edits[N_EDITS / 2],
        ),
    ];
    let filled = Filled {
        base,
        document: documents[N_DOCUMENTS - 1].1,
        category,
        revision,
    };
    (rows, filled)
}
