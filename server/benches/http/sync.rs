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
const N_DOCUMENTS: usize = 1_000;
/// Documents of a push: as many as the browser sends.
const DOCUMENTS_PER_PUSH: usize = 100;
/// Edits whose way is measured.
const N_EDITS: usize = 50;

/// A browser.
struct Client<'a> {
    stream: TcpStream,
    token: &'a str,
    /// The path of the knowledge bases.
    path: String,
}

impl Client<'_> {
    /// Sends a request below the knowledge bases and gives its data.
    fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let body = body.map_or(String::new(), Value::to_string);
        let request = format!(
            "{method} {}{path} HTTP/1.1\r\nHost: bench\r\ntoken: {}\r\ncontent-type: application/json\r\n\
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

/// A chapter of 8 KB: prose, a list, a table and code.
fn text_of(number: usize) -> String {
    let part = "## 同步\n\n墨砚先把每一次修改写进浏览器，再送到服务器。\n\n- one **item**\n- `another`\n\n\
                | a | b |\n|---|---|\n| 1 | 2 |\n\n```rust\nfn main() {}\n```\n\n";
    let mut text = format!("# Chapter {number}\n\n");
    while text.len() + part.len() <= 8 * 1024 {
        text += part;
    }
    text
}

/// What takes how many milliseconds.
pub fn measure(address: &str, token: &str, team: &str) -> Vec<(&'static str, f64)> {
    let client = || {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Client {
            stream,
            token,
            path: format!("/api/teams/{team}/knowledge-bases"),
        }
    };
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
    let changes = format!("/{}/changes", base["id"].as_str().unwrap());
    let category = Uuid::now_v7();
    let put = |document: Uuid, base_revision: i64, content: String| {
        json!({
            "id": Uuid::now_v7(), "kind": "putText", "documentId": document, "baseRevision": base_revision,
            "title": "Chapter", "content": content,
            "place": { "categoryId": category, "parentId": null, "position": 1 },
        })
    };
    let category = json!({
        "id": Uuid::now_v7(), "kind": "putCategory", "categoryId": category, "name": "Docs", "slug": "docs", "position": 1,
    });
    writer.ask("POST", &changes, Some(&json!({ "changes": [category] })));
    let documents: Vec<Uuid> = (0..N_DOCUMENTS).map(|_| Uuid::now_v7()).collect();
    let began = Instant::now();
    let mut revision = 0;
    for (number, some) in documents.chunks(DOCUMENTS_PER_PUSH).enumerate() {
        let texts: Vec<Value> = some.iter().map(|id| put(*id, 0, text_of(number))).collect();
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
                documents[N_DOCUMENTS - 1],
                revision,
                text_of(number + N_DOCUMENTS),
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
    vec![
        ("list of 1,000 knowledge bases, in pages of 100", list_ms),
        ("push of 1,000 documents of 8 KB, 100 at a time", push_ms),
        ("pull of them", pull_ms),
        (
            "one edit of 8 KB pushed, and pulled by another client",
            edits[N_EDITS / 2],
        ),
    ]
}
