//! Pictures that arrive at once, as large as they may be, and the memory they take.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Barrier;

use image::{ImageFormat, RgbImage};
use moyan_domain::limits::{ARTICLE_IMAGE_MAX_BYTES, IMAGE_MAX_BYTES};

use crate::server::Server;

/// Uploads that begin at the same moment.
const N_UPLOADS: usize = 120;
/// Sides of the largest square picture that is decoded, px.
const SIDE_PX: u32 = 5000;

/// A JPEG of 25 million pixels and this many bytes. What stands behind its end counts as part of the file.
fn photograph(n_bytes: usize) -> Vec<u8> {
    let picture = RgbImage::from_fn(SIDE_PX, SIDE_PX, |x, y| {
        let shade = u8::try_from((x / 20 + y / 20) % 256).unwrap();
        image::Rgb([shade, shade / 2, 255 - shade])
    });
    let mut jpeg = Vec::new();
    picture
        .write_to(&mut Cursor::new(&mut jpeg), ImageFormat::Jpeg)
        .unwrap();
    assert!(jpeg.len() <= n_bytes, "{} bytes", jpeg.len());
    jpeg.resize(n_bytes, 0);
    jpeg
}

/// Sends one upload and gives the status of its answer.
fn upload(address: &str, head: &str, body: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    // A server that refuses does not read to the end.
    let _ = stream
        .write_all(head.as_bytes())
        .and_then(|()| stream.write_all(body));
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    answer.split(' ').nth(1).unwrap_or("none").to_owned()
}

/// Sends all uploads at once, each account its share. Gives how many had which status.
fn upload_all(
    server: &Server,
    (method, path): (&str, &str),
    tokens: &[String],
    body: &[u8],
) -> BTreeMap<String, usize> {
    let barrier = Barrier::new(N_UPLOADS);
    let send = |number: usize| {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\ntoken: {}\r\ncontent-type: image/jpeg\r\n\
             connection: close\r\ncontent-length: {}\r\n\r\n",
            tokens[number % tokens.len()],
            body.len()
        );
        barrier.wait();
        upload(&server.address, &head, body)
    };
    let mut counts = BTreeMap::new();
    std::thread::scope(|scope| {
        let uploads: Vec<_> = (0..N_UPLOADS)
            .map(|number| scope.spawn(move || send(number)))
            .collect();
        for upload in uploads {
            *counts.entry(upload.join().unwrap()).or_default() += 1;
        }
    });
    counts
}

/// Prints the most memory that a new server took for pictures of accounts, then for images of articles.
/// `tokens` are those of members of the team.
pub fn measure(start: impl Fn() -> Server, tokens: &[String], team: &str) {
    println!("\n| 120 uploads of 25 million pixels at once | answers | most memory |\n| :-- | :-- | --: |");
    let images = format!("/api/teams/{team}/images");
    let one = std::slice::from_ref(&tokens[0]);
    for (name, request, n_bytes, tokens) in [
        (
            "pictures of one account, 5 MB",
            ("PUT", "/api/account/avatar"),
            IMAGE_MAX_BYTES,
            one,
        ),
        (
            "pictures of twenty accounts, 5 MB",
            ("PUT", "/api/account/avatar"),
            IMAGE_MAX_BYTES,
            tokens,
        ),
        (
            "images of articles, twenty members, 10 MB",
            ("POST", &images),
            ARTICLE_IMAGE_MAX_BYTES,
            tokens,
        ),
    ] {
        let body = photograph(n_bytes);
        let server = start();
        let counts = upload_all(&server, request, tokens, &body);
        let answers: Vec<_> = counts
            .iter()
            .map(|(status, n)| format!("{status}: {n}"))
            .collect();
        println!(
            "| {name} | {} | {} |",
            answers.join(", "),
            crate::shown(server.most_memory_mb())
        );
    }
}
